"""Imported case files of projects: a line each; their texts are documents."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import islice
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.case_rows import LEFT_OUT, ORDERS, USED, CaseCounts, CaseLine, CasesWanted
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.store.database import Database
from fairdesk.store.texts import folded

FIELDS = tuple(field.name for field in fields(CaseLine))
COLUMNS = ", ".join(FIELDS)
NEW_FIELDS = FIELDS[1:]

INSERT = f"INSERT INTO case_file (project_id, {', '.join(NEW_FIELDS)}) VALUES (?, {', '.join('?' * len(NEW_FIELDS))})"
UPDATE = (
    f"UPDATE case_file SET {', '.join(f'{name} = ?' for name in NEW_FIELDS)} "
    "WHERE project_id = ? AND row_id = ? AND case_id = ?"
)

CHUNK = 1_000
"""Lines that are handled at a time."""

# A cross join is done in the order in which it is written: each line is looked up, in the order that was asked for.
BY_ROW = (
    f"SELECT {', '.join(f'case_file.{name}' for name in FIELDS)} FROM json_each(?) AS place "
    "CROSS JOIN case_file ON case_file.row_id = place.value WHERE project_id = ? ORDER BY place.key"
)
BY_CASE = (
    f"SELECT {', '.join(f'case_file.{name}' for name in FIELDS)} FROM json_each(?) AS place "
    "CROSS JOIN case_file ON project_id = ? AND case_id = place.value"
)
USED_ONES = f"""
    SELECT {COLUMNS}, body FROM case_file LEFT JOIN document ON sha256 = document_sha256
    WHERE project_id = ? AND case_id > ? AND state = '{USED}' ORDER BY case_id LIMIT {CHUNK}
"""
DUPLICATES = """
    SELECT row_id, first, duplicate_of, state, reason FROM (
        SELECT row_id, duplicate_of, state, reason, coalesce((
            SELECT other.case_id FROM case_file AS other
            WHERE other.project_id = one.project_id AND other.text_sha256 = one.text_sha256
            AND other.row_id < one.row_id ORDER BY other.row_id LIMIT 1), '') AS first
        FROM case_file AS one WHERE project_id = ?)
    WHERE first <> duplicate_of
"""
"""Lines whose first case with the same text is another than they say; the index on texts ends in the row id."""

SAME_TEXT = "Same text as"
"""Begins the reason for which a duplicate is left out."""

COUNTS = f"""
    SELECT count(*), sum(state = '{USED}'), sum(duplicate_of <> ''), sum(near_duplicate_of <> ''), sum(n_hints > 0),
           sum(n_hints)
    FROM case_file WHERE project_id = ?
