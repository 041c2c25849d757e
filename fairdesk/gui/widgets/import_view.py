"""What the import dialog shows: questions, the supplier, how the file is read, its columns and its rows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from fairdesk.audit.import_preview import FileLook, WrittenBy
from fairdesk.domain.records import LayoutChoices
from fairdesk.gui.import_words import quoted, size_words
from fairdesk.gui.import_work import FirstLook
from fairdesk.gui.widgets.fields import CheckBox
from fairdesk.gui.widgets.foreign_text import made_visible
from fairdesk.gui.widgets.forms import FieldText, Form, describe
from fairdesk.gui.widgets.import_columns import ImportColumns
from fairdesk.gui.widgets.import_questions import ImportQuestions
from fairdesk.gui.widgets.import_reading import ImportReading
from fairdesk.gui.widgets.import_rows import ImportRows
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.supplier_form import SupplierForm

QWIDGETSIZE_MAX = 16_777_215
"""Qt's own word for no limit, which the binding does not have."""

SIDE_BY_SIDE_CHARACTERS = 120
"""From this width on the rows stand beside the fields, each scrolling by itself; else all is one long page."""


class ImportView(QSplitter):
    """Fields of the file at one side; what is asked, its columns and its rows at the other.

    Args:
        project: Name of the open project that takes the answers; empty: a new one is made.
    """

    def __init__(self, first: FirstLook, project: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        names = ", ".join(made_visible(path.name) for path in (first.path, *first.others))
        self.file_label = PlainLabel(f"{names} ({size_words(first.n_bytes)})", TextStyle.HEADING).wrapping()
        self.others_label = PlainLabel(
            self.tr("The first of these files is shown. The others are read like it, and checked to their ends.")
        ).wrapping()
        self.systems_box = CheckBox(self.tr("Each file is of a system of its own"))
        self.systems_box.setChecked(True)
        describe(
            self.systems_box,
            FieldText(
                label=self.systems_box.text(),
                help=self.tr("The system is called like the file, where its rows do not name one."),
            ),
        )
        for part in (self.others_label, self.systems_box):
            part.setVisible(bool(first.others))
        self.target_label = PlainLabel(
            self.tr("The answers go into the project {name}.").format(name=quoted(project))
            if project
            else self.tr("A new project is made for these answers. The file itself is kept in it, byte for byte.")
        ).wrapping()
        self.tool_label = PlainLabel().wrapping()
        self.tool_label.hide()
        self.questions = ImportQuestions()
        self.supplier = SupplierForm(project, "" if project else first.path.stem)
        self.reading = ImportReading()
        self.columns = ImportColumns()
        self.rows = ImportRows()
        self._table_parts: tuple[QWidget, ...] = (
            PlainLabel(self.tr("What the columns hold"), TextStyle.HEADING).wrapping(),
            self.columns,
            PlainLabel(self.tr("The rows"), TextStyle.HEADING).wrapping(),
            self.rows,
        )
        self._fields = self._make_fields()
        self._table = self._make_table()
        self._fields_area = _area(self._fields, self.tr("The file and its supplier"))
        self._table_area = _area(self._table, self.tr("Columns and rows of the file"))
        self._is_wide = True
        for area in (self._fields_area, self._table_area):
            self.addWidget(area)
        self.setChildrenCollapsible(False)
        for form in self.findChildren(Form):
            # Their width is that of their side; a narrower one would break lines of which the side knows nothing.
            form.setMaximumWidth(QWIDGETSIZE_MAX)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow_width()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._follow_width()

    def _follow_width(self) -> None:
        is_wide = self.width() >= self.fontMetrics().averageCharWidth() * SIDE_BY_SIDE_CHARACTERS
        if is_wide != self._is_wide:
            self._is_wide = is_wide
            self._arrange()

    def set_open(self, is_open: bool) -> None:
        """Whether anything can be changed; not while the file is being imported."""
        for part in (self._fields, self._table):
            part.setEnabled(is_open)

    def _arrange(self) -> None:
        if self._is_wide:
            self._inside.removeWidget(self._table)
            self._table_area.setWidget(self._table)
        else:
            self._table_area.takeWidget()
            self._inside.insertWidget(self._inside.indexOf(self._supplier_heading), self._table)
        self._table.show()
        # Style sheets take labels in a size of their own back to the size in which they were made.
        for label in self._table.findChildren(PlainLabel):
            QApplication.postEvent(label, QEvent(QEvent.Type.ApplicationFontChange))
        self._table_area.setVisible(self._is_wide)

    def show_tool(self, found: WrittenBy) -> None:
        """Say which tool wrote the file, what is taken of it, and what it computed itself."""
        tool = " ".join(filter(None, (found.tool, found.version)))
        self.tool_label.setText(
            self.tr(
                "Written by {tool}. Its recorded answers are taken and read by FairDesk; its own scores are columns "
                "that can be used instead."
            ).format(tool=tool)
        )
        self.tool_label.setVisible(bool(tool))
        self.rows.show_tool(found)

    def show_look(self, look: FileLook, choices: LayoutChoices) -> None:
        """Show the file under a layout."""
        self._show_tables(True)
        self.questions.show_questions(look.preview.questions)
        self.reading.note_labels(look.labels)
        self.reading.show_layout(look.layout, look.preview, choices)
        self.columns.show_columns(look.preview.columns)
        self.rows.show_look(look)

    def show_unread(self, choices: LayoutChoices, mended_by: tuple[str, ...]) -> None:
        """Show only what may make a file readable."""
        self._show_tables(False)
        self.questions.show_questions(self.reading.mending_questions(mended_by), is_readable=False)
        self.reading.show_unread(choices)

    def _show_tables(self, is_shown: bool) -> None:
        for part in self._table_parts:
            part.setVisible(is_shown)

    def _make_fields(self) -> QWidget:
        part = QWidget()
        self._inside = QVBoxLayout(part)
        self._inside.setSpacing(10)
        self._supplier_heading = PlainLabel(self.tr("Who supplied the answers"), TextStyle.HEADING).wrapping()
        self._inside.addWidget(self.file_label)
        self._inside.addWidget(self.others_label)
        self._inside.addWidget(self.systems_box)
        for label in (self.target_label, self.tool_label, self._supplier_heading):
            self._inside.addWidget(label)
        self._inside.addWidget(self.supplier)
        self._inside.addWidget(PlainLabel(self.tr("How the file is read"), TextStyle.HEADING).wrapping())
        self._inside.addWidget(self.reading)
        self._inside.addStretch(1)
        return part

    def _make_table(self) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setSpacing(10)
        layout.addWidget(self.questions)
        for widget in self._table_parts:
            layout.addWidget(widget)
        layout.addStretch(1)
        return part


def _area(content: QWidget, accessible_name: str) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setAccessibleName(accessible_name)
    area.setWidget(content)
    return area
