"""Covering designs: few rows in which every combination of the levels of any two (or three) attributes stands.

The smallest of what is known to be small: rows of a linear code over a prime field (Bush 1952,
10.1214/aoms/1177729387), for attributes of two levels the columns of Kleitman and Spencer (1973,
10.1016/0012-365X(73)90098-8), and rows that are chosen one by one, each to see as many combinations as possible that no
row has seen yet.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

STRENGTHS = (2, 3)

MOST_COMBINATIONS = 4_000_000
"""Combinations of levels that are kept in memory while rows are chosen."""

MOST_ROWS = 5_000
"""Rows of a covering design; each is a variant of every file."""

TRIES_PER_ROW = 12
TRIES_OF_ALL = 6
MOST_WORK = 1_500_000
"""Combinations looked at up to which rows are chosen as often as the two numbers above say; fewer tries beyond it."""

TWO_POWERS = {4: 0b111, 8: 0b1011, 16: 0b10011}
"""Orders of fields of characteristic 2, with a polynomial that has no factors."""

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveringFacts:
    """What a covering design holds.

    Attributes:
        n_rows: Rows; the first one is the original.
        n_full: Rows of the full grid.
        n_parameters: Numbers that a model of single effects has: one for the original, one for every other level.
        is_estimable: Whether the rows tell these apart, if the effects add up.
    """

    n_rows: int
    n_full: int
    strength: int
    n_parameters: int
    is_estimable: bool


@lru_cache(maxsize=64)
def covering_design(sizes: tuple[int, ...], strength: int, seed: int) -> tuple[Row, ...]:
    """Rows of levels in which every combination of the levels of any ``strength`` attributes stands at least once.

    Args:
        sizes: Levels per attribute, each 2 or more.
        strength: 2 or 3. With as many attributes or fewer it is the full grid.
        seed: Of the order in which levels are tried.

    Returns:
        Rows of level numbers from 0; the first is 0 throughout, the others rise. Equal arguments give equal rows.

    Raises:
        ValueError: an attribute has fewer than two levels, the strength is another, or the rows would be too many.

    Example:
        >>> len(covering_design((3, 3, 3, 3), 2, 1)), len(covering_design((2,) * 10, 2, 1))
        (9, 6)
    """
    if strength not in STRENGTHS:
        raise ValueError(f"a covering design has strength 2 or 3, not {strength}")
    if any(size < 2 for size in sizes):
        raise ValueError("an attribute of a covering design has two levels or more")
    if len(sizes) <= strength:
        return tuple(itertools.product(*map(range, sizes)))
    if sum(sizes) ** strength > MOST_COMBINATIONS or _fewest(sizes, strength) > MOST_ROWS:
        raise ValueError("a covering design of these levels has too many combinations or rows to be looked for")
    chooser = _Chooser(sizes, strength)
    found = [rows for rows in (_linear(sizes, strength), _binary(sizes, strength)) if rows]
    draw = random.Random(f"{seed}/{strength}/{sizes}")
    best = min((chooser.without_spare_rows(rows) for rows in found), key=len, default=[])
    for _ in range(chooser.n_tries):
        if best and len(best) == _fewest(sizes, strength):
            break
        best = min((best, chooser.without_spare_rows(chooser.rows(draw))), key=lambda rows: len(rows) or math.inf)
    first = best[0]
    # Names of levels may change places within an attribute: what is covered stays covered.
    swapped = [tuple(_swap(level, zero) for level, zero in zip(row, first, strict=True)) for row in best]
    return tuple(sorted(set(swapped)))


def _swap(level: int, zero: int) -> int:
    return {zero: 0, 0: zero}.get(level, level)


def uncovered(rows: Sequence[Row], sizes: Sequence[int], strength: int) -> int:
    """Combinations of the levels of ``strength`` attributes that stand in no row; counted one by one.

    Example:
        >>> uncovered([(0, 0), (1, 1)], [2, 2], 2)
        2
    """
    return sum(
        math.prod(sizes[place] for place in places) - len({tuple(row[place] for place in places) for row in rows})
        for places in itertools.combinations(range(len(sizes)), strength)
    )


def covering_facts(sizes: Sequence[int], strength: int, rows: Sequence[Row]) -> CoveringFacts:
    """What the rows of a covering design can tell apart.

    Args:
        sizes: Levels per attribute.
        rows: One or more, of level numbers from 0.
    """
    columns = [np.ones(len(rows))]
    table = np.asarray(rows)
    columns += [table[:, place] == level for place, size in enumerate(sizes) for level in range(1, size)]
    rank = int(np.linalg.matrix_rank(np.column_stack(columns).astype(np.float64)))
    return CoveringFacts(
        n_rows=len(rows),
        n_full=math.prod(sizes),
        strength=strength,
        n_parameters=len(columns),
        is_estimable=rank == len(columns),
    )


def covering_sentences(facts: CoveringFacts) -> tuple[str, ...]:
    """What a covering design can and what it cannot show, a sentence each, for the page Plan and the report."""
    together = "two" if facts.strength == 2 else "three"
    single = (
        f"The rows tell the single effects apart ({facts.n_parameters} numbers from {facts.n_rows} rows), if effects "
        "add up and do not change each other; the data cannot check that."
        if facts.is_estimable
        else f"The rows do not tell all single effects apart ({facts.n_parameters} numbers, {facts.n_rows} rows)."
    )
    return (
        f"Covering design: {facts.n_rows:,} rows of the {facts.n_full:,} of the full grid, the original among them. "
        f"Every combination of the levels of any {together} attributes stands in at least one of them.",
        "A strong response to one combination shows as a difference of the rows in which it stands, but these rows "
        "differ in other cues too: the difference cannot be attributed to the combination.",
        single,
        "An interaction is not identified: it needs both single cues, both together and neither, all else equal.",
        f"Combinations of more than {together} attributes are seen by chance only.",
        "A combination that is seen only together with other cues is counted as not tested.",
    )


def _fewest(sizes: Sequence[int], strength: int) -> int:
    """No design has fewer rows: the combinations of the attributes with the most levels stand in rows of their own."""
    return math.prod(sorted(sizes)[-strength:])


def _linear(sizes: Sequence[int], strength: int) -> list[Row]:
    """Values of all polynomials below degree ``strength`` over a field, at its points and at infinity."""
    order = next(q for q in itertools.count(max(sizes)) if q + 1 >= len(sizes) and (q in TWO_POWERS or _is_prime(q)))
    if order**strength > 2 * _fewest(sizes, strength):
        return []
    # Where a level does not exist, any other level of the attribute does as well.
    rows = []
    for coefficients in itertools.product(range(order), repeat=strength):
        values = [_polynomial(coefficients, point, order) for point in range(order)]
        values.append(coefficients[-1])
        rows.append(tuple(value % size for value, size in zip(values, sizes, strict=False)))
    return rows


def _polynomial(coefficients: Sequence[int], point: int, order: int) -> int:
    """Its value at a point, in the field of this order."""
    value = 0
    for coefficient in reversed(coefficients):
        if order in TWO_POWERS:
            value = _product(value, point, order) ^ coefficient
        else:
            value = (value * point + coefficient) % order
    return value


def _product(first: int, second: int, order: int) -> int:
    """Of two elements of a field of characteristic 2, whose bits are coefficients of polynomials.

    Example:
        >>> _product(2, 3, 4)
        1
    """
    found = 0
    while second:
        if second & 1:
            found ^= first
        first, second = first << 1, second >> 1
        if first & order:
            first ^= TWO_POWERS[order]
    return found


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % other for other in range(2, math.isqrt(number) + 1))


def _binary(sizes: Sequence[int], strength: int) -> list[Row]:
    """Two levels, any two attributes: each attribute has ones in another choice of half of the rows but the first."""
    if strength != 2 or max(sizes) != 2:
        return []
    n_rows = next(n for n in itertools.count(4) if math.comb(n - 1, (n + 1) // 2) >= len(sizes))
    columns = itertools.islice(itertools.combinations(range(1, n_rows), (n_rows + 1) // 2), len(sizes))
    ones = [set(column) for column in columns]
    return [tuple(int(row in column) for column in ones) for row in range(n_rows)]


class _Chooser:
    """Chooses rows one by one; what is not seen yet is a table over all levels, once per order of the attributes."""

    def __init__(self, sizes: Sequence[int], strength: int) -> None:
        self._sizes, self._strength = tuple(sizes), strength
        self._starts = [0, *itertools.accumulate(sizes)]
        owner = np.repeat(np.arange(len(sizes)), sizes)
        differs = owner[:, None] != owner[None, :]
        if strength == 3:
            differs = differs[:, :, None] & differs[:, None, :] & differs[None, :, :]
        self._all: npt.NDArray[np.bool_] = differs
        work = len(sizes) * sum(sizes) ** (strength - 1) * max(sizes) ** strength
        share = min(1.0, MOST_WORK / (work * TRIES_PER_ROW * TRIES_OF_ALL))
        self.n_tries = max(1, round(TRIES_OF_ALL * math.sqrt(share)))
        self._n_candidates = max(1, round(TRIES_PER_ROW * math.sqrt(share)))

    def rows(self, draw: random.Random) -> list[Row]:
        """A covering design of its own."""
        unseen = self._all.copy()
        rows: list[Row] = []
        while unseen.any():
            best = max((self._candidate(unseen, draw) for _ in range(self._n_candidates)), key=lambda found: found[0])
            rows.append(best[1])
            self._see(unseen, best[1])
        return rows

    def _see(self, unseen: npt.NDArray[np.bool_], row: Row) -> None:
        places = [start + level for start, level in zip(self._starts, row, strict=False)]
        unseen[np.ix_(*[places] * self._strength)] = False

    def _candidate(self, unseen: npt.NDArray[np.bool_], draw: random.Random) -> tuple[int, Row]:
        """A row around one unseen combination, and how many unseen ones it has (in every order)."""
        levels_unseen = np.flatnonzero(unseen.any(axis=tuple(range(1, self._strength))))
        first = int(levels_unseen[draw.randrange(len(levels_unseen))])
        others = np.argwhere(unseen[first])
        fixed = [first, *(int(place) for place in others[draw.randrange(len(others))])]
        row = dict(self._owner(place) for place in fixed)
        rest = [place for place in range(len(self._sizes)) if place not in row]
        draw.shuffle(rest)
        for attribute in rest:
            start, size = self._starts[attribute], self._sizes[attribute]
            part = unseen[start : start + size]
            gains = part[:, fixed].sum(axis=1) if self._strength == 2 else part[:, fixed][:, :, fixed].sum(axis=(1, 2))
            level = draw.choice(np.flatnonzero(gains == gains.max()).tolist())
            row[attribute] = level
            fixed.append(start + level)
        gained = int(unseen[np.ix_(*[fixed] * self._strength)].sum())
        return gained, tuple(row[place] for place in range(len(self._sizes)))

    def _owner(self, place: int) -> tuple[int, int]:
        attribute = next(index for index, start in enumerate(self._starts[1:]) if place < start)
        return attribute, place - self._starts[attribute]

    def without_spare_rows(self, rows: Sequence[Row]) -> list[Row]:
        """The rows without those whose combinations all stand in others too; tried from the last."""
        counts = np.zeros(self._all.shape, dtype=np.int32)
        index = {
            row: np.ix_(*[[s + level for s, level in zip(self._starts, row, strict=False)]] * self._strength)
            for row in rows
        }
        for row in rows:
            counts[index[row]] += 1
        kept = []
        for row in reversed(rows):
            here = counts[index[row]]
            relevant = self._all[index[row]]
            if (here[relevant] > 1).all():
                counts[index[row]] -= 1
            else:
                kept.append(row)
        return kept[::-1]