"""


class CaseFiles:
    """The lines of all projects; they go with their project. Editable: what a plan takes is copied into the plan."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_many(self, project_id: str, lines: Iterable[CaseLine]) -> int:
        """Store new lines in one transaction, in their order, and answer with how many they were.

        Their ``row_id`` is chosen here; so is ``changed_at`` when it is empty.

        Raises:
            InputError: there is no such project, or it has a case of one of these ids; nothing was stored.
        """
        n_added = 0
        try:
            with self._database.writing() as connection:
                now = self._database.now()
                waiting = iter(lines)
                while rows := [(project_id, *_values(line, now)) for line in islice(waiting, CHUNK)]:
                    connection.exec_driver_sql(INSERT, rows)
                    n_added += len(rows)
        except IntegrityError as error:
            raise InputError(
                f"The cases could not be stored: an id is taken, or the project is gone ({error.orig}).",
                "Give every case an id of its own, or open a project. Nothing was stored.",
            ) from error
        return n_added

    def ids(self, project_id: str, wanted: CasesWanted) -> array[int]:
        """The ``row_id`` of every wanted line, in the wanted order.

        Raises:
            ValueError: lines are not sorted by what is asked (a bug in the caller).
        """
        if wanted.order not in ORDERS:
            raise ValueError(f"cases are not sorted by {wanted.order!r}")
        where, values = _conditions(project_id, wanted)
        way = " DESC" if wanted.is_descending else ""
        order = f"{wanted.order} COLLATE NOCASE{way}, row_id" if wanted.order else f"row_id{way}"
        limit = f" LIMIT {int(wanted.limit)}" if wanted.limit else ""
        with self._database.reading() as connection:
            if wanted.words:
                found = _with_words(connection, (where, values), order, wanted.words)
                return array("q", islice(found, wanted.limit or None))
            query = f"SELECT row_id FROM case_file WHERE {where} ORDER BY {order}{limit}"
            return array("q", connection.exec_driver_sql(query, tuple(values)).scalars())

    def rows(self, project_id: str, ids: Sequence[int]) -> tuple[CaseLine, ...]:
        """The lines with these ``row_id``, in this order; those that are gone are left out."""
        return self._found(BY_ROW, (json.dumps(list(ids)), project_id))

    def by_case_ids(self, project_id: str, case_ids: Iterable[str]) -> dict[str, CaseLine]:
        """Case id to line, of those that are there."""
        found = self._found(BY_CASE, (json.dumps(list(case_ids)), project_id))
        return {line.case_id: line for line in found}

    def text_hashes(self, project_id: str) -> dict[str, str]:
        """Every case id of a project with the hash of its text, in the order of arrival."""
        query = "SELECT case_id, text_sha256 FROM case_file WHERE project_id = ? ORDER BY row_id"
        with self._database.reading() as connection:
            rows = connection.exec_driver_sql(query, (project_id,)).all()
        return {str(case_id): str(text_sha256) for case_id, text_sha256 in rows}

    def set_state(self, project_id: str, row_ids: Sequence[int], is_used: bool, reason: str = "") -> int:
        """Use lines or leave them out, and answer with how many they were; the reason goes with being left out."""
        state = USED if is_used else LEFT_OUT
        change = (
            "UPDATE case_file SET state = ?, reason = ?, changed_at = ? "
            "WHERE project_id = ? AND row_id IN (SELECT value FROM json_each(?))"
        )
        with self._database.writing() as connection:
            values = (state, "" if is_used else reason, self._database.now(), project_id, json.dumps(list(row_ids)))
            return connection.exec_driver_sql(change, values).rowcount

    def replace_document(self, project_id: str, line: CaseLine) -> None:
        """Write a line in place of the one with its ``row_id`` and case id, for example for a changed text.

        Raises:
            InputError: there is no such line.
        """
        self.replace_many(project_id, [line])

    def replace_many(self, project_id: str, lines: Iterable[CaseLine]) -> int:
        """``replace_document`` for many lines in one transaction; answers with how many they were."""
        n_done = 0
        with self._database.writing() as connection:
            now = self._database.now()
            for line in lines:
                values = (*_values(line, now, is_changed=True), project_id, line.row_id, line.case_id)
                if connection.exec_driver_sql(UPDATE, values).rowcount != 1:
                    raise InputError(f"The case {line.case_id!r} is not there any more.", "Show the list again.")
                n_done += 1
        return n_done

    def remove(self, project_id: str, row_ids: Sequence[int]) -> int:
        """Take lines off the list and answer with how many they were; their documents stay."""
        statement = "DELETE FROM case_file WHERE project_id = ? AND row_id IN (SELECT value FROM json_each(?))"
        with self._database.writing() as connection:
            return connection.exec_driver_sql(statement, (project_id, json.dumps(list(row_ids)))).rowcount

    def used(self, project_id: str) -> Iterator[tuple[CaseLine, bytes]]:
        """Every used line with the bytes of its document, hashed again, in the order of the case ids.

        Read in pieces, so that memory does not grow with the number of cases and no reader is held open between.

        Raises:
            StoreError: a document is absent or was changed.
        """
        after = ""
        while True:
            with self._database.reading() as connection:
                rows = connection.exec_driver_sql(USED_ONES, (project_id, after)).all()
            for *values, body in rows:
                line = CaseLine(**dict(zip(FIELDS, values, strict=True)))
                if not isinstance(body, bytes) or sha256_hex(body) != line.document_sha256:
                    raise StoreError(
                        f"The text of the case {line.case_id!r} is absent or was changed after it was stored.",
                        "Restore a backup from before the change, or import the case again.",
                    )
                after = line.case_id
                yield line, body
            if len(rows) < CHUNK:
                return

    def mark_duplicates(self, project_id: str) -> int:
        """Look anew which case has the text of an earlier one; answers with how many lines changed.

        One that has become a duplicate is left out, and one that was left out for that and is none any more is used
        again. A duplicate that somebody chose to use stays used.
        """
        with self._database.writing() as connection:
            now = self._database.now()
            rows = connection.exec_driver_sql(DUPLICATES, (project_id,)).all()
            changes = [
                (first, *_state_beside(first, before, (state, reason)), now, row_id)
                for row_id, first, before, state, reason in rows
            ]
            if changes:
                change = "UPDATE case_file SET duplicate_of = ?, state = ?, reason = ?, changed_at = ? WHERE row_id = ?"
                connection.exec_driver_sql(change, changes)
        return len(rows)

    def used_keys(self, project_id: str) -> list[tuple[str, str]]:
        """Case id and document of every used line, by case id: ten times quicker than the lines."""
        query = "SELECT case_id, document_sha256 FROM case_file WHERE project_id = ? AND state = ? ORDER BY case_id"
        with self._database.reading() as connection:
            return [(row[0], row[1]) for row in connection.exec_driver_sql(query, (project_id, USED))]

    def stamp(self, project_id: str) -> tuple[int, int, str]:
        """Lines, used lines and the time of the last change: other than before where anything was changed since."""
        query = "SELECT count(*), total(state = 'used'), max(changed_at) FROM case_file WHERE project_id = ?"
        with self._database.reading() as connection:
            n_all, n_used, changed_at = connection.exec_driver_sql(query, (project_id,)).one()
        return int(n_all), int(n_used), str(changed_at or "")

    def n_used(self, project_id: str) -> int:
        """How many lines are used."""
        query = f"SELECT count(*) FROM case_file WHERE project_id = ? AND state = '{USED}'"
        with self._database.reading() as connection:
            return int(connection.exec_driver_sql(query, (project_id,)).scalar_one())

    def counts(self, project_id: str) -> CaseCounts:
        """The numbers above a list of all lines."""
        by_language = (
            "SELECT language, count(*) AS n FROM case_file WHERE project_id = ? GROUP BY language ORDER BY n DESC, 1"
        )
        with self._database.reading() as connection:
            n_all, *rest = connection.exec_driver_sql(COUNTS, (project_id,)).one()
            languages = connection.exec_driver_sql(by_language, (project_id,)).all()
        n_used, n_duplicates, n_near, n_with_hints, n_hints = (int(number or 0) for number in rest)
        return CaseCounts(
            n_all=int(n_all),
            n_used=n_used,
            n_duplicates=n_duplicates,
            n_near=n_near,
            n_with_hints=n_with_hints,
            n_hints=n_hints,
            languages=tuple((str(language), int(n)) for language, n in languages),
        )

    def _found(self, query: str, values: tuple[Any, ...]) -> tuple[CaseLine, ...]:
        with self._database.reading() as connection:
            rows = connection.exec_driver_sql(query, values).all()
        return tuple(CaseLine(**dict(zip(FIELDS, row, strict=True))) for row in rows)


