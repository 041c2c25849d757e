"""Controls with their labels side by side as long as there is room, else in further lines."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget


class FlowRow(QWidget):
    """Groups keep together: a label never stands at the end of a line without its control."""

    GAP = 12

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups: list[QWidget] = []
        self._lines: list[QWidget] = []
        self._arranged: tuple[int, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def add(self, *widgets: QWidget) -> None:
        """Add a group."""
        group = QWidget(self)
        row = QHBoxLayout(group)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for widget in widgets:
            row.addWidget(widget)
        self._groups.append(group)
        self._arranged = ()
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        widest = max((group.sizeHint().width() for group in self._groups), default=0)
        return QSize(widest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()
            # The lines are as high as the old letters until they are asked again.
            for part in (*self._groups, *self._lines, self):
                layout = part.layout()
                if layout is not None:
                    layout.invalidate()
            self.updateGeometry()

    def _arrange(self) -> None:
        """As many groups in a line as there is room for."""
        counts: list[int] = []
        used = 0
        for group in self._groups:
            width = group.sizeHint().width()
            if counts and used + self.GAP + width <= self.width():
                counts[-1] += 1
                used += self.GAP + width
            else:
                counts.append(1)
                used = width
        if tuple(counts) == self._arranged:
            return
        self._arranged = tuple(counts)
        old = self._lines
        self._lines = []
        waiting = iter(self._groups)
        for count in counts:
            line = QWidget(self)
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(self.GAP)
            groups = [next(waiting) for _ in range(count)]
            for group in groups:
                row.addWidget(group, 0, Qt.AlignmentFlag.AlignLeading)
            row.addStretch(1)
            self._column.addWidget(line)
            line.show()
            for group in groups:
                # One that was seen in its old line is hidden by the move, and stays so where this row is hidden now.
                group.show()
            self._lines.append(line)
        for line in old:
            self._column.removeWidget(line)
            line.deleteLater()
        self.updateGeometry()
