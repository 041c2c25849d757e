"""The door for case files: what kind a file is, how it is built, and its cases one after the other."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import PurePath

from fairdesk.domain.case_imports import CaseImportOptions, CaseProblem
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.case_parts import CaseFileFacts, ReadCase
from fairdesk.interchange.case_tables import survey_table, table_cases
from fairdesk.interchange.delimited import refuse_encoding
from fairdesk.interchange.docx_texts import read_docx
from fairdesk.interchange.pdf_texts import page_words, read_pdf
from fairdesk.interchange.raw_tables import Opened, Progress, opened, refuse
from fairdesk.interchange.text_encoding import encoding_of, known_encoding

LONGEST_CASE = 5_000_000
"""Characters of the longest text that becomes a case."""

LONG_CASE = 400_000
"""Characters above which a case is told of: no model that is in use reads so much at once."""

LARGEST_TEXT = 64 << 20
LARGEST_DOCUMENT = 512 << 20
"""Bytes of the largest text file, and of the largest Word or PDF file."""

KINDS = {
    ".txt": "text",
    ".text": "text",
    ".md": "Markdown",
    ".markdown": "Markdown",
    ".csv": "CSV",
    ".tsv": "TSV",
    ".tab": "TSV",
    ".xlsx": "XLSX",
    ".xlsm": "XLSX",
    ".jsonl": "JSON lines",
    ".ndjson": "JSON lines",
    ".json": "JSON lines",
    ".docx": "DOCX",
    ".docm": "DOCX",
    ".pdf": "PDF",
}
"""What the end of a file's name says of its kind."""

PLAIN = ("text", "Markdown")

_PARAGRAPH = re.compile(r"\n[ \t\u00a0]*\n\s*")
_KNOWN = "text (.txt), Markdown (.md), CSV, TSV, XLSX, JSON lines (.jsonl), DOCX and PDF"


def survey_case_file(file: Opened, options: CaseImportOptions) -> CaseFileFacts:
    """Kind and layout of a file; of a table also its columns.

    Raises:
        ImportProblem: it is empty, of a kind that cannot be read, or damaged.
    """
    if file.n_bytes == 0:
        refuse(file.name, None, "the file is empty", "Choose a file with text.")
    kind = _kind(file)
    if kind in PLAIN or kind in ("DOCX", "PDF"):
        largest = LARGEST_TEXT if kind in PLAIN else LARGEST_DOCUMENT
        if file.n_bytes > largest:
            refuse(file.name, None, f"the file is larger than {largest >> 20} MB", "Split it, or make a table of it.")
        encoding = ""
        if kind in PLAIN:
            encoding = known_encoding(options.encoding, file) if options.encoding else encoding_of(file)[0]
        return CaseFileFacts(name=file.name, kind=kind, n_bytes=file.n_bytes, encoding=encoding)
    return survey_table(file, kind, options)


def read_case_file(
    file: Opened, facts: CaseFileFacts, options: CaseImportOptions, progress: Progress | None = None
) -> Iterator[ReadCase | CaseProblem]:
    """The cases of a file in its order, and what cannot be taken.

    Raises:
        ImportProblem: the file cannot be read to its end.
    """
    found = table_cases(file, facts, progress) if facts.is_table else _document_cases(file, facts, options, progress)
    for one in found:
        if isinstance(one, CaseProblem):
            yield one
            continue
        yield from _checked(facts.name, one)


def _checked(name: str, case: ReadCase) -> Iterator[ReadCase | CaseProblem]:
    if len(case.text) > LONGEST_CASE or "\x00" in case.text:
        is_long = len(case.text) > LONGEST_CASE
        cause = f"the text is longer than {LONGEST_CASE:,} characters" if is_long else "a zero byte stands in the text"
        cure = "Cut it into parts." if is_long else "Export the text again; this is damaged or no text."
        yield CaseProblem(file=name, place=case.place, cause=cause, cure=cure)
        return
    if len(case.text) > LONG_CASE:
        cause = f"the text has {len(case.text):,} characters; few models read so much at once"
        yield CaseProblem(file=name, place=case.place, cause=cause, cure="It is taken as it is.", is_blocking=False)
    yield case


