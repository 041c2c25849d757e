"""One run while the rows of a recorded file come in: what enters its chain, what it has already, how it then stands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fairdesk.audit.batch_import import GROUP, MOST_LISTED, FileImport
from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.plan_texts import AnswerReader
from fairdesk.audit.recorded_calls import open_and_gaps, recorded_files, recorded_marks
from fairdesk.audit.run_bytes import exchange_entry
from fairdesk.audit.run_items import PlanItems
from fairdesk.audit.run_reading import StatusReader
from fairdesk.audit.run_status import answered_marks, failed_marks
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.exchanges import CallFailure, Exchange, ItemKey, ModelReply, Status
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import RunState
from fairdesk.domain.recorded import RECORDED_FILE, RecordedFile
from fairdesk.interchange.batch_files import LineProblem
from fairdesk.store.entries import EXCHANGE, FAILURE, NewEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of the file: which call it is of, and what became of it; ``sample`` counts from 1."""

    line: int
    case_id: str
    variant: str
    sample: int
    outcome: ModelReply | CallFailure


class RecordedRun:
    """A run that takes a file.

    Attributes:
        file: As the chain names it; of a file that it took before, as it was named then.
    """

    def __init__(self, workspace: Workspace, run_id: str, plan: Plan, file: RecordedFile) -> None:
        self._workspace, self._ledger, self._chain = workspace, workspace.store.ledger, f"run:{run_id}"
        self._run_id, self._items = run_id, PlanItems(plan)
        self._reader = StatusReader(AnswerReader(plan, PlanBenchmarks(workspace, plan, whole=True)))
        known = [one for one in recorded_files(workspace, run_id) if one.file.sha256 == file.file.sha256]
        known = [one for one in known if one.question_id == file.question_id]
        self._given, self.file = file, known[0] if known else file
        self._is_named = bool(known)
        self._answered = answered_marks(workspace, run_id, self._items)
        self._failed = failed_marks(workspace, run_id, self._items)
        self._has_written = False

    def take(self, rows: Sequence[Row], found: FileImport) -> Iterator[int]:
        """Write what the run does not have, in groups of which each is written whole or not at all.

        Yields:
            Rows that are done, after every group.
        """
        self._note_other_supplier(found)
        for first in range(0, len(rows), GROUP):
            group = [entry for row in rows[first : first + GROUP] if (entry := self._entry(row, found)) is not None]
            self._write(group)
            yield min(first + GROUP, len(rows))

    def end(self) -> int:
        """Write how the run stands if anything was taken or a process died before; answers with what files lack."""
        recorded = recorded_marks(self._workspace, self._run_id, self._items)
        n_open, n_gaps = open_and_gaps(self._answered, self._failed, recorded)
        if self._has_written or self._was_left():
            state = RunState.STOPPED if n_open else RunState.COMPLETE_WITH_GAPS if n_gaps else RunState.COMPLETE
            words = f"{n_open} calls that belong to no recorded file were not asked yet." if n_open else ""
            body = {"state": state.value, "words": words, "cause": "", "at": self._workspace.now_text()}
            self._ledger.append(self._chain, [NewEntry(kind="run_finished", body=canonical_bytes(body))])
        marks = zip(self._answered, self._failed, recorded, strict=True)
        return sum(bool(is_of_file and not answer and not failed) for answer, failed, is_of_file in marks)

    def _was_left(self) -> bool:
        """A process died after the last answers and before it said how the run stands."""
        ends = [entry.seq for entry in self._ledger.entries(self._chain, kind="run_finished")]
        after = max(ends, default=0)
        kinds = (EXCHANGE, FAILURE)
        return not ends or any(True for kind in kinds for _ in self._ledger.entries(self._chain, kind, after))

    def _write(self, group: list[NewEntry]) -> None:
        """The file is named before its first answer: no answer stands in a chain that does not say whose it is."""
        if not group:
            return
        entries = group
        if not self._is_named:
            entries = [NewEntry(kind=RECORDED_FILE, body=canonical_bytes(to_plain(self.file))), *group]
        with self._workspace.store.all_or_none():
            self._ledger.append(self._chain, entries)
        self._is_named = self._has_written = True

    def _entry(self, row: Row, found: FileImport) -> NewEntry | None:
        """What enters the chain for a row; None for a call that has its outcome, which is counted and listed."""
        key = ItemKey(case_id=row.case_id, variant=row.variant, question=self.file.question_id, sample=row.sample)
        number = self._items.number(key)
        assert number is not None  # the rows were matched to the items of this plan
        if self._answered[number]:
            self._note_known(row, number, found)
            return None
        status = Status.FAILED
        if isinstance(row.outcome, ModelReply):
            status = self._reader.status(key, row.outcome)
            self._answered[number] = 1
        elif self._failed[number]:
            found.n_known += 1
            return None
        else:
            self._failed[number] = 1
        found.taken[status.value] += 1
        exchange = Exchange(
            key=key,
            request_sha256="",
            outcome=row.outcome,
            sent_at=self._workspace.now_text(),
            elapsed_ms=0,
            n_attempts=0,
            source=self.file.source,
        )
        return exchange_entry(exchange, status)

    @cached_property
    def _stored(self) -> dict[int, bytes]:
        """Number of every call with an answer to that one's digest; read once: asking one by one took minutes."""
        entries = self._ledger.entries(self._chain, kind=EXCHANGE)
        return {
            number: _digest(json.loads(entry.body)["outcome"])
            for entry in entries
            if entry.key is not None and (number := self._items.number(entry.key)) is not None
        }

    def _note_known(self, row: Row, number: int, found: FileImport) -> None:
        key, said = self._items.key(number), row.outcome
        given = {**to_plain(said), "is": type(said).__name__}
        if isinstance(said, CallFailure) or self._stored.get(number) == _digest(given):
            found.n_known += 1
            if len(found.known_lines) < MOST_LISTED:
                found.known_lines.append(row.line)
            return
        found.n_conflicting += 1
        cause = (
            f"item {key.case_id}, {key.variant}, sample {key.sample} has another answer already; the first one stays"
        )
        cure = "Nothing needs to be done. If the first answer is the wrong one, use another project."
        found.note_problem(LineProblem(line=row.line, cause=cause, cure=cure))

    def _note_other_supplier(self, found: FileImport) -> None:
        first, now = self.file.file.supplied_by, self._given.file.supplied_by
        if first != now:
            found.notes.append(f"This file was taken before as supplied by {first}; that stays, and not {now}.")


def _digest(outcome: dict[str, Any]) -> bytes:
    return hashlib.blake2b(canonical_bytes(outcome), digest_size=16).digest()
