"""The line above every page: which project, how far it is, who works here, and whether all is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from fairdesk.gui.page_context import PageContext
from fairdesk.gui.widgets.labels import ElidedLabel, TextStyle
from fairdesk.gui.widgets.saved_label import SavedLabel
from fairdesk.gui.widgets.state_badge import StateBadge

if TYPE_CHECKING:
    from fairdesk.audit.projects import ProjectView


class TopLine(QWidget):
    """Follows the open project and its saving."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.project_label = ElidedLabel("", TextStyle.STRONG)
        self.project_label.setAccessibleName(self.tr("Open project"))
        self.state_badge = StateBadge(self.tr("State of the project"))
        self.person_label = ElidedLabel()
        self.person_label.setAccessibleName(self.tr("Who works here"))
        self.saved_label = SavedLabel()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 6)
        layout.setSpacing(16)
        layout.addWidget(self.project_label, 3)
        layout.addWidget(self.state_badge)
        layout.addWidget(self.person_label, 2)
        layout.addWidget(self.saved_label)
        context.project_changed.connect(self._on_project_changed)
        context.project_edited.connect(self._on_project_changed)
        context.saving_started.connect(self.saved_label.show_saving)
        context.saving_failed.connect(self.saved_label.show_unsaved)
        context.saved.connect(self.saved_label.show_saved)
        self._on_project_changed()

    def _on_project_changed(self) -> None:
        project = self._context.project
        self.project_label.setText(project.summary.name if project else self.tr("No project is open"))
        self.state_badge.show_state(project.summary.state if project else "")
        self.person_label.setText(self._person(project) if project else "")
        if project is None:
            self.saved_label.show_nothing()

    def _person(self, project: ProjectView) -> str:
        details = project.details
        if not details.auditor:
            return self.tr("Nobody is named as auditor yet")
        return f"{details.auditor}, {details.auditor_role}" if details.auditor_role else details.auditor
