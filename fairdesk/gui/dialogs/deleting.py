"""Asks before a project or an endpoint is deleted, and names what goes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from fairdesk.audit.projects import ProjectSummary


class DeleteProjectQuestion(QMessageBox):
    """Names the project and says that a copy is made first."""

    def __init__(self, project: ProjectSummary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(self.tr("Delete a project"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(self.tr("Delete “{name}”?").format(name=project.name))
        lost = [self.tr("what was written about the audit (client, object, systems)")]
        if project.last_run:
            lost.append(self.tr("its runs with all answers"))
        if project.last_report:
            lost.append(self.tr("its issued reports"))
        self.setInformativeText(
            self.tr("It is taken off the list with {lost}.\nA copy of the whole store is made first.").format(
                lost=", ".join(lost)
            )
        )
        self.delete_button = self.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        self.keep_button = self.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self.keep_button)
        self.setEscapeButton(self.keep_button)


def ask_before_deleting(project: ProjectSummary, parent: QWidget) -> bool:
    """True when the project may go."""
    question = DeleteProjectQuestion(project, parent)
    question.exec()
    return question.clickedButton() is question.delete_button


class DeleteEndpointQuestion(QMessageBox):
    """Names the endpoint and says what stays."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(self.tr("Delete an endpoint"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(self.tr("Delete “{name}” from the list?").format(name=name))
        self.setInformativeText(
            self.tr(
                "Its address, model and the name of its key go. Projects that use it keep their own copy of these "
                "settings, and a key in the system's key store stays there."
            )
        )
        self.delete_button = self.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        self.keep_button = self.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self.keep_button)
        self.setEscapeButton(self.keep_button)


def ask_before_deleting_endpoint(name: str, parent: QWidget) -> bool:
    """True when the endpoint may go."""
    question = DeleteEndpointQuestion(name, parent)
    question.exec()
    return question.clickedButton() is question.delete_button
