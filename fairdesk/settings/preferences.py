"""What the window remembers between two starts: a small JSON file that may be lost without harm."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import InputError

SMALLEST_TEXT, LARGEST_TEXT = 0.5, 4.0


class Theme(Enum):
    """The palette; ``system`` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high_contrast"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLook:
    """How the user arranged a table.

    Attributes:
        widths: Of each column but the last, in lines of text, so that they fit any text size.
        sorted_by: Number of the column that the rows are sorted by, or None.
    """

    widths: tuple[float, ...] = ()
    sorted_by: int | None = None
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """Attributes of the window, none of them part of an audit.

    Attributes:
        text_scale: Factor on the size of all text, 0.5 to 4; 1 is the desktop's own size.
        last_project: Id of the project that was open, or empty.
        last_page: Name of the page that was open, or empty.
        window_geometry: As text, in the window's own form; empty for the default.
        tables: By the table's name; a table that is not in it looks as it is made.
    """

    theme: Theme = Theme.SYSTEM
    text_scale: float = 1.0
    last_project: str = ""
    last_page: str = ""
    window_geometry: str = ""
    tables: Mapping[str, TableLook] = field(default_factory=dict)


def load_preferences(path: Path) -> tuple[Preferences, str]:
    """Read the preferences and never fail.

    Returns:
        The preferences, and a sentence to show when the file could not be used (it was then put aside and the
        defaults are returned); the sentence is empty when all is well or there is no file yet.
    """
    try:
        preferences = from_plain(Preferences, json.loads(path.read_bytes()))
        if not SMALLEST_TEXT <= preferences.text_scale <= LARGEST_TEXT:
            raise ValueError(f"text_scale is {preferences.text_scale}")
    except FileNotFoundError:
        return Preferences(), ""
    except OSError as error:
        return Preferences(), f"The preferences {path} cannot be read ({error.strerror}); the defaults are in use."
    except (ValueError, RecursionError) as error:
        return Preferences(), _put_aside(path, error)
    return preferences, ""


def save_preferences(path: Path, preferences: Preferences) -> None:
    """Write the preferences to a temporary name and rename, so that a crash leaves the old or the new file.

    Raises:
        InputError: the file cannot be written; the old one is untouched.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    text = json.dumps(to_plain(preferences), ensure_ascii=False, indent=1, allow_nan=False)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InputError(
            f"The preferences {path} cannot be written ({error.strerror}).", "Check the folder and the free space."
        ) from error


def _put_aside(path: Path, error: Exception) -> str:
    n = 1
    while (aside := path.with_name(f"{path.stem}.broken-{n}{path.suffix}")).exists():
        n += 1
    try:
        path.replace(aside)
    except OSError:
        return f"The preferences {path} cannot be understood ({error}); the defaults are in use."
    return f"The preferences could not be understood ({error}); they are kept as {aside} and the defaults are in use."
