"""One's own prompts asked of one endpoint: every answer in the store, and asked again is only what is missing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import fairdesk
from fairdesk.audit.endpoints import endpoint_key, target_and_limits
from fairdesk.audit.holding import holding
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.addresses import ADDRESS_ADVICE, address_problem
from fairdesk.domain.audited_system import EndpointSettings, ProjectDetails
from fairdesk.domain.canonical import GENESIS, canonical_bytes, sha256_hex
from fairdesk.domain.codec import to_plain
from fairdesk.domain.endpoint_terms import Budget
from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import ItemKey, ModelReply, ModelRequest, Status
from fairdesk.domain.progress import TellProgress
from fairdesk.extractors.refusal import refusal_in
from fairdesk.extractors.thoughts import answer_begins

if TYPE_CHECKING:
    from fairdesk.audit.run_lane import RunJob
    from fairdesk.audit.run_standing import RunEnd
    from fairdesk.interchange.prompt_files import PromptFile

BLOCK = 256
"""Calls that are named at a time; the others are named when their turn comes."""

MAX_TOKENS = 1024

NO_DETAILS = ProjectDetails()
"""A project that is made for a collection says nothing of an object: none is tested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """How answers are asked for; whatever is None is not sent, so that the server's own setting holds."""

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = MAX_TOKENS
    seed: int | None = None
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionWanted:
    """What is collected.

    Attributes:
        endpoint: Its name is that of the terms that are kept for it.
        n_samples: Answers to every prompt; a seed counts up with them.
        project: Name or id; empty for one that is named after the file.
        concurrency: Calls under way at once at most; 0 lets FairDesk find out.
        out: File of the answers, written anew from the store; None writes none.
    """

    prompts: Path
    endpoint: EndpointSettings
    parameters: Parameters = field(default=Parameters())
    n_samples: int = 1
    project: str = ""
    concurrency: int = 0
    out: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """How a collection stands.

    Attributes:
        counts: Status word to calls.
        stop_words: Why it stopped; empty when it did not.
        stop_cause: The same in one word, as ``RunProgress.stop_cause``.
        seconds: That this process took.
    """

    collection_id: str
    project: str
    counts: Mapping[str, int]
    stop_words: str
    stop_cause: str
    seconds: float

    @property
    def n_asked(self) -> int:
        """Calls that have an outcome."""
        return sum(self.counts.values()) - self.counts[Status.NOT_ATTEMPTED.value]


def collect(
    spec: WorkspaceSpec, wanted: CollectionWanted, tell: TellProgress, cancelled: Callable[[], bool] = lambda: False
) -> Collected:
    """Ask every prompt that has no answer in the store yet.

    Another file, model, address, number of samples or parameter is another collection: nothing is taken from one for
    another.

    Raises:
        ImportProblem: a line of the file is no prompt; nothing was asked.
        InputError: the address or the format is none, or the answers cannot be written.
        StoreBusy: another process asks the same collection.
    """
    from fairdesk.audit.collected_answers import write_answers
    from fairdesk.interchange.prompt_files import PromptFile

    started = time.monotonic()
    _check(wanted)
    with PromptFile(wanted.prompts) as prompts, Workspace(spec) as workspace, ExitStack() as held:
        _check_key(workspace, wanted.endpoint)
        project_id, project = _project(workspace, wanted)
        collection = _Collection(workspace, wanted, prompts, project_id)
        held.enter_context(holding(workspace, collection.chain))
        collection.open()
        end = None
        if collection.marks.count(0):
            try:
                end = asyncio.run(_ask(collection, tell, cancelled))
                collection.note_end(end)
            finally:
                if wanted.out is not None:
                    write_answers(workspace, collection.chain, prompts, wanted.n_samples, wanted.out)
        elif wanted.out is not None:
            write_answers(workspace, collection.chain, prompts, wanted.n_samples, wanted.out)
        return Collected(
            collection_id=collection.collection_id,
            project=project,
            counts=collection.counts(),
            stop_words=end.words if end else "",
            stop_cause=end.cause if end else "",
            seconds=round(time.monotonic() - started, 2),
        )


