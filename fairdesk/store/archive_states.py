"""Which texts were handed over before: tells a side that went on from one that stayed, as a chain's prefix does.

Every export leaves, in the store and in the archive, a document with the hashes of the details, drafts and imported
cases that it carried. Whoever holds exactly what such a document of the other side names has changed nothing since.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.store.archive_cases import NO_CASES, cases_state

KIND = "handed_over"


def present_state(connection: sqlite3.Connection, schema: str, project_id: str) -> bytes:
    """The body of the document that names what details, drafts and cases are now."""
    (details,) = connection.execute(
        f"SELECT details FROM {schema}.project WHERE project_id = ?", (project_id,)
    ).fetchone()
    drafts = connection.execute(f"SELECT name, text FROM {schema}.draft WHERE project_id = ?", (project_id,))
    hashes = {name: sha256_hex(text.encode()) for name, text in drafts}
    state = {"project_id": project_id, "details": sha256_hex(details), "drafts": hashes}
    return canonical_bytes({**state, "cases": cases_state(connection, schema, project_id)})


def state_documents(connection: sqlite3.Connection, schema: str, project_id: str) -> dict[str, dict[str, Any]]:
    """Hash to content of every document of a store that names a state of this project."""
    rows = connection.execute(f"SELECT sha256, body FROM {schema}.document WHERE kind = ?", (KIND,))
    found = {sha256: json.loads(body) for sha256, body in rows}
    return {
        sha256: state
        for sha256, state in found.items()
        if isinstance(state, dict) and state.get("project_id") == project_id and isinstance(state.get("drafts"), dict)
    }


def known_details(connection: sqlite3.Connection, schema: str, project_id: str) -> set[str]:
    """Hashes of all details that were ever handed over, as far as a side knows."""
    return {str(state.get("details")) for state in state_documents(connection, schema, project_id).values()}


def known_cases(connection: sqlite3.Connection, schema: str, project_id: str) -> set[str]:
    """Hashes of all lists of imported cases that were ever handed over; versions without them handed over none."""
    states = state_documents(connection, schema, project_id).values()
    return {str(state.get("cases", NO_CASES)) for state in states}


def known_drafts(connection: sqlite3.Connection, schema: str, project_id: str) -> set[tuple[str, str]]:
    """Name and hash of all drafts that were ever handed over, as far as a side knows."""
    states = state_documents(connection, schema, project_id).values()
    return {(str(name), str(sha256)) for state in states for name, sha256 in state["drafts"].items()}
