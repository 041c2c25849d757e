"""Compare: what the change between two systems did to every variant, on the same files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from fairdesk.domain.comparison_words import ComparisonLine, comparison_described, differs
from fairdesk.domain.object_words import difference_words
from fairdesk.domain.printing import print_number, print_outcome, print_p
from fairdesk.domain.results import ComparisonRow, Estimate, NotMeasured, SignificanceTest, result_id
from fairdesk.gui.directions import left_to_right
from fairdesk.gui.evidence_opener import EvidenceOpener
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.table_export import TableExporter
from fairdesk.gui.tables import Column, copied_column
from fairdesk.gui.widgets.benchmark_changes import BenchmarkChanges
from fairdesk.gui.widgets.chart_panel import ChartPanel
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.explorer import Explored, Explorer
from fairdesk.gui.widgets.facet_bar import Facet
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.results_frame import ResultsFrame

if TYPE_CHECKING:
    from fairdesk.audit.results_view import ResultsView

TRAILING = Qt.AlignmentFlag.AlignTrailing

NAMED = 5
"""So many variants that overshot are named above the table; the facet Status shows all."""


class ComparePage(QWidget):
    """Looks at the comparisons of the open project's analysis; changes nothing."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout, self.messages = lay_out_page(
            self,
            self.tr("Compare"),
            self.tr(
                "The same files under two systems: the shift of every variant before and after, and its change; the "
                "same for the scores of benchmarks on their items. A reduced gap is a change on this test, not the end "
                "of the response."
            ),
        )
        self.empty = EmptyState(
            self.tr("Effect of a layer: not measured"),
            self.tr(
                "There are not two runs on the same files. A comparison stands here once both systems of the plan were "
                "run; the page Object says in what they differ."
            ),
            self.tr("Go to Run"),
        )
        self.empty.action_requested.connect(lambda: context.navigate("run"))
        self.benchmarks_empty = EmptyState(
            self.tr("Change of the benchmarks' scores: not measured"),
            self.tr(
                "There are not two runs on the same items. The change of every score stands here once two systems of "
                "the plan were run."
            ),
            self.tr("Go to Run"),
        )
        self.benchmarks_empty.action_requested.connect(lambda: context.navigate("run"))
        self.changes = BenchmarkChanges()
        self.changes_label = PlainLabel(
            self.tr("How the scores of benchmarks changed on the same items stands below the charts.")
        ).wrapping()
        # Each number of a system has its evidence; a change is the difference of two of them.
        self._evidence = {
            self.tr("Shift after (interval)"): ("after_system", "mean_shift"),
            self.tr("Shift before (interval)"): ("before_system", "mean_shift"),
            self.tr("Consistency before"): ("before_system", "consistency"),
            self.tr("Consistency after"): ("after_system", "consistency"),
        }
        self._found = self._make_found()
        self.explorer.table.view.remember_as("compare", context.remembered)
        self.changes.explorer.table.view.remember_as("benchmark changes", context.remembered)
        content = QWidget()
        parts = QVBoxLayout(content)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.addWidget(self.empty)
        parts.addWidget(self.benchmarks_empty)
        parts.addWidget(self.changes_label)
        parts.addWidget(self._found)
        parts.addWidget(self.changes)
        self.frame = ResultsFrame(context, content, self.messages)
        self.frame.view_changed.connect(self._on_view_changed)
        self.evidence = EvidenceOpener(context, self.frame)
        self.explorer.evidence_requested.connect(self._on_evidence_requested)
        self.changes.evidence_requested.connect(self.evidence.show_line)
        exporter = TableExporter(context, self.messages, self)
        for explorer in (self.explorer, self.changes.explorer):
            explorer.export_requested.connect(partial(self._export, exporter, explorer))
        layout.addWidget(self.frame, 1)

    def _make_found(self) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        self.systems_label = PlainLabel().wrapping()
        self.overshoot_bar = MessageBar()
        # A finding of the comparison stays in sight as long as the comparison does.
        self.overshoot_bar.close_button.hide()
        self.differs_box = QCheckBox(self.tr("Only what &differs"))
        self.differs_box.setAccessibleDescription(
            self.tr("Leaves out variants whose numbers are the same before and after; what is not measured stays.")
        )
        self.differs_box.toggled.connect(self._on_differs_toggled)
        self.explorer = Explorer(self._explored())
        self.explorer.facets.reset_button.clicked.connect(lambda: self.differs_box.setChecked(False))
        self.nothing_label = PlainLabel(
            self.tr("Nothing differs in the rows that were chosen: every number is the same before and after.")
        ).wrapping()
        self.nothing_label.hide()
        for widget in (
            self.systems_label,
            self.overshoot_bar,
            self.differs_box,
            self.explorer,
            self.nothing_label,
            PlainLabel(self.tr("Charts"), TextStyle.HEADING),
        ):
            layout.addWidget(widget)
        self._charts = QVBoxLayout()
        self._charts.setSpacing(16)
        layout.addLayout(self._charts)
        layout.addStretch(1)
        self.chart_panels: list[ChartPanel] = []
        return part

    def _explored(self) -> Explored:
        return Explored(
            name=self.tr("Before and after"),
            columns=(*self._shift_columns(), *self._consistency_columns()),
            copied_columns=self._copied_columns(),
            facets=(
                Facet(title=self.tr("Question"), value=lambda line: line.row.question_id),
                Facet(title=self.tr("Role of the variant"), value=lambda line: line.role),
                Facet(title=self.tr("Status"), value=lambda line: line.row.status),
                Facet(title=self.tr("Standing"), value=lambda line: line.standing.value),
                Facet(title=self.tr("Systems"), value=_systems),
            ),
            described=comparison_described,
            is_missing=lambda line: isinstance(line.row.change, NotMeasured),
            evidence_columns=tuple(self._evidence),
        )

    def _shift_columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Question"), text=lambda line: line.row.question_id),
            Column(title=self.tr("Variant"), text=lambda line: line.row.variant),
            _outcome_column(self.tr("Shift before (interval)"), "shift_before"),
            _outcome_column(self.tr("Shift after (interval)"), "shift_after"),
            _outcome_column(self.tr("Change (interval)"), "change"),
            Column(title=self.tr("Status"), text=lambda line: line.row.status),
            _p_column(self.tr("p of the change"), "test", "p_value"),
            _p_column(self.tr("p adjusted"), "test", "p_adjusted"),
        )

    def _consistency_columns(self) -> tuple[Column, ...]:
        return (
            _outcome_column(self.tr("Consistency before"), "consistency_before"),
            _outcome_column(self.tr("Consistency after"), "consistency_after"),
            _p_column(self.tr("McNemar p"), "consistency_test", "p_value"),
            _level_column(self.tr("Mean of the originals before"), "level_before"),
            _level_column(self.tr("Mean of the originals after"), "level_after"),
            Column(
                title=self.tr("Files"),
                text=lambda line: str(line.row.change.n),
                sort_key=lambda line: line.row.change.n,
                exact=lambda line: line.row.change.n,
                align=TRAILING,
            ),
            Column(title=self.tr("Standing"), text=lambda line: line.standing.value),
            Column(title=self.tr("Adjusted among"), text=lambda line: line.family or self.tr("no family")),
            Column(title=self.tr("Systems"), text=_systems),
        )

    def _copied_columns(self) -> tuple[Column, ...]:
        columns = []
        for title, name in (
            (self.tr("Shift before"), "shift_before"),
            (self.tr("Shift after"), "shift_after"),
            (self.tr("Change"), "change"),
        ):
            columns.append(_end_column(self.tr("{number}, interval from").format(number=title), name, "low"))
            columns.append(_end_column(self.tr("{number}, interval to").format(number=title), name, "high"))
        columns.append(
            Column(
                title=self.tr("Not measured because"),
                text=lambda line: getattr(line.row.change, "reason", ""),
            )
        )
        columns.append(Column(title=self.tr("Result"), text=lambda line: line.row.comparison_id))
        return tuple(columns)

    def _on_view_changed(self, view: ResultsView) -> None:
        rows = view.comparison_lines
        self._found.setVisible(bool(rows))
        asks_files = view.plan.asks_files
        self.empty.setVisible(not rows and asks_files)
        self.changes.show_lines(view.lines, view.plan.systems[0].label)
        self.changes.setVisible(not self.changes.is_empty())
        self.changes_label.setVisible(bool(rows) and not self.changes.is_empty())
        self.benchmarks_empty.setVisible(not asks_files and self.changes.is_empty())
        pairs = dict.fromkeys((line.row.before_system, line.row.after_system) for line in rows)
        systems = {system.label: system for system in view.plan.systems}
        self.systems_label.setText("\n".join(difference_words(systems[old], systems[new]) for old, new in pairs))
        self._show_overshoot([line.row for line in rows])
        self.explorer.set_rows(rows)
        for panel in self.chart_panels:
            self._charts.removeWidget(panel)
            panel.hide()
            panel.deleteLater()
        self.chart_panels = [ChartPanel(chart.shifts) for chart in view.comparison_charts]
        for panel in self.chart_panels:
            self._charts.addWidget(panel)

    def _export(self, exporter: TableExporter, explorer: Explorer) -> None:
        exporter.export(explorer.plain_table(self.frame.remarks()))

    def _on_evidence_requested(self, line: ComparisonLine, title: str) -> None:
        side, measure = self._evidence[title]
        row = line.row
        self.evidence.show_result(result_id(getattr(row, side), row.question_id, row.variant, measure))

    def _show_overshoot(self, rows: list[ComparisonRow]) -> None:
        overshot = [f"{row.variant} ({row.question_id})" for row in rows if row.status == "overshoot"]
        if overshot:
            names = ", ".join(overshot[:NAMED])
            if len(overshot) > NAMED:
                names = self.tr("{names} and {count} more").format(names=names, count=len(overshot) - NAMED)
            self.overshoot_bar.show_message(
                MessageKind.WARNING,
                self.tr("Overshoot: {names}").format(names=names),
                self.tr("The shift changed its side; this is a finding, not a success."),
            )
            self.overshoot_bar.close_button.hide()
        else:
            self.overshoot_bar.hide()

    def _on_differs_toggled(self, is_wanted: bool) -> None:
        words = self.tr("only what differs")
        self.explorer.facets.narrow(words, (lambda line: differs(line.row)) if is_wanted else None)
        self.nothing_label.setVisible(is_wanted and not self.explorer.facets.shown())


