"""What persons decided about variants: kept for the proposal that they looked at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert

from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.edits import Edit
from fairdesk.store import schema
from fairdesk.store.database import Database

table = schema.variant_review

KEPT = ("proposal_sha256", "verdict", "edits", "text_sha256", "reviewer", "reason", "reviewed_at")
"""What a later decision replaces."""

CHUNK = 500
"""Rows of one statement; SQLite takes a limited number of values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantReview:
    """A decision about one variant of one file.

    Attributes:
        proposal_sha256: Of the texts that were looked at; a proposal that has changed since is to be looked at again.
        verdict: ``accepted``, ``edited`` or ``rejected``.
        edits: Of an edited one, against the original's text; else empty.
        text_sha256: Of the text that the decision leaves; empty for a rejected one.
        reviewed_at: UTC, ISO 8601 with milliseconds and Z; set by the store.
    """

    case_id: str
    label: str
    proposal_sha256: str
    verdict: str
    edits: tuple[Edit, ...] = ()
    text_sha256: str = ""
    reviewer: str = ""
    reason: str = ""
    reviewed_at: str = ""


class VariantReviews:
    """Decisions by project, file and variant; the last one counts. They go with their project."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put_many(self, project_id: str, reviews: Iterable[VariantReview]) -> int:
        """Keep decisions in the place of earlier ones about the same variants, in one transaction.

        Answers with how many they were.
        """
        now = self._database.now()
        rows = [
            {
                "project_id": project_id,
                "case_id": one.case_id,
                "label": one.label,
                "proposal_sha256": one.proposal_sha256,
                "verdict": one.verdict,
                "edits": canonical_bytes([[edit.start, edit.end, edit.words, edit.cue_id] for edit in one.edits]),
                "text_sha256": one.text_sha256,
                "reviewer": one.reviewer,
                "reason": one.reason,
                "reviewed_at": now,
            }
            for one in reviews
        ]
        with self._database.writing() as connection:
            statement = insert(table)
            changed = {name: statement.excluded[name] for name in KEPT}
            statement = statement.on_conflict_do_update(index_elements=["project_id", "case_id", "label"], set_=changed)
            for start in range(0, len(rows), CHUNK):
                connection.execute(statement, rows[start : start + CHUNK])
        return len(rows)

    def remove(self, project_id: str, case_id: str, label: str) -> None:
        """Take a decision back."""
        where = (table.c.project_id == project_id, table.c.case_id == case_id, table.c.label == label)
        with self._database.writing() as connection:
            connection.execute(table.delete().where(*where))

    def all(self, project_id: str, case_ids: Sequence[str] | None = None) -> tuple[VariantReview, ...]:
        """The decisions of a project, or those about some files, by file and variant."""
        query = select(table).where(table.c.project_id == project_id).order_by(table.c.case_id, table.c.label)
        if case_ids is not None:
            query = query.where(table.c.case_id.in_(case_ids))
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return tuple(
            VariantReview(
                case_id=row.case_id,
                label=row.label,
                proposal_sha256=row.proposal_sha256,
                verdict=row.verdict,
                edits=tuple(
                    Edit(start=start, end=end, words=words, cue_id=cue_id)
                    for start, end, words, cue_id in json.loads(row.edits)
                ),
                text_sha256=row.text_sha256,
                reviewer=row.reviewer,
                reason=row.reason,
                reviewed_at=row.reviewed_at,
            )
            for row in rows
        )
