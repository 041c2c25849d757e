"""Controls with their labels side by side as long as there is room, else in further lines."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget


class FlowRow(QWidget):
    """Groups keep together: a label never stands at the end of a line without its control.

    Groups are placed here and never change their parent: Qt hides what is moved into another widget, and asks the
    whole of it for fonts and colours again.
    """

    GAP = 12
    LINE_GAP = 4

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups: list[QWidget] = []
        self._height = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def add(self, *widgets: QWidget) -> None:
        """Add a group."""
        group = widgets[0]
        if len(widgets) > 1:
            group = QWidget()
            row = QHBoxLayout(group)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(6)
            for widget in widgets:
                row.addWidget(widget)
        is_hidden = group.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide) and group.isHidden()
        group.setParent(self)
        group.setVisible(not is_hidden)
        self._groups.append(group)
        self._arrange()

    def sizeHint(self) -> QSize:
        sizes = [group.sizeHint() for group in self._shown()]
        width = sum(size.width() for size in sizes) + self.GAP * max(0, len(sizes) - 1)
        return QSize(width, self._height_now())

    def minimumSizeHint(self) -> QSize:
        widest = max((group.sizeHint().width() for group in self._shown()), default=0)
        return QSize(widest, self._height_now())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Nothing is told of groups that grew while the row was hidden.
        self._arrange()

    def event(self, event: QEvent) -> bool:
        # A group grew, was shown or was hidden.
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LayoutDirectionChange):
            self._arrange()

    def _shown(self) -> list[QWidget]:
        return [group for group in self._groups if not group.isHidden()]

    def _lines(self) -> list[list[tuple[QWidget, QSize]]]:
        """As many groups in a line as there is room for."""
        lines: list[list[tuple[QWidget, QSize]]] = []
        used = 0
        for group in self._shown():
            size = group.sizeHint()
            if lines and used + self.GAP + size.width() <= self.width():
                lines[-1].append((group, size))
                used += self.GAP + size.width()
            else:
                lines.append([(group, size)])
                used = size.width()
        return lines

    def _height_now(self) -> int:
        heights = [max(size.height() for _, size in line) for line in self._lines()]
        return sum(heights) + self.LINE_GAP * max(0, len(heights) - 1)

    def _arrange(self) -> None:
        top = 0
        for line in self._lines():
            height = max(size.height() for _, size in line)
            self._place(line, top, height)
            top += height + self.LINE_GAP
        wanted = max(0, top - self.LINE_GAP)
        if wanted != self._height:
            self._height = wanted
            self.updateGeometry()

    def _place(self, line: Sequence[tuple[QWidget, QSize]], top: int, height: int) -> None:
        is_turned = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = 0  # all of a line stand at half of its height
        for group, size in line:
            width = min(size.width(), max(self.width(), group.minimumSizeHint().width()))
            start = self.width() - left - width if is_turned else left
            group.setGeometry(QRect(start, top + (height - size.height()) // 2, width, size.height()))
            left += width + self.GAP


class ButtonRow(FlowRow):
    """Buttons side by side as long as there is room; large text never widens the page."""

    GAP = 8
    LINE_GAP = 6

    def __init__(self, buttons: Sequence[QPushButton], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for button in buttons:
            self.add(button)
