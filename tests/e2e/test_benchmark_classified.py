"""Suites whose answers classifiers score: what is planted in words is found again by classifiers that run offline."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.classifier_choice import AS_INSTALLED, ClassifiersWanted
from fairdesk.audit.classify import classify_project
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.results import Analysis, Estimate, NotMeasured, ResultRow
from fairdesk.endpoints.rehearsal_texts import KnownText, known_texts
from fairdesk.extractors.classifiers import CLASSIFIERS, TextScorer
from fairdesk.settings.paths import resources_dir
from tests.classifier_server import classifier_server, labelled
from tests.conftest import missing_in_this_place

SHARE, DIRECTED = 0.8, 0.65
"""Planted share of unfavourable texts about disfavoured groups, and what the directive makes of it."""

OPTIONS = {
    **{"option_stereotyped": str(SHARE), "directive_factor": "0.5"},
    **{"refusal_rate": "0.03", "nonsense_rate": "0.03", "seed": "2"},
}
"""With the seed 1, six texts of ten prompts happen to lie 4.5 errors off; over 18,788 texts it is 0.646 of 0.65."""

Rows = Mapping[tuple[str, str, str], ResultRow]
"""By system, category and measure."""


@pytest.fixture(autouse=True)
def _classifiers() -> None:
    for one in CLASSIFIERS:
        if one.absence():
            missing_in_this_place(f"{one.absence()}; packaging/bootstrap.py installs it")


NEVER_SILENT = {**OPTIONS, "refusal_rate": "0", "nonsense_rate": "0"}
"""Every prompt has all its texts."""


def analysed(
    folder: Path,
    benchmark_id: str,
    n_samples: int,
    options: Mapping[str, str] = OPTIONS,
    *,
    is_classified: bool = True,
    classifiers: ClassifiersWanted = AS_INSTALLED,
) -> Analysis:
    """A suite asked of a rehearsal model with the planted numbers, and its answers scored."""
    spec = WorkspaceSpec(data_dir=folder)
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options=options)
    project = create_project(spec, "Suites", with_endpoint(starting_details(), endpoint)).project_id
    request = BenchmarkRequest(
        benchmark_id=benchmark_id, path=None, n_samples=n_samples, without_files=True, classifiers=classifiers
    )
    add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    if is_classified:
        classify_project(spec, project)
    return analyse_project(spec, project)[1]


def rows_of(analysis: Analysis) -> Rows:
    return {(row.system, row.variant, row.measure): row for row in analysis.results if row.role == "benchmark"}


def number(row: ResultRow) -> float:
    assert isinstance(row.outcome, Estimate), (row.result_id, row.outcome)
    return row.outcome.value


def sides(quantity: str, wording: str) -> tuple[float, float]:
    """Mean score of the favourable and of the unfavourable wordings, by the classifier itself."""
    scorer = TextScorer(next(one for one in CLASSIFIERS if one.quantity == quantity))
    text = next(one for one in known_texts(resources_dir()) if is_of(one, wording))
    found = []
    for said in (text.favourable, text.unfavourable):
        values = [score.value for score in scorer.scores(said)]
        assert None not in values
        found.append(sum(value for value in values if value is not None) / len(values))
    return found[0], found[1]


def is_of(text: KnownText, wording: str) -> bool:
    return ("praised" in text.favourable[0]) == (wording == "praise")


def recovered(row: ResultRow, of: tuple[float, float]) -> float:
    """Share of unfavourable texts that a mean score comes from."""
    favourable, unfavourable = of
    return (favourable - number(row)) / (favourable - unfavourable)


def adds_up(rows: Rows) -> None:
    """Four counts are what was asked, and what has no score is told."""
    for row in rows.values():
        counts = row.counts
        assert counts["asked"] == sum(counts[name] for name in ("answered", "refused", "unreadable", "failed"))
        # No classifier of regard runs offline: its rows tell that no answer has a score.
        assert counts["without_score"] == (counts["answered"] if row.measure.startswith("regard") else 0)
    assert any(row.counts["refused"] for row in rows.values())
    assert any(row.counts["unreadable"] for row in rows.values())


@pytest.mark.slow
def test_a_planted_share_of_texts_about_groups_is_recovered(tmp_path: Path) -> None:
    """BOLD: the share stands in the mean sentiment of every group, four errors wide; a directive halves it."""
    rows = rows_of(analysed(tmp_path, "bold", 6))
    of = sides("sentiment", "praise")
    for system, share in (("baseline", SHARE), ("mitigated", DIRECTED)):
        # 8 to 10 prompts, 6 texts each: one error is at most 0.07.
        for group, wanted in (
            *(("gender: Women who teach", share), ("gender: Men who teach", 1 - share)),
            *(("origin: Students from Nigeria", share), ("origin: Students from Norway", 1 - share)),
        ):
            assert recovered(rows[system, group, "sentiment_mean"], of) == pytest.approx(wanted, abs=0.28), group
        gap = rows[system, "gender: Women who teach", "sentiment_gap"]
        assert number(gap) == pytest.approx((2 * share - 1) * (of[1] - of[0]), abs=0.7)
    women = rows["baseline", "gender: Women who teach", "sentiment_gap"]
    assert number(women) < 0
    assert women.test is not None
    assert women.test.p_value is not None
    assert women.test.p_value < 0.01
    assert number(rows["baseline", "gender: Women who teach", "sentiment_superiority"]) < 0.5
    assert women.note.startswith("10 prompts only")
    adds_up(rows)
    regard = rows["baseline", "gender: Women who teach", "regard_score"].outcome
    assert isinstance(regard, NotMeasured)
    assert regard.reason == "no classifier of regard was planned"
    assert "Neutral sentences" in women.sentence


@pytest.mark.slow
def test_a_planted_share_of_toxic_texts_is_recovered(tmp_path: Path) -> None:
    """RealToxicityPrompts: with k texts per prompt at least one is toxic with 1 - (1 - share)^k, in both groups."""
    k = 4
    rows = rows_of(analysed(tmp_path, "realtoxicityprompts", k, NEVER_SILENT))
    of = sides("toxicity", "insult")
    for system, share in (("baseline", SHARE), ("mitigated", DIRECTED)):
        for group, wanted in (("toxic prompts", share), ("non-toxic prompts", 1 - share)):
            # 10 prompts, 4 texts each: one error of the mean is at most 0.08, of the share of prompts 0.16.
            any_toxic = rows[system, group, "toxicity_any"]
            assert recovered(rows[system, group, "toxicity_every"], of) == pytest.approx(wanted, abs=0.3)
            assert number(any_toxic) == pytest.approx(1 - (1 - wanted) ** k, abs=0.5), (system, group)
            assert any_toxic.note.startswith("Of 4 continuations per prompt")
        gap = rows[system, "", "toxicity_max_gap"]
        assert number(gap) == pytest.approx(
            number(rows[system, "toxic prompts", "toxicity_max"])
            - number(rows[system, "non-toxic prompts", "toxicity_max"])
        )
    assert number(rows["baseline", "", "toxicity_max_gap"]) > 0
    assert rows["baseline", "", "challenging_max"].counts["items"] == 6


@pytest.mark.slow
def test_a_planted_share_of_answers_to_descriptors_is_recovered(tmp_path: Path) -> None:
    """HolisticBias: the axis that is disfavoured stands out by the planted share, its descriptors at the low end."""
    rows = rows_of(analysed(tmp_path, "holistic_bias", 3))
    of = sides("sentiment", "praise")
    for system, share in (("baseline", SHARE), ("mitigated", DIRECTED)):
        # 24 to 42 sentences, 3 answers each: one error is at most 0.06.
        for axis, wanted in (("commute", share), ("handedness", 1 - share), ("family", 1 - share)):
            assert recovered(rows[system, axis, "sentiment_mean"], of) == pytest.approx(wanted, abs=0.24), axis
    assert number(rows["baseline", "commute", "sentiment_gap"]) < 0
    spread = rows["baseline", "", "sentiment_spread"]
    assert number(spread) > 0.3
    lowest = spread.note.partition("highest")[0]
    assert any(word in lowest for word in ("local", "downtown", "commuting", "out-of-town", "rural", "day-tripper"))
    adds_up(rows)


@pytest.mark.slow
def test_answers_that_no_classifier_has_seen_are_not_measured(tmp_path: Path) -> None:
    """TOX-01: before the answers are scored every row has a reason, and none is a number."""
    analysis = analysed(tmp_path, "realtoxicityprompts", 1, is_classified=False)
    rows = rows_of(analysis)
    assert rows
    assert all(isinstance(row.outcome, NotMeasured) for row in rows.values())
    row = rows["baseline", "toxic prompts", "toxicity_max"]
    assert row.counts["without_score"] == row.counts["answered"] > 0


@pytest.mark.slow
def test_a_planted_share_of_regard_is_recovered_behind_an_address(tmp_path: Path) -> None:
    """BOLD: an endpoint that tells both sides apart gives share positive less share negative of each group."""
    (praise,) = {(one.favourable, one.unfavourable) for one in known_texts(resources_dir()) if is_of(one, "praise")}

    def regard(text: str) -> dict[str, float]:
        sides = {"positive": text in praise[0], "negative": text in praise[1]}
        return {label: 0.9 if holds else 0.05 for label, holds in sides.items()} | {"neutral": 0.1}

    with classifier_server(labelled(regard)) as server:
        named = {"regard": server.url, "toxicity": "none", "sentiment": "none"}
        rows = rows_of(analysed(tmp_path, "bold", 6, classifiers=ClassifiersWanted(named=named)))
    for system, share in (("baseline", SHARE), ("mitigated", DIRECTED)):
        women, men = (rows[system, f"gender: {who} who teach", "regard_score"] for who in ("Women", "Men"))
        assert number(women) == pytest.approx(1 - 2 * share, abs=0.5)
        assert number(men) == pytest.approx(2 * share - 1, abs=0.5)
        gap = rows[system, "gender: Women who teach", "regard_gap"]
        assert number(gap) == pytest.approx(number(women) - number(men))
    gap = rows["baseline", "gender: Women who teach", "regard_gap"]
    assert isinstance(gap.outcome, Estimate)
    assert gap.outcome.interval is not None
    assert gap.outcome.interval.high is not None
    assert gap.outcome.interval.high < 0
    toxicity = rows["baseline", "gender: Women who teach", "toxicity_mean"].outcome
    assert isinstance(toxicity, NotMeasured)
