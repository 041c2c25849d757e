"""The table of contents."""

from __future__ import annotations

from fairdesk.report.blocks import Block, Contents
from fairdesk.report.sections.section import Section, SectionInput


def _write(given: SectionInput) -> tuple[Block, ...]:
    return (Contents(),)


SECTION = Section(section_id="contents", write=_write)
