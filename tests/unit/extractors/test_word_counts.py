"""Counting listed words (M18, M19): whole words of any script, and what is refused."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.errors import InputError
from fairdesk.extractors.word_counts import (
    count_words,
    count_words_as_helm,
    find_terms,
    helm_tokens,
    tokens,
    word_lists,
)

LISTS = word_lists({"female": ["she", "her", "woman"], "male": ["he", "his", "father"]})


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("She's certain; HER theory helps.", [2, 0]),
        ("The father-in-law gave his/her view.", [1, 2]),
        ("she_he she2he he\u2019s", [2, 3]),
        ("the sheep, others, there, Sherlock", [0, 0]),
        ("", [0, 0]),
        ("WOMAN\u00a0woman\u2003Woman", [3, 0]),
        ("\u201cHe\u201d \u2014 she!", [1, 1]),
    ],
)
def test_whole_words_are_counted(text: str, counts: list[int]) -> None:
    """Signs, digits and underscores split; parts of words do not count; case does not matter."""
    assert count_words([text], LISTS).tolist() == [counts]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("straße", "Die STRASSE ist lang"),
        ("\u00e9lan", "e\u0301lan"),
        ("वह", "वह कहती है"),
        ("हिन्दी", "वह हिन्दी बोलती"),
        ("ΣΟΦΟΣ", "σοφος"),
        ("она", "Она сказала"),
    ],
)
def test_words_of_any_script_are_found_once(word: str, text: str) -> None:
    """Folding is that of Unicode, composed and decomposed letters are equal, vowel signs do not split a word."""
    lists = word_lists({"one": [word], "other": ["zzz"]})

    assert count_words([text], lists).tolist() == [[1, 0]]


def test_superscripts_and_number_letters_are_no_letters() -> None:
    """A digit in any writing splits as every digit does."""
    assert tokens("he\u00b2she\u2167her\u00bdhis") == ["he", "she", "her", "his"]


@given(st.text(max_size=200))
def test_any_text_is_taken_apart(text: str) -> None:
    """No text raises, and the words together are its letters and marks after folding, in order."""
    folded = unicodedata.normalize("NFC", text.casefold())
    letters = [character for character in folded if unicodedata.category(character)[0] in "LM"]

    assert "".join(tokens(text)) == "".join(letters)
    assert count_words([text], LISTS).sum() >= 0


@given(st.lists(st.sampled_from(["She", "his", "theory", "Father's", "x,y", "her."]), max_size=30))
def test_counts_are_those_of_a_plain_count(words: list[str]) -> None:
    """The fast way counts what a regular expression over ASCII letters counts."""
    text = " ".join(words)
    plain = re.findall("[a-z]+", text.lower())
    wanted = [sum(word in group for word in plain) for group in ({"she", "her", "woman"}, {"he", "his", "father"})]

    assert count_words([text], LISTS).tolist() == [wanted]


@pytest.mark.parametrize(
    ("lists", "words"),
    [
        ({}, "no list"),
        ({"a": []}, "'a' is empty"),
        ({"a": ["she"], "b": ["She"]}, "stands in the lists 'a' and 'b'"),
        ({"a": ["father-in-law"]}, "no single word"),
        ({"a": ["first name"]}, "no single word"),
        ({"a": ["  "]}, "no single word"),
        ({"a": ["he2"]}, "no single word"),
    ],
)
def test_lists_that_cannot_be_counted_are_refused(lists: dict[str, list[str]], words: str) -> None:
    """A word in two lists, or an entry that could never be found, is a problem with its name."""
    with pytest.raises(InputError, match=words) as problem:
        word_lists(lists)
    assert problem.value.advice


def test_no_text_gives_no_rows() -> None:
    """Nothing to count has the shape of nothing."""
    assert count_words([], LISTS).shape == (0, 2)
    assert find_terms([], ["nurse"]).text.shape == (0,)


def test_terms_are_found_with_their_text() -> None:
    """Where a term stands, and how often, by text."""
    found = find_terms(["a nurse, NURSE", "nothing", "chef and nurse"], ["nurse", "chef"])

    rows = sorted(zip(found.term.tolist(), found.text.tolist(), found.times.tolist(), strict=True))
    assert rows == [(0, 0, 2), (0, 2, 1), (1, 2, 1)]
    assert found.n_texts == 3


def test_a_target_twice_is_refused() -> None:
    """A term that stands there twice would weigh double."""
    with pytest.raises(InputError, match="twice"):
        find_terms(["x"], ["nurse", "Nurse"])


def test_the_other_program_counts_otherwise() -> None:
    """HELM's tokens keep words with a slash or a hyphen whole, and split off what is contracted."""
    text = "The father-in-law gave his/her view: she'll see."

    assert helm_tokens('Isn\'t (he) "she"?') == ["is", "n't", "he", "she"]
    assert count_words_as_helm([text], LISTS).tolist() == [[1, 0]]
    assert count_words([text], LISTS).tolist() == [[2, 2]]
