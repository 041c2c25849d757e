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


Chart = ForestPlot | ChangeBars
