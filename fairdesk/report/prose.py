"""Headings, paragraphs, notices, lists, quotations, signature places and the contents, as slabs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fairdesk.report import theme
from fairdesk.report.blocks import BulletList, Heading, Notice, Paragraph, SignatureField, Verbatim
from fairdesk.report.flow import Composer, Draw, Slab
from fairdesk.report.tagging import Element, Field, Link, TaggedCanvas
from fairdesk.report.text import Colour, TextBox, TextStyle

PARAGRAPH_STYLES = {"normal": theme.BODY, "strong": theme.STRONG, "small": theme.SMALL}

BULLET = "•"
BULLET_INDENT = 14.0
BAR = 3.0
BOX_PADDING = 11.0
SIGNATURE_WIDTH = 230.0
SIGNATURE_HEIGHT = 60.0

CONTENTS = Heading(level=1, text="Contents")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where a heading came to stand: page index and height on the page."""

    page: int
    top: float


def heading(composer: Composer, block: Heading, anchor: int) -> list[Slab]:
    """A heading, held together with what follows."""
    style = theme.HEADINGS[block.level - 1]
    box = composer.typesetter.box(block.text, style, composer.width)
    element = composer.root.add(f"H{block.level}")
    slabs = text_slabs(composer, box, element, gap=theme.HEADING_GAPS[block.level - 1])
    spacer = Slab(height=theme.AFTER_HEADING, draw=_nothing, keep=True, element=element)
    return [replace(slabs[0], anchor=anchor, keep=True), *(replace(slab, keep=True) for slab in slabs[1:]), spacer]


def paragraph(composer: Composer, block: Paragraph) -> list[Slab]:
    """Running text over the whole width."""
    box = composer.typesetter.box(block.text, PARAGRAPH_STYLES[block.emphasis], composer.width)
    return text_slabs(composer, box, composer.root.add("P"), gap=theme.BLOCK_GAP)


def notice(composer: Composer, block: Notice) -> list[Slab]:
    """A tinted box with a bar at its side; the kind also stands there as a word."""
    word, bar, tint = (
        ("Warning", theme.ALARM, theme.ALARM_TINT)
        if block.kind == "warning"
        else (
            "Note",
            theme.ACCENT,
            theme.TINT,
        )
    )
    inner = composer.width - BAR - 2 * BOX_PADDING
    group = composer.root.add("Div")
    title = composer.typesetter.box(word, replace(theme.STRONG, colour=bar), inner)
    text = composer.typesetter.box(block.text, theme.BODY, inner)
    slabs = [
        *(replace(slab, keep=True) for slab in _indented(composer, title, group.add("P"))),
        *_indented(composer, text, group.add("P")),
    ]
    return _boxed(composer, slabs, bar, tint)


def bullets(composer: Composer, block: BulletList) -> list[Slab]:
    """One entry per item; nothing at all for an empty list."""
    if not block.items:
        return []
    tree = composer.root.add("L")
    slabs: list[Slab] = []
    for number, item in enumerate(block.items):
        entry = tree.add("LI")
        label, body = entry.add("Lbl"), entry.add("LBody")
        mark = composer.typesetter.box(BULLET, theme.BODY, BULLET_INDENT)
        box = composer.typesetter.box(item, theme.BODY, composer.width - BULLET_INDENT)
        right_to_left = bool(box.lines[0].level & 1)
        indent, dot_indent = (0.0, composer.width - BULLET_INDENT + 6) if right_to_left else (BULLET_INDENT, 2.0)
        lines = text_slabs(composer, box, body, gap=3.5 if number else theme.BLOCK_GAP, indent=indent)
        dot = Slab(height=0.0, gap=lines[0].gap, draw=_text(composer, mark, dot_indent), element=label, keep=True)
        slabs += [dot, replace(lines[0], gap=0.0), *lines[1:]]
    return slabs


def verbatim(composer: Composer, block: Verbatim) -> list[Slab]:
    """Text of others beside a bar, cut at the block's limit with a sentence that says so."""
    inner = composer.width - BAR - 2 * BOX_PADDING
    caption = composer.typesetter.box(block.caption, theme.CAPTION, composer.width)
    head = text_slabs(composer, caption, composer.root.add("P"), gap=theme.BLOCK_GAP + 2)
    shown = block.text[: block.limit] or "(empty text)"
    box = composer.typesetter.box(shown, theme.QUOTED, inner)
    quote = composer.root.add("BlockQuote").add("P")
    body = _boxed(composer, _indented(composer, box, quote), theme.STRONG_RULE, None)
    slabs = [*(replace(slab, keep=True) for slab in head), replace(body[0], gap=4.0), *body[1:]]
    left_out = len(block.text) - block.limit
    if left_out > 0:
        words = f"Shown: the first {block.limit:,} characters. Left out here: {left_out:,} more."
        box = composer.typesetter.box(words, theme.SMALL, composer.width)
        slabs += text_slabs(composer, box, composer.root.add("P"), gap=3.0)
    return slabs


