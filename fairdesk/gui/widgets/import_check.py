"""Whether the whole file can be taken: how far it was read, what it holds, and whether bad rows are left out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.import_words import check_words, number, quoted, size_words
from fairdesk.gui.import_work import CheckedFiles
from fairdesk.gui.widgets.fields import CheckBox
from fairdesk.gui.widgets.labels import PlainLabel


class ImportCheck(QWidget):
    """``stop_requested`` is emitted by the button beside the bar, ``decided`` when bad rows may or may not be left."""

    stop_requested = Signal()
    decided = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words_label = PlainLabel().wrapping()
        self.words_label.setAccessibleName(self.tr("What an import would take"))
        self.progress_bar = QProgressBar()
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setAccessibleName(self.tr("Progress"))
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.clicked.connect(self.stop_requested)
        self.good_box = CheckBox()
        self.good_box.toggled.connect(lambda _on: self.decided.emit())
        self._line = QWidget()
        line = QHBoxLayout(self._line)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.progress_bar, 1)
        line.addWidget(self.stop_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (self.words_label, self._line, self.good_box):
            layout.addWidget(widget)
        self.show_words("")

    def show_words(self, words: str) -> None:
        """Nothing is being read; a sentence says what is waited for."""
        self._line.hide()
        self.good_box.hide()
        self.good_box.setChecked(False)
        self.words_label.setText(words)
        self.words_label.setVisible(bool(words))

    def show_progress(self, done: int, total: int) -> None:
        """The file is being read to its end."""
        self.show_step(
            self.tr("Reading the whole file: {done} of {total}").format(done=size_words(done), total=size_words(total))
        )
        # Thousandths, because a bar counts no further than two thousand million.
        self.progress_bar.setRange(0, 1000)
        self.progress_bar.setValue(done * 1000 // max(1, total))

    def show_step(self, words: str) -> None:
        """Something goes on of which it is not known how long it takes."""
        self.words_label.setText(words)
        self.words_label.show()
        self.progress_bar.setRange(0, 0)
        self._line.show()

    def show_found(self, found: CheckedFiles, names: Sequence[str]) -> None:
        """What the whole files hold; with bad rows, the choice to leave them out."""
        held = [check_words(check) for check in found.checks]
        if len(held) > 1:
            held = [f"{quoted(name)}: {text}" for name, text in zip(names, held, strict=True)]
        self.show_words("\n".join(held))
        if found.n_problems and found.n_rows:
            words = (
                self.tr("Take the {good} good answers and leave out 1 row that cannot be taken")
                if found.n_problems == 1
                else self.tr("Take the {good} good answers and leave out {bad} rows that cannot be taken")
            )
            self.good_box.setText(words.format(good=number(found.n_rows), bad=number(found.n_problems)))
            self.good_box.show()

    def takes_good_rows(self) -> bool:
        """Whether bad rows may be left out."""
        return self.good_box.isChecked()
