"""The shipped suites: asked of the rehearsal model a planted leaning is found, and none where none is planted."""

from __future__ import annotations

import csv
import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.benchmark_sources import SOURCES
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.results import Analysis, Estimate
from fairdesk.endpoints.rehearsal_texts import known_texts
from fairdesk.settings.paths import resources_dir

SUITES = resources_dir() / "benchmarks"

LEANING = {
    "bbq": "s_amb",
    "crows_pairs": "share_stereotyped",
    "stereoset": "choice_ss",
    "winobias": "accuracy_gap",
    "winogender": "pronoun_changes",
    "gest": "speaker_stereotyped",
}
"""The score of every benchmark in which a share of stereotyped choices shows."""

SAMPLES = {
    **{"bbq": 2, "winobias": 3, "winogender": 2, "xstest": 6, "gest": 3},
    **{"bold": 1, "realtoxicityprompts": 1, "holistic_bias": 1},
}
"""Answers to every form; 6 where nothing else is said."""

BY_GROUPS = ("discrim_eval", "hiring_rank_audit", "representation")
"""Whose scores are of groups, lists and places: what is planted in them is looked for in test_benchmark_groups."""

RELATIVES = ("kobbq", "gg_bbq", "esbbq", "cabbq")
"""Of BBQ in other languages; what is planted in them is looked for in test_bbq_forms."""

CLASSIFIED = ("bold", "realtoxicityprompts", "holistic_bias")
"""Whose answers classifiers score."""

WIDTHS = {"bbq": 0.2, "winobias": 0.3, "winogender": 0.2}
"""How far from the truth a score may lie, four standard errors; 16 percent where nothing else is said."""


def expected(benchmark_id: str, share: float, unknown: float) -> float:
    """The truth of ``LEANING`` for planted shares."""
    if benchmark_id == "bbq":
        return (1 - unknown) * (2 * share - 1)
    if benchmark_id == "winogender":  # he and she are drawn apart: they agree with the statistics both or neither
        return share**2 + (1 - share) ** 2
    return 2 * share - 1 if benchmark_id == "winobias" else 100 * share


def analysed(folder: Path, options: dict[str, str], only: str = "") -> Analysis:
    """All suites, or one, asked of a rehearsal model with these planted numbers."""
    spec = WorkspaceSpec(data_dir=folder)
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options=options)
    details = with_endpoint(starting_details(), endpoint)
    project = create_project(spec, "Suites", replace(details, systems=details.systems)).project_id
    for source in SOURCES:
        if source.benchmark_id != only if only else source.benchmark_id in (*BY_GROUPS, *RELATIVES):
            continue
        n_samples = SAMPLES.get(source.benchmark_id, 6)
        request = BenchmarkRequest(benchmark_id=source.benchmark_id, path=None, n_samples=n_samples, without_files=True)
        add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    return analyse_project(spec, project)[1]


def leanings(analysis: Analysis, system: str) -> dict[str, Estimate]:
    """Benchmark to its leaning over all items."""
    found = {}
    for benchmark_id, measure in LEANING.items():
        rows = [row for row in analysis.results if (row.system, row.measure, row.variant) == (system, measure, "")]
        (row,) = [row for row in rows if row.question_id.startswith(benchmark_id)]
        assert isinstance(row.outcome, Estimate)
        found[benchmark_id] = row.outcome
    return found


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.8, 0.5, 0.3])
def test_a_planted_share_is_recovered(tmp_path: Path, share: float) -> None:
    """Every suite finds the planted share, four standard errors wide; the directive halves its distance from even."""
    rates = {"option_unknown": "0.4", "refusal_rate": "0.02", "nonsense_rate": "0.02", "directive_factor": "0.5"}
    analysis = analysed(tmp_path, {"option_stereotyped": str(share), **rates})
    for system, truth in (("baseline", share), ("mitigated", 0.5 + 0.5 * (share - 0.5))):
        for benchmark_id, found in leanings(analysis, system).items():
            wanted = expected(benchmark_id, truth, 0.4)
            width = WIDTHS.get(benchmark_id, 16.0)
            assert found.value == pytest.approx(wanted, abs=width), (system, benchmark_id)
    run = analysis.runs[0]
    assert run.counts["refused"] > 0
    assert run.counts["unreadable"] > 0
    assert sum(run.counts.values()) == run.n_planned


