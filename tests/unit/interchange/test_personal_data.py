"""Hints of personal data: found in four languages, never overlapping, and gone when they are replaced."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.case_hints import HintKind, replace_kinds
from fairdesk.interchange.personal_data import find_hints

N, M, T, A, D, B, L = (
    HintKind.NAMES,
    HintKind.EMAIL,
    HintKind.TELEPHONE,
    HintKind.ADDRESS,
    HintKind.ID,
    HintKind.BIRTH_DATE,
    HintKind.LINK,
)


def found(text: str, language: str = "") -> list[tuple[HintKind, str, str]]:
    """Kind, words and place-holder of every hint of a text."""
    return [(hint.kind, hint.words, hint.place_holder) for hint in find_hints(text, language)]


ENGLISH = """Anna-Maria O'Neil
12 Market Street, Leeds LS1 4AP
anna.oneil@example.org | Tel: +44 20 7946 0958 | linkedin.com/in/anna-oneil
Date of birth: 12 May 2004. Passport no. X1234567

Dear Professor Smith,

My name is Anna-Maria O'Neil and I am applying for Physics. In 2011-2015 I had 12,000 hours at Grace School.
Mr. Jones, my teacher, and Dr Lee said that Anna is curious. I am British Indian.

Yours sincerely,
Anna O'Neil
"""

GERMAN = """Lebenslauf
Name: Schmidt, Anna
Geburtsdatum: 12.05.2004
Anschrift: Berliner Straße 12a, 10115 Berlin
Telefon: 030 1234567
Matrikelnummer: 1234567
IBAN DE89 3704 0044 0532 0130 00

