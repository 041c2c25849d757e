"""Official benchmark files as they are handed out (plain, packed with gzip, in a zip archive): the bytes inside."""

from __future__ import annotations

import gzip
import io
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NoReturn, TypeVar

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.foreign_json import LARGEST_JSON, Found, parsed
from fairdesk.interchange.raw_tables import Opened, opened, shown
from fairdesk.interchange.text_encoding import ENCODING_CURE, encoding_of, first_break

T = TypeVar("T")

GZIP_MARK = b"\x1f\x8b"
ZIP_MARK = b"PK\x03\x04"
MARK = "\ufeff"

LARGEST_UNPACKED = 2**30
"""Bytes; a packed file of a few kilobytes could otherwise fill the memory."""

MOST_FILES = 1_000
LONGEST_TEXT = 100_000
"""Characters of one text of a benchmark; a longer one is another file, or a damaged one."""

FETCH_AGAIN = "Fetch the official file again; a file that was cut off or edited is not read in part."
_NO_DATA = ("license", "licence", "readme", "source.md", ".ds_store")
_ENCRYPTED = 0x1


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialFile:
    """One file without its packing.

    Attributes:
        name: What to call it in messages; its last part is the name of the file inside, without ``.gz``.
        body: The bytes inside, of which published hashes are taken.
    """

    name: str
    body: bytes


def official_files(path: Path) -> tuple[OfficialFile, ...]:
    """All files of a folder, an archive or a file, in the order of their names; licences and the like are left out.

    Raises:
        ImportProblem: nothing can be read there, it is damaged or too large, or it holds no file.
    """
    if path.is_dir():
        members = sorted(one for one in path.iterdir() if one.is_file() and _may_be_data(one.name))
        if len(members) > MOST_FILES:
            refuse_file(str(path.name), None, f"the folder holds more than {MOST_FILES:,} files", "Choose one of them.")
        found = tuple(inner for one in members for inner in _inside(one.name, _bytes_of(one)))
    else:
        found = _inside(path.name, _bytes_of(path))
    if not found:
        refuse_file(path.name, None, "no file stands in it", "Choose the official file or its folder.")
    return found


def official_file(path: Path) -> OfficialFile:
    """The one file at a path, packed or not.

    Raises:
        ImportProblem: there is none, it is damaged or too large, or an archive holds several.
    """
    found = official_files(path)
    if len(found) > 1:
        names = ", ".join(shown(one.name) for one in found[:6])
        refuse_file(path.name, None, f"one file was expected and {len(found)} stand there ({names})", "Choose one.")
    return found[0]


def read_official(path: Path, read: Callable[[str, bytes], T]) -> T:
    """What a reader makes of the one file at a path.

    Raises:
        ImportProblem: see ``official_file``, and what the reader refuses.
    """
    file = official_file(path)
    return read(file.name, file.body)


def text_of(name: str, body: bytes) -> str:
    """A file as text: UTF-8, or as its mark says; line ends as line feeds, no byte-order mark at its beginning.

    Raises:
        ImportProblem: it is no text; names the line.
    """
    file = io.BytesIO(body)
    encoding, _ = encoding_of(Opened(file=file, name=shown(name), n_bytes=len(body)))
    encoding = "utf-8" if encoding == "cp1252" else encoding  # no official file is Western European: it was damaged
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        line = first_break(file, encoding)
        refuse_file(name, line, f"a character is not of {encoding.upper()}", ENCODING_CURE)
    # Files that were saved again by a second program carry the mark twice.
    return text.lstrip(MARK).replace("\r\n", "\n").replace("\r", "\n")


def json_of(name: str, body: bytes) -> Found:
    """A file that is one JSON document.

    Raises:
        ImportProblem: it is none, is cut off, or is too large to be held.
    """
    if len(body) > LARGEST_JSON:
        refuse_file(name, None, f"the file is larger than {LARGEST_JSON >> 20} MB", "Choose one file of the benchmark.")
    return parsed(body, shown(name))


