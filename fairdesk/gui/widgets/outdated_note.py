"""Says that something rests on settings that were changed since, and what changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.state_badge import StateBadge


class OutdatedNote(QWidget):
    """The word *outdated* in a frame and a sentence per change; hidden while nothing changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        row = QHBoxLayout()
        self.badge = StateBadge(self.tr("State of the plan"))
        row.addWidget(self.badge)
        row.addStretch(1)
        layout.addLayout(row)
        self.words_label = PlainLabel().wrapping()
        layout.addWidget(self.words_label)
        self.hide()

    def show_changes(self, changes: Sequence[str]) -> None:
        """Show what changed since the plan was fixed; nothing hides the note."""
        self.badge.show_state(self.tr("outdated: the plan was fixed for other settings") if changes else "")
        advice = self.tr("The plan, its runs and results stay as they are until a new plan is fixed on the page Run.")
        self.words_label.setText("\n".join((*changes, advice)) if changes else "")
        self.setVisible(bool(changes))
