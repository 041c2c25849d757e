"""A table as it leaves FairDesk: headings, cells at full precision, and what must travel with them."""

from __future__ import annotations

from dataclasses import dataclass

PlainCell = str | int | float | None
"""None is a cell without a value; another column says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainTable:
    """Rows of one table.

    Attributes:
        rows: One cell per column, in the order of ``columns``; numbers are finite.
        shown: Which rows these are, in words: the filter under which they were looked at.
        remarks: What must be read with every number: rehearsal, supplied answers, corrections by hand.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[PlainCell, ...], ...]
    shown: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTable:
    """A file that was written, and what became of its cells.

    Attributes:
        note: What was done so that a spreadsheet shows the cells as they are, a sentence each; empty when nothing was.
    """

    path: str
    n_rows: int
    note: str
