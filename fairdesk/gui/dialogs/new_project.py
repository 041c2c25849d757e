"""Asks for what a new project needs."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from fairdesk.gui.project_work import NewProject
from fairdesk.gui.widgets.forms import FieldText, Form


class NewProjectDialog(QDialog):
    """Name, client, and who works on it; the name and the person are needed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New project"))
        self.name_edit = QLineEdit()
        self.client_edit = QLineEdit()
        self.auditor_edit = QLineEdit()
        self.role_edit = QLineEdit()
        form = Form()
        for label, help_text, edit in (
            (self.tr("&Name of the project"), self.tr("Must be unique on this computer."), self.name_edit),
            (self.tr("&Client"), self.tr("Who asked for the audit; may be filled in later."), self.client_edit),
            (self.tr("&Your name"), self.tr("Printed in the report as the auditor's."), self.auditor_edit),
            (self.tr("Your &role"), self.tr("For example: internal auditor."), self.role_edit),
        ):
            form.add_field(FieldText(label=label, help=help_text), edit)
            edit.textChanged.connect(self._on_edited)
        self.buttons = QDialogButtonBox(self)
        self.create_button = self.buttons.addButton(self.tr("Create"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(form)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 56)
        self._on_edited()

    def new_project(self) -> NewProject:
        """What was typed."""
        return NewProject(
            name=self.name_edit.text().strip(),
            client=self.client_edit.text().strip(),
            auditor=self.auditor_edit.text().strip(),
            auditor_role=self.role_edit.text().strip(),
        )

    def _on_edited(self) -> None:
        new = self.new_project()
        self.create_button.setEnabled(bool(new.name and new.auditor))


def ask_for_new_project(parent: QWidget) -> NewProject | None:
    """What was typed, or None when it was cancelled."""
    dialog = NewProjectDialog(parent)
    return dialog.new_project() if dialog.exec() == QDialog.DialogCode.Accepted else None
