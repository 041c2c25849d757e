"""The one place that knows folders."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import fairdesk
from fairdesk.domain.errors import FairDeskError, InputError

APP_NAME = "FairDesk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """The files of one profile; everything FairDesk writes by itself is below ``data_dir``."""

    data_dir: Path

    @property
    def store_file(self) -> Path:
        """The store with all projects."""
        return self.data_dir / "fairdesk.db"

    @property
    def backups_dir(self) -> Path:
        """Dated copies of the store; beside the store file, where the store puts them."""
        return self.data_dir / "backups"

    @property
    def logs_dir(self) -> Path:
        """Logs of faults."""
        return self.data_dir / "logs"

    @property
    def preferences_file(self) -> Path:
        """What the window remembers."""
        return self.data_dir / "preferences.json"

    def make(self) -> None:
        """Make the folders, closed to other users (mode 700, also when they exist already).

        Raises:
            InputError: the folder cannot be made or is no folder.
        """
        try:
            for folder in (self.data_dir, self.backups_dir, self.logs_dir):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                folder.chmod(0o700)
        except OSError as error:
            raise InputError(
                f"The data folder {self.data_dir} cannot be used: {error.strerror}.",
                "Choose a folder that you may write to (--data-dir).",
            ) from error


def default_data_dir() -> Path:
    """The platform's folder for this user's data of FairDesk; not made here."""
    # Loaded here, because the window is painted first and a window on a named folder never asks.
    import platformdirs

    return platformdirs.user_data_path(APP_NAME, appauthor=False)


def resources_dir() -> Path:
    """The files that FairDesk ships: inside the installed package, or beside it in a clone.

    Raises:
        FairDeskError: they are in neither place; the installation is incomplete.
    """
    package = Path(fairdesk.__file__).parent
    for candidate in (package / "resources", package.parent / "resources"):
        if candidate.is_dir():
            return candidate
    raise FairDeskError("The files that belong to FairDesk (resources) are missing.", "Install FairDesk again.")
