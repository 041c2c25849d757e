"""What was observed, per question; consistency never without its direction and the noise floor."""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.domain.lock_words import exploratory_words
from fairdesk.domain.locks import Deviation
from fairdesk.domain.plan import FamilyKind, Plan
from fairdesk.domain.printing import print_interval, print_number, print_outcome, print_test
from fairdesk.domain.questions import Question
from fairdesk.domain.recorded_words import recorded_remarks
from fairdesk.domain.result_words import OWN_FILES, measure_name
from fairdesk.domain.results import Analysis, Estimate, NotMeasured, ResultRow
from fairdesk.domain.supplied_words import plan_supplier_words
from fairdesk.report.blocks import Block, Column, Facts, Figure, Heading, Notice, Paragraph, TableBlock
from fairdesk.report.figures import change_bars, shift_plot
from fairdesk.report.sections.benchmark_parts import benchmark_results
from fairdesk.report.sections.cautioned import cue_notice
from fairdesk.report.sections.cells import enumerated, grouped_places, grouped_reasons, said_once, under
from fairdesk.report.sections.corrections import corrections_notice
from fairdesk.report.sections.foreign import foreign_part
from fairdesk.report.sections.many_variants import kept, only, results_of_others, shown_results
from fairdesk.report.sections.name_tables import names_table, words_notes
from fairdesk.report.sections.numbers import PLAN, RESULTS
from fairdesk.report.sections.result_tables import (
    QuestionResults,
    consistency_table,
    corrected_words,
    decided,
    equivalence_table,
    gap_table,
    missing_blocks,
    shift_table,
    verdict_word,
)
from fairdesk.report.sections.section import Section, SectionInput
from fairdesk.report.sections.target_tables import disparity_table, untested_targets

BOUNDS_WARNING = "files are missing: the share lies between"
"""The table of what is missing prints these bounds for every variant; they are not said again as a warning."""


def _write(given: SectionInput) -> tuple[Block, ...]:
    plan, analysis = given.report.plan, given.report.analysis
    if not plan.asks_files:
        return _benchmarks_alone(given)
    blocks: list[Block] = [
        Heading(level=1, text=f"{RESULTS} Results"),
        Paragraph(
            text="Every number is about the response to a cue on these files. Intervals are at 95 percent. A p-value "
            "is two-sided and stands beside its value after adjustment within its declared family (section "
            f"{PLAN}); the adjusted value decides the word. “Inconclusive” means that neither a difference nor "
            "equivalence was shown; in square brackets beside it: the share of the changed files on one side from "
            "which the sign test, before adjustment, finds a direction with power 0.80, or “none” where so few "
            "files changed that all of them on one side would not be enough. “Described, not judged” means that "
            "the plan declares no rule for it."
        ),
        *_supplier(plan),
        *_recorded(analysis),
        *_outside_lock(given.report.deviations),
        *corrections_notice(analysis),
        _runs_table(plan, analysis),
    ]
    asked = {question.question_id for question in plan.questions}
    sentences = {row.measure: row.sentence for row in analysis.results if row.question_id in asked}
    if sentences:
        blocks.append(Heading(level=2, text="How to read these numbers"))
        blocks.append(Facts(rows=tuple((measure_name(measure), text) for measure, text in sentences.items())))
    blocks += untested_targets(analysis)
    for question in plan.questions:
        blocks += _question(plan, analysis, question)
    return (*blocks, *benchmark_results(plan, analysis), *foreign_part(plan))


def _benchmarks_alone(given: SectionInput) -> tuple[Block, ...]:
    plan, analysis = given.report.plan, given.report.analysis
    return (
        Heading(level=1, text=f"{RESULTS} Results"),
        Paragraph(
            text="Every number is about answers to these items. Intervals are at 95 percent. A p-value is two-sided "
            f"and stands beside its value after adjustment within its declared family (section {PLAN})."
        ),
        *_recorded(analysis),
        *_outside_lock(given.report.deviations),
        *corrections_notice(analysis),
        _runs_table(plan, analysis),
        *benchmark_results(plan, analysis),
    )


def _supplier(plan: Plan) -> list[Block]:
    words = plan_supplier_words(plan)
    return [Notice(text=f"{words} This belongs to every number below.", kind="warning")] if words else []


