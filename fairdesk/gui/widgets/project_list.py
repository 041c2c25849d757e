"""The table of projects with the buttons that act on the chosen one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from fairdesk.audit.projects import ProjectSummary
from fairdesk.gui.remembered import Remembered
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.table_panel import TablePanel


class ProjectList(QWidget):
    """Shows the projects; what is to be done with one is told by signals that carry its summary."""

    open_requested = Signal(object)
    delete_requested = Signal(object)
    new_requested = Signal()
    import_requested = Signal()
    archive_requested = Signal()
    export_requested = Signal(object)

    def __init__(self, remembered: Remembered, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = RowsModel(self._columns(), self)
        self.table = TablePanel(self.model, self.tr("Projects"), self)
        self.table.view.remember_as("projects", remembered)
        self.table.view.row_chosen.connect(self._on_open_clicked)
        self.table.view.selectionModel().selectionChanged.connect(self._show_what_can_be_done)
        self.open_button = QPushButton(self.tr("Open"))
        self.new_button = QPushButton(self.tr("New project…"))
        self.import_button = QPushButton(self.tr("Import recorded answers…"))
        self.archive_button = QPushButton(self.tr("Open archive…"))
        self.export_button = QPushButton(self.tr("Export archive…"))
        self.delete_button = QPushButton(self.tr("Delete…"))
        self.open_button.clicked.connect(self._on_open_clicked)
        self.new_button.clicked.connect(self.new_requested)
        self.import_button.clicked.connect(self.import_requested)
        self.archive_button.clicked.connect(self.archive_requested)
        self.export_button.clicked.connect(self._on_export_clicked)
        self.delete_button.clicked.connect(self._on_delete_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table, 1)
        layout.addWidget(
            ButtonRow(
                (
                    self.open_button,
                    self.new_button,
                    self.import_button,
                    self.archive_button,
                    self.export_button,
                    self.delete_button,
                )
            )
        )

    def show_projects(self, projects: Sequence[ProjectSummary], wanted_id: str) -> None:
        """Show these projects and choose one, else leave the one chosen that is."""
        is_first_time = self.model.rowCount() == 0
        chosen = self._chosen()
        wanted = wanted_id or (chosen.project_id if chosen else "")
        self.model.set_rows(projects)
        if is_first_time:
            self.table.view.fit_columns()
        for number in range(self.model.rowCount()):
            if self.model.row(number).project_id == wanted:
                self.table.view.selectRow(number)
        self._show_what_can_be_done()

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

    def _chosen(self) -> ProjectSummary | None:
        selected = self.table.view.selectionModel().selectedRows()
        if not selected:
            return None
        project: ProjectSummary = self.model.row(selected[0])
        return project

    def _show_what_can_be_done(self) -> None:
        is_chosen = self._chosen() is not None
        self.open_button.setEnabled(is_chosen)
        self.export_button.setEnabled(is_chosen)
        self.delete_button.setEnabled(is_chosen)

    def _on_open_clicked(self) -> None:
        project = self._chosen()
        if project is not None:
            self.open_requested.emit(project)

    def _on_export_clicked(self) -> None:
        project = self._chosen()
        if project is not None:
            self.export_requested.emit(project)

    def _on_delete_clicked(self) -> None:
        project = self._chosen()
        if project is not None:
            self.delete_requested.emit(project)


def _time_column(title: str, field: str) -> Column:
    return Column(
        title=title,
        text=lambda row: shown_time(getattr(row, field)),
        sort_key=lambda row: getattr(row, field) or None,
        exact=lambda row: getattr(row, field),
    )
