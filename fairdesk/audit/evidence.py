"""The rows behind a number, and the answer behind a row: read from the run's chain, found and sorted in the worker.

The rows of one number are kept in the process that read them, so that scrolling, filtering and sorting read nothing
again; another head of the chain (a correction, a new answer) makes them another number's.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from fairdesk.audit.answers import AnswerView, one_answer, plan_of_run, supplied_view
from fairdesk.audit.benchmark_behind import changed_answers, items_behind
from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.frame import read_run
from fairdesk.audit.table_files import write_table_file
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.benchmark_evidence import benchmark_asking
from fairdesk.domain.errors import InputError
from fairdesk.domain.evidence import (
    Behind,
    EvidenceRow,
    Moved,
    Side,
    SideValue,
    change_title,
    side_name,
    sides_behind,
)
from fairdesk.domain.exchanges import ItemKey, Status
from fairdesk.domain.plain_tables import PlainCell, PlainTable, WrittenTable
from fairdesk.domain.plan import Plan
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFilter:
    """Which rows to show and in which order.

    Attributes:
        words: Text that occurs in the file's id; empty for all.
        order: Number of the column: 0 the file, then one per side, then the change; None for the order of the files.
    """

    moved: Moved = Moved.ALL
    words: str = ""
    order: int | None = None
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Rows:
    """Everything behind one number: a row per planned file, a column per side; ``change`` is NaN where it has none."""

    plan: Plan
    sides: tuple[Side, ...]
    cases: npt.NDArray[np.object_]
    values: Floats
    statuses: npt.NDArray[np.object_]
    reasons: npt.NDArray[np.object_]
    corrected: npt.NDArray[np.bool_]
    change: Floats


def evidence_ids(spec: WorkspaceSpec, behind: Behind, wanted: EvidenceFilter) -> array[int]:
    """Places of the rows that fit, in their order; rows without a value stand last however they are sorted.

    Raises:
        InputError: there is no such run.
        StoreError: the run's chain does not hold the head.
    """
    rows = _rows(spec.data_dir, behind)
    places = np.flatnonzero(_fits(rows, wanted))
    return array("q", _sorted(rows, places, wanted).astype(np.int64).tobytes())


def evidence_rows(spec: WorkspaceSpec, behind: Behind, ids: Sequence[int]) -> tuple[EvidenceRow, ...]:
    """The rows at some places, in the order of the places."""
    rows = _rows(spec.data_dir, behind)
    return tuple(_row(rows, place) for place in ids)


def export_evidence(
    spec: WorkspaceSpec, behind: Behind, wanted: EvidenceFilter, about: tuple[str, str, tuple[str, ...]], target: Path
) -> WrittenTable:
    """Write the rows that fit to a file, at full precision.

    Args:
        about: Title, the filter in words, and what is to be read with every number.

    Raises:
        InputError: the file cannot be written, or its ending names no known format.
    """
    rows = _rows(spec.data_dir, behind)
    title, shown, remarks = about
    columns = ["Item" if benchmark_asking(rows.plan, behind.question_id) is not None else "File"]
    for side in rows.sides:
        name = side_name(side, rows.sides)
        columns += [name, f"{name}: status", f"{name}: why there is no value", f"{name}: corrected by hand"]
    columns.append(change_title(rows.plan, behind))
    cells = tuple(_cells(_row(rows, place)) for place in evidence_ids(spec, behind, wanted))
    table = PlainTable(title=title, columns=tuple(columns), rows=cells, shown=shown, remarks=remarks)
    return write_table_file(table, target)


def answer_of(spec: WorkspaceSpec, run_id: str, key: ItemKey) -> AnswerView:
    """One call of a run with its request, its outcome and its reading.

    Raises:
        InputError: it was not asked.
    """
    with Workspace(spec) as workspace:
        if plan_of_run(workspace, run_id)[0].supplied is not None:
            return supplied_view(workspace, run_id, key)
        ledger, chain = workspace.store.ledger, f"run:{run_id}"
        entry = ledger.answer_to(chain, key) or ledger.last_failure(chain, key)
    if entry is None:
        raise InputError(
            f"File {key.case_id}, {key.variant}, was not asked in this run.", "There is no answer to look at."
        )
    return one_answer(spec, run_id, entry.seq)


@functools.lru_cache(maxsize=1)
def _evidence(data_dir: Path, run_id: str, head: str) -> tuple[Plan, pd.DataFrame]:
    """Plan and rows of one run up to a head; the last one is kept, because several numbers of a run are looked at."""
    with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
        plan, _ = plan_of_run(workspace, run_id)
        return plan, read_run(workspace, run_id, plan, head).rows


@functools.lru_cache(maxsize=2)
def _rows(data_dir: Path, behind: Behind) -> _Rows:
    plan, rows = _evidence(data_dir, behind.run_id, behind.head)
    of_question = rows[rows["question"] == behind.question_id]
    sides = sides_behind(plan, behind)
    planned = benchmark_asking(plan, behind.question_id)
    if planned is None:
        asked_items = {one.question.question_id for one in plan.benchmarks}
        names = list(rows["case_id"][~rows["question"].isin(asked_items)].unique())
    else:
        with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
            names = items_behind(PlanBenchmarks(workspace, plan), planned, behind)
    cases = pd.Index(sorted(map(str, names)))
    if planned is not None:
        of_question = of_question[of_question["case_id"].isin(cases)]
    elif plan.omitted:
        lacking = {
            plan.cases[place].case_id
            for one in plan.omitted
            if one.label in {side.variant for side in sides}
            for place in one.positions()
        }
        cases = cases[~cases.isin(lacking)]
        of_question = of_question[~of_question["case_id"].isin(lacking)]
    values = np.full((len(cases), len(sides)), np.nan)
    statuses = np.full((len(cases), len(sides)), Status.NOT_ATTEMPTED.value, dtype=object)
    reasons = np.full((len(cases), len(sides)), "not asked", dtype=object)
    corrected = np.zeros((len(cases), len(sides)), dtype=bool)
    for place, side in enumerate(sides):
        own = of_question[(of_question["variant"] == side.variant) & (of_question["sample"] == side.sample)]
        at = cases.get_indexer(pd.Index(own["case_id"]))
        values[at, place] = own["value"].to_numpy(dtype=float)
        statuses[at, place] = own["status"].to_numpy(dtype=object)
        reasons[at, place] = own["reason"].to_numpy(dtype=object)
        corrected[at, place] = own["corrected"].to_numpy(dtype=bool)
    return _Rows(
        plan=plan,
        sides=sides,
        cases=cases.to_numpy(dtype=object),
        values=values,
        statuses=statuses,
        reasons=reasons,
        corrected=corrected,
        change=_change(behind.measure, sides, values) if planned is None else changed_answers(planned, sides, values),
    )


def _change(measure: str, sides: Sequence[Side], values: Floats) -> Floats:
    """What one file contributes to the number; equal values differ by exactly 0."""
    if measure == "interaction":
        signs = np.array([1.0, *([-1.0] * (len(sides) - 2)), 1.0])
        change: Floats = values @ signs
    elif measure == "three_way":
        change = values @ np.array([-1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 1.0])
    elif measure in ("noise_floor", "noise_gap", "target"):
        change = np.full(len(values), np.nan)
        several = (~np.isnan(values)).sum(axis=1) > 1
        some = values[several]
        change[several] = np.nanmax(some, axis=1) - np.nanmin(some, axis=1)
    else:
        first = next(place for place, side in enumerate(sides) if side.variant != sides[0].variant)
        change = values[:, first] - values[:, 0]
    return np.where(np.abs(change) <= EQUAL_WITHIN, 0.0, change)


def _fits(rows: _Rows, wanted: EvidenceFilter) -> npt.NDArray[np.bool_]:
    fits: npt.NDArray[np.bool_] = {
        Moved.ALL: np.ones(len(rows.cases), dtype=bool),
        Moved.CHANGED: ~np.isnan(rows.change) & (rows.change != 0),
        Moved.LOWER: rows.change < 0,
        Moved.HIGHER: rows.change > 0,
        Moved.SAME: rows.change == 0,
        Moved.MISSING: np.isnan(rows.values).any(axis=1),
        Moved.CORRECTED: rows.corrected.any(axis=1),
    }[wanted.moved]
    if wanted.words:
        words = wanted.words.casefold()
        fits &= np.array([words in str(case).casefold() for case in rows.cases], dtype=bool)
    return fits


def _sorted(rows: _Rows, places: Numbers, wanted: EvidenceFilter) -> Numbers:
    if wanted.order is None or wanted.order == 0:
        # The files stand in the order of their ids.
        return places[::-1] if wanted.order == 0 and wanted.descending else places
    n_sides = len(rows.sides)
    numbers = rows.values[:, wanted.order - 1] if wanted.order <= n_sides else rows.change
    chosen = numbers[places]
    absent = np.isnan(chosen)
    present = np.argsort(-chosen[~absent] if wanted.descending else chosen[~absent], kind="stable")
    return np.concatenate((places[~absent][present], places[absent]))


def _row(rows: _Rows, place: int) -> EvidenceRow:
    return EvidenceRow(
        case_id=str(rows.cases[place]),
        sides=tuple(
            SideValue(
                side=side,
                status=Status(rows.statuses[place, number]),
                value=_number(rows.values[place, number]),
                reason=str(rows.reasons[place, number]),
                is_corrected=bool(rows.corrected[place, number]),
            )
            for number, side in enumerate(rows.sides)
        ),
        change=_number(rows.change[place]),
    )


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _cells(row: EvidenceRow) -> tuple[PlainCell, ...]:
    cells: list[PlainCell] = [row.case_id]
    for side in row.sides:
        cells += [side.value, side.status.value, side.reason, "yes" if side.is_corrected else "no"]
    return (*cells, row.change)
