"""Text of PDF files that have a text layer; nothing in them is run and no picture is read. A home of pypdfium2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from fairdesk.interchange.raw_tables import Opened, Progress, refuse

MOST_PAGES = 10_000
LONGEST_TEXT = 20_000_000
"""Characters of all pages together."""

_HYPHEN = re.compile("[\x02\ufffe]\r?\n?")
"""What pdfium writes for a hyphen at the end of a line."""

_SHOWN_RANGES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfText:
    """The text of a file: lines as on the pages, pages parted by a blank line.

    Attributes:
        pictures_only: Numbers of pages, from 1, that show something and hold no text.
    """

    text: str
    n_pages: int
    pictures_only: tuple[int, ...]


def read_pdf(opened: Opened, progress: Progress | None = None) -> PdfText:
    """The text layer of a file, in the order that pdfium finds; hyphens at the ends of lines stay as they are.

    Args:
        progress: Told the pages read and the pages of the file.

    Raises:
        ImportProblem: it is damaged, has a password, or has no text at all.
    """
    opened.file.seek(0)
    try:
        document = pypdfium2.PdfDocument(opened.file)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            cause = "the file is encrypted: it opens with a password only"
            refuse(opened.name, None, cause, "Save it without a password, for example by printing it into a PDF.")
        refuse(opened.name, None, "the PDF file is damaged or is none", "Save it again, or export its text.")
    try:
        return _read(opened, document, progress)
    except pypdfium2.PdfiumError as error:
        refuse(opened.name, None, f"the PDF file is damaged ({error})", "Save it again, or export its text.")
    finally:
        document.close()


def _read(opened: Opened, document: pypdfium2.PdfDocument, progress: Progress | None) -> PdfText:
    n_pages = len(document)
    if n_pages > MOST_PAGES:
        refuse(opened.name, None, f"it has {n_pages:,} pages, more than {MOST_PAGES:,}", "Split it into its documents.")
    if document.get_formtype() != pdfium.FORMTYPE_NONE:
        document.init_forms()
    pages: list[str] = []
    pictures: list[int] = []
    n_characters = 0
    for number in range(n_pages):
        text, shows = _page(document, number)
        n_characters += len(text)
        if n_characters > LONGEST_TEXT:
            refuse(opened.name, None, f"it holds more than {LONGEST_TEXT:,} characters", "Split it into its documents.")
        if text.strip():
            pages.append(text)
        elif shows:
            pictures.append(number + 1)
        if progress is not None:
            progress(number + 1, n_pages)
    if not pages:
        cause = (
            f"there is no text on {page_words(pictures)}: the pages are pictures, as a scanner makes them"
            if pictures
            else "its pages are empty"
        )
        refuse(
            opened.name, None, cause, "Have its text recognised first (OCR), or type it; FairDesk reads no pictures."
        )
    return PdfText(text="\n\n".join(pages), n_pages=n_pages, pictures_only=tuple(pictures))


def _page(document: pypdfium2.PdfDocument, number: int) -> tuple[str, bool]:
    """The text of a page, and whether anything is shown there. What was filled into a form counts as text."""
    page = document[number]
    try:
        if document.formenv is not None and page.flatten() == pdfium.FLATTEN_SUCCESS:
            page.close()
            page = document[number]
        textpage = page.get_textpage()
        try:
            text = textpage.get_text_range() if textpage.count_chars() else ""
        finally:
            textpage.close()
        shows = not text.strip() and any(True for _ in page.get_objects(max_depth=2))
    finally:
        page.close()
    text = _HYPHEN.sub("-\n", text).replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    lines = (line.rstrip() for line in text.split("\n"))
    return "\n".join(lines).strip("\n"), shows


def page_words(pages: Sequence[int]) -> str:
    """Page numbers for a sentence, in ranges.

    Example:
        >>> page_words([1, 2, 3, 7])
        'pages 1-3, 7'
    """
    ranges: list[list[int]] = []
    for page in pages:
        if ranges and page == ranges[-1][1] + 1:
            ranges[-1][1] = page
        else:
            ranges.append([page, page])
    words = [f"{first}-{last}" if last > first else f"{first}" for first, last in ranges]
    more = f" and {len(words) - _SHOWN_RANGES} more stretches" if len(words) > _SHOWN_RANGES else ""
    return f"{'page' if len(pages) == 1 else 'pages'} {', '.join(words[:_SHOWN_RANGES])}{more}"
