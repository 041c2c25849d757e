"""An empty page says what belongs here and offers the one next action."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle


class EmptyState(QWidget):
    """A sentence or two and at most one button; ``action_requested`` is emitted when it is pressed."""

    action_requested = Signal()

    def __init__(self, words: str, advice: str = "", action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.other_button: QPushButton | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 24, 0, 24)
        layout.setSpacing(12)
        layout.addWidget(PlainLabel(words, TextStyle.HEADING).wrapping())
        if advice:
            layout.addWidget(PlainLabel(advice).wrapping())
        self.action_button = QPushButton(action, self)
        self.action_button.setVisible(bool(action))
        self.action_button.clicked.connect(self.action_requested)
        layout.addWidget(self.action_button, 0)
        layout.setAlignment(self.action_button, Qt.AlignmentFlag.AlignLeading)
        layout.addStretch(1)
        self._layout = layout

    def offer(self, words: str) -> QPushButton:
        """Another way to fill the page, below the first; answers with its button."""
        button = self.other_button = QPushButton(words, self)
        self._layout.insertWidget(self._layout.count() - 1, button, 0, Qt.AlignmentFlag.AlignLeading)
        return button
