"""Drafts: the auditor's own text for a report, before it is issued."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError

from fairdesk.domain.errors import InputError
from fairdesk.store import schema
from fairdesk.store.database import Database

draft = schema.draft


class Drafts:
    """Texts by project and name; they go with their project."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, project_id: str, name: str) -> str:
        """The text, or an empty one when nothing was written yet."""
        query = select(draft.c.text).where(draft.c.project_id == project_id, draft.c.name == name)
        with self._database.reading() as connection:
            return str(connection.execute(query).scalar() or "")

    def put(self, project_id: str, name: str, text: str) -> None:
        """Store the text in place of the one before; on disk when this returns.

        Raises:
            InputError: there is no such project.
        """
        row = {"project_id": project_id, "name": name, "text": text, "changed_at": self._database.now()}
        statement = insert(draft).values(row).on_conflict_do_update(index_elements=["project_id", "name"], set_=row)
        try:
            with self._database.writing() as connection:
                connection.execute(statement)
        except IntegrityError as error:
            raise InputError(
                f"There is no project {project_id!r} in this store; the text was not stored.",
                "Keep a copy of the text and open a project.",
            ) from error
