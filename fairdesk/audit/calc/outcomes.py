"""From an outcome to an answer: its number, its interval, its further numbers, and why there are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fairdesk.audit.calc.given import Answer
from fairdesk.domain.results import Estimate, Interval, NotMeasured, SignificanceTest

NO_INTERVAL = "too little data, or none that varies: no interval can be formed"

Outcome = Estimate | NotMeasured


def ends(interval: Interval | None) -> list[float | None]:
    """Both ends of an interval, None where there is none."""
    return [None, None] if interval is None else [interval.low, interval.high]


def value_of(outcome: Outcome) -> float | None:
    """The number, or None when nothing was measured."""
    return outcome.value if isinstance(outcome, Estimate) else None


def p_of(test: SignificanceTest) -> float | None:
    """The p-value, or None when nothing was tested."""
    return test.p_value


def interval_of(outcome: Outcome) -> list[float | None]:
    """Both ends of its interval, None where there is none."""
    return ends(outcome.interval if isinstance(outcome, Estimate) else None)


def details_of(outcome: Outcome) -> Mapping[str, float]:
    """Further numbers of the same computation; empty when nothing was measured."""
    return outcome.details if isinstance(outcome, Estimate) else {}


def detail(outcome: Outcome, key: str) -> float | None:
    """A further number of the same computation, None where there is none."""
    return details_of(outcome).get(key)


def why(outcome: Outcome, otherwise: str = NO_INTERVAL) -> str:
    """Why nothing was measured; of a measured one, why a number beside it is absent."""
    return outcome.reason if isinstance(outcome, NotMeasured) else otherwise


def explained(answer: Answer, why: Mapping[str, str] | str) -> Answer:
    """The answer with ``reasons``: why each None in it is one.

    Args:
        answer: Keys to values; objects inside are named by dots (``pratt.z``), lists by their key alone.
        why: One reason for all, or reasons by key; a reason under ``""`` is for every key that has none of its
            own, one under ``pratt`` for all inside it.

    Example:
        >>> explained({"n": 0, "p": None}, "no file")
        {'n': 0, 'p': None, 'reasons': {'p': 'no file'}}
    """
    reasons = {"": why} if isinstance(why, str) else why
    found = {path: _reason(path, reasons) for path in _empty(answer, "")}
    return answer | {"reasons": found} if found else answer


def _reason(path: str, reasons: Mapping[str, str]) -> str:
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        for candidate in (".".join(parts[:end]), parts[-1] if end == len(parts) else None):
            if candidate is not None and reasons.get(candidate):
                return reasons[candidate]
    return reasons.get("") or "it cannot be computed from this input"


def _empty(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _empty(inner, f"{path}.{key}" if path else str(key))
    elif value is None or (isinstance(value, list | tuple) and any(True for item in value for _ in _empty(item, "x"))):
        yield path
