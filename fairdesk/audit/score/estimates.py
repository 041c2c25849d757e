"""Numbers of an answer with all that must stand beside them, as every score prints them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairdesk.domain.results import Estimate, NotMeasured, Outcome, SignificanceTest


def described(outcome: Outcome) -> dict[str, Any]:
    """One number with its interval and unit, or None with the reason.

    Example:
        >>> described(NotMeasured(method="M18", reason="no listed word occurred", missing={}))["reason"]
        'no listed word occurred'
    """
    if isinstance(outcome, NotMeasured):
        empty = dict.fromkeys(("ci_low", "ci_high", "ci_method"))
        return {
            "value": None,
            "n": outcome.n,
            "unit": None,
            **empty,
            "method": outcome.method,
            "reason": outcome.reason,
        }
    interval = outcome.interval
    found: dict[str, Any] = {
        "value": outcome.value,
        "n": outcome.n,
        "unit": outcome.unit,
        "ci_low": None if interval is None else interval.low,
        "ci_high": None if interval is None else interval.high,
        "ci_method": None if interval is None else interval.method,
        "method": outcome.method,
        "reason": None,
    }
    return found | ({"warnings": list(outcome.warnings)} if outcome.warnings else {})


def numbers(outcomes: Mapping[str, Outcome]) -> dict[str, Any]:
    """Every key with its plain number or None, and ``estimates`` with the rest of each."""
    plain = {key: outcome.value if isinstance(outcome, Estimate) else None for key, outcome in outcomes.items()}
    return plain | {"estimates": {key: described(outcome) for key, outcome in outcomes.items()}}


def significance(test: SignificanceTest) -> dict[str, Any]:
    """A test with its name and p-value, or None with the reason."""
    found: dict[str, Any] = {"name": test.name, "method": test.method, "p": test.p_value, "reason": test.reason or None}
    return found | ({"p_adjusted": test.p_adjusted, "family_size": test.family_size} if test.family_size else {})
