"""From the evidence to one documented table: a row per planned call. The only home of pandas.

Columns of the table:
    case_id, variant, question, sample   which call of the run
    status       answered, refused, unreadable, failed or not_attempted; never empty
    value        the number read, in the question's unit; NaN unless status is answered
    mass         answer mass behind a value read from log-probabilities; NaN otherwise
    reason       why there is no value; empty for answered
    corrected    True where a person changed the reading by hand; status, value and reason are then that person's
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.classified import ClassifiedScores
from fairdesk.audit.plan_texts import AnswerReader
from fairdesk.audit.recorded_calls import recorded_outcomes
from fairdesk.audit.run_items import PlanItems
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.batch_words import is_from_batch
from fairdesk.domain.codec import from_plain
from fairdesk.domain.corrections import Correction
from fairdesk.domain.errors import StoreError
from fairdesk.domain.exchanges import (
    CallFailure,
    Exchange,
    ItemKey,
    ModelReply,
    Reading,
    ReadNothing,
    ReadRefusal,
    ReadValue,
    Status,
    status_of,
)
from fairdesk.domain.plan import Plan
from fairdesk.domain.recorded import RECORDED_FILE, RecordedFile, RecordedOutcomes
from fairdesk.domain.recorded_words import is_recorded
from fairdesk.domain.reuse_words import is_reused
from fairdesk.store.entries import CLASSIFIED, CORRECTION, LedgerEntry

if TYPE_CHECKING:
    from fairdesk.audit.record_table import RecordTable

KEY = ["case_id", "variant", "question", "sample"]

CORRECTABLE = (Status.ANSWERED.value, Status.REFUSED.value, Status.UNREADABLE.value)
"""Only an answer has a reading; a failure has nothing that could be read otherwise."""

Cells = tuple[str, float | None, float | None, str]
"""Status, value, mass and reason of one row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEvidence:
    """All that one run left on disk, up to a head.

    Attributes:
        rows: One per planned call, in the documented columns.
        head: Link of the last entry that was read.
        started, finished: Bodies of the first and of the last such entry; ``finished`` is empty for a run that was
            never ended.
        echoes: Model strings that the endpoint returned, in order of first appearance.
        echo_counts: Pairs of model string and fingerprint that answers came with (empty where they told nothing), each
            with the number of answers.
        accepted: Bodies of the entries with which a person accepted a change of the model.
        elapsed_ms: Time of all calls together, waits included; those of a batch file or an earlier run count none.
        batches: Sources of outcomes that came from batch files (``Exchange.source``), each with its calls.
        n_reused: Outcomes that were taken over from earlier runs.
        recorded: Recorded files that outcomes came from.
        recorded_questions: Ids of the questions whose answers came from recorded files alone.
        kept: Of calls of benchmarks whose form keeps something of an answer beside its value.
        classified: Scores that classifiers gave to answers.
        corrections: Readings changed by hand, in the order in which they were; the last of a key is in ``rows``.
    """

    run_id: str
    rows: pd.DataFrame
    head: str
    started: Mapping[str, Any]
    finished: Mapping[str, Any]
    echoes: tuple[str, ...]
    elapsed_ms: int
    corrections: tuple[Correction, ...] = ()
    echo_counts: Mapping[tuple[str, str], int] = field(default_factory=dict)
    accepted: tuple[Mapping[str, Any], ...] = ()
    batches: Mapping[str, int] = field(default_factory=dict)
    n_reused: int = 0
    recorded: tuple[RecordedOutcomes, ...] = ()
    recorded_questions: frozenset[str] = frozenset()
    kept: Mapping[ItemKey, object] = field(default_factory=dict)
    classified: ClassifiedScores = field(default_factory=ClassifiedScores)


@dataclass(slots=True, kw_only=True)
class SharedReading:
    """What the runs of one plan have in common, so that it is read once.

    Attributes:
        benchmarks: Their items.
        records: Supplied records by the hash of their manifest; what is read is added.
    """

    benchmarks: PlanBenchmarks
    records: dict[str, RecordTable] = field(default_factory=dict)


