"""What can be edited in an archive: taken where it is absent here, told where it differs, replaced only when asked."""

from __future__ import annotations

import json
import sqlite3

from fairdesk.store.archives import COLUMNS, endpoint_names, terms_without_paths


def take_texts(connection: sqlite3.Connection, project_id: str, replace: bool, now: str) -> tuple[str, ...]:
    """Details and drafts; answers with what differs, in words, and replaces it by the archive's if told to."""
    return (*_details(connection, project_id, replace, now), *_drafts(connection, replace))


def _details(connection: sqlite3.Connection, project_id: str, take: bool, now: str) -> list[str]:
    query = "SELECT details, revision, changed_at FROM {}.project WHERE project_id = ?"
    here = connection.execute(query.format("main"), (project_id,)).fetchone()
    there = connection.execute(query.format("came"), (project_id,)).fetchone()
    if here[0] == there[0]:
        return []
    ours, theirs = json.loads(here[0]), json.loads(there[0])
    fields = sorted(name.replace("_", " ") for name in {*ours, *theirs} if ours.get(name) != theirs.get(name))
    if take:
        connection.execute(
            "UPDATE main.project SET details = ?, revision = ?, changed_at = ? WHERE project_id = ?",
            (there[0], max(here[1], there[1]) + 1, now, project_id),
        )
    return [f"The project's details differ ({', '.join(fields)}): here of {here[2]}, in the archive of {there[2]}."]


def _drafts(connection: sqlite3.Connection, take: bool) -> list[str]:
    differing = connection.execute(
        """
        SELECT project_id, name, ours.changed_at, theirs.changed_at, theirs.text
        FROM main.draft ours JOIN came.draft theirs USING (project_id, name) WHERE ours.text <> theirs.text
        """
    ).fetchall()
    if take:
        change = "UPDATE main.draft SET text = ?, changed_at = ? WHERE project_id = ? AND name = ?"
        connection.executemany(change, [(text, at, project, name) for project, name, _, at, text in differing])
    columns = COLUMNS["draft"]
    connection.execute(
        f"INSERT INTO main.draft ({columns}) SELECT {columns} FROM came.draft theirs WHERE NOT EXISTS "
        "(SELECT 1 FROM main.draft ours WHERE ours.project_id = theirs.project_id AND ours.name = theirs.name)"
    )
    return [f"The text {name!r} differs: here of {ours}, in the archive of {at}." for _, name, ours, at, _ in differing]


def take_endpoints(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Endpoints belong to all projects of a store: one that is here is never replaced; answers with what differs."""
    words: list[str] = []
    for name in endpoint_names(connection, "came"):
        query = "SELECT settings FROM {}.endpoint WHERE name = ?"
        theirs, ours = (connection.execute(query.format(side), (name,)).fetchone() for side in ("came", "main"))
        if theirs is not None and ours is None:
            columns = COLUMNS["endpoint"]
            copy = f"INSERT INTO main.endpoint ({columns}) SELECT {columns} FROM came.endpoint WHERE name = ?"
            connection.execute(copy, (name,))
        elif theirs is not None and ours != theirs:
            words.append(f"The endpoint {name!r} is set up otherwise here than in the archive.")
        words += _terms(connection, name)
    return tuple(words)


def _terms(connection: sqlite3.Connection, name: str) -> list[str]:
    query = "SELECT terms, changed_at FROM {}.endpoint_terms WHERE name = ?"
    theirs, ours = (connection.execute(query.format(side), (name,)).fetchone() for side in ("came", "main"))
    if theirs is None:
        return []
    terms = terms_without_paths(theirs[0])
    if ours is None:
        row = (name, terms, theirs[1])
        connection.execute("INSERT INTO main.endpoint_terms (name, terms, changed_at) VALUES (?, ?, ?)", row)
        return []
    is_same = terms_without_paths(ours[0]) == terms
    return [] if is_same else [f"Prices or limits of the endpoint {name!r} differ between here and the archive."]
