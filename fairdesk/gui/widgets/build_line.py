"""Whether the variants of a design are built, how far a build is, and what the last one found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.counted import counted
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.fold import Fold
from fairdesk.gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from fairdesk.audit.variants import VariantsBuilt

MOST_PROBLEMS = 12


class BuildLine(QWidget):
    """``build_requested`` and ``cancel_requested`` are emitted by its buttons."""

    build_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words_label = PlainLabel().wrapping()
        self.problem_note = PlainLabel().wrapping()
        self.problem_fold = Fold("", self.problem_note)
        self.build_button = QPushButton(self.tr("Build the variants"))
        self.cancel_button = QPushButton(self.tr("Stop building"))
        self.progress_bar = QProgressBar()
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setAccessibleName(self.tr("Progress of the build"))
        self._running = QWidget()
        line = QHBoxLayout(self._running)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.progress_bar, 1)
        line.addWidget(self.cancel_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.words_label)
        layout.addWidget(self.problem_fold)
        self._idle = ButtonRow((self.build_button,))
        layout.addWidget(self._idle)
        layout.addWidget(self._running)
        self.build_button.clicked.connect(self.build_requested)
        self.cancel_button.clicked.connect(self.cancel_requested)
        self.show_built(None)

    def show_built(self, built: VariantsBuilt | None) -> None:
        """What the last build found; None when the variants of the design as it is now were not built."""
        self._running.hide()
        self._idle.setVisible(built is None)
        self._show_problems(built.problems if built is not None else ())
        if built is None:
            self.words_label.setText(self.tr("The variants of this design are not built yet."))
            return
        variants = counted(built.n_variants, self.tr("1 variant"), self.tr("{n} variants"))
        files = counted(built.n_cases, self.tr("1 file"), self.tr("{n} files"))
        words = self.tr("{variants} of {files}.").format(variants=variants, files=files)
        self.words_label.setText(" ".join([words, *self._found(built)]))

    def show_progress(self, words: str, done: int, total: int) -> None:
        """A build goes on; without a total it is not known how long it takes."""
        self._idle.hide()
        self._running.show()
        self.cancel_button.setEnabled(True)
        self._show_problems(())
        self.words_label.setText(words)
        self.progress_bar.setRange(0, total)
        self.progress_bar.setValue(done)

    def show_stopping(self) -> None:
        """The build was told to stop."""
        self.words_label.setText(self.tr("Stopping; nothing of this build is kept."))
        self.cancel_button.setEnabled(False)

    def _show_problems(self, problems: Sequence[str]) -> None:
        """Closed at first, so that the list below stays in sight."""
        self.problem_fold.setVisible(bool(problems))
        if not problems:
            self.problem_fold.button.setChecked(False)
            return
        number = QLocale().toString
        self.problem_fold.button.setText(self.tr("To be mended or known: {n}").format(n=number(len(problems))))
        shown = list(problems[:MOST_PROBLEMS])
        if len(problems) > MOST_PROBLEMS:
            shown.append(self.tr("{n} more.").format(n=number(len(problems) - MOST_PROBLEMS)))
        self.problem_note.setText("\n".join(shown))

    def _found(self, built: VariantsBuilt) -> list[str]:
        found = [self.tr("Checked: the variants differ from their originals in the marked places only.")]
        if built.n_left:
            found.append(
                counted(
                    built.n_left,
                    self.tr("1 place was left for a person."),
                    self.tr("{n} places were left for a person."),
                )
            )
        if built.n_unaware:
            found.append(
                counted(built.n_unaware, self.tr("In 1 file no cue occurs."), self.tr("In {n} files no cue occurs."))
            )
        return found
