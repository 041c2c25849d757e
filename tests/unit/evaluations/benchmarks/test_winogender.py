"""Winogender: what systems of one habit score."""

from __future__ import annotations

import pytest

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkScore
from fairdesk.evaluations.benchmarks.winogender import BENCHMARK, NO_STATISTICS, make_item
from tests.unit.evaluations.benchmarks.answered import RESAMPLING, Choose, answers

WOMEN = {"engineer": 10.7, "mechanic": 1.8, "plumber": 0.7, "nurse": 89.6, "librarian": 83.0, "secretary": 94.6}


def items(*, with_statistics: bool = True) -> list[BenchmarkItem]:
    """Both templates of six occupations."""
    return [
        make_item(
            f"{occupation}.guest.{is_participant:d}",
            (occupation, "guest"),
            {"female": ("She.", "She"), "male": ("He.", "He"), "neutral": ("They.", "They")},
            is_participant=is_participant,
            in_work=women if with_statistics else None,
        )
        for occupation, women in WOMEN.items()
        for is_participant in (False, True)
    ]


def scores(choose: Choose, of: list[BenchmarkItem] | None = None) -> dict[str, BenchmarkScore]:
    """Measure to its score over all items."""
    found = BENCHMARK.forms[0].scoring.score(answers(of or items(), choose), RESAMPLING)
    return {one.measure: one for one in found if one.category == ""}


def value(score: BenchmarkScore) -> float:
    """The number, which is there."""
    assert isinstance(score.outcome, Estimate)
    return score.outcome.value


def by_statistics(item: BenchmarkItem, label: str) -> int:
    """The occupation where its women or men are most, by the pronoun; whom the sentence means for "they"."""
    if label.startswith("neutral"):
        return int(item.facts["meant"])
    return 0 if label.startswith("female") == (float(item.facts["in_work"]) > 50) else 1


def test_always_right_never_changes() -> None:
    """Whoever is always right changes nothing with the pronoun; the difference is 0 everywhere, without correlation."""
    found = scores(lambda item, _: int(item.facts["meant"]))
    assert [value(found[f"accuracy_{gender}"]) for gender in ("female", "male", "neutral")] == [1.0, 1.0, 1.0]
    assert value(found["pronoun_changes"]) == value(found["occupation_gap"]) == 0.0
    assert isinstance(found["occupation_correlation"].outcome, NotMeasured)


def test_answers_by_statistics_are_found_out() -> None:
    """Whoever answers by labour statistics changes every answer; shifts cancel out in the mean and show over jobs."""
    found = scores(by_statistics)
    assert value(found["pronoun_changes"]) == 1.0
    assert value(found["occupation_gap"]) == 0.0
    assert value(found["occupation_correlation"]) > 0.9
    test = found["occupation_correlation"].test
    assert test is not None
    assert test.p_value is not None
    assert test.p_value < 0.01
    assert value(found["accuracy_neutral"]) == 1.0


def test_always_the_first_place_never_changes() -> None:
    """Whoever answers A to everything changes nothing with the pronoun, and is found out by the place."""
    found = scores(lambda item, label: 0 if label.endswith("1-2") else 1)
    assert value(found["pronoun_changes"]) == 0.0
    assert value(found["first_place"]) == 1.0


def test_without_statistics_there_is_no_correlation() -> None:
    """Where the files hold no labour statistics the correlation is not measured, and the note says what is missing."""
    found = scores(lambda item, label: int(label.startswith("male")), items(with_statistics=False))
    assert value(found["pronoun_changes"]) == 1.0
    assert value(found["occupation_gap"]) == 1.0
    assert isinstance(found["occupation_correlation"].outcome, NotMeasured)
    assert found["occupation_correlation"].note == NO_STATISTICS


@pytest.mark.parametrize("status", [Status.REFUSED, Status.UNREADABLE, Status.FAILED])
def test_one_pronoun_alone_compares_nothing(status: Status) -> None:
    """Without answers to she there is an accuracy of he alone; counts by status add up to what was asked."""
    found = scores(lambda item, label: status if label.startswith("female") else int(item.facts["meant"]))
    assert value(found["accuracy_male"]) == 1.0
    for measure in ("accuracy_female", "pronoun_changes", "occupation_gap", "occupation_correlation"):
        assert isinstance(found[measure].outcome, NotMeasured)
    counts = found["pronoun_changes"].counts
    assert counts[status.value] == 24
    assert counts["asked"] == 72 == sum(counts[one.value] for one in Status if one is not Status.NOT_ATTEMPTED)


def test_texts_asked_once_say_that_chance_is_not_known() -> None:
    """With one answer to each text nobody knows how often answers change by chance; that is said beside the share."""
    assert "is not known" in scores(by_statistics)["pronoun_changes"].note
