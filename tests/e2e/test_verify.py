"""A check of a report finds what was changed, names it, and never says more than it could check."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit import issue
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.canonical import GENESIS, canonical_bytes, chain_link, sha256_hex
from fairdesk.report.blocks import Attachment
from fairdesk.report.document import report_document
from fairdesk.report.evidence_file import FILE_NAME, evidence_bytes
from fairdesk.report.identity import DemoIdentity, make_demo_identity
from fairdesk.report.layout import render
from fairdesk.report.signing import SigningRequest, sign_pdf
from tests.e2e.command_line import Done, fairdesk

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Demo:
    """What one demonstration left behind; no test changes it."""

    spec: WorkspaceSpec
    report: Path
    certificate: Path
    project: str
    answer: dict[str, Any]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    folder = tmp_path_factory.mktemp("demo")
    done = fairdesk(
        folder / "profile", "demo", "--endpoint", "rehearsal", "--cases", "3", "--out", str(folder / "out"), "--json"
    )
    assert done.code == 0, done
    answer = done.json
    spec = WorkspaceSpec(data_dir=folder / "profile")
    return Demo(spec, Path(answer["report"]), Path(answer["certificate"]), answer["project"], answer)


@pytest.fixture
def copied(demo: Demo, tmp_path: Path) -> WorkspaceSpec:
    """A copy of the store that a test may tamper with."""
    shutil.copytree(demo.spec.data_dir, tmp_path / "copy")
    return WorkspaceSpec(data_dir=tmp_path / "copy")


def verify(data_dir: Path, *arguments: object, as_json: bool = True) -> Done:
    """The command in this process; the same parser, words and exit codes."""
    words = ["--data-dir", str(data_dir), *(["--json"] if as_json else []), "verify", *map(str, arguments)]
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run_command_line(build_parser().parse_args(words))
    return Done(code=code, out=out.getvalue(), err=err.getvalue()).without_traceback()


def by_force(spec: WorkspaceSpec, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Change the store as a foreign tool would: triggers dropped first."""
    with closing(sqlite3.connect(spec.data_dir / "fairdesk.db", isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement, values in statements:
            assert connection.execute(statement, values).rowcount > 0


def a_run(demo: Demo) -> str:
    return f"run:{demo.answer['runs'][0]['id']}"


def signed(unsigned: bytes, identity: DemoIdentity) -> bytes:
    return sign_pdf(
        unsigned,
        SigningRequest(
            p12=identity.p12,
            password=identity.password,
            reason="Forged",
            location="",
            signed_at=utc_now(),
            stamp=None,
        ),
    )


def forged(demo: Demo, folder: Path, edit: Callable[[dict[str, Any]], object]) -> tuple[Path, Path]:
    """A report built and signed anew from edited evidence, by somebody who does it all properly: report, certificate.

    The signature holds, the attached file has the printed hash: only the numbers are not what the evidence gives.
    """
    identity = make_demo_identity(folder / "identity", "Forger", utc_now())
    with Workspace(demo.spec) as workspace:
        signer = issue.signer_summary(demo.spec, identity.p12, identity.password)
        given = issue._report_input(workspace, demo.project, signer)
        plain = json.loads(evidence_bytes(given))
        edit(plain)
        evidence = canonical_bytes(plain)
        attachment = Attachment(name=FILE_NAME, data=evidence, mime_type="application/json", description="Evidence")
        document = report_document(given, sha256_hex(evidence), draft=False)
        rendered = render(document, (attachment,), workspace.resources / "fonts")
    target = folder / "forged.pdf"
    target.write_bytes(signed(rendered.data, identity))
    return target, identity.certificate


def test_the_demonstration_passes_with_its_certificate(demo: Demo) -> None:
    """With --trust: exit 0, passed, and it says that the identity is a demonstration only."""
    done = verify(demo.spec.data_dir, demo.report, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"], done.json["problems"]) == (0, "passed", [])
    assert done.json["identity"] == "demonstration only"
    words = verify(demo.spec.data_dir, demo.report, "--trust", demo.certificate, as_json=False).out
    assert "demonstration only" in words
    assert "Rehearsal, not evidence" in words


def test_the_keys_of_the_contract_are_there(demo: Demo) -> None:
    """The JSON of demo and verify has the keys that the contract names, with the kinds it names."""
    assert {"report", "evidence", "runs", "verification"} <= set(demo.answer)
    for run in demo.answer["runs"]:
        assert {"id", "label", "calls", "answered", "unreadable", "refused", "failed", "seconds"} <= set(run)
        assert run["calls"] == run["answered"] + run["unreadable"] + run["refused"] + run["failed"]
        assert run["seconds"] > 0
    assert [run["label"] for run in demo.answer["runs"]] == ["baseline", "mitigated"]
    found = verify(demo.spec.data_dir, demo.report).json
    names = "verdict signatures covers_whole_file evidence_sha256 manifest ledger recomputed renewal problems"
    assert set(names.split()) <= set(found)
    assert {"checked", "equal", "different"} <= set(found["recomputed"])
    assert found["recomputed"]["checked"] == found["recomputed"]["equal"] > 1000
    assert found["covers_whole_file"] is True
    assert found["evidence_sha256"] == sha256_hex(Path(demo.answer["evidence"]).read_bytes())
    assert demo.answer["verification"]["verdict"] == "passed"


def test_without_trust_it_cannot_be_decided(demo: Demo) -> None:
    """Without --trust: exit 3, everything intact, the signer not trusted."""
    done = verify(demo.spec.data_dir, demo.report)
    assert (done.code, done.json["verdict"], done.json["problems"]) == (3, "indeterminate", [])
    assert done.json["recomputed"]["different"] == []
    # As a program: what a library writes to its log must not reach the user.
    words = fairdesk(demo.spec.data_dir, "verify", str(demo.report))
    assert words.code == 3
    assert "intact, signer not trusted" in words.out


def test_with_another_certificate_it_cannot_be_decided(demo: Demo, tmp_path: Path) -> None:
    """Trusting somebody else is not trusting the signer."""
    other = make_demo_identity(tmp_path, "Somebody else", utc_now())
    done = verify(demo.spec.data_dir, demo.report, "--trust", other.certificate)
    assert (done.code, done.json["verdict"]) == (3, "indeterminate")


def test_without_the_store_ledger_and_numbers_are_not_checked(demo: Demo, tmp_path: Path) -> None:
    """Elsewhere signature and hashes are checked; ledger and recomputed are null with the reason; nothing is made."""
    elsewhere = tmp_path / "elsewhere"
    done = verify(elsewhere, demo.report, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"], done.json["problems"]) == (3, "indeterminate", [])
    assert (done.json["ledger"], done.json["recomputed"]) == (None, None)
    assert "not at hand" in done.json["ledger_reason"]
    assert "not at hand" in done.json["recomputed_reason"]
    assert done.json["evidence_matches"] is True
    assert not elsewhere.exists(), "checking a report made a store"
    assert "not checked" in verify(elsewhere, demo.report, as_json=False).out
    assert not elsewhere.exists(), "checking a report made a store"


def test_in_the_store_of_another_audit_it_is_as_without_a_store(demo: Demo, tmp_path: Path) -> None:
    """A store that never saw these runs gives the same answer as none, and says that it does not know the report."""
    other = WorkspaceSpec(data_dir=tmp_path / "other")
    assert fairdesk(other.data_dir, "project", "new", "Another").code == 0
    done = verify(other.data_dir, demo.report, "--trust", demo.certificate)
    assert (done.code, done.json["ledger"], done.json["recomputed"]) == (3, None, None)
    assert "This report is not in the register of this store." in done.json["notes"]


def test_checking_changes_nothing(demo: Demo) -> None:
    """The store has the same content and the report the same bytes after a check."""
    with Workspace(demo.spec) as workspace:
        before = [(chain, workspace.store.ledger.head(chain)) for chain in workspace.store.ledger.chains()]
    pdf = demo.report.read_bytes()
    verify(demo.spec.data_dir, demo.report)
    with Workspace(demo.spec) as workspace:
        assert before == [(chain, workspace.store.ledger.head(chain)) for chain in workspace.store.ledger.chains()]
    assert demo.report.read_bytes() == pdf


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.8, 0.97])
def test_one_flipped_byte_is_found(demo: Demo, tmp_path: Path, share: float) -> None:
    """A changed byte anywhere fails the check."""
    data = bytearray(demo.report.read_bytes())
    data[int(len(data) * share)] ^= 1
    changed = tmp_path / "flipped.pdf"
    changed.write_bytes(data)
    done = verify(demo.spec.data_dir, changed, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"]) == (1, "failed")
    assert done.json["problems"]


@pytest.mark.parametrize("more", [b"\n", b"x", b"%", b"\x00"])
def test_one_appended_byte_is_found(demo: Demo, tmp_path: Path, more: bytes) -> None:
    """A byte after the end fails the check, and the words say that something stands behind the signed part."""
    changed = tmp_path / "longer.pdf"
    changed.write_bytes(demo.report.read_bytes() + more)
    done = verify(demo.spec.data_dir, changed, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"], done.json["covers_whole_file"]) == (1, "failed", False)
    assert done.json["problems"]


def test_a_number_that_was_edited_and_signed_anew_is_found_by_computing_it_again(demo: Demo, tmp_path: Path) -> None:
    """Signature, hash and ledger hold; the path and both values of the edited number are named."""
    row, was = next(
        (place, result["outcome"]["value"])
        for place, result in enumerate(measured_of(demo)["results"])
        if result["result_id"] == "baseline/rating/female/mean_shift"
    )

    def edit(plain: dict[str, Any]) -> None:
        plain["measured"]["results"][row]["outcome"]["value"] = was + 0.001

    report, certificate = forged(demo, tmp_path, edit)
    found = verify(demo.spec.data_dir, report, "--trust", certificate)
    assert (found.code, found.json["verdict"]) == (1, "failed")
    assert found.json["signatures"][0]["result"] == "passed"
    assert found.json["covers_whole_file"] is True
    assert found.json["evidence_matches"] is True
    assert all(check["ok"] for check in found.json["ledger"])
    assert found.json["recomputed"]["different"] == [
        {
            "path": f"measured/results/{row}/outcome/value",
            "in_report": json.dumps(was + 0.001),
            "from_evidence": json.dumps(was),
        }
    ]
    words = verify(demo.spec.data_dir, report, "--trust", certificate, as_json=False).out
    assert (
        f"measured/results/{row}/outcome/value: report {json.dumps(was + 0.001)}, evidence {json.dumps(was)}" in words
    )
    # Without the store the forgery cannot be told from a good report, and it does not pass.
    elsewhere = verify(tmp_path / "elsewhere", report, "--trust", certificate)
    assert (elsewhere.code, elsewhere.json["verdict"]) == (3, "indeterminate")


def measured_of(demo: Demo) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(demo.answer["evidence"]).read_bytes())["measured"]
    return found


EDITS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a count": lambda plain: plain["measured"]["runs"][0]["counts"].update(answered=1000),
    "an integer as a float": lambda plain: plain["measured"]["results"][0]["outcome"].update(n=3.0),
    "a result left out": lambda plain: plain["measured"]["results"].pop(),
    "a result put in": lambda plain: plain["measured"]["results"].append({"result_id": "more"}),
    "a verdict": lambda plain: plain["measured"]["results"][0].update(verdict="target met"),
    "what was not tested": lambda plain: plain["measured"]["coverage"].pop(),
    "a target": lambda plain: plain["plan"]["targets"][0].update(threshold=0.5),
    "alpha": lambda plain: plain["plan"].update(alpha=0.10),
    "a system prompt": lambda plain: plain["object"]["configurations"][0].update(system_prompt="Be nice."),
    "the plan's hash": lambda plain: plain["plan"].update(sha256="0" * 64),
    "a head": lambda plain: plain["ledger"]["heads"].update(dict.fromkeys(plain["ledger"]["heads"], "0" * 64)),
    "no heads": lambda plain: plain["ledger"].update(heads={}),
    "no run's head": lambda plain: [
        plain["ledger"]["heads"].pop(name) for name in list(plain["ledger"]["heads"]) if name.startswith("run:")
    ],
    "heads of another kind": lambda plain: plain["ledger"].update(heads=["a"]),
    "no ledger": lambda plain: plain.pop("ledger"),
    "no plan": lambda plain: plain.pop("plan"),
    "no measured part": lambda plain: plain.pop("measured"),
    "no renewal": lambda plain: plain.pop("renewal"),
    "no report": lambda plain: plain.pop("report"),
    "no engagement": lambda plain: plain.pop("engagement"),
    "renewal of another kind": lambda plain: plain.update(renewal=[1]),
    "another kind of file": lambda plain: plain["schema"].update(id="something.else"),
    "a later version": lambda plain: plain["schema"].update(version=99),
    "the mark of a rehearsal": lambda plain: plain["report"].update(is_rehearsal=False),
}


@pytest.mark.parametrize("name", EDITS)
def test_every_other_edit_of_the_evidence_file_is_found(demo: Demo, tmp_path: Path, name: str) -> None:
    """Whatever is changed in the attached file before it is signed anew, the check fails in words, not with a fault."""
    report, certificate = forged(demo, tmp_path, EDITS[name])
    done = verify(demo.spec.data_dir, report, "--trust", certificate)
    assert (done.code, done.json["verdict"]) == (1, "failed"), done.json
    assert done.json["problems"]


def test_a_removed_ledger_row_is_found(demo: Demo, copied: WorkspaceSpec) -> None:
    """An answer taken out of the store with the triggers dropped breaks the chain at its place."""
    by_force(copied, ("DELETE FROM ledger WHERE chain = ? AND seq = 5", (a_run(demo),)))
    done = verify(copied.data_dir, demo.report, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"]) == (1, "failed")
    assert any(a_run(demo) in problem and "entry 5" in problem for problem in done.json["problems"])
    assert [check["chain"] for check in done.json["ledger"] if not check["ok"]] == [a_run(demo)]


def test_an_edited_answer_with_the_chain_recomputed_is_found_by_the_printed_head(
    demo: Demo, copied: WorkspaceSpec
) -> None:
    """The edited chain fits together (doctor finds nothing): only the head in the report shows it."""
    chain = a_run(demo)
    with Workspace(copied) as workspace:
        entries = list(workspace.store.ledger.entries(chain))
    place = next(at for at, entry in enumerate(entries) if entry.kind == "exchange" and entry.question == "rating")
    statements, link = [], GENESIS
    for at, entry in enumerate(entries):
        body = entry.body
        if at == place:
            plain = json.loads(body)
            plain["outcome"]["text"] = "Rating: 1/5"
            body = canonical_bytes(plain)
        link = chain_link(link, sha256_hex(body))
        statements.append(
            (
                "UPDATE ledger SET body = ?, body_sha256 = ?, link = ? WHERE chain = ? AND seq = ?",
                (body, sha256_hex(body), link, chain, entry.seq),
            )
        )
    by_force(copied, *statements)
    with Workspace(copied) as workspace:
        assert workspace.store.ledger.check(chain).ok, "the chain was recomputed as a whole"
    done = verify(copied.data_dir, demo.report, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"]) == (1, "failed")
    assert any(chain in problem and "head" in problem for problem in done.json["problems"])


def test_an_edited_plan_is_found(demo: Demo, copied: WorkspaceSpec) -> None:
    """A plan document that was changed afterwards is named; its numbers are not computed from it."""
    with closing(sqlite3.connect(copied.data_dir / "fairdesk.db")) as connection:
        (body,) = connection.execute("SELECT body FROM document WHERE kind = 'plan'").fetchone()
    edited = bytes(body).replace(b'"alpha":0.05', b'"alpha":0.10')
    assert edited != body
    by_force(copied, ("UPDATE document SET body = ? WHERE kind = 'plan'", (edited,)))
    done = verify(copied.data_dir, demo.report, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"], done.json["recomputed"]) == (1, "failed", None)
    assert any("cannot be computed again" in problem for problem in done.json["problems"])


def test_a_plan_that_was_taken_out_is_found(demo: Demo, copied: WorkspaceSpec) -> None:
    """A missing plan document is said in words."""
    by_force(copied, ("DELETE FROM document WHERE kind = 'plan'", ()))
    done = verify(copied.data_dir, demo.report, "--trust", demo.certificate)
    assert (done.code, done.json["recomputed"]) == (1, None)
    assert any("cannot be computed again" in problem for problem in done.json["problems"])


def test_a_report_that_is_not_in_the_register_says_so(demo: Demo, copied: WorkspaceSpec) -> None:
    """The evidence agrees, but this store never issued the report: a note, not a failure."""
    by_force(copied, ("DELETE FROM report", ()))
    done = verify(copied.data_dir, demo.report, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"]) == (0, "passed")
    assert "This report is not in the register of this store." in done.json["notes"]


def test_a_deleted_project_can_still_be_verified(demo: Demo, copied: WorkspaceSpec) -> None:
    """Evidence outlives the project's entry in the list."""
    assert fairdesk(copied.data_dir, "project", "delete", demo.project, "--yes").code == 0
    done = verify(copied.data_dir, demo.report, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"]) == (0, "passed")


@pytest.mark.parametrize("name", ["truncated", "empty", "text", "no evidence"])
def test_files_that_are_no_whole_report_fail_in_words(demo: Demo, tmp_path: Path, name: str) -> None:
    """A cut, empty or foreign file fails the check: exit 1 and a sentence."""
    whole = demo.report.read_bytes()
    target = tmp_path / "odd.pdf"
    content = {
        "truncated": whole[: len(whole) // 2],
        "empty": b"",
        "text": b"hello\n",
        "no evidence": b"%PDF-1.7\n%%EOF\n",
    }
    target.write_bytes(content[name])
    done = verify(demo.spec.data_dir, target, "--trust", demo.certificate)
    assert (done.code, done.json["verdict"]) == (1, "failed")
    assert done.json["problems"]
    assert done.json["ledger"] is None


def test_files_that_cannot_be_opened_are_wrong_use(demo: Demo, tmp_path: Path) -> None:
    """A missing report, a folder, a missing or useless trust file: exit 2, the path and what to do."""
    folder = tmp_path / "folder"
    folder.mkdir()
    useless = tmp_path / "useless.pem"
    useless.write_bytes(b"\x00\xff not a certificate")
    for words in (
        (tmp_path / "missing.pdf",),
        (folder,),
        (demo.report, "--trust", tmp_path / "missing.pem"),
        (demo.report, "--trust", folder),
        (demo.report, "--trust", useless),
    ):
        done = verify(demo.spec.data_dir, *words)
        assert done.code == 2, words
        assert str(words[-1]) in done.err
    assert os.listdir(folder) == []


def test_a_store_that_cannot_be_read_is_said_in_words(demo: Demo, copied: WorkspaceSpec) -> None:
    """A damaged store does not hide behind a traceback, nor behind a good result."""
    (copied.data_dir / "fairdesk.db").write_bytes(b"not a database at all" * 500)
    for leftover in copied.data_dir.glob("fairdesk.db-*"):
        leftover.unlink()
    done = verify(copied.data_dir, demo.report, "--trust", demo.certificate)
    assert done.code in (2, 3)
    assert "FairDesk store" in done.err + done.out
