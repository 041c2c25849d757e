"""Projects that ask a benchmark whose answers were recorded elsewhere, and files of such answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.recorded_import import RecordedImport, RecordedOrder, import_recorded
from fairdesk.audit.score.recorded import write_prompts
from fairdesk.audit.supplied import SuppliedBy
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.codec import from_plain
from fairdesk.domain.exchanges import Exchange

Row = dict[str, Any]

VENDOR = EndpointSettings(
    name="Vendor", kind="openai_chat", base_url="http://127.0.0.1:9/v1", model="vendor-1", options={}
)
"""Nobody listens there: whatever asks it fails."""


def asking(
    spec: WorkspaceSpec, name: str, endpoint: EndpointSettings = VENDOR, n_samples: int = 1, n_cases: int = 0
) -> str:
    """A project of one system that asks GEST's suite, beside files where there are some; answers with its id."""
    details = with_endpoint(starting_details(), endpoint)
    details = replace(details, systems=details.systems[:1], n_cases=n_cases)
    details = replace(details, client="University of Example", purpose="A trial.", auditor="A. Auditor")
    project = create_project(spec, name, details).project_id
    request = BenchmarkRequest(benchmark_id="gest", path=None, n_samples=n_samples, without_files=not n_cases)
    add_benchmark(spec, project, request)
    return project


def prompts(spec: WorkspaceSpec, folder: Path, benchmark_id: str = "gest") -> list[Row]:
    """What has to be asked, as ``--prompts`` writes it."""
    path = folder / "prompts.jsonl"
    write_prompts(spec, BenchmarkRequest(benchmark_id=benchmark_id, path=None), path)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def answered(spec: WorkspaceSpec, folder: Path, answer: str = "A") -> list[Row]:
    """Rows that give one answer to everything."""
    return [
        {"item": one["item"], "label": one["label"], "answer": f"{answer}) {one['options'][0]}"}
        for one in prompts(spec, folder)
    ]


def written(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def taken(
    spec: WorkspaceSpec, project: str, path: Path, who: str = "Vendor Ltd", system: str = "baseline"
) -> RecordedImport:
    """Import a file."""
    order = RecordedOrder(path=path, benchmark_id="gest", system=system, supply=SuppliedBy(who=who))
    return import_recorded(spec, project, order)


def chain(spec: WorkspaceSpec, run_id: str) -> list[tuple[str, bytes]]:
    """Kind and body of every entry of a run."""
    with Workspace(spec) as workspace:
        return [(entry.kind, entry.body) for entry in workspace.store.ledger.entries(f"run:{run_id}")]


def exchanges(spec: WorkspaceSpec, run_id: str) -> list[Exchange]:
    """All outcomes of a run, failures among them."""
    found = [body for kind, body in chain(spec, run_id) if kind in ("exchange", "failure")]
    return [from_plain(Exchange, json.loads(body)) for body in found]
