"""Object: what exactly is evaluated, for whom and by whom, and in what its systems differ."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairdesk.audit.projects import with_endpoint
from fairdesk.domain.audited_system import AuditedSystem, EndpointSettings
from fairdesk.domain.object_words import difference_words, different_parts
from fairdesk.domain.supplied_words import is_supplied
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.identity_panel import IdentityPanel
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.outdated_note import OutdatedNote
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.saving_bar import SavingBar
from fairdesk.gui.widgets.system_form import SystemForm
from fairdesk.gui.widgets.undo_bar import UndoBar

PAGE_ID = "object"


class ObjectPage(QWidget):
    """A form over the project's details; every letter is saved by itself and can be undone."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._saver = context.details
        self._project_id = ""
        self._endpoints: tuple[EndpointSettings, ...] = ()
        self._line_edits: dict[str, QLineEdit | TextArea] = {}
        self._system_forms: list[SystemForm] = []
        layout, self.messages = lay_out_page(
            self,
            self.tr("Object"),
            self.tr("What is evaluated is a configured application, never a model alone. All is saved as you type."),
        )
        self.saving_bar = SavingBar(context)
        self.outdated_note = OutdatedNote()
        self.undo_bar = UndoBar(context, PAGE_ID, self)
        for widget in (self.saving_bar, self.outdated_note, self.undo_bar):
            layout.addWidget(widget)
        self._add_engagement(layout)
        self._add_object(layout)
        self._add_endpoint(layout)
        layout.addWidget(PlainLabel(self.tr("What differs between the systems"), TextStyle.HEADING))
        self.difference_label = PlainLabel().wrapping()
        layout.addWidget(self.difference_label)
        self._systems = QVBoxLayout()
        layout.addLayout(self._systems)
        layout.addStretch(1)
        self._saver.changed.connect(self._fill)
        context.project_changed.connect(self._show_changes)
        context.project_edited.connect(self._show_changes)
        self._fill()
        self._show_changes()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._read_endpoints()

    def _read_endpoints(self) -> None:
        from fairdesk.audit.endpoints import list_endpoints

        self._context.tasks.start(
            work=plainly(list_endpoints, self._context.spec),
            done=self._on_endpoints_listed,
            failed=self.messages.show_failure,
        )

    def _add_engagement(self, layout: QVBoxLayout) -> None:
        layout.addWidget(PlainLabel(self.tr("Who asks, who audits"), TextStyle.HEADING))
        form = Form()
        self._add_text(form, "client", FieldText(label=self.tr("Client"), help=self.tr("Who asked for the audit.")))
        self._add_text(
            form,
            "purpose",
            FieldText(label=self.tr("Purpose of the audit"), help=self.tr("Which decision the report is to serve.")),
            3,
        )
        self._add_text(form, "auditor", FieldText(label=self.tr("Auditor"), help=self.tr("Printed in the report.")))
        self._add_text(form, "auditor_role", FieldText(label=self.tr("Role of the auditor")))
        layout.addWidget(form)

    def _add_object(self, layout: QVBoxLayout) -> None:
        layout.addWidget(PlainLabel(self.tr("The application"), TextStyle.HEADING))
        form = Form()
        self._add_text(form, "object_name", FieldText(label=self.tr("Name of the application")))
        self._add_text(form, "object_purpose", FieldText(label=self.tr("What it is used for")), 3)
        self._add_text(
            form,
            "workflow",
            FieldText(
                label=self.tr("What people do with its output"),
                help=self.tr("Left empty, the report says: not described. Tests stop at the model output."),
            ),
            3,
        )
        layout.addWidget(form)

    def _add_text(self, form: Form, name: str, text: FieldText, n_lines: int = 1) -> None:
        words = text.label[0].lower() + text.label[1:]
        if n_lines == 1:
            line = QLineEdit()
            line.textEdited.connect(lambda typed: self._saver.change(PAGE_ID, words, **{name: typed}))
            form.add_field(text, line)
            self._line_edits[name] = line
        else:
            area = TextArea(n_lines)
            area.textChanged.connect(lambda: self._saver.change(PAGE_ID, words, **{name: area.words()}))
            form.add_field(text, area)
            self._line_edits[name] = area

    def _add_endpoint(self, layout: QVBoxLayout) -> None:
        self._reached_heading = PlainLabel(self.tr("How it is reached"), TextStyle.HEADING)
        layout.addWidget(self._reached_heading)
        self.endpoint_box = ChoiceBox()
        self.endpoint_box.activated.connect(self._on_endpoint_chosen)
        self.renew_button = QPushButton(self.tr("Take over its present settings"))
        self.renew_button.clicked.connect(self._on_renew_clicked)
        self.test_button = QPushButton(self.tr("Test or change it on the page Endpoints"))
        self.test_button.clicked.connect(lambda: self._context.navigate("endpoints"))
        self.endpoint_note = PlainLabel().wrapping()
        self.identity_panel = IdentityPanel()
        form = Form()
        self._endpoint_part = Form()
        self._endpoint_part.add_field(
            FieldText(
                label=self.tr("Endpoint of all systems"),
                help=self.tr("Choosing another one takes over its settings; what was learnt of the old is forgotten."),
            ),
            self.endpoint_box,
        )
        self._endpoint_part.add_widget(self.endpoint_note)
        form.add_part(self._endpoint_part)
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.renew_button)
        row.addWidget(self.test_button)
        row.addStretch(1)
        self._endpoint_part.add_widget(buttons)
        form.add_widget(self.identity_panel)
        layout.addWidget(form)

    def _fill(self) -> None:
        """Show the details; a field that shows the right words already is left alone."""
        details = self._saver.details
        for name, edit in self._line_edits.items():
            text: str = getattr(details, name)
            if isinstance(edit, TextArea):
                edit.show_text(text)
            elif edit.text() != text:
                edit.setText(text)
        project = self._context.project
        project_id = project.summary.project_id if project else ""
        is_other = project_id != self._project_id
        self._project_id = project_id
        self._fill_systems(details.systems, is_other)
        self._fill_endpoint()

    def _fill_systems(self, systems: tuple[AuditedSystem, ...], is_other: bool) -> None:
        if len(systems) != len(self._system_forms):
            is_other = True
            for old in self._system_forms:
                self._systems.removeWidget(old)
                old.deleteLater()
            self._system_forms = []
            for number in range(len(systems)):
                form = SystemForm(is_reference=number == 0)
                form.edited.connect(partial(self._on_system_edited, number))
                self._systems.addWidget(form)
                self._system_forms.append(form)
        is_supplied_project = any(map(is_supplied, systems))
        self._endpoint_part.setVisible(not is_supplied_project)
        self._reached_heading.setText(
            self.tr("What is known of it") if is_supplied_project else self.tr("How it is reached")
        )
        for number, system in enumerate(systems):
            self._system_forms[number].show_system(system, systems[0] if number else None, is_other)
            # Nothing of a system that others asked can be set here: its prompt and settings are not known.
            self._system_forms[number].setVisible(not is_supplied_project)
        self.difference_label.setText(self._differences(systems))
        self.identity_panel.show_system(systems[0] if systems else None)

    def _differences(self, systems: tuple[AuditedSystem, ...]) -> str:
        sentences = []
        for other in systems[1:]:
            sentences.append(difference_words(systems[0], other))
            n_parts = len(different_parts(systems[0], other))
            if n_parts > 1:
                sentences.append(self.tr("What one of these parts changed cannot be told from what another changed."))
            elif not n_parts and not is_supplied(other):
                sentences.append(self.tr("The two are one and the same: nothing can be compared."))
        return "\n".join(sentences) or self.tr("There is one system only: nothing to compare.")

    def _fill_endpoint(self) -> None:
        used = self._used_endpoint()
        names = [endpoint.name for endpoint in self._endpoints]
        self.endpoint_box.clear()
        for endpoint in self._endpoints:
            self.endpoint_box.addItem(endpoint.name, endpoint)
        self.renew_button.hide()
        self.endpoint_note.hide()
        if used is None:
            return
        if used.name not in names:
            self.endpoint_box.insertItem(0, used.name, used)
            if self._endpoints:
                self._note(self.tr("This endpoint is on the list no longer; the project keeps its settings."))
        elif self._endpoints[names.index(used.name)] != used:
            self.renew_button.show()
            self._note(self.tr("The settings of this endpoint were changed since the project took them over."))
        self.endpoint_box.setCurrentIndex(self.endpoint_box.findText(used.name))

    def _note(self, words: str) -> None:
        self.endpoint_note.setText(words)
        self.endpoint_note.show()

    def _used_endpoint(self) -> EndpointSettings | None:
        systems = self._saver.details.systems
        return systems[0].endpoint if systems else None

    def _show_changes(self) -> None:
        project = self._context.project
        self.outdated_note.show_changes(project.plan_changes if project else ())

    def _on_endpoints_listed(self, endpoints: tuple[EndpointSettings, ...]) -> None:
        self._endpoints = endpoints
        self._fill_endpoint()

    def _on_endpoint_chosen(self) -> None:
        chosen: EndpointSettings = self.endpoint_box.currentData()
        if chosen != self._used_endpoint():
            self._use(chosen)

    def _on_renew_clicked(self) -> None:
        used = self._used_endpoint()
        for endpoint in self._endpoints:
            if used is not None and endpoint.name == used.name:
                self._use(endpoint)
                return

    def _use(self, endpoint: EndpointSettings) -> None:
        systems = with_endpoint(self._saver.details, endpoint).systems
        self._saver.change(PAGE_ID, self.tr("endpoint {name}").format(name=endpoint.name), systems=systems)

    def _on_system_edited(self, number: int, words: str, edited: AuditedSystem) -> None:
        systems = list(self._saver.details.systems)
        systems[number] = edited
        if number == 0:
            for other, form in enumerate(self._system_forms):
                if form.follows_prompt():
                    systems[other] = replace(
                        systems[other], system_prompt=edited.system_prompt, examples=edited.examples
                    )
                if form.follows_decoding():
                    systems[other] = replace(systems[other], decoding=edited.decoding)
        self._saver.change(PAGE_ID, words, systems=tuple(systems))
