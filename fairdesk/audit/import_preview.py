"""What a file of records looks like before it is imported, for whoever decides how it is read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.foreign_numbers import ForeignNumber
from fairdesk.domain.records import RECORDED, ColumnUse, LayoutChoices, Preview, RecordCheck, RecordLayout

if TYPE_CHECKING:
    from fairdesk.interchange.record_batches import RecordBatch

ROWS_SHOWN = 20
LONGEST_TEXT = 2_000
MOST_LABELS = 500
MOST_NUMBERS = 200

_OPTIONS = re.compile(r"\s*\((--[^()]*)\)")
_FIELDS = {"map": "columns", "header-line": "header_line"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRow:
    """One row as it will be taken.

    Attributes:
        attributes: Attribute and level, in the order of the file.
        value: None unless ``status`` is answered.
        status: Value of ``Status``; empty while a text cannot be read, because its scale is not known yet.
    """

    line: int
    item: str
    variant: str
    sample: int
    system: str
    attributes: tuple[tuple[str, str], ...]
    value: float | None
    status: str
    reason: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLook:
    """A file under a layout.

    Attributes:
        rows: The first rows as they will be taken; fewer while questions are open.
        labels: Variants among the first rows that were read, for the choice of the original.
    """

    layout: RecordLayout
    preview: Preview
    rows: tuple[ReadRow, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """Why a file cannot be read as a table under the present choices.

    Attributes:
        mended_by: Fields of ``LayoutChoices`` that may mend it; empty when nothing but another file does.
    """

    message: str
    advice: str
    mended_by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenBy:
    """The tool that wrote a file, with what it computed itself; not FairDesk's numbers.

    Attributes:
        tool: Empty for a plain table.
        version: Empty where the file does not state it.
        n_numbers: All of them; ``numbers`` holds the first.
    """

    tool: str = ""
    version: str = ""
    numbers: tuple[ForeignNumber, ...] = ()
    n_numbers: int = 0


def look_at_file(path: Path, choices: LayoutChoices) -> FileLook | Unreadable:
    """How a file is read after the user's choices, and its first rows; reads its beginning only."""
    from fairdesk.interchange.record_files import guess_layout

    try:
        layout, preview = guess_layout(path, choices)
        rows, labels = _first_rows(path, layout)
    except ImportProblem as problem:
        return unreadable(problem)
    return FileLook(layout=layout, preview=preview, rows=rows, labels=labels)


def unreadable(problem: ImportProblem) -> Unreadable:
    """The problem in words that name no option of the command line, and the choices that may mend it."""
    named = re.findall(r"--([a-z-]+)", problem.advice)
    return Unreadable(
        message=problem.message,
        advice=without_options(problem.advice),
        mended_by=tuple(_FIELDS.get(option, option) for option in named),
    )


def without_options(words: str) -> str:
    """Advice without the options of the command line that it names in brackets.

    Example:
        >>> without_options("Name the encoding (--encoding), or save it again.")
        'Name the encoding, or save it again.'
    """
    return _OPTIONS.sub("", words)


def written_by(path: Path) -> WrittenBy:
    """Which tool wrote the file, told by its content, and its numbers with FairDesk's own beside them.

    A damaged file is of no tool.
    """
    from fairdesk.audit.foreign_numbers import with_ours
    from fairdesk.interchange.foreign import foreign_format, foreign_numbers
    from fairdesk.interchange.raw_tables import opened

    try:
        with opened(path) as file:
            found = foreign_format(file)
        if found is None:
            return WrittenBy()
        numbers = foreign_numbers(path)
    except ImportProblem:
        return WrittenBy()
    version = next((number.tool_version for number in numbers if number.tool_version), "")
    shown = tuple(replace(with_ours(number), given={}) for number in numbers[:MOST_NUMBERS])
    return WrittenBy(tool=found.title, version=version, numbers=shown, n_numbers=len(numbers))


def check_file(path: Path, layout: RecordLayout, report: Callable[[int, int], None]) -> RecordCheck:
    """Read a file to its end and count what an import would take; ``report`` hears bytes done and bytes in all.

    Raises:
        ImportProblem: it cannot be read to its end.
    """
    from fairdesk.audit.record_readings import check

    return check(path, layout, report)


def _first_rows(path: Path, layout: RecordLayout) -> tuple[tuple[ReadRow, ...], tuple[str, ...]]:
    """The first rows that can be placed; none while the columns are not all known."""
    from fairdesk.audit.record_readings import with_readings
    from fairdesk.extractors import extractor
    from fairdesk.interchange.record_files import read_records

    answers = (ColumnUse.BASE,) if layout.is_wide else (ColumnUse.VALUE, ColumnUse.TEXT)
    if not layout.having(ColumnUse.ITEM) or not any(layout.having(use) for use in answers):
        return (), ()
    rows: list[ReadRow] = []
    labels: dict[str, None] = {}
    batch = next(read_records(path, layout), None)
    if batch is not None:
        labels.update(dict.fromkeys(batch.variant.tolist()))
        head = _head(batch, ROWS_SHOWN)
        can_read_text = layout.extractor != RECORDED and len(layout.scale) == 2
        if layout.extractor == RECORDED or can_read_text:
            head = with_readings(head, extractor(layout.extractor) if can_read_text else None, layout.scale)
        rows += _rows(head)
    return tuple(rows), tuple(label for label in labels if label)[:MOST_LABELS]


def _head(batch: RecordBatch, most: int) -> RecordBatch:
    part: dict[str, Any] = {
        name: getattr(batch, name)[:most]
        for name in ("item", "variant", "sample", "system", "value", "status", "reason", "text", "line")
    }
    attributes = {name: levels[:most] for name, levels in batch.attributes.items()}
    return replace(batch, attributes=attributes, problems=(), **part)


def _rows(batch: RecordBatch) -> Iterator[ReadRow]:
    for place in range(len(batch)):
        value = float(batch.value[place])
        yield ReadRow(
            line=int(batch.line[place]),
            item=str(batch.item[place]),
            variant=str(batch.variant[place]),
            sample=int(batch.sample[place]),
            system=str(batch.system[place]),
            attributes=tuple((name, str(levels[place])) for name, levels in batch.attributes.items() if levels[place]),
            value=None if math.isnan(value) else value,
            status=str(batch.status[place]),
            reason=str(batch.reason[place]),
            text=str(batch.text[place])[:LONGEST_TEXT],
        )