def read_run(
    workspace: Workspace, run_id: str, plan: Plan, head: str = "", shared: SharedReading | None = None
) -> RunEvidence:
    """Read one run's chain and give every planned call its row; of supplied answers, the stored records.

    Args:
        head: Stop after this link; empty for everything.
        shared: Where further runs of the plan are read.

    Raises:
        StoreError: the head does not occur in the chain, an entry is filed under another call than its body holds, or
            a correction or a score is of a call that has no answer; an answer is of a recorded file that the chain does
            not name; or a part of the supplied records was changed.
    """
    shared = shared or SharedReading(benchmarks=PlanBenchmarks(workspace, plan, whole=True))
    reader = AnswerReader(plan, shared.benchmarks)
    read = _Chain(reader=reader, classified=ClassifiedScores(plan.benchmarks))
    link = ""
    for entry in workspace.store.ledger.entries(f"run:{run_id}"):
        link = entry.link
        read.take(entry)
        if link == head:
            break
    if head and link != head:
        raise StoreError(
            f"The chain of run {run_id} does not hold the head {head[:12]}.", "The evidence is not complete."
        )
    _check_scored(read, plan, run_id)
    if "records_manifest" in read.started:
        rows = _supplied_rows(workspace, plan, read.started, shared.records)
    else:
        rows = pd.DataFrame(list(_complete(plan, read.table)), columns=[*KEY, "status", "value", "mass", "reason"])
        rows = rows.astype({"value": "float64", "mass": "float64"})
    return RunEvidence(
        run_id=run_id,
        rows=_with_corrections(rows, run_id, read.corrections),
        head=link,
        started=read.started,
        finished=read.finished,
        # A Counter keeps the order in which its keys came.
        echoes=tuple(dict.fromkeys(model for model, _ in read.told if model)),
        elapsed_ms=read.elapsed_ms,
        corrections=tuple(read.corrections),
        echo_counts=read.told,
        accepted=tuple(read.accepted),
        batches=Counter(source for source in read.sources.values() if is_from_batch(source)),
        n_reused=sum(map(is_reused, read.sources.values())),
        recorded=recorded_outcomes(read.recorded, read.sources),
        recorded_questions=frozenset(file.question_id for file in read.recorded),
        kept=read.kept,
        classified=read.classified,
    )


@dataclass(slots=True, kw_only=True)
class _Chain:
    """What was read of a run's chain so far; ``sources`` holds where the outcome of a call came from that counts."""

    reader: AnswerReader
    classified: ClassifiedScores
    table: dict[ItemKey, Cells] = field(default_factory=dict)
    sources: dict[ItemKey, str] = field(default_factory=dict)
    kept: dict[ItemKey, object] = field(default_factory=dict)
    corrections: list[Correction] = field(default_factory=list)
    recorded: list[RecordedFile] = field(default_factory=list)
    started: Mapping[str, Any] = field(default_factory=dict)
    finished: Mapping[str, Any] = field(default_factory=dict)
    told: Counter[tuple[str, str]] = field(default_factory=Counter)
    accepted: list[Mapping[str, Any]] = field(default_factory=list)
    elapsed_ms: int = 0

    def take(self, entry: LedgerEntry) -> None:
        """Read one more entry.

        Raises:
            StoreError: it is filed under another call than its body holds, or of a recorded file that was not named.
        """
        if entry.kind == "run_started":
            self.started = json.loads(entry.body)
        elif entry.kind == "run_finished":
            self.finished = json.loads(entry.body)
        elif entry.kind in ("exchange", "failure"):
            exchange = from_plain(Exchange, json.loads(entry.body))
            _check_columns(entry, exchange)
            self._check_source(entry, exchange)
            self._take_exchange(exchange)
        elif entry.kind == "identity_accepted":
            self.accepted.append(json.loads(entry.body))
        elif entry.kind == CORRECTION:
            self.corrections.append(read_correction(entry))
        elif entry.kind == CLASSIFIED:
            self.classified.take(entry)
        elif entry.kind == RECORDED_FILE:
            self.recorded.append(from_plain(RecordedFile, json.loads(entry.body)))

    def _check_source(self, entry: LedgerEntry, exchange: Exchange) -> None:
        """A recorded file is named before its first answer; else nobody would be told who supplied it."""
        places = ((file.question_id, file.source) for file in self.recorded)
        if is_recorded(exchange.source) and (exchange.key.question, exchange.source) not in places:
            raise StoreError(
                f"Entry {entry.seq} of {entry.chain} is of a recorded file that the chain does not name before it.",
                "The store was changed from outside; work on a backup.",
            )

    def _take_exchange(self, exchange: Exchange) -> None:
        self.elapsed_ms += 0 if is_reused(exchange.source) else exchange.elapsed_ms
        failed = isinstance(exchange.outcome, CallFailure)
        before = self.table.get(exchange.key)
        # Of several failures the last one counts, and an answer counts whatever failed before or after it.
        if not failed or before is None or before[0] == Status.FAILED.value:
            self.table[exchange.key] = _row(exchange, self.reader)
            self._keep(exchange)
            if exchange.source or exchange.key in self.sources:
                self.sources[exchange.key] = exchange.source
        # A recorded file tells nothing of the model; that is no other model than one that was asked.
        if not isinstance(exchange.outcome, CallFailure) and not is_recorded(exchange.source):
            self.told[exchange.outcome.model_echo, exchange.outcome.fingerprint] += 1

    def _keep(self, exchange: Exchange) -> None:
        """Keep of an answer what scoring has to know of it; of one without words there is nothing."""
        keep, reply = self.reader.keep(exchange.key), exchange.outcome
        if isinstance(reply, ModelReply) and keep is not None and not reply.is_bare:
            self.kept[exchange.key] = keep(reply)


