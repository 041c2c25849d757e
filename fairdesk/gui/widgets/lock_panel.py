"""What is missing before the lock, what it will fix, who confirms it, and the one button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMessageBox, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.plan_edits import ALWAYS
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.gate_list import GateList
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.second_person_form import SecondPersonForm
from fairdesk.gui.widgets.side_by_side import kept_narrow
from fairdesk.gui.widgets.tab_area import bring_into_sight

if TYPE_CHECKING:
    from fairdesk.audit.locking import LockView
    from fairdesk.audit.report_gate import GateSentence

SHOWN_MISSING = 4
"""So many missing things are named beside the button; all of them stand above."""


class LockPanel(QWidget):
    """Shown until the plan is locked. The page does the work: ``prepare_wanted`` and ``lock_wanted``."""

    prepare_wanted = Signal()
    lock_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: LockView | None = None
        self._blocking: tuple[str, ...] = ()
        self._is_working = False
        self.gate_list = GateList()
        self.who_label = PlainLabel().wrapping()
        self.who_label.setAccessibleName(self.tr("Who locks the plan"))
        self.hash_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.hash_label.setAccessibleName(self.tr("Hash of the plan"))
        self.fixes_label = PlainLabel().wrapping()
        self.fixes_label.setAccessibleName(self.tr("What the lock fixes"))
        self.prepare_button = QPushButton(self.tr("Write the plan down and show its hash"))
        self.second_form = SecondPersonForm()
        self.lock_button = QPushButton(self.tr("Lock the plan…"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        for button in (self.prepare_button, self.lock_button, self.cancel_button):
            button.setProperty(ALWAYS, True)
        self.note = FieldNote()
        self.step_label = PlainLabel().wrapping()
        self.step_label.setAccessibleName(self.tr("What is done now"))
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        for widget in (
            self.gate_list,
            PlainLabel(self.tr("What will be fixed"), TextStyle.HEADING),
            self.hash_label,
            self.fixes_label,
            ButtonRow([self.prepare_button]),
            PlainLabel(self.tr("Who locks, who confirms"), TextStyle.HEADING),
            self.who_label,
            kept_narrow(self.second_form),
            self.note,
            ButtonRow([self.lock_button, self.cancel_button]),
            self.step_label,
        ):
            layout.addWidget(widget)
        layout.addStretch(1)
        self.cancel_button.hide()
        self.step_label.hide()
        self.prepare_button.clicked.connect(self._on_prepare)
        self.lock_button.clicked.connect(self._on_lock)
        self.second_form.changed.connect(lambda: self.note.show_problem(""))

    def show_gate(self, sentences: Sequence[GateSentence]) -> None:
        """What is missing."""
        self._blocking = tuple(one.words for one in sentences if one.is_blocking)
        self.gate_list.show_sentences(
            sentences,
            self.tr("Missing before the plan can be locked:")
            if self._blocking
            else self.tr("Nothing is missing: the plan can be locked."),
        )
        if not self._blocking:
            self.note.show_problem("")

    def show_view(self, view: LockView, statement: str) -> None:
        """What would be locked now.

        Args:
            statement: What the second person types or signs; empty while the plan has no hash.
        """
        is_new = bool(view.plan_sha256) and (self._view is None or view.plan_sha256 != self._view.plan_sha256)
        self._view = view
        self.hash_label.setText(
            self.tr("SHA-256 of the plan: {sha}").format(sha=view.plan_sha256)
            if view.plan_sha256
            else self.tr("The plan as it stands now was not written down yet, so it has no hash.")
        )
        self.fixes_label.setText("\n".join(f"• {words}" for words in view.fixes))
        self.second_form.show_plan(statement)
        if is_new and self.isVisible():
            # What is fixed grows above the button that was pressed, and would push the answer out of sight.
            bring_into_sight(self.hash_label)

    def show_person(self, name: str, role: str) -> None:
        """Who works here locks."""
        if not name:
            self.who_label.setText(self.tr("Locked by: nobody is named yet; the page Object asks for it."))
            return
        who = f"{name}, {role}" if role else name
        self.who_label.setText(self.tr("Locked by: {who}. Name and role stand on the page Object.").format(who=who))

    def show_working(self, words: str) -> None:
        """What is done now; nothing ends the work."""
        self._is_working = bool(words)
        self.step_label.setText(words)
        self.step_label.setVisible(self._is_working)
        self.cancel_button.setVisible(self._is_working)
        for control in (self.prepare_button, self.lock_button, self.second_form):
            control.setEnabled(not self._is_working)

    def say_missing(self, words: str, advice: str = "") -> None:
        """Beside the button."""
        self.note.show_problem(words, advice)

    def _on_prepare(self) -> None:
        if self._is_open():
            return
        self.note.show_problem("")
        self.prepare_wanted.emit()

    def _on_lock(self) -> None:
        if self._is_open():
            return
        if self._view is None or not self._view.plan_sha256:
            self.note.show_problem(
                self.tr("Nobody has seen the hash of this plan yet."),
                self.tr("Write the plan down first, and let the second person see what it fixes."),
            )
            return
        missing = self.second_form.missing()
        if missing:
            self.note.show_problem(missing, self.tr("Or say that you work alone."))
            return
        self.note.show_problem("")
        if self._is_confirmed(self._view.plan_sha256):
            self.lock_wanted.emit()

    def _is_open(self) -> bool:
        """An open gate is named; nothing else happens."""
        if not self._blocking:
            return False
        words = " ".join(self._blocking[:SHOWN_MISSING])
        n_more = len(self._blocking) - SHOWN_MISSING
        if n_more > 0:
            words += " " + self.tr("And {n} more, listed above.").format(n=n_more)
        self.note.show_problem(
            self.tr("The plan cannot be locked yet. {missing}").format(missing=words),
            self.tr("The buttons above lead to each place."),
        )
        return True

    def _is_confirmed(self, sha256: str) -> bool:
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("Lock the plan"))
        box.setText(self.tr("Lock the plan {sha}…?").format(sha=sha256[:12]))
        box.setInformativeText(
            self.tr(
                "A lock cannot be taken back. A later change is a deviation, printed with its time, its reason and "
                "whether results had been seen."
            )
        )
        lock = box.addButton(self.tr("Lock"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        box.exec()
        return box.clickedButton() is lock
