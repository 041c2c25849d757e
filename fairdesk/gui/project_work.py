"""Work of the Projects page that takes more than one audit function; runs in the worker and knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairdesk.audit.projects import ProjectSummary, create_project, starting_details
from fairdesk.audit.workspace import WorkspaceSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class NewProject:
    """What is asked before a project is made; the person is asked too, because nobody is the default."""

    name: str
    client: str
    auditor: str
    auditor_role: str


def make_project(spec: WorkspaceSpec, new: NewProject) -> ProjectSummary:
    """Create a project with the details that a new one begins with."""
    details = replace(starting_details(), client=new.client, auditor=new.auditor, auditor_role=new.auditor_role)
    return create_project(spec, new.name, details)
