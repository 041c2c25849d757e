"""Tests that are declared together: which they are does not depend on how they are looked up, nor does it take long."""

from __future__ import annotations

import itertools
import time

import pytest

from fairdesk.audit.plan_families import families
from fairdesk.audit.projects import starting_details
from fairdesk.domain.cases import VariantKind, VariantRole, interactions, single_cues, three_cue_versions
from fairdesk.domain.design import Design
from fairdesk.domain.plan import FamilyKind
from fairdesk.domain.results import result_id
from fairdesk.evaluations.admissions import QUESTIONS


def crossed_kinds(n_levels: int, n_attributes: int = 2) -> tuple[VariantKind, ...]:
    """Every level of some attributes alone, and all of them together, behind the original."""
    levels = [(None, *(f"{name}{number}" for number in range(n_levels))) for name in "abc"[:n_attributes]]
    cells = [
        {name: level for name, level in zip("abc", cell, strict=False) if level} for cell in itertools.product(*levels)
    ]
    roles = (VariantRole.ORIGINAL, VariantRole.CUE, VariantRole.INTERSECTION, VariantRole.INTERSECTION)
    return tuple(
        VariantKind(label="+".join(cell.values()) or "original", role=roles[len(cell)], attributes=cell, description="")
        for cell in cells
    )


def test_interactions_are_those_that_are_found_one_by_one() -> None:
    """All at once or kind by kind: the same intersections are identified, and none whose parts are not all there."""
    every = crossed_kinds(2, n_attributes=3)
    for lacking in (None, *every):
        kinds = tuple(kind for kind in every if kind is not lacking)
        one_by_one = {kind.label: single_cues(kinds, kind) or three_cue_versions(kinds, kind) for kind in kinds}
        assert interactions(kinds) == {label: labels for label, labels in one_by_one.items() if labels}
    assert len(interactions(every)) == 12 + 8


def test_what_compares_systems_stands_in_one_family_only() -> None:
    """The changes of cues are confirmatory for the primary question; every other change is exploratory."""
    systems, kinds = starting_details().systems, crossed_kinds(2)
    found = families(systems, QUESTIONS, kinds, "rating", Design())
    pair = f"{systems[0].label}->{systems[1].label}"
    of_pair = {one.kind: set(one.members) for one in found if one.family_id.startswith(f"{pair}/")}
    names = [kind.label for kind in kinds[1:]]
    judged = {result_id(pair, "rating", name, "change") for name in names}
    every = {result_id(pair, question.question_id, name, "change") for question in QUESTIONS for name in names}
    assert of_pair == {FamilyKind.CONFIRMATORY: judged, FamilyKind.EXPLORATORY: every - judged}


@pytest.mark.slow
def test_many_variants_take_time_that_grows_with_their_number() -> None:
    """A project is shown with its changes since the plan, for which the families are declared again each time."""
    systems = starting_details().systems
    times = []
    for n_levels in (20, 60):
        kinds = crossed_kinds(n_levels)
        tries = []
        for _ in range(3):
            begun = time.process_time()
            assert len(families(systems, QUESTIONS, kinds, "rating", Design())) > 2
            tries.append(time.process_time() - begun)
        times.append(min(tries))
    # Eight times the variants: eight times the time where it grows with them, seventy times where with their square.
    assert times[1] < 25 * times[0] + 0.2
