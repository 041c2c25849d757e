"""What is done with the chosen files, one or many: left out with a reason, used again, personal data replaced."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.case_hints import HINT_TITLES, HintKind
from fairdesk.gui.design_words import LANGUAGES, language_words
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.flow_row import FlowRow
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel


class CaseActs(QWidget):
    """``use_requested`` carries whether the files are used and why not; ``replace_requested`` kinds and "in all".

    ``language_requested`` carries two letters.
    """

    use_requested = Signal(bool, str)
    replace_requested = Signal(object, bool)
    language_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reason_edit = QLineEdit()
        self.leave_button = QPushButton()
        self.use_button = QPushButton()
        self.note = FieldNote()
        self.kind_box = ChoiceBox()
        self.kind_box.addItem(self.tr("every kind"), tuple(HintKind))
        for kind, words in HINT_TITLES.items():
            self.kind_box.addItem(words, (kind,))
        self.replace_button = QPushButton()
        self.replace_all_button = QPushButton(self.tr("Replace in all files"))
        self.language_box = ChoiceBox()
        for language in LANGUAGES:
            self.language_box.addItem(language_words(language), language)
        self.language_button = QPushButton()
        self.step_label = PlainLabel().wrapping()
        self.reason_edit.setMinimumWidth(self.fontMetrics().averageCharWidth() * 30)
        row, hints = FlowRow(self), FlowRow(self)
        row.add(self._label(FieldText(label=self.tr("&Reason to leave files out")), self.reason_edit), self.reason_edit)
        row.add(self.leave_button)
        row.add(self.use_button)
        text = FieldText(label=self.tr("Hints of personal data of"), help=self.tr("The texts before are kept."))
        hints.add(self._label(text, self.kind_box), self.kind_box)
        hints.add(self.replace_button)
        hints.add(self.replace_all_button)
        spoken = FieldText(label=self.tr("Language"), help=self.tr("Cues work in files of their own language only."))
        hints.add(self._label(spoken, self.language_box), self.language_box, self.language_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (row, self.note, hints, self.step_label):
            layout.addWidget(widget)
        self.leave_button.clicked.connect(self._on_leave_clicked)
        self.reason_edit.returnPressed.connect(self._on_leave_clicked)
        self.use_button.clicked.connect(lambda: self.use_requested.emit(True, ""))
        self.replace_button.clicked.connect(lambda: self._on_replace_clicked(False))
        self.replace_all_button.clicked.connect(lambda: self._on_replace_clicked(True))
        self.language_button.clicked.connect(lambda: self.language_requested.emit(self.language_box.currentData()))
        self.show_choice(0)
        self.show_step("")

    def show_choice(self, n_chosen: int) -> None:
        """How many files are chosen."""
        number = QLocale().toString(n_chosen)
        for button in (self.leave_button, self.use_button, self.replace_button, self.language_button):
            button.setEnabled(n_chosen > 0)
        is_one = n_chosen <= 1
        self.leave_button.setText(
            self.tr("Leave the chosen file out") if is_one else self.tr("Leave {n} files out").format(n=number)
        )
        self.use_button.setText(
            self.tr("Use the chosen file again") if is_one else self.tr("Use {n} files again").format(n=number)
        )
        self.language_button.setText(
            self.tr("Set it for the chosen file") if is_one else self.tr("Set it for {n} files").format(n=number)
        )
        self.replace_button.setText(
            self.tr("Replace in the chosen file") if is_one else self.tr("Replace in {n} files").format(n=number)
        )

    def show_step(self, words: str) -> None:
        """What goes on; nothing hides the line."""
        self.step_label.setText(words)
        self.step_label.setVisible(bool(words))
        self.replace_all_button.setEnabled(not words)

    def _label(self, text: FieldText, control: QWidget) -> PlainLabel:
        label = PlainLabel(text.label)
        label.setBuddy(control)
        describe(control, text)
        return label

    def _on_leave_clicked(self) -> None:
        reason = self.reason_edit.text().strip()
        if not self.leave_button.isEnabled():
            return
        if not reason:
            self.note.show_problem(
                self.tr("Why they are left out is not said."), self.tr("Type the reason: the report prints it.")
            )
            self.reason_edit.setFocus()
            return
        self.note.show_problem("")
        self.use_requested.emit(False, reason)

    def _on_replace_clicked(self, in_all: bool) -> None:
        self.replace_requested.emit(self.kind_box.currentData(), in_all)
