"""Terms of endpoints, and indexes by which the answers of a large run are found."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"

INDEXES = (
    "DROP INDEX ledger_kind",
    "CREATE INDEX ledger_status ON ledger (chain, kind, status, seq, question, case_id, variant, sample)",
    "CREATE INDEX ledger_kind ON ledger (chain, kind, seq) WHERE kind <> 'exchange'",
    """
    CREATE INDEX ledger_item ON ledger (chain, case_id, variant, question, sample, kind, seq, status)
    WHERE kind <> 'exchange'
    """,
)


def upgrade() -> None:
    """Make the table of terms, and put the indexes on the ledger; its rows and triggers stay as they are."""
    op.execute(
        """
        CREATE TABLE endpoint_terms (
            name TEXT NOT NULL PRIMARY KEY,
            terms BLOB NOT NULL,
            changed_at TEXT NOT NULL
        )
        """
    )
    for statement in INDEXES:
        op.execute(statement)
