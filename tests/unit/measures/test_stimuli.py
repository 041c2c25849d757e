"""Names as a second source of variation (M40)."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.stimuli import NamedDifferences, NamesEffect, names_effect, names_sentence

rows = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 6), st.integers(-2, 2)), min_size=1, max_size=50)


def effect_of(drawn: list[tuple[int, int, int]]) -> NamesEffect:
    file, name, difference = np.array(drawn, dtype=np.int64).reshape(-1, 3).T
    return names_effect(
        NamedDifferences(file=file, name=name, difference=difference.astype(float)), {"variant": 1}, "points"
    )


@given(rows)
def test_the_standard_errors_are_those_of_the_library(drawn: list[tuple[int, int, int]]) -> None:
    """By file, by name and by both, as a regression on a constant gives them."""
    found = effect_of(drawn)
    assert isinstance(found.effect, Estimate)
    file, name, difference = np.array(drawn, dtype=np.int64).reshape(-1, 3).T
    if min(found.n_files, found.n_names) < 2 or np.ptp(difference) == 0:
        return
    clusters = {"se_file": file, "se_name": name}
    for key, groups in clusters.items():
        fit = sm.OLS(difference.astype(float), np.ones(file.size)).fit(
            cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
        )
        assert found.effect.details[key] == pytest.approx(fit.bse[0], abs=1e-9)
    both = [np.unique(codes, return_inverse=True)[1] for codes in (file, name)]
    covariance, _, _ = sm.stats.sandwich_covariance.cov_cluster_2groups(
        sm.OLS(difference.astype(float), np.ones(file.size)).fit(), *both, use_correction=False
    )
    if covariance[0, 0] > 1e-12:
        assert found.effect.details["se_two_way"] == pytest.approx(np.sqrt(covariance[0, 0]), abs=1e-9)


def test_an_effect_of_few_names_is_not_carried_over_to_others() -> None:
    """With three names the test is by file, the by-name analysis stands beside it, and the words say so."""
    found = effect_of([(file, name, -1 if name == 0 else 0) for file in range(20) for name in range(3)])

    assert isinstance(found.effect, Estimate)
    assert found.names_are_fixed
    assert "names as fixed" in found.effect.warnings[0]
    assert found.effect.details["p_by_name"] > 0.3


def test_with_enough_names_the_larger_p_value_is_reported() -> None:
    """One name of six carries the whole effect: files alone would call it clear, names do not."""
    rng = np.random.default_rng(4)
    drawn = [
        (file, name, int(rng.integers(-1, 2)) - (2 if name == 0 else 0)) for file in range(30) for name in range(6)
    ]
    found = effect_of(drawn)

    assert isinstance(found.effect, Estimate)
    details = found.effect.details
    assert details["p_file"] < 0.001
    assert found.test.p_value == max(details["p_two_way"], details["p_by_name"]) > 0.05
    means = [np.mean([d for _, n, d in drawn if n == name]) for name in range(6)]
    assert details["p_by_name"] == pytest.approx(stats.ttest_1samp(means, 0).pvalue)
    assert found.effect.interval is not None
    assert found.effect.interval.low is not None
    assert found.effect.interval.low < -0.5


def test_no_value_one_row_and_equal_values_give_no_test() -> None:
    """Nothing is not measured; one row and equal differences are a mean without interval or p-value, with reasons."""
    empty = np.array([], dtype=np.int64)
    nothing = names_effect(NamedDifferences(file=empty, name=empty, difference=np.array([])), {"variant": 2}, "points")
    assert isinstance(nothing.effect, NotMeasured)
    assert nothing.test.reason

    for drawn in ([(0, 0, 1)], [(file, name, 1) for file in range(6) for name in range(6)]):
        found = effect_of(drawn)
        assert isinstance(found.effect, Estimate)
        assert found.effect.value == 1
        assert found.effect.interval is None
        assert found.test.p_value is None
        assert found.test.reason
        assert found.effect.warnings


def test_the_sentence_names_what_was_not_checked() -> None:
    """An unchecked perception is said to be unchecked."""
    assert "checked by: a survey." in names_sentence("Mei", "a list", "a survey")
