"""Writing to a file that the auditor named: whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from fairdesk.domain.errors import InputError
from fairdesk.domain.plain_tables import PlainTable, WrittenTable


def write_table_file(table: PlainTable, target: Path) -> WrittenTable:
    """Write a table as CSV, XLSX or JSON, as the name's ending says; a file of that name is replaced.

    Raises:
        InputError: there is no such format, or the file cannot be written; a file that was there is unchanged.
    """
    from fairdesk.interchange.table_writing import write_table

    written = write_table(table, target.suffix.lower().lstrip("."))
    try:
        replace_file(target, written.data)
    except OSError as error:
        raise InputError(
            f"{target} cannot be written: {error.strerror or error}.", "Choose another folder or close the file."
        ) from error
    return WrittenTable(path=str(target), n_rows=len(table.rows), note=written.note)


def replace_file(target: Path, data: bytes) -> None:
    """Write under a temporary name in the same folder, then rename what is on disk.

    Raises:
        OSError: nothing of it stays behind, and a file of that name is unchanged.
    """
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
