"""What a plan can find out, as nouns.

They stand apart from what computes them: the window reads them from its workers, and would else load scipy for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerRow:
    """What the plan can find out about one target or test.

    Attributes:
        row_id: Unique among the rows; stays the same while numbers change.
        kind: ``target``, ``direction``, ``shift``, ``interaction``, ``equivalence`` or ``stimuli``.
        what: What is decided or tested, in words.
        question_id: Empty for a target that no question decides.
        levels: Of the variant, attribute to level; empty for a target about all of them.
        is_offered: A target that nobody adopted yet.
        n_planned: Files that every variant is asked about.
        alpha: Level that the row is computed for.
        smallest: The smallest effect found with the wanted power, or the share nearest to a target that is told apart
            from it; None when the number of files can find none.
        smallest_words: The same with its unit.
        n_first: Files that first reach the wanted power for the effect that was assumed; None where none was
            assumed or no number is enough.
        n_stays: Files from which on the power stays above it.
        chance: Chance to find the assumed effect with the planned files, 0 to 1; None where none was assumed.
        sentence: All of it in plain words.
    """

    row_id: str
    kind: str
    what: str
    question_id: str
    levels: Mapping[str, str]
    is_offered: bool = False
    n_planned: int
    alpha: float
    smallest: float | None = None
    smallest_words: str = ""
    n_first: int | None = None
    n_stays: int | None = None
    chance: float | None = None
    sentence: str

    @property
    def chance_to_miss(self) -> float | None:
        """Chance to overlook the assumed effect; None where none was assumed."""
        return None if self.chance is None else 1 - self.chance


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignPower:
    """Every target and every planned test of a design.

    Attributes:
        rows: Targets first, then the tests of every variant, then interactions, then what holds for all.
        notes: What all numbers rest on, a sentence each.
        n_confirmatory, n_interactions: Tests that share one level in each family (methods.md M32).
    """

    rows: tuple[PowerRow, ...]
    notes: tuple[str, ...]
    n_confirmatory: int
    n_interactions: int
