"""Results: what was found, one row per measure and variant, with everything that must be read beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.charts import ScreenChart
from fairdesk.domain.progress import RunState
from fairdesk.domain.result_words import (
    described,
)
from fairdesk.domain.results import Analysis, NotMeasured, RunSummary
from fairdesk.gui.evidence_opener import EvidenceOpener
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.result_columns import copied_columns, facets, shown_columns, value_title
from fairdesk.gui.table_export import TableExporter
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.chart_panel import ChartPanel
from fairdesk.gui.widgets.explorer import Explored, Explorer
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
        self.evidence = EvidenceOpener(context, self.frame)
        self.explorer.evidence_requested.connect(lambda line, _title: self.evidence.show_line(line))
        self.explorer.export_requested.connect(lambda: exporter.export(self.explorer.plain_table(self.frame.remarks())))
        layout.addWidget(self.frame, 1)

    def _explored(self) -> Explored:
        return Explored(
            name=self.tr("Results"),
            columns=shown_columns(),
            copied_columns=copied_columns(),
            facets=facets(None),
            described=lambda line: described(line, self._units.get(line.row.question_id, "")),
            is_missing=lambda line: isinstance(line.row.outcome, NotMeasured),
            evidence_columns=(value_title(),),
        )

    def _add_charts(self) -> None:
        self._charts_heading = PlainLabel(self.tr("Charts"), TextStyle.HEADING)
        self._layout.addWidget(self._charts_heading)
        self.question_box = ChoiceBox()
        self.question_box.activated.connect(self._show_charts)
        form = Form()
        form.add_field(
            FieldText(
                label=self.tr("Charts of the question"),
                help=self.tr("The report prints the shifts and the changes."),
            ),
            self.question_box,
        )
        self._charts_form = form
        self._layout.addWidget(form)
        self._charts = QVBoxLayout()
        self._charts.setSpacing(16)
        self._layout.addLayout(self._charts)
        self.chart_panels: list[ChartPanel] = []

    def _add_coverage(self) -> None:
        words = self.tr("Coverage: what was tested, and what was not")
        self._coverage_heading = PlainLabel(words, TextStyle.HEADING).wrapping()
        self._layout.addWidget(self._coverage_heading)
        self.coverage_label = PlainLabel().wrapping()
        self._layout.addWidget(self.coverage_label)
        self._coverage_place = QVBoxLayout()
        self._layout.addLayout(self._coverage_place)
        self.coverage_panel: ChartPanel | None = None
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
        self._units = {question.question_id: question.unit for question in view.plan.all_questions}
        self.runs_label.setText("\n".join(self._run_words(run) for run in view.analysis.runs))
        self.explorer.set_facets(facets(view.plan))
        self.explorer.set_rows(view.lines)
        self.question_box.clear()
        for question in view.plan.questions:
            self.question_box.addItem(f"{question.title} ({question.question_id})", question.question_id)
        first = view.lines[0].row.question_id if view.lines else None
        self.question_box.setCurrentIndex(max(0, self.question_box.findData(first)))
        self._show_charts()
        self._show_coverage(view)

    def _show_coverage(self, view: ResultsView) -> None:
        # Combinations of groups and charts of shifts are about files: items of benchmarks have neither.
        asks_files = view.plan.asks_files
        for widget in (self._charts_heading, self._charts_form, self.coverage_table):
            widget.setVisible(asks_files)
        self.coverage_label.setText(
            self._coverage_words(view.analysis)
            if asks_files
            else self.tr(
                "This plan asks benchmarks alone: no file of the application was tested, for no group and no "
                "combination. What the benchmarks cover stands on their cards on the page Tests."
            )
        )
        if self.coverage_panel is not None:
            _drop(self._coverage_place, self.coverage_panel)
            self.coverage_panel = None
        if not asks_files:
            return
        self.coverage_panel = ChartPanel(view.coverage)
        self._coverage_place.addWidget(self.coverage_panel)
        self.coverage_model.set_rows(view.analysis.coverage)
        self.coverage_table.view.fit_columns()
        rows = min(len(view.analysis.coverage), 8) + 2
        self.coverage_table.setMinimumHeight((self.fontMetrics().height() + 10) * rows)

    def _show_charts(self) -> None:
        for panel in self.chart_panels:
            _drop(self._charts, panel)
        self.chart_panels = []
        if self._view is None:
            return
        wanted = self.question_box.currentData()
        for charts in self._view.charts:
            if charts.question_id == wanted:
                drawn: tuple[ScreenChart, ...] = (charts.shifts, *charts.changes, *charts.interactions)
                self.chart_panels = [ChartPanel(chart) for chart in drawn]
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
        if run.supplied_by:
            return self.tr("{system}: {state}. {numbers}, of {planned} recorded. Imported {time}.").format(
                system=run.system,
                state=state,
                numbers=numbers,
                planned=locale.toString(run.n_planned),
                time=shown_time(run.started_at),
            )
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
            asked = counts.get(f"order{order}_tested", 0) + counts.get(f"order{order}_too_small", 0)
            if total:
                sentences.append(
                    self.tr(
                        "The plan asks about {tested} of the {total} combinations of {name} that its cues can form."
                    ).format(
                        name=name,
                        tested=locale.toString(asked),
                        total=locale.toString(total),
                    )
                )
        outside = locale.toString(counts.get("not_tested_outside", 0))
        sentences.append(self.tr("{count} combinations outside the plan were not tested.").format(count=outside))
        sentences.append(self.tr("The table says how many files answered."))
        return " ".join(sentences)


def _drop(place: QVBoxLayout, panel: QWidget) -> None:
    place.removeWidget(panel)
    panel.hide()
    panel.deleteLater()
