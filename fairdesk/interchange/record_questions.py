"""What of a file has more than one reading under a layout: questions that the user answers once per file."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import (
    RECORDED,
    Ambiguity,
    ColumnUse,
    LayoutChoices,
    PossibleReading,
    Preview,
    RecordLayout,
)
from fairdesk.interchange.record_preview import N_EXAMPLES, VALUES, ColumnFacts

MOST_LABELS = 50


def questions_of(
    layout: RecordLayout, facts: Sequence[ColumnFacts], sheets: Sequence[str], choices: LayoutChoices
) -> tuple[Ambiguity, ...]:
    """Everything that must be answered before records are read under this layout."""
    found = [*_sheet(sheets), *_columns(layout, facts)]
    pairs = list(zip(layout.columns, facts, strict=True))
    if layout.extractor == RECORDED:
        values = [one for column, one in pairs if column.use in VALUES]
        found += _decimal(layout, values)
        found += _percent(layout, values)
    elif not layout.scale:
        found.append(_scale(layout, [one for column, one in pairs if column.use in (ColumnUse.TEXT, *VALUES)]))
    levels = [one for column, one in pairs if column.use is ColumnUse.ATTRIBUTE and one.two_dates]
    if levels and not choices.dates:
        found.append(_dates(levels[0]))
    variants = next((one for column, one in pairs if column.use is ColumnUse.VARIANT), None)
    if variants is not None and not layout.is_wide and not layout.reference:
        found.append(_reference(variants))
    return tuple(found)


def demand_answers(preview: Preview, file_name: str) -> None:
    """Refuses a file while something in it has two readings.

    Raises:
        ImportProblem: names the first open question, where it stands, and the option that answers it.
    """
    if not preview.questions:
        return
    first = preview.questions[0]
    where = f"{file_name}, column {first.column!r}" if first.column else file_name
    seen = ", ".join(" ".join(cell.split())[:60] for cell in first.examples)
    examples = f" ({seen})" if seen else ""
    answers = " or ".join(f"{first.option} {reading.answer} ({reading.words})" for reading in first.readings)
    raise ImportProblem(f"{where}: {first.question}{examples}", f"Answer with {answers or first.option}.")


def _sheet(sheets: Sequence[str]) -> list[Ambiguity]:
    if len(sheets) < 2:
        return []
    return [
        Ambiguity(
            field="sheet",
            column="",
            examples=(),
            question="Several sheets hold a table; which one holds the records?",
            option="--sheet",
            readings=tuple(PossibleReading(answer=sheet, words=f"the sheet {sheet!r}") for sheet in sheets),
        )
    ]


def _columns(layout: RecordLayout, facts: Sequence[ColumnFacts]) -> list[Ambiguity]:
    names = tuple(one.column for one in facts)[:MOST_LABELS]
    lacking = []
    if not layout.having(ColumnUse.ITEM):
        lacking.append(("Which column names the item (the file, the case)?", "COLUMN=item"))
    if layout.is_wide:
        if not layout.having(ColumnUse.BASE):
            lacking.append(("Which column holds the values of the original?", "COLUMN=base"))
        elif not layout.having(ColumnUse.ARM):
            lacking.append(("Which columns hold the values of the variants?", "COLUMN=variant.LABEL"))
    else:
        if not layout.having(ColumnUse.VARIANT):
            lacking.append(("Which column names the variant?", "COLUMN=variant"))
        if not (layout.having(ColumnUse.VALUE) or layout.having(ColumnUse.TEXT)):
            lacking.append(("Which column holds the value, or the text of the answer?", "COLUMN=value or COLUMN=text"))
    return [
        Ambiguity(field="columns", column="", examples=names, question=question, option=f"--map {answer}", readings=())
        for question, answer in lacking
    ]


def _decimal(layout: RecordLayout, values: Sequence[ColumnFacts]) -> list[Ambiguity]:
    doubtful = next((one for one in values if one.either), None)
    points = [cell for one in values for cell in one.points]
    commas = [cell for one in values for cell in one.commas]
    if layout.reading.decimal or (doubtful is None and not (points and commas)):
        return []
    examples = doubtful.either[:N_EXAMPLES] if doubtful else (points[0], commas[0])
    cell = examples[0]
    return [
        Ambiguity(
            field="decimal",
            column=doubtful.column if doubtful else "",
            examples=examples,
            question="Numbers have two readings: which is the decimal sign?",
            option="--decimal",
            readings=(
                PossibleReading(answer=".", words=f"a point, so that {cell} is {_as_read(cell, '.')}"),
                PossibleReading(answer=",", words=f"a comma, so that {cell} is {_as_read(cell, ',')}"),
            ),
        )
    ]


def _as_read(cell: str, decimal: str) -> str:
    other = "," if decimal == "." else "."
    return cell.replace(other, "").replace(decimal, ".") if cell.count(other) <= 1 else cell.replace(other, "")


def _percent(layout: RecordLayout, values: Sequence[ColumnFacts]) -> list[Ambiguity]:
    one = next((one for one in values if one.n_percent), None)
    if one is None or layout.reading.percent:
        return []
    examples = tuple(cell for cell in one.distinct if cell.endswith("%"))[:N_EXAMPLES]
    return [
        Ambiguity(
            field="percent",
            column=one.column,
            examples=examples,
            question="Values have a percent sign: which number is meant?",
            option="--percent",
            readings=(
                PossibleReading(answer="number", words="80 % is 80"),
                PossibleReading(answer="share", words="80 % is 0.8"),
            ),
        )
    ]


def _scale(layout: RecordLayout, texts: Sequence[ColumnFacts]) -> Ambiguity:
    return Ambiguity(
        field="scale",
        column=texts[0].column if texts else "",
        examples=texts[0].distinct[:N_EXAMPLES] if texts else (),
        question=f"Answers are read from text ({layout.extractor}): what are the lowest and the highest value?",
        option="--scale LO HI",
        readings=(),
    )


def _dates(levels: ColumnFacts) -> Ambiguity:
    return Ambiguity(
        field="dates",
        column=levels.column,
        examples=levels.two_dates,
        question="Dates have two readings: does the day or the month stand first?",
        option="--dates",
        readings=(
            PossibleReading(answer="day first", words="03/04/2026 is 3 April"),
            PossibleReading(answer="month first", words="03/04/2026 is 4 March"),
        ),
    )


def _reference(variants: ColumnFacts) -> Ambiguity:
    labels = variants.distinct[:MOST_LABELS]
    return Ambiguity(
        field="reference",
        column=variants.column,
        examples=labels[:N_EXAMPLES],
        question="Which variant is the original that the others are compared with?",
        option="--reference",
        readings=tuple(PossibleReading(answer=label, words=f"the variant {label!r}") for label in labels),
    )