def _supplied_rows(
    workspace: Workspace, plan: Plan, started: Mapping[str, Any], tables: dict[str, RecordTable]
) -> pd.DataFrame:
    from fairdesk.audit.stored_records import stored_table
    from fairdesk.audit.supplied_rows import system_rows

    manifest = str(started["records_manifest"])
    if manifest not in tables:
        tables[manifest] = stored_table(workspace, manifest)
    return system_rows(tables[manifest], plan, str(started["system"]))


def read_correction(entry: LedgerEntry) -> Correction:
    """The correction that an entry holds.

    Raises:
        StoreError: the entry is filed under another call than its body holds.
    """
    correction = from_plain(Correction, json.loads(entry.body))
    if entry.key != correction.key:
        raise _misfiled(entry)
    return correction


def _check_columns(entry: LedgerEntry, exchange: Exchange) -> None:
    """The chain covers the body alone; columns that say something else were changed behind it."""
    failed = isinstance(exchange.outcome, CallFailure)
    if entry.key != exchange.key or (entry.kind == "failure") != failed:
        raise _misfiled(entry)


def _misfiled(entry: LedgerEntry) -> StoreError:
    return StoreError(
        f"Entry {entry.seq} of {entry.chain} is filed under another call than its body holds.",
        "The store was changed from outside; work on a backup.",
    )


def _check_scored(read: _Chain, plan: Plan, run_id: str) -> None:
    """A score stands for the words of an answer; one of anything else would be counted as that of another call."""
    scored = read.classified.scored()
    items = PlanItems(plan) if scored else None
    for key in scored:
        cells = read.table.get(key)
        if items is None or items.number(key) is None or cells is None or cells[0] not in CORRECTABLE:
            raise StoreError(
                f"The chain of run {run_id} scores a call that has no answer: {key.case_id}, {key.variant}, sample "
                f"{key.sample}.",
                "The store was changed from outside; work on a backup.",
            )


def _with_corrections(rows: pd.DataFrame, run_id: str, corrections: Sequence[Correction]) -> pd.DataFrame:
    """The rows with the last correction of every key in the place of what was read, and the column ``corrected``."""
    latest = {correction.key: correction.new for correction in corrections}
    rows["corrected"] = False
    if not latest:
        return rows
    of_files = rows[rows["case_id"].isin({key.case_id for key in latest})]
    places = {
        ItemKey(case_id=str(case_id), variant=str(variant), question=str(question), sample=int(sample)): place
        for place, case_id, variant, question, sample in of_files[KEY].itertuples(name=None)
    }
    for key, reading in latest.items():
        place = places.get(key)
        if place is None or rows.at[place, "status"] not in CORRECTABLE:
            raise StoreError(
                f"The chain of run {run_id} corrects a call that has no answer: file {key.case_id}, {key.variant}.",
                "The store was changed from outside; work on a backup.",
            )
        for column, cell in zip(("status", "value", "mass", "reason"), _cells(reading), strict=True):
            rows.at[place, column] = cell
        rows.at[place, "corrected"] = True
    return rows


