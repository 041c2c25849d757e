"""Runs in words: where one stands, what its answers became, why calls failed and what mends it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from fairdesk.domain.endpoint_terms import Budget, Spending
from fairdesk.domain.exchanges import Status
from fairdesk.domain.progress import RunProgress, RunState, RunStatus

CONTEXT = "RunWords"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One run as it stands now, from its process or from the store.

    Attributes:
        words: Why it waits or stopped; may be empty.
        waits_until: UTC, while it waits and knows until when; else empty.
        spending: None where it is not known, as for a run that nobody works on.
        stop_cause: Why it stopped, in one word of ``RunProgress.stop_cause``; else empty.
    """

    system: str
    state: RunState
    n_planned: int
    counts: dict[str, int]
    failures: dict[str, int]
    rate_per_s: float = 0.0
    seconds_left: float | None = None
    words: str = ""
    n_in_flight: int = 0
    waits_until: str = ""
    spending: Spending | None = None
    stop_cause: str = ""

    @property
    def n_asked(self) -> int:
        """Items that have an answer or a failure on disk."""
        return sum(self.counts[status.value] for status in Status if status is not Status.NOT_ATTEMPTED)

    @property
    def n_gaps(self) -> int:
        """Items without an answer."""
        return self.counts[Status.FAILED.value] + self.counts[Status.NOT_ATTEMPTED.value]


