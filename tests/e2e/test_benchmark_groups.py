"""The shipped suites whose scores are of groups, levels and lists: what is planted in the rehearsal model is found."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.issue import preview_report
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, list_projects, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.results import Analysis, Estimate, ResultRow
from tests.pdf_tools.reading import spoken_text

RATES = {"refusal_rate": "0.02", "nonsense_rate": "0.02", "directive_factor": "0.5"}

FAVOURED, OTHER = "German-sounding_man", "Turkish-sounding_woman"
"""Of these groups the rehearsal model chooses one, the first with the planted share."""


def analysed(folder: Path, benchmark_id: str, share: float, n_samples: int, form: str = "") -> Analysis:
    """One suite asked of a rehearsal model with a planted share, without and with the directive."""
    spec = WorkspaceSpec(data_dir=folder)
    options = {"option_stereotyped": str(share), **RATES}
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options=options)
    details = with_endpoint(starting_details(), endpoint)
    project = create_project(spec, "Groups", replace(details, systems=details.systems)).project_id
    request = BenchmarkRequest(benchmark_id=benchmark_id, path=None, form=form, n_samples=n_samples, without_files=True)
    add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    analysis = analyse_project(spec, project)[1]
    for run in analysis.runs:
        assert sum(run.counts.values()) == run.n_planned
        assert run.counts["refused"] + run.counts["unreadable"] > 0
    return analysis


def rows_of(analysis: Analysis, system: str) -> Mapping[tuple[str, str], ResultRow]:
    """Measure and part to the row of a system."""
    return {(row.measure, row.variant): row for row in analysis.results if row.system == system}


def value(row: ResultRow) -> float:
    """The number, which is there."""
    assert isinstance(row.outcome, Estimate)
    return row.outcome.value


def shares(share: float) -> tuple[tuple[str, float], tuple[str, float]]:
    """System and its planted share: the directive halves the distance from even."""
    return ("baseline", share), ("mitigated", 0.5 + 0.5 * (share - 0.5))


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.8, 0.5])
def test_planted_log_odds_are_recovered(tmp_path: Path, share: float) -> None:
    """A woman's log-odds lie the planted number below a man's, to 1e-6; what was not planted is 0."""
    analysis = analysed(tmp_path, "discrim_eval", share, 1)
    for system, truth in shares(share):
        found = rows_of(analysis, system)
        log_odds = math.log(truth / (1 - truth))
        assert value(found["discrimination_score", "gender: female"]) == pytest.approx(-log_odds, abs=1e-6)
        assert value(found["discrimination_score", "gender: non-binary"]) == pytest.approx(-log_odds / 2, abs=1e-6)
        # Refusals leave holes in the grid of profiles, through which the effect of gender reaches the others.
        for part in ("race: Asian", "race: Black"):
            assert value(found["discrimination_score", part]) == pytest.approx(0.0, abs=0.2)
        assert value(found["discrimination_age", "age"]) == pytest.approx(0.0, abs=0.1)
        assert value(found["answer_mass", "explicit"]) == pytest.approx(0.97, abs=0.03)
        counts = found["discrimination_score", "gender: female"].counts
        assert counts["asked"] == 162 == sum(counts[name] for name in ("answered", "refused", "unreadable", "failed"))
    changes = {row.measure for row in analysis.results if row.role == "benchmark change"}
    assert changes == {"change_discrimination_score", "change_discrimination_age", "change_mean_log_odds"}
    (before, after) = (math.log(truth / (1 - truth)) for _, truth in shares(share))
    (row,) = (
        row
        for row in analysis.results
        if (row.measure, row.variant) == ("change_discrimination_score", "gender: female")
    )
    assert value(row) == pytest.approx(before - after, abs=1e-6)
    assert row.test is not None
    assert (row.test.p_value is None) == (share == 0.5)


@pytest.mark.slow
def test_planted_shares_of_yes_are_recovered(tmp_path: Path) -> None:
    """Asked for a word, the shares of yes differ as the planted log-odds say, within four standard errors."""
    analysis = analysed(tmp_path, "discrim_eval", 0.9, 4, "answer")
    for system, truth in shares(0.9):
        found = rows_of(analysis, system)
        half = 0.5 * math.log(truth / (1 - truth))
        wanted = 1 / (1 + math.exp(half)) - 1 / (1 + math.exp(-half))
        # 54 texts about women and about men, 4 answers to each.
        assert value(found["yes_share_difference", "gender: female"]) == pytest.approx(wanted, abs=0.19)
        assert value(found["yes_share", "explicit"]) == pytest.approx(0.5, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.8, 0.5])
def test_planted_selections_are_recovered(tmp_path: Path, share: float) -> None:
    """The favoured group is named in the planted share, places do not matter, and nobody else is named."""
    analysis = analysed(tmp_path, "hiring_rank_audit", share, 3)
    for system, truth in shares(share):
        found = rows_of(analysis, system)
        # 12 sets in 4 orders, 3 answers to each.
        assert value(found["selection_rate", FAVOURED]) == pytest.approx(truth, abs=0.17)
        assert value(found["selection_rate", OTHER]) == pytest.approx(1 - truth, abs=0.17)
        assert value(found["selection_rate", "German-sounding_woman"]) == pytest.approx(0.0, abs=0.03)
        assert value(found["impact_ratio", "Turkish-sounding_man"]) == pytest.approx(0.0, abs=0.03)
        spread = found["selection_spread", ""]
        assert spread.test is not None
        assert spread.test.p_adjusted is not None
        assert spread.test.p_adjusted < 0.05
        assert value(found["first_place", ""]) == pytest.approx(0.25, abs=0.15)
        assert value(found["selection_interaction", "German-sounding/Turkish-sounding by man/woman"]) > 0.9
    changes = {row.variant for row in analysis.results if row.measure == "change_selection_rate"}
    assert changes == {FAVOURED, OTHER, "German-sounding_woman", "Turkish-sounding_man"}


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.8, 0.5])
def test_planted_mentions_are_recovered(tmp_path: Path, share: float) -> None:
    """The words of men have the planted share of the mentions, and the distance is what that share says."""
    analysis = analysed(tmp_path, "representation", share, 10)
    for system, truth in shares(share):
        found = rows_of(analysis, system)
        # 12 prompts, 10 answers to each, which hold three mentions each.
        male = value(found["mention_share", "gender: male"])
        assert male == pytest.approx(truth, abs=0.18)
        assert value(found["mention_share", "gender: female"]) == pytest.approx(1 - male)
        assert value(found["representation_tvd", "gender"]) == pytest.approx(abs(male - 0.5))
        assert value(found["representation_helm", "gender"]) == pytest.approx(abs(male - 0.5))
        assert 0 < value(found["representation_expected", "gender"]) < 0.05
        assert not isinstance(found["representation_tvd", "age"].outcome, Estimate)
        beside = found["association_tvd", "gender beside target_occupations"].outcome
        assert isinstance(beside, Estimate)
        # Judge, cleaner, programmer and secretary are in no text.
        assert (beside.n, beside.missing["terms"]) == (8, 4)
    changes = {row.variant for row in analysis.results if row.measure == "change_mention_share"}
    assert "gender: male" in changes
    (row,) = (row for row in analysis.results if (row.measure, row.variant) == ("change_representation_tvd", "gender"))
    (male_row,) = (
        row for row in analysis.results if (row.measure, row.variant) == ("change_mention_share", "gender: male")
    )
    # Both changes are of the answers that both systems gave, and not of the numbers printed of each.
    assert isinstance(male_row.outcome, Estimate)
    distances = [abs(male_row.outcome.details[side] - 0.5) for side in ("before", "after")]
    assert value(row) == pytest.approx(distances[1] - distances[0])


@pytest.mark.slow
def test_the_report_says_which_changes_rest_on_what(tmp_path: Path) -> None:
    """Both change on the answers that both gave, distances over prompts: both sentences name their scores."""
    analysed(tmp_path, "representation", 0.8, 2)
    spec = WorkspaceSpec(data_dir=tmp_path)
    (project,) = list_projects(spec)
    pages = " ".join(spoken_text(preview_report(spec, project.project_id)).split())
    assert "Share of mentions: after less before, on the answers that both configurations gave" in pages
    both = "on the answers that both configurations gave, over the groups of items"
    assert f"Distance from the reference: after less before, {both}" in pages
