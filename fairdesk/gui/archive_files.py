"""The way of an archive into the list of projects and out of it: chosen, worked on, told."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from fairdesk.domain.errors import Cancelled, NameTaken
from fairdesk.gui.activity import Activity
from fairdesk.gui.counted import counted
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind

if TYPE_CHECKING:
    from fairdesk.audit.archives import WrittenArchive
    from fairdesk.audit.projects import ProjectSummary
    from fairdesk.domain.archives import ArchiveOrder, TakenProject
    from fairdesk.gui.tasks import Failure, TaskHandle

ENDING = ".fairdesk"

NOT_IN_NAMES = '<>:"/\\|?*'
"""Characters that some file system takes for something else."""


class ArchiveFiles(QObject):
    """Opens and writes archives for a page; one at a time.

    Args:
        page: Parent of the dialogs.
        messages: The page's bar.
    """

    taken = Signal(str)
    """A project was made or went on; its id."""

    def __init__(self, context: PageContext, page: QWidget, messages: MessageBar) -> None:
        super().__init__(page)
        self._context = context
        self._page = page
        self._messages = messages
        self._handle: TaskHandle | None = None

    def choose(self) -> None:
        """Ask for an archive and take what is in it."""
        from PySide6.QtWidgets import QFileDialog

        from fairdesk.domain.archives import ArchiveOrder

        path, _kind = QFileDialog.getOpenFileName(
            self._page, self.tr("Open an archive of a project"), "", self._kinds()
        )
        if path:
            self.take(ArchiveOrder(archive=Path(path)))

    def take(self, order: ArchiveOrder) -> None:
        """Take a project from an archive, or what was added to it elsewhere."""
        from fairdesk.gui.archive_work import take_archive

        if self._handle is not None:
            return
        self._handle = self._context.long_tasks.start(
            work=partial(take_archive, self._context.spec, order),
            done=partial(self._on_taken, order),
            failed=partial(self._on_take_failed, order),
            progress=self._show_step,
        )
        self._show_step(self.tr("Opening {name}").format(name=order.archive.name))

    def choose_target(self, project: ProjectSummary) -> None:
        """Ask where a project is to be written, and write it."""
        from PySide6.QtWidgets import QFileDialog

        name = "".join(" " if letter in NOT_IN_NAMES else letter for letter in project.name)[:80].strip()
        path, _kind = QFileDialog.getSaveFileName(
            self._page, self.tr("Export “{name}”").format(name=project.name), name + ENDING, self._kinds()
        )
        if path:
            self.write(project, Path(path) if Path(path).suffix else Path(path + ENDING))

    def write(self, project: ProjectSummary, target: Path) -> None:
        """Write a project to a file."""
        from fairdesk.gui.archive_work import write_archive

        if self._handle is not None:
            return
        # What was typed in the last moments belongs into the archive.
        self._context.save_requested.emit()
        self._handle = self._context.long_tasks.start(
            work=partial(write_archive, self._context.spec, project.project_id, target),
            done=self._on_written,
            failed=self._on_write_failed,
            progress=self._show_step,
        )
        self._show_step(self.tr("Exporting {name}").format(name=project.name))

    def _kinds(self) -> str:
        return self.tr("Archives of projects ({endings});;All files (*)").format(endings=f"*{ENDING}")

    def _show_step(self, words: str) -> None:
        if self._handle is not None:
            self._messages.hide()
            stop = self.tr("Stop")
            self._context.activity_changed.emit(Activity(words=words, cancel=self._handle.cancel, cancel_words=stop))

    def _end(self) -> None:
        self._handle = None
        self._context.activity_changed.emit(None)

    def _on_written(self, written: WrittenArchive) -> None:
        self._end()
        manifest = written.manifest
        message = self.tr("{name} was exported: {answers} entries, {documents} documents, {reports} reports.").format(
            name=manifest.project_name,
            answers=manifest.n_entries,
            documents=manifest.n_documents,
            reports=manifest.n_reports,
        )
        self._messages.show_message(MessageKind.INFO, message, "\n".join((str(written.path), *written.notes)))

    def _on_write_failed(self, failure: Failure) -> None:
        self._end()
        if isinstance(failure, Cancelled):
            words = self.tr("The export was stopped; no file was written.")
            self._messages.show_message(MessageKind.INFO, words)
        else:
            self._messages.show_failure(failure)

    def _on_take_failed(self, order: ArchiveOrder, failure: Failure) -> None:
        self._end()
        if isinstance(failure, Cancelled):
            self._messages.show_message(MessageKind.INFO, self.tr("The import was stopped; nothing was changed."))
        elif isinstance(failure, NameTaken):
            # Not from inside the worker's answer: the dialog runs a loop of its own, in which more answers come.
            QTimer.singleShot(0, self, partial(self._ask_name, order, failure))
        else:
            self._messages.show_failure(failure)

    def _ask_name(self, order: ArchiveOrder, failure: NameTaken) -> None:
        from PySide6.QtWidgets import QInputDialog

        words = self.tr("{message} Name of the one from the archive:").format(message=failure.message)
        name, is_given = QInputDialog.getText(self._page, self.tr("Open an archive"), words)
        if is_given and name.strip():
            self.take(replace(order, name=name))
        else:
            self._messages.show_message(MessageKind.INFO, failure.message, self.tr("Nothing was changed."))

    def _on_taken(self, order: ArchiveOrder, answer: tuple[TakenProject, tuple[str, ...]]) -> None:
        self._end()
        project, addresses = answer
        kind = MessageKind.WARNING if project.kept or project.kept_endpoints else MessageKind.INFO
        self._messages.show_message(kind, self._taken_words(project), "\n".join(self._notes(project, addresses)))
        self.taken.emit(project.project_id)
        if project.kept:
            again = replace(order, take_texts=True, name="")
            QTimer.singleShot(0, self, partial(self._ask_about_texts, again, project))

    def _taken_words(self, project: TakenProject) -> str:
        if project.is_new:
            return self.tr("{name} was made from the archive.").format(name=project.name)
        if project.n_added or project.n_documents or project.n_reports or project.replaced:
            added = counted(project.n_added, self.tr("1 entry was added"), self.tr("{n} entries were added"))
            return self.tr("{name} was brought up to date: {added}.").format(name=project.name, added=added)
        return self.tr("{name} holds all that is in the archive; nothing was added.").format(name=project.name)

    def _notes(self, project: TakenProject, addresses: tuple[str, ...]) -> list[str]:
        notes = [self.tr("Written by {origin}").format(origin=project.origin)]
        if project.n_only_here:
            notes.append(
                counted(
                    project.n_only_here,
                    self.tr("1 entry is only here: the archive is older."),
                    self.tr("{n} entries are only here: the archive is older."),
                )
            )
        notes += [self.tr("{words} What is here was kept.").format(words=words) for words in project.kept]
        notes += [self.tr("{words} What is here was kept.").format(words=words) for words in project.kept_endpoints]
        notes += [self.tr("{words} The archive's was taken.").format(words=words) for words in project.replaced]
        if project.backup:
            notes.append(self.tr("A copy of the store from before is kept: {path}").format(path=project.backup))
        notes += [self.tr("A run would ask, look before you start one: {where}").format(where=a) for a in addresses]
        return notes

    def _ask_about_texts(self, order: ArchiveOrder, project: TakenProject) -> None:
        from fairdesk.gui.dialogs.texts_differ import wants_texts_of_archive

        if wants_texts_of_archive(project, self._page):
            self.take(order)
