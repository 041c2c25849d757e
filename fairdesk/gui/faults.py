"""What FairDesk keeps and shows of a fault of its own: kinds and places, never values.

The message of an unexpected exception may quote a case, an answer or a key, so neither the log nor the text that
can be copied holds it: only the kind of each exception in the chain and the places in the code.
"""

from __future__ import annotations

from dataclasses import dataclass


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


def fault_details(error: BaseException) -> str:
    """Kinds of the exceptions of a chain and the places they passed, oldest first; no values and no messages."""
    import traceback

    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in chain:
        chain.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    parts = []
    for member in reversed(chain):
        kind = type(member)
        places = "".join(traceback.format_tb(member.__traceback__))
        parts.append(f"{kind.__module__}.{kind.__qualname__}\n{places}".rstrip())
    return "\nthen\n".join(parts)
