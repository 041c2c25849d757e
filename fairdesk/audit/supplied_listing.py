"""Supplied rows as a person reads them in a table: the first of them, each with the place where it stands."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fairdesk.audit.answers import FIRST_CHARACTERS, AnswerFilter, AnswerRow, AnswerView, plan_of_run, supplied_view
from fairdesk.audit.corrections import run_corrections
from fairdesk.audit.supplied_answers import SuppliedAnswer, supplied_listing
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.corrections import Correction, reading_words
from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import ItemKey, ReadValue, status_of

MOST_LISTED = 20_000
"""A table of more rows is for the pages that count them; the first part shows how the records look."""


@dataclass(frozen=True, slots=True)
class _Listed:
    key: ItemKey
    answer: SuppliedAnswer


def supplied_ids(spec: WorkspaceSpec, run_id: str, wanted: AnswerFilter, limit: int | None = None) -> array[int]:
    """The numbers (from 1) of the listed rows of a run that was supplied; at most ``MOST_LISTED`` rows are listed.

    Args:
        limit: The first so many; None for all.

    Raises:
        InputError: there is no such run.
        StoreError: a part of the records was changed.
    """
    rows = supplied_rows(spec, run_id, range(1, len(_listing(spec.data_dir, run_id)) + 1))
    found = [row for row in rows if _is_wanted(row, wanted)]
    if wanted.order:
        found.sort(key=lambda row: _sort_key(row, wanted.order), reverse=wanted.descending)
    return array("q", (row.answer_id for row in found[:limit]))


def supplied_rows(spec: WorkspaceSpec, run_id: str, ids: Sequence[int]) -> tuple[AnswerRow, ...]:
    """The rows of some numbers, in their order, with the readings that were corrected by hand.

    Raises:
        InputError: there is no such run.
        StoreError: a part of the records was changed.
    """
    listing = _listing(spec.data_dir, run_id)
    with Workspace(spec) as workspace:
        latest = {correction.key: correction for correction in run_corrections(workspace, run_id)}
    return tuple(_row(number, listing[number - 1], latest.get(listing[number - 1].key)) for number in ids)


def one_supplied(spec: WorkspaceSpec, run_id: str, number: int) -> AnswerView:
    """One supplied row, whole.

    Raises:
        InputError: there is no such run or row.
        StoreError: a part of the records was changed.
    """
    listing = _listing(spec.data_dir, run_id)
    if not 0 < number <= len(listing):
        raise InputError("This row is not in the store.", "Choose another one in the table.")
    with Workspace(spec) as workspace:
        return supplied_view(workspace, run_id, listing[number - 1].key)


@lru_cache(maxsize=2)
def _listing(data_dir: Path, run_id: str) -> tuple[_Listed, ...]:
    """Read once: supplied records never change, and a table asks for its rows block by block."""
    with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
        plan, system = plan_of_run(workspace, run_id)
        found = supplied_listing(workspace, plan, system, MOST_LISTED)
    question = plan.questions[0].question_id
    numbers: dict[tuple[str, str], set[int]] = defaultdict(set)
    for case_id, variant, number, _ in found:
        numbers[case_id, variant].add(number)
    # Repeats count from 1 in the order of the file's own numbers, as in every result.
    places = {
        (*place, number): rank for place, own in numbers.items() for rank, number in enumerate(sorted(own), start=1)
    }
    return tuple(
        _Listed(ItemKey(case_id=case, variant=variant, question=question, sample=places[case, variant, number]), answer)
        for case, variant, number, answer in found
    )


def _is_wanted(row: AnswerRow, wanted: AnswerFilter) -> bool:
    words = wanted.words.casefold()
    return (
        wanted.status in ("", row.status.value)
        and wanted.question in ("", row.question)
        and (not words or words in row.case_id.casefold() or words in row.first_words.casefold())
    )


def _sort_key(row: AnswerRow, order: str) -> tuple[str | int, int]:
    value = getattr(row, order)
    return (value.value if order == "status" else value), row.answer_id


def _row(number: int, listed: _Listed, correction: Correction | None) -> AnswerRow:
    key, answer = listed.key, listed.answer
    value, reason, status = None, "", answer.status
    reading = correction.new if correction else answer.reading
    if correction is not None:
        status = status_of(correction.new)
    if isinstance(reading, ReadValue):
        value, reason = reading.value, reading.note
    else:
        reason = reading.reason
    if correction is not None:
        words = f"corrected by hand by {correction.who}: {correction.why} (before: {reading_words(correction.old)})"
        reason = f"{reason}; {words}" if reason else words
    return AnswerRow(
        answer_id=number,
        case_id=key.case_id,
        variant=key.variant,
        question=key.question,
        sample=key.sample,
        status=status,
        value=value,
        reason=reason,
        first_words=answer.text[:FIRST_CHARACTERS],
        is_corrected=correction is not None,
    )