def standing_of_status(status: RunStatus, words: str, stop_cause: str = "") -> Standing:
    """A run as the store has it, with the sentence and the one word that it ended with."""
    return Standing(
        system=status.system,
        state=status.state,
        n_planned=status.n_planned,
        counts=dict(status.counts),
        failures=dict(status.failures),
        words=words if status.state is RunState.STOPPED else "",
        stop_cause=stop_cause if status.state is RunState.STOPPED else "",
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
        n_in_flight=progress.n_in_flight,
        waits_until=progress.waits_until if progress.state is RunState.WAITING else "",
        spending=progress.spending,
        stop_cause=progress.stop_cause if progress.state is RunState.STOPPED else "",
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


def spending_words(spending: Spending, budget: Budget) -> str:
    """What was spent so far against what may be; what nobody can tell is said to be unknown, never 0."""
    n_tokens = spending.prompt_tokens + spending.answer_tokens
    parts = [_against(_said("{n} calls"), spending.n_calls, budget.max_calls)]
    if spending.n_untold and not n_tokens:
        parts.append(_said("tokens not known: the endpoint does not count them"))
    elif spending.n_untold:
        tokens = _against(_said("at least {n} tokens"), n_tokens, budget.max_tokens)
        untold = _said("({n} answers came without a count)").format(n=_number(spending.n_untold))
        parts.append(f"{tokens} {untold}")
    elif spending.n_unsure:  # calls that failed although the model may have answered, and its answer may be billed
        parts.append(_against(_said("at least {n} tokens"), n_tokens, budget.max_tokens))
    else:
        parts.append(_against(_said("{n} tokens"), n_tokens, budget.max_tokens))
    parts.append(_cost_words(spending, budget, has_tokens=bool(n_tokens)))
    return _said("Spent: {what}").format(what=", ".join(parts))


def _cost_words(spending: Spending, budget: Budget, *, has_tokens: bool) -> str:
    if spending.cost is None:
        return _said("cost not known: no prices are entered")
    if spending.n_untold and not has_tokens and not spending.cost:
        return _said("cost not known")
    cost = money_words(spending.cost, spending.currency)
    if budget.max_cost is not None:
        limit = money_words(budget.max_cost, spending.currency)
        cost = _said("{spent} of at most {limit}").format(spent=cost, limit=limit)
    is_least = spending.n_untold or spending.n_unsure
    return _said("at least {cost}").format(cost=cost) if is_least else cost


def _against(words: str, spent: int, limit: int | None) -> str:
    if limit is None:
        return words.format(n=_number(spent))
    shown = _said("{spent} of at most {limit}").format(spent=_number(spent), limit=_number(limit))
    return words.format(n=shown)


def money_words(amount: float, currency: str) -> str:
    """An amount with its currency; small ones keep the figures that tell them from nothing."""
    n_decimals = 2 if amount >= 1 or amount == 0 else 4
    return f"{QLocale().toString(amount, 'f', n_decimals)} {currency}".strip()


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
    """Why calls failed and what to do; ``page_id`` is where it is done, or empty.

    ``run`` as the page is the page itself: its fields for the budget.
    """

    what: str
    mend: str
    page_id: str = ""


_CAUSES = {
    "unreachable": (
        QT_TRANSLATE_NOOP(CONTEXT, "the endpoint could not be reached"),
        QT_TRANSLATE_NOOP(CONTEXT, "Check that it runs and that its address is right, then ask again."),
        "endpoints",
    ),
    "refused_key": (
        QT_TRANSLATE_NOOP(CONTEXT, "the key was refused"),
        QT_TRANSLATE_NOOP(CONTEXT, "Enter a valid key on the page Endpoints, then ask again."),
        "endpoints",
    ),
    "throttled": (
        QT_TRANSLATE_NOOP(CONTEXT, "the server asked to slow down, or the credit is used up"),
        QT_TRANSLATE_NOOP(CONTEXT, "Wait, add credit at the provider, or enter the account's limits, then ask again."),
        "endpoints",
    ),
    "server_error": (
        QT_TRANSLATE_NOOP(CONTEXT, "the server failed"),
        QT_TRANSLATE_NOOP(CONTEXT, "Ask again later; if it lasts, ask the provider."),
        "",
    ),
    "cut_off": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer broke off in the middle"),
        QT_TRANSLATE_NOOP(CONTEXT, "Check the network, then ask again; a proxy on the way may limit the size."),
        "",
    ),
    "not_json": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer was a web page or nothing, not what was asked for"),
        QT_TRANSLATE_NOOP(CONTEXT, "Check the address: it often ends in /v1. Then press Resume."),
        "endpoints",
    ),
    "not_understood": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer was in an unknown format"),
        QT_TRANSLATE_NOOP(CONTEXT, "Check that the kind of interface is the right one."),
        "endpoints",
    ),
    "too_large": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer was too large to be kept"),
        QT_TRANSLATE_NOOP(CONTEXT, "Allow fewer tokens on the page Object and fix a new plan."),
        "object",
    ),
    "timed_out": (
        QT_TRANSLATE_NOOP(CONTEXT, "the answer took too long"),
        QT_TRANSLATE_NOOP(CONTEXT, "Ask again when the server has less to do, or allow more time on the endpoint."),
        "endpoints",
    ),
    "bad_request": (
        QT_TRANSLATE_NOOP(CONTEXT, "the server did not accept the request"),
        QT_TRANSLATE_NOOP(CONTEXT, "Read the server's own words below Answers; check address and model."),
        "endpoints",
    ),
    "budget": (
        QT_TRANSLATE_NOOP(CONTEXT, "the budget does not allow another call"),
        QT_TRANSLATE_NOOP(CONTEXT, "Raise the budget below, then ask again; what was answered counts."),
        "run",
    ),
    "model_changed": (
        QT_TRANSLATE_NOOP(CONTEXT, "another model answers than before"),
        QT_TRANSLATE_NOOP(CONTEXT, "Decide above whether the run goes on."),
        "",
    ),
    "recorded_failure": (
        QT_TRANSLATE_NOOP(CONTEXT, "the recorded file holds no answer"),
        QT_TRANSLATE_NOOP(CONTEXT, "Ask whoever supplied the file."),
        "",
    ),
    "cancelled": (
        QT_TRANSLATE_NOOP(CONTEXT, "the call was stopped"),
        QT_TRANSLATE_NOOP(CONTEXT, "Ask it again whenever you like."),
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
