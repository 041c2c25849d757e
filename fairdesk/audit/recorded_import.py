"""Recorded answers to a benchmark into a run: FairDesk asked for none of them, and everything it writes says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from fairdesk.audit.batch_import import FileImport
from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.benchmark_planning import stored_items
from fairdesk.audit.file_parts import RECORDED_ANSWERS, hash_file, store_parts
from fairdesk.audit.holding import LongHold, holding
from fairdesk.audit.plan import current_plan_sha256, fix_plan, load_plan
from fairdesk.audit.plan_abilities import benchmark_obstacle
from fairdesk.audit.recorded_calls import recorded_files
from fairdesk.audit.recorded_rows import CHANCES, ITEM, AskedItems, RecordedRows
from fairdesk.audit.recorded_run import RecordedRun, Row
from fairdesk.audit.run import begin_run
from fairdesk.audit.run_status import run_of_system
from fairdesk.audit.supplied import SuppliedBy
from fairdesk.audit.unreached import note_unreached
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, ProjectDetails
from fairdesk.domain.benchmarks import BenchmarkChoice, PlannedBenchmark
from fairdesk.domain.classifiers import QUANTITY_SCALES
from fairdesk.domain.errors import InputError, PlanError
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import TellStep
from fairdesk.domain.recorded import RecordedFile
from fairdesk.domain.records import SuppliedFile
from fairdesk.domain.supplied_words import is_supplied
from fairdesk.interchange.batch_files import LineProblem
from fairdesk.interchange.named_rows import NamedRows, read_named_rows

NEVER_ASKED = "not asked from this computer before the plan was fixed"
"""What is known of an endpoint that no plan's probe has reached."""

FOREIGN_CURE = "Nothing needs to be done, unless it was meant to answer something that the plan asks."


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedOrder:
    """What is to be taken.

    Attributes:
        system: Label of the configuration that is said to have given the answers.
    """

    path: Path
    benchmark_id: str
    system: str
    supply: SuppliedBy


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedImport:
    """What became of a file.

    Attributes:
        n_lacking: Calls of the benchmark that have no outcome after it.
        supplied_by: Whose file it is by the run's chain.
        classifiers: Titles of those that the plan names for the answers; none has scored the new ones yet.
    """

    run_id: str
    system: str
    file: FileImport
    n_lacking: int
    supplied_by: str
    classifiers: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taking:
    """A file that was read whole and found good."""

    planned: PlannedBenchmark
    system: AuditedSystem
    rows: RecordedRows
    read: tuple[Row, ...]
    found: FileImport


def import_recorded(
    spec: WorkspaceSpec, project: str, order: RecordedOrder, tell: TellStep = lambda words: None
) -> RecordedImport:
    """Make every row of a file an outcome of the system's run; the plan is fixed and the run begun where they are not.

    The file is read whole before anything is written: one that is damaged leaves nothing. Importing it again changes
    nothing; one that a process left half taken is completed by it.

    Raises:
        ImportProblem: the file cannot be read, a row cannot be placed, or none is about an item; names line and cause.
        InputError: the project does not ask the benchmark, or the system is built into FairDesk.
        PlanError: there is no such system, answers to the benchmark were asked for in its run already, or the plan
            cannot be fixed.
        EndpointError: the plan is not fixed and the endpoint of another system does not answer.
        StoreBusy: another process works on the project.
    """
    tell(f"Reading {order.path.name}")
    sha256, n_bytes = hash_file(order.path)
    table = read_named_rows(order.path, (ITEM,))
    _before_a_plan(spec, project, order, table)
    with Workspace(spec) as workspace, ExitStack() as held:
        record = workspace.store.projects.get(project)
        held.enter_context(holding(workspace, f"project:{record.project_id}"))
        plan_sha256 = current_plan_sha256(workspace, record.project_id)
        taking = _read(workspace, load_plan(workspace, plan_sha256), order, table)
        taking.found.sha256, taking.found.n_bytes = sha256, n_bytes
        run_id = run_of_system(workspace, record.project_id, plan_sha256, order.system)
        if run_id:
            held.enter_context(holding(workspace, f"run:{run_id}"))
        _refuse_beside_asked(workspace, run_id, taking)
        names = (f"project:{record.project_id}", *([f"run:{run_id}"] if run_id else []))
        hold = LongHold(workspace)
        tell(f"Keeping {order.path.name} byte for byte")
        parts = store_parts(workspace, RECORDED_ANSWERS, order.path, sha256, lambda _: hold.keep(names))
        if not run_id:
            run_id = begin_run(workspace, record.project_id, plan_sha256, taking.system)
            held.enter_context(holding(workspace, f"run:{run_id}"))
            names = (*names, f"run:{run_id}")
        run = RecordedRun(workspace, run_id, load_plan(workspace, plan_sha256), _noun(workspace, taking, order, parts))
        for n_done in run.take(taking.read, taking.found):
            hold.keep(names)
            tell(f"{order.path.name}: {n_done} of {len(taking.read)} rows, {taking.found.n_taken} outcomes taken")
        return RecordedImport(
            run_id=run_id,
            system=order.system,
            file=taking.found,
            n_lacking=run.end(),
            supplied_by=run.file.file.supplied_by,
            classifiers=tuple(one.title for one in taking.planned.choice.classifiers),
        )


def _before_a_plan(spec: WorkspaceSpec, project: str, order: RecordedOrder, table: NamedRows) -> None:
    """Refuse what the project's description rules out, then fix its plan where none is fixed."""
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        if current_plan_sha256(workspace, record.project_id):
            return
        details = record.details
        _refuse_details(details, order)
        choice = next(one for one in details.benchmarks if one.benchmark_id == order.benchmark_id)
        _refuse_form(choice, details)
        asked = stored_items(workspace, choice)
        title, question = asked.benchmark.card.title, asked.form.question
        items = AskedItems(title=title, items=asked.items, question=question, n_samples=choice.n_samples)
        # Read for its faults alone: a damaged file must not fix a plan.
        rows = RecordedRows(items, table)
        for place in rows.rows:
            rows.outcome(place)
    note_unreached(spec, project, NEVER_ASKED, _is_outside)
    fix_plan(spec, project)


