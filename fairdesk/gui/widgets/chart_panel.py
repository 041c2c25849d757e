"""A chart on a page: scrolls sideways where large text needs more room than there is; its words wrap below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from fairdesk.domain.charts import ScreenChart
from fairdesk.gui.widgets.chart_view import ChartView
from fairdesk.gui.widgets.labels import PlainLabel


class _SidewaysArea(QScrollArea):
    """As high as what it holds, so that only the page scrolls up and down."""

    def __init__(self, content: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._content = content
        self.setWidget(content)
        content.installEventFilter(self)

    def sizeHint(self) -> QSize:
        bar = self.horizontalScrollBar().sizeHint().height()
        return QSize(self._content.sizeHint().width(), self._content.minimumSizeHint().height() + bar)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 20, self.sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


class ChartPanel(QWidget):
    """One chart with its summary."""

    def __init__(self, chart: ScreenChart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = ChartView()
        self.view.set_chart(chart)
        # The summary would be as wide as the picture; here it wraps at the width of the page.
        self.view.summary_label.hide()
        self._area = _SidewaysArea(self.view, self)
        self._area.setAccessibleName(chart.title)
        self.summary_label = PlainLabel(chart.summary).wrapping()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area)
        layout.addWidget(self.summary_label)
