"""What a running audit says of itself while it runs: small facts for a bar, a line and a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.endpoint_terms import Budget, CostEstimate, Spending


class RunState(Enum):
    """Where a run stands, in words for the screen."""

    NOT_STARTED = "not started"
    RUNNING = "running"
    WAITING = "waiting"
    COMPLETE = "complete"
    COMPLETE_WITH_GAPS = "complete with gaps"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"


ENDED = (RunState.COMPLETE, RunState.COMPLETE_WITH_GAPS)
"""States of a run that asks nothing more: every planned item was answered or has failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProgress:
    """One report of progress; at most ten a second are sent.

    Attributes:
        counts: Status word to items, among the items that are on disk.
        rate_per_s: Answers per second of this process; 0 before the first.
        seconds_left: None while it cannot be told.
        failures: Cause to number of items that failed so far for it.
        words: One sentence for the status line.
        n_in_flight: Calls under way now.
        waits_until: UTC, ISO 8601 with Z, while the run waits and knows until when; else empty.
        spending: What this run has spent in all, before this process too.
        estimate: What the calls that are left will take; None while nothing can be said.
        stop_cause: Why a stopped run stopped, in one word: a cause of ``CallFailure``, or ``model_changed``,
            ``budget``, ``user``; else empty.
    """

    run_id: str
    system: str
    state: RunState
    n_planned: int
    n_done: int
    counts: Mapping[str, int]
    rate_per_s: float = 0.0
    seconds_left: float | None = None
    failures: Mapping[str, int]
    words: str
    n_in_flight: int = 0
    waits_until: str = ""
    spending: Spending = field(default=Spending())
    estimate: CostEstimate | None = None
    stop_cause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStatus:
    """How one run stands in the store, whether or not a process works on it.

    Attributes:
        holder: Who works on it now (from the lease), or empty.
    """

    run_id: str
    plan_sha256: str
    system: str
    state: RunState
    n_planned: int
    counts: Mapping[str, int]
    failures: Mapping[str, int]
    started_at: str
    finished_at: str = ""
    holder: str = ""
    is_rehearsal: bool = False


TellStep = Callable[[str], None]
"""Takes a sentence that says which step of a work begins."""

TellProgress = Callable[[RunProgress], None]
"""Takes the progress of a run; called at most ten times a second, always with what is on disk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What a person decides when a run is started or resumed.

    Attributes:
        systems: Labels to run; empty for all.
        budget: What each run may spend in all; None takes the project's.
        accepted_change: The reason for going on although another model or fingerprint answers than before; it is
            written into the run's chain. Empty: the run stops at a change.
        accepted_by: Who says so.
        reuses: Take answers from earlier runs of the project whose whole request (endpoint, model, system prompt,
            parameters, sample number) is identical, instead of asking again.
    """

    systems: tuple[str, ...] = ()
    budget: Budget | None = None
    accepted_change: str = ""
    accepted_by: str = ""
    reuses: bool = False
