"""Asks whether an archive's details and texts are to replace those that are here."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from fairdesk.domain.archives import TakenProject


class TextsDifferQuestion(QMessageBox):
    """Names what differs; keeping what is here is the default."""

    def __init__(self, project: TakenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowTitle(self.tr("Texts differ"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(self.tr("What was written about “{name}” differs from the archive.").format(name=project.name))
        self.setInformativeText(
            self.tr(
                "{differences}\nAnswers, plans and reports are not touched by this choice. A copy of the whole store "
                "is made before anything is replaced."
            ).format(differences="\n".join(project.kept))
        )
        self.take_button = self.addButton(self.tr("Take the archive's"), QMessageBox.ButtonRole.DestructiveRole)
        self.keep_button = self.addButton(self.tr("Keep what is here"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self.keep_button)
        self.setEscapeButton(self.keep_button)


def wants_texts_of_archive(project: TakenProject, parent: QWidget) -> bool:
    """True when the archive's are to replace those that are here."""
    question = TextsDifferQuestion(project, parent)
    question.exec()
    return question.clickedButton() is question.take_button
