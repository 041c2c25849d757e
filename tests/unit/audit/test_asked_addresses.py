"""What is told of a project from elsewhere before a run: every address that may be asked, with its key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fairdesk.audit.archives import asked_addresses
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.store.entries import NewEntry
from tests.unit.audit.small_plan import small_plan


def at(address: str) -> EndpointSettings:
    return EndpointSettings(
        name="Office", kind="openai_chat", base_url=f"https://{address}/v1", model="m", key_name="mine", options={}
    )


def test_no_address_hides_behind_another(data_dir: Path) -> None:
    """Systems under one endpoint's name may differ in the address, and a fixed plan may differ from both."""
    spec = WorkspaceSpec(data_dir=data_dir)
    details = with_endpoint(starting_details(), at("one.example"))
    first, second = details.systems
    systems = (first, replace(second, endpoint=at("two.example")))
    project_id = create_project(spec, "P", replace(details, systems=systems)).project_id
    plan = replace(small_plan(1), systems=(replace(first, endpoint=at("three.example")),))
    with Workspace(spec) as workspace:
        sha256 = workspace.store.documents.put("plan", canonical_bytes(to_plain(plan)))
        fixed = NewEntry(kind="plan_fixed", body=canonical_bytes({"plan_sha256": sha256}))
        workspace.store.ledger.append(f"project:{project_id}", [fixed])
    assert asked_addresses(spec, project_id) == tuple(
        f"Office: https://{place}.example/v1, with the key mine" for place in ("one", "two", "three")
    )
