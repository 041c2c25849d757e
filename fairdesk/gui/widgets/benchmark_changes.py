"""How the scores of benchmarks changed from the first system to the others, on the same items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from fairdesk.domain.benchmark_evidence import CHANGE_ROLE, category_words
from fairdesk.domain.printing import print_number, print_outcome, print_p
from fairdesk.domain.result_words import CHANGE, ResultLine, described, measure_name
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.gui.directions import left_to_right
from fairdesk.gui.tables import Column, copied_column
from fairdesk.gui.widgets.explorer import Explored, Explorer
from fairdesk.gui.widgets.facet_bar import Facet
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

TRAILING = Qt.AlignmentFlag.AlignTrailing


class BenchmarkChanges(QWidget):
    """One row per score, category and system; emits the line whose evidence is wanted."""

    evidence_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reference = ""
        self.sentence_label = PlainLabel().wrapping()
        self.differs_box = QCheckBox(self.tr("Only scores that &changed"))
        self.differs_box.setAccessibleDescription(
            self.tr("Leaves out scores that are the same before and after; what is not measured stays.")
        )
        self.explorer = Explorer(self._explored())
        self.nothing_label = PlainLabel(self.tr("No score changed in the rows that were chosen.")).wrapping()
        self.nothing_label.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(PlainLabel(self.tr("Benchmarks: change on the same items"), TextStyle.HEADING).wrapping())
        for widget in (self.sentence_label, self.differs_box, self.explorer, self.nothing_label):
            layout.addWidget(widget)
        self.differs_box.toggled.connect(self._on_differs_toggled)
        self.explorer.facets.reset_button.clicked.connect(lambda: self.differs_box.setChecked(False))
        self.explorer.evidence_requested.connect(lambda line, _title: self.evidence_requested.emit(line))

    def show_lines(self, lines: Sequence[ResultLine], reference: str) -> None:
        """Show the changes among some results.

        Args:
            reference: Label of the system that all changes begin at.
        """
        self._reference = reference
        changes = [line for line in lines if line.row.role == CHANGE_ROLE]
        self.sentence_label.setText(changes[0].row.sentence if changes else "")
        self.explorer.set_rows(changes)
        self._on_differs_toggled(self.differs_box.isChecked())

    def is_empty(self) -> bool:
        """Whether there is no change to show."""
        return not self.sentence_label.text()

    def _explored(self) -> Explored:
        change = self.tr("Change (interval)")
        return Explored(
            name=self.tr("Changes of the scores of benchmarks"),
            columns=(*self._value_columns(change), *self._test_columns()),
            copied_columns=self._copied_columns(),
            facets=(
                Facet(title=self.tr("Benchmark"), value=lambda line: line.question_title),
                Facet(title=self.tr("Score"), value=_score),
                Facet(title=self.tr("Category"), value=_category),
                Facet(title=self.tr("Systems"), value=self._systems),
            ),
            described=lambda line: described(line, ""),
            is_missing=lambda line: isinstance(line.row.outcome, NotMeasured),
            evidence_columns=(change,),
        )

    def _value_columns(self, change: str) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Score"), text=_score),
            Column(title=self.tr("Category"), text=_category),
            _number_column(self.tr("Before"), lambda line: _detail(line, "before")),
            _number_column(self.tr("After"), lambda line: _detail(line, "after")),
            Column(
                title=change,
                text=lambda line: left_to_right(print_outcome(line.row.outcome)),
                sort_key=_value,
                exact=_value,
            ),
        )

    def _test_columns(self) -> tuple[Column, ...]:
        return (
            _p_column(self.tr("p"), "p_value", self.tr("no test")),
            _p_column(self.tr("p adjusted"), "p_adjusted", self.tr("not adjusted")),
            Column(
                title=self.tr("Answers of both"),
                text=lambda line: QLocale().toString(_n_both(line)),
                sort_key=_n_both,
                exact=_n_both,
                align=TRAILING,
            ),
            Column(title=self.tr("Standing"), text=lambda line: line.standing.value),
            Column(title=self.tr("Adjusted among"), text=lambda line: line.family or self.tr("no family")),
            Column(title=self.tr("Systems"), text=self._systems),
            Column(title=self.tr("Benchmark"), text=lambda line: line.question_title),
        )

    def _copied_columns(self) -> tuple[Column, ...]:
        return (
            _end_column(self.tr("Interval from"), "low"),
            _end_column(self.tr("Interval to"), "high"),
            copied_column(self.tr("Not measured because"), lambda line: getattr(line.row.outcome, "reason", "")),
            copied_column(self.tr("Result"), lambda line: line.row.result_id),
        )

    def _systems(self, line: ResultLine) -> str:
        return f"{self._reference} → {line.row.system}"

    def _on_differs_toggled(self, is_wanted: bool) -> None:
        self.explorer.facets.narrow(self.tr("only scores that changed"), _changed if is_wanted else None)
        self.nothing_label.setVisible(is_wanted and not self.explorer.facets.shown())


def _score(line: ResultLine) -> str:
    return measure_name(line.row.measure.removeprefix(CHANGE))


def _category(line: ResultLine) -> str:
    return category_words(line.row.variant)


def _value(line: ResultLine) -> float | None:
    return line.row.outcome.value if isinstance(line.row.outcome, Estimate) else None


def _detail(line: ResultLine, name: str) -> float | None:
    return line.row.outcome.details.get(name) if isinstance(line.row.outcome, Estimate) else None


def _n_both(line: ResultLine) -> int:
    return line.row.counts.get("both", 0)


def _changed(line: ResultLine) -> bool:
    """What is not measured may have changed."""
    return _value(line) != 0


def _number_column(title: str, value: Any) -> Column:
    def text(line: ResultLine) -> str:
        number = value(line)
        return "not measured" if number is None else left_to_right(print_number(number))

    return Column(title=title, text=text, sort_key=value, exact=value, align=TRAILING)


def _p_column(title: str, name: str, none: str) -> Column:
    def value(line: ResultLine) -> float | None:
        return None if line.row.test is None else getattr(line.row.test, name)

    def text(line: ResultLine) -> str:
        number = value(line)
        return none if number is None else left_to_right(print_p(number))

    return Column(title=title, text=text, sort_key=value, exact=value, align=TRAILING)


def _end_column(title: str, end: str) -> Column:
    def value(line: ResultLine) -> float | None:
        return getattr(getattr(line.row.outcome, "interval", None), end, None)

    return copied_column(title, value)
