"""Writes the structure tree, links, signature fields and outline that a ``TaggedCanvas`` remembered into the file."""

from __future__ import annotations

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, OutlineItem, String

from fairdesk.report.blocks import Locks
from fairdesk.report.tagging import AnnotationMark, Element, Field, Link, Mark, OutlineEntry, Rectangle, TaggedCanvas

PRINTED = 4
"""Annotation flag: shown on paper, too."""

PRINTED_AND_LOCKED = 132
"""Annotation flags Print and Locked."""


class StructureWriter:
    """Turns the remembered tree of one canvas into PDF objects."""

    def __init__(self, pdf: pikepdf.Pdf, canvas: TaggedCanvas) -> None:
        self._pdf = pdf
        self._canvas = canvas
        self._pages = [page.obj for page in pdf.pages]
        self._marked: list[dict[int, Object]] = [{} for _ in self._pages]
        self._annotations: list[Object] = []
        self._owners: dict[int, Object] = {}

    def write(self) -> None:
        """Add everything to the catalog and the pages."""
        catalog = self._pdf.Root
        self._annotations = [self._annotation(asked) for asked in self._canvas.annotations]
        root = self._pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        root.K = Array([self._element(self._canvas.root, root)])
        root.ParentTree = self._parent_tree()
        root.ParentTreeNextKey = len(self._pages) + len(self._annotations)
        catalog.StructTreeRoot = root
        catalog.MarkInfo = Dictionary(Marked=True)
        fields = [
            written
            for written, asked in zip(self._annotations, self._canvas.annotations, strict=True)
            if isinstance(asked, Field)
        ]
        if fields:
            catalog.AcroForm = self._pdf.make_indirect(Dictionary(Fields=Array(fields)))
        self._outline(self._canvas.outline)

    def _element(self, element: Element, parent: Object) -> Object:
        written = self._pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name(f"/{element.tag}"), P=parent))
        if element.alt:
            written.Alt = String(element.alt)
        if element.scope:
            written.A = Dictionary(O=Name.Table, Scope=Name(f"/{element.scope}"))
        if element.bounds:
            written.A = Dictionary(O=Name.Layout, Placement=Name.Block, BBox=_rectangle(element.bounds))
        first = next((kid.page for kid in element.kids if isinstance(kid, Mark)), None)
        if first is not None:
            written.Pg = self._pages[first]
        kids = [self._kid(kid, written, first) for kid in element.kids]
        # pyHanko accepts a signed field only where Form.K is the reference itself, not a list of one
        # (form_rules_api.py): with a list, the second signature would break the first.
        written.K = kids[0] if len(kids) == 1 and not isinstance(kids[0], int) else Array(kids)
        return written

    def _kid(self, kid: Element | Mark | AnnotationMark, owner: Object, first: int | None) -> Object | int:
        if isinstance(kid, Element):
            return self._element(kid, owner)
        if isinstance(kid, AnnotationMark):
            self._owners[kid.number] = owner
            page = self._pages[self._canvas.annotations[kid.number].page]
            return Dictionary(Type=Name.OBJR, Obj=self._annotations[kid.number], Pg=page)
        self._marked[kid.page][kid.number] = owner
        if kid.page == first:
            return kid.number
        return Dictionary(Type=Name.MCR, Pg=self._pages[kid.page], MCID=kid.number)

    def _parent_tree(self) -> Object:
        numbers = Array()
        for index, (page, owners) in enumerate(zip(self._pages, self._marked, strict=True)):
            page.StructParents = index
            page.Tabs = Name.S
            numbers.append(index)
            numbers.append(self._pdf.make_indirect(Array([owners[number] for number in sorted(owners)])))
        for index, annotation in enumerate(self._annotations):
            annotation.StructParent = len(self._pages) + index
            numbers.append(len(self._pages) + index)
            numbers.append(self._owners[index])
        return self._pdf.make_indirect(Dictionary(Nums=numbers))

    def _annotation(self, asked: Link | Field) -> Object:
        written = self._link(asked) if isinstance(asked, Link) else self._field(asked)
        page = self._pages[asked.page]
        if Name.Annots not in page:
            page.Annots = Array()
        page.Annots.append(written)
        return written

    def _link(self, link: Link) -> Object:
        return self._pdf.make_indirect(
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Link,
                Rect=_rectangle(link.rectangle),
                Border=Array([0, 0, 0]),
                F=PRINTED,
                Contents=String(link.contents),
                Dest=Array([self._pages[link.target_page], Name.XYZ, 0, round(link.target_top, 2), 0]),
            )
        )

    def _field(self, field: Field) -> Object:
        left, bottom, right, top = field.rectangle
        box = Array([0, 0, round(right - left, 2), round(top - bottom, 2)])
        empty = self._pdf.make_stream(b"", Type=Name.XObject, Subtype=Name.Form, BBox=box, Resources=Dictionary())
        return self._pdf.make_indirect(
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Widget,
                FT=Name.Sig,
                T=String(field.name),
                TU=String(field.tooltip),
                Rect=_rectangle(field.rectangle),
                F=PRINTED_AND_LOCKED,
                P=self._pages[field.page],
                AP=Dictionary(N=empty),
                Lock=self._pdf.make_indirect(_lock(field.locks, field.name)),
            )
        )

    def _outline(self, entries: list[OutlineEntry]) -> None:
        if not entries:
            return
        with self._pdf.open_outline() as outline:
            path: list[OutlineItem] = []
            for entry in entries:
                target = Array([self._pages[entry.page], Name.XYZ, 0, round(entry.top, 2), 0])
                item = OutlineItem(entry.title, target)
                del path[entry.level - 1 :]
                (path[-1].children if path else outline.root).append(item)
                path.append(item)
        self._pdf.Root.PageMode = Name.UseOutlines


def _lock(locks: Locks, name: str) -> Dictionary:
    """What a signature in this field closes (ISO 32000-1, 12.7.4.5; /P from the PDF 2.0 extension)."""
    if locks == "everything":
        return Dictionary(Type=Name.SigFieldLock, Action=Name.All, P=1)
    return Dictionary(Type=Name.SigFieldLock, Action=Name.Include, Fields=Array([String(name)]))


def _rectangle(rectangle: Rectangle) -> Array:
    return Array([round(edge, 2) for edge in rectangle])
