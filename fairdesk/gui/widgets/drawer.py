"""The evidence drawer at the edge of the window: where a number comes from, closed at first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawerPart:
    """A piece of evidence: a heading and words; ``verbatim`` marks a request or answer, shown letter by letter."""

    heading: str
    text: str
    verbatim: bool = False


class Drawer(QFrame):
    """Shows how a number came about, part by part. Escape or the button closes it."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Evidence"))
        self.setMinimumWidth(280)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        top = QHBoxLayout()
        self.title_label = PlainLabel("", TextStyle.HEADING).wrapping()
        self.close_button = QPushButton(self.tr("Close"), self)
        self.close_button.setAccessibleName(self.tr("Close the evidence"))
        self.close_button.clicked.connect(self.close_drawer)
        top.addWidget(self.title_label, 1)
        top.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(top)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setAccessibleName(self.tr("Evidence, part by part"))
        layout.addWidget(self._area, 1)
        self.hide()

    def show_parts(self, title: str, parts: Sequence[DrawerPart]) -> None:
        """Open the drawer with the parts of one number's evidence."""
        self.title_label.setText(title)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 8, 0)
        for part in parts:
            layout.addWidget(PlainLabel(part.heading, TextStyle.STRONG).wrapping())
            layout.addWidget(_verbatim(part) if part.verbatim else _words(part.text))
            layout.addSpacing(8)
        layout.addStretch(1)
        self._area.setWidget(content)
        self.show()

    def close_drawer(self) -> None:
        """Close the drawer; ``closed`` lets the window give the focus back."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_drawer()
        else:
            super().keyPressEvent(event)


def _words(text: str) -> QWidget:
    label = PlainLabel(text).wrapping()
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _verbatim(part: DrawerPart) -> QWidget:
    edit = QPlainTextEdit(part.text)
    edit.setReadOnly(True)
    edit.setTabChangesFocus(True)
    edit.setAccessibleName(part.heading)
    edit.setMinimumHeight(edit.fontMetrics().height() * 6)
    return edit
