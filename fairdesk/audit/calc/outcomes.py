"""What an answer takes from an outcome: its interval, its further numbers, why there are none."""

from __future__ import annotations

from fairdesk.audit.calc.given import ends
from fairdesk.domain.results import Estimate, NotMeasured

NO_INTERVAL = "too little data, or none that varies: no interval can be formed"

Outcome = Estimate | NotMeasured


def interval_of(outcome: Outcome) -> list[float | None]:
    """Both ends of its interval, None where there is none."""
    return ends(outcome.interval if isinstance(outcome, Estimate) else None)


def detail(outcome: Outcome, key: str) -> float | None:
    """A further number of the same computation, None where there is none."""
    return outcome.details.get(key) if isinstance(outcome, Estimate) else None


def why(outcome: Outcome, otherwise: str = NO_INTERVAL) -> str:
    """Why nothing was measured; of a measured one, why a number beside it is absent."""
    return outcome.reason if isinstance(outcome, NotMeasured) else otherwise
