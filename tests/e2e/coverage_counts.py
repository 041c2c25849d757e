"""200 analyses of one plan, and how many of their intervals cover the truth."""

from __future__ import annotations

from scipy.stats import binomtest

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.results import Analysis, ComparisonRow, Estimate, NotMeasured, ResultRow, result_id
from tests.e2e.calibration import QUESTION, Fixed, InProcess, fix, over_http

N_IN_PROCESS, N_OVER_HTTP = 190, 10
REJECTED_BELOW = 0.01


def seed_of(place: int) -> int:
    return 1000 + place


def run_all(spec: WorkspaceSpec, options: dict[str, str]) -> tuple[InProcess, list[Analysis], Fixed]:
    """200 analyses: 190 in process, then 10 over HTTP with a plan of their own for each seed."""
    runs = InProcess(fix(spec, options))
    found = [runs.run(seed_of(place)) for place in range(N_IN_PROCESS)]
    for place in range(N_IN_PROCESS, N_IN_PROCESS + N_OVER_HTTP):
        last = fix(spec, {**options, "seed": str(seed_of(place))})
        found.append(over_http(last))
    return runs, found, last


def row(analysis: Analysis, system: str, variant: str, measure: str) -> ResultRow:
    name = result_id(system, QUESTION, variant, measure)
    return next(found for found in analysis.results if found.result_id == name)


def change(analysis: Analysis, variant: str) -> ComparisonRow:
    return next(found for found in analysis.comparisons if found.variant == variant)


def covers(outcome: Estimate | NotMeasured, truth: float) -> bool:
    assert isinstance(outcome, Estimate)
    if outcome.interval is None:  # equal changes in every file: no interval is claimed
        return True
    assert outcome.interval.low is not None
    assert outcome.interval.high is not None
    return outcome.interval.low - 1e-9 <= truth <= outcome.interval.high + 1e-9


def has_declared_coverage(outcomes: list[Estimate | NotMeasured], truth: float, name: str) -> None:
    n_covering = sum(covers(outcome, truth) for outcome in outcomes)
    test = binomtest(n_covering, len(outcomes), 0.95, alternative="less")
    mean = sum(outcome.value for outcome in outcomes if isinstance(outcome, Estimate)) / len(outcomes)
    print(f"{name}: truth {truth:+.4f}, mean {mean:+.4f}, covered {n_covering}/{len(outcomes)}, p {test.pvalue:.3f}")
    assert test.pvalue >= REJECTED_BELOW
