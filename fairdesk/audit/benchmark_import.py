"""A benchmark comes into a project: its files become documents, and the project asks it from then on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from fairdesk.audit.benchmark_planning import chosen_items, order_sizes, planned_benchmark
from fairdesk.audit.benchmark_power import item_groups, power_sentences
from fairdesk.audit.benchmark_recognition import file_noun, files_to_ask, known_defects, recognised
from fairdesk.audit.benchmark_sources import ItemsRead, benchmark_of, source_of
from fairdesk.audit.benchmark_sources.source import in_silence
from fairdesk.audit.classifier_choice import AS_INSTALLED, ClassifiersWanted, chosen_classifiers
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.benchmarks import (
    FULL_SAMPLE,
    BenchmarkCard,
    BenchmarkChoice,
    BenchmarkFile,
    Sampling,
    SamplingKind,
    with_benchmark,
)
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.domain.progress import TellStep
from fairdesk.domain.supplied_words import is_supplied

KIND = "benchmark_file"
"""Kind of the documents that hold the bytes of official files; nothing in them names another document."""

SUITES = "benchmarks"
"""Folder of the suites that FairDesk ships, under the resources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkRequest:
    """What is to be asked.

    Attributes:
        path: File, archive or folder; None for the suite that FairDesk ships.
        form: Id of the form; empty for the benchmark's first.
        without_files: Nothing but benchmarks is asked from then on.
        classifiers: What is said about those that score the answers, or those that were chosen before.
    """

    benchmark_id: str
    path: Path | None
    form: str = ""
    categories: tuple[str, ...] = ()
    sampling: Sampling = FULL_SAMPLE
    n_samples: int = 1
    without_files: bool = False
    classifiers: ClassifiersWanted | tuple[PlannedClassifier, ...] = AS_INSTALLED


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkAdded:
    """What a project asks from then on.

    Attributes:
        n_items: Items of the sample.
        categories: Category to its items in the sample.
        left_out: Why rows of the files are no items, to their number.
        notes: What is to be known of these files, a sentence each.
        defects: Name of an official version that files are of to what is known to be wrong in it, a sentence each.
        power: What the sample can show, a sentence each.
    """

    choice: BenchmarkChoice
    card: BenchmarkCard
    n_items: int
    categories: Mapping[str, int]
    left_out: Mapping[str, int]
    notes: tuple[str, ...]
    defects: Mapping[str, tuple[str, ...]]
    power: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BenchmarkRead:
    """The files of a benchmark with all their items; nothing of it is stored yet.

    Attributes:
        files: Names without folders and bytes, in the order of the names.
    """

    benchmark_id: str
    files: tuple[tuple[str, bytes], ...]
    read: ItemsRead


def add_benchmark(spec: WorkspaceSpec, project: str, request: BenchmarkRequest) -> BenchmarkAdded:
    """Read the files whole, keep their bytes, and let the project ask them; an earlier choice of it is replaced.

    Under a lock the project differs from its plan then, as after every other change: see ``plan deviate``.

    Raises:
        InputError: there is no such project, category or form, the sample draws nothing, or the answers of the project
            were supplied, so that nobody can be asked.
        ImportProblem: a file is missing, damaged or of another benchmark; then nothing is kept.
    """
    with Workspace(spec) as workspace:
        _refuse_supplied(workspace.store.projects.get(project).details)  # before files are read for seconds
    added = keep_benchmark(spec, request, read_benchmark(spec, request.benchmark_id, request.path))
    with Workspace(spec) as workspace:
        # Looked up again: reading takes seconds, in which a window may have saved the project.
        record = workspace.store.projects.get(project)
        _refuse_supplied(record.details)
        details = replace(
            record.details,
            benchmarks=with_benchmark(record.details.benchmarks, added.choice),
            without_files=record.details.without_files or request.without_files,
        )
        workspace.store.projects.save(record.project_id, details)
        _bring_back_items(workspace, record.project_id, added.choice)
    return added


def _bring_back_items(workspace: Workspace, project_id: str, choice: BenchmarkChoice) -> None:
    """Keep the items again that an archive left out of a plan, now that its files are there."""
    from fairdesk.audit.plan import fixed_plans

    for plan in fixed_plans(workspace, project_id):
        for planned in plan.benchmarks:
            is_same = {file.sha256 for file in planned.choice.files} == {file.sha256 for file in choice.files}
            if is_same and not workspace.store.documents.has(planned.items_sha256):
                planned_benchmark(workspace, planned.choice)


def _refuse_supplied(details: ProjectDetails) -> None:
    if any(map(is_supplied, details.systems)):
        raise InputError(
            "The answers of this project were supplied and not asked for: nothing can be asked beside them.",
            "Take the benchmark into another project.",
        )


