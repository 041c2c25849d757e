"""Covering designs against counting by hand and against sizes that are known to be the smallest."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.measures.covering import covering_design, covering_facts, covering_sentences, uncovered

SMALLEST = [
    ((3,) * 4, 2, 9, 9),
    ((4,) * 5, 2, 16, 16),
    ((5,) * 6, 2, 25, 25),
    ((2,) * 3, 2, 4, 4),
    ((2,) * 4, 2, 5, 5),
    ((2,) * 10, 2, 6, 6),
    ((2,) * 15, 2, 7, 7),
    ((2,) * 35, 2, 8, 8),
    ((2,) * 4, 3, 8, 8),
    ((2,) * 5, 3, 10, 12),
    ((3,) * 4, 3, 27, 27),
    ((3,) * 13, 2, 15, 20),
    ((2,) * 11, 3, 12, 20),
    ((4, 3, 3, 2, 2), 2, 12, 13),
]
"""Levels, strength, smallest number of rows known (Colbourn's tables of covering arrays), most rows here."""


@pytest.mark.parametrize(("sizes", "strength", "known", "most"), SMALLEST)
def test_the_number_of_rows_is_near_the_smallest_known(
    sizes: tuple[int, ...], strength: int, known: int, most: int
) -> None:
    """No design has fewer rows than is possible, and those that are given stay near that number."""
    rows = covering_design(sizes, strength, 1)
    assert uncovered(rows, sizes, strength) == 0
    assert known <= len(rows) <= most


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.integers(2, 5), min_size=2, max_size=6).map(tuple), st.sampled_from([2, 3]), st.integers(0, 2**31))
def test_every_combination_stands_in_a_row(sizes: tuple[int, ...], strength: int, seed: int) -> None:
    """Every combination of any two or three attributes stands in a row, as counted with the full product."""
    rows = covering_design(sizes, strength, seed)
    wanted = min(strength, len(sizes))
    for places in itertools.combinations(range(len(sizes)), wanted):
        seen = {tuple(row[place] for place in places) for row in rows}
        assert seen == set(itertools.product(*(range(sizes[place]) for place in places)))
    assert rows[0] == (0,) * len(sizes)
    assert len(set(rows)) == len(rows) <= math.prod(sizes)
    assert all(0 <= level < size for row in rows for level, size in zip(row, sizes, strict=True))


def test_a_design_without_one_of_its_rows_misses_something() -> None:
    """No row is spare: without any one of them a combination stands nowhere."""
    sizes = (4, 3, 3, 2, 2)
    rows = covering_design(sizes, 2, 7)
    for place in range(len(rows)):
        assert uncovered(rows[:place] + rows[place + 1 :], sizes, 2) > 0


def test_the_same_seed_gives_the_same_rows_in_another_process() -> None:
    """Rows depend on levels, strength and seed alone, not on the process or the order of its sets."""
    code = "from fairdesk.measures.covering import covering_design as d; print(d((4, 3, 3, 2, 2, 5), 2, 11))"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {f"{covering_design((4, 3, 3, 2, 2, 5), 2, 11)}\n"}


def test_few_rows_do_not_tell_single_effects_apart() -> None:
    """Ten attributes in six rows have more single effects than rows, and the sentence says so."""
    sizes = (2,) * 10
    facts = covering_facts(sizes, 2, covering_design(sizes, 2, 1))
    assert (facts.n_rows, facts.n_full, facts.n_parameters, facts.is_estimable) == (6, 1024, 11, False)
    assert any("do not tell all single effects apart (11 numbers, 6 rows)" in one for one in covering_sentences(facts))


def test_a_table_of_nine_rows_tells_single_effects_apart() -> None:
    """Four attributes of three levels in nine rows have nine numbers, and the nine rows are enough for them."""
    sizes = (3,) * 4
    facts = covering_facts(sizes, 2, covering_design(sizes, 2, 1))
    assert (facts.n_rows, facts.n_parameters, facts.is_estimable) == (9, 9, True)
    assert any("if effects add up" in one for one in covering_sentences(facts))


@pytest.mark.parametrize(("sizes", "strength"), [((2, 1), 2), ((2, 2), 4), ((400,) * 30, 3), ((90, 90, 2), 2)])
def test_what_cannot_be_covered_is_refused(sizes: tuple[int, ...], strength: int) -> None:
    """One level, another strength and more levels than memory has room for are refused before any work."""
    with pytest.raises(ValueError, match="covering design"):
        covering_design(sizes, strength, 1)
