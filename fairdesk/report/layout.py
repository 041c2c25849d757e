"""From a document to a finished PDF: build slabs, count pages, draw them once, finish the file."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

from fairdesk.report import theme
from fairdesk.report.blocks import (
    Attachment,
    Block,
    BulletList,
    Contents,
    Facts,
    Figure,
    Heading,
    Notice,
    PageBreak,
    Paragraph,
    RenderedPdf,
    ReportDocument,
    SignatureField,
    TableBlock,
    Verbatim,
)
from fairdesk.report.drawing import figure
from fairdesk.report.finish import finish
from fairdesk.report.flow import Composer, Page, Slab, draw_page, paginate
from fairdesk.report.fonts import load_fonts
from fairdesk.report.page_frame import PageFrame
from fairdesk.report.prose import CONTENTS, Target, bullets, contents, heading, notice, paragraph, signature, verbatim
from fairdesk.report.tables import facts, table
from fairdesk.report.tagging import Element, OutlineEntry, TaggedCanvas
from fairdesk.report.text import Typesetter


def render(document: ReportDocument, attachments: tuple[Attachment, ...], fonts: Path) -> RenderedPdf:
    """Lay out a report as PDF/A-3a and PDF/UA-1, unsigned, with its signature fields empty.

    Args:
        document: The report. Equal documents and attachments give equal bytes, in any process.
        attachments: Files to embed, in this order.
        fonts: Folder of the shipped fonts.

    Raises:
        ReportError: a font is missing or cannot be used.
        ValueError: a heading skips a level, a table row has not one text per column, or the name of an attachment or
            field is used twice (faults of the caller, not of the data).
    """
    _check(document)
    typesetter = Typesetter(load_fonts(fonts))
    frame = PageFrame(typesetter, document)
    composer = Composer(
        typesetter=typesetter,
        root=Element(tag="Document"),
        width=theme.BODY_WIDTH,
        height=frame.body_top - theme.BODY_BOTTOM,
    )
    builder = _Builder(composer, document)
    pages = paginate(builder.slabs(), composer.height)
    builder.locate_headings(pages, frame.body_top)

    target = io.BytesIO()
    canvas = TaggedCanvas(target, (theme.PAGE_WIDTH, theme.PAGE_HEIGHT))
    canvas.root = composer.root
    canvas.outline = builder.outline()
    for number, page in enumerate(pages, start=1):
        frame.draw(canvas, number, len(pages))
        draw_page(canvas, page, theme.MARGIN_SIDE, frame.body_top)
        canvas.showPage()
    canvas.save()
    data = finish(target.getvalue(), canvas, typesetter, document, attachments)
    return RenderedPdf(data=data, n_pages=len(pages), missing_characters=typesetter.missing_characters)


class _Builder:
    """Turns the blocks of one document into slabs and keeps account of headings, tables and figures."""

    def __init__(self, composer: Composer, document: ReportDocument) -> None:
        self._composer = composer
        self._blocks = document.blocks
        self._headings = [
            CONTENTS if isinstance(block, Contents) else block
            for block in document.blocks
            if isinstance(block, Heading | Contents)
        ]
        self._targets: dict[int, Target] = {}
        self._n_headings = self._n_tables = self._n_figures = 0

    def slabs(self) -> list[Slab]:
        """All slabs of the document in reading order."""
        slabs: list[Slab] = []
        opens_page = False
        for block in self._blocks:
            if isinstance(block, PageBreak):
                opens_page = True
                continue
            built = self._build(block)
            if built and opens_page:
                built[0] = replace(built[0], opens_page=True)
                opens_page = False
            slabs += built
        return slabs

    def locate_headings(self, pages: list[Page], body_top: float) -> None:
        """Note where every heading stands; contents and outline point there."""
        for number, page in enumerate(pages):
            for placed in page:
                if placed.slab.anchor is not None:
                    target = Target(page=number, top=body_top - placed.offset + 6)
                    self._targets[placed.slab.anchor] = target

    def outline(self) -> list[OutlineEntry]:
        """The bookmarks."""
        entries = []
        for anchor, block in enumerate(self._headings):
            target = self._targets[anchor]
            title = " ".join(self._composer.typesetter.plain(block.text).split())
            entries.append(OutlineEntry(level=block.level, title=title, page=target.page, top=target.top))
        return entries

    def _build(self, block: Block) -> list[Slab]:
        composer = self._composer
        match block:
            case Heading():
                return self._heading(block)
            case Contents():
                return self._heading(CONTENTS) + contents(composer, self._headings, self._targets)
            case Paragraph():
                return paragraph(composer, block)
            case Notice():
                return notice(composer, block)
            case BulletList():
                return bullets(composer, block)
            case Facts():
                return facts(composer, block)
            case TableBlock():
                self._n_tables += 1
                return table(composer, block, self._n_tables)
            case Verbatim():
                return verbatim(composer, block)
            case Figure():
                self._n_figures += 1
                return figure(composer, block, self._n_figures)
            case SignatureField():
                return signature(composer, block)
            case PageBreak():
                return []

    def _heading(self, block: Heading) -> list[Slab]:
        self._n_headings += 1
        return heading(self._composer, block, self._n_headings - 1)


def _check(document: ReportDocument) -> None:
    level = 0
    fields: set[str] = set()
    for block in document.blocks:
        if isinstance(block, Contents):
            level = 1
        if isinstance(block, Heading):
            if not 1 <= block.level <= min(level + 1, 4):
                raise ValueError(f"heading {block.text!r} has level {block.level} after level {level}")
            level = block.level
        if isinstance(block, SignatureField):
            if block.name in fields or "." in block.name:
                raise ValueError(f"signature field {block.name!r}: the name is used twice or holds a full stop")
            fields.add(block.name)
