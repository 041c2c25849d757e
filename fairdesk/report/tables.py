"""Tables as slabs: one per row, so that a table of any length takes time in proportion to its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from fairdesk.report import theme
from fairdesk.report.blocks import Facts, TableBlock
from fairdesk.report.columns import PADDING, TablePart, table_parts
from fairdesk.report.flow import Composer, Draw, Slab, held_together
from fairdesk.report.prose import text_slabs
from fairdesk.report.tagging import Element, TaggedCanvas
from fairdesk.report.text import Colour, TextBox, TextStyle

ROW_PADDING = 3.2
"""White space above and below the text of a row, in points."""

LONGEST_WHOLE = 24
"""Rows of more lines than this are cut into slices that may stand on different pages."""

SLICE = 4
"""Lines in one slice of a long row."""

SMALL_TABLE = 0.3
"""Of a page's height: rows that take no more than this stay on one page."""

FACT_LABEL = 0.28
"""Share of the width for the left column of facts."""

NO_ROWS = "No rows"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Cells of one row with their left edges (from the body's left edge) and structure elements.

    ``elements`` None: the row is a repeated head, drawn for the eye only.
    """

    boxes: tuple[TextBox, ...]
    lefts: tuple[float, ...]
    elements: tuple[Element, ...] | None
    rule: tuple[float, Colour] = (0.4, theme.RULE)
    tint: Colour | None = None


def facts(composer: Composer, block: Facts) -> list[Slab]:
    """Labels on the left, values on the right."""
    if not block.rows:
        return []
    tree = composer.root.add("Table")
    label_width = composer.width * FACT_LABEL
    widths = (label_width, composer.width - label_width)
    styles = (
        replace(theme.CELL, bold=True, colour=theme.QUIET),
        theme.CELL,
    )
    slabs: list[Slab] = []
    for texts in block.rows:
        entry = tree.add("TR")
        elements = (entry.add("TH", scope="Row"), entry.add("TD"))
        row = Row(boxes=_boxes(composer, texts, widths, styles), lefts=_lefts(widths), elements=elements)
        slabs += _row_slabs(composer, row, None)
    return held_together([replace(slabs[0], gap=theme.BLOCK_GAP), *slabs[1:]], composer.height * SMALL_TABLE)


def table(composer: Composer, block: TableBlock, number: int) -> list[Slab]:
    """The table with its caption ("Table 3. ..."), in several parts when it is too wide for a page.

    Raises:
        ValueError: there is no column, or a row has not one text per column.
    """
    if not block.columns or any(len(row) != len(block.columns) for row in block.rows):
        raise ValueError(f"table {block.caption!r}: every row needs one text per column, and at least one column")
    parts = table_parts(composer, block)
    slabs: list[Slab] = []
    for place, part in enumerate(parts, start=1):
        caption = f"Table {number}. {block.caption}"
        if len(parts) > 1:
            caption += f" (part {place} of {len(parts)}, {_column_words(part)})"
        slabs += _part_slabs(composer, block, part, caption)
    return slabs


def _column_words(part: TablePart) -> str:
    first, last = part.columns[1] + 1, part.columns[-1] + 1
    return f"column {first}" if first == last else f"columns {first} to {last}"


def _part_slabs(composer: Composer, block: TableBlock, part: TablePart, caption: str) -> list[Slab]:
    tree = composer.root.add("Table")
    box = composer.typesetter.box(caption, theme.CAPTION, composer.width)
    title = [replace(slab, keep=True) for slab in text_slabs(composer, box, tree.add("Caption"), gap=14.0)]
    columns = [block.columns[column] for column in part.columns]
    styles = [replace(part.style, align=column.align) for column in columns]
    head_styles = [replace(style, bold=True) for style in styles]
    line = tree.add("TR")
    head_row = Row(
        boxes=_boxes(composer, [column.title for column in columns], part.widths, head_styles),
        lefts=_lefts(part.widths),
        elements=tuple(line.add("TH", scope="Column") for _ in columns),
        rule=(0.8, theme.STRONG_RULE),
        tint=theme.TINT,
    )
    head = replace(_row_slabs(composer, head_row, None)[0], gap=4.0, keep=True)
    again = _row_slabs(composer, replace(head_row, elements=None), None)[0]
    slabs: list[Slab] = []
    row_styles = [replace(styles[0], bold=True) if block.has_row_headers else styles[0], *styles[1:]]
    for texts in block.rows:
        line = tree.add("TR")
        elements = [
            line.add("TH", scope="Row") if block.has_row_headers and column == 0 else line.add("TD")
            for column in range(len(columns))
        ]
        boxes = _boxes(composer, [texts[column] for column in part.columns], part.widths, row_styles)
        row = Row(boxes=boxes, lefts=_lefts(part.widths), elements=tuple(elements))
        slabs += _row_slabs(composer, row, again)
    if not block.rows:
        slabs += _row_slabs(composer, _no_rows(composer, part, tree), None)
    return [*title, head, *held_together(slabs, composer.height * SMALL_TABLE)]


def _no_rows(composer: Composer, part: TablePart, tree: Element) -> Row:
    line = tree.add("TR")
    elements = tuple(line.add("TD") for _ in part.columns)
    said = composer.typesetter.box(NO_ROWS, replace(part.style, italic=True), composer.width - 2 * PADDING)
    empty = tuple(replace(said, lines=()) for _ in part.columns[1:])
    return Row(boxes=(said, *empty), lefts=_lefts(part.widths), elements=elements)


def _boxes(
    composer: Composer, texts: Sequence[str], widths: Sequence[float], styles: Sequence[TextStyle]
) -> tuple[TextBox, ...]:
    return tuple(
        composer.typesetter.box(text, style, width - 2 * PADDING)
        for text, width, style in zip(texts, widths, styles, strict=True)
    )


def _lefts(widths: Sequence[float]) -> tuple[float, ...]:
    return tuple(accumulate(widths, initial=0.0))[:-1]


def _row_slabs(composer: Composer, row: Row, head: Slab | None) -> list[Slab]:
    """The row as one slab, or as slices when it is too long to wait for a page that holds it whole."""
    leading = row.boxes[0].style.leading
    n_lines = max(1, *(len(box.lines) for box in row.boxes))
    step = n_lines if n_lines <= LONGEST_WHOLE else SLICE
    slabs = []
    for first in range(0, n_lines, step):
        last = min(first + step, n_lines)
        above = ROW_PADDING if first == 0 else 0.0
        below = ROW_PADDING if last == n_lines else 0.0
        part = replace(row, boxes=tuple(box.part(first, last) for box in row.boxes))
        height = (last - first) * leading + above + below
        slabs.append(
            Slab(
                height=height,
                draw=_cells(composer, part, above),
                decor=_lines(composer.width, height, row, last == n_lines),
                head=head,
            )
        )
    return slabs


def _cells(composer: Composer, row: Row, above: float) -> Draw:
    def draw(canvas: TaggedCanvas, left: float, top: float) -> None:
        for number, (box, from_left) in enumerate(zip(row.boxes, row.lefts, strict=True)):
            if not box.lines:
                continue
            context = canvas.artifact("RepeatedHead") if row.elements is None else canvas.tagged(row.elements[number])
            with context:
                composer.typesetter.draw(canvas, box, left + from_left + PADDING, top - above)

    return draw


def _lines(width: float, height: float, row: Row, is_last: bool) -> Draw:
    def draw(canvas: TaggedCanvas, left: float, top: float) -> None:
        if row.tint:
            canvas.setFillColorRGB(*row.tint)
            canvas.rect(left, top - height, width, height, stroke=0, fill=1)
        if is_last:
            thickness, colour = row.rule
            canvas.setStrokeColorRGB(*colour)
            canvas.setLineWidth(thickness)
            canvas.line(left, top - height, left + width, top - height)

    return draw
