"""Small tables of numbers for people; whoever needs all digits asks for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fairdesk.cli.output import harmless

WIDEST_CELL = 40


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows under their headings: the first column to the left, the others to the right.

    Example:
        >>> print(table(["kind", "n"], [["a", "1"], ["bcdef", "22"]]))
        kind    n
        a       1
        bcdef  22
    """
    cells = [[_short(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(headings))]
    return "\n".join(_line(row, widths) for row in cells)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
    return "  ".join((first.strip().ljust(widths[0]), *others)).rstrip()


def figure(value: float | None, digits: int = 3) -> str:
    """A number, or the words for none.

    Example:
        >>> figure(0.12345), figure(None)
        ('0.123', 'not measured')
    """
    return "not measured" if value is None else f"{value:.{digits}f}"


def p_figure(value: float | None) -> str:
    """A p-value; a small one as its bound, so that no table prints 0.

    Example:
        >>> p_figure(0.0304), p_figure(1e-9), p_figure(None)
        ('0.030', '< 0.0001', 'not tested')
    """
    if value is None:
        return "not tested"
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}" if value < 0.001 else f"{value:.3f}"


def with_interval(estimate: Mapping[str, Any], digits: int = 3) -> str:
    """A number with its interval.

    Example:
        >>> with_interval({"value": 0.5, "ci_low": 0.25, "ci_high": 0.75})
        '0.500 (0.250 to 0.750)'
    """
    if estimate["value"] is None or estimate["ci_low"] is None:
        return figure(estimate["value"], digits)
    return f"{estimate['value']:.{digits}f} ({estimate['ci_low']:.{digits}f} to {estimate['ci_high']:.{digits}f})"


def remarks(estimate: Mapping[str, Any]) -> tuple[str, ...]:
    """Why there is no number, or what is to be read with it.

    Example:
        >>> remarks({"value": None, "reason": "no listed word occurred"})
        ('no listed word occurred',)
    """
    return (estimate["reason"],) if estimate["reason"] else tuple(estimate.get("warnings", ()))


def title_of(part: Mapping[str, Any], split_by: Sequence[str]) -> str:
    """Which answers a table is of, by the columns that a file was split by.

    Example:
        >>> title_of({"model": "a", "job": "clerk"}, ["model", "job"]), title_of({}, [])
        ('model a, job clerk', 'All answers')
    """
    return ", ".join(f"{name} {part[name]}" for name in split_by) or "All answers"


def _short(cell: str) -> str:
    plain = harmless(" ".join(cell.split()))
    return plain if len(plain) <= WIDEST_CELL else f"{plain[: WIDEST_CELL - 3]}..."
