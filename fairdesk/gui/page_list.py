"""The list of pages at the side of the window, in groups, each page with its state in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSizePolicy, QWidget

from fairdesk.gui.page_context import Page

if TYPE_CHECKING:
    from fairdesk.audit.projects import ProjectView

PAGE_ROLE = Qt.ItemDataRole.UserRole
WIDEST_IN_CHARACTERS = 30


class PageList(QListWidget):
    """Chooses a page by click or arrow key; ``page_chosen`` carries its id."""

    page_chosen = Signal(str)

    def __init__(self, pages: Sequence[Page], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pages"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._items: dict[str, QListWidgetItem] = {}
        self._pages = tuple(pages)
        self._is_marking = False
        group = ""
        for page in pages:
            if page.group != group:
                group = page.group
                self._add_heading(QCoreApplication.translate("PageGroup", group))
            item = QListWidgetItem(self)
            item.setData(PAGE_ROLE, page.page_id)
            self._items[page.page_id] = item
        self.show_states(None)
        self.currentItemChanged.connect(self._on_current_changed)

    def show_states(self, project: ProjectView | None) -> None:
        """Write each page's state, computed from the open project."""
        for page in self._pages:
            title = QCoreApplication.translate("Page", page.title)
            state = page.state(project)
            item = self._items[page.page_id]
            item.setText(f"{title}\n{state}" if state else title)
            item.setToolTip(f"{title}: {state}" if state else "")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}: {state}" if state else title)
        self._fit_items()
        self.updateGeometry()

    def show_page(self, page_id: str) -> None:
        """Mark a page without choosing it anew."""
        self._is_marking = True
        self.setCurrentItem(self._items[page_id])
        self._is_marking = False

    def sizeHint(self) -> QSize:
        most = self.fontMetrics().averageCharWidth() * WIDEST_IN_CHARACTERS
        bar = self.verticalScrollBar().sizeHint().width()
        width = min(self.sizeHintForColumn(0) + bar + 2 * self.frameWidth() + 8, most)
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), self.fontMetrics().height() * 6)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_items()
            self.updateGeometry()

    def _add_heading(self, title: str) -> None:
        item = QListWidgetItem(title, self)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setTextAlignment(Qt.AlignmentFlag.AlignBottom)

    def _fit_items(self) -> None:
        """Room around the words; a heading has more of it above."""
        bold = self.font()
        bold.setBold(True)
        line = self.fontMetrics().height()
        for row in range(self.count()):
            item = self.item(row)
            is_heading = item.data(PAGE_ROLE) is None
            if is_heading:
                item.setFont(bold)
            lines = item.text().split("\n")
            width = max(QFontMetrics(item.font()).horizontalAdvance(text) for text in lines)
            height = line * 5 // 3 if is_heading else line * len(lines) + line // 2
            item.setSizeHint(QSize(width + line, height))

    def _on_current_changed(self, current: QListWidgetItem | None) -> None:
        page_id = current.data(PAGE_ROLE) if current is not None else None
        if page_id is not None and not self._is_marking:
            self.page_chosen.emit(str(page_id))
