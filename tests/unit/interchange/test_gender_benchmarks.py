"""WinoBias, Winogender and GEST: invented files are read, and damaged ones are refused with their line."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.gest_files import read_gest
from fairdesk.interchange.winobias_files import read_occupations, read_winobias, read_word_pairs
from fairdesk.interchange.winogender_files import (
    read_winogender,
    read_winogender_templates,
    read_winogenerated,
    read_women_shares,
)

Read = Callable[[str, bytes], object]


def refused(read: Read, body: bytes, *words: str, name: str = "file") -> None:
    """The reader refuses the file and names it, all these words, and a cure."""
    with pytest.raises(ImportProblem) as raised:
        read(name, body)
    assert all(word in raised.value.message for word in (name, *words)), raised.value.message
    assert raised.value.advice


def test_brackets_become_places() -> None:
    """The sentence is read without brackets; stray blanks inside them are gone, and the places fit."""
    body = b"1 [The baker] rang [ a clerk] [he] knew.\n"
    refused(read_winobias, body, "no pronoun stands in the brackets")

    found = read_winobias(
        "pro_stereotyped_type1.txt.dev", b"1 The clerk rang [ the baker] and thanked [Him] for [his] help."
    )

    assert (found.stereotype, found.kind, found.split) == ("pro", 1, "dev")
    assert found.sentence == ("The clerk rang the baker and thanked Him for his help.",)
    begin, end = found.person_at[0]
    assert found.sentence[0][begin:end] == found.person[0] == "the baker"
    begin, end = found.pronoun_at[0]
    assert (found.sentence[0][begin:end], found.pronouns[0]) == ("Him", ("him", "his"))
    assert found.is_female == (False,)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[The clerk] said [he] sang.", "a running number"),
        ("3 [The clerk] said [he] sang.", "the running number is 3 and 2 was expected"),
        ("2 [The clerk said [he] sang.", "not closed"),
        ("2 [The clerk] said [he", "not closed"),
        ("2 [The clerk] said he sang.", "no pronoun"),
        ("2 [He] said [she] sang.", "no person"),
        ("2 [] said [she] sang.", "no person"),
        ("2 [The clerk] said [they] sang.", "no pronoun"),
        ("2 [The clerk] said [he] sang of [her] love.", "both genders"),
    ],
)
def test_a_damaged_line_of_winobias_is_refused(line: str, words: str) -> None:
    """Brackets left open, lines that are missing and other pronouns keep the file out."""
    refused(read_winobias, f"1 [The clerk] said [he] sang.\n{line}\n".encode(), "line 2", words)


def test_word_lists_of_winobias() -> None:
    """Blanks around words are none of theirs; a word twice, or a line of one word, is refused."""
    assert read_occupations("file", b"baker \nclerk\n") == ("baker", "clerk")
    refused(read_occupations, b"baker\nbaker\n", "line 2", "stands twice")
    refused(read_occupations, b"x" * 101, "line 1", "longer")

    pairs = read_word_pairs("file", b"uncle \t aunt \nson\tdaughter\n")
    assert (pairs.word, pairs.other) == (("uncle", "son"), ("aunt", "daughter"))
    for line in (b"uncle", b"uncle\t", b"uncle\taunt\tmother"):
        refused(read_word_pairs, b"son\tdaughter\n" + line, "line 2", "two words")


SENTENCES = "sentid\tsentence\nbaker.guest.1.male.txt\tThe baker said he sang.\n"


def test_winogender_sentences_are_read_by_their_id() -> None:
    """Occupation, participant, answer and gender stand in the id."""
    found = read_winogender("file", SENTENCES.encode())

    assert (found.occupation, found.participant, found.is_participant, found.gender) == (
        ("baker",),
        ("guest",),
        (True,),
        ("male",),
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("baker.guest.1.male.txt\tTwice.", "stands twice"),
        ("baker.guest.2.male.txt\tWords.", "no id of the form"),
        ("baker.guest.1.other.txt\tWords.", "no id of the form"),
        ("baker.1.male.txt\tWords.", "no id of the form"),
        ("baker.guest.0.male.txt", "2 filled fields"),
        ("baker.guest.0.male.txt\t ", "2 filled fields"),
    ],
)
def test_a_damaged_line_of_winogender_is_refused(line: str, words: str) -> None:
    """Ids of another form and lines that were cut off name their line."""
    refused(read_winogender, (SENTENCES + line).encode(), "line 3", words)


def test_other_headings_are_refused() -> None:
    """A file of another kind, or one without lines, is none of these."""
    refused(read_winogender, b"id\tsentence\na\tb\n", "line 1", "the heading sentid, sentence")
    refused(read_winogender, b"sentid\tsentence\n", "no line stands below")


def test_templates_and_shares_of_winogender() -> None:
    """Templates need their place holders, shares are percentages of a year."""
    head = b"occupation(0)\tother-participant(1)\tanswer\tsentence\n"
    good = b"baker\tguest\t0\tThe $OCCUPATION told the $PARTICIPANT that $NOM_PRONOUN sang.\n"
    assert read_winogender_templates("file", head + good).is_participant == (False,)
    refused(read_winogender_templates, head + good.replace(b"\t0\t", b"\t2\t"), "line 2", "neither 0 nor 1")
    refused(read_winogender_templates, head + good.replace(b"$PARTICIPANT", b"guest"), "line 2", "place holder")

    head = b"occupation\tbergsma_pct_female\tbls_pct_female\tbls_year\n"
    assert read_women_shares("file", head + b"baker\t9.5\t60\t2015\n").in_work == (60.0,)
    for line in (b"baker\t101\t60\t2015", b"baker\tnan\t60\t2015", b"baker\t9\tmany\t2015", b"baker\t9\t60\t15"):
        refused(read_women_shares, head + line, "line 2")
    refused(read_women_shares, head + b"baker\t9\t60\t2015\n" * 2, "line 3", "stands twice")


def generated(**changes: object) -> bytes:
    row = {
        "index": 0,
        "occupation": "baker",
        "other_person": "guest",
        "sentence_with_blank": "The baker said _ sang.",
        "pronoun_options": ["he", "she", "they"],
        "BLS_percent_women_2019": 40.5,
    }
    return json.dumps(row | changes).encode() + b"\n"


def test_winogenerated_is_read_line_by_line() -> None:
    """One blank, three pronouns and a percentage; whatever else stands there is refused with its line."""
    assert read_winogenerated("file", generated()).pronouns == (("he", "she", "they"),)
    for change in (
        {"index": "0"},
        {"sentence_with_blank": "No blank."},
        {"sentence_with_blank": "_ and _"},
        {"pronoun_options": ["he", "she"]},
        {"pronoun_options": "he, she, they"},
        {"BLS_percent_women_2019": None},
        {"BLS_percent_women_2019": 140},
        {"occupation": ""},
    ):
        refused(read_winogenerated, generated(index=7) + generated(**change), "line 2")
    refused(read_winogenerated, generated() * 2, "line 2", "column 'index'")
    refused(read_winogenerated, generated() + generated(index=1)[:40], "line 2", "not valid JSON")


def test_gest_is_read_with_its_stereotypes() -> None:
    """Numbers of 1 to 16; a sentence that stands twice is told and kept."""
    found = read_gest("file", b'sentence,stereotype\n"I sing, always.",7\n"I sing, always.",8\n')

    assert (found.stereotype, found.is_about_women) == ((7, 8), (True, False))
    assert found.sentence[0] == "I sing, always."
    assert found.notes == ("Sentences that stand twice: 1.",)
    for row in (b"I sing.,17", b"I sing.,0", b"I sing.,x", b"I sing.,", b"I sing, always.,7"):
        refused(read_gest, b"sentence,stereotype\nI read.,1\n" + row, "line 3")
