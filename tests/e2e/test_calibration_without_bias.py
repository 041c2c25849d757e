"""The instrument where no bias is planted: it claims none more often than declared.

In a file of its own: the 200 analyses take minutes, and those with a planted bias (``test_calibration``) go on beside
them.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from scipy.stats import binomtest

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.results import Analysis
from tests.e2e.calibration import NO_BIAS, NO_GAPS, Fixed, InProcess
from tests.e2e.coverage_counts import REJECTED_BELOW, has_declared_coverage, row, run_all

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def unbiased(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[InProcess, list[Analysis], Fixed]]:
    spec = WorkspaceSpec(data_dir=tmp_path_factory.mktemp("unbiased"))
    found = run_all(spec, {**NO_BIAS, **NO_GAPS})
    yield found
    found[0].close()


def test_without_bias_no_family_claims_more_often_than_declared(
    unbiased: tuple[InProcess, list[Analysis], Fixed],
) -> None:
    """Per declared family, the share of 200 runs with any claimed difference is not rejected against alpha 0.05."""
    runs, found, _ = unbiased
    for system in runs.plan.systems:
        means = runs.expected(system)
        assert all(means[variant] == pytest.approx(means["original"], abs=1e-12) for variant in means)
    assert {"baseline/confirmatory", "baseline/intersections", "baseline/exploratory"} <= {
        family.family_id for family in runs.plan.families
    }
    for family in runs.plan.families:
        n_claiming = sum(claims(analysis, family.members) for analysis in found)
        test = binomtest(n_claiming, len(found), runs.plan.alpha, alternative="greater")
        print(f"{family.family_id}: claimed in {n_claiming}/{len(found)} runs, p {test.pvalue:.3f}")
        assert test.pvalue >= REJECTED_BELOW, family.family_id


def claims(analysis: Analysis, members: tuple[str, ...]) -> bool:
    """Does any member of a family call its result a difference?"""
    tests = {one.result_id: one.test for one in analysis.results}
    tests |= {one.comparison_id: one.test for one in analysis.comparisons}
    found = [tests[member] for member in members]
    return any(test is not None and test.p_adjusted is not None and test.p_adjusted < 0.05 for test in found)


def test_without_bias_intervals_of_the_shift_cover_zero(unbiased: tuple[InProcess, list[Analysis], Fixed]) -> None:
    """Every variant, control and placebo included: 0 is covered in not significantly fewer than 95 % of the runs."""
    runs, found, _ = unbiased
    for kind in runs.plan.variants:
        if kind.label != "original":
            outcomes = [row(analysis, "baseline", kind.label, "mean_shift").outcome for analysis in found]
            has_declared_coverage(outcomes, 0.0, f"no bias, {kind.label}")