Sehr geehrte Frau Dr. Müller,
mein Name ist Anna Schmidt. Ich bin Schülerin am Goethe-Gymnasium. Herr von der Leyen hat mich 2011 unterrichtet.
Es kostet 12345 Euro.
Mit freundlichen Grüßen
Anna Schmidt"""

FRENCH = """Nom : Dubois
Prénom : Marie
12 bis rue de la Paix, 75002 Paris
Née le 3 mars 2003
Tél. : 01 42 68 53 00
Je m'appelle Marie Dubois. Madame Lefèvre m'a aidée. M. Durand aussi.
Cordialement,
Marie Dubois"""

SPANISH = """Nombre y apellidos: María López García
Calle de Alcalá, 45, 28014 Madrid
DNI 12345678Z
Fecha de nacimiento: 3 de marzo de 2003
Teléfono: 612 345 678
Me llamo María López García. La Sra. Pérez es mi profesora.
Atentamente,
María López"""


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        (
            ENGLISH,
            "en",
            [
                (N, "Anna-Maria O'Neil", "{name} {surname}"),
                (A, "12 Market Street", "[address removed]"),
                (A, "LS1 4AP", "[address removed]"),
                (M, "anna.oneil@example.org", "[e-mail removed]"),
                (T, "+44 20 7946 0958", "[telephone number removed]"),
                (L, "linkedin.com/in/anna-oneil", "[link removed]"),
                (B, "12 May 2004", "[date of birth removed]"),
                (D, "X1234567", "[number removed]"),
                (N, "Smith", "[name removed]"),
                (N, "Anna-Maria O'Neil", "{name} {surname}"),
                (N, "Jones", "[name 2 removed]"),
                (N, "Lee", "[name 3 removed]"),
                (N, "Anna", "{name}"),
                (N, "Anna O'Neil", "{name} {surname}"),
            ],
        ),
        (
            GERMAN,
            "de",
            [
                (N, "Schmidt, Anna", "{surname}, {name}"),
                (B, "12.05.2004", "[date of birth removed]"),
                (A, "Berliner Straße 12a, 10115 Berlin", "[address removed]"),
                (T, "030 1234567", "[telephone number removed]"),
                (D, "1234567", "[number removed]"),
                (D, "DE89 3704 0044 0532 0130 00", "[number removed]"),
                (N, "Müller", "[name removed]"),
                (N, "Anna Schmidt", "{name} {surname}"),
                (N, "von der Leyen", "[name 2 removed]"),
                (N, "Anna Schmidt", "{name} {surname}"),
            ],
        ),
        (
            FRENCH,
            "fr",
            [
                (N, "Dubois", "{surname}"),
                (N, "Marie", "{name}"),
                (A, "12 bis rue de la Paix, 75002 Paris", "[address removed]"),
                (B, "3 mars 2003", "[date of birth removed]"),
                (T, "01 42 68 53 00", "[telephone number removed]"),
                (N, "Marie Dubois", "{name} {surname}"),
                (N, "Lefèvre", "[name removed]"),
                (N, "Durand", "[name 2 removed]"),
                (N, "Marie Dubois", "{name} {surname}"),
            ],
        ),
        (
            SPANISH,
            "es",
            [
                (N, "María López García", "{name} {surname}"),
                (A, "Calle de Alcalá, 45, 28014 Madrid", "[address removed]"),
                (D, "12345678Z", "[number removed]"),
                (B, "3 de marzo de 2003", "[date of birth removed]"),
                (T, "612 345 678", "[telephone number removed]"),
                (N, "María López García", "{name} {surname}"),
                (N, "Pérez", "[name removed]"),
                (N, "María López", "{name} {surname}"),
            ],
        ),
    ],
)
def test_a_letter_of_each_language(text: str, language: str, expected: list[tuple[HintKind, str, str]]) -> None:
    """Everything that the rules are made for is found in a letter, and nothing beside it."""
    assert found(text, language) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The applicant has good marks in physics and wants to study in 2026.",
        "Dear Sir or Madam,\nI am a Student. I am very happy.",
        "Dear Admissions Committee,",
        "Sehr geehrte Damen und Herren, liebe Zulassungskommission,",
        "Chère Madame, cher Monsieur,",
        "I scored 1234 of 5678 points in 10 of 12 tests; 3.14159265 is pi; 1,234,567 people.",
        "From 2011-2015 and 2016 - 2019, on 12.05.2024 and 2024-05-12.",
        "DE88 3704 0044 0532 0130 00 and 12345678A and 4111 1111 1111 1112 have wrong check digits.",
        "Dear {name}, my name is {name} {surname}. Mail [e-mail removed], call [telephone number removed].",
        "Name: {name}",
        "It took 20000 Students and 10000 Euro.",
        'JSON: {"a": [1, 2]} and f(x) = {x | x > 2}',
        "我是学生。مرحبا أنا طالب. привет",
        "",
    ],
)
def test_what_only_looks_alike_is_left(text: str) -> None:
    """Years, sums, greetings without a name, wrong check digits and place-holders give no hint."""
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("write to anna (at) example (dot) org", "anna (at) example (dot) org"),
        ("see https://www.linkedin.com/in/anna?x=1.", "https://www.linkedin.com/in/anna?x=1"),
        ("Call (212) 555-0142 today", "(212) 555-0142"),
        ("mobile: 07700 900123", "07700 900123"),
        ("born 2004-05-12 in Leeds", "2004-05-12"),
        ("geb. am 12. Mai 2004", "12. Mai 2004"),
        ("NI number QQ 12 34 56 C", None),
        ("my SSN is 123-45-6789", "123-45-6789"),
        ("card 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("GB29 NWBK 6016 1331 9268 19", "GB29 NWBK 6016 1331 9268 19"),
        ("NIE X1234567L", "X1234567L"),
        ("Am Markt 5, 99084 Erfurt", "Am Markt 5, 99084 Erfurt"),
        ("P.O. Box 123", "P.O. Box 123"),
        ("Postfach 12 34", "Postfach 12 34"),
        ("Seattle, WA 98101", "Seattle, WA 98101"),
        ("Avenida de la Constitución 3", "Avenida de la Constitución 3"),
        ("name: anna schmidt", "anna schmidt"),
        ("Me llamo José", "José"),
        ("Hola Lucía,", "Lucía"),
        ("je suis Marie Curie", "Marie Curie"),
        ("ich heiße Jörg", "Jörg"),
    ],
)
def test_single_places(text: str, words: str | None) -> None:
    """One form each, in the words in which people write it."""
    hints = [hint.words for hint in find_hints(text)]
    assert hints == ([] if words is None else [words])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Empfehlungsschreiben für Jonas Lehmann", [("Jonas Lehmann", "{name} {surname}")]),
        (
            "Andreas Eichinger hat bei mir gelernt; Eichinger und Andreas.",
            [("Andreas Eichinger", "{name} {surname}"), ("Eichinger", "{surname}"), ("Andreas", "{name}")],
        ),
        ("Studienrätin Eva Wiesner", [("Eva Wiesner", "{name} {surname}")]),
        ("We met Jean-Luc de la Tour there.", [("Jean-Luc de la Tour", "{name} {surname}")]),
        ("Ayşe Yılmaz and Nikhil Rao came.", [("Ayşe Yılmaz", "{name} {surname}"), ("Nikhil Rao", "[name removed]")]),
        ("Hat Anna Freude an Physik? Jonas Mathematik.", []),
        ("Vorname: Anna Maria", [("Anna Maria", "{name}")]),
    ],
)
def test_a_common_given_name_announces_a_whole_name(text: str, expected: list[tuple[str, str]]) -> None:
    """No other word need stand before it, the parts are marked wherever they stand again, and plain nouns are left."""
    assert [(hint.words, hint.place_holder) for hint in find_hints(text)] == expected


PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *(
                    "Dear Dr Smith,\n",
                    "My name is ",
                    "Anna Schmidt",
                    " a@b.org ",
                    "{name}",
                    "[link removed]",
                    "\n",
                    " ",
                ),
                *("Name: ", "12 Main Street", "+49 30 1234567", "geb. am 1.2.2003 ", "Yours sincerely,\n", "von der "),
            ]
        ),
        st.text(max_size=12),
    ),
    max_size=12,
)


@given(PIECES)
def test_hints_are_places_of_the_text(pieces: list[str]) -> None:
    """Hints stand in order, do not overlap, hold the words that they say, and spare place-holders that are there."""
    text = "".join(pieces)
    hints = find_hints(text)
    assert all(text[hint.start : hint.end] == hint.words and hint.start < hint.end for hint in hints)
    assert all(one.end <= other.start for one, other in pairwise(hints))
    replaced = replace_kinds(text, hints, tuple(HintKind))
    assert replaced.count("{name}") >= text.count("{name}")
    assert replace_kinds(text, hints, ()) == text


def test_replacing_changes_only_the_wanted_kinds() -> None:
    """Of a letter whose hints are replaced nothing else changes, and the rules find nothing of that kind again."""
    hints = find_hints(ENGLISH, "en")
    replaced = replace_kinds(ENGLISH, hints, (N, M))
    kept, read_to = [], 0
    for hint in hints:
        if hint.kind in (N, M):
            kept.append(ENGLISH[read_to : hint.start])
            read_to = hint.end
    for part in [*kept, ENGLISH[read_to:]]:
        assert part in replaced
    assert {hint.kind for hint in find_hints(replaced, "en")} == {T, A, D, B, L}
    assert "Anna" not in replaced


@pytest.mark.parametrize(
    "junk", ["a", "1", "A ", "@", "Aa ", "{", "(at", "\n", "1 2 ", "Name: a ", "Dear Anna ", "von "]
)
def test_time_grows_with_the_text(junk: str) -> None:
    """Whatever is repeated, a text of twice the length takes about twice the time: no rule runs away."""
    times = []
    for n in (100_000, 200_000):
        text = junk * (n // len(junk))
        begun = time.process_time()
        find_hints(text)
        times.append(time.process_time() - begun)
    assert times[1] < 6 * times[0] + 0.2
