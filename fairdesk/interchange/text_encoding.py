"""From the bytes of a text file to UTF-8: which encoding it has, and where it breaks it."""

from __future__ import annotations

import codecs
import io
from typing import BinaryIO

from fairdesk.interchange.raw_tables import Opened, Progress, refuse

CHUNK = 1 << 20
LOOKED_AT = 64 << 20
"""Bytes that are tried as UTF-8 before a file is taken for it; a break further on is named with its line."""

ENCODING_CURE = "Save it again as UTF-8. Where records are imported, its encoding can be named instead (--encoding)."

MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte-order marks; those of UTF-32 stand first, because they begin like those of UTF-16."""


def encoding_of(opened: Opened) -> tuple[str, str]:
    """The encoding of a text file and a sentence that says how it was recognised.

    Raises:
        ImportProblem: the bytes are no text in any encoding that is recognised.
    """
    head = opened.file.read(4096)
    opened.file.seek(0)
    for mark, name in MARKS:
        if head.startswith(mark):
            return name, f"The file begins with the byte-order mark of {name.removesuffix('-sig').upper()}."
    guess = _unmarked_utf16(head)
    if guess:
        return guess, f"Every other byte is zero: the file is read as {guess.upper()}, which it does not say itself."
    if first_break(opened.file, "utf-8", LOOKED_AT) is None:
        return "utf-8", ""
    line = first_break(opened.file, "utf-8", LOOKED_AT)
    if _is_mostly_utf8(opened.file):
        refuse(opened.name, line, "a damaged character in UTF-8 text", ENCODING_CURE)
    if first_break(opened.file, "cp1252", LOOKED_AT) is None:
        return "cp1252", (
            "The file is not UTF-8 and is read as Windows-1252 (Western European). "
            "Look whether names are spelt rightly; if not, name the encoding."
        )
    refuse(opened.name, line, "neither UTF-8 nor Windows-1252 text", ENCODING_CURE)


def known_encoding(name: str, opened: Opened) -> str:
    """Python's name of an encoding that the user named.

    Raises:
        ImportProblem: there is no such encoding of text.
    """
    try:
        found = codecs.lookup(name)
        if not found._is_text_encoding:  # no public attribute says that a codec such as zlib is none of text
            raise LookupError
    except LookupError:
        refuse(opened.name, None, f"the encoding {name!r} is unknown", "Name one such as utf-8, utf-16 or cp1252.")
    head = opened.file.read(4)
    opened.file.seek(0)
    for mark, marked in MARKS:
        # "utf-16" alone leaves the order of bytes open, and the mark must not become a part of the first heading.
        if head.startswith(mark) and marked.startswith(found.name.removesuffix("-sig")):
            return marked
    return found.name


def first_break(file: BinaryIO, encoding: str, n_bytes: int | None = None) -> int | None:
    """Line of the first bytes that are not of this encoding, or None; the file is at its beginning again after.

    Args:
        n_bytes: How much of the file is tried; None: all of it.
    """
    decoder = codecs.getincrementaldecoder(encoding)()
    lines = io.IncrementalNewlineDecoder(decoder, translate=True)
    line = 1
    file.seek(0)
    done = 0
    try:
        while True:
            chunk = file.read(CHUNK)
            done += len(chunk)
            at_end = not chunk
            try:
                text = lines.decode(chunk, final=at_end)
            except UnicodeDecodeError as error:
                before = error.object[: error.start].decode(encoding, "replace")
                return line + before.replace("\r\n", "\n").replace("\r", "\n").count("\n")
            line += text.count("\n")
            if at_end or (n_bytes is not None and done >= n_bytes):
                return None
    finally:
        file.seek(0)


class Utf8Feed(io.RawIOBase):
    """The text of a file as UTF-8 without its mark, read on and on in pieces, with one last line added.

    The added line shows a reader of quoted text whether a quotation mark was left open: then the line is inside it.

    Raises (from reading):
        ImportProblem: a zero byte stands in the text.
        UnicodeDecodeError: the bytes are not of the encoding.
    """

    def __init__(self, opened: Opened, encoding: str, last_line: str, progress: Progress | None = None) -> None:
        super().__init__()
        self._opened = opened
        self._decoder = None if encoding == "utf-8" else codecs.getincrementaldecoder(encoding)()
        self._last_line = last_line.encode()
        self._progress = progress
        self._done = 0
        self._left = b""
        self._ended = False
        self._last = b"\n"
        opened.file.seek(0)
        if encoding.startswith(("utf-16-", "utf-32-")):
            head = opened.file.read(4)
            mark = next((mark for mark, name in MARKS if name == encoding and head.startswith(mark)), b"")
            opened.file.seek(len(mark))

    def readable(self) -> bool:
        """Yes; what io.BufferedReader asks first."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what io.BufferedReader hands over
        """Fills the buffer; returns how many bytes, 0 at the end."""
        piece = self.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

    def read(self, size: int = -1) -> bytes:
        """Up to ``size`` bytes of UTF-8, at least one until the end; two or more do not end in a carriage return.

        pyarrow 26 loses a line feed that follows such an end, even inside a quoted cell.
        """
        size = CHUNK if size < 0 else size
        while self._left in (b"", b"\r") and not self._ended:
            self._left += self._next_piece(max(size, 4))
        cut = min(size, len(self._left))
        if cut > 1 and self._left[cut - 1 : cut] == b"\r":
            cut -= 1
        piece, self._left = self._left[:cut], self._left[cut:]
        return piece

    def _next_piece(self, size: int) -> bytes:
        raw = self._opened.file.read(size)
        self._done += len(raw)
        if self._progress is not None:
            self._progress(self._done, self._opened.n_bytes)
        piece = raw if self._decoder is None else self._decoder.decode(raw, final=not raw).encode()
        if b"\0" in piece:
            self._refuse_zero()
        if not raw:
            self._ended = True
            ending = b"" if (piece or self._last).endswith((b"\n", b"\r")) else b"\n"
            return piece + ending + self._last_line + b"\n"
        self._last = piece[-1:] or self._last
        return piece

    def _refuse_zero(self) -> None:
        self._opened.file.seek(0)
        line = 1
        encoding = "latin-1" if self._decoder is None else "utf-16-le"
        zero = "\0".encode(encoding)
        while chunk := self._opened.file.read(CHUNK):
            place = chunk.find(zero)
            if place >= 0:
                line += chunk[:place].count(b"\n")
                break
            line += chunk.count(b"\n")
        refuse(
            self._opened.name,
            line,
            "a zero byte stands in the text; the file is damaged or is no text",
            "Export the file again from the program it comes from, as CSV with the encoding UTF-8.",
        )


def _is_mostly_utf8(file: BinaryIO) -> bool:
    """Whether more characters beyond ASCII are right in UTF-8 than broken: one byte is damaged, not the encoding."""
    text = file.read(LOOKED_AT).decode("utf-8", "replace")
    file.seek(0)
    n_broken = text.count("\ufffd")
    return sum(char > "\x7f" for char in text) - n_broken > n_broken


def _unmarked_utf16(head: bytes) -> str:
    even, odd = head[0::2], head[1::2]
    if len(head) < 8 or not head.count(0):
        return ""
    if odd.count(0) > 0.7 * len(odd) and even.count(0) < 0.1 * len(even):
        return "utf-16-le"
    if even.count(0) > 0.7 * len(even) and odd.count(0) < 0.1 * len(odd):
        return "utf-16-be"
    return ""
