"""Projects: which audits there are, how far each is, and the way into one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from fairdesk.audit.projects import ProjectSummary, delete_project, list_projects
from fairdesk.gui.page_context import Page, PageContext
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.table_panel import TablePanel


class ProjectsPage(QWidget):
    """The list of projects; opens, makes and deletes them."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._wanted_id = ""
        layout, self.messages = lay_out_page(
            self, self.tr("Projects"), self.tr("One project is one audit of one configured application.")
        )
        self._stack = QStackedWidget(self)
        self._loading = EmptyState(self.tr("The projects are being read…"))
        self.empty = EmptyState(
            self.tr("There is no project yet"),
            self.tr(
                "A project holds everything of one audit: the object, the cases, the runs, the results and the report. "
                "It stays on this computer."
            ),
            self.tr("New project…"),
        )
        self.empty.action_requested.connect(self._on_new_requested)
        self.model = RowsModel(self._columns(), self)
        self.table = TablePanel(self.model, self.tr("Projects"), self)
        self.table.view.row_chosen.connect(self._on_open_requested)
        self.table.view.selectionModel().selectionChanged.connect(self._show_what_can_be_done)
        self.new_button = QPushButton(self.tr("New project…"))
        self.open_button = QPushButton(self.tr("Open"))
        self.delete_button = QPushButton(self.tr("Delete…"))
        self.new_button.clicked.connect(self._on_new_requested)
        self.open_button.clicked.connect(self._on_open_requested)
        self.delete_button.clicked.connect(self._on_delete_requested)
        self._stack.addWidget(self._loading)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._list_with_buttons())
        layout.addWidget(self._stack, 1)
        context.projects_changed.connect(self.refresh)
        context.project_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read the list again."""
        context = self._context
        context.tasks.start(
            work=plainly(list_projects, context.spec), done=self._on_listed, failed=self.messages.show_failure
        )

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Project"), text=lambda row: row.name),
            Column(title=self.tr("Client"), text=lambda row: row.client),
            Column(title=self.tr("Object"), text=lambda row: row.object_name),
            Column(title=self.tr("State"), text=lambda row: row.state),
            _time_column(self.tr("Last run"), "last_run"),
            _time_column(self.tr("Last report"), "last_report"),
            _time_column(self.tr("Report valid until"), "valid_until"),
            _time_column(self.tr("Changed"), "changed_at"),
        )

    def _list_with_buttons(self) -> QWidget:
        part = QWidget(self)
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table, 1)
        buttons = QHBoxLayout()
        for button in (self.open_button, self.new_button, self.delete_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        return part

    def _chosen(self) -> ProjectSummary | None:
        selected = self.table.view.selectionModel().selectedRows()
        if not selected:
            return None
        project: ProjectSummary = self.model.row(selected[0])
        return project

    def _on_listed(self, projects: tuple[ProjectSummary, ...]) -> None:
        is_first_time = self.model.rowCount() == 0
        chosen = self._chosen()
        wanted = self._wanted_id or (chosen.project_id if chosen else "")
        self._wanted_id = ""
        self.model.set_rows(projects)
        self._stack.setCurrentIndex(2 if projects else 1)
        if projects and is_first_time:
            self.table.view.fit_columns()
        open_project = self._context.project
        wanted = wanted or (open_project.summary.project_id if open_project else "")
        for number in range(self.model.rowCount()):
            if self.model.row(number).project_id == wanted:
                self.table.view.selectRow(number)
        self._show_what_can_be_done()

    def _show_what_can_be_done(self) -> None:
        is_chosen = self._chosen() is not None
        self.open_button.setEnabled(is_chosen)
        self.delete_button.setEnabled(is_chosen)

    def _on_open_requested(self) -> None:
        project = self._chosen()
        if project is not None:
            self.messages.hide()
            self._context.open_project(project.project_id)

    def _on_new_requested(self) -> None:
        # Dialogs are loaded when they are needed, because the window is painted first.
        from fairdesk.gui.dialogs.new_project import ask_for_new_project
        from fairdesk.gui.project_work import make_project

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

    def _on_delete_requested(self) -> None:
        from fairdesk.gui.dialogs.deleting import ask_before_deleting

        project = self._chosen()
        if project is None or not ask_before_deleting(project, self):
            return
        self.messages.hide()
        is_open = self._context.project is not None and self._context.project.summary == project
        self._context.tasks.start(
            work=plainly(delete_project, self._context.spec, project.project_id),
            done=self._on_open_one_deleted if is_open else self._on_deleted,
            failed=self._on_delete_failed,
        )

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


def _time_column(title: str, field: str) -> Column:
    return Column(
        title=title,
        text=lambda row: shown_time(getattr(row, field)),
        sort_key=lambda row: getattr(row, field) or None,
        exact=lambda row: getattr(row, field),
    )


PAGE = Page(
    page_id="projects",
    group=str(QT_TRANSLATE_NOOP("PageGroup", "Home")),
    title=str(QT_TRANSLATE_NOOP("Page", "Projects")),
    help=str(
        QT_TRANSLATE_NOOP(
            "PageHelp",
            "Each project is one audit. Choose one and press Open, or make a new one. Deleting makes a copy of the "
            "whole store first and says where it is.",
        )
    ),
    make=ProjectsPage,
    needs_project=False,
)
