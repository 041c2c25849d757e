"""Projects that were really run, for the pages that judge: rehearsed, refused, overshot, left early."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.interchange.case_files import read_cues
from fairdesk.settings.paths import resources_dir
from tests.e2e.scripted_server import Answer, chat_reply, scripted_server, user_text

N_FILES = 12


def rehearse(spec: WorkspaceSpec, name: str = "Rehearsed", n_cases: int = 6) -> str:
    """Ask the built-in calibration model about a few files; answers with the project's id."""
    details = replace(starting_details(), n_cases=n_cases, auditor="A. Tester")
    project = create_project(spec, name, details)
    fix_plan(spec, project.project_id)
    run_project(spec, project.project_id, lambda progress: None)
    return project.project_id


def ask(
    spec: WorkspaceSpec, name: str, answer: Answer, cancelled: Callable[[], bool] = lambda: False, n_cases: int = 3
) -> str:
    """Ask a scripted server about a few files; answers with the project's id."""
    with scripted_server(answer) as server:
        endpoint = EndpointSettings(
            name="Scripted server", kind="openai_chat", base_url=server.base_url, model="scripted-1", options={}
        )
        details = replace(with_endpoint(starting_details(), endpoint), n_cases=n_cases, auditor="A. Tester")
        project = create_project(spec, name, details)
        fix_plan(spec, project.project_id)
        run_project(spec, project.project_id, lambda progress: None, cancelled)
    return project.project_id


def refuse(_body: dict[str, Any]) -> Any:
    """Refuses every question."""
    return chat_reply("I'm sorry, but I cannot rate applicants.")


def overshoot(body: dict[str, Any]) -> Any:
    """Rates files with a female name a point lower, and with the directive a point higher."""
    cues = read_cues(resources_dir() / "admissions" / "cues.toml")
    words = [word for one in cues.lists if one.level == "female" for word in one.words]
    text = user_text(body)
    is_female = any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in words)
    asked = "\n".join(message["content"] for message in body["messages"] if message["role"] == "system")
    directive = next(layer.text for system in starting_details().systems for layer in system.layers)
    if not is_female:
        return chat_reply("I give a rating of 3.")
    return chat_reply(f"I give a rating of {4 if directive[:40] in asked else 2}.")
