"""Names in free text: whole words with a capital, one new name for each person, possessives kept, doubts listed."""

from __future__ import annotations

import pytest

from fairdesk.domain.design import Cue
from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.counterfactual import VariantMaker
from fairdesk.evaluations.evaluation import MadeVariants
from fairdesk.evaluations.swaps.names import scan_names, with_ending
from tests.unit.evaluations.designs import case_of, design_of, names

MALE = ("Tom", "James", "Hans", "Peter", "Jean-Luc", "Karl Otto")
FEMALE = ("Anna", "Mary", "Ines", "Clara", "Anne-Sophie", "Eva Maria")


def made(text: str, cue: Cue | None = None) -> MadeVariants:
    """The variants of one text by a cue of names, without a placebo swap."""
    cue = cue or names(MALE, FEMALE)
    return VariantMaker(design_of(cue, placebos=False)).make(case_of(text, language=cue.language))


def swapped(text: str, cue: Cue | None = None) -> str:
    """The text at the level that it does not stand at."""
    (found,) = {variant.text for variant in made(text, cue).variants} - {text}
    return found


def left(text: str, cue: Cue | None = None) -> list[tuple[str, LeftReason]]:
    """What was left alone, and why."""
    return [(one.words, one.reason) for one in made(text, cue).left]


def test_the_same_name_is_the_same_person_throughout_and_two_persons_get_two_names() -> None:
    """Tom is one new name wherever he stands; Peter is another one; nobody takes the name of somebody in the text."""
    text = "Tom met Peter. Peter thanked Tom, and Mary saw Tom."
    result = swapped(text)
    new_tom, new_peter = result.split()[0], result.split()[2].rstrip(".")
    assert len({new_tom, new_peter, "Mary"}) == 3
    assert {new_tom, new_peter} <= set(FEMALE)
    assert result.count(new_tom) == 3
    assert result.count(new_peter) == 2
    assert "Mary" not in result


@pytest.mark.parametrize("text", ["Tomas came.", "Atom and tom.", "tom came", "a tom-tom", "Tom_1", "McTom"])
def test_parts_of_words_and_small_letters_are_no_names(text: str) -> None:
    """A name inside another word, or in small letters, is not touched."""
    assert [variant.text for variant in made(text).variants] == [text]


def test_a_name_with_several_words_or_a_hyphen_is_taken_whole() -> None:
    """Jean-Luc is not Jean, Karl Otto is one person; what is written in capitals stays in capitals."""
    for text in ("Jean-Luc came.", "We saw Karl Otto."):
        cue = names(("Jean-Luc", "Karl Otto", "Karl"), ("Anna", "Mary", "Clara"))
        assert swapped(text, cue).replace("Anna", "*").replace("Mary", "*").replace("Clara", "*").count("*") == 1
    assert swapped("TOM CAME.", names(("Tom",), ("Anna",))) == "ANNA CAME."


def test_a_part_of_a_hyphenated_word_is_left_and_listed() -> None:
    """Anna-Lena may be one name that no list holds: a person decides."""
    assert left("Anna-Lena came.") == [("Anna", LeftReason.AMBIGUOUS)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom's book", "Anna's book"),
        ("Anna\u2019s book", "Tom\u2019s book"),
        ("James' book", "Anna's book"),
        ("James's book", "Anna's book"),
        ("the book of James.", "the book of Anna."),
    ],
)
def test_possessives_keep_their_grammar(text: str, expected: str) -> None:
    """An apostrophe behind James becomes an apostrophe and an s behind Anna."""
    male = "Tom" if "Tom" in expected or "Tom" in text else "James"
    assert swapped(text, names((male,), ("Anna",))) == expected


def test_an_apostrophe_that_may_end_a_quotation_is_left() -> None:
    """'... said James' went on: whether the mark is a possessive cannot be told."""
    assert left("He wrote 'ask James' and left.") == [("James", LeftReason.AMBIGUOUS)]


def test_the_german_genitive_is_changed_where_the_name_stands_alone_too() -> None:
    """Annas Mappe: with Anna in the text it is a genitive, by itself it could be a name."""
    cue = names(("Hans", "Peter"), ("Anna",), language="de")
    text = "Anna kam. Annas Mappe lag dort."
    assert swapped(text, names(("Hans",), ("Anna",), language="de")) == "Hans kam. Hans\u2019 Mappe lag dort."
    assert swapped(text, names(("Peter",), ("Anna",), language="de")) == "Peter kam. Peters Mappe lag dort."
    assert left("Annas Mappe lag dort.", cue) == [("Annas", LeftReason.AMBIGUOUS)]


