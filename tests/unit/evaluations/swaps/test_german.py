"""German sentences come out as a native speaker writes them, or stay as they are and are listed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.edits import Edit, LeftReason, Scan, apply_edits
from fairdesk.evaluations.swaps import rules_of
from fairdesk.evaluations.swaps.german import RULES, scan_gender
from fairdesk.evaluations.swaps.language import FEMALE, MALE

HERE = Path(__file__).parent


def lines(name: str) -> list[str]:
    text = (HERE / name).read_text(encoding="utf-8")
    found = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [line.replace("\\n", "\n").replace("\\t", "\t") for line in found]


TWO_WAY = [tuple(line.split(" <=> ")) for line in lines("german_pairs.txt") if " <=> " in line]


def directed() -> Iterator[tuple[str, str]]:
    """Every sentence with the one that it becomes; pairs that hold both ways in both directions."""
    for first, second in TWO_WAY:
        yield first, second
        yield second, first
    for line in [*lines("german_pairs.txt"), *lines("german_letters.txt")]:
        if " => " in line:
            first, second = line.split(" => ")
            yield first, second


def exchanged(text: str, extra: tuple[str, ...] = ()) -> tuple[str, Scan]:
    """The text with every place at its other level, and the scan that it comes from."""
    scan = scan_gender(text, extra)
    edits = []
    for place in scan.places:
        other = FEMALE if place.own == MALE else MALE
        edits.append(Edit(start=place.start, end=place.end, words=place.words[other], cue_id=""))
    return apply_edits(text, edits), scan


def test_there_are_as_many_sentences_as_promised() -> None:
    """At least 100 pairs and 40 sentences that must be left were written by hand."""
    assert len({*TWO_WAY, *(line for line in lines("german_pairs.txt") if " => " in line)}) >= 100
    assert len(lines("german_left.txt")) >= 40
    assert len(lines("german_letters.txt")) >= 60


@pytest.mark.parametrize(("text", "wanted"), list(directed()))
def test_a_sentence_comes_out_as_a_native_speaker_writes_it(text: str, wanted: str) -> None:
    """Pronouns, titles, nouns, articles, adjectives and relative pronouns change together, and nothing else does."""
    assert exchanged(text)[0] == wanted


@pytest.mark.parametrize("line", lines("german_left.txt"))
def test_what_nobody_can_be_sure_of_is_left_and_listed(line: str) -> None:
    """Each doubtful stretch is listed with its reason and a sentence of advice, and stands unchanged in the result."""
    text, words, reason = line.split(" | ")

    changed, scan = exchanged(text)

    assert {(one.words, one.reason) for one in scan.left} == {(one, LeftReason[reason]) for one in words.split("; ")}
    assert all(text[one.start : one.end] == one.words and one.advice.endswith(".") for one in scan.left)
    assert all(one in changed for one in words.split("; "))


@pytest.mark.parametrize("line", lines("german_read.txt"))
def test_a_text_comes_out_as_it_was_read_and_found_right(line: str) -> None:
    """Sentences and whole letters: what changes, and in order what is left for a person."""
    text, rest = line.split(" => ")
    wanted, _, left = rest.partition(" || ")

    changed, scan = exchanged(text)

    assert (changed, "; ".join(one.words.replace("\n", " ") for one in scan.left)) == (wanted, left.replace("\n", " "))


def test_an_address_takes_the_case_of_an_address() -> None:
    """Frau on a line of its own above a name becomes Herrn, and back; the line breaks stay."""
    assert exchanged("Frau\nDr. Petra Sommer\nUlm")[0] == "Herrn\nDr. Petra Sommer\nUlm"
    assert exchanged("Herrn\r\nDr. Peter Sommer\r\nUlm")[0] == "Frau\r\nDr. Peter Sommer\r\nUlm"


def test_owner_and_noun_of_two_sexes_are_one_place() -> None:
    """In "seine Mutter" the two swaps depend on each other: one place holds both words, at both levels grammatical."""
    scan = scan_gender("Er liebt seine kranke Mutter.")

    merged = [place for place in scan.places if place.slot == "possessive and noun"]

    assert [dict(place.words) for place in merged] == [{MALE: "seine kranke Mutter", FEMALE: "ihren kranken Vater"}]
    assert merged[0].own == MALE


def test_words_that_agree_have_the_level_of_their_noun() -> None:
    """Article, adjective, noun and relative pronoun of one phrase say the same level, so that they change together."""
    scan = scan_gender("Sie sprach mit der neuen Lehrerin, die ihn kennt.")

    levels = {place.slot: place.own for place in scan.places if place.slot != "object pronoun"}

    assert levels == {
        "subject pronoun": FEMALE,
        "article": FEMALE,
        "noun": FEMALE,
        "relative pronoun": FEMALE,
    }


def test_the_polite_form_of_address_is_never_touched() -> None:
    """Capital Sie, Ihnen and Ihr inside a sentence speak to the reader."""
    text = "Wir bitten Sie, Ihre Unterlagen und die Ihres Kindes an Ihre Schule zu senden, und danken Ihnen."

    scan = scan_gender(text)

    assert [text[one.start : one.end] for one in (*scan.places, *scan.left)] == []


def test_place_holders_and_addresses_are_never_touched() -> None:
    """Words in braces, web and mail addresses and file names are no prose."""
    text = "Mail an er@frau.de, {er}, https://er.sie.de/Student, Lehrer.pdf."

    assert exchanged(text) == (text, Scan())


def test_an_auditors_own_pair_is_exchanged() -> None:
    """Words that no list has can be added; behind an article they are left, since it may have to agree."""
    assert exchanged("Heute kam Azubi Kim.", ("Azubi|Azubine",))[0] == "Heute kam Azubine Kim."
    _, scan = exchanged("Der Azubi kam.", ("Azubi|Azubine",))
    assert [(one.words, one.reason) for one in scan.left] == [("Azubi", LeftReason.NO_AGREEMENT)]


@pytest.mark.parametrize("pair", ["", "|", "a", "a|", "|b", "a|b|c", "a|A", "...|---", " | "])
def test_a_pair_without_two_sides_is_passed_over(pair: str) -> None:
    """A broken pair changes nothing and raises nothing."""
    assert exchanged("a b c", (pair,)) == ("a b c", Scan())


@pytest.mark.parametrize(("male", "female"), TWO_WAY)
def test_swapping_twice_returns_the_sentence(male: str, female: str) -> None:
    """Where the mapping is one to one nothing is lost on the way there and back."""
    assert exchanged(exchanged(male)[0])[0] == male
    assert exchanged(exchanged(female)[0])[0] == female


def test_german_is_one_of_the_languages() -> None:
    """The rules are found by their two letters, also with a region; German has no articles to adjust afterwards."""
    assert rules_of("de") is RULES
    assert rules_of("de-AT") is RULES
    places = scan_gender("Er kam.").places
    assert RULES.agreeing("Er kam.", places) == places
    assert {"der", "eine", "unserem", "zum"} <= RULES.determiners
    assert all(sentence.endswith(".") for sentence in (*RULES.covers, *RULES.leaves))


FRAGMENTS = [
    *" \n\t,.;:?!-–/(*", "er", "Er", "ER", "sie", "Sie", "ihr", "Ihr", "ihre", "seine", "sein", "ihm", "ihn", "der",
    "die", "den", "dem", "des", "eine", "ein", "einer", "Herr", "Herrn", "Frau", "Lehrer", "Lehrerin", "Studenten",
    "Mutter", "Vater", "Student*in", "gute", "guter", "hat", "ist", "haben", "und", "oder", "dass", "mit", "für", "von",
    "vom", "zur", "als", "Anna", "{name}", "Beste", "LEHRERIN", "Anna@b.de", "Kla\u00adsse", "schu\u0308ler",
    "Анна", "مرحبا", "नमस्ते", "你好", "Ελένη", "\u200b", "\U0001f600",
]  # fmt: skip
MIXED = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=5), max_size=40).map(" ".join)
JOINED = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=3), max_size=30).map("".join)


@settings(max_examples=400, derandomize=True)
@given(text=MIXED | JOINED)
def test_nothing_outside_the_places_ever_differs(text: str) -> None:
    """In any mixture of scripts the places are in order and say what stands there; what is left overlaps none."""
    scan = scan_gender(text)
    read_to = 0
    for place in scan.places:
        assert read_to <= place.start < place.end <= len(text)
        assert text[place.start : place.end] == place.words[place.own]
        assert place.words[MALE] != place.words[FEMALE]
        read_to = place.end
    taken = {at for place in scan.places for at in range(place.start, place.end)}
    for one in scan.left:
        assert text[one.start : one.end] == one.words
        assert taken.isdisjoint(range(one.start, one.end))


FOREIGN = st.text(alphabet="абвгдАБВ αβγδΑΒ ابتث अआइ 你好吗 ,-\n123", max_size=40)


@settings(max_examples=100, derandomize=True)
@given(before=FOREIGN, pair=st.sampled_from(TWO_WAY), behind=FOREIGN)
def test_strangers_around_a_sentence_change_nothing_in_it(before: str, pair: tuple[str, str], behind: str) -> None:
    """A sentence in a paragraph of its own comes out the same between texts of five scripts, which stay as they are."""
    changed, _ = exchanged(f"{before}\n\n{pair[0]}\n\n{behind}")

    assert changed == f"{before}\n\n{pair[1]}\n\n{behind}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["sie ", "Er ", "der Lehrer ", "die Lehrerin, die sie, ", "ihre ", "Frau ", "Herr Lehrer ", "a", "Student/",
     "eine ", "(", "der sehr gute und kluge ", "{", "Sie hat ihre Arbeit. ", "einer der besten ", "ÄÖ"],
)  # fmt: skip
def test_time_grows_with_the_text_and_no_faster(piece: str) -> None:
    """Four times the text takes far less than sixteen times as long, also where no sentence ends."""
    short, long = piece * (3_000 // len(piece)), piece * (12_000 // len(piece))
    taken = []
    for text in (short, long):
        # Time of the processor, the shortest of three: other programs may run beside the test.
        seconds = []
        for turn in range(3):
            start = time.process_time()
            scan_gender(text + " " * turn)
            seconds.append(time.process_time() - start)
        taken.append(min(seconds))

    assert taken[1] < 9 * taken[0] + 0.1
