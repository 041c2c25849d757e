"""The grid of combinations against counting by brute force."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.design import CellChoice, CueKind, Design
from fairdesk.domain.errors import PlanError
from fairdesk.measures.grid import Grid, n_possible, possible_counts
from fairdesk.measures.grid import tested_cells as cells_tested
from tests.unit.measures.grids import cue_of, design_of, left_out, to_test

LEVELS = {"gender": ("male", "female"), "origin": ("home", "intl", "refugee"), "age": ("<25", "25+")}


def test_the_example_of_the_methods() -> None:
    """Levels of 2, 3 and 2 have 7 single cells, 16 of two attributes and 12 of three (M12-P2)."""
    design = design_of(LEVELS)
    assert [n_possible(design, order) for order in (1, 2, 3, 4)] == [7, 16, 12, 0]


def test_what_is_tested_differs_from_the_reference_and_singles_come_first() -> None:
    """A block of two attributes makes every variant but the original, the single ones first, in the grid's order."""
    design = design_of(LEVELS, to_test({"gender": "*", "origin": "*"}))
    assert cells_tested(design) == (
        {"gender": "female"},
        {"origin": "intl"},
        {"origin": "refugee"},
        {"gender": "female", "origin": "intl"},
        {"gender": "female", "origin": "refugee"},
    )


def test_a_decision_about_a_cell_wins_over_one_about_its_block() -> None:
    """The choice that names more levels wins, whichever comes first; of equal ones the later."""
    block, cell = to_test({"gender": "*", "origin": "*"}), left_out({"gender": "female", "origin": "intl"})
    for choices in ((*block, *cell), (*cell, *block)):
        assert {"gender": "female", "origin": "intl"} not in cells_tested(design_of(LEVELS, choices))
    again = (*cell, *to_test({"gender": "female", "origin": "intl"}))
    assert {"gender": "female", "origin": "intl"} in cells_tested(design_of(LEVELS, again))
    assert cells_tested(design_of(LEVELS, again[::-1])) == ()


def test_an_attribute_without_a_cue_is_a_ground_that_cannot_be_tested() -> None:
    """Its cells are possible, not tested and have that reason; a choice to test one is a problem in words."""
    design = design_of(LEVELS, to_test({"gender": "female"}, {"gender": "female", "age": "25+"}), without_cue=["age"])
    grid = Grid(design)
    assert grid.tested == ({"gender": "female"},)
    assert grid.count(("age",)).no_cue == 2
    assert grid.count(("age",)).without_reason == 0
    assert [problem for problem in grid.problems if "no cue signals it" in problem]


def test_a_level_without_words_cannot_be_tested() -> None:
    """A cue with words for two of three levels leaves the third one out, and says so when it is chosen."""
    design = design_of(LEVELS, to_test({"origin": "*"}, {"origin": "refugee"}))
    cues = tuple(
        cue_of(one, ("home", "intl")) if one.attribute_id == "origin" else cue_of(one) for one in design.attributes
    )
    grid = Grid(replace(design, cues=cues))
    assert grid.tested == ({"origin": "intl"},)
    assert grid.count(("origin",)).no_cue == 1
    assert any("no cue has words for that level" in problem for problem in grid.problems)


def test_gendered_words_signal_two_levels() -> None:
    """The rules of a language have words for male and female; a third level of the attribute has none."""
    design = design_of({"gender": ("male", "female", "neutral")}, to_test({"gender": "*"}))
    cue = replace(design.cues[0], kind=CueKind.GENDERED_WORDS, lists=())
    assert cells_tested(replace(design, cues=(cue,))) == ({"gender": "female"},)


def test_decisions_that_fit_nothing_are_left_out_and_said() -> None:
    """A decision about an unknown attribute or level, or about nothing, changes no count and is named."""
    wrong = to_test({"height": "tall"}, {"gender": "third"}, {})
    grid = Grid(design_of(LEVELS, wrong))
    assert grid.tested == ()
    assert len([problem for problem in grid.problems if "left out" in problem]) == 3


