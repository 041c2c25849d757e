"""Words with offsets in any script, capitals, sentences, and what is no prose."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.evaluations.swaps.tokens import (
    Capitals,
    begins_sentence,
    capitals,
    capitals_at,
    is_possessive,
    is_whole,
    opaque_spans,
    small_letters,
    with_capitals,
    without_invisible,
    words_of,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He's here, isn't he?", ["He", "s", "here", "isn", "t", "he"]),
        ("well-known mother-in-law", ["well", "known", "mother", "in", "law"]),
        ("his_name _his_", ["his_name", "his"]),
        ("his\u00adtory zero\u200bwidth", ["his\u00adtory", "zero\u200bwidth"]),
        ("his\u200b car\ufeff", ["his", "car"]),
        ("e\u0301cole he\u0301", ["e\u0301cole", "he\u0301"]),
        ("नमस्ते हिन्दी", ["नमस्ते", "हिन्दी"]),
        ("قال الطالبُ", ["قال", "الطالبُ"]),
        ("Он сказал", ["Он", "сказал"]),
        ("John先生です。", ["John", "先生です"]),
        ("คนไทย A1", ["คนไทย", "A1"]),
        ("heʼs O’Neil", ["he", "s", "O", "Neil"]),
        ("𠀀𠀁 𝒜b", ["𠀀𠀁", "𝒜b"]),
        ("…", []),
        ("", []),
    ],
)
def test_words_of_any_script(text: str, words: list[str]) -> None:
    """Marks, soft hyphens and zero-width characters belong to the word; apostrophes and hyphens part it."""
    found = words_of(text)
    assert [found.form(i) for i in range(len(found))] == words


@given(st.text(max_size=60))
def test_words_and_gaps_make_up_the_text(text: str) -> None:
    """Nothing is lost and nothing stands twice; every word is found again by its offset."""
    words = words_of(text)
    parts = [words.gap_before(0)] if len(words) else []
    for i in range(len(words)):
        assert words.spans[i] == (words.start(i), words.end(i))
        assert words.start(i) < words.end(i)
        assert words.small[i] == small_letters(words.form(i)) == words.small_at(i)
        assert words.index_at(words.start(i)) == i
        assert words.index_at(words.end(i) - 1) == i
        begins_with_mark = unicodedata.category(words.form(i)[0])[0] == "M"
        assert begins_with_mark or is_whole(text, words.start(i), words.end(i))
        parts += [words.form(i), words.gap_after(i)]
    assert "".join(parts) == (text if len(words) else "")
    assert words.small_at(-1) == words.small_at(len(words)) == ""
    assert words.index_at(-1) == -1


@given(st.text(st.characters(max_codepoint=0x2FF, categories=["Lu", "Ll", "Zs", "Nd", "Po"]), max_size=40))
def test_plain_and_careful_patterns_find_the_same_words(text: str) -> None:
    """A sign of another script at the end of a text never changes how the rest of it is cut."""
    words, longer = words_of(text), words_of(text + " 他😀")
    assert [words.form(i) for i in range(len(words))] == [longer.form(i) for i in range(len(longer) - 1)]


def test_looking_up_takes_decomposed_letters_for_composed_ones() -> None:
    """The same word is the same however it was typed."""
    assert words_of("E\u0301cole").small == ["école"] == words_of("École").small
    assert unicodedata.is_normalized("NFC", words_of("E\u0301cole").small[0])
    assert without_invisible("hus\u00adband") == "husband"


@pytest.mark.parametrize(
    ("word", "pattern"),
    [
        ("he", Capitals.LOWER),
        ("He", Capitals.CAPITALISED),
        ("HE", Capitals.ALL_CAPS),
        ("hE", Capitals.MIXED),
        ("McDonald", Capitals.MIXED),
        ("A", Capitals.CAPITALISED),
        ("他", Capitals.LOWER),
        ("12", Capitals.LOWER),
        ("Élève", Capitals.CAPITALISED),
    ],
)
def test_how_a_word_is_written(word: str, pattern: Capitals) -> None:
    """Scripts without capitals count as small letters."""
    assert capitals(word) is pattern


def test_a_single_letter_is_in_capitals_where_its_neighbours_are() -> None:
    """The A of "A MAN" becomes AN, the one of "A man" becomes An."""
    assert capitals_at(words_of("A MAN CAME"), 0) is Capitals.ALL_CAPS
    assert capitals_at(words_of("A man came"), 0) is Capitals.CAPITALISED


def test_words_take_the_capitals_of_what_they_stand_for() -> None:
    """A word's own capitals stay where nothing asks for others."""
    assert with_capitals("she", Capitals.CAPITALISED) == "She"
    assert with_capitals("straße", Capitals.ALL_CAPS) == "STRASSE"
    assert with_capitals("McDonald", Capitals.LOWER) == "McDonald"
    assert with_capitals("", Capitals.CAPITALISED) == ""


@pytest.mark.parametrize(
    ("text", "word", "begins"),
    [
        ("He came. She left.", "She", True),
        ("He came, she left.", "she", False),
        ("Dr. Smith came.", "Smith", False),
        ("J. Smith came.", "Smith", False),
        ("He came!\n\nShe left", "She", True),
        ("one line\nother line", "other", False),
        ("List:\n- other", "other", True),
        ('He said: "Come."', "Come", True),
        ("他来了。她走了", "她走了", True),
        ("He came? she", "she", True),
        ("At 3 p.m. she came", "she", False),
    ],
)
def test_where_sentences_begin(text: str, word: str, begins: bool) -> None:
    """After a stop, an empty line, a sign of a list, and in direct speech; not after an abbreviation or an initial."""
    words = words_of(text)
    i = [words.form(k) for k in range(len(words))].index(word)
    assert begins_sentence(words, i) is begins


def test_possessives_with_either_apostrophe() -> None:
    """An s of its own behind an apostrophe."""
    words = words_of("the actress's, women’s and boys' or he'd")
    assert [words.form(i) for i in range(len(words)) if is_possessive(words, i)] == ["actress", "women"]


@pytest.mark.parametrize(
    ("text", "opaque"),
    [
        ("Dear {name}, <b>he</b> wrote", ["{name}", "<b>", "</b>"]),
        ("See https://a.org/his?x=1 or www.her.com now", ["https://a.org/his?x=1", "www.her.com"]),
        ("Mail his.name@uni.edu, or (her@x.de).", ["his.name@uni.edu", "her@x.de"]),
        ("The file his.pdf is here. He is. I am 5 < 6 > 4", ["his.pdf"]),
        ("No prose? {" + "x" * 200 + "}", []),
        ("", []),
    ],
)
def test_what_is_no_prose(text: str, opaque: list[str]) -> None:
    """Place-holders, mark-up, addresses and file names are told from sentences."""
    assert [text[start:end].rstrip(".") for start, end in opaque_spans(text)] == opaque


@given(st.text(st.sampled_from("ab@{}<>. /:w\n"), max_size=80))
def test_opaque_stretches_are_in_order(text: str) -> None:
    """They never overlap and lie inside the text."""
    read_to = 0
    for start, end in opaque_spans(text):
        assert read_to <= start < end <= len(text)
        read_to = end
