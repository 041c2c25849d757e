"""Listed terms in free text: whole words of any script, longest first, with capitals; what does not fit is left."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.design import Cue, CueKind, WordList
from fairdesk.domain.edits import Edit, LeftReason, Scan, apply_edits
from fairdesk.evaluations.swaps import english, rules_of
from fairdesk.evaluations.swaps.language import LanguageRules
from fairdesk.evaluations.swaps.terms import scan_terms


def _cue(language: str = "en", **lists: str) -> Cue:
    """A cue of terms; entries of a level stand apart by ``|``."""
    return Cue(
        cue_id="terms",
        attribute_id="origin",
        kind=CueKind.TERMS,
        title="Terms",
        language=language,
        lists=tuple(WordList(level=level, words=tuple(words.split("|"))) for level, words in lists.items()),
    )


def _at(text: str, scan: Scan, level: str, rules: LanguageRules | None = english.RULES) -> str:
    places = rules.agreeing(text, scan.places) if rules is not None else scan.places
    return apply_edits(
        text,
        [Edit(start=one.start, end=one.end, words=one.words[level], cue_id=one.cue_id) for one in places],
    )


_ORIGIN = _cue(black="African American|Nigerian|immigrant|US", white="white|Irish|native|EU")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("An African American man applied.", "A white man applied."),
        ("African American students applied.", "White students applied."),
        ("AN AFRICAN AMERICAN MAN APPLIED.", "A WHITE MAN APPLIED."),
        ("An African-American man applied.", "A white man applied."),
        ("An African\r\nAmerican man applied.", "A white man applied."),
        ("Immigrants and an immigrant's view.", "Natives and a native's view."),
        ("Immigrant students. They said: immigrant.", "Native students. They said: native."),
        ("A Nigerian’s file", "An Irish’s file"),
        ("A US citizen told us.", "An EU citizen told us."),
        ("*Nigerian* and “Nigerian”", "*Irish* and “Irish”"),
        ("He said Nigerian\u200b. 他Nigerian人", "He said Irish\u200b. 他Irish人"),
    ],
)
def test_terms_take_capitals_articles_and_possessives(text: str, expected: str) -> None:
    """Agreement is English; capitals follow the text; nothing else differs."""
    scan = scan_terms(text, _ORIGIN, english.RULES)
    assert _at(text, scan, "white") == expected
    assert _at(text, scan, "black") == text
    assert scan.left == ()


@pytest.mark.parametrize(
    "text",
    [
        "told us",
        "Nigeria",
        "immigrants_table",
        "Nigerian_x",
        "x@nigerian.org",
        "{Nigerian}",
        "O'Nigerian",
        "African",
        "",
    ],
)
def test_only_whole_words_are_terms(text: str) -> None:
    """Parts of words, addresses, place-holders and a pronoun that looks like US are neither changed nor listed."""
    scan = scan_terms(text, _cue(a="Nigerian|immigrants|US", b="Irish|natives|EU"), english.RULES)
    assert scan == Scan()


@pytest.mark.parametrize(
    ("text", "words", "reason"),
    [
        ("African Americans applied.", "African Americans", LeftReason.NO_COUNTERPART),
        ("A pre-Nigerian era.", "Nigerian", LeftReason.AMBIGUOUS),
        ("Nigerian-born students.", "Nigerian", LeftReason.AMBIGUOUS),
        ("a nigerian student", "nigerian", LeftReason.ORDINARY_WORD),
    ],
)
def test_what_does_not_fit_is_left_and_listed(text: str, words: str, reason: LeftReason) -> None:
    """Plurals without a listed counterpart, compounds, and small letters that make another word."""
    scan = scan_terms(text, _ORIGIN, english.RULES)
    assert [(one.words, one.reason, one.cue_id) for one in scan.left] == [(words, reason, "terms")]
    assert scan.places == ()
    assert scan.left[0].advice.endswith(".")


def test_a_term_in_small_letters_may_be_part_of_a_name() -> None:
    """The White House is no house of white people; a capital at the beginning of a sentence tells nothing."""
    cue = _cue(a="white|young", b="black|old")
    scan = scan_terms("The White House, Professor Young and a white man. White men. Young, I came.", cue, english.RULES)
    assert [one.words for one in scan.left] == ["White", "Young"]
    text = "The White House, a white man. White men."
    assert _at(text, scan_terms(text, cue, english.RULES), "b") == "The White House, a black man. Black men."


def test_the_longest_term_wins() -> None:
    """A term inside a longer one is not found by itself."""
    cue = _cue(a="state school|school|boarding school in Kent", b="public school|college|day school in Kent")
    text = "A state school, a school, a boarding school in Kent."
    assert _at(text, scan_terms(text, cue, english.RULES), "b") == "A public school, a college, a day school in Kent."


def test_plurals_are_made_where_an_s_is_right_for_every_level() -> None:
    """Christians and Muslims; the French and the Polish have no such plural and are listed."""
    cue = _cue(a="Muslim|Nigerian", b="Christian|French")
    text = "Two Muslims met two Nigerians."
    scan = scan_terms(text, cue, english.RULES)
    assert _at(text, scan, "b") == "Two Christians met two Nigerians."
    assert [one.words for one in scan.left] == ["Nigerians"]


def test_punctuation_of_a_term_must_stand_there() -> None:
    """C is not C++, and U.S. is found with its stops."""
    cue = _cue(a="C++|U.S.|(deaf)", b="Rust|E.U.|(hearing)")
    text = "C, C++ and a U.S. school (deaf)."
    assert _at(text, scan_terms(text, cue, english.RULES), "b") == "C, Rust and an E.U. school (hearing)."


@pytest.mark.parametrize(
    ("lists", "reason"),
    [
        ({"a": "red|red", "b": "blue|green"}, LeftReason.AMBIGUOUS),
        ({"a": "red", "b": "red"}, LeftReason.AMBIGUOUS),
        ({"a": "red", "b": ""}, LeftReason.NO_COUNTERPART),
        ({"a": "blue|red", "b": "green"}, LeftReason.NO_COUNTERPART),
        ({"a": "red", "b": "   "}, LeftReason.NO_COUNTERPART),
    ],
)
def test_faulty_lists_leave_and_say_so(lists: dict[str, str], reason: LeftReason) -> None:
    """A term of two levels, or without a counterpart, is never changed."""
    scan = scan_terms("It is red.", _cue(**lists), english.RULES)
    assert [one.reason for one in scan.left] == [reason]
    assert scan.places == ()


def test_the_same_row_twice_is_no_fault() -> None:
    """A list may repeat itself."""
    text = "It is red."
    assert _at(text, scan_terms(text, _cue(a="red|red", b="blue|blue"), english.RULES), "b") == "It is blue."


@pytest.mark.parametrize("lists", [{}, {"a": ""}, {"a": "", "b": ""}, {"a": "|"}])
def test_empty_lists_find_nothing(lists: dict[str, str]) -> None:
    """Lists without a word never raise."""
    assert scan_terms("It is red.", _cue(**lists), english.RULES) == Scan()


def test_scripts_without_spaces_have_no_ends_of_words() -> None:
    """In Chinese, Japanese and Thai the longest listed letters are taken wherever they stand."""
    cue = _cue("zh", a="中国人|中国", b="德国人|德国")
    text = "他是中国人,来自中国。AI中国人x"
    assert _at(text, scan_terms(text, cue, None), "b", None) == "他是德国人,来自德国。AI德国人x"
    cue = _cue("th", a="ไทย", b="ลาว")
    assert _at("คนไทยมา", scan_terms("คนไทยมา", cue, None), "b", None) == "คนลาวมา"


def test_combining_marks_are_never_cut_off() -> None:
    """A term is not found in front of a mark that makes another letter of its last one."""
    cue = _cue("th", a="ไท", b="ลาว")
    assert scan_terms("ไท\u0e49ย", cue, None) == Scan()
    cue = _cue("hi", a="हिन्द", b="सिख")
    assert scan_terms("हिन्दी", cue, None) == Scan()
    assert _at("वह हिन्द है", scan_terms("वह हिन्द है", cue, None), "b", None) == "वह सिख है"


@pytest.mark.parametrize(
    ("language", "a", "b", "text", "expected"),
    [
        ("ru", "русский", "немецкий", "Он Русский, не нерусский.", "Он Немецкий, не нерусский."),
        ("ar", "مسلم", "مسيحي", "هو مسلم. مسلمون", "هو مسيحي. مسلمون"),
        ("el", "Έλληνας", "Τούρκος", "ΕΊΝΑΙ Έλληνας.", "ΕΊΝΑΙ Τούρκος."),
        ("fr", "algérien", "breton", "Il est alge\u0301rien.", "Il est breton."),
    ],
)
def test_terms_of_other_scripts(language: str, a: str, b: str, text: str, expected: str) -> None:
    """Whole words in Cyrillic, Arabic and Greek; composed and decomposed letters are the same."""
    scan = scan_terms(text, _cue(language, a=a, b=b), None)
    assert _at(text, scan, "b", None) == expected
    assert _at(text, scan, "a", None) == text


def _inflected() -> LanguageRules:
    rules = rules_of("de")
    assert rules is not None
    return rules


def test_a_term_behind_a_word_that_agrees_with_it_is_left() -> None:
    """Der Pole is die Deutsche, not der Deutsche: without the article in every entry nobody can know."""
    cue = _cue("de", a="Polin", b="Deutscher")
    scan = scan_terms("Die Polin kam. Als Polin kam sie.", cue, _inflected())
    assert [(one.words, one.reason) for one in scan.left] == [("Polin", LeftReason.NO_AGREEMENT)]
    assert [place.own for place in scan.places] == ["a"]


def test_a_term_with_its_own_article_agrees_by_itself() -> None:
    """Where the entries of all levels begin with an article the whole is exchanged."""
    cue = _cue("de", a="die Polin", b="der Deutsche")
    text = "Die Polin kam, und die Polin blieb."
    scan = scan_terms(text, cue, _inflected())
    assert scan.left == ()
    assert _at(text, scan, "b", None) == "Der Deutsche kam, und der Deutsche blieb."


def test_an_elided_article_parts_words_in_french() -> None:
    """Algérien is a word of its own behind an apostrophe in French, and no part of a name as in English."""
    text = "l'Algérien"
    assert scan_terms(text, _cue("fr", a="Algérien", b="Breton"), None).places
    assert scan_terms(text, _cue("en", a="Algérien", b="Breton"), None) == Scan()


_PIECE = st.one_of(
    st.text(max_size=6),
    st.sampled_from(
        ["African American", "immigrant", "Immigrants", "US", "中国人", "русский", "مسلم", "हिन्दू", "white"]
    ),
)


@given(st.lists(_PIECE, max_size=10), st.sampled_from([" ", "", "-", "\n", "'"]))
def test_places_are_sound_in_any_text(pieces: list[str], glue: str) -> None:
    """In order, never overlapping, with the words of both levels, of which one stands there."""
    text = glue.join(pieces)
    cue = _cue(
        "en", a="African American|immigrant|US|中国人|русский|مسلم|हिन्दू", b="white|native|EU|德国人|немецкий|مسيحي|सिख"
    )
    scan = scan_terms(text, cue, english.RULES)
    read_to = 0
    for place in scan.places:
        assert read_to <= place.start < place.end
        assert place.words[place.own] == text[place.start : place.end]
        assert set(place.words) == {"a", "b"}
        read_to = place.end
    assert all(text[one.start : one.end] == one.words for one in scan.left)
    own = [Edit(start=one.start, end=one.end, words=one.words[one.own], cue_id=one.cue_id) for one in scan.places]
    assert apply_edits(text, own) == text


def test_swapping_twice_gives_the_original() -> None:
    """Terms are one to one: there and back again is the text that it was."""
    text = "An immigrant from the US, African American, met natives."
    cue = _cue(a="immigrant|US|African American|immigrants", b="newcomer|EU|Irish|newcomers")
    there = _at(text, scan_terms(text, cue, english.RULES), "b")
    assert there == "A newcomer from the EU, Irish, met natives."
    assert _at(there, scan_terms(there, cue, english.RULES), "a") == text


def test_long_lists_and_long_texts_take_no_longer_than_their_length() -> None:
    """A thousand terms of a script without spaces in a long text are found within seconds."""
    letters = [chr(0x4E00 + i) + chr(0x5E00 + i) for i in range(1000)]
    cue = _cue("zh", a="|".join(letters), b="|".join(one + "x" for one in letters))
    begin = time.process_time()
    scan = scan_terms("".join(letters) * 10, cue, None)
    assert len(scan.places) == 10_000
    assert time.process_time() - begin < 10
