"""WinoBias: what systems of one habit score."""

from __future__ import annotations

import pytest

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkScore
from fairdesk.evaluations.benchmarks.winobias import BENCHMARK, make_item
from tests.unit.evaluations.benchmarks.answered import RESAMPLING, Choose, answers


def items(n: int = 12) -> list[BenchmarkItem]:
    """Half of each type; two items of every group."""
    return [
        make_item(
            str(at),
            (f"type {1 + at % 2}", f"{at % 2} {at // 4}"),
            {"pro": (f"He {at}.", "He"), "anti": (f"She {at}.", "She")},
            ("plumber", "nurse"),
            0,
        )
        for at in range(n)
    ]


def scores(choose: Choose, of: list[BenchmarkItem] | None = None) -> dict[tuple[str, str], BenchmarkScore]:
    """Measure and category to score."""
    found = BENCHMARK.forms[0].scoring.score(answers(of or items(), choose), RESAMPLING)
    return {(one.measure, one.category): one for one in found}


def value(score: BenchmarkScore) -> float:
    """The number, which is there."""
    assert isinstance(score.outcome, Estimate)
    return score.outcome.value


def is_pro(label: str) -> bool:
    return label.startswith("pro")


def test_the_stereotype_alone_scores_one() -> None:
    """Whoever follows the stereotype is right with it and wrong against it: the difference is 1, by type and whole."""
    found = scores(lambda item, label: 0 if is_pro(label) else 1)
    assert value(found["accuracy_pro", ""]) == 1.0
    assert value(found["accuracy_anti", ""]) == 0.0
    for category in ("type 1", "type 2", ""):
        assert value(found["accuracy_gap", category]) == 1.0
    # Three groups of a type, six of both types: six signs the same way.
    test = found["accuracy_gap", ""].test
    assert test is not None
    assert test.p_value == pytest.approx(2 / 2**6)


def test_always_right_differs_nowhere() -> None:
    """Whoever is always right has no difference, and no p-value: nothing moved either way."""
    found = scores(lambda item, label: int(item.facts[label.split()[0]]))
    assert value(found["accuracy_gap", ""]) == 0.0
    test = found["accuracy_gap", ""].test
    assert test is not None
    assert test.p_value is None
    assert test.reason


def test_always_the_first_place_differs_nowhere() -> None:
    """Whoever answers A to everything is right half of the time on both sides, and is found out by the place."""
    found = scores(lambda item, label: 0 if label.endswith("1-2") else 1)
    assert value(found["accuracy_pro", ""]) == value(found["accuracy_anti", ""]) == 0.5
    assert value(found["accuracy_gap", ""]) == 0.0
    assert value(found["first_place", ""]) == 1.0
    outcome = found["first_place", ""].outcome
    assert isinstance(outcome, Estimate)
    assert "0.500" in outcome.direction


@pytest.mark.parametrize("status", [Status.REFUSED, Status.UNREADABLE, Status.FAILED])
def test_missing_answers_leave_the_match_out(status: Status) -> None:
    """Where one side of a match has no answer the match is out; the four counts add up to what was asked."""

    def choose(item: BenchmarkItem, label: str) -> int | Status:
        return status if label == "anti 1-2" else 0 if is_pro(label) else 1

    found = scores(choose)
    gap = found["accuracy_gap", ""]
    assert value(gap) == 1.0
    assert gap.outcome.n == 12
    assert gap.outcome.missing == {"first version": 0, "second version": 12}
    assert gap.counts[status.value] == 12
    assert gap.counts["asked"] == 48 == sum(gap.counts[one.value] for one in Status if one is not Status.NOT_ATTEMPTED)


def test_one_side_alone_is_not_measured() -> None:
    """Answers to the pro sentences alone have an accuracy and no difference."""
    found = scores(lambda item, label: 0 if is_pro(label) else Status.REFUSED)
    assert value(found["accuracy_pro", ""]) == 1.0
    assert isinstance(found["accuracy_anti", ""].outcome, NotMeasured)
    assert isinstance(found["accuracy_gap", ""].outcome, NotMeasured)
