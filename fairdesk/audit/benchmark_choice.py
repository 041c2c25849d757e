"""Benchmarks as the page Tests offers and takes them: all that there are, what files hold, what a sample comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairdesk.audit.benchmark_import import (
    BenchmarkAdded,
    BenchmarkRead,
    BenchmarkRequest,
    found_files,
    keep_benchmark,
    read_benchmark,
    read_stored,
)
from fairdesk.audit.benchmark_planning import ranked
from fairdesk.audit.benchmark_power import ItemGroup, item_groups, power_sentences
from fairdesk.audit.benchmark_recognition import defects_by_benchmark, notes_on_unknown
from fairdesk.audit.benchmark_sources import SOURCES, benchmark_of
from fairdesk.audit.benchmark_sources.source import in_silence
from fairdesk.audit.classifier_choice import AS_INSTALLED, ClassifiersWanted
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.benchmarks import BenchmarkCard, BenchmarkFile, Sampling, SamplingKind
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.progress import TellStep

MOST_PLACES = 1_000
"""Files of a folder that are looked at for changes; readers refuse folders with more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedForm:
    """A way of asking.

    Attributes:
        note: What is measured so, and with what it is not comparable.
        measures: All its scores, in print order.
    """

    form_id: str
    title: str
    note: str
    measures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedBenchmark:
    """A benchmark that can be asked.

    Attributes:
        forms: The first is asked unless another is chosen.
        defects: Name of an official version to what is known to be wrong in its files, a sentence each.
    """

    benchmark_id: str
    card: BenchmarkCard
    forms: tuple[OfferedForm, ...]
    defects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def form(self, form_id: str) -> OfferedForm | None:
        """The form with this id; None when there is none."""
        return next((form for form in self.forms if form.form_id == form_id), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkPlace:
    """Where the items of a benchmark are read.

    Attributes:
        path: File, archive or folder; None for the suite that FairDesk ships, or for stored files.
        stored: Files that a project has taken already.
    """

    benchmark_id: str
    path: Path | None = None
    stored: tuple[BenchmarkFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsWanted:
    """What is to be asked of the files at a place.

    Attributes:
        categories: Empty for all.
        classifiers: Those that were chosen for the benchmark before, which stay; else what is said about them.
    """

    place: BenchmarkPlace
    form: str
    categories: tuple[str, ...]
    sampling: Sampling
    n_samples: int
    classifiers: ClassifiersWanted | tuple[PlannedClassifier, ...] = AS_INSTALLED


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkLook:
    """What stands in files that are not taken yet.

    Attributes:
        groups: All items, counted.
        orders: Id of a form to the texts that are asked of every item in it.
        left_out: Why rows of the files are no items, to their number.
        notes: What had to be taken for granted, a sentence each.
    """

    place: BenchmarkPlace
    files: tuple[BenchmarkFile, ...]
    groups: tuple[ItemGroup, ...]
    orders: Mapping[str, int]
    left_out: Mapping[str, int]
    notes: tuple[str, ...]

    @property
    def categories(self) -> dict[str, int]:
        """Category to its items, in the order of the names."""
        found: Counter[str] = Counter()
        for group in self.groups:
            found[group.category] += group.n_items
        return dict(sorted(found.items()))

    @property
    def n_items(self) -> int:
        """All items."""
        return sum(group.n_items for group in self.groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleView:
    """What a sample comes to.

    Attributes:
        counts: Category to its items, in the order of the names; categories without an item are absent.
        power: What the sample can show, a sentence each.
    """

    counts: Mapping[str, int]
    power: tuple[str, ...]


def offered_benchmarks(spec: WorkspaceSpec) -> tuple[OfferedBenchmark, ...]:
    """Every benchmark that there is."""
    with Workspace(spec) as workspace:
        defects = defects_by_benchmark(workspace.resources)
    return tuple(_offered(source.benchmark_id, defects.get(source.benchmark_id, {})) for source in SOURCES)


def _offered(benchmark_id: str, defects: Mapping[str, tuple[str, ...]]) -> OfferedBenchmark:
    found = benchmark_of(benchmark_id)
    return OfferedBenchmark(
        benchmark_id=benchmark_id,
        card=found.card,
        forms=tuple(
            OfferedForm(form_id=one.form_id, title=one.title, note=one.note, measures=one.scoring.measures)
            for one in found.forms
        ),
        defects=defects,
    )


def look_at_benchmark(spec: WorkspaceSpec, place: BenchmarkPlace, tell: TellStep = in_silence) -> BenchmarkLook:
    """Read files and say what stands in them; stores nothing.

    Raises:
        ImportProblem: a file is missing, damaged or of another benchmark, or holds no item that can be asked.
    """
    found = _Last.read(spec, place, tell)
    tell("Counting the items")
    items = found.read.items
    if not items:
        title = benchmark_of(place.benchmark_id).card.title
        raise ImportProblem(f"No item of {title} in these files can be asked.", "Choose other files.")
    files = place.stored or found_files(spec, found)
    forms = benchmark_of(place.benchmark_id).forms
    return BenchmarkLook(
        place=place,
        files=files,
        groups=item_groups(items),
        orders={form.form_id: len((form.shown(items[0]) if form.shown else items[0]).texts) for form in forms},
        left_out=found.read.left_out,
        notes=(*found.read.notes, *notes_on_unknown(files)),
    )


def keep_choice(spec: WorkspaceSpec, wanted: ItemsWanted, tell: TellStep = in_silence) -> BenchmarkAdded:
    """Keep the bytes of the files and say what will be asked; whoever holds the project takes the choice into it.

    Files that this process looked at last are not read again while nothing about them changed.

    Raises:
        InputError: there is no such category or form, or the sample draws nothing; then nothing is kept.
        ImportProblem: a file is missing, damaged or of another benchmark; then nothing is kept.
    """
    found = _Last.read(spec, wanted.place, tell)
    tell("Keeping the files")
    request = BenchmarkRequest(
        benchmark_id=wanted.place.benchmark_id,
        path=wanted.place.path,
        form=wanted.form,
        categories=wanted.categories,
        sampling=wanted.sampling,
        n_samples=wanted.n_samples,
        classifiers=wanted.classifiers,
    )
    return keep_benchmark(spec, request, found)


def sample_view(
    groups: Sequence[ItemGroup], categories: Sequence[str], sampling: Sampling, measures: Sequence[str]
) -> SampleView:
    """What a sample comes to, and what it can show.

    Args:
        categories: Those that are asked; empty for all.
        measures: All scores of the form that is asked, in print order.
    """
    asked = [group for group in groups if not categories or group.category in categories]
    n_drawn = None
    if sampling.kind is SamplingKind.TEMPLATES:
        names = {group.category for group in asked}
        of = {name: {group.cluster for group in asked if group.category == name} for name in names}
        drawn = {name: set(ranked(of[name], name, sampling.seed)[: sampling.n]) for name in names}
        asked = [group for group in asked if group.cluster in drawn[group.category]]
    elif sampling.kind is SamplingKind.STRATIFIED:
        sizes: Counter[str] = Counter()
        for group in asked:
            sizes[group.stratum] += group.n_items
        n_drawn = {stratum: min(n, sampling.n) for stratum, n in sizes.items()}
    return SampleView(
        counts=sample_counts(groups, categories, sampling), power=power_sentences(measures, asked, n_drawn)
    )


def sample_counts(groups: Sequence[ItemGroup], categories: Sequence[str], sampling: Sampling) -> dict[str, int]:
    """How many items of every category a sample draws; the same that a plan draws.

    Args:
        categories: Those that are asked; empty for all.

    Returns:
        Category to its items, in the order of the names; categories without an item are absent.
    """
    asked = [group for group in groups if not categories or group.category in categories]
    counts: Counter[str] = Counter()
    if sampling.kind is SamplingKind.FULL:
        for group in asked:
            counts[group.category] += group.n_items
    elif sampling.kind is SamplingKind.STRATIFIED:
        strata: dict[tuple[str, str], int] = {}
        for group in asked:
            of = (group.stratum, group.category)
            strata[of] = strata.get(of, 0) + group.n_items
        for (_, category), n_items in strata.items():
            counts[category] += min(n_items, sampling.n)
    else:
        sizes: dict[str, Counter[str]] = {}
        for group in asked:
            sizes.setdefault(group.category, Counter())[group.cluster] += group.n_items
        for category, clusters in sizes.items():
            drawn = ranked(clusters, category, sampling.seed)[: sampling.n]
            counts[category] += sum(clusters[name] for name in drawn)
    return {name: n for name, n in sorted(counts.items()) if n}


class _Last:
    """The files that this process looked at last, because they are mostly taken next; one set of them fits in memory.

    Another time or size of a file, also of one beside them, makes them others.
    """

    key: tuple[object, ...] = ()
    found: BenchmarkRead | None = None

    @classmethod
    def read(cls, spec: WorkspaceSpec, place: BenchmarkPlace, tell: TellStep) -> BenchmarkRead:
        key = (spec.data_dir, place, _stamps(place.path))
        if cls.found is not None and cls.key == key:
            return cls.found
        cls.found = None
        if place.stored:
            found = read_stored(spec, place.benchmark_id, place.stored, tell)
        else:
            found = read_benchmark(spec, place.benchmark_id, place.path, tell)
        cls.key, cls.found = key, found
        return found


def _stamps(path: Path | None) -> tuple[tuple[str, int, int], ...]:
    """Name, time in nanoseconds and size of the files at a place and beside it, where readers look as well."""
    if path is None:
        return ()
    folders = [path.parent, path, *(sorted(path.iterdir())[:MOST_PLACES] if path.is_dir() else ())]
    found = []
    for folder in filter(Path.is_dir, folders):
        for file in sorted(folder.iterdir())[:MOST_PLACES]:
            stat = file.lstat()
            found.append((str(file), stat.st_mtime_ns, stat.st_size))
    return tuple(found)
