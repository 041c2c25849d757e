"""Evaluation records that someone hands over: how their file is laid out, and what stands in its rows.

A file is never guessed silently: what was recognised is a ``RecordLayout``, what it looks like is a ``Preview``, and
whatever has two readings is an ``Ambiguity`` of the preview that the user answers once for the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

RECORDED = "recorded/1"
"""Stands where an extractor is named: the file holds numbers, and no text was read."""


class ColumnUse(Enum):
    """What a column of a file holds.

    A file in long form has one answer per row (ITEM, VARIANT, VALUE or TEXT); one in wide form has one item per row
    and its answers side by side (ITEM, BASE, one ARM per variant).
    """

    ITEM = "item"
    VARIANT = "variant"
    SAMPLE = "sample"
    SYSTEM = "system"
    VALUE = "value"
    TEXT = "text"
    STATUS = "status"
    ATTRIBUTE = "attribute"
    BASE = "base"
    ARM = "arm"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedColumn:
    """One column of a file and what it is used for.

    Attributes:
        column: Heading as it stands in the file; a heading that is empty or stands twice is made distinct
            (``column 3``, ``rating (2)``).
        name: The attribute's name, or the variant's label of a column of a wide file; otherwise empty.
    """

    column: str
    use: ColumnUse
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReading:
    """How the bytes of a file become cells.

    Attributes:
        format: ``csv``, ``tsv``, ``xlsx``, ``jsonl`` or ``parquet``.
        encoding: Python's name (``utf-8-sig``, ``utf-16-le``, ``cp1252``); empty for binary formats.
        separator: One character; empty for formats that have none. ``quote`` likewise; empty: nothing is quoted.
        decimal: ``.`` or ``,``; empty while no number of the file has a sign that could be one. A number with a sign
            is then a problem of its row, because it has two readings.
        percent: ``number`` (80 % is 80), ``share`` (80 % is 0.8), or empty: a percent sign is a problem of its row.
        dates: ``day first`` or ``month first`` for dates in attribute columns, which become 2026-04-03; empty: dates
            stay as they are written.
        sheet: Name of the sheet of a workbook.
        header_line: Line of the headings, counted from 1 (the lower one when they stand in two); 0 for formats
            that name their columns otherwise.
        header_lines: In how many lines the headings stand: 2 below merged cells, else 1.
        dropped_lines: Lines above the headings, and notes below the records, that are no records.
        notes: What was found, one sentence each.
    """

    format: str
    encoding: str = ""
    separator: str = ""
    quote: str = ""
    decimal: str = ""
    percent: str = ""
    dates: str = ""
    sheet: str = ""
    header_line: int = 1
    header_lines: int = 1
    dropped_lines: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLayout:
    """How a file of records is read: the same layout on the same bytes gives the same records.

    Attributes:
        columns: All columns of the file, in its order.
        reference: Label of the variant that all others are compared with; empty while it is not known.
        scale: Lowest and highest value; empty when the quantity has no ends.
        extractor: ``recorded/1`` for numbers, else the extractor that reads the text, for example ``rating/1``.
    """

    reading: FileReading
    columns: tuple[MappedColumn, ...]
    reference: str = ""
    scale: tuple[float, ...] = ()
    extractor: str = RECORDED

    @property
    def is_wide(self) -> bool:
        """One item per row, its answers side by side."""
        return any(column.use in (ColumnUse.BASE, ColumnUse.ARM) for column in self.columns)

    def having(self, use: ColumnUse) -> tuple[MappedColumn, ...]:
        """The columns of one use, in the order of the file."""
        return tuple(column for column in self.columns if column.use is use)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutChoices:
    """What the user decided about a file; an empty field leaves the guess.

    Attributes:
        columns: ``COLUMN=field``, ``COLUMN=attribute.NAME``, ``COLUMN=variant.LABEL`` (wide form), ``COLUMN=ignored``.
        percent: ``number`` or ``share``.
        dates: ``day first`` or ``month first``.
        header_line: Line in which the headings begin, counted from 1; 0 leaves the guess.
    """

    columns: tuple[str, ...] = ()
    encoding: str = ""
    separator: str = ""
    decimal: str = ""
    percent: str = ""
    dates: str = ""
    sheet: str = ""
    reference: str = ""
    scale: tuple[float, ...] = ()
    extractor: str = ""
    header_line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleReading:
    """One answer to a question: what goes into the field of ``LayoutChoices``, and what it means in words."""

    answer: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguity:
    """Something in a file that has more than one reading; asked once per file.

    Attributes:
        field: The field of ``LayoutChoices`` that takes the answer: ``decimal``, ``percent``, ``dates``, ``sheet``,
            ``reference``, ``scale``, ``columns``.
        column: Heading, or empty when the whole file is meant.
        examples: Cells as they stand in the file.
        option: The option of the command line that answers, for example ``--decimal``.
        readings: Known answers; empty when the answer is free (a scale).
    """

    field: str
    column: str
    examples: tuple[str, ...]
    question: str
    option: str
    readings: tuple[PossibleReading, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnPreview:
    """What one column looks like in the rows that were looked at.

    Attributes:
        kind: ``number``, ``whole number``, ``text``, ``date``, ``percent``, ``mixed`` or ``empty``.
        least: Smallest number, or first text in order; empty for an empty column. ``greatest`` likewise.
        n_empty: Empty cells. ``n_distinct``: different cells that are not empty.
    """

    column: str
    use: ColumnUse
    name: str
    kind: str
    least: str
    greatest: str
    examples: tuple[str, ...]
    n_empty: int
    n_distinct: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """Lines of a file that become no record, and why."""

    lines: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RowProblem:
    """A row of a file that cannot be taken: where, what stands there, why not, and what to do.

    Attributes:
        line: Physical line of the file, counted from 1; row of the sheet; record of a Parquet file.
        column: Heading, or empty when the whole row is meant.
        value: The cell as it stands, cut to 200 characters.
    """

    line: int
    column: str
    value: str
    cause: str
    cure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a file looks like under a layout, for the eye of whoever imports it.

    Attributes:
        rows: The first rows, cells as text, in the order of ``columns``.
        lines: Line of each of these rows.
        n_rows_seen: Rows that were looked at; all of them when ``is_whole``.
        questions: What must be answered before records are read.
        problems: The first rows that cannot be taken, under this layout.
    """

    columns: tuple[ColumnPreview, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    n_rows_seen: int
    is_whole: bool
    dropped: tuple[Dropped, ...]
    questions: tuple[Ambiguity, ...]
    problems: tuple[RowProblem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordCheck:
    """What a whole file of records holds under a layout.

    Attributes:
        n_rows: Answers that have their place, duplicates included.
        variants: Labels in the order of the file; ``systems`` likewise, empty when the file names none.
        by_status: Number of answers per value of ``Status``.
        by_reason: Number of answers without a value per reason, without the cell that it quotes.
        least: Smallest value, None when there is no value at all; ``greatest`` likewise.
        problems: The first rows that have no place; ``n_problems`` counts all.
        n_duplicates: Answers whose system, item, variant and sample were there before (M41); the first one counts.
        n_conflicting: Those of them whose value or status differs from the first one's.
        conflicting_lines: Where the first of these stand.
    """

    n_rows: int
    n_items: int
    variants: tuple[str, ...]
    systems: tuple[str, ...]
    by_status: Mapping[str, int]
    by_reason: Mapping[str, int]
    least: float | None
    greatest: float | None
    problems: tuple[RowProblem, ...]
    n_problems: int
    n_duplicates: int
    n_conflicting: int
    conflicting_lines: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppliedFile:
    """A file of records, who supplied it, and when.

    Attributes:
        sha256: Of the bytes as they came.
        supplied_by: Person or organisation, in the auditor's words.
        supplied_on: Date, ISO 8601, as the supplier states it; empty when unknown.
        received_at: When FairDesk read it: UTC, ISO 8601 with Z.
    """

    file_name: str
    sha256: str
    n_bytes: int
    supplied_by: str
    supplied_on: str
    received_at: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """A supplied file as the store keeps it, byte for byte.

    Attributes:
        parts: SHA-256 of the documents that hold its bytes, in order; each at most ``PART_BYTES`` long.
        layout: How it was read.
        system: Name of the system of rows that name none; empty for none.
    """

    file: SuppliedFile
    parts: tuple[str, ...]
    layout: RecordLayout
    system: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsManifest:
    """Everything that was supplied together; its hash stands in the plan and at the head of every run made from it.

    Attributes:
        reader: Version of the reader of table files; another version may read the same bytes differently.
    """

    files: tuple[StoredFile, ...]
    supplied_by: str
    reader: str


PART_BYTES = 4 * 1024 * 1024
"""Most bytes of a supplied file in one document of the store."""
