"""Everything that the page Plan shows as somebody types, in one answer: sample sizes, the grid, and how many calls."""

from __future__ import annotations

import math
import pickle
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from fairdesk.domain.design import Attribute, CellChoice, Cue, Design

if TYPE_CHECKING:
    from fairdesk.audit.grid_rows import GridCell, GridView
    from fairdesk.audit.power_rows import DesignPower

MOST_CELLS = 5_000
"""Cells of one block that are listed; larger blocks are decided about as a whole."""


MOST_ROWS = 200
"""Tests of one kind that are listed one by one; the others, which have the same numbers, are one row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanState:
    """What the numbers depend on.

    Attributes:
        n_files: Files that are used.
        n_systems: Every one of them is asked everything.
        n_samples: Answers to every original.
        is_shipped: The design only describes the shipped test, which has controls of its own.
    """

    design: Design
    n_files: int
    n_systems: int
    n_samples: int
    primary_question: str
    is_shipped: bool = False


class _Large(NamedTuple):
    """The parts of a design that can be long: thousands of decisions, lists of names."""

    attributes: tuple[Attribute, ...]
    cues: tuple[Cue, ...]
    choices: tuple[CellChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedState:
    """A state as it goes to the worker.

    Attributes:
        rest: The state without the large parts of its design.
        large: These parts, pickled: most keys change none of them, so that they are written and read once.
    """

    rest: PlanState
    large: bytes


_packed: dict[str, tuple[_Large, bytes]] = {}
_unpacked: dict[str, tuple[bytes, _Large]] = {}


def pack(state: PlanState) -> PackedState:
    """Make a state ready for the worker; quick also with thousands of decisions."""
    design = state.design
    large = _Large(design.attributes, design.cues, design.choices)
    known = _packed.get("last")
    if known is None or known[0] != large:
        known = (large, pickle.dumps(large))
        _packed["last"] = known
    rest = replace(design, attributes=(), cues=(), choices=())
    return PackedState(rest=replace(state, design=rest), large=known[1])


def unpack(packed: PackedState) -> PlanState:
    """The state that was packed; the large parts are the same objects as long as nobody changed them."""
    known = _unpacked.get("last")
    if known is None or known[0] != packed.large:
        # The window packed it; it never comes from a file.
        known = (packed.large, pickle.loads(packed.large))
        _unpacked["last"] = known
    return replace(packed.rest, design=replace(packed.rest.design, **known[1]._asdict()))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanNumbers:
    """The answer.

    Attributes:
        n_variants: Of every file, the original among them.
        n_calls: Of all systems together; at most, where a design's variants are rejected or a file lacks one.
        problem: Why nothing could be computed, a sentence; empty when all could.
    """

    grid: GridView | None
    power: DesignPower | None
    n_variants: int
    n_calls: int
    problem: str = ""


def plan_numbers(state: PlanState) -> PlanNumbers:
    """Compute all of them; a design that cannot be built is an answer too, not a failure."""
    from fairdesk.audit.design_power import design_power
    from fairdesk.audit.intersections import grid_view
    from fairdesk.audit.plan_offers import with_offers
    from fairdesk.domain.errors import PlanError
    from fairdesk.evaluations.admissions import VARIANTS

    # Those on offer are computed too: what a target would need is known before somebody adopts it.
    offering = replace(state.design, targets=with_offers(state.design))
    try:
        n_variants = len(VARIANTS) if state.is_shipped else _n_variants(state.design)
        n_asked = n_variants - 1 + max(1, state.n_samples)
        return PlanNumbers(
            grid=grid_view(state.design, state.n_files),
            power=design_power(offering, state.n_files, state.primary_question, MOST_ROWS),
            n_variants=n_variants,
            n_calls=state.n_files * n_asked * len(state.design.questions) * state.n_systems,
        )
    except PlanError as error:
        return PlanNumbers(grid=None, power=None, n_variants=0, n_calls=0, problem=f"{error.message} {error.advice}")


def numbers_of(packed: PackedState) -> PlanNumbers:
    """See ``plan_numbers``; for the worker."""
    return plan_numbers(unpack(packed))


def cells_of(packed: PackedState, attributes: tuple[str, ...]) -> BlockCells:
    """See ``cells_of_block``; for the worker."""
    return cells_of_block(unpack(packed), attributes)


_counted: dict[str, tuple[Design, int]] = {}
"""The design whose variants were counted last: most keys change nothing of what they depend on."""


def _n_variants(design: Design) -> int:
    """Variants of every file, the original among them."""
    from fairdesk.evaluations.designed_kinds import designed_kinds

    # Questions, targets, assumptions and words of the plan have no part in it.
    part = Design(
        attributes=design.attributes,
        cues=design.cues,
        choices=design.choices,
        highest_order=design.highest_order,
        covering_strength=design.covering_strength,
        controls=design.controls,
        placebos=design.placebos,
        seed=design.seed,
    )
    known = _counted.get("last")
    if known is None or known[0] != part:
        known = (part, len(designed_kinds(part)))
        _counted["last"] = known
    return known[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockCells:
    """The cells of one block of the grid.

    Attributes:
        levels: Of every attribute, in the order of the grid.
        cells: The first ``MOST_CELLS`` of ``n_all``.
    """

    attributes: tuple[str, ...]
    titles: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    cells: tuple[GridCell, ...]
    n_all: int


def cells_of_block(state: PlanState, attributes: tuple[str, ...]) -> BlockCells:
    """The cells of one block with their states.

    Args:
        attributes: Ids, in the order of the grid; unknown ones are left out.
    """
    from fairdesk.audit.intersections import block_cells

    found = {one.attribute_id: one for one in reversed(state.design.attributes) if one.levels}
    known = tuple(name for name in attributes if name in found)
    levels = tuple(tuple(dict.fromkeys(found[name].levels)) for name in known)
    return BlockCells(
        attributes=known,
        titles=tuple(found[name].title or name for name in known),
        levels=levels,
        cells=block_cells(state.design, state.n_files, known, 0, MOST_CELLS),
        n_all=math.prod(map(len, levels)) if known else 0,
    )


def warm_up() -> None:
    """Load what the numbers are computed with and compute some once, so that the first key press waits for nothing."""
    from fairdesk.audit.plan_offers import shipped_design

    plan_numbers(PlanState(design=shipped_design(), n_files=400, n_systems=2, n_samples=2, primary_question="rating"))
