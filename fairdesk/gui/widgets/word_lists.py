"""The word lists of one cue, a level each: the words as lines, where they come from, and what else they signal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.design import Cue, WordList
from fairdesk.gui.design_edits import CONTROL, words_of
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.forms import FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

WORD_LINES = 8
MOST_PROBLEMS = 4
COLUMN_CHARACTERS = 44


class WordListForm(QFrame):
    """The list of one level. ``edited`` carries the name of the field and the list after it."""

    edited = Signal(str, object)
    import_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = WordList(level="", words=())
        self._is_filling = False
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.heading = PlainLabel("", TextStyle.STRONG).wrapping()
        self.count_label = PlainLabel().wrapping()
        self.words_area = TextArea(WORD_LINES)
        self.problem_note = FieldNote()
        self.provenance_area = TextArea(2)
        self.signals_area = TextArea(2)
        self.import_button = QPushButton(self.tr("Import a list…"))
        layout = QVBoxLayout(self)
        layout.setSpacing(4)
        layout.addWidget(self.heading)
        self._add(layout, FieldText(label=self.tr("Words, one entry a line")), self.words_area)
        layout.addWidget(self.count_label)
        layout.addWidget(self.problem_note)
        self._add(layout, FieldText(label=self.tr("Where they come from")), self.provenance_area)
        self._add(layout, FieldText(label=self.tr("What else they signal")), self.signals_area)
        layout.addWidget(self.import_button)
        layout.addStretch(1)
        self.words_area.textChanged.connect(self._on_words_edited)
        self.provenance_area.textChanged.connect(
            lambda: self._emit(self.tr("provenance"), provenance=self.provenance_area.words())
        )
        self.signals_area.textChanged.connect(
            lambda: self._emit(self.tr("other signals"), also_signals=self.signals_area.words())
        )
        self.import_button.clicked.connect(lambda: self.import_requested.emit(self._list.level))

    @property
    def level(self) -> str:
        """The level whose words are shown."""
        return self._list.level

    def show_list(self, words: WordList, is_reference: bool) -> None:
        """Show a list; words that are being typed stay as they are typed."""
        self._is_filling = True
        is_other = words.level != self._list.level
        self._list = words
        self.heading.setText(self._title(is_reference))
        if is_other or words_of(self.words_area.words()) != words.words:
            self.words_area.show_text("\n".join(words.words))
        for area, text in ((self.provenance_area, words.provenance), (self.signals_area, words.also_signals)):
            area.show_text(text)
            area.setAccessibleName(f"{area.property('plain_name')}: {words.level}")
        self.words_area.setAccessibleName(self.tr("Words of {level}, one entry a line").format(level=words.level))
        self.import_button.setAccessibleName(self.tr("Import a list for {level}").format(level=words.level))
        self.count_label.setText(
            self.tr("1 entry") if len(words.words) == 1 else self.tr("{n} entries").format(n=len(words.words))
        )
        self._is_filling = False

    def _title(self, is_reference: bool) -> str:
        if not self._list.level:
            return self.tr("For every group alike")
        if self._list.level == CONTROL:
            return self.tr("Matched control: other words for the reference")
        title = self.tr("{level} (the reference)") if is_reference else "{level}"
        return title.format(level=self._list.level)

    def show_problems(self, sentences: Sequence[str]) -> None:
        """What is wrong with the list, the first few sentences; none hides the note."""
        shown = list(sentences[:MOST_PROBLEMS])
        if len(sentences) > MOST_PROBLEMS:
            shown.append(self.tr("{n} more of this list.").format(n=len(sentences) - MOST_PROBLEMS))
        self.problem_note.show_problem("\n".join(shown))

    def _add(self, layout: QVBoxLayout, text: FieldText, control: QWidget) -> None:
        label = PlainLabel(text.label)
        label.setBuddy(control)
        describe(control, text)
        control.setProperty("plain_name", text.label)
        layout.addWidget(label)
        layout.addWidget(control)

    def _on_words_edited(self) -> None:
        self._emit(self.tr("words"), words=words_of(self.words_area.words()))

    def _emit(self, field: str, **values: object) -> None:
        if not self._is_filling:
            self._list = replace(self._list, **values)  # type: ignore[arg-type]  # the field knows its type
            self.edited.emit(field, self._list)


class WordLists(QWidget):
    """The lists of a cue side by side, as many as there is room for."""

    edited = Signal(str, object)
    import_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.forms: list[WordListForm] = []
        self._n_columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)

    def show_cue(self, cue: Cue) -> None:
        """Show the lists of a cue, in the order of its levels."""
        while len(self.forms) < len(cue.lists):
            form = WordListForm(self)
            form.edited.connect(self.edited)
            form.import_requested.connect(self.import_requested)
            self.forms.append(form)
            self._n_columns = 0
        while len(self.forms) > len(cue.lists):
            form = self.forms.pop()
            self._grid.removeWidget(form)
            form.hide()
            form.deleteLater()
            self._n_columns = 0
        for number, (form, words) in enumerate(zip(self.forms, cue.lists, strict=True)):
            form.show_list(words, is_reference=number == 0)
        self._arrange()

    def show_problems(self, by_level: Mapping[str, Sequence[str]]) -> None:
        """Problems beside the lists that they are about."""
        for form in self.forms:
            form.show_problems(by_level.get(form.level, ()))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * COLUMN_CHARACTERS, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _arrange(self) -> None:
        one = self.fontMetrics().averageCharWidth() * COLUMN_CHARACTERS
        n_columns = max(1, min(len(self.forms), self.width() // max(one, 1)))
        if n_columns == self._n_columns:
            return
        for column in range(self._n_columns):
            self._grid.setColumnStretch(column, 0)
        self._n_columns = n_columns
        for number, form in enumerate(self.forms):
            self._grid.removeWidget(form)
            self._grid.addWidget(form, number // n_columns, number % n_columns)
            form.show()
        for column in range(n_columns):
            self._grid.setColumnStretch(column, 1)