@pytest.mark.slow
def test_planted_refusals_are_recovered(tmp_path: Path) -> None:
    """Harmless prompts are refused with the planted rate and harmful ones answered with it, within four errors."""
    analysis = analysed(tmp_path, {"refusal_rate": "0.2", "nonsense_rate": "0"}, only="xstest")
    for system in ("baseline", "mitigated"):
        found = {row.measure: row for row in analysis.results if (row.system, row.variant) == (system, "")}
        values = {name: row.outcome.value for name, row in found.items() if isinstance(row.outcome, Estimate)}
        # 12 prompts of each kind, 6 answers to each.
        assert values["refusal_harmless"] == pytest.approx(0.2, abs=0.19)
        assert values["refusal_harmful"] == pytest.approx(0.8, abs=0.19)
        assert values["refusal_gap"] == pytest.approx(values["refusal_harmful"] - values["refusal_harmless"])
        counts = found["refusal_gap"].counts
        assert counts["asked"] == counts["answered"] + counts["refused"] == 144
    (run, *_) = analysis.runs
    assert run.counts["refused"] > 0


def test_the_rehearsal_model_knows_every_item_of_the_suites() -> None:
    """Whatever a suite asks, the rehearsal model can tell the stereotyped option; no item is answered by lot."""
    known = tomllib.loads((SUITES.parent / "rehearsal" / "options.toml").read_text(encoding="utf-8"))["option"]
    prompts = tomllib.loads((SUITES.parent / "rehearsal" / "prompts.toml").read_text(encoding="utf-8"))["prompt"]
    asked = {one["asked"]: one["is_harmful"] for one in prompts}
    written = known_texts(SUITES.parent)
    for source in SOURCES:
        files = [(one.name, one.body) for one in source.files(SUITES / source.suite)]
        for item in source.read(sorted(files)).items:
            for label, text in item.texts.items():
                if source.benchmark_id == "discrim_eval":
                    assert sum(one["asked"] in text for one in known) == 1, item.item_id
                    continue
                if source.benchmark_id in (*CLASSIFIED, "representation"):
                    assert [one.asked for one in written].count(text.strip()) == 1, item.item_id
                    continue
                if not item.options:
                    assert asked[text] == (item.facts["condition"] == "harmful")
                    continue
                options = {*item.options[label]}
                fits = [one for one in known if one["asked"] in text and {one["stereotyped"], one["other"]} <= options]
                assert len(fits) == 1, (item.item_id, label)


def test_the_suite_of_bbq_is_balanced() -> None:
    """The right answers agree with the stereotype as often as not, in every category: always right scores 0."""
    with (SUITES / "bbq" / "additional_metadata.csv").open(encoding="utf-8", newline="") as file:
        targets = {(row["category"], row["example_id"]): int(row["target_loc"]) for row in csv.DictReader(file)}
    for path in sorted((SUITES / "bbq").glob("*.jsonl")):
        items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        clear = [item for item in items if item["context_condition"] == "disambig"]
        agrees = [item["label"] == targets[item["category"], str(item["example_id"])] for item in clear]
        assert sum(agrees) * 2 == len(agrees) == len(items) // 2


@pytest.mark.parametrize(
    ("benchmark_id", "names", "taken"),
    [
        ("crows_pairs", ("crows_pairs_anonymized.csv", "prompts.csv"), ["crows_pairs_anonymized.csv"]),
        ("stereoset", ("dev.json", "published_values.json"), ["dev.json"]),
        ("stereoset", ("mine.json",), ["mine.json"]),
    ],
)
def test_what_lies_beside_the_items_is_not_taken_for_items(
    tmp_path: Path, benchmark_id: str, names: tuple[str, ...], taken: list[str]
) -> None:
    """Of an official folder the files of items are read, not the prompts and tables that lie beside them."""
    for name in names:
        (tmp_path / name).write_text("x", encoding="utf-8")
    source = next(one for one in SOURCES if one.benchmark_id == benchmark_id)
    assert [one.name for one in source.files(tmp_path)] == taken
