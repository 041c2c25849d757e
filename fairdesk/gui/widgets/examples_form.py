"""Few-shot examples: question and answer in turn, as the application shows them to the model before each case."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from fairdesk.domain.exchanges import Message
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.forms import FieldText, Form

N_LINES = 3


class ExamplesForm(Form):
    """``edited`` carries the messages, user and assistant in turn."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_filling = False
        self._part: Form | None = None
        self.areas: list[tuple[TextArea, TextArea]] = []
        self.add_button = QPushButton(self.tr("Add an example answer"))
        self.add_button.clicked.connect(self._on_add_clicked)
        self._pairs = Form()
        self.add_part(self._pairs)
        self.add_widget(self.add_button)

    def show_examples(self, examples: tuple[Message, ...]) -> None:
        """Show the examples; those that stand there already leave cursor, undo and a pair just begun alone."""
        if examples != self.examples():
            self._show([message.content for message in examples])

    def examples(self) -> tuple[Message, ...]:
        """The examples as they are typed now; a pair without a letter is none yet."""
        return tuple(
            Message(role=role, content=area.words())
            for pair in self.areas
            for role, area in zip(("user", "assistant"), pair, strict=True)
            if any(one.words() for one in pair)
        )

    def _typed(self) -> list[str]:
        return [area.words() for pair in self.areas for area in pair]

    def _show(self, contents: list[str]) -> None:
        self._is_filling = True
        if len(contents) != 2 * len(self.areas):
            self._build(len(contents) // 2)
        for area, words in zip((area for pair in self.areas for area in pair), contents, strict=True):
            area.show_text(words)
        self._is_filling = False

    def _build(self, n_examples: int) -> None:
        if self._part is not None:
            self._part.hide()
            self._part.deleteLater()
        self._part = Form()
        self.areas = []
        for number in range(1, n_examples + 1):
            pair = TextArea(N_LINES), TextArea(N_LINES)
            asked, answered = pair
            for text, area in (
                (FieldText(label=self.tr("Example {number}: what is asked").format(number=number)), asked),
                (FieldText(label=self.tr("Example {number}: how it is answered").format(number=number)), answered),
            ):
                self._part.add_field(text, area)
                area.textChanged.connect(self._on_edited)
            remove = QPushButton(self.tr("Remove example {number}").format(number=number))
            remove.clicked.connect(partial(self._on_remove_clicked, number - 1))
            self._part.add_widget(remove)
            self.areas.append(pair)
        self._pairs.add_part(self._part)

    def _on_edited(self) -> None:
        if not self._is_filling:
            self.edited.emit(self.examples())

    def _on_add_clicked(self) -> None:
        self._show([*self._typed(), "", ""])
        self.areas[-1][0].setFocus()

    def _on_remove_clicked(self, number: int) -> None:
        typed = self._typed()
        self._show(typed[: 2 * number] + typed[2 * number + 2 :])
        self.edited.emit(self.examples())
