"""Files of records in words: what a column holds, how cells are divided, what became of a row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from fairdesk.domain.exchanges import Status
from fairdesk.domain.records import ColumnUse, RecordCheck
from fairdesk.gui.directions import by_itself
from fairdesk.gui.run_words import status_words
from fairdesk.gui.tables import Column, Row
from fairdesk.gui.widgets.foreign_text import made_visible

CONTEXT = "ImportWords"

HEADING_CHARACTERS = 60
MOST_REASONS = 4

USES: tuple[tuple[ColumnUse, str], ...] = (
    (ColumnUse.ITEM, str(QT_TRANSLATE_NOOP(CONTEXT, "item: the file or case"))),
    (ColumnUse.VARIANT, str(QT_TRANSLATE_NOOP(CONTEXT, "variant"))),
    (ColumnUse.VALUE, str(QT_TRANSLATE_NOOP(CONTEXT, "value: a number"))),
    (ColumnUse.TEXT, str(QT_TRANSLATE_NOOP(CONTEXT, "answer as text"))),
    (ColumnUse.SYSTEM, str(QT_TRANSLATE_NOOP(CONTEXT, "system or model"))),
    (ColumnUse.SAMPLE, str(QT_TRANSLATE_NOOP(CONTEXT, "number of the repeat"))),
    (ColumnUse.STATUS, str(QT_TRANSLATE_NOOP(CONTEXT, "status: answered, refused"))),
    (ColumnUse.ATTRIBUTE, str(QT_TRANSLATE_NOOP(CONTEXT, "attribute, such as gender"))),
    (ColumnUse.BASE, str(QT_TRANSLATE_NOOP(CONTEXT, "answers of the original"))),
    (ColumnUse.ARM, str(QT_TRANSLATE_NOOP(CONTEXT, "answers of one variant"))),
    (ColumnUse.IGNORED, str(QT_TRANSLATE_NOOP(CONTEXT, "not used"))),
)
"""Every use of a column, in the order in which it is offered."""

NAMED = (ColumnUse.ATTRIBUTE, ColumnUse.BASE, ColumnUse.ARM)
"""Uses that have a name: the attribute's, or the label of the variant."""

KINDS: dict[str, str] = {
    "number": str(QT_TRANSLATE_NOOP(CONTEXT, "number")),
    "whole number": str(QT_TRANSLATE_NOOP(CONTEXT, "whole number")),
    "text": str(QT_TRANSLATE_NOOP(CONTEXT, "text")),
    "date": str(QT_TRANSLATE_NOOP(CONTEXT, "date")),
    "percent": str(QT_TRANSLATE_NOOP(CONTEXT, "percent")),
    "mixed": str(QT_TRANSLATE_NOOP(CONTEXT, "mixed")),
    "empty": str(QT_TRANSLATE_NOOP(CONTEXT, "empty")),
}

FORMATS: dict[str, str] = {
    "csv": str(QT_TRANSLATE_NOOP(CONTEXT, "text with separators (CSV)")),
    "tsv": str(QT_TRANSLATE_NOOP(CONTEXT, "text with tabs (TSV)")),
    "xlsx": str(QT_TRANSLATE_NOOP(CONTEXT, "workbook (XLSX)")),
    "jsonl": str(QT_TRANSLATE_NOOP(CONTEXT, "JSON lines")),
    "parquet": str(QT_TRANSLATE_NOOP(CONTEXT, "Parquet")),
}

SEPARATORS: dict[str, str] = {
    ",": str(QT_TRANSLATE_NOOP(CONTEXT, "comma ,")),
    ";": str(QT_TRANSLATE_NOOP(CONTEXT, "semicolon ;")),
    "\t": str(QT_TRANSLATE_NOOP(CONTEXT, "tab")),
    "|": str(QT_TRANSLATE_NOOP(CONTEXT, "vertical bar |")),
}

DECIMALS: dict[str, str] = {
    ".": str(QT_TRANSLATE_NOOP(CONTEXT, "point: 4.5")),
    ",": str(QT_TRANSLATE_NOOP(CONTEXT, "comma: 4,5")),
}

PERCENTS: dict[str, str] = {
    "number": str(QT_TRANSLATE_NOOP(CONTEXT, "80 % is the number 80")),
    "share": str(QT_TRANSLATE_NOOP(CONTEXT, "80 % is the number 0.8")),
}

