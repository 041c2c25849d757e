"""The store as the rest of FairDesk sees it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from fairdesk.store.case_files import CaseFiles
from fairdesk.store.database import Database
from fairdesk.store.documents import Documents
from fairdesk.store.drafts import Drafts
from fairdesk.store.endpoints import Endpoints
from fairdesk.store.leases import Leases
from fairdesk.store.ledger import Ledger
from fairdesk.store.migrating import bring_up_to_date
from fairdesk.store.projects import Projects
from fairdesk.store.reports import Reports
from fairdesk.store.search import SearchFile
from fairdesk.store.variant_reviews import VariantReviews

BUSY_SECONDS = 10.0
"""How long a writer waits for another process before it gives up with StoreBusy."""


class Store:
    """One open store file; use it from one thread and close it, or use it in a ``with`` block.

    Several processes may have the same file open. Attributes are the parts of the store, each in a module of its
    name: ``documents``, ``case_files``, ``search``, ``ledger``, ``projects``, ``endpoints``, ``drafts``, ``reports``,
    ``leases``, ``variant_reviews``.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.documents = Documents(database)
        self.case_files = CaseFiles(database)
        self.search = SearchFile(database)
        self.ledger = Ledger(database, self.search)
        self.projects = Projects(database)
        self.endpoints = Endpoints(database)
        self.drafts = Drafts(database)
        self.reports = Reports(database)
        self.leases = Leases(database)
        self.variant_reviews = VariantReviews(database)

    @classmethod
    def open(cls, path: Path, clock: Callable[[], datetime], busy_seconds: float = BUSY_SECONDS) -> Store:
        """Open a store; make it when the file is absent or empty, migrate it (after a dated copy) when it is older.

        Args:
            path: The file. Copies go to the folder ``backups`` beside it.
            clock: Gives the present time with its zone.
            busy_seconds: How long to wait for another process's lock.

        Raises:
            StoreTooNew: a later version of FairDesk wrote it.
            StoreBusy: another process kept it locked.
            StoreError: it is no FairDesk store, damaged, or cannot be written.
        """
        database = Database(path, clock, busy_seconds)
        try:
            bring_up_to_date(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    @property
    def path(self) -> Path:
        """The file, as an absolute path."""
        return self.database.path

    def all_or_none(self) -> AbstractContextManager[None]:
        """A block whose writings are kept together or not at all, for example a report and its link in the ledger."""
        return self.database.all_or_none()

    def close(self) -> None:
        """Close the file; nothing is pending, every write was on disk when its call returned."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()
