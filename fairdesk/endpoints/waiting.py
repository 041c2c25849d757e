"""How long to wait: what a server said of it in its headers, else growing with chance."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

PLAIN_NUMBER = re.compile(r"[0-9]{1,15}(\.[0-9]{1,9})?")

DURATION = re.compile(
    r"(?:([0-9]{1,6})d)?(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m(?!s))?(?:([0-9]{1,6}(?:\.[0-9]{1,9})?)s)?"
    r"(?:([0-9]{1,9}(?:\.[0-9]{1,9})?)ms)?"
)
"""As providers write it: ``6m0s``, ``1h2m3.5s``, ``120ms``; every part may be absent."""

UNIT_SECONDS = (86400.0, 3600.0, 60.0, 1.0, 0.001)

LONGEST_OWN_WAIT = 20.0
"""Seconds; a server that wants more must say so."""

EPOCH_SECONDS, EPOCH_MILLISECONDS = 1e9, 1e11
"""A plain number above these is a moment since 1970, not a number of seconds from now."""

REQUESTS = ("x-ratelimit-{}-requests", "anthropic-ratelimit-requests-{}", "x-ratelimit-{}")
TOKENS = (
    "x-ratelimit-{}-tokens",
    "anthropic-ratelimit-tokens-{}",
    "anthropic-ratelimit-input-tokens-{}",
    "anthropic-ratelimit-output-tokens-{}",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerHints:
    """What the headers of an answer say about the next call; None where they say nothing readable.

    Attributes:
        retry_after_s: Seconds that the server asked to wait; 0 for a moment in the past.
        requests_left: Requests that are left until the reset.
        tokens_left: Tokens that are left until the reset; of several kinds the one of which least is left.
        requests_reset_s: Seconds until the requests are there again.
        tokens_reset_s: Seconds until the tokens are there again.
    """

    retry_after_s: float | None = None
    requests_left: int | None = None
    tokens_left: int | None = None
    requests_reset_s: float | None = None
    tokens_reset_s: float | None = None


NO_HINTS = ServerHints()


def utc_now() -> datetime:
    """The time on the wall, for dates that servers name."""
    return datetime.now(UTC)


def server_hints(headers: Iterable[tuple[bytes, bytes]], now: datetime) -> ServerHints:
    """Read the hints among the headers of an answer, in one pass and without an error whatever they hold.

    A date is compared with the server's own clock where the answer shows it: this computer's may be wrong.

    Args:
        headers: Names and values as received.
        now: With a time zone.

    Example:
        >>> server_hints([(b"X-RateLimit-Remaining-Requests", b"3")], datetime(2026, 10, 21, tzinfo=UTC)).requests_left
        3
    """
    found: dict[str, str] = {}
    date = b""
    for name, value in headers:
        low = name.lower()
        if b"ratelimit" in low or low.startswith(b"retry-after"):
            found[low.decode("ascii", "replace")] = value.decode("latin-1")
        elif low == b"date":
            date = value
    if not found:
        return NO_HINTS
    now = _servers_now(date, now)
    requests_left, requests_reset_s = _scarcest(found, REQUESTS, now)
    tokens_left, tokens_reset_s = _scarcest(found, TOKENS, now)
    return ServerHints(
        retry_after_s=asked_wait(found, now),
        requests_left=requests_left,
        tokens_left=tokens_left,
        requests_reset_s=requests_reset_s,
        tokens_reset_s=tokens_reset_s,
    )


def asked_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that the server asked to wait, or None when it did not say so in a readable way.

    ``retry-after-ms`` goes before ``retry-after`` (seconds or an HTTP date); an empty or nonsense value of one does
    not hide the other. A date in the past means at once.

    Args:
        headers: Of the answer; keys are looked up in lower case.
        now: With a time zone.

    Example:
        >>> asked_wait({"retry-after-ms": "", "retry-after": "30"}, datetime(2026, 10, 21, tzinfo=UTC))
        30.0
        >>> asked_wait({"retry-after": "Wed, 21 Oct 2026 00:00:05 GMT"}, datetime(2026, 10, 21, tzinfo=UTC))
        5.0
    """
    milliseconds = headers.get("retry-after-ms", "").strip()
    if PLAIN_NUMBER.fullmatch(milliseconds):
        return float(milliseconds) / 1000
    stated = headers.get("retry-after", "").strip()
    if PLAIN_NUMBER.fullmatch(stated):
        return float(stated)
    try:
        return _seconds_until(parsedate_to_datetime(stated), now)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def own_wait(n_attempts: int, first: float, longest: float = LONGEST_OWN_WAIT) -> float:
    """Seconds to wait after the n-th attempt: doubled each time, the upper half by chance to spread callers out."""
    return min(longest, first * 2.0 ** min(n_attempts - 1, 30)) * random.uniform(0.5, 1.0)


def _scarcest(headers: Mapping[str, str], patterns: tuple[str, ...], now: datetime) -> tuple[int | None, float | None]:
    """Of the kinds that the headers tell of, the one of which least is left, with its reset."""
    left: int | None = None
    reset_s: float | None = None
    for pattern in patterns:
        stated = headers.get(pattern.format("remaining"), "").strip()
        if PLAIN_NUMBER.fullmatch(stated) and (left is None or float(stated) < left):
            left, reset_s = int(float(stated)), _reset_seconds(headers.get(pattern.format("reset"), "").strip(), now)
    return left, reset_s


def _reset_seconds(stated: str, now: datetime) -> float | None:
    """Seconds until a reset that is a number, a duration, a moment since 1970, or a date."""
    if PLAIN_NUMBER.fullmatch(stated):
        number = float(stated)
        if number >= EPOCH_SECONDS:
            moment = number / 1000 if number >= EPOCH_MILLISECONDS else number
            return max(0.0, moment - now.timestamp())
        return number
    parts = DURATION.fullmatch(stated)
    if parts is not None and stated:
        return sum(float(part or 0) * unit for part, unit in zip(parts.groups(), UNIT_SECONDS, strict=True))
    try:
        return _seconds_until(datetime.fromisoformat(stated), now)
    except (ValueError, TypeError, OverflowError):
        return None


def _servers_now(date: bytes, now: datetime) -> datetime:
    try:
        moment = parsedate_to_datetime(date.decode("latin-1"))
    except (ValueError, TypeError, IndexError, OverflowError):
        return now
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _seconds_until(moment: datetime, now: datetime) -> float:
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())
