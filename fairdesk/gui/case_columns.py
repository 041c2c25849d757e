"""What the list of imported files shows, and what the store sorts by."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale, Qt

from fairdesk.domain.case_rows import CaseLine
from fairdesk.gui.design_words import language_words
from fairdesk.gui.tables import Column
from fairdesk.gui.widgets.foreign_text import made_visible

CONTEXT = "CaseColumns"
TITLES = (
    str(QT_TRANSLATE_NOOP("CaseColumns", "Name")),
    str(QT_TRANSLATE_NOOP("CaseColumns", "First line")),
    str(QT_TRANSLATE_NOOP("CaseColumns", "Language")),
    str(QT_TRANSLATE_NOOP("CaseColumns", "Characters")),
    str(QT_TRANSLATE_NOOP("CaseColumns", "Hints")),
    str(QT_TRANSLATE_NOOP("CaseColumns", "Use")),
    str(QT_TRANSLATE_NOOP("CaseColumns", "From the file")),
    str(QT_TRANSLATE_NOOP("CaseColumns", "Duplicate of")),
)
SORTED_BY = ("case_id", "title", "language", "n_characters", "n_hints", "state", "source_name")
"""What the store sorts by, for the first columns."""

NOT_TOLD = str(QT_TRANSLATE_NOOP("CaseColumns", "not told"))
USED = str(QT_TRANSLATE_NOOP("CaseColumns", "used"))
LEFT_OUT = str(QT_TRANSLATE_NOOP("CaseColumns", "left out: {reason}"))
ALMOST = str(QT_TRANSLATE_NOOP("CaseColumns", "{name}, almost"))


def case_columns() -> tuple[Column, ...]:
    """Columns of the list of imported files."""
    end = Qt.AlignmentFlag.AlignTrailing
    name, title, language, characters, hints, use, source, duplicate = map(_said, TITLES)
    return (
        Column(title=name, text=lambda line: made_visible(line.case_id)),
        Column(title=title, text=lambda line: made_visible(line.title)),
        Column(title=language, text=_language),
        Column(
            title=characters,
            text=lambda line: QLocale().toString(line.n_characters),
            exact=lambda line: line.n_characters,
            align=end,
        ),
        Column(
            title=hints, text=lambda line: QLocale().toString(line.n_hints), exact=lambda line: line.n_hints, align=end
        ),
        Column(title=use, text=_use),
        Column(title=source, text=lambda line: made_visible(line.source_name)),
        Column(title=duplicate, text=_duplicate),
    )


def _said(words: str) -> str:
    return QCoreApplication.translate(CONTEXT, words)


def _language(line: CaseLine) -> str:
    return _said(NOT_TOLD) if line.language == "und" else language_words(line.language)


def _use(line: CaseLine) -> str:
    return _said(USED) if line.is_used else _said(LEFT_OUT).format(reason=made_visible(line.reason))


def _duplicate(line: CaseLine) -> str:
    return line.duplicate_of or (_said(ALMOST).format(name=line.near_duplicate_of) if line.near_duplicate_of else "")
