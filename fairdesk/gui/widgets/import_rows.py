"""The rows of a file: as they will be taken, as they stand in it, what is left out and what cannot be taken."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.audit.import_preview import FileLook, ReadRow, WrittenBy, without_options
from fairdesk.domain.exchanges import Status
from fairdesk.domain.foreign_numbers import ForeignNumber
from fairdesk.domain.records import Dropped, Preview, RowProblem
from fairdesk.domain.results import Estimate
from fairdesk.gui.import_words import foreign_column, number
from fairdesk.gui.run_words import status_words
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.widgets.foreign_text import made_visible
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.tab_row import Tabs

SHOWN_ROWS = 8
MOST_COLUMNS = 60
SHOWN_LINES = 12
TRAILING = Qt.AlignmentFlag.AlignTrailing

RawRow = tuple[int, tuple[str, ...]]


class ImportRows(QWidget):
    """Tables behind tabs; the number of rows that cannot be taken stands on its tab."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.read_model = RowsModel(self._read_columns(), self)
        self.problem_model = RowsModel(self._problem_columns(), self)
        self.dropped_model = RowsModel(self._dropped_columns(), self)
        self.number_model = RowsModel(self._number_columns(), self)
        self._headings: tuple[str, ...] = ()
        self.tabs = Tabs()
        self.tabs.setAccessibleName(self.tr("Rows of the file"))
        self.tabs.tabBar().setAccessibleName(self.tr("Rows of the file"))
        self.tabs.setUsesScrollButtons(True)
        self.read_note = PlainLabel().wrapping()
        self.problem_note = PlainLabel().wrapping()
        self.number_note = PlainLabel(
            self.tr("These are the tool's numbers, not FairDesk's. They are kept and printed beside FairDesk's own.")
        ).wrapping()
        self.read_table = ShortTable(self.read_model, self.tr("First rows as they will be taken"), SHOWN_ROWS)
        self.problem_table = ShortTable(self.problem_model, self.tr("Rows that cannot be taken"), SHOWN_ROWS)
        self.dropped_table = ShortTable(self.dropped_model, self.tr("Lines that are left out"), SHOWN_ROWS)
        self.number_table = ShortTable(self.number_model, self.tr("Numbers of the tool"), SHOWN_ROWS)
        self.raw_model = RowsModel((), self)
        self.raw_table: ShortTable | None = None
        self._raw_part = QWidget()
        self._raw_layout = QVBoxLayout(self._raw_part)
        self._parts = (
            _part(self.read_note, self.read_table),
            self._raw_part,
            _part(self.problem_note, self.problem_table),
            _part(self.dropped_table),
            _part(self.number_note, self.number_table),
        )
        for part in self._parts:
            self.tabs.addTab(part, "")
        self._name_tabs(0, 0)
        # Hidden until a tool is known, but assistive technology sees it all the same.
        self.tabs.setTabText(4, self.tr("Numbers of the tool"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)
        self.tabs.setTabVisible(4, False)

    def show_look(self, look: FileLook) -> None:
        """Show the first rows under a layout."""
        preview = look.preview
        self.read_model.set_rows(look.rows)
        self._hide_empty(look.rows)
        self.read_table.view.fit_columns(widest=240)
        self.read_note.setText(self._read_words(look))
        self._show_raw(preview)
        self.dropped_model.set_rows(preview.dropped)
        self.dropped_table.view.fit_columns()
        # Before every question is answered, a row is no problem but waits for the answer.
        self.show_problems(() if preview.questions else preview.problems, len(preview.problems))

    def _hide_empty(self, rows: Sequence[ReadRow]) -> None:
        """Columns that say nothing about any of the rows give their room to the others."""
        for place, column in enumerate(self.read_model.columns):
            texts = {column.text(row) for row in rows}
            is_told = any(texts) if column.title != self.tr("Repeat") else texts != {number(1)}
            self.read_table.view.setColumnHidden(place, bool(rows) and not is_told)

    def show_problems(self, problems: Sequence[RowProblem], n_problems: int) -> None:
        """Show the rows that cannot be taken."""
        n_problems = n_problems if problems else 0
        self.problem_model.set_rows(problems)
        self.problem_table.view.fit_columns(widest=260)
        if n_problems > len(problems):
            words = self.tr("The first {shown} of {all} rows that cannot be taken.").format(
                shown=number(len(problems)), all=number(n_problems)
            )
        else:
            words = (
                self.tr("Mend these in the file and choose it again, or take the good rows alone (below).")
                if problems
                else self.tr("Every row that was read can be taken.")
            )
        self.problem_note.setText(words)
        self._name_tabs(n_problems, sum(len(one.lines) for one in self._dropped()))

    def show_tool(self, found: WrittenBy) -> None:
        """Show what the tool that wrote the file computed itself."""
        self.number_model.set_rows(found.numbers)
        self.number_table.view.fit_columns(widest=260)
        self.tabs.setTabText(4, self.tr("Numbers of the tool ({count})").format(count=number(found.n_numbers)))
        self.tabs.setTabVisible(4, bool(found.numbers))

    def show_problem_tab(self) -> None:
        """Bring the rows that cannot be taken to the front."""
        self.tabs.setCurrentIndex(2)

    def _dropped(self) -> list[Dropped]:
        return [self.dropped_model.row(place) for place in range(self.dropped_model.rowCount())]

    def _name_tabs(self, n_problems: int, n_dropped: int) -> None:
        self.tabs.setTabText(0, self.tr("As they will be taken"))
        self.tabs.setTabText(1, self.tr("As they stand in the file"))
        self.tabs.setTabText(2, self.tr("Cannot be taken ({count})").format(count=number(n_problems)))
        self.tabs.setTabText(3, self.tr("Left out ({count})").format(count=number(n_dropped)))

    def _read_words(self, look: FileLook) -> str:
        preview = look.preview
        if not look.rows:
            return (
                self.tr("No row can be shown yet: answer what is asked above first.")
                if preview.questions
                else self.tr("None of the first rows can be taken.")
            )
        seen = number(preview.n_rows_seen)
        return (
            self.tr("The first {shown} answers; the file has {seen} rows.")
            if preview.is_whole
            else self.tr("The first {shown} answers; {seen} rows were looked at, and the file has more.")
        ).format(shown=number(len(look.rows)), seen=seen)

    def _show_raw(self, preview: Preview) -> None:
        headings = tuple(one.column for one in preview.columns)[:MOST_COLUMNS]
        if self.raw_table is None or headings != self._headings:
            if self.raw_table is not None:
                self._raw_layout.removeWidget(self.raw_table)
                self.raw_table.hide()
                self.raw_table.deleteLater()
            self.raw_model.deleteLater()
            self._headings = headings
            self.raw_model = RowsModel(_raw_columns(self.tr("Line"), headings), self)
            self.raw_table = ShortTable(self.raw_model, self.tr("First rows as they stand in the file"), SHOWN_ROWS)
            self._raw_layout.insertWidget(0, self.raw_table)
        self.raw_model.set_rows(list(zip(preview.lines, preview.rows, strict=True)))
        self.raw_table.view.fit_columns(widest=200)

    def _read_columns(self) -> tuple[Column, ...]:
        return (
            _line_column(self.tr("Line")),
            foreign_column(self.tr("Item"), lambda row: row.item),
            foreign_column(self.tr("Variant"), lambda row: row.variant),
            Column(title=self.tr("Value"), text=_value_text, exact=lambda row: row.value, align=TRAILING),
            Column(title=self.tr("Status"), text=self._status_text),
            foreign_column(self.tr("Why no value"), lambda row: row.reason),
            foreign_column(self.tr("System"), lambda row: row.system),
            Column(title=self.tr("Repeat"), text=lambda row: number(row.sample), align=TRAILING),
            foreign_column(
                self.tr("Attributes"), lambda row: "; ".join(f"{name}: {level}" for name, level in row.attributes)
            ),
            foreign_column(self.tr("Answer"), lambda row: row.text),
        )

    def _status_text(self, row: ReadRow) -> str:
        return status_words(Status(row.status)) if row.status else self.tr("not read yet")

    def _problem_columns(self) -> tuple[Column, ...]:
        return (
            _line_column(self.tr("Line")),
            foreign_column(self.tr("Column"), lambda row: row.column),
            foreign_column(self.tr("In the file"), lambda row: row.value),
            foreign_column(self.tr("Why not"), lambda row: row.cause),
            foreign_column(self.tr("What to do"), lambda row: without_options(row.cure)),
        )

    def _dropped_columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Lines"), text=self._lines_text),
            Column(title=self.tr("Why they are no records"), text=lambda row: row.reason),
        )

    def _lines_text(self, row: Dropped) -> str:
        shown = ", ".join(number(line) for line in row.lines[:SHOWN_LINES])
        n_more = len(row.lines) - SHOWN_LINES
        return shown if n_more <= 0 else self.tr("{lines} and {count} more").format(lines=shown, count=number(n_more))

    def _number_columns(self) -> tuple[Column, ...]:
        return (
            foreign_column(self.tr("Number"), lambda row: row.name),
            foreign_column(self.tr("Of"), lambda row: row.scope),
            Column(title=self.tr("Value"), text=_foreign_value, exact=lambda row: row.value, align=TRAILING),
            Column(title=self.tr("FairDesk's"), text=_own_text, exact=_own_value, align=TRAILING),
            Column(title=self.tr("Direction"), text=lambda row: row.better.value),
            foreign_column(self.tr("How the tool computed it"), lambda row: row.how),
            foreign_column(self.tr("Why FairDesk's may differ"), lambda row: row.why_different),
        )


