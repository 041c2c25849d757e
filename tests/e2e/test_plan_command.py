"""``fairdesk plan`` from the outside: check, lock, ask a second person elsewhere, deviate; and what a report says of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from fairdesk.audit.workspace import utc_now
from fairdesk.report.identity import DemoIdentity, make_demo_identity
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
    """A request goes out, an answer comes back from another profile; another plan's answer and other files do not fit."""
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