def _state_beside(first: str, before: str, stands: tuple[str, str]) -> tuple[str, str]:
    """State and reason of a line whose first case with the same text is now another one than before, or none."""
    state, reason = stands
    if (first and not before and state == USED) or (first and reason.startswith(SAME_TEXT)):
        return LEFT_OUT, f"{SAME_TEXT} {first}"
    return (USED, "") if reason.startswith(SAME_TEXT) else (state, reason)


def _values(line: CaseLine, now: str, is_changed: bool = False) -> tuple[Any, ...]:
    values = [getattr(line, name) for name in NEW_FIELDS]
    if is_changed or not line.changed_at:
        values[-1] = now
    return tuple(values)


def _conditions(project_id: str, wanted: CasesWanted) -> tuple[str, list[Any]]:
    parts, values = ["project_id = ?"], [project_id]
    if wanted.language:
        parts.append("language = ?")
        values.append(wanted.language)
    for is_wanted, condition in (
        (wanted.only_hints, "n_hints > 0"),
        (wanted.only_duplicates, "(duplicate_of <> '' OR near_duplicate_of <> '')"),
        (wanted.only_left_out, f"state = '{LEFT_OUT}'"),
        (wanted.only_used, f"state = '{USED}'"),
    ):
        if is_wanted:
            parts.append(condition)
    return " AND ".join(parts), values


def _with_words(connection: Connection, where: tuple[str, list[Any]], order: str, words: str) -> Iterator[int]:
    needle = folded(words)
    query = (
        "SELECT row_id, case_id, title, source_name, body FROM case_file LEFT JOIN document "
        f"ON sha256 = document_sha256 WHERE {where[0]} ORDER BY {order}"
    )
    for row_id, *names, body in connection.exec_driver_sql(query, tuple(where[1])):
        if any(needle in folded(name) for name in names) or needle in folded(_text(body)):
            yield row_id


def _text(body: object) -> str:
    try:
        return str(json.loads(body)["text"]) if isinstance(body, bytes) else ""
    except (ValueError, KeyError, TypeError):
        return ""
