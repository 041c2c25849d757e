"""From a benchmark's score to the answers behind it and back, in nouns and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.exchanges import ItemKey
from fairdesk.domain.plan import Plan
from fairdesk.domain.results import ResultRow

SCORE_ROLE, CHANGE_ROLE = "benchmark", "benchmark change"
BENCHMARK_ROLES = (SCORE_ROLE, CHANGE_ROLE)
"""Roles of result rows that are about items and not about files; their variant is a category, empty for all items."""

ALL_ITEMS = "all items"

ANSWER_STATUSES = ("answered", "refused", "unreadable", "failed", "not_attempted")
"""In the order in which they are told; together they are everything that was planned."""

SHOWN_LABELS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPlace:
    """Which scores of its benchmark rest on an item.

    Attributes:
        category: Of the item.
        without: Measures that its category has and that do not rest on it: scores of another condition.
    """

    category: str
    without: tuple[str, ...] = ()


def category_words(category: str) -> str:
    """What a category is called in a table; one that is called like all items is told apart from them.

    Example:
        >>> category_words("Age"), category_words(""), category_words("All items")
        ('Age', 'all items', '“All items”, a category')
    """
    return f"“{category}”, a category" if category.casefold() == ALL_ITEMS else category or ALL_ITEMS


def is_of_benchmark(row: ResultRow) -> bool:
    """Whether a result is about items of a benchmark."""
    return row.role in BENCHMARK_ROLES


def benchmark_asking(plan: Plan, question_id: str) -> PlannedBenchmark | None:
    """The benchmark whose items a question is asked of; None for a question about files."""
    return next((one for one in plan.benchmarks if one.question.question_id == question_id), None)


def score_rests_on(plan: Plan, row: ResultRow, system: str, key: ItemKey, item: ItemPlace) -> bool:
    """Whether a benchmark's score, or its change, rests on one answer of a system."""
    systems = (row.system,) if row.role == SCORE_ROLE else (row.system, plan.systems[0].label)
    planned, measure = benchmark_asking(plan, row.question_id), row.measure.removeprefix("change_")
    of_all = planned is not None and measure in planned.parts
    return (
        row.question_id == key.question
        and system in systems
        and (of_all or row.variant in ("", item.category))
        and measure not in item.without
    )


def score_words(plan: Plan, planned: PlannedBenchmark, row: ResultRow) -> Iterator[str]:
    """On which answers a score rests, sentence by sentence."""
    yield row.sentence
    is_of_part = row.measure.removeprefix("change_") in planned.parts
    of_what = f"the items of {row.variant}" if row.variant and not is_of_part else "all items"
    names = ", ".join(planned.labels[:SHOWN_LABELS])
    more = len(planned.labels) - SHOWN_LABELS
    names += f" and {more} more" if more > 0 else ""
    times = "" if planned.choice.n_samples == 1 else f", {planned.choice.n_samples} times each"
    yield f"It rests on the answers to {of_what} of {planned.card.title} that it is about, asked as {names}{times}."
    if row.role == CHANGE_ROLE:
        yield f"The answers of {plan.systems[0].label} are the other half of it; those of {row.system} are shown here."


def score_counts_words(counts: Mapping[str, int]) -> str:
    """How many answers entered a score, and why the others did not; empty where nothing was counted."""
    if "items" not in counts:
        return ""
    items = "1 item" if counts["items"] == 1 else f"{counts['items']:,} items"
    told = [f"{counts[name]:,} {name.replace('_', ' ')}" for name in ANSWER_STATUSES if counts.get(name)]
    if not told:
        return f"{items}."
    unknown = f" Of those answered {counts['unknown']:,} say that it is not known." if counts.get("unknown") else ""
    without = counts.get("without_score", 0)
    unscored = f" Of those answered {without:,} have no score of the classifier." if without else ""
    return f"{items}; answers to them: {', '.join(told)}.{unknown}{unscored}"


def answers_missing(counts: Mapping[str, int]) -> int:
    """Planned answers without a usable one."""
    return sum(counts.get(name, 0) for name in ANSWER_STATUSES if name != "answered")
