"""From the evidence to one documented table: a row per planned call. The only home of pandas.

Columns of the table:
    case_id, variant, question, sample   which call of the run
    status       answered, refused, unreadable, failed or not_attempted; never empty
    value        the number read, in the question's unit; NaN unless status is answered
    mass         answer mass behind a value read from log-probabilities; NaN otherwise
    reason       why there is no value; empty for answered
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from fairdesk.audit.run_items import planned_items
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import StoreError
from fairdesk.domain.exchanges import (
    CallFailure,
    Exchange,
    ItemKey,
    ReadNothing,
    ReadRefusal,
    ReadValue,
    Status,
    status_of,
)
from fairdesk.domain.plan import Plan, Question
from fairdesk.extractors import read_answer
from fairdesk.store.entries import LedgerEntry

KEY = ["case_id", "variant", "question", "sample"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEvidence:
    """All that one run left on disk, up to a head.

    Attributes:
        rows: One per planned call, in the documented columns.
        head: Link of the last entry that was read.
        started, finished: Bodies of the first and of the last such entry; ``finished`` is empty for a run that was
            never ended.
        echoes: Model strings that the endpoint returned, in order of first appearance.
        elapsed_ms: Time of all calls together, waits included.
    """

    run_id: str
    rows: pd.DataFrame
    head: str
    started: Mapping[str, Any]
    finished: Mapping[str, Any]
    echoes: tuple[str, ...]
    elapsed_ms: int


def read_run(workspace: Workspace, run_id: str, plan: Plan, head: str = "") -> RunEvidence:
    """Read one run's chain and give every planned call its row.

    Args:
        head: Stop after this link; empty for everything.

    Raises:
        StoreError: the head does not occur in the chain, or an entry is filed under another call than its body holds.
    """
    table: dict[ItemKey, tuple[str, float | None, float | None, str]] = {}
    started: Mapping[str, Any] = {}
    finished: Mapping[str, Any] = {}
    echoes: dict[str, None] = {}
    questions = {question.question_id: question for question in plan.questions}
    link, elapsed_ms = "", 0
    for entry in workspace.store.ledger.entries(f"run:{run_id}"):
        link = entry.link
        if entry.kind == "run_started":
            started = json.loads(entry.body)
        elif entry.kind == "run_finished":
            finished = json.loads(entry.body)
        elif entry.kind in ("exchange", "failure"):
            exchange = from_plain(Exchange, json.loads(entry.body))
            _check_columns(entry, exchange)
            elapsed_ms += exchange.elapsed_ms
            if entry.kind == "exchange" or exchange.key not in table:
                table[exchange.key] = _row(exchange, questions)
            if not isinstance(exchange.outcome, CallFailure) and exchange.outcome.model_echo:
                echoes.setdefault(exchange.outcome.model_echo)
        if link == head:
            break
    if head and link != head:
        raise StoreError(
            f"The chain of run {run_id} does not hold the head {head[:12]}.", "The evidence is not complete."
        )
    rows = pd.DataFrame(list(_complete(plan, table)), columns=[*KEY, "status", "value", "mass", "reason"])
    return RunEvidence(
        run_id=run_id,
        rows=rows.astype({"value": "float64", "mass": "float64"}),
        head=link,
        started=started,
        finished=finished,
        echoes=tuple(echoes),
        elapsed_ms=elapsed_ms,
    )


def _check_columns(entry: LedgerEntry, exchange: Exchange) -> None:
    """The chain covers the body alone; columns that say something else were changed behind it."""
    failed = isinstance(exchange.outcome, CallFailure)
    if entry.key != exchange.key or (entry.kind == "failure") != failed:
        raise StoreError(
            f"Entry {entry.seq} of {entry.chain} is filed under another call than its body holds.",
            "The store was changed from outside; work on a backup.",
        )


def _row(exchange: Exchange, questions: Mapping[str, Question]) -> tuple[str, float | None, float | None, str]:
    if isinstance(exchange.outcome, CallFailure):
        return Status.FAILED.value, None, None, exchange.outcome.message
    reading = read_answer(questions[exchange.key.question], exchange.outcome)
    match reading:
        case ReadValue():
            return status_of(reading).value, reading.value, reading.mass, ""
        case ReadRefusal() | ReadNothing():
            return status_of(reading).value, None, None, reading.reason


def _complete(
    plan: Plan, table: Mapping[ItemKey, tuple[str, float | None, float | None, str]]
) -> Iterator[tuple[Any, ...]]:
    absent = (Status.NOT_ATTEMPTED.value, None, None, "not asked")
    for key in sorted(planned_items(plan)):
        yield (key.case_id, key.variant, key.question, key.sample, *table.get(key, absent))


def first_samples(rows: pd.DataFrame, question: str, column: str = "value") -> pd.DataFrame:
    """One row per case, one column per variant, with the first sample of each.

    The first sample of both arms makes the pair: under no effect the two are exchangeable, which a mean of several
    originals against one variant is not. Further samples serve the noise floor (methods.md M38).
    """
    chosen = rows[(rows["question"] == question) & (rows["sample"] == 1)]
    return chosen.pivot(index="case_id", columns="variant", values=column)


def repeated_values(rows: pd.DataFrame, question: str, variant: str) -> list[list[float]]:
    """Valid values of all samples of one variant, one list per case in their order; empty where none is valid."""
    chosen = rows[(rows["question"] == question) & (rows["variant"] == variant)]
    return [group["value"].dropna().tolist() for _, group in chosen.groupby("case_id", sort=True)]


def status_counts(rows: pd.DataFrame) -> dict[str, int]:
    """Every status word with its number of rows, zero included."""
    found = rows["status"].value_counts()
    return {status.value: int(found.get(status.value, 0)) for status in Status}
