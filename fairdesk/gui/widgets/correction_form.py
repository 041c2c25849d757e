"""A form to correct one reading by hand: what it should be, who says so, and why. Nothing is overwritten."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from fairdesk.domain.corrections import Correction, CorrectionRequest
from fairdesk.domain.exchanges import ItemKey, ReadNothing, ReadRefusal, ReadValue
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.message_bar import MessageBar

REASON_LINES = 3


class CorrectionForm(Form):
    """Writes a correction of the answer it was given; ``corrected`` follows when it is on disk."""

    corrected = Signal(object)
    """The ``Correction`` that was written."""

    given_up = Signal()

    def __init__(self, context: PageContext, project_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._project_id = project_id
        self._run_id = ""
        self._key: ItemKey | None = None
        self.kind_box = ChoiceBox()
        for words, kind in (
            (self.tr("a number"), "value"),
            (self.tr("a refusal"), "refusal"),
            (self.tr("nothing that can be read"), "nothing"),
        ):
            self.kind_box.addItem(words, kind)
        self.kind_box.currentIndexChanged.connect(self._show_kind)
        self.value_edit = QLineEdit()
        self.who_edit = QLineEdit()
        self.why_edit = QPlainTextEdit()
        self.why_edit.setTabChangesFocus(True)
        self.why_edit.setFixedHeight(self.fontMetrics().lineSpacing() * (REASON_LINES + 1))
        self.messages = MessageBar()
        self.write_button = QPushButton(self.tr("Write the correction"))
        self.write_button.clicked.connect(self._on_write_clicked)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setAccessibleName(self.tr("Cancel the correction"))
        self.cancel_button.clicked.connect(self.given_up)
        self._lay_out()

    def correct(self, run_id: str, key: ItemKey, unit: str) -> None:
        """Begin a correction of one answer."""
        self._run_id, self._key = run_id, key
        self.messages.hide()
        self.value_edit.clear()
        self.why_edit.clear()
        if not self.who_edit.text() and self._context.project is not None:
            self.who_edit.setText(self._context.project.details.auditor)
        self.unit_label.setText(self.tr("In {unit}, on the scale of the question.").format(unit=unit))
        self.kind_box.setCurrentIndex(0)
        self.value_edit.setFocus()

    def _lay_out(self) -> None:
        self.add_widget(
            PlainLabel(
                self.tr(
                    "The answer stays as it came. The correction is added to the chain of the run with your name, the "
                    "time and the reason; every number that rests on this answer is computed again and marked."
                )
            ).wrapping()
        )
        self.add_field(FieldText(label=self.tr("&The answer says"), help=""), self.kind_box)
        self.unit_label = PlainLabel().wrapping()
        self._value_part = Form()
        self._value_part.add_field(FieldText(label=self.tr("The &number")), self.value_edit)
        self._value_part.add_widget(self.unit_label)
        self.add_part(self._value_part)
        self.add_field(FieldText(label=self.tr("&Who read the answer")), self.who_edit)
        self.add_field(
            FieldText(
                label=self.tr("Wh&y"), help=self.tr("What in the answer was read wrongly; printed in the report.")
            ),
            self.why_edit,
        )
        self.add_widget(self.messages)
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.write_button)
        row.addWidget(self.cancel_button)
        row.addStretch(1)
        self.add_widget(buttons)

    def _show_kind(self) -> None:
        self._value_part.setVisible(self.kind_box.currentData() == "value")

    def _reading(self) -> ReadValue | ReadRefusal | ReadNothing:
        kind = self.kind_box.currentData()
        if kind == "refusal":
            return ReadRefusal(reason="")
        if kind == "nothing":
            return ReadNothing(reason="")
        text = self.value_edit.text().strip().replace("\N{MINUS SIGN}", "-")
        value, is_number = QLocale().toDouble(text)
        if not is_number:
            value, is_number = QLocale.c().toDouble(text)
        # What is no number is refused where the correction is checked, in the same words as from elsewhere.
        return ReadValue(value=value if is_number else float("nan"))

    def _on_write_clicked(self) -> None:
        from fairdesk.audit.corrections import correct_reading

        if self._key is None:
            return
        request = CorrectionRequest(
            run_id=self._run_id,
            key=self._key,
            new=self._reading(),
            who=self.who_edit.text(),
            why=self.why_edit.toPlainText(),
        )
        self.write_button.setEnabled(False)
        self._context.tasks.start(
            work=plainly(correct_reading, self._context.spec, self._project_id, request),
            done=self._on_written,
            failed=self._on_failed,
        )

    def _on_written(self, correction: Correction) -> None:
        self.write_button.setEnabled(True)
        self.messages.hide()
        self.corrected.emit(correction)

    def _on_failed(self, failure: Failure) -> None:
        self.write_button.setEnabled(True)
        self.messages.show_failure(failure)