DATES: dict[str, str] = {
    "day first": str(QT_TRANSLATE_NOOP(CONTEXT, "the day first: 03/04 is 3 April")),
    "month first": str(QT_TRANSLATE_NOOP(CONTEXT, "the month first: 03/04 is 4 March")),
}

ENCODINGS: dict[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252, Western European",
    "cp1250": "Windows-1250, Central European",
    "cp1251": "Windows-1251, Cyrillic",
    "cp1253": "Windows-1253, Greek",
    "cp1254": "Windows-1254, Turkish",
    "cp1255": "Windows-1255, Hebrew",
    "cp1256": "Windows-1256, Arabic",
    "iso8859-15": "ISO 8859-15, Western European",
    "mac_roman": "Mac Roman",
    "shift_jis": "Shift JIS, Japanese",
    "gb18030": "GB 18030, Chinese",
    "euc_kr": "EUC-KR, Korean",
}
"""Python's name of an encoding, and what people know it by."""

EXTRACTORS: dict[str, str] = {
    "recorded/1": str(QT_TRANSLATE_NOOP(CONTEXT, "numbers as they stand")),
    "rating/1": str(QT_TRANSLATE_NOOP(CONTEXT, "ratings, read from texts or stars")),
    "choice/1": str(QT_TRANSLATE_NOOP(CONTEXT, "letters of multiple choice, read from texts")),
    "decision/1": str(QT_TRANSLATE_NOOP(CONTEXT, "decisions, read from texts: yes is 1, no is 0")),
}
"""What reads the answers."""


def said(text: str) -> str:
    """One of the words of this module in the language of the window."""
    return QCoreApplication.translate(CONTEXT, text)


def quoted(heading: str) -> str:
    """A heading or label of a file in quotation marks: one line, not too long, nothing hidden in it."""
    line = " ".join(made_visible(heading).split())
    shown = f"{line[: HEADING_CHARACTERS - 1]}…" if len(line) > HEADING_CHARACTERS else line
    return by_itself(f"“{shown}”")


def foreign_column(title: str, cell: Callable[[Row], str]) -> Column:
    """A column whose cells stand in a file: everything in them can be seen, and a copy holds nothing else."""
    return Column(
        title=title,
        text=lambda row: by_itself(made_visible(cell(row))),
        exact=lambda row: made_visible(cell(row)),
        sort_key=lambda row: cell(row).casefold(),
    )


def size_words(n_bytes: int) -> str:
    """The size of a file."""
    return QLocale().formattedDataSize(n_bytes, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def number(count: int) -> str:
    """A count as the locale writes it."""
    return QLocale().toString(count)


def check_words(found: RecordCheck) -> str:
    """What an import would take, in sentences."""
    translate = QCoreApplication.translate
    counts = ", ".join(
        f"{number(count)} {status_words(Status(status))}" for status, count in found.by_status.items() if count
    )
    words = [
        translate(CONTEXT, "Answers: {rows}, about {items} items in {variants} variants ({counts}).").format(
            rows=number(found.n_rows),
            items=number(found.n_items),
            variants=number(len(found.variants)),
            counts=counts or translate(CONTEXT, "none"),
        )
    ]
    if found.least is not None and found.greatest is not None:
        words.append(
            translate(CONTEXT, "Values from {least} to {greatest}.").format(
                least=QLocale().toString(found.least, "g", 12), greatest=QLocale().toString(found.greatest, "g", 12)
            )
        )
    if len(found.systems) > 1:
        words.append(
            translate(CONTEXT, "Systems: {names}.").format(names=", ".join(quoted(name) for name in found.systems[:8]))
        )
    if found.by_reason:
        reasons = [f"{made_visible(why)} ({number(count)})" for why, count in found.by_reason.items()]
        if len(reasons) > MOST_REASONS:
            n_more = sum(list(found.by_reason.values())[MOST_REASONS:])
            more = translate(CONTEXT, "for other reasons ({count})").format(count=number(n_more))
            reasons = [*reasons[:MOST_REASONS], more]
        words.append(translate(CONTEXT, "Without a value: {reasons}.").format(reasons="; ".join(reasons)))
    if found.n_duplicates:
        words.append(
            translate(
                CONTEXT,
                "Repeated: {count} answers have the item, variant and repeat of an earlier one; the first counts.",
            ).format(count=number(found.n_duplicates))
        )
    if found.n_conflicting:
        words.append(
            translate(CONTEXT, "Of these, {count} say something else than the first (line {lines}).").format(
                count=number(found.n_conflicting), lines=", ".join(map(number, found.conflicting_lines[:8]))
            )
        )
    return " ".join(words)
