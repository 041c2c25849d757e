"""Plan: what is asked, of which combinations, against which targets, by which rules; what it can show; the lock."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fairdesk.domain.design import CellChoice, Design
from fairdesk.domain.supplied_words import is_supplied
from fairdesk.gui.live_numbers import LiveNumbers
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.plan_edits import ALWAYS, PAGE_ID, PlanEdits, chosen_cells, make_read_only
from fairdesk.gui.plan_locking import PlanLocking
from fairdesk.gui.plan_store import PlanStore
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.covering_form import CoveringForm
from fairdesk.gui.widgets.grid_panel import GridPanel
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.outdated_note import OutdatedNote
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.plan_strip import PlanStrip
from fairdesk.gui.widgets.power_panel import PowerPanel
from fairdesk.gui.widgets.question_panel import QuestionPanel
from fairdesk.gui.widgets.rules_form import AssumptionsForm, RulesForm
from fairdesk.gui.widgets.saving_bar import SavingBar
from fairdesk.gui.widgets.side_by_side import SideBySide, kept_narrow
from fairdesk.gui.widgets.tab_area import PartTabs, below_row, in_tab_area
from fairdesk.gui.widgets.target_panel import TargetPanel
from fairdesk.gui.widgets.undo_bar import UndoBar

if TYPE_CHECKING:
    from fairdesk.audit.plan_numbers import PlanNumbers, PlanState
    from fairdesk.audit.plan_offers import ReadingChoice
    from fairdesk.audit.report_gate import GateSentence

PARTS = ("questions", "grid", "targets", "rules", "lock")
"""Tabs in their order; sentences of the gate name them."""

LATE = {"questions", "grid", "covering", "targets", "rules", "assumptions", "power"}
"""Parts that are made when they are first wanted."""

AnyPart = TypeVar("AnyPart", bound=QWidget)


class PlanPage(QWidget):
    """Edits the design of the open project; nothing is computed or read here, all of it comes from workers."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._edits = PlanEdits(context)
        self._shipped: Design | None = None
        self._reading_choices: tuple[ReadingChoice, ...] = ()
        self._n_files = 0
        self._project_id = ""
        self._areas: list[QScrollArea] = []
        self._numbers: PlanNumbers | None = None
        self._placed: set[int] = set()
        self._choices: tuple[CellChoice, ...] = ()
        self._cells: tuple[tuple[tuple[str, ...], str], ...] = ()
        self._shown_fixed: tuple[bool, tuple[str, ...]] | None = None
        self.live = LiveNumbers(context, self)
        self.store = PlanStore(context, self)
        layout, self.messages = lay_out_page(
            self,
            self.tr("Plan"),
            self.tr(
                "What decides is fixed before the first answer. Numbers follow as you type; all is saved by itself."
            ),
        )
        self.saving_bar = SavingBar(context)
        self.outdated_note = OutdatedNote()
        self.undo_bar = UndoBar(context, PAGE_ID, self)
        self.own_label = PlainLabel().wrapping()
        self.own_button = QPushButton(self.tr("Make a design of your own"))
        self.own_button.setProperty(ALWAYS, True)
        self.strip = PlanStrip([self.own_button])
        self.locking = PlanLocking(self.store, self._edits, self)
        self.tabs = PartTabs()
        self.tabs.setAccessibleName(self.tr("Parts of this page"))
        self._add_tabs()
        for widget in (self.saving_bar, self.outdated_note, self.own_label, self.undo_bar, self.strip):
            layout.addWidget(widget)
        layout.addWidget(self.tabs, 1)
        self._connect()
        self.live.warm_up()
        self._read_offers()
        self._on_project_changed()

    def show_part(self, part: str) -> None:
        """Show one of ``PARTS``; an unknown one changes nothing."""
        if part in PARTS:
            self.tabs.setCurrentIndex(PARTS.index(part))
            self.part_area().setFocus()

    def part_area(self) -> QScrollArea:
        """What scrolls in the part that is shown."""
        return self._areas[self.tabs.currentIndex()]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.store.read()
        # When the page stands: a click is answered before the part that it shows is filled.
        QTimer.singleShot(0, self, lambda: self._place(self.tabs.currentIndex()))

    def _add_tabs(self) -> None:
        self._counts_row = QHBoxLayout()
        rules_title = self.tr("Rules and sample size")
        titles = (self.tr("Questions"), self.tr("Coverage"), self.tr("Targets"), rules_title, self.tr("Lock"))
        for part, title in zip(PARTS, titles, strict=True):
            area = in_tab_area(QWidget(), title)
            self._areas.append(area)
            self.tabs.addTab(below_row(self._counts_row, area) if part == "grid" else area, title)
        self.tabs.currentChanged.connect(self._place)

    def _place(self, number: int) -> None:
        """Put what a tab holds into it when it is first shown: making all at once is felt when the page is opened."""
        if number in self._placed:
            return
        self._placed.add(number)
        part = PARTS[number]
        if part == "grid":
            self._counts_row.addWidget(self.grid.counts_label)
            words = PlainLabel(self.tr("What is run, and by which rule it was chosen"), TextStyle.HEADING)
            content = _column(self.grid, words, kept_narrow(self.covering))
        elif part == "rules":
            words = PlainLabel(self.tr("What the planned files can find out"), TextStyle.HEADING)
            content = _column(words, self.power, SideBySide(self.assumptions, self.rules))
        elif part == "lock":
            content = _column(self.locking.lock_panel, self.locking.locked_panel)
            self.locking.lock_panel.gate_list.field_requested.connect(self._on_place_wanted)
        else:
            content = self.questions if part == "questions" else self.targets
        self._areas[number].setWidget(content)

    # Parts that are made when they are first wanted; each begins with what is known by then.

    @cached_property
    def questions(self) -> QuestionPanel:
        """The questions that are asked."""
        part = QuestionPanel(self._edits)
        part.set_wanted.connect(self._on_set_wanted)
        if self._reading_choices:
            part.show_choices(self._reading_choices)
        return self._begun("questions", part)

    @cached_property
    def grid(self) -> GridPanel:
        """The coverage grid."""
        part = GridPanel(self._edits)
        part.cells_wanted.connect(self.live.ask_cells)
        self.live.cells_computed.connect(part.show_cells)
        part.empty.action_requested.connect(lambda: self._context.navigate("cues"))
        return self._begun("grid", part)

    @cached_property
    def covering(self) -> CoveringForm:
        """What is run, and by which rule it was chosen."""
        return self._begun("covering", CoveringForm(self._edits))

    @cached_property
    def targets(self) -> TargetPanel:
        """The targets, adopted and on offer."""
        return self._begun("targets", TargetPanel(self._edits))

    @cached_property
    def rules(self) -> RulesForm:
        """Level, families, stopping rule and margins."""
        return self._begun("rules", RulesForm(self._edits))

    @cached_property
    def assumptions(self) -> AssumptionsForm:
        """What sizes are computed from."""
        return self._begun("assumptions", AssumptionsForm(self._edits))

    @cached_property
    def power(self) -> PowerPanel:
        """What the planned files can find out."""
        return self._begun("power", PowerPanel())

    def _begun(self, name: str, part: AnyPart) -> AnyPart:
        """The part with what is known by now."""
        self.__dict__[name] = part
        design = self._shown_design()
        if design is not None:
            self._fill_parts(design, {name})
            self._make_part_read_only(name)
        self._show_numbers({name})
        return part

    def _made(self) -> set[str]:
        return LATE & self.__dict__.keys()

    def _connect(self) -> None:
        context, store = self._context, self.store
        context.details.changed.connect(self._fill)
        context.project_changed.connect(self._on_project_changed)
        context.project_edited.connect(self._on_project_edited)
        self.live.computed.connect(self._on_computed)
        self.live.late.connect(self._on_late)
        for failed in (self.live.failed, store.files_unreadable, store.failed):
            failed.connect(self.messages.show_failure)
        store.files_read.connect(self._on_files_read)
        store.estimates_read.connect(self.strip.show_estimates)
        store.gate_read.connect(self._on_gate_read)
        self.own_button.clicked.connect(self._on_own_wanted)
        self.strip.gate_button.clicked.connect(lambda: self.show_part("lock"))
        self.locking.changed.connect(self._fill)

    def _read_offers(self) -> None:
        from fairdesk.audit.plan_offers import reading_choices, shipped_design

        for function, done in ((reading_choices, self._on_choices_read), (shipped_design, self._on_shipped)):
            self._context.tasks.start(work=plainly(function), done=done, failed=self.messages.show_failure)

    def _on_choices_read(self, choices: tuple[ReadingChoice, ...]) -> None:
        self._reading_choices = choices
        if "questions" in self._made():
            self.questions.show_choices(choices)

    def _on_shipped(self, design: Design) -> None:
        self._shipped = design
        self._fill()

    def _on_project_changed(self) -> None:
        project = self._context.project
        project_id = project.summary.project_id if project is not None else ""
        if project_id != self._project_id:
            self._project_id = project_id
            for name in {"live", "locking", "grid"} & self.__dict__.keys():  # Forgetting makes no late part.
                getattr(self, name).forget()
            self._numbers = None
            self.messages.hide()
        self._fill()
        self._on_project_edited()

    def _on_project_edited(self) -> None:
        project = self._context.project
        self.outdated_note.show_changes(project.plan_changes if project is not None else ())
        if self.isVisible():
            self.store.read()

    def _shown_design(self) -> Design | None:
        return self._edits.design or self._shipped

    def _fill(self) -> None:
        """Show the details as typed, and ask for their numbers."""
        design = self._shown_design()
        self._show_own(any(map(is_supplied, self._edits.details.systems)))
        self.locking.show_person()
        if design is not None:
            self._fill_parts(design, self._made())
            self._make_read_only()
            self._ask()

    def _fill_parts(self, design: Design, wanted: Set[str]) -> None:
        if "questions" in wanted:
            details = self._edits.details
            self.questions.show_design(design, details.primary_question, max(1, details.n_samples))
        for name in wanted & {"grid", "covering", "rules"}:
            getattr(self, name).show_design(design)
        if "targets" in wanted:
            if design.choices is not self._choices:
                self._choices, self._cells = design.choices, chosen_cells(design)
            self.targets.show_design(design, self._cells)
        if "assumptions" in wanted:
            self.assumptions.show_assumptions(design.assumptions)

    def _show_own(self, is_supplied_project: bool) -> None:
        is_shipped, is_alone = self._edits.design is None, self._edits.details.without_files
        self.own_button.setVisible(is_shipped and not is_supplied_project and not self.locking.is_locked())
        self.own_label.setVisible(is_shipped or is_alone)
        self.own_label.setText(
            self.tr("The answers of this project were supplied: its plan was made from the records.")
            if is_supplied_project
            else self.tr("Benchmarks alone are asked (page Tests): the design below is about files and is not asked.")
            if is_alone
            else self.tr(
                "This project uses the shipped admissions test. What it fixes is shown below and cannot be changed; it "
                "can be locked like a design of your own."
            )
        )

    def _is_fixed(self) -> bool:
        return self._edits.design is None or (self.locking.is_locked() and not self.locking.is_deviating)

    def _make_read_only(self) -> None:
        is_fixed, design = self._is_fixed(), self._edits.design
        shown = (is_fixed, tuple(one.question_id for one in design.questions) if design else ())
        if shown == self._shown_fixed:
            # Nothing was switched and no form is new: looking at every control at every key would be felt.
            return
        self._shown_fixed = shown
        for name in self._made():
            self._make_part_read_only(name)

    def _make_part_read_only(self, name: str) -> None:
        make_read_only(getattr(self, name), self._is_fixed())
        if name == "grid":
            self.grid.set_read_only(self._is_fixed())

    def _state(self) -> PlanState | None:
        from fairdesk.audit.plan_numbers import PlanState

        design, details = self._shown_design(), self._edits.details
        if design is None or self._context.project is None:
            return None
        return PlanState(
            design=design,
            n_files=self._n_files,
            n_systems=len(details.systems),
            n_samples=max(1, details.n_samples),
            primary_question=details.primary_question,
            is_shipped=self._edits.design is None,
        )

    def _ask(self) -> None:
        state = self._state()
        if state is not None:
            self.live.ask(state)

    def _on_files_read(self, n_files: int) -> None:
        self._n_files = n_files
        self._ask()

    def _on_late(self) -> None:
        if "power" in self._made():
            self.power.show_late(self.tr("Newer numbers are being computed…"))

    def _on_computed(self, numbers: PlanNumbers) -> None:
        self._numbers = numbers
        self._show_numbers(self._made())
        state = self._state()
        if state is not None:
            self.strip.show_numbers(state, numbers)

    def _show_numbers(self, wanted: Set[str]) -> None:
        numbers = self._numbers
        if numbers is None:
            return
        if "power" in wanted:
            self.power.show_late(numbers.problem)
            if numbers.power is not None:
                self.power.show_power(numbers.power)
        if "rules" in wanted and numbers.power is not None:
            self.rules.show_families(numbers.power.n_confirmatory, numbers.power.n_interactions)
        if "targets" in wanted:
            self.targets.show_power(numbers.power)
        if "covering" in wanted and numbers.grid is not None:
            self.covering.show_covering(numbers.grid.covering)
        if "grid" in wanted and numbers.grid is not None:
            self.grid.show_view(numbers.grid)

    def _on_gate_read(self, sentences: tuple[GateSentence, ...]) -> None:
        self.locking.show_gate(sentences)
        n_missing = sum(one.is_blocking for one in sentences)
        self.strip.show_gate(n_missing, is_locked=self.locking.is_locked())

    def _on_place_wanted(self, page_id: str, part: str) -> None:
        if page_id == PAGE_ID:
            self.show_part(part)
        else:
            self._context.navigate(page_id)

    def _on_own_wanted(self) -> None:
        from fairdesk.audit.cue_lists import starting_design

        self._context.tasks.start(
            work=plainly(starting_design, self._context.spec, str(self.questions.language_box.currentData())),
            done=self._on_design_made,
            failed=self.messages.show_failure,
        )

    def _on_design_made(self, design: Design) -> None:
        if self._edits.design is None:
            self._edits.change_details(self.tr("design of your own"), design=design)

    def _on_set_wanted(self, language: str) -> None:
        from fairdesk.audit.plan_offers import question_set

        self._context.tasks.start(
            work=plainly(question_set, language),
            done=lambda questions: self._edits.change(self.tr("questions of a language"), questions=questions),
            failed=self.messages.show_failure,
        )


def _column(*parts: QWidget) -> QWidget:
    content = QWidget()
    layout = QVBoxLayout(content)
    layout.setSpacing(10)
    for part in parts:
        layout.addWidget(part)
    layout.addStretch(1)
    return content
