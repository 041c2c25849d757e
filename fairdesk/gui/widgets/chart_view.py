"""A chart on the screen: the picture, the same in words below it, and its table one key away."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeySequence, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from fairdesk.domain.charts import CoverageGrid, ForestPlot, InteractionPlot, ScreenChart
from fairdesk.domain.printing import print_number
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.widgets.chart_canvas import Canvas
from fairdesk.gui.widgets.chart_drawing import draw_chart, wanted_size
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.table_panel import TablePanel


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartCells:
    """One row of a chart's table, as text."""

    cells: tuple[str, ...]


class ChartCanvas(QWidget):
    """The picture itself; takes the keyboard focus, so that its words can be read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chart: ScreenChart | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName(self.tr("Chart"))

    def set_chart(self, chart: ScreenChart) -> None:
        self._chart = chart
        self.setAccessibleName(chart.title)
        self.setAccessibleDescription(chart.summary)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if self._chart is None:
            return QSize(320, 120)
        return wanted_size(self._chart, QFontMetricsF(self.font())).toSize()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._chart is None:
            return
        painter = QPainter(self)
        canvas = Canvas(
            painter=painter,
            rect=QRectF(self.rect()),
            palette=self.palette(),
            is_right_to_left=self.layoutDirection() == Qt.LayoutDirection.RightToLeft,
        )
        draw_chart(canvas, self._chart)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().accent(), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


class ChartView(QWidget):
    """A chart with its summary; the key T or the button changes between picture and table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = ChartCanvas(self)
        self.summary_label = PlainLabel().wrapping()
        self.table_button = QPushButton(self)
        self.table_button.clicked.connect(self.change_view)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.canvas)
        # A shortcut and not a key event: a table takes letters for its own search.
        key = QShortcut(QKeySequence(Qt.Key.Key_T), self)
        key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        key.activated.connect(self.change_view)
        self.table: TablePanel | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.summary_label)
        layout.addWidget(self.table_button, 0, Qt.AlignmentFlag.AlignLeading)
        self._name_button()

    def set_chart(self, chart: ScreenChart) -> None:
        """Show another chart, as a picture."""
        self.canvas.set_chart(chart)
        self.summary_label.setText(chart.summary)
        if self.table is not None:
            self._stack.removeWidget(self.table)
            self.table.deleteLater()
        columns, rows = chart_table(chart)
        model = RowsModel(columns, self)
        model.set_rows(rows)
        self.table = TablePanel(model, self.tr("Table of the chart: {title}").format(title=chart.title), self)
        self.table.view.fit_columns()
        self._stack.addWidget(self.table)
        self._stack.setCurrentWidget(self.canvas)
        self._name_button()

    def shows_table(self) -> bool:
        """True while the table stands in the picture's place."""
        return self._stack.currentWidget() is not self.canvas

    def change_view(self) -> None:
        """From picture to table, or back; the focus goes along."""
        if self.table is None:
            return
        self._stack.setCurrentWidget(self.canvas if self.shows_table() else self.table)
        (self.table.view if self.shows_table() else self.canvas).setFocus()
        self._name_button()

    def _name_button(self) -> None:
        self.table_button.setText(
            self.tr("Show the picture (T)") if self.shows_table() else self.tr("Show the table (T)")
        )


def chart_table(chart: ScreenChart) -> tuple[tuple[Column, ...], tuple[ChartCells, ...]]:
    """The numbers of a chart as columns and rows; what was not measured says so."""
    if isinstance(chart, ForestPlot):
        titles: tuple[str, ...] = ("Row", "Estimate and interval")
        rows = tuple(
            ChartCells(cells=(line.label, line.printed if line.value is not None else f"not measured: {line.reason}"))
            for line in chart.lines
        )
    elif isinstance(chart, InteractionPlot):
        titles, rows = _interaction_table(chart)
    elif isinstance(chart, CoverageGrid):
        titles = ("Group", "With", "State", "Files", "Why not tested")
        rows = tuple(
            ChartCells(
                cells=(
                    chart.groups[cell.row],
                    "alone" if cell.row == cell.column else chart.groups[cell.column],
                    cell.state,
                    str(cell.n_valid) if cell.n_valid else "none",
                    cell.reason,
                )
            )
            for cell in chart.cells
            if cell.state
        )
    else:
        titles = ("Variant", *chart.steps)
        rows = tuple(
            ChartCells(cells=(label, *(str(count) for count in counts))) for label, counts in chart.counts.items()
        )
    return tuple(_text_column(title, number) for number, title in enumerate(titles)), rows


def _interaction_table(chart: InteractionPlot) -> tuple[tuple[str, ...], tuple[ChartCells, ...]]:
    titles = ("Cues", f"Mean change against the original, {chart.unit}")
    means = (
        ("neither", chart.neither),
        (f"{chart.first} alone", chart.only_first),
        (f"{chart.second} alone", chart.only_second),
        ("both", chart.both),
        ("sum of the single changes", chart.expected),
    )
    rows = [
        ChartCells(cells=(name, f"not measured: {chart.reason}" if value is None else print_number(value)))
        for name, value in means
    ]
    return titles, (*rows, ChartCells(cells=("interaction", chart.printed)))


def _text_column(title: str, number: int) -> Column:
    return Column(title=title, text=lambda row: str(row.cells[number]))
