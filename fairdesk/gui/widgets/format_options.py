"""The options of one kind of interface: an API version, names of fields, further fields of the body."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from fairdesk.audit.endpoint_terms import BODY_FIELDS, FormatChoice, body_fields_problem
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.forms import FieldText, Form


class FormatOptions(Form):
    """Built anew for every kind; ``edited`` carries the options that are set. Empty fields are not kept."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._format_id = ""
        self._options: dict[str, str] = {}
        self._part: Form | None = None
        self.edits: dict[str, QLineEdit] = {}
        self.body_note = FieldNote()

    def show_options(self, choice: FormatChoice, options: Mapping[str, str]) -> None:
        """Show what is set of the options that this kind knows."""
        if choice.format_id != self._format_id:
            self._build(choice)
        self._options = dict(options)
        for name, edit in self.edits.items():
            if edit.text().strip() != options.get(name, ""):
                edit.setText(options.get(name, ""))
        self._check_body()

    def summary(self) -> str:
        """What is set, for a form that is closed."""
        is_set = [f"{name} = {value}" for name, value in self._options.items() if name in self.edits]
        return ", ".join(is_set) or self.tr("Nothing is set; most servers need nothing here.")

    def _build(self, choice: FormatChoice) -> None:
        self._format_id = choice.format_id
        if self._part is not None:
            self.body_note.setParent(None)
            self._part.hide()
            self._part.deleteLater()
        self._part = Form()
        self.edits = {}
        body_help = self.tr('As a JSON object, for example {"top_k": 1}; they are sent with every question.')
        for name, words in (*choice.options, (BODY_FIELDS, body_help)):
            edit = self.edits[name] = QLineEdit()
            label = self.tr("Further fields of the request") if name == BODY_FIELDS else name
            self._part.add_field(FieldText(label=label, help=words), edit)
            edit.textEdited.connect(partial(self._on_edited, name))
        self._part.add_widget(self.body_note)
        self.add_part(self._part)

    def _check_body(self) -> bool:
        problem = body_fields_problem(self.edits[BODY_FIELDS].text())
        self.body_note.show_problem(problem, self.tr("It is not kept until it is one."))
        return not problem

    def _on_edited(self, name: str, text: str) -> None:
        is_usable = self._check_body()
        if name == BODY_FIELDS and not is_usable:
            return
        self._options.pop(name, None)
        if text.strip():
            self._options[name] = text.strip()
        self.edited.emit(dict(self._options))
