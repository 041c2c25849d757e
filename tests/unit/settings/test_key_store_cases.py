"""Public reports about key stores, tried on a process that has none and on the back ends that are shipped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from keyring.backend import get_all_keyring

from fairdesk.audit.doctor import check_computer
from fairdesk.audit.workspace import WorkspaceSpec

KEEP = """
from fairdesk.settings.secrets import Secrets
secrets = Secrets()
status = secrets.set("planted", "sk-planted-headless-1", remember=True)
print(status.kind, status.words, secrets.get("planted") == "sk-planted-headless-1")
"""


def test_a_computer_without_a_key_store(tmp_path: Path) -> None:
    """Case KEY-01: without a session bus a key to be remembered is kept for the session, in words, and in no file."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DBUS", "XDG", "PYTHON_KEYRING"))}
    variables = {**kept, "HOME": str(tmp_path), "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
    done = subprocess.run([sys.executable, "-c", KEEP], env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("session Keys are kept in memory until FairDesk is closed, because ")
    assert done.stdout.endswith("True\n")
    assert done.stderr == ""
    assert not any(b"sk-planted" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_the_back_ends_are_found_and_checked(data_dir: Path) -> None:
    """Case KEY-03: this build finds its platform's back end by name, and the health check says which is used."""
    modules = {type(backend).__module__ for backend in get_all_keyring()}
    wanted = {"win32": "keyring.backends.Windows", "darwin": "keyring.backends.macOS"}.get(sys.platform)
    assert wanted is None or wanted in modules
    assert {"keyring.backends.fail", "keyring.backends.chainer"} <= modules
    found = {finding.name: finding for finding in check_computer(WorkspaceSpec(data_dir=data_dir))}
    assert found["Key store"].words
