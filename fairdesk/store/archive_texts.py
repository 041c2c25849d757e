"""What can be edited in an archive: taken where it is absent here, told where it differs, replaced only when asked."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

from fairdesk.domain.canonical import sha256_hex
from fairdesk.store.archive_cases import CASE_COLUMNS, COLUMNS, NO_CASES, cases_state
from fairdesk.store.archive_states import known_cases, known_details, known_drafts
from fairdesk.store.archives import endpoint_names, terms_without_paths


@dataclass(frozen=True, slots=True, kw_only=True)
class TextsTaken:
    """What differed, a sentence each: what stayed as it is here, and what the archive's replaced."""

    kept: tuple[str, ...]
    replaced: tuple[str, ...]


def take_texts(connection: sqlite3.Connection, project_id: str, replace: bool, now: str) -> TextsTaken:
    """Details and drafts: the side that went on since they were handed over counts; where both did, ours, unless told.

    Args:
        replace: Where both sides went on, take the archive's.
    """
    kept: list[str] = []
    replaced: list[str] = []
    _details(connection, (project_id, replace, now), kept, replaced)
    _drafts(connection, (project_id, replace), kept, replaced)
    _cases(connection, (project_id, replace), kept, replaced)
    _reviews(connection, (project_id, replace), kept, replaced)
    columns = COLUMNS["draft"]
    connection.execute(
        f"INSERT INTO main.draft ({columns}) SELECT {columns} FROM came.draft theirs WHERE NOT EXISTS "
        "(SELECT 1 FROM main.draft ours WHERE ours.project_id = theirs.project_id AND ours.name = theirs.name)"
    )
    return TextsTaken(kept=tuple(kept), replaced=tuple(replaced))


def _details(
    connection: sqlite3.Connection, wanted: tuple[str, bool, str], kept: list[str], replaced: list[str]
) -> None:
    project_id, replace, now = wanted
    query = "SELECT details, revision, changed_at FROM {}.project WHERE project_id = ?"
    here = connection.execute(query.format("main"), (project_id,)).fetchone()
    there = connection.execute(query.format("came"), (project_id,)).fetchone()
    is_older_there = sha256_hex(there[0]) in known_details(connection, "main", project_id)
    is_older_here = sha256_hex(here[0]) in known_details(connection, "came", project_id)
    if here[0] == there[0] or (is_older_there and not is_older_here and not replace):
        return
    takes = replace or (is_older_here and not is_older_there)
    if takes:
        connection.execute(
            "UPDATE main.project SET details = ?, revision = ?, changed_at = ? WHERE project_id = ?",
            (there[0], max(here[1], there[1]) + 1, now, project_id),
        )
    ours, theirs = json.loads(here[0]), json.loads(there[0])
    fields = sorted(name.replace("_", " ") for name in {*ours, *theirs} if ours.get(name) != theirs.get(name))
    words = f"The project's details differ ({', '.join(fields)}): here of {here[2]}, in the archive of {there[2]}."
    (replaced if takes else kept).append(words)


def _drafts(connection: sqlite3.Connection, wanted: tuple[str, bool], kept: list[str], replaced: list[str]) -> None:
    project_id, replace = wanted
    ours, theirs = (known_drafts(connection, side, project_id) for side in ("main", "came"))
    differing = connection.execute(
        """
        SELECT name, here.text, there.text, here.changed_at, there.changed_at
        FROM main.draft here JOIN came.draft there USING (project_id, name) WHERE here.text <> there.text
        """
    ).fetchall()
    for name, here, there, here_at, there_at in differing:
        is_older_there = (name, sha256_hex(there.encode())) in ours
        is_older_here = (name, sha256_hex(here.encode())) in theirs
        if is_older_there and not is_older_here and not replace:
            continue
        takes = replace or (is_older_here and not is_older_there)
        if takes:
            change = "UPDATE main.draft SET text = ?, changed_at = ? WHERE project_id = ? AND name = ?"
            connection.execute(change, (there, there_at, project_id, name))
        words = f"The text {name!r} differs: here of {here_at}, in the archive of {there_at}."
        (replaced if takes else kept).append(words)


def _cases(connection: sqlite3.Connection, wanted: tuple[str, bool], kept: list[str], replaced: list[str]) -> None:
    """The list of imported cases as a whole: two lists are never mixed."""
    project_id, replace = wanted
    ours, theirs = (cases_state(connection, side, project_id) for side in ("main", "came"))
    if ours == theirs:
        return
    is_older_there = theirs in known_cases(connection, "main", project_id) or theirs == NO_CASES
    is_older_here = ours in known_cases(connection, "came", project_id) or ours == NO_CASES
    if is_older_there and not is_older_here and not replace:
        return
    n_here, n_there = (_count(connection, side, "case_file", project_id) for side in ("main", "came"))
    takes = replace or (is_older_here and not is_older_there)
    if takes:
        connection.execute("DELETE FROM main.case_file WHERE project_id = ?", (project_id,))
        copy = f"INSERT INTO main.case_file ({CASE_COLUMNS}) SELECT {CASE_COLUMNS} FROM came.case_file ORDER BY row_id"
        connection.execute(copy)
    if n_here:
        words = f"The imported cases differ: {n_here} here, {n_there} in the archive."
        (replaced if takes else kept).append(words)


def _reviews(connection: sqlite3.Connection, wanted: tuple[str, bool], kept: list[str], replaced: list[str]) -> None:
    """Decisions about variants one by one: what is absent here is taken; of two the later one, or theirs if wanted."""
    project_id, replace = wanted
    columns = COLUMNS["variant_review"]
    same = "ours.project_id = theirs.project_id AND ours.case_id = theirs.case_id AND ours.label = theirs.label"
    differs = (
        "(ours.verdict, ours.edits, ours.proposal_sha256) IS NOT (theirs.verdict, theirs.edits, theirs.proposal_sha256)"
    )
    newer = "" if replace else " AND theirs.reviewed_at > ours.reviewed_at"
    both = f"main.variant_review ours JOIN came.variant_review theirs ON {same}"
    joined = f"FROM {both} WHERE ours.project_id = ? AND {differs}"
    (n_other,) = connection.execute(f"SELECT count(*) {joined}", (project_id,)).fetchone()
    (n_taken,) = connection.execute(f"SELECT count(*) {joined}{newer}", (project_id,)).fetchone()
    connection.execute(
        f"DELETE FROM main.variant_review AS ours WHERE ours.project_id = ? AND EXISTS "
        f"(SELECT 1 FROM came.variant_review theirs WHERE {same} AND {differs}{newer})",
        (project_id,),
    )
    connection.execute(
        f"INSERT INTO main.variant_review ({columns}) SELECT {columns} FROM came.variant_review theirs "
        f"WHERE NOT EXISTS (SELECT 1 FROM main.variant_review ours WHERE {same})"
    )
    if n_taken:
        which = "were others here" if replace else "were made later elsewhere"
        replaced.append(f"Decisions about variants that {which}: {n_taken}.")
    if n_other > n_taken:
        kept.append(f"Decisions about variants that were made later here: {n_other - n_taken}.")


def _count(connection: sqlite3.Connection, side: str, table: str, project_id: str) -> int:
    query = f"SELECT count(*) FROM {side}.{table} WHERE project_id = ?"
    return int(connection.execute(query, (project_id,)).fetchone()[0])


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