def _row(exchange: Exchange, reader: AnswerReader) -> Cells:
    if isinstance(exchange.outcome, CallFailure):
        return Status.FAILED.value, None, None, exchange.outcome.message
    return _cells(reader.read(exchange.key, exchange.outcome))


def _cells(reading: Reading) -> Cells:
    match reading:
        case ReadValue():
            return status_of(reading).value, reading.value, reading.mass, ""
        case ReadRefusal() | ReadNothing():
            return status_of(reading).value, None, None, reading.reason


_COLUMNS = attrgetter(*KEY)
"""Sorts keys as they sort themselves, in a fifth of the time."""


def _complete(plan: Plan, table: Mapping[ItemKey, Cells]) -> Iterator[tuple[Any, ...]]:
    absent = (Status.NOT_ATTEMPTED.value, None, None, "not asked")
    for key in sorted(PlanItems(plan).keys(), key=_COLUMNS):
        yield (key.case_id, key.variant, key.question, key.sample, *table.get(key, absent))


def first_samples(rows: pd.DataFrame, question: str, column: str = "value") -> pd.DataFrame:
    """One row per case, one column per variant, with the first sample of each.

    The first sample of both arms makes the pair: under no effect the two are exchangeable, which a mean of several
    originals against one variant is not. Further samples serve the noise floor (methods.md M38).
    """
    chosen = rows[(rows["question"] == question) & (rows["sample"] == 1)]
    if isinstance(chosen["case_id"].dtype, pd.CategoricalDtype):
        return _by_codes(chosen, column)
    return chosen.pivot(index="case_id", columns="variant", values=column)


def _by_codes(chosen: pd.DataFrame, column: str) -> pd.DataFrame:
    """The same of supplied rows, whose files and variants are categories: a million rows take no sorting of texts."""
    cases, variants = chosen["case_id"].cat, chosen["variant"].cat
    cells = chosen[column].to_numpy(dtype=np.float64 if column == "value" else object)
    table = np.full((len(cases.categories), len(variants.categories)), np.nan, dtype=cells.dtype)
    table[cases.codes, variants.codes] = cells
    return pd.DataFrame(table, index=pd.Index(cases.categories), columns=pd.Index(variants.categories))


def repeated_values(rows: pd.DataFrame, question: str, variant: str) -> list[list[float]]:
    """Valid values of all samples of one variant, one list per case in their order; empty where none is valid.

    A case that has no such variant has an empty list too, so that the lists of two variants belong together.
    """
    chosen = rows[(rows["question"] == question) & (rows["variant"] == variant)]
    if not isinstance(chosen["case_id"].dtype, pd.CategoricalDtype):
        # Grouping file by file took milliseconds for each, once for every variant.
        cases = pd.Categorical(chosen["case_id"], categories=sorted(rows["case_id"].unique()))
        chosen = chosen.assign(case_id=cases)
    return _lists_by_codes(chosen)


def _lists_by_codes(chosen: pd.DataFrame) -> list[list[float]]:
    """One list per file, whether or not it has a value."""
    cases = chosen["case_id"].cat
    valid = chosen["value"].notna().to_numpy()
    codes, values = cases.codes.to_numpy()[valid], chosen["value"].to_numpy(dtype=np.float64)[valid]
    order = np.argsort(codes, kind="stable")
    ends = np.searchsorted(codes[order], np.arange(1, len(cases.categories)))
    return [part.tolist() for part in np.split(values[order], ends)]


def status_counts(rows: pd.DataFrame) -> dict[str, int]:
    """Every status word with its number of rows, zero included."""
    found = rows["status"].value_counts()
    return {status.value: int(found.get(status.value, 0)) for status in Status}