def test_broken_attributes_are_said_and_the_grid_still_adds_up() -> None:
    """A level that stands twice counts once, an attribute with one level or none varies nothing; each is a sentence."""
    design = design_of({"a": ("x", "x", "y"), "b": ("z",), "c": ()}, to_test({"a": "*"}))
    grid = Grid(design)
    assert [grid.count_order(order).possible for order in (1, 2)] == [3, 2]
    assert len(grid.problems) == 3


def test_too_many_variants_are_refused_with_advice() -> None:
    """A block of more combinations than can be built is refused before it is listed."""
    levels = {name: tuple(f"{name}{number}" for number in range(30)) for name in "abcdef"}
    with pytest.raises(PlanError, match="729,000,000") as problem:
        cells_tested(design_of(levels, to_test(dict.fromkeys(levels, "*"))))
    assert "covering design" in problem.value.advice


def test_a_grid_nobody_could_list_is_counted() -> None:
    """Thirty attributes of fifty levels are counted exactly in every order."""
    levels = {f"a{place}": tuple(map(str, range(50))) for place in range(30)}
    design = design_of(levels, to_test({"a0": "1", "a1": "2"}))
    grid = Grid(design)
    found = grid.count_order(15)
    assert found.possible == 155117520 * 50**15
    assert found.tested == 155117520 + 37442160
    assert grid.count_order(30).possible == 50**30


def test_a_covering_design_makes_its_rows_the_variants() -> None:
    """With a strength of two every pair of levels stands in a row, and untested cells have the design as reason."""
    design = replace(design_of(LEVELS, to_test({"gender": "female"})), covering_strength=2)
    rows = cells_tested(design)
    base = {name: levels[0] for name, levels in LEVELS.items()}
    full = [base, *({**base, **row} for row in rows)]
    for a, b in itertools.combinations(LEVELS, 2):
        assert {(row[a], row[b]) for row in full} == set(itertools.product(LEVELS[a], LEVELS[b]))
    assert all(Grid(design).count_order(order).without_reason == 0 for order in (1, 2, 3))


def test_a_covering_design_with_too_few_cues_is_a_problem_in_words() -> None:
    """One attribute with a cue has no pairs to cover: nothing is tested, and a sentence says what is missing."""
    design = replace(design_of(LEVELS, without_cue=["age", "origin"]), covering_strength=2)
    assert cells_tested(design) == ()
    assert any("needs as many attributes" in problem for problem in Grid(design).problems)


@st.composite
def designs(draw: st.DrawFn) -> Design:
    """Up to five attributes of one to four levels, some without a cue or without words, with decisions of all kinds."""
    names = "abcde"[: draw(st.integers(1, 5))]
    levels = {name: tuple(f"{name}{place}" for place in range(draw(st.integers(1, 4)))) for name in names}
    choices = []
    for _ in range(draw(st.integers(0, 6))):
        some = draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
        cell = {name: draw(st.sampled_from((*levels[name], "*", "*"))) for name in some}
        is_tested = draw(st.booleans())
        code = "" if is_tested else draw(st.sampled_from(["", "legal_bar"]))
        choices.append(CellChoice(levels=cell, is_tested=is_tested, reason_code=code))
    design = design_of(levels, choices)
    cues = [
        cue_of(one, draw(st.sampled_from([one.levels, one.levels, one.levels[:2]])))
        for one in design.attributes
        if draw(st.integers(0, 4))
    ]
    return replace(design, cues=tuple(cues), covering_strength=draw(st.sampled_from([0, 0, 0, 2])))


def winner(design: Design, cell: Mapping[str, str]) -> CellChoice | None:
    """The decision that holds, by trying every one (domain/design.py)."""
    fitting = [
        (sum(level != "*" for level in choice.levels.values()), place, choice)
        for place, choice in enumerate(design.choices)
        if set(choice.levels) == set(cell) and all(level in ("*", cell[name]) for name, level in choice.levels.items())
    ]
    return max(fitting, key=lambda found: found[:2])[2] if fitting else None


