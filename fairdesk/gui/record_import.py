"""The way of a file of recorded answers into a page: chosen or dropped, looked at, imported, opened."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from fairdesk.domain.errors import Cancelled
from fairdesk.gui.activity import Activity
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind

if TYPE_CHECKING:
    from fairdesk.gui.import_work import FirstLook
    from fairdesk.gui.tasks import Failure, TaskHandle

ENDINGS = "*.csv *.tsv *.txt *.xlsx *.jsonl *.ndjson *.json *.parquet *.eval"


class RecordImport(QObject):
    """Takes files that are dropped on a page, and asks for one when a button was pressed.

    Args:
        page: Accepts drops from now on.
        messages: The page's bar; says why a file cannot be taken.
        into_open: The open project takes the answers, as long as it has no plan; otherwise a new project is made.
    """

    def __init__(self, context: PageContext, page: QWidget, messages: MessageBar, *, into_open: bool) -> None:
        super().__init__(page)
        self._context = context
        self._page = page
        self._messages = messages
        self._into_open = into_open
        self._is_looking = False
        self._was_stopped = False
        self._looking: TaskHandle | None = None
        page.setAcceptDrops(True)
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Files may be dragged over the page and dropped on it."""
        if isinstance(event, QDragEnterEvent) and _dropped(event):
            event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop and _dropped(event):
            event.acceptProposedAction()
            self.take_files(_dropped(event))
            return True
        return super().eventFilter(watched, event)

    def choose(self) -> None:
        """Ask for files and take them."""
        from PySide6.QtWidgets import QFileDialog

        paths, _ = QFileDialog.getOpenFileNames(
            self._page,
            self.tr("Choose files of recorded answers"),
            "",
            self.tr("Files of records ({endings});;All files (*)").format(endings=ENDINGS),
        )
        if paths:
            self.take_files(tuple(Path(path) for path in paths))

    def take_files(self, paths: tuple[Path, ...]) -> None:
        """Look at files and, when they are tables of records, ask how they are to be read; all are read alike."""
        from fairdesk.gui.import_work import first_look
        from fairdesk.gui.task_worker import plainly

        if self._is_looking:
            return
        refusal = self._refusal()
        if refusal is not None:
            self._messages.show_message(MessageKind.ERROR, *refusal)
            return
        self._is_looking = True
        self._messages.show_message(MessageKind.INFO, self.tr("{name} is being looked at…").format(name=paths[0].name))
        self._was_stopped = False
        self._looking = self._context.tasks.start(
            work=plainly(first_look, paths[0], paths[1:]), done=self._on_looked, failed=self._on_look_failed
        )
        words = self.tr("Looking at {name}").format(name=paths[0].name)
        stop = self.tr("Stop")
        self._context.activity_changed.emit(Activity(words=words, cancel=self._stop, cancel_words=stop))

    def _stop(self) -> None:
        # The look may have ended just now: its answer then comes all the same, and must open nothing.
        self._was_stopped = True
        if self._looking is not None:
            self._looking.cancel()

    def _refusal(self) -> tuple[str, str] | None:
        """Why the open project cannot take recorded answers."""
        project = self._context.project
        if not self._into_open or project is None or not project.plan_sha256:
            return None
        return (
            self.tr("This project has a plan already, so no recorded answers can be put into it."),
            self.tr("Drop the file on the page Projects: a project of its own is made for the answers."),
        )

    def _on_look_failed(self, failure: Failure) -> None:
        self._is_looking = False
        self._context.activity_changed.emit(None)
        if isinstance(failure, Cancelled):
            self._messages.hide()
        else:
            self._messages.show_failure(failure)

    def _on_looked(self, first: FirstLook) -> None:
        from fairdesk.audit.import_preview import Unreadable

        self._context.activity_changed.emit(None)
        if self._was_stopped:
            self._is_looking = False
            self._messages.hide()
            return
        look = first.look
        if isinstance(look, Unreadable) and not look.mended_by:
            self._is_looking = False
            self._messages.show_message(MessageKind.ERROR, look.message, look.advice)
            return
        # Not from inside the worker's answer: the dialog runs a loop of its own, in which more answers come.
        from PySide6.QtCore import QTimer

        self._messages.hide()
        QTimer.singleShot(0, self, partial(self._ask, first))

    def _ask(self, first: FirstLook) -> None:
        from fairdesk.gui.dialogs.importing import ImportTarget, ask_about_import

        project = self._context.project
        target = ImportTarget()
        if self._into_open and project is not None:
            target = ImportTarget(project_id=project.summary.project_id, name=project.summary.name)
        try:
            project_id = ask_about_import(self._context, first, target, self._page)
        finally:
            self._is_looking = False
        if project_id:
            self._context.open_project(project_id)
            self._context.projects_changed.emit()
            self._context.navigate("results")


def _dropped(event: QDropEvent) -> tuple[Path, ...]:
    """Files on this computer that are dragged; nothing when something else is among them."""
    urls = event.mimeData().urls()
    paths = tuple(Path(url.toLocalFile()) for url in urls if url.isLocalFile())
    return paths if paths and len(paths) == len(urls) else ()
