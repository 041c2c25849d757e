"""How long to wait before a call is sent again: what the server asked for, else growing with chance."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

PLAIN_NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,9})?")

LONGEST_OWN_WAIT = 20.0
"""Seconds; a server that wants more must say so."""


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
        moment = parsedate_to_datetime(stated)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return max(0.0, (moment - now).total_seconds())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def own_wait(n_attempts: int, first: float) -> float:
    """Seconds to wait after the n-th attempt: doubled each time, the upper half by chance to spread callers out."""
    longest = min(LONGEST_OWN_WAIT, first * 2.0 ** min(n_attempts - 1, 30))
    return longest * random.uniform(0.5, 1.0)
