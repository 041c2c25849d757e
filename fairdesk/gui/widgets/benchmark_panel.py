"""The chosen benchmark: what the project asks of it, where its files are read, and what is asked of them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout, QWidget

from fairdesk.audit.benchmark_choice import BenchmarkLook, OfferedBenchmark, SampleView
from fairdesk.domain.benchmarks import BenchmarkChoice
from fairdesk.gui.benchmark_words import choice_words, file_parts, look_parts
from fairdesk.gui.widgets.benchmark_form import BenchmarkForm
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.word_parts import WordParts


class BenchmarkPanel(QWidget):
    """Shows; the page acts on its buttons."""

    form_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look: BenchmarkLook | None = None
        """What stands in the files that were looked at and are not taken yet."""

        self.title_label = PlainLabel("", TextStyle.HEADING).wrapping()
        self.asked_label = PlainLabel().wrapping()
        self.file_button = QPushButton(self.tr("Choose the official file…"))
        self.folder_button = QPushButton(self.tr("Choose its folder…"))
        self.suite_button = QPushButton(self.tr("Use FairDesk's own suite"))
        self.change_button = QPushButton(self.tr("Change what is asked"))
        self.remove_button = QPushButton(self.tr("Take it out of the project"))
        self._buttons = (
            *(self.file_button, self.folder_button, self.suite_button),
            *(self.change_button, self.remove_button),
        )
        self.step_label = PlainLabel().wrapping()
        self.step_label.setAccessibleName(self.tr("What is done now"))
        self.progress_bar = QProgressBar()
        self.progress_bar.setRange(0, 0)
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setAccessibleName(self.tr("Reading the files"))
        self.stop_button = QPushButton(self.tr("Stop"))
        self.look_words = WordParts(self.tr("What stands in the files"))
        self.file_words = WordParts(self.tr("The files that are asked"))
        self.form = BenchmarkForm()
        # Not in the form, which is narrower than its place: Qt would ask for its height at the width of the place.
        self.power_words = WordParts(self.tr("What this sample can show"))
        self.take_button = QPushButton(self.tr("Ask these items"))
        self.drop_button = QPushButton(self.tr("Ask nothing of these files"))
        self._acts = ButtonRow((self.take_button, self.drop_button))
        self._lay_out()
        self.form.changed.connect(self.form_changed)
        self.drop_button.clicked.connect(self.forget_look)

    def show_benchmark(
        self, offered: OfferedBenchmark | None, choice: BenchmarkChoice | None, *, is_open: bool
    ) -> None:
        """Show what the project asks of a benchmark.

        Args:
            is_open: Whether anything may be chosen now.
        """
        self.title_label.setText(offered.card.title if offered is not None else self.tr("No benchmark is chosen"))
        self.asked_label.setText(
            choice_words(offered, choice)
            if offered is not None and choice is not None
            else self.tr("The project does not ask it. Choose its official file or folder, or drop it on this page.")
        )
        files = choice.files if choice is not None else ()
        self.file_words.show_parts(tuple(file_parts(offered, files)) if offered is not None else ())
        for button in self._buttons:
            button.setEnabled(is_open and offered is not None)
        for button in (self.change_button, self.remove_button):
            button.setVisible(choice is not None)
        for part in (self.form, self._acts):
            part.setEnabled(is_open)
        if self.look is not None and (offered is None or self.look.place.benchmark_id != offered.benchmark_id):
            self.forget_look()
        self._show_look()

    def show_look(self, offered: OfferedBenchmark, look: BenchmarkLook, choice: BenchmarkChoice | None) -> None:
        """Offer the items of files that were looked at."""
        self.look = look
        self.look_words.show_parts(look_parts(offered, look))
        self._show_look()
        self.form.show_look(offered, look, choice)

    def show_sample(self, view: SampleView, n_systems: int) -> None:
        """Say what a sample of the files comes to, and what it can show."""
        self.form.show_counts(view.counts, n_systems)
        self.power_words.show_parts(((self.tr("What this sample can show"), "\n".join(view.power)),))

    def show_problem(self, words: str) -> None:
        """Say why nothing can be taken."""
        self.form.show_problem(words)
        self.power_words.show_parts(())

    def forget_look(self) -> None:
        """Ask nothing of the files that were looked at."""
        self.look = None
        self._show_look()

    def show_work(self, words: str) -> None:
        """What is done now; nothing hides it."""
        self.step_label.setText(words)
        for widget in (self.step_label, self.progress_bar, self.stop_button):
            widget.setVisible(bool(words))

    def _show_look(self) -> None:
        for part in (self.look_words, self.form, self.power_words, self._acts):
            part.setVisible(self.look is not None)
        # One set of files at a time: those that were looked at, else those that are asked.
        self.file_words.setVisible(self.look is None and bool(self.file_words.text()))
        self.take_button.setEnabled(self.form.isEnabled() and self.form.is_any_category())

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        parts: tuple[QWidget, ...] = (
            *(self.title_label, self.asked_label, ButtonRow(self._buttons), self.step_label, self.progress_bar),
            *(
                ButtonRow((self.stop_button,)),
                self.file_words,
                self.look_words,
                self.form,
                self.power_words,
                self._acts,
            ),
        )
        for part in parts:
            layout.addWidget(part)
        layout.addStretch(1)
        self.show_work("")
        self._show_look()
