"""``fairdesk plan`` from the outside: check, lock, ask a second person elsewhere, deviate; and what a report says."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.plan import load_plan
from fairdesk.audit.projects import save_details, show_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.plan import Plan
from fairdesk.domain.result_words import Standing, result_lines
from fairdesk.domain.results import Analysis
from fairdesk.report.identity import DemoIdentity, make_demo_identity
from tests.conftest import requires_program
from tests.e2e.command_line import SAID, fairdesk

pytestmark = pytest.mark.slow

REASON = "The office changed its prompt in the middle of the week."


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data_dir = tmp_path_factory.mktemp("made") / "profile"
    assert fairdesk(data_dir, "project", "new", "P", "--cases", "2", *SAID).code == 0
    return data_dir


@pytest.fixture
def profile(made: Path, tmp_path: Path) -> Path:
    """A copy of the profile for one test."""
    shutil.copytree(made, tmp_path / "profile")
    return tmp_path / "profile"


@pytest.fixture(scope="module")
def identity(tmp_path_factory: pytest.TempPathFactory) -> DemoIdentity:
    return make_demo_identity(tmp_path_factory.mktemp("identity"), "Bea Klein", utc_now())


def test_a_project_that_lacks_something_is_checked_and_refused(tmp_path: Path) -> None:
    """Exit code 1 with every missing thing; a lock of it is wrong use that names them; nothing is fixed."""
    data_dir = tmp_path / "profile"
    assert fairdesk(data_dir, "project", "new", "P", "--cases", "1").code == 0
    done = fairdesk(data_dir, "plan", "P", "check", "--json")
    assert done.code == 1
    assert done.json["may_lock"] is False
    assert "It is not said who audits." in done.json["missing"]
    done = fairdesk(data_dir, "plan", "P", "lock", "--by", "A", "--role", "auditor", "--alone").without_traceback()
    assert done.code == 2
    assert "It is not said who audits." in done.err
    assert fairdesk(data_dir, "plan", "P", "show", "--json").json["plan_sha256"] == ""


def test_the_shipped_test_has_no_variants_to_build(profile: Path) -> None:
    """Wrong use, with where a design begins; there is nothing to build without one."""
    done = fairdesk(profile, "plan", "P", "build").without_traceback()
    assert (done.code, "Begin one on the page Cues" in done.err) == (2, True)


def test_exactly_one_way_of_confirming(profile: Path) -> None:
    """None or two of second person, return file and alone are refused before anything is fixed."""
    lock = ("plan", "P", "lock", "--by", "A. Auditor", "--role", "auditor")
    for words in ((), ("--alone", "--second", "B")):
        done = fairdesk(profile, *lock, *words).without_traceback()
        assert (done.code, "exactly one" in done.err) == (2, True)
    done = fairdesk(profile, *lock, "--second", "B. Klein", "--second-role", "head").without_traceback()
    assert (done.code, "did not type a statement" in done.err) == (2, True)


def test_a_locked_plan_is_run_reported_and_verified(profile: Path, identity: DemoIdentity, tmp_path: Path) -> None:
    """Signed by a second person, run, deviated from after results, reported: verify finds the lock and says no more."""
    variables = {"SECRET": identity.password}
    second = ("--second", "Bea Klein", "--second-role", "head of admissions")
    signed = ("--p12", str(identity.p12), "--password-variable", "SECRET")
    lock = ("plan", "P", "lock", "--by", "A. Auditor", "--role", "auditor")
    done = fairdesk(profile, *lock, *second, *signed, "--json", variables=variables)
    assert done.code == 0, done
    assert done.json["lock"]["confirmation"]["kind"] == "signature"
    assert identity.password not in done.out + done.err
    assert fairdesk(profile, "run", "P", "--quiet").code == 0
    issue = ("report", "P", "issue", "--p12", str(identity.p12), "--password-variable", "SECRET")
    first = tmp_path / "first.pdf"
    assert fairdesk(profile, *issue, "--out", str(first), variables=variables).code == 0
    trust = ("--trust", str(identity.certificate), "--json")
    found = fairdesk(profile, "verify", str(first), *trust)
    assert (found.code, found.json["verdict"], found.json["problems"]) == (0, "passed", [])
    evidence = json.loads(first.with_suffix(".evidence.json").read_text())
    assert evidence["lock"]["confirmation"]["name"] == "Bea Klein"
    assert evidence["deviations"] == []


def test_the_second_person_may_sit_elsewhere(profile: Path, tmp_path: Path, identity: DemoIdentity) -> None:
    """A request goes out, an answer comes back from another profile; other plans' answers and files do not fit."""
    request, answer = tmp_path / "request.json", tmp_path / "answer.json"
    assert fairdesk(profile, "plan", "P", "request", "--out", str(request)).code == 0
    asked = json.loads(request.read_text())
    assert asked["plan_sha256"] in asked["sentence"]
    assert asked["asked"]
    assert request.stat().st_size < 10_000
    away = tmp_path / "elsewhere"
    confirm = ("plan", str(request), "confirm", "--name", "Bea Klein", "--role", "head")
    signed = ("--p12", str(identity.p12), "--password-variable", "SECRET")
    done = fairdesk(away, *confirm, *signed, "--out", str(answer), variables={"SECRET": identity.password})
    assert done.code == 0, done
    assert fairdesk(away, *confirm, "--statement", "yes", "--out", str(answer)).code == 2  # never written over
    lock = ("plan", "P", "lock", "--by", "A. Auditor", "--role", "auditor", "--return")
    for wrong in (request, tmp_path / "absent.json"):
        assert fairdesk(profile, *lock, str(wrong)).without_traceback().code == 2
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**json.loads(answer.read_text()), "plan_sha256": "f" * 64}))
    done = fairdesk(profile, *lock, str(other)).without_traceback()
    assert (done.code, "another plan" in done.err) == (2, True)
    forged = json.loads(answer.read_text())
    forged["confirmation"]["statement"] += " Not."
    other.write_text(json.dumps(forged))
    done = fairdesk(profile, *lock, str(other)).without_traceback()
    assert (done.code, "another sentence" in done.err) == (2, True)
    assert fairdesk(profile, *lock, str(answer)).code == 0
    assert "signed with the certificate" in fairdesk(profile, "plan", "P", "show").out