def answer_status(reply: ModelReply) -> tuple[Status, str]:
    """How an answer is counted, and why it is no usable one.

    Example:
        >>> answer_status(ModelReply(text="42"))[0].value, answer_status(ModelReply(text=" "))
        ('answered', (<Status.UNREADABLE: 'unreadable'>, 'the answer is empty'))
    """
    if reply.was_blocked:
        return Status.REFUSED, "a filter of the provider stopped the answer"
    begins = answer_begins(reply.text)
    if begins is None:
        return Status.UNREADABLE, "the answer ended before the model stopped thinking aloud"
    text = reply.text[begins:]
    if not text.strip():
        return Status.UNREADABLE, "the answer is empty"
    if not text.replace("\ufffd", "").strip():
        return Status.UNREADABLE, "the answer cannot be decoded"
    refusal = refusal_in(text)
    return (Status.REFUSED, refusal.reason) if refusal else (Status.ANSWERED, "")


class _Collection:
    """One collection in the store."""

    def __init__(self, workspace: Workspace, wanted: CollectionWanted, prompts: PromptFile, project_id: str) -> None:
        self.workspace = workspace
        self.wanted = wanted
        self.prompts = prompts
        self.project_id = project_id
        plain = to_plain(wanted.endpoint)
        # Where a key comes from, and what the endpoint is called here, change no answer.
        what = {name: plain[name] for name in ("kind", "base_url", "model", "options")}
        self._what = {
            **what,
            "prompts_sha256": prompts.sha256,
            "parameters": to_plain(wanted.parameters),
            "n_samples": wanted.n_samples,
            "project_id": project_id,
        }
        self.collection_id = f"c-{sha256_hex(canonical_bytes(self._what))[:16]}"
        self.chain = f"run:{self.collection_id}"
        self.marks = bytearray()

    def open(self) -> None:
        """Begin the chain, or note that it goes on, and find out what is answered."""
        from fairdesk.store.entries import NewEntry

        ledger, at = self.workspace.store.ledger, self.workspace.now_text()
        how = {"at": at, "fairdesk": fairdesk.__version__, "run_id": self.collection_id}
        self.marks = bytearray(len(self.prompts) * self.wanted.n_samples)
        if ledger.head(self.chain) == GENESIS:
            body = canonical_bytes({**self._what, **how, "prompts": self.prompts.name})
            entry = NewEntry(kind="collection_started", body=body)
            with self.workspace.store.all_or_none():
                ledger.append(self.chain, [entry])
                ledger.append(f"project:{self.project_id}", [entry])
            return
        for key in ledger.answered_keys(self.chain):
            self.marks[self._place(key)] = 1
        if n_left := self.marks.count(0):
            entry = NewEntry(kind="run_resumed", body=canonical_bytes({**how, "n_left": n_left}))
            ledger.append(self.chain, [entry])

    def blocks(self) -> Iterator[list[ItemKey]]:
        """What has no answer, in the order of the file, a sample after the other."""
        block: list[ItemKey] = []
        for name, place in self.prompts.ids.items():
            for sample in range(1, self.wanted.n_samples + 1):
                if self.marks[place * self.wanted.n_samples + sample - 1]:
                    continue
                block.append(ItemKey(case_id=name, variant="", question="", sample=sample))
                if len(block) == BLOCK:
                    yield block
                    block = []
        if block:
            yield block

    def request_of(self, key: ItemKey) -> ModelRequest:
        """What is sent for a call."""
        parameters = self.wanted.parameters
        return ModelRequest(
            messages=self.prompts.messages(self.prompts.ids[key.case_id]),
            model=self.wanted.endpoint.model,
            temperature=parameters.temperature,
            top_p=parameters.top_p,
            max_tokens=parameters.max_tokens,
            seed=None if parameters.seed is None else parameters.seed + key.sample - 1,
            stop=parameters.stop,
        )

    def note_end(self, end: RunEnd) -> None:
        """Write into the chain how this process ended."""
        from fairdesk.store.entries import NewEntry

        body = {"state": end.state.value, "words": end.words, "cause": end.cause, "at": self.workspace.now_text()}
        self.workspace.store.ledger.append(self.chain, [NewEntry(kind="run_finished", body=canonical_bytes(body))])

    def counts(self) -> dict[str, int]:
        """Every status word with its calls; together they are all that are planned."""
        ledger = self.workspace.store.ledger
        counts = {status.value: 0 for status in Status} | ledger.counts_by_status(self.chain)
        counts[Status.FAILED.value] = len(ledger.failed_keys(self.chain))
        counts[Status.NOT_ATTEMPTED.value] = 0
        counts[Status.NOT_ATTEMPTED.value] = len(self.marks) - sum(counts.values())
        return counts

    def _place(self, key: ItemKey) -> int:
        return self.prompts.ids[key.case_id] * self.wanted.n_samples + key.sample - 1


