"""What was asked: files, cues, variants, questions, and everything that was fixed before the first call."""

from __future__ import annotations

from fairdesk.domain.plan import FamilyKind, Plan
from fairdesk.report.blocks import Block, Column, Facts, Heading, Paragraph, TableBlock, Verbatim
from fairdesk.report.sections.section import Section, SectionInput

ADJUSTMENT = {
    FamilyKind.CONFIRMATORY: "Holm",
    FamilyKind.INTERSECTIONS: "Holm",
    FamilyKind.EXPLORATORY: "Benjamini-Hochberg, exploratory",
}


def _write(given: SectionInput) -> tuple[Block, ...]:
    plan = given.report.plan
    return (
        Heading(level=1, text="2 Tests used"),
        Paragraph(
            text=f"One counterfactual test: {plan.title}. {len(plan.cases)} files were written for it; nobody in "
            f"them is a real person. Everything below was fixed and hashed at {plan.created_at}, before the first call."
        ),
        Facts(
            rows=(
                ("Plan, SHA-256", given.report.plan_sha256),
                ("Level", f"alpha {plan.alpha:g} in every family"),
                ("Stopping rule", plan.stopping_rule),
                ("Order of the calls", f"random with seed {plan.order_seed}, the same for every configuration"),
                ("Resampling", f"{plan.n_resamples} resamples of files, seed {plan.resampling_seed}"),
                ("Repeats", _repeats(plan)),
            )
        ),
        Heading(level=2, text="Variants"),
        TableBlock(
            caption="Every file in every variant",
            columns=(
                Column(title="Variant", weight=1.3),
                Column(title="Role"),
                Column(title="What differs from the original", weight=4),
            ),
            rows=tuple((kind.label, kind.role.value, kind.description) for kind in plan.variants),
            has_row_headers=True,
        ),
        Heading(level=2, text="Cues and what else they signal"),
        TableBlock(
            caption="Cue lists; a cue carries more than the attribute that it is meant for",
            columns=(
                Column(title="Signals", weight=1.2),
                Column(title="Words", weight=2.4),
                Column(title="Also signals", weight=2.4),
                Column(title="Origin", weight=1.8),
            ),
            rows=tuple(
                (f"{cue.attribute}: {cue.level}", ", ".join(cue.words), cue.also_signals, cue.provenance)
                for cue in plan.cues
            ),
            has_row_headers=True,
        ),
        *_questions(plan),
        *_declared(plan),
    )


def _repeats(plan: Plan) -> str:
    if plan.n_samples < 2:
        return "none; the noise floor was not measured"
    return f"{plan.n_samples} answers to every prompt of: {', '.join(plan.repeated)}"


def _questions(plan: Plan) -> list[Block]:
    blocks: list[Block] = [Heading(level=2, text="Questions")]
    for question in plan.questions:
        scale = f"{question.scale[0]:g} to {question.scale[1]:g}" if question.scale else "without ends"
        rows = [
            ("Quantity", f"{question.kind.value}, {scale}, in {question.unit}"),
            ("Read by", f"extractor {question.extractor}"),
            ("Answer length", f"at most {question.max_tokens} tokens"),
        ]
        if question.answer_prefix:
            rows.append(("Answer begun with", f"“{question.answer_prefix}”"))
        if question.minimum_mass is not None:
            rows.append(("Least answer mass", f"{question.minimum_mass:.2f}; below it an answer is unreadable"))
        if question.tolerance is not None:
            rows.append(("Tolerance", f"{question.tolerance:g} {question.unit}. {question.tolerance_reason}"))
        blocks.append(Heading(level=3, text=f"{question.question_id}: {question.title}"))
        blocks.append(Facts(rows=tuple(rows)))
        blocks.append(Verbatim(text=question.prompt, caption="Asked below the text of the file"))
    return blocks


def _declared(plan: Plan) -> list[Block]:
    return [
        Heading(level=2, text="Targets"),
        TableBlock(
            caption="Internal targets, declared before the first call",
            columns=(
                Column(title="Target", weight=1.2),
                Column(title="Measure"),
                Column(title="Question"),
                Column(title="Threshold"),
                Column(title="Justification", weight=3),
            ),
            rows=tuple(
                (
                    target.target_id,
                    target.measure,
                    target.question_id,
                    f"{target.direction.replace('_', ' ')} {target.threshold:.2f}",
                    target.justification,
                )
                for target in plan.targets
            ),
            has_row_headers=True,
        ),
        Heading(level=2, text="Families of tests"),
        TableBlock(
            caption="Tests whose p-values are adjusted together",
            columns=(
                Column(title="Family", weight=2),
                Column(title="Adjustment", weight=1.6),
                Column(title="Tests", align="right", weight=0.6),
                Column(title="Members", weight=4),
            ),
            rows=tuple(
                (
                    family.family_id,
                    ADJUSTMENT[family.kind],
                    str(len(family.members)),
                    "\n".join(family.members)
                    if family.kind is not FamilyKind.EXPLORATORY
                    else "all other declared tests; listed in evidence.json",
                )
                for family in plan.families
            ),
            has_row_headers=True,
        ),
    ]


SECTION = Section(section_id="tests", write=_write)
