"""A canvas that writes marked content and remembers the structure tree, links, fields and outline beside it.

reportlab knows nothing of tagged PDF. While drawing, every mark on the page is put between BDC and EMC, either as
content of an ``Element`` or as an artifact; ``finish.py`` writes the tree into the file afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import BinaryIO, Literal, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from fairdesk.report.blocks import Locks

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right, top in points from the page's lower left corner."""

ArtifactKind = Literal["Header", "Footer", "RepeatedHead", "Layout"]

_ARTIFACTS: dict[ArtifactKind, str] = {
    "Header": "/Artifact <</Type /Pagination /Subtype /Header>> BDC",
    "Footer": "/Artifact <</Type /Pagination /Subtype /Footer>> BDC",
    "RepeatedHead": "/Artifact <</Type /Pagination>> BDC",
    "Layout": "/Artifact <</Type /Layout>> BDC",
}


class Mark(NamedTuple):
    """Content on a page: page index and marked-content identifier."""

    page: int
    number: int


class AnnotationMark(NamedTuple):
    """A link or field, by its index in ``TaggedCanvas.annotations``."""

    number: int


@dataclass(slots=True, kw_only=True, eq=False)
class Element:
    """A node of the structure tree. ``scope`` is for TH, ``alt`` and ``bounds`` are for Figure, ``alt`` for Form."""

    tag: str
    alt: str = ""
    scope: Literal["", "Row", "Column"] = ""
    bounds: Rectangle | None = None
    kids: list[Element | Mark | AnnotationMark] = field(default_factory=list)

    def add(self, tag: str, *, scope: Literal["", "Row", "Column"] = "", alt: str = "") -> Element:
        """Append a child and return it."""
        child = Element(tag=tag, scope=scope, alt=alt)
        self.kids.append(child)
        return child


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link inside the report; ``contents`` is what a screen reader says."""

    page: int
    rectangle: Rectangle
    target_page: int
    target_top: float
    contents: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """An empty signature field."""

    page: int
    rectangle: Rectangle
    name: str
    tooltip: str
    locks: Locks


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineEntry:
    """A bookmark: level from 1, page index, and the height on it to jump to."""

    level: int
    title: str
    page: int
    top: float


class TaggedCanvas(Canvas):  # type: ignore[misc]  # reportlab declares no types
    """A reportlab canvas for pages whose text is drawn by ``Typesetter`` only."""

    def __init__(self, target: BinaryIO, size: tuple[float, float]) -> None:
        # pageCompression 0: the finishing pass compresses. invariant 1: no clock, no machine in the bytes.
        super().__init__(target, pagesize=size, pageCompression=0, invariant=1, pdfVersion=(1, 7))
        self.root = Element(tag="Document")
        self.annotations: list[Link | Field] = []
        self.outline: list[OutlineEntry] = []
        self._marks: dict[int, int] = {}
        self._open = False

    @property
    def page_index(self) -> int:
        """Index of the page being drawn, from 0."""
        return int(self.getPageNumber()) - 1

    @contextmanager
    def tagged(self, element: Element) -> Iterator[None]:
        """What is drawn inside is content of ``element``."""
        number = self._marks.get(self.page_index, 0)
        self._marks[self.page_index] = number + 1
        element.kids.append(Mark(self.page_index, number))
        with self._marked(f"/{element.tag} <</MCID {number}>> BDC"):
            yield

    @contextmanager
    def artifact(self, kind: ArtifactKind = "Layout") -> Iterator[None]:
        """What is drawn inside is for the eye only."""
        with self._marked(_ARTIFACTS[kind]):
            yield

    def annotate(self, annotation: Link | Field, element: Element) -> None:
        """Add a link or field as a child of ``element``."""
        element.kids.append(AnnotationMark(len(self.annotations)))
        self.annotations.append(annotation)

    @contextmanager
    def _marked(self, opening: str) -> Iterator[None]:
        if self._open:
            raise ValueError("marked content does not nest here: close one element before the next")
        self._open = True
        self.addLiteral(opening)
        try:
            yield
        finally:
            self.addLiteral("EMC")
            self._open = False

    def _make_preamble(self) -> None:
        """No initial font: reportlab would put an unembedded Helvetica into every page."""
        self._preamble = "1 0 0 1 0 0 cm"
