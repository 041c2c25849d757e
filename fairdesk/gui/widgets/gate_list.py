"""What is missing before an act, a sentence each, with a button that leads to the place that mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

if TYPE_CHECKING:
    from fairdesk.audit.report_gate import GateSentence, ReportGate


class GateList(QWidget):
    """One line when nothing is missing; ``page_requested`` carries a page's id."""

    page_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentences: tuple[str, ...] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self.heading = PlainLabel("", TextStyle.STRONG).wrapping()
        self._layout.addWidget(self.heading)
        self._rows: list[QWidget] = []

    def show_gate(self, gate: ReportGate) -> None:
        """Show what is missing, blocking sentences first."""
        for row in self._rows:
            self._layout.removeWidget(row)
            row.deleteLater()
        self.sentences = tuple(sentence.words for sentence in gate.sentences)
        self.heading.setText(
            self.tr("Nothing is missing: the report can be issued.")
            if gate.may_issue
            else self.tr("Missing before a report can be issued:")
        )
        self._rows = [self._row(sentence) for sentence in gate.sentences]
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
        button.clicked.connect(lambda: self.page_requested.emit(sentence.page_id))
        line.addWidget(label, 1)
        line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return row
