"""What an import of cases would take: files, the cases in them, the text of one, and what cannot be taken."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.case_hints import HINT_TITLES, HINTS_LABEL
from fairdesk.domain.case_imports import CasePreview, FilePreview, PreviewedCase
from fairdesk.gui.design_words import language_words
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.widgets.foreign_text import made_visible
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.marked_text import MarkedText
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.tab_row import Tabs

FILE_ROWS, CASE_ROWS, PROBLEM_ROWS = 5, 6, 8


class CasePreviewView(QWidget):
    """Three tabs: the cases, the files, the problems; each says how many there are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Tabs()
        self.tabs.setAccessibleName(self.tr("What the files hold"))
        self.tabs.tabBar().setAccessibleName(self.tr("What the files hold"))
        self.case_model = RowsModel(self._case_columns(), self)
        self.case_table = ShortTable(self.case_model, self.tr("Cases in the files"), CASE_ROWS, self)
        self.shown_label = PlainLabel().wrapping()
        self.text_label = PlainLabel().wrapping()
        self.text = MarkedText(self.tr("Text of the chosen case"))
        self.text.setMinimumHeight(self.fontMetrics().lineSpacing() * 8)
        self.file_model = RowsModel(self._file_columns(), self)
        self.file_table = ShortTable(self.file_model, self.tr("Files"), FILE_ROWS, self)
        self.problem_model = RowsModel(self._problem_columns(), self)
        self.problem_table = ShortTable(self.problem_model, self.tr("What cannot be taken"), PROBLEM_ROWS, self)
        cases, column = _column(self.shown_label, self.case_table, self.text_label)
        column.addWidget(self.text, 1)
        self.tabs.addTab(cases, "")
        for table in (self.file_table, self.problem_table):
            page, column = _column(table)
            column.addStretch(1)
            self.tabs.addTab(page, "")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)
        self.case_table.view.selectionModel().currentRowChanged.connect(self._on_case_chosen)

    def show_preview(self, preview: CasePreview) -> None:
        """Show what was found; the chosen case stays chosen where it is still there."""
        number = QLocale().toString
        row = max(0, self.case_table.view.currentIndex().row())
        self.case_model.set_rows(preview.cases)
        self.file_model.set_rows(preview.files)
        self.problem_model.set_rows(preview.problems)
        for table in (self.case_table, self.file_table, self.problem_table):
            table.view.fit_columns(260)
        self.tabs.setTabText(0, self.tr("Cases ({n})").format(n=number(preview.n_cases)))
        self.tabs.setTabText(1, self.tr("Files ({n})").format(n=number(len(preview.files))))
        self.tabs.setTabText(2, self.tr("Problems ({n})").format(n=number(preview.n_problems)))
        self.tabs.setTabEnabled(2, bool(preview.problems))
        n_shown = len(preview.cases)
        self.shown_label.setText(
            self.tr("The first {shown} of {all} cases are shown.").format(
                shown=number(n_shown), all=number(preview.n_cases)
            )
        )
        self.shown_label.setVisible(n_shown < preview.n_cases)
        if n_shown:
            self.case_table.view.selectRow(min(row, n_shown - 1))
        else:
            self.text.show_marked("", ())
            self.text_label.setText("")
            self.tabs.setCurrentIndex(2 if preview.problems else 1)
        self._on_case_chosen()

    def _case_columns(self) -> tuple[Column, ...]:
        end = Qt.AlignmentFlag.AlignTrailing
        return (
            Column(title=self.tr("Name"), text=lambda case: made_visible(case.case_id)),
            Column(title=self.tr("First line"), text=lambda case: made_visible(case.title)),
            Column(title=self.tr("Language"), text=lambda case: _language(self, case)),
            Column(
                title=self.tr("Characters"),
                text=lambda case: QLocale().toString(case.n_characters),
                sort_key=lambda case: case.n_characters,
                align=end,
            ),
            Column(
                title=self.tr("Hints"),
                text=lambda case: QLocale().toString(len(case.hints)),
                sort_key=lambda case: len(case.hints),
                align=end,
            ),
            Column(title=self.tr("Duplicate of"), text=self._duplicate),
            Column(title=self.tr("From the file"), text=lambda case: made_visible(case.source_name)),
        )

    def _duplicate(self, case: PreviewedCase) -> str:
        if case.duplicate_of:
            return self.tr("{name}: the same text").format(name=case.duplicate_of)
        return self.tr("{name}: almost the same").format(name=case.near_duplicate_of) if case.near_duplicate_of else ""

    def _file_columns(self) -> tuple[Column, ...]:
        end = Qt.AlignmentFlag.AlignTrailing
        return (
            Column(title=self.tr("File"), text=lambda one: made_visible(one.name)),
            Column(title=self.tr("Kind"), text=lambda one: one.kind or self.tr("cannot be read")),
            Column(title=self.tr("Encoding"), text=lambda one: one.encoding),
            Column(title=self.tr("Cases"), text=lambda one: QLocale().toString(one.n_cases), align=end),
            Column(title=self.tr("Pages"), text=lambda one: str(one.n_pages or ""), align=end),
            Column(title=self.tr("Text from"), text=_columns_words),
            Column(title=self.tr("Problems"), text=lambda one: QLocale().toString(len(one.problems)), align=end),
        )

    def _problem_columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("File"), text=lambda one: made_visible(one.file)),
            Column(title=self.tr("Place"), text=lambda one: one.place),
            Column(
                title=self.tr("Weight"),
                text=lambda one: self.tr("cannot be taken") if one.is_blocking else self.tr("to know"),
            ),
            Column(title=self.tr("What is wrong"), text=lambda one: made_visible(one.cause)),
            Column(title=self.tr("What to do"), text=lambda one: one.cure),
        )

    def _on_case_chosen(self) -> None:
        index = self.case_table.view.currentIndex()
        if not index.isValid():
            return
        case: PreviewedCase = self.case_model.row(index)
        self.text.show_marked(case.text, (), [(hint.start, hint.end) for hint in case.hints])
        parts = []
        if case.hints:
            names = dict.fromkeys(HINT_TITLES[hint.kind] for hint in case.hints)
            parts.append(self.tr("Underlined with dashes: {kinds}.").format(kinds=", ".join(names)))
            parts.append(HINTS_LABEL)
        if part := self.text.shown_part(case.text):
            parts.append(part)
        self.text_label.setText(" ".join(parts))
        self.text_label.setVisible(bool(parts))


def hint_counts(cases: Sequence[PreviewedCase]) -> dict[str, int]:
    """Kind of hint, by its value, to the number of places in the cases."""
    found: dict[str, int] = {}
    for case in cases:
        for hint in case.hints:
            found[hint.kind.value] = found.get(hint.kind.value, 0) + 1
    return found


def _language(view: CasePreviewView, case: PreviewedCase) -> str:
    return view.tr("not told") if case.language == "und" else language_words(case.language)


def _columns_words(one: FilePreview) -> str:
    return one.text_column


def _column(*widgets: QWidget) -> tuple[QWidget, QVBoxLayout]:
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setSpacing(4)
    for widget in widgets:
        layout.addWidget(widget)
    return page, layout
