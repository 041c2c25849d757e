"""What the drawings of charts share: the picture as heights and strokes, hatching, arrows, round axis steps."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from fairdesk.report import theme
from fairdesk.report.flow import Composer, Draw
from fairdesk.report.tagging import Rectangle, TaggedCanvas
from fairdesk.report.text import TextBox

HATCH_STEP = 4.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawn chart: its height in points and how to draw it from its upper left corner."""

    height: float
    draw: Draw


def chart_title(composer: Composer, title: str) -> TextBox:
    """The title inside a picture; no lines and no height without one."""
    style = replace(theme.CHART_TEXT, size=9, leading=12.5, bold=True)
    box = composer.typesetter.box(title, style, composer.width)
    return box if title else replace(box, lines=())


def hatch(canvas: TaggedCanvas, rectangle: Rectangle) -> None:
    """Thin diagonal lines within a rectangle, in the current stroke colour."""
    left, bottom, right, top = rectangle
    height = top - bottom
    canvas.setLineWidth(0.4)
    start = left - height
    while start < right:
        # The part of the diagonal from (start, bottom) to (start + height, top) that lies inside.
        x1, x2 = max(start, left), min(start + height, right)
        if x1 < x2:
            canvas.line(x1, bottom + (x1 - start), x2, bottom + (x2 - start))
        start += HATCH_STEP


def arrow_head(canvas: TaggedCanvas, tip: tuple[float, float], direction: int) -> None:
    """A small filled triangle that points left (-1) or right (1)."""
    x, y = tip
    path = canvas.beginPath()
    path.moveTo(x, y)
    path.lineTo(x - direction * 5, y + 2.4)
    path.lineTo(x - direction * 5, y - 2.4)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def axis_steps(low: float, high: float, n_wanted: int = 5) -> list[float]:
    """Round numbers that cover ``low`` to ``high``, about ``n_wanted`` of them, rising.

    Example:
        >>> axis_steps(-0.31, 0.12)
        [-0.4, -0.3, -0.2, -0.1, 0.0, 0.1, 0.2]
    """
    span = high - low if high > low else max(abs(high), 1.0)
    rough = span / n_wanted
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    digits = max(0, 2 - math.floor(math.log10(step)))
    return [round(number * step, digits) + 0.0 for number in range(first, max(last, first + 1) + 1)]
