"""What is missing before an act, a sentence each, with a button that leads to the place that mends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

if TYPE_CHECKING:
    from fairdesk.audit.report_gate import GateSentence, ReportGate


class GateList(QWidget):
    """One line when nothing is missing; ``page_requested`` carries a page's id."""

    page_requested = Signal(str)
    field_requested = Signal(str, str)
    """The same with the name of the part of the page, or an empty one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentences: tuple[str, ...] = ()
        self._shown: tuple[GateSentence, ...] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self.heading = PlainLabel("", TextStyle.STRONG).wrapping()
        self._layout.addWidget(self.heading)
        self._rows: list[QWidget] = []

    def show_gate(self, gate: ReportGate) -> None:
        """Show what is missing before a report, blocking sentences first."""
        self.show_sentences(
            gate.sentences,
            self.tr("Nothing is missing: the report can be issued.")
            if gate.may_issue
            else self.tr("Missing before a report can be issued:"),
        )

    def show_sentences(self, sentences: Sequence[GateSentence], heading: str) -> None:
        """Show sentences below a heading of the caller's."""
        self.heading.setText(heading)
        if tuple(sentences) == self._shown:
            # Rows stay: a button that has the focus must not go away because the gate was read again.
            return
        self._shown = tuple(sentences)
        self.sentences = tuple(sentence.words for sentence in sentences)
        for row in self._rows:
            self._layout.removeWidget(row)
            row.deleteLater()
        self._rows = [self._row(sentence) for sentence in sentences]
        for row in self._rows:
            self._layout.addWidget(row)

    def _row(self, sentence: GateSentence) -> QWidget:
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        kind = self.tr("Missing") if sentence.is_blocking else self.tr("To know")
        label = PlainLabel(f"{kind}: {sentence.words}").wrapping()
        button = QPushButton(self.tr("Go there"))
        button.setAccessibleName(self.tr("Go to where this is mended: {what}").format(what=sentence.words))
        button.clicked.connect(lambda: self._on_clicked(sentence))
        line.addWidget(label, 1)
        line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _on_clicked(self, sentence: GateSentence) -> None:
        self.page_requested.emit(sentence.page_id)
        self.field_requested.emit(sentence.page_id, sentence.field)
