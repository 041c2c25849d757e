"""The forms of the three kinds of endpoints: the auditor's own, the embedded model, the rehearsal model."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from fairdesk.audit.endpoint_terms import BODY_FIELDS, FormatChoice, format_choices
from fairdesk.domain.addresses import ADDRESS_ADVICE, address_problem
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import CountBox, NumberBox
from fairdesk.gui.widgets.fold import Fold
from fairdesk.gui.widgets.format_options import FormatOptions
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.system_form import LARGEST_SEED


class OwnEndpointForm(Form):
    """Name, kind of interface, address, model and key of an endpoint of the auditor's own.

    ``edited`` carries the settings as they are now, the name as typed; ``key_typed`` the key's name and the key.
    """

    edited = Signal(object)
    key_typed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._endpoint: EndpointSettings | None = None
        self.name_edit, self.address_edit, self.model_edit = QLineEdit(), QLineEdit(), QLineEdit()
        self.key_name_edit, self.variable_edit, self.key_edit = QLineEdit(), QLineEdit(), QLineEdit()
        self.name_note, self.address_note, self.key_note = FieldNote(), FieldNote(), FieldNote()
        self.key_edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.choices: dict[str, FormatChoice] = {choice.format_id: choice for choice in format_choices()}
        self.kind_box = ChoiceBox()
        for choice in self.choices.values():
            self.kind_box.addItem(choice.title, choice.format_id)
        self.options_form = FormatOptions()
        self.options_fold = Fold(self.tr("Further settings of this kind of interface"), self.options_form)
        self.route_label = PlainLabel().wrapping()
        self.route_label.setAccessibleName(self.tr("Way to the endpoint"))
        self.keep_button = QPushButton(self.tr("Keep this key"))
        self.key_label = PlainLabel().wrapping()
        self._lay_out()
        for edit, name in (
            (self.name_edit, "name"),
            (self.address_edit, "base_url"),
            (self.model_edit, "model"),
            (self.key_name_edit, "key_name"),
            (self.variable_edit, "key_variable"),
        ):
            edit.textEdited.connect(partial(self._on_edited, name))
        self.address_edit.editingFinished.connect(self.check_address)
        self.kind_box.activated.connect(self._on_kind_chosen)
        self.options_form.edited.connect(self._on_options_edited)
        self.keep_button.clicked.connect(self._on_keep_clicked)
        self.key_edit.returnPressed.connect(self._on_keep_clicked)

    def show_endpoint(self, endpoint: EndpointSettings) -> None:
        """Show another endpoint than before."""
        self._endpoint = endpoint
        for edit, text in (
            (self.name_edit, endpoint.name),
            (self.address_edit, endpoint.base_url),
            (self.model_edit, endpoint.model),
            (self.key_name_edit, endpoint.key_name),
            (self.variable_edit, endpoint.key_variable),
        ):
            edit.setText(text)
        self.kind_box.setCurrentIndex(self.kind_box.findData(endpoint.kind))
        self._show_options(endpoint)
        self.route_label.clear()
        self.key_edit.clear()
        for note in (self.name_note, self.key_note, self.address_note):
            note.show_problem("")
        if endpoint.base_url:
            self.check_address()

    def n_test_calls(self) -> int:
        """Calls that a test of the connection makes."""
        choice = self.choices.get(self.kind_box.currentData() or "")
        return choice.n_test_calls if choice is not None else 0

    def _show_options(self, endpoint: EndpointSettings) -> None:
        choice = self.choices.get(endpoint.kind)
        self.options_fold.setVisible(choice is not None)
        if choice is not None:
            self.address_edit.setPlaceholderText(choice.address_hint)
            self.options_form.show_options(choice, endpoint.options)
            self.options_fold.show_summary(self.options_form.summary())

    def _on_kind_chosen(self) -> None:
        """Options of the kind before are let go: the new one may read a name otherwise."""
        if self._endpoint is None:
            return
        kind = str(self.kind_box.currentData())
        known = {BODY_FIELDS, *(name for name, _ in self.choices[kind].options)}
        options = {name: value for name, value in self._endpoint.options.items() if name in known}
        self._endpoint = replace(self._endpoint, kind=kind, options=options)
        self._show_options(self._endpoint)
        self.edited.emit(self._endpoint)

    def _on_options_edited(self, options: dict[str, str]) -> None:
        if self._endpoint is not None:
            self._endpoint = replace(self._endpoint, options=options)
            self.options_fold.show_summary(self.options_form.summary())
            self.edited.emit(self._endpoint)

    def check_address(self) -> bool:
        """Say beside the field what is wrong with the address; True when nothing is."""
        problem = address_problem(self.address_edit.text())
        self.address_note.show_problem(problem, ADDRESS_ADVICE if problem else "")
        return not problem

    def _lay_out(self) -> None:
        for text, edit, note in (
            (FieldText(label=self.tr("Name in this list")), self.name_edit, self.name_note),
            (
                FieldText(
                    label=self.tr("Kind of interface"),
                    help=self.tr("How the server wants to be asked; most servers understand OpenAI-compatible chat."),
                ),
                self.kind_box,
                None,
            ),
            (
                FieldText(
                    label=self.tr("Address"),
                    help=self.tr("As the supplier names it, without the part that names the kind of question."),
                ),
                self.address_edit,
                self.address_note,
            ),
            (
                FieldText(
                    label=self.tr("Model"), help=self.tr("The model's name as the server knows it; may stay empty.")
                ),
                self.model_edit,
                None,
            ),
            (
                FieldText(
                    label=self.tr("Name of the key"),
                    help=self.tr("Under which the key is kept; empty when the endpoint needs none."),
                ),
                self.key_name_edit,
                None,
            ),
            (
                FieldText(
                    label=self.tr("Environment variable"),
                    help=self.tr("May hold the key instead; empty for none. Only its name is kept here."),
                ),
                self.variable_edit,
                None,
            ),
        ):
            self.add_field(text, edit)
            if note is not None:
                self.add_widget(note)
            if edit is self.address_edit:
                self.add_widget(self.route_label)
            if edit is self.model_edit:
                self.add_widget(self.options_fold)
        self._add_key()

    def _add_key(self) -> None:
        key_text = FieldText(
            label=self.tr("The key itself"),
            help=self.tr("Type or paste it once. It is never written into a file of FairDesk and not shown again."),
        )
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.key_edit, 1)
        line.addWidget(self.keep_button)
        self.add_field(key_text, row)
        describe(self.key_edit, key_text)
        self.add_widget(self.key_note)
        self.add_widget(self.key_label)

    def _on_edited(self, name: str, text: str) -> None:
        if self._endpoint is None:
            return
        if name == "base_url" and self.address_note.isVisible():
            self.check_address()
        self._endpoint = replace(self._endpoint, **{name: text.strip()})  # type: ignore[arg-type]  # texts only
        self.edited.emit(self._endpoint)

    def _on_keep_clicked(self) -> None:
        key = self.key_edit.text().strip()
        if self._endpoint is None:
            return
        if not key:
            self.key_note.show_problem(self.tr("There is no key to keep."), self.tr("Type or paste it first."))
            return
        self.key_note.show_problem("")
        key_name = self._endpoint.key_name or self._endpoint.name
        if key_name != self._endpoint.key_name:
            self.key_name_edit.setText(key_name)
            self._on_edited("key_name", key_name)
        self.key_edit.clear()
        self.key_typed.emit(key_name, key)


class EmbeddedForm(Form):
    """The embedded model: its own file, or any GGUF file by path."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._endpoint: EndpointSettings | None = None
        self.file_edit = QLineEdit()
        self.choose_button = QPushButton(self.tr("Choose…"))
        self.choose_button.setAccessibleName(self.tr("Choose a model file"))
        self.choose_button.clicked.connect(self._on_choose_clicked)
        self.file_edit.textEdited.connect(self._on_edited)
        self.add_widget(
            PlainLabel(
                self.tr(
                    "A demonstration object, never a judge: a small language model that runs on this computer while "
                    "it is asked. Test connection says whether it is installed, and how to add it when it is not."
                )
            ).wrapping()
        )
        text = FieldText(
            label=self.tr("Model file"),
            help=self.tr("Empty: the small model that FairDesk knows. Else any file in the GGUF format."),
        )
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.file_edit, 1)
        line.addWidget(self.choose_button)
        self.add_field(text, row)
        describe(self.file_edit, text)

    def show_endpoint(self, endpoint: EndpointSettings) -> None:
        """Show the file that is used."""
        self._endpoint = endpoint
        if self.file_edit.text() != endpoint.model:
            self.file_edit.setText(endpoint.model)

    def _on_edited(self, path: str) -> None:
        if self._endpoint is not None:
            self._endpoint = replace(self._endpoint, model=path)
            self.edited.emit(self._endpoint)

    def _on_choose_clicked(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self, self.tr("Choose a model file"), self.file_edit.text(), self.tr("Model files (*.gguf);;All files (*)")
        )
        if path:
            self.file_edit.setText(path)
            self._on_edited(path)


