"""The store: one SQLite file that holds all projects and the evidence. Only home of sqlalchemy (Core) and alembic.

What was observed (documents, ledger, reports) is append-only: triggers stop changes, hash chains show later ones.
What the auditor edits (projects, endpoints, drafts) is not evidence and may change. May import ``domain`` only.

To add a table: a migration under ``migrations/versions`` (one that stands alone), the table in ``schema``, its
class in a file of its own, one attribute of ``Store``. Nothing is imported here: ``entries`` is needed where
sqlalchemy is not.
"""
