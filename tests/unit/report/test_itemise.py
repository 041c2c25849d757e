"""Sanitising, fonts per cluster, and directions."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.report.fonts import load_fonts
from fairdesk.report.itemise import Boundaries, FontPicker, sanitise
from tests.unit.report.documents import FONTS, SCRIPTS

REGULAR = (False, False)


@pytest.fixture
def picker() -> FontPicker:
    return FontPicker(load_fonts(FONTS), Boundaries())


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("user said \u202eevil txt\u202c end", "user said ⟦U+202E⟧evil txt⟦U+202C⟧ end"),
        ("a\u2066b\u2069", "a⟦U+2066⟧b⟦U+2069⟧"),
        ("tag\U000e0041\ufeff", "tag⟦U+E0041⟧⟦U+FEFF⟧"),
        ("A\x00B\x07C\x0bD\ufffeE\ud800F\x9b", "A\ufffdB\ufffdC\ufffdD\ufffdE\ufffdF\ufffd"),
        ("a\r\nb\rc\u2028d\te", "a\nb\nc\nd    e"),
        ("e\u0301 stays as it was written", "e\u0301 stays as it was written"),
    ],
)
def test_what_acts_unseen_is_made_visible(raw: str, shown: str) -> None:
    """Direction overrides, hidden text and controls of a model's answer are printed as such."""
    assert sanitise(raw) == shown


@given(st.text(alphabet=st.characters(), max_size=60))
def test_sanitised_text_holds_nothing_that_acts_unseen(text: str) -> None:
    """After sanitising there is no control, override, surrogate or non-character left, and letters are all there."""
    shown = sanitise(text)

    assert not any(unicodedata.category(c) in ("Cc", "Cs") and c != "\n" for c in shown)
    assert not any("\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069" for c in shown)
    letters = [c for c in text if unicodedata.category(c).startswith("L")]
    assert all(letter in shown for letter in letters)


def test_every_script_of_the_report_has_a_font(picker: FontPicker) -> None:
    """The shipped chain draws the 20 sample texts completely."""
    for _, text in SCRIPTS:
        assert picker.show_missing(text) == text
    assert not picker.missing


def test_a_character_without_a_font_is_printed_as_its_code_and_listed(picker: FontPicker) -> None:
    """Cuneiform and private characters are neither dropped nor drawn as empty boxes."""
    assert picker.show_missing("a 𒀀 \ue000") == "a ⟨U+12000⟩ ⟨U+E000⟩"
    assert picker.missing == {"𒀀", "\ue000"}


def test_a_skin_tone_is_printed_as_its_code_too(picker: FontPicker) -> None:
    """The black and white emoji look the same for all tones, so the tone is said in letters."""
    assert picker.show_missing("👍🏿") == "👍🏿⟨U+1F3FF⟩"
    assert not picker.missing


def test_a_pile_of_marks_does_not_hide_neighbouring_lines(picker: FontPicker) -> None:
    """Of 200 accents on one letter six are drawn and the rest printed as codes."""
    shown = picker.show_missing("a" + "\u0301" * 200)

    assert shown.startswith("a" + "\u0301" * 6 + "⟨U+0301⟩")
    assert shown.count("⟨U+0301⟩") == 194


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=40))
def test_runs_cover_the_text_without_gap_or_overlap(text: str) -> None:
    """Whatever the text, its runs join up to exactly it, and no run has a character that its font lacks."""
    picker = FontPicker(load_fonts(FONTS), Boundaries())
    for line in picker.show_missing(sanitise(text)).split("\n"):
        runs, level = picker.runs(line, REGULAR)

        assert level in (0, 1)
        assert [run.start for run in runs] == [0, *(run.end for run in runs[:-1])] if line else True
        assert "".join(line[run.start : run.end] for run in runs) == line
