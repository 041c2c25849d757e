"""Targets that a plan holds its results against, besides consistency: decided, or not tested with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from fairdesk.audit.row_maker import RowMaker
from fairdesk.audit.sentences import SENTENCES
from fairdesk.domain.cases import TESTED_ROLES, VariantKind
from fairdesk.domain.lock_words import TARGET_OUTSIDE
from fairdesk.domain.plan import Plan
from fairdesk.domain.plan_words import DISPARITIES, DISPARITY_RELATIVE, target_words, undecided_because
from fairdesk.domain.questions import Question, Target
from fairdesk.domain.results import NotMeasured, ResultRow, Verdict, result_id
from fairdesk.measures.disparity import disparity_points, disparity_relative

TARGET = "target"
"""Measure of the row of a target that nothing decides."""

UNITS = {True: "relative percent of the higher rate", False: "percentage points"}


def target_of(plan: Plan, measure: str, question: Question, kind: VariantKind) -> Target | None:
    """The target of a measure that is about a variant: its own before the one about all; the first of several."""
    if kind.role not in TESTED_ROLES:
        return None
    asked = [one for one in plan.targets if (one.measure, one.question_id) == (measure, question.question_id)]
    own = [target for target in asked if target.is_about(kind.attributes)]
    return next(iter(own or [target for target in asked if not target.cell]), None)


def with_target(plan: Plan, row: ResultRow, target: Target) -> ResultRow:
    """A row that decides a target; the note says first where the locked plan did not hold it so."""
    note = f"{TARGET_OUTSIDE} {row.note}" if target.target_id in plan.exploratory_targets else row.note
    return replace(row, note=note, target_id=target.target_id)


def disparity_rows(maker: RowMaker) -> Iterator[ResultRow]:
    """Selection rates of the variant and of the original against the targets that the plan sets for them (M08, M10)."""
    plan, pair = maker.table.plan, maker.pair
    for measure in DISPARITIES:
        target = target_of(plan, measure, maker.question, maker.kind)
        if target is None or target.selected_from is None or undecided_because(target, plan.questions):
            continue
        sides = (pair.base >= target.selected_from, pair.variant >= target.selected_from)
        is_relative = measure == DISPARITY_RELATIVE
        found = (disparity_relative if is_relative else disparity_points)(*sides, target.threshold, pair.missing)
        note = (
            f"Selected is a file from {target.selected_from:g} on. The target at most {target.threshold:.2f} means "
            f"{UNITS[is_relative]}, as the plan chose; it is an internal choice, and no published study validates it. "
            f"Decided by {found.decided_by}."
        )
        yield with_target(plan, maker.row(measure, found.outcome, verdict=found.verdict, note=note), target)


def untested_rows(plan: Plan, rows: Mapping[str, Sequence[ResultRow]]) -> Iterator[ResultRow]:
    """A row for every target of a design that no result of a system decides: not tested, because ...

    Args:
        rows: System label to its results.
    """
    if plan.design is None:
        return
    for system, own in rows.items():
        decided = {row.target_id for row in own}
        for target in plan.targets:
            if target.target_id not in decided:
                yield _untested(plan, system, target)


def _untested(plan: Plan, system: str, target: Target) -> ResultRow:
    reason = undecided_because(target, plan.questions) or _without_result(plan, target)
    row = ResultRow(
        result_id=result_id(system, target.question_id or "plan", target.target_id, TARGET),
        system=system,
        question_id=target.question_id,
        variant="",
        role="",
        measure=TARGET,
        outcome=NotMeasured(method="M10", reason=reason, missing={}),
        verdict=Verdict.NOT_TESTED,
        counts={},
        sentence=SENTENCES[TARGET],
        note=f"{target_words(target)}: not tested, because {reason}.",
    )
    return with_target(plan, row, target)


def _without_result(plan: Plan, target: Target) -> str:
    """Why a target that could be decided has no result."""
    same = [one for one in plan.targets if (one.measure, one.question_id) == (target.measure, target.question_id)]
    tested = [kind for kind in plan.variants if kind.role in TESTED_ROLES]
    about = [kind for kind in tested if not target.cell or target.is_about(kind.attributes)]
    if not about:
        return f"no variant of the plan is {' and '.join(target.cell)}"
    first = next((one for one in same if one.cell == target.cell), target)
    if first != target:
        return f"the target {first.target_id} is about the same and comes first"
    if not target.cell and all(any(one.is_about(kind.attributes) for one in same) for kind in about):
        return "every variant has a target of its own"
    return "no file has a value on both sides"