def lines_of(name: str, body: bytes) -> Iterator[tuple[int, str]]:
    """Every line that is not blank, with its number from 1.

    Raises:
        ImportProblem: the file is no text or holds no such line, or a line is longer than any text of a benchmark.
    """
    some = False
    for number, line in enumerate(text_of(name, body).split("\n"), 1):
        if len(line) > LONGEST_TEXT:
            refuse_file(name, number, f"the line is longer than {LONGEST_TEXT:,} characters", FETCH_AGAIN)
        if line.strip():
            some = True
            yield number, line
    if not some:
        refuse_file(name, None, "the file is empty", FETCH_AGAIN)


def refuse_file(name: str, line: int | None, cause: str, cure: str = FETCH_AGAIN) -> NoReturn:
    """Raises the problem that keeps a file out as a whole; names file, line, cause and cure."""
    where = shown(name) if line is None else f"{shown(name)}, line {line}"
    raise ImportProblem(f"{where}: {cause}.", cure)


def _bytes_of(path: Path) -> bytes:
    with opened(path) as file:
        if file.n_bytes > LARGEST_UNPACKED:
            refuse_file(path.name, None, "the file is larger than a gigabyte", "Choose one file of the benchmark.")
        return file.file.read()


def _inside(name: str, body: bytes) -> tuple[OfficialFile, ...]:
    if body.startswith(ZIP_MARK):
        return tuple(_members(name, body))
    if body.startswith(GZIP_MARK):
        inner = name[:-3] if name.casefold().endswith(".gz") else name
        return (OfficialFile(name=inner, body=_unzipped(name, body)),)
    return (OfficialFile(name=name, body=body),)


def _unzipped(name: str, body: bytes) -> bytes:
    try:
        with gzip.open(io.BytesIO(body)) as packed:
            content = packed.read(LARGEST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error):
        refuse_file(name, None, "the file is packed with gzip and damaged or cut off", "Fetch or pack it again.")
    if len(content) > LARGEST_UNPACKED:
        refuse_file(name, None, "the packed file holds more than a gigabyte", "Unpack it, and choose a part of it.")
    return content


def _members(name: str, body: bytes) -> Iterator[OfficialFile]:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            entries = [one for one in archive.infolist() if not one.is_dir() and _is_data(one)]
            if len(entries) > MOST_FILES or sum(one.file_size for one in entries) > LARGEST_UNPACKED:
                refuse_file(name, None, "the archive declares more than can be read here", "Unpack it, choose a part.")
            left = LARGEST_UNPACKED
            for entry in sorted(entries, key=lambda one: one.filename):
                inner = f"{name}/{entry.filename}"
                if entry.flag_bits & _ENCRYPTED:
                    refuse_file(inner, None, "this part of the archive is encrypted", "Unpack it with its password.")
                # Never more than is declared: reading stops one byte beyond.
                with archive.open(entry) as file:
                    content = file.read(entry.file_size + 1)
                if content.startswith(ZIP_MARK):
                    refuse_file(inner, None, "an archive stands inside the archive", "Unpack it, choose a part.")
                found = _inside(inner, content)
                left -= sum(len(one.body) for one in found)
                if left < 0:
                    refuse_file(name, None, "the archive holds more than a gigabyte", "Unpack it, choose a part.")
                yield from found
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError) as error:
        refuse_file(name, None, f"the archive is damaged or cut off ({error})", "Copy or fetch it again.")


def _is_data(entry: zipfile.ZipInfo) -> bool:
    """Whether a member may be data: no link, nothing of a Mac's own folder."""
    is_link = stat.S_ISLNK(entry.external_attr >> 16)
    return not is_link and not entry.filename.startswith("__MACOSX/") and _may_be_data(entry.filename)


def _may_be_data(name: str) -> bool:
    last = PurePosixPath(name).name.casefold()
    return not last.startswith((".", *_NO_DATA))
