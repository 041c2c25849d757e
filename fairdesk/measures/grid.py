"""The grid of all combinations of attribute levels: how many there are, which are tested, which are not and why (M12).

A cell fixes one level of each of some attributes; its order is how many. What a file must show for it are its levels
that differ from the reference, so that ``gender: female`` and ``gender: female, origin: home`` are one text where
``home`` is the reference of ``origin``, and both cells are tested by it. The cell of references alone is the original,
with which every variant is compared: it counts as tested as soon as there is a variant. A cell of three attributes is
no test of its cells of two.

Everything here is block arithmetic: cells that nobody asks for are counted, never listed.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from fairdesk.domain.design import CellChoice, Design
from fairdesk.domain.errors import PlanError
from fairdesk.measures.covering import covering_design, covering_facts, covering_sentences
from fairdesk.measures.grid_choices import EVERY, ChoicesOfSet, Levels, TooManyNamed, choices_by_set
from fairdesk.measures.grid_levels import attribute_problems, usable_levels

MOST_TESTED = 20_000
"""Combinations that one design can test; each is a variant of every file."""

MOST_KEPT = 2
"""Grids that are kept: that of the design at hand, and the one that it is compared with."""

Cell = Mapping[str, str]


def possible_counts(sizes: Sequence[int]) -> tuple[int, ...]:
    """Cells of every order, from 0 to all attributes: the elementary symmetric sums of the level counts (M12).

    Args:
        sizes: Levels per attribute, each 0 or more.

    Example:
        >>> possible_counts([2, 3, 2])
        (1, 7, 16, 12)
    """
    counts = [1]
    for size in sizes:
        counts = [a + size * b for a, b in zip([*counts, 0], [0, *counts], strict=True)]
    return tuple(counts)


def n_possible(design: Design, order: int) -> int:
    """Cells that cross ``order`` attributes of a design, the references among them; 0 above the number of attributes.

    Args:
        order: From 1.
    """
    return grid_of(design).n_possible(order)


def tested_cells(design: Design) -> tuple[Cell, ...]:
    """Every combination that becomes a variant of each file: its levels that differ from the reference.

    Those that the auditor chose, or the rows of a covering design where the design asks for one (covering_strength).
    Single attributes come first, then by number of attributes, in the order of attributes and levels. What no cue can
    signal is left out; ``Grid.problems`` says so.

    Raises:
        PlanError: the choice has more than ``MOST_TESTED`` combinations.
    """
    return grid_of(design).tested


def covering_of(design: Design) -> tuple[str, ...]:
    """What the covering design of a design can and cannot show, a sentence each; none where chosen cells are run."""
    return grid_of(design).covering


def grid_of(design: Design) -> Grid:
    """The grid of a design; the last ones are kept, because most changes of a design touch no part that it rests on."""
    part = Design(
        attributes=design.attributes,
        cues=design.cues,
        choices=design.choices,
        highest_order=design.highest_order,
        covering_strength=design.covering_strength,
        seed=design.seed,
    )
    found = next((grid for grid in _kept if grid.design == part), None) or Grid(part)
    _kept[:] = [found, *(grid for grid in _kept if grid is not found)][:MOST_KEPT]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class CellCount:
    """Cells of one order or of one set of attributes: ``possible == tested + not_tested``.

    Attributes:
        crossed: Of the tested, those in which every level differs from the reference; of ``crossed_possible``.
        without_reason: Of those not tested, the cells that nobody gave a reason for yet.
        no_cue: Of those not tested, the cells with a level that no cue of the design can signal.
    """

    possible: int
    tested: int
    crossed_possible: int
    crossed: int
    without_reason: int
    no_cue: int

    @property
    def not_tested(self) -> int:
        """Cells that no variant stands for."""
        return self.possible - self.tested


class Grid:
    """The grid of one design; a part that was asked for once is kept.

    Attributes:
        levels: Attribute to its levels, the reference first; an attribute without levels has no part in it.
        titles: Attribute to what it is called in print.
        usable: Attribute to its levels that a cue can signal; no level where the attribute has no cue that signals the
            reference and another one.
    """

    def __init__(self, design: Design, tested: tuple[Cell, ...] | None = None) -> None:
        self.design = design
        self._given = tested
        named = {one.attribute_id: one for one in reversed(design.attributes)}
        order = dict.fromkeys(one.attribute_id for one in design.attributes)
        self.levels: dict[str, Levels] = {
            name: levels for name in order if (levels := tuple(dict.fromkeys(named[name].levels)))
        }
        self.titles = {name: named[name].title or name for name in self.levels}
        self.usable = {name: usable_levels(named[name], design.cues) for name in self.levels}
        self._counted: dict[tuple[str, ...], tuple[tuple[CellChoice, int, int], ...]] = {}
        self._counts: dict[tuple[str, ...] | int, CellCount] = {}
        self._choices, self._misfits = choices_by_set(design.choices, self.levels)

    def n_possible(self, order: int) -> int:
        """Cells that cross ``order`` attributes."""
        return self._possible[order] if 0 <= order < len(self._possible) else 0

    @cached_property
    def _possible(self) -> tuple[int, ...]:
        return possible_counts([len(levels) for levels in self.levels.values()])

    @cached_property
    def highest_order(self) -> int:
        """Cells of more attributes than this are counted, not listed."""
        asked = max((len(key) for key, found in self._choices.items() if _tests(found)), default=0)
        return min(max(self.design.highest_order, asked, 1), len(self.levels))

    @cached_property
    def tested(self) -> tuple[Cell, ...]:
        """See ``tested_cells``."""
        if self._given is not None:
            return self._given
        keys = {key for key in (self._covering_rows() if self.design.covering_strength else self._chosen()) if key}
        names = list(self.levels)
        return tuple(
            {names[place]: self.levels[names[place]][rank] for place, rank in key}
            for key in sorted(sorted(keys), key=len)
        )

    def _marks(self, names: Sequence[str]) -> list[dict[str, tuple[int, int] | None]]:
        """For each attribute: level to its numbers in the grid, None for the reference."""
        place = {name: index for index, name in enumerate(self.levels)}
        return [
            {level: (place[name], rank) if rank else None for rank, level in enumerate(self.levels[name])}
            for name in names
        ]

    def _chosen(self) -> Iterator[tuple[tuple[int, int], ...]]:
        wanted = [found for key, found in self._choices.items() if all(self.usable[name] for name in key)]
        number = sum(found.n_chosen(self.usable) for found in wanted)
        if number > MOST_TESTED:
            raise PlanError(
                f"The choice has {number:,} combinations; FairDesk builds up to {MOST_TESTED:,}, each as a variant of "
                "every file.",
                "Choose fewer levels or attributes, or a covering design, which sees every pair with few variants.",
            )
        for found in wanted:
            marks = self._marks(found.names)
            for levels in found.chosen(self.usable):
                yield tuple(mark for one, level in zip(marks, levels, strict=True) if (mark := one[level]))

    def _covering_rows(self) -> Iterator[tuple[tuple[int, int], ...]]:
        names = [name for name, levels in self.usable.items() if levels]
        sizes = tuple(len(self.usable[name]) for name in names)
        if len(sizes) < self.design.covering_strength:
            return
        try:
            rows = covering_design(sizes, self.design.covering_strength, self.design.seed)
        except ValueError as problem:
            raise PlanError(
                f"The covering design cannot be made: {problem}.",
                "Take fewer levels, a strength of 2, or choose combinations by themselves.",
            ) from problem
        marks = self._marks(names)
        levels = [self.usable[name] for name in names]
        for row in rows:
            yield tuple(mark for one, its, rank in zip(marks, levels, row, strict=True) if (mark := one[its[rank]]))

    def _shown(self, names: Sequence[str], levels: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """What differs from the reference."""
        return tuple((name, level) for name, level in zip(names, levels, strict=True) if level != self.levels[name][0])

    @cached_property
    def _tested_by_set(self) -> dict[frozenset[str], list[Cell]]:
        found: dict[frozenset[str], list[Cell]] = {}
        for cell in self.tested:
            found.setdefault(frozenset(cell), []).append(cell)
        return found

    @cached_property
    def _tested_keys(self) -> frozenset[frozenset[tuple[str, str]]]:
        return frozenset(frozenset(cell.items()) for cell in self.tested)

    def is_tested(self, cell: Cell) -> bool:
        """Whether a variant stands for a cell, that is named with all its levels."""
        if not self._tested_keys or any(level not in self.usable[name] for name, level in cell.items()):
            return False
        shown = frozenset(self._shown(tuple(cell), tuple(cell.values())))
        return not shown or shown in self._tested_keys

    def choice(self, cell: Cell) -> CellChoice | None:
        """The auditor's decision about a cell, or None."""
        found = self._choices.get(frozenset(cell))
        return None if found is None else found.of(tuple(cell[name] for name in found.names))

    def has_reason(self, cell: Cell) -> bool:
        """Whether there is a reason why a cell is not tested: the auditor's, or that no cue can signal it."""
        if any(level not in self.usable[name] for name, level in cell.items()) or self.design.covering_strength:
            return True
        choice = self.choice(cell)
        return choice is not None and not choice.is_tested and bool(choice.reason_code)

    def sets(self, order: int) -> Iterator[tuple[str, ...]]:
        """Every set of ``order`` attributes."""
        return itertools.combinations(self.levels, order)

    def cells(self, names: Sequence[str]) -> Iterator[dict[str, str]]:
        """Every cell of a set of attributes, the last attribute changing first."""
        for levels in itertools.product(*(self.levels[name] for name in names)):
            yield dict(zip(names, levels, strict=True))

    @cached_property
    def covering(self) -> tuple[str, ...]:
        """See ``covering_of``."""
        if not self.design.covering_strength or not self.tested:
            return ()
        names = [name for name, levels in self.usable.items() if levels]
        rows = [
            tuple(self.usable[name].index(cell.get(name, self.levels[name][0])) for name in names)
            for cell in ({}, *self.tested)
        ]
        sizes = [len(self.usable[name]) for name in names]
        return covering_sentences(covering_facts(sizes, self.design.covering_strength, rows))

    def count(self, names: Sequence[str]) -> CellCount:
        """The cells of one set of attributes."""
        if (key := tuple(names)) not in self._counts:
            self._counts[key] = self._count(key)
        return self._counts[key]

    def _count(self, names: tuple[str, ...]) -> CellCount:
        usable = math.prod(len(self.usable[name]) for name in names)
        possible = math.prod(len(self.levels[name]) for name in names)
        tested = 0
        if usable and self.tested:
            tested = 1 + sum(
                len(self._tested_by_set.get(frozenset(some), ()))
                for size in range(1, len(names) + 1)
                for some in itertools.combinations(names, size)
            )
        return CellCount(
            possible=possible,
            tested=tested,
            crossed_possible=math.prod(len(self.levels[name]) - 1 for name in names),
            crossed=len(self._tested_by_set.get(frozenset(names), ())),
            without_reason=0 if self.design.covering_strength else usable - tested - self._reasoned(frozenset(names)),
            no_cue=possible - usable,
        )

    def count_order(self, order: int) -> CellCount:
        """The cells of one order, from 1 to the number of attributes; nothing is listed for it."""
        if order not in self._counts:
            self._counts[order] = self._count_order(order)
        return self._counts[order]

    def _count_order(self, order: int) -> CellCount:
        cued = [len(levels) for levels in self.usable.values() if levels]
        usable = possible_counts(cued)[order] if order <= len(cued) else 0
        by_size = Counter(len(cell) for cell in self.tested)
        tested = 0
        if usable and self.tested:
            tested = math.comb(len(cued), order) + sum(
                number * math.comb(len(cued) - size, order - size) for size, number in by_size.items() if size <= order
            )
        reasoned = sum(self._reasoned(key) for key in self._choices if len(key) == order)
        return CellCount(
            possible=self.n_possible(order),
            tested=tested,
            crossed_possible=possible_counts([len(levels) - 1 for levels in self.levels.values()])[order],
            crossed=by_size[order],
            without_reason=0 if self.design.covering_strength else usable - tested - reasoned,
            no_cue=self.n_possible(order) - usable,
        )

    def decided_sets(self, order: int) -> Iterator[tuple[str, ...]]:
        """Sets of ``order`` attributes that the auditor decided something about, in the order of the grid."""
        place = {name: index for index, name in enumerate(self.levels)}
        names = (found.names for key, found in self._choices.items() if len(key) == order)
        yield from sorted(names, key=lambda some: [place[name] for name in some])

    def counts_by_choice(self, names: Sequence[str]) -> tuple[tuple[CellChoice, int, int], ...]:
        """The decisions about one set of attributes, with the untested cells that each of them holds for.

        Returns:
            Decision, its untested cells, and how many of them a cue could signal.
        """
        found = self._choices.get(frozenset(names))
        if found is None:
            return ()
        if found.names not in self._counted:
            self._counted[found.names] = self._count_choices(found)
        return self._counted[found.names]

    def _count_choices(self, found: ChoicesOfSet) -> tuple[tuple[CellChoice, int, int], ...]:
        try:
            every = found.counts(self.levels, self.done(found.names))
            usable = found.counts(self.usable, self.done(found.names))
        except TooManyNamed:
            return ()
        return tuple((line.choice, int(a), int(b)) for line, a, b in zip(found.lines, every, usable, strict=False))

    def _reasoned(self, key: frozenset[str]) -> int:
        """Cells of a set that could be tested and are not, for a reason that somebody gave."""
        decided = self._choices.get(key)
        if decided is None or not any(line.choice.reason_code and not line.choice.is_tested for line in decided.lines):
            return 0
        found = self.counts_by_choice(decided.names)
        return sum(usable for choice, _, usable in found if choice.reason_code and not choice.is_tested)

    def done(self, names: Sequence[str]) -> list[Levels]:
        """The tested cells of a set of attributes, each as its levels in the order of ``names``."""
        if not self.tested or not all(self.usable[name] for name in names):
            return []
        base = {name: self.levels[name][0] for name in names}
        subsets = itertools.chain.from_iterable(
            itertools.combinations(names, size) for size in range(1, len(names) + 1)
        )
        cells = itertools.chain.from_iterable(self._tested_by_set.get(frozenset(some), ()) for some in subsets)
        return [tuple(base.values()), *(tuple({**base, **cell}.values()) for cell in cells)]

    @cached_property
    def problems(self) -> tuple[str, ...]:
        """What in the grid cannot be done as the design says, a sentence each, with what to do."""
        return (*attribute_problems(self.design.attributes), *self._misfits, *self._cue_problems())

    def _cue_problems(self) -> Iterator[str]:
        """A choice that no cue can carry out is said, once per attribute or level."""
        if self.design.covering_strength:
            if sum(bool(levels) for levels in self.usable.values()) < self.design.covering_strength:
                yield (
                    f"A covering design of strength {self.design.covering_strength} needs as many attributes with a "
                    "cue. Add cues, or choose cells by themselves."
                )
            return
        asked = [line for found in self._choices.values() for line in found.lines if line.choice.is_tested]
        without = dict.fromkeys(name for line in asked for name in line.choice.levels if not self.usable[name])
        for name in without:
            yield (
                f"Cells with the attribute {self.titles[name]:.60} are chosen for a test, but no cue signals it. Add a "
                "cue for it, or choose them as not tested."
            )
        unsaid = dict.fromkeys(
            (name, level)
            for line in asked
            for name, level in line.choice.levels.items()
            if self.usable[name] and level != EVERY and level not in self.usable[name]
        )
        for name, level in unsaid:
            yield (
                f"Cells with {self.titles[name]:.60}: {level:.60} are chosen for a test, but no cue has words for that "
                "level. Add words, or choose them as not tested."
            )


def _tests(found: ChoicesOfSet) -> bool:
    return any(line.choice.is_tested for line in found.lines)


_kept: list[Grid] = []
