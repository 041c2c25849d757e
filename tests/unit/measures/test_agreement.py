"""Percent agreement and Krippendorff's alpha (M28)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.agreement import (
    LEVELS,
    NEEDS_TWO_RATERS,
    NO_PAIRABLE_UNIT,
    NO_VARIATION,
    Level,
    krippendorff_alpha,
    percent_agreement,
)
from fairdesk.measures.pairs import Floats
from fairdesk.measures.resampling import Resampling

FEW = Resampling(seed=1, n_resamples=40)
NAN = float("nan")

values = st.one_of(st.just(NAN), st.integers(1, 4).map(float))
matrices = arrays.arrays(np.float64, st.tuples(st.integers(2, 4), st.integers(1, 12)), elements=values)


def alpha(ratings: Floats, level: Level) -> float | None:
    found = krippendorff_alpha(ratings, level, FEW)
    return found.value if isinstance(found, Estimate) else None


def from_first_principles(ratings: Floats, level: Level) -> float | None:
    """Alpha from the coincidence matrix, cell by cell."""
    units = [unit[~np.isnan(unit)] for unit in ratings.T]
    units = [unit for unit in units if unit.size >= 2]
    categories = sorted({float(value) for unit in units for value in unit})
    coincidences = dict.fromkeys(itertools.product(categories, repeat=2), 0.0)
    for unit in units:
        for i, j in itertools.permutations(range(unit.size), 2):
            coincidences[unit[i], unit[j]] += 1 / (unit.size - 1)
    margin = {c: sum(coincidences[c, k] for k in categories) for c in categories}
    n = sum(margin.values())

    def distance(c: float, k: float) -> float:
        if level == "nominal":
            return float(c != k)
        if level == "interval":
            return (c - k) ** 2
        low, high = min(c, k), max(c, k)
        return (sum(margin[g] for g in categories if low <= g <= high) - (margin[c] + margin[k]) / 2) ** 2

    expected = sum(margin[c] * margin[k] * distance(c, k) for c, k in coincidences)
    if expected == 0:
        return None
    return 1 - (n - 1) * sum(o * distance(c, k) for (c, k), o in coincidences.items()) / expected


@given(matrices, st.sampled_from(LEVELS))
def test_alpha_equals_the_coincidence_matrix(ratings: Floats, level: Level) -> None:
    """The matrix form gives what the definition gives, cell by cell, also where nothing can be computed."""
    found, wanted = alpha(ratings, level), from_first_principles(ratings, level)

    assert found == (None if wanted is None else pytest.approx(wanted, abs=1e-9))


@given(matrices, st.sampled_from(LEVELS), st.randoms(use_true_random=False))
def test_order_of_raters_and_units_does_not_matter(ratings: Floats, level: Level, random: object) -> None:
    """Alpha and its interval stay when raters and units change places."""
    rng = np.random.default_rng(random.randrange(1000))  # type: ignore[attr-defined]
    shuffled = rng.permutation(rng.permutation(ratings, axis=0), axis=1)

    first, second = krippendorff_alpha(ratings, level, FEW), krippendorff_alpha(shuffled, level, FEW)

    if isinstance(first, Estimate):
        assert isinstance(second, Estimate)
        assert second.value == pytest.approx(first.value)
        if first.interval is None:
            assert second.interval is None
        else:
            assert second.interval is not None
            assert second.interval.low == pytest.approx(first.interval.low)
            assert second.interval.high == pytest.approx(first.interval.high)
    else:
        assert second == first


@given(matrices, st.permutations([1.0, 2.0, 3.0, 4.0]))
def test_nominal_alpha_does_not_know_names(ratings: Floats, names: list[float]) -> None:
    """Other names for the categories of a nominal scale change nothing."""
    renamed = ratings.copy()
    for old, new in zip([1.0, 2.0, 3.0, 4.0], names, strict=True):
        renamed[ratings == old] = new

    assert alpha(renamed, "nominal") == pytest.approx(alpha(ratings, "nominal"))


@given(matrices)
def test_ordinal_alpha_knows_the_order_alone(ratings: Floats) -> None:
    """Any numbers in the same order give the same ordinal alpha, and equally stretched ones the same interval alpha."""
    assert alpha(ratings**3, "ordinal") == pytest.approx(alpha(ratings, "ordinal"))
    assert alpha(ratings * 1e150, "interval") == pytest.approx(alpha(ratings, "interval"))


@given(matrices, st.sampled_from(LEVELS))
def test_what_was_not_rated_changes_nothing(ratings: Floats, level: Level) -> None:
    """A rater who rated nothing and a unit with one rating leave alpha as it is."""
    wider = np.full((ratings.shape[0] + 1, ratings.shape[1] + 2), NAN)
    wider[: ratings.shape[0], : ratings.shape[1]] = ratings
    wider[0, -1] = 9.0

    assert alpha(wider, level) == pytest.approx(alpha(ratings, level))


@given(matrices, st.sampled_from(LEVELS))
def test_alpha_never_passes_one_and_its_interval_holds_no_more(ratings: Floats, level: Level) -> None:
    """Alpha is at most 1, and so are the ends of its interval."""
    found = krippendorff_alpha(ratings, level, FEW)
    assume(isinstance(found, Estimate))
    assert isinstance(found, Estimate)

    assert found.value <= 1 + 1e-9
    if found.interval is not None:
        assert found.interval.low is not None
        assert found.interval.high is not None
        assert found.interval.low <= found.interval.high <= 1 + 1e-9


@given(matrices)
def test_percent_agreement_is_the_mean_share_of_agreeing_pairs(ratings: Floats) -> None:
    """The share of agreeing pairs, unit by unit, is what is averaged."""
    units = [unit[~np.isnan(unit)] for unit in ratings.T]
    shares = [
        np.mean([a == b for a, b in itertools.combinations(unit.tolist(), 2)]) for unit in units if unit.size >= 2
    ]
    found = percent_agreement(ratings, FEW)

    if shares:
        assert isinstance(found, Estimate)
        assert found.value == pytest.approx(np.mean(shares))
        assert found.n == len(shares)
    else:
        assert isinstance(found, NotMeasured)


def test_raters_who_gave_one_value_show_nothing_beyond_chance() -> None:
    """Three raters and three units all 1: alpha is not defined, percent agreement is 100 % (public case ST-05)."""
    ratings = np.ones((3, 3))

    for level in LEVELS:
        found = krippendorff_alpha(ratings, level, FEW)
        assert isinstance(found, NotMeasured)
        assert found.reason == NO_VARIATION
    percent = percent_agreement(ratings, FEW)
    assert isinstance(percent, Estimate)
    assert percent.value == 1.0


def test_a_blank_is_no_category() -> None:
    """(1, 1, 2), (1, 1, -), (-, 1, 2) give alpha 1.0; the blank as a label would give 0.33 (public case ST-07)."""
    ratings = np.array([[1, 1, 2], [1, 1, NAN], [NAN, 1, 2]])

    assert alpha(ratings, "nominal") == pytest.approx(1.0)
    assert alpha(np.nan_to_num(ratings, nan=3.0), "nominal") != pytest.approx(1.0)


def test_one_rater_needs_another() -> None:
    """The ratings of a single rater are answered in words, not by NaN (public case ST-09)."""
    for ratings in (np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 2.0], [NAN, NAN]]), np.full((0, 3), NAN)):
        for found in (krippendorff_alpha(ratings, "nominal", FEW), percent_agreement(ratings, FEW)):
            assert isinstance(found, NotMeasured)
            assert found.reason == NEEDS_TWO_RATERS


def test_raters_without_a_common_unit_are_not_compared() -> None:
    """Two raters who rated different units share no pair."""
    found = krippendorff_alpha(np.array([[1.0, NAN], [NAN, 1.0]]), "nominal", FEW)

    assert isinstance(found, NotMeasured)
    assert found.reason == NO_PAIRABLE_UNIT


def test_an_infinite_rating_is_refused() -> None:
    """An infinite rating is a fault of the caller."""
    with pytest.raises(ValueError, match="infinite"):
        krippendorff_alpha(np.array([[1.0, np.inf], [1.0, 2.0]]), "interval", FEW)


def test_complete_agreement_has_no_interval_of_its_own() -> None:
    """Every resample of complete agreement gives 1: that shows no uncertainty, so no interval is printed."""
    found = krippendorff_alpha(np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]), "nominal", FEW)

    assert isinstance(found, Estimate)
    assert found.value == pytest.approx(1.0)
    assert found.interval is None
    assert found.warnings


def test_chance_gives_an_alpha_near_zero_inside_its_interval() -> None:
    """Independent ratings agree as chance does, and the interval says so."""
    ratings = np.random.default_rng(5).integers(1, 4, size=(2, 400)).astype(float)

    found = krippendorff_alpha(ratings, "nominal", Resampling(seed=2, n_resamples=500))

    assert isinstance(found, Estimate)
    assert found.interval is not None
    assert found.interval.low is not None
    assert found.interval.high is not None
    assert abs(found.value) < 0.1
    assert found.interval.low < 0 < found.interval.high


@settings(max_examples=20)
@given(st.floats(1e-3, 1e300), st.floats(-1e300, 1e300))
def test_huge_and_tiny_scales_do_not_matter(unit: float, zero: float) -> None:
    """Interval alpha is that of the pattern, whatever zero and unit the numbers have."""
    pattern = np.array([[0.0, 1.0, 2.0, 2.0], [0.0, 1.0, 2.0, 1.0]])
    assume(unit > abs(zero) * 1e-9)
    scaled = pattern / 4 * unit + zero
    assume(bool(np.isfinite(scaled).all()))

    assert alpha(scaled, "interval") == pytest.approx(alpha(pattern, "interval"), abs=1e-4)
