"""Results: what was found, one row per measure and variant, with everything that must be read beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.printing import print_outcome, print_p
from fairdesk.domain.progress import RunState
from fairdesk.domain.result_words import (
    ResultLine,
    Standing,
    described,
    measure_name,
    missing_count,
    moves,
)
from fairdesk.domain.results import Analysis, Estimate, NotMeasured, RunSummary
from fairdesk.gui.directions import left_to_right
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.table_export import TableExporter
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.chart_panel import ChartPanel
from fairdesk.gui.widgets.explorer import Explored, Explorer
from fairdesk.gui.widgets.facet_bar import Facet
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.results_frame import ResultsFrame
from fairdesk.gui.widgets.table_panel import TablePanel

if TYPE_CHECKING:
    from fairdesk.audit.results_view import ResultsView

TRAILING = Qt.AlignmentFlag.AlignTrailing


class ResultsPage(QWidget):
    """Looks at the analysis of the open project; changes nothing."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._units: dict[str, str] = {}
        self._view: ResultsView | None = None
        layout, self.messages = lay_out_page(
            self,
            self.tr("Results"),
            self.tr(
                "How the application responds to a cue on these files. What the plan judges stands first; what is "
                "exploratory is marked so."
            ),
        )
        content = QWidget()
        self._layout = QVBoxLayout(content)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(10)
        self.runs_label = PlainLabel().wrapping()
        self.runs_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.runs_label.setAccessibleName(self.tr("How the runs ended"))
        self.explorer = Explorer(self._explored())
        self.explorer.table.view.remember_as("results", context.remembered)
        self._layout.addWidget(self.runs_label)
        self._layout.addWidget(self.explorer)
        self._add_charts()
        self._add_coverage()
        self.frame = ResultsFrame(context, content, self.messages)
        self.frame.view_changed.connect(self._on_view_changed)
        exporter = TableExporter(context, self.messages, self)
        self.explorer.export_requested.connect(lambda: exporter.export(self.explorer.plain_table(self.frame.remarks())))
        layout.addWidget(self.frame, 1)

    def _explored(self) -> Explored:
        return Explored(
            name=self.tr("Results"),
            columns=(*self._name_columns(), *self._number_columns()),
            copied_columns=self._copied_columns(),
            facets=(
                Facet(title=self.tr("System"), value=lambda line: line.row.system),
                Facet(title=self.tr("Question"), value=lambda line: line.row.question_id),
                Facet(title=self.tr("Measure"), value=lambda line: measure_name(line.row.measure)),
                Facet(title=self.tr("Role of the variant"), value=lambda line: line.row.role),
                Facet(title=self.tr("Standing"), value=lambda line: line.standing.value),
            ),
            described=lambda line: described(line, self._units.get(line.row.question_id, "")),
            is_missing=lambda line: isinstance(line.row.outcome, NotMeasured),
        )

    def _name_columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("System"), text=lambda line: line.row.system),
            Column(
                title=self.tr("Question"),
                text=lambda line: line.row.question_id,
                tooltip=lambda line: line.question_title,
            ),
            Column(title=self.tr("Variant"), text=lambda line: line.row.variant),
            Column(title=self.tr("Measure"), text=lambda line: measure_name(line.row.measure)),
            Column(
                title=self.tr("Value (interval)"),
                text=lambda line: left_to_right(print_outcome(line.row.outcome)),
                sort_key=_value,
                exact=_value,
            ),
        )

    def _number_columns(self) -> tuple[Column, ...]:
        return (
            Column(
                title=self.tr("Lower / same / higher"),
                text=lambda line: left_to_right(_moves(line)),
                sort_key=lambda line: moves(line.row).get("down"),
                exact=_moves,
                align=TRAILING,
            ),
            Column(title=self.tr("Verdict"), text=_verdict, exact=lambda line: line.row.verdict.value),
            Column(title=self.tr("p"), text=_p_text, sort_key=_p, exact=_p, align=TRAILING),
            Column(
                title=self.tr("p adjusted"), text=_adjusted_text, sort_key=_adjusted, exact=_adjusted, align=TRAILING
            ),
            Column(
                title=self.tr("Read beside it"),
                text=lambda line: left_to_right(line.beside),
                exact=lambda line: line.beside,
            ),
            Column(
                title=self.tr("Files"),
                text=lambda line: QLocale().toString(line.row.outcome.n),
                sort_key=lambda line: line.row.outcome.n,
                exact=lambda line: line.row.outcome.n,
                align=TRAILING,
            ),
            Column(
                title=self.tr("Missing"),
                text=lambda line: QLocale().toString(missing_count(line.row)),
                sort_key=lambda line: missing_count(line.row),
                exact=lambda line: missing_count(line.row),
                align=TRAILING,
            ),
            Column(title=self.tr("Standing"), text=lambda line: line.standing.value),
            Column(title=self.tr("Adjusted among"), text=lambda line: line.family or self.tr("no family")),
        )

    def _copied_columns(self) -> tuple[Column, ...]:
        return (
            _exact_column(self.tr("Lower"), lambda line: moves(line.row).get("down")),
            _exact_column(self.tr("The same"), lambda line: moves(line.row).get("unchanged")),
            _exact_column(self.tr("Higher"), lambda line: moves(line.row).get("up")),
            _exact_column(self.tr("Interval from"), lambda line: _end(line, "low")),
            _exact_column(self.tr("Interval to"), lambda line: _end(line, "high")),
            _exact_column(self.tr("Interval level"), lambda line: _end(line, "level")),
            _exact_column(self.tr("Unit"), lambda line: getattr(line.row.outcome, "unit", "")),
            _exact_column(self.tr("Not measured because"), lambda line: getattr(line.row.outcome, "reason", "")),
            _exact_column(self.tr("Role"), lambda line: line.row.role),
            _exact_column(self.tr("Result"), lambda line: line.row.result_id),
        )

    def _add_charts(self) -> None:
        self._layout.addWidget(PlainLabel(self.tr("Charts"), TextStyle.HEADING))
        self.question_box = ChoiceBox()
        self.question_box.activated.connect(self._show_charts)
        form = Form()
        form.add_field(
            FieldText(label=self.tr("Charts of the question"), help=self.tr("The same charts that the report prints.")),
            self.question_box,
        )
        self._layout.addWidget(form)
        self._charts = QVBoxLayout()
        self._charts.setSpacing(16)
        self._layout.addLayout(self._charts)
        self.chart_panels: list[ChartPanel] = []

    def _add_coverage(self) -> None:
        self._layout.addWidget(PlainLabel(self.tr("Coverage: what was tested, and what was not"), TextStyle.HEADING))
        self.coverage_label = PlainLabel().wrapping()
        self._layout.addWidget(self.coverage_label)
        self.coverage_model = RowsModel(
            (
                Column(title=self.tr("Group or combination"), text=lambda cell: cell.scope),
                Column(title=self.tr("State"), text=lambda cell: cell.state),
                Column(
                    title=self.tr("Files"),
                    text=lambda cell: QLocale().toString(cell.n_valid) if cell.n_valid else self.tr("none"),
                    sort_key=lambda cell: cell.n_valid,
                    exact=lambda cell: cell.n_valid,
                    align=TRAILING,
                ),
                Column(
                    title=self.tr("Combinations"),
                    text=lambda cell: QLocale().toString(cell.count),
                    sort_key=lambda cell: cell.count,
                    exact=lambda cell: cell.count,
                    align=TRAILING,
                ),
                Column(
                    title=self.tr("Stakes, 1 to 5"),
                    text=lambda cell: str(cell.stakes) if cell.stakes else self.tr("not rated"),
                    sort_key=lambda cell: cell.stakes or None,
                    exact=lambda cell: cell.stakes or None,
                    align=TRAILING,
                ),
                Column(title=self.tr("Why not tested"), text=lambda cell: cell.reason),
            ),
            self,
        )
        self.coverage_table = TablePanel(self.coverage_model, self.tr("Coverage"), self)
        self._layout.addWidget(self.coverage_table)

    def _on_view_changed(self, view: ResultsView) -> None:
        self._view = view
        self._units = {question.question_id: question.unit for question in view.plan.questions}
        self.runs_label.setText("\n".join(self._run_words(run) for run in view.analysis.runs))
        self.explorer.set_rows(view.lines)
        self.question_box.clear()
        for question in view.plan.questions:
            self.question_box.addItem(f"{question.title} ({question.question_id})", question.question_id)
        first = view.lines[0].row.question_id if view.lines else None
        self.question_box.setCurrentIndex(max(0, self.question_box.findData(first)))
        self._show_charts()
        self.coverage_label.setText(self._coverage_words(view.analysis))
        self.coverage_model.set_rows(view.analysis.coverage)
        self.coverage_table.view.fit_columns()
        rows = min(len(view.analysis.coverage), 8) + 2
        self.coverage_table.setMinimumHeight((self.fontMetrics().height() + 10) * rows)

    def _show_charts(self) -> None:
        for panel in self.chart_panels:
            self._charts.removeWidget(panel)
            panel.hide()
            panel.deleteLater()
        self.chart_panels = []
        if self._view is None:
            return
        wanted = self.question_box.currentData()
        for charts in self._view.charts:
            if charts.question_id == wanted:
                self.chart_panels = [ChartPanel(charts.shifts), *(ChartPanel(bars) for bars in charts.changes)]
        for panel in self.chart_panels:
            self._charts.addWidget(panel)

    def _run_words(self, run: RunSummary) -> str:
        locale = QLocale()
        counts = run.counts
        gaps = counts["failed"] + counts["not_attempted"]
        state = run.state
        if gaps and run.state == RunState.COMPLETE_WITH_GAPS.value:
            state = self.tr("complete with {count} gaps").format(count=locale.toString(gaps))
        numbers = ", ".join(f"{locale.toString(count)} {name.replace('_', ' ')}" for name, count in counts.items())
        return self.tr(
            "{system}: {state}. {numbers}, of {planned} planned. Begun {time}. Called itself: {names}."
        ).format(
            system=run.system,
            state=state,
            numbers=numbers,
            planned=locale.toString(run.n_planned),
            time=shown_time(run.started_at),
            names=", ".join(run.model_echoes) or self.tr("nothing"),
        )

    def _coverage_words(self, analysis: Analysis) -> str:
        counts, locale = analysis.coverage_counts, QLocale()
        sentences = []
        for order, name in ((2, self.tr("two attributes")), (3, self.tr("three attributes"))):
            total = counts.get(f"order{order}_total", 0)
            if total:
                sentences.append(
                    self.tr(
                        "The plan asks about {tested} of the {total} combinations of {name} that its cues can form."
                    ).format(
                        name=name,
                        tested=locale.toString(counts.get(f"order{order}_tested", 0)),
                        total=locale.toString(total),
                    )
                )
        outside = locale.toString(counts.get("not_tested_outside", 0))
        sentences.append(self.tr("{count} combinations outside the plan were not tested.").format(count=outside))
        sentences.append(self.tr("The table says how many files answered."))
        return " ".join(sentences)


