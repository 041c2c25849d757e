"""A designed project by command line: from German letters to a locked plan, a verified report, and a deviation."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.projects import save_details, show_project
from fairdesk.audit.workspace import WorkspaceSpec, utc_now
from fairdesk.report.identity import make_demo_identity
from tests.conftest import requires_program
from tests.e2e.command_line import SAID, Done, fairdesk
from tests.e2e.designed_project import NAMES_FROM_ABROAD, design_project, letters

pytestmark = pytest.mark.slow

N_LETTERS = 4

REASON = "The committee asked for a narrower margin after its meeting."


class Journey:
    """One profile with the project P and a key to sign with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.profile = folder / "profile"
        self.spec = WorkspaceSpec(data_dir=self.profile)
        self.key = make_demo_identity(folder / "identity", "A. Auditor", utc_now())

    def does(self, *arguments: str, profile: Path | None = None, code: int = 0) -> Done:
        """Run a command that ends with a code."""
        done = fairdesk(profile or self.profile, *arguments, variables={"SECRET": self.key.password})
        assert done.code == code, (arguments, done)
        return done

    def issues(self, name: str) -> tuple[Path, dict[str, object]]:
        """Issue a report; answers with its path and its evidence."""
        report = self.folder / name
        signed = ("--p12", str(self.key.p12), "--password-variable", "SECRET", "--out", str(report))
        self.does("report", "P", "issue", *signed)
        return report, json.loads(report.with_suffix(".evidence.json").read_text(encoding="utf-8"))

    def verifies(self, report: Path, profile: Path | None = None, code: int = 0) -> dict[str, object]:
        """The JSON of a check of a report."""
        return self.does(
            "verify", str(report), "--trust", str(self.key.certificate), "--json", profile=profile, code=code
        ).json


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Journey:
    """Letters imported, a design made, the sample looked at, the plan locked with a second person, and run."""
    made = Journey(tmp_path_factory.mktemp("journey"))
    made.does("project", "new", "P", *SAID)
    imported = made.does("import", "P", *letters()[:N_LETTERS], "--replace", "names", "--language", "de", "--json").json
    assert imported["imported"] == N_LETTERS
    made.does("plan", "P", "check", code=1)
    design_project(made.spec, "P", n_reviewed=8)
    assert made.does("plan", "P", "check", "--json").json["missing"] == []
    built = made.does("plan", "P", "build", "--json").json
    assert (built["n_cases"], built["n_variants"]) == (N_LETTERS, N_LETTERS * len(built["labels"]))
    said = ("--second", "B. Klein", "--second-role", "head of admissions", "--statement", "I have read it and agree.")
    made.does("plan", "P", "lock", "--by", "A. Auditor", "--role", "internal auditor", *said)
    made.does("run", "P", "--quiet")
    return made


def page_text(report: Path) -> str:
    """The words of all pages, blanks and line ends made one."""
    program = requires_program("pdftotext", "poppler-utils")
    done = subprocess.run([program, str(report), "-"], capture_output=True, check=True, timeout=60)
    return " ".join(done.stdout.decode().split())


def test_a_designed_project_ends_in_a_verified_report(journey: Journey) -> None:
    """Verified with the store, undecided without it, and verified again where its archive was taken elsewhere."""
    report, evidence = journey.issues("first.pdf")
    found = journey.verifies(report)
    assert (found["verdict"], found["problems"]) == ("passed", [])
    assert journey.verifies(report, journey.folder / "empty", code=3)["verdict"] == "indeterminate"
    archive, elsewhere = journey.folder / "p.fairdesk", journey.folder / "elsewhere"
    journey.does("project", "export", "P", str(archive))
    journey.does("project", "import", str(archive), profile=elsewhere)
    assert journey.verifies(report, elsewhere)["verdict"] == "passed"

    measured = evidence["measured"]
    assert isinstance(measured, dict)
    answered = sum(run["counts"]["answered"] for run in measured["runs"])
    assert answered > 0.9 * sum(run["n_planned"] for run in measured["runs"])
    text = page_text(report)
    for words in (
        "Pronouns, titles, family and role nouns in German",
        "What the language rules change and leave",
        "Accepted as they were: ",
        "The legitimacy of Schools is disputed",
        "Schools changes no word of any file",
        "Deviations after the lock: none.",
    ):
        assert words in text
    for name in NAMES_FROM_ABROAD[2:]:
        assert name in text


def test_a_changed_design_is_exploratory_everywhere(journey: Journey) -> None:
    """A margin changed after results: said to differ, refused without a reason; with one, all later is exploratory."""
    journey.does("report", "P", "preview", "--out", str(journey.folder / "draft.pdf"))
    details = show_project(journey.spec, "P").details
    assert details.design is not None
    margin = replace(details.design.margins[0], points=0.1)
    save_details(journey.spec, "P", replace(details, design=replace(details.design, margins=(margin,))))
    assert "Changed since: " in journey.does("plan", "P", "show").out
    journey.does("plan", "P", "deviate", "--reason", "because", code=2)
    journey.does("plan", "P", "deviate", "--reason", REASON)
    journey.does("run", "P", "--quiet")
    report, evidence = journey.issues("second.pdf")
    assert (found := journey.verifies(report))["verdict"] == "passed", found
    plan, measured = evidence["plan"], evidence["measured"]
    assert isinstance(plan, dict)
    assert isinstance(measured, dict)
    assert {family["kind"] for family in plan["families"]} == {"exploratory"}
    assert plan["exploratory_targets"] == ["t-consistency"]
    text = page_text(report)
    assert "every result under it is exploratory" in text
    assert REASON in text
    assert "before the first call under the plan as it was changed" in text
    assert "before the first call." not in text
