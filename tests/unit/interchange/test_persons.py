"""Who is who in a letter: the main person's names are filled by cues, those of all others are only taken out."""

from __future__ import annotations

import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.case_hints import HintKind, replace_kinds
from fairdesk.interchange.personal_data import find_hints

LETTERS = Path(__file__).parents[2] / "gui" / "german_letters"
OTHER = "[name removed]"


def without_names(text: str, language: str = "") -> str:
    """The text with its names replaced."""
    return replace_kinds(text, find_hints(text, language), (HintKind.NAMES,))


def names(text: str, language: str = "") -> list[tuple[str, str]]:
    """Words and place-holder of every name."""
    hints = find_hints(text, language)
    return [(hint.words, hint.place_holder) for hint in hints if hint.kind is HintKind.NAMES]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("02-medizin.txt", [("Jonas Lehmann", "{name} {surname}")] * 2 + [("Eva Wiesner", OTHER)]),
        ("04-maschinenbau.txt", [("Vogt", OTHER), ("Florian Reinhardt", "{name} {surname}")]),
        ("09-biologie.txt", [("Johannes Vogt", "{name} {surname}")]),
        ("10-wirtschaft.txt", [("Maximilian Wiesner", "{name} {surname}")]),
        ("12-pflege.txt", [("Jonas Hofmann", "{name} {surname}")]),
    ],
)
def test_the_applicant_of_a_german_letter_is_told_from_others(file: str, expected: list[tuple[str, str]]) -> None:
    """A teacher who signs and a professor who is addressed do not become the applicant."""
    assert names((LETTERS / file).read_text(encoding="utf-8"), "de") == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        (
            "Dear Professor Smith,\nI apply. Mr Jones teaches me; Jones is strict.\nYours sincerely,\nAnna Miller\n",
            "en",
            "Dear Professor [name removed],\nI apply. Mr [name 2 removed] teaches me; [name 2 removed] is strict.\n"
            "Yours sincerely,\n{name} {surname}\n",
        ),
        (
            "Letter of recommendation for Emma Clark\n\nEmma is curious. I recommend Clark.\n\n"
            "Kind regards,\nDr Helen Moore\nMoore Academy",
            "en",
            "Letter of recommendation for {name} {surname}\n\n{name} is curious. I recommend {surname}.\n\n"
            "Kind regards,\nDr [name removed]\n[name removed] Academy",
        ),
        (
            "Applicant: Emma Clark\nReferee: Helen Moore\n\nHelen Moore knows Emma.\nSigned: Helen Moore",
            "en",
            "Applicant: {name} {surname}\nReferee: [name removed]\n\n[name removed] knows {name}.\n"
            "Signed: [name removed]",
        ),
        (
            "Sehr geehrte Frau Dr. Müller,\n\nmein Name ist Anna Schmidt. Herr Müller kennt mich.\n\nAnna Schmidt",
            "de",
            "Sehr geehrte Frau Dr. [name removed],\n\nmein Name ist {name} {surname}. Herr [name removed] kennt mich."
            "\n\n{name} {surname}",
        ),
        (
            "Gutachten\n\nPaul Weber ist fleißig. Webers Noten sind gut. Annas Bruder heißt Karl. PAUL WEBER\n\n"
            "Mit freundlichen Grüßen\nEva Braun",
            "de",
            "Gutachten\n\n{name} {surname} ist fleißig. {surname}s Noten sind gut. Annas Bruder heißt Karl. "
            "{name} {surname}\n\nMit freundlichen Grüßen\n[name removed]",
        ),
        (
            "Madame Lefèvre,\n\nJe m'appelle Marie Dubois. M. Durand et Claire Petit me connaissent; Marie travaille.\n"
            "\nCordialement,\nMarie Dubois",
            "fr",
            "Madame [name removed],\n\nJe m'appelle {name} {surname}. M. [name 2 removed] et [name 3 removed] me "
            "connaissent; {name} travaille.\n\nCordialement,\n{name} {surname}",
        ),
        (
            "Carta de recomendación\n\nRecomiendo a Carlos Ruiz Soto. Carlos Ruiz aprende. Soto ayuda.\n\n"
            "Atentamente,\nElena Vega",
            "es",
            "Carta de recomendación\n\nRecomiendo a {name} {surname}. {name} {surname} aprende. {surname} ayuda.\n\n"
            "Atentamente,\n[name removed]",
        ),
        (
            "Estimada Sra. Pérez:\nMe llamo Lucía Gómez y estudio con Marta Gómez.\n",
            "es",
            "Estimada Sra. [name removed]:\nMe llamo {name} {surname} y estudio con [name 2 removed].\n",
        ),
        ("Nom : Dubois\nPrénom : Marie\nMarie Dubois", "fr", "Nom : {surname}\nPrénom : {name}\n{name} {surname}"),
    ],
)
def test_persons_of_a_letter_are_kept_apart(text: str, language: str, expected: str) -> None:
    """In four languages: one main person, others numbered in the order of the text, parts marked for whom they name."""
    assert without_names(text, language) == expected


