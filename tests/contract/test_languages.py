"""Every language of the swaps keeps to the contract of ``LanguageRules``."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.edits import Edit, Place, Scan, apply_edits
from fairdesk.evaluations.swaps import LANGUAGES, rules_of
from fairdesk.evaluations.swaps.language import FEMALE, MALE, LanguageRules

_EVERY = pytest.mark.parametrize("rules", LANGUAGES, ids=[rules.language for rules in LANGUAGES])
_TEXTS = (
    "",
    " \r\n\t",
    "He gave Her his books; (s)he and Mr. O'Neil's sister-in-law left…",
    "Die Lehrerin gab ihrem Schüler sein Buch, und er dankte ihr.",
    "L'étudiante a donné son livre à sa sœur ; il l'a lu.",
    "La profesora le dio su libro a un alumno, y él lo leyó. ¿Señor?",
    "Он дал ей книгу. قال لها إنه هنا. उसने कहा। 他给了她一本书。",
    "e\u0301 \u200b\ufeff\u00ad\u202eabc\u2066 😀🏽 İıßŉ",
    "{name} <p class='his'> his@example.org https://example.org/her her.pdf",
)
_SENTENCE = re.compile(r"\S[^\n]* [^\n]*\.")
"""One may begin with a word of its language, in small letters."""
_PIECES = st.one_of(
    st.text(max_size=8),
    st.sampled_from([word for text in _TEXTS for word in text.split(" ")]),
    st.sampled_from(
        ["he", "Her", "HIS", "er", "sie", "Ihr", "die Frau", "le", "l'", "elle", "un", "él", "ella", "los"]
    ),
)


def _check(rules: LanguageRules, text: str) -> None:
    scan = rules.scan_gender(text, ())
    assert isinstance(scan, Scan)
    _check_places(text, scan.places)
    agreed = rules.agreeing(text, scan.places)
    _check_places(text, agreed)
    kept = {(place.start, place.end) for place in agreed}
    assert all((place.start, place.end) in kept for place in scan.places)
    for one in scan.left:
        assert 0 <= one.start <= one.end <= len(text)
        assert one.words == text[one.start : one.end]
        assert one.cue_id == ""
        assert _SENTENCE.fullmatch(one.advice), one.advice
        assert not any(place.start < one.end and one.start < place.end for place in scan.places)


def _check_places(text: str, places: tuple[Place, ...]) -> None:
    read_to = 0
    for place in places:
        assert read_to <= place.start < place.end <= len(text)
        assert set(place.words) == {MALE, FEMALE}
        assert place.own in place.words
        assert place.words[place.own] == text[place.start : place.end]
        assert place.slot
        assert place.cue_id == ""
        read_to = place.end
    edits = [Edit(start=one.start, end=one.end, words=one.words[one.own], cue_id="") for one in places]
    assert apply_edits(text, edits) == text


def test_there_are_languages_and_each_stands_once() -> None:
    """A language is found by its two letters, with or without a country, and by no other name."""
    names = [rules.language for rules in LANGUAGES]
    assert names
    assert len(set(names)) == len(names)
    for rules in LANGUAGES:
        assert re.fullmatch(r"[a-z]{2}", rules.language)
        assert rules.title
        assert rules_of(rules.language) is rules
        assert rules_of(rules.language.upper() + "-XX") is rules
    assert rules_of("zz") is None
    assert rules_of("") is None


@_EVERY
def test_what_is_covered_and_what_is_left_is_said_in_sentences(rules: LanguageRules) -> None:
    """The page Cues and the report print these as they are."""
    for sentences in (rules.covers, rules.leaves):
        assert sentences
        assert all(_SENTENCE.fullmatch(sentence) for sentence in sentences)
        assert all(len(sentence) < 400 for sentence in sentences)


@_EVERY
def test_determiners_are_looked_up_in_small_letters(rules: LanguageRules) -> None:
    """A determiner with a capital would never be found."""
    assert all(word == word.lower() and word.strip() == word != "" for word in rules.determiners)


@_EVERY
@pytest.mark.parametrize("text", _TEXTS, ids=[f"{i}" for i in range(len(_TEXTS))])
def test_places_of_these_texts_are_sound(rules: LanguageRules, text: str) -> None:
    """Whatever the language of a text, no rule raises and every place holds what stands there."""
    _check(rules, text)


@_EVERY
@settings(max_examples=40)
@given(pieces=st.lists(_PIECES, max_size=12), glue=st.sampled_from([" ", "", "\n", ", ", "-", "'"]))
def test_places_of_any_text_are_sound(rules: LanguageRules, pieces: list[str], glue: str) -> None:
    """No text of any make raises, and every place holds what stands there."""
    _check(rules, glue.join(pieces))


@_EVERY
def test_a_broken_further_pair_is_not_used(rules: LanguageRules) -> None:
    """Pairs come from an auditor's file: what is no pair changes nothing and never raises."""
    for pair in ("", "|", "a|", "|b", "a", "a|a", "a|b|c", "\u200b|\u00ad", "-|+"):
        _check_places("x a b -", rules.scan_gender("x a b -", (pair,)).places)


@_EVERY
def test_the_same_text_gives_the_same_places(rules: LanguageRules) -> None:
    """Nothing is drawn and nothing depends on what was scanned before."""
    text = " ".join(_TEXTS)
    first = rules.scan_gender(text, ())
    rules.scan_gender("Something else.", ())
    assert rules.scan_gender(text, ()) == first