async def _ask(collection: _Collection, tell: TellProgress, cancelled: Callable[[], bool]) -> RunEnd:
    from fairdesk.audit.run_engine import RunEngine
    from fairdesk.audit.run_lane import RunLane
    from fairdesk.endpoints.asker import Asker
    from fairdesk.endpoints.client import EndpointClient
    from fairdesk.endpoints.pace import Pace

    workspace, wanted = collection.workspace, collection.wanted
    target, limits, pace = target_and_limits(workspace, wanted.endpoint, wanted.endpoint.base_url)
    if wanted.concurrency:
        start = min(pace.start_in_flight, wanted.concurrency)
        pace = replace(pace, max_in_flight=wanted.concurrency, start_in_flight=start)
    async with EndpointClient(target, limits) as client:
        lane = RunLane(asker=Asker(client, Pace(pace, workspace.clock)), jobs=(_job(collection),))
        ends = await RunEngine(workspace, (lane,), tell, cancelled).ask()
    return ends[collection.collection_id]


def _job(collection: _Collection) -> RunJob:
    from fairdesk.audit.run_budget import BudgetWatch
    from fairdesk.audit.run_lane import RunJob

    workspace = collection.workspace
    terms = workspace.store.endpoints.terms(collection.wanted.endpoint.name)
    return RunJob(
        run_id=collection.collection_id,
        title=collection.prompts.name,
        blocks=collection.blocks(),
        n_planned=len(collection.marks),
        counts=workspace.store.ledger.counts_by_status(collection.chain),
        request_of=collection.request_of,
        status_of=lambda _key, reply: answer_status(reply)[0],
        leases=(collection.chain,),
        budget=BudgetWatch(Budget(), terms),
    )


def _check(wanted: CollectionWanted) -> None:
    from fairdesk.audit.collected_answers import holds_something_else
    from fairdesk.endpoints.formats import wire_format

    wire_format(wanted.endpoint.kind)
    if problem := address_problem(wanted.endpoint.base_url):
        raise InputError(problem, ADDRESS_ADVICE)
    if wanted.out is not None and wanted.out.absolute() == wanted.prompts.absolute():
        raise InputError("The answers would overwrite the prompts.", "Name another file behind --out.")
    if wanted.out is not None and holds_something_else(wanted.out):
        raise InputError(
            f"{wanted.out} holds something else than answers. It was left as it is, and nothing was asked.",
            "Name another file behind --out, or move this one away.",
        )


def _check_key(workspace: Workspace, endpoint: EndpointSettings) -> None:
    """A key that was named and is not there is told before the first call, not by a server's refusal."""
    if endpoint.key_variable and not endpoint_key(workspace, endpoint):
        raise InputError(
            f"The environment variable {endpoint.key_variable} holds no key. Nothing was asked.",
            "Set it for this command, or leave out --key-variable where the server needs no key.",
        )


def _project(workspace: Workspace, wanted: CollectionWanted) -> tuple[str, str]:
    """Id and name of the project, which is made where there is none of the name."""
    from fairdesk.store.projects import name_key

    name = wanted.project or wanted.prompts.stem
    for record in workspace.store.projects.all():
        if record.project_id == name or name_key(record.name) == name_key(name):
            return record.project_id, record.name
    record = workspace.store.projects.create(name, NO_DETAILS)
    return record.project_id, record.name
