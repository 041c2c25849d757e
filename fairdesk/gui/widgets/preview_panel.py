"""The pages of a draft as they would be printed: laid out when asked, one page at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPushButton, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from fairdesk.domain.errors import Cancelled
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind
from fairdesk.gui.widgets.page_picture import PaperView
from fairdesk.gui.widgets.state_badge import StateBadge

if TYPE_CHECKING:
    from fairdesk.audit.report_gate import ReportGate
    from fairdesk.audit.report_pages import DraftPages, PagePicture

PAPER = (595.0, 842.0)
"""A4 in points: what a page is fitted by before it is drawn."""

POINTS_PER_PIXEL = 0.75
SETTLE_MS = 150

WHOLE_PAGE, PAGE_WIDTH = 0.0, -1.0
ZOOMS = (1.0, 1.5, 2.0)


class PreviewPanel(QWidget):
    """Draws nothing by itself: the worker lays out and makes the pictures."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._gate: ReportGate | None = None
        self._draft: DraftPages | None = None
        self._project_id = ""
        self._laid_out_state = ""
        self._handle: TaskHandle | None = None
        self.messages = MessageBar()
        self.outdated_badge = StateBadge(self.tr("State of the preview"))
        self.empty = EmptyState(
            self.tr("The pages are not laid out yet"),
            self.tr("They are computed from the answers on disk, which takes some seconds."),
            self.tr("Lay out the pages"),
        )
        self.waiting_label = PlainLabel().wrapping()
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._draw)
        self._stack = QStackedWidget()
        for part in (self.empty, self._waiting(), self._pages()):
            self._stack.addWidget(part)
        layout = QVBoxLayout(self)
        layout.addWidget(self.messages)
        layout.addWidget(self._stack, 1)
        self.empty.action_requested.connect(self._lay_out_draft)
        self.again_button.clicked.connect(self._lay_out_draft)
        self.cancel_button.clicked.connect(self._on_cancel_requested)

    def show_gate(self, project_id: str, gate: ReportGate) -> None:
        """Follow what a draft would be made of; a draft of other inputs is called outdated."""
        if project_id != self._project_id:
            self._project_id = project_id
            self._draft = None
            self.messages.hide()
            self._stack.setCurrentIndex(0)
        self._gate = gate
        self.empty.action_button.setEnabled(gate.may_preview)
        is_outdated = self._draft is not None and gate.state != self._laid_out_state
        self.outdated_badge.show_state(self.tr("outdated: the project was changed since") if is_outdated else "")
        self.again_button.setVisible(is_outdated and gate.may_preview)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._draft is not None:
            self._settle.start()

    def _waiting(self) -> QWidget:
        part = QWidget()
        layout = QHBoxLayout(part)
        layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.waiting_label, 1)
        layout.addWidget(self.cancel_button, 0, Qt.AlignmentFlag.AlignTop)
        return part

    def _pages(self) -> QWidget:
        self.page_list = QListWidget()
        self.page_list.setAccessibleName(self.tr("Pages of the draft"))
        self.page_list.setMaximumWidth(self.fontMetrics().averageCharWidth() * 14)
        self.page_list.currentRowChanged.connect(self._on_page_chosen)
        self.earlier_button = QPushButton(self.tr("Previous"))
        self.earlier_button.setAccessibleName(self.tr("Previous page"))
        self.later_button = QPushButton(self.tr("Next"))
        self.later_button.setAccessibleName(self.tr("Next page"))
        self.earlier_button.clicked.connect(lambda: self._go(-1))
        self.later_button.clicked.connect(lambda: self._go(1))
        self.again_button = QPushButton(self.tr("Lay out again"))
        self.page_label = PlainLabel()
        self.zoom_box = ChoiceBox()
        describe(self.zoom_box, FieldText(label=self.tr("Zoom"), help=self.tr("How large the page is shown.")))
        self.zoom_box.addItem(self.tr("Whole page"), WHOLE_PAGE)
        self.zoom_box.addItem(self.tr("Page width"), PAGE_WIDTH)
        for zoom in ZOOMS:
            self.zoom_box.addItem(self.tr("{percent} %").format(percent=round(zoom * 100)), zoom)
        self.zoom_box.setCurrentIndex(1)
        self.zoom_box.activated.connect(self._draw)
        self.paper = PaperView()
        self._area = QScrollArea()
        self._area.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._area.setAccessibleName(self.tr("Page as printed"))
        self._area.setWidget(self.paper)
        self._area.setMinimumHeight(240)
        line = QHBoxLayout()
        before: tuple[QWidget, ...] = (self.earlier_button, self.later_button, self.page_label)
        behind: tuple[QWidget, ...] = (self.outdated_badge, self.again_button, self.zoom_box)
        for widget in before:
            line.addWidget(widget)
        line.addStretch(1)
        for widget in behind:
            line.addWidget(widget)
        below = QHBoxLayout()
        below.addWidget(self.page_list)
        below.addWidget(self._area, 1)
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(line)
        layout.addLayout(below, 1)
        return part

    def _lay_out_draft(self) -> None:
        from fairdesk.audit.report_pages import draft_pages

        if self._gate is None or self._handle is not None:
            return
        self.messages.hide()
        self._laid_out_state = self._gate.state
        self.waiting_label.setText(self.tr("The results are computed and the pages are laid out…"))
        self._stack.setCurrentIndex(1)
        self._handle = self._context.long_tasks.start(
            work=plainly(draft_pages, self._context.spec, self._project_id),
            done=self._on_laid_out,
            failed=self._on_failed,
        )

    def _on_cancel_requested(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    def _on_laid_out(self, draft: DraftPages) -> None:
        self._handle = None
        self._draft = draft
        self.page_list.blockSignals(True)
        self.page_list.clear()
        for number in range(draft.n_pages):
            self.page_list.addItem(self.tr("Page {number}").format(number=QLocale().toString(number + 1)))
        self.page_list.setCurrentRow(0)
        self.page_list.blockSignals(False)
        self._stack.setCurrentIndex(2)
        if self._gate is not None:
            self.show_gate(self._project_id, self._gate)
        self._on_page_chosen(0)

    def _on_failed(self, failure: Failure) -> None:
        self._handle = None
        self._stack.setCurrentIndex(0 if self._draft is None else 2)
        if isinstance(failure, Cancelled):
            self.messages.show_message(MessageKind.INFO, self.tr("The layout was stopped."))
        else:
            self.messages.show_failure(failure)

    def _go(self, step: int) -> None:
        self.page_list.setCurrentRow(self.page_list.currentRow() + step)

    def _on_page_chosen(self, number: int) -> None:
        if self._draft is None or number < 0:
            return
        self.earlier_button.setEnabled(number > 0)
        self.later_button.setEnabled(number < self._draft.n_pages - 1)
        locale = QLocale()
        self.page_label.setText(
            self.tr("Page {number} of {count}").format(
                number=locale.toString(number + 1), count=locale.toString(self._draft.n_pages)
            )
        )
        self._draw()

    def _draw(self) -> None:
        from fairdesk.audit.report_pages import page_picture

        if self._draft is None:
            return
        self._context.long_tasks.start(
            work=plainly(page_picture, self._draft.pdf, self.page_list.currentRow(), self._scale()),
            done=self._on_drawn,
            failed=self.messages.show_failure,
        )

    def _scale(self) -> float:
        """Pixels per point, so that the page fits as it was chosen; sharp on every screen."""
        zoom: float = self.zoom_box.currentData()
        view = self._area.viewport()
        fitting_width = (view.width() - 4) / PAPER[0]
        if zoom == WHOLE_PAGE:
            zoom_scale = min(fitting_width, (view.height() - 4) / PAPER[1])
        elif zoom == PAGE_WIDTH:
            zoom_scale = fitting_width
        else:
            zoom_scale = zoom / POINTS_PER_PIXEL
        return max(0.1, zoom_scale) * self.devicePixelRatioF()

    def _on_drawn(self, picture: PagePicture) -> None:
        if picture.number == self.page_list.currentRow():
            self.paper.show_picture(picture, self.page_label.text())
            self._area.verticalScrollBar().setValue(0)