def test_without_other_signs_the_one_named_most_is_meant() -> None:
    """No signature, field or heading: the person named most often, and of equals the first."""
    assert names("We met. Emma Clark saw Helen Moore; Helen sang. Then Helen left. Clark stayed, so Moore rang.") == [
        ("Emma Clark", OTHER),
        ("Helen Moore", "{name} {surname}"),
        ("Helen", "{name}"),
        ("Helen", "{name}"),
        ("Clark", OTHER),
        ("Moore", "{surname}"),
    ]
    assert names("Then Emma Clark met Helen Moore.") == [("Emma Clark", "{name} {surname}"), ("Helen Moore", OTHER)]


def test_a_template_has_its_main_person_already() -> None:
    """Where a cue's place-holder stands, a name that no signature or field shows to be the same person is another's."""
    text = "Dear Professor Smith,\nI am {name} {surname}. Mr Jones and [name removed] know me."
    assert names(text) == [("Smith", "[name 2 removed]"), ("Jones", "[name 3 removed]")]
    assert names("{name} applies.\n\nYours sincerely,\nAnna Miller") == [("Anna Miller", "{name} {surname}")]


def test_letters_with_accents_written_apart_are_read_whole() -> None:
    """A text whose accents are characters of their own has the same hints, at its own places."""
    text = "Mein Name ist Jörg Müller.\nJörg mag Physik. 각é"
    apart = unicodedata.normalize("NFD", text)
    assert names(apart, "de") == [(unicodedata.normalize("NFD", words), holder) for words, holder in names(text, "de")]
    assert without_names(apart, "de").startswith("Mein Name ist {name} {surname}.\n{name} mag Physik. ")


WORDS = st.sampled_from(
    [
        *("Emma Clark", "Emma", "Clark", "Helen Moore", "H. Moore", "Mr Moore", "Dear Dr Clark,\n", "my name is "),
        *("Name: ", "\n", " and ", "Yours sincerely,\n", "{name}", "[name removed]", "I recommend ", "Annas", ". "),
    ]
)


@given(st.lists(WORDS, max_size=16))
def test_one_place_holder_belongs_to_one_person(pieces: list[str]) -> None:
    """Whatever the order, a surname that was found never stands for the main person here and for another there."""
    text = "".join(pieces)
    of_words: dict[str, set[bool]] = {}
    for words, holder in names(text):
        of_words.setdefault(words, set()).add(holder.startswith("{"))
    assert all(len(is_main) == 1 for is_main in of_words.values())


def test_many_persons_take_time_that_grows_with_the_text() -> None:
    """A text that names thousands of persons is no trap."""
    times = []
    for n in (1_000, 4_000):
        text = "\n".join(
            f"Dear Mr Aa{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}, Emma Clark" for i in range(n)
        )
        tries = []
        for _ in range(3):
            begun = time.process_time()
            assert len(names(text)) > n
            tries.append(time.process_time() - begun)
        times.append(min(tries))
    # Four times the text: four times the time where it grows with the text, sixteen times where with its square.
    assert times[1] < 9 * times[0] + 0.2
