"""Lets the window show scripts for which the computer has no font, with the fonts that FairDesk ships for reports."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase

from fairdesk.audit.workspace import Workspace, WorkspaceSpec


def add_shipped_fonts(spec: WorkspaceSpec) -> None:
    """Offer the shipped fonts as a last resort for missing signs; the window's own font stays.

    Takes some 10 ms: the files are mapped, not read.
    """
    for path in sorted((Workspace(spec).resources / "fonts").glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(path))
