"""Opens the evidence of results in the drawer, and keeps it true when the results are computed anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from shiboken6 import isValid

from fairdesk.domain.evidence import result_title
from fairdesk.domain.result_words import ResultLine
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.project_results import results_of
from fairdesk.gui.widgets.evidence_panel import Chosen, EvidencePanel
from fairdesk.gui.widgets.results_frame import ResultsFrame

if TYPE_CHECKING:
    from fairdesk.audit.results_view import ResultsView


class EvidenceOpener(QObject):
    """Serves one page; ``frame`` says which results it shows."""

    def __init__(self, context: PageContext, frame: ResultsFrame) -> None:
        super().__init__(frame)
        self._context = context
        self._frame = frame
        self._panel: EvidencePanel | None = None
        frame.view_changed.connect(self._renew)

    def show_line(self, line: ResultLine, chosen: Chosen | None = None) -> None:
        """Show the evidence of one result, and the answer that was looked at before if there is one."""
        view = self._frame.shown_view()
        if view is None:
            return
        panel = EvidencePanel(self._context, view, line, self._frame.remarks())
        panel.result_requested.connect(self.show_line)
        panel.corrected.connect(self._on_corrected)
        if chosen is not None:
            panel.choose(chosen)
        self._panel = panel
        self._context.evidence_requested.emit(result_title(line.row), panel)

    def show_result(self, result_id: str) -> None:
        """Show the evidence of the result with this name; one that is not among the results shows nothing."""
        view = self._frame.shown_view()
        for line in view.lines if view is not None else ():
            if line.row.result_id == result_id:
                self.show_line(line)

    def _renew(self, view: ResultsView) -> None:
        panel = self._panel
        if panel is None or not isValid(panel) or not panel.isVisible():
            return
        for line in view.lines:
            if line.row.result_id == panel.line.row.result_id:
                self.show_line(line, panel.chosen())

    def _on_corrected(self) -> None:
        # Every number that rests on the reading is computed again at once; until then the page says outdated.
        results = results_of(self._context)
        results.look()
        results.analyse()
