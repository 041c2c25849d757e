"""Single answers of supplied records: what was recorded for one file and variant, read from the stored bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fairdesk.audit.stored_records import load_manifest, stored_batches
from fairdesk.audit.supplied_plan import plan_label, system_label
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.exchanges import ItemKey, ReadNothing, ReadRefusal, ReadValue, Status
from fairdesk.domain.plan import Plan
from fairdesk.domain.reports import AnswerExample

if TYPE_CHECKING:
    from fairdesk.interchange.record_batches import RecordBatch


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppliedAnswer:
    """One recorded answer.

    Attributes:
        text: Empty when the records hold numbers only.
        file_name, line: Where it stands, the line counted from 1.
    """

    status: Status
    reading: ReadValue | ReadRefusal | ReadNothing
    text: str
    file_name: str
    line: int


def supplied_answer(workspace: Workspace, plan: Plan, system: str, key: ItemKey) -> SuppliedAnswer | None:
    """The record behind one planned answer; None when the records have none. Reads until it is found.

    Raises:
        StoreError: a part of the records was changed.
    """
    found: list[tuple[int, str, RecordBatch, int]] = []
    for name, batch in _batches(workspace, plan):
        for row in np.flatnonzero(batch.item == key.case_id).tolist():
            if (_system(batch, row), plan_label(str(batch.variant[row]))) == (system, key.variant):
                found.append((int(batch.sample[row]), name, batch, row))
        if found and plan.n_samples == 1:
            break
    # Repeats count from 1 in the order of the file's own numbers; of equal numbers the first row counts.
    numbers = list(dict.fromkeys(sorted(one[0] for one in found)))
    if key.sample > len(numbers):
        return None
    _, name, batch, row = next(one for one in found if one[0] == numbers[key.sample - 1])
    return _answer(name, batch, row)


def supplied_examples(workspace: Workspace, plan: Plan, systems: tuple[str, ...], n: int) -> tuple[AnswerExample, ...]:
    """The first ``n`` answers with a text of every system, in the order of the files."""
    left = dict.fromkeys(systems, n)
    found: list[AnswerExample] = []
    for name, batch in _batches(workspace, plan):
        for row in np.flatnonzero(batch.text != "").tolist():
            system = _system(batch, row)
            if left.get(system, 0):
                left[system] -= 1
                answer = _answer(name, batch, row)
                found.append(
                    AnswerExample(
                        system=system,
                        case_id=str(batch.item[row]),
                        variant=plan_label(str(batch.variant[row])),
                        question_id=plan.questions[0].question_id,
                        answer=answer.text,
                        reading=answer.reading,
                    )
                )
            if not any(left.values()):
                break
        if not any(left.values()) or not (batch.text != "").any():
            break
    return tuple(sorted(found, key=lambda example: systems.index(example.system)))


def supplied_listing(
    workspace: Workspace, plan: Plan, system: str, most: int
) -> list[tuple[str, str, int, SuppliedAnswer]]:
    """The first ``most`` rows of a system in the order of the files: item, variant, the file's own number, answer.

    Raises:
        StoreError: a part of the records was changed.
    """
    found: list[tuple[str, str, int, SuppliedAnswer]] = []
    for name, batch in _batches(workspace, plan):
        for row in range(len(batch)):
            if _system(batch, row) == system:
                variant = plan_label(str(batch.variant[row]))
                found.append((str(batch.item[row]), variant, int(batch.sample[row]), _answer(name, batch, row)))
                if len(found) == most:
                    return found
    return found


def _batches(workspace: Workspace, plan: Plan) -> Iterator[tuple[str, RecordBatch]]:
    assert plan.supplied is not None
    for stored in load_manifest(workspace, plan.supplied.manifest_sha256).files:
        for batch in stored_batches(workspace, stored):
            yield stored.file.file_name, batch


def _system(batch: RecordBatch, row: int) -> str:
    return system_label(str(batch.system[row]))


def _answer(file_name: str, batch: RecordBatch, row: int) -> SuppliedAnswer:
    status = Status(batch.status[row])
    reading: ReadValue | ReadRefusal | ReadNothing
    if status is Status.ANSWERED:
        reading = ReadValue(value=float(batch.value[row]))
    elif status is Status.REFUSED:
        reading = ReadRefusal(reason=str(batch.reason[row]))
    else:
        reading = ReadNothing(reason=str(batch.reason[row]))
    return SuppliedAnswer(
        status=status, reading=reading, text=str(batch.text[row]), file_name=file_name, line=int(batch.line[row])
    )
