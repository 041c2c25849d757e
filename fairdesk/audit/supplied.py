"""Recorded answers into a project: files are stored byte for byte, a plan is made from them, one run per system.

A run from records has no entry per answer: its chain holds the hash of the manifest, corrections, and nothing else.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.foreign_numbers import with_ours
from fairdesk.audit.holding import holding
from fairdesk.audit.locks import refuse_under_lock
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.domain.foreign_numbers import ForeignNumber
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import RunState, RunStatus, TellStep
from fairdesk.domain.records import (
    LayoutChoices,
    Preview,
    RecordLayout,
    RecordsManifest,
    StoredFile,
    SuppliedFile,
)
from fairdesk.domain.supplied_words import reading_words, supplier_words

if TYPE_CHECKING:
    from fairdesk.audit.record_table import RecordTable
    from fairdesk.audit.supplied_plan import Supply
    from fairdesk.interchange.record_batches import RecordBatch
    from fairdesk.store.projects import ProjectRecord


MOST_FOREIGN = 200
"""Numbers of other tools that are kept in a plan; a file may hold one for every answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppliedBy:
    """Who hands over the records.

    Attributes:
        who: Person or organisation; printed beside every number.
        on: Date of the supply, ISO 8601; empty when it is not stated.
        note: Anything else that belongs to the files; may be empty.
    """

    who: str
    on: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFile:
    """A file of records and how it is laid out.

    Attributes:
        system: Name of the system of rows that name none; empty when the file is of the only one.
    """

    path: Path
    layout: RecordLayout
    system: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsRequest:
    """What is to be imported.

    Attributes:
        files: Supplied together; they share original, scale and extractor.
        take_good_rows: Leave out the rows that cannot be placed; the report says how many.
    """

    files: tuple[RecordFile, ...]
    supply: SuppliedBy
    take_good_rows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewProjectOfRecords:
    """A project that is made for the records; its systems come from them."""

    name: str
    details: ProjectDetails


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRecords:
    """What an import made of the files."""

    project_id: str
    plan_sha256: str
    manifest_sha256: str
    plan: Plan
    runs: tuple[RunStatus, ...]


def look_at_records(path: Path, choices: LayoutChoices) -> tuple[RecordLayout, Preview]:
    """How a file is laid out after the user's choices, and what it looks like; open questions are in the preview.

    Raises:
        ImportProblem: the file cannot be read as a table, or a choice names what it does not have.
    """
    from fairdesk.interchange.record_files import guess_layout

    return guess_layout(path, choices)


def record_file(path: Path, choices: LayoutChoices) -> RecordFile:
    """A file with its layout, once nothing in it has two readings.

    Raises:
        ImportProblem: as ``look_at_records``, or a question is open; the advice names the option that answers it.
    """
    from fairdesk.interchange.record_files import demand_answers

    layout, preview = look_at_records(path, choices)
    demand_answers(preview, path.name)
    return RecordFile(path=path, layout=layout)


