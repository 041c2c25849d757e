"""What keeps a number from being read as more than it is: few files, and originals that could not move further."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairdesk.domain.benchmark_evidence import is_of_benchmark
from fairdesk.domain.results import Estimate, ResultRow

FEW_FILES = 10
"""Fewer valid files are too few to conclude from (methods.md M12)."""

MANY_AT_AN_END = 0.15
"""Share of originals at one end of the scale from which it is called crowded (Terwee et al. 2007, J. Clin. Epidemiol.
60, 34-42: more than 15 percent at the lowest or highest value is a floor or ceiling effect)."""


NO_GROUP = {
    "placebo": "placebo swap: the group stays the same, so that a change is noise of wording and no group's result",
    "control": "matched control: the group stays the same, so that a change is of other words and no group's result",
}
"""What a variant without a group is read as, by its role (methods.md D1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleEnds:
    """Shares of the originals, 0 to 1, at the lowest and the highest value: a file there cannot move further (D5)."""

    floor: float
    ceiling: float


def scale_ends(row: ResultRow | None) -> ScaleEnds | None:
    """The shares of a comparison of pairs; None for an open scale, without files, or where there is no such row."""
    if row is None or "originals_at_floor" not in row.counts or not row.counts.get("valid", 0):
        return None
    n = row.counts["valid"]
    return ScaleEnds(floor=row.counts["originals_at_floor"] / n, ceiling=row.counts["originals_at_ceiling"] / n)


def ends_words(ends: ScaleEnds | None) -> str:
    """Both shares in words; empty where they are not known.

    Example:
        >>> ends_words(ScaleEnds(floor=0.25, ceiling=0.0))
        '25% lowest, 0% highest'
    """
    return "" if ends is None else f"{ends.floor:.0%} lowest, {ends.ceiling:.0%} highest"


def cautions(row: ResultRow, ends: ScaleEnds | None) -> tuple[str, ...]:
    """What to be careful about in one result, a few words each; empty where nothing is known against it.

    Args:
        ends: Of the same comparison, also for measures that rest on other files than its pairs.
    """
    return tuple(_cautions(row, ends))


def _cautions(row: ResultRow, ends: ScaleEnds | None) -> Iterator[str]:
    if not isinstance(row.outcome, Estimate):
        return
    if row.caution:
        yield row.caution
    if row.role in NO_GROUP and NO_GROUP[row.role] != row.caution:
        yield NO_GROUP[row.role]
    if row.outcome.n < FEW_FILES:
        yield f"few {'answers' if is_of_benchmark(row) else 'files'}: {row.outcome.n}"
    if ends is None:
        return
    if ends.floor > MANY_AT_AN_END:
        yield f"floor: {ends.floor:.0%} of the originals are at the lowest value and cannot fall"
    if ends.ceiling > MANY_AT_AN_END:
        yield f"ceiling: {ends.ceiling:.0%} of the originals are at the highest value and cannot rise"
