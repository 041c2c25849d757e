"""Says when what was typed reached the disk, or that it has not."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QLocale, QTime
from PySide6.QtWidgets import QWidget

from fairdesk.gui.widgets.labels import PlainLabel


class SavedLabel(PlainLabel):
    """One of "Saved 14:02", "Saving…" and "Not saved"; empty while nothing was typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self.setAccessibleName(self.tr("Saving"))

    def show_saved(self, moment: datetime) -> None:
        """Everything typed is on disk since ``moment``, shown in the local time."""
        local = moment.astimezone()
        clock = QLocale().toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)
        self.setText(self.tr("Saved {time}").format(time=clock))

    def show_saving(self) -> None:
        """Something was typed that is not on disk yet."""
        self.setText(self.tr("Saving…"))

    def show_unsaved(self) -> None:
        """Saving failed; a message bar beside the form says why."""
        self.setText(self.tr("Not saved"))

    def show_nothing(self) -> None:
        """Nothing is open that could be saved."""
        self.clear()
