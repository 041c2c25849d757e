"""What was asked: files, cues, variants, questions, and everything that was fixed before the first call."""

from __future__ import annotations

from fairdesk.domain.batch_words import BATCH_ORDER, batch_file_words, batch_sentence
from fairdesk.domain.cases import CueNote
from fairdesk.domain.plan import FILES_IN_BLOCKS, Plan
from fairdesk.domain.questions import Question
from fairdesk.domain.recorded_words import AS_STATED, RECORDED_ORDER, recorded_sentence
from fairdesk.domain.records import RECORDED
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.result_words import measure_name
from fairdesk.domain.results import Analysis
from fairdesk.domain.reuse_words import reused_words
from fairdesk.domain.supplied_words import file_words, plan_supplier_words, row_words
from fairdesk.report.blocks import Block, BulletList, Column, Facts, Heading, Paragraph, TableBlock, Verbatim
from fairdesk.report.sections.benchmark_parts import benchmark_methods
from fairdesk.report.sections.cells import moment
from fairdesk.report.sections.method import method_part
from fairdesk.report.sections.numbers import POSITION, TESTS
from fairdesk.report.sections.section import Section, SectionInput, first_call
from fairdesk.report.sections.variants import variants_part


def _write(given: SectionInput) -> tuple[Block, ...]:
    plan = given.report.plan
    if not plan.asks_files:
        return _benchmarks_alone(given.report)
    return (
        Heading(level=1, text=f"{TESTS} Tests used"),
        Paragraph(text=f"One counterfactual test: {plan.title}. {_files(given.report)} {_fixed(given.report)}"),
        Facts(
            rows=(
                ("Plan, SHA-256", given.report.plan_sha256),
                ("Level", f"alpha {plan.alpha:g} in every family"),
                ("Stopping rule", plan.stopping_rule),
                ("Order of the calls", f"{_order(plan)}{_unknown_order(given.report.analysis)}"),
                *_batches(given.report.analysis),
                *_recorded(given.report.analysis),
                *_reused(given.report.analysis),
                ("Resampling", f"{plan.n_resamples} resamples of files, seed {plan.resampling_seed}"),
                ("Repeats", _repeats(plan)),
                ("Measures", ", ".join(measure_name(measure) for measure in plan.measures)),
                ("Duplicates", _duplicates(plan)),
            )
        ),
        *method_part(plan),
        *variants_part(plan),
        *_cues(plan),
        *_questions(plan),
        *benchmark_methods(plan),
    )


def _benchmarks_alone(report: ReportInput) -> tuple[Block, ...]:
    plan = report.plan
    names = " and ".join(one.card.title for one in plan.benchmarks)
    return (
        Heading(level=1, text=f"{TESTS} Tests used"),
        Paragraph(text=f"{names} alone, without a counterfactual test. {_fixed(report)}"),
        Facts(
            rows=(
                ("Plan, SHA-256", report.plan_sha256),
                ("Level", f"alpha {plan.alpha:g} in every family"),
                ("Order of the calls", _benchmark_order(report)),
                *_batches(report.analysis),
                *_recorded(report.analysis),
                *_reused(report.analysis),
                ("Resampling", f"{plan.n_resamples} resamples of groups of items, seed {plan.resampling_seed}"),
            )
        ),
        *benchmark_methods(plan),
    )


def _fixed(report: ReportInput) -> str:
    plan = report.plan
    if plan.supplied is not None:
        return (
            f"{plan_supplier_words(plan)} Everything below was derived from the records by fixed rules at "
            f"{moment(plan.created_at)}, before any result was computed here; the answers were there already, so "
            f"nothing was registered before them. {' '.join(plan.supplied.notes)}"
        )
    if report.analysis.n_recorded:
        return (
            f"Everything below was fixed and hashed at {moment(plan.created_at)}, before the recorded answers were "
            "taken. They may have been there already: whether anything was registered before they were given is not "
            "known."
        )
    return (
        f"Everything below was fixed and hashed at {moment(plan.created_at)}, before {first_call(report)}; what is "
        "changed later is another plan with another hash."
    )


def _order(plan: Plan) -> str:
    if plan.supplied is not None:
        return "not known: the answers were supplied"
    if plan.asking_order == FILES_IN_BLOCKS:
        return (
            f"random with seed {plan.order_seed}: file after file in random order, the variants and repeats of a file "
            "in random order, the same for every configuration; where several configurations were asked together, "
            "they took turns file by file"
        )
    return f"random with seed {plan.order_seed}, the same for every configuration"


def _benchmark_order(report: ReportInput) -> str:
    if report.analysis.is_recorded:
        return "not known: the answers came from recorded files"
    words = f"random with seed {report.plan.order_seed}: item after item, each in all its forms"
    return f"{words}{_unknown_order(report.analysis)}"


def _unknown_order(analysis: Analysis) -> str:
    words = BATCH_ORDER if any(run.batches for run in analysis.runs) else ""
    return f"{words}{RECORDED_ORDER if analysis.n_recorded else ''}"


def _batches(analysis: Analysis) -> list[tuple[str, str]]:
    """Which outcomes FairDesk did not ask for itself, and the files that they came from."""
    rows = []
    for run in analysis.runs:
        files = [f"{batch_file_words(batch.source)} ({batch.n_calls} calls)" for batch in run.batches]
        if files:
            words = f"{batch_sentence(run.n_from_batch, run.n_asked)} {'; '.join(files)}."
            rows.append((f"Batch files, {run.system}", words))
    return rows


