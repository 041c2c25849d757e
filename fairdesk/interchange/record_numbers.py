"""Numbers as people write them: which sign is the decimal sign, and what one cell says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from fairdesk.domain.exchanges import Status
from fairdesk.domain.records import FileReading

LONGEST_WORD = 400
"""Characters; a longer cell is no number and no status, and need not be looked at closely."""

SPACES = " \u00a0\u202f\u2009"
_PLAIN = re.compile(r"[+-]?\d+(?:[eE][+-]?\d{1,3})?")
_ONE_SIGN = re.compile(r"[+-]?(\d*)([.,])(\d+)(?:[eE][+-]?\d{1,3})?|[+-]?(\d+)([.,])")
_GROUP = r"[+-]?[1-9]\d{0,2}"
_THOUSANDS = {
    ".": re.compile(rf"{_GROUP}(?:(?:,\d{{3}})+|(?:['\u2019{SPACES}]\d{{3}})+)(?:\.\d+)?"),
    ",": re.compile(rf"{_GROUP}(?:(?:\.\d{{3}})+|(?:['\u2019{SPACES}]\d{{3}})+)(?:,\d+)?"),
}
"""Numbers with signs between their thousands, by decimal sign; a group of thousands never begins with 0."""
_DATE = re.compile(
    r"(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}/\d{1,2}/\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?"
)
_DAY_OR_MONTH = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})")
_HALF_DATE = re.compile(r"\d{1,2}/\d{1,2}")
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity|\u221e)", re.IGNORECASE)
_ABSENT = frozenset({"na", "n/a", "none", "null", "-", "\u2013", "\u2014", "?", "missing", "#n/a", "k. a.", "k.a."})

STATUS_WORDS: dict[str, Status] = {
    **dict.fromkeys(("answered", "ok", "success", "valid", "beantwortet", "g\u00fcltig"), Status.ANSWERED),
    **dict.fromkeys(
        ("refused", "refusal", "declined", "refuse", "verweigert", "abgelehnt", "verweigerung"), Status.REFUSED
    ),
    **dict.fromkeys(
        (
            "unreadable",
            "unparseable",
            "unparsable",
            "invalid",
            "out of scale",
            "parse failed",
            "parse error",
            "unlesbar",
        ),
        Status.UNREADABLE,
    ),
    **dict.fromkeys(("failed", "error", "timeout", "timed out", "fehler", "fehlgeschlagen"), Status.FAILED),
    **dict.fromkeys(
        ("not attempted", "skipped", "not asked", "not run", "nicht versucht", "nicht gefragt"), Status.NOT_ATTEMPTED
    ),
}
"""Words that are a status when they are the whole cell, in small letters, with spaces for ``_`` and ``-``."""


class Doubt(Enum):
    """Why a cell cannot be taken without an answer of the user."""

    DECIMAL = "decimal"
    PERCENT = "percent"
    OTHER_SIGN = "other sign"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What one cell of a column of values says: a number, a status with its reason, or a doubt."""

    value: float | None = None
    status: Status | None = None
    reason: str = ""
    doubt: Doubt | None = None


def status_word(cell: str) -> Status | None:
    """The status that a whole cell names, or None.

    Example:
        >>> status_word("Not_Attempted")
        <Status.NOT_ATTEMPTED: 'not_attempted'>
    """
    if len(cell) > LONGEST_WORD:
        return None
    return STATUS_WORDS.get(re.sub(r"[\s_-]+", " ", cell).strip().casefold())


