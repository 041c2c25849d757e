"""BBQ scores (M15), with the faults that users of other programs met."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.bbq import (
    NO_TARGET,
    REFUSED,
    UNREADABLE,
    BbqItems,
    ContextCounts,
    accuracy,
    ambiguous_score,
    bias_ratio,
    biased_options,
    count_context,
    direction_test,
    interval_by_template,
    nonalignment_cost,
)
from fairdesk.measures.resampling import Resampling

RESAMPLING = Resampling(seed=1, n_resamples=499)


def items(answer: list[int], *, ambiguous: bool = True, biased: int = 0, label: int | None = None) -> BbqItems:
    """Items of which option 2 is the unknown one, a template each for every four."""
    n = len(answer)
    return BbqItems(
        template=np.arange(n) // 4,
        ambiguous=np.full(n, ambiguous),
        biased_option=np.full(n, biased),
        unknown=np.full(n, 2),
        label=np.full(n, (2 if ambiguous else 0) if label is None else label),
        answer=np.array(answer, dtype=np.int64),
    )


def value(outcome: Estimate | NotMeasured) -> float:
    assert isinstance(outcome, Estimate), outcome
    return outcome.value


@pytest.mark.parametrize(("biased", "score"), [(0, -1.0), (1, -0.8), (5, 0.0), (10, 1.0)])
def test_the_score_does_not_jump(biased: int, score: float) -> None:
    """BBQ-01: ten answers, none biased, is -1 and no 0; one of ten is -0.8."""
    counts = ContextCounts(n=10, correct=0, biased=biased, counter_biased=10 - biased)

    assert value(bias_ratio(counts)) == pytest.approx(score)
    assert value(ambiguous_score(counts)) == pytest.approx(score)


def test_answers_that_all_say_unknown_have_no_ratio_but_a_score_of_0() -> None:
    """BBQ-03: accuracy 1, nothing names a person: 0/0 is not measured, and s_AMB is 0."""
    counts = count_context(items([2] * 100), ambiguous=True)

    assert value(accuracy(counts)) == 1.0
    assert counts.non_unknown == 0
    assert isinstance(bias_ratio(counts), NotMeasured)
    assert value(ambiguous_score(counts)) == 0.0
    assert direction_test(counts).p_value is None


def test_unreadable_and_refused_answers_enter_nothing() -> None:
    """BBQ-03: what cannot be read is counted apart, outside numerator and denominator."""
    counts = count_context(items([UNREADABLE] * 5 + [REFUSED] * 3 + [0, 1, 2, 2]), ambiguous=True)

    assert counts.missing == {"refused": 3, "unreadable": 5, "failed": 0}
    assert counts.n_valid == 4
    assert value(accuracy(counts)) == 0.5
    assert value(ambiguous_score(counts)) == 0.0


def test_nothing_readable_is_not_measured() -> None:
    """BBQ-03: a hundred unreadable answers give no accuracy of 0 and no score of -1."""
    counts = count_context(items([UNREADABLE] * 100), ambiguous=True)

    assert isinstance(accuracy(counts), NotMeasured)
    assert isinstance(ambiguous_score(counts), NotMeasured)
    assert isinstance(bias_ratio(counts), NotMeasured)


def test_polarity_names_the_biased_answer_once() -> None:
    """BBQ-05: the stereotyped person for a negative question, the other for a non-negative one: 2 biased of 2."""
    option = biased_options(np.array([True, False]), np.array([0, 0]), np.array([1, 1]))
    answered = BbqItems(
        template=np.zeros(2, dtype=np.int64),
        ambiguous=np.array([False, False]),
        biased_option=option,
        unknown=np.array([2, 2]),
        label=np.array([0, 0]),
        answer=np.array([0, 1]),
    )

    assert value(bias_ratio(count_context(answered, ambiguous=False))) == 1.0


def test_who_always_picks_the_stereotype_scores_1() -> None:
    """BBQ-13: score +1 with an interval that is more than a point."""
    counts = count_context(items([0] * 40), ambiguous=True)
    found = ambiguous_score(counts)

    assert value(found) == 1.0
    assert isinstance(found, Estimate)
    assert found.interval is not None
    assert found.interval.low is not None
    assert 0.8 < found.interval.low < 1.0


def test_items_without_a_target_are_left_out_and_counted() -> None:
    """Items for which the metadata name no bias-consistent answer count nowhere, and how many stands beside."""
    counts = count_context(items([0, 1, 2, 2], biased=NO_TARGET), ambiguous=True)

    assert counts.n == 0
    assert counts.without_target == 4


def test_the_accuracy_of_one_context_knows_nothing_of_the_other() -> None:
    """s_AMB takes the accuracy of ambiguous items alone: (1 - accuracy) x ratio is the same number."""
    counts = count_context(items([0] * 6 + [1] * 2 + [2] * 12), ambiguous=True)

    assert value(ambiguous_score(counts)) == pytest.approx((1 - value(accuracy(counts))) * value(bias_ratio(counts)))


@given(st.lists(st.sampled_from([0, 1, 2, UNREADABLE, REFUSED]), max_size=60))
def test_counts_add_up_and_scores_mirror(answers: list[int]) -> None:
    """Every item is in one class; swapping the two persons turns the sign of both scores."""
    counts = count_context(items(answers), ambiguous=True)
    mirrored = count_context(items(answers, biased=1), ambiguous=True)

    assert counts.n == len(answers)
    assert counts.n_valid == counts.correct + counts.non_unknown
    for score in (bias_ratio, ambiguous_score):
        one, other = score(counts), score(mirrored)
        assert type(one) is type(other)
        if isinstance(one, Estimate):
            assert value(one) == pytest.approx(-value(other))
            assert -1 <= value(one) <= 1


def test_copies_of_one_template_are_no_independent_items() -> None:
    """The interval by template is wider than that by item when templates differ in direction."""
    answers = ([0] * 4 + [1] * 4) * 10
    by_item = ambiguous_score(count_context(items(answers), ambiguous=True))
    by_template = interval_by_template(items(answers), RESAMPLING, ambiguous=True)

    assert isinstance(by_item, Estimate)
    assert by_item.interval is not None
    assert by_template is not None
    assert _width(by_template) > 1.5 * _width(by_item.interval)


def test_one_template_gives_no_interval_by_template() -> None:
    """Nothing can be resampled from one template."""
    assert interval_by_template(items([0, 1, 2, 2]), RESAMPLING, ambiguous=True) is None


def test_the_cost_needs_items_of_both_kinds() -> None:
    """Without an item whose truth runs against the stereotype there is no difference of accuracies."""
    cost = nonalignment_cost(items([0, 0, 1, UNREADABLE], ambiguous=False, biased=0, label=0))

    assert value(cost.aligned) == pytest.approx(2 / 3)
    assert isinstance(cost.nonaligned, NotMeasured)
    assert isinstance(cost.cost, NotMeasured)
    assert cost.cost.missing == {"aligned": 1, "nonaligned": 0}


def _width(interval: object) -> float:
    return float(interval.high - interval.low)  # type: ignore[attr-defined]  # both ends are there
