"""What a file of records looks like under a layout, and what of it must be asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from fairdesk.domain.records import ColumnPreview, ColumnUse, FileReading, MappedColumn
from fairdesk.interchange.raw_tables import RawBatch, shown
from fairdesk.interchange.record_numbers import (
    LONGEST_WORD,
    decimal_evidence,
    has_two_dates,
    is_date,
    read_cell,
    status_word,
)

MOST_DISTINCT = 10_000
"""Distinct cells of a column that are looked at one by one."""

N_EXAMPLES = 5
_WHOLE = re.compile(r"[+-]?\d+")
_ANY_READING = FileReading(format="", decimal=".", percent="number")


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnFacts:
    """What stands in one column, whatever it is used for.

    Attributes:
        distinct: Different filled cells in the order of the file, at most ``MOST_DISTINCT``.
        n_distinct: How many there are.
        points: Cells that can only have a point for decimal sign; ``commas`` likewise; ``either``: two readings.
        has_spaces: Whether spaces stand around some cell.
        n_numbers: Of the distinct cells, those that are numbers, percentages included.
    """

    column: str
    distinct: tuple[str, ...]
    n_distinct: int
    n_empty: int
    points: tuple[str, ...]
    commas: tuple[str, ...]
    either: tuple[str, ...]
    has_spaces: bool
    n_numbers: int
    n_percent: int
    n_dates: int
    two_dates: tuple[str, ...]

    @property
    def is_numeric(self) -> bool:
        """Whether most cells that are no status word and no word for nothing are numbers."""
        n_words = sum(_says_nothing(cell) for cell in self.distinct)
        return self.n_numbers > 0 and self.n_numbers >= 0.6 * (len(self.distinct) - n_words)

    @property
    def kind(self) -> str:
        """``number``, ``whole number``, ``text``, ``date``, ``percent``, ``mixed`` or ``empty``."""
        n_seen = len(self.distinct)
        if not n_seen:
            return "empty"
        if self.n_percent == n_seen:
            return "percent"
        if self.n_dates == n_seen:
            return "date"
        if self.n_numbers == n_seen:
            is_whole = all(_WHOLE.fullmatch(cell) for cell in self.distinct)
            return "whole number" if is_whole else "number"
        return "mixed" if self.n_numbers or self.n_dates else "text"


def facts_of(headings: Sequence[str], batches: Sequence[RawBatch]) -> tuple[ColumnFacts, ...]:
    """What stands in every column of some rows."""
    return tuple(_facts(heading, place, batches) for place, heading in enumerate(headings))


def preview_of(facts: ColumnFacts, mapped: MappedColumn, decimal: str) -> ColumnPreview:
    """What one column looks like under a use and a decimal sign."""
    least, greatest = _ends(facts, decimal)
    return ColumnPreview(
        column=facts.column,
        use=mapped.use,
        name=mapped.name,
        kind=facts.kind,
        least=least,
        greatest=greatest,
        examples=tuple(shown(cell) for cell in facts.distinct[:N_EXAMPLES]),
        n_empty=facts.n_empty,
        n_distinct=facts.n_distinct,
    )


def decimal_of(facts: Sequence[ColumnFacts], columns: Sequence[MappedColumn]) -> str:
    """The decimal sign that the columns of values show, or empty: none shows one, or both are seen as often."""
    chosen = [one for one, column in zip(facts, columns, strict=True) if column.use in VALUES]
    n_points = sum(len(one.points) for one in chosen)
    n_commas = sum(len(one.commas) for one in chosen)
    if n_points == n_commas:
        return ""
    return "." if n_points > n_commas else ","


VALUES = (ColumnUse.VALUE, ColumnUse.BASE, ColumnUse.ARM)
"""Uses whose cells are numbers, unless an extractor reads them as text."""


def _facts(heading: str, place: int, batches: Sequence[RawBatch]) -> ColumnFacts:
    column = pa.concat_arrays([batch.columns[place] for batch in batches]) if batches else pa.array([], pa.string())
    trimmed = pc.utf8_trim_whitespace(column)
    has_spaces = not column.equals(trimmed)
    n_empty = int(pc.sum(pc.equal(trimmed, "")).as_py() or 0)
    n_distinct = len(pc.unique(trimmed)) - (n_empty > 0)
    # Only the beginning of long answers is looked at and shown.
    trimmed = pc.utf8_slice_codeunits(trimmed, 0, LONGEST_WORD + 1)
    distinct = pc.unique(trimmed)
    seen = distinct.filter(pc.not_equal(distinct, "")).slice(0, MOST_DISTINCT).to_pylist()
    numbers = np.concatenate([_typed(batch, place) for batch in batches]) if batches else np.array([])
    is_text = np.isnan(numbers)
    # Numbers that the file stores as such have no sign to be misread.
    doubtful = [cell for cell in pc.unique(trimmed.filter(pa.array(is_text))).to_pylist() if cell][:MOST_DISTINCT]
    points, commas, either = decimal_evidence(doubtful)
    cells = [read_cell(cell, _ANY_READING) for cell in seen]
    is_number = [cell.value is not None or cell.doubt is not None for cell in cells]
    return ColumnFacts(
        column=heading,
        distinct=tuple(seen),
        n_distinct=n_distinct,
        n_empty=n_empty,
        points=tuple(points),
        commas=tuple(commas),
        either=tuple(either),
        has_spaces=has_spaces,
        n_numbers=sum(is_number),
        n_percent=sum(cell.endswith("%") and found for cell, found in zip(seen, is_number, strict=True)),
        n_dates=sum(map(is_date, seen)),
        two_dates=tuple(cell for cell in seen if has_two_dates(cell))[:N_EXAMPLES],
    )


def _typed(batch: RawBatch, place: int) -> npt.NDArray[np.float64]:
    return batch.numbers.get(place, np.full(len(batch.lines), np.nan))


def _says_nothing(cell: str) -> bool:
    if status_word(cell) is not None or cell.startswith(("=", "#")):  # formulas and errors of a spreadsheet
        return True
    found = read_cell(cell, _ANY_READING)
    return found.value is None and found.doubt is None and not found.reason.startswith("not a number")


def _ends(facts: ColumnFacts, decimal: str) -> tuple[str, str]:
    """Smallest and greatest number of a column of numbers; otherwise first and last text in order."""
    if not facts.distinct:
        return "", ""
    if facts.is_numeric:
        reading = FileReading(format="", decimal=decimal, percent="number")
        numbers = [
            (cell.value, text) for text in facts.distinct if (cell := read_cell(text, reading)).value is not None
        ]
        if numbers:
            return shown(min(numbers)[1]), shown(max(numbers)[1])
    return shown(min(facts.distinct)), shown(max(facts.distinct))
