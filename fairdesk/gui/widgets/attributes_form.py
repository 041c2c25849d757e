"""What groups are told by: attributes, and the levels of each, the reference first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from fairdesk.domain.design import Design
from fairdesk.domain.word_lists import ListProblem
from fairdesk.gui.design_edits import (
    attribute_of,
    moved_attribute,
    moved_level,
    short_name,
    with_attribute,
    with_new_attribute,
    with_new_level,
    with_renamed_level,
    without_attribute,
    without_level,
)
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.forms import FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.name_list import NameList

FEWEST_LEVELS = 2


class AttributesForm(Form):
    """Shows the attributes of a design; ``edited`` carries the step in words and the design after it."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._design = Design()
        self.attributes = NameList(
            FieldText(
                label=self.tr("&Attributes"),
                help=self.tr(
                    "The order is that of the coverage grid. One without a cue is a ground that is not tested, and is "
                    "counted as such."
                ),
            ),
            self.tr("Add an attribute"),
        )
        self.title_edit = QLineEdit()
        self.ground_edit = QLineEdit()
        self.levels = NameList(
            FieldText(
                label=self.tr("&Levels"),
                help=self.tr("The first one is the reference: the original carries it. There are two at least."),
            ),
            self.tr("Add a level"),
        )
        self.level_edit = QLineEdit()
        self.level_note = FieldNote()
        self.problem_note = FieldNote()
        self._chosen = QWidget()
        self._lay_out()
        self._connect()

    def show_design(self, design: Design) -> None:
        """Show a design; what is chosen stays chosen."""
        self._design = design
        names = [
            (one.attribute_id, self.tr("{title}: {levels}").format(title=one.title, levels=", ".join(one.levels)))
            for one in design.attributes
        ]
        self.attributes.show_names(names)
        self._show_attribute()

    def show_problems(self, problems: Sequence[ListProblem]) -> None:
        """What is wrong with attributes and levels."""
        self.problem_note.show_problem("\n".join(one.sentence for one in problems))

    def _lay_out(self) -> None:
        self.add_widget(self.attributes)
        self.add_widget(self.problem_note)
        inside = QVBoxLayout(self._chosen)
        inside.setContentsMargins(0, 0, 0, 0)
        self.heading = PlainLabel("", TextStyle.HEADING).wrapping()
        inside.addWidget(self.heading)
        form = Form()
        form.add_field(FieldText(label=self.tr("Title, as the report prints it")), self.title_edit)
        form.add_field(
            FieldText(
                label=self.tr("Ground of equality law that it stands for"),
                help=self.tr("For example: sex, ethnic origin, religion, age, disability. Empty for none."),
            ),
            self.ground_edit,
        )
        form.add_widget(self.levels)
        form.add_field(
            FieldText(
                label=self.tr("Name of the chosen level"),
                help=self.tr("Short, one word; it is changed wherever it stands. Enter takes it over."),
            ),
            self.level_edit,
        )
        form.add_widget(self.level_note)
        inside.addWidget(form)
        self.add_widget(self._chosen)

    def _connect(self) -> None:
        self.attributes.chosen.connect(lambda _key: self._show_attribute())
        self.attributes.add_requested.connect(self._on_add_attribute)
        self.attributes.remove_requested.connect(self._on_remove_attribute)
        self.attributes.moved.connect(
            lambda key, by: self._emit(self.tr("order of the attributes"), moved_attribute(self._design, key, by))
        )
        self.title_edit.textEdited.connect(self._on_title_edited)
        self.ground_edit.textEdited.connect(self._on_ground_edited)
        self.levels.chosen.connect(lambda _key: self._show_level())
        self.levels.add_requested.connect(self._on_add_level)
        self.levels.remove_requested.connect(self._on_remove_level)
        self.levels.moved.connect(self._on_level_moved)
        self.level_edit.editingFinished.connect(self._on_level_renamed)

    def _show_attribute(self) -> None:
        attribute = attribute_of(self._design, self.attributes.key())
        self._chosen.setVisible(attribute is not None)
        if attribute is None:
            return
        self.heading.setText(attribute.title or attribute.attribute_id)
        for edit, words in ((self.title_edit, attribute.title), (self.ground_edit, attribute.ground)):
            if edit.text() != words:
                edit.setText(words)
        self.levels.show_names(
            [
                (level, self.tr("{level} (the reference)").format(level=level) if number == 0 else level)
                for number, level in enumerate(attribute.levels)
            ],
            fewest=FEWEST_LEVELS,
        )
        self._show_level()

    def _show_level(self) -> None:
        self.level_note.show_problem("")
        if self.level_edit.text() != self.levels.key():
            self.level_edit.setText(self.levels.key())

    def _emit(self, words: str, design: Design) -> None:
        if design != self._design:
            self._design = design
            self.edited.emit(words, design)

    def _on_add_attribute(self) -> None:
        design, attribute_id = with_new_attribute(self._design, self.tr("New attribute"))
        self._emit(self.tr("attribute added"), design)
        self.attributes.show_names([(one.attribute_id, one.title) for one in design.attributes], wanted=attribute_id)
        self.show_design(design)
        self.title_edit.setFocus()
        self.title_edit.selectAll()

    def _on_remove_attribute(self, key: str) -> None:
        attribute = attribute_of(self._design, key)
        title = attribute.title if attribute is not None else key
        self._emit(self.tr("attribute “{title}” removed").format(title=title), without_attribute(self._design, key))

    def _on_title_edited(self, typed: str) -> None:
        key = self.attributes.key()
        self._emit(self.tr("title of {key}").format(key=key), with_attribute(self._design, key, title=typed))

    def _on_ground_edited(self, typed: str) -> None:
        key = self.attributes.key()
        self._emit(self.tr("ground of {key}").format(key=key), with_attribute(self._design, key, ground=typed))

    def _on_add_level(self) -> None:
        key = self.attributes.key()
        attribute = attribute_of(self._design, key)
        if attribute is None:
            return
        number = len(attribute.levels) + 1
        while (level := self.tr("level-{number}").format(number=number)) in attribute.levels:
            number += 1
        self._emit(self.tr("level added to {key}").format(key=key), with_new_level(self._design, key, level))
        self.levels.show_names([(one, one) for one in (*attribute.levels, level)], wanted=level)
        self._show_attribute()
        self.level_edit.setFocus()
        self.level_edit.selectAll()

    def _on_remove_level(self, level: str) -> None:
        key = self.attributes.key()
        self._emit(self.tr("level “{level}” removed").format(level=level), without_level(self._design, key, level))

    def _on_level_moved(self, level: str, by: int) -> None:
        key = self.attributes.key()
        self._emit(self.tr("order of the levels of {key}").format(key=key), moved_level(self._design, key, level, by))

    def _on_level_renamed(self) -> None:
        attribute = attribute_of(self._design, self.attributes.key())
        level, typed = self.levels.key(), self.level_edit.text()
        new = short_name(typed)
        if attribute is None or not level or new == level:
            self.level_edit.setText(level)
            self.level_note.show_problem("")
            return
        if not new:
            self.level_note.show_problem(self.tr("A level needs a name."), self.tr("Type a short word."))
            return
        if new in attribute.levels:
            self.level_note.show_problem(
                self.tr("Another level is called “{name}” already.").format(name=new), self.tr("Choose another name.")
            )
            return
        design = with_renamed_level(self._design, attribute.attribute_id, level, new)
        words = self.tr("level {old} called {new}").format(old=level, new=new)
        renamed = attribute_of(design, attribute.attribute_id)
        if renamed is not None:
            # The chosen level stays chosen under its new name.
            self.levels.show_names([(one, one) for one in renamed.levels], wanted=new)
        self._emit(words, design)
