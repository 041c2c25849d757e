"""The door for files of evaluation records: how a file is laid out, what it looks like, and its answers in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pyarrow.compute as pc

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import (
    RECORDED,
    ColumnUse,
    Dropped,
    FileReading,
    LayoutChoices,
    MappedColumn,
    Preview,
    RecordLayout,
    RowProblem,
)
from fairdesk.interchange import delimited, json_lines, parquet_files, workbooks
from fairdesk.interchange.column_names import REFERENCES, apply_choices, guess_columns, named_base
from fairdesk.interchange.foreign import foreign_table
from fairdesk.interchange.raw_tables import (
    BATCH_SIZE,
    Opened,
    Progress,
    RawBatch,
    Source,
    Survey,
    TableFormat,
    opened,
    refuse,
    shown,
)
from fairdesk.interchange.record_batches import ROWS_PER_BATCH, RecordBatch
from fairdesk.interchange.record_preview import ColumnFacts, decimal_of, facts_of, preview_of
from fairdesk.interchange.record_questions import demand_answers, questions_of
from fairdesk.interchange.record_rows import to_records

TABLE_FORMATS: tuple[TableFormat, ...] = (
    workbooks.FORMAT,
    parquet_files.FORMAT,
    json_lines.FORMAT,
    delimited.FORMAT,
)
"""Kinds of table files, in the order in which they are tried; text with separators is what nothing else recognises.

