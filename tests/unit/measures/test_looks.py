"""Looking early, and the test that allows it (M35)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairdesk.measures.looks import (
    anytime_power,
    anytime_sample_size,
    anytime_sign_test,
    overall_type1,
    smallest_anytime_direction,
    too_few_changes,
)


def test_two_looks_are_those_of_the_bivariate_normal_distribution() -> None:
    """The recursion equals the two-dimensional integral of the library."""
    z = float(stats.norm.isf(0.025))
    both = stats.multivariate_normal(cov=[[1, math.sqrt(0.5)], [math.sqrt(0.5), 1]])
    inside = both.cdf([z, z], lower_limit=[-z, -z])

    assert overall_type1(2) == pytest.approx(1 - inside, abs=1e-5)


@pytest.mark.parametrize(
    ("looks", "printed"), [(1, 0.050), (2, 0.083), (3, 0.107), (4, 0.126), (5, 0.142), (10, 0.193), (20, 0.248)]
)
def test_the_published_table_is_reproduced(looks: int, printed: float) -> None:
    """Armitage, McPherson and Rowe 1969, table 2, column 5 percent."""
    assert overall_type1(looks) == pytest.approx(printed, abs=6e-4)


def test_looking_more_often_costs_more() -> None:
    """It rises with every look, also for many."""
    costs = [overall_type1(looks, 0.01) for looks in (1, 2, 5, 50, 300)]

    assert costs == sorted(costs)
    assert costs[0] == pytest.approx(0.01)
    assert costs[-1] < 1


@pytest.mark.parametrize(("looks", "nominal"), [(0, 0.05), (1001, 0.05), (3, 0.0), (3, 1.0), (3, float("nan"))])
def test_what_cannot_be_planned_is_a_fault_of_the_caller(looks: int, nominal: float) -> None:
    """No look, too many, or a level that is none."""
    with pytest.raises(ValueError, match="look"):
        overall_type1(looks, nominal)


@given(st.lists(st.booleans(), max_size=40))
def test_the_p_value_never_rises_with_more_changes(downs: list[bool]) -> None:
    """Reading it at every change is allowed: the smallest so far stands."""
    read = [anytime_sign_test(downs[:n]).test.p_value for n in range(1, len(downs) + 1)]

    assert read == sorted(read, reverse=True)  # type: ignore[type-var]
    assert all(p is not None and 0 < p <= 1 for p in read)


@given(st.integers(1, 30), st.data())
def test_the_e_value_is_the_mixture_of_all_shares(n: int, data: st.DataObject) -> None:
    """Numerical integration over the Beta(1/2, 1/2) distribution, substituted to be smooth."""
    k = data.draw(st.integers(0, n))
    angle = (np.arange(2000) + 0.5) / 2000 * (math.pi / 2)
    share = np.sin(angle) ** 2
    mixed = float((2.0**n * share**k * (1 - share) ** (n - k)).mean())

    assert anytime_sign_test([True] * k + [False] * (n - k)).e_value == pytest.approx(mixed, rel=1e-6)


def test_false_alarms_stay_below_the_level_however_often_one_looks() -> None:
    """Among 2,000 studies without an effect, read after each of 60 changes, at most 5 percent ever reject."""
    rng = np.random.default_rng(5)
    alarms = sum((anytime_sign_test(rng.random(60) < 0.5).test.p_value or 1) <= 0.05 for _ in range(2000))

    assert alarms <= 100


def test_no_change_is_no_test_and_very_many_stay_finite() -> None:
    """Nothing changed: no number. Everything went one way 5,000 times: a p-value above 0."""
    nothing, much = anytime_sign_test([]), anytime_sign_test([True] * 5000)

    assert (nothing.e_value, nothing.max_e_value, nothing.test.p_value) == (None, None, None)
    assert nothing.test.reason
    assert much.e_value is not None
    assert math.isfinite(much.e_value)
    assert much.test.p_value is not None
    assert 0 < much.test.p_value < 1e-300


def test_the_chance_to_find_a_direction_by_any_time_is_that_of_simulated_runs() -> None:
    """4,000 runs of 400 files, 13 percent changed and two of three one way, find it as often as the exact chance."""
    rng = np.random.default_rng(11)
    found = 0
    for changes in rng.binomial(400, 0.13, 4000):
        found += (anytime_sign_test(list(rng.random(changes) < 2 / 3)).test.p_value or 1.0) <= 0.05
    assert found / 4000 == pytest.approx(anytime_power(400, 0.13, 2 / 3), abs=0.025)


def test_it_costs_files_to_read_at_any_time() -> None:
    """Without an effect the chance stays below the level, and the size needed is reached and not one file before."""
    assert anytime_power(5000, 0.13, 0.5) < 0.05
    size = anytime_sample_size(0.2, 0.7)
    assert size is not None
    assert size.n_first_reaching > 258
    assert anytime_power(size.n_first_reaching, 0.2, 0.7) >= 0.8 > anytime_power(size.n_first_reaching - 1, 0.2, 0.7)
    smallest = smallest_anytime_direction(400, 0.13)
    assert smallest is not None
    assert anytime_power(400, 0.13, smallest.share_one_way) == pytest.approx(0.8, abs=0.001)
    assert smallest_anytime_direction(20, 0.13) is None


def test_the_fewest_changes_that_can_show_something() -> None:
    """One change more than too few, all one way, reaches the level; too few do not."""
    few = too_few_changes(0.05)
    assert (anytime_sign_test([True] * few).test.p_value or 1) > 0.05
    assert (anytime_sign_test([True] * (few + 1)).test.p_value or 1) <= 0.05