def import_records(
    spec: WorkspaceSpec, project: str, request: RecordsRequest, tell: TellStep = lambda words: None
) -> ImportedRecords:
    """Make a project's plan and runs from files of records; a file with bad rows imports nothing unless asked to.

    Whatever stops it, a failure, a cancel or the end of its process, leaves nothing of it in the store.

    Raises:
        ImportProblem: a file cannot be read, was changed meanwhile, or has rows that cannot be taken; the first is
            named with line, column, value and cure.
        InputError: it is not said who supplied the records, there is no such project, or it asks benchmarks.
        StoreBusy: another process works on the project.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        if record.details.benchmarks:
            raise InputError(
                "This project asks benchmarks, and beside supplied answers nobody can be asked.",
                "Take the records into another project, or take the benchmarks out on the page Tests first.",
            )
        return _import(workspace, record.name, lambda: workspace.store.projects.get(record.project_id), request, tell)


def import_into_new_project(
    spec: WorkspaceSpec, new: NewProjectOfRecords, request: RecordsRequest, tell: TellStep = lambda words: None
) -> ImportedRecords:
    """As ``import_records``, into a project that is made with it: neither is there without the other.

    Raises:
        InputError: the project's name is empty or taken; otherwise as ``import_records``.
    """
    from fairdesk.store.projects import name_key

    with Workspace(spec) as workspace:
        projects = workspace.store.projects
        if any(name_key(record.name) == name_key(new.name) for record in projects.all()):
            # The store would refuse it too, but only after the files were read.
            raise InputError(f"There is a project {new.name.strip()!r} already.", "Choose another name.")
        return _import(workspace, new.name, lambda: projects.create(new.name, new.details), request, tell)


def _import(
    workspace: Workspace, name: str, project: Callable[[], ProjectRecord], request: RecordsRequest, tell: TellStep
) -> ImportedRecords:
    """Read, then keep everything in one transaction; ``project`` is called inside it."""
    files, supply = request.files, request.supply
    if not supply.who.strip():
        raise InputError("It is not said who supplied the records.", "Say it; every number from them carries it.")
    _check_together(files)
    hashes = tuple(_received(workspace, one.path, supply) for one in files)
    table = read_files(files, tell)
    refuse_bad_rows(table, files, request.take_good_rows)
    if table.n_between_files:
        raise ImportProblem(
            f"{table.n_between_files} answers of one file are about a file, variant and sample of another one.",
            "If every file is of a system of its own, say so (--one-system-per-file); else leave one of them out.",
        )
    foreign = _foreign_numbers(files)
    tell("Making the plan")
    from fairdesk.audit.supplied_plan import make_plan

    readings = (words for one in files for words in reading_words(one.path.name, one.layout.reading))
    given = replace(_supply(workspace, name, supply, hashes, table.n_problems), readings=tuple(readings))
    plan = make_plan(table, files[0].layout, given)
    with workspace.store.all_or_none():
        record = project()
        with (
            holding(workspace, f"project:{record.project_id}"),
            holding(workspace, f"plan:{record.project_id}"),
        ):
            manifest_sha256 = _store(workspace, files, hashes, hashes[0].supplied_by, tell)
            assert plan.supplied is not None
            plan = replace(
                plan,
                variants_sha256=workspace.store.documents.put("variants", canonical_bytes([])),
                supplied=replace(plan.supplied, manifest_sha256=manifest_sha256, foreign=foreign),
            )
            plan_sha256 = _fix(workspace, record.project_id, record.details, plan)
            tell("Opening the runs")
            for system in plan.systems:
                _open_run(workspace, (record.project_id, plan_sha256), plan, system.label, table)
    from fairdesk.audit.run_status import current_runs

    runs = current_runs(workspace, record.project_id, plan_sha256)
    return ImportedRecords(
        project_id=record.project_id,
        plan_sha256=plan_sha256,
        manifest_sha256=manifest_sha256,
        plan=plan,
        runs=runs,
    )


def _foreign_numbers(files: tuple[RecordFile, ...]) -> tuple[ForeignNumber, ...]:
    """What the tools that wrote the files computed themselves, with ours and without the answers behind both."""
    from fairdesk.interchange.foreign import foreign_numbers

    found = (replace(with_ours(number), given={}) for one in files for number in foreign_numbers(one.path))
    return tuple(islice(found, MOST_FOREIGN))


def _check_together(files: tuple[RecordFile, ...]) -> None:
    if not files:
        raise InputError("No file of records was named.", "Name at least one.")
    first = files[0].layout
    for other in files[1:]:
        if (other.layout.reference, other.layout.scale, other.layout.extractor) != (
            first.reference,
            first.scale,
            first.extractor,
        ):
            raise ImportProblem(
                f"{other.path.name} has another original, scale or way of reading than {files[0].path.name}.",
                "Import files together only when they hold one quantity; else into projects of their own.",
            )


def _received(workspace: Workspace, path: Path, supply: SuppliedBy) -> SuppliedFile:
    from fairdesk.audit.file_parts import hash_file

    sha256, n_bytes = hash_file(path)
    return SuppliedFile(
        file_name=_writable(path.name),
        sha256=sha256,
        n_bytes=n_bytes,
        supplied_by=_writable(supply.who.strip()),
        supplied_on=_writable(supply.on),
        received_at=workspace.now_text(),
        note=_writable(supply.note.strip()),
    )


def _writable(text: str) -> str:
    """The text with a question mark for every byte of a name or argument that is no letter of any script."""
    return text.encode("utf-8", "replace").decode("utf-8")


def read_files(files: tuple[RecordFile, ...], tell: TellStep = lambda words: None) -> RecordTable:
    """All records of files that belong together, read to their ends.

    Raises:
        ImportProblem: a file cannot be read, or no row of it can be used.
    """
    from fairdesk.audit.record_table import read_table

    return read_table(_batches(one, tell) for one in files)


def _batches(one: RecordFile, tell: TellStep) -> Iterator[RecordBatch]:
    from fairdesk.audit.record_readings import read
    from fairdesk.audit.record_table import prepared

    tell(f"Reading {one.path.name}")
    n_rows = 0
    for batch in read(one.path, one.layout):
        yield prepared(batch, one.system)
        n_rows += len(batch)
        tell(f"Reading {one.path.name}: {n_rows} answers")


def refuse_bad_rows(table: RecordTable, files: tuple[RecordFile, ...], take_good_rows: bool) -> None:
    """Stop where rows cannot be taken and nobody said that they may be left out.

    Raises:
        ImportProblem: names the first such row.
    """
    if not table.problems or take_good_rows:
        return
    place, first = table.problems[0]
    column = f", column {first.column!r}" if first.column else ""
    rows = "1 row cannot" if table.n_problems == 1 else f"{table.n_problems} rows cannot"
    raise ImportProblem(
        f"{files[place].path.name}, line {first.line}{column}, {first.value!r}: {first.cause}. {rows} be taken, so "
        "nothing was imported.",
        f"{first.cure} Or take the good rows only (--take-good-rows); the report says how many were left out.",
    )


def _supply(
    workspace: Workspace, project: str, supply: SuppliedBy, files: tuple[SuppliedFile, ...], n_left_out: int = 0
) -> Supply:
    from fairdesk.audit.supplied_plan import Supply

    return Supply(
        project=project,
        created_at=workspace.now_text(),
        supplied_by=_writable(supply.who.strip()),
        manifest_sha256="",
        files=files,
        n_left_out=n_left_out,
    )


def _store(
    workspace: Workspace, files: tuple[RecordFile, ...], hashes: tuple[SuppliedFile, ...], who: str, tell: TellStep
) -> str:
    from fairdesk.audit.stored_records import put_manifest, store_file
    from fairdesk.interchange.record_files import READER_VERSION

    stored = []
    for one, supplied in zip(files, hashes, strict=True):
        parts = store_file(workspace, one.path, supplied.sha256, tell)
        stored.append(StoredFile(file=supplied, parts=parts, layout=one.layout, system=one.system))
    manifest = RecordsManifest(files=tuple(stored), supplied_by=who, reader=READER_VERSION)
    return put_manifest(workspace, manifest)


def _fix(workspace: Workspace, project_id: str, details: ProjectDetails, plan: Plan) -> str:
    """Put the plan on the project's chain and the supplied systems into its description."""
    from fairdesk.audit.plan import keep_plan

    changed = replace(
        details,
        systems=plan.systems,
        primary_question=plan.questions[0].question_id,
        n_samples=plan.n_samples,
        case_folder="",
        n_cases=0,
    )
    refuse_under_lock(workspace, project_id)
    workspace.store.projects.save(project_id, changed)
    return keep_plan(workspace, project_id, plan, details.auditor)


