"""The user's own settings of the window, read and written at one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairdesk.audit.workspace import Workspace, WorkspaceSpec

if TYPE_CHECKING:
    from fairdesk.settings.preferences import Preferences


def load_preferences(spec: WorkspaceSpec) -> Preferences:
    """The kept preferences, or the defaults where there are none or the file is broken."""
    from fairdesk.settings.preferences import load

    return load(Workspace(spec).paths)


def save_preferences(spec: WorkspaceSpec, preferences: Preferences) -> None:
    """Keep the preferences; an interrupted write leaves the old ones."""
    from fairdesk.settings.preferences import save

    save(Workspace(spec).paths, preferences)
