"""Plan: what is asked, of which combinations, against which targets, by which rules; what it can show; the lock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fairdesk.domain.design import CellChoice, Design
from fairdesk.domain.supplied_words import is_supplied
from fairdesk.gui.live_numbers import LiveNumbers
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.plan_edits import ALWAYS, PAGE_ID, PlanEdits, make_read_only
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
from fairdesk.gui.widgets.tab_area import PartTabs, in_tab_area
from fairdesk.gui.widgets.target_panel import TargetPanel
from fairdesk.gui.widgets.undo_bar import UndoBar

if TYPE_CHECKING:
    from fairdesk.audit.plan_numbers import PlanNumbers, PlanState
    from fairdesk.audit.report_gate import GateSentence

PARTS = ("questions", "grid", "targets", "rules", "lock")
"""Tabs in their order; sentences of the gate name them."""

EVERY_LEVEL = "*"
MOST_CELLS = 500
"""Variants that a target can be chosen for in a list."""


class PlanPage(QWidget):
    """Edits the design of the open project; nothing is computed or read here, all of it comes from workers."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._edits = PlanEdits(context)
        self._shipped: Design | None = None
        self._n_files = 0
        self._project_id = ""
        self._areas: list[QScrollArea] = []
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
        self.questions = QuestionPanel(self._edits)
        self.grid = GridPanel(self._edits)
        self.covering = CoveringForm(self._edits)
        self.targets = TargetPanel(self._edits)
        self.rules = RulesForm(self._edits)
        self.assumptions = AssumptionsForm(self._edits)
        self.power = PowerPanel()
        self.locking = PlanLocking(self.store, self._edits, self)
        self.tabs = PartTabs()
        self.tabs.setAccessibleName(self.tr("Parts of this page"))
        self._add_tabs()
        for widget in (
            self.saving_bar,
            self.outdated_note,
            self.own_label,
            self.undo_bar,
            self.strip,
            self.tabs,
        ):
            layout.addWidget(widget)
        layout.setStretchFactor(self.tabs, 1)
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

    def _add_tabs(self) -> None:
        grid = QWidget()
        grid_layout = QVBoxLayout(grid)
        grid_layout.addWidget(self.grid)
        grid_layout.addWidget(PlainLabel(self.tr("What is run, and by which rule it was chosen"), TextStyle.HEADING))
        grid_layout.addWidget(kept_narrow(self.covering))
        grid_layout.addStretch(1)
        rules = QWidget()
        rules_layout = QVBoxLayout(rules)
        rules_layout.setSpacing(10)
        rules_layout.addWidget(PlainLabel(self.tr("What the planned files can find out"), TextStyle.HEADING))
        rules_layout.addWidget(self.power)
        rules_layout.addWidget(SideBySide(self.assumptions, self.rules))
        rules_layout.addStretch(1)
        lock = QWidget()
        lock_layout = QVBoxLayout(lock)
        lock_layout.addWidget(self.locking.lock_panel)
        lock_layout.addWidget(self.locking.locked_panel)
        lock_layout.addStretch(1)
        self._editable = (self.questions, grid, self.targets, rules)
        for content, title in (
            (self.questions, self.tr("Questions")),
            (grid, self.tr("Coverage")),
            (self.targets, self.tr("Targets")),
            (rules, self.tr("Rules and sample size")),
            (lock, self.tr("Lock")),
        ):
            area = in_tab_area(content, title)
            self._areas.append(area)
            self.tabs.addTab(_below(self.grid.counts_label, area) if content is grid else area, title)

    def _connect(self) -> None:
        context, store = self._context, self.store
        context.details.changed.connect(self._fill)
        context.project_changed.connect(self._on_project_changed)
        context.project_edited.connect(self._on_project_edited)
        self.live.computed.connect(self._on_computed)
        self.live.late.connect(lambda: self.power.show_late(self.tr("Newer numbers are being computed…")))
        self.live.failed.connect(self.messages.show_failure)
        store.files_read.connect(self._on_files_read)
        store.files_unreadable.connect(self.messages.show_failure)
        store.estimates_read.connect(self.strip.show_estimates)
        store.gate_read.connect(self._on_gate_read)
        store.failed.connect(self.messages.show_failure)
        self.own_button.clicked.connect(self._on_own_wanted)
        self.questions.set_wanted.connect(self._on_set_wanted)
        self.grid.cells_wanted.connect(self.live.ask_cells)
        self.live.cells_computed.connect(self.grid.show_cells)
        self.grid.empty.action_requested.connect(lambda: context.navigate("cues"))
        self.strip.gate_button.clicked.connect(lambda: self.show_part("lock"))
        self.locking.changed.connect(self._fill)
        self.locking.lock_panel.gate_list.field_requested.connect(self._on_place_wanted)

    def _read_offers(self) -> None:
        from fairdesk.audit.plan_offers import reading_choices, shipped_design

        tasks = self._context.tasks
        tasks.start(work=plainly(reading_choices), done=self.questions.show_choices, failed=self.messages.show_failure)
        tasks.start(work=plainly(shipped_design), done=self._on_shipped, failed=self.messages.show_failure)

    def _on_shipped(self, design: Design) -> None:
        self._shipped = design
        self._fill()

    def _on_project_changed(self) -> None:
        project = self._context.project
        project_id = project.summary.project_id if project is not None else ""
        if project_id != self._project_id:
            self._project_id = project_id
            self.live.forget()
            self.messages.hide()
            self.locking.forget()
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
        details, design = self._edits.details, self._shown_design()
        is_supplied_project = any(map(is_supplied, details.systems))
        self._show_own(is_supplied_project)
        self.locking.show_person()
        if design is None:
            return
        self.questions.show_design(design, details.primary_question, max(1, details.n_samples))
        self.grid.show_design(design)
        self.covering.show_design(design)
        if design.choices is not self._choices:
            self._choices, self._cells = design.choices, _cells(design)
        self.targets.show_design(design, self._cells)
        self.rules.show_design(design)
        self.assumptions.show_assumptions(design.assumptions)
        self._make_read_only()
        self._ask()

    def _show_own(self, is_supplied_project: bool) -> None:
        is_shipped = self._edits.design is None
        self.own_button.setVisible(is_shipped and not is_supplied_project and not self.locking.is_locked())
        self.own_label.setVisible(is_shipped)
        self.own_label.setText(
            self.tr("The answers of this project were supplied: its plan was made from the records.")
            if is_supplied_project
            else self.tr(
                "This project uses the shipped admissions test. What it fixes is shown below and cannot be changed; it "
                "can be locked like a design of your own."
            )
        )

    def _make_read_only(self) -> None:
        is_fixed = self._edits.design is None or (self.locking.is_locked() and not self.locking.is_deviating)
        shown = (is_fixed, tuple(one.question_id for one in self._edits.design.questions) if self._edits.design else ())
        if shown == self._shown_fixed:
            # Nothing was switched and no form is new: looking at every control at every key would be felt.
            return
        self._shown_fixed = shown
        for part in self._editable:
            make_read_only(part, is_fixed)
        self.grid.set_read_only(is_fixed)

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

    def _on_computed(self, numbers: PlanNumbers) -> None:
        state = self._state()
        self.power.show_late(numbers.problem)
        if numbers.power is not None:
            self.power.show_power(numbers.power)
            self.rules.show_families(self._family_words(numbers))
        self.targets.show_power(numbers.power)
        if numbers.grid is not None:
            self.covering.show_covering(numbers.grid.covering)
            self.grid.show_view(numbers.grid)
        if state is not None:
            self.strip.show_numbers(state, numbers)

    def _on_gate_read(self, sentences: tuple[GateSentence, ...]) -> None:
        self.locking.lock_panel.show_gate(sentences)
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

    def _family_words(self, numbers: PlanNumbers) -> str:
        power = numbers.power
        if power is None:
            return ""
        return self.tr(
            "Families of every system. Confirmatory, sharing one level (Holm): tests of the primary question, {n}. A "
            "family of their own (Holm): interactions, {m}. All others are exploratory (Benjamini-Hochberg)."
        ).format(n=power.n_confirmatory, m=power.n_interactions)


def _below(above: QWidget, area: QWidget) -> QWidget:
    """A part that scrolls below words that always stand."""
    part = QWidget()
    # The ground of a tab is another one than that of what scrolls in it.
    part.setAutoFillBackground(True)
    layout = QVBoxLayout(part)
    layout.setContentsMargins(0, 8, 0, 0)
    row = QHBoxLayout()
    row.setContentsMargins(10, 0, 10, 0)
    row.addWidget(above)
    layout.addLayout(row)
    layout.addWidget(area, 1)
    return part


def _cells(design: Design) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The variants that a target can be about: the cells that the auditor chose one by one, in words."""
    titles = {one.attribute_id: one.title or one.attribute_id for one in design.attributes}
    found: dict[tuple[str, ...], str] = {}
    for choice in design.choices:
        if choice.is_tested and EVERY_LEVEL not in choice.levels.values():
            names = [one.attribute_id for one in design.attributes if one.attribute_id in choice.levels]
            key = tuple(f"{name}={choice.levels[name]}" for name in names)
            found[key] = ", ".join(f"{titles[name]}: {choice.levels[name]}" for name in names)
    return tuple(list(found.items())[:MOST_CELLS])
