"""Case files of a folder, or the shipped ones: how many are used, and what a run makes of each."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.cases import PLACEHOLDERS, Case
from fairdesk.domain.supplied_words import is_supplied
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.fields import CountBox
from fairdesk.gui.widgets.forms import FieldText, Form, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.marked_text import MarkedText
from fairdesk.gui.widgets.message_bar import MessageBar
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.tab_row import Tabs
from fairdesk.gui.widgets.variants_view import VariantsView

if TYPE_CHECKING:
    from fairdesk.audit.cases import CaseRow, ComparedVariant
    from fairdesk.audit.variants import CaseVariants

PAGE_ID = "cases"
SHOWN_ROWS = 9
placeholder = re.compile(r"\{(?:" + "|".join(PLACEHOLDERS) + r")\}")


class FolderCases(QWidget):
    """The table of case files above, the chosen file and its variants below.

    Args:
        messages: The page's bar; says why a folder cannot be taken.
    """

    def __init__(self, context: PageContext, messages: MessageBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.messages = messages
        self._shown_details: tuple[str, str, int] = ("", "", -1)
        self._chosen_id = ""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        self._selection = self._selection_form()
        layout.addWidget(self._selection)
        self.empty = EmptyState(
            self.tr("There are no case files to show"),
            self.tr("The folder of this project could not be read. Its name is kept until you choose another one."),
            self.tr("Choose another folder…"),
        )
        self.empty.action_requested.connect(self._on_choose_clicked)
        self.empty.hide()
        self.no_cases = EmptyState(
            self.tr("No case file belongs to this project"),
            self.tr(
                "Its answers were supplied and not asked for here. The files that they are about are known by their "
                "names only; what was recorded about each stands behind the numbers on the page Results."
            ),
            self.tr("Go to Results"),
        )
        self.no_cases.action_requested.connect(lambda: context.navigate("results"))
        self.no_cases.hide()
        self.count_label = PlainLabel().wrapping()
        self.model = RowsModel(self._columns(), self)
        self.table = ShortTable(self.model, self.tr("Case files"), SHOWN_ROWS, self)
        self.table.view.remember_as("cases", context.remembered)
        self.table.view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        layout.addWidget(self.empty)
        layout.addWidget(self.no_cases)
        layout.addWidget(self.count_label)
        layout.addWidget(self.table)
        layout.addWidget(self._case_part())
        layout.addStretch(1)

    def try_folder(self, folder: str) -> None:
        """Read another folder and, when every file of it can be taken, use it; else nothing changes."""
        from fairdesk.audit.cases import browse_cases

        self.messages.hide()
        details = replace(self._context.details.details, case_folder=folder, n_cases=0, uses_imported_cases=False)
        self._context.tasks.start(
            work=plainly(browse_cases, self._context.spec, details),
            done=partial(self._on_folder_read, folder),
            failed=self.messages.show_failure,
        )

    def choose(self, case_id: str) -> None:
        """Show a file, now or when the files are read."""
        self._chosen_id = case_id
        for number in range(self.model.rowCount()):
            if self.model.row(number).case.case_id == case_id:
                self._chosen_id = ""
                self.table.view.selectRow(number)

    def _selection_form(self) -> Form:
        self.folder_edit = QLineEdit()
        self.folder_edit.setReadOnly(True)
        self.choose_button = QPushButton(self.tr("Choose another folder…"))
        self.shipped_button = QPushButton(self.tr("Use the shipped set"))
        self.choose_button.clicked.connect(self._on_choose_clicked)
        self.shipped_button.clicked.connect(lambda: self.try_folder(""))
        self.number_box = CountBox()
        self.number_box.setMinimum(1)
        self.number_box.setKeyboardTracking(False)
        self.number_box.valueChanged.connect(self._on_number_edited)
        text = FieldText(
            label=self.tr("Folder of the case files"),
            help=self.tr("Every file in it whose name ends in .toml is read; a folder can be dropped here."),
        )
        row = QWidget()
        line = QVBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.folder_edit)
        buttons = QHBoxLayout()
        for button in (self.choose_button, self.shipped_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        line.addLayout(buttons)
        form = Form()
        form.add_field(text, row)
        describe(self.folder_edit, text)
        form.add_field(
            FieldText(
                label=self.tr("Files used"), help=self.tr("The shortest come first, so a small test stays small.")
            ),
            self.number_box,
        )
        return form

    def _columns(self) -> tuple[Column, ...]:
        end = Qt.AlignmentFlag.AlignTrailing
        return (
            Column(title=self.tr("Used"), text=lambda row: self.tr("used") if row.is_used else self.tr("not used")),
            Column(title=self.tr("File"), text=lambda row: row.case.case_id),
            Column(title=self.tr("Title"), text=lambda row: row.case.title),
            *(
                Column(title=title, text=lambda row, name=name: row.case.facts.get(name, ""))  # type: ignore[misc]
                for name, title in (
                    ("subject", self.tr("Subject")),
                    ("level", self.tr("Level")),
                    ("country", self.tr("Country")),
                )
            ),
            Column(title=self.tr("Language"), text=lambda row: row.case.language),
            Column(
                title=self.tr("Words"),
                text=lambda row: self.tr("not counted") if row.n_words is None else self._number(row.n_words),
                sort_key=lambda row: row.n_words,
                exact=lambda row: row.n_words,
                align=end,
            ),
            Column(
                title=self.tr("Characters"),
                text=lambda row: self._number(len(row.case.text)),
                sort_key=lambda row: len(row.case.text),
                exact=lambda row: len(row.case.text),
                align=end,
            ),
        )

    def _case_part(self) -> QWidget:
        self._case = QWidget()
        layout = QVBoxLayout(self._case)
        layout.setContentsMargins(0, 0, 0, 0)
        self.case_heading = PlainLabel("", TextStyle.HEADING).wrapping()
        self.origin_label = PlainLabel().wrapping()
        self.origin_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.part_label = PlainLabel().wrapping()
        self.legend_label = PlainLabel(
            self.tr("Bold, underlined and coloured: words that differ from the original, and nothing else does.")
        ).wrapping()
        self.variant_messages = MessageBar()
        self.variants_view = VariantsView()
        self.case_text = MarkedText(self.tr("Text of the case file with its place-holders"))
        self.tabs = Tabs()
        self.tabs.setAccessibleName(self.tr("Variants or case file"))
        self.tabs.tabBar().setAccessibleName(self.tr("Variants or case file"))
        variants = QWidget()
        inside = QVBoxLayout(variants)
        inside.addWidget(self.legend_label)
        inside.addWidget(self.variant_messages)
        inside.addWidget(self.variants_view)
        self.tabs.addTab(variants, self.tr("Variants side by side"))
        self.tabs.addTab(self.case_text, self.tr("Case file with place-holders"))
        for widget in (self.case_heading, self.origin_label, self.part_label, self.tabs):
            layout.addWidget(widget)
        self._case.hide()
        return self._case

    def _number(self, value: int) -> str:
        return self.locale().toString(value)

    def show_details(self) -> None:
        """Read the files again when another project, folder or number is to be shown."""
        details = self._context.details.details
        project = self._context.project
        wanted = (project.summary.project_id if project else "", details.case_folder, details.n_cases)
        if wanted == self._shown_details or project is None:
            return
        is_supplied_project = self._is_supplied()
        self.no_cases.setVisible(is_supplied_project)
        for part in (self._selection, self.count_label):
            part.setVisible(not is_supplied_project)
        if is_supplied_project:
            for shown in (self.empty, self.table, self._case):
                shown.hide()
            self._shown_details = ("", "", -1)
            return
        self._shown_details = wanted
        self.folder_edit.setText(details.case_folder or self.tr("the set that FairDesk ships"))
        self.folder_edit.setCursorPosition(0)
        self.shipped_button.setEnabled(bool(details.case_folder))
        self._read(details)

    def _is_supplied(self) -> bool:
        return any(is_supplied(system) for system in self._context.details.details.systems)

    def _read(self, details: ProjectDetails) -> None:
        from fairdesk.audit.cases import browse_cases

        self.count_label.setText(self.tr("The case files are being read…"))
        self._context.tasks.start(
            work=plainly(browse_cases, self._context.spec, details),
            done=partial(self._on_read, self._shown_details),
            failed=self._on_read_failed,
        )

    def _on_read(self, asked: tuple[str, str, int], rows: tuple[CaseRow, ...]) -> None:
        if asked != self._shown_details:
            return
        self.empty.hide()
        self.table.show()
        is_first = self.model.rowCount() == 0
        self.model.set_rows(rows)
        if is_first:
            self.table.view.fit_columns(widest=250)
        n_used = sum(row.is_used for row in rows)
        self.number_box.blockSignals(True)
        self.number_box.setMaximum(len(rows))
        self.number_box.show_value(n_used)
        self.number_box.blockSignals(False)
        self.count_label.setText(
            self.tr("{used} of {all} files are used.").format(used=self._number(n_used), all=self._number(len(rows)))
        )
        numbers = [number for number in range(len(rows)) if self.model.row(number).case.case_id == self._chosen_id]
        self._chosen_id = ""
        self.table.view.selectRow(numbers[0] if numbers else 0)

    def _on_read_failed(self, failure: Failure) -> None:
        self.messages.show_failure(failure)
        self.model.set_rows(())
        self.count_label.clear()
        self.table.hide()
        self._case.hide()
        self.empty.show()

    def _on_folder_read(self, folder: str, rows: tuple[CaseRow, ...]) -> None:
        words = self.tr("folder of case files")
        self._context.details.change(PAGE_ID, words, case_folder=folder, n_cases=0, uses_imported_cases=False)

    def _on_choose_clicked(self) -> None:
        from PySide6.QtWidgets import QFileDialog

        folder = QFileDialog.getExistingDirectory(
            self, self.tr("Choose a folder with case files"), self._context.details.details.case_folder
        )
        if folder:
            self.try_folder(folder)

    def _on_number_edited(self, number: int) -> None:
        chosen = 0 if number == self.number_box.maximum() else number
        self._context.details.change(PAGE_ID, self.tr("number of files"), n_cases=chosen)

    def _on_selection_changed(self) -> None:
        selected = self.table.view.selectionModel().selectedRows()
        if not selected:
            return
        row: CaseRow = self.model.row(selected[0])
        if row.case.case_id == self._chosen_id:
            return
        self._chosen_id = row.case.case_id
        self.case_heading.setText(f"{row.case.case_id}: {row.case.title}")
        self.origin_label.setText(
            self.tr("Source: {origin}\nSHA-256: {hash}").format(origin=row.case.origin, hash=row.sha256)
        )
        places = [found.span() for found in placeholder.finditer(row.case.text)]
        self.case_text.show_marked(row.case.text, places)
        self.part_label.setText(self.case_text.shown_part(row.case.text))
        self.part_label.setVisible(bool(self.part_label.text()))
        self.variant_messages.hide()
        self._case.show()
        self._read_variants(row.case)

    def _read_variants(self, case: Case) -> None:
        """The variants of the auditor's own design, or of the shipped test while there is none."""
        from fairdesk.audit.cases import compare_variants

        project = self._context.project
        if self._context.details.details.design is None or project is None:
            work = plainly(compare_variants, self._context.spec, case)
        else:
            from fairdesk.audit.variants import variants_of_case

            work = plainly(variants_of_case, self._context.spec, project.summary.project_id, case.case_id)
        self._context.tasks.start(
            work=work, done=partial(self._on_compared, case.case_id), failed=self._on_compare_failed
        )

    def _on_compared(self, case_id: str, compared: tuple[ComparedVariant, ...] | CaseVariants) -> None:
        if case_id == self._chosen_id:
            self.variants_view.show_variants(compared if isinstance(compared, tuple) else compared.compared)

    def _on_compare_failed(self, failure: Failure) -> None:
        self.variants_view.show_variants(())
        self.variant_messages.show_failure(failure)
