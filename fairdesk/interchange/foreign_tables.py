"""What the readers of other tools' result files share: a tool's answers as rows of one table, with fixed headings.

The table goes through the same door as a spreadsheet (``record_files``): its columns are guessed, shown and mapped in
the same way, and its texts are read by FairDesk's own extractors.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.foreign_numbers import ForeignNumber
from fairdesk.domain.records import ColumnUse, Dropped, FileReading, LayoutChoices, RowProblem
from fairdesk.interchange.column_names import ATTRIBUTES, MEANINGS, RANKS, plain_name
from fairdesk.interchange.foreign_json import LARGEST_JSON, Found, finite, head_keys, parsed, written
from fairdesk.interchange.raw_tables import Opened, Progress, RawBatch, Survey, TableFormat, blocks, refuse, text_array

PREFIXES = ("attribute.", "metadata.", "score.")

LOOKED_AT = 5_000
"""Answers whose attributes and scores become columns; one that first stands further on is a problem of its row."""

MOST_COLUMNS = 2_000
"""A hostile file could name another attribute in every answer."""

HEAD = 2**20
"""Bytes at the beginning of a file that are looked at to tell whose it is."""

TOOL_ID = "tool's own id"
"""Heading of the tool's id of a sample where one of the attributes already names the item."""

FIXED = ("item", TOOL_ID, "variant", "sample", "system", "asked", "text", "status", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignRow:
    """One answer as a tool recorded it.

    Attributes:
        item: The tool's id of what was asked.
        variant: Label that the tool itself gives (a perturbation); empty when it has no such notion.
        asked: What was asked, where the tool's own notion of an item is its text; never analysed.
        attributes: What the user attached to the sample: metadata, variables, fields of the document.
        scores: The tool's own scores of the answer; a cell that holds no number is not used as one.
        failure: Why there is no answer, in the tool's words; empty when there is one.
        line: Line, or place in the list, counted from 1.
    """

    item: str
    variant: str = ""
    sample: int = 1
    system: str = ""
    text: str = ""
    asked: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, str | float] = field(default_factory=dict)
    failure: str = ""
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek:
    """The beginning of a file: what it is told by.

    Attributes:
        shape: ``object``, ``list`` or empty; ``keys`` those of its first object.
        members: Names inside a zip archive; empty when it is none.
    """

    head: bytes
    shape: str
    keys: frozenset[str]
    members: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of a file beside its answers.

    Attributes:
        notes: What was found, one sentence each: the version that wrote it; a warning when it is newer than those
            known here.
        dropped: Lines that hold no answer of their own, and why.
    """

    notes: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignFormat:
    """One kind of result file of one tool.

    Attributes:
        format_id: Value of ``FileReading.format``.
        known_versions: Versions of the tool whose files were read in the tests.
        recognises: Told by content; never by the file's name.
        facts: Notes and versions.
        rows: All answers, in the order of the file.
        numbers: The tool's own aggregates in this file.
    """

    format_id: str
    title: str
    known_versions: tuple[str, ...]
    recognises: Callable[[Peek], bool]
    facts: Callable[[Opened], Facts]
    rows: Callable[[Opened, Progress | None], Iterator[ForeignRow]]
    numbers: Callable[[Opened], tuple[ForeignNumber, ...]]

    @property
    def table(self) -> TableFormat:
        """As the door for tables reads it."""

        def survey(opened: Opened, _choices: LayoutChoices) -> Survey:
            return _survey(self, opened)

        def batches(
            opened: Opened, _reading: FileReading, headings: tuple[str, ...], progress: Progress | None = None
        ) -> Iterator[RawBatch]:
            return _batches(self, opened, headings, progress)

        return TableFormat(
            names=(self.format_id,),
            title=self.title,
            recognises=lambda head: self.recognises(peek_of(head)),
            survey=survey,
            batches=batches,
        )


def peek_of(head: bytes, members: frozenset[str] = frozenset()) -> Peek:
    """What the first bytes of a file tell."""
    shape, keys = head_keys(head)
    return Peek(head=head, shape=shape, keys=frozenset(keys), members=members)


def peek(opened: Opened) -> Peek:
    """The beginning of a file, and the names inside when it is a zip archive; the file is at its beginning again."""
    opened.file.seek(0)
    head = opened.file.read(HEAD)
    members: frozenset[str] = frozenset()
    if head.startswith(b"PK"):
        try:
            with zipfile.ZipFile(opened.file) as archive:
                members = frozenset(archive.namelist())
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, OverflowError):
            # A damaged archive still begins with its first member, whose name stands there.
            members = frozenset({head[30 : 30 + int.from_bytes(head[26:28], "little")].decode("utf-8", "replace")})
    opened.file.seek(0)
    return peek_of(head, members)


def document(opened: Opened) -> Found:
    """The whole file as one JSON document.

    Raises:
        ImportProblem: it is too large, or no JSON.
    """
    if opened.n_bytes > LARGEST_JSON:
        refuse(
            opened.name,
            None,
            f"the file has {opened.n_bytes / 2**20:,.0f} MB; one JSON document of at most "
            f"{LARGEST_JSON // 2**20} MB can be read",
            "Export the results in parts, or in the tool's line by line or packed format.",
        )
    opened.file.seek(0)
    return parsed(opened.file.read(), opened.name)


def json_line_objects(opened: Opened, progress: Progress | None = None) -> Iterator[tuple[int, Found]]:
    """Every line that is not blank as a JSON object, with its number.

    Raises:
        ImportProblem: a line is too long or no JSON object.
    """
    opened.file.seek(0)
    number = done = 0
    while content := opened.file.readline(LARGEST_JSON + 1):
        number += 1
        done += len(content)
        if len(content) > LARGEST_JSON:
            refuse(opened.name, number, "the line is too long", "Check that this is the file that you meant.")
        if not content.strip():
            continue
        found = parsed(content, opened.name, line=number)
        if not isinstance(found.value, dict):
            refuse(opened.name, number, "the line is no JSON object", "Export the results again from the tool.")
        if progress is not None:
            progress(done, opened.n_bytes)
        yield number, Found(opened.name, f"line {number}", found.value)


def beside(opened: Opened, name: str) -> Found | None:
    """Another JSON file of the same run, in the same folder; None when there is none or it cannot be read.

    It holds the tool's own aggregates. The answers never depend on it, so that a file reads the same wherever it lies.
    """
    path = getattr(opened.file, "name", None)
    if not isinstance(path, str) or not path:
        return None
    other = Path(path).with_name(name)
    try:
        with other.open("rb") as file:
            return parsed(file.read(LARGEST_JSON), name)
    except (OSError, ValueError, ImportProblem):
        return None


def version_notes(tool: str, version: str, known: Sequence[str]) -> tuple[str, ...]:
    """What to say of a tool's version: named when known, warned of when it is newer or not stated."""
    if not version:
        return (f"Written by {tool}; the file does not state the version of the tool.",)
    said = f"Written by {tool} {version}."
    if _parts(version) > max(map(_parts, known)):
        newest = max(known, key=_parts)
        return (f"{said} This is newer than the versions known here (up to {newest}): check the first rows.",)
    return (said,)


