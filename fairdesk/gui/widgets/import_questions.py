"""Questions about a file that has two readings; nothing is imported before they are answered."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from fairdesk.domain.records import Ambiguity
from fairdesk.gui.import_words import quoted
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.scale_edit import ScaleEdit

SHOWN_EXAMPLES = 4
MOST_COLUMNS = 200


class ImportQuestions(QFrame):
    """One box per question; ``answered`` carries the field of the choices and its answer.

    The answer is a text; of a scale a tuple of two numbers; of a column ``COLUMN=field``.
    """

    answered = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.questions: tuple[Ambiguity, ...] = ()
        self.boxes: list[ChoiceBox] = []
        self.scale_edit: ScaleEdit | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(12, 10, 12, 10)
        self._layout.setSpacing(6)
        self.heading_label = PlainLabel("", TextStyle.HEADING).wrapping()
        self._layout.addWidget(self.heading_label)
        self._parts: list[QWidget] = []
        self.hide()

    def show_questions(self, questions: Sequence[Ambiguity], *, is_readable: bool = True) -> None:
        """Show what is open; the same questions stay as they are, and none hides the panel."""
        self.heading_label.setText(
            self.tr("This file can be read in more than one way. Please decide:")
            if is_readable
            else self.tr("The file cannot be read like this. What may help:")
        )
        if tuple(questions) == self.questions:
            return
        self.questions = tuple(questions)
        for part in self._parts:
            self._layout.removeWidget(part)
            part.hide()
            part.deleteLater()
        self.boxes, self.scale_edit = [], None
        self._parts = [self._part(question) for question in self.questions]
        for part in self._parts:
            self._layout.addWidget(part)
        self.setVisible(bool(self.questions))

    def _part(self, question: Ambiguity) -> QWidget:
        part = QWidget(self)
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(4)
        layout.addWidget(PlainLabel(self._words(question), TextStyle.STRONG).wrapping())
        text = FieldText(label=question.question, help=self._examples(question))
        if text.help:
            layout.addWidget(PlainLabel(text.help).wrapping())
        if question.field == "scale":
            self.scale_edit = ScaleEdit()
            self.scale_edit.decided.connect(self._on_scale_decided)
            layout.addWidget(self.scale_edit)
            return part
        box = ChoiceBox()
        describe(box, text)
        box.addItem(self.tr("Please choose"), "")
        for answer, words in self._answers(question):
            box.addItem(words, answer)
        box.activated.connect(lambda: self._on_activated(question.field, box))
        self.boxes.append(box)
        layout.addWidget(box)
        return part

    def _words(self, question: Ambiguity) -> str:
        if not question.column:
            return question.question
        return self.tr("Column {column}: {question}").format(column=quoted(question.column), question=question.question)

    def _examples(self, question: Ambiguity) -> str:
        if question.field == "columns" or not question.examples:
            return ""
        cells = ", ".join(quoted(cell) for cell in question.examples[:SHOWN_EXAMPLES])
        return self.tr("In the file: {cells}").format(cells=cells)

    def _answers(self, question: Ambiguity) -> list[tuple[str, str]]:
        if question.field != "columns":
            return [(reading.answer, reading.words) for reading in question.readings]
        # "--map COLUMN=value or COLUMN=text": each column may hold either.
        patterns = question.option.removeprefix("--map ").split(" or ")
        found = []
        for column in question.examples[:MOST_COLUMNS]:
            for pattern in patterns:
                field = pattern.removeprefix("COLUMN=").replace("LABEL", column.replace("=", " "))
                words = quoted(column)
                if len(patterns) > 1:
                    words = (
                        self.tr("{column} holds texts") if field == "text" else self.tr("{column} holds numbers")
                    ).format(column=words)
                found.append((f"{column}={field}", words))
        return found

    def _on_activated(self, field: str, box: ChoiceBox) -> None:
        answer = box.currentData()
        if answer:
            self.answered.emit(field, answer)

    def _on_scale_decided(self, scale: tuple[float, ...]) -> None:
        if scale:
            self.answered.emit("scale", scale)
