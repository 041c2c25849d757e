"""Endpoints: where models are reached, what answers there, and where their keys are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from fairdesk.audit.endpoint_terms import format_choices, read_terms, route_words
from fairdesk.audit.projects import with_facts
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.gui.autosave import Autosave
from fairdesk.gui.endpoint_work import keep_changes, take_away
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, Work
from fairdesk.gui.widgets.connection_panel import ConnectionPanel
from fairdesk.gui.widgets.endpoint_forms import EmbeddedForm, OwnEndpointForm, RehearsalForm
from fairdesk.gui.widgets.fold import Fold
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.terms_form import TermsForm

if TYPE_CHECKING:
    from fairdesk.audit.endpoints import ConnectionTest, KeyState

PAGE_ID = "endpoints"
SHOWN_ROWS = 6


class EndpointsPage(QWidget):
    """The list of endpoints above, the chosen one below; what is typed is saved by itself."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._chosen: EndpointSettings | None = None
        self._wanted = ""
        # By the name in the store; a change stays here until it is on disk.
        self._pending: dict[str, EndpointSettings] = {}
        self._sent: dict[str, EndpointSettings] = {}
        self._pending_terms: dict[str, EndpointTerms] = {}
        self._sent_terms: dict[str, EndpointTerms] = {}
        self._autosave = Autosave(context, self._make_work, self)
        self._autosave.saved.connect(self._on_listed)
        layout, self.messages = lay_out_page(
            self, self.tr("Endpoints"), self.tr("Two are built in; add the one at which the application is reached.")
        )
        self._autosave.failed.connect(self.messages.show_failure)
        self._autosave.recovered.connect(self.messages.hide)
        self.model = RowsModel(self._columns(), self)
        self.table = ShortTable(self.model, self.tr("Endpoints"), SHOWN_ROWS, self)
        self.table.view.remember_as("endpoints", context.remembered)
        self.table.view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.add_button = QPushButton(self.tr("Add an endpoint"))
        self.delete_button = QPushButton(self.tr("Delete…"))
        self.add_button.clicked.connect(self._on_add_clicked)
        self.delete_button.clicked.connect(self._on_delete_clicked)
        self.heading = PlainLabel("", TextStyle.HEADING).wrapping()
        self.own_form, self.embedded_form, self.rehearsal_form = OwnEndpointForm(), EmbeddedForm(), RehearsalForm()
        self.own_form.key_typed.connect(self._on_key_typed)
        self.terms_form = TermsForm()
        self.terms_form.edited.connect(self._on_terms_edited)
        self.terms_fold = Fold(self.tr("Certificates, limits, time-outs and prices"), self.terms_form)
        self.connection_panel = ConnectionPanel(context)
        self.connection_panel.test_requested.connect(self._on_test_requested)
        self.connection_panel.tested.connect(self._on_tested)
        self.noted_label = PlainLabel().wrapping()
        buttons = QHBoxLayout()
        for button in (self.add_button, self.delete_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout.addWidget(self.table)
        layout.addLayout(buttons)
        layout.addWidget(self.heading)
        for form in (self.own_form, self.embedded_form, self.rehearsal_form):
            form.edited.connect(self._on_edited)
            form.hide()
            layout.addWidget(form)
        layout.addWidget(self.connection_panel)
        layout.addWidget(self.noted_label)
        layout.addWidget(self.terms_fold)
        layout.addStretch(1)
        self._refresh()

    def _columns(self) -> tuple[Column, ...]:
        kinds = {choice.format_id: choice.title for choice in format_choices()} | {
            "embedded": self.tr("built in: demonstration object, never a judge"),
            "rehearsal": self.tr("built in: rehearsal, not evidence"),
            "rehearsal_completions": self.tr("built in: rehearsal of likelihoods, not evidence"),
        }
        return (
            Column(title=self.tr("Endpoint"), text=lambda row: row.name),
            Column(title=self.tr("Kind"), text=lambda row: kinds.get(row.kind, row.kind)),
            Column(title=self.tr("Address"), text=lambda row: row.base_url or self.tr("on this computer")),
            Column(title=self.tr("Model"), text=lambda row: row.model or self.tr("chosen by the endpoint")),
            Column(title=self.tr("Name of the key"), text=self._key_words),
        )

    def _key_words(self, row: EndpointSettings) -> str:
        if row.key_variable and not row.key_name:
            return self.tr("from the variable {name}").format(name=row.key_variable)
        return row.key_name or self.tr("none needed")

    def _refresh(self) -> None:
        from fairdesk.audit.endpoints import list_endpoints

        self._context.tasks.start(
            work=plainly(list_endpoints, self._context.spec), done=self._on_listed, failed=self.messages.show_failure
        )

    def _on_listed(self, endpoints: tuple[EndpointSettings, ...]) -> None:
        for name, kept in self._sent_terms.items():
            newer_terms = self._pending_terms.pop(name, kept)
            if newer_terms != kept:
                renamed = self._sent.get(name)
                self._pending_terms[renamed.name if renamed else name] = newer_terms
        for name, sent in self._sent.items():
            newer = self._pending.pop(name, None)
            if newer is not None and newer != sent:
                # Typed while it was being saved; it is kept under its new name by now.
                self._pending[sent.name] = newer
        self._sent, self._sent_terms = {}, {}
        is_first = self.model.rowCount() == 0
        wanted = self._wanted or (self._chosen.name if self._chosen else "") or endpoints[0].name
        self._wanted = ""
        self.model.set_rows(endpoints)
        if is_first:
            self.table.view.fit_columns()
        for number in range(self.model.rowCount()):
            if self.model.row(number).name == wanted:
                self.table.view.selectRow(number)

    def _on_selection_changed(self) -> None:
        selected = self.table.view.selectionModel().selectedRows()
        if not selected:
            return
        endpoint: EndpointSettings = self.model.row(selected[0])
        if self._chosen is not None and self._chosen.name == endpoint.name:
            return
        self._autosave.save_now()
        self._choose(self._pending.get(endpoint.name, endpoint))

    def _choose(self, endpoint: EndpointSettings) -> None:
        self._chosen = endpoint
        self.heading.setText(endpoint.name)
        shown: OwnEndpointForm | EmbeddedForm | RehearsalForm = self.own_form
        if endpoint.kind == "embedded":
            shown = self.embedded_form
        elif endpoint.is_rehearsal:
            shown = self.rehearsal_form
        for form in (self.own_form, self.embedded_form, self.rehearsal_form):
            form.setVisible(form is shown)
        shown.show_endpoint(endpoint)
        is_own = shown is self.own_form
        self.delete_button.setEnabled(is_own)
        self.terms_fold.setVisible(is_own)
        self.connection_panel.forget()
        self.connection_panel.show_calls(self.own_form.n_test_calls(), is_own=is_own)
        self.noted_label.clear()
        if is_own:
            self._ask_for_key(endpoint)
            self._ask_for_route(endpoint)
            self._ask_for_terms(endpoint.name)

    def _ask_for_route(self, endpoint: EndpointSettings) -> None:
        self._context.tasks.start(
            work=plainly(route_words, endpoint), done=self.own_form.route_label.setText, failed=_say_nothing
        )

    def _ask_for_terms(self, name: str) -> None:
        if name in self._pending_terms:
            self._show_terms(name, self._pending_terms[name])
            return
        self.terms_form.setEnabled(False)
        self._context.tasks.start(
            work=plainly(read_terms, self._context.spec, name),
            done=partial(self._show_terms, name),
            failed=self.messages.show_failure,
        )

    def _show_terms(self, name: str, terms: EndpointTerms) -> None:
        if self._stored_name() == name:
            self.terms_form.setEnabled(True)
            self.terms_form.show_terms(terms)
            self.terms_fold.show_summary(self.terms_form.summary())

    def _on_terms_edited(self, terms: EndpointTerms) -> None:
        self._pending_terms[self._stored_name()] = terms
        self.terms_fold.show_summary(self.terms_form.summary())
        self._autosave.touch()

    def _ask_for_key(self, endpoint: EndpointSettings) -> None:
        from fairdesk.audit.endpoints import key_state

        self.own_form.key_label.setText(self.tr("Whether the key is at hand is being looked up…"))
        # The key store may wait for somebody to unlock it: not among the short works.
        self._context.long_tasks.start(
            work=plainly(key_state, self._context.spec, endpoint),
            done=self._on_key_looked_up,
            failed=self.messages.show_failure,
        )

    def _on_key_looked_up(self, state: KeyState) -> None:
        if not state.needed:
            at_hand = self.tr("No key is named, so none is sent.")
        elif state.present:
            at_hand = self.tr("The key is at hand.")
        else:
            at_hand = self.tr("There is no key under this name yet.")
        self.own_form.key_label.setText(f"{at_hand} {state.words}")

    def _on_edited(self, edited: EndpointSettings) -> None:
        """Take over what was typed; a name that cannot be used is told beside its field and not saved."""
        stored_name = self._stored_name()
        others = {self.model.row(number).name for number in range(self.model.rowCount())} - {stored_name}
        problem, advice = "", ""
        if not edited.name:
            problem, advice = self.tr("The endpoint has no name."), self.tr("It keeps its old one until it has.")
        elif edited.name in others:
            problem, advice = self.tr("There is an endpoint of this name already."), self.tr("Choose another one.")
        self.own_form.name_note.show_problem(problem, advice)
        if problem:
            edited = replace(edited, name=stored_name)
        has_other_key = self._chosen is not None and (self._chosen.key_name, self._chosen.key_variable) != (
            edited.key_name,
            edited.key_variable,
        )
        self._pending[stored_name] = edited
        if self._chosen is not None and self._chosen.base_url != edited.base_url:
            self._ask_for_route(edited)
        self._chosen = edited
        self.connection_panel.show_calls(self.own_form.n_test_calls(), is_own=self.own_form.isVisible())
        self.heading.setText(edited.name)
        self._autosave.touch()
        if has_other_key:
            self.own_form.key_label.setText(self.tr("Keep the key again under this name, or test the connection."))

    def _stored_name(self) -> str:
        """The name in the store of the endpoint that is shown."""
        selected = self.table.view.selectionModel().selectedRows()
        return str(self.model.row(selected[0]).name) if selected else ""

    def _make_work(self) -> Work:
        self._sent = dict(self._pending)
        self._sent_terms = dict(self._pending_terms)
        return plainly(keep_changes, self._context.spec, tuple(self._sent.items()), self._sent_terms)

    def _on_add_clicked(self) -> None:
        names = {self.model.row(number).name for number in range(self.model.rowCount())}
        name, number = self.tr("New endpoint"), 1
        while name in names:
            number += 1
            name = self.tr("New endpoint {number}").format(number=number)
        new = EndpointSettings(name=name, kind="openai_chat", model="", options={})
        self._wanted = name
        self._autosave.save_now()
        self._context.tasks.start(
            work=plainly(keep_changes, self._context.spec, (("", new),)),
            done=self._on_added,
            failed=self.messages.show_failure,
        )

    def _on_added(self, endpoints: Sequence[EndpointSettings]) -> None:
        self._on_listed(tuple(endpoints))
        self.own_form.name_edit.setFocus()
        self.own_form.name_edit.selectAll()

    def _on_delete_clicked(self) -> None:
        from fairdesk.gui.dialogs.deleting import ask_before_deleting_endpoint

        name = self._stored_name()
        if name and ask_before_deleting_endpoint(name, self):
            self._pending.pop(name, None)
            self._chosen = None
            self._context.tasks.start(
                work=plainly(take_away, self._context.spec, name),
                done=partial(self._on_deleted, name),
                failed=self.messages.show_failure,
            )

    def _on_deleted(self, name: str, endpoints: tuple[EndpointSettings, ...]) -> None:
        self._on_listed(endpoints)
        self.messages.show_message(MessageKind.INFO, self.tr("“{name}” was deleted from the list.").format(name=name))

    def _on_key_typed(self, key_name: str, key: str) -> None:
        from fairdesk.audit.endpoints import remember_key

        self.own_form.key_label.setText(self.tr("The key is being kept…"))
        self.own_form.keep_button.setEnabled(False)
        self._context.long_tasks.start(
            work=plainly(remember_key, self._context.spec, key_name, key),
            done=partial(self._on_key_kept, key_name, key),
            failed=self._on_key_failed,
        )

    def _on_key_kept(self, key_name: str, key: str, state: KeyState) -> None:
        if state.for_session:
            self._context.keep_session_key(key_name, key)
        else:
            self._context.drop_session_key(key_name)
        self.own_form.keep_button.setEnabled(True)
        self.own_form.key_label.setText(self.tr("The key is at hand. {where}").format(where=state.words))

    def _on_key_failed(self, failure: Failure) -> None:
        self.own_form.keep_button.setEnabled(True)
        self.own_form.key_label.setText(self.tr("The key was not kept."))
        self.messages.show_failure(failure)

    def _on_test_requested(self) -> None:
        if self._chosen is None:
            return
        self.noted_label.clear()
        if self.own_form.isVisible() and not self.own_form.check_address():
            self.own_form.address_edit.setFocus()
            return
        self._autosave.save_now()
        self.connection_panel.test(self._chosen)

    def _on_tested(self, endpoint: EndpointSettings, found: ConnectionTest) -> None:
        """Note what was learnt in the open project, where it uses this endpoint."""
        project = self._context.project
        details = self._context.details.details
        if project is None or not found.ok:
            return
        name = project.summary.name
        if any(system.endpoint == endpoint for system in details.systems):
            learnt = with_facts(details, endpoint, found.facts)
            self._context.details.change(PAGE_ID, self.tr("facts of the endpoint"), systems=learnt.systems)
            self.noted_label.setText(self.tr("What was learnt is noted in the project “{name}”.").format(name=name))
        elif any(system.endpoint.name == endpoint.name for system in details.systems):
            self.noted_label.setText(
                self.tr(
                    "The project “{name}” uses earlier settings of this endpoint; take the present ones over on the "
                    "page Object."
                ).format(name=name)
            )


def _say_nothing(_failure: Failure) -> None:
    """The way to an endpoint is a help, and a test of the connection says what is wrong with it."""
