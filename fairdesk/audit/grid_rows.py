"""The grid of a design, as nouns.

They stand apart from what computes them: the window reads them from its workers, and would else load numpy for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from fairdesk.domain.coverage_words import OrderCount
from fairdesk.domain.design import CellChoice


class CellState(Enum):
    """What becomes of a cell."""

    TESTED = "tested"
    TOO_SMALL = "too small"
    NOT_TESTED = "not tested"
    WITHOUT_REASON = "without reason"


@dataclass(frozen=True, slots=True, kw_only=True)
class GridBlock:
    """All cells of one set of attributes; ``possible == tested + too_small + not_tested``.

    Attributes:
        titles: Of the attributes, as printed.
        without_reason: Of those not tested, the cells that nobody gave a reason for yet.
        no_cue: Of those not tested, the cells with a level that no cue can signal.
    """

    attributes: tuple[str, ...]
    titles: tuple[str, ...]
    possible: int
    tested: int
    too_small: int
    not_tested: int
    without_reason: int
    no_cue: int

    @property
    def order(self) -> int:
        """How many attributes its cells cross."""
        return len(self.attributes)

    @property
    def words(self) -> str:
        """Its counts in one line."""
        parts = [f"{self.tested:,} of {self.possible:,} tested"]
        named = ((self.too_small, "too small"), (self.without_reason, "without a reason yet"), (self.no_cue, "no cue"))
        parts += [f"{number:,} {name}" for number, name in named if number]
        return ", ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """One cell.

    Attributes:
        choice: The auditor's decision that holds for it, or None.
        words: Its state with the reason, in words.
    """

    levels: Mapping[str, str]
    state: CellState
    choice: CellChoice | None
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GridView:
    """The grid of a design.

    Attributes:
        orders: Every order, up to the number of attributes.
        highest_order: Cells of higher orders are counted, not listed, and need no decision.
        blocks: Of the orders up to the highest, in the order of the attributes.
        n_variants: Variants of every file, without original, controls and placebos.
        n_required: Files that the test of a variant needs; None when that cannot be said.
        problems: What cannot be done as the design says, a sentence each.
        covering: What a covering design can and cannot show; empty without one.
        words: Counts by order and how cells are counted, a sentence each.
    """

    orders: tuple[OrderCount, ...]
    highest_order: int
    blocks: tuple[GridBlock, ...]
    n_variants: int
    n_required: int | None
    problems: tuple[str, ...]
    covering: tuple[str, ...]
    words: tuple[str, ...]