def signalled(design: Design, name: str) -> set[str]:
    """Levels with words, of a cue that has words for the reference and for another level."""
    levels = next(one.levels for one in design.attributes if one.attribute_id == name)
    said = {words.level for cue in design.cues if cue.attribute_id == name for words in cue.lists}
    return said & set(levels) if len(said) > 1 else set()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(designs())
def test_counts_are_those_of_brute_force(design: Design) -> None:
    """Possible, tested, reasonless and cueless cells of every order and set are those that are listed one by one."""
    grid = Grid(design)
    levels = {one.attribute_id: one.levels for one in design.attributes}
    every = [
        dict(zip(names, cell, strict=True))
        for order in range(1, len(levels) + 1)
        for names in itertools.combinations(levels, order)
        for cell in itertools.product(*(levels[name] for name in names))
    ]
    said = {name: signalled(design, name) for name in levels}
    can = [all(level in said[name] for name, level in cell.items()) for cell in every]
    if not design.covering_strength:
        wanted = {
            frozenset((name, level) for name, level in cell.items() if level != levels[name][0])
            for cell, possible in zip(every, can, strict=True)
            if possible and (found := winner(design, cell)) is not None and found.is_tested
        } - {frozenset()}
        assert {frozenset(cell.items()) for cell in cells_tested(design)} == wanted
    variants = {frozenset(cell.items()) for cell in cells_tested(design)}
    expected: dict[tuple[str, ...], list[int]] = {}
    for cell, possible in zip(every, can, strict=True):
        shown = frozenset((name, level) for name, level in cell.items() if level != levels[name][0])
        done = bool(variants) and possible and (not shown or shown in variants)
        choice = winner(design, cell)
        given_reason = choice is not None and not choice.is_tested and choice.reason_code != ""
        reasonless = possible and not done and not given_reason and not design.covering_strength
        numbers = expected.setdefault(tuple(cell), [0, 0, 0, 0])
        for place, counts in enumerate((True, done, reasonless, not possible)):
            numbers[place] += counts
        assert grid.is_tested(cell) == done
        assert grid.has_reason(cell) == (not reasonless) or done
        assert grid.choice(cell) == choice
    for names, numbers in expected.items():
        count = grid.count(names)
        assert [count.possible, count.tested, count.without_reason, count.no_cue] == numbers
    for order in range(1, len(levels) + 1):
        sums = [sum(numbers[place] for names, numbers in expected.items() if len(names) == order) for place in range(4)]
        count = grid.count_order(order)
        assert [count.possible, count.tested, count.without_reason, count.no_cue] == sums
        assert count.tested + count.not_tested == count.possible == n_possible(design, order)
        assert count.crossed == sum(len(cell) == order for cell in variants)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 6), max_size=7))
def test_possible_cells_are_the_products_counted_one_by_one(sizes: list[int]) -> None:
    """Elementary symmetric sums are the numbers of cells that a full product lists."""
    for order, found in enumerate(possible_counts(sizes)):
        listed = sum(
            sum(1 for _ in itertools.product(*(range(size) for size in some)))
            for some in itertools.combinations(sizes, order)
        )
        assert found == listed


def test_decisions_of_one_set_are_counted_without_listing() -> None:
    """Every untested cell of a set is counted with the decision that holds for it."""
    levels = {name: tuple(f"{name}{place}" for place in range(40)) for name in "abcd"}
    choices = (
        *left_out({"a": "*", "b": "*", "c": "*", "d": "*"}),
        *left_out({"a": "a1", "b": "*", "c": "*", "d": "*"}, code="legal_bar"),
        *to_test({"a": "a1", "b": "b1", "c": "c1", "d": "d1"}),
    )
    grid = Grid(design_of(levels, choices))
    found = [number for _, number, _ in grid.counts_by_choice(("a", "b", "c", "d"))]
    assert found == [39 * 40**3 - 1, 40**3 - 1, 0]
    assert grid.count(tuple("abcd")).without_reason == 0
