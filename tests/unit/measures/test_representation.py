"""Shares of listed words and what chance gives (M18, M20)."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.representation import (
    checked_reference,
    distance,
    exact_multinomial_test,
    expected_distance,
    mention_share,
    normalised_distance,
    representation,
    representation_by_generation,
    share_se,
    system_exchange_test,
    uniform,
)
from fairdesk.measures.resampling import Resampling

RESAMPLING = Resampling(seed=1, n_resamples=499, n_flips=4_999)


def every_table(n: int, shares: np.ndarray) -> list[tuple[np.ndarray, float]]:
    """Every table of n mentions with its probability, from factorials."""
    found = []
    for counts in itertools.product(range(n + 1), repeat=shares.size):
        if sum(counts) == n:
            ways = math.factorial(n) / math.prod(math.factorial(count) for count in counts)
            found.append((np.array(counts), ways * float(np.prod(shares ** np.array(counts)))))
    return found


def test_no_listed_word_is_not_measured() -> None:
    """Without a mention there are no shares, and no distance of 0."""
    found = representation(np.zeros(2, dtype=np.int64), uniform(2))

    assert isinstance(found.tvd, NotMeasured)
    assert found.expected is None
    assert found.p_observed == ()


def test_one_group_alone_is_as_far_as_it_can_be() -> None:
    """The largest value is reached when only one group is named."""
    found = representation(np.array([0, 0, 9]), uniform(3))

    assert isinstance(found.tvd, Estimate)
    assert found.tvd.value == pytest.approx(found.largest) == pytest.approx(2 / 3)


def test_sums_alone_give_no_interval_and_say_why() -> None:
    """Pronouns of one generation are not independent, so that sums do not tell the spread."""
    found = representation(np.array([7, 3]), uniform(2)).tvd

    assert isinstance(found, Estimate)
    assert found.interval is None
    assert "per generation" in found.warnings[0]


@pytest.mark.parametrize(
    ("n", "two", "three"), [(10, 0.123, 0.182), (50, 0.056, 0.080), (100, 0.040, 0.057), (500, 0.018, 0.025)]
)
def test_the_published_expectations_are_reproduced(n: int, two: float, three: float) -> None:
    """What an even speaker shows at small n, for two and three groups."""
    assert expected_distance(n, uniform(2)) == pytest.approx(two, abs=5e-4)
    assert expected_distance(n, uniform(3)) == pytest.approx(three, abs=5e-4)


@given(st.integers(1, 9), st.lists(st.integers(0, 9), min_size=2, max_size=3).filter(any))
def test_the_expectation_is_that_of_every_table(n: int, weights: list[int]) -> None:
    """The closed form equals the mean over all tables of counts."""
    shares = np.array(weights) / sum(weights)
    wanted = sum(chance * distance(counts / n, shares) for counts, chance in every_table(n, shares))

    assert expected_distance(n, shares) == pytest.approx(wanted, abs=1e-12)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=4).filter(any), st.integers(1, 4))
def test_the_exact_test_is_that_of_every_table(counts: list[int], first: int) -> None:
    """The p-value is the probability of all tables that are no more probable than the observed one."""
    shares = np.array([first] + [2] * (len(counts) - 1))
    shares = shares / shares.sum()
    tables = every_table(sum(counts), shares)
    observed = next(chance for table, chance in tables if table.tolist() == counts)
    wanted = sum(chance for _, chance in tables if chance <= observed * (1 + 1e-7))

    found = exact_multinomial_test(np.array(counts), shares, RESAMPLING)

    assert found.p_value == pytest.approx(min(1.0, wanted), rel=1e-6)


def test_drawn_tables_come_near_the_exact_ones() -> None:
    """Where there are too many tables to list, the drawn p is near that of the chi-square limit, and never 0."""
    counts = np.array([260, 240, 250, 270, 230, 250])
    found = exact_multinomial_test(counts, uniform(6), RESAMPLING)
    far = exact_multinomial_test(np.array([900, 10, 10, 10, 10, 10]), uniform(6), RESAMPLING)

    assert "drawn" in found.name
    assert found.p_value == pytest.approx(0.5494, abs=0.03)
    assert far.p_value == 1 / 5_000


@pytest.mark.parametrize(
    ("counts", "shares", "words"),
    [
        ([0, 0], [0.5, 0.5], "no listed word"),
        ([1, 1], [1.0, 0.0], "gives no share"),
        ([3, 0], [1.0, 0.0], "nothing to compare"),
    ],
)
def test_what_cannot_be_tested_has_a_reason(counts: list[int], shares: list[float], words: str) -> None:
    """No mention, or one that the reference rules out, gives no p-value."""
    found = exact_multinomial_test(np.array(counts), np.array(shares), RESAMPLING)

    assert found.p_value is None
    assert words in found.reason


@pytest.mark.parametrize("shares", [[0.5], [0.5, 0.6], [-0.5, 1.5], [math.nan, 1.0]])
def test_a_reference_that_is_none_is_refused(shares: list[float]) -> None:
    """Shares belong to every list, are not negative, and sum to 1."""
    with pytest.raises(ValueError, match="reference"):
        checked_reference(shares, 2)


def test_generations_carry_the_spread() -> None:
    """Mentions that come in clusters give a wider interval than as many single ones."""
    clustered = np.array([[10, 0], [0, 10]] * 10)
    single = np.array([[1, 0], [0, 1]] * 100)

    wide = representation_by_generation(clustered, uniform(2), RESAMPLING).tvd
    narrow = representation_by_generation(single, uniform(2), RESAMPLING).tvd

    assert isinstance(wide, Estimate)
    assert isinstance(narrow, Estimate)
    assert wide.interval is not None
    assert narrow.interval is not None
    assert wide.interval.high > 2 * narrow.interval.high


@pytest.mark.parametrize("rows", [[[5, 3]], [[5, 3], [0, 0]], [[2, 1], [2, 1]]])
def test_generations_without_spread_have_no_interval(rows: list[list[int]]) -> None:
    """One generation with words, or equal ones, show no spread."""
    found = representation_by_generation(np.array(rows), uniform(2), RESAMPLING).tvd

    assert isinstance(found, Estimate)
    assert found.interval is None


def test_no_generation_has_no_standard_error() -> None:
    """Without words there is none, by generation or naively."""
    assert share_se(np.zeros((3, 2), dtype=np.int64), 0) == (None, None)
    # Mentions of one list alone: an error of 0 would claim a certainty that three mentions do not give.
    assert share_se(np.array([[2, 0], [1, 0]]), 0) == (None, None)


def test_two_systems_are_told_apart_only_when_they_differ() -> None:
    """A system that names one group far more often is found; exchanging equal counts tests nothing."""
    even, skewed = np.array([[1, 1]] * 30), np.array([[3, 0]] * 30)

    assert system_exchange_test(skewed, even, uniform(2), RESAMPLING).p_value == 1 / 5_000
    assert system_exchange_test(even, even, uniform(2), RESAMPLING).reason == "no prompt differs"
    assert system_exchange_test(0 * even, even, uniform(2), RESAMPLING).p_value is None


def test_mirrored_systems_do_not_differ_in_distance() -> None:
    """Two systems that are equally far from the reference, one each way, give no small p."""
    one = np.array([[3, 1], [2, 1], [4, 1], [1, 1]])

    found = system_exchange_test(one, one[:, ::-1], uniform(2), RESAMPLING)

    assert found.p_value == 1.0


def test_a_share_has_generations_as_units() -> None:
    """The interval of a share widens with the clustering of its mentions, and needs some spread."""
    clustered = mention_share(np.array([[10, 0], [0, 10]] * 10), 0)
    single = mention_share(np.array([[1, 0], [0, 1]] * 100), 0)
    alone = mention_share(np.array([[3, 1]]), 0)

    assert isinstance(clustered, Estimate)
    assert isinstance(single, Estimate)
    assert isinstance(alone, Estimate)
    assert clustered.interval is not None
    assert single.interval is not None
    assert clustered.interval.high > single.interval.high
    assert (alone.value, alone.interval) == (0.75, None)
    assert isinstance(mention_share(np.zeros((2, 2), dtype=np.int64), 0), NotMeasured)


def test_lists_of_unequal_length_differ_in_the_normalised_value() -> None:
    """Counts as frequent per word as each other are no distance in HELM's value, and one in ours."""
    counts = np.array([20, 16, 20])

    helm = normalised_distance(counts, counts)
    assert isinstance(helm, Estimate)
    assert helm.value == pytest.approx(0.0)
    assert isinstance(normalised_distance(0 * counts, counts), NotMeasured)
    ours = representation(counts, uniform(3)).tvd
    assert isinstance(ours, Estimate)
    assert ours.value > 0.04


def test_generations_of_equal_shares_give_no_interval_of_one_point() -> None:
    """Generations that differ in length and not in shares have one distance in every resample."""
    found = representation_by_generation(np.array([[1, 2], [2, 4], [3, 6]]), uniform(2), RESAMPLING).tvd

    assert isinstance(found, Estimate)
    assert found.interval is None
    assert "the same shares" in found.warnings[0]