def _parts(version: str) -> tuple[int, ...]:
    """The numbers of a version's first three parts, for comparison."""
    digits = ["".join(char for char in part if char in "0123456789")[:9] for part in version.split(".")[:3]]
    return tuple(int(part or 0) for part in digits)


def _survey(foreign: ForeignFormat, opened: Opened) -> Survey:
    attributes: dict[str, None] = {}
    scores: dict[str, None] = {}
    filled: set[str] = set()
    n_rows = 0
    for row in islice(foreign.rows(opened, None), LOOKED_AT):
        attributes.update(dict.fromkeys(row.attributes))
        scores.update(dict.fromkeys(row.scores))
        filled.update(name for name in ("variant", "asked", "text") if getattr(row, name))
        n_rows += 1
    if not n_rows:
        refuse(opened.name, None, f"the file of {foreign.title} holds no answer", "Choose a file of a finished run.")
    check_width(opened, len(attributes) + len(scores))
    facts = foreign.facts(opened)
    return Survey(
        reading=FileReading(format=foreign.format_id, decimal=".", header_line=0, notes=facts.notes),
        headings=_headings(tuple(attributes), tuple(scores), filled),
        dropped=facts.dropped,
    )


def check_width(opened: Opened, n_columns: int) -> None:
    """Refuses a table that is wider than anybody could look at.

    Raises:
        ImportProblem: more than ``MOST_COLUMNS`` columns.
    """
    if n_columns > MOST_COLUMNS:
        cause = f"the answers have {n_columns:,} different attributes and scores; at most {MOST_COLUMNS:,} can be read"
        refuse(opened.name, None, cause, "Leave out what is not needed when the tool writes its results.")