def _open_run(workspace: Workspace, belongs_to: tuple[str, str], plan: Plan, system: str, table: RecordTable) -> None:
    """Open and end a run's chain: what it rests on, and how its answers stand."""
    from fairdesk.audit.frame import status_counts
    from fairdesk.audit.supplied_rows import system_rows
    from fairdesk.store.entries import NewEntry

    project_id, plan_sha256 = belongs_to
    assert plan.supplied is not None
    counts = status_counts(system_rows(table, plan, system))
    n_gaps = counts["failed"] + counts["not_attempted"]
    state = RunState.COMPLETE_WITH_GAPS if n_gaps else RunState.COMPLETE
    run_id = f"r-{uuid.uuid4().hex[:12]}"
    started = canonical_bytes(
        {
            "run_id": run_id,
            "plan_sha256": plan_sha256,
            "system": system,
            "is_rehearsal": False,
            "at": workspace.now_text(),
            "records_manifest": plan.supplied.manifest_sha256,
            "counts": counts,
        }
    )
    words = supplier_words(plan.supplied.supplied_by)
    ended = canonical_bytes({"state": state.value, "words": words, "at": workspace.now_text()})
    ledger = workspace.store.ledger
    ledger.append(f"run:{run_id}", [NewEntry(kind="run_started", body=started)])
    ledger.append(f"project:{project_id}", [NewEntry(kind="run_started", body=started)])
    ledger.append(f"run:{run_id}", [NewEntry(kind="run_finished", body=ended)])
