"""Three cues together: computed where all eight versions are planned, by the same arithmetic as by hand."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.plan import fix_plan, load_plan
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.cases import VariantKind, VariantRole, three_cue_versions
from fairdesk.domain.design import Attribute, CellChoice
from fairdesk.domain.evidence import sides_of
from fairdesk.domain.plan import FamilyKind
from fairdesk.domain.results import Estimate
from tests.unit.audit.designed_project import (
    GENDER,
    ORIGIN,
    designed_project,
    names_cue,
    school_cue,
    small_design,
    words,
)

NAMES = ("gender", "origin", "age")
SIX = ("female", "abroad", "old", "female+abroad", "female+old", "abroad+old")


def kinds(*cells: tuple[str, ...]) -> tuple[VariantKind, ...]:
    """Variants of some cells of three attributes a, b and c."""
    return tuple(
        VariantKind(
            label="+".join(cell),
            role=VariantRole.CUE if len(cell) == 1 else VariantRole.INTERSECTION,
            attributes=dict.fromkeys(cell, "1"),
            description="",
        )
        for cell in cells
    )


def test_the_six_versions_below_are_found_in_order_or_not_at_all() -> None:
    """Single cues first, then the pairs; without one of them the effect of three is not identified."""
    cells = [some for size in (1, 2, 3) for some in itertools.combinations("abc", size)]
    every = kinds(*reversed(cells))
    assert three_cue_versions(every, every[0]) == ("a", "b", "c", "a+b", "a+c", "b+c")
    assert three_cue_versions(every, every[1]) == ()
    for lacking in every[1:]:
        rest = tuple(kind for kind in every if kind is not lacking)
        assert three_cue_versions(rest, every[0]) == ()


@pytest.mark.slow
def test_a_design_with_all_eight_versions_has_the_effect_of_three_cues(tmp_path: Path) -> None:
    """The row stands in the family of intersections, rests on eight answers and equals the sum by hand."""
    ages = school_cue(
        cue_id="ages",
        attribute_id="age",
        title="Ages",
        place_holder="age",
        lists=(words("young", ("19", "20", "21")), words("old", ("51", "52", "53"))),
    )
    design = small_design(
        attributes=(GENDER, ORIGIN, Attribute(attribute_id="age", title="Age", levels=("young", "old"))),
        cues=(names_cue(), school_cue(), ages),
        choices=tuple(
            CellChoice(levels=dict.fromkeys(some, "*"), is_tested=True)
            for size in (1, 2, 3)
            for some in itertools.combinations(NAMES, size)
        ),
        placebos=False,
    )
    spec, project = designed_project(
        tmp_path, design, [f"File {number}. {{name}}, {{age}}, of {{school}}." for number in range(11)]
    )
    plan_sha256 = fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    _, analysis = analyse_project(spec, project)
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, plan_sha256)
    rows = {(row.system, row.variant, row.measure): row for row in analysis.results}
    row = rows["baseline", "female+abroad+old", "three_way"]
    families = {family.family_id: family for family in plan.families}
    assert row.result_id in families["baseline/intersections"].members
    assert families["baseline/intersections"].kind is FamilyKind.INTERSECTIONS
    sides = [side.variant for side in sides_of(plan, row.variant, row.measure)]
    assert (sides[0], set(sides[1:4]), set(sides[4:7]), sides[7]) == (
        "original",
        set(SIX[:3]),
        set(SIX[3:]),
        row.variant,
    )
    assert isinstance(row.outcome, Estimate)
    if row.outcome.n == 11:
        shift = {label: rows["baseline", label, "mean_shift"].outcome for label in (*SIX, row.variant)}
        values = {label: one.value for label, one in shift.items() if isinstance(one, Estimate)}
        expected = (
            values[row.variant] - sum(values[label] for label in SIX[3:]) + sum(values[label] for label in SIX[:3])
        )
        assert row.outcome.value == pytest.approx(expected)
