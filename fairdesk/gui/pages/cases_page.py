"""Cases: on which files the test is done; those of a folder, the shipped ones, or those that were imported."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from fairdesk.domain.supplied_words import is_supplied
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.folder_cases import PAGE_ID, FolderCases
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.outdated_note import OutdatedNote
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.saving_bar import SavingBar
from fairdesk.gui.widgets.undo_bar import UndoBar

if TYPE_CHECKING:
    from fairdesk.domain.case_imports import CasesImported
    from fairdesk.gui.case_import import CaseImport
    from fairdesk.gui.widgets.imported_cases import ImportedCases


class CasesPage(QWidget):
    """Shows one of the two sources of files; files and folders can be dropped on it."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._importing: CaseImport | None = None
        self.setAcceptDrops(True)
        layout, self.messages = lay_out_page(
            self,
            self.tr("Cases"),
            self.tr(
                "Each file is asked about in several variants that differ in nothing but the cues. Files can be "
                "dropped on this page."
            ),
        )
        self._layout = layout
        self.saving_bar = SavingBar(context)
        self.outdated_note = OutdatedNote()
        self.undo_bar = UndoBar(context, PAGE_ID, self)
        for widget in (self.saving_bar, self.outdated_note, self.undo_bar):
            layout.addWidget(widget)
        self.import_button = QPushButton(self.tr("Import files…"))
        self.imported_button = QPushButton(self.tr("Use the imported files"))
        self.folder_button = QPushButton(self.tr("Use a folder or the shipped set instead"))
        self._sources = ButtonRow((self.import_button, self.imported_button, self.folder_button))
        layout.addWidget(self._sources)
        self.imported: ImportedCases | None = None
        """The list of imported files; made when it is first needed."""

        self.import_button.clicked.connect(self._on_import_clicked)
        self.imported_button.clicked.connect(lambda: self._use_imported(True))
        self.folder_button.clicked.connect(lambda: self._use_imported(False))
        context.details.changed.connect(self._show_details)
        context.project_changed.connect(self._show_changes)
        context.project_edited.connect(self._show_changes)
        self._show_details()
        self._show_changes()

    @cached_property
    def folder(self) -> FolderCases:
        """The files of a folder, or the shipped ones; made when it is first needed."""
        part = FolderCases(self._context, self.messages)
        self._layout.insertWidget(self._layout.indexOf(self._sources) + 1, part)
        return part

    @property
    def importing(self) -> CaseImport:
        """The way of files into the project."""
        from fairdesk.gui.case_import import CaseImport

        if self._importing is None:
            self._importing = CaseImport(self._context, self, self.messages)
            self._importing.imported.connect(self._on_imported)
        return self._importing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        wanted, self._context.wanted_case_id = self._context.wanted_case_id, ""
        if wanted and self.imported is not None and self.imported.isVisibleTo(self):
            self.imported.look_for(wanted)
        elif wanted:
            self.folder.choose(wanted)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event) and not self._is_supplied():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = _dropped(event)
        if not paths or self._is_supplied():
            return
        event.acceptProposedAction()
        folder = paths[0]
        if len(paths) == 1 and folder.is_dir() and any(folder.glob("*.toml")):
            self.folder.try_folder(str(folder))
            return
        files = tuple(file for path in paths for file in _files(path))
        if files:
            self.importing.take_files(files)
        else:
            self.messages.show_message(
                MessageKind.ERROR,
                self.tr("There is no file in this folder."),
                self.tr("Drop files, or a folder that holds some."),
            )

    def _is_supplied(self) -> bool:
        return any(is_supplied(system) for system in self._context.details.details.systems)

    def _show_details(self) -> None:
        details = self._context.details.details
        is_supplied_project = self._is_supplied()
        uses_imported = details.uses_imported_cases and not is_supplied_project
        self._sources.setVisible(not is_supplied_project)
        self.undo_bar.setVisible(not is_supplied_project)
        self.imported_button.setVisible(not uses_imported)
        self.folder_button.setVisible(uses_imported)
        if uses_imported:
            if "folder" in self.__dict__:
                self.folder.hide()
            self._imported_list().show_project()
            return
        if self.imported is not None:
            self.imported.hide()
        self.folder.show()
        self.folder.show_details()

    def _imported_list(self) -> ImportedCases:
        from fairdesk.gui.widgets.imported_cases import ImportedCases

        if self.imported is None:
            self.imported = ImportedCases(self._context, self.messages)
            self._layout.insertWidget(self._layout.count(), self.imported, 1)
        self.imported.show()
        return self.imported

    def _on_import_clicked(self) -> None:
        self.importing.choose()

    def _use_imported(self, is_wanted: bool) -> None:
        words = self.tr("imported files used") if is_wanted else self.tr("folder or shipped set used")
        self._context.details.change(PAGE_ID, words, uses_imported_cases=is_wanted)

    def _on_imported(self, found: CasesImported) -> None:
        self._context.read_project_again()
        self._imported_list().refresh()

    def _show_changes(self) -> None:
        project = self._context.project
        self.outdated_note.show_changes(project.plan_changes if project else ())


def _dropped(event: QDropEvent) -> tuple[Path, ...]:
    return tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile())


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
