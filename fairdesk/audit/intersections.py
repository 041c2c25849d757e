"""The grid of a design as the page Plan shows it and as the plan keeps it: what is tested, what is not, and why.

Nothing here reads the store; the window asks again as the auditor types.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from fairdesk.audit.grid_rows import CellState, GridBlock, GridCell, GridView
from fairdesk.domain.coverage_words import (
    FEWEST_FILES,
    REFERENCE_WORDS,
    OrderCount,
    cell_words,
    order_name,
    order_words,
)
from fairdesk.domain.design import CellChoice, Design
from fairdesk.domain.errors import PlanError
from fairdesk.domain.plan import NotTested
from fairdesk.domain.plan_words import REASON_CODES
from fairdesk.domain.questions import QuantityKind
from fairdesk.measures.grid import Grid, covering_of, grid_of

MOST_BLOCKS = 5_000
"""Sets of attributes that are shown as blocks; those of an order beyond it are counted."""

NOT_SEARCHED = "not searched"

HALF = 0.5
"""Share of the changed files on one side where there is no direction to be found."""


def grid_view(design: Design, n_files: int) -> GridView:
    """The grid of a design with counts by order and by block.

    Args:
        n_files: Files that every variant is asked about.
    """
    grid, problems = usable_grid(design)
    needed = required_files(design, len(grid.tested))
    is_enough = n_files >= enough_files(needed)
    orders = tuple(_order(grid, order, is_enough) for order in range(1, len(grid.levels) + 1))
    listed = orders[: grid.highest_order]
    return GridView(
        orders=orders,
        highest_order=grid.highest_order,
        blocks=tuple(_blocks(grid, is_enough)),
        n_variants=len(grid.tested),
        n_required=needed,
        problems=(*problems, *grid.problems),
        covering=() if problems else covering_of(design),
        words=(*map(order_words, listed), *_beyond(grid, orders), *([REFERENCE_WORDS] if len(orders) > 1 else [])),
    )


def block_cells(
    design: Design, n_files: int, attributes: Sequence[str], first: int = 0, count: int = 5_000
) -> tuple[GridCell, ...]:
    """The cells of one set of attributes, the last attribute changing first.

    Args:
        attributes: Ids; unknown ones are left out.
        first, count: Which of them, from 0.
    """
    grid, _ = usable_grid(design)
    is_enough = n_files >= enough_files(required_files(design, len(grid.tested)))
    names = [name for name in grid.levels if name in attributes]
    if not names:
        return ()
    done = set(grid.done(names))
    return tuple(
        _tested(grid, cell, is_enough) if tuple(cell.values()) in done else _not_tested(grid, cell)
        for cell in itertools.islice(grid.cells(names), first, first + count)
    )


def usable_grid(design: Design) -> tuple[Grid, tuple[str, ...]]:
    """The grid of a design; of one that chooses more than can be built a grid without tests, and the sentence why."""
    grid = grid_of(design)
    try:
        found = grid.tested
    except PlanError as problem:
        return Grid(design, tested=()), (str(problem),)
    return grid, () if found else ("No combination is chosen for a test yet.",)


def required_files(design: Design, n_variants: int) -> int | None:
    """Files that the test of one variant needs to find the effect that the design assumes (methods.md M34).

    Args:
        n_variants: They share the level of their family.

    Returns:
        None when the design names no effect to be found; the largest number that is looked for where none is enough.
    """
    from fairdesk.measures.planned_power import shift_sample_size
    from fairdesk.measures.power import MOST_FILES, sign_test_sample_size

    assumed, alpha = design.assumptions, design.alpha / max(1, n_variants)
    if not design.questions:
        return None
    try:
        if design.questions[0].kind is QuantityKind.DISCRETE:
            size = sign_test_sample_size(assumed.discordance, assumed.share_one_way, assumed.power, alpha)
            if size is not None:
                return size.n_stays_above
            return MOST_FILES if assumed.share_one_way > HALF else None
        if assumed.smallest_effect is None:
            return None
        return shift_sample_size(assumed.smallest_effect, assumed.sd_points, assumed.power, alpha) or MOST_FILES
    except ValueError:  # an assumption that is still being typed
        return None


def enough_files(n_required: int | None) -> int:
    """Files below which a cell is too small to conclude from."""
    return max(FEWEST_FILES, n_required or 0)


def _order(grid: Grid, order: int, is_enough: bool) -> OrderCount:
    found = grid.count_order(order)
    return OrderCount(
        order=order,
        possible=found.possible,
        tested=found.tested if is_enough else 0,
        too_small=0 if is_enough else found.tested,
        not_tested=found.not_tested,
        without_reason=found.without_reason if order <= grid.highest_order else 0,
        crossed=found.crossed,
        crossed_possible=found.crossed_possible,
    )


def _blocks(grid: Grid, is_enough: bool) -> Iterator[GridBlock]:
    sets = itertools.chain.from_iterable(grid.sets(order) for order in range(1, grid.highest_order + 1))
    for names in itertools.islice(sets, MOST_BLOCKS):
        found = grid.count(names)
        yield GridBlock(
            attributes=names,
            titles=tuple(grid.titles[name] for name in names),
            possible=found.possible,
            tested=found.tested if is_enough else 0,
            too_small=0 if is_enough else found.tested,
            not_tested=found.not_tested,
            without_reason=found.without_reason,
            no_cue=found.no_cue,
        )


def _tested(grid: Grid, cell: dict[str, str], is_enough: bool) -> GridCell:
    words = "tested" if is_enough else "planned, but with too few files to conclude"
    state = CellState.TESTED if is_enough else CellState.TOO_SMALL
    return GridCell(levels=cell, state=state, choice=grid.choice(cell), words=words)


def _not_tested(grid: Grid, cell: dict[str, str]) -> GridCell:
    choice = grid.choice(cell)
    if grid.has_reason(cell):
        state, words = CellState.NOT_TESTED, f"not tested: {_reason(grid, cell, choice)}"
    else:
        state, words = CellState.WITHOUT_REASON, "not tested, without a reason yet"
    return GridCell(levels=cell, state=state, choice=choice, words=words)


def _reason(grid: Grid, cell: Mapping[str, str], choice: CellChoice | None) -> str:
    if choice is not None and not choice.is_tested and choice.reason_code:
        return REASON_CODES.get(choice.reason_code, choice.reason_code)
    unsaid = [name for name, level in cell.items() if level not in grid.usable[name]]
    if unsaid:
        return f"no cue signals {' or '.join(grid.titles[name] for name in unsaid)}"
    return "seen only together with other cues, in the covering design"


def _beyond(grid: Grid, orders: Sequence[OrderCount]) -> Iterator[str]:
    beyond = orders[grid.highest_order :]
    if beyond:
        counts = "; ".join(
            f"{one.tested + one.too_small:,} of {one.possible:,} {order_name(one.order)}" for one in beyond
        )
        yield f"Counted, not listed: {counts}."


def not_tested_blocks(design: Design) -> tuple[NotTested, ...]:
    """What the plan says of the cells that no variant stands for, of every order up to the highest that is listed.

    With the tested cells the counts add up to all possible ones in each of these orders. Cells that the auditor
    decided about come with the decision; of the others those that no cue can signal, those that a covering design
    sees only together with other cues, and last those that nobody gave a reason for. A cell with too few files is a
    tested one.
    """
    grid, _ = usable_grid(design)
    return tuple(itertools.chain.from_iterable(_untested(grid, order) for order in range(1, grid.highest_order + 1)))


def _untested(grid: Grid, order: int) -> Iterator[NotTested]:
    found = grid.count_order(order)
    decided = usable_decided = 0
    for names in grid.decided_sets(order):
        for choice, number, usable in grid.counts_by_choice(names):
            if number and choice.reason_code and not choice.is_tested:
                decided, usable_decided = decided + number, usable_decided + usable
                yield _decided(grid, names, choice, number)
    no_cue = found.no_cue - (decided - usable_decided)
    if no_cue:
        yield _by_rule(grid, order, no_cue, ("no_cue_list", f"No cue of this design signals {_unsaid(grid)}."))
    rest = found.not_tested - decided - no_cue
    if rest and design_covers(grid):
        words = "The covering design shows them, if at all, only together with other cues."
        yield _by_rule(grid, order, rest, ("time_or_cost", words))
    elif rest:
        yield _by_rule(grid, order, rest, ("", "No reason was given."))


def design_covers(grid: Grid) -> bool:
    """Whether a covering design is run in place of chosen cells."""
    return bool(grid.design.covering_strength)


def _decided(grid: Grid, names: Sequence[str], choice: CellChoice, number: int) -> NotTested:
    levels = {grid.titles[name]: choice.levels[name] for name in names}
    named = cell_words({title: "every level" if level == "*" else level for title, level in levels.items()})
    scope = " x ".join(levels) if set(choice.levels.values()) == {"*"} else named
    return NotTested(
        scope=scope,
        count=number,
        stakes=choice.stakes,
        stakes_reason=choice.stakes_reason,
        prior=choice.prior or NOT_SEARCHED,
        reason_code=choice.reason_code,
        reason_text=choice.reason_text,
        order=len(names),
        planned=choice.planned_for,
        decided_by=choice.decided_by,
        decided_on=choice.decided_on,
    )


def _by_rule(grid: Grid, order: int, number: int, reason: tuple[str, str]) -> NotTested:
    code, words = reason
    about = f" with {_unsaid(grid)}" if code == "no_cue_list" else ""
    return NotTested(
        scope=f"{order_name(order)}{about}: all others",
        count=number,
        stakes=0,
        stakes_reason="",
        prior=NOT_SEARCHED,
        reason_code=code,
        reason_text=words,
        order=order,
    )


def _unsaid(grid: Grid) -> str:
    """Attributes without a cue, and levels without words, in a row."""
    names = [grid.titles[name] for name, levels in grid.usable.items() if not levels]
    names += [
        f"{grid.titles[name]}: {level}"
        for name, usable in grid.usable.items()
        if usable
        for level in grid.levels[name]
        if level not in usable
    ]
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)
