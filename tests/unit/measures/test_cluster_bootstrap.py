"""Several pairs per file, resampled by file (B6, B7)."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures import resampled_sums as drawing
from fairdesk.measures.cluster_bootstrap import FilePairs, pooled_effects, pooled_points
from fairdesk.measures.intervals import clustered_se
from fairdesk.measures.pairs import Floats
from fairdesk.measures.ratio_of_sums import bootstrap_ratio
from fairdesk.measures.resampled_sums import resampled_sums
from fairdesk.measures.resampling import Resampling

QUICK = Resampling(seed=2, n_resamples=199)

rows = st.lists(st.tuples(st.integers(0, 7), st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=40)


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


def paired(drawn: list[tuple[int, int, int]]) -> FilePairs:
    file, base, variant = np.array(drawn, dtype=np.int64).reshape(-1, 3).T
    return FilePairs(file=file, base=base.astype(float), variant=variant.astype(float), n_files=8)


@given(rows)
def test_the_points_are_those_of_pandas(drawn: list[tuple[int, int, int]]) -> None:
    """Consistency, both gaps, shift and counts, grouped by file."""
    pairs = paired(drawn)
    table = pd.DataFrame({"file": pairs.file, "change": pairs.variant - pairs.base})

    found = pooled_effects(pairs, {}, "points", QUICK)

    assert measured(found.consistency).value == pytest.approx((table.change == 0).mean())
    assert measured(found.pair_gap).value == pytest.approx(table.change.abs().mean())
    assert measured(found.shift).value == pytest.approx(table.change.mean())
    assert measured(found.cf_gap).value == pytest.approx(table.change.abs().groupby(table.file).mean().mean())
    assert (found.down, found.up) == ((table.change < 0).sum(), (table.change > 0).sum())
    assert measured(found.shift).n == table.file.nunique()
    points = pooled_points(pairs)
    assert points.consistency == pytest.approx(measured(found.consistency).value)
    assert points.cf_gap == pytest.approx(measured(found.cf_gap).value)
    assert points.pair_gap == pytest.approx(measured(found.pair_gap).value)
    assert points.shift == pytest.approx(measured(found.shift).value)
    assert (points.down, points.up, points.n_files) == (found.down, found.up, table.file.nunique())


@given(rows)
def test_the_standard_error_is_that_by_file(drawn: list[tuple[int, int, int]]) -> None:
    """The pooled shift has the cluster standard error of its groups."""
    pairs = paired(drawn)
    change = pairs.variant - pairs.base
    groups = [change[pairs.file == file] for file in np.unique(pairs.file)]

    found = measured(pooled_effects(pairs, {}, "points", QUICK).shift)

    assert found.details.get("se") == pytest.approx(clustered_se(groups))


@given(rows, st.randoms(use_true_random=False))
def test_the_order_of_pairs_changes_nothing(drawn: list[tuple[int, int, int]], random: object) -> None:
    """Equal data and seed give equal intervals, however the rows lie in the file."""
    other = list(drawn)
    random.shuffle(other)  # type: ignore[attr-defined]

    assert pooled_effects(paired(other), {}, "points", QUICK) == pooled_effects(paired(drawn), {}, "points", QUICK)


def test_both_ways_of_drawing_reach_the_known_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Multinomial counts and drawn files spread alike: by sqrt(sum (u - ubar)^2)."""
    sums = np.random.default_rng(1).integers(-3, 4, size=(300, 2)).astype(np.float64)
    many = Resampling(seed=4, n_resamples=8_000)
    wanted = np.sqrt(((sums - sums.mean(axis=0)) ** 2).sum(axis=0))

    for files_per_count in (0, 10**9):
        monkeypatch.setattr(drawing, "FILES_PER_COUNT", files_per_count)
        drawn = resampled_sums(sums, many)

        assert drawn.mean(axis=0) == pytest.approx(sums.sum(axis=0), abs=4 * float(wanted.max()) / 89)
        assert drawn.std(axis=0) == pytest.approx(wanted, rel=0.04)
        assert np.corrcoef(drawn.T)[0, 1] == pytest.approx(np.corrcoef(sums.T)[0, 1], abs=0.05)


def test_three_columns_are_drawn_with_the_same_files() -> None:
    """A column that is the sum of two others is so in every resample."""
    one = np.random.default_rng(3).normal(size=(50, 2))
    sums = resampled_sums(np.column_stack([one, one.sum(axis=1)]), QUICK)

    assert sums[:, 2] == pytest.approx(sums[:, 0] + sums[:, 1])


def test_correlated_pairs_of_a_file_widen_the_interval() -> None:
    """Four copies of every pair say no more than one: the interval stays as wide."""
    change = np.random.default_rng(6).integers(-2, 3, size=200).astype(np.float64)
    many = Resampling(seed=5, n_resamples=4_000)

    def width(copies: int) -> float:
        file = np.repeat(np.arange(200), copies)
        pairs = FilePairs(file=file, base=np.zeros(file.size), variant=change[file], n_files=200)
        interval = measured(pooled_effects(pairs, {}, "points", many).shift).interval
        assert interval is not None
        assert interval.low is not None
        assert interval.high is not None
        return interval.high - interval.low

    assert width(4) == pytest.approx(width(1), rel=0.05)


def test_nothing_one_file_and_files_that_are_all_alike_have_no_interval() -> None:
    """No pair is not measured; one file and equal files are numbers without an interval, and say why."""
    empty = FilePairs(file=np.array([], dtype=np.int64), base=np.array([]), variant=np.array([]), n_files=3)
    nothing = pooled_effects(empty, {"variant": 3}, "points", QUICK)
    assert isinstance(nothing.consistency, NotMeasured)
    assert isinstance(nothing.cf_gap, NotMeasured)
    assert nothing.largest is None
    assert pooled_points(empty).consistency is pooled_points(empty).shift is None

    for drawn in ([(0, 3, 3), (0, 3, 4)], [(0, 3, 4), (1, 2, 3), (2, 4, 5)]):
        found = measured(pooled_effects(paired(drawn), {}, "points", QUICK).shift)
        assert found.interval is None
        assert found.warnings


def test_a_file_number_that_cannot_be_is_a_fault_of_the_caller() -> None:
    """Beyond the planned files, below 0, or missing."""
    for file in (np.array([8]), np.array([-1]), np.array([0, 1])):
        pairs = FilePairs(file=file, base=np.array([1.0]), variant=np.array([2.0]), n_files=8)
        with pytest.raises(ValueError, match="file"):
            pooled_effects(pairs, {}, "points", QUICK)


def test_the_interval_of_a_ratio_covers_as_often_as_it_says() -> None:
    """In 300 studies of 60 files with unequal numbers of pairs, a 95 percent interval covers in 88 to 99 percent."""
    rng = np.random.default_rng(8)
    covered = 0
    for _ in range(300):
        wholes = rng.integers(1, 6, size=60).astype(np.float64)
        parts: Floats = rng.normal(0.3, 1.0, size=60) * wholes
        interval = bootstrap_ratio(parts, wholes, QUICK)
        assert interval is not None
        assert interval.low is not None
        assert interval.high is not None
        covered += interval.low <= 0.3 <= interval.high
    assert 0.88 * 300 <= covered <= 0.99 * 300
