"""Documents, ledger and reports (append-only); projects, endpoints and drafts (editable)."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None

TABLES = (
    """
    CREATE TABLE document (
        sha256 TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        body BLOB NOT NULL,
        stored_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE ledger (
        chain TEXT NOT NULL,
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        case_id TEXT NOT NULL,
        variant TEXT NOT NULL,
        question TEXT NOT NULL,
        sample INTEGER NOT NULL,
        status TEXT NOT NULL,
        body BLOB NOT NULL,
        body_sha256 TEXT NOT NULL,
        link TEXT NOT NULL,
        recorded_at TEXT NOT NULL,
        CONSTRAINT ledger_place UNIQUE (chain, seq)
    )
    """,
    "CREATE INDEX ledger_kind ON ledger (chain, kind, seq, status)",
    """
    CREATE UNIQUE INDEX ledger_exchange ON ledger (chain, case_id, variant, question, sample)
    WHERE kind = 'exchange'
    """,
    """
    CREATE TABLE report (
        report_id TEXT NOT NULL PRIMARY KEY,
        project_id TEXT NOT NULL,
        analysis_sha256 TEXT NOT NULL,
        evidence_sha256 TEXT NOT NULL,
        heads BLOB NOT NULL,
        pdf BLOB NOT NULL,
        pdf_sha256 TEXT NOT NULL,
        signer TEXT NOT NULL,
        issued_at TEXT NOT NULL
    )
    """,
    "CREATE INDEX ix_report_project_id ON report (project_id)",
    """
    CREATE TABLE project (
        project_id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL UNIQUE,
        details BLOB NOT NULL,
        revision INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        changed_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE endpoint (
        name TEXT NOT NULL PRIMARY KEY,
        settings BLOB NOT NULL,
        changed_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE draft (
        project_id TEXT NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        PRIMARY KEY (project_id, name),
        FOREIGN KEY (project_id) REFERENCES project (project_id) ON DELETE CASCADE
    )
    """,
)

APPEND_ONLY = ("document", "ledger", "report")

# A row that exists may not come again: INSERT OR REPLACE would remove the old one without asking the delete trigger
# in any program that has not switched recursive_triggers on.
INSERTS = {
    "document": "EXISTS (SELECT 1 FROM document WHERE sha256 = NEW.sha256 OR rowid = NEW.rowid)",
    "report": "EXISTS (SELECT 1 FROM report WHERE report_id = NEW.report_id OR rowid = NEW.rowid)",
    "ledger": """
        EXISTS (SELECT 1 FROM ledger WHERE rowid = NEW.rowid OR (chain = NEW.chain AND seq = NEW.seq))
        OR (NEW.kind = 'exchange' AND EXISTS (
            SELECT 1 FROM ledger
            WHERE chain = NEW.chain AND case_id = NEW.case_id AND variant = NEW.variant
                AND question = NEW.question AND sample = NEW.sample AND kind = 'exchange'
        ))
    """,
}


def upgrade() -> None:
    """Make the tables, and the triggers that keep what was observed from being changed."""
    op.execute("PRAGMA application_id = 1178880817")  # "FDK1"
    for table in TABLES:
        op.execute(table)
    for name in APPEND_ONLY:
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"""
                CREATE TRIGGER {name}_no_{event.lower()} BEFORE {event} ON {name}
                BEGIN SELECT RAISE(ABORT, '{name} is append-only'); END
                """
            )
        op.execute(
            f"""
            CREATE TRIGGER {name}_no_replace BEFORE INSERT ON {name} WHEN {INSERTS[name]}
            BEGIN SELECT RAISE(ABORT, '{name} has this entry already'); END
            """
        )
    op.execute(
        """
        CREATE TRIGGER ledger_in_order BEFORE INSERT ON ledger
        WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM ledger WHERE chain = NEW.chain)
        BEGIN SELECT RAISE(ABORT, 'ledger: another sequence number is due'); END
        """
    )
