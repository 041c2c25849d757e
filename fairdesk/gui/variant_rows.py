"""What the list of variants shows, and how it is read: windowed over the store by place, not by id."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt
from shiboken6 import isValid

from fairdesk.gui.design_words import REVIEWS, said
from fairdesk.gui.store_rows import IdsWanted
from fairdesk.gui.tables import Column, Row
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure
from fairdesk.gui.widgets.foreign_text import made_visible

if TYPE_CHECKING:
    from fairdesk.audit.variants import VariantsWanted
    from fairdesk.gui.page_context import PageContext

CONTEXT = "VariantRows"
TITLES = (
    str(QT_TRANSLATE_NOOP("VariantRows", "File")),
    str(QT_TRANSLATE_NOOP("VariantRows", "Variant")),
    str(QT_TRANSLATE_NOOP("VariantRows", "Review")),
    str(QT_TRANSLATE_NOOP("VariantRows", "Places")),
    str(QT_TRANSLATE_NOOP("VariantRows", "Left alone")),
    str(QT_TRANSLATE_NOOP("VariantRows", "Changed words")),
)


def variant_columns() -> tuple[Column, ...]:
    """Columns of the list of variants."""
    end = Qt.AlignmentFlag.AlignTrailing
    file, variant, review, places, left, words = (QCoreApplication.translate(CONTEXT, title) for title in TITLES)
    return (
        Column(title=file, text=lambda row: row.case_id),
        Column(title=variant, text=lambda row: row.label),
        Column(title=review, text=lambda row: said(REVIEWS.get(row.state, row.state))),
        Column(title=words, text=lambda row: made_visible(row.changed_words)),
        Column(title=places, text=lambda row: str(row.n_places), exact=lambda row: row.n_places, align=end),
        Column(title=left, text=lambda row: str(row.n_left), exact=lambda row: row.n_left, align=end),
    )


class VariantSource(QObject):
    """Reads places and lines of variants for a ``StoreRowsModel``; the place of a variant is its id."""

    def __init__(self, context: PageContext, failed: Callable[[Failure], None], parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._failed = failed
        self.wanted: Callable[[], VariantsWanted | None] = lambda: None
        """What is to be shown; None while nothing is."""

    def fetch_places(self, _wanted: IdsWanted, arrived: Callable[[Sequence[int]], None]) -> None:
        """See ``store_rows.FetchIds``: places need no memory, so all are there at once."""
        from fairdesk.audit.variants import variant_count

        project, wanted = self._context.project, self.wanted()
        if project is None or wanted is None:
            arrived(range(0))
            return
        self._context.tasks.start(
            work=plainly(variant_count, self._context.spec, project.summary.project_id, wanted),
            done=lambda count: arrived(range(count)),
            failed=self._failed,
        )

    def fetch_lines(self, places: Sequence[int], arrived: Callable[[Sequence[Row]], None]) -> None:
        """See ``store_rows.FetchRows``; places that stand together are read together."""
        from fairdesk.audit.variants import variant_lines

        project, wanted = self._context.project, self.wanted()
        if project is None or wanted is None or not places:
            return
        first, count = min(places), max(places) - min(places) + 1

        def take(lines: Sequence[Row]) -> None:
            if isValid(self):
                arrived([lines[place - first] for place in places if place - first < len(lines)])

        self._context.tasks.start(
            work=plainly(variant_lines, self._context.spec, project.summary.project_id, first, count, wanted),
            done=take,
            failed=self._failed,
        )
