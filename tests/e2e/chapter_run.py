"""A run of 400 files whose answers have exactly the change counts of the textbook chapter's table 9."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.interchange.case_files import read_cues
from fairdesk.settings.paths import resources_dir
from tests.e2e.scripted_server import chat_reply, scripted_server, user_text

STEPS = (-2, -1, 0, 1, 2)
TABLE_9 = {
    "female": (4, 30, 348, 16, 2),
    "international": (8, 44, 330, 16, 2),
    "female+international": (22, 70, 290, 16, 2),
}
N_FILES = 400

EXPECTED = {
    "female": {"consistency": 0.870, "shift": -0.045, "gap": 0.145, "p": 0.03648},
    "international": {"consistency": 0.825, "shift": -0.100, "gap": 0.200, "p": 5.850e-05},
    "female+international": {"consistency": 0.725, "shift": -0.235, "gap": 0.335, "p": 3.797e-13},
}
INTERACTION = -0.090

CASE = '''title = "File {number}"
subject = "history"
level = "bachelor"
country = "United Kingdom"
strength = "middling"
language = "en"
origin = "Written by a test."
text = """
File {number}. The applicant, {{name}}, comes from {{school}}. {{profile}}. {{They}} would like to study history.
"""
'''


def write_case_files(folder: Path) -> Path:
    """400 short case files."""
    folder.mkdir(parents=True)
    for number in range(N_FILES):
        text = CASE.replace("{number}", f"{number:04d}").replace("{{", "{").replace("}}", "}")
        (folder / f"t-{number:04d}.toml").write_text(text, encoding="utf-8")
    return folder


def answer_as_in_table_9() -> Any:
    """Rates every original 3 and moves as many files of every variant as the table says."""
    cues = read_cues(resources_dir() / "admissions" / "cues.toml")
    words = {
        level: [word for one in cues.lists if one.level == level for word in one.words]
        for level in ("female", "overseas")
    }

    def has(level: str, text: str) -> bool:
        return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in words[level])

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        text = user_text(body)
        found = re.search(r"File (\d{4})\.", text)
        if found is None:
            return chat_reply("Hello.")
        label = "+".join(
            name for name, level in (("female", "female"), ("international", "overseas")) if has(level, text)
        )
        return chat_reply(f"I give a rating of {3 + change(label, int(found.group(1)))}.")

    return answer


def change(label: str, number: int) -> int:
    """By how much file ``number`` moves in a variant: the table's counts, laid end to end."""
    last = 0
    for step, count in zip(STEPS, TABLE_9.get(label, (0, 0, N_FILES, 0, 0)), strict=True):
        last += count
        if number < last:
            return step
    raise AssertionError("the counts add up to the files")


def make_chapter_project(spec: WorkspaceSpec, folder: Path) -> str:
    """Make the project, fix its plan, and run both systems against the scripted server."""
    cases = write_case_files(folder)
    with scripted_server(answer_as_in_table_9()) as server:
        endpoint = EndpointSettings(
            name="Scripted server", kind="openai_chat", base_url=server.base_url, model="scripted-1", options={}
        )
        said = {"auditor": "A. Tester", "client": "University of Example", "purpose": "The chapter's numbers."}
        details = replace(with_endpoint(starting_details(), endpoint), case_folder=str(cases), **said)
        project = create_project(spec, "Chapter, table 9", details)
        fix_plan(spec, project.project_id)
        run_project(spec, project.project_id, lambda progress: None)
    return project.project_id
