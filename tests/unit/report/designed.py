"""A report of a project with a design of its own, made by hand: answers are drawn, everything else is computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from fairdesk.audit.analyse import judged_rows
from fairdesk.audit.coverage import coverage_cells, coverage_counts
from fairdesk.audit.intersections import not_tested_blocks
from fairdesk.audit.method_cards import language_notes
from fairdesk.audit.plan_families import drawn_cues, families
from fairdesk.audit.planned_samples import planned_samples
from fairdesk.audit.projects import starting_details
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.design import (
    Attribute,
    CellChoice,
    Cue,
    CueDecision,
    CueKind,
    CueVerdict,
    Design,
    Margin,
    Notion,
    PlannedTarget,
    Position,
    ReviewSummary,
    View,
    WordList,
)
from fairdesk.domain.locks import Confirmation, ConfirmedBy, Deviation, PlanLock
from fairdesk.domain.method_cards import CueInFiles, MethodCard
from fairdesk.domain.plan import FILES_IN_BLOCKS, CaseRef, Plan
from fairdesk.domain.questions import Target
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.results import Analysis, RunSummary
from fairdesk.evaluations.counterfactual import variant_kinds
from fairdesk.evaluations.question_sets import questions_in

SHA = "0123456789abcdef" * 4


def names_cue(attribute: Attribute, words: Mapping[str, tuple[str, ...]], decision: CueDecision) -> Cue:
    """Names per level, with where they come from and what else they signal."""
    return Cue(
        cue_id=f"names-{attribute.attribute_id}",
        attribute_id=attribute.attribute_id,
        kind=CueKind.NAMES,
        title=f"First names: {attribute.title}",
        language="en",
        place_holder="name",
        lists=tuple(
            WordList(
                level=level,
                words=words.get(level, (f"{level}-a", f"{level}-b", f"{level}-c", f"{level}-d", f"{level}-e")),
                provenance="Written for this test from a public register of births, years 2000 to 2008.",
                also_signals="class and age, as first names do",
            )
            for level in attribute.levels
        ),
        signals_also="Social origin and, for some readers, religion.",
        decision=decision,
    )


POSITION = Position(
    view=View.ADVERSE_ONLY,
    reason="The university wants to know about disadvantages of listed groups.",
    approver="C. Weber, equal opportunities officer",
    approved_on="2026-11-22",
    listed_groups="women; applicants with certificates from abroad; applicants of 25 years or more",
    overshoot_points=0.25,
    notions=(
        Notion(notion="Counterfactual consistency", is_used=True, reason="One file, one rating."),
        Notion(notion="Equal rates of admission", is_used=False, reason="The files were not drawn at random."),
    ),
)

CHOICES = (
    CellChoice(levels={"gender": "*", "origin": "*"}, is_tested=True),
    CellChoice(levels={"age": "*"}, is_tested=True),
    CellChoice(levels={"gender": "*", "age": "*"}, is_tested=True, stakes=4),
    CellChoice(
        levels={"origin": "*", "age": "*"},
        is_tested=False,
        stakes=3,
        stakes_reason="Few mature applicants come from abroad.",
        prior="none found, searched 2026-11 in three databases",
        reason_code="too_few_cases",
        reason_text="Only three files of mature applicants from abroad exist; they would be seen again.",
        decided_by="A. Auditor",
        decided_on="2026-11-25",
        planned_for="2027-03",
    ),
    CellChoice(
        levels={"gender": "*", "origin": "*", "age": "*"},
        is_tested=False,
        stakes=4,
        stakes_reason="The combination that most refugees bring.",
        prior="one study of hiring, none of admissions",
        reason_code="low_priority_by_rule",
        reason_text="Third order comes after every pair was tested once.",
        decided_by="A. Auditor",
        decided_on="2026-11-25",
    ),
)


def attributes_and_cues() -> tuple[tuple[Attribute, ...], tuple[Cue, ...]]:
    """Four attributes, three of them with a cue."""
    gender = Attribute(attribute_id="gender", title="Gender", levels=("male", "female"), ground="sex")
    origin = Attribute(
        attribute_id="origin", title="Origin", levels=("domestic", "Arabic", "Chinese"), ground="ethnic origin"
    )
    age = Attribute(attribute_id="age", title="Age", levels=("under 25", "25 or older"), ground="age")
    disability = Attribute(
        attribute_id="disability", title="Disability", levels=("not mentioned", "mentioned"), ground="disability"
    )
    agreed = CueDecision(
        verdict=CueVerdict.NOT_LEGITIMATE,
        reason="Neither names nor age say anything about academic work.",
        decided_by="B. Klein, head of admissions",
        decided_on="2026-11-20",
        requirement="Admission rules 2026, section on equal treatment",
        requirement_sha256=SHA,
    )
    disputed = replace(
        agreed, verdict=CueVerdict.DISPUTED, reason="Some hold that the origin of a school certificate matters."
    )
    origin_words = {
        "domestic": ("Jane", "Tom"),
        "Arabic": ("محمد", "فاطمة", "ليلى"),
        "Chinese": ("王伟", "李娜", "张敏"),
    }
    cues = (
        names_cue(gender, {}, agreed),
        names_cue(origin, origin_words, disputed),
        replace(names_cue(age, {}, agreed), kind=CueKind.TERMS, title="Age in years"),
    )
    return (gender, origin, age, disability), cues


def small_design(**changes: object) -> Design:
    """Gender, origin and age with a cue, disability without one; the decision about origin is disputed."""
    attributes, cues = attributes_and_cues()
    design = Design(
        title="Admissions by name, origin and age",
        attributes=attributes,
        cues=cues,
        position=POSITION,
        choices=CHOICES,
        prioritisation="Stakes of 4 and more first; pairs before triples",
        prioritisation_agreed_by="student union and equal opportunities office, 2026-11-23",
        questions=questions_in("en")[:1],
        targets=(
            PlannedTarget(
                target=Target(
                    target_id="t-consistency",
                    measure="consistency",
                    question_id=questions_in("en")[0].question_id,
                    threshold=0.9,
                    direction="at_least",
                    justification="More than one file in ten would be more than the appeal office can look at.",
                ),
                is_adopted=True,
                assumed_truth=0.86,
                adopted_by="A. Auditor",
                adopted_on="2026-11-24",
            ),
        ),
        margins=(
            Margin(
                question_id=questions_in("en")[0].question_id,
                points=0.25,
                reason="A quarter of a point changes no decision of the committee.",
            ),
        ),
    )
    return replace(design, **changes)  # type: ignore[arg-type]


def small_plan(design: Design, n_files: int) -> Plan:
    """The plan of a design without a store: two systems, every variant of every file."""
    details = starting_details()
    systems = details.systems[:2]
    kinds = variant_kinds(design)
    question = design.questions[0].question_id
    return Plan(
        project="A project",
        title=design.title,
        created_at="2026-11-26T08:00:00Z",
        systems=systems,
        cases=tuple(CaseRef(case_id=f"c-{number:04}", document_sha256=SHA) for number in range(n_files)),
        n_duplicate_cases=0,
        variants=kinds,
        variants_sha256=SHA,
        measures=("consistency", "direction", "mean_shift"),
        cues=(),
        questions=design.questions,
        repeated=(kinds[0].label,),
        n_samples=2,
        families=families(systems, design.questions, kinds, question, design),
        targets=tuple(one.target for one in design.targets if one.is_adopted),
        attributes={one.attribute_id: one.levels for one in design.attributes},
        not_tested=not_tested_blocks(design),
        alpha=design.alpha,
        order_seed=7,
        resampling_seed=7,
        n_resamples=99,
        asking_order=FILES_IN_BLOCKS,
        design=design,
        review=ReviewSummary(
            n_variants=sum(bool(kind.attributes) for kind in kinds) * n_files,
            n_sampled=50,
            n_accepted=44,
            n_edited=4,
            n_rejected=2,
            n_edited_in_all=4,
            n_rejected_in_all=2,
            seed=design.review_seed,
            reviewers=("A. Auditor",),
            n_left=31,
        ),
        card=card_of(design),
    )


def card_of(design: Design) -> MethodCard:
    """A card as a plan keeps it: the last cue has no place in any file."""
    *others, last = design.cues
    return MethodCard(
        method_id="designed_counterfactual",
        version="1",
        construct="How far the output responds when only words are replaced.",
        limits=("It shows the response to words in texts, not outcomes for people.",),
        licence="Whoever supplied them.",
        source="Designed by the auditor.",
        contamination="Not checked.",
        n_available=43,
        n_unaware=1,
        file_languages={"en": 40},
        languages=language_notes(design.cues),
        cues=(
            *(CueInFiles(cue_id=cue.cue_id, n_files=39, left={"ambiguous": 20, "overlap": 11}) for cue in others),
            CueInFiles(cue_id=last.cue_id, n_files=0),
        ),
    )


def drawn_rows(plan: Plan, seed: int) -> pd.DataFrame:
    """Ratings of every file and variant; females are rated lower now and then, some answers are refused."""
    draw = np.random.default_rng(seed)
    base = draw.integers(2, 6, plan.n_cases)
    rows = []
    for kind in plan.variants:
        moved = draw.random(plan.n_cases) < (0.2 if "female" in kind.attributes.values() else 0.03)
        values = np.clip(base - moved, 1, 5).astype(float)
        values[draw.random(plan.n_cases) < 0.01] = np.nan
        for sample in range(1, (2 if kind.label in plan.repeated else 1) + 1):
            rows += [
                {
                    "case_id": case.case_id,
                    "variant": kind.label,
                    "question": question.question_id,
                    "sample": sample,
                    "value": value,
                    "status": "refused" if np.isnan(value) else "valued",
                    "mass": np.nan,
                    "reason": "",
                    "corrected": False,
                }
                for question in plan.questions
                for case, value in zip(plan.cases, values, strict=True)
            ]
    return pd.DataFrame(rows)


LOCK = PlanLock(
    plan_sha256=SHA,
    at="2026-11-26T09:00:00Z",
    locked_by="A. Auditor",
    role="internal auditor",
    confirmation=Confirmation(
        kind=ConfirmedBy.DECLARED,
        name="B. Klein",
        role="head of admissions",
        statement=f"I have read the plan with the SHA-256 {SHA} and agree that it is locked as it is.",
        at="2026-11-26T08:55:00Z",
    ),
    link=SHA,
)

DEVIATION = Deviation(
    at="2026-11-28T10:00:00Z",
    by="A. Auditor",
    reason="The margin was too wide for the committee.",
    changes=("The margin of rating: 0.5 became 0.25 points.",),
    results_seen=True,
    locked_sha256="f" * 64,
    plan_sha256=SHA,
    seen_reason="an analysis was stored at 2026-11-27T10:00:00Z",
)


def drawn_names(plan: Plan) -> dict[str, dict[str, str]]:
    """The words of the lists in turn, file by file, for every variant that draws one."""
    assert plan.design is not None
    found = {}
    for kind in plan.variants:
        for cue, level in drawn_cues(plan.design, kind)[:1]:
            words = cue.words(level)
            found[kind.label] = {case.case_id: words[n % len(words)] for n, case in enumerate(plan.cases)}
    return found


def analysed(plan: Plan, tables: Mapping[str, SystemTable]) -> Analysis:
    """Everything that is computed from the answers of two systems."""
    results, comparisons = judged_rows(plan, tables)
    return Analysis(
        plan_sha256=SHA,
        runs=tuple(
            RunSummary(
                run_id=f"run-{label}",
                system=label,
                started_at="2026-11-27T08:00:00Z",
                finished_at="2026-11-27T09:00:00Z",
                state="complete",
                head=SHA,
                n_planned=len(table.rows),
                counts={
                    "answered": int(table.rows["value"].notna().sum()),
                    "refused": int(table.rows["value"].isna().sum()),
                    "unreadable": 0,
                    "failed": 0,
                    "not_attempted": 0,
                },
                seconds=3600.0,
                model_echoes=("model-1",),
                is_rehearsal=False,
            )
            for label, table in tables.items()
        ),
        results=results,
        comparisons=comparisons,
        coverage=coverage_cells(plan, tables),
        coverage_counts=coverage_counts(plan, tables),
        versions={},
        samples=planned_samples(plan, tables),
    )


def designed_report(design: Design, n_files: int = 40, *, deviates: bool = False) -> ReportInput:
    """Everything that a report of the design is made of; it was locked with a second person's declared confirmation."""
    plan = small_plan(design, n_files)
    tables = {
        system.label: SystemTable(system=system, plan=plan, rows=drawn_rows(plan, place), words=drawn_names(plan))
        for place, system in enumerate(plan.systems)
    }
    analysis = analysed(plan, tables)
    details = replace(
        starting_details(),
        client="A client",
        purpose="A purpose",
        auditor="A. Auditor",
        auditor_role="internal auditor",
    )
    return ReportInput(
        report_id="FD-20261130-00000000",
        version="1.0",
        nonce="0" * 32,
        issued_at="2026-11-30T08:00:00Z",
        valid_until="2027-11-30",
        language="en-GB",
        title="Admissions assistant: response to cues",
        project_id="p-1",
        project_name="A project",
        details=replace(details, design=design, uses_imported_cases=True),
        plan=plan,
        plan_sha256=SHA,
        analysis=analysis,
        analysis_sha256=SHA,
        heads={"project:p-1": SHA},
        environment={"python": "3.11"},
        examples=(),
        signer=None,
        lock=LOCK,
        deviations=(DEVIATION,) if deviates else (),
    )
