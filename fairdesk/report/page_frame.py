"""What every page carries around its body: stamp, header, footer, page numbers. For the eye only, so artifacts."""

from __future__ import annotations

from dataclasses import replace

from fairdesk.report import theme
from fairdesk.report.blocks import ReportDocument
from fairdesk.report.tagging import TaggedCanvas
from fairdesk.report.text import Typesetter

STAMP_PADDING = 4.0
NUMBER_WIDTH = 90.0


class PageFrame:
    """Head and foot of the pages of one document."""

    def __init__(self, typesetter: Typesetter, document: ReportDocument) -> None:
        self._typesetter = typesetter
        width = theme.BODY_WIDTH
        # A stamp is never cut: the body gives way to as many lines as it needs.
        self._stamp = (
            typesetter.box(document.stamp, theme.STAMP, width - 2 * STAMP_PADDING) if document.stamp.strip() else None
        )
        self._stamp_height = self._stamp.height + 2 * STAMP_PADDING + 6 if self._stamp else 0.0
        self._header = typesetter.box_within(document.header, theme.PAGE_TEXT, width, 1)
        self._footer = typesetter.box_within(document.footer, theme.PAGE_TEXT, width - NUMBER_WIDTH - 12, 2)

    @property
    def body_top(self) -> float:
        """Height on the page at which the body begins."""
        return theme.HEAD_TOP - self._stamp_height - theme.PAGE_TEXT.leading - 22

    def draw(self, canvas: TaggedCanvas, number: int, n_pages: int) -> None:
        """Draw head and foot of page ``number`` of ``n_pages``."""
        left, right = theme.MARGIN_SIDE, theme.MARGIN_SIDE + theme.BODY_WIDTH
        with canvas.artifact("Header"):
            if self._stamp:
                height = self._stamp.height + 2 * STAMP_PADDING
                canvas.setStrokeColorRGB(*theme.ALARM)
                canvas.setLineWidth(1.2)
                canvas.rect(left, theme.HEAD_TOP - height, theme.BODY_WIDTH, height)
                self._typesetter.draw(canvas, self._stamp, left + STAMP_PADDING, theme.HEAD_TOP - STAMP_PADDING)
            top = theme.HEAD_TOP - self._stamp_height
            self._typesetter.draw(canvas, self._header, left, top)
            _rule(canvas, (left, right), top - theme.PAGE_TEXT.leading - 3)
        with canvas.artifact("Footer"):
            _rule(canvas, (left, right), theme.FOOT_TOP + 4)
            self._typesetter.draw(canvas, self._footer, left, theme.FOOT_TOP)
            style = replace(theme.PAGE_TEXT, align="right")
            box = self._typesetter.box(f"Page {number} of {n_pages}", style, NUMBER_WIDTH)
            self._typesetter.draw(canvas, box, right - NUMBER_WIDTH, theme.FOOT_TOP)


def _rule(canvas: TaggedCanvas, span: tuple[float, float], y: float) -> None:
    canvas.setStrokeColorRGB(*theme.RULE)
    canvas.setLineWidth(0.5)
    canvas.line(span[0], y, span[1], y)
