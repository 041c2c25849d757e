"""The one window: pages at the side, the page itself, what is open above, what runs below, evidence at the edge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from fairdesk.gui.activity_line import ActivityLine
from fairdesk.gui.page_context import Page, PageContext
from fairdesk.gui.page_list import PageList
from fairdesk.gui.top_line import TopLine

if TYPE_CHECKING:
    from fairdesk.gui.activity import Activity
    from fairdesk.gui.tasks import Failure
    from fairdesk.gui.widgets.drawer import Drawer
    from fairdesk.gui.widgets.message_bar import MessageBar

FIRST_SIZE = QSize(1200, 760)

SAVING_LIMIT_MS = 5_000
"""How long closing waits for what was typed to reach the disk before it asks."""


class MainWindow(QMainWindow):
    """Holds the pages, made when first shown, and closes only when nothing would be lost.

    The first page is made when the frame around it is on the screen: whoever starts FairDesk sees it at once.
    """

    first_painted = Signal()
    """Once: the frame is on the screen, and what takes its time may begin."""

    def __init__(self, context: PageContext, pages: Sequence[Page]) -> None:
        super().__init__()
        self._context = context
        self._pages = {page.page_id: page for page in pages}
        self._shown: dict[str, QScrollArea] = {}
        self._page_id = ""
        self._project_id = ""
        self._is_painted = False
        self._may_close = False
        # Where the reader was before the drawer was opened.
        self._focus_before: QWidget | None = None
        self._saving_limit = QTimer(self)
        self._saving_limit.setSingleShot(True)
        self._saving_limit.setInterval(SAVING_LIMIT_MS)
        self._saving_limit.timeout.connect(self._on_saving_limit)
        self.setWindowTitle("FairDesk")
        self.top_line = TopLine(context)
        self.page_list = PageList(pages)
        self.stack = QStackedWidget()
        self.activity_line = ActivityLine()
        self._middle = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self._connect()
        self._make_shortcuts()
        self._restore_place()
        if context.remembered.problem:
            from fairdesk.gui.widgets.message_bar import MessageKind

            self.message_bar.show_message(MessageKind.WARNING, context.remembered.problem)

    @cached_property
    def message_bar(self) -> MessageBar:
        """What belongs to no page is told here; made when there is something to tell."""
        from fairdesk.gui.widgets.message_bar import MessageBar

        bar = MessageBar()
        self._column.insertWidget(self._column.indexOf(self.top_line) + 1, bar)
        return bar

    @cached_property
    def drawer(self) -> Drawer:
        """The evidence at the edge; made when it is first opened."""
        from fairdesk.gui.widgets.drawer import Drawer

        drawer = Drawer()
        drawer.closed.connect(self._on_drawer_closed)
        self._middle.addWidget(drawer)
        self._middle.setStretchFactor(0, 3)
        self._middle.setStretchFactor(1, 2)
        return drawer

    @cached_property
    def _no_project(self) -> QWidget:
        """What stands where a page belongs to a project and none is open."""
        from fairdesk.gui.widgets.empty_state import EmptyState

        empty = EmptyState(
            self.tr("No project is open"),
            self.tr("This page belongs to a project. Open one, or begin a new one, on the page Projects."),
            self.tr("Go to Projects"),
        )
        empty.action_requested.connect(lambda: self.show_page(next(iter(self._pages))))
        empty.setContentsMargins(20, 0, 20, 0)
        area = _scroll_area(self.tr("No project is open"))
        area.setWidget(empty)
        self.stack.addWidget(area)
        return area

    def current_page_id(self) -> str:
        """Id of the page that is shown."""
        return self._page_id

    def show_page(self, page_id: str) -> None:
        """Show a page; one that needs a project shows the way to a project while none is open."""
        if self._page_id and page_id != self._page_id:
            self._context.save_requested.emit()
            self._context.details.hand_on()
        page = self._pages[page_id]
        self._page_id = page_id
        self.page_list.show_page(page_id)
        if page.needs_project and self._context.project is None:
            self.stack.setCurrentWidget(self._no_project)
            return
        if page_id not in self._shown:
            made = page.make(self._context)
            area = _scroll_area(QCoreApplication.translate("Page", page.title))
            # First the area into the window, then the page into it: its parts look their fonts up once, not twice.
            self.stack.addWidget(area)
            area.setWidget(made)
            self._shown[page_id] = area
        self.stack.setCurrentWidget(self._shown[page_id])

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            # Not from inside the painting, which a page must not disturb.
            QTimer.singleShot(0, self, self._on_first_painted)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close or self._ready_to_close():
            self._remember_place()
            self._context.shut_down()
            event.accept()
        else:
            event.ignore()

    def _lay_out(self) -> None:
        self._middle.setChildrenCollapsible(False)
        self._middle.addWidget(self.stack)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.page_list)
        row.addWidget(self._middle, 1)
        centre = QWidget()
        self._column = QVBoxLayout(centre)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.top_line)
        self._column.addLayout(row, 1)
        self._column.addWidget(self.activity_line)
        self.setCentralWidget(centre)

    def _connect(self) -> None:
        context = self._context
        self.page_list.page_chosen.connect(self.show_page)
        context.page_requested.connect(self.show_page)
        context.project_changed.connect(self._on_project_changed)
        context.project_edited.connect(self._on_project_edited)
        context.evidence_requested.connect(self._on_evidence_requested)
        context.activity_changed.connect(self._on_activity_changed)
        context.failed.connect(self._on_failed)
        context.saved.connect(self._on_saved)

    def _make_shortcuts(self) -> None:
        for keys, slot in (
            (QKeySequence(QKeySequence.StandardKey.Save), self._context.save_requested.emit),
            (QKeySequence("Ctrl+K"), self._on_go_to_requested),
            (QKeySequence(QKeySequence.StandardKey.HelpContents), self._on_help_requested),
        ):
            QShortcut(keys, self).activated.connect(slot)

    def _restore_place(self) -> None:
        remembered = self._context.remembered
        self.resize(FIRST_SIZE)
        if not remembered.geometry.isEmpty():
            # Qt moves a window whose screen is gone to one that exists.
            self.restoreGeometry(remembered.geometry)
        screen = QGuiApplication.primaryScreen()
        if screen is not None and not self.isMaximized():
            self.resize(self.size().boundedTo(screen.availableSize()))
        last = remembered.last_page
        self._page_id = last if last in self._pages else next(iter(self._pages))
        self.page_list.show_page(self._page_id)

    def _remember_place(self) -> None:
        project = self._context.project
        self._context.remembered.set_place(
            self._page_id, project.summary.project_id if project else "", self.saveGeometry()
        )

    def _ready_to_close(self) -> bool:
        # Dialogs are loaded when they are needed, because the window is painted first.
        from fairdesk.gui.dialogs.closing import ClosingChoice, ask_about_run
        from fairdesk.gui.widgets.message_bar import MessageKind

        context = self._context
        context.save_requested.emit()
        if context.unsaved:
            if not self._saving_limit.isActive():
                self._saving_limit.start()
            return False
        if context.run.is_running():
            choice = ask_about_run(self)
            if choice is None:
                return False
            if choice is not ClosingChoice.GO_ON:
                context.run.ended.connect(self._on_run_ended_at_closing)
                (context.run.pause if choice is ClosingChoice.PAUSE else context.run.stop_now)()
                self.message_bar.show_message(
                    MessageKind.INFO, self.tr("The run is being put down; the window closes by itself after that.")
                )
                return False
        return True

    def _on_first_painted(self) -> None:
        self.first_painted.emit()
        self.show_page(self._page_id)

    def _on_run_ended_at_closing(self) -> None:
        self._may_close = True
        self.close()

    def _on_saved(self) -> None:
        if self._saving_limit.isActive() and not self._context.unsaved:
            self._saving_limit.stop()
            # Not from inside the signal: closing ends the worker that is just telling us.
            QTimer.singleShot(0, self, self.close)

    def _on_saving_limit(self) -> None:
        from fairdesk.gui.dialogs.closing import ask_about_unsaved

        if not self._context.unsaved or ask_about_unsaved(self):
            self._context.unsaved.clear()
            self.close()

    def _on_project_changed(self) -> None:
        project = self._context.project
        project_id = project.summary.project_id if project is not None else ""
        if project_id != self._project_id and "drawer" in self.__dict__:
            # Its numbers belong to the project that was left.
            self.drawer.close_drawer()
        self._project_id = project_id
        self.page_list.show_states(self._context.project)
        self.show_page(self._page_id)

    def _on_project_edited(self) -> None:
        self.page_list.show_states(self._context.project)

    def _on_evidence_requested(self, title: str, evidence: QWidget) -> None:
        was_open = self.drawer.isVisible()
        self.drawer.show_evidence(title, evidence)
        if not was_open:
            wanted = min(self.drawer.sizeHint().width(), self._middle.width() * 45 // 100)
            self._middle.setSizes([self._middle.width() - wanted, wanted])
            self._focus_before = QApplication.focusWidget()
            self.drawer.close_button.setFocus()

    def _on_drawer_closed(self) -> None:
        if self._focus_before is not None and isValid(self._focus_before):
            self._focus_before.setFocus()

    def _on_activity_changed(self, activity: Activity | None) -> None:
        self.activity_line.show_activity(activity)

    def _on_failed(self, failure: Failure) -> None:
        self.message_bar.show_failure(failure)

    def _on_go_to_requested(self) -> None:
        from fairdesk.gui.dialogs.go_to import Destination, ask_where_to

        places = [
            Destination(key=page_id, words=QCoreApplication.translate("Page", page.title))
            for page_id, page in self._pages.items()
        ]
        page_id = ask_where_to(places, self)
        if page_id is not None:
            self.show_page(page_id)

    def _on_help_requested(self) -> None:
        from PySide6.QtWidgets import QMessageBox

        page = self._pages[self._page_id]
        help_box = QMessageBox(self)
        help_box.setWindowTitle(QCoreApplication.translate("Page", page.title))
        help_box.setTextFormat(Qt.TextFormat.PlainText)
        help_box.setText(QCoreApplication.translate("PageHelp", page.help))
        help_box.setInformativeText(
            self.tr("Ctrl+K goes to any page, Ctrl+S saves at once, Ctrl+F searches in a table, F1 shows this help.")
        )
        help_box.exec()


def _scroll_area(accessible_name: str) -> QScrollArea:
    """Large text or a small screen scrolls a page and never cuts it."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setAccessibleName(accessible_name)
    return area
