"""A short list of names that are chosen, added, taken out and put in order, all by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel, plain_tip

FEWEST_LINES, MOST_LINES = 3, 7
KEY_ROLE = Qt.ItemDataRole.UserRole


class NameList(QWidget):
    """Shows names under keys; what is to become of them is for its owner to say.

    ``chosen`` carries the key of the current name, or nothing; ``moved`` a key and minus or plus one.
    """

    chosen = Signal(str)
    add_requested = Signal()
    remove_requested = Signal(str)
    moved = Signal(str, int)

    def __init__(self, text: FieldText, add_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_filling = False
        self._fewest = 0
        what = text.label.replace("&", "")
        label = PlainLabel(text.label)
        self.list = _List()
        label.setBuddy(self.list)
        describe(self.list, text)
        self.add_button = QPushButton(add_words)
        self.remove_button = QPushButton(self.tr("Remove"))
        self.up_button = QPushButton(self.tr("Move up"))
        self.down_button = QPushButton(self.tr("Move down"))
        for button in (self.remove_button, self.up_button, self.down_button):
            button.setAccessibleName(f"{button.text()}: {what}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(label)
        layout.addWidget(self.list)
        layout.addWidget(ButtonRow((self.add_button, self.remove_button, self.up_button, self.down_button)))
        if text.help:
            layout.addWidget(PlainLabel(text.help).wrapping())
        self.add_button.clicked.connect(self.add_requested)
        self.remove_button.clicked.connect(lambda: self._tell(self.remove_requested.emit))
        self.up_button.clicked.connect(lambda: self._tell(lambda key: self.moved.emit(key, -1)))
        self.down_button.clicked.connect(lambda: self._tell(lambda key: self.moved.emit(key, 1)))
        self.list.remove_pressed.connect(self.remove_button.click)
        self.list.currentItemChanged.connect(self._on_current_changed)
        self._show_buttons()

    def show_names(self, names: Sequence[tuple[str, str]], wanted: str = "", fewest: int = 0) -> None:
        """Show names.

        Args:
            names: Key and what is shown.
            wanted: Key of the one that is to be chosen; without it the chosen one stays.
            fewest: With this many left none can be taken out.
        """
        wanted = wanted or self.key()
        self._is_filling = True
        shown = [(self.list.item(row).data(KEY_ROLE), self.list.item(row).text()) for row in range(self.list.count())]
        if shown != list(names):
            self.list.clear()
            for key, words in names:
                item = QListWidgetItem(words, self.list)
                item.setData(KEY_ROLE, key)
                item.setToolTip(plain_tip(words))
        keys = [key for key, _ in names]
        if keys:
            self.list.setCurrentRow(keys.index(wanted) if wanted in keys else 0)
        self._is_filling = False
        self._fewest = fewest
        self.list.fit()
        self._show_buttons()

    def key(self) -> str:
        """Key of the chosen name; empty for none."""
        item = self.list.currentItem()
        return str(item.data(KEY_ROLE)) if item is not None else ""

    def _tell(self, emit: Callable[[str], None]) -> None:
        if self.key():
            emit(self.key())

    def _show_buttons(self) -> None:
        row, count = self.list.currentRow(), self.list.count()
        self.remove_button.setEnabled(row >= 0 and count > self._fewest)
        self.up_button.setEnabled(row > 0)
        self.down_button.setEnabled(0 <= row < count - 1)

    def _on_current_changed(self) -> None:
        self._show_buttons()
        if not self._is_filling:
            self.chosen.emit(self.key())


class _List(QListWidget):
    """As high as its names, within bounds; Delete takes the chosen one out."""

    remove_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # Long names break into lines; nothing of them is cut, and no bar covers the last one.
        self.setWordWrap(True)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.fit()

    def fit(self) -> None:
        """Take the height of the names."""
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        lines = min(max(self.count(), FEWEST_LINES), MOST_LINES)
        row = self.fontMetrics().height() + 4
        return QSize(self.fontMetrics().averageCharWidth() * 30, row * lines + 2 * self.frameWidth() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.remove_pressed.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()
