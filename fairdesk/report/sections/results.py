"""What was observed, per configuration and question; consistency never without its direction."""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.domain.plan import Plan, QuantityKind, Question
from fairdesk.domain.printing import print_interval, print_number, print_outcome, print_p
from fairdesk.domain.results import Analysis, Estimate, ResultRow, RunSummary
from fairdesk.report.blocks import Block, BulletList, Column, Figure, Heading, Notice, Paragraph, TableBlock
from fairdesk.report.figures import change_bars, shift_plot
from fairdesk.report.sections.section import Section, SectionInput


def _write(given: SectionInput) -> tuple[Block, ...]:
    plan, analysis = given.report.plan, given.report.analysis
    blocks: list[Block] = [
        Heading(level=1, text="4 Results"),
        Paragraph(
            text="Every number is about the response to a cue on these files. Intervals are at 95 percent. A p-value "
            "is two-sided and stands beside its value after adjustment within its declared family; the adjusted value "
            "decides the word. “Inconclusive” means that neither a difference nor equivalence was shown."
        ),
        _runs_table(analysis),
    ]
    sentences = {row.measure: row.sentence for row in analysis.results}
    if sentences:
        blocks.append(Heading(level=2, text="How to read these numbers"))
        items = tuple(f"{measure.replace('_', ' ').capitalize()}: {text}" for measure, text in sentences.items())
        blocks.append(BulletList(items=items))
    for question in plan.questions:
        blocks += _question(plan, analysis, question)
    return tuple(blocks)


def _runs_table(analysis: Analysis) -> TableBlock:
    columns = ("planned", "answered", "refused", "unreadable", "failed", "not attempted")
    return TableBlock(
        caption="Calls by how they ended; the last five add up to the first",
        columns=(
            Column(title="Configuration", weight=1.6),
            Column(title="State", weight=1.6),
            *(Column(title=name, align="right") for name in columns),
        ),
        rows=tuple(
            (
                run.system,
                run.state,
                str(run.n_planned),
                *(str(run.counts[name.replace(" ", "_")]) for name in columns[1:]),
            )
            for run in analysis.runs
        ),
        has_row_headers=True,
    )


def _question(plan: Plan, analysis: Analysis, question: Question) -> list[Block]:
    blocks: list[Block] = [
        Heading(level=2, text=f"{question.title} ({question.question_id})"),
        Figure(
            chart=shift_plot(plan, analysis, question),
            caption=f"Mean shift of {question.question_id} with its interval; left of the line: lower with the cue",
        ),
    ]
    for run in analysis.runs:
        rows = [row for row in analysis.results if row.system == run.system and row.question_id == question.question_id]
        blocks += _system(plan, analysis, question, run, rows)
    return blocks


def _system(plan: Plan, analysis: Analysis, question: Question, run: RunSummary, rows: list[ResultRow]) -> list[Block]:
    found = {(row.variant, row.measure): row for row in rows}
    variants = [kind.label for kind in plan.variants if (kind.label, "mean_shift") in found]
    discrete = question.kind is QuantityKind.DISCRETE
    blocks: list[Block] = [Heading(level=3, text=f"{run.system}: {question.question_id}")]
    if discrete:
        blocks.append(_consistency_table(found, variants, run.system))
        bars = change_bars(plan, analysis, question, run.system)
        if bars is not None:
            caption = f"How many files were rated lower, the same and higher, {run.system}"
            blocks.append(Figure(chart=bars, caption=caption))
    blocks.append(_shift_table(found, variants, question, run.system))
    blocks += _interactions(found, question)
    blocks += _noise(found, question)
    blocks.append(_missing_table(found, variants, run.system))
    notes = dict.fromkeys(row.note for row in rows if row.note)
    blocks += [Paragraph(text=note, emphasis="small") for note in notes]
    if warnings := _warnings(rows):
        blocks.append(Notice(text="\n".join(warnings), kind="warning"))
    return blocks


def _warnings(rows: list[ResultRow]) -> list[str]:
    """Every warning once, with the results that it belongs to."""
    where: dict[str, list[str]] = {}
    for row in rows:
        if isinstance(row.outcome, Estimate):
            for text in row.outcome.warnings:
                where.setdefault(text, []).append(f"{row.measure.replace('_', ' ')} of {row.variant}")
    return [f"{text[:1].upper()}{text[1:]} ({', '.join(places)})." for text, places in where.items()]


def _word(row: ResultRow) -> str:
    """The verdict's first words; what they mean stands at the head of the section."""
    return row.verdict.value.partition(":")[0]


def _p(row: ResultRow) -> tuple[str, str]:
    test = row.test
    if test is None or test.p_value is None:
        return "no test", "not adjusted"
    adjusted = "not adjusted" if test.p_adjusted is None else f"{print_p(test.p_adjusted)} ({test.family_size} tests)"
    return print_p(test.p_value), adjusted


def _consistency_table(found: dict[tuple[str, str], ResultRow], variants: list[str], system: str) -> TableBlock:
    rows = []
    for variant in variants:
        consistency, direction = found[variant, "consistency"], found[variant, "direction"]
        counts = direction.counts
        rows.append(
            (
                variant,
                f"{counts['valid']} of {counts['pairs']}",
                print_outcome(consistency.outcome),
                _word(consistency),
                f"{counts['down']} / {counts['unchanged']} / {counts['up']}",
                *_p(direction),
                _word(direction),
            )
        )
    return TableBlock(
        caption=f"Consistency with its direction, {system}",
        columns=(
            Column(title="Variant", weight=1.5),
            Column(title="Valid pairs", align="right", weight=1.0),
            Column(title="Consistency (interval)", weight=1.7),
            Column(title="Against the target", weight=1.2),
            Column(title="Lower / same / higher", align="right", weight=1.2),
            Column(title="Sign test p", align="right", weight=1.1),
            Column(title="adjusted", align="right", weight=1.1),
            Column(title="Direction", weight=1.7),
        ),
        rows=tuple(rows),
        has_row_headers=True,
    )


def _shift_table(
    found: dict[tuple[str, str], ResultRow], variants: list[str], question: Question, system: str
) -> TableBlock:
    discrete = question.kind is QuantityKind.DISCRETE
    rows = []
    for variant in variants:
        shift, gap = found[variant, "mean_shift"], found[variant, "cf_gap"]
        cells = [
            variant,
            f"{shift.counts['valid']} of {shift.counts['pairs']}",
            print_outcome(shift.outcome),
            print_outcome(gap.outcome),
        ]
        if discrete:
            cells.append(f"{shift.counts['originals_at_floor']} / {shift.counts['originals_at_ceiling']}")
        else:
            cells += [*_p(shift), _word(shift)]
            cells.append(print_outcome(found[variant, "tolerance"].outcome))
        cells.append(_smallest(shift))
        rows.append(tuple(cells))
    middle = (
        (Column(title="Originals at the ends of the scale", align="right", weight=1.2),)
        if discrete
        else (
            Column(title="Sign-flip p", align="right", weight=0.9),
            Column(title="adjusted", align="right", weight=1.1),
            Column(title="Difference", weight=1.5),
            Column(title="Outside the tolerance", weight=1.6),
        )
    )
    return TableBlock(
        caption=f"Size of the change in {question.unit}, {system}",
        columns=(
            Column(title="Variant", weight=1.5),
            Column(title="Valid pairs", align="right", weight=0.9),
            Column(title="Mean shift (interval)", weight=1.7),
            Column(title="CF gap (interval)", weight=1.6),
            *middle,
            Column(title="Smallest shift found with power 0.80", align="right", weight=1.2),
        ),
        rows=tuple(rows),
        has_row_headers=True,
    )


def _smallest(row: ResultRow) -> str:
    """The smallest shift that this number of files could show (M34)."""
    if isinstance(row.outcome, Estimate) and "smallest_shift" in row.outcome.details:
        return print_number(row.outcome.details["smallest_shift"])
    return "not computable"


def _interactions(found: dict[tuple[str, str], ResultRow], question: Question) -> list[Block]:
    blocks: list[Block] = []
    for (variant, measure), row in found.items():
        if measure != "interaction":
            continue
        if not isinstance(row.outcome, Estimate):
            blocks.append(Paragraph(text=f"Interaction of {variant}: {print_outcome(row.outcome)}."))
            continue
        details = row.outcome.details
        p_value, adjusted = _p(row)
        blocks.append(
            Paragraph(
                text=f"Interaction of {variant}: {print_number(row.outcome.value)} {question.unit} "
                f"({print_interval(row.outcome.interval)}), on {row.outcome.n} files with all four answers. "
                f"Together the two cues moved the value by {print_number(details['shift_both'])}; separately by "
                f"{print_number(details['shift_first'])} and {print_number(details['shift_second'])}, which add up to "
                f"{print_number(details['additive_expectation'])}. Sign-flip p {p_value}, adjusted {adjusted}: "
                f"{_word(row)}."
            )
        )
    return blocks


def _noise(found: dict[tuple[str, str], ResultRow], question: Question) -> list[Block]:
    lines = []
    for (variant, measure), row in found.items():
        if measure in ("noise_floor", "noise_gap"):
            name = "Agreement" if measure == "noise_floor" else f"Gap in {question.unit}"
            lines.append(
                f"{name} between repeated answers to the same prompt ({variant}): {print_outcome(row.outcome)}."
            )
    return [
        Paragraph(
            text="Noise floor. " + " ".join(lines) if lines else "Noise floor: not measured, nothing was repeated."
        )
    ]


def _gaps(counts: Mapping[str, int], arm: str) -> str:
    """What is missing on one side, by status; "nothing" when nothing is."""
    statuses = ("refused", "unreadable", "failed", "not_attempted")
    found = [f"{counts[f'{arm}_{name}']} {name.replace('_', ' ')}" for name in statuses if counts[f"{arm}_{name}"]]
    return ", ".join(found) or "nothing"


def _missing_table(found: dict[tuple[str, str], ResultRow], variants: list[str], system: str) -> TableBlock:
    rows = []
    for variant in variants:
        row = found[variant, "missing"]
        counts = row.counts
        sides = [_gaps(counts, arm) for arm in ("original", "variant")]
        bounds = "not needed: nothing is missing"
        if counts["valid"] < counts["pairs"]:
            bounds = "no ends: the scale is open"
            if isinstance(row.outcome, Estimate) and "shift_low" in row.outcome.details:
                low, high = row.outcome.details["shift_low"], row.outcome.details["shift_high"]
                bounds = f"{print_number(low)} to {print_number(high)}"
        rows.append((variant, *sides, print_outcome(row.outcome), bounds))
    return TableBlock(
        caption=f"What is missing, and how far it could move the mean shift, {system}",
        columns=(
            Column(title="Variant", weight=1.4),
            Column(title="Original side", weight=2),
            Column(title="Variant side", weight=2),
            Column(title="Answered more or less often (share)", weight=1.8),
            Column(title="Shift lies between", weight=1.4),
        ),
        rows=tuple(rows),
        has_row_headers=True,
    )


SECTION = Section(section_id="results", write=_write)
