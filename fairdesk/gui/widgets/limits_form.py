"""What ends or holds an answer: stop words, a JSON schema or a grammar that it must follow."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from fairdesk.domain.audited_system import Decoding
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.forms import FieldText, Form

N_LINES = 3


class AnswerLimitsForm(Form):
    """``edited`` carries the decoding as it is now; what cannot be used is said and not kept."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decoding = Decoding()
        self._is_filling = False
        self.stop_area, self.schema_area, self.grammar_area = TextArea(2), TextArea(N_LINES), TextArea(N_LINES)
        self.schema_note = FieldNote()
        self.add_field(
            FieldText(
                label=self.tr("Stop words"),
                help=self.tr(
                    "One on each line; an answer ends before the first that occurs. \\n stands for a line end."
                ),
            ),
            self.stop_area,
        )
        self.add_field(
            FieldText(
                label=self.tr("JSON schema of the answers"),
                help=self.tr("Only where the application sends one. Empty: the answers are free."),
            ),
            self.schema_area,
        )
        self.add_field(
            FieldText(
                label=self.tr("Grammar of the answers (GBNF)"),
                help=self.tr("Instead of a schema; only some servers know grammars. Empty: none."),
            ),
            self.grammar_area,
        )
        self.add_widget(self.schema_note)
        for area in (self.stop_area, self.schema_area, self.grammar_area):
            area.textChanged.connect(self._on_edited)

    def show_decoding(self, decoding: Decoding) -> None:
        """Show what is kept; a schema that is typed and means the same stays as it was typed."""
        self._is_filling = True
        self._decoding = decoding
        if self._stop() != decoding.stop:
            self.stop_area.show_text("\n".join(_written(word) for word in decoding.stop))
        if self._schema() != decoding.json_schema:
            self.schema_area.show_text(_indented(decoding.json_schema))
        self.grammar_area.show_text(decoding.grammar)
        self._is_filling = False
        self._check()

    def _stop(self) -> tuple[str, ...]:
        lines = self.stop_area.words().split("\n")
        return tuple(line.replace("\\n", "\n").replace("\\t", "\t") for line in lines if line)

    def _schema(self) -> str | None:
        """The schema in its canonical form; None for a text that is none."""
        text = self.schema_area.words().strip()
        if not text:
            return ""
        try:
            schema = json.loads(text)
        except ValueError:
            return None
        return canonical_bytes(schema).decode() if isinstance(schema, dict) else None

    def _check(self) -> bool:
        problem, advice = "", ""
        if self._schema() is None:
            problem, advice = self.tr("The schema is no JSON object."), self.tr("It is not kept until it is one.")
        elif self._schema() and self.grammar_area.words().strip():
            problem = self.tr("An answer cannot follow a schema and a grammar at once.")
            advice = self.tr("Empty one of the two; until then neither change is kept.")
        self.schema_note.show_problem(problem, advice)
        return not problem

    def _on_edited(self) -> None:
        if self._is_filling:
            return
        values: dict[str, Any] = {"stop": self._stop()}
        if self._check():
            grammar = self.grammar_area.words()
            values |= {"json_schema": self._schema() or "", "grammar": grammar if grammar.strip() else ""}
        changed = replace(self._decoding, **values)
        if changed != self._decoding:
            self._decoding = changed
            self.edited.emit(changed)


def _written(word: str) -> str:
    return word.replace("\n", "\\n").replace("\t", "\\t")


def _indented(schema: str) -> str:
    if not schema:
        return ""
    try:
        return json.dumps(json.loads(schema), ensure_ascii=False, indent=2)
    except ValueError:
        return schema
