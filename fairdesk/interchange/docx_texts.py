"""Text of Word documents (DOCX): read piece by piece from the parts of the archive; nothing in them is ever run.

A library for this (python-docx) leaves out what stands in content controls, insertions, text boxes and footnotes.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from xml.parsers import expat

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.raw_tables import Opened, refuse

DOCUMENT = "word/document.xml"
BEHIND = ("word/footnotes.xml", "word/endnotes.xml")
"""Parts whose text follows that of the document."""

BESIDE = ("word/header", "word/footer")
"""Beginnings of the names of parts that are not read; a document that has text there is told of."""

LARGEST_PART = 256 << 20
"""Bytes of a part when unpacked: the text of thousands of pages; a larger one is a bomb."""

MOST_PARTS = 20_000
LONGEST_TEXT = 20_000_000
PIECE = 1 << 16

WORD = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
LEFT_OUT = {
    **dict.fromkeys(f"{space} {name}" for space in WORD for name in ("del", "moveFrom", "instrText", "delText")),
    "http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback": None,
}
"""Elements whose text a reader does not see, or would see twice."""

_BREAKS = (zipfile.BadZipFile, zlib.error, expat.ExpatError, EOFError, NotImplementedError, RuntimeError, OSError)
_SIGNS: Mapping[str, str] = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": "\t"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DocxText:
    """The text of a document, and whether its headers or footers hold text that was not read."""

    text: str
    has_more: bool


def read_docx(opened: Opened) -> DocxText:
    """The text of a document: paragraphs as lines, cells of tables parted by tabs, footnotes behind it.

    Inserted text is read, deleted text is not. Pictures, comments and macros are not looked at.

    Raises:
        ImportProblem: it is damaged, has a password, unpacks to more than it may, or defines entities.
    """
    try:
        with zipfile.ZipFile(opened.file) as archive:
            names = [info.filename for info in archive.infolist()]
            if len(names) > MOST_PARTS or DOCUMENT not in names:
                refuse(opened.name, None, "this is no Word document", "Save it again as .docx, or as text.")
            text = _part(opened, archive, DOCUMENT)
            notes = [_part(opened, archive, name).strip("\n") for name in BEHIND if name in names]
            beside = [name for name in names if name.startswith(BESIDE) and name.endswith(".xml")]
            has_more = any(_part(opened, archive, name).strip() for name in beside[:20])
    except ImportProblem:
        raise
    except _BREAKS as error:
        raise ImportProblem(
            f"{opened.name}: the document is damaged or has a password ({type(error).__name__}).",
            "Open it in a word processor and save it again as .docx without a password, or as text.",
        ) from error
    return DocxText(text="\n\n".join(part for part in (text.strip("\n"), *notes) if part.strip()), has_more=has_more)


def _part(opened: Opened, archive: zipfile.ZipFile, name: str) -> str:
    reader = _PartReader(opened)
    n_read = 0
    with archive.open(name) as part:
        while piece := part.read(PIECE):
            n_read += len(piece)
            if n_read > LARGEST_PART or reader.n_characters > LONGEST_TEXT:
                refuse(
                    opened.name,
                    None,
                    f"unpacked it holds more than {LARGEST_PART >> 20} MB or {LONGEST_TEXT:,} characters of text",
                    "Save the text alone, as .txt.",
                )
            reader.feed(piece)
    return reader.end()


class _PartReader:
    """Collects the text of one part while its XML is read."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._pieces: list[str] = []
        self._left_out = 0
        self._is_text = False
        self._cells: list[int] = []
        self.n_characters = 0
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        self._parser = parser

    def feed(self, piece: bytes) -> None:
        """The next bytes of the part."""
        self._parser.Parse(piece, False)

    def end(self) -> str:
        """The whole text."""
        self._parser.Parse(b"", True)
        return "".join(self._pieces)

    def _refuse_doctype(self, *_declared: object) -> None:
        # Word writes none; one could define entities that grow without end or name files of this computer.
        refuse(self._opened.name, None, "the document defines entities, which none does", "Do not trust this file.")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in LEFT_OUT:
            self._left_out += 1
        space, _, local = name.rpartition(" ")
        if self._left_out or space not in WORD:
            self._is_text = local == "t" and space.endswith("/math") and not self._left_out
            return
        if local == "t":
            self._is_text = True
        elif local in _SIGNS:
            is_page = any(key.endswith(" type") and value == "page" for key, value in attributes.items())
            self._add("\n\n" if local == "br" and is_page else _SIGNS[local])
        elif local == "tr":
            self._cells.append(0)
        elif local == "tc" and self._cells:
            self._add("\t" if self._cells[-1] else "")
            self._cells[-1] += 1

    def _end(self, name: str) -> None:
        if name in LEFT_OUT:
            self._left_out -= 1
        space, _, local = name.rpartition(" ")
        self._is_text = False
        if self._left_out or space not in WORD:
            return
        if local == "p":
            self._add(" " if self._cells else "\n")
        elif local == "tr" and self._cells:
            self._cells.pop()
            self._add("\n" if not self._cells else " ")

    def _characters(self, words: str) -> None:
        if self._is_text:
            self._add(words)

    def _add(self, words: str) -> None:
        self._pieces.append(words)
        self.n_characters += len(words)
