"""Imported case files, and what persons decided about variants made of them."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"

TABLES = (
    """
    CREATE TABLE case_file (
        row_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        project_id TEXT NOT NULL,
        case_id TEXT NOT NULL,
        title TEXT NOT NULL,
        document_sha256 TEXT NOT NULL,
        text_sha256 TEXT NOT NULL,
        source_sha256 TEXT NOT NULL,
        source_name TEXT NOT NULL,
        language TEXT NOT NULL,
        n_characters INTEGER NOT NULL CHECK (n_characters >= 0),
        n_words INTEGER,
        duplicate_of TEXT NOT NULL,
        near_duplicate_of TEXT NOT NULL,
        n_hints INTEGER NOT NULL CHECK (n_hints >= 0),
        state TEXT NOT NULL CHECK (state IN ('used', 'left out')),
        reason TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        CONSTRAINT case_file_place UNIQUE (project_id, case_id),
        FOREIGN KEY (project_id) REFERENCES project (project_id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX case_file_length ON case_file (project_id, n_characters)",
    "CREATE INDEX case_file_hints ON case_file (project_id, n_hints)",
    "CREATE INDEX case_file_text ON case_file (project_id, text_sha256)",
    """
    CREATE TABLE variant_review (
        project_id TEXT NOT NULL,
        case_id TEXT NOT NULL,
        label TEXT NOT NULL,
        proposal_sha256 TEXT NOT NULL,
        verdict TEXT NOT NULL CHECK (verdict IN ('accepted', 'edited', 'rejected')),
        edits BLOB NOT NULL,
        text_sha256 TEXT NOT NULL,
        reviewer TEXT NOT NULL,
        reason TEXT NOT NULL,
        reviewed_at TEXT NOT NULL,
        PRIMARY KEY (project_id, case_id, label),
        FOREIGN KEY (project_id) REFERENCES project (project_id) ON DELETE CASCADE
    )
    """,
)


def upgrade() -> None:
    """Make the two tables; both go with their project, as drafts do."""
    for statement in TABLES:
        op.execute(statement)