def test_a_deviation_after_results_is_exploratory_everywhere(
    profile: Path, identity: DemoIdentity, tmp_path: Path
) -> None:
    """Locked, run, analysed, changed: refused without a reason; with one, every later result is exploratory."""
    spec = WorkspaceSpec(data_dir=profile)
    project = show_project(spec, "P").summary.project_id
    assert fairdesk(profile, "plan", "P", "lock", "--by", "A. Auditor", "--role", "auditor", "--alone").code == 0
    assert fairdesk(profile, "run", "P", "--quiet").code == 0
    assert fairdesk(profile, "report", "P", "preview", "--out", str(tmp_path / "draft.pdf")).code == 0
    details = show_project(spec, project).details
    first, *others = details.systems
    changed = replace(first, system_prompt=f"{first.system_prompt} Be brief.")
    save_details(spec, project, replace(details, systems=(changed, *others)))
    done = fairdesk(profile, "plan", "P", "deviate", "--reason", "because").without_traceback()
    assert done.code == 2
    done = fairdesk(profile, "plan", "P", "deviate", "--reason", REASON, "--json")
    assert done.code == 0, done
    assert done.json["deviation"]["results_seen"] is True
    assert any("system prompt" in words for words in done.json["deviation"]["changes"])
    assert fairdesk(profile, "run", "P", "--quiet").code == 0
    report = tmp_path / "report.pdf"
    signed = ("--p12", str(identity.p12), "--password-variable", "SECRET", "--out", str(report))
    assert fairdesk(profile, "report", "P", "issue", *signed, variables={"SECRET": identity.password}).code == 0
    evidence = json.loads(report.with_suffix(".evidence.json").read_text())
    assert {family["kind"] for family in evidence["plan"]["families"]} == {"exploratory"}
    assert evidence["plan"]["exploratory_targets"] == ["t-consistency"]
    assert [one["reason"] for one in evidence["deviations"]] == [REASON]
    judged = [row for row in evidence["measured"]["results"] if row["target_id"]]
    assert judged
    assert all(row["note"].startswith("Exploratory:") for row in judged)
    text = page_text(report)
    assert "every result under it is exploratory" in text
    assert REASON in text
    assert "exploratory: " in text
    found = fairdesk(profile, "verify", str(report), "--trust", str(identity.certificate), "--json")
    assert (found.json["verdict"], found.json["problems"]) == ("passed", [])
    lines = result_lines(load(spec, project)[0], load(spec, project)[1].results)
    assert not [line for line in lines if line.standing is Standing.PLANNED]


def load(spec: WorkspaceSpec, project: str) -> tuple[Plan, Analysis]:
    """The plan in force and its results, as the Results page reads them."""
    _, analysis = analyse_project(spec, project)
    with Workspace(spec) as workspace:
        return load_plan(workspace, analysis.plan_sha256), analysis


def page_text(report: Path) -> str:
    """The words of all pages, blanks and line ends made one."""
    program = requires_program("pdftotext", "poppler-utils")
    done = subprocess.run([program, str(report), "-"], capture_output=True, check=True, timeout=60)
    return " ".join(done.stdout.decode().split())