def signature(composer: Composer, block: SignatureField) -> list[Slab]:
    """A caption and an empty box that the signing software fills."""
    caption = composer.typesetter.box(block.caption, theme.CAPTION, composer.width)
    head = text_slabs(composer, caption, composer.root.add("P"), gap=theme.BLOCK_GAP + 3)
    form = composer.root.add("Form", alt=composer.typesetter.plain(block.tooltip))
    name, tooltip = composer.typesetter.plain(block.name), composer.typesetter.plain(block.tooltip)

    def draw(canvas: TaggedCanvas, left: float, top: float) -> None:
        rectangle = (left, top - SIGNATURE_HEIGHT, left + SIGNATURE_WIDTH, top)
        with canvas.artifact():
            canvas.setStrokeColorRGB(*theme.STRONG_RULE)
            canvas.setLineWidth(0.6)
            canvas.rect(left, top - SIGNATURE_HEIGHT, SIGNATURE_WIDTH, SIGNATURE_HEIGHT)
        field = Field(page=canvas.page_index, rectangle=rectangle, name=name, tooltip=tooltip, locks=block.locks)
        canvas.annotate(field, form)

    return [*(replace(slab, keep=True) for slab in head), Slab(height=SIGNATURE_HEIGHT, gap=4.0, draw=draw)]


def contents(composer: Composer, headings: list[Heading], targets: Mapping[int, Target]) -> list[Slab]:
    """One linked line per heading of level 1 or 2, the contents themselves left out.

    ``targets`` is filled after pages are counted and before anything is drawn.
    """
    tree = Element(tag="TOC")
    slabs: list[Slab] = []
    for anchor, block in enumerate(headings):
        if block.level <= 2 and block is not CONTENTS:
            style = theme.STRONG if block.level == 1 else theme.BODY
            indent = 0.0 if block.level == 1 else 14.0
            box = composer.typesetter.box_within(block.text, style, composer.width - 44 - indent, 3)
            link = tree.add("TOCI").add("Reference").add("Link")
            draw = _contents_line(composer, box, link, (targets, anchor, indent))
            gap = 5.0 if block.level == 1 and slabs else 0.0
            slabs.append(Slab(height=box.height + 2.5, draw=draw, gap=gap or theme.BLOCK_GAP * (not slabs)))
    if slabs:
        composer.root.kids.append(tree)
    return slabs


def text_slabs(
    composer: Composer, box: TextBox, element: Element, *, gap: float = 0.0, indent: float = 0.0
) -> list[Slab]:
    """One slab per line; the first two and the last two lines of a longer text stay together."""
    n_lines = len(box.lines)
    return [
        Slab(
            height=box.style.leading,
            gap=gap if number == 0 else 0.0,
            draw=_text(composer, box.part(number, number + 1), indent),
            element=element,
            keep=n_lines > 1 and number in (0, n_lines - 2) and number < n_lines - 1,
        )
        for number in range(n_lines)
    ]


def _indented(composer: Composer, box: TextBox, element: Element) -> list[Slab]:
    return text_slabs(composer, box, element, indent=BAR + BOX_PADDING)


def _boxed(composer: Composer, slabs: list[Slab], bar: Colour, tint: Colour | None) -> list[Slab]:
    """Put a bar, and a tint, behind slabs that have no gaps between them."""
    pad = 7.0 if tint else 1.0
    boxed = []
    for number, slab in enumerate(slabs):
        above = pad if number == 0 else 0.0
        below = pad if number == len(slabs) - 1 else 0.0
        boxed.append(
            replace(
                slab,
                height=slab.height + above + below,
                gap=theme.BLOCK_GAP + 2 if number == 0 else 0.0,
                draw=_lowered(slab.draw, above),
                decor=_bar(composer.width, slab.height + above + below, bar, tint),
            )
        )
    return boxed


def _lowered(draw: Draw, by: float) -> Draw:
    return (lambda canvas, left, top: draw(canvas, left, top - by)) if by else draw


def _bar(width: float, height: float, bar: Colour, tint: Colour | None) -> Draw:
    def draw(canvas: TaggedCanvas, left: float, top: float) -> None:
        if tint:
            canvas.setFillColorRGB(*tint)
            canvas.rect(left, top - height, width, height, stroke=0, fill=1)
        canvas.setFillColorRGB(*bar)
        canvas.rect(left, top - height, BAR, height, stroke=0, fill=1)

    return draw


def _text(composer: Composer, box: TextBox, indent: float) -> Draw:
    return lambda canvas, left, top: composer.typesetter.draw(canvas, box, left + indent, top)


def _nothing(canvas: TaggedCanvas, left: float, top: float) -> None:
    """White space is not drawn."""


def _contents_line(
    composer: Composer, box: TextBox, link: Element, entry: tuple[Mapping[int, Target], int, float]
) -> Draw:
    targets, anchor, indent = entry
    number_style: TextStyle = replace(box.style, align="right")

    def draw(canvas: TaggedCanvas, left: float, top: float) -> None:
        target = targets[anchor]
        page = str(target.page + 1)
        number = composer.typesetter.box(page, number_style, 40.0)
        last_line = top - box.height + box.style.leading
        with canvas.tagged(link):
            composer.typesetter.draw(canvas, box, left + indent, top)
            composer.typesetter.draw(canvas, number, left + composer.width - 40.0, last_line)
        with canvas.artifact():
            start = left + indent + box.part(len(box.lines) - 1, len(box.lines)).ink_width + 5
            end = left + composer.width - number.ink_width - 5
            base = last_line - box.style.drop
            canvas.setStrokeColorRGB(*theme.STRONG_RULE)
            canvas.setLineWidth(0.6)
            canvas.setDash([0.6, 3.4])
            if end > start:
                canvas.line(start, base, end, base)
            canvas.setDash([])
        text = " ".join(line.text[line.start : line.end].strip() for line in box.lines)
        canvas.annotate(
            Link(
                page=canvas.page_index,
                rectangle=(left, top - box.height, left + composer.width, top),
                target_page=target.page,
                target_top=target.top,
                contents=f"Go to: {text}, page {page}",
            ),
            link,
        )

    return draw
