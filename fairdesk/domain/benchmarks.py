"""Benchmarks as a project chooses them and a plan fixes them: which files, which items, asked in which form.

An item is asked in one or several forms (the same question with its options in another order); what a model chose in
each form is what the benchmark's own rules score. Nothing here is a file or a variant of the counterfactual test: a
plan holds both side by side, and their calls differ in the question that they name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.benchmark_files import Packaging
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.codec import ABSENT_BY_DEFAULT
from fairdesk.domain.questions import Question


class SamplingKind(Enum):
    """Which items of a benchmark are asked."""

    FULL = "full"
    STRATIFIED = "stratified"
    """The same number of every stratum (category and condition), drawn with the seed; small strata whole."""
    TEMPLATES = "templates"
    """A number of clusters (templates) of every category, drawn with the seed, each with all its items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How items are drawn; ``n`` is per stratum or per category, 0 for all of a full sample."""

    kind: SamplingKind = SamplingKind.FULL
    n: int = 0
    seed: int = 0


FULL_SAMPLE = Sampling()
"""Every item is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkFile:
    """One file of a benchmark as it was imported.

    Attributes:
        name: As the file was called, without folders.
        sha256: Of the document that keeps its bytes, which are those inside any packing.
        version: Name of the official version whose hash this is; empty for a hash that FairDesk does not know.
        n_rows: Rows that were read in it.
        licence: Of that version; empty for a hash that FairDesk does not know.
        packaging: Whether its bytes may be handed on in an evidence package; None where that is not known.
    """

    name: str
    sha256: str
    version: str
    n_rows: int
    licence: str = field(default="", metadata=ABSENT_BY_DEFAULT)
    packaging: Packaging | None = field(default=None, metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSize:
    """How much text a sample sends in one order of the options; all counts are sums over its items."""

    n_texts: int
    n_characters: int
    n_ascii: int
    n_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkChoice:
    """A benchmark that a project asks.

    Attributes:
        benchmark_id: ``bbq``, ``crows_pairs``, ...
        files: In the order of their names.
        form: Id of the way of asking, one of the benchmark's.
        categories: Those that are asked; empty for all of the files.
        n_samples: Answers per item and form.
        sizes: Of the texts of the sample, order by order; empty where nobody counted.
        classifiers: That score the answers, at most one of a quantity; empty for forms that want none.
    """

    benchmark_id: str
    files: tuple[BenchmarkFile, ...]
    form: str
    categories: tuple[str, ...] = ()
    sampling: Sampling = FULL_SAMPLE
    n_samples: int = 1
    sizes: tuple[OrderSize, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    classifiers: tuple[PlannedClassifier, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)

    @property
    def n_items(self) -> int:
        """Items of the sample; 0 where nobody counted."""
        return self.sizes[0].n_texts if self.sizes else 0

    @property
    def n_orders(self) -> int:
        """Texts per item; 0 where nobody counted."""
        return len(self.sizes)


ASKED_FACT = "question"
"""Fact of an item: what it asks, without its context; there where its words bear on how an answer is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkItem:
    """One item: what is asked, and what scoring has to know of it.

    Attributes:
        item_id: Unique in the benchmark, for example ``Age/12``.
        category: What scores are broken down by.
        stratum: Category and condition, for a stratified sample.
        cluster: Items that hang together (a template, a target term), unique in the benchmark and perhaps of several
            categories; intervals and tests take clusters as their units.
        texts: Label of the order of options, or ``asked``, to the text that is sent.
        options: The same label to the options in the order shown; empty for open answers.
        facts: What the benchmark's scoring reads; text to text.
    """

    item_id: str
    category: str
    stratum: str
    cluster: str
    texts: Mapping[str, str]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkCard:
    """What a report prints of a benchmark (report-contents.md S7).

    Attributes:
        construct: What a result is a measurement of.
        limits, criticism: What it cannot show; what has been published against it. Never empty.
        contamination: Whether models may have seen it.
        licence: And whether its files may go into an evidence package.
    """

    title: str
    version: str
    construct: str
    limits: tuple[str, ...]
    criticism: tuple[str, ...]
    contamination: str
    licence: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedBenchmark:
    """A benchmark in a plan.

    Attributes:
        card: As it was when the plan was fixed.
        question: What is asked of every item; its id belongs to this benchmark alone.
        labels: Of the forms of every item, in the order in which they are numbered.
        cases: Ids of the items as calls name them, ascending: benchmark, colon, item.
        items_sha256: Document that names the parts with texts, options and facts of the items.
        left_out: Why items of the files are not asked, to their number.
        categories: Of the items, in the order in which they are printed.
        notes: What is to be known of these files, a sentence each.
        defects: What is known to be wrong in the official files among them, a sentence each.
        power: What the sample can show, a sentence each; empty in plans of earlier versions.
        facts: What scoring has to know that is the same for all items, text to text: lists of words.
        parts: Measure to what it is broken down by in place of the categories of items (lists, groups, places), where
            it is; such a score rests on all items.
    """

    choice: BenchmarkChoice
    card: BenchmarkCard
    question: Question
    labels: tuple[str, ...]
    cases: tuple[str, ...]
    items_sha256: str
    left_out: Mapping[str, int]
    categories: tuple[str, ...]
    notes: tuple[str, ...] = ()
    defects: tuple[str, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    power: tuple[str, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    facts: Mapping[str, str] = field(default_factory=dict, metadata=ABSENT_BY_DEFAULT)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict, metadata=ABSENT_BY_DEFAULT)

    @property
    def benchmark_id(self) -> str:
        """``bbq``, ``crows_pairs``, ..."""
        return self.choice.benchmark_id


def case_of_item(benchmark_id: str, item_id: str) -> str:
    """How calls name an item.

    Example:
        >>> case_of_item("bbq", "Age/12")
        'bbq:Age/12'
    """
    return f"{benchmark_id}:{item_id}"


def with_benchmark(choices: Sequence[BenchmarkChoice], added: BenchmarkChoice) -> tuple[BenchmarkChoice, ...]:
    """All choices with one more; an earlier one of the same benchmark keeps its place."""
    if all(one.benchmark_id != added.benchmark_id for one in choices):
        return (*choices, added)
    return tuple(added if one.benchmark_id == added.benchmark_id else one for one in choices)


def without_benchmark(choices: Sequence[BenchmarkChoice], benchmark_id: str) -> tuple[BenchmarkChoice, ...]:
    """All choices but those of one benchmark."""
    return tuple(one for one in choices if one.benchmark_id != benchmark_id)
