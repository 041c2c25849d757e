"""How case files are read and what is replaced in them before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from fairdesk.domain.case_hints import HINT_TITLES, HINTS_LABEL, HintKind
from fairdesk.domain.case_imports import CaseImportOptions, CasePreview
from fairdesk.gui.design_words import LANGUAGES, language_words
from fairdesk.gui.widgets.case_preview import hint_counts
from fairdesk.gui.widgets.fields import CheckBox
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

TEXT_KINDS = ("text", "Markdown")
ENCODINGS = ("utf-8", "utf-16", "cp1252", "iso-8859-15", "cp1250", "cp1251", "mac_roman", "gb18030", "shift_jis")


class CaseOptions(Form):
    """``reading_changed`` is emitted when the files have to be looked at again, ``changed`` at every other choice."""

    reading_changed = Signal()
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place_holders: tuple[str, ...] = ()
        self.text_box, self.id_box, self.language_box = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.split_box, self.encoding_box = ChoiceBox(), ChoiceBox()
        self.kind_checks = {kind: CheckBox() for kind in HintKind}
        self.originals_check = CheckBox(self.tr("Keep the original files in the store"))
        self._table_part, self._text_part, self._hints_part = Form(), Form(), Form()
        self._lay_out()
        self._connect()

    def options(self, *, takes_good_rows: bool) -> CaseImportOptions:
        """What was chosen."""
        return CaseImportOptions(
            text_column=self.text_box.currentData() or "",
            id_column=self.id_box.currentData() or "",
            language=self.language_box.currentData() or "",
            encoding=self.encoding_box.currentData() or "",
            split=self.split_box.currentData() or "file",
            keeps_originals=self.originals_check.isChecked(),
            replaced_kinds=tuple(kind for kind, check in self.kind_checks.items() if check.isChecked()),
            takes_good_rows=takes_good_rows,
            place_holders=self._place_holders,
        )

    def show_preview(self, preview: CasePreview, place_holders: tuple[str, ...]) -> None:
        """Offer what these files leave open; what was chosen stays."""
        self._place_holders = place_holders
        columns = list(dict.fromkeys(name for one in preview.files for name in one.columns))
        guessed = next((one for one in preview.files if one.columns), None)
        self._table_part.setVisible(bool(columns))
        recognised = self.tr("as recognised: {column}")
        text = recognised.format(column=guessed.text_column) if guessed and guessed.text_column else self.tr("choose…")
        rows = self.tr("rows are numbered")
        ids = recognised.format(column=guessed.id_column) if guessed and guessed.id_column else rows
        _fill(self.text_box, [(text, ""), *((name, name) for name in columns)])
        _fill(self.id_box, [(ids, ""), *((name, name) for name in columns)])
        self._text_part.setVisible(any(one.kind in TEXT_KINDS for one in preview.files))
        encodings = list(dict.fromkeys(one.encoding for one in preview.files if one.encoding))
        guess = ", ".join(encodings) or self.tr("none")
        _fill(
            self.encoding_box,
            [(self.tr("as recognised: {guess}").format(guess=guess), ""), *((name, name) for name in ENCODINGS)],
        )
        self._show_kinds(hint_counts(preview.cases), len(preview.cases) < preview.n_cases)

    def set_open(self, is_open: bool) -> None:
        """While an import runs nothing can be chosen."""
        self.setEnabled(is_open)

    def _lay_out(self) -> None:
        self._table_part.add_field(
            FieldText(label=self.tr("&Column with the texts"), help=self.tr("Each row of it becomes one case.")),
            self.text_box,
        )
        self._table_part.add_field(FieldText(label=self.tr("Column with the &names of the cases")), self.id_box)
        self._text_part.add_field(FieldText(label=self.tr("One case for each")), self.split_box)
        self.split_box.addItem(self.tr("file"), "file")
        self.split_box.addItem(self.tr("paragraph, between blank lines"), "paragraph")
        self._text_part.add_field(FieldText(label=self.tr("Encoding of the texts")), self.encoding_box)
        self.language_box.addItem(self.tr("as recognised, text by text"), "")
        for language in LANGUAGES:
            self.language_box.addItem(language_words(language), language)
        for part in (self._table_part, self._text_part):
            self.add_part(part)
        self.add_field(FieldText(label=self.tr("&Language of all texts")), self.language_box)
        self._hints_part.add_widget(PlainLabel(self.tr("Replace personal data"), TextStyle.STRONG).wrapping())
        self.hints_label = PlainLabel().wrapping()
        self._hints_part.add_widget(self.hints_label)
        self._kinds = Form()
        for check in self.kind_checks.values():
            # Not as fields: a kind that is hidden because nothing of it was found must leave no gap.
            self._kinds.layout().addWidget(check)  # type: ignore[union-attr]  # a form has a layout
        self._kinds.layout().setSpacing(0)  # type: ignore[union-attr]  # a form has a layout
        self._hints_part.add_part(self._kinds)
        self._names_part = Form()
        self._names_part.add_widget(
            PlainLabel(
                self.tr(
                    "Names of files may name people, too: with names replaced, such a file gets a number as its name."
                )
            ).wrapping()
        )
        self._hints_part.add_part(self._names_part)
        self.add_part(self._hints_part)
        self.add_widget(self.originals_check)
        self.add_widget(
            PlainLabel(
                self.tr("Originals hold whatever was replaced, too. Without them the hash of each file is kept.")
            ).wrapping()
        )

    def _connect(self) -> None:
        for box in (self.text_box, self.id_box, self.language_box, self.split_box, self.encoding_box):
            box.activated.connect(lambda _number: self.reading_changed.emit())
        for check in (*self.kind_checks.values(), self.originals_check):
            check.toggled.connect(lambda _on: self.changed.emit())
        self.kind_checks[HintKind.NAMES].toggled.connect(self._names_part.setVisible)
        self._names_part.hide()

    def _show_kinds(self, counts: Mapping[str, int], is_part: bool) -> None:
        for kind, check in self.kind_checks.items():
            n_found = counts.get(kind.value, 0)
            words = self.tr("{kind}: {n} found").format(kind=HINT_TITLES[kind], n=QLocale().toString(n_found))
            check.setText(words)
            check.setVisible(bool(n_found) or is_part)
        is_empty = not counts and not is_part
        self.hints_label.setText(
            self.tr("Nothing that looks like personal data was found. Rules do not find everything.")
            if is_empty
            else f"{HINTS_LABEL} {self.tr('Counted in the cases that are shown.')}"
            if is_part
            else HINTS_LABEL
        )


def _fill(box: QComboBox, items: Sequence[tuple[str, str]]) -> None:
    before = box.currentData()
    box.clear()
    for words, value in items:
        box.addItem(words, value)
    box.setCurrentIndex(max(0, box.findData(before)))
