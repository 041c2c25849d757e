"""A file of ratings as one table of raters and units, from its long or its wide form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from fairdesk.interchange.named_rows import NamedRow, NamedRows, read_named_rows

UNIT_NAMES = ("unit", "item", "id", "row")
RATER_NAMES = ("rater", "annotator", "coder", "judge")
VALUE_NAMES = ("value", "rating", "label", "score", "code")


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsTable:
    """Ratings as they are written.

    Attributes:
        form: ``long`` or ``wide``.
        ratings: (place of the rater, place of the unit, what is written); nothing is written where a cell is empty.
        n_duplicates: Rows of the long form that rate a unit again by the same rater; the first one stands.
        n_conflicting: Of those, the ones with another value.
    """

    form: str
    raters: tuple[str, ...]
    units: tuple[str, ...]
    ratings: tuple[tuple[int, int, str], ...]
    n_duplicates: int
    n_conflicting: int
    source: NamedRows

    def refuse(self, value: str, cause: str, cure: str) -> NoReturn:
        """Refuse the file for a value; names the first line that holds it."""
        for row in self.source.rows:
            for column in self.source.columns:
                if self.source.text(row, column).strip() == value:
                    self.source.fail(row, column, cause, cure)
        self.source.fail(None, "", cause, cure)


def read_ratings(path: Path, unit: str = "", raters: tuple[str, ...] = ()) -> RatingsTable:
    """All ratings of a file.

    The long form has columns for unit, rater and value; every other table is read as the wide one, with a row per
    unit and a column per rater.

    Args:
        path: CSV, TSV, XLSX, JSON lines or a JSON list.
        unit: Column that names the units of the wide form; empty for ``unit``, ``item`` or ``id``, and where there is
            none of them every row is a unit.
        raters: Columns of the raters of the wide form; empty for all columns but that of the units.

    Raises:
        ImportProblem: a column is missing, a unit of the wide form stands twice, or a row names no unit or rater.
    """
    table = read_named_rows(path, (*((unit,) if unit else ()), *raters))
    named = {column.casefold(): column for column in table.columns}
    unit_column, rater_column, value_column = (
        next((named[name] for name in names if name in named), "") for names in (UNIT_NAMES, RATER_NAMES, VALUE_NAMES)
    )
    if not unit and not raters and unit_column and rater_column and value_column:
        return _long(table, unit_column, rater_column, value_column)
    return _wide(table, unit or unit_column, raters)


def _long(table: NamedRows, unit_column: str, rater_column: str, value_column: str) -> RatingsTable:
    units: dict[str, int] = {}
    raters: dict[str, int] = {}
    found: dict[tuple[str, str], str] = {}
    n_duplicates = n_conflicting = 0
    for row in table.rows:
        unit, rater = table.word(row, unit_column), table.word(row, rater_column)
        value = table.text(row, value_column).strip()
        units.setdefault(unit, len(units))
        raters.setdefault(rater, len(raters))
        if (rater, unit) in found:
            n_duplicates += 1
            n_conflicting += found[rater, unit] != value
        else:
            found[rater, unit] = value
    return RatingsTable(
        form="long",
        raters=tuple(raters),
        units=tuple(units),
        ratings=tuple((raters[rater], units[unit], value) for (rater, unit), value in found.items()),
        n_duplicates=n_duplicates,
        n_conflicting=n_conflicting,
        source=table,
    )


def _wide(table: NamedRows, unit_column: str, raters: tuple[str, ...]) -> RatingsTable:
    columns = raters or tuple(column for column in table.columns if column != unit_column)
    units: dict[str, NamedRow] = {}
    for number, row in enumerate(table.rows, 1):
        unit = table.word(row, unit_column) if unit_column else str(number)
        if unit in units:
            cure = "Keep one row per unit, or write one row per unit, rater and value."
            table.fail(row, unit_column, f"the unit {unit!r} has two rows", cure)
        units[unit] = row
    return RatingsTable(
        form="wide",
        raters=columns,
        units=tuple(units),
        ratings=tuple(
            (rater, unit, table.text(row, column).strip())
            for rater, column in enumerate(columns)
            for unit, row in enumerate(units.values())
        ),
        n_duplicates=0,
        n_conflicting=0,
        source=table,
    )
