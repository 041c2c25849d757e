"""What a report prints of the plan's benchmarks: their cards among the tests, their scores among the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fairdesk.domain.benchmark_evidence import ANSWER_STATUSES, CHANGE_ROLE, category_words
from fairdesk.domain.benchmark_files import PACKAGING_WORDS
from fairdesk.domain.benchmarks import PlannedBenchmark, Sampling, SamplingKind
from fairdesk.domain.plan import Plan
from fairdesk.domain.printing import print_number
from fairdesk.domain.result_words import CHANGE, measure_name
from fairdesk.domain.results import Analysis, Estimate, NotMeasured, ResultRow
from fairdesk.report.blocks import Block, BulletList, Column, Facts, Heading, Paragraph, TableBlock, Verbatim
from fairdesk.report.sections.cells import grouped_reasons, p_cell, value_cell
from fairdesk.report.sections.classifier_parts import classifier_methods, classifier_results
from fairdesk.report.sections.result_tables import corrected_words
from fairdesk.report.sections.section import words_or


def benchmark_methods(plan: Plan) -> Iterator[Block]:
    """The card, the files, the sample and the question of every benchmark; nothing for a plan without one."""
    for one in plan.benchmarks:
        card = one.card
        yield Heading(level=2, text=f"Benchmark: {card.title}")
        yield Facts(
            rows=(
                ("What a result measures", card.construct),
                ("Source", card.source),
                ("Licence", _licence(one)),
                ("Met before by the model", card.contamination),
                ("Items asked", _items(one)),
                ("Sample", sample_words(one.choice.sampling)),
                ("Each item", _asking(one)),
                ("Read by", f"extractor {one.question.extractor}"),
            )
        )
        yield BulletList(items=(*card.limits, *one.notes))
        if one.power:
            yield Heading(level=3, text=f"{card.title}: what this sample can show")
            yield BulletList(items=one.power)
        yield Heading(level=3, text=f"{card.title}: published criticism")
        yield BulletList(items=card.criticism)
        yield _files(one)
        yield from classifier_methods(one)
        if one.defects:
            yield Heading(level=3, text=f"{card.title}: known defects of the files")
            yield BulletList(items=one.defects)
        if one.question.prompt:
            yield Verbatim(text=one.question.prompt, caption="Asked below the text of the item")
        else:
            yield Paragraph(text="The text of an item is sent as it is; nothing is asked below it.")


def _licence(one: PlannedBenchmark) -> str:
    """Of every file that was recognised, and whether it may be handed on; of others nothing is known."""
    files = one.choice.files
    if not any(file.packaging for file in files):
        return f"Of these files not known; of the official ones: {one.card.licence}"
    found = [
        f"{file.licence}; {PACKAGING_WORDS[file.packaging]}" if file.packaging else f"{file.name}: not known"
        for file in files
    ]
    return ". ".join(dict.fromkeys(found)) + "."


def _asking(one: PlannedBenchmark) -> str:
    forms = "one form" if len(one.labels) == 1 else f"{len(one.labels)} forms"
    answers = "one answer" if one.choice.n_samples == 1 else f"{one.choice.n_samples} answers"
    return f"asked in {forms}, {answers} to each"


def _items(one: PlannedBenchmark) -> str:
    left = "; ".join(f"{number:,} left out: {reason}" for reason, number in one.left_out.items())
    categories = "1 category" if len(one.categories) == 1 else f"{len(one.categories)} categories"
    return f"{len(one.cases):,} of {categories}; {words_or(left, 'none was left out')}"


def sample_words(sampling: Sampling) -> str:
    """How items were drawn, in words."""
    match sampling.kind:
        case SamplingKind.FULL:
            return "none: every item of these categories is asked"
        case SamplingKind.STRATIFIED:
            return f"{sampling.n:,} items of every category and condition, drawn with seed {sampling.seed}"
        case SamplingKind.TEMPLATES:
            return f"{sampling.n:,} templates of every category with all their items, drawn with seed {sampling.seed}"


def _files(one: PlannedBenchmark) -> TableBlock:
    return TableBlock(
        caption=f"Files of {one.card.title}; the hash is of the bytes inside any packing",
        columns=(
            Column(title="File", weight=1.6),
            Column(title="Version", weight=1.5),
            Column(title="In a package", weight=1),
            Column(title="Rows", align="right", weight=0.7),
            Column(title="SHA-256", weight=2.8),
        ),
        rows=tuple(
            (
                file.name,
                words_or(file.version, "not known to FairDesk"),
                file.packaging.value if file.packaging else "not known",
                f"{file.n_rows:,}",
                file.sha256,
            )
            for file in one.choice.files
        ),
        has_row_headers=True,
    )


def benchmark_results(plan: Plan, analysis: Analysis) -> Iterator[Block]:
    """The scores of every benchmark; nothing for a plan without one."""
    for one in plan.benchmarks:
        rows = _rows(analysis, one, are_changes=False)
        yield Heading(level=2, text=f"{one.card.title}: {one.question.title}")
        if not rows:
            yield Paragraph(text="Not measured: there is no run of this benchmark.")
            continue
        systems = tuple(dict.fromkeys(row.system for row in rows))
        yield _counts(rows, one)
        yield from classifier_results(analysis, one)
        for measure in dict.fromkeys(row.measure for row in rows):
            of_measure = [row for row in rows if row.measure == measure]
            # What no system was asked for is a property of the items: one number, the same whoever answers.
            is_of_items = "asked" not in of_measure[0].counts
            yield from _of_items(of_measure, systems[0]) if is_of_items else measure_blocks(of_measure, systems)


def benchmark_changes(plan: Plan, analysis: Analysis) -> Iterator[Block]:
    """How the scores of every benchmark changed from the reference to each other configuration."""
    for one in plan.benchmarks:
        rows = _rows(analysis, one, are_changes=True)
        if not rows:
            continue
        yield Heading(level=2, text=f"{one.card.title}: change on the same items")
        for words in _change_sentences(rows):
            yield Paragraph(text=words)
        for system in dict.fromkeys(row.system for row in rows):
            own = [row for row in rows if row.system == system]
            yield _change_table(plan, system, own)
            yield from _remarks(own)


def _change_sentences(rows: Sequence[ResultRow]) -> Iterator[str]:
    """How changes are computed; which scores a sentence is about is said where there are several."""
    names: dict[str, dict[str, None]] = {}
    for row in rows:
        names.setdefault(row.sentence, {})[measure_name(row.measure.removeprefix(CHANGE))] = None
    for sentence, scores in names.items():
        yield sentence if len(names) == 1 else f"{', '.join(scores)}: {sentence[:1].lower()}{sentence[1:]}"


def _rows(analysis: Analysis, one: PlannedBenchmark, *, are_changes: bool) -> list[ResultRow]:
    own = [row for row in analysis.results if row.question_id == one.question.question_id]
    return [row for row in own if (row.role == CHANGE_ROLE) == are_changes]


def _change_table(plan: Plan, system: str, rows: Sequence[ResultRow]) -> TableBlock:
    return TableBlock(
        caption=f"From “{plan.systems[0].label}” to “{system}”; intervals at 95 percent, two-sided p-values, raw and "
        "adjusted",
        columns=(
            Column(title="Score", weight=1.6),
            Column(title="Category", weight=1.5),
            Column(title="Answers of both", align="right", weight=0.8),
            Column(title="Before", align="right", weight=0.8),
            Column(title="After", align="right", weight=0.8),
            Column(title="Change (interval)", align="right", weight=1.3),
            Column(title="p", align="right", weight=0.9),
        ),
        rows=tuple(
            (
                measure_name(row.measure.removeprefix(CHANGE)),
                category_words(row.variant),
                f"{row.counts.get('both', 0):,}",
                *_ends(row),
                _value(row),
                p_cell(row.test),
            )
            for row in rows
        ),
        has_row_headers=True,
    )


def _ends(row: ResultRow) -> tuple[str, str]:
    if isinstance(row.outcome, NotMeasured):
        return "not measured", "not measured"
    return print_number(row.outcome.details["before"]), print_number(row.outcome.details["after"])


def _counts(rows: Sequence[ResultRow], one: PlannedBenchmark) -> TableBlock:
    """Of every configuration and category, the calls by how they ended."""
    found: dict[tuple[str, str], Mapping[str, int]] = {}
    for row in rows:
        # Scores of one condition count its calls alone; the one about most items counts all of the category.
        whole = one.categories[0] if len(one.categories) == 1 else ""
        category = whole if row.measure in one.parts else row.variant
        known = found.get((row.system, category), {})
        if row.counts.get("items", 0) > known.get("items", 0) and "asked" in row.counts:
            found[row.system, category] = row.counts
    if len(categories := {category for _, category in found}) == 2 and "" in categories:
        # A single category is all items: its row says the same.
        found = {place: counts for place, counts in found.items() if place[1]}
    lines = []
    for (system, category), counts in found.items():
        cells = (f"{counts.get(status, 0):,}" for status in ANSWER_STATUSES)
        lines.append((category_words(category), system, f"{counts.get('items', 0):,}", *cells))
    return TableBlock(
        caption="Items, and calls by how they ended",
        columns=(
            Column(title="Category", weight=2),
            Column(title="Configuration", weight=1.4),
            Column(title="Items", align="right"),
            *(Column(title=status.replace("_", " ").capitalize(), align="right") for status in ANSWER_STATUSES),
        ),
        rows=tuple(lines),
        has_row_headers=True,
    )


def _of_items(rows: Sequence[ResultRow], system: str) -> Iterator[Block]:
    name = measure_name(rows[0].measure)
    yield Heading(level=3, text=name)
    yield TableBlock(
        caption=f"{name}; counted over the items, not estimated",
        columns=(Column(title="Category", weight=1.6), Column(title="Score", align="right", weight=1.2)),
        rows=tuple((category_words(row.variant), _bare(row)) for row in rows if row.system == system),
        has_row_headers=True,
    )
    yield Paragraph(text=rows[0].sentence, emphasis="small")


def _value(row: ResultRow) -> str:
    return value_cell(row.outcome) + corrected_words(row)


def _bare(row: ResultRow) -> str:
    return "not measured" if isinstance(row.outcome, NotMeasured) else print_number(row.outcome.value)


def measure_blocks(rows: Sequence[ResultRow], systems: Sequence[str]) -> Iterator[Block]:
    """One score of all categories and configurations, with what must be read with it.

    Args:
        rows: At least one.
    """
    first = rows[0]
    tested = any(row.test is not None for row in rows)
    places = {(row.variant, row.system): row for row in rows}
    yield Heading(level=3, text=measure_name(first.measure))
    why = {row.outcome.reason if isinstance(row.outcome, NotMeasured) else "" for row in rows}
    if len(why) == 1 and "" not in why and len(rows) > 1:
        yield Paragraph(text=f"Not measured for any category or configuration: {why.pop()}.")
        return
    yield TableBlock(
        caption=f"{measure_name(first.measure)}, with intervals at 95 percent"
        + ("; two-sided p-values, raw and adjusted" if tested else ""),
        columns=(
            Column(title="Category", weight=1.6),
            *(
                column
                for system in systems
                for column in (
                    Column(title=f"{system} (interval)", align="right", weight=1.2),
                    *([Column(title=f"{system}: p", align="right", weight=0.9)] if tested else []),
                )
            ),
        ),
        rows=tuple(
            (
                category_words(category),
                *(cell for system in systems for cell in _cells(places.get((category, system)), tested=tested)),
            )
            for category in dict.fromkeys(row.variant for row in rows)
        ),
        has_row_headers=True,
    )
    directions = [row.outcome.direction for row in rows if isinstance(row.outcome, Estimate) and row.outcome.direction]
    words = [first.sentence, *(f"{one[:1].upper()}{one[1:]}." for one in dict.fromkeys(directions))]
    yield Paragraph(text=" ".join(words), emphasis="small")
    yield from _remarks(rows)


def _remarks(rows: Sequence[ResultRow]) -> Iterator[Block]:
    """Why numbers or intervals are missing, and what is to be said of single numbers, each sentence once."""
    reasons = [
        (f"{category_words(row.variant)} ({row.system})", row.outcome.reason)
        for row in rows
        if isinstance(row.outcome, NotMeasured)
    ]
    notes = [
        (f"{category_words(row.variant)} ({row.system})", warning)
        for row in rows
        if isinstance(row.outcome, Estimate)
        for warning in filter(None, (*row.outcome.warnings, row.note))
    ]
    if reasons or notes:
        counts = Counter(words for _, words in (*reasons, *notes))
        of_all = {words: "All" for words, n in counts.items() if n == len(rows) > 1}
        of_all |= _of_categories(rows, (*reasons, *notes))
        others = [one for one in (*reasons, *notes) if one[1] not in of_all]
        yield BulletList(items=(*(f"{which}: {words}" for words, which in of_all.items()), *grouped_reasons(others)))


def _of_categories(rows: Sequence[ResultRow], told: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Words that hold for every category and not for all items together."""
    single = {f"{category_words(row.variant)} ({row.system})" for row in rows if row.variant}
    if len(single) in (0, 1, len(rows)):
        return {}
    places: dict[str, set[str]] = {}
    for place, words in told:
        places.setdefault(words, set()).add(place)
    return {words: "All categories" for words, where in places.items() if where == single}


def _cells(row: ResultRow | None, *, tested: bool) -> tuple[str, ...]:
    value = "not measured" if row is None else _value(row)
    return (value, p_cell(None if row is None else row.test)) if tested else (value,)
