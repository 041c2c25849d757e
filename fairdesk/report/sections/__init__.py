"""The sections of a report in print order; each turns a report's input into blocks and knows no pages.

May import ``domain`` and the blocks, figures and evidence of ``report``, nothing that lays out or signs. To add one:
write ``foo.py`` with a ``SECTION`` here and name it in ``SECTIONS``. A section prints a sensible sentence when there
are no results; every text is plain text; ``tests/contract/test_sections.py`` tries it.
"""

from __future__ import annotations

from fairdesk.report.sections import (
    answers,
    comparison,
    contents,
    cover,
    coverage,
    evidence,
    limits,
    object_evaluated,
    plan_decisions,
    position,
    renewal,
    results,
    tests_used,
)
from fairdesk.report.sections.section import Section

SECTIONS: tuple[Section, ...] = (
    cover.SECTION,
    contents.SECTION,
    object_evaluated.SECTION,
    position.SECTION,
    plan_decisions.SECTION,
    tests_used.SECTION,
    coverage.SECTION,
    results.SECTION,
    comparison.SECTION,
    answers.SECTION,
    limits.SECTION,
    renewal.SECTION,
    evidence.SECTION,
)
