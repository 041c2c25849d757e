"""Import of recorded answers: how a file is read, with its rows as they will be taken, before anything is stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.audit.import_preview import FileLook, Unreadable, look_at_file, unreadable, written_by
from fairdesk.domain.errors import Cancelled, ImportProblem
from fairdesk.domain.records import LayoutChoices
from fairdesk.gui.import_work import CheckedFiles, FirstLook, ImportOrder, check_whole, import_file
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.widgets.import_check import ImportCheck
from fairdesk.gui.widgets.import_view import ImportView
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind

DEBOUNCE_MS = 250
WIDE, HIGH = 1180, 720


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportTarget:
    """The open project that takes the answers; both empty: a new project is made."""

    project_id: str = ""
    name: str = ""


class ImportDialog(QDialog):
    """Shows how the file is read; every choice is tried in the worker, and only the latest answer counts.

    ``imported_id`` is the project that holds the answers when the dialog was accepted.
    """

    def __init__(
        self, context: PageContext, first: FirstLook, target: ImportTarget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._path = first.path
        self._paths = (first.path, *first.others)
        self._target = target
        self._choices = LayoutChoices()
        self._look: FileLook | Unreadable = first.look
        self._found: CheckedFiles | None = None
        self._turn = 0
        self._looking: TaskHandle | None = None
        self._checking: TaskHandle | None = None
        self._importing: TaskHandle | None = None
        self._is_fresh = True
        self._is_closing = False
        self.imported_id = ""
        self.setWindowTitle(self.tr("Import recorded answers"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._look_again)
        self.view = ImportView(first, target.name)
        self.messages = MessageBar()
        self.check = ImportCheck()
        self.missing_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.import_button = QPushButton(self.tr("Import"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        # Return in a field must not press a button by accident.
        for button in (self.import_button, self.cancel_button, self.check.stop_button):
            button.setAutoDefault(False)
        self._lay_out()
        self._connect()
        self._context.long_tasks.start(
            work=plainly(written_by, self._path), done=self.view.show_tool, failed=self.messages.show_failure
        )
        self._show_look()
        self._fit_screen()

    def reject(self) -> None:
        """Cancel: what is under way is stopped, and nothing of it stays."""
        if self._importing is not None:
            self._is_closing = True
            self._importing.cancel()
            self.check.show_step(self.tr("Stopping; nothing of the file is kept."))
            self.cancel_button.setEnabled(False)
            return
        self._stop_looking()
        super().reject()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.missing_label, 1)
        buttons.addWidget(self.import_button)
        buttons.addWidget(self.cancel_button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.messages)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.check)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self.view.questions.answered.connect(self._on_answered)
        self.view.reading.changed.connect(self._on_reading_changed)
        self.view.columns.changed.connect(self._on_columns_changed)
        self.view.supplier.changed.connect(self._show_missing)
        self.check.decided.connect(self._show_missing)
        self.check.stop_requested.connect(self._on_stop_requested)
        self.import_button.clicked.connect(self._on_import_requested)
        self.cancel_button.clicked.connect(self.reject)

    def _fit_screen(self) -> None:
        line = self.fontMetrics().height()
        screen = self.screen() or QGuiApplication.primaryScreen()
        room = screen.availableSize()
        self.resize(min(WIDE * line // 16, room.width() - 40), min(HIGH * line // 16, room.height() - 60))

    # What the user decides.

    def _on_answered(self, field: str, answer: object) -> None:
        if field == "columns":
            column, _, use = str(answer).rpartition("=")
            self.view.columns.decide(column, use)
        else:
            self._choose(field, answer)

    def _on_reading_changed(self, field: str, answer: object) -> None:
        if field == "header_line":
            answer = int(str(answer or 0))
        if field in ("sheet", "encoding", "separator", "header_line"):
            # Other columns may come to light; what was said of those before means nothing for them.
            self.view.columns.forget()
            self._choices = replace(self._choices, columns=())
        self._choose(field, answer)

    def _on_columns_changed(self, decided: dict[str, str]) -> None:
        self._choose("columns", tuple(f"{column}={use}" for column, use in decided.items()))

    def _choose(self, field: str, answer: object) -> None:
        self._choices = replace(self._choices, **{field: answer})  # type: ignore[arg-type]  # the field knows its type
        self._is_fresh = False
        self._found = None
        self._stop_looking()
        self.check.show_words(self.tr("The file is being looked at again…"))
        self._show_missing()
        self._timer.start()

    # What the worker says.

    def _look_again(self) -> None:
        self._turn += 1
        self._looking = self._context.tasks.start(
            work=plainly(look_at_file, self._path, self._choices),
            done=partial(self._on_looked, self._turn),
            failed=partial(self._on_failed, self._turn),
        )

    def _on_looked(self, turn: int, look: FileLook | Unreadable) -> None:
        if turn != self._turn:
            return
        self._looking = None
        self._look = look
        self._is_fresh = True
        self.messages.hide()
        self._show_look()

    def _on_failed(self, turn: int, failure: Failure) -> None:
        if turn != self._turn or isinstance(failure, Cancelled):
            return
        self._looking = self._checking = None
        self._is_fresh = True
        if isinstance(failure, ImportProblem):
            self._look = unreadable(failure)
            self._show_look()
            return
        self.check.show_words("")
        self.messages.show_failure(failure)
        self._show_missing()

    def _show_look(self) -> None:
        look = self._look
        if isinstance(look, Unreadable):
            self.check.show_words("")
            self.messages.show_message(MessageKind.ERROR, look.message, look.advice)
            self.messages.close_button.hide()
            self.view.show_unread(self._choices, look.mended_by)
        else:
            self.view.show_look(look, self._choices)
            if look.preview.questions:
                self.check.show_words("")
            else:
                self._check_whole()
        self._show_missing()

    def _check_whole(self) -> None:
        self._turn += 1
        self.check.show_progress(0, 0)
        self._checking = self._context.long_tasks.start(
            work=partial(check_whole, self._paths, self._choices),
            done=partial(self._on_checked, self._turn),
            failed=partial(self._on_failed, self._turn),
            progress=partial(self._on_check_progressed, self._turn),
        )

    def _on_check_progressed(self, turn: int, progress: tuple[int, int]) -> None:
        if turn == self._turn:
            self.check.show_progress(*progress)

    def _on_checked(self, turn: int, found: CheckedFiles) -> None:
        if turn != self._turn:
            return
        self._checking = None
        self._found = found
        self.check.show_found(found, [path.name for path in self._paths])
        self.view.rows.show_problems(found.problems, found.n_problems)
        if found.n_problems:
            self.view.rows.show_problem_tab()
        self.view.reading.note_labels(found.variants)
        if isinstance(self._look, FileLook):
            self.view.reading.show_layout(self._look.layout, self._look.preview, self._choices)
        self._show_missing()

    def _stop_looking(self) -> None:
        self._turn += 1
        self._timer.stop()
        for handle in (self._looking, self._checking):
            if handle is not None:
                handle.cancel()
        self._looking = self._checking = None

    def _on_stop_requested(self) -> None:
        if self._importing is not None:
            self._importing.cancel()
            self.check.show_step(self.tr("Stopping; nothing of the file is kept."))
        elif self._checking is not None:
            self._stop_looking()
            self.check.show_words(self.tr("The file was not read to its end. Change a choice to read it again."))
            self._show_missing()

    # Importing.

    def _missing(self) -> list[str]:
        found = list(self.view.supplier.missing())
        look, whole = self._look, self._found
        if isinstance(look, Unreadable):
            found.append(self.tr("a file that can be read"))
        elif self._is_fresh and look.preview.questions:
            found.append(
                self.tr("the answer to the question above")
                if len(look.preview.questions) == 1
                else self.tr("the answers to the questions above")
            )
        elif whole is None:
            found.append(self.tr("the whole file has to be read first"))
        elif not whole.n_rows:
            found.append(self.tr("a row that can be taken"))
        elif whole.n_problems and not self.check.takes_good_rows():
            found.append(self.tr("what is to become of the rows that cannot be taken"))
        return found

    def _show_missing(self) -> None:
        missing = self._missing()
        self.missing_label.setText(self.tr("Missing: {what}.").format(what="; ".join(missing)) if missing else "")
        self.import_button.setEnabled(not missing and self._importing is None)

    def _on_import_requested(self) -> None:
        found = self._found
        if self._missing() or found is None:
            return
        has_systems = len(self._paths) > 1 and self.view.systems_box.isChecked()
        order = ImportOrder(
            files=tuple(
                (path, layout, path.stem if has_systems else "")
                for path, layout in zip(self._paths, found.layouts, strict=True)
            ),
            supplier=self.view.supplier.supplier(),
            take_good_rows=self.check.takes_good_rows(),
            project_id=self._target.project_id,
            new=self.view.supplier.new_project(),
        )
        self.messages.hide()
        self.view.set_open(False)
        self.import_button.setEnabled(False)
        self.check.good_box.hide()
        self.check.show_step(self.tr("Importing…"))
        self._importing = self._context.long_tasks.start(
            work=partial(import_file, self._context.spec, order),
            done=self._on_imported,
            failed=self._on_not_imported,
            progress=self.check.show_step,
        )

    def _on_imported(self, project_id: str) -> None:
        self._importing = None
        self.imported_id = project_id
        self.accept()

    def _on_not_imported(self, failure: Failure) -> None:
        self._importing = None
        if self._is_closing and isinstance(failure, Cancelled):
            super().reject()
            return
        self._is_closing = False
        self.view.set_open(True)
        self.cancel_button.setEnabled(True)
        if self._found is not None:
            takes_good_rows = self.check.takes_good_rows()
            self.check.show_found(self._found, [path.name for path in self._paths])
            self.check.good_box.setChecked(takes_good_rows)
        if isinstance(failure, Cancelled):
            self.messages.show_message(MessageKind.INFO, self.tr("Stopped. Nothing was imported."))
        elif isinstance(failure, ImportProblem):
            problem = unreadable(failure)
            self.messages.show_message(MessageKind.ERROR, problem.message, problem.advice)
        else:
            self.messages.show_failure(failure)
        self._show_missing()


def ask_about_import(context: PageContext, first: FirstLook, target: ImportTarget, parent: QWidget) -> str:
    """The id of the project that took the answers; empty when the import was cancelled."""
    dialog = ImportDialog(context, first, target, parent)
    dialog.exec()
    dialog.deleteLater()
    return dialog.imported_id
