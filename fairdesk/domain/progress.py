"""What a running audit says of itself while it runs: small facts for a bar, a line and a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum


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
