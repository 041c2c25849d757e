"""Which imported files the list shows; always said above the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.design_words import language_words
from fairdesk.gui.widgets.fields import CheckBox
from fairdesk.gui.widgets.flow_row import FlowRow
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from fairdesk.domain.case_rows import CaseCounts, CasesWanted

TYPING_PAUSE_MS = 300
FIELD_CHARACTERS = 26


class CasesFilter(QWidget):
    """Filters look, they never leave a file out. ``changed`` is emitted when others are to be shown."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_resetting = False
        self._n_all = 0
        self.words_edit = QLineEdit()
        self.language_box = ChoiceBox()
        self.language_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.language_box.setMinimumContentsLength(12)
        self.hints_check = CheckBox(self.tr("With hints of personal data"))
        self.duplicates_check = CheckBox(self.tr("Duplicates"))
        self.left_out_check = CheckBox(self.tr("Left out"))
        self.reset_button = QPushButton(self.tr("Show all files"))
        self.words_label = PlainLabel().wrapping()
        self._checks = (self.hints_check, self.duplicates_check, self.left_out_check)
        self._grid = QGridLayout()
        self._fields: list[QWidget] = []
        self._n_columns = 0
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_PAUSE_MS)
        self._typing.timeout.connect(self._on_chosen)
        self._lay_out()
        self.words_edit.textEdited.connect(self._typing.start)
        self.words_edit.returnPressed.connect(self._on_chosen)
        self.language_box.activated.connect(self._on_chosen)
        for check in self._checks:
            check.toggled.connect(self._on_chosen)
        self.reset_button.clicked.connect(self.reset)

    def wanted(self) -> CasesWanted:
        """What is to be shown, in the order of arrival."""
        from fairdesk.domain.case_rows import CasesWanted

        return CasesWanted(
            words=self.words_edit.text().strip(),
            language=self.language_box.currentData() or "",
            only_hints=self.hints_check.isChecked(),
            only_duplicates=self.duplicates_check.isChecked(),
            only_left_out=self.left_out_check.isChecked(),
        )

    def show_counts(self, counts: CaseCounts) -> None:
        """Offer the languages that there are; the number of all files is said with the filter."""
        self._n_all = counts.n_all
        before = self.language_box.currentData()
        self.language_box.clear()
        self.language_box.addItem(self.tr("all"), "")
        for language, count in counts.languages:
            words = self.tr("not told") if language == "und" else language_words(language)
            self.language_box.addItem(f"{words} ({QLocale().toString(count)})", language)
        self.language_box.setCurrentIndex(max(0, self.language_box.findData(before)))

    def show_count(self, n_shown: int) -> None:
        """Say what is shown."""
        number = QLocale().toString
        parts = []
        if self.words_edit.text().strip():
            parts.append(self.tr("contains “{words}”").format(words=self.words_edit.text().strip()))
        if self.language_box.currentData():
            parts.append(self.tr("language = {language}").format(language=self.language_box.currentText()))
        parts += [check.text().lower() for check in self._checks if check.isChecked()]
        counts = self.tr("{shown} of {all} files").format(shown=number(n_shown), all=number(max(n_shown, self._n_all)))
        self.words_label.setText(f"{counts}: {', '.join(parts)}" if parts else counts)
        self.reset_button.setVisible(bool(parts))

    def look_for(self, words: str) -> None:
        """Show only files with these words."""
        self._set(words)

    def reset(self) -> None:
        """Show all files."""
        self._set("")

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * FIELD_CHARACTERS, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _set(self, words: str) -> None:
        self._is_resetting = True
        self.words_edit.setText(words)
        self.language_box.setCurrentIndex(0)
        for check in self._checks:
            check.setChecked(False)
        self._is_resetting = False
        self._on_chosen()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        fields: tuple[tuple[FieldText, QWidget], ...] = (
            (
                FieldText(label=self.tr("Contains"), help=self.tr("In the text, the title, the name or the file.")),
                self.words_edit,
            ),
            (FieldText(label=self.tr("Language"), help=self.tr("Filters the files.")), self.language_box),
        )
        for text, control in fields:
            label = PlainLabel(text.label)
            label.setBuddy(control)
            describe(control, text)
            field = QWidget()
            column = QVBoxLayout(field)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(2)
            column.addWidget(label)
            column.addWidget(control)
            self._fields.append(field)
        checks = FlowRow(self)
        for check in self._checks:
            checks.add(check)
        layout.addLayout(self._grid)
        layout.addWidget(checks)
        line = QHBoxLayout()
        line.addWidget(self.words_label, 1)
        line.addWidget(self.reset_button)
        layout.addLayout(line)
        self._arrange()

    def _arrange(self) -> None:
        """As many fields side by side as there is room for."""
        one = self.fontMetrics().averageCharWidth() * FIELD_CHARACTERS
        n_columns = max(1, min(len(self._fields), self.width() // max(one, 1)))
        if n_columns == self._n_columns:
            return
        self._n_columns = n_columns
        for number, field in enumerate(self._fields):
            self._grid.removeWidget(field)
            self._grid.addWidget(field, number // n_columns, number % n_columns)

    def _on_chosen(self) -> None:
        self._typing.stop()
        if not self._is_resetting:
            self.changed.emit()
