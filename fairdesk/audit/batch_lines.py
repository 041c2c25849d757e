"""One result line of a batch: which call it answers, if any of ours, and what enters the chain for it."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from fairdesk.audit.batch_requests import PlannedRequests
from fairdesk.audit.holding import holding
from fairdesk.audit.recorded_calls import open_and_gaps, recorded_marks
from fairdesk.audit.run_bytes import exchange_entry
from fairdesk.audit.run_status import answered_marks, failed_marks
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.codec import from_plain
from fairdesk.domain.exchanges import CallFailure, Exchange, ItemKey, ModelReply, Status, status_of
from fairdesk.endpoints.failures import LONGEST_DETAIL
from fairdesk.endpoints.wire_format import WireFormat
from fairdesk.interchange.batch_files import LineProblem, ResultLine, read_custom_id
from fairdesk.store.entries import NewEntry

ENDED_EARLY = ("batch_expired", "batch_cancelled", "request_timeout", "cancelled", "expired")
"""Codes of a line that was never asked because the batch ended first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A line whose outcome enters a chain."""

    run_id: str
    entry: NewEntry
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A line of a call that has its outcome already; ``conflict`` says so where the two differ, else it is None."""

    conflict: LineProblem | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The call that a line answers."""

    run: BatchRun
    number: int
    request_sha256: str

    @property
    def key(self) -> ItemKey:
        """Its key in the plan."""
        return self.run.asked.items.key(self.number)


class BatchRun:
    """One run while results come in.

    Attributes:
        taken: Status word to outcomes that this import wrote.
    """

    def __init__(self, workspace: Workspace, run_id: str, asked: PlannedRequests, source: str) -> None:
        self.run_id = run_id
        self.asked = asked
        self.taken: Counter[str] = Counter()
        self.pending: dict[int, ModelReply] = {}
        self.answered = answered_marks(workspace, run_id, asked.items)
        self.recorded = recorded_marks(workspace, run_id, asked.items)
        self.failed = failed_marks(workspace, run_id, asked.items)
        # What failed in this very file counts once, however often the file is given.
        bodies = (json.loads(entry.body) for entry in workspace.store.ledger.entries(f"run:{run_id}", "batch_imported"))
        is_known = any(source.endswith(f" {body['sha256']}") for body in bodies)
        self.failed_here = bytearray(self.failed) if is_known else bytearray(len(asked.items))

    def standing(self) -> tuple[int, int]:
        """Calls without any outcome that somebody can still be asked, and calls that failed or that files lack."""
        return open_and_gaps(self.answered, self.failed, self.recorded)


class Batch:
    """The runs of a project while one file is read; every run is held from its first line on."""

    def __init__(self, workspace: Workspace, project_id: str, source: str, held: ExitStack) -> None:
        self._workspace = workspace
        self._source = source
        self._held = held
        self._started = {
            str(body["run_id"]): body
            for entry in workspace.store.ledger.entries(f"project:{project_id}", kind="run_started")
            if "records_manifest" not in (body := json.loads(entry.body))
        }
        self.runs: dict[str, BatchRun] = {}

    def call_of(self, line: ResultLine) -> Call | LineProblem:
        """The call whose request a line answers, by its name and the hash of the request; or why there is none."""
        name = read_custom_id(line.custom_id)
        if name is None:
            cause = f"its custom_id {_shown(line.custom_id)} was not written by FairDesk"
            return _foreign(line, cause, "Give the results of the files that fairdesk batch export wrote.")
        if name.run_id not in self._started:
            cause = f"it answers the run {name.run_id}, which is not one of this project"
            return _foreign(line, cause, "Import it into the project that it was exported from.")
        run = self._run(name.run_id)
        number = name.number - 1
        if not 0 <= number < len(run.asked.items):
            cause = f"the plan of {name.run_id} has no call {name.number}"
            return _foreign(line, cause, "Give the results of the files that fairdesk batch export wrote.")
        if run.recorded[number]:
            cause = f"call {name.number} of {name.run_id} is of a benchmark whose answers came from a recorded file"
            return _foreign(line, cause, "Take answers of one origin alone: fix another plan for a run of its own.")
        _, sha256 = run.asked.request(number)
        if not sha256.startswith(name.request_start):
            cause = f"it answers another request than call {name.number} of {name.run_id} makes"
            cure = "Export the project again and run that file; this answer is to something else."
            return _foreign(line, cause, cure)
        return Call(run=run, number=number, request_sha256=sha256)

    def take(self, line: ResultLine, call: Call) -> Taken | Known:
        """What enters the chain for a line, or that nothing does because the call has its outcome."""
        run = call.run
        outcome = outcome_of(run.asked.wire, line)
        if run.answered[call.number]:
            return self._known(line, call, outcome)
        if isinstance(outcome, CallFailure):
            if run.failed_here[call.number]:
                return Known()
            run.failed[call.number] = run.failed_here[call.number] = 1
        else:
            run.answered[call.number] = 1
            run.pending[call.number] = outcome
        return self._taken(call, outcome)

    def written(self) -> None:
        """What was taken so far is on disk."""
        for run in self.runs.values():
            run.pending.clear()

    def _taken(self, call: Call, outcome: ModelReply | CallFailure) -> Taken:
        key, run = call.key, call.run
        status = Status.FAILED
        if isinstance(outcome, ModelReply):
            status = status_of(run.asked.reader.read(key, outcome))
        exchange = Exchange(
            key=key,
            request_sha256=call.request_sha256,
            outcome=outcome,
            sent_at=self._workspace.now_text(),
            elapsed_ms=0,
            source=self._source,
        )
        run.taken[status.value] += 1
        entry = exchange_entry(exchange, status)
        model = outcome.model_echo if isinstance(outcome, ModelReply) else ""
        return Taken(run_id=run.run_id, entry=entry, model=model)

    def _known(self, line: ResultLine, call: Call, outcome: ModelReply | CallFailure) -> Known:
        if isinstance(outcome, CallFailure):
            return Known()
        first = call.run.pending.get(call.number)
        if first is None:
            entry = self._workspace.store.ledger.answer_to(f"run:{call.run.run_id}", call.key)
            stored = from_plain(Exchange, json.loads(entry.body)).outcome if entry else None
            first = stored if isinstance(stored, ModelReply) else None
        if first is not None and first.text == outcome.text:
            return Known()
        key = call.key
        where = f"file {key.case_id}, {key.variant}, {key.question}, sample {key.sample}"
        cause = f"{where} has another answer already; the first one stays"
        cure = "Nothing needs to be done. If the first answer is the wrong one, start a run of its own."
        return Known(conflict=LineProblem(line=line.line, cause=cause, cure=cure))

    def _run(self, run_id: str) -> BatchRun:
        if run_id not in self.runs:
            started = self._started[run_id]
            self._held.enter_context(holding(self._workspace, f"run:{run_id}"))
            asked = PlannedRequests(self._workspace, str(started["plan_sha256"]), str(started["system"]))
            self.runs[run_id] = BatchRun(self._workspace, run_id, asked, self._source)
        return self.runs[run_id]


def outcome_of(wire: WireFormat, line: ResultLine) -> ModelReply | CallFailure:
    """What a line says that became of its call; an error and a status that says so are failures, never answers."""
    status = 200 if line.status is None else line.status
    if line.error is None:
        return wire.parse(status, "application/json", line.body)
    if status >= 400:
        return wire.parse(status, "application/json", json.dumps({"error": line.error}).encode())
    code, words = _error_words(line.error)
    if code in ENDED_EARLY:
        return CallFailure(
            cause="cancelled",
            message=f"The batch ended before this request was answered ({code}).",
            advice="Export what is left and hand it in again.",
            detail=words,
        )
    return CallFailure(
        cause="server_error",
        message="Whoever ran the batch reports an error for this request.",
        advice="Read the provider's own words; export what is left and hand it in again.",
        http_status=line.status,
        detail=words,
    )


def _error_words(error: Any) -> tuple[str, str]:
    """Code and words of an error object, as far as it has them."""
    code = error.get("code") if isinstance(error, dict) else ""
    words = error.get("message") if isinstance(error, dict) else error
    words = words if isinstance(words, str) and words else json.dumps(error)
    return _storable(code if isinstance(code, str) else ""), _storable(words)[:LONGEST_DETAIL]


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _shown(name: str) -> str:
    short = name if len(name) <= 60 else name[:60] + "…"
    return repr(_storable(short))


def _foreign(line: ResultLine, cause: str, cure: str) -> LineProblem:
    return LineProblem(line=line.line, cause=cause, cure=cure)
