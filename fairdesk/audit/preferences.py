"""The user's own settings of the window, read and written at one place."""

from __future__ import annotations

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.settings import preferences as kept
from fairdesk.settings.preferences import Preferences, TableLook, Theme

__all__ = ["Preferences", "TableLook", "Theme", "load_preferences", "save_preferences"]


def load_preferences(spec: WorkspaceSpec) -> tuple[Preferences, str]:
    """The kept preferences, or the defaults; with a sentence to show when the file could not be used."""
    return kept.load_preferences(Workspace(spec).paths.preferences_file)


def save_preferences(spec: WorkspaceSpec, preferences: Preferences) -> None:
    """Keep the preferences; an interrupted write leaves the old ones."""
    kept.save_preferences(Workspace(spec).paths.preferences_file, preferences)
