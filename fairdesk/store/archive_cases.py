"""Imported cases and reviews of variants in an archive: copied, compared, and checked before they are taken."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator

from fairdesk.domain.case_imports import CASE, CASE_SOURCE
from fairdesk.store import schema

COLUMNS = {table.name: ", ".join(table.columns.keys()) for table in schema.metadata.sorted_tables}
"""The columns of every table, in the order in which they are copied."""

CASE_COLUMNS = ", ".join(column.name for column in schema.case_file.columns if column.name != "row_id")
"""The number of a row is chosen by each store anew."""

NO_CASES = hashlib.sha256().hexdigest()
"""State of a project without imported cases."""

TEXTS = tuple(
    column.name
    for column in schema.case_file.columns
    if column.name not in ("row_id", "n_characters", "n_words", "n_hints")
)

WRONG_LINES = f"""
    SELECT case_id FROM case_file WHERE project_id IS NOT ? OR state NOT IN ('used', 'left out')
    OR typeof(n_characters) <> 'integer' OR typeof(n_hints) <> 'integer' OR typeof(n_words) NOT IN ('integer', 'null')
    OR {" OR ".join(f"typeof({name}) <> 'text'" for name in TEXTS)} LIMIT 1
"""
WRONG_REVIEWS = """
    SELECT case_id FROM variant_review WHERE project_id IS NOT ? OR verdict NOT IN ('accepted', 'edited', 'rejected')
    OR typeof(edits) <> 'blob' OR typeof(case_id) <> 'text' OR typeof(label) <> 'text' OR typeof(reason) <> 'text'
    OR typeof(proposal_sha256) <> 'text' OR typeof(text_sha256) <> 'text' OR typeof(reviewer) <> 'text'
    OR typeof(reviewed_at) <> 'text' LIMIT 1
"""
WITH_DOCUMENTS = """
    SELECT case_file.case_id, document.kind, document.body FROM case_file
    LEFT JOIN document ON document.sha256 = case_file.document_sha256
"""
WITHOUT_SOURCE = f"""
    SELECT case_id FROM case_file WHERE source_sha256 NOT IN (SELECT sha256 FROM document WHERE kind = '{CASE_SOURCE}')
    LIMIT 1
"""


def copy_case_tables(connection: sqlite3.Connection, between: tuple[str, str], project_id: str) -> None:
    """Copy the cases and the reviews of a project from one attached store to another."""
    source, target = between
    for table, columns in (("case_file", CASE_COLUMNS), ("variant_review", COLUMNS["variant_review"])):
        order = "ORDER BY row_id" if table == "case_file" else ""
        connection.execute(
            f"INSERT INTO {target}.{table} ({columns}) SELECT {columns} FROM {source}.{table} WHERE project_id = ? "
            f"{order}",
            (project_id,),
        )


def case_documents(connection: sqlite3.Connection, schema_name: str) -> set[str]:
    """The documents that the one project's cases are in, and those that describe the files that they came from."""
    query = (
        f"SELECT document_sha256 FROM {schema_name}.case_file UNION SELECT source_sha256 FROM {schema_name}.case_file"
    )
    return {sha256 for (sha256,) in connection.execute(query)}


def cases_state(connection: sqlite3.Connection, schema_name: str, project_id: str) -> str:
    """A hash over the list of imported cases, without row numbers and times."""
    digest = hashlib.sha256()
    columns = CASE_COLUMNS.replace(", changed_at", "")
    query = f"SELECT {columns} FROM {schema_name}.case_file WHERE project_id = ? ORDER BY case_id"
    for row in connection.execute(query, (project_id,)):
        digest.update(json.dumps(row, ensure_ascii=True).encode())
    return digest.hexdigest()


def wrong_cases(connection: sqlite3.Connection, project_id: str) -> Iterator[str]:
    """What is wrong with the cases and reviews of an archive's store, a few words each."""
    if (row := connection.execute(WRONG_LINES, (project_id,)).fetchone()) is not None:
        yield f"the line of the case {str(row[0])[:60]!r} is none"
        return
    for case_id, kind, body in connection.execute(WITH_DOCUMENTS):
        plain = _plain(body) if kind == CASE else None
        if not isinstance(plain, dict) or plain.get("case_id") != case_id or not isinstance(plain.get("text"), str):
            yield f"the text of the case {case_id[:60]!r} is missing or belongs to another one"
            return
    if (row := connection.execute(WITHOUT_SOURCE).fetchone()) is not None:
        yield f"the file that the case {str(row[0])[:60]!r} came from is not described"
    if (row := connection.execute(WRONG_REVIEWS, (project_id,)).fetchone()) is not None:
        yield f"the review of a variant of {str(row[0])[:60]!r} is none"
    for case_id, edits in connection.execute("SELECT case_id, edits FROM variant_review"):
        if not isinstance(_plain(edits), list):
            yield f"the review of a variant of {str(case_id)[:60]!r} cannot be read"
            return


def _plain(body: object) -> object:
    try:
        return json.loads(body) if isinstance(body, bytes) else None
    except (ValueError, RecursionError):
        return None
