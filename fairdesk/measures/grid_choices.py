"""Which decision holds for a cell of the grid, and how many cells each decision holds for (design.CellChoice).

Decisions are kept by the set of attributes that they are about. Counting never lists cells: levels that no decision
names are counted together.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from fairdesk.domain.design import CellChoice

EVERY = "*"
"""Stands for every level of an attribute in a decision about cells."""

NO_CHOICE = -1
MOST_CLASSES = 2_000_000
"""Combinations of named levels of one set of attributes up to which decisions are counted."""

Levels = tuple[str, ...]


class TooManyNamed(ValueError):
    """The decisions about one set of attributes name more levels than can be counted."""


@dataclass(frozen=True, slots=True)
class CellLine:
    """What a decision says about single levels, in the order of the attributes; EVERY where it names none."""

    levels: Levels
    choice: CellChoice

    @property
    def n_named(self) -> int:
        """How many levels it names: the more, the stronger it is."""
        return sum(level != EVERY for level in self.levels)


@dataclass(slots=True)
class ChoicesOfSet:
    """All decisions about the cells of one set of attributes.

    Attributes:
        names: The attributes, in the order of the grid.
        lines: From the weakest to the strongest.
    """

    names: tuple[str, ...]
    lines: tuple[CellLine, ...]
    _by_pattern: list[tuple[int, dict[tuple[int, ...], dict[Levels, int]]]] = field(init=False)

    def __post_init__(self) -> None:
        by_strength: dict[int, dict[tuple[int, ...], dict[Levels, int]]] = {}
        for place, line in enumerate(self.lines):
            named = tuple(index for index, level in enumerate(line.levels) if level != EVERY)
            key = tuple(line.levels[index] for index in named)
            by_strength.setdefault(len(named), {}).setdefault(named, {})[key] = place
        self._by_pattern = sorted(by_strength.items(), reverse=True)

    def place_of(self, levels: Levels) -> int:
        """Index in ``lines`` of the decision that holds for a cell; ``NO_CHOICE`` for none."""
        for _, patterns in self._by_pattern:
            found = max(
                known.get(tuple(levels[index] for index in named), NO_CHOICE) for named, known in patterns.items()
            )
            if found != NO_CHOICE:
                return found
        return NO_CHOICE

    def of(self, levels: Levels) -> CellChoice | None:
        """The decision that holds for a cell, or None."""
        place = self.place_of(levels)
        return None if place == NO_CHOICE else self.lines[place].choice

    def n_chosen(self, usable: Mapping[str, Levels]) -> int:
        """At most this many cells are chosen for a test; decisions that overlap are counted more than once."""
        return sum(
            math.prod(
                len(usable[name]) if level == EVERY else 1 for name, level in zip(self.names, line.levels, strict=True)
            )
            for line in self.lines
            if line.choice.is_tested
        )

    def chosen(self, usable: Mapping[str, Levels]) -> Iterator[Levels]:
        """The cells that are chosen for a test; levels that are not usable are left out.

        Args:
            usable: Attribute to the levels that can be tested.
        """
        is_alone = len(self.lines) == 1
        for place, line in enumerate(self.lines):
            if not line.choice.is_tested:
                continue
            wanted = [
                usable[name] if level == EVERY else tuple(one for one in usable[name] if one == level)
                for name, level in zip(self.names, line.levels, strict=True)
            ]
            for levels in itertools.product(*wanted):
                if is_alone or self.place_of(levels) == place:
                    yield levels

    def counts(self, usable: Mapping[str, Levels], done: Sequence[Levels]) -> npt.NDArray[np.int64]:
        """How many cells of usable levels each decision holds for.

        Args:
            usable: Attribute to its levels that are counted.
            done: Cells that are left out of every count, each once.

        Returns:
            One number per line, in the order of ``lines``, and last the cells that no decision is about.

        Raises:
            TooManyNamed: counting would take too much memory.
        """
        named = [dict.fromkeys(line.levels[index] for line in self.lines) for index in range(len(self.names))]
        classes = [
            {level: place for place, level in enumerate(level for level in one if level != EVERY)} for one in named
        ]
        if math.prod(len(one) + 1 for one in classes) > MOST_CLASSES:
            raise TooManyNamed
        winner = np.full([len(one) + 1 for one in classes], NO_CHOICE, dtype=np.int32)
        for place, line in enumerate(self.lines):
            winner[
                tuple(slice(None) if level == EVERY else classes[i][level] for i, level in enumerate(line.levels))
            ] = place
        weight = np.ones(1)
        for name, one in zip(self.names, classes, strict=True):
            known = [float(level in usable[name]) for level in one]
            weight = np.multiply.outer(weight, np.array([*known, len(usable[name]) - sum(known)]))
        n_lines = len(self.lines)
        found = np.bincount(winner.ravel() % (n_lines + 1), weights=weight.ravel(), minlength=n_lines + 1)
        for levels in done:
            place = winner[tuple(one.get(level, len(one)) for one, level in zip(classes, levels, strict=True))]
            found[place % (n_lines + 1)] -= 1
        return np.rint(found).astype(np.int64)


def choices_by_set(
    choices: Sequence[CellChoice], levels: Mapping[str, Levels]
) -> tuple[dict[frozenset[str], ChoicesOfSet], tuple[str, ...]]:
    """Decisions by the attributes that they are about, and a sentence for each one that fits no attribute or level.

    Args:
        choices: As the auditor made them; among equally strong ones the later wins.
        levels: Attribute to all its levels, in the order of the grid.
    """
    problems: list[str] = []
    lines: dict[frozenset[str], list[CellLine]] = {}
    for number, choice in enumerate(choices, start=1):
        problem = _problem(choice, levels)
        if problem:
            problems.append(f"Decision {number} about cells is left out: {problem}")
            continue
        names = [name for name in levels if name in choice.levels]
        lines.setdefault(frozenset(names), []).append(
            CellLine(levels=tuple(choice.levels[name] for name in names), choice=choice)
        )
    return {
        key: ChoicesOfSet(
            names=tuple(name for name in levels if name in key),
            lines=tuple(sorted(found, key=lambda line: line.n_named)),
        )
        for key, found in lines.items()
    }, tuple(problems)


def _problem(choice: CellChoice, levels: Mapping[str, Levels]) -> str:
    if not choice.levels:
        return "it names no attribute. Say which attributes it crosses."
    for name, level in choice.levels.items():
        if name not in levels:
            return f"there is no attribute {name!r:.60}. Remove the decision, or add the attribute."
        if level != EVERY and level not in levels[name]:
            return f"the attribute {name!r:.60} has no level {level!r:.60}. Remove the decision, or add the level."
    return ""
