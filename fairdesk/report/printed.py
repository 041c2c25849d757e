"""What is printed on the pages of a PDF, for comparing it with what is attached to it. A home of pypdfium2."""

from __future__ import annotations

import re

import pypdfium2

HEX_RUN = re.compile(r"[0-9a-f]{64,}")


def printed_hashes(pdf: bytes) -> frozenset[str]:
    """Every run of 64 lower-case hex digits on the pages, line ends and blanks inside it left out.

    Returns:
        Empty when the file cannot be read as a PDF.
    """
    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError:
        return frozenset()
    found: set[str] = set()
    try:
        for page in document:
            text = re.sub(r"\s+", "", page.get_textpage().get_text_bounded())
            for run in HEX_RUN.findall(text):
                found.update(run[start : start + 64] for start in range(len(run) - 63))
    finally:
        document.close()
    return frozenset(found)


def page_count(pdf: bytes) -> int:
    """How many pages a PDF has."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()


def page_pictures(pdf: bytes, scale: float, first: int = 0, count: int | None = None) -> list[tuple[int, int, bytes]]:
    """Pages as pictures for a preview, signature stamps included: width, height, RGBA bytes.

    Args:
        scale: Pixels per point.
        first: Page to begin with, from 0.
        count: How many pages; None for all that follow.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        document.init_forms()
        last = len(document) if count is None else min(len(document), first + count)
        pictures = []
        for number in range(first, last):
            bitmap = document[number].render(
                scale=scale, may_draw_forms=True, rev_byteorder=True, force_bitmap_format=4
            )
            pictures.append((bitmap.width, bitmap.height, bytes(bitmap.buffer)))
        return pictures
    finally:
        document.close()
