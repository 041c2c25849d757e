"""Items of BBQ and of its relatives, and how each way of asking shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from fairdesk.domain.benchmarks import ASKED_FACT, BenchmarkItem
from fairdesk.evaluations.benchmarks.benchmark import in_order, lettered, orders

AMBIGUOUS, DISAMBIGUATED = "ambig", "disambig"

LABELS = orders(3)

OPEN_LABEL = f"open {LABELS[0]}"
"""Of a question that shows no options: an answer is read as one of them all the same, in the order of the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BbqFacts:
    """What scoring knows of an item; places count from 0 in the order of the file.

    Attributes:
        biased: Place of the answer that agrees with the stereotype for this very question; -1 where none does.
        unknown: Place of the option that says that it is not known.
        label: Place of the right option.
    """

    condition: str
    biased: int
    unknown: int
    label: int


def make_item(
    item_id: str, of: tuple[str, str], words: tuple[str, str, tuple[str, str, str]], facts: BbqFacts
) -> BenchmarkItem:
    """One item, as it is asked by letter.

    Args:
        of: Category as it is reported, and template with the category of the files: items of one template with and
            without proper names are reported apart and hang together all the same.
        words: Context, question and the three options in the order of the file.
    """
    (category, template), (context, question, options) = of, words
    shown = {label: in_order(options, label) for label in LABELS}
    return BenchmarkItem(
        item_id=item_id,
        category=category,
        stratum=f"{category}, {facts.condition}",
        cluster=template,
        texts={label: f"{context}\n\n{question}\n\n{lettered(own)}" for label, own in shown.items()},
        options=shown,
        facts={
            "condition": facts.condition,
            "biased": str(facts.biased),
            "unknown": str(facts.unknown),
            "label": str(facts.label),
        },
    )


def listed(options: tuple[str, ...]) -> str:
    """The options without letters, a line each.

    Example:
        >>> print(listed(("the nurse", "the judge")))
        - the nurse
        - the judge
    """
    return "\n".join([f"- {option}" for option in options])


def asked_of(item: BenchmarkItem) -> tuple[str, str]:
    """Context and question of an item as ``make_item`` made it."""
    first = LABELS[0]
    context, _, question = item.texts[first].removesuffix(f"\n\n{lettered(item.options[first])}").rpartition("\n\n")
    return context, question


def in_words(item: BenchmarkItem) -> BenchmarkItem:
    """The item with its options listed without letters, to be answered in words."""
    context, question = asked_of(item)
    return replace(
        item,
        texts={label: f"{context}\n\n{question}\n\n{listed(own)}" for label, own in item.options.items()},
        facts={**item.facts, ASKED_FACT: question},
    )


def in_the_open(not_known: str) -> Callable[[BenchmarkItem], BenchmarkItem]:
    """How an item is shown without its options.

    Args:
        not_known: Words that stand for the option "not known", which nobody sees; files write it in many ways.
    """

    def shown(item: BenchmarkItem) -> BenchmarkItem:
        context, question = asked_of(item)
        unknown = int(item.facts["unknown"])
        people = item.options[LABELS[0]]
        hidden = tuple(not_known if place == unknown else words for place, words in enumerate(people))
        return replace(
            item,
            texts={OPEN_LABEL: f"{context}\n\n{question}"},
            options={OPEN_LABEL: hidden},
            facts={**item.facts, ASKED_FACT: question},
        )

    return shown
