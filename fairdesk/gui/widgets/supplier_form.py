"""Who supplied recorded answers, when, and which project takes them."""

from __future__ import annotations

import re

from PySide6.QtCore import QDate, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from fairdesk.gui.import_work import Supplier
from fairdesk.gui.project_work import NewProject
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.forms import FieldText, Form

DATE_FORM = "yyyy-MM-dd"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class SupplierForm(QWidget):
    """``changed`` is emitted on every letter; ``missing`` says what is needed still.

    Args:
        project: Name of the open project that takes the answers; empty makes a new one.
        name: Proposed for the new one.
    """

    changed = Signal()

    def __init__(self, project: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.who_edit = QLineEdit()
        self.date_edit = QLineEdit()
        self.note_edit = TextArea(2)
        self.name_edit = QLineEdit(name)
        self.auditor_edit = QLineEdit()
        self.date_note = FieldNote()
        form = Form()
        form.add_field(
            FieldText(
                label=self.tr("&Supplied by (needed)"),
                help=self.tr(
                    "A person or an organisation; stands beside every number and on every page of the report."
                ),
            ),
            self.who_edit,
        )
        form.add_field(
            FieldText(
                label=self.tr("Supplied &on"),
                help=self.tr("As the supplier states it: year-month-day, such as 2027-03-31. Empty: not stated."),
            ),
            self.date_edit,
        )
        form.add_widget(self.date_note)
        form.add_field(FieldText(label=self.tr("N&ote to the file")), self.note_edit)
        if not project:
            self._add_project(form)
        for edit in (self.who_edit, self.date_edit, self.name_edit, self.auditor_edit):
            edit.textChanged.connect(self._on_edited)
        self.note_edit.textChanged.connect(self.changed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(form)
        layout.addStretch(1)

    def _add_project(self, form: Form) -> None:
        form.add_field(
            FieldText(
                label=self.tr("&Name of the new project (needed)"), help=self.tr("Must be unique on this computer.")
            ),
            self.name_edit,
        )
        form.add_field(
            FieldText(label=self.tr("&Your name (needed)"), help=self.tr("Printed in the report as the auditor's.")),
            self.auditor_edit,
        )

    def supplier(self) -> Supplier:
        """What was typed about the supplier."""
        return Supplier(
            who=self.who_edit.text().strip(),
            on=self.date_edit.text().strip(),
            note=self.note_edit.words().strip(),
        )

    def new_project(self) -> NewProject | None:
        """The project that is to be made; None when the open one takes the answers."""
        if self._project:
            return None
        return NewProject(
            name=self.name_edit.text().strip(),
            client="",
            auditor=self.auditor_edit.text().strip(),
            auditor_role="",
        )

    def missing(self) -> tuple[str, ...]:
        """What must still be typed, each as a few words."""
        found = []
        if not self.supplier().who:
            found.append(self.tr("who supplied the answers"))
        if not self._is_date():
            found.append(self.tr("a date that can be read, or none"))
        new = self.new_project()
        if new is not None and not new.name:
            found.append(self.tr("the name of the project"))
        if new is not None and not new.auditor:
            found.append(self.tr("your name"))
        return tuple(found)

    def _is_date(self) -> bool:
        text = self.date_edit.text().strip()
        return not text or (_DATE.fullmatch(text) is not None and QDate.fromString(text, DATE_FORM).isValid())

    def _on_edited(self) -> None:
        is_begun = len(self.date_edit.text().strip()) >= len(DATE_FORM)
        self.date_note.show_problem(
            "" if self._is_date() or not is_begun else self.tr("This is no date."),
            self.tr("Write year-month-day, such as 2027-03-31."),
        )
        self.changed.emit()
