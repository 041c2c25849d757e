"""What a report is made of, from a real run against a scripted server."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairdesk.audit import issue
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings, ProjectDetails
from fairdesk.domain.reports import ReportInput
from tests.e2e.scripted_server import Answer, chat_reply, scripted_server, user_text


def rates_by_length(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    """A rating that depends on the text alone, so that variants differ here and there; every 13th text is refused."""
    length = len(re.findall(r"\w+", user_text(body))) + len(str(body["messages"]))
    if length % 13 == 0:
        return chat_reply("I am sorry, I cannot rate applicants.")
    return chat_reply(f"Rating: {length % 5 + 1}. <b>Reason</b> & so on.")


def refuses(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    """Never a rating."""
    return chat_reply("I am sorry, I cannot rate applicants.")


def report_input(folder: Path, answer: Answer, *, n_systems: int = 2, **changes: Any) -> ReportInput:
    """Make a project, run it and gather what its report would be made of.

    Args:
        folder: Empty; the store is made in it.
        changes: Fields of ``ProjectDetails``.
    """
    spec = WorkspaceSpec(data_dir=folder / "profile")
    with scripted_server(answer) as server:
        endpoint = EndpointSettings(
            name="Scripted server", kind="openai_chat", base_url=server.base_url, model="scripted-1", options={}
        )
        details: ProjectDetails = with_endpoint(starting_details(), endpoint)
        details = replace(details, client="A client", purpose="A purpose", auditor="A. Auditor", n_cases=4)
        details = replace(details, systems=details.systems[:n_systems], **changes)
        project = create_project(spec, "A project", details)
        fix_plan(spec, project.project_id)
        run_project(spec, project.project_id, lambda progress: None)
    with Workspace(spec) as workspace:
        return issue._report_input(workspace, project.project_id, None)
