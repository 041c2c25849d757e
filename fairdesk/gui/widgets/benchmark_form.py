"""Which items of a benchmark are asked, how often and in which form, with what that comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QSizePolicy, QWidget

from fairdesk.audit.benchmark_choice import BenchmarkLook, ItemsWanted, OfferedBenchmark, OfferedForm
from fairdesk.audit.classifier_choice import AS_INSTALLED
from fairdesk.domain.benchmarks import FULL_SAMPLE, BenchmarkChoice, Sampling, SamplingKind
from fairdesk.gui.benchmark_words import calls_words
from fairdesk.gui.widgets.fields import CountBox
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle, plain_tip

DEFAULT_SEED = 20261130
"""The same that the command line draws with."""

DEFAULT_N, MOST_ITEMS, MOST_ANSWERS = 20, 100_000, 100
LARGEST_SEED = 2**31 - 1
KEY_ROLE = Qt.ItemDataRole.UserRole
FEWEST_LINES, MOST_LINES = 3, 9


class BenchmarkForm(Form):
    """Shown once files were looked at; ``changed`` is emitted at every choice."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look: BenchmarkLook | None = None
        self._offered: OfferedBenchmark | None = None
        self._choice: BenchmarkChoice | None = None
        self._is_filling = False
        self.categories = _CheckList()
        self.all_button = QPushButton(self.tr("All categories"))
        self.none_button = QPushButton(self.tr("No category"))
        self.sample_box, self.form_box = ChoiceBox(), ChoiceBox()
        self.number_box, self.seed_box, self.answers_box = CountBox(), CountBox(), CountBox()
        self.counts_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.counts_label.setAccessibleName(self.tr("What this sample comes to"))
        self.note_label = PlainLabel().wrapping()
        self.note_label.setAccessibleName(self.tr("What this way of asking measures"))
        self._number_part = Form()
        self._lay_out()
        self._connect()

    def show_look(self, offered: OfferedBenchmark, look: BenchmarkLook, choice: BenchmarkChoice | None) -> None:
        """Offer what the files hold; begins with what the project asks already."""
        self._is_filling = True
        self._look, self._offered, self._choice = look, offered, choice
        wanted = choice.categories if choice is not None else ()
        self.categories.show_names(look.categories, wanted)
        self.form_box.clear()
        for form in offered.forms:
            self.form_box.addItem(form.title, form.form_id)
        sampling, n_samples = (choice.sampling, choice.n_samples) if choice is not None else (FULL_SAMPLE, 1)
        if choice is not None:
            self.form_box.setCurrentIndex(max(0, self.form_box.findData(choice.form)))
        self.sample_box.setCurrentIndex(self.sample_box.findData(sampling.kind.value))
        self.number_box.setValue(sampling.n or DEFAULT_N)
        self.seed_box.setValue(sampling.seed if sampling.n else DEFAULT_SEED)
        self.answers_box.setValue(n_samples)
        self._is_filling = False
        self._show_fields()
        self.changed.emit()

    def wanted(self) -> ItemsWanted | None:
        """What was chosen; None before files were looked at."""
        if self._look is None:
            return None
        chosen, form = self.categories.chosen(), str(self.form_box.currentData() or "")
        is_as_before = self._choice is not None and self._choice.form == form
        return ItemsWanted(
            place=self._look.place,
            form=form,
            categories=() if len(chosen) == self.categories.count() else chosen,
            sampling=self._sampling(),
            n_samples=self.answers_box.value(),
            # A classifier that was named elsewhere is not lost when the sample is changed here.
            classifiers=self._choice.classifiers if self._choice is not None and is_as_before else AS_INSTALLED,
        )

    def is_any_category(self) -> bool:
        """Whether anything is left to ask."""
        return bool(self.categories.chosen())

    def measures(self) -> tuple[str, ...]:
        """All scores of the chosen way of asking."""
        form = self._form()
        return () if form is None else form.measures

    def show_counts(self, counts: Mapping[str, int], n_systems: int) -> None:
        """Say what the sample comes to; ``counts`` is items by category."""
        if self._look is None:
            return
        n_items, n_orders = sum(counts.values()), self._look.orders.get(str(self.form_box.currentData()), 1)
        self.counts_label.setText(calls_words(n_items, (n_orders, self.answers_box.value()), n_systems))

    def show_problem(self, words: str) -> None:
        """Say why nothing can be taken."""
        self.counts_label.setText(words)

    def _form(self) -> OfferedForm | None:
        return None if self._offered is None else self._offered.form(str(self.form_box.currentData() or ""))

    def _sampling(self) -> Sampling:
        kind = SamplingKind(self.sample_box.currentData())
        if kind is SamplingKind.FULL:
            return FULL_SAMPLE
        return Sampling(kind=kind, n=self.number_box.value(), seed=self.seed_box.value())

    def _lay_out(self) -> None:
        for kind, words in (
            (SamplingKind.FULL, self.tr("all items")),
            (SamplingKind.STRATIFIED, self.tr("the same number of every category and condition")),
            (SamplingKind.TEMPLATES, self.tr("some templates of every category, with all their items")),
        ):
            self.sample_box.addItem(words, kind.value)
        self.number_box.setRange(1, MOST_ITEMS)
        self.seed_box.setRange(0, LARGEST_SEED)
        self.answers_box.setRange(1, MOST_ANSWERS)
        for box in (self.number_box, self.seed_box, self.answers_box):
            box.setKeyboardTracking(False)
        self.add_field(
            FieldText(label=self.tr("&Categories that are asked"), help=self.tr("Space marks the chosen line.")),
            self.categories,
        )
        self.add_widget(ButtonRow((self.all_button, self.none_button)))
        self.add_field(
            FieldText(
                label=self.tr("&Sample"),
                help=self.tr("Scores of a sample are scores of that sample: their intervals are wider."),
            ),
            self.sample_box,
        )
        self._number_part.add_field(FieldText(label=self.tr("Number of each")), self.number_box)
        # No help below it: wrapped words in a part that is shown later press its boxes flat (Qt 6.11).
        self._number_part.add_field(FieldText(label=self.tr("Seed: the same draws the same")), self.seed_box)
        self.add_part(self._number_part)
        self.add_field(FieldText(label=self.tr("&Way of asking")), self.form_box)
        self.add_widget(self.note_label)
        self.add_field(FieldText(label=self.tr("&Answers to every item and order")), self.answers_box)
        self.add_widget(self.counts_label)

    def _connect(self) -> None:
        self.categories.itemChanged.connect(lambda _item: self._on_changed())
        self.all_button.clicked.connect(lambda: self._mark_all(True))
        self.none_button.clicked.connect(lambda: self._mark_all(False))
        self.sample_box.activated.connect(lambda _number: self._on_changed())
        self.form_box.activated.connect(lambda _number: self._on_changed())
        for box in (self.number_box, self.seed_box, self.answers_box):
            box.valueChanged.connect(lambda _value: self._on_changed())

    def _mark_all(self, is_marked: bool) -> None:
        self._is_filling = True
        self.categories.mark_all(is_marked)
        self._is_filling = False
        self._on_changed()

    def _show_fields(self) -> None:
        self._number_part.setVisible(self.sample_box.currentData() != SamplingKind.FULL.value)
        form = self._form()
        self.note_label.setText("" if form is None else form.note)

    def _on_changed(self) -> None:
        if not self._is_filling:
            self._show_fields()
            self.changed.emit()


