"""In what a project's design differs from the one that its plan was made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.design import Cue, Design
from fairdesk.domain.plan import Plan

if TYPE_CHECKING:
    from fairdesk.audit.review_states import Decided

PARTS = {
    "title": "another title",
    "language": "another language",
    "attributes": "other attributes or levels",
    "cues": "other cues",
    "position": "another normative position",
    "choices": "other decisions about the grid",
    "highest_order": "another highest order of cells",
    "covering_strength": "another covering design",
    "prioritisation": "another rule of what is tested first",
    "prioritisation_agreed_by": "another person who agreed to what is tested first",
    "questions": "other questions",
    "targets": "other targets",
    "margins": "other margins",
    "assumptions": "other assumptions for sample sizes",
    "alpha": "another level of the tests",
    "stopping_rule": "another stopping rule",
    "stopping_reason": "another reason for the stopping rule",
    "controls": "another choice of matched controls",
    "placebos": "another choice of placebo swaps",
    "seed": "another seed",
    "n_reviewed": "another size of the sample for review",
    "review_seed": "another seed of the sample for review",
}
"""Field of a design to what is said of a plan that was fixed with another one."""


def design_changes(workspace: Workspace, project_id: str, plan: Plan, details: ProjectDetails) -> Iterator[str]:
    """A sentence for each part of the design, and for the review of its variants, that is not as the plan has it."""
    was, now = plan.design, details.design
    if was is None or now is None:
        if was is not now:
            yield (
                "The plan was fixed for the shipped admissions test; now the project has a design of its own."
                if was is None
                else "The plan was fixed for a design of one's own; now the project uses the shipped admissions test."
            )
        return
    yield from _parts(was, now)
    if was == now:
        yield from _reviews(workspace, project_id, plan, details)


def _parts(was: Design, now: Design) -> Iterator[str]:
    for field in fields(Design):
        if field.name == "cues":
            yield from _cues(was.cues, now.cues)
        elif getattr(was, field.name) != getattr(now, field.name):
            yield f"The plan was fixed with {PARTS[field.name]}."


def _cues(was: tuple[Cue, ...], now: tuple[Cue, ...]) -> Iterator[str]:
    before = {cue.cue_id: cue for cue in was}
    for cue in now:
        known = before.pop(cue.cue_id, None)
        if known is None:
            yield f"The cue {cue.title or cue.cue_id} was not in the plan."
        elif known != cue:
            what = "another decision about" if _but_for_decision(known, cue) else "other words or settings of"
            yield f"The plan was fixed with {what} the cue {cue.title or cue.cue_id}."
    for cue in before.values():
        yield f"The plan was fixed with a cue {cue.title or cue.cue_id}."
    if not before and [cue.cue_id for cue in was] != [cue.cue_id for cue in now] and len(was) == len(now):
        yield "The plan was fixed with the cues in another order."


def _but_for_decision(was: Cue, now: Cue) -> bool:
    return all(
        getattr(was, field.name) == getattr(now, field.name) for field in fields(Cue) if field.name != "decision"
    )


def _reviews(workspace: Workspace, project_id: str, plan: Plan, details: ProjectDetails) -> Iterator[str]:
    """What was decided about variants since; a plan of variants that are not built any more says nothing of it."""
    from fairdesk.audit.built_variants import built_of
    from fairdesk.audit.review_states import reviews_now
    from fairdesk.audit.variant_review import summarise

    built = built_of(workspace, project_id, details)
    if built is None or plan.design is None or plan.review is None:
        return
    decided = reviews_now(workspace, project_id).by_row(built)
    is_other = summarise(built, plan.design, decided) != plan.review
    if is_other or _has_other_decisions(workspace, plan, [*decided.values()]):
        yield "Variants were accepted, edited or rejected since the plan was fixed."


def _has_other_decisions(workspace: Workspace, plan: Plan, decided: Sequence[Decided]) -> bool:
    """Whether other variants are rejected, or edited ones have other texts, though they are as many as before."""
    from fairdesk.audit.plan import load_variants
    from fairdesk.audit.review_states import State

    rejected = {(one.review.case_id, one.review.label) for one in decided if one.state is State.REJECTED}
    places = ((place, one.label) for one in plan.omitted if one.reason == "rejected" for place in one.positions())
    if rejected != {(plan.cases[place].case_id, label) for place, label in places}:
        return True
    variants = load_variants(workspace, plan)
    edited = [one.review for one in decided if one.state is State.EDITED]
    try:
        return any(sha256_hex(variants.text(one.case_id, one.label).encode()) != one.text_sha256 for one in edited)
    except KeyError:
        return True  # the plan has no such variant
