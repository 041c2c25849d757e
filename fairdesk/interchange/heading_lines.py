"""Where the headings of a table stand, below titles and merged cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fairdesk.interchange.column_names import is_known_heading

Row = tuple[int, Sequence[str]]
"""Line on which a row ends, and its cells."""

_NUMBER = re.compile(r"\s*[+-]?[\d.,\s]*\d[\d.,\s]*%?\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Headings:
    """What was found above the records.

    Attributes:
        line: Line on which the headings end; 0 when there are none.
        n_lines: Rows of headings: 2 below merged cells.
        above: Lines above them that are titles or notes.
    """

    names: tuple[str, ...]
    line: int
    n_lines: int
    above: tuple[int, ...]


def find_headings(rows: Sequence[Row], begin: int = 0) -> Headings:
    """The first row with at least two filled cells, joined with the next one where cells of it were merged.

    Args:
        rows: The first rows of a table; blank ones may be among them.
        begin: Line before which there are no headings, because the user said so.
    """
    above: list[int] = []
    for place, (line, cells) in enumerate(rows):
        if line < begin or sum(bool(cell.strip()) for cell in cells) < 2:
            above += [line] if any(cell.strip() for cell in cells) else []
            continue
        following = next(((later, below) for later, below in rows[place + 1 :] if any(c.strip() for c in below)), None)
        width = max(len(cells), len(following[1])) if following else 0
        if following is not None and _is_second_row(_padded(cells, width), _padded(following[1], width)):
            names = _joined(_padded(cells, width), _padded(following[1], width))
            return Headings(names=names, line=following[0], n_lines=2, above=tuple(above))
        return Headings(names=tuple(cells), line=line, n_lines=1, above=tuple(above))
    return Headings(names=(), line=0, n_lines=1, above=tuple(above))


def looks_like_a_record(names: Sequence[str]) -> bool:
    """Whether a row that should hold headings holds numbers and no heading that is known."""
    return any(_NUMBER.fullmatch(name) for name in names) and not any(is_known_heading(name) for name in names)


def _padded(cells: Sequence[str], width: int) -> list[str]:
    """Workbooks leave out empty cells at the end of a row."""
    return [*cells, *[""] * (width - len(cells))]


def _is_second_row(upper: Sequence[str], lower: Sequence[str]) -> bool:
    if not any(not cell.strip() for cell in upper):
        return False
    if any(_NUMBER.fullmatch(cell) for cell in lower if cell.strip()):
        return False
    # A merged heading is blank to the right of its first cell, and only there; a first heading is never blank.
    fills = [place for place, cell in enumerate(upper) if not cell.strip()]
    return bool(upper[0].strip()) and all(lower[place].strip() for place in fills) and not lower[0].strip()


def _joined(upper: Sequence[str], lower: Sequence[str]) -> tuple[str, ...]:
    """The lower name where it tells columns apart, else both."""
    parts = [cell.strip() for cell in lower]
    names: list[str] = []
    group = ""
    for place, part in enumerate(parts):
        group = upper[place].strip() or group
        if not part:
            names.append(group)
        elif parts.count(part) == 1:
            names.append(part)
        else:
            names.append(f"{group} {part}")
    return tuple(names)