def read_cell(text: str, reading: FileReading) -> Cell:
    """What a cell of a column of values says under a file's decimal sign and meaning of percent.

    Example:
        >>> read_cell("1.286,5", FileReading(format="csv", decimal=",")).value
        1286.5
        >>> read_cell("1.286", FileReading(format="csv")).doubt
        <Doubt.DECIMAL: 'decimal'>
    """
    cell = text.strip().strip(SPACES)
    if not cell:
        return Cell(status=Status.UNREADABLE, reason="the cell is empty")
    if len(cell) > LONGEST_WORD:
        return Cell(status=Status.UNREADABLE, reason=_why_no_number(cell))
    status = status_word(cell)
    if status is not None and status is not Status.ANSWERED:
        return Cell(status=status, reason=f"recorded as {cell!r}")
    if cell.casefold() in _ABSENT:
        return Cell(status=Status.UNREADABLE, reason=f"no number, but the word {cell!r}")
    if _NOT_FINITE.fullmatch(cell):
        return Cell(status=Status.UNREADABLE, reason=f"not a finite number: {cell!r}")
    is_percent = cell.endswith("%")
    number = _number(cell.removesuffix("%").rstrip(SPACES).replace("\u2212", "-"), reading.decimal)
    if number is None:
        return Cell(status=Status.UNREADABLE, reason=_why_no_number(cell))
    if isinstance(number, Doubt):
        return Cell(doubt=number)
    if is_percent and not reading.percent:
        return Cell(doubt=Doubt.PERCENT)
    value = number / 100 if is_percent and reading.percent == "share" else number
    if value in (float("inf"), float("-inf")):
        return Cell(status=Status.UNREADABLE, reason="the number is too large")
    return Cell(value=value, status=Status.ANSWERED)


def decimal_evidence(cells: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
    """Cells that can only have a point for decimal sign, only a comma, and those that have two readings."""
    points: list[str] = []
    commas: list[str] = []
    either: list[str] = []
    for cell in cells:
        if len(cell) > LONGEST_WORD:
            continue
        number = cell.strip().removesuffix("%").strip(SPACES)
        sign = _ONE_SIGN.fullmatch(number)
        if sign:
            before, mark, after = sign[1], sign[2] or sign[5], sign[3]
            if after is not None and len(after) == 3 and 1 <= len(before) <= 3 and "e" not in number.casefold():
                either.append(cell)
            else:
                (points if mark == "." else commas).append(cell)
        elif _THOUSANDS["."].fullmatch(number) and "," in number:
            points.append(cell)
        elif _THOUSANDS[","].fullmatch(number) and "." in number:
            commas.append(cell)
    return points, commas, either


def is_date(cell: str) -> bool:
    """Whether a cell is written like a date with its year."""
    return _DATE.fullmatch(cell.strip()) is not None


def has_two_dates(cell: str) -> bool:
    """Whether a cell is a date that may be day first or month first: ``03/04/2026``.

    Example:
        >>> has_two_dates("03/04/2026"), has_two_dates("13/04/2026"), has_two_dates("2026-04-03")
        (True, False, False)
    """
    found = _DAY_OR_MONTH.fullmatch(cell.strip())
    return (
        found is not None and found[1].lstrip("0") != found[3].lstrip("0") and max(int(found[1]), int(found[3])) <= 12
    )


def iso_date(cell: str, order: str) -> str:
    """A date like ``03/04/2026`` as ``2026-04-03`` (day first) or ``2026-03-04``; anything else as it is."""
    found = _DAY_OR_MONTH.fullmatch(cell.strip())
    if not found or not order:
        return cell
    first, second = int(found[1]), int(found[3])
    day, month = (first, second) if order == "day first" else (second, first)
    return f"{found[4]}-{month:02d}-{day:02d}" if month <= 12 and day <= 31 else cell


def _number(cell: str, decimal: str) -> float | Doubt | None:
    if not cell.isascii() and any(char.isdigit() and not char.isascii() for char in cell):
        return None
    if _PLAIN.fullmatch(cell):
        return float(cell)
    sign = _ONE_SIGN.fullmatch(cell)
    if sign and (not decimal or (sign[2] or sign[5]) == decimal):
        if not decimal and decimal_evidence([cell])[2]:
            return Doubt.DECIMAL
        return float(cell.replace(",", "."))
    for mark in (decimal,) if decimal else (".", ","):
        if _THOUSANDS[mark].fullmatch(cell):
            digits = re.sub(rf"[^\d{re.escape(mark)}+-]", "", cell)
            return float(digits.replace(",", "."))
    if sign or _THOUSANDS["."].fullmatch(cell) or _THOUSANDS[","].fullmatch(cell):
        return Doubt.OTHER_SIGN
    return None


def _why_no_number(cell: str) -> str:
    shown = cell if len(cell) <= 60 else cell[:57] + "..."
    if cell.startswith("="):
        return f"a formula without a stored value: {shown!r}"
    if is_date(cell):
        return f"a date, not a number: {shown!r}"
    if _HALF_DATE.fullmatch(cell):
        return f"a date or a fraction, not a number: {shown!r}"
    return f"not a number: {shown!r}"