def _recorded(analysis: Analysis) -> list[Block]:
    return [Notice(text=words, kind="warning") for words in recorded_remarks(analysis.runs)]


def _outside_lock(deviations: tuple[Deviation, ...]) -> list[Block]:
    words = exploratory_words(deviations)
    return [Notice(text=words, kind="warning")] if words else []


def _runs_table(plan: Plan, analysis: Analysis) -> TableBlock:
    columns = ("planned", "answered", "refused", "unreadable", "failed", "not attempted")
    is_unseen = plan.supplied is not None or analysis.is_recorded
    return TableBlock(
        caption=f"{'Answers by status' if is_unseen else 'Calls by how they ended'}; the last five add up to the first",
        columns=(
            Column(title="Configuration", weight=1.6),
            Column(title="State", weight=1.6),
            *(Column(title=name.capitalize(), align="right") for name in columns),
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
    rows = [row for row in analysis.results if row.question_id == question.question_id and row.variant]
    title = Heading(level=2, text=f"{question.title} ({question.question_id})")
    if not rows:
        return [title, Paragraph(text="Not measured: there is no run of this question.")]
    every, shown = rows, shown_results(plan, rows)
    rows, analysis = kept(rows, shown), only(analysis, shown)
    results = _by_place(plan, analysis, question, rows)
    blocks: list[Block] = [title, *cue_notice(plan, every), _shift_figure(plan, analysis, question)]
    if results.is_discrete:
        blocks.append(consistency_table(results))
    blocks += _noise(rows, question)
    if results.is_discrete:
        blocks += _bars(analysis, question)
    blocks += [shift_table(results), gap_table(results)]
    blocks += equivalence_table(results)
    blocks += disparity_table(results)
    blocks += names_table(results)
    blocks += _interactions(rows, question)
    blocks += missing_blocks(results)
    blocks += _notes(plan, results)
    blocks += _warnings(results)
    return blocks + results_of_others(every, shown, question)


def _by_place(plan: Plan, analysis: Analysis, question: Question, rows: list[ResultRow]) -> QuestionResults:
    found = {(row.system, row.variant, row.measure): row for row in rows}
    variants = {
        run.system: tuple(kind.label for kind in plan.variants if (run.system, kind.label, "mean_shift") in found)
        for run in analysis.runs
    }
    return QuestionResults(question=question, found=found, variants=variants)


def _shift_figure(plan: Plan, analysis: Analysis, question: Question) -> Figure:
    return Figure(
        chart=shift_plot(plan, analysis, question),
        caption=f"Mean shift against the original, {question.question_id}, with its interval",
    )


def _bars(analysis: Analysis, question: Question) -> list[Block]:
    return [
        Figure(chart=bars, caption=f"How many files were rated lower, the same and higher, {run.system}")
        for run in analysis.runs
        if (bars := change_bars(analysis, question, run.system)) is not None
    ]


def _interactions(rows: list[ResultRow], question: Question) -> list[Block]:
    blocks: list[Block] = []
    for row in rows:
        if row.measure not in ("interaction", "three_way"):
            continue
        where = f"{measure_name(row.measure)} of {row.variant}, {row.system}"
        if not isinstance(row.outcome, Estimate):
            blocks.append(Paragraph(text=f"{where}: {print_outcome(row.outcome)}."))
            continue
        blocks.append(
            Paragraph(
                text=f"{where}{corrected_words(row)}: {print_number(row.outcome.value)} {question.unit} "
                f"({print_interval(row.outcome.interval)}), on {row.outcome.n} files with {OWN_FILES[row.measure]}. "
                f"{_beyond_what(row.measure, row.outcome.details)} Sign-flip test: {print_test(row.test)}: "
                f"{verdict_word(row)}."
            )
        )
    return blocks


def _beyond_what(measure: str, details: Mapping[str, float]) -> str:
    """What the cues did together, and what would follow from them one by one."""
    expected = print_number(details["additive_expectation"])
    if measure == "three_way":
        return (
            f"Together the three cues moved the value by {print_number(details['observed_triple'])}; separately they "
            f"add up to {expected}, and their pairs go beyond their sums by {print_number(details['two_way_12'])}, "
            f"{print_number(details['two_way_13'])} and {print_number(details['two_way_23'])}."
        )
    return (
        f"Together the two cues moved the value by {print_number(details['shift_both'])}; separately by "
        f"{print_number(details['shift_first'])} and {print_number(details['shift_second'])}, which add up to "
        f"{expected}."
    )


def _noise(rows: list[ResultRow], question: Question) -> list[Block]:
    """Agreement and gap of repeated answers, under the table that must be read with them."""
    names = {"noise_floor": "agreement", "noise_gap": f"gap in {question.unit}"}
    repeated = list(dict.fromkeys(row.variant for row in rows if row.measure in names))
    lines = []
    for measure, name in names.items():
        found = [
            f"{under(row.variant, row.system) if len(repeated) > 1 else row.system} {print_outcome(row.outcome)}, "
            f"n = {row.outcome.n}"
            for row in rows
            if row.measure == measure
        ]
        if found:
            lines.append(f"{name[:1].upper()}{name[1:]}: {'; '.join(found)}")
    if not lines:
        return [Paragraph(text="Noise floor: not measured, nothing was repeated.")]
    of = enumerated(repeated)
    return [Paragraph(text=f"Noise floor, between repeated answers to one prompt ({of}). {'. '.join(lines)}.")]


def _notes(plan: Plan, results: QuestionResults) -> list[Block]:
    """Rules of targets and tolerances, tests that could not be made, how p-values were adjusted: each sentence once."""
    rows = list(results.found.values())
    noted = [(under(row.variant, row.system), row.measure, row.note) for row in rows if row.note]
    groups = [
        words_notes(plan, [(place, note) for place, of, note in noted if of == measure])
        if measure == "names"
        else said_once((place, decided(note)) for place, of, note in noted if of == measure)
        for measure in dict.fromkeys(measure for _, measure, _ in noted)
    ]
    groups += [_not_measured(results), _no_tests(rows), _adjustment(plan, rows)]
    return [Paragraph(text=" ".join(group), emphasis="small") for group in groups if group]


def _not_measured(results: QuestionResults) -> list[str]:
    """Why a cell says "not measured", each reason once; consistency has no table where it cannot be measured."""
    where: dict[str, list[tuple[str, str, str]]] = {}
    for row in results.found.values():
        if isinstance(row.outcome, NotMeasured):
            where.setdefault(row.outcome.reason, []).append((row.system, row.variant, measure_name(row.measure)))
    return [f"Not measured, {reason} ({grouped_places(at, results.variants)})." for reason, at in where.items()]


def _no_tests(rows: list[ResultRow]) -> list[str]:
    """Why a cell of a table says "no test"; the table of what is missing has no row where nothing is.

    Where nothing was measured that is the reason: a test of nothing would say that no file changed.
    """
    reasons = [
        (under(row.variant, row.system), f"{row.test.reason} ({row.test.name})")
        for row in rows
        if row.test is not None
        and row.test.reason
        and isinstance(row.outcome, Estimate)
        and (row.measure != "missing" or row.counts["valid"] < row.counts["pairs"])
    ]
    return [f"No test for {words}." for words in grouped_reasons(reasons)]


def _adjustment(plan: Plan, rows: list[ResultRow]) -> list[str]:
    kinds = {family.family_id: family.kind for family in plan.families}
    words: dict[str, None] = {}
    for row in rows:
        if row.test is not None and row.test.p_adjusted is not None and row.test.family_id in kinds:
            kind = kinds[row.test.family_id]
            method = "Benjamini-Hochberg" if kind is FamilyKind.EXPLORATORY else "Holm"
            tests = "1 test" if row.test.family_size == 1 else f"{row.test.family_size} tests"
            words[f"{row.test.family_id} ({method}, {tests})"] = None
    return [f"p-values are adjusted within {'; '.join(words)}."] if words else []


def _warnings(results: QuestionResults) -> list[Block]:
    """Every warning once, with the results that it belongs to."""
    where: dict[str, list[tuple[str, str, str]]] = {}
    for row in results.found.values():
        for text in row.outcome.warnings if isinstance(row.outcome, Estimate) else ():
            if BOUNDS_WARNING not in text:
                where.setdefault(text, []).append((row.system, row.variant, measure_name(row.measure).lower()))
    lines = [
        f"{text[:1].upper()}{text[1:]} ({grouped_places(places, results.variants)})." for text, places in where.items()
    ]
    return [Notice(text="\n".join(lines), kind="warning")] if lines else []


SECTION = Section(section_id="results", write=_write)
