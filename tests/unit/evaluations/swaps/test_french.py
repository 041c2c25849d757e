"""French sentences come out as written by hand, or stay as they are and are listed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.evaluations.swaps.french import scan_gender
from fairdesk.evaluations.swaps.language import FEMALE
from tests.unit.evaluations.swaps.romance_sentences import Sentences, assert_order, digest, digest_elsewhere

FRENCH = Sentences(language="french", scan=scan_gender)
WITHOUT_STOP = "le candidat est appliqué et l'étudiante est admise "


def test_there_are_two_hundred_sentences_and_eight_letters() -> None:
    """The hand-written set is as large as it is said to be."""
    assert len(FRENCH.lines("pairs")) + len(FRENCH.lines("read")) >= 190
    assert len(FRENCH.left()) >= 70
    assert len(FRENCH.letters()) >= 8


@pytest.mark.parametrize(("text", "wanted"), list(FRENCH.pairs()))
def test_a_sentence_comes_out_as_a_person_writes_it(text: str, wanted: str) -> None:
    """Pronouns, titles, nouns and what agrees with them change together; nothing else does."""
    assert FRENCH.exchanged(text)[0] == wanted


@pytest.mark.parametrize(("text", "wanted"), FRENCH.letters())
def test_a_whole_letter_comes_out_as_an_editor_accepted_it(text: str, wanted: str) -> None:
    """Sentence by sentence a letter is changed grammatically or left, with headings, lists and signatures."""
    assert FRENCH.exchanged(text)[0] == wanted


@pytest.mark.parametrize("line", FRENCH.left())
def test_what_cannot_be_decided_stays_and_is_listed(line: str) -> None:
    """A sentence with a doubt is never half changed, and every word of the doubt is named."""
    text, _, wanted = line.partition(" | ")
    found, scan = FRENCH.exchanged(text)
    assert found == text
    assert set(wanted.split(", ")) <= {one.words for one in scan.left}
    assert all(text[one.start : one.end] == one.words and one.advice for one in scan.left)


def test_an_auditors_own_pair_is_exchanged_with_its_article() -> None:
    """Words that the lists do not know can be added for one design."""
    scan = scan_gender("Le vielleur chante ; la vielleuse joue.", ("vielleur|vielleuse",))
    assert [place.words[FEMALE] for place in scan.places] == ["La", "vielleuse", "la", "vielleuse"]


def test_a_text_without_any_full_stop_is_left_and_said() -> None:
    """Where no sentence ends for hundreds of words nothing is changed on a guess."""
    text = WITHOUT_STOP * 2_000
    found, scan = FRENCH.exchanged(text)
    assert found == text
    assert len(scan.left) == 1


@pytest.mark.parametrize("sentence", [WITHOUT_STOP, WITHOUT_STOP.rstrip() + ", "])
def test_a_long_text_without_full_stops_takes_time_in_proportion(sentence: str) -> None:
    """Eight times the words never take much more than eight times as long."""
    assert FRENCH.seconds(16_000, sentence) < 16 * FRENCH.seconds(2_000, sentence) + 0.1


def test_a_long_list_of_lines_is_read_line_by_line() -> None:
    """A record without full stops is cut at its lines."""
    text = "C'est la première lauréate du concours\n" * 200
    assert FRENCH.exchanged(text)[0] == "C'est le premier lauréat du concours\n" * 200


@settings(max_examples=200, deadline=None, derandomize=True)
@given(texts=st.lists(st.sampled_from(FRENCH.one_to_one()), min_size=1, max_size=4))
def test_swapping_twice_gives_the_original(texts: list[str]) -> None:
    """Where forms correspond one to one nothing is lost, whatever sentences stand in paragraphs of one text."""
    text = "\n\n".join(texts)
    once, first = FRENCH.exchanged(text)
    twice, second = FRENCH.exchanged(once)
    # A thing named before decides whether a pronoun is read, and things have a gender too: then one way is left.
    if len(first.places) == len(second.places):
        assert twice == text
    assert all(FRENCH.exchanged(FRENCH.exchanged(one)[0])[0] == one for one in texts)


@pytest.mark.parametrize(("hash_seed", "locale"), [("1", "C"), ("4711", "tr_TR.UTF-8")])
def test_other_environments_give_the_same_places(hash_seed: str, locale: str) -> None:
    """Neither the seed of Python's hashes nor the locale of the computer changes what is found."""
    assert digest_elsewhere("french", hash_seed, locale) == digest("french")


MIXED = st.lists(
    st.sampled_from([*" \n,.;?'’-", "la", "le", "l'", "du", "étudiante", "étudiant", "est", "appliquée", "il", "Elle",
                     "si", "Monsieur", "lui", "M.", "Анна", "مرحبا", "नमस्ते", "你好", "{name}", "ÉTUDIANTE",
                     "était", "à",
                     "de", "\u200b", "é", "ETUDIANTE",
                     "seule",
                     "s'", "vous", "êtes"])
    | st.text(max_size=4),
    max_size=30,
).map(" ".join)  # fmt: skip


@settings(max_examples=300, deadline=None, derandomize=True)
@given(text=MIXED)
def test_nothing_outside_the_places_ever_differs(text: str) -> None:
    """In any mixture of scripts the places lie in order, say what stands there, and nothing else is touched."""
    assert_order(scan_gender(text), text)
