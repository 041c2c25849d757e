"""Issuing a report under faults: wrong password, expired certificate, unwritable targets, a full disk, kill -9."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest

from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.report.identity import DemoIdentity, make_demo_identity
from fairdesk.store.backup import problems
from tests.e2e.command_line import SAID, Done, environment, fairdesk, start

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="ends processes with POSIX signals"),
]

STEPS = (
    "Computing every result from the evidence",
    "Laying out the pages",
    "Signing",
    "Keeping the report in the store",
)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data_dir = tmp_path_factory.mktemp("ran") / "profile"
    assert fairdesk(data_dir, "project", "new", "P", "--cases", "1", *SAID).code == 0
    assert fairdesk(data_dir, "run", "P").code == 0
    return data_dir


@pytest.fixture
def profile(ran: Path, tmp_path: Path) -> Path:
    """A copy of the profile for one test."""
    shutil.copytree(ran, tmp_path / "profile")
    return tmp_path / "profile"


@pytest.fixture(scope="module")
def identity(tmp_path_factory: pytest.TempPathFactory) -> DemoIdentity:
    return make_demo_identity(tmp_path_factory.mktemp("identity"), "Tester", utc_now())


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def words_of(identity: DemoIdentity, target: Path, variable: str = "P12_PASSWORD") -> list[str]:
    return [
        *("report", "P", "issue", "--p12", str(identity.p12)),
        *("--out", str(target), "--password-variable", variable),
    ]


def issue(profile: Path, identity: DemoIdentity, target: Path, password: str | None = None) -> Done:
    variables = {"P12_PASSWORD": identity.password if password is None else password}
    return fairdesk(profile, *words_of(identity, target), "--json", variables=variables)


def n_reports(profile: Path) -> int:
    with Workspace(WorkspaceSpec(data_dir=profile)) as workspace:
        assert problems(workspace.store) == ()
        return len(workspace.store.reports.ids())


def test_a_report_is_issued_and_verified(profile: Path, identity: DemoIdentity, out: Path) -> None:
    """Report and evidence file appear, the answer names both with their hashes, and the check passes."""
    done = issue(profile, identity, out / "report.pdf")
    assert done.code == 0, done
    assert sorted(path.name for path in out.iterdir()) == ["report.evidence.json", "report.pdf"]
    assert {"report_id", "report", "evidence", "pdf_sha256", "evidence_sha256", "signer"} <= set(done.json)
    assert identity.password not in done.out + done.err
    checked = fairdesk(profile, "verify", str(out / "report.pdf"), "--trust", str(identity.certificate), "--json")
    assert (checked.code, checked.json["evidence_sha256"]) == (0, done.json["evidence_sha256"])
    assert n_reports(profile) == 1


HAND_OUT = """
import resource, signal, sys
from pathlib import Path
from fairdesk.audit.register import hand_out, issued_reports
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import ReportError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
spec = WorkspaceSpec(data_dir=Path(sys.argv[1]))
try:
    hand_out(spec, issued_reports(spec, "P")[0].report_id, Path(sys.argv[2]))
except ReportError as told:
    print(told)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="uses the file-size limit of the kernel")
def test_a_disk_without_room_gets_no_half_report(profile: Path, identity: DemoIdentity, out: Path) -> None:
    """The kernel refuses to write past a limit, as a full disk does: no file is left, and the kept report is whole."""
    assert issue(profile, identity, out / "report.pdf").code == 0
    assert (out / "report.pdf").stat().st_size > 60_000
    before = sorted(out.iterdir())

    program = [sys.executable, "-c", HAND_OUT, str(profile), str(out / "again.pdf")]
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=environment())

    assert "cannot be written" in done.stdout, done.stderr
    assert (sorted(out.iterdir()), n_reports(profile)) == (before, 1)


def test_what_a_report_lacks_is_said_before_anything_is_signed(
    data_dir: Path, identity: DemoIdentity, out: Path
) -> None:
    """Exit 2 with one sentence for each missing thing, as in the window; no file, nothing in the register."""
    assert fairdesk(data_dir, "project", "new", "P", "--cases", "1").code == 0
    done = issue(data_dir, identity, out / "report.pdf")
    assert done.code == 2
    for words in ("who audits", "who asked for the audit", "purpose", "No plan is fixed"):
        assert words in done.err
    assert (list(out.iterdir()), n_reports(data_dir)) == ([], 0)


def test_a_wrong_password_signs_nothing(profile: Path, identity: DemoIdentity, out: Path) -> None:
    """Exit 2, the sentence names the password, nothing is written, nothing is in the register."""
    done = issue(profile, identity, out / "report.pdf", "wrong password")
    assert done.code == 2
    assert "password" in done.json["error"]["message"].lower()
    assert "wrong password" not in done.out.replace(done.json["error"]["message"], "")
    assert (list(out.iterdir()), n_reports(profile)) == ([], 0)


