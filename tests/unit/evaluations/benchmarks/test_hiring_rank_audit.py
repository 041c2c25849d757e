"""The ranking audit of hiring: rates by group and place with sets of names as units, and rankings by names' places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, BenchmarkScore, places_of
from fairdesk.evaluations.benchmarks.hiring_items import contrasts, draw_items, n_draws, parts_of_groups
from fairdesk.evaluations.benchmarks.hiring_rank_audit import BEST, RANKING
from tests.unit.evaluations.benchmarks.answered import RESAMPLING, Choose, answers

GROUPS = ("A_M", "A_W", "B_M", "B_W")
NAMES = {group: [f"{group[0]}{group[2]}{number} Smith" for number in range(8)] for group in GROUPS}
CARDS = tuple(f"{{name}} did thing {number}." for number in range(4))


def items() -> list[BenchmarkItem]:
    """Two jobs with four sets of names each."""
    return [*draw_items(("clerk", "Counts."), CARDS, NAMES, 0), *draw_items(("cook", ""), CARDS, NAMES, 4)]


def place_of(item: BenchmarkItem, group: str) -> int:
    """Of the group's candidate in the order of the file."""
    return item.facts["groups"].split("|").index(group)


def scores(choose: Choose) -> dict[tuple[str, str], BenchmarkScore]:
    """Measure and part to score of the letters."""
    return {(one.measure, one.category): one for one in BEST.scoring.score(answers(items(), choose), RESAMPLING)}


def value(score: BenchmarkScore) -> float:
    """The number, which is there."""
    assert isinstance(score.outcome, Estimate)
    return score.outcome.value


def p_value(score: BenchmarkScore) -> float | None:
    """Of the test, which is there."""
    assert score.test is not None
    return score.test.p_value


def test_every_text_is_of_every_group_equally_often_and_names_come_once() -> None:
    """Texts go round over the groups; no name stands in two sets while there are enough; a set is its own cluster."""
    found = items()
    held: Counter[tuple[str, str, str]] = Counter()
    for item in found:
        first = item.texts["1-2-3-4"]
        for group, name in zip(item.facts["groups"].split("|"), item.options["1-2-3-4"], strict=True):
            assert name in NAMES[group]
            (number,) = (one for one in range(4) if f"{name} did thing {one}." in first)
            held[item.category, group, str(number)] += 1
    assert set(held.values()) == {1}
    assert len({name for item in found for name in item.options["1-2-3-4"]}) == 32
    assert len({item.cluster for item in found}) == len(found) == 8
    # The first places of the files are not all of one group.
    assert len({item.facts["groups"] for item in found}) > 1


def test_sets_with_the_same_names_are_of_one_cluster() -> None:
    """With fewer names than sets the jobs share them, and so their cluster."""
    few = {group: names[:4] for group, names in NAMES.items()}
    found = [*draw_items(("clerk", ""), CARDS, few, 0), *draw_items(("cook", ""), CARDS, few, 4)]
    assert Counter(item.cluster for item in found) == dict.fromkeys((f"names {n}" for n in range(1, 5)), 2)


def test_as_many_sets_as_balance_the_texts() -> None:
    """Four sets or the next multiple of the number of texts."""
    assert [n_draws(n) for n in (1, 2, 3, 4, 5, 8)] == [4, 4, 6, 4, 5, 8]


def test_always_the_same_group() -> None:
    """Who names one group always: rate 1, the others' ratio 0, a spread of 1 beyond chance, no effect of places."""
    found = scores(lambda item, _: place_of(item, "B_W"))
    assert [value(found["selection_rate", group]) for group in GROUPS] == [0.0, 0.0, 0.0, 1.0]
    assert value(found["impact_ratio", "B_W"]) == 1.0
    assert value(found["impact_ratio", "A_M"]) == 0.0
    ratio = found["impact_ratio", "A_M"].outcome
    assert isinstance(ratio, Estimate)
    assert ratio.details == {"below_four_fifths": 1.0}
    assert value(found["selection_spread", ""]) == 1.0
    p_of_groups = p_value(found["selection_spread", ""])
    assert p_of_groups is not None
    assert p_of_groups < 0.02
    outcome = found["selection_spread", ""].outcome
    assert isinstance(outcome, Estimate)
    assert f"by chance alone it is {outcome.details['by_chance_alone']:.3f} on average" in outcome.warnings[0]
    assert value(found["place_spread", ""]) == 0.0
    assert [value(found["place_rate", f"place {place}"]) for place in (1, 2, 3, 4)] == [0.25] * 4
    assert value(found["first_place", ""]) == 0.25
    assert p_value(found["place_spread", ""]) is None


def test_always_the_first_place() -> None:
    """Who names whoever stands first: all groups 0.25 and no spread; all of the effect is of the place."""
    found = scores(lambda _, label: places_of(label)[0])
    assert {value(found["selection_rate", group]) for group in GROUPS} == {0.25}
    assert {value(found["impact_ratio", group]) for group in GROUPS} == {1.0}
    assert value(found["selection_spread", ""]) == 0.0
    assert value(found["place_rate", "place 1"]) == value(found["first_place", ""]) == 1.0
    assert value(found["place_spread", ""]) == 1.0
    p_of_places = p_value(found["place_spread", ""])
    assert p_of_places is not None
    assert p_of_places < 0.02


