"""The grid of a design as the window shows it and as the plan keeps it."""

from __future__ import annotations

import itertools
import pickle
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings

from fairdesk.audit.grid_rows import CellState
from fairdesk.audit.intersections import block_cells, grid_view, not_tested_blocks
from fairdesk.domain.design import CellChoice, Design
from fairdesk.evaluations.question_sets import questions_in
from tests.unit.measures.grids import design_of, left_out, to_test
from tests.unit.measures.test_grid import LEVELS, designs


@settings(max_examples=80, deadline=None, derandomize=True)
@given(designs())
def test_nothing_is_silently_absent(design: Design) -> None:
    """In every order the counts of the view, its blocks, its cells and the plan's blocks add up to one another."""
    view = grid_view(design, 400)
    untested = not_tested_blocks(design)
    for one in view.orders:
        assert one.possible == one.tested + one.too_small + one.not_tested
        if one.order > view.highest_order:
            continue
        blocks = [block for block in view.blocks if block.order == one.order]
        cells = [cell for block in blocks for cell in block_cells(design, 400, block.attributes)]
        assert sum(block.possible for block in blocks) == one.possible == len(cells)
        by_state = {state: sum(cell.state is state for cell in cells) for state in CellState}
        assert by_state[CellState.TESTED] == one.tested
        assert by_state[CellState.TOO_SMALL] == one.too_small
        assert by_state[CellState.WITHOUT_REASON] == one.without_reason
        assert by_state[CellState.NOT_TESTED] + one.without_reason == one.not_tested
        assert sum(block.count for block in untested if block.order == one.order) == one.not_tested
        assert sum(b.count for b in untested if b.order == one.order and not b.reason_code) == one.without_reason


def test_few_files_make_every_tested_cell_too_small() -> None:
    """Below the files that a test needs, nothing counts as tested, and the words say how much is too small."""
    design = replace(design_of(LEVELS, to_test({"gender": "*", "origin": "*"})), questions=questions_in("en"))
    needed = grid_view(design, 400).n_required
    assert needed is not None
    assert needed > 400
    small, large = grid_view(design, needed - 1), grid_view(design, needed)
    assert (small.orders[1].tested, small.orders[1].too_small) == (0, large.orders[1].tested)
    assert "too small to conclude" in small.words[1]
    assert small.orders[1].not_tested == large.orders[1].not_tested


def test_a_decision_comes_with_its_cells() -> None:
    """What the auditor decided about a block stands in the plan's block: reason, stakes, evidence, date and who."""
    choice = CellChoice(
        levels={"gender": "*", "age": "25+"},
        is_tested=False,
        stakes=4,
        stakes_reason="Few places for mature students.",
        prior="none found",
        reason_code="too_few_cases",
        reason_text="Only three files of mature applicants exist.",
        decided_by="A. Auditor",
        decided_on="2026-11-30",
        planned_for="2027-03",
    )
    found = not_tested_blocks(design_of(LEVELS, (*to_test({"gender": "female"}), choice)))
    block = next(block for block in found if block.reason_code == "too_few_cases")
    assert (block.scope, block.count, block.order) == ("gender: every level x age: 25+", 2, 2)
    assert (block.stakes, block.prior, block.planned, block.decided_by, block.decided_on) == (
        4,
        "none found",
        "2027-03",
        "A. Auditor",
        "2026-11-30",
    )


def test_a_ground_without_a_cue_is_named_with_the_reason() -> None:
    """Attributes and levels that no cue can signal make a block of their own, which names them."""
    found = not_tested_blocks(design_of(LEVELS, to_test({"gender": "*", "origin": "*"}), without_cue=["age"]))
    block = next(block for block in found if block.order == 2 and block.reason_code == "no_cue_list")
    assert block.count == 2 * (2 + 3)
    assert "signals age" in block.reason_text


def test_a_covering_design_says_what_it_cannot_show() -> None:
    """Cells that only a covering row holds are not tested, have that reason, and the sentences say what follows."""
    design = replace(design_of(LEVELS), covering_strength=2)
    view = grid_view(design, 10_000)
    assert view.covering[0].startswith("Covering design: 6 rows of the 12")
    assert all(order.without_reason == 0 for order in view.orders)
    assert any("only together with other cues" in block.reason_text for block in not_tested_blocks(design))


def test_a_choice_that_is_too_large_is_a_sentence_and_not_an_error() -> None:
    """While somebody types, a block of millions is said to be too many, and the counts still add up."""
    levels = {name: tuple(f"{name}{number}" for number in range(30)) for name in "abcdef"}
    view = grid_view(design_of(levels, to_test(dict.fromkeys(levels, "*"))), 400)
    assert any("729,000,000" in problem for problem in view.problems)
    assert view.n_variants == 0
    assert all(one.possible == one.not_tested for one in view.orders)


def test_an_empty_design_has_an_empty_grid() -> None:
    """A design without attributes has no orders, no blocks and one sentence that nothing is chosen."""
    view = grid_view(Design(), 0)
    assert (view.orders, view.blocks) == ((), ())
    assert view.problems == ("No combination is chosen for a test yet.",)
    assert block_cells(Design(), 0, ("gender",)) == ()


def test_the_view_can_be_sent_to_another_process() -> None:
    """View and cells are plain values, so that a worker can make them."""
    design = design_of(LEVELS, (*to_test({"gender": "*"}), *left_out({"age": "*"})))
    for value in (grid_view(design, 400), block_cells(design, 400, ("gender", "age"))):
        assert pickle.loads(pickle.dumps(value)) == value


@pytest.mark.slow
def test_a_grid_of_thousands_is_counted_as_the_auditor_types() -> None:
    """A chosen block of 4,096 cells and an unchosen grid of half a billion are both counted within a moment."""
    chosen = {name: tuple(f"{name}{number}" for number in range(4)) for name in "abcdef"}
    large = {f"a{place}": tuple(map(str, range(50))) for place in range(25)}
    for design in (design_of(chosen, to_test(dict.fromkeys(chosen, "*"))), design_of(large, to_test({"a0": "*"}))):
        grid_view(design, 400)
        spent = []
        for _ in itertools.repeat(None, 3):
            before = time.process_time()
            grid_view(design, 400)
            spent.append(time.process_time() - before)
        assert min(spent) < 0.2