def _recorded(analysis: Analysis) -> list[tuple[str, str]]:
    """Which outcomes stand in recorded files, whose these are, and how they were read."""
    rows = []
    for run in analysis.runs:
        files = [f"{file_words(one.file)} ({one.n_calls} calls)." for one in run.recorded]
        notes = [note for one in run.recorded for note in one.notes]
        if files:
            words = [recorded_sentence(run.recorded, run.n_asked), *files, AS_STATED, *notes]
            rows.append((f"Recorded files, {run.system}", " ".join(words)))
    return rows


def _reused(analysis: Analysis) -> list[tuple[str, str]]:
    """Which outcomes a run took over from earlier ones, at whose time and in whose order they were given."""
    words = ((run.system, reused_words(run.n_reused, run.n_asked)) for run in analysis.runs)
    return [(f"Answers of earlier runs, {system}", said) for system, said in words if said]


def _files(report: ReportInput) -> str:
    """How many files there are and whose: FairDesk vouches for its own alone."""
    number = report.plan.n_cases
    if report.plan.supplied is not None:
        names = "1 file is" if number == 1 else f"{number} files are"
        return f"{names} named in the records; what stands in them was not supplied and is not known here."
    if report.details.case_folder or report.details.uses_imported_cases:
        files = "1 file" if number == 1 else f"{number:,} files"
        source = "from a folder of the auditor" if report.details.case_folder else "imported by the auditor"
        return f"{files} {source}; whether real people are described in them is not known here."
    files = "1 file was written" if number == 1 else f"{number} files were written"
    return f"{files} for it; nobody in them is a real person."


def _duplicates(plan: Plan) -> str:
    number = plan.n_duplicate_cases
    if plan.supplied is not None:
        return row_words(plan.supplied)
    if not number:
        return "none: no two files have the same text"
    return f"{number} left out, because another file has the same text"


def _repeats(plan: Plan) -> str:
    if plan.n_samples < 2:
        return "none; the noise floor was not measured"
    return (
        f"{plan.n_samples} answers to every prompt of: {', '.join(plan.repeated)}. The first of them stands in every "
        "comparison, as one answer against one answer, whatever the others say; all of them measure the noise floor "
        "and the gap beyond the noise"
    )


def _cues(plan: Plan) -> list[Block]:
    if plan.design is not None:
        return [Heading(level=2, text="Cues"), Paragraph(text=f"Section {POSITION} lists them, with what they signal.")]
    cues = plan.cues
    blocks: list[Block] = [Heading(level=2, text="Cues and what else they signal")]
    if plan.supplied is not None:
        words = (
            "Not known: the records name variants, not the words that differ. Whether a variant differs from its "
            "original in nothing but the cue was not seen."
        )
        return [*blocks, Paragraph(text=words)]
    if not cues:
        return [*blocks, Paragraph(text="The plan names no cue list.")]
    blocks.append(
        TableBlock(
            caption="Cue lists; a cue carries more than the attribute that it is meant for",
            columns=(
                Column(title="Signals", weight=1.1),
                Column(title="Words", weight=4),
                Column(title="Also signals", weight=2.6),
            ),
            rows=tuple((_cue_name(cue), ", ".join(cue.words), cue.also_signals) for cue in cues),
            has_row_headers=True,
        )
    )
    if any("{" in word for cue in cues for word in cue.words):
        text = "Words in braces stand for the pronouns that belong to the name of the variant."
        blocks.append(Paragraph(text=text, emphasis="small"))
    origins: dict[str, list[str]] = {}
    for cue in cues:
        origins.setdefault(cue.provenance, []).append(_cue_name(cue))
    blocks.append(Heading(level=3, text="Where the lists come from"))
    blocks.append(BulletList(items=tuple(f"{'; '.join(names)}. {origin}" for origin, names in origins.items())))
    return blocks


def _cue_name(cue: CueNote) -> str:
    return f"{cue.attribute}: {cue.level}"


def _questions(plan: Plan) -> list[Block]:
    blocks: list[Block] = [Heading(level=2, text="Questions")]
    for question in plan.questions:
        scale = f"{question.scale[0]:g} to {question.scale[1]:g}" if question.scale else "without ends"
        length = "1 token" if question.max_tokens == 1 else f"{question.max_tokens} tokens"
        rows = [
            ("Quantity", f"{question.kind.value}, {scale}, in {question.unit}"),
            ("Read by", _reader(question, length, plan)),
        ]
        if question.answer_prefix:
            rows.append(("Answer begun with", f"“{question.answer_prefix}”"))
        if question.minimum_mass is not None:
            rows.append(("Least answer mass", f"{question.minimum_mass:.2f}; below it an answer is unreadable"))
        if question.tolerance is not None:
            rows.append(("Tolerance", f"{question.tolerance:g} {question.unit}. {question.tolerance_reason}"))
        blocks.append(Heading(level=3, text=f"{question.question_id}: {question.title}"))
        blocks.append(Facts(rows=tuple(rows)))
        if plan.supplied is not None:
            blocks.append(Paragraph(text="What was asked is not known: the answers were supplied."))
        else:
            blocks.append(Verbatim(text=question.prompt, caption="Asked below the text of the file"))
    return blocks


def _reader(question: Question, length: str, plan: Plan) -> str:
    if plan.supplied is None:
        return f"extractor {question.extractor}, from an answer of at most {length}"
    if question.extractor == RECORDED:
        return "whoever supplied the records: they hold numbers, and no answer text was read here"
    return f"extractor {question.extractor}, from the supplied texts"


SECTION = Section(section_id="tests", write=_write)
