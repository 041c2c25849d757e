"""The shape of every benchmark: its card, how it may be asked, and how its authors' rules score what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from fairdesk.domain.benchmarks import BenchmarkCard, BenchmarkItem
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.exchanges import ModelReply, Status
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.results import Interval, NotMeasured, Outcome, SignificanceTest
from fairdesk.measures.paired_ratios import FEWEST_GROUPS, RatioChange, ratio_change
from fairdesk.measures.pairs import Floats, Integers
from fairdesk.measures.ratio_of_sums import bootstrap_ratio
from fairdesk.measures.resampling import Resampling

NOT_CHOSEN = -1
"""Place of no option: whatever was not answered, was declined, or could not be read."""

TOO_FEW = f"no interval: fewer than {FEWEST_GROUPS} groups of items"

NO_SPREAD = "no interval: all groups of items have the same share"

OPEN = "asked"
"""The one label of items that are answered in open words and show no options."""

WHOLE = ""
"""Category of a score over all items."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BenchmarkAnswers:
    """What one system answered.

    Attributes:
        items: All planned items.
        labels: Of the forms of every item; see ``orders``.
        values: Place of the option chosen in the order shown, from 1, or what an open answer was read as; NaN where
            there is none. Shape (items, labels, samples).
        statuses: ``Status`` values of the same shape.
        kept: What the form's ``keep`` took from every answer, None where there is none. Same shape; None for forms
            that keep nothing.
        classifiers: That the plan names for the answers.
        scores: Quantity of each of them to its scores, NaN where an answer has none. Same shape.
        facts: What the files say that is the same for all items.
        identity: Quantity to what its classifier made of neutral sentences with identity words, in a sentence; absent
            where that was not tried.
    """

    items: tuple[BenchmarkItem, ...]
    labels: tuple[str, ...]
    values: Floats
    statuses: npt.NDArray[np.object_]
    kept: npt.NDArray[np.object_] | None = None
    classifiers: tuple[PlannedClassifier, ...] = ()
    scores: Mapping[str, Floats] = field(default_factory=dict)
    identity: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)

    def chosen(self) -> Integers:
        """Place of the option chosen in the order of the files, from 0, or ``NOT_CHOSEN``; shape as ``values``."""
        found = np.full(self.values.shape, NOT_CHOSEN, dtype=np.int64)
        for place, label in enumerate(self.labels):
            order, shown = np.array(places_of(label), dtype=np.int64), self.values[:, place, :]
            known = ~np.isnan(shown)
            found[:, place, :][known] = order[shown[known].astype(np.int64) - 1]
        return found

    def counts(self, wanted: npt.NDArray[np.bool_]) -> dict[str, int]:
        """Answers to some items by status; every status is named, and they add up to ``asked``.

        Args:
            wanted: Which items. Shape (items,).
        """
        statuses = self.statuses[wanted].ravel()
        counts = {status.value: int((statuses == status.value).sum()) for status in Status}
        return {"items": int(wanted.sum()), "asked": int(statuses.size) - counts[Status.NOT_ATTEMPTED.value], **counts}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Parts:
    """What every answer contributes to a score that is sum(above) / sum(below), times ``scale``.

    Attributes:
        above, below: 0 where an answer does not enter. Shape (items, labels, samples).
        is_valid: Answers that could be read, whether or not they enter. Same shape.
    """

    above: Floats
    below: Floats
    is_valid: npt.NDArray[np.bool_]
    scale: float = 1.0

    def only(self, wanted: npt.NDArray[np.bool_]) -> Parts:
        """Of some items; shape of ``wanted``: (items,)."""
        inside = wanted[:, None, None]
        return replace(self, above=self.above * inside, below=self.below * inside, is_valid=self.is_valid & inside)


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkScore:
    """One number of one category.

    Attributes:
        measure: Name in ``domain.result_words``.
        category: ``WHOLE`` for all items.
        counts: Items, and answers by status.
        sentence: What must be printed beside it.
        note: What is to be said of this number alone; or empty.
        parts: Of scores that two systems can be compared by on the same items; None for others.
        units: What a score that is no sum above / below is computed from, a row per answer or item, NaN where there is
            none, so that a change goes by the answers that both systems gave; None for others.
        change: From this score to that of another system, of which the units are given; it takes the place of the
            change of a sum above / below, of which only ``is_valid`` is used then.
        clusters: Number of what every item hangs together in with others, where that is more than its cluster: a change
            draws and exchanges these whole. None for the clusters of the items. Shape (items,).
    """

    measure: str
    category: str
    outcome: Outcome
    counts: Mapping[str, int]
    sentence: str
    test: SignificanceTest | None = None
    note: str = ""
    parts: Parts | None = field(default=None, compare=False)
    units: Floats | None = field(default=None, compare=False)
    change: Callable[[Floats, Resampling], RatioChange] | None = field(default=None, compare=False)
    clusters: Integers | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What can be scored of the answers to a form.

    Attributes:
        measures: Names of all its scores, in print order.
        tested: Those of them with a significance test.
        compared: Those of them whose change from one system to another is measured on the same items.
        score: Answers to the scores of all categories and of the whole; equal answers, equal scores.
        of_categories: Those of the measures that all items together do not have: a category against the others.
    """

    measures: tuple[str, ...]
    tested: tuple[str, ...]
    compared: tuple[str, ...]
    score: Callable[[BenchmarkAnswers, Resampling], Iterable[BenchmarkScore]]
    of_categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingForm:
    """One way to ask the items of a benchmark, and what can be scored of the answers.

    Attributes:
        form_id: ``letter``, ...
        question: Its id belongs to this benchmark and this form alone.
        note: What is measured so and with what it is not comparable, in one sentence.
        shown: An item as it was read, with the texts and options of the first form, to the same item as this form
            shows it; None where nothing is changed.
        keep: What scoring has to know of an answer beside its value, taken when a run is read again: its words, the
            chances of its letters. None where the value is enough.
        quantities: What classifiers are to score of the answers.
    """

    form_id: str
    title: str
    question: Question
    note: str
    scoring: Scoring
    shown: Callable[[BenchmarkItem], BenchmarkItem] | None = None
    keep: Callable[[ModelReply], object] | None = None
    quantities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """One benchmark.

    Attributes:
        forms: The first is what a project asks unless it says otherwise.
    """

    benchmark_id: str
    card: BenchmarkCard
    forms: tuple[AskingForm, ...]

    def form(self, form_id: str) -> AskingForm | None:
        """The form with this id; None when there is none."""
        return next((form for form in self.forms if form.form_id == form_id), None)


def orders(n_options: int) -> tuple[str, ...]:
    """Labels of the orders in which options are shown: every option stands in every place once.

    Example:
        >>> orders(3)
        ('1-2-3', '2-3-1', '3-1-2')
    """
    places = [*range(1, n_options + 1)]
    return tuple("-".join(map(str, places[first:] + places[:first])) for first in range(n_options))


@lru_cache(maxsize=1024)
def places_of(label: str) -> tuple[int, ...]:
    """Which option of the file stands where, from 0; a version may stand before the order (``pro 2-1``).

    Example:
        >>> places_of("2-3-1"), places_of("pro 2-1")
        ((1, 2, 0), (1, 0))
        >>> places_of(OPEN)  # an open answer stands in the one place that there is
        (0,)
    """
    if label == OPEN:
        return (0,)
    return tuple(int(part) - 1 for part in label.rpartition(" ")[2].split("-"))


def in_order(options: Sequence[str], label: str) -> tuple[str, ...]:
    """The options as a form shows them.

    Example:
        >>> in_order(("a", "b", "c"), "2-3-1")
        ('b', 'c', 'a')
    """
    return tuple([options[place] for place in places_of(label)])


def lettered(options: Sequence[str]) -> str:
    """The options with a letter each, a line each.

    Example:
        >>> print(lettered(("the nurse", "the judge")))
        A) the nurse
        B) the judge
    """
    return "\n".join([f"{chr(ord('A') + place)}) {option}" for place, option in enumerate(options)])


def letters(n_options: int) -> str:
    """The letters of so many options in words.

    Example:
        >>> letters(3)
        'A, B or C'
    """
    names = [chr(ord("A") + place) for place in range(n_options)]
    return " or ".join((", ".join(names[:-1]), names[-1]))


def letter_question(benchmark_id: str, title: str, n_options: int) -> Question:
    """The question that asks for the letter of one of some options."""
    return Question(
        question_id=f"{benchmark_id}_letter",
        title=title,
        prompt=f"Answer with the letter of one option only: {letters(n_options)}.",
        extractor="option/1",
        kind=QuantityKind.DISCRETE,
        scale=(1.0, float(n_options)),
        unit="option",
        max_tokens=60,
    )


def categories_of(items: Sequence[BenchmarkItem]) -> list[tuple[str, npt.NDArray[np.bool_]]]:
    """Every category in the order of its name with its items marked, then all; a single category has no whole."""
    names = np.array([item.category for item in items], dtype=object)
    found = [(name, np.asarray(names == name, dtype=np.bool_)) for name in sorted(set(names.tolist()))]
    return found if len(found) == 1 else [*found, (WHOLE, np.ones(len(items), dtype=np.bool_))]


def cluster_numbers(items: Sequence[BenchmarkItem]) -> Integers:
    """A number for the cluster of every item; items of several categories can be of one cluster."""
    known: dict[str, int] = {}
    return np.array([known.setdefault(item.cluster, len(known)) for item in items], dtype=np.int64)


def with_clusters(outcome: Outcome, parts: Parts, clusters: Integers, resampling: Resampling) -> Outcome:
    """A share with its interval from resampling clusters with all their answers (B6).

    Several answers about one item, and items of one template, are no independent observations; an interval that took
    them for such would be too narrow.

    Args:
        outcome: The score that ``parts`` add up to.
        clusters: See ``cluster_numbers``. Shape (items,).
    """
    if isinstance(outcome, NotMeasured):
        return outcome
    above, below = by_cluster(parts, clusters)
    if np.count_nonzero(below) < FEWEST_GROUPS:
        return replace(outcome, interval=None, warnings=(*outcome.warnings, TOO_FEW))
    interval = bootstrap_ratio(above, below, resampling)
    if interval is None or interval.low is None or interval.high is None:
        return replace(outcome, interval=None, warnings=(*outcome.warnings, NO_SPREAD))
    low, high = parts.scale * interval.low, parts.scale * interval.high
    return replace(outcome, interval=Interval(low=low, high=high, level=interval.level, method=interval.method))


def by_cluster(parts: Parts, clusters: Integers) -> tuple[Floats, Floats]:
    """Sums above and below of every cluster; shape (clusters,) each."""
    above, below = (
        np.bincount(clusters, weights=one.sum(axis=(1, 2))).astype(np.float64) for one in (parts.above, parts.below)
    )
    return above, below


def change_of_means(
    before: Mapping[str, float], after: Mapping[str, float], items: Sequence[BenchmarkItem], resampling: Resampling
) -> RatioChange:
    """Change of a mean of one value per cluster, over the clusters that have one with both systems.

    Args:
        before: Cluster to its value; NaN or absent for none.
        after: Of the other system.
    """
    rows = []
    for cluster in dict.fromkeys(item.cluster for item in items):
        first, later = (values.get(cluster, np.nan) for values in (before, after))
        is_known = not (np.isnan(first) or np.isnan(later))
        rows.append((first, 1.0, later, 1.0) if is_known else (0.0, 0.0, 0.0, 0.0))
    return ratio_change(np.array(rows, dtype=np.float64).reshape(-1, 4), "", resampling)