def test_a_missing_variable_and_a_missing_key_file_are_named(profile: Path, identity: DemoIdentity, out: Path) -> None:
    """A variable that is not set and a PKCS#12 file that is not there: exit 2 and their names."""
    done = fairdesk(profile, *words_of(identity, out / "report.pdf", "NO_SUCH_VARIABLE"))
    assert (done.code, "NO_SUCH_VARIABLE" in done.err) == (2, True)
    missing = DemoIdentity(p12=out / "none.p12", password="x", certificate=identity.certificate, fingerprint="")
    done = issue(profile, missing, out / "report.pdf")
    assert (done.code, str(out / "none.p12") in done.err) == (2, True)
    assert (list(out.iterdir()), n_reports(profile)) == ([], 0)


def test_an_expired_certificate_signs_nothing(profile: Path, out: Path, tmp_path: Path) -> None:
    """Exit 2, the sentence says that it expired and when, nothing is written."""
    old = make_demo_identity(tmp_path / "old", "Tester", utc_now() - timedelta(days=100))
    done = issue(profile, old, out / "report.pdf")
    assert done.code == 2
    assert "expired" in done.json["error"]["message"]
    assert (list(out.iterdir()), n_reports(profile)) == ([], 0)


def test_an_existing_report_is_never_replaced(profile: Path, identity: DemoIdentity, out: Path) -> None:
    """A file of the report's name stays byte for byte, and nothing is signed for nothing."""
    (out / "report.pdf").write_bytes(b"mine")
    done = issue(profile, identity, out / "report.pdf")
    assert (done.code, "is there already" in done.err) == (2, True)
    assert (out / "report.pdf").read_bytes() == b"mine"
    assert ([path.name for path in out.iterdir()], n_reports(profile)) == (["report.pdf"], 0)


def test_an_existing_evidence_file_is_never_replaced(profile: Path, identity: DemoIdentity, out: Path) -> None:
    """The evidence file of an earlier report, or whatever has its name, stays byte for byte."""
    (out / "report.evidence.json").write_bytes(b"mine")
    done = issue(profile, identity, out / "report.pdf")
    assert (done.code, "is there already" in done.err) == (2, True)
    assert (out / "report.evidence.json").read_bytes() == b"mine"
    assert ([path.name for path in out.iterdir()], n_reports(profile)) == (["report.evidence.json"], 0)


@pytest.mark.parametrize("place", ["missing folder", "a file as folder", "a folder as file", "no permission"])
def test_a_target_that_cannot_be_written_is_told_before_signing(
    profile: Path, identity: DemoIdentity, out: Path, place: str
) -> None:
    """Exit 2, the path is named, no half file is left, and no report was put into the register."""
    (out / "file").write_bytes(b"")
    (out / "folder").mkdir()
    # The system takes no file here, whoever asks.
    closed = Path("/proc/self") if os.geteuid() == 0 else out / "closed"
    if os.geteuid():
        closed.mkdir(mode=0o500)
    targets = {
        "missing folder": out / "missing" / "report.pdf",
        "a file as folder": out / "file" / "report.pdf",
        "a folder as file": out / "folder",
        "no permission": closed / "report.pdf",
    }
    before = sorted(str(path) for path in out.rglob("*"))
    done = issue(profile, identity, targets[place])
    assert done.code == 2, done
    assert str(targets[place]) in done.err or str(targets[place].parent) in done.err
    assert sorted(str(path) for path in out.rglob("*")) == before
    assert n_reports(profile) == 0


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("seed", [1, 2])
def test_killed_while_issuing(profile: Path, identity: DemoIdentity, out: Path, step: str, seed: int) -> None:
    """After kill -9 at any step there is a whole report or none, the store is intact, and issuing again works."""
    choose = random.Random(f"{step}{seed}")
    process = start(profile, *words_of(identity, out / "report.pdf"), variables={"P12_PASSWORD": identity.password})
    assert process.stderr is not None
    for line in process.stderr:
        if line.strip() == step:
            break
    time.sleep(choose.uniform(0, 0.02 if step == STEPS[-1] else 0.3))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    n_kept = n_reports(profile)
    for path in (out / "report.pdf", out / "report.evidence.json"):
        if path.exists() and path.suffix == ".pdf":
            assert fairdesk(profile, "verify", str(path), "--trust", str(identity.certificate)).code == 0
        elif path.exists():
            json.loads(path.read_bytes())
    again = issue(profile, identity, out / "again.pdf")
    assert again.code == 0, again
    assert fairdesk(profile, "verify", str(out / "again.pdf"), "--trust", str(identity.certificate)).code == 0
    assert n_reports(profile) == n_kept + 1
    shown = fairdesk(profile, "--json", "project", "show", "P").json
    assert shown["summary"]["state"] == "issued"
