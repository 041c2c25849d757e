"""Numbers that another tool computed, beside what FairDesk computes from the same answers, and why they differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from fairdesk.domain.results import Estimate, NotMeasured


class Better(Enum):
    """Which end of a tool's number is the better one; a score that departs from 0 in both directions has none."""

    HIGHER = "higher is better"
    LOWER = "lower is better"
    NEITHER = "no end is better"
    UNKNOWN = "direction not stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignNumber:
    """One number of another tool. It is shown as that tool's, never taken over as FairDesk's.

    Attributes:
        tool: For example ``lm-evaluation-harness``; ``tool_version`` is empty where its files do not state it.
        name: As the tool calls it.
        value: As the tool wrote it; None where it wrote no finite number (NaN, null).
        scope: What it covers: a task, a perturbation, a group; empty for the whole file.
        how: How the tool computed it, in one sentence.
        better: Never guessed from the name alone where versions of the tool disagree.
        ends: Lowest and highest possible value; empty when there are none or they are not known.
        method: Method that answers the same question here (methods ids, see the README); empty when none does.
        given: Input of that method from the same answers, as ``fairdesk calc`` takes it; empty when the file does
            not hold what the method needs.
        ours: What FairDesk computed; None while nothing was computed.
        why_different: Why the two differ or may differ; empty when they are computed alike.
        place: Path inside the file, for example ``results.scores[0].metrics.mean``.
    """

    tool: str
    tool_version: str
    name: str
    value: float | None
    scope: str = ""
    how: str
    better: Better = Better.UNKNOWN
    ends: tuple[float, ...] = ()
    method: str = ""
    given: Mapping[str, Any]
    ours: Estimate | NotMeasured | None = None
    why_different: str = ""
    place: str


def turned(number: ForeignNumber, better: Better) -> ForeignNumber | str:
    """The same number on the scale on which the other end is the better one, or why it cannot be turned.

    Two numbers of one name whose directions differ (DeepEval's bias score before and after its scale was reversed)
    may only stand side by side after one was turned; a note in ``why_different`` says so.

    Example:
        >>> old = ForeignNumber(
        ...     tool="DeepEval", tool_version="3.0.0", name="Bias", value=0.25, how="share of biased opinions",
        ...     better=Better.LOWER, ends=(0.0, 1.0), given={}, place="testCases[0]")
        >>> turned(old, Better.HIGHER).value
        0.75
        >>> turned(replace(old, better=Better.UNKNOWN), Better.HIGHER)
        'The direction of Bias (DeepEval 3.0.0) is not known.'
    """
    named = f"{number.name} ({' '.join(filter(None, (number.tool, number.tool_version)))})"
    if number.better is better and better is not Better.UNKNOWN:
        return number
    if number.better not in (Better.HIGHER, Better.LOWER) or better not in (Better.HIGHER, Better.LOWER):
        return f"The direction of {named} is not known."
    if len(number.ends) != 2 or number.value is None:
        return f"The ends of the scale of {named} are not known, or it has no value."
    note = f"Turned from {number.value:g} ({number.better.value}) to the scale on which {better.value}."
    return replace(
        number,
        value=number.ends[0] + number.ends[1] - number.value,
        better=better,
        why_different=" ".join(filter(None, (number.why_different, note))),
    )


def side_by_side(first: ForeignNumber, second: ForeignNumber) -> tuple[ForeignNumber, ForeignNumber] | str:
    """Two numbers of one name in one direction, the second turned where needed; or why they cannot be compared.

    Numbers of which neither end is the better one (a representation, a bias score around 0) are compared as they are.
    """
    if first.better is second.better is Better.NEITHER:
        return first, second
    if first.better is Better.UNKNOWN:
        return str(turned(first, Better.HIGHER))
    other = turned(second, first.better)
    return other if isinstance(other, str) else (first, other)
