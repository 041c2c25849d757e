"""Which files the items of every benchmark are read from: the readers of ``interchange`` meet ``evaluations`` here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.errors import ImportProblem

if TYPE_CHECKING:
    from fairdesk.domain.bbq_columns import BbqColumns
    from fairdesk.evaluations.benchmarks.benchmark import Benchmark
    from fairdesk.interchange.official_files import OfficialFile

Files = Sequence[tuple[str, bytes]]
"""Names and bytes, in the order of the names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsRead:
    """All items of some files.

    Attributes:
        left_out: Why rows of the files are no items that can be scored, to their number.
        notes: What had to be taken for granted or was put right, a sentence each.
        rows: Name of a file to the rows read in it.
    """

    items: tuple[BenchmarkItem, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkSource:
    """Where the items of a benchmark come from.

    Attributes:
        files: A path to the files that belong together; may look beside and above it.
        read: Names and bytes to all items; the same for files just chosen and for stored documents.
        suite: Folder of the suite that FairDesk ships, under ``resources/benchmarks``.
    """

    benchmark_id: str
    files: Callable[[Path], Sequence[OfficialFile]]
    read: Callable[[Files], ItemsRead]
    suite: str


def benchmark_of(benchmark_id: str) -> Benchmark:
    """The benchmark that a source's items are scored by."""
    from fairdesk.evaluations.benchmarks import benchmark

    return benchmark(benchmark_id)


def source_of(benchmark_id: str) -> BenchmarkSource:
    """The source of a benchmark.

    Raises:
        ImportProblem: FairDesk has no such benchmark.
    """
    for source in SOURCES:
        if source.benchmark_id == benchmark_id:
            return source
    known = ", ".join(source.benchmark_id for source in SOURCES)
    raise ImportProblem(f"FairDesk has no benchmark {benchmark_id!r}.", f"It has: {known}.")


def _bbq_files(path: Path) -> Sequence[OfficialFile]:
    from fairdesk.interchange.bbq_files import bbq_official_files

    return bbq_official_files(path)


def _bbq(files: Files) -> ItemsRead:
    from fairdesk.interchange.bbq_files import bbq_of_files

    return bbq_items(bbq_of_files(files))


def bbq_items(columns: BbqColumns) -> ItemsRead:
    """Items of BBQ or of a variant in its columns; those without a bias-consistent option are left out."""
    from fairdesk.domain.bbq_columns import NAMED_PEOPLE, NO_TARGET
    from fairdesk.evaluations.benchmarks.bbq import AMBIGUOUS, DISAMBIGUATED, BbqFacts, make_item

    items = []
    left_out: Counter[str] = Counter()
    for at in range(columns.n):
        if columns.biased[at] == NO_TARGET:
            left_out["no option agrees with a stereotype, by the metadata"] += 1
            continue
        category = columns.category[at]
        reported = f"{category} (names)" if columns.kind[at] == NAMED_PEOPLE else category
        first, second, third = (options[at] for options in columns.options)
        facts = BbqFacts(
            condition=AMBIGUOUS if columns.ambiguous[at] else DISAMBIGUATED,
            biased=columns.biased[at],
            unknown=columns.unknown[at],
            label=columns.label[at],
        )
        words = (columns.context[at], columns.question[at], (first, second, third))
        items.append(make_item(f"{category}/{columns.item_id[at]}", (reported, columns.template[at]), words, facts))
    return ItemsRead(items=tuple(items), left_out=left_out, notes=columns.notes)


def _official(path: Path) -> Sequence[OfficialFile]:
    from fairdesk.interchange.official_files import official_files

    return official_files(path)


def _crows_pairs(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.crows_pairs import make_item
    from fairdesk.interchange.crows_pairs_files import read_crows_pairs

    items, rows = [], {}
    notes: list[str] = []
    for name, body in files:
        found = read_crows_pairs(name, body)
        notes += found.notes
        rows[name] = len(found.index)
        for at, index in enumerate(found.index):
            direction = "antistereo" if found.is_antistereo[at] else "stereo"
            items.append(make_item(index, (found.more[at], found.less[at]), found.bias_type[at], direction))
    return ItemsRead(items=tuple(items), notes=tuple(notes), rows=rows)


def _stereoset(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.stereoset import make_item
    from fairdesk.interchange.stereoset_files import read_stereoset

    items, rows = [], {}
    for name, body in files:
        found = read_stereoset(name, body)
        rows[name] = len(found.cluster_id)
        for at, cluster in enumerate(found.cluster_id):
            of = (f"{found.bias_type[at]} ({found.task[at]})", found.target[at])
            items.append(make_item(cluster, of, found.context[at], found.sentences[at]))
    return ItemsRead(items=tuple(items), rows=rows)


SOURCES: tuple[BenchmarkSource, ...] = (
    BenchmarkSource(benchmark_id="bbq", files=_bbq_files, read=_bbq, suite="bbq"),
    BenchmarkSource(benchmark_id="crows_pairs", files=_official, read=_crows_pairs, suite="crows_pairs"),
    BenchmarkSource(benchmark_id="stereoset", files=_official, read=_stereoset, suite="stereoset"),
)