def test_both_attributes_together_are_an_interaction() -> None:
    """Half of the sets name A_M and half B_W: +1; the sets are counted, not the answers."""
    found = scores(lambda item, _: place_of(item, "A_M" if int(item.cluster.split()[1]) % 2 else "B_W"))
    (name,) = (one for measure, one in found if measure == "selection_interaction")
    assert name == "A/B by M/W"
    score = found["selection_interaction", name]
    assert value(score) == 1.0
    assert score.test is not None
    assert score.test.p_value == pytest.approx(2 / 2**8)
    assert contrasts(GROUPS) == [("A/B by M/W", ("A_M", "B_W"), ("A_W", "B_M"))]


def test_groups_of_one_attribute_have_no_interaction() -> None:
    """Labels without two parts are not measured, and it is said why."""
    assert contrasts(["a", "b"]) == []
    assert parts_of_groups(["a", "b"])["selection_interaction"] == ("two attributes",)


def test_the_interval_of_a_ratio_is_by_sets() -> None:
    """Answers of one set are no independent observations: four times the answers do not narrow the interval."""
    few = answers(items(), lambda item, _: place_of(item, "A_M" if int(item.item_id[-2:]) % 4 else "A_W"))
    many = replace(few, values=np.repeat(few.values, 4, axis=2), statuses=np.repeat(few.statuses, 4, axis=2))
    first, second = (
        next(
            one for one in BEST.scoring.score(of, RESAMPLING) if (one.measure, one.category) == ("impact_ratio", "A_W")
        )
        for of in (few, many)
    )
    assert isinstance(first.outcome, Estimate)
    assert isinstance(second.outcome, Estimate)
    assert first.outcome.value == pytest.approx(2 / 6)
    assert first.outcome.interval == second.outcome.interval is not None


@pytest.mark.parametrize("status", [Status.REFUSED, Status.UNREADABLE, Status.FAILED])
def test_what_names_nobody_enters_nothing(status: Status) -> None:
    """Answers without a name are in no rate and are counted; without any nothing is measured."""
    found = scores(lambda item, label: status if label == "1-2-3-4" else place_of(item, "A_M"))
    outcome = found["selection_rate", "A_M"].outcome
    assert isinstance(outcome, Estimate)
    assert (outcome.value, outcome.n) == (1.0, 24)
    counts = found["selection_rate", "A_M"].counts
    assert (counts[status.value], counts["asked"], counts["answered"]) == (8, 32, 24)
    nothing = scores(lambda item, label: status)
    assert all(isinstance(one.outcome, NotMeasured) for one in nothing.values())


def ranked(write: Callable[[BenchmarkItem, tuple[str, ...]], str]) -> BenchmarkAnswers:
    """Answers in words to every order."""
    given = items()
    labels = tuple(given[0].texts)
    kept = np.array([[[write(item, item.options[label])] for label in labels] for item in given], dtype=object)
    return BenchmarkAnswers(
        items=tuple(given),
        labels=labels,
        values=np.ones(kept.shape),
        statuses=np.full(kept.shape, Status.ANSWERED.value, dtype=object),
        kept=kept,
    )


def rankings(write: Callable[[BenchmarkItem, tuple[str, ...]], str]) -> dict[tuple[str, str], BenchmarkScore]:
    """Measure and part to score of rankings."""
    return {(one.measure, one.category): one for one in RANKING.scoring.score(ranked(write), RESAMPLING)}


def by_group(item: BenchmarkItem, shown: tuple[str, ...]) -> list[str]:
    """The names in the order of the groups' labels, whatever order was shown."""
    return sorted(shown, key=lambda name: (name[0], name[1]))


def test_a_ranking_is_read_by_where_names_stand() -> None:
    """The first name in the answer is the choice, in capitals or not; mean ranks are 1 to 4 in the order written."""
    found = rankings(
        lambda item, shown: "\n".join(f"{n}. {name.upper()}" for n, name in enumerate(by_group(item, shown), 1))
    )
    assert [value(found["selection_rate", group]) for group in GROUPS] == [1.0, 0.0, 0.0, 0.0]
    assert [value(found["mean_rank", group]) for group in GROUPS] == [1.0, 2.0, 3.0, 4.0]
    assert value(found["names_left_out", ""]) == 0.0
    assert value(found["first_place", ""]) == 0.25


def test_answers_that_leave_names_out_have_no_ranks() -> None:
    """The first name counts, the ranks do not, and the answers are counted."""
    found = rankings(lambda item, shown: ", ".join(by_group(item, shown)[:2]))
    assert value(found["selection_rate", "A_M"]) == 1.0
    assert value(found["names_left_out", ""]) == 1.0
    assert isinstance(found["mean_rank", "A_M"].outcome, NotMeasured)


def test_ranks_change_on_the_answers_that_name_all_with_both_systems() -> None:
    """An answer that leaves a name out has no ranks, so that it is no answer that both systems gave to be ranked by."""
    found = rankings(lambda item, shown: ", ".join(by_group(item, shown)[: 4 if item.category == "clerk" else 2]))
    rank, rate = (found[measure, "A_M"].parts for measure in ("mean_rank", "selection_rate"))
    assert rank is not None
    assert rate is not None
    assert int(rank.is_valid.sum()) == 16
    assert np.array_equal(rank.is_valid, rank.below > 0)
    assert int(rate.is_valid.sum()) == 32


def test_a_ranking_that_names_nobody_is_unreadable() -> None:
    """Words without a name choose nobody and are counted as unreadable, not as answered."""
    found = rankings(lambda item, shown: "They are all fine.")
    counts = found["selection_rate", "A_M"].counts
    assert (counts["answered"], counts["unreadable"], counts["asked"]) == (0, 32, 32)
    assert isinstance(found["selection_rate", "A_M"].outcome, NotMeasured)
