"""A benchmark comes into a project: its files become documents, and the project asks it from then on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from fairdesk.audit.benchmark_planning import chosen_items
from fairdesk.audit.benchmark_sources import BenchmarkSource, ItemsRead, benchmark_of, source_of
from fairdesk.audit.locks import refuse_under_lock
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.benchmarks import ALL_ITEMS, BenchmarkCard, BenchmarkChoice, BenchmarkFile, Sampling, SamplingKind
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import ImportProblem, InputError

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
    """

    benchmark_id: str
    path: Path | None
    form: str = ""
    categories: tuple[str, ...] = ()
    sampling: Sampling = ALL_ITEMS
    n_samples: int = 1
    without_files: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkAdded:
    """What a project asks from then on.

    Attributes:
        n_items: Items of the sample.
        categories: Category to its items in the sample.
        left_out: Why rows of the files are no items, to their number.
        notes: What is to be known of these files, a sentence each.
    """

    choice: BenchmarkChoice
    card: BenchmarkCard
    n_items: int
    categories: Mapping[str, int]
    left_out: Mapping[str, int]
    notes: tuple[str, ...]


def add_benchmark(spec: WorkspaceSpec, project: str, request: BenchmarkRequest) -> BenchmarkAdded:
    """Read the files whole, keep their bytes, and let the project ask them; an earlier choice of it is replaced.

    Raises:
        InputError: there is no such project, category or form, or the sample draws nothing.
        ImportProblem: a file is missing, damaged or of another benchmark; then nothing is kept.
        PlanError: a plan is locked.
    """
    source, benchmark = source_of(request.benchmark_id), benchmark_of(request.benchmark_id)
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        refuse_under_lock(workspace, record.project_id)
        files, read = _read(workspace, source, request)
        choice = BenchmarkChoice(
            benchmark_id=request.benchmark_id,
            files=tuple(
                BenchmarkFile(name=name, sha256=sha256_hex(body), version="", n_rows=read.rows.get(name, 0))
                for name, body in files
            ),
            form=request.form or benchmark.forms[0].form_id,
            categories=request.categories,
            sampling=request.sampling,
            n_samples=request.n_samples,
        )
        chosen = chosen_items(choice, read)
        workspace.store.documents.put_many(KIND, [body for _, body in files])
        others = tuple(one for one in record.details.benchmarks if one.benchmark_id != request.benchmark_id)
        details = replace(
            record.details,
            benchmarks=(*others, choice),
            without_files=record.details.without_files or request.without_files,
        )
        workspace.store.projects.save(record.project_id, details)
    return BenchmarkAdded(
        choice=choice,
        card=benchmark.card,
        n_items=len(chosen.items),
        categories=dict(sorted(Counter(item.category for item in chosen.items).items())),
        left_out=chosen.left_out,
        notes=chosen.notes,
    )


def _read(
    workspace: Workspace, source: BenchmarkSource, request: BenchmarkRequest
) -> tuple[list[tuple[str, bytes]], ItemsRead]:
    path = request.path or workspace.resources / SUITES / source.suite
    found = [(PurePosixPath(one.name).name, one.body) for one in source.files(path)]
    _refuse_twice(found)
    files = sorted(found)
    return files, source.read(files)


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
            return ALL_ITEMS
        if number.isdecimal() and number.isascii() and int(number) > 0:
            return Sampling(kind=kinds[name], n=int(number), seed=seed)
    raise InputError(
        f"{words!r} is no sample.",
        "Write full, stratified:N (items of every category and condition) or templates:N (templates of every "
        "category).",
    )
