"""Slabs: the smallest parts of a report that stay whole, and how they are stacked into pages.

Blocks become slabs (a line of text, a table row, a figure) whose heights are known before anything is drawn. So pages
are counted first and drawn once, in time linear in the number of slabs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from fairdesk.report.tagging import Element, TaggedCanvas
from fairdesk.report.text import Typesetter

Draw = Callable[[TaggedCanvas, float, float], None]
"""Draws at a left edge and a top edge, in points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slab:
    """A part of a block that is never cut.

    ``gap`` is white space above it, left out at the top of a page. ``keep`` holds it together with the next slab.
    With ``element`` what ``draw`` draws is tagged as that element (neighbours of one element share the tag); without,
    ``draw`` tags by itself. ``decor`` draws under it, for the eye only. ``head`` is set first when the slab opens a
    page (a repeated table head). ``anchor`` numbers a heading. ``opens_page`` starts a new page.
    """

    height: float
    draw: Draw
    gap: float = 0.0
    keep: bool = False
    element: Element | None = None
    decor: Draw | None = None
    head: Slab | None = None
    anchor: int | None = None
    opens_page: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A slab and how far below the top of the page's body it stands."""

    slab: Slab
    offset: float


Page = tuple[Placed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Composer:
    """What every builder of slabs needs: the typesetter, the tree, and the size of a page's body."""

    typesetter: Typesetter
    root: Element
    width: float
    height: float


def held_together(slabs: list[Slab], most: float) -> list[Slab]:
    """Keep slabs on one page if they are no higher than ``most``; else hold the first two and the last two together."""
    is_small = sum(slab.gap + slab.height for slab in slabs) <= most
    ends = {0, len(slabs) - 2}
    return [
        replace(slab, keep=number < len(slabs) - 1 and (slab.keep or is_small or number in ends))
        for number, slab in enumerate(slabs)
    ]


def paginate(slabs: Iterable[Slab], height: float) -> list[Page]:
    """Stack slabs into pages of this height. No page is empty; without slabs there is one page without content."""
    pages: list[list[Placed]] = [[]]
    used = 0.0

    def place(slab: Slab) -> None:
        nonlocal used
        if not pages[-1] and slab.head:
            pages[-1].append(Placed(slab=slab.head, offset=0.0))
            used = slab.head.height
        elif pages[-1]:
            used += slab.gap
        pages[-1].append(Placed(slab=slab, offset=used))
        used += slab.height

    for group in _groups(slabs):
        needed = sum(slab.gap + slab.height for slab in group)
        first = group[0]
        alone = needed - first.gap + (first.head.height if first.head else 0.0)
        if pages[-1] and (first.opens_page or (used + needed > height and alone <= height)):
            pages.append([])
            used = 0.0
        for slab in group:
            if pages[-1] and used + slab.gap + slab.height > height:
                pages.append([])
                used = 0.0
            place(slab)
    return [tuple(page) for page in pages]


def draw_page(canvas: TaggedCanvas, page: Page, left: float, top: float) -> None:
    """Draw and tag all slabs of one page."""
    for _, group in groupby(page, key=lambda placed: id(placed.slab.element) if placed.slab.element else id(placed)):
        placed = list(group)
        decorated = [one for one in placed if one.slab.decor]
        if decorated:
            with canvas.artifact():
                for one in decorated:
                    if one.slab.decor:
                        one.slab.decor(canvas, left, top - one.offset)
        element = placed[0].slab.element
        if element is None:
            placed[0].slab.draw(canvas, left, top - placed[0].offset)
            continue
        with canvas.tagged(element):
            for one in placed:
                one.slab.draw(canvas, left, top - one.offset)


def _groups(slabs: Iterable[Slab]) -> Iterable[list[Slab]]:
    group: list[Slab] = []
    for slab in slabs:
        if slab.opens_page and group:
            yield group
            group = []
        group.append(slab)
        if not slab.keep:
            yield group
            group = []
    if group:
        yield group
