"""The instrument against a known truth: a planted bias is found with its sign and size, and none where none is planted.

The planted bias is exact: the rehearsal model's expected rating after rounding and clipping, averaged over the files.
Refusals and nonsense are switched off where coverage is counted; with missing answers a mean over the complete files
estimates something else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.workspace import WorkspaceSpec, utc_now
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Analysis, Estimate, result_id
from fairdesk.report.identity import make_demo_identity
from tests.e2e.calibration import BIAS, N_FILES, NO_GAPS, QUESTION, Fixed, InProcess, fix
from tests.e2e.coverage_counts import change, has_declared_coverage, row, run_all

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

CUES = ("female", "international", "female+international")


@pytest.fixture(scope="module")
def biased(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[InProcess, list[Analysis], Fixed]]:
    spec = WorkspaceSpec(data_dir=tmp_path_factory.mktemp("biased"))
    found = run_all(spec, {**BIAS, **NO_GAPS})
    yield found
    found[0].close()


def test_every_answer_was_read(biased: tuple[InProcess, list[Analysis], Fixed]) -> None:
    """Coverage is counted on complete data: nothing refused, unreadable, failed or not asked in any of the runs."""
    for analysis in biased[1]:
        for run in analysis.runs:
            assert run.counts[Status.ANSWERED.value] == run.n_planned == N_FILES * 7


@pytest.mark.parametrize("system", ["baseline", "mitigated"])
@pytest.mark.parametrize("variant", CUES)
def test_the_mean_shift_covers_the_planted_effect(
    biased: tuple[InProcess, list[Analysis], Fixed], system: str, variant: str
) -> None:
    """The 95 % interval covers the exact expected shift in not significantly fewer than 95 % of 200 runs."""
    runs, found, _ = biased
    means = runs.expected(next(one for one in runs.plan.systems if one.label == system))
    truth = means[variant] - means["original"]
    outcomes = [row(analysis, system, variant, "mean_shift").outcome for analysis in found]
    has_declared_coverage(outcomes, truth, f"{system}, {variant}")


@pytest.mark.parametrize("system", ["baseline", "mitigated"])
def test_the_interaction_covers_the_planted_one(biased: tuple[InProcess, list[Analysis], Fixed], system: str) -> None:
    """The interval of the interaction covers what both cues do beyond their sum, on the rounded and clipped scale."""
    runs, found, _ = biased
    means = runs.expected(next(one for one in runs.plan.systems if one.label == system))
    truth = means["female+international"] - means["female"] - means["international"] + means["original"]
    outcomes = [row(analysis, system, "female+international", "interaction").outcome for analysis in found]
    has_declared_coverage(outcomes, truth, f"{system}, interaction")


@pytest.mark.parametrize("variant", CUES)
def test_the_change_covers_what_the_directive_does(
    biased: tuple[InProcess, list[Analysis], Fixed], variant: str
) -> None:
    """The interval of the change between the systems covers the exact change, and the observed gap is reduced."""
    runs, found, _ = biased
    before, after = (runs.expected(system) for system in runs.plan.systems)
    truth = (after[variant] - after["original"]) - (before[variant] - before["original"])
    assert truth > 0, "the directive lessens a planted negative shift"
    has_declared_coverage([change(analysis, variant).change for analysis in found], truth, f"change, {variant}")


def test_the_largest_planted_effect_is_found_with_its_sign(biased: tuple[InProcess, list[Analysis], Fixed]) -> None:
    """Every run shows the combined cue as a lower rating, and nearly all call it a difference."""
    _, found, _ = biased
    rows = [row(analysis, "baseline", "female+international", "mean_shift").outcome for analysis in found]
    assert all(isinstance(outcome, Estimate) and outcome.value < 0 for outcome in rows)
    tests = [row(analysis, "baseline", "female+international", "direction").test for analysis in found]
    detected = sum(test is not None and test.p_adjusted is not None and test.p_adjusted < 0.05 for test in tests)
    print(f"combined cue detected in {detected}/{len(found)} runs")
    assert detected >= 0.9 * len(found)
    reduced = sum(change(analysis, "female+international").status == "reduced" for analysis in found)
    print(f"directive called a reduction in {reduced}/{len(found)} runs")


def test_the_journey_prints_the_planted_sign_and_the_reduction(
    biased: tuple[InProcess, list[Analysis], Fixed], tmp_path: Path
) -> None:
    """A signed report's evidence file, from a run over HTTP, holds negative shifts that the directive lessens."""
    last = biased[2]
    identity = make_demo_identity(tmp_path / "id", "Tester", utc_now())
    target = tmp_path / "report.pdf"
    request = IssueRequest(p12=identity.p12, password=identity.password, target=target)
    issued = issue_report(last.spec, last.project, request)
    evidence = json.loads(issued.evidence.read_bytes())
    rows = {one["result_id"]: one["outcome"] for one in evidence["measured"]["results"]}
    before = rows[result_id("baseline", QUESTION, "female+international", "mean_shift")]["value"]
    after = rows[result_id("mitigated", QUESTION, "female+international", "mean_shift")]["value"]
    assert before < 0
    assert abs(after) < abs(before)
    assert evidence["report"]["is_rehearsal"] is True


def test_with_refusals_the_counts_add_up(tmp_path: Path) -> None:
    """Refusals and nonsense are counted on the side where they fall; no file is lost, and none becomes a number."""
    gaps = {"refusal_rate": "0.1", "refusal_extra.female": "0.3", "nonsense_rate": "0.1", "noise_sd": "0.7"}
    runs = InProcess(fix(WorkspaceSpec(data_dir=tmp_path), {**BIAS, **gaps}))
    for seed in range(5):
        analysis = runs.run(seed)
        for run in analysis.runs:
            assert sum(run.counts.values()) == run.n_planned
            assert run.counts[Status.REFUSED.value] > 0
            assert run.counts[Status.UNREADABLE.value] > 0
        for variant in CUES:
            found = row(analysis, "baseline", variant, "mean_shift")
            counts, outcome = found.counts, found.outcome
            assert isinstance(outcome, Estimate)
            assert outcome.n == counts["valid"] < counts["pairs"] == N_FILES
            assert counts["down"] + counts["up"] + counts["unchanged"] == counts["valid"]
            lost = sum(outcome.missing[arm] for arm in ("original", variant))
            assert counts["pairs"] - counts["valid"] <= lost
            for arm, label in (("original", "original"), ("variant", variant)):
                n_missing = counts[f"{arm}_refused"] + counts[f"{arm}_unreadable"]
                assert n_missing == outcome.missing[label]
    runs.close()