class RehearsalForm(Form):
    """The numbers that are planted in the rehearsal model."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._endpoint: EndpointSettings | None = None
        self._is_filling = False
        self.boxes: dict[str, CountBox | NumberBox] = {}
        self.add_widget(PlainLabel(self.tr("rehearsal, not evidence"), TextStyle.STRONG))
        self.add_widget(
            PlainLabel(
                self.tr(
                    "The instrument's calibration standard: a built-in model with a bias that you plant, so that you "
                    "see whether the audit finds it. Nothing that it answers is evidence about any model."
                )
            ).wrapping()
        )
        self.reset_button = QPushButton(self.tr("Back to the built-in numbers"))
        self.reset_button.clicked.connect(self._on_reset_clicked)

    def show_endpoint(self, endpoint: EndpointSettings) -> None:
        """Show the planted numbers."""
        from fairdesk.audit.endpoints import rehearsal_options

        self._endpoint = endpoint
        self._is_filling = True
        is_new = not self.boxes
        for option in rehearsal_options(endpoint.options):
            if is_new:
                self.boxes[option.name] = box = _box(option.name)
                self.add_field(FieldText(label=option.words), box)
                box.valueChanged.connect(partial(self._on_edited, option.name))
            box = self.boxes[option.name]
            if isinstance(box, CountBox):
                box.show_value(min(int(float(option.value)), LARGEST_SEED))
            else:
                box.show_value(float(option.value))
        if is_new:
            self.add_widget(self.reset_button)
        self._is_filling = False

    def _on_edited(self, name: str, value: float) -> None:
        if self._endpoint is None or self._is_filling:
            return
        from fairdesk.audit.endpoints import EFFECT_OPTIONS

        options = {**self._endpoint.options, name: f"{value:g}" if isinstance(value, float) else str(value)}
        if name in EFFECT_OPTIONS:
            # As soon as one effect is named, only the named ones are planted.
            options |= {effect: f"{self.boxes[effect].value():g}" for effect in EFFECT_OPTIONS}
        self._endpoint = replace(self._endpoint, options=options)
        self.edited.emit(self._endpoint)

    def _on_reset_clicked(self) -> None:
        if self._endpoint is not None:
            self.show_endpoint(replace(self._endpoint, options={}))
            self.edited.emit(self._endpoint)


def _box(name: str) -> CountBox | NumberBox:
    if name == "seed":
        whole = CountBox()
        whole.setRange(0, LARGEST_SEED)
        return whole
    box = NumberBox()
    lowest, highest = (-10.0, 10.0) if name.startswith("effect.") else (0.0, 10.0 if name == "noise_sd" else 1.0)
    box.setRange(lowest, highest)
    box.setDecimals(3)
    box.setSingleStep(0.05)
    return box
