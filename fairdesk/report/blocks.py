"""The nouns a report is written in: sections return blocks, ``layout.render`` turns them into pages.

Every text here is plain text in any script. Nothing in it is mark-up: ``<b>`` prints as ``<b>``, and a model's
answer can be handed over as it came (``text.py`` says what happens to characters that cannot be shown).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from fairdesk.domain.charts import Chart

Align = Literal["left", "right", "centre"]
Emphasis = Literal["normal", "strong", "small"]
NoticeKind = Literal["note", "warning"]
Locks = Literal["itself", "everything"]

AUDITOR_FIELD = "AuditorSignature"
"""Name of the signature field that every issued report has and that the auditor signs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading that also enters the contents and the outline.

    ``level`` runs from 1 to 4. A level may go down by one step only (2 after 1, never 3 after 1): readers who
    listen to the report rely on it, and ``render`` raises ValueError otherwise.
    """

    level: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Running text. A line feed starts a new line."""

    text: str
    emphasis: Emphasis = "normal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A boxed statement that nobody may overlook. The box opens with the word "Note" or "Warning"."""

    text: str
    kind: NoticeKind = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletList:
    """A list without order. An empty list prints nothing, so say what an empty list means in words instead."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Two columns: what, and its value. The left cells are row headers. Without rows nothing is printed."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table; widths are shared out by ``weight`` (greater than 0)."""

    title: str
    weight: float = 1.0
    align: Align = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBlock:
    """A table with a head row that is repeated on every page it reaches.

    Every row has one text per column, else ``render`` raises ValueError. Without rows "No rows" is printed.
    A table with more columns than a page can hold is printed in several parts; the first column is then repeated.
    With ``has_row_headers`` the cells of the first column name their rows.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    has_row_headers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verbatim:
    """Text of others, printed as it came: line feeds and runs of spaces are kept.

    After ``limit`` characters the print stops and says how many are left out.
    """

    text: str
    caption: str
    limit: int = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A chart. Its summary is the text alternative and is printed under the picture, too."""

    chart: Chart
    caption: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureField:
    """A place for one visible signature, prepared empty.

    ``name`` is the field's name for the signing software, ``tooltip`` what a screen reader says, ``caption`` what
    is printed above the box. ``locks``: what the signature closes, itself only (another person may still sign) or
    everything (no later change but time stamps).
    """

    name: str
    tooltip: str
    caption: str
    locks: Locks = "itself"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The table of contents under its own heading: every heading of level 1 and 2 with its page, as links."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBreak:
    """What follows starts on a new page. Two in a row, or one at the end, leave no empty page."""


Block = (
    Heading
    | Paragraph
    | Notice
    | BulletList
    | Facts
    | TableBlock
    | Verbatim
    | Figure
    | SignatureField
    | Contents
    | PageBreak
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDocument:
    """A whole report before it has pages.

    ``when`` is the only time that enters the file (UTC, whole seconds count), so equal documents give equal bytes.
    ``language`` is a BCP 47 tag of the report's own sentences. ``stamp``, when not empty, is printed at the head of
    EVERY page; pages announce it to the eye only, so a section must say it once as text, too.
    """

    title: str
    author: str
    subject: str
    language: str
    when: datetime
    header: str
    footer: str
    stamp: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file inside the PDF (PDF/A-3, relationship "Data"). ``name`` is unique within the report."""

    name: str
    data: bytes
    mime_type: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPdf:
    """A finished, unsigned PDF.

    ``missing_characters`` are those for which no shipped font has a picture, sorted; they are printed as their code,
    for example ⟨U+12000⟩; the report has to list them.
    """

    data: bytes
    n_pages: int
    missing_characters: tuple[str, ...]
