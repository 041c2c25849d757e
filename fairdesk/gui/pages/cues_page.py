"""Cues: what is changed in the files, for whom, with which words, whether it may matter, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from fairdesk.domain.design import Design, Position, WordList
from fairdesk.domain.errors import Cancelled
from fairdesk.gui.activity import Activity
from fairdesk.gui.design_edits import cue_of, with_read_list
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.widgets.design_start import DesignStart
from fairdesk.gui.widgets.late_parts import LateParts
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.outdated_note import OutdatedNote
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.saving_bar import SavingBar
from fairdesk.gui.widgets.tab_row import Tabs
from fairdesk.gui.widgets.undo_bar import UndoBar

if TYPE_CHECKING:
    from fairdesk.audit.variants import VariantsBuilt
    from fairdesk.domain.word_lists import FoundLists, ListProblem
    from fairdesk.gui.widgets.attributes_form import AttributesForm
    from fairdesk.gui.widgets.cues_panel import CuesPanel
    from fairdesk.gui.widgets.left_panel import LeftPanel
    from fairdesk.gui.widgets.position_form import PositionForm
    from fairdesk.gui.widgets.variants_panel import VariantsPanel

PAGE_ID = "cues"
CHECK_PAUSE_MS = 250
LIST_ENDINGS = "*.txt *.csv *.tsv *.json *.jsonl *.xlsx *.toml"


class CuesPage(QWidget):
    """Tabs over the design of the open project; every letter is saved by itself and can be undone.

    What stands in a tab is made when it is first wanted: all five at once would be felt when the page is opened.
    """

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._shown_project = ""
        self._building: TaskHandle | None = None
        self._built: VariantsBuilt | None = None
        self._problems: tuple[ListProblem, ...] = ()
        self._built_for: tuple[str, Design | None] = ("", None)
        self._waits_for_saving = False
        layout, self.messages = lay_out_page(
            self,
            self.tr("Cues"),
            self.tr("What is changed in each file, so that nothing else differs. All is saved as you type."),
        )
        self.saving_bar = SavingBar(context)
        self.outdated_note = OutdatedNote()
        self.undo_bar = UndoBar(context, PAGE_ID, self)
        self.start = DesignStart(context)
        self.tabs = Tabs()
        self.parts = LateParts(self.tabs)
        self._add_tabs()
        for widget in (self.saving_bar, self.outdated_note, self.undo_bar, self.start, self.tabs):
            layout.addWidget(widget)
        layout.setStretchFactor(self.tabs, 1)
        layout.addStretch(0)
        self._check_timer = QTimer(self)
        self._check_timer.setSingleShot(True)
        self._check_timer.setInterval(CHECK_PAUSE_MS)
        self._check_timer.timeout.connect(self._check_lists)
        self._connect()
        self._show_details()
        self._show_changes()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Files may have been changed on the page Cases meanwhile.
        self._read_built()

    def _add_tabs(self) -> None:
        for part in (self.tabs, self.tabs.tabBar()):
            part.setAccessibleName(self.tr("Parts of the design"))
        self.tabs.setUsesScrollButtons(True)
        for name, title, make in (
            ("attributes", self.tr("Attributes"), lambda: self.attributes),
            ("cues", self.tr("Cues"), lambda: self.cues),
            ("position", self.tr("Position"), lambda: self.position),
            ("variants", self.tr("Variants"), lambda: self.variants),
            ("left", self.tr("Left for a person"), lambda: self.left),
        ):
            self.parts.add(name, title, make, is_narrow=name in ("attributes", "position"))

    def _is_made(self, name: str) -> bool:
        """Whether a part was wanted already, in its tab or by who asks this page for it."""
        return name in self.__dict__

    @cached_property
    def attributes(self) -> AttributesForm:
        """What stands in the tab Attributes."""
        from fairdesk.gui.widgets.attributes_form import AttributesForm

        part = AttributesForm()
        part.show_design(self._design() or Design())
        part.show_problems([one for one in self._problems if not one.cue_id])
        part.edited.connect(self._on_edited)
        return part

    @cached_property
    def cues(self) -> CuesPanel:
        """What stands in the tab Cues."""
        from fairdesk.gui.widgets.cues_panel import CuesPanel

        part = CuesPanel(self._context)
        part.show_design(self._design() or Design())
        part.show_problems(self._problems)
        self._show_counts(part)
        part.edited.connect(self._on_edited)
        part.list_requested.connect(self._on_list_requested)
        part.shipped.failed.connect(self.messages.show_failure)
        return part

    @cached_property
    def position(self) -> PositionForm:
        """What stands in the tab Position."""
        from fairdesk.gui.widgets.position_form import PositionForm

        part = PositionForm()
        part.show_position((self._design() or Design()).position)
        part.edited.connect(self._on_position_edited)
        return part

    @cached_property
    def variants(self) -> VariantsPanel:
        """What stands in the tab Variants."""
        from fairdesk.gui.widgets.variants_panel import VariantsPanel

        part = VariantsPanel(self._context)
        part.show_built(self._built, self._design() or Design())
        part.edited.connect(self._on_sample_edited)
        part.build_line.build_requested.connect(self._on_build_requested)
        part.build_line.cancel_requested.connect(self._on_cancel_requested)
        return part

    @cached_property
    def left(self) -> LeftPanel:
        """What stands in the tab Left for a person."""
        from fairdesk.gui.widgets.left_panel import LeftPanel

        part = LeftPanel(self._context)
        part.show_built(self._built)
        part.file_requested.connect(self._on_file_requested)
        return part

    def _connect(self) -> None:
        context = self._context
        self.start.started.connect(self._on_design_started)
        context.details.changed.connect(self._show_details)
        context.project_changed.connect(self._on_project_changed)
        context.project_edited.connect(self._show_changes)
        context.saved.connect(self._on_saved)

    # The design.

    def _design(self) -> Design | None:
        return self._context.details.details.design

    def _project_id(self) -> str:
        project = self._context.project
        return project.summary.project_id if project is not None else ""

    def _show_details(self) -> None:
        design = self._design()
        self.start.setVisible(design is None)
        for part in (self.tabs, self.undo_bar):
            part.setVisible(design is not None or (part is self.undo_bar and self._has_steps()))
        if design is None:
            return
        self.parts.open()
        if self._is_made("attributes"):
            self.attributes.show_design(design)
        if self._is_made("cues"):
            self.cues.show_design(design)
        if self._is_made("position"):
            self.position.show_position(design.position)
        if self._is_made("variants"):
            self.variants.sample_line.show_numbers(design.n_reviewed, design.review_seed)
        self._check_timer.start()

    def _has_steps(self) -> bool:
        saver = self._context.details
        return bool(saver.undo_words(PAGE_ID) or saver.redo_words(PAGE_ID))

    def _on_project_changed(self) -> None:
        self._show_changes()
        if self._project_id() != self._shown_project:
            self._shown_project = self._project_id()
            self._built = None
            self._show_parts(Design())
        if self.isVisible():
            self._read_built()

    def _show_changes(self) -> None:
        project = self._context.project
        self.outdated_note.show_changes(project.plan_changes if project else ())

    def _on_design_started(self, design: Design) -> None:
        self._context.details.change(PAGE_ID, self.tr("design started"), design=design)
        self.tabs.setCurrentIndex(1)
        self.tabs.setFocus()

    def _on_edited(self, words: str, design: Design) -> None:
        self._context.details.change(PAGE_ID, words, design=design)

    def _on_position_edited(self, field: str, position: Position) -> None:
        design = self._design()
        if design is not None:
            self._on_edited(field, replace(design, position=position))

    def _on_sample_edited(self, name: str, value: int) -> None:
        design = self._design()
        if design is not None:
            words = self.tr("size of the sample") if name == "n_reviewed" else self.tr("seed of the sample")
            self._on_edited(words, replace(design, **{name: value}))  # type: ignore[arg-type]  # both are numbers

    def _check_lists(self) -> None:
        from fairdesk.audit.cue_lists import check_lists

        design = self._design()
        if design is not None:
            self._context.live_tasks.start(
                work=plainly(check_lists, design),
                done=partial(self._on_checked, design),
                failed=self.messages.show_failure,
            )

    def _on_checked(self, design: Design, problems: tuple[ListProblem, ...]) -> None:
        if design == self._design():
            self._problems = problems
            if self._is_made("cues"):
                self.cues.show_problems(problems)
            if self._is_made("attributes"):
                self.attributes.show_problems([one for one in problems if not one.cue_id])

    # Lists from files.

    def _on_list_requested(self, cue_id: str, level: str) -> None:
        from PySide6.QtWidgets import QFileDialog

        path, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Choose a file with word lists"),
            "",
            self.tr("Word lists ({endings});;All files (*)").format(endings=LIST_ENDINGS),
        )
        if path:
            self.take_lists(Path(path), cue_id, level)

    def take_lists(self, path: Path, cue_id: str, level: str) -> None:
        """Read a file of word lists and ask which list becomes the words of which level."""
        from fairdesk.audit.cue_lists import read_word_lists

        self.messages.hide()
        self._context.tasks.start(
            work=plainly(read_word_lists, path),
            done=partial(self._on_lists_read, path, cue_id, level),
            failed=self.messages.show_failure,
        )

    def _on_lists_read(self, path: Path, cue_id: str, level: str, found: FoundLists) -> None:
        from fairdesk.gui.dialogs.list_importing import ask_about_lists

        design = self._design()
        cue = cue_of(design, cue_id) if design is not None else None
        if design is None or cue is None:
            return
        chosen = ask_about_lists(path, found, cue, level, self)
        if chosen is None:
            return
        for name, one in chosen.by_level.items():
            read = WordList(level=name, words=one.words, provenance=one.provenance)
            design = with_read_list(design, cue_id, name, read, chosen.adds)
        self._on_edited(self.tr("lists of {name} imported").format(name=path.name), design)

    # Variants.

    def _read_built(self) -> None:
        from fairdesk.audit.variants import built_variants

        # What is typed now is read when it is on disk.
        if self._design() is None or self._building is not None or not self._project_id() or self._context.unsaved:
            return
        self._context.tasks.start(
            work=plainly(built_variants, self._context.spec, self._project_id()),
            done=partial(self._on_built_read, self._project_id()),
            failed=self.messages.show_failure,
        )

    def _on_built_read(self, project_id: str, built: VariantsBuilt | None) -> None:
        if self._building is None and project_id == self._project_id():
            self._show_built(built)

    def _show_built(self, built: VariantsBuilt | None) -> None:
        design = self._design()
        if design is None:
            return
        self._built = built
        self._show_parts(design)

    def _show_parts(self, design: Design) -> None:
        """Show what was built in the tabs that were opened already."""
        if self._is_made("variants"):
            self.variants.show_built(self._built, design)
        if self._is_made("left"):
            self.left.show_built(self._built)
        if self._is_made("cues"):
            self._show_counts(self.cues)

    def _show_counts(self, cues: CuesPanel) -> None:
        built = self._built
        cues.show_counts(*((built.cue_counts, built.n_cases) if built is not None else (None, 0)))

    def _on_build_requested(self) -> None:
        """What was typed has to be on disk first, because the worker builds what is there."""
        self._context.save_requested.emit()
        if self._context.unsaved:
            self._waits_for_saving = True
            self.variants.build_line.show_progress(self.tr("Saving first…"), 0, 0)
        else:
            self._build()

    def _on_saved(self) -> None:
        if self._context.unsaved:
            return
        if self._waits_for_saving:
            self._waits_for_saving = False
            self._build()
        elif self.isVisible():
            # The variants that were built may be those of another design now.
            self._read_built()

    def _build(self) -> None:
        from fairdesk.audit.variants import build_variants

        self._built_for = (self._project_id(), self._design())
        words = self.tr("Building the variants…")
        self.variants.build_line.show_progress(words, 0, 0)
        self._show_activity(words)
        self._building = self._context.long_tasks.start(
            work=partial(build_variants, self._context.spec, self._project_id()),
            done=self._on_built,
            failed=self._on_not_built,
            progress=self._on_build_progress,
        )

    def _show_activity(self, words: str) -> None:
        stop = self.tr("Stop building")
        self._context.activity_changed.emit(Activity(words=words, cancel=self._on_cancel_requested, cancel_words=stop))

    def _on_build_progress(self, words: str) -> None:
        self.variants.build_line.show_progress(words, 0, 0)
        self._show_activity(words)

    def _on_cancel_requested(self) -> None:
        if self._waits_for_saving:
            self._waits_for_saving = False
            self.variants.build_line.show_built(None)
        elif self._building is not None:
            self._building.cancel()
            self.variants.build_line.show_stopping()

    def _on_built(self, built: VariantsBuilt) -> None:
        self._building = None
        self._context.activity_changed.emit(None)
        if self._built_for == (self._project_id(), self._design()):
            self._show_built(built)
        else:
            # Another project is open, or the design was edited while it was built.
            self._read_built()

    def _on_not_built(self, failure: Failure) -> None:
        self._building = None
        self._context.activity_changed.emit(None)
        self._show_built(None)
        self._read_built()
        if isinstance(failure, Cancelled):
            self.messages.show_message(MessageKind.INFO, self.tr("Stopped. No variants were kept."))
        else:
            self.messages.show_failure(failure)

    def _on_file_requested(self, case_id: str) -> None:
        self._context.wanted_case_id = case_id
        self._context.navigate("cases")
