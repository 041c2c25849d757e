"""A project with a design of its own, made as an auditor makes it: from German letters to a plan that can be locked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from fairdesk.audit.case_library import case_counts
from fairdesk.audit.cue_lists import starting_design
from fairdesk.audit.intersections import grid_view
from fairdesk.audit.projects import save_details, show_project
from fairdesk.audit.variant_review import Decision, record_review, sample_to_review
from fairdesk.audit.variants import build_variants, variants_of_case
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.design import (
    CellChoice,
    Cue,
    CueDecision,
    CueVerdict,
    Design,
    Margin,
    Notion,
    PlannedTarget,
    Position,
    View,
    WordList,
)
from fairdesk.domain.questions import Target

LETTERS = Path(__file__).parents[1] / "gui" / "german_letters"
"""Twelve letters in German, written for FairDesk."""

AUDITOR = "A. Auditor"

NAMES_FROM_ABROAD = ("محمد", "يوسف", "王伟", "李娜", "Oğuz", "Bartłomiej")
"""Family names in other scripts, too: a report prints them as they are."""


def letters() -> list[str]:
    """The paths of the letters, in order."""
    return [str(path) for path in sorted(LETTERS.glob("*.txt"))]


def design_project(spec: WorkspaceSpec, project: str, *, n_reviewed: int = 20) -> Design:
    """Give a project with imported letters a design, build its variants and look at the random sample."""
    n_files = case_counts(spec, project).n_used
    design = audited_design(starting_design(spec, "de"), n_files, n_reviewed)
    save_details(spec, project, replace(show_project(spec, project).details, design=design))
    build_variants(spec, project, lambda words: None)
    review_sample(spec, project)
    return design


def audited_design(start: Design, n_files: int, n_reviewed: int) -> Design:
    """What an auditor adds to a starting design: decisions, position, a target, a margin, reasons."""
    design = replace(
        start,
        cues=tuple(_decided(cue) for cue in start.cues),
        position=_position(),
        targets=(_target(start),),
        margins=(
            Margin(
                question_id=start.questions[0].question_id,
                points=0.25,
                reason="A quarter of a point moves no file past another in the committee's list.",
            ),
        ),
        prioritisation="Grounds with a reviewed list in German first, then their crossing",
        prioritisation_agreed_by="student union and equal opportunities office, 2026-11-23",
        assumptions=replace(
            start.assumptions,
            smallest_effect=0.25,
            smallest_effect_reason="A quarter of a point moves no file past another.",
        ),
        n_reviewed=n_reviewed,
    )
    return replace(design, choices=(*design.choices, *reasons(design, n_files)))


def _decided(cue: Cue) -> Cue:
    verdict = CueVerdict.DISPUTED if cue.cue_id == "schools" else CueVerdict.NOT_LEGITIMATE
    reason = (
        "The committee reads the place of a school as a sign of the examination taken there; the office does not."
        if verdict is CueVerdict.DISPUTED
        else "Neither a name nor a pronoun says anything about academic work."
    )
    decision = CueDecision(
        verdict=verdict,
        reason=reason,
        decided_by="B. Klein, head of admissions",
        decided_on="2026-11-20",
        requirement="Admission rules 2026, section 4",
    )
    lists = cue.lists
    if cue.cue_id == "surnames":
        lists = tuple(_from_abroad(one) if one.level == "international" else one for one in lists)
    return replace(cue, decision=decision, lists=lists)


def _from_abroad(one: WordList) -> WordList:
    return replace(one, words=(*one.words, *NAMES_FROM_ABROAD))


def _position() -> Position:
    return Position(
        view=View.ADVERSE_ONLY,
        reason="The university wants to know about disadvantages of the listed groups.",
        approver="C. Weber, equal opportunities officer",
        approved_on="2026-11-22",
        listed_groups="women; applicants with a family name or a school from abroad",
        overshoot_points=0.25,
        notions=(
            Notion(notion="Counterfactual consistency", is_used=True, reason="One file, one rating."),
            Notion(notion="Equal rates of admission", is_used=False, reason="The letters are no random sample."),
        ),
    )


def _target(design: Design) -> PlannedTarget:
    return PlannedTarget(
        target=Target(
            target_id="t-consistency",
            measure="consistency",
            question_id=design.questions[0].question_id,
            threshold=0.9,
            direction="at_least",
            justification="More than one letter in ten would be more than the appeal office can look at again.",
        ),
        is_adopted=True,
        assumed_truth=0.8,
        adopted_by=AUDITOR,
        adopted_on="2026-11-24",
    )


def reasons(design: Design, n_files: int) -> Iterator[CellChoice]:
    """A reason for every block of the grid that has none yet."""
    for block in grid_view(design, n_files).blocks:
        if block.without_reason and block.order <= design.highest_order:
            yield CellChoice(
                levels=dict.fromkeys(block.attributes, "*"),
                is_tested=False,
                stakes=3,
                stakes_reason="Admission decides about access to studies.",
                prior="none found, searched 2026-11",
                reason_code="no_cue_list",
                reason_text="No list of these words in German was reviewed by the office.",
                decided_by=AUDITOR,
                decided_on="2026-11-24",
                planned_for="2027-03",
            )


def review_sample(spec: WorkspaceSpec, project: str) -> None:
    """Look at every variant of the sample: most are accepted, one in seven edited, one in nine rejected."""
    for number, (case_id, label) in enumerate(sample_to_review(spec, project)):
        compared = variants_of_case(spec, project, case_id).compared
        text = next(one.variant.text for one in compared if one.variant.label == label)
        if number % 9 == 4:
            decision = Decision(verdict="rejected", reviewer="D. Reader", reason="It does not read naturally.")
        elif number % 7 == 2:
            decision = Decision(verdict="edited", new_text=f"{text.rstrip()} ", reviewer="D. Reader", reason="Layout.")
        else:
            decision = Decision(verdict="accepted", reviewer="D. Reader")
        record_review(spec, project, (case_id, label), decision)
