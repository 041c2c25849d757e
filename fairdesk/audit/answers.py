"""The answers of a run as a person reads them: found and sorted by the store, read from the stored bytes when shown."""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_behind import item_place
from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.corrections import run_corrections
from fairdesk.audit.plan import load_plan
from fairdesk.audit.plan_texts import AnswerReader, PlanTexts
from fairdesk.audit.run_items import build_request
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.benchmark_evidence import ItemPlace, benchmark_asking
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.codec import from_plain
from fairdesk.domain.corrections import Correction, reading_words
from fairdesk.domain.errors import InputError
from fairdesk.domain.evidence import resting_words
from fairdesk.domain.exchanges import (
    CallFailure,
    Exchange,
    ItemKey,
    ModelReply,
    ModelRequest,
    Reading,
    ReadNothing,
    ReadRefusal,
    ReadValue,
    Status,
    status_of,
)
from fairdesk.domain.origin_words import origin_sentence
from fairdesk.domain.plan import Plan
from fairdesk.domain.questions import Question
from fairdesk.domain.recorded_words import is_recorded
from fairdesk.domain.supplied_words import plan_supplier_words

if TYPE_CHECKING:
    from fairdesk.audit.supplied_answers import SuppliedAnswer

FIRST_CHARACTERS = 300
"""A table shows the beginning; the whole answer is read alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFilter:
    """Which answers to show; empty texts leave nothing out.

    Attributes:
        status: A word of ``Status``.
        words: Text that occurs in the answer, in what a failed call says, or in the file's id; the case of letters
            does not count in any script, and no sign has a meaning of its own.
        order: ``case_id``, ``variant``, ``question``, ``sample``, ``status``, or empty for the order of arrival.
        after: Only answers behind this place of the run's chain; 0 for all.
    """

    status: str = ""
    question: str = ""
    words: str = ""
    order: str = ""
    descending: bool = False
    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """One answer in a table.

    Attributes:
        answer_id: Its place in the run's chain.
        value: The number that counts; None where there is none.
        reason: Why there is no number, or what the number needs said beside it; may be empty.
        first_words: The beginning of the answer or of the failure; foreign text.
        is_corrected: A person changed the reading by hand; ``reason`` says who and why.
    """

    answer_id: int
    case_id: str
    variant: str
    question: str
    sample: int
    status: Status
    value: float | None
    reason: str
    first_words: str
    is_corrected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """One call, whole: what was sent, what came back, and how it was read.

    Attributes:
        request: Built again from the plan.
        request_is_same: Whether the body built again has the hash of the body that was sent.
        reading: What counts, the last correction included, which is named in its note or reason; None for a failure.
        corrections: Changes of this reading by hand, the first first.
        resting: Which results rest on the answer, by name.
        supplied: Who supplied the answer and where it stands in the records; empty for an answer that was asked for.
            There is no request then, and no time.
        source: Where the answer came from when this run did not ask for it, a sentence; else empty.
        is_asked_known: False of an answer from a recorded file: what was sent for it is not known.
        item: Which scores rest on the item of a benchmark; None for an answer about a file.
    """

    answer_id: int
    system_title: str
    question_title: str
    key: ItemKey
    status: Status
    request: ModelRequest
    request_is_same: bool
    outcome: ModelReply | CallFailure
    reading: Reading | None
    sent_at: str
    elapsed_ms: int
    n_attempts: int
    corrections: tuple[Correction, ...] = ()
    resting: str = ""
    supplied: str = ""
    source: str = ""
    is_asked_known: bool = True
    item: ItemPlace | None = None


def answer_ids(spec: WorkspaceSpec, run_id: str, wanted: AnswerFilter, limit: int | None = None) -> array[int]:
    """The ids of the answers and failures of a run, sorted; an item that was asked again counts once.

    Args:
        limit: The first so many, which are there sooner than all; None for all.

    Returns:
        Places in the run's chain, 8 bytes each; empty for a run that is not in the store.
    """
    from fairdesk.store.entries import ItemSearch

    search = ItemSearch(
        status=wanted.status,
        question=wanted.question,
        words=wanted.words,
        order=wanted.order,
        descending=wanted.descending,
        after=wanted.after,
    )
    with Workspace(spec) as workspace:
        return workspace.store.ledger.find_items(f"run:{run_id}", search, limit)


def index_answers(spec: WorkspaceSpec, run_id: str, cancelled: Callable[[], bool] = lambda: False) -> str:
    """Bring the search file up to date with a run, so that words are found at once; may be stopped and called again.

    Searching finds everything without it, more slowly.

    Args:
        cancelled: Asked a few times a second.

    Returns:
        Why it could not be done, in words; empty when the run is indexed or the work was cancelled.
    """
    with Workspace(spec) as workspace:
        while not cancelled():
            state = workspace.store.search.index(f"run:{run_id}", deadline=time.monotonic())
            if state.problem or state.is_complete:
                return state.problem
    return ""


def answer_rows(spec: WorkspaceSpec, run_id: str, ids: Sequence[int]) -> tuple[AnswerRow, ...]:
    """The rows of some ids, in their order, each read anew from the stored answer.

    Raises:
        InputError: there is no such run.
    """
    with Workspace(spec) as workspace:
        plan = plan_of_run(workspace, run_id)[0]
        reader = AnswerReader(plan, PlanBenchmarks(workspace, plan))
        latest = {correction.key: correction for correction in run_corrections(workspace, run_id)}
        rows = []
        for entry in workspace.store.ledger.at(f"run:{run_id}", ids):
            exchange = from_plain(Exchange, json.loads(entry.body))
            rows.append(_row(entry.seq, exchange, reader, latest.get(exchange.key)))
        return tuple(rows)


def one_answer(spec: WorkspaceSpec, run_id: str, answer_id: int) -> AnswerView:
    """One call with its request, its outcome and its reading.

    Raises:
        InputError: there is no such run or no such answer in it.
    """
    with Workspace(spec) as workspace:
        plan, system_label = plan_of_run(workspace, run_id)
        found = workspace.store.ledger.at(f"run:{run_id}", (answer_id,))
        if not found or found[0].kind not in ("exchange", "failure"):
            raise InputError("This answer is not in the store.", "Choose another one in the table.")
        exchange = from_plain(Exchange, json.loads(found[0].body))
        key = exchange.key
        system = next(system for system in plan.systems if system.label == system_label)
        benchmarks = PlanBenchmarks(workspace, plan)
        reader = AnswerReader(plan, benchmarks)
        question = reader.questions[key.question]
        text = PlanTexts(workspace, plan, benchmarks).text(key)
        request = build_request(system, question, text, key.sample)
        item = benchmarks.item(key.case_id) if benchmark_asking(plan, key.question) else None
        corrections = tuple(one for one in run_corrections(workspace, run_id) if one.key == key)
        reading = _shown(corrections[-1]) if corrections else _reading(exchange, reader)
        return AnswerView(
            answer_id=answer_id,
            system_title=system.title or system.label,
            question_title=question.title,
            key=key,
            status=status_of(reading) if reading else Status.FAILED,
            request=request,
            request_is_same=_sent_sha256(system.endpoint, request) == exchange.request_sha256,
            outcome=exchange.outcome,
            reading=reading,
            sent_at=exchange.sent_at,
            elapsed_ms=exchange.elapsed_ms,
            n_attempts=exchange.n_attempts,
            corrections=corrections,
            resting=resting_words(plan, key),
            source=origin_sentence(exchange.source),
            is_asked_known=not is_recorded(exchange.source),
            item=None if item is None else item_place(item),
        )


def _sent_sha256(endpoint: EndpointSettings, request: ModelRequest) -> str:
    """The hash that the call's exchange was kept under, if it asked this very request."""
    from fairdesk.endpoints.formats import wire_format
    from fairdesk.endpoints.wire_format import request_sha256

    try:
        return request_sha256(wire_format(endpoint.kind), request, endpoint.options)
    except ValueError:
        return sha256_hex(b"")  # it cannot be sent, and nothing was