def _headings(attributes: Sequence[str], scores: Sequence[str], filled: Set[str]) -> tuple[str, ...]:
    """Fixed columns first, then what was attached to the answers, then the tool's scores.

    Args:
        filled: Of variant, asked and text, those that the tool itself gives.

    Example:
        >>> _headings(("file", "variant", "gender", "room"), ("rating",), {"text"})[-5:]
        ('file', 'variant', 'attribute.gender', 'metadata.room', 'score.rating')
    """
    item = _naming(attributes, ColumnUse.ITEM)
    variant = None if "variant" in filled else _naming(attributes, ColumnUse.VARIANT)
    left_out = {"variant", "asked", "text"} - filled | {TOOL_ID if item is None else "item"}
    return (
        *(name for name in FIXED if name not in left_out),
        *(name if name in (item, variant) else _attached(name) for name in attributes),
        *(f"score.{name}" for name in scores),
    )


def _naming(attributes: Sequence[str], use: ColumnUse) -> str | None:
    """The attribute whose name usually stands above items, or variants; None when there is none."""
    named = [
        name
        for name in attributes
        if MEANINGS.get(plain_name(name)) is use and (name == use.value or name not in FIXED)
    ]
    return min(named, key=lambda name: RANKS[plain_name(name)], default=None)


@lru_cache(maxsize=4 * MOST_COLUMNS)
def _attached(name: str) -> str:
    """Heading of what was attached: an attribute when it is called like one, else left for the user to map."""
    is_attribute = plain_name(name.rpartition(".")[2]) in ATTRIBUTES
    return f"{'attribute' if is_attribute else 'metadata'}.{name}"


def _batches(
    foreign: ForeignFormat, opened: Opened, headings: tuple[str, ...], progress: Progress | None
) -> Iterator[RawBatch]:
    known = frozenset(headings)
    for block in blocks(foreign.rows(opened, progress), _size_of):
        kept: list[Mapping[str, str | float]] = []
        lines: list[int] = []
        problems: list[RowProblem] = []
        for row in block:
            cells = _cells(row, known)
            unknown = next((name for name, cell in cells.items() if name not in known and cell != ""), None)
            if unknown is None:
                kept.append(cells)
                lines.append(row.line)
            else:
                problems.append(_new_column(row.line, unknown))
        yield _batch(kept, lines, headings, tuple(problems))


def _size_of(row: ForeignRow) -> int:
    return len(row.text) + len(row.asked) + sum(map(len, row.attributes.values()))


def _cells(row: ForeignRow, known: frozenset[str]) -> dict[str, str | float]:
    cells: dict[str, str | float] = {
        "item" if "item" in known and TOOL_ID not in known else TOOL_ID: row.item,
        "sample": float(row.sample),
        "system": row.system,
        "asked": row.asked,
        "text": row.text,
        "status": Status.FAILED.value if row.failure else "",
        "reason": row.failure,
    }
    if row.variant:
        cells["variant"] = row.variant
    for name, cell in row.attributes.items():
        is_naming = name in known and name not in cells and not name.startswith(PREFIXES)
        cells[name if is_naming else _attached(name)] = cell
    for name, score in row.scores.items():
        cells[f"score.{name}"] = score
    return cells


def _batch(
    rows: Sequence[Mapping[str, str | float]],
    lines: Sequence[int],
    headings: tuple[str, ...],
    problems: tuple[RowProblem, ...],
) -> RawBatch:
    columns, numbers = [], {}
    for place, heading in enumerate(headings):
        cells = [row.get(heading, "") for row in rows]
        columns.append(text_array([cell if isinstance(cell, str) else written(cell) for cell in cells]))
        if any(not isinstance(cell, str) for cell in cells):
            typed = [float("nan") if isinstance(cell, str) else cell for cell in cells]
            numbers[place] = np.array(typed, dtype=np.float64)
    return RawBatch(columns=tuple(columns), lines=np.array(lines, dtype=np.int64), numbers=numbers, problems=problems)


def _new_column(line: int, heading: str) -> RowProblem:
    return RowProblem(
        line=line,
        column=heading,
        value="",
        cause=f"the first {LOOKED_AT:,} answers have no such attribute or score",
        cure="Give all samples the same attributes, or leave this one out.",
    )


def score_cell(value: object) -> str | float:
    """A tool's score as a cell: a finite number, or what stands there as text (nothing for NaN)."""
    number = finite(value)
    return written(value) if number is None else number