To add one: a module with ``FORMAT`` and a line here; ``tests/contract/test_table_formats.py`` reads a file of it.
"""

READER_VERSION = "1"
"""Grows whenever some file is read differently than before under the same layout."""

TEXT_EXTRACTOR = "rating/1"
TRIMMED = (ColumnUse.ITEM, ColumnUse.VARIANT, ColumnUse.SYSTEM, ColumnUse.ATTRIBUTE)
"""Uses whose cells are names; spaces around a name do not make it another one."""

ROWS_SHOWN = 20
PROBLEMS_SHOWN = 100
MOST_NOTES = 20
"""Lines below the records that may be notes."""

FOREIGN_BEGINNINGS: tuple[tuple[bytes, str, str], ...] = (
    (b"\xd0\xcf\x11\xe0", "an old or an encrypted workbook", "Save it as .xlsx without a password, or export CSV."),
    (b"\x1f\x8b", "a compressed file", "Unpack it first."),
    (b"\x89PNG", "a picture", "Ask for the records as a table (CSV, XLSX, JSON lines, Parquet)."),
    (b"\xff\xd8\xff", "a picture", "Ask for the records as a table (CSV, XLSX, JSON lines, Parquet)."),
    (b"{\\rtf", "a text document", "Ask for the records as a table (CSV, XLSX, JSON lines, Parquet)."),
    (b"%PDF", "a PDF document", "Ask for the records as a table (CSV, XLSX, JSON lines, Parquet)."),
)

__all__ = [
    "READER_VERSION",
    "TABLE_FORMATS",
    "demand_answers",
    "guess_layout",
    "read_records",
]


def guess_layout(source: Source, choices: LayoutChoices | None = None) -> tuple[RecordLayout, Preview]:
    """How a file is laid out, after the user's choices, and what it looks like under that layout.

    Looks at the first 65,536 rows, or fewer when they are long; ``Preview.is_whole`` says whether these are all.

    Args:
        source: Path, or seekable binary stream.
        choices: What the user decided; every field that is empty is guessed.

    Raises:
        ImportProblem: the file cannot be read as a table, holds no record, or a choice names what it does not have.
    """
    chosen = choices or LayoutChoices()
    with opened(source) as file:
        table = _format_of(file)
        survey = table.survey(file, chosen)
        raw, is_whole = _first_rows(table, file, survey)
        if is_whole and not any(len(batch.lines) for batch in raw):
            problem = next((problem for batch in raw for problem in batch.problems), None)
            cause = "there are headings, but no records" if problem is None else problem.cause
            refuse(
                file.name,
                None if problem is None else problem.line,
                cause,
                "Choose a file with records below its headings.",
            )
    has_lines = survey.reading.header_line > 0
    notes = _notes_below(raw, len(survey.headings)) if is_whole and has_lines else ()
    kept = [_without(batch, notes) for batch in raw]
    facts = facts_of(survey.headings, kept)
    reading = replace(survey.reading, dropped_lines=tuple(sorted({*survey.reading.dropped_lines, *notes})))
    layout = _layout(reading, facts, chosen, is_whole)
    dropped = (*survey.dropped, *((Dropped(lines=notes, reason="notes below the records"),) if notes else ()))
    questions = questions_of(layout, facts, survey.sheets, chosen)
    blank = tuple(int(line) for batch in kept for line in batch.lines[_is_blank(batch)])
    if blank:
        dropped = (*dropped, Dropped(lines=blank[:PROBLEMS_SHOWN], reason="blank"))
    mapped = zip(facts, layout.columns, strict=True)
    cells, lines = _shown_rows(kept)
    preview = Preview(
        columns=tuple(preview_of(one, column, layout.reading.decimal) for one, column in mapped),
        rows=cells,
        lines=lines,
        n_rows_seen=sum(len(batch.lines) for batch in kept) - len(blank),
        is_whole=is_whole,
        dropped=dropped,
        questions=questions,
        problems=_first_problems(kept, layout),
    )
    return layout, preview


def read_records(source: Source, layout: RecordLayout, progress: Progress | None = None) -> Iterator[RecordBatch]:
    """All answers of a file, in its order; memory does not grow with the file.

    Args:
        source: Path, or seekable binary stream with the bytes that the layout was made for.
        layout: Of ``guess_layout``; its columns must be those of the file.
        progress: Told bytes done and bytes of the file.

    Returns:
        Batches; one whose rows have texts to be read has an empty status in them.

    Raises:
        ImportProblem: the file cannot be read to its end, or its columns are not those of the layout.
    """
    headings = tuple(column.column for column in layout.columns)
    with opened(source) as file:
        table = _format_of(file)
        if layout.reading.format not in table.names or not _has_headings(table, file, layout.reading, headings):
            refuse(
                file.name,
                None,
                "its columns are not those that the layout names",
                "Import the file anew, so that its layout is looked at again.",
            )
        for raw in table.batches(file, layout.reading, headings, progress):
            yield to_records(raw, layout)


def _format_of(file: Opened) -> TableFormat:
    head = file.file.read(4096)
    file.file.seek(0)
    for beginning, what, cure in FOREIGN_BEGINNINGS:
        if head.startswith(beginning):
            refuse(file.name, None, f"this is {what}, not a table that can be read", cure)
    return foreign_table(file) or next(table for table in TABLE_FORMATS if table.recognises(head))


def _has_headings(table: TableFormat, file: Opened, reading: FileReading, headings: tuple[str, ...]) -> bool:
    """Whether the file has these headings, where they are found by themselves or where the reading has them.

    Raises:
        ImportProblem: why the file cannot be read any more.
    """
    failure: ImportProblem | None = None
    first = reading.header_line - reading.header_lines + 1
    # A blank line may stand between two lines of headings.
    for line in dict.fromkeys((0, first, first - 1) if first > 0 else (0,)):
        choices = LayoutChoices(
            encoding=reading.encoding, separator=reading.separator, sheet=reading.sheet, header_line=max(line, 0)
        )
        try:
            survey = table.survey(file, choices)
        except ImportProblem as problem:
            failure = failure or problem
            continue
        if survey.headings == headings and survey.reading.header_line == reading.header_line:
            return True
    if failure is not None:
        raise failure
    return False


def _first_rows(table: TableFormat, file: Opened, survey: Survey) -> tuple[list[RawBatch], bool]:
    batches: list[RawBatch] = []
    n_rows = n_bytes = 0
    for batch in table.batches(file, survey.reading, survey.headings, None):
        if batches and (n_rows + len(batch.lines) > ROWS_PER_BATCH or n_bytes >= BATCH_SIZE):
            return batches, False
        batches.append(batch)
        n_rows += len(batch.lines)
        n_bytes += sum(column.nbytes for column in batch.columns)
    return batches, True


def _layout(reading: FileReading, facts: Sequence[ColumnFacts], choices: LayoutChoices, is_whole: bool) -> RecordLayout:
    headings = [one.column for one in facts]
    numeric = [one.is_numeric for one in facts]
    guessed = guess_columns(headings, numeric, named_base(choices, headings))
    columns = _by_content(apply_choices(guessed, choices.columns), numeric, choices)
    layout = RecordLayout(reading=reading, columns=columns)
    extractor = choices.extractor or _extractor(layout, facts)
    words = [one.column for one, column in zip(facts, columns, strict=True) if column.use in TRIMMED and one.has_spaces]
    notes = (f"Spaces around the cells of {', '.join(words)} are left out.",) if words else ()
    reading = replace(
        reading,
        decimal=choices.decimal or (decimal_of(facts, columns) if extractor == RECORDED else ""),
        percent=choices.percent,
        dates=choices.dates,
        notes=(*reading.notes, *notes),
    )
    return RecordLayout(
        reading=reading,
        columns=columns,
        reference=_reference(layout, facts, choices.reference, is_whole),
        scale=choices.scale,
        extractor=extractor,
    )


def _by_content(
    columns: Sequence[MappedColumn], numeric: Sequence[bool], choices: LayoutChoices
) -> tuple[MappedColumn, ...]:
    """Values and texts as what is read of them: an extractor reads texts, ``recorded/1`` reads numbers.

    Where none was chosen, a column called value that holds words is text, unless the user named it as the value or
    there is a text already.
    """
    has_text = any(column.use is ColumnUse.TEXT for column in columns)
    has_value = any(column.use is ColumnUse.VALUE for column in columns)
    is_named = any(choice.casefold().endswith("=value") for choice in choices.columns)
    found = []
    for column, is_numeric in zip(columns, numeric, strict=True):
        use = column.use
        if use is ColumnUse.VALUE and choices.extractor not in ("", RECORDED):
            use = ColumnUse.IGNORED if has_text else ColumnUse.TEXT
        elif use is ColumnUse.VALUE and not (choices.extractor or is_named or has_text or is_numeric):
            use = ColumnUse.TEXT
        elif use is ColumnUse.TEXT and choices.extractor == RECORDED and not has_value:
            use = ColumnUse.VALUE
        found.append(replace(column, use=use))
    return tuple(found)


def _extractor(layout: RecordLayout, facts: Sequence[ColumnFacts]) -> str:
    if layout.is_wide:
        cells = [
            one
            for column, one in zip(layout.columns, facts, strict=True)
            if column.use in (ColumnUse.BASE, ColumnUse.ARM)
        ]
        return RECORDED if all(one.is_numeric or one.kind == "empty" for one in cells) else TEXT_EXTRACTOR
    return RECORDED if layout.having(ColumnUse.VALUE) or not layout.having(ColumnUse.TEXT) else TEXT_EXTRACTOR


def _reference(layout: RecordLayout, facts: Sequence[ColumnFacts], chosen: str, is_whole: bool) -> str:
    base = layout.having(ColumnUse.BASE)
    if base:
        return base[0].name
    for column, one in zip(layout.columns, facts, strict=True):
        if column.use is not ColumnUse.VARIANT:
            continue
        if chosen in one.distinct:
            return chosen
        labels = {label.casefold(): label for label in one.distinct}
        if chosen:
            if is_whole and chosen.casefold() not in labels:
                raise ImportProblem(
                    f"No variant is called {chosen!r}.",
                    f"The column {one.column!r} holds: {', '.join(one.distinct[:ROWS_SHOWN])} (--reference LABEL).",
                )
            return labels.get(chosen.casefold(), chosen)
        return next((labels[name] for name in REFERENCES if name in labels), "")
    return chosen


def _notes_below(raw: Sequence[RawBatch], width: int) -> tuple[int, ...]:
    """Lines at the end whose row has one filled cell only, where the table has at least three columns."""
    if width < 3:
        return ()
    n_filled: dict[int, int] = {}
    for batch in raw[-2:]:
        counts = np.zeros(len(batch.lines), dtype=np.int64)
        for column in batch.columns:
            filled = pc.not_equal(pc.utf8_trim_whitespace(column), "")
            counts += np.asarray(filled.to_numpy(zero_copy_only=False), dtype=np.int64)
        n_filled.update(zip(batch.lines.tolist(), counts.tolist(), strict=True))
        n_filled.update({problem.line: problem.value.count(" | ") + 1 for problem in batch.problems})
    notes: list[int] = []
    for line in sorted(n_filled, reverse=True):
        if n_filled[line] > 1 or len(notes) == MOST_NOTES:
            break
        notes += [line] if n_filled[line] else []
    return tuple(reversed(notes))


def _without(batch: RawBatch, lines: Sequence[int]) -> RawBatch:
    keep = ~np.isin(batch.lines, lines)
    return RawBatch(
        columns=tuple(column.filter(keep) for column in batch.columns),
        lines=batch.lines[keep],
        numbers={place: typed[keep] for place, typed in batch.numbers.items()},
        problems=tuple(problem for problem in batch.problems if problem.line not in lines),
    )


def _is_blank(batch: RawBatch) -> np.ndarray:
    blank = np.ones(len(batch.lines), dtype=np.bool_)
    for column in batch.columns:
        if blank.any():
            blank &= np.asarray(pc.equal(column, "").to_numpy(zero_copy_only=False), dtype=np.bool_)
    return blank


def _shown_rows(batches: Sequence[RawBatch]) -> tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]:
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    for batch in batches:
        cells = zip(*(column.slice(0, ROWS_SHOWN).to_pylist() for column in batch.columns), strict=True)
        for line, row in zip(batch.lines.tolist(), cells, strict=False):
            if any(row) and len(rows) < ROWS_SHOWN:
                rows.append(tuple(shown(cell) for cell in row))
                lines.append(line)
    return tuple(rows), tuple(lines)


def _first_problems(batches: Sequence[RawBatch], layout: RecordLayout) -> tuple[RowProblem, ...]:
    found: list[RowProblem] = []
    for batch in batches:
        found += to_records(batch, layout).problems if layout.having(ColumnUse.ITEM) else batch.problems
        if len(found) >= PROBLEMS_SHOWN:
            break
    return tuple(found[:PROBLEMS_SHOWN])
