"""The pages of a draft as pictures, so that a window can show what would be printed."""

from __future__ import annotations

from dataclasses import dataclass, field

from fairdesk.audit.issue import preview_report
from fairdesk.audit.workspace import WorkspaceSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPages:
    """A draft that was laid out: the bytes of its PDF and how many pages it has."""

    pdf: bytes = field(repr=False)
    n_pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePicture:
    """One page; ``rgba`` holds ``width`` times ``height`` pixels of four bytes, row by row."""

    number: int
    width: int
    height: int
    rgba: bytes = field(repr=False)


def draft_pages(spec: WorkspaceSpec, project: str) -> DraftPages:
    """Lay the report out as it would be printed now, marked as a draft on every page.

    Raises:
        PlanError: nothing was run under a fixed plan.
    """
    from fairdesk.report.printed import page_count

    pdf = preview_report(spec, project)
    return DraftPages(pdf=pdf, n_pages=page_count(pdf))


def page_picture(pdf: bytes, number: int, scale: float) -> PagePicture:
    """One page of a PDF, from 0, at ``scale`` pixels per point."""
    from fairdesk.report.printed import page_pictures

    width, height, rgba = page_pictures(pdf, scale, number, 1)[0]
    return PagePicture(number=number, width=width, height=height, rgba=rgba)
