"""Projects: names and what the auditor writes about an audit. Editable, so never evidence."""

from __future__ import annotations

import json
import unicodedata
import uuid
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, or_, select
from sqlalchemy.exc import IntegrityError

from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import ChangedElsewhere, InputError, StoreError
from fairdesk.store import schema
from fairdesk.store.database import Database

project = schema.project


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRecord:
    """A project as stored.

    Attributes:
        project_id: 32 hex digits, chosen by the store.
        revision: Counts the saves from 1; give it back when saving to notice another window's save.
        created_at: UTC, ISO 8601 with Z; so is ``changed_at``.
    """

    project_id: str
    name: str
    revision: int
    created_at: str
    changed_at: str
    details: ProjectDetails


class Projects:
    """All projects of the store; names are unique without regard to case and width of letters."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, name: str, details: ProjectDetails) -> ProjectRecord:
        """Store a new project.

        Raises:
            InputError: the name is empty, holds control characters or is taken.
        """
        name = clean_name(name)
        now = self._database.now()
        project_id = uuid.uuid4().hex
        row = {
            "project_id": project_id,
            "name": name,
            "name_key": name_key(name),
            "details": canonical_bytes(to_plain(details)),
            "revision": 1,
            "created_at": now,
            "changed_at": now,
        }
        with self._database.writing() as connection:
            _insert_or_update(connection, project.insert().values(row), name)
        return ProjectRecord(
            project_id=project_id, name=name, revision=1, created_at=now, changed_at=now, details=details
        )

    def get(self, project_id_or_name: str) -> ProjectRecord:
        """The project with this id or, without regard to case, this name.

        Raises:
            InputError: there is none.
        """
        with self._database.reading() as connection:
            return _record(_find(connection, project_id_or_name))

    def all(self) -> tuple[ProjectRecord, ...]:
        """All projects, the last changed first."""
        query = select(project).order_by(project.c.changed_at.desc(), project.c.name_key)
        with self._database.reading() as connection:
            return tuple(_record(row) for row in connection.execute(query))

    def save(
        self, project_id: str, details: ProjectDetails, name: str | None = None, seen_revision: int | None = None
    ) -> ProjectRecord:
        """Replace the details of a project and, when given, its name.

        Args:
            project_id: Its id (a name is taken too).
            details: The new details, whole.
            name: The new name; None keeps the old one.
            seen_revision: The revision that was edited; None saves over whatever is there.

        Raises:
            InputError: no such project, or the new name is empty or taken.
            ChangedElsewhere: the project was saved by another window since ``seen_revision``; nothing was changed.
        """
        with self._database.writing() as connection:
            row = _find(connection, project_id)
            if seen_revision is not None and seen_revision != row.revision:
                raise ChangedElsewhere(
                    f"The project {row.name!r} was changed elsewhere at {row.changed_at}, after it was opened here.",
                    "Open it again and enter your change once more; the other change was kept.",
                )
            new_name = row.name if name is None else clean_name(name)
            values = {
                "name": new_name,
                "name_key": name_key(new_name),
                "details": canonical_bytes(to_plain(details)),
                "revision": row.revision + 1,
                "changed_at": self._database.now(),
            }
            change = project.update().where(project.c.project_id == row.project_id).values(values)
            _insert_or_update(connection, change, new_name)
            return _record(_find(connection, row.project_id))

    def delete(self, project_id: str) -> None:
        """Remove a project from the list: its name, details and drafts go.

        Evidence stays: its chains in the ledger, its documents and its issued reports remain in the file, and a
        report issued from them can still be verified. A project that never ran leaves nothing behind but documents
        it may have stored. The caller makes the backup.

        Raises:
            InputError: there is no such project.
        """
        with self._database.writing() as connection:
            row = _find(connection, project_id)
            connection.execute(project.delete().where(project.c.project_id == row.project_id))


def name_key(name: str) -> str:
    """The form in which names are compared: compatibility forms, case and blanks do not count.

    Example:
        >>> name_key("  Zulassung  ＡＩ ") == name_key("zulassung ai")
        True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def clean_name(name: str) -> str:
    """A project's name without blanks around it.

    Raises:
        InputError: it shows nothing, or holds line breaks or control characters.
    """
    name = name.strip()
    kinds = {unicodedata.category(character) for character in name}
    if not any(kind[0] not in "CZ" for kind in kinds):
        raise InputError("The project has no name.", "Give it a name with at least one visible letter.")
    if kinds & {"Cc", "Cs", "Zl", "Zp"}:
        raise InputError("The project's name holds line breaks or control characters.", "Use one line of plain text.")
    return name


def _find(connection: Connection, id_or_name: str) -> Row[Any]:
    query = select(project).where(or_(project.c.project_id == id_or_name, project.c.name_key == name_key(id_or_name)))
    # Half of a character cannot be looked up, and no project has it in its name.
    rows = connection.execute(query).all() if id_or_name.encode(errors="ignore").decode() == id_or_name else []
    for row in rows:
        if row.project_id == id_or_name:
            return row
    if not rows:
        raise InputError(f"There is no project {id_or_name!r} in this store.", "fairdesk project list shows them all.")
    return rows[0]


def _insert_or_update(connection: Connection, statement: Any, name: str) -> None:
    try:
        connection.execute(statement)
    except IntegrityError as error:
        raise InputError(f"There is a project {name!r} already.", "Choose another name.") from error


def _record(row: Row[Any]) -> ProjectRecord:
    try:
        details = from_plain(ProjectDetails, json.loads(row.details))
    except ValueError as error:
        raise StoreError(
            f"The details of the project {row.name!r} cannot be read ({error}).", "Restore the latest backup."
        ) from error
    return ProjectRecord(
        project_id=row.project_id,
        name=row.name,
        revision=row.revision,
        created_at=row.created_at,
        changed_at=row.changed_at,
        details=details,
    )
