"""Where the cells of one block of the coverage grid stand: rows, columns, and slabs for every further attribute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

TESTED, TOO_SMALL, NOT_TESTED, WITHOUT_REASON = "tested", "too small", "not tested", "without reason"

Key = tuple[str, ...]
"""Levels of a cell, in the order of the block's attributes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFace:
    """What one cell shows.

    Attributes:
        state: ``TESTED``, ``TOO_SMALL``, ``NOT_TESTED`` or ``WITHOUT_REASON``.
        words: The whole of it in a sentence, for whoever does not see the picture.
    """

    state: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GridBlock:
    """One block of the grid.

    Attributes:
        attributes: Ids; ``titles`` and ``levels`` belong to them one by one.
        faces: Of every cell.
    """

    attributes: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    levels: tuple[tuple[str, ...], ...] = ()
    faces: Mapping[Key, CellFace] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The attributes, joined."""
        return " × ".join(self.titles)

    @property
    def columns(self) -> tuple[str, ...]:
        """Levels of the last attribute."""
        return self.levels[-1] if self.levels else ()

    @property
    def rows(self) -> tuple[str, ...]:
        """Levels of the last but one attribute; one row without a name where there is only one attribute."""
        return self.levels[-2] if len(self.levels) > 1 else ("",)

    @property
    def slabs(self) -> tuple[Key, ...]:
        """Levels of all attributes before the last two; one without any where there are none."""
        return tuple(product(*self.levels[:-2]))

    @property
    def n_lines(self) -> int:
        """Rows of all slabs together."""
        return len(self.slabs) * len(self.rows) if self.levels else 0

    def key_at(self, line: int, column: int) -> Key:
        """The cell of a line, counted through all slabs, and a column."""
        slab, row = divmod(line, len(self.rows))
        inner = (self.rows[row],) if len(self.levels) > 1 else ()
        return (*self.slabs[slab], *inner, self.columns[column])

    def place_of(self, key: Key) -> tuple[int, int]:
        """Line and column of a cell."""
        column = self.columns.index(key[-1])
        row = self.rows.index(key[-2]) if len(key) > 1 else 0
        slab = self.slabs.index(key[:-2]) if len(key) > 2 else 0
        return slab * len(self.rows) + row, column

    def every_key(self) -> Iterator[Key]:
        """Every cell, line by line."""
        for line in range(self.n_lines):
            for column in range(len(self.columns)):
                yield self.key_at(line, column)

    def slab_words(self, slab: int) -> str:
        """What stands above a slab; empty where there is only one."""
        pairs = zip(self.titles, self.slabs[slab], strict=False)
        return ", ".join(f"{title}: {level}" for title, level in pairs)

    def cell_words(self, key: Key) -> str:
        """The levels of a cell with their attributes."""
        return ", ".join(f"{title}: {level}" for title, level in zip(self.titles, key, strict=True))
