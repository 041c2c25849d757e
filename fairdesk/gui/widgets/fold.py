"""A part of a page that is closed at first: its heading is a button, and a sentence says what is inside."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel


class Fold(QWidget):
    """Opens and closes on its heading."""

    def __init__(self, title: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self.button = QToolButton()
        self.button.setText(title)
        self.button.setCheckable(True)
        self.button.setAutoRaise(True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.summary_label = PlainLabel().wrapping()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeading)
        layout.addWidget(self.summary_label)
        layout.addWidget(content)
        # In a wider place Qt would ask the content how tall it is at that width, and cut its wrapped lines.
        self.setMaximumWidth(content.maximumWidth())
        self.button.toggled.connect(self._on_toggled)
        self._on_toggled(False)

    def show_summary(self, words: str) -> None:
        """Say what is inside; shown while it is closed."""
        self.summary_label.setText(words)
        self.button.setAccessibleDescription(words)
        self.summary_label.setVisible(bool(words) and not self.button.isChecked())

    def _on_toggled(self, is_open: bool) -> None:
        self.button.setArrowType(Qt.ArrowType.DownArrow if is_open else self._closed_arrow())
        self._content.setVisible(is_open)
        self.summary_label.setVisible(bool(self.summary_label.text()) and not is_open)

    def _closed_arrow(self) -> Qt.ArrowType:
        is_turned = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return Qt.ArrowType.LeftArrow if is_turned else Qt.ArrowType.RightArrow
