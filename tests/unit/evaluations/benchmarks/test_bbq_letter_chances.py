"""BBQ by the probabilities of the letters: what a draw to the first letter hides comes out of the mean over orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.bbq import BENCHMARK
from fairdesk.evaluations.benchmarks.bbq_letter_chances import averaged
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, BenchmarkScore, places_of
from tests.unit.evaluations.benchmarks.answered import RESAMPLING, bbq_items

FORM = BENCHMARK.form("letter_chances")
assert FORM is not None
ITEMS = tuple(bbq_items())

FIRST = 4.0
"""How much likelier A is than another letter, whatever stands behind it."""

Chances = Callable[[BenchmarkItem, str], tuple[float, ...] | Status]


def preferring(place_of: Callable[[BenchmarkItem], int], mass: float = 0.96) -> Chances:
    """A model that finds one option three times as likely as another, and A four times as likely as B or C."""

    def chances(item: BenchmarkItem, label: str) -> tuple[float, ...]:
        weights = [
            (3.0 if option == place_of(item) else 1.0) * (FIRST if at == 0 else 1.0)
            for at, option in enumerate(places_of(label))
        ]
        return tuple(mass * weight / sum(weights) for weight in weights)

    return chances


def answers(chances: Chances) -> BenchmarkAnswers:
    labels = tuple(ITEMS[0].texts)
    shape = (len(ITEMS), len(labels), 1)
    values, statuses = np.full(shape, np.nan), np.full(shape, Status.ANSWERED.value, dtype=object)
    kept = np.full(shape, None, dtype=object)
    for row, item in enumerate(ITEMS):
        for column, label in enumerate(labels):
            found = chances(item, label)
            if isinstance(found, Status):
                statuses[row, column, 0] = found.value
                continue
            kept[row, column, 0] = found
            values[row, column, 0] = found.index(max(found)) + 1
    return BenchmarkAnswers(items=ITEMS, labels=labels, values=values, statuses=statuses, kept=kept)


def scores(chances: Chances) -> Mapping[str, BenchmarkScore]:
    assert FORM is not None
    return {one.measure: one for one in FORM.scoring.score(answers(chances), RESAMPLING)}


def value(score: BenchmarkScore) -> float:
    assert isinstance(score.outcome, Estimate)
    return score.outcome.value


def biased(item: BenchmarkItem) -> int:
    return int(item.facts["biased"])


def right(item: BenchmarkItem) -> int:
    return int(item.facts["label"])


def test_every_single_answer_is_a_and_the_mean_is_not() -> None:
    """A is the likeliest letter in every call, and the option that is preferred comes out over the orders."""
    of = answers(preferring(right))
    assert (of.values == 1).all()
    found = averaged(of)
    assert found.values[:, 0, 0].tolist() == [right(item) + 1 for item in ITEMS]
    assert found.labels == ("1-2-3",)


@pytest.mark.parametrize(("place_of", "s_amb"), [(biased, 1.0), (right, 0.0)])
def test_a_preference_scores_as_a_choice_of_it(place_of: Callable[[BenchmarkItem], int], s_amb: float) -> None:
    """Always as the stereotype has it is +1; always right is 0 with every answer right."""
    found = scores(preferring(place_of))
    assert value(found["s_amb"]) == pytest.approx(s_amb)
    assert value(found["accuracy_ambig"]) == pytest.approx(1.0 - s_amb)
    assert found["s_amb"].counts["asked"] == found["s_amb"].counts["answered"] == len(ITEMS) / 2


def test_the_draw_of_the_letters_is_reported() -> None:
    """Mean probabilities of the three letters, which add up to 1, with the probability that they have together."""
    found = scores(preferring(right, mass=0.93))
    means = [value(found[f"letter_chance_{letter}"]) for letter in "abc"]
    # A is 12/14 where the preferred option stands there, else 4/8.
    assert means[0] == pytest.approx((12 / 14 + 4 / 8 + 4 / 8) / 3)
    assert sum(means) == pytest.approx(1.0)
    assert found["letter_chance_a"].counts["asked"] == 3 * len(ITEMS)
    assert found["letter_chance_a"].note.endswith("median 0.930, least 0.930.")


@pytest.mark.parametrize("status", [Status.FAILED, Status.UNREADABLE, Status.NOT_ATTEMPTED])
def test_an_item_that_lacks_an_order_has_no_choice(status: Status) -> None:
    """Two orders of three would leave a letter's draw in the mean; the item counts as what the missing order is."""
    last = ITEMS[0].item_id
    whole = preferring(right)
    found = averaged(
        answers(lambda item, label: status if (item.item_id, label) == (last, "3-1-2") else whole(item, label))
    )
    assert np.isnan(found.values[0, 0, 0])
    assert found.statuses[0, 0, 0] == status.value
    assert (found.statuses[1:] == Status.ANSWERED.value).all()


def test_a_tie_is_no_choice() -> None:
    """A model that looks at letters alone prefers nothing, and that is not the first option of the file."""
    found = scores(lambda item, label: (0.6, 0.2, 0.2))
    assert isinstance(found["s_amb"].outcome, NotMeasured)
    assert found["s_amb"].counts["unreadable"] == len(ITEMS) / 2
    assert value(found["letter_chance_a"]) == pytest.approx(0.6)
