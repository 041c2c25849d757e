"""Intervals and resampling (methods.md section 3)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from fairdesk.measures import intervals
from fairdesk.measures.pairs import Floats
from fairdesk.measures.resampling import TOO_MANY_TO_RESAMPLE, Resampling


@given(st.integers(1, 500), st.floats(0, 1))
def test_share_intervals_hold_the_share(n: int, share: float) -> None:
    """Wilson and Clopper-Pearson contain k/n and stay in 0 to 1; one-sided bounds lie inside the two-sided ones."""
    k = round(share * n)

    for interval in (intervals.wilson(k, n), intervals.clopper_pearson(k, n)):
        assert interval is not None
        assert interval.low is not None
        assert interval.high is not None
        assert -1e-12 <= interval.low <= k / n + 1e-12
        assert k / n - 1e-12 <= interval.high <= 1 + 1e-12
    exact = intervals.clopper_pearson(k, n)
    assert exact is not None
    assert exact.low is not None
    assert exact.high is not None
    assert exact.low - 1e-9 <= intervals.lower_bound(k, n) <= k / n <= intervals.upper_bound(k, n) <= exact.high + 1e-9


def test_no_file_gives_no_interval() -> None:
    """A share of nothing is not computable."""
    assert intervals.wilson(0, 0) is None
    assert intervals.clopper_pearson(0, 0) is None
    assert intervals.bonett_price(0, 0, 0) is None
    assert intervals.share_bounds(0, 0, 0) is None
    assert intervals.clustered_se([np.array([1.0])]) is None


@pytest.mark.parametrize(("k", "n"), [(-1, 5), (6, 5)])
def test_counts_that_are_no_share_are_refused(k: int, n: int) -> None:
    """More successes than files is a fault of the caller."""
    with pytest.raises(ValueError, match="not a share"):
        intervals.wilson(k, n)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_bonett_price_mirrors_and_stays_in_range(up: int, down: int, unchanged: int) -> None:
    """Swapping up and down mirrors the interval; it never leaves -1 to 1."""
    n = up + down + unchanged
    one, other = intervals.bonett_price(up, down, n), intervals.bonett_price(down, up, n)

    if n == 0:
        assert one is None
        return
    assert one is not None
    assert other is not None
    assert one.low is not None
    assert one.high is not None
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low))
    assert -1 <= one.low <= one.high <= 1


def test_the_bootstrap_is_that_of_the_library() -> None:
    """Skewed continuous values: the BCa interval agrees with scipy's to within its Monte Carlo error."""
    values = np.random.default_rng(3).exponential(size=80)

    own = intervals.bootstrap_mean(values, Resampling(seed=1, n_resamples=20_000))
    library = stats.bootstrap((values,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(2))

    assert own is not None
    assert own.method == "BCa bootstrap"
    assert own.low == pytest.approx(library.confidence_interval.low, abs=0.02)
    assert own.high == pytest.approx(library.confidence_interval.high, abs=0.02)


def test_drawing_counts_is_drawing_files() -> None:
    """Ratings are resampled by their counts; the spread is that of resampling the files."""
    values = np.repeat([-2.0, -1.0, 0.0, 1.0, 2.0], [22, 70, 290, 16, 2])

    replicates = intervals.bootstrap_replicates(values, Resampling(seed=5))

    assert replicates.shape == (9_999,)
    assert replicates.mean() == pytest.approx(values.mean(), abs=2e-3)
    assert replicates.std() == pytest.approx(values.std() / 20, rel=0.03)


@pytest.mark.parametrize("values", [np.zeros(10), np.full(5, 0.1), np.array([1.0]), np.array([0.5, 0.5 + 2e-10, 0.5])])
def test_equal_values_have_no_bootstrap_interval(values: np.ndarray) -> None:
    """A library answers NaN or a point to constant data; neither is an interval."""
    assert intervals.bootstrap_mean(values, Resampling(seed=1)) is None


def test_one_changed_file_still_has_an_interval_that_holds_its_mean() -> None:
    """BCa survives the sparsest data, or the percentile interval takes its place."""
    values = np.zeros(30)
    values[0] = 1.0

    interval = intervals.bootstrap_mean(values, Resampling(seed=1))

    assert interval is not None
    assert interval.low is not None
    assert interval.high is not None
    assert interval.low <= values.mean() <= interval.high


def test_very_many_different_values_get_the_t_interval_and_say_so() -> None:
    """Resampling a hundred thousand fine values would take minutes and change nothing."""
    values = np.random.default_rng(0).normal(size=TOO_MANY_TO_RESAMPLE + 1)

    interval = intervals.bootstrap_mean(values, Resampling(seed=1))

    assert interval is not None
    assert interval.method == "t (more than 20,000 files with different values)"


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_a_seed_decides_everything(seed: int) -> None:
    """Equal seeds give equal intervals."""
    values = np.array([0.0, 1.0, 0.5, -1.0, 3.0, 0.25])
    resampling = Resampling(seed=seed, n_resamples=99)

    assert intervals.bootstrap_mean(values, resampling) == intervals.bootstrap_mean(values, resampling)


def test_the_t_summary_is_that_of_the_library() -> None:
    """Mean, t and p agree with scipy's one-sample test."""
    values = np.random.default_rng(1).normal(0.3, 1, size=50)

    summary = intervals.summarise_mean(values)
    library = stats.ttest_1samp(values, 0)

    assert summary.t == pytest.approx(library.statistic)
    assert summary.p_value == pytest.approx(library.pvalue)
    assert summary.interval is not None
    assert (summary.interval.low, summary.interval.high) == pytest.approx(tuple(library.confidence_interval()))


def test_the_clustered_error_grows_with_likeness_inside_files() -> None:
    """Three equal values per file are one value per file."""
    tripled = [np.repeat(value, 3) for value in (0.0, 1.0, 2.0, 5.0)]
    single = np.array([0.0, 1.0, 2.0, 5.0])

    assert intervals.clustered_se(tripled) == pytest.approx(single.std(ddof=1) / 2)


@pytest.mark.parametrize(
    "values",
    [
        np.array([3.1 - 3.0, 2.1 - 2.0, 1.1 - 1.0, 4.1 - 4.0]),
        np.array([1 / 3, 1 - 2 / 3]),
        np.array([1 - 8e-10, 1 + 8e-10]),
    ],
)
def test_changes_that_rounding_pulled_apart_have_no_spread(values: Floats) -> None:
    """Four changes of 0.1 differ in the sixteenth digit; that is no standard error, no p of 0 and no interval."""
    assert float(np.ptp(values)) > 0

    assert intervals.bootstrap_mean(values, Resampling(seed=1)) is None
    if float(np.ptp(values)) <= 1e-9:
        summary = intervals.summarise_mean(values)
        assert (summary.se, summary.p_value, summary.interval) == (0.0, None, None)