def _document_cases(
    file: Opened, facts: CaseFileFacts, options: CaseImportOptions, progress: Progress | None
) -> Iterator[ReadCase | CaseProblem]:
    if facts.kind == "PDF":
        pdf = read_pdf(file, progress)
        if pdf.pictures_only:
            verb = "holds" if len(pdf.pictures_only) == 1 else "hold"
            cause = f"{page_words(pdf.pictures_only)} of {pdf.n_pages} {verb} pictures and no text"
            yield CaseProblem(
                file=file.name,
                place="",
                cause=cause,
                cure="Their text is not taken. Have it recognised first (OCR) where it matters.",
                is_blocking=False,
            )
        yield ReadCase(text=pdf.text)
    elif facts.kind == "DOCX":
        document = read_docx(file)
        if document.has_more:
            yield CaseProblem(
                file=file.name,
                place="",
                cause="its headers or footers hold text, which is not taken",
                cure="Copy it into the document where it matters.",
                is_blocking=False,
            )
        yield from _with_text(file.name, document.text)
    else:
        text = _plain_text(file, facts.encoding)
        if options.split == "paragraph":
            parts = [part.strip("\n") for part in _PARAGRAPH.split(text) if part.strip()]
            yield from (ReadCase(text=part, place=f"paragraph {place}") for place, part in enumerate(parts, 1))
        else:
            yield from _with_text(file.name, text)
    if progress is not None:
        progress(file.n_bytes, file.n_bytes)


def _with_text(name: str, text: str) -> Iterator[ReadCase | CaseProblem]:
    if text.strip():
        yield ReadCase(text=text)
    else:
        yield CaseProblem(file=name, place="", cause="it holds no text", cure="Choose a file with text.")


def _plain_text(file: Opened, encoding: str) -> str:
    file.file.seek(0)
    try:
        text = file.file.read().decode(encoding)
    except UnicodeDecodeError:
        refuse_encoding(file, encoding)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    zero = text.find("\x00")
    if zero >= 0:
        refuse(
            file.name,
            text.count("\n", 0, zero) + 1,
            "a zero byte stands in the text; the file is damaged or is no text",
            "Save it again as plain text with the encoding UTF-8.",
        )
    return text.replace("\f", "\n\n").strip("\n")


def _kind(file: Opened) -> str:
    """By the first bytes where they say it, else by the end of the name."""
    file.file.seek(0)
    head = file.file.read(1024)
    file.file.seek(0)
    if b"%PDF-" in head:
        return "PDF"
    if head.startswith(b"\xd0\xcf\x11\xe0"):
        cause = "this is an old Word or Excel file, or one with a password"
        refuse(file.name, None, cause, "Save it as .docx or .xlsx without a password.")
    if head.startswith(b"PK\x03\x04"):
        return _zipped_kind(file)
    kind = KINDS.get(PurePath(file.name).suffix.lower(), "")
    if head.startswith((b"\x1f\x8b", b"\x89PNG", b"\xff\xd8\xff", b"{\\rtf", b"PAR1", b"GIF8")):
        refuse(file.name, None, "this is no text and no document that can be read", f"FairDesk reads {_KNOWN}.")
    if kind in ("PDF", "DOCX", "XLSX"):
        refuse(file.name, None, f"this is no {kind} file, or a damaged one", "Save it again from its program.")
    if not kind:
        refuse(file.name, None, "its name does not end as that of a file that can be read", f"FairDesk reads {_KNOWN}.")
    return kind


def _zipped_kind(file: Opened) -> str:
    try:
        with zipfile.ZipFile(file.file) as archive:
            names = archive.NameToInfo
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError) as error:
        raise ImportProblem(
            f"{file.name}: the file is damaged ({type(error).__name__}).", "Copy it again, or save it again."
        ) from error
    finally:
        file.file.seek(0)
    if "word/document.xml" in names:
        return "DOCX"
    if "xl/workbook.xml" in names:
        return "XLSX"
    refuse(file.name, None, "this is an archive, not one document", f"Unpack it first; FairDesk reads {_KNOWN}.")


__all__ = ["KINDS", "opened", "read_case_file", "survey_case_file"]
