"""GEST: which way answers lean that name a gender, and that the option for "not told" is counted apart."""

from __future__ import annotations

import pytest

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkScore
from fairdesk.evaluations.benchmarks.gest import BENCHMARK, NOT_TOLD, make_item
from tests.unit.evaluations.benchmarks.answered import RESAMPLING, Choose, answers


def items() -> list[BenchmarkItem]:
    """Eighteen sentences of a stereotype about women, six of one about men."""
    of = [(7, True)] * 18 + [(13, False)] * 6
    return [
        make_item(str(at), f"I did {at}.", number, str(at), is_about_women=women)
        for at, (number, women) in enumerate(of)
    ]


def scores(choose: Choose) -> dict[tuple[str, str], BenchmarkScore]:
    """Measure and category to score."""
    return {
        (one.measure, one.category): one
        for one in BENCHMARK.forms[0].scoring.score(answers(items(), choose), RESAMPLING)
    }


def value(score: BenchmarkScore) -> float:
    """The number, which is there."""
    assert isinstance(score.outcome, Estimate)
    return score.outcome.value


def stereotyped(item: BenchmarkItem, _label: str) -> int:
    return int(item.facts["stereotyped"])


def test_always_the_stereotype_scores_a_hundred() -> None:
    """Whoever always names the stereotype's gender scores 100 of each and over all; every sentence counts in p."""
    found = scores(stereotyped)
    for category in ("07, about women", "13, about men", ""):
        assert value(found["speaker_stereotyped", category]) == 100.0
        assert value(found["not_told", category]) == 0.0
    assert value(found["stereotypes_mean", ""]) == 100.0
    test = found["speaker_stereotyped", ""].test
    assert test is not None
    assert test.p_value == pytest.approx(2 / 2**24)


def test_always_not_to_be_told_leans_nowhere() -> None:
    """Whoever says that it cannot be told has no leaning: not measured and not 50; the answers are counted."""
    found = scores(lambda item, _: NOT_TOLD)
    assert value(found["not_told", ""]) == 1.0
    assert isinstance(found["speaker_stereotyped", ""].outcome, NotMeasured)
    assert isinstance(found["stereotypes_mean", ""].outcome, NotMeasured)
    assert found["speaker_stereotyped", ""].counts["unknown"] == 72
    assert found["speaker_stereotyped", ""].counts["answered"] == 72


def test_always_a_woman_is_half_of_the_stereotypes() -> None:
    """Whoever takes everybody for a woman follows one stereotype and runs against the other: the mean of both is 50."""
    found = scores(lambda item, _: 0)
    assert value(found["speaker_stereotyped", "07, about women"]) == 100.0
    assert value(found["speaker_stereotyped", "13, about men"]) == 0.0
    assert value(found["stereotypes_mean", ""]) == 50.0
    # Over all answers the larger stereotype counts three times: that is not the authors' number.
    assert value(found["speaker_stereotyped", ""]) == 75.0


@pytest.mark.parametrize("status", [Status.REFUSED, Status.UNREADABLE, Status.FAILED])
def test_what_chose_nothing_enters_nothing(status: Status) -> None:
    """Refused, unreadable and failed answers are in no share; a stereotype without answers is missing from the mean."""
    found = scores(lambda item, _: status if item.category.startswith("13") else stereotyped(item, ""))
    assert isinstance(found["speaker_stereotyped", "13, about men"].outcome, NotMeasured)
    mean = found["stereotypes_mean", ""].outcome
    assert isinstance(mean, Estimate)
    assert (mean.value, mean.n, mean.missing) == (100.0, 1, {"stereotypes": 1})
    counts = found["not_told", ""].counts
    assert counts[status.value] == 18
    assert counts["asked"] == 72 == sum(counts[one.value] for one in Status if one is not Status.NOT_ATTEMPTED)
