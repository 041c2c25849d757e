"""Projects to put into archives, what a store holds in all, and archives that were tampered with."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairdesk.audit.projects import starting_details, with_endpoint
from fairdesk.domain.archives import ArchiveManifest, ArchiveOrder, TakenProject
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.store.archive_import import import_project
from fairdesk.store.archives import ExportRequest, export_project
from fairdesk.store.entries import NewEntry
from fairdesk.store.reports import ReportRecord
from fairdesk.store.store import Store

ENDPOINT = EndpointSettings(name="Server", kind="openai_chat", base_url="http://h/v1", model="m", options={})


def quiet(_words: str) -> None:
    """Nobody listens."""


def make_project(store: Store, name: str, mark: str) -> str:
    """A project with a plan that names documents, one run, a report, a draft, and an endpoint with terms."""
    details = replace(with_endpoint(starting_details(), ENDPOINT), client=mark)
    project_id = store.projects.create(name, details).project_id
    store.endpoints.save(ENDPOINT)
    store.endpoints.save_terms("Server", EndpointTerms(ca_file="certificates/ca.pem", price_call=0.5, currency="EUR"))
    put = store.documents.put
    case = put("case", canonical_bytes({"text": f"case of {mark}"}))
    variants = put("variants", canonical_bytes([f"variant of {mark}"]))
    plan = put("plan", canonical_bytes({"cases": [{"document_sha256": case}], "variants_sha256": variants}))
    fixed = canonical_bytes({"plan_sha256": plan, "by": "A. Tester"})
    store.ledger.append(f"project:{project_id}", [NewEntry(kind="plan_fixed", body=fixed)])
    started = NewEntry(kind="run_started", body=canonical_bytes({"run_id": f"r-{mark}", "plan_sha256": plan}))
    store.ledger.append(f"run:r-{mark}", [started])
    store.ledger.append(f"project:{project_id}", [started])
    store.drafts.put(project_id, "summary", f"draft of {mark}")
    analysis = put("analysis", canonical_bytes({"of": mark}))
    store.reports.add(
        ReportRecord(
            report_id=f"report-{mark}",
            project_id=project_id,
            analysis_sha256=analysis,
            evidence_sha256="0" * 64,
            heads={f"run:r-{mark}": "0" * 64},
            pdf=b"%PDF",
            pdf_sha256=sha256_hex(b"%PDF"),
            signer="A. Tester",
            issued_at="2026-01-02T03:04:05Z",
        )
    )
    return project_id


def answers(first: int, n_answers: int, words: str = "four stars") -> list[NewEntry]:
    """Exchanges of so many files, from this number on."""
    return [
        NewEntry(
            kind="exchange",
            body=canonical_bytes(
                {
                    "key": {"case_id": f"c-{number}", "variant": "original", "question": "rating", "sample": 1},
                    "outcome": {"text": words},
                }
            ),
            case_id=f"c-{number}",
            variant="original",
            question="rating",
            sample=1,
            status="answered",
        )
        for number in range(first, first + n_answers)
    ]


def export(store: Store, project_id: str, target: Path) -> ArchiveManifest:
    """Write an archive, over one that is there."""
    request = ExportRequest(project_id=project_id, target=target, overwrite=True, exported_by="A. Tester")
    return export_project(store, request, quiet)


def take(store: Store, archive: Path, **options: Any) -> TakenProject:
    """Import an archive."""
    return import_project(store, ArchiveOrder(archive=archive, **options), quiet)


def content(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of a store, sorted; leases aside."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr)
            for name in sorted(tables)
            if name != "lease"
        }


def rewrite(
    archive: Path,
    inner: Callable[[sqlite3.Connection], object] | None = None,
    said: dict[str, Any] | None = None,
    more: dict[str, bytes] | None = None,
) -> None:
    """Change the store inside, the manifest, or the names of an archive; the hash is made right again."""
    with zipfile.ZipFile(archive) as old:
        store, manifest = old.read("project.sqlite"), json.loads(old.read("manifest.json"))
    if inner is not None:
        path = archive.with_name("inner.sqlite")
        path.write_bytes(store)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            inner(connection)
        store = path.read_bytes()
        path.unlink()
    manifest |= {"store_sha256": hashlib.sha256(store).hexdigest(), "store_bytes": len(store), **(said or {})}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as new:
        for name, body in {"project.sqlite": store, "manifest.json": canonical_bytes(manifest), **(more or {})}.items():
            new.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED)


def without_triggers(connection: sqlite3.Connection, *changes: str) -> None:
    """Change rows that triggers protect, and put the triggers back as they were."""
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _sql in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    for change in changes:
        connection.execute(change)
    for _name, sql in triggers:
        connection.execute(sql)
