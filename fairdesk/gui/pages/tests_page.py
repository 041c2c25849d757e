"""Tests: with which instruments the project asks beside its files, or instead of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.benchmarks import BenchmarkChoice, with_benchmark, without_benchmark
from fairdesk.domain.supplied_words import is_supplied
from fairdesk.gui.benchmark_words import card_parts, form_words, items_words, sampling_words
from fairdesk.gui.benchmark_work import BenchmarkWork
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.benchmark_panel import BenchmarkPanel
from fairdesk.gui.widgets.fields import CheckBox
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.outdated_note import OutdatedNote
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.saving_bar import SavingBar
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.side_by_side import SideBySide
from fairdesk.gui.widgets.undo_bar import UndoBar
from fairdesk.gui.widgets.words_view import WordsView

if TYPE_CHECKING:
    from fairdesk.audit.benchmark_choice import BenchmarkLook, BenchmarkPlace, OfferedBenchmark, SampleView
    from fairdesk.audit.benchmark_import import BenchmarkAdded

PAGE_ID = "tests"
SHOWN_ROWS = 8
WIDEST_COLUMN = 240
CARD_LINES = 22


class TestsPage(QWidget):
    """The list of benchmarks above, what is to be asked of the chosen one and its card below."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._offered: tuple[OfferedBenchmark, ...] = ()
        self._project_id = ""
        # Counts of an earlier choice are dropped.
        self._generation = 0
        self.setAcceptDrops(True)
        layout, self.messages = lay_out_page(
            self,
            self.tr("Tests"),
            self.tr(
                "Benchmarks that the systems are asked beside the files of the page Cases, or instead of them. Their "
                "official files are read here and kept; FairDesk ships suites of its own, so that all can be tried."
            ),
        )
        self.work = BenchmarkWork(context, self)
        self.saving_bar, self.outdated_note = SavingBar(context), OutdatedNote()
        self.undo_bar = UndoBar(context, PAGE_ID, self)
        self.supplied_label = PlainLabel(
            self.tr("The answers of this project were supplied and not asked for: nothing can be asked beside them.")
        ).wrapping()
        self.alone_check = CheckBox(self.tr("Ask benchmarks alone, no files"))
        self.alone_label = PlainLabel().wrapping()
        self.model = RowsModel(self._columns(), self)
        self.table = ShortTable(self.model, self.tr("Benchmarks"), SHOWN_ROWS, self)
        self.table.view.remember_as("benchmarks", context.remembered)
        self.panel = BenchmarkPanel()
        self.card_view = WordsView(self.tr("Card of the chosen benchmark"))
        self.card_view.setMinimumHeight(self.fontMetrics().lineSpacing() * CARD_LINES)
        parts: tuple[QWidget, ...] = (
            *(self.saving_bar, self.outdated_note, self.supplied_label, self.undo_bar),
            *(self.alone_check, self.alone_label, self.table, SideBySide(self.panel, self._card_part())),
        )
        for part in parts:
            layout.addWidget(part)
        layout.addStretch(1)
        self._connect()
        self._read_offers()
        self._on_project_changed()

    def take_path(self, path: Path) -> None:
        """Look at an official file or folder of the chosen benchmark."""
        from fairdesk.audit.benchmark_choice import BenchmarkPlace

        chosen = self.chosen()
        if chosen is not None and self._is_open():
            self._look_at(BenchmarkPlace(benchmark_id=chosen.benchmark_id, path=path))

    def chosen(self) -> OfferedBenchmark | None:
        """The benchmark whose card is shown."""
        index = self.table.view.currentIndex()
        return self.model.row(index) if index.isValid() else None

    def choose(self, benchmark_id: str) -> None:
        """Show the card of a benchmark; an unknown one changes nothing."""
        for number in range(self.model.rowCount()):
            if self.model.row(number).benchmark_id == benchmark_id:
                self.table.view.selectRow(number)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()) and self._is_open():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if not paths:
            return
        event.acceptProposedAction()
        if len(paths) > 1:
            self.messages.show_message(
                MessageKind.ERROR,
                self.tr("Several files were dropped."),
                self.tr("Drop one file, one archive, or the folder that holds all files of the benchmark."),
            )
        else:
            self.take_path(paths[0])

    # Building.

    def _columns(self) -> tuple[Column, ...]:
        not_asked = self.tr("not asked")

        def of_choice(words: Callable[[OfferedBenchmark, BenchmarkChoice], str]) -> Callable[[OfferedBenchmark], str]:
            def text(one: OfferedBenchmark) -> str:
                choice = self._choice(one.benchmark_id)
                return not_asked if choice is None else words(one, choice)

            return text

        return (
            Column(title=self.tr("Benchmark"), text=lambda one: one.card.title),
            Column(title=self.tr("Items asked"), text=of_choice(lambda _one, choice: items_words(choice))),
            Column(title=self.tr("Sample"), text=of_choice(lambda _one, choice: sampling_words(choice.sampling))),
            Column(title=self.tr("Way of asking"), text=of_choice(form_words)),
            Column(title=self.tr("What a result measures"), text=lambda one: one.card.construct),
            Column(title=self.tr("Licence"), text=lambda one: one.card.licence),
        )

    def _card_part(self) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(PlainLabel(self.tr("Card"), TextStyle.HEADING))
        layout.addWidget(self.card_view, 1)
        return part

    def _connect(self) -> None:
        context, panel, work = self._context, self.panel, self.work
        context.details.changed.connect(self._show_details)
        context.project_changed.connect(self._on_project_changed)
        context.project_edited.connect(self._show_changes)
        self.alone_check.clicked.connect(self._on_alone_clicked)
        self.table.view.selectionModel().currentRowChanged.connect(self._on_chosen)
        panel.file_button.clicked.connect(self._on_file_clicked)
        panel.folder_button.clicked.connect(self._on_folder_clicked)
        panel.suite_button.clicked.connect(self._on_suite_clicked)
        panel.change_button.clicked.connect(self._on_change_clicked)
        panel.remove_button.clicked.connect(self._on_remove_clicked)
        panel.stop_button.clicked.connect(work.stop)
        panel.form_changed.connect(self._on_form_changed)
        panel.take_button.clicked.connect(self._on_take_clicked)
        work.changed.connect(self._show_chosen)
        work.looked.connect(self._on_looked)
        work.kept.connect(self._on_kept)
        work.failed.connect(self.messages.show_failure)

    # Showing.

    def _read_offers(self) -> None:
        from fairdesk.audit.benchmark_choice import offered_benchmarks

        self._context.tasks.start(
            work=plainly(offered_benchmarks, self._context.spec),
            done=self._on_offers_read,
            failed=self.messages.show_failure,
        )

    def _on_offers_read(self, offered: tuple[OfferedBenchmark, ...]) -> None:
        self._offered = offered
        self.model.set_rows(offered)
        self.table.view.fit_columns(WIDEST_COLUMN)
        if offered:
            self.table.view.selectRow(0)
        self._show_details()

    def _choice(self, benchmark_id: str) -> BenchmarkChoice | None:
        choices = self._context.details.details.benchmarks
        return next((one for one in choices if one.benchmark_id == benchmark_id), None)

    def _is_supplied(self) -> bool:
        return any(map(is_supplied, self._context.details.details.systems))

    def _is_open(self) -> bool:
        return not self.work.is_working() and not self._is_supplied()

    def _on_project_changed(self) -> None:
        project = self._context.project
        project_id = project.summary.project_id if project is not None else ""
        if project_id != self._project_id:
            self._project_id = project_id
            self.work.stop()
            self.messages.hide()
            self.panel.forget_look()
        self._show_details()
        self._show_changes()

    def _show_changes(self) -> None:
        project = self._context.project
        self.outdated_note.show_changes(project.plan_changes if project is not None else ())

    def _show_details(self) -> None:
        details, is_supplied_project = self._context.details.details, self._is_supplied()
        self.supplied_label.setVisible(is_supplied_project)
        for widget in (self.undo_bar, self.alone_check, self.alone_label):
            widget.setVisible(not is_supplied_project)
        self.alone_check.setEnabled(bool(details.benchmarks))
        self.alone_check.setChecked(details.without_files)
        self.alone_label.setText(
            self.tr("No benchmark is asked yet: choose one below.")
            if not details.benchmarks
            else self.tr("The pages Cases and Cues need nothing.")
            if details.without_files
            else self.tr("The benchmarks are asked beside the files of the page Cases.")
        )
        if self.model.rowCount():
            last = self.model.index(self.model.rowCount() - 1, self.model.columnCount() - 1)
            self.model.dataChanged.emit(self.model.index(0, 0), last)
        self._show_chosen()

    def _on_chosen(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self.card_view.show_parts(card_parts(chosen))
        self._show_chosen()

    def _show_chosen(self) -> None:
        chosen = self.chosen()
        choice = self._choice(chosen.benchmark_id) if chosen is not None else None
        self.panel.show_work(self.work.words if self.work.is_working() else "")
        self.panel.show_benchmark(chosen, choice, is_open=self._is_open())

    # Reading files.

    def _on_file_clicked(self) -> None:
        from PySide6.QtWidgets import QFileDialog

        path, _ = QFileDialog.getOpenFileName(self, self.tr("Choose the official file of the benchmark"))
        if path:
            self.take_path(Path(path))

    def _on_folder_clicked(self) -> None:
        from PySide6.QtWidgets import QFileDialog

        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose the folder of the benchmark"))
        if folder:
            self.take_path(Path(folder))

    def _on_suite_clicked(self) -> None:
        from fairdesk.audit.benchmark_choice import BenchmarkPlace

        chosen = self.chosen()
        if chosen is not None:
            self._look_at(BenchmarkPlace(benchmark_id=chosen.benchmark_id))

    def _on_change_clicked(self) -> None:
        from fairdesk.audit.benchmark_choice import BenchmarkPlace

        chosen = self.chosen()
        choice = self._choice(chosen.benchmark_id) if chosen is not None else None
        if choice is not None:
            self._look_at(BenchmarkPlace(benchmark_id=choice.benchmark_id, stored=choice.files))

    def _look_at(self, place: BenchmarkPlace) -> None:
        chosen = self.chosen()
        self.messages.hide()
        self.panel.forget_look()
        self.work.look(place, chosen.card.title if chosen is not None else "")

    def _on_looked(self, look: BenchmarkLook) -> None:
        offered = next((one for one in self._offered if one.benchmark_id == look.place.benchmark_id), None)
        if offered is not None:
            self.choose(offered.benchmark_id)
            self.panel.show_look(offered, look, self._choice(offered.benchmark_id))

    def _on_form_changed(self) -> None:
        from fairdesk.audit.benchmark_choice import sample_view

        wanted, look = self.panel.form.wanted(), self.panel.look
        if wanted is None or look is None:
            return
        self._generation += 1
        self._show_chosen()
        if not self.panel.form.is_any_category():
            self.panel.show_problem(self.tr("No category is marked, so nothing would be asked."))
            return
        self._context.tasks.start(
            work=plainly(sample_view, look.groups, wanted.categories, wanted.sampling, self.panel.form.measures()),
            done=partial(self._on_counted, self._generation),
            failed=self.messages.show_failure,
        )

    def _on_counted(self, generation: int, view: SampleView) -> None:
        if generation == self._generation:
            self.panel.show_sample(view, len(self._context.details.details.systems))

    # Changing the project.

    def _on_take_clicked(self) -> None:
        wanted, chosen = self.panel.form.wanted(), self.chosen()
        if wanted is not None and chosen is not None:
            self.messages.hide()
            self.work.keep(wanted, chosen.card.title)

    def _on_kept(self, added: BenchmarkAdded) -> None:
        self.panel.forget_look()
        benchmarks = with_benchmark(self._context.details.details.benchmarks, added.choice)
        words = self.tr("{benchmark} taken").format(benchmark=added.card.title)
        self._context.details.change(PAGE_ID, words, benchmarks=benchmarks)
        self.messages.show_message(
            MessageKind.INFO,
            self.tr("{benchmark} is asked from now on, with {n} items.").format(
                benchmark=added.card.title, n=self.locale().toString(added.n_items)
            ),
            "\n".join(added.notes),
        )

    def _on_remove_clicked(self) -> None:
        chosen, details = self.chosen(), self._context.details.details
        if chosen is None:
            return
        left = without_benchmark(details.benchmarks, chosen.benchmark_id)
        words = self.tr("{benchmark} taken out").format(benchmark=chosen.card.title)
        self.panel.forget_look()
        is_alone = details.without_files and bool(left)
        self._context.details.change(PAGE_ID, words, benchmarks=left, without_files=is_alone)

    def _on_alone_clicked(self, is_wanted: bool) -> None:
        words = self.tr("benchmarks alone") if is_wanted else self.tr("files as well")
        self._context.details.change(PAGE_ID, words, without_files=is_wanted)
