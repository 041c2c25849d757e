"""Plans for endpoints that nobody can or shall ask from this computer before the plan is fixed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fairdesk.audit.plan import current_plan_sha256
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, EndpointFacts
from fairdesk.domain.object_words import has_learnt_facts


def note_unreached(
    spec: WorkspaceSpec, project: str, words: str, concerned: Callable[[AuditedSystem], bool] = lambda system: True
) -> None:
    """Say of endpoints that were never asked that they are not asked from here, so that a plan can be fixed.

    Nothing happens where a plan is fixed already.

    Args:
        words: What is known of such an endpoint.
        concerned: Which systems it is said of.
    """
    facts = EndpointFacts(model_echo="", facts={"reached": words})
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        if current_plan_sha256(workspace, record.project_id):
            return
        systems = tuple(
            system if has_learnt_facts(system) or not concerned(system) else replace(system, facts=facts)
            for system in record.details.systems
        )
        workspace.store.projects.save(record.project_id, replace(record.details, systems=systems))
