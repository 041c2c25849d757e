"""Projects: which audits there are, how far each is, and the way into one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QWidget

from fairdesk.gui.page_context import PageContext
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.page_layout import lay_out_page

if TYPE_CHECKING:
    from fairdesk.audit.projects import ProjectSummary
    from fairdesk.gui.archive_files import ArchiveFiles
    from fairdesk.gui.record_import import RecordImport
    from fairdesk.gui.tasks import Failure
    from fairdesk.gui.widgets.project_list import ProjectList


class ProjectsPage(QWidget):
    """The list of projects; opens, makes, exports and deletes them, and makes one from an archive or recorded answers.

    It is the page of the first start, so everything that is not seen then is loaded when the list has been read.
    """

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._wanted_id = ""
        layout, self.messages = lay_out_page(
            self, self.tr("Projects"), self.tr("One project is one audit of one configured application.")
        )
        self._stack = QStackedWidget(self)
        self._stack.addWidget(EmptyState(self.tr("The projects are being read…")))
        self.empty: EmptyState | None = None
        """Shown while there is no project; None before the list was read."""

        self._importing: RecordImport | None = None
        self._archives: ArchiveFiles | None = None
        self.listed: ProjectList | None = None
        """The table; None until there is a project."""

        layout.addWidget(self._stack, 1)
        context.projects_changed.connect(self.refresh)
        context.project_changed.connect(self.refresh)
        QTimer.singleShot(0, self, self.refresh)

    def refresh(self) -> None:
        """Read the list again."""
        from fairdesk.audit.projects import list_projects
        from fairdesk.gui.task_worker import plainly

        context = self._context
        context.tasks.start(
            work=plainly(list_projects, context.spec), done=self._on_listed, failed=self.messages.show_failure
        )

    def _record_import(self) -> RecordImport:
        from fairdesk.gui.record_import import RecordImport

        if self._importing is None:
            self._importing = RecordImport(self._context, self, self.messages, into_open=False)
        return self._importing

    def _on_import_requested(self) -> None:
        self._record_import().choose()

    @property
    def archives(self) -> ArchiveFiles:
        """Opens and writes archives."""
        from fairdesk.gui.archive_files import ArchiveFiles

        if self._archives is None:
            self._archives = ArchiveFiles(self._context, self, self.messages)
            self._archives.taken.connect(self._on_archive_taken)
        return self._archives

    def _on_archive_requested(self) -> None:
        self.archives.choose()

    def _on_export_requested(self, project: ProjectSummary) -> None:
        self.archives.choose_target(project)

    def _on_archive_taken(self, project_id: str) -> None:
        self._wanted_id = project_id
        self._context.projects_changed.emit()
        view = self._context.project
        if view is not None and view.summary.project_id == project_id:
            # Every page shows what came home.
            self._context.open_project(project_id)

    def _on_listed(self, projects: tuple[ProjectSummary, ...]) -> None:
        self._record_import()
        wanted, self._wanted_id = self._wanted_id, ""
        if not projects:
            self._stack.setCurrentWidget(self._nothing_yet())
            if self.listed is not None:
                self.listed.show_projects((), "")
            return
        open_project = self._context.project
        listed = self._list()
        listed.show_projects(projects, wanted or (open_project.summary.project_id if open_project else ""))
        self._stack.setCurrentWidget(listed)

    def _nothing_yet(self) -> EmptyState:
        if self.empty is None:
            self.empty = EmptyState(
                self.tr("There is no project yet"),
                self.tr(
                    "A project holds everything of one audit: the object, the cases, the runs, the results and the "
                    "report. It stays on this computer. Answers that somebody else recorded can be imported instead of "
                    "asking: drop their file here."
                ),
                self.tr("New project…"),
            )
            self.empty.action_requested.connect(self._on_new_requested)
            self.empty.offer(self.tr("Open archive…")).clicked.connect(self._on_archive_requested)
            self.empty.offer(self.tr("Import recorded answers…")).clicked.connect(self._on_import_requested)
            self._stack.addWidget(self.empty)
        return self.empty

    def _list(self) -> ProjectList:
        from fairdesk.gui.widgets.project_list import ProjectList

        if self.listed is None:
            self.listed = ProjectList(self._context.remembered)
            self.listed.open_requested.connect(self._on_open_requested)
            self.listed.new_requested.connect(self._on_new_requested)
            self.listed.import_requested.connect(self._on_import_requested)
            self.listed.archive_requested.connect(self._on_archive_requested)
            self.listed.export_requested.connect(self._on_export_requested)
            self.listed.delete_requested.connect(self._on_delete_requested)
            self._stack.addWidget(self.listed)
        return self.listed

    def _on_open_requested(self, project: ProjectSummary) -> None:
        self.messages.hide()
        self._context.open_project(project.project_id)

    def _on_new_requested(self) -> None:
        from fairdesk.gui.dialogs.new_project import ask_for_new_project
        from fairdesk.gui.project_work import make_project
        from fairdesk.gui.task_worker import plainly

        new = ask_for_new_project(self)
        if new is not None:
            self.messages.hide()
            self._context.tasks.start(
                work=plainly(make_project, self._context.spec, new),
                done=self._on_made,
                failed=self.messages.show_failure,
            )

    def _on_made(self, project: ProjectSummary) -> None:
        self._wanted_id = project.project_id
        self._context.open_project(project.project_id)

    def _on_delete_requested(self, project: ProjectSummary) -> None:
        from fairdesk.audit.projects import delete_project
        from fairdesk.gui.dialogs.deleting import ask_before_deleting
        from fairdesk.gui.task_worker import plainly

        if not ask_before_deleting(project, self):
            return
        self.messages.hide()
        is_open = self._is_open(project)
        self._context.tasks.start(
            work=plainly(delete_project, self._context.spec, project.project_id),
            done=self._on_open_one_deleted if is_open else self._on_deleted,
            failed=self._on_delete_failed,
        )

    def _is_open(self, project: ProjectSummary) -> bool:
        view = self._context.project
        return view is not None and view.summary.project_id == project.project_id

    def _on_open_one_deleted(self, copy: Path) -> None:
        self._context.close_project()
        self._on_deleted(copy)

    def _on_deleted(self, copy: Path) -> None:
        self.messages.show_message(
            MessageKind.INFO,
            self.tr("The project was deleted."),
            self.tr("A copy of the store from before is kept: {path}").format(path=copy),
        )
        self._context.projects_changed.emit()

    def _on_delete_failed(self, failure: Failure) -> None:
        self.messages.show_failure(failure)
        self.refresh()
