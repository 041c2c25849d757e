"""The picture inside a visible signature."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2

from fairdesk.report.stamp import render_stamp
from tests.pdf_tools.reading import spoken_text
from tests.unit.report.documents import FONTS

TEXT = "Digitally signed by 张伟 / محمد 2026\n\nDr. Ọláyínká Nguyễn, प्रिया शर्मा\n2026-11-29T20:36:44Z  Lead auditor"


def test_a_stamp_shows_names_of_any_script() -> None:
    """Chinese, Arabic, Yoruba and Hindi are legible, an empty line is one, and 2026 is not drawn as 6202."""
    data = render_stamp(TEXT, 240, 66, FONTS)

    assert [line for line in spoken_text(data).split("\n") if line] == [line for line in TEXT.split("\n") if line]
    with pypdfium2.PdfDocument(data) as pdf:
        assert len(pdf) == 1
        assert [round(edge) for edge in pdf[0].get_size()] == [240, 66]
        page = pdf[0].get_textpage()
        found = page.search("2026")
        first, _ = found.get_next()
        lefts = [page.get_charbox(first + number)[0] for number in range(4)]
        assert lefts == sorted(lefts)


def test_a_stamp_has_no_font_outside_itself() -> None:
    """Every font is embedded, so the signed report stays archivable."""
    with pikepdf.open(io.BytesIO(render_stamp(TEXT, 240, 66, FONTS))) as pdf:
        fonts = list(pdf.pages[0].obj.Resources.Font.values())
        assert len(fonts) > 3
        assert all("/FontFile2" in font.DescendantFonts[0].FontDescriptor for font in fonts)


def test_a_long_stamp_becomes_smaller_and_then_ends_in_an_ellipsis() -> None:
    """Nothing runs out of the box."""
    long = "\n".join(f"A very long line {number} " * 4 for number in range(20))

    data = render_stamp(long, 240, 66, FONTS)

    assert spoken_text(data).rstrip().endswith("…")
    with pypdfium2.PdfDocument(data) as pdf:
        page = pdf[0].get_textpage()
        boxes = [page.get_charbox(number) for number in range(page.count_chars())]
    assert min(box[1] for box in boxes) >= 0
    assert max(box[3] for box in boxes) <= 66
    assert max(box[2] for box in boxes) <= 240
