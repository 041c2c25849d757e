"""Numbers that follow each key: the large parts of a design go to the worker once, and no change of them is missed."""

from __future__ import annotations

import pickle
from dataclasses import replace

from fairdesk.audit.design_power import design_power
from fairdesk.audit.plan_numbers import PlanState, numbers_of, pack, plan_numbers, unpack
from fairdesk.domain.design import Attribute, CellChoice, Cue, CueKind, Design
from fairdesk.evaluations.question_sets import questions_in


def crossed(n: int) -> Design:
    """Two attributes of ``n`` levels each, every combination of them tested."""
    attributes = tuple(
        Attribute(attribute_id=name, title=name, levels=tuple(f"{name}{k}" for k in range(n))) for name in "ab"
    )
    cues = tuple(
        Cue(cue_id=one.attribute_id, attribute_id=one.attribute_id, kind=CueKind.REWRITTEN, title="", language="en")
        for one in attributes
    )
    choices = tuple(CellChoice(levels=levels, is_tested=True) for levels in ({"a": "*"}, {"b": "*"}))
    choices += tuple(
        CellChoice(levels={"a": f"a{i}", "b": f"b{k}"}, is_tested=True) for i in range(1, n) for k in range(1, n)
    )
    return Design(attributes=attributes, cues=cues, choices=choices, questions=questions_in("en"))


def state(design: Design) -> PlanState:
    return PlanState(design=design, n_files=400, n_systems=1, n_samples=1, primary_question="rating")


def through_a_pipe(design: Design) -> PlanState:
    return unpack(pickle.loads(pickle.dumps(pack(state(design)))))


def test_what_was_packed_comes_out_whatever_was_packed_before() -> None:
    """Every part of a design arrives, also when only an attribute, a cue, a choice or a rule is another one."""
    design = crossed(3)
    for changed in (
        design,
        replace(design, alpha=0.01),
        replace(design, choices=design.choices[:-1]),
        replace(design, cues=design.cues[:1]),
        replace(design, attributes=design.attributes[::-1]),
        design,
    ):
        assert through_a_pipe(changed) == state(changed)


def test_decisions_are_pickled_once_while_rules_change() -> None:
    """A key in a rule sends the same bytes again, and the worker gives out the very same decisions."""
    first, second = (pack(state(replace(crossed(3), alpha=alpha))) for alpha in (0.05, 0.01))
    assert first.large is second.large
    assert unpack(first).design.choices is unpack(second).design.choices


def test_a_grid_that_was_kept_is_never_shown_for_another_design() -> None:
    """Numbers after a change are those of a design that nobody asked about before."""
    design = crossed(4)
    fewer = replace(design, choices=design.choices[:3])
    wordless = replace(design, cues=design.cues[:1])
    found = [plan_numbers(state(one)).grid for one in (design, fewer, wordless, design)]
    assert [view.n_variants for view in found if view] == [15, 7, 3, 15]
    assert found[0] == found[3]
    covering = plan_numbers(state(replace(design, covering_strength=2))).grid
    assert covering is not None
    assert covering.covering
    assert found[0] is not None
    assert not found[0].covering


def test_thousands_of_tests_with_the_same_numbers_share_a_row_in_the_window() -> None:
    """The first 200 of a kind stand alone, one row counts the others; nothing is left out of the report's rows."""
    design = crossed(16)
    shown = numbers_of(pack(state(design))).power
    assert shown is not None
    every = design_power(design, 400, "rating")
    n_all = sum(row.kind == "direction" for row in every.rows)
    listed = [row for row in shown.rows if row.kind == "direction"]
    assert (n_all, len(listed)) == (255, 201)
    assert "55 more, each with the same numbers" in listed[-1].what
    assert listed[-1].n_stays == listed[0].n_stays
    assert len({row.row_id for row in shown.rows}) == len(shown.rows)
    assert shown.n_confirmatory == every.n_confirmatory == 255
