"""One configuration of the object: its title, system prompt, decoding and layer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from fairdesk.audit.projects import directive_setting
from fairdesk.domain.audited_system import AuditedSystem, Decoding, LayerSetting
from fairdesk.domain.exchanges import Message
from fairdesk.gui.widgets.examples_form import ExamplesForm
from fairdesk.gui.widgets.fields import CheckBox, CountBox, NumberBox, TextArea
from fairdesk.gui.widgets.fold import Fold
from fairdesk.gui.widgets.forms import FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.limits_form import AnswerLimitsForm

NOT_SENT_TEMPERATURE = -0.05
NOT_SENT_SEED = -1
LARGEST_SEED = 2**31 - 1


class SystemForm(Form):
    """Shows a system and emits ``edited`` with what was changed, in words, and the system as it is now.

    Args:
        is_reference: The first system; the others may take prompt and decoding from it.
    """

    edited = Signal(str, object)

    def __init__(self, is_reference: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_reference = is_reference
        self._system: AuditedSystem | None = None
        self._reference: AuditedSystem | None = None
        self._is_filling = False
        self.heading = PlainLabel("", TextStyle.HEADING).wrapping()
        self.title_edit = QLineEdit()
        self.same_prompt_check = CheckBox(self.tr("Same system prompt and examples as the reference"))
        self.prompt_area = TextArea(6)
        self.same_decoding_check = CheckBox(self.tr("Same decoding as the reference"))
        self.temperature_box = NumberBox()
        self.tokens_box = CountBox()
        self.seed_box = CountBox()
        self.limits_form = AnswerLimitsForm()
        self.limits_fold = Fold(self.tr("Stop words, JSON schema, grammar"), self.limits_form)
        self.examples_form = ExamplesForm()
        self.examples_fold = Fold(self.tr("Examples that stand before each case"), self.examples_form)
        self.layer_check = CheckBox(self.tr("Directive added to the system prompt"))
        self.layer_area = TextArea(4)
        self._prompt_part, self._decoding_part, self._layer_part = Form(), Form(), Form()
        self._set_ranges()
        self._lay_out()
        self._connect()

    def show_system(self, system: AuditedSystem, reference: AuditedSystem | None, is_other_project: bool) -> None:
        """Show a system.

        Args:
            system: To be edited.
            reference: What it is compared with; None for the reference itself.
            is_other_project: The marks "same as the reference" are set anew, not only where they are wrong.
        """
        self._is_filling = True
        self._system, self._reference = system, reference
        self.heading.setText(
            self.tr("System “{label}” (the reference)").format(label=system.label)
            if reference is None
            else self.tr("System “{label}”").format(label=system.label)
        )
        if self.title_edit.text() != system.title:
            self.title_edit.setText(system.title)
        if reference is not None:
            same_prompt = (system.system_prompt, system.examples) == (reference.system_prompt, reference.examples)
            same_decoding = system.decoding == reference.decoding
            if is_other_project or not same_prompt:
                self.same_prompt_check.setChecked(same_prompt)
            if is_other_project or not same_decoding:
                self.same_decoding_check.setChecked(same_decoding)
        self.prompt_area.show_text(system.system_prompt)
        decoding = system.decoding
        self.temperature_box.show_value(NOT_SENT_TEMPERATURE if decoding.temperature is None else decoding.temperature)
        self.tokens_box.show_value(decoding.max_tokens)
        self.seed_box.show_value(NOT_SENT_SEED if decoding.seed is None else decoding.seed)
        self.limits_form.show_decoding(decoding)
        self.examples_form.show_examples(system.examples)
        self._show_summaries()
        layer = self._directive(system)
        self.layer_check.setChecked(layer is not None)
        if layer is not None:
            self.layer_area.show_text(layer.text)
        self._show_parts()
        self._is_filling = False

    def follows_prompt(self) -> bool:
        """The system takes the reference's prompt."""
        return not self._is_reference and self.same_prompt_check.isChecked()

    def follows_decoding(self) -> bool:
        """The system takes the reference's decoding."""
        return not self._is_reference and self.same_decoding_check.isChecked()

    def _set_ranges(self) -> None:
        self.temperature_box.setRange(NOT_SENT_TEMPERATURE, 2.0)
        self.temperature_box.setSingleStep(0.05)
        self.temperature_box.setDecimals(2)
        self.temperature_box.setSpecialValueText(self.tr("not sent"))
        self.tokens_box.setRange(1, 100_000)
        self.seed_box.setRange(NOT_SENT_SEED, LARGEST_SEED)
        self.seed_box.setSpecialValueText(self.tr("not sent"))

    def _lay_out(self) -> None:
        self.add_widget(self.heading)
        self.add_field(FieldText(label=self.tr("Title, as the report prints it")), self.title_edit)
        self._prompt_part.add_field(
            FieldText(
                label=self.tr("System prompt, without layers"),
                help=self.tr("Word for word as the application sends it; any language and script."),
            ),
            self.prompt_area,
        )
        self._prompt_part.add_widget(self.examples_fold)
        self._decoding_part.add_field(
            FieldText(
                label=self.tr("Temperature"),
                help=self.tr("0 takes the likeliest word each time. One step below 0: not sent."),
            ),
            self.temperature_box,
        )
        self._decoding_part.add_field(FieldText(label=self.tr("Longest answer, in tokens")), self.tokens_box)
        self._decoding_part.add_field(
            FieldText(
                label=self.tr("Seed"),
                help=self.tr("Each repeat of a question is sent with the next number. One step below 0: not sent."),
            ),
            self.seed_box,
        )
        self._decoding_part.add_widget(self.limits_fold)
        self._layer_part.add_field(FieldText(label=self.tr("Text of the directive")), self.layer_area)
        if not self._is_reference:
            self.add_widget(self.same_prompt_check)
        self.add_part(self._prompt_part)
        if not self._is_reference:
            self.add_widget(self.same_decoding_check)
        self.add_part(self._decoding_part)
        self.add_widget(self.layer_check)
        self.add_part(self._layer_part)

    def _connect(self) -> None:
        self.title_edit.textEdited.connect(self._on_title_edited)
        self.prompt_area.textChanged.connect(self._on_prompt_edited)
        self.temperature_box.valueChanged.connect(self._on_temperature_edited)
        self.tokens_box.valueChanged.connect(self._on_tokens_edited)
        self.seed_box.valueChanged.connect(self._on_seed_edited)
        self.limits_form.edited.connect(self._on_limits_edited)
        self.examples_form.edited.connect(self._on_examples_edited)
        self.layer_check.toggled.connect(self._on_layer_edited)
        self.layer_area.textChanged.connect(self._on_layer_edited)
        self.same_prompt_check.toggled.connect(self._on_same_prompt_toggled)
        self.same_decoding_check.toggled.connect(self._on_same_decoding_toggled)

    def _show_parts(self) -> None:
        self._prompt_part.setVisible(not self.follows_prompt())
        self._decoding_part.setVisible(not self.follows_decoding())
        self._layer_part.setVisible(self.layer_check.isChecked())

    def _directive(self, system: AuditedSystem) -> LayerSetting | None:
        wanted = directive_setting().layer_id
        return next((layer for layer in system.layers if layer.layer_id == wanted), None)

    def _emit(self, words: str, **values: Any) -> None:
        if self._system is not None and not self._is_filling:
            self._system = replace(self._system, **values)
            self.edited.emit(
                self.tr("{field} of “{label}”").format(field=words, label=self._system.label), self._system
            )

    def _on_title_edited(self, title: str) -> None:
        self._emit(self.tr("title"), title=title)

    def _on_prompt_edited(self) -> None:
        self._emit(self.tr("system prompt"), system_prompt=self.prompt_area.words())

    # One slot per number: what a box cannot show exactly (a long seed) must not change with its neighbour.
    def _on_temperature_edited(self, value: float) -> None:
        self._change_decoding(temperature=None if value < 0 else round(value, 2))

    def _on_tokens_edited(self, value: int) -> None:
        self._change_decoding(max_tokens=value)

    def _on_seed_edited(self, value: int) -> None:
        self._change_decoding(seed=None if value < 0 else value)

    def _on_limits_edited(self, decoding: Decoding) -> None:
        self._change_decoding(stop=decoding.stop, json_schema=decoding.json_schema, grammar=decoding.grammar)
        self._show_summaries()

    def _on_examples_edited(self, examples: tuple[Message, ...]) -> None:
        self._emit(self.tr("examples"), examples=examples)
        self._show_summaries()

    def _show_summaries(self) -> None:
        """What stands in the parts that are closed."""
        if self._system is None:
            return
        decoding, n_examples = self._system.decoding, len(self._system.examples) // 2
        held = [
            words
            for is_set, words in (
                (decoding.stop, self.tr("stop words are sent")),
                (decoding.json_schema, self.tr("answers follow a JSON schema")),
                (decoding.grammar, self.tr("answers follow a grammar")),
            )
            if is_set
        ]
        self.limits_fold.show_summary(", ".join(held) or self.tr("none: answers are free"))
        self.examples_fold.show_summary(
            self.tr("{count} examples").format(count=n_examples) if n_examples else self.tr("no examples")
        )

    def _change_decoding(self, **values: Any) -> None:
        if self._system is not None and not self._is_filling:
            self._emit(self.tr("decoding"), decoding=replace(self._system.decoding, **values))

    def _on_layer_edited(self) -> None:
        if self._system is None or self._is_filling:
            return
        present = self._directive(self._system)
        others = tuple(layer for layer in self._system.layers if layer is not present)
        if not self.layer_check.isChecked():
            self._emit(self.tr("layer"), layers=others)
        else:
            typed = self.layer_area.words()
            setting = replace(directive_setting(), text=typed) if present or typed else directive_setting()
            self._emit(self.tr("layer"), layers=(*others, setting))
            self._is_filling = True
            self.layer_area.show_text(setting.text)
            self._is_filling = False
        self._show_parts()

    def _on_same_prompt_toggled(self, is_same: bool) -> None:
        self._show_parts()
        if is_same and self._reference is not None:
            self._emit(
                self.tr("system prompt"),
                system_prompt=self._reference.system_prompt,
                examples=self._reference.examples,
            )

    def _on_same_decoding_toggled(self, is_same: bool) -> None:
        self._show_parts()
        if is_same and self._reference is not None:
            self._emit(self.tr("decoding"), decoding=self._reference.decoding)
