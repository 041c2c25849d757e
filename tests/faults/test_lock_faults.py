"""Locking under faults: kill -9 between fixing and locking, two processes at once, an entry that was tampered with."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.confirming import alone
from fairdesk.audit.lock_check import chain_problems
from fairdesk.audit.locking import current_lock, deviate, deviations, lock_plan, prepare_lock
from fairdesk.audit.locks import lock_history
from fairdesk.audit.plan import current_plan_sha256
from fairdesk.audit.projects import create_project, save_details, show_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.codec import to_plain
from tests.e2e.command_line import environment, finish, start

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="ends processes with POSIX signals"),
]

REASON = "The office changed its prompt in the middle of the week."

KILLED = """
import os, signal, sys
from pathlib import Path
from fairdesk.audit.confirming import alone
from fairdesk.audit.locking import deviate, lock_plan
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.store.ledger import Ledger

folder, project, act, kind, moment = sys.argv[1:]
append = Ledger.append

def killed(self, chain, entries):
    hit = any(entry.kind == kind for entry in entries)
    if hit and moment == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    found = append(self, chain, entries)
    if hit and moment == "after":
        os.kill(os.getpid(), signal.SIGKILL)
    return found

Ledger.append = killed
spec = WorkspaceSpec(data_dir=Path(folder))
if act == "lock":
    lock_plan(spec, project, "A. Weiss", "auditor", alone())
else:
    deviate(spec, project, "The office changed its prompt in the middle of the week.")
"""
"""A process that ends itself without warning at the moment of one entry: what a power cut does."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A profile with a project that nothing is missing for; nothing is fixed."""
    data_dir = tmp_path_factory.mktemp("made") / "profile"
    spec = WorkspaceSpec(data_dir=data_dir)
    project_id = create_project(spec, "P").project_id
    details = show_project(spec, project_id).details
    save_details(spec, project_id, replace(details, auditor="A. Weiss", n_cases=1))
    return data_dir, project_id


@pytest.fixture(scope="module")
def project(made: tuple[Path, str]) -> str:
    return made[1]


@pytest.fixture
def spec(made: tuple[Path, str], tmp_path: Path) -> WorkspaceSpec:
    """A copy of the profile for one test."""
    shutil.copytree(made[0], tmp_path / "profile")
    return WorkspaceSpec(data_dir=tmp_path / "profile")


def killed(spec: WorkspaceSpec, project: str, act: str, kind: str, moment: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(spec.data_dir), project, act, kind, moment],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr


def chain_is_whole(spec: WorkspaceSpec, project: str) -> bool:
    with Workspace(spec) as workspace:
        return workspace.store.ledger.check(f"project:{project}").ok


def wait_out_leases(spec: WorkspaceSpec) -> None:
    """A killed process holds its names until its lease ends; the test does not wait a minute for it."""
    with closing(sqlite3.connect(spec.data_dir / "fairdesk.db")) as connection, connection:
        connection.execute("DELETE FROM lease")


@pytest.mark.parametrize(
    ("kind", "moment", "is_fixed", "is_locked"),
    [
        ("plan_fixed", "before", False, False),
        ("plan_fixed", "after", True, False),
        ("plan_locked", "before", True, False),
        ("plan_locked", "after", True, True),
    ],
)
def test_killed_while_locking(  # noqa: PLR0917 - a table of moments
    spec: WorkspaceSpec, project: str, kind: str, moment: str, is_fixed: bool, is_locked: bool
) -> None:
    """At every moment the plan is fixed or not, locked or not, never half; and what is left is done afterwards."""
    killed(spec, project, "lock", kind, moment)
    wait_out_leases(spec)
    assert chain_is_whole(spec, project)
    with Workspace(spec) as workspace:
        assert bool(current_plan_sha256(workspace, project)) == is_fixed
    assert (current_lock(spec, project) is not None) == is_locked
    if not is_locked:
        lock_plan(spec, project, "A. Weiss", "auditor", alone())
    assert current_lock(spec, project) is not None


