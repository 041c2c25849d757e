"""Correct a reading by hand: who, when, why, old and new go onto the chain of the run; nothing is overwritten."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fairdesk.audit.holding import holding
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.corrections import Correction, CorrectionRequest
from fairdesk.domain.errors import InputError, StoreBusy
from fairdesk.domain.exchanges import ItemKey, Reading, ReadNothing, ReadRefusal, ReadValue, status_of
from fairdesk.domain.plan import Plan
from fairdesk.domain.questions import Question

OPTION = "option"
"""Unit of the questions whose value is the place of an option (``evaluations/benchmarks/benchmark.py``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingStanding:
    """How the reading of one answer stands, with what a form that corrects it must show.

    Attributes:
        question: Its scale bounds what a corrected value may be.
        read: What the extractor read, or the supplier recorded.
        current: What counts now: the last correction, else what was read.
        corrections: Everything that was changed so far, the first first.
    """

    key: ItemKey
    question: Question
    read: ReadValue | ReadRefusal | ReadNothing
    current: ReadValue | ReadRefusal | ReadNothing
    corrections: tuple[Correction, ...]


def correct_reading(spec: WorkspaceSpec, project: str, request: CorrectionRequest) -> Correction:
    """Write a correction onto the run's chain; results, report and check use it from then on.

    Going back to what was read before is a correction too, with a reason of its own.

    Raises:
        InputError: no name or no reason, a value off the scale, nothing that would change, or a run or call that is
            not there or has no answer.
        StoreBusy: a run of the project goes on; the message says who holds it.
    """
    from fairdesk.store.entries import CORRECTION, NewEntry

    with Workspace(spec) as workspace:
        project_id = workspace.store.projects.get(project).project_id
        _check_run(workspace, project_id, request.run_id)
        _check_words(request)
        for name in (f"project:{project_id}", f"run:{request.run_id}"):
            held = workspace.store.leases.holder(name)
            if held is not None:
                raise StoreBusy(
                    f"{held.owner} is working on the runs of this project since {held.acquired_at}.",
                    "Correct readings when the run has ended; nothing was changed.",
                )
        with holding(workspace, f"run:{request.run_id}"):
            standing = _standing(workspace, request.run_id, request.key)
            correction = Correction(
                key=request.key,
                old=standing.current,
                new=_checked(request.new, standing.question),
                who=request.who.strip(),
                at=workspace.now_text(),
                why=request.why.strip(),
            )
            if _says(correction.new) == _says(correction.old):
                raise InputError("This is what counts already.", "Nothing was changed.")
            entry = NewEntry(
                kind=CORRECTION,
                body=canonical_bytes(to_plain(correction)),
                case_id=request.key.case_id,
                variant=request.key.variant,
                question=request.key.question,
                sample=request.key.sample,
                status=status_of(correction.new).value,
            )
            workspace.store.ledger.append(f"run:{request.run_id}", [entry])
        return correction


def corrections_of(spec: WorkspaceSpec, run_id: str) -> tuple[Correction, ...]:
    """Every correction of a run, the first first; empty for a run that is not in the store."""
    with Workspace(spec) as workspace:
        return run_corrections(workspace, run_id)


def run_corrections(workspace: Workspace, run_id: str) -> tuple[Correction, ...]:
    """As ``corrections_of``, in a workspace that is open."""
    from fairdesk.audit.frame import read_correction
    from fairdesk.store.entries import CORRECTION

    return tuple(read_correction(entry) for entry in workspace.store.ledger.entries(f"run:{run_id}", kind=CORRECTION))


def reading_standing(spec: WorkspaceSpec, run_id: str, key: ItemKey) -> ReadingStanding:
    """What counts for one answer now, and what was read and corrected before.

    Raises:
        InputError: the run is not there, or the call has no answer in it.
    """
    with Workspace(spec) as workspace:
        return _standing(workspace, run_id, key)


def _standing(workspace: Workspace, run_id: str, key: ItemKey) -> ReadingStanding:
    from fairdesk.audit.answers import plan_of_run, stored_reading

    plan, _ = plan_of_run(workspace, run_id)
    read = stored_reading(workspace, plan, run_id, key)
    corrections = tuple(one for one in run_corrections(workspace, run_id) if one.key == key)
    return ReadingStanding(
        key=key,
        question=_question(plan, key),
        read=read,
        current=corrections[-1].new if corrections else read,
        corrections=corrections,
    )


def _question(plan: Plan, key: ItemKey) -> Question:
    return next(question for question in plan.all_questions if question.question_id == key.question)


def _check_run(workspace: Workspace, project_id: str, run_id: str) -> None:
    from fairdesk.audit.run_status import run_ids

    if run_id not in run_ids(workspace, project_id):
        raise InputError(f"The project has no run {run_id!r}.", "Open the project again and choose the answer there.")


def _check_words(request: CorrectionRequest) -> None:
    if not request.who.strip():
        raise InputError("A correction needs the name of the person who makes it.", "Give a name.")
    if not request.why.strip():
        raise InputError("A correction needs a reason.", "Say what in the answer was read wrongly.")


def _checked(reading: Reading, question: Question) -> ReadValue | ReadRefusal | ReadNothing:
    """The reading as a person can give it.

    Raises:
        InputError: a value that is no number, lies off the question's scale, or names no option where one is asked for.
    """
    if not isinstance(reading, ReadValue):
        return reading
    if not math.isfinite(reading.value):
        raise InputError("The corrected value is not a number.", "Give a number, or say that nothing can be read.")
    if question.scale and not min(question.scale) <= reading.value <= max(question.scale):
        low, high = min(question.scale), max(question.scale)
        raise InputError(
            f"{reading.value:g} lies outside the scale of “{question.title}”, which goes from {low:g} to {high:g}.",
            "Give a value on the scale, or say that nothing can be read.",
        )
    if question.unit == OPTION and not reading.value.is_integer():
        raise InputError(
            f"{reading.value:g} is no option of “{question.title}”: the first shown is 1, the second 2.",
            "Give the place of the option that was chosen, or say that nothing can be read.",
        )
    return ReadValue(value=float(reading.value))


def _says(reading: Reading) -> tuple[str, float | None]:
    """What a reading does to results: its kind and its number."""
    return type(reading).__name__, reading.value if isinstance(reading, ReadValue) else None
