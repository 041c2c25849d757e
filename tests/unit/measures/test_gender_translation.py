"""Gender of translated people: accuracy, F1, Delta G and Delta S, and what is no number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured, Outcome
from fairdesk.measures.gender_translation import (
    NOTHING_CODED,
    RightOf,
    accuracy_of,
    delta_s,
    f1_of,
    gender_translation,
)
from fairdesk.measures.resampling import Resampling

FEW = Resampling(seed=3, n_resamples=199)
TABLE = np.array([[8, 2, 0, 0], [5, 4, 0, 1], [1, 1, 2, 0]])


def value(outcome: Outcome) -> float:
    assert isinstance(outcome, Estimate), outcome
    return outcome.value


def test_the_scores_of_a_small_table() -> None:
    """By hand: 14 of 24 right; F1 male 16/24, female 8/17; unknown is wrong and stays in the denominator."""
    found = gender_translation(TABLE, {}, FEW)

    assert value(found.accuracy) == pytest.approx(14 / 24)
    assert value(found.unknown) == pytest.approx(1 / 24)
    assert value(found.by_gender["male"].precision) == pytest.approx(8 / 14)
    assert value(found.by_gender["female"].recall) == pytest.approx(4 / 10)
    assert value(found.by_gender["male"].f1) == pytest.approx(16 / 24)
    assert value(found.delta_g) == pytest.approx(16 / 24 - 8 / 17)


def test_delta_s_is_of_accuracies() -> None:
    """WMT-01: accuracies of 0.80 and 0.60 are a Delta S of 0.20, whatever the F1 scores are."""
    found = delta_s(RightOf(correct=80, n=100), RightOf(correct=60, n=100))

    assert value(found) == pytest.approx(0.20)
    assert isinstance(found, Estimate)
    assert found.interval is not None
    assert found.interval.low is not None
    assert found.interval.low < 0.20


@pytest.mark.parametrize("sets", [(0, 5), (5, 0), (0, 0)])
def test_a_missing_set_has_no_delta_s(sets: tuple[int, int]) -> None:
    """Without sentences on one side there is no difference, never one against 0."""
    pro, anti = sets

    found = delta_s(RightOf(correct=0, n=pro), RightOf(correct=0, n=anti))
    assert isinstance(found, NotMeasured)
    assert "no sentence" in found.reason


def test_nothing_coded_is_no_number() -> None:
    """An empty table has a reason for every number, and it is the same one."""
    found = gender_translation(np.zeros((3, 4), dtype=np.int64), {"not_attempted": 9}, FEW)

    outcomes = [found.accuracy, found.unknown, found.delta_g]
    outcomes += [one for scores in found.by_gender.values() for one in (scores.precision, scores.recall, scores.f1)]
    assert all(isinstance(one, NotMeasured) and one.reason == NOTHING_CODED for one in outcomes)
    assert found.accuracy.missing == {"not_attempted": 9}


def test_missing_sentences_give_bounds() -> None:
    """With more than 2 percent refused or unreadable, where the accuracy lies whatever they were is said (B9)."""
    found = gender_translation(TABLE, {"refused": 4, "unreadable": 2}, FEW).accuracy

    assert isinstance(found, Estimate)
    assert (found.details["bounds_low"], found.details["bounds_high"]) == (14 / 30, 20 / 30)
    assert found.warnings == ("6 of 30 sentences are missing: the share lies between 0.467 and 0.667",)


def test_a_gender_that_is_never_right_is_measured_as_0() -> None:
    """A system that makes everybody male has an F1 of 0 for women, and no precision to speak of."""
    found = gender_translation(np.array([[10, 0, 0, 0], [10, 0, 0, 0], [0, 0, 0, 0]]), {}, FEW)

    assert value(found.by_gender["female"].f1) == 0.0
    assert isinstance(found.by_gender["female"].precision, NotMeasured)
    assert isinstance(found.by_gender["neutral"].f1, NotMeasured)
    assert value(found.delta_g) == pytest.approx(2 * 10 / 30)


def test_no_gender_of_the_source_is_no_delta_g() -> None:
    """A file of men alone has no difference between men and women."""
    found = gender_translation(np.array([[10, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]), {}, FEW)

    assert isinstance(found.delta_g, NotMeasured)
    assert found.delta_g.reason == "no person of the source is female"


def test_tables_of_another_shape_are_refused() -> None:
    """A table without a column for unknown would count it as something else."""
    with pytest.raises(ValueError, match="3 genders"):
        gender_translation(np.zeros((3, 3), dtype=np.int64), {}, FEW)


@given(st.lists(st.integers(0, 40), min_size=12, max_size=12))
def test_f1_is_the_harmonic_mean_of_precision_and_recall(cells: list[int]) -> None:
    """Where both exist and are not 0, F1 from counts and from precision and recall are the same number."""
    table = np.array(cells, dtype=np.int64).reshape(3, 4)
    found = gender_translation(table, {}, Resampling(seed=1, n_resamples=9))

    for scores in found.by_gender.values():
        precision, recall = scores.precision, scores.recall
        if isinstance(precision, Estimate) and isinstance(recall, Estimate) and precision.value + recall.value:
            harmonic = 2 * precision.value * recall.value / (precision.value + recall.value)
            assert value(scores.f1) == pytest.approx(harmonic)


def test_an_absent_gender_has_no_f1() -> None:
    """0 of 0 is nothing, not 0."""
    assert np.isnan(f1_of(np.zeros(1), np.zeros(1), np.zeros(1))).all()
    assert isinstance(accuracy_of(RightOf(correct=0, n=0), {}), NotMeasured)