def read_benchmark(
    spec: WorkspaceSpec, benchmark_id: str, path: Path | None, tell: TellStep = in_silence
) -> BenchmarkRead:
    """Read the files of a benchmark whole; stores nothing.

    Args:
        path: File, archive or folder; None for the suite that FairDesk ships.

    Raises:
        ImportProblem: a file is missing, damaged or of another benchmark.
    """
    source = source_of(benchmark_id)
    tell("Unpacking the files")
    with Workspace(spec) as workspace:
        resources = workspace.resources
    place = path or resources / SUITES / source.suite
    found = [(PurePosixPath(one.name).name, one.body) for one in source.files(place)]
    _refuse_twice(found)
    asked = files_to_ask(resources, (benchmark_id, benchmark_of(benchmark_id).card.title), sorted(found))
    files = asked.files
    n_bytes = sum(len(body) for _, body in files)
    tell(f"Reading {'1 file' if len(files) == 1 else f'{len(files):,} files'}, {n_bytes / 1e6:,.1f} MB")
    read = source.items(files, tell)
    read = replace(read, notes=(*read.notes, *asked.notes))
    return BenchmarkRead(benchmark_id=benchmark_id, files=files, read=read)


def read_stored(
    spec: WorkspaceSpec, benchmark_id: str, files: Sequence[BenchmarkFile], tell: TellStep = in_silence
) -> BenchmarkRead:
    """The same from files that were kept before.

    Raises:
        ImportProblem: a stored file cannot be read any more.
    """
    with Workspace(spec) as workspace:
        bodies = tuple((file.name, workspace.store.documents.get(file.sha256)) for file in files)
    tell("Reading the files that are kept")
    return BenchmarkRead(benchmark_id=benchmark_id, files=bodies, read=source_of(benchmark_id).items(bodies, tell))


def keep_benchmark(spec: WorkspaceSpec, request: BenchmarkRequest, found: BenchmarkRead) -> BenchmarkAdded:
    """Keep the bytes of files that were read, and say what a project that takes the choice asks; changes no project.

    Raises:
        InputError: there is no such category or form, or the sample draws nothing; then nothing is kept.
    """
    choice = wanted_choice(spec, request, found)
    chosen = chosen_items(choice, found.read)
    with Workspace(spec) as workspace:
        classifiers, notes = _classifiers(workspace, request, chosen.form.quantities)
        defects = known_defects(workspace.resources, choice.files)
        workspace.store.documents.put_many(KIND, [body for _, body in found.files])
    return BenchmarkAdded(
        choice=replace(choice, sizes=order_sizes(chosen.items), classifiers=classifiers),
        card=chosen.benchmark.card,
        n_items=len(chosen.items),
        categories=dict(sorted(Counter(item.category for item in chosen.items).items())),
        left_out=chosen.left_out,
        notes=(*chosen.notes, *notes),
        defects=defects,
        power=power_sentences(chosen.form.scoring.measures, item_groups(chosen.items)),
    )


def wanted_choice(spec: WorkspaceSpec, request: BenchmarkRequest, found: BenchmarkRead) -> BenchmarkChoice:
    """What a request asks of files that were read, before items are drawn and classifiers are looked for."""
    return BenchmarkChoice(
        benchmark_id=request.benchmark_id,
        files=found_files(spec, found),
        form=request.form or benchmark_of(request.benchmark_id).forms[0].form_id,
        categories=request.categories,
        sampling=request.sampling,
        n_samples=request.n_samples,
    )


def _classifiers(
    workspace: Workspace, request: BenchmarkRequest, quantities: Sequence[str]
) -> tuple[tuple[PlannedClassifier, ...], tuple[str, ...]]:
    """The classifiers of a choice, and why quantities have none; of those chosen before, those that the form wants."""
    if isinstance(request.classifiers, tuple):
        return tuple(one for one in request.classifiers if one.quantity in quantities), ()
    found = chosen_classifiers(workspace, quantities, request.classifiers)
    return found.classifiers, found.notes


def found_files(spec: WorkspaceSpec, found: BenchmarkRead) -> tuple[BenchmarkFile, ...]:
    """Name, hash, version, licence and rows of every file that was read."""
    with Workspace(spec) as workspace:
        resources = workspace.resources
    hashes = {name: sha256_hex(body) for name, body in found.files}
    return tuple(
        file_noun(name, sha256, found.read.rows.get(name, 0), recognised(resources, sha256))
        for name, sha256 in hashes.items()
    )


def _refuse_twice(files: Sequence[tuple[str, bytes]]) -> None:
    """One file under two names would be asked twice."""
    known: dict[str, str] = {}
    for name, body in files:
        first = known.setdefault(sha256_hex(body), name)
        if first != name:
            raise ImportProblem(f"{first} and {name} hold the same bytes.", "Leave one of them out.")


def sampling_of(words: str, seed: int) -> Sampling:
    """A sample as a person writes it: ``full``, ``stratified:20`` or ``templates:5``.

    Raises:
        InputError: the words are something else.

    Example:
        >>> sampling_of("stratified:20", 7).n
        20
    """
    name, _, number = words.partition(":")
    kinds = {kind.value: kind for kind in SamplingKind}
    if name in kinds and (kinds[name] is SamplingKind.FULL) == (number == ""):
        if not number:
            return FULL_SAMPLE
        if number.isdecimal() and number.isascii() and int(number) > 0:
            return Sampling(kind=kinds[name], n=int(number), seed=seed)
    raise InputError(
        f"{words!r} is no sample.",
        "Write full, stratified:N (items of every category and condition) or templates:N (templates of every "
        "category).",
    )
