"""Import of case files: what they hold and how they are read, before anything is stored."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from fairdesk.domain.errors import Cancelled
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.widgets.case_options import CaseOptions
from fairdesk.gui.widgets.case_preview import CasePreviewView
from fairdesk.gui.widgets.fields import CheckBox
from fairdesk.gui.widgets.foreign_text import made_visible
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind

if TYPE_CHECKING:
    from fairdesk.domain.case_imports import CasePreview, CasesImported

DEBOUNCE_MS = 250
WIDE, HIGH = 1180, 720


class CaseImportDialog(QDialog):
    """Every choice is tried in the worker, and only the latest answer counts; ``found`` is what was imported."""

    def __init__(
        self,
        context: PageContext,
        paths: tuple[Path, ...],
        preview: CasePreview,
        place_holders: tuple[str, ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._paths = paths
        self._preview = preview
        self._place_holders = place_holders
        self._turn = 0
        self._looking: TaskHandle | None = None
        self._importing: TaskHandle | None = None
        self._is_closing = False
        self.found: CasesImported | None = None
        self.setWindowTitle(self.tr("Import case files"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._look_again)
        self.messages = MessageBar()
        self.heading = PlainLabel("", TextStyle.HEADING).wrapping()
        self.summary_label = PlainLabel().wrapping()
        self.view = CasePreviewView()
        self.options = CaseOptions()
        self.good_check = CheckBox()
        self.step_label = PlainLabel().wrapping()
        self.progress_bar = QProgressBar()
        self.progress_bar.setRange(0, 0)
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setAccessibleName(self.tr("Progress"))
        self.missing_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.import_button = QPushButton(self.tr("Import"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        # Return in a field must not press a button by accident.
        for button in (self.import_button, self.cancel_button):
            button.setAutoDefault(False)
        self._lay_out()
        self._connect()
        self._show_preview()
        self._fit_screen()

    def reject(self) -> None:
        """Cancel: what is under way is stopped, and nothing of it stays."""
        if self._importing is not None:
            self._is_closing = True
            self._importing.cancel()
            self._show_step(self.tr("Stopping; nothing of the files is kept."))
            self.cancel_button.setEnabled(False)
            return
        self._stop_looking()
        super().reject()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() > self.fontMetrics().averageCharWidth() * 120
        self._splitter.setOrientation(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)

    def _lay_out(self) -> None:
        self._splitter = QSplitter()
        self._splitter.setChildrenCollapsible(False)
        reading = QWidget()
        column = QVBoxLayout(reading)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.options)
        column.addStretch(1)
        self._splitter.addWidget(reading)
        self._splitter.addWidget(self.view)
        self._splitter.setStretchFactor(0, 2)
        self._splitter.setStretchFactor(1, 5)
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 8, 0)
        inside.addWidget(self.heading)
        inside.addWidget(self.summary_label)
        inside.addWidget(self._splitter, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self.tr("How the files are read"))
        area.setWidget(content)
        buttons = QHBoxLayout()
        buttons.addWidget(self.missing_label, 1)
        buttons.addWidget(self.import_button)
        buttons.addWidget(self.cancel_button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.messages)
        layout.addWidget(area, 1)
        for widget in (self.step_label, self.progress_bar, self.good_check):
            layout.addWidget(widget)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self.options.reading_changed.connect(self._on_reading_changed)
        self.options.changed.connect(self._show_missing)
        self.good_check.toggled.connect(lambda _on: self._show_missing())
        self.import_button.clicked.connect(self._on_import_requested)
        self.cancel_button.clicked.connect(self.reject)

    def _fit_screen(self) -> None:
        line = self.fontMetrics().height()
        room = (self.screen() or QGuiApplication.primaryScreen()).availableSize()
        self.resize(min(WIDE * line // 16, room.width() - 40), min(HIGH * line // 16, room.height() - 60))

    # Looking.

    def _on_reading_changed(self) -> None:
        self._stop_looking()
        self._show_step(self.tr("The files are being looked at again…"))
        self._timer.start()
        self._show_missing()

    def _look_again(self) -> None:
        from fairdesk.audit.case_import import preview_case_files

        self._turn += 1
        options = self.options.options(takes_good_rows=False)
        self._looking = self._context.long_tasks.start(
            work=partial(preview_case_files, self._context.spec, self._paths, options),
            done=partial(self._on_looked, self._turn),
            failed=partial(self._on_failed, self._turn),
            progress=partial(self._on_progress, self._turn),
        )

    def _on_progress(self, turn: int, words: str) -> None:
        if turn == self._turn:
            self._show_step(words)

    def _on_looked(self, turn: int, preview: CasePreview) -> None:
        if turn == self._turn:
            self._looking = None
            self._preview = preview
            self.messages.hide()
            self._show_preview()

    def _on_failed(self, turn: int, failure: Failure) -> None:
        if turn == self._turn and not isinstance(failure, Cancelled):
            self._looking = None
            self._show_step("")
            self.messages.show_failure(failure)
            self._show_missing()

    def _stop_looking(self) -> None:
        self._turn += 1
        self._timer.stop()
        if self._looking is not None:
            self._looking.cancel()
        self._looking = None

    def is_looking(self) -> bool:
        """True while the files are read under a choice that was just made."""
        return self._looking is not None or self._timer.isActive()

    def _show_preview(self) -> None:
        preview = self._preview
        number = self.locale().toString
        self._show_step("")
        self.heading.setText(
            made_visible(preview.files[0].name)
            if len(preview.files) == 1
            else self.tr("{n} files").format(n=number(len(preview.files)))
        )
        self.summary_label.setText(" ".join(self._summary()))
        self.view.show_preview(preview)
        self.options.show_preview(preview, self._place_holders)
        n_blocking = self._n_blocking()
        self.good_check.setVisible(bool(n_blocking) and preview.n_cases > 0)
        self.good_check.setText(
            self.tr("Take the {good} cases that can be read, and leave out what cannot be taken").format(
                good=number(preview.n_cases)
            )
        )
        self._show_missing()

    def _summary(self) -> list[str]:
        preview = self._preview
        number = self.locale().toString
        found = [
            self.tr("1 case can be taken.")
            if preview.n_cases == 1
            else self.tr("{n} cases can be taken.").format(n=number(preview.n_cases))
        ]
        if preview.n_duplicates:
            found.append(
                self.tr("With the same text as another one: {n}; they come in as left out.").format(
                    n=number(preview.n_duplicates)
                )
            )
        n_near = sum(bool(case.near_duplicate_of) for case in preview.cases)
        if n_near:
            found.append(self.tr("Almost like another one: {n}; they are marked.").format(n=number(n_near)))
        unknown = [f"{{{one.name}}}" for one in preview.place_holders if not one.is_known]
        if unknown:
            found.append(
                self.tr("No cue fills {names} yet: it would stay as it stands in every variant.").format(
                    names=", ".join(unknown[:8])
                )
            )
        return found

    # Importing.

    def _n_blocking(self) -> int:
        return sum(problem.is_blocking for problem in self._preview.problems)

    def _missing(self) -> str:
        if self.is_looking():
            return self.tr("the files have to be looked at first")
        if not self._preview.n_cases:
            return self.tr("a case that can be taken; see the problems")
        if self._n_blocking() and not self.good_check.isChecked():
            return self.tr("what is to become of what cannot be taken")
        return ""

    def _show_missing(self) -> None:
        missing = self._missing()
        self.missing_label.setText(self.tr("Missing: {what}.").format(what=missing) if missing else "")
        self.import_button.setEnabled(not missing and self._importing is None)

    def _show_step(self, words: str) -> None:
        self.step_label.setText(words)
        self.step_label.setVisible(bool(words))
        self.progress_bar.setVisible(bool(words))

    def _on_import_requested(self) -> None:
        from fairdesk.audit.case_import import import_cases

        project = self._context.project
        if self._missing() or project is None:
            return
        self.messages.hide()
        self.options.set_open(False)
        self.good_check.setEnabled(False)
        self.import_button.setEnabled(False)
        self._show_step(self.tr("Importing…"))
        options = self.options.options(takes_good_rows=self.good_check.isChecked())
        self._importing = self._context.long_tasks.start(
            work=partial(import_cases, self._context.spec, project.summary.project_id, self._paths, options),
            done=self._on_imported,
            failed=self._on_not_imported,
            progress=self._show_step,
        )

    def _on_imported(self, found: CasesImported) -> None:
        self._importing = None
        self.found = found
        self.accept()

    def _on_not_imported(self, failure: Failure) -> None:
        self._importing = None
        if self._is_closing and isinstance(failure, Cancelled):
            super().reject()
            return
        self._is_closing = False
        self.options.set_open(True)
        self.good_check.setEnabled(True)
        self.cancel_button.setEnabled(True)
        self._show_step("")
        if isinstance(failure, Cancelled):
            self.messages.show_message(MessageKind.INFO, self.tr("Stopped. Nothing was imported."))
        else:
            self.messages.show_failure(failure)
        self._show_missing()


def ask_about_cases(
    context: PageContext,
    paths: tuple[Path, ...],
    preview: CasePreview,
    place_holders: tuple[str, ...],
    parent: QWidget,
) -> CasesImported | None:
    """What became of the files; None when the import was cancelled."""
    dialog = CaseImportDialog(context, paths, preview, place_holders, parent)
    dialog.exec()
    dialog.deleteLater()
    return dialog.found
