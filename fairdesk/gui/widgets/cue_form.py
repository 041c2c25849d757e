"""One cue: what it changes, in which language, with which words, and whether it may matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from fairdesk.domain.design import Cue, CueDecision, CueKind, Design, Direction, WordList
from fairdesk.gui.design_edits import CONTROL, LISTLESS, with_control_list, with_cue, with_word_list, words_of
from fairdesk.gui.design_words import DIRECTIONS, KINDS, LANGUAGES, language_words, said
from fairdesk.gui.widgets.decision_form import DecisionForm
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import CheckBox, TextArea
from fairdesk.gui.widgets.fold import Fold
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.page_layout import kept_narrow
from fairdesk.gui.widgets.word_lists import WordLists

if TYPE_CHECKING:
    from fairdesk.gui.page_context import PageContext

PAIR_LINES = 4


class CueForm(QWidget):
    """Edits one cue of a design; ``edited`` carries the step in words and the design after it.

    ``list_requested`` carries the level whose list is to be read from a file.
    """

    edited = Signal(str, object)
    list_requested = Signal(str)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._design = Design()
        self._cue: Cue | None = None
        self._is_filling = False
        self.heading = PlainLabel("", TextStyle.HEADING).wrapping()
        self.occurs_label = PlainLabel().wrapping()
        self.problem_note = FieldNote()
        self.title_edit = QLineEdit()
        self.kind_box, self.attribute_box, self.language_box = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.kind_label = PlainLabel().wrapping()
        self.holder_edit = QLineEdit()
        self.direction_box = ChoiceBox()
        self.signals_area = TextArea(2)
        self.pairs_area = TextArea(PAIR_LINES)
        self.control_check = CheckBox(self.tr("With words of its own for the matched control"))
        self.lists = WordLists()
        self.decision = DecisionForm(context)
        self._holder_part, self._direction_part, self._pairs_part = Form(), Form(), Form()
        self._fill_choices()
        self._lay_out()
        self._connect()

    def show_cue(self, design: Design, cue: Cue) -> None:
        """Show a cue of a design; a field that shows the right words is left alone."""
        self._is_filling = True
        self._design, self._cue = design, cue
        self.heading.setText(cue.title or cue.cue_id)
        for edit, text in ((self.title_edit, cue.title), (self.holder_edit, cue.place_holder)):
            if edit.text() != text:
                edit.setText(text)
        self._offer_attributes(cue)
        self._choose(self.kind_box, cue.kind, said(KINDS[cue.kind][0]))
        self._choose(self.language_box, cue.language, language_words(cue.language))
        self._choose(self.direction_box, cue.direction, said(DIRECTIONS[cue.direction]))
        self.kind_label.setText(said(KINDS[cue.kind][1]))
        self.signals_area.show_text(cue.signals_also)
        if words_of(self.pairs_area.words()) != cue.fixed_words:
            self.pairs_area.show_text("\n".join(cue.fixed_words))
        self.control_check.setChecked(any(one.level == CONTROL for one in cue.lists))
        self.decision.show_decision(cue.decision)
        self.fold.show_summary(self._summary(cue))
        has_lists = cue.kind not in LISTLESS
        self._holder_part.setVisible(cue.kind in (CueKind.NAMES, CueKind.PLACE_HOLDER))
        self._direction_part.setVisible(cue.kind in (CueKind.NAMES, CueKind.GENDERED_WORDS))
        self._pairs_part.setVisible(cue.kind is CueKind.GENDERED_WORDS)
        self.control_check.setVisible(has_lists and bool(cue.attribute_id))
        self.lists.setVisible(has_lists)
        self.lists_heading.setVisible(has_lists)
        if has_lists:
            self.lists.show_cue(cue)
        self._is_filling = False

    def _summary(self, cue: Cue) -> str:
        """What stands in the part that is closed."""
        parts = [said(KINDS[cue.kind][0]), language_words(cue.language)]
        if cue.place_holder:
            parts.append(self.tr("fills {name}").format(name=f"{{{cue.place_holder}}}"))
        elif cue.kind in (CueKind.NAMES, CueKind.GENDERED_WORDS):
            parts.append(said(DIRECTIONS[cue.direction]))
        return ", ".join(parts)

    def show_occurrence(self, n_files: int | None, n_all: int) -> None:
        """In how many files the cue occurs; None before variants were built."""
        if n_files is None:
            words = self.tr("It is not known yet in how many files it occurs: build the variants first.")
        elif n_files == 0:
            words = self.tr(
                "It occurs in no file, so it tests nothing. Add words that stand in the files, or put its place-holder "
                "into them, or take the cue out."
            )
        else:
            words = self.tr("It occurs in {n} of {all} files.").format(
                n=self.locale().toString(n_files), all=self.locale().toString(n_all)
            )
        self.occurs_label.setText(words)

    def show_problems(self, problems: Sequence[tuple[str, str]]) -> None:
        """What is wrong: pairs of level (empty for the whole cue) and sentence; each stands beside its list."""
        levels = {form.level for form in self.lists.forms} if not self.lists.isHidden() else set()
        by_level = {level: [words for one, words in problems if one == level] for level in levels}
        self.lists.show_problems(by_level)
        self.problem_note.show_problem("\n".join(words for level, words in problems if level not in levels))

    def _fill_choices(self) -> None:
        for kind, (words, _) in KINDS.items():
            self.kind_box.addItem(said(words), kind)
        for language in LANGUAGES:
            self.language_box.addItem(language_words(language), language)
        for direction, direction_words in DIRECTIONS.items():
            self.direction_box.addItem(said(direction_words), direction)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.heading, self.occurs_label, self.problem_note):
            layout.addWidget(widget)
        named, form, told = Form(), Form(), Form()
        named.add_field(FieldText(label=self.tr("Title of the cue")), self.title_edit)
        form.add_field(FieldText(label=self.tr("Attribute that it stands for")), self.attribute_box)
        form.add_field(FieldText(label=self.tr("Kind")), self.kind_box)
        form.add_widget(self.kind_label)
        form.add_field(
            FieldText(label=self.tr("Language"), help=self.tr("It works in files of this language only.")),
            self.language_box,
        )
        self._holder_part.add_field(
            FieldText(
                label=self.tr("Place-holder, without braces"),
                help=self.tr("For example: name. Names without a place-holder are looked for in the text."),
            ),
            self.holder_edit,
        )
        self._direction_part.add_field(
            FieldText(
                label=self.tr("What becomes of words that stand there already"),
                help=self.tr("Words that come from a place-holder always go towards the level."),
            ),
            self.direction_box,
        )
        self._pairs_part.add_field(
            FieldText(
                label=self.tr("Further pairs, one a line"),
                help=self.tr("The male form, a vertical line, the female form: Kassenwart|Kassenwartin"),
            ),
            self.pairs_area,
        )
        for part in (self._holder_part, self._direction_part, self._pairs_part):
            form.add_part(part)
        self.fold = Fold(self.tr("Attribute, kind, language and place-holder"), form)
        told.add_field(
            FieldText(
                label=self.tr("What the cue signals beside its attribute"),
                help=self.tr("Class, nationality, religion, age: a reader of the report has to know."),
            ),
            self.signals_area,
        )
        for group in (named, self.fold, told):
            layout.addLayout(kept_narrow(group))
        self.lists_heading = PlainLabel(self.tr("Words of each level"), TextStyle.HEADING)
        layout.addWidget(self.lists_heading)
        layout.addWidget(self.control_check)
        layout.addWidget(self.lists)
        layout.addWidget(PlainLabel(self.tr("Is the cue a legitimate factor?"), TextStyle.HEADING).wrapping())
        layout.addLayout(kept_narrow(self.decision))

    def _connect(self) -> None:
        self.title_edit.textEdited.connect(lambda text: self._change(self.tr("title"), title=text))
        self.holder_edit.textEdited.connect(
            lambda text: self._change(self.tr("place-holder"), place_holder=text.strip().strip("{}"))
        )
        self.signals_area.textChanged.connect(
            lambda: self._change(self.tr("other signals"), signals_also=self.signals_area.words())
        )
        self.pairs_area.textChanged.connect(
            lambda: self._change(self.tr("pairs"), fixed_words=words_of(self.pairs_area.words()))
        )
        self.attribute_box.activated.connect(
            lambda: self._change(self.tr("attribute"), attribute_id=self.attribute_box.currentData())
        )
        self.kind_box.activated.connect(lambda: self._change(self.tr("kind"), kind=self.kind_box.currentData()))
        self.language_box.activated.connect(
            lambda: self._change(self.tr("language"), language=self.language_box.currentData())
        )
        self.direction_box.activated.connect(
            lambda: self._change(self.tr("direction"), direction=self.direction_box.currentData())
        )
        self.control_check.toggled.connect(self._on_control_toggled)
        self.lists.edited.connect(self._on_list_edited)
        self.lists.import_requested.connect(self.list_requested)
        self.decision.edited.connect(self._on_decision_edited)

    def _offer_attributes(self, cue: Cue) -> None:
        offered = [(one.title or one.attribute_id, one.attribute_id) for one in self._design.attributes]
        offered.append((self.tr("none: the same words for every group"), ""))
        shown = [(self.attribute_box.itemText(n), self.attribute_box.itemData(n)) for n in range(len(offered))]
        if shown != offered or self.attribute_box.count() != len(offered):
            self.attribute_box.clear()
            for words, attribute_id in offered:
                self.attribute_box.addItem(words, attribute_id)
        self._choose(self.attribute_box, cue.attribute_id, cue.attribute_id)

    def _choose(self, box: QComboBox, value: Direction | CueKind | str, words: str) -> None:
        place = box.findData(value)
        if place < 0:
            box.addItem(words, value)
            place = box.count() - 1
        box.setCurrentIndex(place)

    def _change(self, field: str, **values: Any) -> None:
        if self._cue is not None and not self._is_filling:
            self._emit(field, with_cue(self._design, self._cue.cue_id, **values))

    def _emit(self, field: str, design: Design) -> None:
        if self._cue is not None and design != self._design:
            self._design = design
            words = self.tr("{field} of “{cue}”").format(field=field, cue=self._cue.title or self._cue.cue_id)
            self.edited.emit(words, design)

    def _on_control_toggled(self, has_one: bool) -> None:
        if self._cue is not None and not self._is_filling:
            self._emit(self.tr("words of the control"), with_control_list(self._design, self._cue.cue_id, has_one))

    def _on_list_edited(self, field: str, words: WordList) -> None:
        if self._cue is not None and not self._is_filling:
            design = with_word_list(
                self._design,
                self._cue.cue_id,
                words.level,
                words=words.words,
                provenance=words.provenance,
                also_signals=words.also_signals,
            )
            self._emit(self.tr("{field} for {level}").format(field=field, level=words.level), design)

    def _on_decision_edited(self, field: str, decision: CueDecision) -> None:
        self._change(field, decision=decision)