class _CheckList(QListWidget):
    """Names with a mark each, as high as they are many, within bounds."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setWordWrap(True)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_names(self, names: Mapping[str, int], marked: Sequence[str]) -> None:
        """Show names with their numbers; no marked one marks all."""
        self.clear()
        for name, number in names.items():
            item = QListWidgetItem(f"{name} ({QLocale().toString(number)})", self)
            item.setData(KEY_ROLE, name)
            item.setToolTip(plain_tip(name))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            is_marked = not marked or name in marked
            item.setCheckState(Qt.CheckState.Checked if is_marked else Qt.CheckState.Unchecked)
        if self.count():
            self.setCurrentRow(0)
        self.updateGeometry()

    def chosen(self) -> tuple[str, ...]:
        """The names that are marked."""
        items = (self.item(row) for row in range(self.count()))
        return tuple(str(item.data(KEY_ROLE)) for item in items if item.checkState() is Qt.CheckState.Checked)

    def mark_all(self, is_marked: bool) -> None:
        """Mark all or none."""
        for row in range(self.count()):
            self.item(row).setCheckState(Qt.CheckState.Checked if is_marked else Qt.CheckState.Unchecked)

    def sizeHint(self) -> QSize:
        lines = min(max(self.count(), FEWEST_LINES), MOST_LINES)
        row = self.fontMetrics().height() + 6
        return QSize(self.fontMetrics().averageCharWidth() * 30, row * lines + 2 * self.frameWidth() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())
