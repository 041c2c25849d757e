"""Figures as slabs: a chart drawn as vectors, its words as the text alternative and again in print under it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from fairdesk.domain.charts import ChangeBars, Chart, ForestPlot
from fairdesk.report import theme
from fairdesk.report.blocks import Figure
from fairdesk.report.change_bars import change_bars_picture
from fairdesk.report.flow import Composer, Slab
from fairdesk.report.forest import forest_picture
from fairdesk.report.pictures import Picture
from fairdesk.report.prose import text_slabs
from fairdesk.report.tagging import Element, TaggedCanvas

_AnyChart = TypeVar("_AnyChart", ForestPlot, ChangeBars)

FOREST_LINES = 14
"""Lines in one picture; a longer plot goes on in further pictures with the same axis."""

BAR_PANELS = 6


def figure(composer: Composer, block: Figure, number: int) -> list[Slab]:
    """A caption ("Figure 2. ..."), the chart in one or several pictures, and its summary."""
    caption = composer.typesetter.box(f"Figure {number}. {block.caption}", theme.CAPTION, composer.width)
    head = text_slabs(composer, caption, composer.root.add("P"), gap=14.0)
    slabs = [replace(slab, keep=True) for slab in head]
    pictures = _pictures(composer, block.chart)
    alt = composer.typesetter.plain(block.chart.summary) or "Chart without a summary"
    for place, picture in enumerate(pictures, start=1):
        part = f" (picture {place} of {len(pictures)})" if len(pictures) > 1 else ""
        element = composer.root.add("Figure", alt=alt + part)
        slabs.append(_picture_slab(composer, picture, element, keep=place == len(pictures)))
    summary = composer.typesetter.box(block.chart.summary, theme.SMALL, composer.width)
    return slabs + text_slabs(composer, summary, composer.root.add("P"), gap=4.0)


def _pictures(composer: Composer, chart: Chart) -> list[Picture]:
    if isinstance(chart, ForestPlot):
        return [
            forest_picture(composer, _continued(chart, first), chart.lines[first : first + FOREST_LINES])
            for first in range(0, max(1, len(chart.lines)), FOREST_LINES)
        ]
    variants = tuple(chart.counts)
    return [
        change_bars_picture(composer, _continued(chart, first), variants[first : first + BAR_PANELS])
        for first in range(0, max(1, len(variants)), BAR_PANELS)
    ]


def _continued(chart: _AnyChart, first: int) -> _AnyChart:
    """The caption above the first picture says what the title would; further pictures need it again."""
    return replace(chart, title=f"{chart.title} (continued)" if first else "")


def _picture_slab(composer: Composer, picture: Picture, element: Element, *, keep: bool) -> Slab:
    def draw(canvas: TaggedCanvas, left: float, top: float) -> None:
        element.bounds = (left, top - picture.height, left + composer.width, top)
        with canvas.tagged(element):
            picture.draw(canvas, left, top)

    return Slab(height=picture.height, gap=6.0, draw=draw, keep=keep)
