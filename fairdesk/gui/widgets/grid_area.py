"""The picture of a block on a page: as high as the block up to some lines, then it scrolls by itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from fairdesk.gui.widgets.grid_canvas import GridCanvas

MOST_LINES = 22


class GridArea(QScrollArea):
    """Scrolls in both directions; the page around it stays as wide as it is."""

    def __init__(self, canvas: GridCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(canvas)
        # The picture itself takes the focus.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Picture of the block"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def fit(self) -> None:
        """Another block is shown."""
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        bar = self.horizontalScrollBar().sizeHint().height()
        most = self.fontMetrics().height() * 2 * MOST_LINES
        return QSize(super().sizeHint().width(), min(self._canvas.sizeHint().height() + bar, most))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 24, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
