"""Copies of the whole store: made by hand, and before anything destructive."""

from __future__ import annotations

from pathlib import Path

from fairdesk.audit.workspace import Workspace, WorkspaceSpec


def backup_store(spec: WorkspaceSpec, target: Path, *, overwrite: bool = False) -> Path:
    """Copy the store to a file while it may be in use."""
    from fairdesk.store.backup import backup

    with Workspace(spec) as workspace:
        backup(workspace.store, target, overwrite=overwrite)
        return target


def restore_store(spec: WorkspaceSpec, source: Path) -> Path | None:
    """Put a copy in the store's place; answers with the path of the store that it replaced, if there was one.

    Raises:
        StoreError: the copy is not an intact store of FairDesk, or the store is in use.
    """
    from fairdesk.store.backup import restore

    workspace = Workspace(spec)
    return restore(source, workspace.paths.store_file, workspace.clock)


def dated_backup(workspace: Workspace, why: str) -> Path:
    """Copy the store into the profile's folder of backups, named by time and reason."""
    from fairdesk.store.backup import backup

    stamp = workspace.clock().strftime("%Y%m%dT%H%M%S%fZ")
    folder = workspace.paths.backups_dir
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{stamp}-{why}.sqlite"
    backup(workspace.store, target)
    return target
