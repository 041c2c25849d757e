"""Unanswered calls of a project into batch files, for a cluster or a provider; nothing is asked here."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

import fairdesk
from fairdesk.audit.batch_requests import PlannedRequests
from fairdesk.audit.holding import LongHold, holding
from fairdesk.audit.plan import current_plan_sha256, fix_plan, load_plan
from fairdesk.audit.recorded_calls import closed_marks
from fairdesk.audit.run import begin_run
from fairdesk.audit.run_status import run_of_system
from fairdesk.audit.unreached import note_unreached
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import InputError, PlanError
from fairdesk.domain.progress import TellStep
from fairdesk.interchange.batch_files import BatchLimits, WrittenFile, custom_id, request_line, write_requests

MANIFEST = "manifest.json"
TELL_EVERY = 5_000

NEVER_ASKED = "never asked from this computer; answers by batch file"
"""What is known of an endpoint that cannot be reached from here: nothing, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportWanted:
    """What is to be written.

    Attributes:
        systems: Labels; empty for all.
        is_offline: No endpoint of the project can be reached from here: the plan is fixed without asking it anything.
    """

    systems: tuple[str, ...] = ()
    limits: BatchLimits = field(default=BatchLimits())
    is_offline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedRun:
    """The files of one run; none when nothing was left to ask."""

    run_id: str
    system: str
    endpoint: str
    kind: str
    model: str
    n_requests: int
    files: tuple[WrittenFile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchManifest:
    """What stands in ``manifest.json`` beside the files; it names no key and no address."""

    format: str
    fairdesk_version: str
    project: str
    plan_sha256: str
    exported_at: str
    runs: tuple[ExportedRun, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writing:
    workspace: Workspace
    folder: Path
    limits: BatchLimits
    hold: LongHold
    names: tuple[str, ...]
    tell: TellStep


def batch_limits(max_requests: int, max_bytes: int) -> BatchLimits:
    """How large one file may become; both 1 or more."""
    return BatchLimits(max_requests=max_requests, max_bytes=max_bytes)


def export_batch(
    spec: WorkspaceSpec, project: str, folder: Path, wanted: ExportWanted, tell: TellStep = lambda words: None
) -> BatchManifest:
    """Write every unanswered call of the fixed plan; the plan is fixed and the runs are begun where they are not.

    Args:
        folder: Made when it is absent; must hold no earlier export.

    Raises:
        InputError: the folder holds an export or cannot be written, an endpoint's format has no batch files, or a label
            is unknown.
        PlanError: the answers of the project were supplied, or the plan cannot be fixed.
        EndpointError: the plan is not fixed and the endpoint does not answer.
        StoreBusy: another process works on the project.
    """
    _check_folder(folder)
    if wanted.is_offline:
        note_unreached(spec, project, NEVER_ASKED)
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        plan_sha256 = current_plan_sha256(workspace, record.project_id)
    plan_sha256 = plan_sha256 or fix_plan(spec, project)
    with Workspace(spec) as workspace, ExitStack() as held:
        held.enter_context(holding(workspace, f"project:{record.project_id}"))
        asked = _asked(workspace, plan_sha256, wanted.systems)
        runs = {_run_of(workspace, record.project_id, one): one for one in asked}
        for run_id in runs:
            held.enter_context(holding(workspace, f"run:{run_id}"))
        _make_folder(folder)
        writing = _Writing(
            workspace=workspace,
            folder=folder,
            limits=wanted.limits,
            hold=LongHold(workspace),
            names=(f"project:{record.project_id}", *(f"run:{run_id}" for run_id in runs)),
            tell=tell,
        )
        manifest = BatchManifest(
            format="fairdesk batch export 1",
            fairdesk_version=fairdesk.__version__,
            project=record.name,
            plan_sha256=plan_sha256,
            exported_at=workspace.now_text(),
            runs=_export_runs(writing, runs),
        )
        return _finish(workspace, folder, manifest)


def _asked(workspace: Workspace, plan_sha256: str, labels: tuple[str, ...]) -> tuple[PlannedRequests, ...]:
    plan = load_plan(workspace, plan_sha256)
    if plan.supplied is not None:
        raise PlanError(
            "The answers of this plan were supplied; there is nothing to ask.",
            "Look at the results, or make another project for a run.",
        )
    if unknown := set(labels) - {system.label for system in plan.systems}:
        raise PlanError(f"The plan has no system {', '.join(sorted(unknown))}.", "See: fairdesk project show")
    asked = tuple(
        PlannedRequests(workspace, plan_sha256, system.label)
        for system in plan.systems
        if not labels or system.label in labels
    )
    for one in asked:
        if not one.wire.batch_url:
            raise InputError(
                f"There are no batch files for {one.wire.title}, which {one.system.label} speaks.",
                "Ask it with fairdesk run, or give the system an endpoint of kind openai_chat.",
            )
    return asked


def _run_of(workspace: Workspace, project_id: str, asked: PlannedRequests) -> str:
    """The latest run of a system; where there is none its chain is opened."""
    found = run_of_system(workspace, project_id, asked.plan_sha256, asked.system.label)
    return found or begin_run(workspace, project_id, asked.plan_sha256, asked.system)


def _export_runs(writing: _Writing, runs: Mapping[str, PlannedRequests]) -> tuple[ExportedRun, ...]:
    """Write the files of all runs; where one run cannot be written, nothing is left of the others either."""
    exported: list[ExportedRun] = []
    try:
        for run_id, one in runs.items():
            exported.append(_export_run(writing, run_id, one))
    except BaseException:
        _discard(writing.folder, exported)
        raise
    return tuple(exported)


def _discard(folder: Path, runs: Iterable[ExportedRun]) -> None:
    for file in (file for run in runs for file in run.files):
        (folder / file.name).unlink(missing_ok=True)


def _export_run(writing: _Writing, run_id: str, asked: PlannedRequests) -> ExportedRun:
    endpoint = asked.system.endpoint
    stem = f"{_file_stem(asked.system.label)}-{run_id}"
    files = write_requests(writing.folder, stem, _lines(writing, run_id, asked), writing.limits)
    return ExportedRun(
        run_id=run_id,
        system=asked.system.label,
        endpoint=endpoint.name,
        kind=endpoint.kind,
        model=endpoint.model,
        n_requests=sum(file.n_requests for file in files),
        files=files,
    )


def _lines(writing: _Writing, run_id: str, asked: PlannedRequests) -> Iterator[bytes]:
    """The calls without an answer, in the order of their numbers: a cluster answers in an order of its own.

    Those that belong to recorded files are asked by nobody.
    """
    closed = closed_marks(writing.workspace, run_id, asked.items)
    n_left, n_written = closed.count(0), 0
    for number, is_closed in enumerate(closed):
        if is_closed:
            continue
        if n_written % TELL_EVERY == 0:
            writing.tell(f"{asked.system.label}: {n_written} of {n_left} requests written")
            writing.hold.keep(writing.names)
        body, sha256 = asked.request(number)
        n_written += 1
        yield request_line(custom_id(run_id, number + 1, sha256), asked.wire.batch_url, body)


def _file_stem(label: str) -> str:
    """A label as a part of a file name that every system takes."""
    kept = "".join(character if character.isascii() and character.isalnum() else "-" for character in label)
    return kept.strip("-")[:40] or "system"


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is not a folder.", "Name a folder, or one that is to be made.")
    if (folder / MANIFEST).exists():
        raise InputError(f"{folder} holds a batch export already.", "Choose another folder; nothing is overwritten.")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be made: {error.strerror}.", "Choose another one.") from error


def _finish(workspace: Workspace, folder: Path, manifest: BatchManifest) -> BatchManifest:
    """Write the manifest, then the entries of the chains: an entry is never of files that are not whole."""
    from fairdesk.store.entries import NewEntry

    content = canonical_bytes(to_plain(manifest))
    part = folder / f"{MANIFEST}.part"
    try:
        part.write_bytes(content + b"\n")
        os.replace(part, folder / MANIFEST)
    except OSError as error:
        part.unlink(missing_ok=True)
        _discard(folder, manifest.runs)
        raise InputError(f"The manifest cannot be written to {folder}: {error.strerror}.", "") from error
    for run in manifest.runs:
        if run.files:
            plain = to_plain(replace(manifest, runs=(run,)))
            entry = NewEntry(kind="batch_exported", body=canonical_bytes({**plain, "at": manifest.exported_at}))
            workspace.store.ledger.append(f"run:{run.run_id}", [entry])
    return manifest
