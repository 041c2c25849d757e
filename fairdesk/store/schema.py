"""The tables as the queries see them; the migrations make them (a test compares the two)."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text, UniqueConstraint, text

APPLICATION_ID = 0x46444B31
"""Written into the file's header ("FDK1"): tells a FairDesk store from any other SQLite file."""

SCHEMA_REVISION = "0004"
"""The newest migration. Kept here so that opening a current store need not import alembic."""

metadata = MetaData()

document = Table(
    "document",
    metadata,
    Column("sha256", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("stored_at", Text, nullable=False),
)

ledger = Table(
    "ledger",
    metadata,
    Column("chain", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("case_id", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("sample", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("body_sha256", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("recorded_at", Text, nullable=False),
    UniqueConstraint("chain", "seq", name="ledger_place"),
    # Covers counting, finding and sorting, so that none of them reads the bodies; the columns after ``seq`` cost no
    # measurable time when an entry is stored (tests/benchmarks/test_store_speed.py).
    Index("ledger_status", "chain", "kind", "status", "seq", "question", "case_id", "variant", "sample"),
    # Whatever is no exchange is rare: these cost an exchange nothing when it is stored.
    Index("ledger_kind", "chain", "kind", "seq", sqlite_where=text("kind <> 'exchange'")),
    Index(
        "ledger_item",
        "chain",
        "case_id",
        "variant",
        "question",
        "sample",
        "kind",
        "seq",
        "status",
        sqlite_where=text("kind <> 'exchange'"),
    ),
    Index(
        "ledger_exchange",
        "chain",
        "case_id",
        "variant",
        "question",
        "sample",
        unique=True,
        sqlite_where=text("kind = 'exchange'"),
    ),
)

report = Table(
    "report",
    metadata,
    Column("report_id", Text, primary_key=True),
    Column("project_id", Text, nullable=False, index=True),
    Column("analysis_sha256", Text, nullable=False),
    Column("evidence_sha256", Text, nullable=False),
    Column("heads", LargeBinary, nullable=False),
    Column("pdf", LargeBinary, nullable=False),
    Column("pdf_sha256", Text, nullable=False),
    Column("signer", Text, nullable=False),
    Column("issued_at", Text, nullable=False),
)

project = Table(
    "project",
    metadata,
    Column("project_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("details", LargeBinary, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("changed_at", Text, nullable=False),
)

endpoint = Table(
    "endpoint",
    metadata,
    Column("name", Text, primary_key=True),
    Column("settings", LargeBinary, nullable=False),
    Column("changed_at", Text, nullable=False),
)

endpoint_terms = Table(
    "endpoint_terms",
    metadata,
    Column("name", Text, primary_key=True),
    Column("terms", LargeBinary, nullable=False),
    Column("changed_at", Text, nullable=False),
)

draft = Table(
    "draft",
    metadata,
    Column("project_id", Text, ForeignKey("project.project_id", ondelete="CASCADE"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("changed_at", Text, nullable=False),
)

case_file = Table(
    "case_file",
    metadata,
    Column("row_id", Integer, primary_key=True, autoincrement=True),
    Column("project_id", Text, ForeignKey("project.project_id", ondelete="CASCADE"), nullable=False),
    Column("case_id", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("document_sha256", Text, nullable=False),
    Column("text_sha256", Text, nullable=False),
    Column("source_sha256", Text, nullable=False),
    Column("source_name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("n_characters", Integer, nullable=False),
    Column("n_words", Integer),
    Column("duplicate_of", Text, nullable=False),
    Column("near_duplicate_of", Text, nullable=False),
    Column("n_hints", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("changed_at", Text, nullable=False),
    UniqueConstraint("project_id", "case_id", name="case_file_place"),
    # What a list of 50,000 files is sorted by; the rest is sorted when it is asked for.
    Index("case_file_length", "project_id", "n_characters"),
    Index("case_file_hints", "project_id", "n_hints"),
    Index("case_file_text", "project_id", "text_sha256"),
    sqlite_autoincrement=True,
)

variant_review = Table(
    "variant_review",
    metadata,
    Column("project_id", Text, ForeignKey("project.project_id", ondelete="CASCADE"), primary_key=True),
    Column("case_id", Text, primary_key=True),
    Column("label", Text, primary_key=True),
    Column("proposal_sha256", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("edits", LargeBinary, nullable=False),
    Column("text_sha256", Text, nullable=False),
    Column("reviewer", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("reviewed_at", Text, nullable=False),
)

lease = Table(
    "lease",
    metadata,
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("acquired_at", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
)