@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_while_deviating(spec: WorkspaceSpec, project: str, moment: str) -> None:
    """The changed plan is there together with its deviation, or neither is."""
    lock = lock_plan(spec, project, "A. Weiss", "auditor", alone())
    save_details(spec, project, replace(show_project(spec, project).details, n_samples=3))
    killed(spec, project, "deviate", "deviation", moment)
    wait_out_leases(spec)
    assert chain_is_whole(spec, project)
    with Workspace(spec) as workspace:
        current = current_plan_sha256(workspace, project)
    noted = deviations(spec, project)
    assert len(noted) == (moment == "after")
    assert current == (noted[0].plan_sha256 if noted else lock.plan_sha256)
    if not noted:
        assert deviate(spec, project, REASON).plan_sha256


def test_two_processes_that_lock_at_once(spec: WorkspaceSpec, project: str) -> None:
    """Exactly one lock is in the chain; whoever came second is told who holds the plan or that it is locked."""
    prepare_lock(spec, project)
    words = ("plan", project, "lock", "--role", "auditor", "--alone", "--by")
    both = [start(spec.data_dir, *words, name) for name in ("Anna", "Bea")]
    ends = [finish(process).without_traceback() for process in both]
    assert sorted(done.code for done in ends) == [0, 2]
    with Workspace(spec) as workspace:
        assert workspace.store.ledger.count(f"project:{project}", "plan_locked") == 1
        assert workspace.store.ledger.count(f"project:{project}", "plan_fixed") == 1
    refused = next(done for done in ends if done.code)
    assert "locked" in refused.err or "process" in refused.err


def test_a_tampered_lock_is_found(spec: WorkspaceSpec, project: str) -> None:
    """A name is changed in the stored bytes, past the guards: the chain and the check of a report both say so."""
    lock_plan(spec, project, "A. Weiss", "auditor", alone())
    chain = f"project:{project}"
    with Workspace(spec) as workspace:
        history = lock_history(workspace, project)
        assert history is not None
        plain = {
            "engagement": {"project_id": project},
            "ledger": {"heads": {chain: workspace.store.ledger.head(chain)}},
            "plan": {"sha256": history.lock.plan_sha256},
            "lock": to_plain(history.lock),
            "deviations": [],
        }
    with closing(sqlite3.connect(spec.data_dir / "fairdesk.db")) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute(
            "UPDATE ledger SET body = CAST(replace(CAST(body AS TEXT), 'A. Weiss', 'B. Klein') AS BLOB) "
            "WHERE kind = 'plan_locked'"
        )
    with Workspace(spec) as workspace:
        assert "stored hash" in workspace.store.ledger.check(chain).problem
        assert chain_problems(workspace, plain) == [
            "The lock that the report names does not stand in the project's chain."
        ]


def test_a_copy_carries_its_lock_along(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """An archive that is taken elsewhere holds lock and deviations, and refuses another plan there, too."""
    from fairdesk.audit.archives import export_archive, import_archive
    from fairdesk.audit.plan import fix_plan
    from fairdesk.domain.archives import ArchiveOrder
    from fairdesk.domain.errors import PlanError

    lock_plan(spec, project, "A. Weiss", "auditor", alone())
    save_details(spec, project, replace(show_project(spec, project).details, n_samples=3))
    deviate(spec, project, REASON)
    archive = tmp_path / "p.fairdesk"
    export_archive(spec, project, archive, lambda words: None)
    away = WorkspaceSpec(data_dir=tmp_path / "elsewhere")
    taken = import_archive(away, ArchiveOrder(archive=archive), lambda words: None)
    assert current_lock(away, taken.project_id) == current_lock(spec, project)
    assert deviations(away, taken.project_id) == deviations(spec, project)
    save_details(away, taken.project_id, replace(show_project(away, taken.project_id).details, n_samples=4))
    with pytest.raises(PlanError, match="locked"):
        fix_plan(away, taken.project_id)
