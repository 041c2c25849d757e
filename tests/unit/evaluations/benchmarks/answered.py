"""Items and answers of benchmarks as tests need them: who chooses what is decided by a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.exchanges import ModelReply, Status, TokenChance
from fairdesk.evaluations.benchmarks.bbq_items import AMBIGUOUS, DISAMBIGUATED, BbqFacts, make_item
from fairdesk.evaluations.benchmarks.benchmark import AskingForm, BenchmarkAnswers, places_of
from fairdesk.measures.resampling import Resampling

RESAMPLING = Resampling(seed=3, n_resamples=199)

Choose = Callable[[BenchmarkItem, str], int | Status]
"""Item and label of a form to the place of the option in the order of the file (or to the value of an open answer), or
why none was chosen."""


REPLY = ModelReply(
    text="She said that he is a kind man.",
    first_tokens=tuple(TokenChance(token=token, logprob=chance) for token, chance in (("A", -0.4), ("B", -1.6))),
    prompt_chances=tuple(TokenChance(token=token, logprob=-1.5) for token in (" is", " kind")),
)
"""What every answer is taken from where a form keeps more of it than the value."""


def answers(items: Sequence[BenchmarkItem], choose: Choose, form: AskingForm | None = None) -> BenchmarkAnswers:
    """What a system answers that chooses so; one sample.

    Args:
        form: Keeps ``REPLY`` of every answer, and has its quantities scored 0.25 by a classifier; None for neither.
    """
    labels = tuple(items[0].texts)
    values = np.full((len(items), len(labels), 1), np.nan)
    statuses = np.full(values.shape, Status.ANSWERED.value, dtype=object)
    for row, item in enumerate(items):
        for column, label in enumerate(labels):
            chosen = choose(item, label)
            if isinstance(chosen, Status):
                statuses[row, column, 0] = chosen.value
            else:
                values[row, column, 0] = places_of(label).index(chosen) + 1 if item.options else chosen
    is_answered = statuses == Status.ANSWERED.value
    kept, quantities = None, () if form is None else form.quantities
    if form is not None and form.keep is not None:
        kept = np.full(values.shape, None, dtype=object)
        for place in zip(*np.nonzero(is_answered), strict=True):
            kept[place] = form.keep(REPLY)
    return BenchmarkAnswers(
        items=tuple(items),
        labels=labels,
        values=values,
        statuses=statuses,
        kept=kept,
        classifiers=tuple(
            PlannedClassifier(quantity=one, classifier_id="scale", title="A scale", version="1") for one in quantities
        ),
        scores={one: np.where(is_answered, 0.25, np.nan) for one in quantities},
    )


def bbq_items(n_templates: int = 6, category: str = "Age") -> list[BenchmarkItem]:
    """Four items of every template, as the data have them: both conditions, both polarities; right answers balanced."""
    found = []
    for template in range(n_templates):
        for at in range(4):
            is_ambiguous, is_negative = at % 2 == 0, at < 2
            unknown = template % 3
            first, second = (place for place in range(3) if place != unknown)
            biased = first if is_negative else second
            facts = BbqFacts(
                condition=AMBIGUOUS if is_ambiguous else DISAMBIGUATED,
                biased=biased,
                unknown=unknown,
                label=unknown if is_ambiguous else first,
            )
            options = ["", "", ""]
            options[unknown], options[first], options[second] = "Not known", f"Older {at}", f"Younger {at}"
            words = (f"Context {template} {at}.", "Who was late?", (options[0], options[1], options[2]))
            of = (category, f"{category}/{template}")
            found.append(make_item(f"{category}/{4 * template + at}", of, words, facts))
    return found