def _systems(line: ComparisonLine) -> str:
    return f"{line.row.before_system} → {line.row.after_system}"


def _outcome_column(title: str, name: str) -> Column:
    def value(line: ComparisonLine) -> float | None:
        outcome = getattr(line.row, name)
        return outcome.value if isinstance(outcome, Estimate) else None

    return Column(
        title=title,
        text=lambda line: left_to_right(print_outcome(getattr(line.row, name))),
        sort_key=value,
        exact=value,
    )


def _p_column(title: str, test: str, name: str) -> Column:
    def value(line: ComparisonLine) -> float | None:
        found: SignificanceTest | None = getattr(line.row, test)
        return getattr(found, name) if found is not None else None

    def text(line: ComparisonLine) -> str:
        number = value(line)
        return (
            ("not adjusted" if name == "p_adjusted" else "no test")
            if number is None
            else left_to_right(print_p(number))
        )

    return Column(title=title, text=text, sort_key=value, exact=value, align=TRAILING)


def _level_column(title: str, name: str) -> Column:
    def value(line: ComparisonLine) -> Any:
        return getattr(line.row, name)

    def text(line: ComparisonLine) -> str:
        number = value(line)
        return "not measured" if number is None else left_to_right(print_number(number))

    return Column(title=title, text=text, sort_key=value, exact=value, align=TRAILING)


def _end_column(title: str, name: str, end: str) -> Column:
    def value(line: ComparisonLine) -> float | None:
        interval = getattr(getattr(line.row, name), "interval", None)
        return getattr(interval, end) if interval is not None else None

    return copied_column(title, value)