def _refuse_form(choice: BenchmarkChoice, details: ProjectDetails) -> None:
    """A plan is not fixed for an endpoint that is not known to give what a form reads, whoever recorded it."""
    obstacle, instead = benchmark_obstacle(choice, [system for system in details.systems if _is_outside(system)])
    if obstacle:
        without = f"fairdesk score benchmark {choice.benchmark_id} --answers FILE --form {choice.form}"
        raise PlanError(obstacle, f"{instead} Recorded answers of this form are scored without a project: {without}")


def _is_outside(system: AuditedSystem) -> bool:
    from fairdesk.endpoints.formats import BUILT_IN_KINDS

    return system.endpoint.kind not in BUILT_IN_KINDS


def _refuse_details(details: ProjectDetails, order: RecordedOrder) -> None:
    if any(map(is_supplied, details.systems)):
        raise InputError(
            "The answers of this project were supplied as records: a benchmark cannot stand beside them.",
            "Take the benchmark and its recorded answers into another project.",
        )
    if all(one.benchmark_id != order.benchmark_id for one in details.benchmarks):
        raise InputError(
            f"The project does not ask the benchmark {order.benchmark_id!r}, so no answer to it can be taken.",
            f"Let it ask it first: fairdesk import PROJECT [FILES] --benchmark {order.benchmark_id}",
        )
    _system(details.systems, order.system)


def _system(systems: tuple[AuditedSystem, ...], label: str) -> AuditedSystem:
    found = next((system for system in systems if system.label == label), None)
    if found is None:
        known = ", ".join(system.label for system in systems)
        raise PlanError(f"The project has no system {label!r}.", f"Name one of: {known}.")
    if not _is_outside(found):
        raise InputError(
            f"“{found.label}” is built into FairDesk, which asks it itself: recorded answers cannot be its own.",
            "Give the system the endpoint that is said to have answered; it is not asked for this.",
        )
    return found


def _read(workspace: Workspace, plan: Plan, order: RecordedOrder, table: NamedRows) -> _Taking:
    """Match the rows to the calls of the plan and read each; nothing is written."""
    system = _system(plan.systems, order.system)
    planned = next((one for one in plan.benchmarks if one.benchmark_id == order.benchmark_id), None)
    if planned is None:
        raise InputError(
            f"The fixed plan does not ask the benchmark {order.benchmark_id!r}, so no answer to it can be taken.",
            f"Let the project ask it (fairdesk import PROJECT --benchmark {order.benchmark_id}) and fix a new plan, or "
            "use another project.",
        )
    items = PlanBenchmarks(workspace, plan, whole=True).items(planned.benchmark_id)
    cases = tuple(items)
    asked = AskedItems(
        title=planned.card.title,
        items=tuple(items.values()),
        question=planned.question,
        n_samples=planned.choice.n_samples,
    )
    rows = RecordedRows(asked, table)
    read = tuple(
        Row(
            line=row.line,
            case_id=cases[place[0]],
            variant=rows.labels[place[1]],
            sample=place[2] + 1,
            outcome=rows.outcome(place),
        )
        for place, row in rows.rows.items()
    )
    found = FileImport(file=table.path.name.encode("utf-8", "replace").decode(), n_lines=len(table.rows))
    for row, cause in rows.foreign:
        found.n_foreign += 1
        found.note_problem(LineProblem(line=row.line, cause=cause, cure=FOREIGN_CURE))
    return _Taking(planned=planned, system=system, rows=rows, read=read, found=found)


def _refuse_beside_asked(workspace: Workspace, run_id: str, taking: _Taking) -> None:
    question = taking.planned.question.question_id
    if not run_id or any(file.question_id == question for file in recorded_files(workspace, run_id)):
        return
    ledger = workspace.store.ledger
    if any(key.question == question for key in ledger.answered_keys(f"run:{run_id}")):
        raise PlanError(
            f"“{taking.system.label}” was asked {taking.planned.card.title} already, in the run {run_id}: recorded "
            "answers do not go beside those that FairDesk asked for.",
            "Take them into a project of their own.",
        )


def _noun(workspace: Workspace, taking: _Taking, order: RecordedOrder, parts: tuple[str, ...]) -> RecordedFile:
    found = taking.found
    found.notes += [*taking.rows.table.notes, *_left_columns(taking.rows.table)]
    return RecordedFile(
        file=SuppliedFile(
            file_name=found.file,
            sha256=found.sha256,
            n_bytes=found.n_bytes,
            supplied_by=order.supply.who,
            supplied_on=order.supply.on,
            received_at=workspace.now_text(),
            note=order.supply.note,
        ),
        parts=parts,
        benchmark_id=taking.planned.benchmark_id,
        question_id=taking.planned.question.question_id,
        n_rows=found.n_lines,
        n_foreign=found.n_foreign,
        notes=tuple(found.notes),
    )


def _left_columns(table: NamedRows) -> Iterator[str]:
    """Columns that scoring of a file would use and a run does not."""
    for quantity in QUANTITY_SCALES:
        if quantity in table.columns:
            yield (
                f"The column {quantity!r} was not taken: in a project the classifier that its plan names scores the "
                "words of the answers."
            )
    if CHANCES in table.columns:
        yield f"Log-probabilities of first tokens were taken from the column {CHANCES!r} as they stand there."
