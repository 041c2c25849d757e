"""What is sent and what comes back: requests, answers, failures, and their readings."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.codec import ABSENT_BY_DEFAULT

BLOCKED = "content_filter"
"""The ``finish_reason`` of an answer that a filter stopped; behind a colon may stand the provider's own word."""

PERHAPS_WORKED_ON = ("timed_out", "cut_off", "too_large", "not_json", "not_understood")
"""Causes of failures behind which a model may have written an answer that is billed."""


class Status(Enum):
    """Where one planned item ended; disjoint (cli.md). asked = all but not_attempted."""

    ANSWERED = "answered"
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    FAILED = "failed"
    NOT_ATTEMPTED = "not_attempted"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class ItemKey:
    """Names one planned call within one run; ``sample`` counts from 1."""

    case_id: str
    variant: str
    question: str
    sample: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One chat message; ``role`` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One question to a model, independent of any wire format.

    A last message of the assistant is a prefix that the answer continues. ``top_logprobs`` 0 asks for none.

    Attributes:
        json_schema: Canonical JSON of a schema that the answer must follow; empty for none.
        grammar: GBNF grammar that the answer must follow; empty for none. Never together with ``json_schema``.
        scores_prompt: Asks for the log-probability of every token of the prompt, for likelihood scoring (M17); only the
            plain completions format can, and the messages must be a single one.
    """

    messages: tuple[Message, ...]
    model: str
    temperature: float | None
    top_p: float | None = None
    max_tokens: int
    seed: int | None = None
    stop: tuple[str, ...] = ()
    top_logprobs: int = 0
    json_schema: str = ""
    grammar: str = ""
    scores_prompt: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenChance:
    """A token that could have stood at a position, with its natural-log probability (0 or less)."""

    token: str
    logprob: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """What an endpoint answered, as parsed from its body.

    Attributes:
        reasoning: What the model thought before it answered, where the endpoint keeps it apart.
        finish_reason: ``stop``, ``length`` (cut off at the limit of tokens), ``content_filter`` or ``content_filter: ``
            with the provider's word for it, or another word as the provider sent it; empty when it sent none.
        first_tokens: Alternatives for the first token, most likely first; empty when none were returned.
        prompt_chances: The prompt's own tokens in their order, for likelihood scoring; the first token has no
            log-probability and is left out. Empty when none were asked for or returned.
        stated: How an answer from a recorded file counts by what the file says of it (a number in place of words, a
            refusal); it is taken as said and nothing is read. None for every answer that is read from what came.
    """

    text: str
    reasoning: str = ""
    finish_reason: str = ""
    model_echo: str = ""
    fingerprint: str = ""
    first_tokens: tuple[TokenChance, ...] = ()
    prompt_tokens: int | None = None
    answer_tokens: int | None = None
    prompt_chances: tuple[TokenChance, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    stated: Reading | None = field(default=None, metadata=ABSENT_BY_DEFAULT)

    @property
    def is_bare(self) -> bool:
        """Nothing of the answer is there but what a recorded file says of it."""
        return self.stated is not None and not self.text

    @property
    def was_blocked(self) -> bool:
        """A filter of the configured application stopped the prompt or the answer."""
        return self.finish_reason.partition(":")[0] == BLOCKED


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFailure:
    """A call that gave no answer, in plain words.

    Attributes:
        cause: Short word for grouping: ``unreachable``, ``refused_key``, ``throttled``, ``server_error``,
            ``cut_off``, ``not_json``, ``not_understood``, ``too_large``, ``timed_out``, ``bad_request``, ``cancelled``.
        http_status: Last status, or None when there was no answer at all.
        detail: The provider's own text, cut to 2,000 characters.
        stops_run: True when every further call would fail the same way (wrong key, no such model).
    """

    cause: str
    message: str
    advice: str
    http_status: int | None = None
    detail: str = ""
    stops_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One call as the ledger keeps it.

    Attributes:
        request_sha256: Over the canonical bytes of the whole body that was sent, with the path before it where the
            path names the model (see ``endpoints.wire_format.request_bytes``); empty for an answer from a recorded
            file, of which nobody here knows what was sent.
        sent_at: UTC, ISO 8601 with Z; for an answer from a batch or a recorded file the time of the import.
        n_attempts: How often it was sent until this outcome; 0 where FairDesk sent nothing.
        source: Empty for a call of this run; else where the answer came from: ``batch <file name> <SHA-256>``,
            ``recorded <file name> <SHA-256>``, or ``reused <run id> <place in its chain>``.
    """

    key: ItemKey
    request_sha256: str
    outcome: ModelReply | CallFailure
    sent_at: str
    elapsed_ms: int
    n_attempts: int = 1
    source: str = field(default="", metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadValue:
    """A number was read. ``span`` is the place in the text (start, end), empty when it is not from the text.

    Attributes:
        mass: Probability mass behind a value read from log-probabilities (methods.md M14), else None.
    """

    value: float
    span: tuple[int, ...] = ()
    mass: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRefusal:
    """The model declined; ``reason`` quotes the words that say so."""

    reason: str
    span: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadNothing:
    """No value could be read, and why; there is no number here on purpose."""

    reason: str


Reading = ReadValue | ReadRefusal | ReadNothing


def status_of(reading: Reading) -> Status:
    """The status that an answered call gets from its reading."""
    match reading:
        case ReadValue():
            return Status.ANSWERED
        case ReadRefusal():
            return Status.REFUSED
        case ReadNothing():
            return Status.UNREADABLE
