"""The signed-rank test: exact whatever ties and zeros there are, and nothing where nothing changed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.signed_ranks import Zeros, one_sided_sign_p, signed_rank

changes = st.lists(st.sampled_from([-2.0, -1.0, -0.5, 0.0, 0.0, 0.5, 1.0, 2.0]), min_size=1, max_size=9)


def enumerated(values: list[float], zeros: Zeros) -> float:
    """The exact p-value by trying every sign of every changed file."""
    kept = np.array(values if zeros == "pratt" else [value for value in values if value])
    ranks, signs = stats.rankdata(np.abs(kept))[kept != 0], np.sign(kept[kept != 0])
    observed = abs(float(ranks @ signs))
    sums = [abs(float(ranks @ np.array(flips))) for flips in itertools.product((-1, 1), repeat=ranks.size)]
    return sum(one >= observed - 1e-9 for one in sums) / len(sums)


@settings(max_examples=120, deadline=None)
@given(values=changes, zeros=st.sampled_from(["pratt", "wilcox"]))
def test_the_exact_p_is_that_of_all_signs(values: list[float], zeros: Zeros) -> None:
    """Dynamic programming gives what trying every sign gives, with ties and zeros of any number."""
    effect, test = signed_rank(np.array(values), zeros)

    if not any(values):
        assert isinstance(effect, NotMeasured)
        assert test.p_value is None
        return
    assert isinstance(effect, Estimate)
    assert test.p_value == pytest.approx(enumerated(values, zeros), abs=1e-12)
    assert -1 <= effect.value <= 1


@settings(max_examples=40, deadline=None)
@given(
    values=st.lists(st.integers(-3, 3).map(float), min_size=60, max_size=90), zeros=st.sampled_from(["pratt", "wilcox"])
)
def test_the_approximation_is_that_of_the_library(values: list[float], zeros: Zeros) -> None:
    """Its p agrees with scipy's asymptotic form without continuity correction."""
    assume(any(values))
    effect, _ = signed_rank(np.array(values), zeros)
    library = stats.wilcoxon(values, zero_method=zeros, method="asymptotic", correction=False)

    assert isinstance(effect, Estimate)
    assert effect.details["p_normal"] == pytest.approx(float(library.pvalue), abs=1e-9)


def test_all_zeros_are_not_p_of_one() -> None:
    """The library answers p = 1 to twelve unchanged files; here there is no test and a reason."""
    effect, test = signed_rank(np.zeros(12))

    assert isinstance(effect, NotMeasured)
    assert (test.p_value, test.reason) == (None, "no file changed, so there are no changes to rank")


def test_rounding_does_not_break_ties() -> None:
    """0.1 + 0.2 and 0.3 are one size, and huge and tiny changes are ranked without a warning."""
    assert signed_rank(np.array([0.1 + 0.2, -0.3, 1.0])) == signed_rank(np.array([0.3, -0.3, 1.0]))
    effect, _ = signed_rank(np.array([1e60, -1e-8, 1e300]))
    assert isinstance(effect, Estimate)


def test_a_million_files_take_a_moment() -> None:
    """Beyond fifty changed files the normal approximation decides, in time linear in the files."""
    values = np.random.default_rng(5).integers(-2, 3, size=1_000_000).astype(float)
    effect, test = signed_rank(values)

    assert isinstance(effect, Estimate)
    assert "normal" in test.name
    assert "p_exact" not in effect.details


def test_the_one_sided_sign_test() -> None:
    """Five down and none up: 1/32; no changed file: no test."""
    assert one_sided_sign_p(5, 0) == pytest.approx(0.03125)
    assert one_sided_sign_p(0, 0) is None
