"""The picture inside a visible signature: the signing library sets one font only, so text of any script is set here."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pikepdf

from fairdesk.report import theme
from fairdesk.report.finish import embed_fonts, saved
from fairdesk.report.fonts import load_fonts
from fairdesk.report.tagging import TaggedCanvas
from fairdesk.report.text import TextBox, Typesetter

PADDING = 6.0
SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)


def render_stamp(text: str, width: float, height: float, fonts: Path) -> bytes:
    """A one-page PDF of ``width`` by ``height`` points with ``text``, as large as fits.

    What does not fit even in the smallest size is cut and ends in "…": the signature itself holds the full name.

    Raises:
        ReportError: a font is missing or cannot be used.
    """
    typesetter = Typesetter(load_fonts(fonts))
    box = _fitting(typesetter, text, width - 2 * PADDING, height - 2 * PADDING)
    target = io.BytesIO()
    canvas = TaggedCanvas(target, (width, height))
    typesetter.draw(canvas, box, PADDING, (height + box.height) / 2)
    canvas.showPage()
    canvas.save()
    with pikepdf.open(io.BytesIO(target.getvalue())) as pdf:
        embed_fonts(pdf, typesetter)
        return saved(pdf)


def _fitting(typesetter: Typesetter, text: str, width: float, height: float) -> TextBox:
    for size in SIZES:
        style = replace(theme.CELL, size=size, leading=size * 1.4)
        box = typesetter.box(text, style, width)
        if box.height <= height:
            return box
    return typesetter.box_within(text, style, width, max(1, int(height // style.leading)))
