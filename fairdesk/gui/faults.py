"""What the window shows of a fault of FairDesk's own; what is kept of it is said in ``audit.faults``."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.audit.faults import fault_details


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something that is our fault: what happened, what to do, and details that can be copied into a report."""

    message: str
    advice: str
    details: str


def mistake(error: BaseException) -> Fault:
    """The fault that an unexpected exception is shown as."""
    return Fault(
        message="FairDesk made a mistake in this step. This is our fault, not yours.",
        advice="What was saved before is kept. Please send us the details.",
        details=fault_details(error),
    )