def _moves(line: ResultLine) -> str:
    """Files rated lower, the same and higher: the direction that must stand beside a consistency."""
    return " / ".join(QLocale().toString(count) for count in moves(line.row).values())


def _exact_column(title: str, exact: Any) -> Column:
    """A column that is copied and not shown."""
    return Column(title=title, text=lambda line: str(exact(line) or ""), exact=exact)


def _value(line: ResultLine) -> float | None:
    outcome = line.row.outcome
    return outcome.value if isinstance(outcome, Estimate) else None


def _end(line: ResultLine, name: str) -> float | None:
    interval = getattr(line.row.outcome, "interval", None)
    return None if interval is None else getattr(interval, name)


def _verdict(line: ResultLine) -> str:
    words = line.row.verdict.value
    return f"{Standing.EXPLORATORY.value}: {words}" if line.standing is Standing.EXPLORATORY else words


def _p(line: ResultLine) -> float | None:
    return line.row.test.p_value if line.row.test is not None else None


def _adjusted(line: ResultLine) -> float | None:
    return line.row.test.p_adjusted if line.row.test is not None else None


def _p_text(line: ResultLine) -> str:
    value = _p(line)
    return "no test" if value is None else left_to_right(print_p(value))


def _adjusted_text(line: ResultLine) -> str:
    value = _adjusted(line)
    return "not adjusted" if value is None else left_to_right(print_p(value))
