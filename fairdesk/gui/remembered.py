"""What the window remembers between two starts, read once and written when it changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QByteArray

from fairdesk.audit.preferences import TableLook, Theme, load_preferences, save_preferences
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import FairDeskError


class Remembered:
    """The preferences of one profile; losing them harms nothing, so a failed write is told and not raised."""

    def __init__(self, spec: WorkspaceSpec) -> None:
        self._spec = spec
        self._preferences, self.problem = load_preferences(spec)
        """``problem`` is a sentence to show when the kept preferences could not be used, else empty."""

        # Tables that were arranged since the last writing.
        self._has_notes = False

    @property
    def theme(self) -> Theme:
        """The palette that the user chose."""
        return self._preferences.theme

    @property
    def text_scale(self) -> float:
        """Factor on the system's text size."""
        return self._preferences.text_scale

    @property
    def last_page(self) -> str:
        """Id of the page that was open last, or empty."""
        return self._preferences.last_page

    @property
    def last_project(self) -> str:
        """Id of the project that was open last, or empty."""
        return self._preferences.last_project

    @property
    def geometry(self) -> QByteArray:
        """Place and size of the window as Qt writes them; empty at the first start."""
        return QByteArray.fromBase64(self._preferences.window_geometry.encode())

    def table_look(self, name: str) -> TableLook | None:
        """How the user arranged a table; None where nobody did."""
        return self._preferences.tables.get(name)

    def set_table_look(self, name: str, look: TableLook) -> None:
        """Note how a table is arranged; it is written with the place, when the window closes."""
        self._preferences = replace(self._preferences, tables={**self._preferences.tables, name: look})
        self._has_notes = True

    def set_appearance(self, theme: Theme, text_scale: float) -> str:
        """Keep palette and text size; answers with what went wrong, or nothing."""
        return self._keep(theme=theme, text_scale=text_scale)

    def set_place(self, page_id: str, project_id: str, geometry: QByteArray) -> str:
        """Keep where the user was; answers with what went wrong, or nothing."""
        text = bytes(geometry.toBase64().data()).decode("ascii")
        return self._keep(last_page=page_id, last_project=project_id, window_geometry=text)

    def _keep(self, **changes: Any) -> str:
        changed = replace(self._preferences, **changes)
        if changed == self._preferences and not self._has_notes:
            return ""
        self._preferences = changed
        self._has_notes = False
        try:
            save_preferences(self._spec, changed)
        except FairDeskError as error:
            return str(error)
        return ""
