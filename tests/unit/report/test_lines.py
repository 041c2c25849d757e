"""Breaking lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.report.fonts import load_fonts
from fairdesk.report.text import TextBox, TextStyle, Typesetter
from tests.unit.report.documents import FONTS, SCRIPTS

STYLE = TextStyle(size=10, leading=14)


def printed(box: TextBox) -> list[str]:
    return [line.text[line.start : line.end] for line in box.lines]


@given(st.lists(st.sampled_from([*"ab -\nلا١٢張😀é", "नि"]), max_size=80).map("".join), st.floats(12, 200))
def test_no_line_is_wider_than_the_box_and_nothing_but_spaces_is_lost(text: str, width: float) -> None:
    """All characters come out in order; what may be missing is white space at the end of a line."""
    setter = Typesetter(load_fonts(FONTS))

    box = setter.box(text, STYLE, width)

    assert "".join(printed(box)).replace(" ", "") == text.replace("\n", "").replace(" ", "")
    widest = max((len(line.text[line.start : line.end].strip()) > 1, line.width) for line in box.lines)
    assert not widest[0] or box.ink_width <= width + 1.5  # joining letters differ a little once a line ends


def test_a_token_wider_than_the_line_is_broken_and_complete() -> None:
    """400 letters without a space fit into a narrow column and none runs out of it."""
    box = Typesetter(load_fonts(FONTS)).box("https://example.org/" + "a" * 400, STYLE, 100)

    assert "".join(printed(box)) == "https://example.org/" + "a" * 400
    assert box.ink_width <= 100.01


@pytest.mark.parametrize(("name", "text"), SCRIPTS)
def test_each_script_breaks_into_the_same_characters(name: str, text: str) -> None:
    """In a narrow column every script keeps all of its characters."""
    box = Typesetter(load_fonts(FONTS)).box(text, STYLE, 60)

    assert len(box.lines) > 1
    assert "".join(printed(box)).replace(" ", "") == text.replace(" ", ""), name


def test_spaces_at_the_start_of_a_line_stay() -> None:
    """Indentation in a quoted answer is kept."""
    assert printed(Typesetter(load_fonts(FONTS)).box("a\n    b\n\nc", STYLE, 100)) == ["a", "    b", "", "c"]


@pytest.mark.slow
def test_a_hundred_thousand_words_take_seconds() -> None:
    """Breaking is linear: no quadratic search through a very long answer."""
    box = Typesetter(load_fonts(FONTS)).box("word " * 100_000, STYLE, 470)

    assert sum(text.count("word") for text in printed(box)) == 100_000


def test_a_text_cut_for_a_page_head_says_so() -> None:
    """A long page head ends in an ellipsis within its one line."""
    box = Typesetter(load_fonts(FONTS)).box_within("a very long head " * 40, STYLE, 200, 1)

    assert len(box.lines) == 1
    assert printed(box)[0].endswith("…")
