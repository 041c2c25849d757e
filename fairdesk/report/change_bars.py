"""Change bars: per variant, how many pairs moved by how much, from the lowest step to the highest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairdesk.domain.charts import ChangeBars
from fairdesk.report import theme
from fairdesk.report.flow import Composer
from fairdesk.report.pictures import Picture, chart_title, hatch
from fairdesk.report.tagging import TaggedCanvas
from fairdesk.report.text import TextBox

LABEL_SHARE = 0.24
BAR_HEIGHT = 19.0
BAR_SHARE = 0.56
"""Of the room of one step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Panel:
    """One variant with its texts set; ``counts`` one per step."""

    label: TextBox
    counts: tuple[int, ...]
    numbers: tuple[TextBox, ...]

    @property
    def height(self) -> float:
        return max(BAR_HEIGHT + 13, self.label.height) + 3


def change_bars_picture(composer: Composer, chart: ChangeBars, variants: Sequence[str]) -> Picture:
    """Draw some variants; all share one scale, that of the whole chart.

    Raises:
        ValueError: a variant has not one count per step.
    """
    setter = composer.typesetter
    label_width = composer.width * LABEL_SHARE
    room = (composer.width - label_width) / max(1, len(chart.steps))
    highest = max((count for counts in chart.counts.values() for count in counts), default=0)
    small = replace(theme.CHART_SMALL, align="centre")
    title = chart_title(composer, chart.title)
    names = [setter.box(step, small, room - 3) for step in chart.steps]
    panels = []
    for variant in variants:
        counts = chart.counts[variant]
        if len(counts) != len(chart.steps):
            raise ValueError(f"chart {chart.title!r}: {variant!r} needs one count per step")
        numbers = tuple(setter.box(f"{count:,}", replace(small, colour=theme.INK), room) for count in counts)
        label = setter.box(variant, theme.CHART_TEXT, label_width - 10)
        panels.append(_Panel(label=label, counts=counts, numbers=numbers))
    foot = max((name.height for name in names), default=0.0) + 6

    def draw(canvas: TaggedCanvas, left: float, top: float) -> None:
        setter.draw(canvas, title, left, top)
        y = top - title.height - 4
        for panel in panels:
            base = y - panel.height + 4
            setter.draw(canvas, panel.label, left, base + (BAR_HEIGHT + panel.label.height) / 2)
            _bars(composer, canvas, panel, (left + label_width, base, room, max(highest, 1)))
            y -= panel.height
        for number, name in enumerate(names):
            setter.draw(canvas, name, left + label_width + number * room + 1.5, y - 1)

    height = title.height + 4 + sum(panel.height for panel in panels) + foot
    return Picture(height=height, draw=draw)


def _bars(composer: Composer, canvas: TaggedCanvas, panel: _Panel, place: tuple[float, float, float, int]) -> None:
    left, base, room, highest = place
    middle = (len(panel.counts) - 1) / 2
    canvas.setStrokeColorRGB(*theme.INK)
    for number, (count, text) in enumerate(zip(panel.counts, panel.numbers, strict=True)):
        x = left + number * room + room * (1 - BAR_SHARE) / 2
        height = BAR_HEIGHT * count / highest
        canvas.setStrokeColorRGB(*theme.INK)
        if count:
            _one_bar(canvas, (x, base, x + room * BAR_SHARE, base + height), number - middle)
        composer.typesetter.draw(canvas, text, left + number * room, base + height + 11.5)
    canvas.setStrokeColorRGB(*theme.STRONG_RULE)
    canvas.setLineWidth(0.7)
    canvas.line(left, base, left + room * len(panel.counts), base)


def _one_bar(canvas: TaggedCanvas, rectangle: tuple[float, float, float, float], side: float) -> None:
    """Hatched below the middle step, empty at it, filled above: the labels say the same."""
    left, bottom, right, top = rectangle
    canvas.setFillColorRGB(*(theme.STRONG_RULE if side > 0 else theme.WHITE))
    canvas.setLineWidth(0.8)
    canvas.rect(left, bottom, right - left, top - bottom, stroke=1, fill=1)
    if side < 0:
        hatch(canvas, rectangle)