@pytest.mark.parametrize(("word", "text"), [("Do", "Do you have six?"), ("Six", "Six of us."), ("Will", "Ask Will.")])
def test_names_that_are_ordinary_words_are_left(word: str, text: str) -> None:
    """CF-11: a list that holds Do, You, Six and Go changes no ordinary sentence; what looks like a name is listed."""
    cue = names(("Do", "You", "Six", "Go", "Will"), ("Anna", "Mary", "Clara"))
    assert [variant.text for variant in made(text, cue).variants] == [text]
    assert (word, LeftReason.ORDINARY_WORD) in left(text, cue)


def test_a_name_at_the_start_of_a_sentence_that_the_text_uses_as_a_word_is_left() -> None:
    """Lars could be a name; where the text has lars in small letters too, the capital of a sentence says nothing."""
    cue = names(("Bach", "Tom"), ("Anna", "Mary"))
    assert left("Bach is a stream. The bach is cold.", cue) == [("Bach", LeftReason.ORDINARY_WORD)]


def test_a_name_on_two_lists_is_left_and_never_drawn() -> None:
    """Two levels with the same name: it tells neither."""
    cue = names(("Kim", "Tom"), ("Kim", "Anna"))
    assert left("Kim came.", cue) == [("Kim", LeftReason.AMBIGUOUS)]
    assert swapped("Anna came.", cue) == "Tom came."
    assert swapped("Tom came.", cue) == "Anna came."


def test_a_list_with_one_name_serves_one_person_and_lists_the_second() -> None:
    """A name list with one name: the first person takes it, the second is left with what to do."""
    cue = names(("Tom", "Peter"), ("Anna",))
    found = made("Tom met Peter.", cue)
    assert {variant.text for variant in found.variants} == {"Tom met Peter.", "Anna met Peter."}
    assert [(one.words, one.reason) for one in found.left] == [("Peter", LeftReason.NO_VALUE)]
    assert "add words" in found.left[0].advice


def test_names_in_addresses_are_listed_and_not_touched() -> None:
    """A mail address tells the name as well, and no rule can write another one."""
    assert left("Write to Anna.Smith@example.org please.") == [("Anna", LeftReason.AMBIGUOUS)]
    assert left("Write to anna.smith@example.org please.") == [("anna", LeftReason.AMBIGUOUS)]


def test_right_to_left_and_mixed_text_is_scanned_where_it_stands() -> None:
    """Arabic names between Latin words, with the marks of direction around them, are found whole."""
    cue = names(("أحمد",), ("ليلى",))
    text = "Report \u200fأحمد\u200e: قال أحمد نعم."
    assert swapped(text, cue) == text.replace("أحمد", "ليلى")
    assert not scan_names("الأحمد", cue).places


def test_an_ending_follows_the_language() -> None:
    """English adds an apostrophe and an s, German an s; names that hiss take an apostrophe."""
    assert with_ending("Mary", "'", "en") == "Mary's"
    assert with_ending("James", "\u2019", "en") == "James\u2019"
    assert with_ending("Max", "s", "de") == "Max\u2019"


@pytest.mark.parametrize(
    ("text", "expected", "words"),
    [
        ("Helen James supervised Tom. James is strict.", "* James supervised *. James is strict.", "James James"),
        ("Mr James taught Tom.", "Mr James taught *.", "James"),
        ("Prof. James taught Tom.", "Prof. James taught *.", "James"),
        ("Tom came as Mr Tom.", "* came as Mr *.", ""),
        ("Helen James Ford came.", "* * Ford came.", ""),
    ],
)
def test_a_given_name_that_is_a_family_name_here_is_left(text: str, expected: str, words: str) -> None:
    """Behind a first name or a title, and by itself afterwards, a name of the lists names a family."""
    cue = names(("Tom", "James", "Helen"), ("Anna", "Mary"))
    assert swapped(text, cue).replace("Anna", "*").replace("Mary", "*") == expected
    assert " ".join(word for word, _ in left(text, cue)) == words


@pytest.mark.parametrize(
    "text",
    [
        "Born in St. James, Barbados.", "The church of Saint Peter.", "She lives in Peter Street.",
        "A pupil of the James Watt Institute.", "Sie besuchte das Peter Gymnasium.",
    ],
)  # fmt: skip
def test_a_name_of_a_place_or_a_body_is_left(text: str) -> None:
    """A saint, a street or a school that bears a name names no person of the file."""
    cue = names(("James", "Peter"), ("Anna", "Mary"))
    assert [variant.text for variant in made(text, cue).variants] == [text]
    assert [reason for _, reason in left(text, cue)] == [LeftReason.AMBIGUOUS]