def stored_reading(workspace: Workspace, plan: Plan, run_id: str, key: ItemKey) -> Reading:
    """What the extractor reads in the stored answer of one call, whatever was corrected since.

    Raises:
        InputError: the call has no answer in this run.
    """
    if plan.supplied is not None:
        return _recorded_reading(workspace, plan, run_id, key)
    entry = workspace.store.ledger.answer_to(f"run:{run_id}", key)
    if entry is None:
        raise InputError(
            f"There is no answer for file {key.case_id}, {key.variant}, {key.question}, sample {key.sample}.",
            "Only an answer has a reading that can be corrected; a failed call can be asked again.",
        )
    reader = AnswerReader(plan, PlanBenchmarks(workspace, plan))
    reading = _reading(from_plain(Exchange, json.loads(entry.body)), reader)
    assert reading is not None  # an entry of this kind is no failure
    return reading


def _recorded_reading(workspace: Workspace, plan: Plan, run_id: str, key: ItemKey) -> Reading:
    from fairdesk.audit.supplied_answers import supplied_answer

    found = supplied_answer(workspace, plan, plan_of_run(workspace, run_id)[1], key)
    if found is None or found.status in (Status.FAILED, Status.NOT_ATTEMPTED):
        raise InputError(
            f"The supplied records have no answer for file {key.case_id}, {key.variant}, sample {key.sample}.",
            "Only an answer has a reading that can be corrected.",
        )
    return found.reading


