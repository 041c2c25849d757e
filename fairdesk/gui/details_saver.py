"""What is typed about the open project, from the first letter until it is on disk, with the way back.

One for the whole window: pages that edit the same details must not overwrite each other, and another window must not
be overwritten in silence.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from fairdesk.audit.projects import ProjectView, SavedDetails, save_details, show_project
from fairdesk.domain.audited_system import AuditedSystem, EndpointFacts, ProjectDetails
from fairdesk.domain.design import Design
from fairdesk.domain.errors import ChangedElsewhere
from fairdesk.gui.autosave import Autosave
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, Work

if TYPE_CHECKING:
    from fairdesk.gui.page_context import PageContext

NO_FACTS = EndpointFacts(model_echo="", facts={})


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Another window saved the project first: what it has now, and the fields that were changed there and here."""

    other: ProjectView
    there: tuple[str, ...]
    here: tuple[str, ...]


@dataclass(slots=True, eq=False, kw_only=True)
class _Step:
    words: str
    before: dict[str, Any]
    after: dict[str, Any]


class DetailsSaver(QObject):
    """Holds the details as typed, saves them by itself, and undoes page by page."""

    changed = Signal()
    """``details`` is different from what was shown: typed, undone, or read."""

    failed = Signal(object)
    recovered = Signal()
    conflicted = Signal(object)
    """A ``Conflict``; what was typed is kept until ``keep_mine`` or ``take_other``."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._context = context
        self.details = ProjectDetails()
        self._base = self.details
        self._project_id = ""
        self._revision = 0
        self._was_edited = False
        self._conflict: Conflict | None = None
        self._done: dict[str, list[_Step]] = {}
        self._undone: dict[str, list[_Step]] = {}
        self._autosave = Autosave(context, self._make_work, self)
        self._autosave.saved.connect(self._on_saved)
        self._autosave.failed.connect(self._on_failed)
        self._autosave.recovered.connect(self.recovered)
        self._take(context.project)

    def follow_project(self) -> None:
        """Take over the project that is open now; called before anybody else hears of it."""
        view = self._context.project
        if view is None:
            self._autosave.give_up()
        elif self._autosave.is_unsaved() and view.summary.project_id == self._project_id:
            return
        self._take(view)

    def change(self, page_id: str, words: str, **values: Any) -> None:
        """Take over what was typed.

        Args:
            page_id: The page whose undo this step belongs to.
            words: Names the step, for example the field's label; equal steps in a row are one.
            values: Fields of ProjectDetails with their new values.
        """
        before = {name: getattr(self.details, name) for name in values}
        if before == values or not self._project_id:
            return
        steps = self._done.setdefault(page_id, [])
        if steps and steps[-1].words == words and steps[-1].after.keys() == values.keys():
            steps[-1].after = values
        else:
            steps.append(_Step(words=words, before=before, after=values))
        self._undone.pop(page_id, None)
        self._apply(values)

    def undo_words(self, page_id: str) -> str:
        """Names the step that ``undo`` takes back on a page; empty when there is none."""
        steps = self._done.get(page_id)
        return steps[-1].words if steps else ""

    def redo_words(self, page_id: str) -> str:
        """Names the step that ``redo`` does again on a page; empty when there is none."""
        steps = self._undone.get(page_id)
        return steps[-1].words if steps else ""

    def undo(self, page_id: str) -> None:
        """Take the last step of a page back."""
        if self._done.get(page_id):
            step = self._done[page_id].pop()
            self._undone.setdefault(page_id, []).append(step)
            self._apply(self._stepped(from_values=step.after, to_values=step.before))

    def redo(self, page_id: str) -> None:
        """Do a step again that was taken back."""
        if self._undone.get(page_id):
            step = self._undone[page_id].pop()
            self._done.setdefault(page_id, []).append(step)
            self._apply(self._stepped(from_values=step.before, to_values=step.after))

    def forget_steps(self) -> None:
        """The plan was locked, or a deviation recorded: no page undoes or does again what came before it."""
        self._done.clear()
        self._undone.clear()
        self.changed.emit()

    def hand_on(self) -> None:
        """A page is left: the other pages get to know what was edited on it."""
        if self._was_edited:
            self._was_edited = False
            self._context.read_project_again()

    def holds_unsaved_of_another(self, view: ProjectView) -> bool:
        """True while something typed about another project is not on disk."""
        return self._autosave.is_unsaved() and self._project_id != view.summary.project_id

    def keep_mine(self) -> None:
        """After a conflict: save the fields that were changed here over the other window's; its others stay."""
        if self._conflict is not None:
            mine = {name: getattr(self.details, name) for name in _changed_fields(self._base, self.details)}
            self._rebase(self._conflict.other, replace(self._conflict.other.details, **mine))

    def take_other(self) -> None:
        """After a conflict: show what the other window saved; what was typed here is dropped."""
        if self._conflict is not None:
            other = self._conflict.other
            self._autosave.give_up()
            self._take(other)
            self._context.project = other
            self._context.project_edited.emit()
            self.recovered.emit()

    def _apply(self, values: dict[str, Any]) -> None:
        self.details = replace(self.details, **values)
        self._was_edited = True
        self._autosave.touch()
        self.changed.emit()

    def _stepped(self, from_values: dict[str, Any], to_values: dict[str, Any]) -> dict[str, Any]:
        """The values of a step; of a design only the parts that the step changed, because two pages edit it."""
        values = dict(to_values)
        was, wanted, now = (from_values.get("design"), to_values.get("design"), self.details.design)
        if isinstance(was, Design) and isinstance(wanted, Design) and isinstance(now, Design):
            parts = (field.name for field in fields(Design))
            changed = {name: getattr(wanted, name) for name in parts if getattr(wanted, name) != getattr(was, name)}
            values["design"] = replace(now, **changed)
        return values

    def _make_work(self) -> Work:
        return plainly(save_details, self._context.spec, self._project_id, self.details, self._revision)

    def _take(self, view: ProjectView | None) -> None:
        details = view.details if view is not None else ProjectDetails()
        project_id = view.summary.project_id if view is not None else ""
        if project_id != self._project_id or details != self.details:
            self._done.clear()
            self._undone.clear()
        self.details = self._base = details
        self._project_id = project_id
        self._revision = view.revision if view is not None else 0
        self._conflict = None
        self.changed.emit()

    def _rebase(self, other: ProjectView, details: ProjectDetails) -> None:
        """Go on from what the other window saved, with ``details`` to be saved over it."""
        self._conflict = None
        self._base, self._revision = other.details, other.revision
        self.details = details
        self.changed.emit()
        self._autosave.touch()
        self._autosave.save_now()

    def _on_saved(self, saved: SavedDetails) -> None:
        self._base, self._revision = saved.details, saved.revision
        view = self._context.project
        if view is None or view.summary.project_id != self._project_id:
            return
        shown_in_list = (saved.details.client, saved.details.object_name)
        is_listed = shown_in_list == (view.summary.client, view.summary.object_name)
        summary = replace(
            view.summary, client=shown_in_list[0], object_name=shown_in_list[1], changed_at=saved.saved_at
        )
        self._context.project = replace(
            view, summary=summary, details=saved.details, revision=saved.revision, plan_changes=saved.plan_changes
        )
        self._context.project_edited.emit()
        if not is_listed:
            self._context.projects_changed.emit()

    def _on_failed(self, failure: Failure) -> None:
        if not isinstance(failure, ChangedElsewhere):
            self.failed.emit(failure)
        elif self._conflict is None:
            self._context.tasks.start(
                work=plainly(show_project, self._context.spec, self._project_id),
                done=self._on_other_read,
                failed=self.failed.emit,
            )

    def _on_other_read(self, other: ProjectView) -> None:
        if other.summary.project_id != self._project_id or not self._autosave.is_unsaved():
            return
        if _without_facts(other.details) == _without_facts(self._base):
            # A run of this project noted what it learnt of the endpoint: nobody's words are lost.
            self._rebase(other, _with_facts_of(self.details, other.details))
            return
        self._conflict = Conflict(
            other=other,
            there=_changed_fields(self._base, other.details),
            here=_changed_fields(self._base, self.details),
        )
        self.conflicted.emit(self._conflict)


def _changed_fields(before: ProjectDetails, after: ProjectDetails) -> tuple[str, ...]:
    names = (field.name for field in fields(ProjectDetails))
    return tuple(name for name in names if getattr(before, name) != getattr(after, name))


def _without_facts(details: ProjectDetails) -> ProjectDetails:
    return replace(details, systems=tuple(replace(system, facts=NO_FACTS) for system in details.systems))


def _with_facts_of(details: ProjectDetails, other: ProjectDetails) -> ProjectDetails:
    """The details with the facts that the other one's systems hold of the same endpoints."""
    known = {system.label: system for system in other.systems}

    def learnt(system: AuditedSystem) -> AuditedSystem:
        same = known.get(system.label)
        return replace(system, facts=same.facts) if same and same.endpoint == system.endpoint else system

    return replace(details, systems=tuple(learnt(system) for system in details.systems))
