"""A project goes to a server as one file, is asked there without a window, and comes home with its answers."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from fairdesk.audit.workspace import WorkspaceSpec, utc_now
from fairdesk.report.identity import make_demo_identity
from tests.e2e.command_line import SAID, fairdesk, finish, start
from tests.faults.faulty_server import faulty_server, said
from tests.faults.run_driving import make_project, on_disk, write_cases

pytestmark = pytest.mark.slow


def carry(source: Path, target: Path, project: str, archive: Path) -> dict[str, object]:
    """Export from one profile, import into another; answers with what the import said."""
    assert fairdesk(source, "project", "export", project, str(archive), "--replace").code == 0
    done = fairdesk(target, "--json", "project", "import", str(archive))
    assert done.code == 0, done.err
    return done.json


def test_a_run_asked_on_a_server_is_reported_at_home(data_dir: Path, tmp_path: Path) -> None:
    """Made at home, run on the server against the rehearsal model, analysed, issued and verified at home."""
    home, server, archive = data_dir, tmp_path / "server", tmp_path / "audit.fairdesk"
    made = fairdesk(home, "--json", "project", "new", "Admissions", "--cases", "12", *SAID).json
    project = str(made["project_id"])
    carry(home, server, project, archive)
    assert fairdesk(server, "run", project).code == 0
    came = carry(server, home, project, archive)
    assert (came["is_new"], came["kept"]) == (False, [])

    shown = fairdesk(home, "project", "show", project)
    assert shown.out.count("complete;") == 2
    identity = make_demo_identity(tmp_path / "identity", "Tester", utc_now())
    report = tmp_path / "report.pdf"
    issued = fairdesk(
        home,
        *("report", project, "issue", "--p12", str(identity.p12), "--out", str(report)),
        *("--password-variable", "P12_PASSWORD"),
        variables={"P12_PASSWORD": identity.password},
    )
    assert issued.code == 0, issued
    carry(home, server, project, archive)
    for place in (home, server):
        verified = fairdesk(place, "--json", "verify", str(report), "--trust", str(identity.certificate))
        assert (verified.code, verified.json["verdict"], verified.json["problems"]) == (0, "passed", []), verified
        assert verified.json["recomputed"]["different"] == []
    # A second profile that knows nothing but the archive shows and verifies the same.
    third = tmp_path / "third"
    assert carry(home, third, project, archive)["is_new"]
    assert fairdesk(third, "project", "show", project).out == fairdesk(home, "project", "show", project).out


@pytest.mark.skipif(os.name == "nt", reason="kills with POSIX signals")
def test_a_run_killed_on_a_server_is_resumed_at_home(data_dir: Path, tmp_path: Path) -> None:
    """Killed half way there, what was answered comes home, and nothing answered is asked twice."""
    home, away, archive = data_dir, tmp_path / "server", tmp_path / "audit.fairdesk"
    with faulty_server(lambda _number, _body: said("I give a rating of 3.", wait_s=0.02)) as server:
        project = make_project(WorkspaceSpec(data_dir=home), write_cases(tmp_path / "cases", 15), server.base_url)
        carry(home, away, project, archive)
        run = start(away, "run", project, "--events")
        server.wait_for(80)
        run.send_signal(signal.SIGKILL)
        finish(run)
        there = on_disk(WorkspaceSpec(data_dir=away), project)
        assert there.n_answers > 20
        came = carry(away, home, project, archive)
        assert sum(chain["n_added"] for chain in came["chains"]) >= there.n_answers  # type: ignore[attr-defined]
        assert on_disk(WorkspaceSpec(data_dir=home), project).bodies == there.bodies
        before = server.asked.copy()
        assert fairdesk(home, "run", project, "--resume").code == 0
        kept = on_disk(WorkspaceSpec(data_dir=home), project)
        assert kept.broken == ()
        assert [run.counts["not_attempted"] for run in kept.runs] == [0, 0]
        # The repeats of a file have one body: each further asking of a body has brought one further answer.
        assert server.asked - before == kept.bodies - there.bodies
        # The server's copy is behind now and takes what home has.
        assert carry(home, away, project, archive)["kept"] == []
        assert on_disk(WorkspaceSpec(data_dir=away), project).n_answers == kept.n_answers
