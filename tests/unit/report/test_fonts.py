"""The font chain and its check."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from fairdesk.domain.errors import ReportError
from fairdesk.report.fonts import CHAIN, check_fonts, load_fonts
from tests.unit.report.documents import FONTS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for font in FONTS.glob("*.ttf"):
        (tmp_path / font.name).symlink_to(font)
    return tmp_path


def test_the_shipped_fonts_can_all_be_used() -> None:
    """The check finds nothing, and bold and italic exist for the report's own sentences."""
    assert check_fonts(FONTS) == ()
    chain = load_fonts(FONTS)
    assert len(chain.regular) == len(CHAIN)
    assert chain.bold[0].name == "NotoSans-Bold"
    assert chain.italic[0].name == "NotoSans-Italic"


def test_every_shipped_font_has_its_licence_beside_it() -> None:
    """The Open Font License travels with the fonts, and the folder stays small."""
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL-Noto.txt").read_text("utf-8").upper()
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL-NotoSansCJK.txt").read_text("utf-8").upper()
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 30_000_000


def test_a_missing_font_is_named(folder: Path) -> None:
    """Loading says which file is absent and what to do."""
    (folder / "NotoSansThai-Regular.ttf").unlink()

    assert len(check_fonts(folder)) == 1
    with pytest.raises(ReportError, match=r"NotoSansThai-Regular\.ttf") as caught:
        load_fonts(folder)
    assert caught.value.advice


def test_a_font_of_colour_bitmaps_is_named(folder: Path) -> None:
    """A font without outlines, as colour emoji fonts are, is refused with the reason."""
    broken = folder / "NotoEmoji-Regular.ttf"
    font = TTFont(broken)
    del font["glyf"], font["loca"]
    broken.unlink()
    font.save(broken)

    (problem,) = check_fonts(folder)

    assert "NotoEmoji-Regular.ttf" in problem
    assert "outlines" in problem


def test_a_file_that_is_no_font_is_named(folder: Path) -> None:
    """Text in place of a font is refused."""
    broken = folder / "NotoSansMath-Regular.ttf"
    broken.unlink()
    shutil.copy(FONTS / "README.md", broken)

    (problem,) = check_fonts(folder)

    assert "NotoSansMath-Regular.ttf cannot be used: it is not a font" in problem
