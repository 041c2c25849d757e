"""Runs in words: where one stands, what its answers became, why calls failed and what mends it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from fairdesk.domain.exchanges import Status
from fairdesk.domain.progress import RunProgress, RunState, RunStatus

CONTEXT = "RunWords"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One run as it stands now, from its process or from the store.

    Attributes:
        words: Why it waits or stopped; may be empty.
    """

    system: str
    state: RunState
    n_planned: int
    counts: dict[str, int]
    failures: dict[str, int]
    rate_per_s: float = 0.0
    seconds_left: float | None = None
    words: str = ""

    @property
    def n_asked(self) -> int:
        """Items that have an answer or a failure on disk."""
        return sum(self.counts[status.value] for status in Status if status is not Status.NOT_ATTEMPTED)

    @property
    def n_gaps(self) -> int:
        """Items without an answer."""
        return self.counts[Status.FAILED.value] + self.counts[Status.NOT_ATTEMPTED.value]


def standing_of_status(status: RunStatus, words: str) -> Standing:
    """A run as the store has it."""
    return Standing(
        system=status.system,
        state=status.state,
        n_planned=status.n_planned,
        counts=dict(status.counts),
        failures=dict(status.failures),
        words=words if status.state is RunState.STOPPED else "",
    )


def standing_of_progress(progress: RunProgress) -> Standing:
    """A run as its process reports it."""
    asked = {status.value: progress.counts.get(status.value, 0) for status in Status}
    asked[Status.NOT_ATTEMPTED.value] = progress.n_planned - progress.n_done
    is_told = progress.state in (RunState.WAITING, RunState.STOPPED)
    return Standing(
        system=progress.system,
        state=progress.state,
        n_planned=progress.n_planned,
        counts=asked,
        failures=dict(progress.failures),
        rate_per_s=progress.rate_per_s,
        seconds_left=progress.seconds_left,
        words=progress.words if is_told else "",
    )


_STATES = {
    RunState.NOT_STARTED: QT_TRANSLATE_NOOP(CONTEXT, "Not started"),
    RunState.RUNNING: QT_TRANSLATE_NOOP(CONTEXT, "Running: {done} of {total}"),
    RunState.WAITING: QT_TRANSLATE_NOOP(CONTEXT, "Waiting at {done} of {total}"),
    RunState.COMPLETE: QT_TRANSLATE_NOOP(CONTEXT, "Complete"),
    RunState.COMPLETE_WITH_GAPS: QT_TRANSLATE_NOOP(CONTEXT, "Complete with gaps: {gaps}"),
    RunState.STOPPED: QT_TRANSLATE_NOOP(CONTEXT, "Stopped at {done} of {total}"),
    RunState.INTERRUPTED: QT_TRANSLATE_NOOP(CONTEXT, "Interrupted at {done} of {total}"),
}


def state_words(standing: Standing) -> str:
    """*Complete*, *Complete with 12 gaps*, *Stopped at 214 of 400*: never just "done"."""
    if standing.state is RunState.COMPLETE_WITH_GAPS:
        if standing.n_gaps == 1:
            return _said("Complete with 1 gap")
        return _said("Complete with {gaps} gaps").format(gaps=_number(standing.n_gaps))
    return _said(str(_STATES[standing.state])).format(
        done=_number(standing.n_asked), total=_number(standing.n_planned), gaps=_number(standing.n_gaps)
    )


STATUS_WORDS = {
    Status.ANSWERED: QT_TRANSLATE_NOOP(CONTEXT, "answered"),
    Status.REFUSED: QT_TRANSLATE_NOOP(CONTEXT, "refused"),
    Status.UNREADABLE: QT_TRANSLATE_NOOP(CONTEXT, "unreadable"),
    Status.FAILED: QT_TRANSLATE_NOOP(CONTEXT, "failed"),
    Status.NOT_ATTEMPTED: QT_TRANSLATE_NOOP(CONTEXT, "not asked yet"),
}


def status_words(status: Status) -> str:
    """One status of an item."""
    return _said(str(STATUS_WORDS[status]))


def counts_words(standing: Standing) -> str:
    """How many items ended how; every planned item is in exactly one of them."""
    return ", ".join(f"{_number(standing.counts[status.value])} {status_words(status)}" for status in Status)


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseWords:
    """Why calls failed and what to do; ``page_id`` is where it is done, or empty."""

    what: str
    mend: str
    page_id: str = ""


_CAUSES = {
    "unreachable": (
        QT_TRANSLATE_NOOP(CONTEXT, "the endpoint could not be reached"),
        QT_TRANSLATE_NOOP(CONTEXT, "Check that it runs and that its address is right, then press Resume."),
        "endpoints",
    ),
    "refused_key": (
        QT_TRANSLATE_NOOP(CONTEXT, "the key was refused"),
        QT_TRANSLATE_NOOP(CONTEXT, "Enter a valid key on the page Endpoints, then press Resume."),
        "endpoints",
    ),
    "throttled": (
        QT_TRANSLATE_NOOP(CONTEXT, "the server asked to slow down, or the credit is used up"),
        QT_TRANSLATE_NOOP(CONTEXT, "Wait, or add credit at the provider, then press Resume."),
        "",
    ),
    "server_error": (
        QT_TRANSLATE_NOOP(CONTEXT, "the server failed"),
        QT_TRANSLATE_NOOP(CONTEXT, "Press Resume later; if it lasts, ask the provider."),
        "",
    ),
    "cut_off": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer broke off in the middle"),
        QT_TRANSLATE_NOOP(CONTEXT, "Check the network, then press Resume; a proxy on the way may limit the size."),
        "",
    ),
    "not_json": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer was a web page or nothing, not what was asked for"),
        QT_TRANSLATE_NOOP(CONTEXT, "Check the address: it often ends in /v1. Then press Resume."),
        "endpoints",
    ),
    "not_understood": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer was in an unknown format"),
        QT_TRANSLATE_NOOP(CONTEXT, "Check that the endpoint speaks the chat completions format."),
        "endpoints",
    ),
    "too_large": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer was too large to be kept"),
        QT_TRANSLATE_NOOP(CONTEXT, "Allow fewer tokens on the page Object and fix a new plan."),
        "object",
    ),
    "timed_out": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer took too long"),
        QT_TRANSLATE_NOOP(CONTEXT, "Press Resume when the server has less to do."),
        "",
    ),
    "bad_request": (
        QT_TRANSLATE_NOOP(CONTEXT, "the server did not accept the request"),
        QT_TRANSLATE_NOOP(CONTEXT, "Read the server's own words below Answers; check address and model."),
        "endpoints",
    ),
    "cancelled": (
        QT_TRANSLATE_NOOP(CONTEXT, "the call was stopped"),
        QT_TRANSLATE_NOOP(CONTEXT, "Press Resume to ask it again."),
        "",
    ),
}


def cause_words(cause: str) -> CauseWords:
    """What a cause of failure means; one that is not known is shown as it is."""
    if cause not in _CAUSES:
        return CauseWords(what=cause.replace("_", " "), mend=_said("Read the server's own words below Answers."))
    what, mend, page_id = _CAUSES[cause]
    return CauseWords(what=_said(str(what)), mend=_said(str(mend)), page_id=page_id)


def _said(source: str) -> str:
    return QCoreApplication.translate(CONTEXT, source)


def _number(number: int) -> str:
    return QLocale().toString(number)
