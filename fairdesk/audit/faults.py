"""Where our own faults are written down: a log in the profile, without keys and without case texts."""

from __future__ import annotations

from pathlib import Path

from fairdesk.audit.workspace import Workspace, WorkspaceSpec


def keep_fault(spec: WorkspaceSpec, details: str) -> Path:
    """Append a traceback with its time; answers with the log's path.

    Raises:
        OSError: the log cannot be written.
    """
    workspace = Workspace(spec)
    folder = workspace.paths.logs_dir
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "faults.log"
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"{workspace.now_text()}\n{details}\n")
    return log
