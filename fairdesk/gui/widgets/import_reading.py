"""How a file is read: its encoding, separator, decimal sign and sheet, and what its answers are; all can be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.records import (
    RECORDED,
    Ambiguity,
    ColumnUse,
    FileReading,
    LayoutChoices,
    PossibleReading,
    Preview,
    RecordLayout,
)
from fairdesk.gui.import_words import (
    DATES,
    DECIMALS,
    ENCODINGS,
    EXTRACTORS,
    FORMATS,
    PERCENTS,
    SEPARATORS,
    number,
    quoted,
    said,
)
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.scale_edit import ScaleEdit

FEWEST_LINES = 12
"""Lines that are offered as the first of the headings, at least."""

OFFERED: dict[str, Mapping[str, str]] = {
    "encoding": ENCODINGS,
    "separator": SEPARATORS,
    "decimal": DECIMALS,
    "percent": PERCENTS,
    "dates": DATES,
    "extractor": EXTRACTORS,
}
"""Field of the choices to the answers that are offered."""


class ImportReading(QWidget):
    """Boxes that show what was recognised; ``changed`` carries a field of ``LayoutChoices`` and what was chosen."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheets: tuple[str, ...] = ()
        self._labels: dict[str, None] = {}
        self.format_label = PlainLabel().wrapping()
        self.format_label.setAccessibleName(self.tr("Kind of file"))
        self.notes_label = PlainLabel().wrapping()
        self.boxes: dict[str, ChoiceBox] = {}
        self._parts: dict[str, Form] = {}
        self.scale_edit = ScaleEdit()
        self.scale_edit.decided.connect(lambda scale: self.changed.emit("scale", scale))
        form = Form()
        form.add_widget(self.format_label)
        form.add_widget(self.notes_label)
        for field, text in self._fields():
            box = ChoiceBox()
            box.activated.connect(lambda _place, field=field, box=box: self.changed.emit(field, box.currentData()))
            part = Form()
            part.add_field(text, box)
            form.add_part(part)
            self.boxes[field], self._parts[field] = box, part
        scale = Form()
        scale.add_field(
            FieldText(label=self.tr("Scale"), help=self.tr("Left empty, the values have no lowest and highest one.")),
            self.scale_edit,
        )
        form.add_part(scale)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(form)
        layout.addStretch(1)

    def _fields(self) -> tuple[tuple[str, FieldText], ...]:
        return (
            ("sheet", FieldText(label=self.tr("Sheet"))),
            ("encoding", FieldText(label=self.tr("Encoding"))),
            ("separator", FieldText(label=self.tr("Separator of the columns"))),
            ("header_line", FieldText(label=self.tr("The headings begin in"))),
            ("decimal", FieldText(label=self.tr("Decimal sign"))),
            ("percent", FieldText(label=self.tr("Percent signs"))),
            ("dates", FieldText(label=self.tr("Dates"))),
            (
                "extractor",
                FieldText(
                    label=self.tr("The answers are"), help=self.tr("Texts are read by a versioned, tested reader.")
                ),
            ),
            (
                "reference",
                FieldText(
                    label=self.tr("The original"), help=self.tr("All other variants are compared with this one.")
                ),
            ),
        )

    def show_layout(self, layout: RecordLayout, preview: Preview, choices: LayoutChoices) -> None:
        """Show how the file is read now, and what of it was chosen by hand."""
        reading = layout.reading
        self.format_label.setText(self._format_words(reading))
        self.notes_label.setText("\n".join(reading.notes))
        self.notes_label.setVisible(bool(reading.notes))
        sheets = next((q.readings for q in preview.questions if q.field == "sheet"), ())
        self._sheets = tuple(one.answer for one in sheets) or self._sheets
        is_text = bool(reading.encoding and reading.separator)
        self._fill("sheet", {name: name for name in self._sheets}, choices.sheet, reading.sheet)
        self._fill("encoding", ENCODINGS if is_text else {}, choices.encoding, reading.encoding)
        self._fill("separator", SEPARATORS if is_text else {}, choices.separator, reading.separator)
        self._fill_header_line(reading, choices)
        is_numbers = layout.extractor == RECORDED
        self._fill("decimal", DECIMALS if is_numbers else {}, choices.decimal, reading.decimal)
        self._fill("percent", PERCENTS if choices.percent else {}, choices.percent, reading.percent)
        self._fill("dates", DATES if choices.dates else {}, choices.dates, reading.dates)
        self._fill("extractor", EXTRACTORS, choices.extractor, layout.extractor)
        self._fill("reference", self._references(layout, preview), choices.reference, layout.reference)
        self.scale_edit.show_scale(layout.scale)

    def show_unread(self, choices: LayoutChoices) -> None:
        """The file could not be read: what was chosen by hand can be taken back."""
        self.format_label.setText(self.tr("It cannot be read yet."))
        self.notes_label.hide()
        for field in self.boxes:
            chosen = str(getattr(choices, field) or "")
            self._fill(field, OFFERED.get(field, {chosen: chosen}) if chosen else {}, chosen, "")

    def mending_questions(self, mended_by: Sequence[str]) -> tuple[Ambiguity, ...]:
        """A question for every choice that may make the file readable."""
        words = {
            "encoding": self.tr("Which encoding does the text have?"),
            "separator": self.tr("Which sign stands between the columns?"),
        }
        return tuple(
            Ambiguity(
                field=field,
                column="",
                examples=(),
                question=words[field],
                option="",
                readings=tuple(
                    PossibleReading(answer=answer, words=said(text)) for answer, text in OFFERED[field].items()
                ),
            )
            for field in words
            if field in mended_by
        )

    def note_labels(self, labels: Sequence[str]) -> None:
        """Labels of variants that stand in the file; any of them may be the original."""
        self._labels.update(dict.fromkeys(labels))

    def _references(self, layout: RecordLayout, preview: Preview) -> dict[str, str]:
        if layout.is_wide or not layout.having(ColumnUse.VARIANT):
            # Of a wide file the column with the original's answers is named in the table of columns.
            return {}
        asked = next((q.readings for q in preview.questions if q.field == "reference"), ())
        self._labels.update(dict.fromkeys(one.answer for one in asked))
        return {label: quoted(label) for label in self._labels}

    def _fill(self, field: str, offered: Mapping[str, str], chosen: str, found: str) -> None:
        """The first line of a box gives the guess back to FairDesk; a box with nothing to choose is hidden."""
        box = self.boxes[field]
        box.clear()
        self._parts[field].setVisible(bool(offered))
        if not offered:
            return
        known = found.removesuffix("-sig").removesuffix("-le").removesuffix("-be")
        words = said(offered[known]) if known in offered else found
        box.addItem(self.tr("as recognised: {words}").format(words=words) if found and not chosen else self._open(), "")
        for answer, text in offered.items():
            box.addItem(said(text), answer)
        if chosen and box.findData(chosen) < 0:
            box.addItem(chosen, chosen)
        box.setCurrentIndex(max(0, box.findData(chosen)))

    def _fill_header_line(self, reading: FileReading, choices: LayoutChoices) -> None:
        first = reading.header_line - reading.header_lines + 1
        lines = range(1, max(FEWEST_LINES, first + FEWEST_LINES // 2) + 1) if reading.header_line else range(0)
        words = {str(line): self.tr("line {line}").format(line=number(line)) for line in lines}
        self._fill("header_line", words, str(choices.header_line or ""), str(first))

    def _open(self) -> str:
        return self.tr("as recognised by itself")

    def _format_words(self, reading: FileReading) -> str:
        kind = FORMATS.get(reading.format, "")
        words = self.tr("Read as {kind}").format(kind=said(kind) if kind else reading.format)
        if reading.header_line and reading.header_lines > 1:
            words += self.tr(", headings in lines {first} and {last}").format(
                first=number(reading.header_line - reading.header_lines + 1), last=number(reading.header_line)
            )
        elif reading.header_line:
            words += self.tr(", headings in line {line}").format(line=number(reading.header_line))
        return f"{words}."
