"""Numbers in lines that run from right to left."""

from __future__ import annotations

LEFT_TO_RIGHT_ISOLATE = "\u2066"
POP_ISOLATE = "\u2069"


FIRST_STRONG_ISOLATE = "\u2068"


def by_itself(text: str) -> str:
    """A text of unknown language as one piece that runs in its own direction and does not turn what stands around it.

    Without this the brackets of ``<b>`` change places in a line that runs from right to left (UAX #9).
    """
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}" if text else text


def left_to_right(text: str) -> str:
    """A number or formula as one piece that runs from left to right, wherever it stands.

    Without this a minus sign lands behind its number and the ends of an interval change places (UAX #9).
    """
    return f"{LEFT_TO_RIGHT_ISOLATE}{text}{POP_ISOLATE}" if text else text
