"""The targets of a plan: those adopted, those on offer, and for each what the planned files can show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.design import Design, PlannedTarget
from fairdesk.domain.plan_words import target_words
from fairdesk.domain.questions import QuantityKind, Target
from fairdesk.gui.plan_edits import PlanEdits
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.target_form import TargetForm

if TYPE_CHECKING:
    from fairdesk.audit.power_rows import DesignPower, PowerRow


class TargetPanel(QWidget):
    """A table of the targets and the form of the chosen one."""

    def __init__(self, edits: PlanEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._rows: tuple[PlannedTarget, ...] = ()
        self._power: dict[str, PowerRow] = {}
        self._chosen = ""
        self._is_filling = False
        self.model = RowsModel(self._columns(), self)
        self.table = ShortTable(self.model, self.tr("Targets"), most_rows=8)
        self.add_button = QPushButton(self.tr("Add a target of your own"))
        self.remove_button = QPushButton(self.tr("Remove the chosen target"))
        self.form = TargetForm()
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(
            PlainLabel(
                self.tr(
                    "A target is an internal choice. Those on offer are starting values; none counts before somebody "
                    "adopts it with a reason of their own."
                )
            ).wrapping()
        )
        layout.addWidget(self.table)
        layout.addWidget(ButtonRow([self.add_button, self.remove_button]))
        self.heading = PlainLabel("", TextStyle.HEADING).wrapping()
        layout.addWidget(self.heading)
        layout.addWidget(self.form)
        layout.addStretch(1)
        self.add_button.clicked.connect(self._on_add)
        self.remove_button.clicked.connect(self._on_remove)
        self.form.edited.connect(self._on_edited)
        self.table.view.selectionModel().currentRowChanged.connect(lambda current, _: self._on_chosen(current.row()))

    def show_design(self, design: Design, cells: tuple[tuple[tuple[str, ...], str], ...]) -> None:
        """Show the targets of a design and those on offer.

        Args:
            cells: The variants that a target can be about, each with its words.
        """
        from fairdesk.audit.plan_offers import with_offers

        self._rows = with_offers(design)
        ids = [one.target.target_id for one in self._rows]
        if self._chosen not in ids:
            self._chosen = next(iter(ids), "")
        self._is_filling = True
        self.form.show_places(design.questions, cells)
        shown = [target_words(self.model.row(row).target) for row in range(self.model.rowCount())]
        self.model.set_rows(self._rows)
        if any(words not in shown for words in (target_words(one.target) for one in self._rows)):
            # Targets of another project would be cut at the width of the words before.
            self.table.view.fit_columns(widest=480)
        if self._chosen:
            self.table.view.selectRow(ids.index(self._chosen))
        self._is_filling = False
        self._show_chosen()

    def show_power(self, power: DesignPower | None) -> None:
        """What the planned files can show for every target, as computed last."""
        rows = power.rows if power is not None else ()
        found = {row.row_id.removeprefix("target/"): row for row in rows if row.kind == "target"}
        if found != self._power:
            self._power = found
            last = max(0, self.model.rowCount() - 1)
            self.model.dataChanged.emit(
                self.model.index(0, 0),
                self.model.index(last, self.model.columnCount() - 1),
                [Qt.ItemDataRole.DisplayRole],
            )
        self._show_sentence()

    def _columns(self) -> tuple[Column, ...]:
        end = Qt.AlignmentFlag.AlignTrailing
        return (
            Column(
                title=self.tr("State"), text=lambda one: self.tr("adopted") if one.is_adopted else self.tr("on offer")
            ),
            Column(title=self.tr("Target"), text=lambda one: target_words(one.target)),
            Column(
                title=self.tr("True value assumed"),
                text=lambda one: self.tr("not chosen") if one.assumed_truth is None else f"{one.assumed_truth:g}",
                align=end,
            ),
            Column(title=self.tr("Files needed"), text=self._needed, align=end),
            Column(title=self.tr("Chance to find it"), text=self._chance, align=end),
        )

    def _needed(self, planned: PlannedTarget) -> str:
        row = self._power.get(planned.target.target_id)
        if row is None:
            return ""
        return self.tr("not known") if row.n_stays is None else f"{row.n_stays:,}"

    def _chance(self, planned: PlannedTarget) -> str:
        row = self._power.get(planned.target.target_id)
        if row is None:
            return ""
        return self.tr("not known") if row.chance is None else f"{row.chance:.2f}"

    def _on_chosen(self, row: int) -> None:
        if not self._is_filling and 0 <= row < self.model.rowCount():
            self._chosen = self.model.row(row).target.target_id
            self._show_chosen()

    def _show_chosen(self) -> None:
        planned = next((one for one in self._rows if one.target.target_id == self._chosen), None)
        self.form.setVisible(planned is not None)
        design = self._edits.design
        held = {one.target.target_id for one in design.targets} if design is not None else set()
        self.remove_button.setVisible(self._chosen in held)
        if planned is None:
            self.heading.setText(self.tr("No target: nothing will be said to meet or to miss one."))
            return
        self.heading.setText(target_words(planned.target))
        self.form.show_target(planned, self._edits.who())
        self._show_sentence()

    def _show_sentence(self) -> None:
        row = self._power.get(self._chosen)
        self.form.show_power(row.sentence if row is not None else "")

    def _on_edited(self, target_id: str, edited: PlannedTarget) -> None:
        design = self._edits.design
        if design is None:
            return
        held = [one.target.target_id for one in design.targets]
        if target_id in held:
            targets = tuple(edited if one.target.target_id == target_id else one for one in design.targets)
        else:
            # One on offer becomes one of the design as soon as something of it is decided.
            targets = (*design.targets, edited)
        self._edits.change(self.tr("target “{words}”").format(words=target_words(edited.target)), targets=targets)

    def _on_add(self) -> None:
        design = self._edits.design
        if design is None:
            return
        taken = {one.target.target_id for one in self._rows}
        number = next(number for number in range(1, len(taken) + 2) if f"own-{number}" not in taken)
        question = next((one for one in design.questions if one.kind is QuantityKind.DISCRETE), None)
        added = Target(
            target_id=f"own-{number}",
            measure="consistency",
            question_id=question.question_id if question is not None else "",
            threshold=0.90,
            direction="at_least",
            justification="",
        )
        self._chosen = added.target_id
        self._edits.change(self.tr("new target"), targets=(*design.targets, PlannedTarget(target=added)))
        self.form.threshold_box.setFocus()

    def _on_remove(self) -> None:
        design = self._edits.design
        if design is not None:
            kept = tuple(one for one in design.targets if one.target.target_id != self._chosen)
            self._edits.change(self.tr("target removed"), targets=kept)
