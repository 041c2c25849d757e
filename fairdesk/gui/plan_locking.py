"""Locking a plan and deviating from it: between the panels of the page Plan and what the store does."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from fairdesk.domain.errors import Cancelled
from fairdesk.domain.lock_words import statement_to_sign
from fairdesk.gui.plan_edits import PlanEdits
from fairdesk.gui.plan_store import PlanStore
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure
from fairdesk.gui.widgets.lock_panel import LockPanel
from fairdesk.gui.widgets.locked_panel import LockedPanel
from fairdesk.gui.widgets.second_person_form import ALONE, ELSEWHERE

if TYPE_CHECKING:
    from fairdesk.audit.locking import LockView
    from fairdesk.audit.report_gate import GateSentence
    from fairdesk.domain.locks import Confirmation
    from fairdesk.gui.tasks import Work


class PlanLocking(QObject):
    """Shows the panel that fits: one to lock, or one with the lock and its deviations."""

    changed = Signal()
    """The plan was locked, or fields may or may not be edited now."""

    def __init__(self, store: PlanStore, edits: PlanEdits, page: QWidget) -> None:
        super().__init__(page)
        self._store = store
        self._edits = edits
        self._view: LockView | None = None
        self.is_deviating = False
        """Fields can be edited although the plan is locked, because somebody means to deviate from it."""

        store.view_read.connect(self._on_view_read)
        store.done.connect(self._on_done)
        store.act_failed.connect(self._on_failed)
        self._sentences: tuple[GateSentence, ...] | None = None

    # Both panels are made when the part of the page is first looked at; they begin with what is known by then.

    @cached_property
    def lock_panel(self) -> LockPanel:
        """What is missing, who locks, who confirms."""
        part = LockPanel()
        self._store.returned.connect(part.second_form.show_returned)
        part.prepare_wanted.connect(self._on_prepare)
        part.lock_wanted.connect(self._on_lock)
        part.cancel_button.clicked.connect(self._store.cancel)
        part.second_form.request_wanted.connect(self._store.write_request)
        part.second_form.return_chosen.connect(self._store.read_return)
        self.__dict__["lock_panel"] = part
        part.setVisible(not self.is_locked())
        self.show_person()
        if self._sentences is not None:
            part.show_gate(self._sentences)
        self._show_view_in("lock_panel")
        return part

    @cached_property
    def locked_panel(self) -> LockedPanel:
        """The lock in force and its deviations."""
        part = LockedPanel()
        part.cancel_button.clicked.connect(self._store.cancel)
        part.editing_wanted.connect(lambda: self._deviate(True))
        part.way_back_wanted.connect(self._on_way_back)
        part.deviation_wanted.connect(self._on_deviation)
        self.__dict__["locked_panel"] = part
        part.setVisible(self.is_locked())
        self._show_view_in("locked_panel")
        return part

    def is_locked(self) -> bool:
        """Whether the plan of the open project is locked, as far as it was read."""
        return self._view is not None and self._view.lock is not None

    def forget(self) -> None:
        """Another project is open."""
        self._view = None
        self.is_deviating = False
        self._sentences = None
        if self._is_made("lock_panel"):
            self.lock_panel.second_form.forget()
            self.lock_panel.show()
        if self._is_made("locked_panel"):
            self.locked_panel.hide()

    def show_person(self) -> None:
        """Who works here locks."""
        details = self._edits.details
        if self._is_made("lock_panel"):
            self.lock_panel.show_person(details.auditor.strip(), details.auditor_role.strip())

    def show_gate(self, sentences: tuple[GateSentence, ...]) -> None:
        """What is missing before the plan can be locked."""
        self._sentences = sentences
        if self._is_made("lock_panel"):
            self.lock_panel.show_gate(sentences)

    def _is_made(self, name: str) -> bool:
        return name in self.__dict__

    def _title(self) -> str:
        design = self._edits.design
        return design.title if design is not None else ""

    def _on_view_read(self, view: LockView) -> None:
        # What was changed on another page after the lock is a deviation that waits for its reason, too.
        self.is_deviating = view.lock is not None and (self.is_deviating or view.has_changes)
        is_other = self._view is None or (self._view.lock is None) != (view.lock is None)
        self._view = view
        for name in ("lock_panel", "locked_panel"):
            self._show_view_in(name)
        if is_other:
            self.changed.emit()

    def _show_view_in(self, name: str) -> None:
        """Show a panel what is locked, or would be; one that was not made yet begins with it."""
        view = self._view
        if view is None or not self._is_made(name):
            return
        if name == "lock_panel":
            sha256 = view.plan_sha256
            self.lock_panel.show_view(view, statement_to_sign(sha256, self._title()) if sha256 else "")
            self.lock_panel.setVisible(view.lock is None)
        else:
            self.locked_panel.show_view(view)
            self.locked_panel.show_deviating(self.is_deviating, view.changes)
            self.locked_panel.setVisible(view.lock is not None)

    def _deviate(self, is_deviating: bool) -> None:
        self.is_deviating = is_deviating
        if self._is_made("locked_panel"):
            self.locked_panel.show_deviating(is_deviating, self._view.changes if self._view is not None else ())
        self.changed.emit()

    def _on_way_back(self) -> None:
        if self._view is not None and self._view.lock is not None and self._edits.design is not None:
            self._edits.change_details(self.tr("back to the plan in force"), design=self._view.design_in_force)
        self._deviate(False)

    def _on_prepare(self) -> None:
        self.lock_panel.show_working(self.tr("The plan is being written down; endpoints are looked at for it…"))
        self._store.prepare()

    def _on_lock(self) -> None:
        if self._view is None:
            return
        details = self._edits.details
        self.lock_panel.show_working(self.tr("The plan is being locked…"))
        self._store.lock(
            details.auditor.strip(), details.auditor_role.strip(), self._confirming(self._view.plan_sha256)
        )

    def _confirming(self, plan_sha256: str) -> Work:
        from fairdesk.audit.confirming import Signer, alone, confirm

        form = self.lock_panel.second_form
        if form.way() == ELSEWHERE and form.returned is not None:
            return plainly(_same, form.returned)
        if form.way() == ALONE:
            return plainly(alone)
        signer = Signer(
            name=form.name_edit.text(),
            role=form.role_edit.text(),
            statement=form.statement(),
            p12=form.key_file(),
            password=form.password_edit.text() if form.key_file() is not None else "",
        )
        return plainly(confirm, plan_sha256, self._title(), signer)

    def _on_deviation(self, reason: str) -> None:
        self.locked_panel.show_working(self.tr("The deviation is being recorded…"))
        self._store.deviate(reason, self._edits.details.auditor.strip())

    def _on_done(self, act: str) -> None:
        self.lock_panel.show_working("")
        self.locked_panel.show_working("")
        if act == "lock":
            self.lock_panel.second_form.forget()
        if act == "deviate":
            self._deviate(False)
        self._store.read()

    def _on_failed(self, act: str, failure: Failure) -> None:
        self.lock_panel.show_working("")
        self.locked_panel.show_working("")
        if isinstance(failure, Cancelled):
            return
        if act in ("lock", "second person"):
            self.lock_panel.second_form.show_problem(failure)
        elif act == "deviate":
            self.locked_panel.note.show_problem(failure.message, failure.advice)
        else:
            self.lock_panel.say_missing(failure.message, failure.advice)
        self._store.read()


def _same(confirmation: Confirmation) -> Confirmation:
    """A confirmation that came back from elsewhere, as it was read and checked."""
    return confirmation
