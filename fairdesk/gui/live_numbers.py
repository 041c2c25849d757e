"""Numbers about a plan, computed in a worker while somebody types; an answer to an older state is never shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, Work

if TYPE_CHECKING:
    from fairdesk.audit.plan_numbers import BlockCells, PlanNumbers, PlanState

DEBOUNCE_MS = 20
"""So long nothing is asked after a key: two keys in quick succession are one question."""

LATE_MS = 400
"""After so long without an answer it is said that the numbers shown are of an earlier state."""


class LiveNumbers(QObject):
    """Asks for the newest state only; while an answer is on its way, later states replace each other."""

    computed = Signal(object)
    """``PlanNumbers`` of the state that was asked for last."""

    cells_computed = Signal(object)
    """``BlockCells`` of the block that was asked for last."""

    late = Signal()
    failed = Signal(object)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._wanted: PlanState | None = None
        self._asked: PlanState | None = None
        self._is_wanted = False
        self._wanted_block: tuple[str, ...] = ()
        self._is_busy = False
        self._debounce = _single_shot(self, DEBOUNCE_MS, self._start)
        self._late = _single_shot(self, LATE_MS, self.late.emit)

    def warm_up(self) -> None:
        """Start the worker and let it load what it computes with, before the first key."""
        from fairdesk.audit.plan_numbers import warm_up

        self._context.live_tasks.start(work=plainly(warm_up), done=_ignore, failed=self.failed.emit)

    def ask(self, state: PlanState) -> None:
        """Compute the numbers of a state; the same state twice is asked once."""
        if state == self._wanted:
            return
        self._wanted = state
        self._is_wanted = True
        self._late.start()
        self._debounce.start()

    def ask_cells(self, attributes: tuple[str, ...]) -> None:
        """Compute the cells of one block for the state that was asked for last; another block takes its place."""
        self._wanted_block = attributes
        if not self._debounce.isActive():
            self._start()

    def is_current(self) -> bool:
        """True when the last answer belongs to the last state."""
        return not self._is_busy and not self._debounce.isActive()

    def forget(self) -> None:
        """Another project is open: what is on its way is not shown."""
        self._wanted = None
        self._is_wanted = False
        self._wanted_block = ()
        self._debounce.stop()
        self._late.stop()

    def _start(self) -> None:
        """Numbers come first: nobody waits for cells while the counts above them are old."""
        from fairdesk.audit.plan_numbers import cells_of, numbers_of, pack

        if self._is_busy or self._wanted is None:
            return
        if self._is_wanted:
            self._is_wanted = False
            self._begin(plainly(numbers_of, pack(self._wanted)), partial(self._on_computed, self._wanted))
        elif self._wanted_block:
            block, self._wanted_block = self._wanted_block, ()
            self._begin(plainly(cells_of, pack(self._wanted), block), partial(self._on_cells, self._wanted))

    def _begin(self, work: Work, done: Callable[[Any], None]) -> None:
        self._is_busy = True
        self._asked = self._wanted
        self._context.live_tasks.start(work=work, done=done, failed=self._on_failed)

    def _on_computed(self, state: PlanState, numbers: PlanNumbers) -> None:
        self._is_busy = False
        if state == self._wanted:
            self._late.stop()
            self.computed.emit(numbers)
        self._start()

    def _on_cells(self, state: PlanState, cells: BlockCells) -> None:
        self._is_busy = False
        if state == self._wanted and not self._wanted_block:
            self.cells_computed.emit(cells)
        self._start()

    def _on_failed(self, failure: Failure) -> None:
        self._is_busy = False
        self._late.stop()
        if self._asked != self._wanted:
            self._start()
            return
        self._wanted = None
        self.failed.emit(failure)


def _single_shot(owner: QObject, milliseconds: int, slot: object) -> QTimer:
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(slot)
    return timer


def _ignore(_answer: object) -> None:
    """Nothing is shown when the worker is warm."""
