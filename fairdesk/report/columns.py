"""How wide the columns of a table become, and into which parts a table is cut that a page cannot hold side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairdesk.report import theme
from fairdesk.report.blocks import TableBlock
from fairdesk.report.flow import Composer
from fairdesk.report.text import TextStyle

SIZES = (8.5, 8.0, 7.5, 7.0)
"""Text sizes that are tried, in points, before a table is cut into parts."""

PADDING = 4.5
"""White space on each side of a cell, in points."""

LEAST = 30.0
MOST_NEEDED = 96.0
"""No column demands more than this for its longest word; longer words are broken."""

ROWS_LOOKED_AT = 200
TOKEN_LIMIT = 24
"""Longer words (addresses, hashes) do not widen a column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePart:
    """Columns of a table that stand side by side: their numbers, their widths in points, and the text style."""

    columns: tuple[int, ...]
    widths: tuple[float, ...]
    style: TextStyle


def table_parts(composer: Composer, table: TableBlock) -> list[TablePart]:
    """One part where the columns fit, in a smaller text if need be; else several, each with the first column again."""
    needs: list[float] = []
    style = theme.CELL
    for size in SIZES:
        style = replace(theme.CELL, size=size, leading=size * theme.CELL.leading / theme.CELL.size)
        needs = _needs(composer, table, style)
        if sum(needs) <= composer.width or len(needs) == 1:
            return [_part(composer, table, range(len(needs)), (needs, style))]
    groups = _groups(needs, composer.width, len(needs))
    even = math.ceil((len(needs) - 1) / len(groups))
    return [_part(composer, table, group, (needs, style)) for group in _groups(needs, composer.width, even)]


def _groups(needs: list[float], width: float, most: int) -> list[list[int]]:
    """Columns that fit side by side, at most ``most`` besides the first, which every group repeats."""
    groups: list[list[int]] = []
    used = 0.0
    for column in range(1, len(needs)):
        if not groups or len(groups[-1]) > most or (len(groups[-1]) > 1 and used + needs[column] > width):
            groups.append([0])
            used = needs[0]
        groups[-1].append(column)
        used += needs[column]
    return groups


def _needs(composer: Composer, table: TableBlock, style: TextStyle) -> list[float]:
    """Points that each column needs so that ordinary words are not broken."""
    bold = replace(style, bold=True)
    known: dict[str, float] = {}
    needs = []
    for number, column in enumerate(table.columns):
        titles = [composer.typesetter.box(word, bold, 2000).ink_width for word in column.title.split()]
        words = {
            word
            for row in table.rows[:ROWS_LOOKED_AT]
            for word in (row[number].split() if len(row[number]) <= 400 else ())
            if len(word) <= TOKEN_LIMIT
        }
        for word in words - known.keys():
            known[word] = composer.typesetter.box(word, bold if table.has_row_headers else style, 2000).ink_width
        longest = max([*titles, *(known[word] for word in words)], default=0.0)
        needs.append(min(max(longest + 0.5, LEAST), MOST_NEEDED) + 2 * PADDING)
    return needs


def _part(
    composer: Composer, table: TableBlock, columns: Sequence[int], needed: tuple[list[float], TextStyle]
) -> TablePart:
    needs, style = needed
    weights = [table.columns[column].weight for column in columns]
    widths = _shared_out([needs[column] for column in columns], weights, composer.width)
    return TablePart(columns=tuple(columns), widths=tuple(widths), style=style)


def _shared_out(needs: list[float], weights: list[float], total: float) -> list[float]:
    """Share ``total`` by weight, but give no column less than it needs (as long as the needs fit)."""
    fixed: set[int] = set()
    while True:
        free = total - sum(needs[number] for number in fixed)
        weight = sum(weights[number] for number in range(len(needs)) if number not in fixed)
        widths = [needs[number] if number in fixed else free * weights[number] / weight for number in range(len(needs))]
        short = {number for number in range(len(needs)) if number not in fixed and widths[number] < needs[number]}
        if not short or len(fixed | short) == len(needs):
            break
        fixed |= short
    scale = total / sum(widths)
    return [width * scale for width in widths]