def _part(*widgets: QWidget) -> QWidget:
    part = QWidget()
    layout = QVBoxLayout(part)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch(1)
    return part


def _line_column(title: str) -> Column:
    return Column(title=title, text=lambda row: number(row.line), exact=lambda row: row.line, align=TRAILING)


def _raw_columns(line_title: str, headings: Sequence[str]) -> tuple[Column, ...]:
    first = Column(title=line_title, text=lambda row: number(row[0]), exact=lambda row: row[0], align=TRAILING)
    others = (
        foreign_column(made_visible(heading), lambda row, place=place: row[1][place])  # type: ignore[misc]
        for place, heading in enumerate(headings)
    )
    return (first, *others)


def _value_text(row: ReadRow) -> str:
    return "" if row.value is None else QLocale().toString(row.value, "g", 12)


def _own_text(row: ForeignNumber) -> str:
    if row.ours is None:
        return ""
    return QLocale().toString(row.ours.value, "g", 6) if isinstance(row.ours, Estimate) else row.ours.reason


def _own_value(row: ForeignNumber) -> float | None:
    return row.ours.value if isinstance(row.ours, Estimate) else None


def _foreign_value(row: ForeignNumber) -> str:
    return "" if row.value is None else QLocale().toString(row.value, "g", 6)
