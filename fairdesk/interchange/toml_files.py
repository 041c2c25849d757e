"""TOML files of cases and cues: file -> table with its source, or one problem that names file, line, cause and cure."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NoReturn

from fairdesk.domain.errors import ImportProblem

POSITION_IN_ERROR = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")


def toml_of_file(file: Path) -> tuple[dict[str, Any], str]:
    """The table of a file, and its text, in which the lines of later problems are looked for.

    Raises:
        ImportProblem: the file cannot be read, is not UTF-8 or not TOML.
    """
    try:
        # A byte-order mark is taken off; some editors write one.
        source = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        refuse_file(file, line, "the file is not UTF-8 text", "Save it again with the encoding UTF-8.")
    except OSError as error:
        cause = f"the file cannot be read: {error.strerror or error}"
        refuse_file(file, None, cause, "Check that it exists and that you may read it.")
    try:
        return tomllib.loads(source), source
    except (ValueError, RecursionError) as error:  # ValueError: TOML's own errors, and integers of absurd length
        found = POSITION_IN_ERROR.search(str(error))
        line = int(found[1]) if found and found[1] else source.count("\n") + 1
        cause = POSITION_IN_ERROR.sub("", str(error)).strip()
        refuse_file(file, line, f"the file is not valid TOML: {cause}", "Mend the line, or the one above it.")


def line_of(source: str, part: str) -> int | None:
    """Line of the first place where ``part`` stands, counted from 1; None when it stands nowhere as written."""
    at = source.find(part)
    return None if at < 0 else source.count("\n", 0, at) + 1


def refuse_file(file: Path, line: int | None, cause: str, cure: str) -> NoReturn:
    """Refuse the file at a line, or as a whole.

    Raises:
        ImportProblem: always.
    """
    where = f"{file}" if line is None else f"{file}, line {line}"
    raise ImportProblem(f"{where}: {cause}.", cure)
