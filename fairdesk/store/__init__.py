"""The store: one SQLite file that holds all projects and the evidence. Only home of sqlalchemy (Core) and alembic.

What was observed (documents, ledger, reports) is append-only: triggers stop changes, hash chains show later ones.
What the auditor edits (projects, endpoints, drafts) is not evidence and may change. May import ``domain`` only.

To add a table: a migration under ``migrations/versions`` (one that stands alone), the table in ``schema``, its
class in a file of its own, one attribute of ``Store``.
"""

from fairdesk.store.backup import backup, restore
from fairdesk.store.documents import Documents
from fairdesk.store.drafts import Drafts
from fairdesk.store.endpoints import Endpoints
from fairdesk.store.entries import ChainCheck, LedgerEntry, NewEntry
from fairdesk.store.leases import Lease, Leases
from fairdesk.store.ledger import Ledger
from fairdesk.store.projects import ProjectRecord, Projects
from fairdesk.store.reports import ReportRecord, Reports
from fairdesk.store.store import Store

__all__ = [
    "ChainCheck",
    "Documents",
    "Drafts",
    "Endpoints",
    "Lease",
    "Leases",
    "Ledger",
    "LedgerEntry",
    "NewEntry",
    "ProjectRecord",
    "Projects",
    "ReportRecord",
    "Reports",
    "Store",
    "backup",
    "restore",
]
