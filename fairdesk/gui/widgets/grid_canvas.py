"""The coverage grid as a picture that can be worked in: cells are chosen with the mouse or the keyboard."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolTip, QWidget

from fairdesk.gui.widgets.grid_painting import GridMetrics, GridPainter
from fairdesk.gui.widgets.grid_shape import GridBlock, Key
from fairdesk.gui.widgets.labels import plain_tip

STEPS = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}


class GridCanvas(QWidget):
    """Arrows move, Shift extends, Ctrl and Space choose one more, Ctrl+A all, Return goes on to the form.

    Only what is seen is painted, so that blocks of thousands of cells are as quick as small ones.
    """

    selection_changed = Signal()
    edit_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.block = GridBlock()
        self.selected: set[Key] = set()
        self._current = (0, 0)
        self._anchor = (0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName(self.tr("Coverage grid"))

    def show_block(self, block: GridBlock) -> None:
        """Show a block; where it is the same one with other states, the chosen cells stay chosen."""
        is_same = (block.attributes, block.levels) == (self.block.attributes, self.block.levels)
        self.block = block
        if not is_same:
            self._current = self._anchor = (0, 0)
            self.selected = set()
            self.updateGeometry()
            # The scroll area asks a widget for its size only when it is laid out again.
            self.resize(self.size().expandedTo(self.sizeHint()))
            self.selection_changed.emit()
        self._say_current()
        self.update()

    def current_key(self) -> Key | None:
        """The cell that the keyboard is at."""
        return self.block.key_at(*self._current) if self.block.n_lines else None

    def choose(self, keys: Iterable[Key]) -> None:
        """Choose exactly these cells."""
        self.selected = {key for key in keys if key in self.block.faces}
        self.update()
        self.selection_changed.emit()

    def cell_rect(self, key: Key) -> QRectF:
        """Where a cell stands."""
        return self._metrics().cell(self.block.place_of(key), self.width(), self._is_turned())

    def sizeHint(self) -> QSize:
        return self._metrics().size().toSize()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        picture = GridPainter(
            painter=painter, palette=self.palette(), metrics=self._metrics(), is_right_to_left=self._is_turned()
        )
        picture.draw(self.block, QRectF(event.rect()), float(self.width()))
        for key in self.selected:
            picture.mark_selected(self.cell_rect(key))
        if self.hasFocus() and self.block.n_lines:
            picture.mark_current(self._metrics().cell(self._current, self.width(), self._is_turned()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._metrics().place_at(event.position(), self.width(), self._is_turned())
        if place is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._go_to(place, event.modifiers())
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._toggle()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._metrics().place_at(event.position(), self.width(), self._is_turned())
        if place is not None and event.buttons() & Qt.MouseButton.LeftButton and place != self._current:
            self._go_to(place, Qt.KeyboardModifier.ShiftModifier)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in STEPS:
            step = STEPS[key]
            if self._is_turned():
                step = (step[0], -step[1])
            self._go_to(self._bounded(self._current[0] + step[0], self._current[1] + step[1]), event.modifiers())
        elif key == Qt.Key.Key_Home:
            self._go_to((self._current[0], 0), event.modifiers())
        elif key == Qt.Key.Key_End:
            self._go_to(self._bounded(self._current[0], len(self.block.columns)), event.modifiers())
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            by = len(self.block.rows) * (1 if key == Qt.Key.Key_PageDown else -1)
            self._go_to(self._bounded(self._current[0] + by, self._current[1]), event.modifiers())
        elif key == Qt.Key.Key_Space:
            self._toggle()
        elif key == Qt.Key.Key_A and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.choose(self.block.every_key())
        elif key == Qt.Key.Key_Escape and self.selected:
            self.choose(())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_requested.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self._metrics().place_at(QPointF(event.pos()), self.width(), self._is_turned())
            words = self._cell_words(self.block.key_at(*place)) if place is not None else ""
            QToolTip.showText(event.globalPos(), plain_tip(words), self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._say_current()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def _bounded(self, line: int, column: int) -> tuple[int, int]:
        return (
            max(0, min(line, self.block.n_lines - 1)),
            max(0, min(column, len(self.block.columns) - 1)),
        )

    def _go_to(self, place: tuple[int, int], modifiers: Qt.KeyboardModifier) -> None:
        if not self.block.n_lines:
            return
        self._current = place
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            lines = range(min(self._anchor[0], place[0]), max(self._anchor[0], place[0]) + 1)
            columns = range(min(self._anchor[1], place[1]), max(self._anchor[1], place[1]) + 1)
            self.choose(self.block.key_at(line, column) for line in lines for column in columns)
        else:
            self._anchor = place
            if not modifiers & Qt.KeyboardModifier.ControlModifier:
                self.choose([self.block.key_at(*place)])
        self._follow()
        self._say_current()
        self.update()

    def _toggle(self) -> None:
        key = self.current_key()
        if key is not None:
            self.choose(self.selected ^ {key})
            self._say_current()

    def _follow(self) -> None:
        """The scroll area around the picture keeps the current cell in sight, with the names beside it."""
        port = self.parentWidget()
        area = port.parentWidget() if port is not None else None
        if isinstance(area, QScrollArea):
            centre = self._metrics().cell(self._current, self.width(), self._is_turned())
            area.ensureVisible(
                int(centre.center().x()), int(centre.center().y()), int(centre.width()), int(2 * centre.height())
            )

    def _say_current(self) -> None:
        """What a screen reader says: the cell that the keyboard is at, and how many are chosen."""
        key = self.current_key()
        words = self.tr("Coverage grid {title}: {cell}").format(
            title=self.block.title, cell=self._cell_words(key) if key is not None else self.tr("no cell")
        )
        if key in self.selected:
            words += ", " + self.tr("chosen")
        self.setAccessibleName(words)
        self.setAccessibleDescription(
            self.tr("{n} cells are chosen. Arrows move, Shift extends, Space chooses, T shows the table.").format(
                n=len(self.selected)
            )
        )
        if self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    def _cell_words(self, key: Key) -> str:
        face = self.block.faces.get(key)
        return f"{self.block.cell_words(key)}. {face.words}" if face is not None else self.block.cell_words(key)

    def _metrics(self) -> GridMetrics:
        return GridMetrics.of(self.block, QFontMetricsF(self.font()))

    def _is_turned(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft
