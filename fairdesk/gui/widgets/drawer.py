"""The evidence drawer at the edge of the window: where a number comes from, closed at first."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

WIDTH_CHARACTERS = 56


class Drawer(QFrame):
    """Shows the evidence of one number under its name. Escape or the button closes it."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Evidence"))
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

    def show_evidence(self, title: str, evidence: QWidget) -> None:
        """Open the drawer with the evidence of one number, which it owns from then on; what stood there is gone."""
        self.title_label.setText(title)
        # Not deleted at once: the wish for other evidence may come from inside what stands here.
        before = self._area.takeWidget()
        if before is not None:
            before.hide()
            before.deleteLater()
        self._area.setWidget(evidence)
        self.show()

    def close_drawer(self) -> None:
        """Close the drawer; ``closed`` lets the window give the focus back."""
        self.hide()
        self.closed.emit()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * WIDTH_CHARACTERS, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(280, super().minimumSizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_drawer()
        else:
            super().keyPressEvent(event)
