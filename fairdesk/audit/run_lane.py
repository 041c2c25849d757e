"""What one run asks, and how the runs on one endpoint take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairdesk.audit.run_budget import BudgetWatch
from fairdesk.audit.run_identity import IdentityWatch
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.exchanges import Exchange, ItemKey, ModelReply, ModelRequest, Status
from fairdesk.domain.progress import RunOptions

if TYPE_CHECKING:
    from fairdesk.audit.estimate import RunEstimate
    from fairdesk.audit.run_standing import RunStanding
    from fairdesk.endpoints.asker import Asker


@dataclass(frozen=True, slots=True, kw_only=True)
class RunJob:
    """What one run has to ask; knows no plan, so that a bare list of prompts can be one too.

    Attributes:
        run_id: Its chain in the ledger is ``run:<run_id>``.
        title: Names the run in reports of progress.
        blocks: What has no answer yet, in order; of several runs on one endpoint each asks a block in turn, so an empty
            block keeps the runs in step.
        n_planned: All items of the run, answered ones too.
        counts: Status word to items that were answered before this process began.
        request_of: What is sent for an item.
        status_of: How an answer to an item is counted.
        leases: Names in the store that this run holds and renews.
        budget: Counts what is spent and says when it is enough.
        identity: Notices another model; None looks for nothing.
        reused: An earlier answer to an item and its request, if there is one; None looks for nothing.
        estimate: What the rest will take; None tells nothing.
    """

    run_id: str
    title: str
    blocks: Iterator[Sequence[ItemKey]]
    n_planned: int
    counts: Mapping[str, int] = field(default_factory=dict)
    request_of: Callable[[ItemKey], ModelRequest]
    status_of: Callable[[ItemKey, ModelReply], Status]
    leases: tuple[str, ...]
    budget: BudgetWatch
    identity: IdentityWatch | None = None
    reused: Callable[[ItemKey, ModelRequest], Exchange | None] | None = None
    estimate: RunEstimate | None = None

    def earlier_answer(self, key: ItemKey, request: ModelRequest) -> Exchange | None:
        """An earlier answer of the model that is asked now; of another model it stands for no call here.

        Nor is it a sign that the model changed during this run: it is as old as its own.
        """
        found = None if self.reused is None else self.reused(key, request)
        if found is None or self.identity is None or not isinstance(found.outcome, ModelReply):
            return found
        return None if self.identity.has_changed(found.outcome) else found


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLane:
    """The runs that ask one endpoint, in turn and at its pace.

    Attributes:
        order_seed: Decides which run begins in each turn.
    """

    asker: Asker
    jobs: tuple[RunJob, ...]
    order_seed: int = 0
    options: RunOptions = field(default=RunOptions())


class LaneWork:
    """A lane while it is worked on: whose turn it is, who works, and whether it was stopped."""

    def __init__(self, lane: RunLane, standings: tuple[RunStanding, ...]) -> None:
        self.asker = lane.asker
        self.options = lane.options
        self.standings = standings
        self.workers: set[asyncio.Task[None]] = set()
        self.is_stopped = False
        self.has_ended = False
        self.is_dismissed = False
        self.stopped_at = 0.0
        self._items = in_turn(standings, lane.order_seed)
        self._is_empty = False

    def next_item(self) -> tuple[RunStanding, ItemKey] | None:
        """What is asked next; None when nothing is left or the lane was stopped."""
        if self.is_stopped or self._is_empty:
            return None
        item = next(self._items, None)
        self._is_empty = item is None
        return item

    @property
    def n_vacant(self) -> int:
        """How many more workers the endpoint can take; below 0 when there are too many."""
        return self.asker.pace.n_askers - len(self.workers)

    @property
    def may_hire(self) -> bool:
        """Whether another worker finds something to do."""
        return not (self.is_stopped or self._is_empty) and self.n_vacant > 0

    def stop(self, words: str, cause: str) -> None:
        """Ask nothing more of this endpoint; the first reason stays."""
        if not self.is_stopped:
            self.is_stopped = True
            self.stopped_at = asyncio.get_running_loop().time()
        for standing in self.standings:
            standing.stop(words, cause)

    def dismiss(self) -> None:
        """Cancel who still works: they wait for their turn, or were given time enough."""
        self.is_dismissed = True
        for worker in self.workers:
            worker.cancel()


class Call:
    """One item on its way: whether it may be sent, how often it was, and when last."""

    __slots__ = ("_lane", "_now_text", "_standing", "n_sent", "sent_at", "was_refused")

    def __init__(self, lane: LaneWork, standing: RunStanding, now_text: Callable[[], str]) -> None:
        self._lane = lane
        self._standing = standing
        self._now_text = now_text
        self.n_sent = 0
        self.sent_at = ""
        self.was_refused = False

    def may_send(self) -> bool:
        """Asked right before every sending: not after a stop, and not beyond the budget."""
        if self._lane.is_stopped or (self.n_sent and not self._standing.job.budget.may_send_again()):
            self.was_refused = True
            return False
        self.n_sent += 1
        self.sent_at = self._now_text()
        return True


def in_turn(standings: tuple[RunStanding, ...], seed: int) -> Iterator[tuple[RunStanding, ItemKey]]:
    """A block of every run, then the next of every run; who begins is decided anew each time, from the seed."""
    left = [(number, standing, standing.job.blocks) for number, standing in enumerate(standings)]
    turn = 0
    while left:
        turn += 1
        going_on = []
        for run in sorted(left, key=lambda run: sha256_hex(f"{seed}|turn {turn}|{run[0]}".encode())):
            _, standing, blocks = run
            block = None if standing.is_stopped else next(blocks, None)
            if block is None:
                continue
            going_on.append(run)
            for key in block:
                if standing.is_stopped:
                    break
                yield standing, key
        left = going_on
