"""A table of the window as a file: asks where to, lets the worker write it, and says what was written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from fairdesk.domain.plain_tables import PlainCell, PlainTable, WrittenTable
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.tables import Column, Row
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind

if TYPE_CHECKING:
    from fairdesk.gui.tasks import Failure

ENDINGS = {"CSV (*.csv)": ".csv", "XLSX (*.xlsx)": ".xlsx", "JSON (*.json)": ".json"}
"""What the dialog offers, and the ending that a name without one gets."""


class TableExporter(QObject):
    """Writes tables of one page; what became of it stands in the page's message bar."""

    def __init__(self, context: PageContext, messages: MessageBar, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._messages = messages
        self._parent = parent

    def export(self, table: PlainTable) -> None:
        """Ask for a file and write the rows of a table that is in memory."""
        from fairdesk.audit.table_files import write_table_file

        self.export_with(table.title, lambda target: plainly(write_table_file, table, target))

    def export_with(self, title: str, work_for: Callable[[Path], Callable[..., Any]]) -> None:
        """Ask for a file and let the worker do what ``work_for`` makes of its name; the work gives a WrittenTable."""
        target = self._ask_for_file(title)
        if target is not None:
            self._context.tasks.start(work=work_for(target), done=self._on_written, failed=self._on_failed)

    def _ask_for_file(self, title: str) -> Path | None:
        path, chosen = QFileDialog.getSaveFileName(
            self._parent, self.tr("Export the table “{title}”").format(title=title), "", ";;".join(ENDINGS)
        )
        if not path:
            return None
        target = Path(path)
        known = target.suffix.lower() in ENDINGS.values()
        return target if known else target.with_name(target.name + ENDINGS.get(chosen, ".csv"))

    def _on_written(self, written: WrittenTable) -> None:
        words = self.tr("{count} rows were written to {path}.").format(
            count=QLocale().toString(written.n_rows), path=written.path
        )
        self._messages.show_message(MessageKind.INFO, words, written.note)

    def _on_failed(self, failure: Failure) -> None:
        self._messages.show_failure(failure)


def plain_rows(columns: Sequence[Column], rows: Sequence[Row]) -> tuple[tuple[PlainCell, ...], ...]:
    """The cells of some rows as they leave the window: at full precision, one value per cell."""
    return tuple(
        tuple(column.text(row) if column.exact is None else column.exact(row) for column in columns) for row in rows
    )
