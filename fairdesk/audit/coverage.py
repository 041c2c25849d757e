"""What was covered in the end: the combinations that have answers, those that are too small, and those without any."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from fairdesk.audit.intersections import enough_files, required_files, usable_grid
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.cases import TESTED_ROLES
from fairdesk.domain.coverage_words import FEWEST_FILES, NOT_TESTED, TESTED, TOO_SMALL
from fairdesk.domain.design import Design
from fairdesk.domain.plan import Plan
from fairdesk.domain.results import CoverageCell, coverage_scope

LARGEST = 2**53
"""Counts above it are not told: other programs could not read them exactly."""

TOO_FEW = "tested, too few to conclude"
"""State of a cell with fewer than ten files, of a plan without a design (methods.md M12)."""


def coverage_cells(plan: Plan, tables: Mapping[str, SystemTable]) -> tuple[CoverageCell, ...]:
    """The cells that variants signal, with the files behind them, then every block that no test covers."""
    n_cued = sum(kind.role in TESTED_ROLES for kind in plan.variants)
    needed = None if plan.design is None else required_files(plan.design, n_cued)
    cells = []
    for kind in plan.variants:
        if kind.role not in TESTED_ROLES:
            continue
        n_valid = _n_valid(tables, kind.label)
        cells.append(
            CoverageCell(
                scope=coverage_scope(kind.attributes),
                order=len(kind.attributes),
                count=1,
                state=_state(plan.design, n_valid, needed),
                n_valid=n_valid,
                reason="" if n_valid else "No file has a readable answer on both sides.",
                n_required=needed or 0,
            )
        )
    for block in plan.not_tested:
        cells.append(
            CoverageCell(
                scope=block.scope,
                order=block.order,
                count=block.count,
                state=NOT_TESTED,
                reason=block.reason_text,
                stakes=block.stakes,
            )
        )
    return tuple(cells)


def coverage_counts(plan: Plan, tables: Mapping[str, SystemTable]) -> dict[str, int]:
    """Possible and tested combinations of the plan's own attributes, by order (methods.md M12).

    A combination without one file that has a value on both sides, under every configuration, was not tested.
    """
    if plan.design is not None:
        return _of_design(plan, plan.design, tables)
    from fairdesk.measures.intersections import Intersection, coverage

    base = {name: levels[0] for name, levels in plan.attributes.items()}
    cells = {
        tuple(sorted({**base, **kind.attributes}.items())) for kind in plan.variants if _n_valid(tables, kind.label)
    }
    crossed = [Intersection(levels=dict(cell), n_valid=plan.n_cases) for cell in sorted(cells)]
    counts = coverage(plan.attributes, crossed).counts
    return {**counts, "not_tested_outside": sum(block.count for block in plan.not_tested)}


def _of_design(plan: Plan, design: Design, tables: Mapping[str, SystemTable]) -> dict[str, int]:
    """Cells of every order by what was obtained; tested, too small and not tested add up to the total."""
    grid, _ = usable_grid(design)
    sizes: dict[str, Counter[int]] = {TESTED: Counter(), TOO_SMALL: Counter()}
    kinds = [kind for kind in plan.variants if kind.role in TESTED_ROLES]
    needed = required_files(design, len(kinds))
    for kind in kinds:
        state = _state(design, _n_valid(tables, kind.label), needed)
        if state in sizes:
            sizes[state][len(kind.attributes)] += 1
    n_cued = sum(bool(levels) for levels in grid.usable.values())
    # The combination of references is as well tested as the best of what is compared with it.
    of_references = TESTED if sizes[TESTED] else TOO_SMALL if sizes[TOO_SMALL] else NOT_TESTED
    counts: dict[str, int] = {}
    for order in range(1, len(grid.levels) + 1):
        total = grid.n_possible(order)
        if total > LARGEST:
            break
        cells = {state: _cells_of(found, n_cued, order) for state, found in sizes.items()}
        if of_references in cells:
            cells[of_references] += math.comb(n_cued, order)
        names = {"total": total, "tested": cells[TESTED], "too_small": cells[TOO_SMALL]}
        names["not_tested"] = total - cells[TESTED] - cells[TOO_SMALL]
        names["crossed"] = sum(found[order] for found in sizes.values())
        names["crossed_total"] = grid.count_order(order).crossed_possible
        counts |= {f"order{order}_{name}": number for name, number in names.items()}
    listed = range(1, grid.highest_order + 1)
    outside = sum(counts.get(f"order{order}_not_tested", 0) for order in listed)
    return {**counts, "not_tested_outside": outside, "highest_order": grid.highest_order}


def _cells_of(sizes: Counter[int], n_cued: int, order: int) -> int:
    """Cells of an order whose text is that of a variant: its own attributes and any others at the reference."""
    return sum(number * math.comb(n_cued - size, order - size) for size, number in sizes.items() if size <= order)


def _n_valid(tables: Mapping[str, SystemTable], label: str) -> int:
    return min((table.n_valid_pairs(label) for table in tables.values()), default=0)


def _state(design: Design | None, n_valid: int, needed: int | None) -> str:
    if not n_valid:
        return NOT_TESTED
    if design is None:
        return TESTED if n_valid >= FEWEST_FILES else TOO_FEW
    return TESTED if n_valid >= enough_files(needed) else TOO_SMALL
