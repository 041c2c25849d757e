"""A column of cells as numbers with their statuses: every distinct cell is read once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from fairdesk.domain.exchanges import Status
from fairdesk.domain.records import FileReading
from fairdesk.interchange.record_batches import Words
from fairdesk.interchange.record_numbers import Cell, Doubt, read_cell

_PLAIN = r"^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,2})?$"
"""A number that every decimal sign but the comma reads in one way; parsed in bulk when the point is the sign."""

_WHOLE = r"^[+-]?[0-9]+$"

CURES: dict[Doubt, tuple[str, str]] = {
    Doubt.DECIMAL: (
        "the number has two readings: its sign may stand before decimals or between thousands",
        "Say which the file's decimal sign is (--decimal . or --decimal ,).",
    ),
    Doubt.PERCENT: (
        "the percent sign has two readings: 80 % may be the number 80 or 0.8",
        "Say what it means (--percent number or --percent share).",
    ),
    Doubt.OTHER_SIGN: (
        "the number is written with another decimal sign than the file's",
        "Write all numbers of the file with one decimal sign, or name the file's (--decimal).",
    ),
}
"""Cause and cure of a number that is not taken without an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """Numbers of a column, shape (n,); ``doubts`` holds the row and kind of each cell that was not taken."""

    value: npt.NDArray[np.float64]
    status: Words
    reason: Words
    doubts: tuple[tuple[int, Doubt], ...]


def read_values(column: pa.StringArray, typed: npt.NDArray[np.float64] | None, reading: FileReading) -> Values:
    """The numbers of a column.

    Args:
        column: Cells as text, shape (n,).
        typed: Numbers that the file itself stores as such, NaN elsewhere; None when there are none.
        reading: Decimal sign and meaning of percent signs.
    """
    coded = column.dictionary_encode()
    codes = coded.indices.to_numpy(zero_copy_only=False)
    cells = coded.dictionary
    value = np.full(len(cells), np.nan)
    status = np.full(len(cells), Status.ANSWERED.value, dtype=object)
    reason = np.full(len(cells), "", dtype=object)
    doubt: dict[int, Doubt] = {}
    plain = _in_bulk(cells, reading.decimal, value)
    for place in np.flatnonzero(~plain):
        cell = read_cell(cells[int(place)].as_py(), reading)
        if cell.doubt is not None:
            doubt[int(place)] = cell.doubt
        _keep(cell, int(place), value, status, reason)
    found = Values(value=value[codes], status=status[codes], reason=reason[codes], doubts=_places(codes, doubt))
    return found if typed is None else _with_typed(found, typed)


def _in_bulk(cells: pa.StringArray, decimal: str, value: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    pattern = _PLAIN if decimal == "." else _WHOLE
    plain = np.asarray(pc.match_substring_regex(cells, pattern).to_numpy(zero_copy_only=False), dtype=np.bool_)
    if plain.any():
        chosen = pc.utf8_ltrim(cells.filter(pa.array(plain)), "+")
        numbers = pc.cast(chosen, pa.float64()).to_numpy(zero_copy_only=False)
        value[plain] = numbers
        plain[plain] = np.isfinite(numbers)
    return plain


def _keep(cell: Cell, place: int, value: npt.NDArray[np.float64], status: Words, reason: Words) -> None:
    value[place] = np.nan if cell.value is None else cell.value
    status[place] = (cell.status or Status.UNREADABLE).value
    reason[place] = cell.reason


def _places(codes: npt.NDArray[np.int32], doubt: dict[int, Doubt]) -> tuple[tuple[int, Doubt], ...]:
    if not doubt:
        return ()
    rows = np.flatnonzero(np.isin(codes, list(doubt)))
    return tuple((int(row), doubt[int(codes[row])]) for row in rows)


def _with_typed(found: Values, typed: npt.NDArray[np.float64]) -> Values:
    is_typed = ~np.isnan(typed)
    is_finite = np.isfinite(typed)
    status, reason = found.status, found.reason
    status[is_typed] = np.where(is_finite[is_typed], Status.ANSWERED.value, Status.UNREADABLE.value)
    reason[is_typed] = np.where(is_finite[is_typed], "", "not a finite number")
    return Values(
        value=np.where(is_typed, np.where(is_finite, typed, np.nan), found.value),
        status=status,
        reason=reason,
        doubts=tuple((row, kind) for row, kind in found.doubts if not is_typed[row]),
    )
