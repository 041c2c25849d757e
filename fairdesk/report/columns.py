"""How wide the columns of a table become, and into which parts a table is cut that a page cannot hold side by side."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from fairdesk.report import theme
from fairdesk.report.blocks import TableBlock
from fairdesk.report.flow import Composer
from fairdesk.report.text import TextStyle

SIZES = (8.5, 8.0, 7.5, 7.0)
"""Text sizes that are tried, in points, before a table is cut into parts."""

PADDING = 4.0
"""White space on each side of a cell, in points."""

LEAST = 30.0
MOST_NEEDED = 96.0
"""No column demands more than this for its longest word; longer words are broken."""

BREAKING_SPACE = re.compile(r"[ \t\n]+")

ROWS_LOOKED_AT = 200
WISH_LIMIT = 160
"""Characters of a cell that are looked at to see how wide its column would like to be."""

TOKEN_LIMIT = 24
"""Longer words (addresses, hashes) do not widen a column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePart:
    """Columns of a table that stand side by side: their numbers, their widths in points, and the text style."""

    columns: tuple[int, ...]
    widths: tuple[float, ...]
    style: TextStyle


class _Demand(NamedTuple):
    """Points a column needs at least, points it wishes for, and its weight."""

    need: float
    wish: float
    weight: float


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


def ordinary_words(text: str) -> list[str]:
    r"""Parts that a column must be able to hold unbroken: what stands between spaces at which a line may end.

    Example:
        >>> ordinary_words("0.1 (0.0\N{NO-BREAK SPACE}to 0.2)") == ["0.1", "(0.0\N{NO-BREAK SPACE}to", "0.2)"]
        True
    """
    return [word for word in BREAKING_SPACE.split(text) if word]


def _needs(composer: Composer, table: TableBlock, style: TextStyle) -> list[float]:
    """Points that each column needs so that ordinary words are not broken."""
    bold = replace(style, bold=True)
    known: dict[str, float] = {}
    needs = []
    for number, column in enumerate(table.columns):
        titles = [composer.typesetter.box(word, bold, 2000).ink_width for word in ordinary_words(column.title)]
        words = {
            word
            for row in table.rows[:ROWS_LOOKED_AT]
            for word in (ordinary_words(row[number]) if len(row[number]) <= 400 else ())
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
    chosen = [
        _Demand(needs[column], _wish(composer, table, column, style), table.columns[column].weight)
        for column in columns
    ]
    return TablePart(columns=tuple(columns), widths=tuple(_shared_out(chosen, composer.width)), style=style)


def _wish(composer: Composer, table: TableBlock, column: int, style: TextStyle) -> float:
    """Points in which the column's cells would stand on one line."""
    texts = [table.columns[column].title, *(row[column][:WISH_LIMIT] for row in table.rows[:ROWS_LOOKED_AT])]
    bold = replace(style, bold=True)
    head, *cells = (
        composer.typesetter.box(text, bold if number == 0 else style, 5000) for number, text in enumerate(texts)
    )
    return max([head.ink_width, *(cell.ink_width for cell in cells)]) + 1 + 2 * PADDING


def _shared_out(demands: list[_Demand], total: float) -> list[float]:
    """Every column gets what it needs; the rest goes to those that wish for more, by weight, then to all by weight."""
    widths = [demand.need for demand in demands]
    if sum(widths) > total:
        return [width * total / sum(widths) for width in widths]
    while (free := total - sum(widths)) > 0.5:
        hungry = [number for number, demand in enumerate(demands) if demand.wish > widths[number] + 0.1]
        takers = hungry or list(range(len(demands)))
        weight = sum(demands[number].weight for number in takers)
        for number in takers:
            share = free * demands[number].weight / weight
            widths[number] += min(share, demands[number].wish - widths[number]) if hungry else share
    return widths
