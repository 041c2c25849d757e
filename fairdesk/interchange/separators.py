"""Which sign separates the cells of a text file, and which one quotes them."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from fairdesk.interchange.column_names import is_known_heading

SEPARATORS = (",", ";", "\t", "|")
_TOLD = re.compile(r"\ufeff?\"?sep=(.)\"?[ \t;,]*(?:\r\n|\n|\r)", re.IGNORECASE)
_SINGLE_QUOTED = r"(?:^|{sep})'[^'\n]*'(?={sep}|\r?$)"


class CsvReader(Protocol):
    """The csv module's reader, whose class has no public name."""

    @property
    def line_num(self) -> int:
        """Lines read until now."""

    def __iter__(self) -> Iterator[list[str]]: ...

    def __next__(self) -> list[str]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How the cells of a text file are divided.

    Attributes:
        quote: Empty: nothing is quoted.
        lines_above: A first line that only names the separator (``sep=;``).
    """

    separator: str
    quote: str
    lines_above: tuple[int, ...] = ()

    def reader(self, lines: Iterable[str]) -> CsvReader:
        """The csv module's reader; a quotation mark inside a quoted cell is written twice."""
        if self.quote:
            return csv.reader(lines, delimiter=self.separator, quotechar=self.quote)
        return csv.reader(lines, delimiter=self.separator, quoting=csv.QUOTE_NONE)

    def rows(self, text: str, most: int) -> list[tuple[int, list[str]]]:
        """The first rows of a text, each with the line on which it ends."""
        reader = self.reader(io.StringIO(text, newline=""))
        rows = []
        try:
            for cells in islice(reader, most + len(self.lines_above)):
                if reader.line_num not in self.lines_above:
                    rows.append((reader.line_num, cells))
        except csv.Error:  # a cell longer than the limit: what was read before is enough to look at
            return rows
        return rows


def sniff(text: str, separator: str = "") -> Dialect:
    """The dialect under which the lines of a text have the same number of cells, and known headings.

    Args:
        text: The beginning of a file.
        separator: What the user said, or empty.
    """
    told = _TOLD.match(text)
    above = (1,) if told else ()
    candidates = (separator,) if separator else (told[1],) if told else SEPARATORS
    best = max(
        (Dialect(separator=sign, quote=_quote(text, sign), lines_above=above) for sign in candidates),
        key=lambda dialect: _score(dialect, text),
    )
    return best


def _score(dialect: Dialect, text: str) -> tuple[int, float]:
    rows = [cells for _, cells in dialect.rows(text, 200) if any(cell.strip() for cell in cells)]
    if len(rows) > 1 and len(rows) < 200:
        rows = rows[:-1] or rows
    if not rows:
        return 0, 0.0
    width, n_alike = Counter(len(cells) for cells in rows).most_common(1)[0]
    if width < 2:
        many = [len(cells) for cells in rows if len(cells) > 1]
        return (1, 0.5 * len(many) / len(rows)) if len(many) > 1 else (0, 0.0)
    known = max(sum(is_known_heading(cell) for cell in cells) for cells in rows[:20])
    return min(known, 2) + 1, n_alike / len(rows) * width**0.5


def _quote(text: str, separator: str) -> str:
    """The apostrophe only where it must be one: it stands around headings, or around a separator."""
    pattern = _SINGLE_QUOTED.format(sep=re.escape(separator))
    single = re.findall(pattern, text, re.MULTILINE)
    n_double = len(re.findall(pattern.replace("'", '"'), text, re.MULTILINE))
    if len(single) < 3 or len(single) <= n_double:
        return '"'
    heads = text.lstrip("\ufeff").split("\n", 1)[0].startswith("'")
    return "'" if heads or any(separator in cell.strip(separator) for cell in single) else '"'
