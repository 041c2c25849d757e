"""Why calls failed: one entry per cause with its count, what happened, and what mends it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.run_words import cause_words
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle


class FailureList(QWidget):
    """Hidden while nothing failed. ``page_requested`` carries the page where a cause is mended."""

    page_requested = Signal(str)
    answers_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: dict[str, int] = {}
        self._rows: dict[str, tuple[QWidget, PlainLabel]] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(PlainLabel(self.tr("What went wrong"), TextStyle.HEADING))
        self.answers_button = QPushButton(self.tr("Show the calls that failed"))
        self.answers_button.clicked.connect(self.answers_requested)
        self._layout.addWidget(self.answers_button, 0, Qt.AlignmentFlag.AlignLeading)
        self.hide()

    def show_failures(self, failures: Mapping[str, int], stopped: Collection[str] = ()) -> None:
        """Show the causes, the most frequent first; none hides the list.

        Args:
            failures: Cause to calls that failed for it.
            stopped: Causes for which a run stopped, perhaps before any call failed.
        """
        counts = {cause: count for cause, count in failures.items() if count}
        has_failed = bool(counts)
        counts |= {cause: 0 for cause in stopped if cause not in counts}
        if counts == self._shown:
            return
        if counts.keys() != self._shown.keys():
            self._build(counts)
        self._shown = counts
        for cause, (_, label) in self._rows.items():
            words = self.tr("{count} failed: {what}") if counts[cause] else self.tr("Stopped: {what}")
            count = QLocale().toString(counts[cause])
            label.setText(words.format(count=count, what=cause_words(cause).what))
        self.answers_button.setVisible(has_failed)
        self.setVisible(bool(counts))

    def words(self) -> tuple[str, ...]:
        """The headlines as they are shown."""
        return tuple(label.text() for _, label in self._rows.values())

    def _build(self, counts: Mapping[str, int]) -> None:
        for row, _ in self._rows.values():
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = {}
        for place, cause in enumerate(sorted(counts, key=lambda name: -counts[name])):
            row, label = self._row(cause)
            self._rows[cause] = row, label
            self._layout.insertWidget(place + 1, row)

    def _row(self, cause: str) -> tuple[QWidget, PlainLabel]:
        said = cause_words(cause)
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        words = QVBoxLayout()
        words.setSpacing(2)
        headline = PlainLabel("", TextStyle.STRONG).wrapping()
        words.addWidget(headline)
        words.addWidget(PlainLabel(said.mend).wrapping())
        line.addLayout(words, 1)
        if said.page_id:
            button = QPushButton(self.tr("Go there"))
            button.setAccessibleName(self.tr("Go to where this is mended: {what}").format(what=said.what))
            button.clicked.connect(lambda: self.page_requested.emit(said.page_id))
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return row, headline
