"""The way of case files into a project: chosen or dropped, looked at, asked about, imported."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from fairdesk.domain.case_imports import CaseImportOptions
from fairdesk.domain.errors import Cancelled
from fairdesk.gui.activity import Activity
from fairdesk.gui.counted import counted
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind

if TYPE_CHECKING:
    from fairdesk.domain.case_imports import CasePreview, CasesImported
    from fairdesk.gui.tasks import Failure, TaskHandle

ENDINGS = "*.txt *.text *.md *.markdown *.csv *.tsv *.xlsx *.jsonl *.ndjson *.docx *.pdf"


class CaseImport(QObject):
    """Takes files; ``imported`` carries what became of them when they are in the store.

    Args:
        messages: The page's bar; says why files cannot be taken, and what was imported.
    """

    imported = Signal(object)

    def __init__(self, context: PageContext, page: QWidget, messages: MessageBar) -> None:
        super().__init__(page)
        self._context = context
        self._page = page
        self._messages = messages
        self._looking: TaskHandle | None = None
        self._was_stopped = False

    def choose(self) -> None:
        """Ask for files and take them."""
        from PySide6.QtWidgets import QFileDialog

        paths, _ = QFileDialog.getOpenFileNames(
            self._page,
            self.tr("Choose files with cases"),
            "",
            self.tr("Texts, tables and documents ({endings});;All files (*)").format(endings=ENDINGS),
        )
        if paths:
            self.take_files(tuple(Path(path) for path in paths))

    def take_files(self, paths: tuple[Path, ...]) -> None:
        """Look at files and ask how they are to be read; nothing is stored before that is answered."""
        from fairdesk.audit.case_import import preview_case_files

        if self._looking is not None:
            return
        # What was typed has to be on disk first: the import writes the same project.
        self._context.save_requested.emit()
        words = (
            self.tr("{name} is being looked at…").format(name=paths[0].name)
            if len(paths) == 1
            else self.tr("{n} files are being looked at…").format(n=len(paths))
        )
        self._messages.show_message(MessageKind.INFO, words)
        self._was_stopped = False
        stop = self.tr("Stop")
        self._context.activity_changed.emit(Activity(words=words, cancel=self._stop, cancel_words=stop))
        options = CaseImportOptions(place_holders=self._known_names())
        self._looking = self._context.long_tasks.start(
            work=partial(preview_case_files, self._context.spec, paths, options),
            done=partial(self._on_looked, paths),
            failed=self._on_look_failed,
        )

    def _known_names(self) -> tuple[str, ...]:
        """Place-holders that cues of the design fill."""
        design = self._context.details.details.design
        return tuple(cue.place_holder for cue in design.cues if cue.place_holder) if design is not None else ()

    def _stop(self) -> None:
        # The look may have ended just now: its answer then comes all the same, and must open nothing.
        self._was_stopped = True
        if self._looking is not None:
            self._looking.cancel()

    def _on_look_failed(self, failure: Failure) -> None:
        self._looking = None
        self._context.activity_changed.emit(None)
        if isinstance(failure, Cancelled):
            self._messages.hide()
        else:
            self._messages.show_failure(failure)

    def _on_looked(self, paths: tuple[Path, ...], preview: CasePreview) -> None:
        from fairdesk.gui.dialogs.case_importing import ask_about_cases

        self._context.activity_changed.emit(None)
        self._messages.hide()
        if not self._was_stopped:
            found = ask_about_cases(self._context, paths, preview, self._known_names(), self._page)
            if found is not None:
                self._messages.show_message(MessageKind.INFO, self._words(found), self._advice(found))
                self.imported.emit(found)
        self._looking = None

    def _words(self, found: CasesImported) -> str:
        words = counted(found.n_imported, self.tr("1 file was imported."), self.tr("{n} files were imported."))
        parts = [
            counted(count, one, many)
            for count, one, many in (
                (
                    found.n_duplicates,
                    self.tr("1 of them is a duplicate and was left out."),
                    self.tr("{n} of them are duplicates and were left out."),
                ),
                (
                    found.n_near,
                    self.tr("1 is almost like another one and is used."),
                    self.tr("{n} are almost like another one and are used."),
                ),
                (
                    found.n_replaced,
                    self.tr("1 place with personal data was replaced."),
                    self.tr("{n} places with personal data were replaced."),
                ),
                (found.n_rejected, self.tr("1 could not be taken."), self.tr("{n} could not be taken.")),
            )
            if count
        ]
        return " ".join([words, *parts])

    def _advice(self, found: CasesImported) -> str:
        advice = []
        if found.n_hints:
            advice.append(
                counted(
                    found.n_hints,
                    self.tr("1 place looks like personal data: filter by hints and look at it."),
                    self.tr("{n} places look like personal data: filter by hints and look at them."),
                )
            )
        unknown = [f"{{{one.name}}}" for one in found.place_holders if not one.is_known]
        if unknown:
            advice.append(
                self.tr("No cue fills {names}: add one on the page Cues, or change the texts.").format(
                    names=", ".join(unknown[:6])
                )
            )
        return " ".join(advice)
