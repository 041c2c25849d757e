"""Zip archives from outside: members are read into memory within bounds, never unpacked to disk.

The standard library reads the directory; members that are packed with Zstandard, as Inspect packs them, are beyond it
on Python 3.11, so they are unpacked here.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import NoReturn

import pyarrow as pa

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.foreign_json import Found, parsed
from fairdesk.interchange.raw_tables import Opened, shown

LARGEST_MEMBER = 64 * 2**20
"""Unpacked bytes of one member."""

LARGEST_ARCHIVE = 4 * 2**30
"""Unpacked bytes of all members together, as the directory declares them."""

MOST_MEMBERS = 500_000
ZSTANDARD = 93
_LOCAL_HEADER = 30
_ENCRYPTED = 0x1
_MEND = "Copy the file again, or export it again from the tool."


class Archive:
    """The members of a zip archive; a context manager. Names of members are keys here and never become paths."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._members: dict[str, zipfile.ZipInfo] = {}

    def __enter__(self) -> Archive:
        """Reads the directory.

        Raises:
            ImportProblem: the archive is damaged or cut off, encrypted, or declares more than the bounds allow.
        """
        opened = self._opened
        opened.file.seek(0)
        try:
            with zipfile.ZipFile(opened.file) as archive:
                entries = archive.infolist()
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, OverflowError) as error:
            raise ImportProblem(f"{opened.name}: the archive is damaged or cut off ({error}).", _MEND) from error
        if len(entries) > MOST_MEMBERS or sum(entry.file_size for entry in entries) > LARGEST_ARCHIVE:
            self._refuse("", "the archive declares more content than can be read here")
        # A name that stands twice is legal: the later member is the current one.
        self._members = {entry.filename: entry for entry in entries}
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held open."""

    @property
    def names(self) -> tuple[str, ...]:
        """Members in the order of the archive."""
        return tuple(self._members)

    def read(self, name: str) -> Found:
        """A member as JSON.

        Raises:
            ImportProblem: it is missing, damaged, too large, encrypted, packed in an unknown way, or no JSON.
        """
        return parsed(self._bytes(name), self._opened.name, path=shown(name))

    def _bytes(self, name: str) -> bytes:
        member = self._members.get(name)
        if member is None:
            self._refuse(name, "this part is missing from the archive")
        if member.flag_bits & _ENCRYPTED:
            self._refuse(name, "this part is encrypted")
        if member.file_size > LARGEST_MEMBER:
            self._refuse(name, f"this part is larger than {LARGEST_MEMBER // 2**20} MB unpacked")
        try:
            content = self._unpacked(member)
        except (zlib.error, pa.ArrowException, OSError, ValueError, EOFError) as error:
            raise ImportProblem(f"{self._opened.name}, {shown(name)}: this part is damaged.", _MEND) from error
        if len(content) != member.file_size or zlib.crc32(content) != member.CRC:
            self._refuse(name, "this part is damaged: its checksum or its length is not the declared one")
        return content

    def _unpacked(self, member: zipfile.ZipInfo) -> bytes:
        """Never more than one byte beyond the declared length, whatever the packed bytes would grow to."""
        file = self._opened.file
        file.seek(member.header_offset)
        local = file.read(_LOCAL_HEADER)
        if len(local) < _LOCAL_HEADER or local[:4] != b"PK\x03\x04":
            self._refuse(member.filename, "this part does not stand where the directory says")
        file.seek(int.from_bytes(local[26:28], "little") + int.from_bytes(local[28:30], "little"), io.SEEK_CUR)
        packed = file.read(min(member.compress_size, self._opened.n_bytes))
        most = member.file_size + 1
        if member.compress_type == zipfile.ZIP_STORED:
            return packed[:most]
        if member.compress_type == zipfile.ZIP_DEFLATED:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, most)
        if member.compress_type == ZSTANDARD:
            with pa.CompressedInputStream(pa.BufferReader(packed), "zstd") as stream:
                return bytes(stream.read(most))
        self._refuse(member.filename, "this part is packed in a way that is not known here")

    def _refuse(self, name: str, cause: str) -> NoReturn:
        where = f"{self._opened.name}, {shown(name)}" if name else self._opened.name
        raise ImportProblem(f"{where}: {cause}.", _MEND)
