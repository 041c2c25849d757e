"""A locked plan: who locked and confirmed it, what deviated since, and the way to deviate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.lock_words import confirmation_words, exploratory_words
from fairdesk.domain.locks import Deviation, PlanLock
from fairdesk.gui.plan_edits import ALWAYS
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.side_by_side import kept_narrow

if TYPE_CHECKING:
    from fairdesk.audit.locking import LockView


class LockedPanel(QWidget):
    """Shown once the plan is locked. ``deviation_wanted`` carries the reason."""

    editing_wanted = Signal()
    deviation_wanted = Signal(str)
    way_back_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lock_label = PlainLabel().wrapping()
        self.lock_label.setAccessibleName(self.tr("The lock"))
        self.model = RowsModel(self._columns(), self)
        self.none_label = PlainLabel(self.tr("No deviation: the plan is as it was locked.")).wrapping()
        self.table = ShortTable(self.model, self.tr("Deviations from the locked plan"), most_rows=8)
        self.whole_label = PlainLabel().wrapping()
        self.whole_label.setAccessibleName(self.tr("The chosen deviation"))
        self.edit_button = QPushButton(self.tr("Deviate…"))
        self.seen_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.changes_label = PlainLabel().wrapping()
        self.changes_label.setAccessibleName(self.tr("What differs from the plan in force"))
        self.reason_area = TextArea(3)
        self.record_button = QPushButton(self.tr("Record the deviation"))
        self.back_button = QPushButton(self.tr("Give it up: back to the plan in force"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        for button in (self.edit_button, self.record_button, self.back_button, self.cancel_button):
            button.setProperty(ALWAYS, True)
        self.note = FieldNote()
        self.step_label = PlainLabel().wrapping()
        self._form = Form()
        self._lay_out()
        self.table.view.selectionModel().currentRowChanged.connect(self._on_row_chosen)
        self.edit_button.clicked.connect(self.editing_wanted)
        self.record_button.clicked.connect(self._on_record)
        self.back_button.clicked.connect(self.way_back_wanted)

    def show_view(self, view: LockView) -> None:
        """Show the lock that is in force."""
        if view.lock is None:
            return
        self.lock_label.setText("\n".join(self._lock_lines(view.lock, exploratory_words(view.deviations))))
        self.model.set_rows(view.deviations)
        self.table.setVisible(bool(view.deviations))
        self.none_label.setVisible(not view.deviations)
        self.table.view.fit_columns()
        self.whole_label.setVisible(bool(view.deviations))
        if view.deviations and not self.table.view.currentIndex().isValid():
            self.table.view.selectRow(len(view.deviations) - 1)
        seen = (
            self.tr("Results may have been seen; the deviation will say so.")
            if view.results_seen
            else self.tr("No result was seen yet; the deviation will say so.")
        )
        self.seen_label.setText(f"{seen} {view.seen_reason}".strip())

    def show_deviating(self, is_deviating: bool, changes: Sequence[str]) -> None:
        """Whether the fields of the page can be changed now, and what was changed up to now."""
        self.edit_button.setVisible(not is_deviating)
        self._form.setVisible(is_deviating)
        self.changes_label.setText(
            "\n".join(f"• {words}" for words in changes)
            or self.tr("Nothing differs yet. Change what has to change on the other parts of this page.")
        )
        if not is_deviating:
            self.reason_area.clear()
            self.note.show_problem("")

    def show_working(self, words: str) -> None:
        """What is done now; nothing ends the work."""
        self.step_label.setText(words)
        self.step_label.setVisible(bool(words))
        self.cancel_button.setVisible(bool(words))
        for button in (self.record_button, self.back_button):
            button.setEnabled(not words)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        form = self._form
        form.add_widget(self.seen_label)
        form.add_widget(self.changes_label)
        form.add_field(
            FieldText(
                label=self.tr("Why the plan is changed after the lock"), help=self.tr("Printed with time and name.")
            ),
            self.reason_area,
        )
        form.add_widget(self.note)
        form.add_widget(ButtonRow([self.record_button, self.back_button, self.cancel_button]))
        form.add_widget(self.step_label)
        self.step_label.hide()
        self.cancel_button.hide()
        for widget in (
            self.lock_label,
            PlainLabel(self.tr("Deviations"), TextStyle.HEADING),
            self.none_label,
            self.table,
            self.whole_label,
            ButtonRow([self.edit_button]),
            kept_narrow(form),
        ):
            layout.addWidget(widget)
        layout.addStretch(1)

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("When"), text=lambda one: shown_time(one.at), sort_key=lambda one: one.at),
            Column(title=self.tr("Who"), text=lambda one: one.by),
            Column(
                title=self.tr("Results seen"),
                text=lambda one: self.tr("yes, before") if one.results_seen else self.tr("no, not yet"),
            ),
            Column(title=self.tr("Why"), text=lambda one: one.reason),
            Column(title=self.tr("What changed"), text=_changes),
        )

    def _on_row_chosen(self, index: QModelIndex) -> None:
        """A reason may be longer than any column: the chosen one stands below, whole."""
        if index.isValid():
            one = self.model.row(index.row())
            self.whole_label.setText(
                self.tr("{at}, {who}: {why}\n{changes}").format(
                    at=shown_time(one.at), who=one.by, why=one.reason, changes=_changes(one)
                )
            )

    def _on_record(self) -> None:
        reason = self.reason_area.words().strip()
        if not reason:
            self.note.show_problem(
                self.tr("A deviation needs a reason."), self.tr("Write why the plan is changed after the lock.")
            )
            self.reason_area.setFocus()
            return
        self.note.show_problem("")
        self.deviation_wanted.emit(reason)

    def _lock_lines(self, lock: PlanLock, exploratory: str) -> list[str]:
        confirmed, statement = confirmation_words(lock.confirmation), lock.confirmation.statement
        who = f"{lock.locked_by}, {lock.role}" if lock.role else lock.locked_by
        return [
            self.tr("Locked {at} by {who}.").format(at=shown_time(lock.at), who=who),
            self.tr("SHA-256 of the plan: {sha}").format(sha=lock.plan_sha256),
            confirmed[:1].upper() + confirmed[1:] + ".",
            *([self.tr("Statement: “{words}”").format(words=statement)] if statement else []),
            *([exploratory] if exploratory else []),
        ]


def _changes(one: Deviation) -> str:
    return " ".join(one.changes)
