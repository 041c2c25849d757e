"""A chart as data: drawn by QPainter on screen and by reportlab.graphics in the report, from the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestLine:
    """One interval of a forest plot. ``value`` None is drawn as a hatched cell with ``reason`` in words.

    Neighbours of one ``group`` (a variant under several systems) belong together; empty for a line of its own.
    """

    label: str
    value: float | None
    low: float | None
    high: float | None
    printed: str
    reason: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestPlot:
    """Estimates with intervals around a reference line. ``summary`` says the same in words."""

    title: str
    unit: str
    reference: float
    left_words: str
    right_words: str
    lines: tuple[ForestLine, ...]
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBars:
    """How many pairs moved by how much, per variant: steps from lowest to highest (mirror bars).

    ``counts`` maps a variant's label to its counts, one per step.
    """

    title: str
    steps: tuple[str, ...]
    counts: Mapping[str, tuple[int, ...]]
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InteractionPlot:
    """Four means as two lines: the first cue from left to right, without and with the second cue.

    Without an interaction the lines run side by side; ``expected`` is where both cues together would stand then.

    Attributes:
        first, second: Names of the cues.
        neither, only_first, only_second, both: Means over the files with all four answers, as changes against the
            original (so that ``neither`` is 0); None where the interaction was not measured.
        printed: The interaction with its interval.
        reason: Why there is nothing to draw; empty otherwise.
    """

    title: str
    unit: str
    first: str
    second: str
    neither: float | None
    only_first: float | None
    only_second: float | None
    both: float | None
    expected: float | None
    printed: str
    reason: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """One group (``row`` equals ``column``) or one combination of two groups.

    ``state`` is a word of ``CoverageCell``, or empty where the two are levels of one attribute and cannot meet.
    """

    row: int
    column: int
    state: str
    n_valid: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageGrid:
    """Which groups and combinations of two were tested, with how many files; the lower half of a square of groups.

    Attributes:
        groups: Names of the levels that differ from the original, in the order of rows and columns.
        cells: One per place of the lower half, the diagonal included.
    """

    title: str
    groups: tuple[str, ...]
    cells: tuple[GridCell, ...]
    summary: str


ScreenChart = ForestPlot | ChangeBars | InteractionPlot | CoverageGrid
"""What a page of the window draws."""

Chart = ForestPlot | ChangeBars
"""What the report draws as well."""