def supplied_view(workspace: Workspace, run_id: str, key: ItemKey) -> AnswerView:
    """One answer of supplied records as a window shows it; nothing is known of what was asked.

    Raises:
        InputError: the records have no such answer.
    """
    from fairdesk.audit.supplied_answers import supplied_answer

    plan, label = plan_of_run(workspace, run_id)
    found = supplied_answer(workspace, plan, label, key)
    if found is None:
        raise InputError(f"The supplied records have no row for file {key.case_id}, {key.variant}.", "")
    system = next(system for system in plan.systems if system.label == label)
    corrections = tuple(one for one in run_corrections(workspace, run_id) if one.key == key)
    reading = _shown(corrections[-1]) if corrections else _with_place(found, plan.questions[0])
    is_answer = found.status not in (Status.FAILED, Status.NOT_ATTEMPTED)
    where = f"line {found.line} of {found.file_name}"
    return AnswerView(
        answer_id=0,
        system_title=system.title,
        question_title=plan.questions[0].title,
        key=key,
        status=status_of(reading) if is_answer else found.status,
        request=ModelRequest(messages=(), model=system.endpoint.model, temperature=None, max_tokens=0),
        request_is_same=False,
        outcome=ModelReply(text=found.text or f"(the records hold no text: {where})"),
        reading=reading,
        sent_at="",
        elapsed_ms=0,
        n_attempts=0,
        corrections=corrections,
        resting=resting_words(plan, key),
        supplied=f"{plan_supplier_words(plan)} It stands in {where}.",
    )


def _with_place(found: SuppliedAnswer, question: Question) -> Reading:
    """The reading with the place in the text where it stands, if it was read from the text."""
    from fairdesk.extractors import EXTRACTORS, read_answer

    # Recorded numbers were not read from a text.
    if not found.text or question.extractor not in {extractor.name for extractor in EXTRACTORS}:
        return found.reading
    again = read_answer(question, ModelReply(text=found.text))
    same = type(again) is type(found.reading) and getattr(again, "value", None) == getattr(found.reading, "value", None)
    return again if same else found.reading


def plan_of_run(workspace: Workspace, run_id: str) -> tuple[Plan, str]:
    """The plan of a run and the label of its system.

    Raises:
        InputError: there is no such run.
    """
    for entry in workspace.store.ledger.entries(f"run:{run_id}", kind="run_started"):
        started = json.loads(entry.body)
        return load_plan(workspace, str(started["plan_sha256"])), str(started["system"])
    raise InputError(f"There is no run {run_id!r} in this store.", "Open the project again.")


def _reading(exchange: Exchange, reader: AnswerReader) -> Reading | None:
    if isinstance(exchange.outcome, CallFailure):
        return None
    return reader.read(exchange.key, exchange.outcome)


def _shown(correction: Correction) -> Reading:
    """The corrected reading with who changed it, why, and what stood there before."""
    words = f"corrected by hand by {correction.who}: {correction.why} (before: {reading_words(correction.old)})"
    match correction.new:
        case ReadValue(value=value):
            return ReadValue(value=value, note=words)
        case ReadRefusal(reason=reason):
            return ReadRefusal(reason=f"{reason}; {words}" if reason else words)
        case ReadNothing(reason=reason):
            return ReadNothing(reason=f"{reason}; {words}" if reason else words)


def _row(answer_id: int, exchange: Exchange, reader: AnswerReader, correction: Correction | None) -> AnswerRow:
    key, outcome = exchange.key, exchange.outcome
    value: float | None = None
    reading = _shown(correction) if correction else _reading(exchange, reader)
    match reading:
        case ReadValue() as read:
            value, reason = read.value, read.note
        case ReadRefusal() | ReadNothing() as unread:
            reason = unread.reason
        case None:
            reason = outcome.message if isinstance(outcome, CallFailure) else ""
    words = outcome.detail if isinstance(outcome, CallFailure) else outcome.text
    return AnswerRow(
        answer_id=answer_id,
        case_id=key.case_id,
        variant=key.variant,
        question=key.question,
        sample=key.sample,
        status=status_of(reading) if reading else Status.FAILED,
        value=value,
        reason=reason,
        first_words=words[:FIRST_CHARACTERS],
        is_corrected=correction is not None,
    )
