"""Word and PDF files for the tests of imported cases, made here."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

from reportlab.lib import pdfencrypt
from reportlab.pdfgen import canvas

SPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def docx(body: str, parts: dict[str, str] | None = None, beginning: str = "") -> bytes:
    """A Word document with this content of ``w:body``, and other parts by name."""
    document = f'<?xml version="1.0"?>{beginning}<w:document xmlns:w="{SPACE}"><w:body>{body}</w:body></w:document>'
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", document)
        for name, inner in (parts or {}).items():
            archive.writestr(name, f'<w:x xmlns:w="{SPACE}">{inner}</w:x>')
    return target.getvalue()


def paragraph(text: str) -> str:
    """A paragraph of one run."""
    return f'<w:p><w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def pdf(pages: Sequence[Sequence[str]], password: str = "", has_picture: bool = False) -> bytes:
    """A PDF file: lines of text on pages; with a drawing where a page shall show something."""
    target = io.BytesIO()
    encrypt = pdfencrypt.StandardEncryption(password, ownerPassword="owner") if password else None
    sheet = canvas.Canvas(target, encrypt=encrypt)
    for lines in pages:
        if has_picture:
            sheet.rect(50, 50, 200, 200, fill=1)
        for place, line in enumerate(lines):
            sheet.drawString(50, 800 - 14 * place, line)
        sheet.showPage()
    sheet.save()
    return target.getvalue()


def filled_form(value: str) -> bytes:
    """A PDF form with one field that somebody filled in."""
    target = io.BytesIO()
    sheet = canvas.Canvas(target)
    sheet.drawString(50, 800, "Motivation:")
    sheet.acroForm.textfield(name="m", value=value, x=150, y=790, width=300, height=20)
    sheet.save()
    return target.getvalue()
