"""French and Spanish sentences come out as written by hand, or stay as they are and are listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.evaluations.swaps.language import FEMALE
from tests.unit.evaluations.swaps.romance_sentences import (
    ROMANCE,
    Sentences,
    assert_order,
    digest,
    digest_elsewhere,
)

_EACH = pytest.mark.parametrize("known", ROMANCE, ids=[one.language for one in ROMANCE])


def _all(found: Callable[[Sentences], Iterable[object]]) -> list[object]:
    """What is found for each language, one test each, named by its language."""
    return [
        pytest.param(known, one, id=f"{known.language}-{i}") for known in ROMANCE for i, one in enumerate(found(known))
    ]


@_EACH
def test_there_are_two_hundred_sentences_and_eight_letters(known: Sentences) -> None:
    """The hand-written set is as large as it is said to be."""
    assert len(known.lines("pairs")) + len(known.lines("read")) >= 190
    assert len(known.left()) >= 70
    assert len(known.letters()) >= 8


@pytest.mark.parametrize(("known", "pair"), _all(Sentences.pairs))
def test_a_sentence_comes_out_as_a_person_writes_it(known: Sentences, pair: tuple[str, str]) -> None:
    """Pronouns, titles, nouns and what agrees with them change together; nothing else does."""
    text, wanted = pair
    assert known.exchanged(text)[0] == wanted


@pytest.mark.parametrize(("known", "letter"), _all(Sentences.letters))
def test_a_whole_letter_comes_out_as_an_editor_accepted_it(known: Sentences, letter: tuple[str, str]) -> None:
    """Sentence by sentence a letter is changed grammatically or left, with headings, lists and signatures."""
    text, wanted = letter
    assert known.exchanged(text)[0] == wanted


@pytest.mark.parametrize(("known", "line"), _all(Sentences.left))
def test_what_cannot_be_decided_stays_and_is_listed(known: Sentences, line: str) -> None:
    """A sentence with a doubt is never half changed, and every word of the doubt is named."""
    text, _, wanted = line.partition(" | ")
    found, scan = known.exchanged(text)
    assert found == text
    assert set(wanted.split(", ")) <= {one.words for one in scan.left}
    assert all(text[one.start : one.end] == one.words and one.advice for one in scan.left)


@_EACH
def test_an_auditors_own_pair_is_exchanged_with_its_article(known: Sentences) -> None:
    """Words that the lists do not know can be added for one design."""
    text, pair, wanted = known.own_pair
    assert tuple(place.words[FEMALE] for place in known.scan(text, (pair,)).places) == wanted


@_EACH
def test_a_text_without_any_full_stop_is_left_and_said(known: Sentences) -> None:
    """Where no sentence ends for hundreds of words nothing is changed on a guess."""
    text = known.without_stop * 2_000
    found, scan = known.exchanged(text)
    assert found == text
    assert len(scan.left) == 1


@_EACH
@pytest.mark.parametrize("ending", [" ", ", "])
def test_a_long_text_without_full_stops_takes_time_in_proportion(known: Sentences, ending: str) -> None:
    """Eight times the words never take much more than eight times as long."""
    sentence = known.without_stop.rstrip() + ending
    assert known.seconds(16_000, sentence) < 16 * known.seconds(2_000, sentence) + 0.1


@_EACH
def test_a_long_list_of_lines_is_read_line_by_line(known: Sentences) -> None:
    """A record without full stops is cut at its lines."""
    line, wanted = known.line
    assert known.exchanged(line * 200)[0] == wanted * 200


@_EACH
@settings(max_examples=200, deadline=None, derandomize=True)
@given(data=st.data())
def test_swapping_twice_gives_the_original(known: Sentences, data: st.DataObject) -> None:
    """Where forms correspond one to one nothing is lost, whatever sentences stand in paragraphs of one text."""
    texts = data.draw(st.lists(st.sampled_from(known.one_to_one()), min_size=1, max_size=4))
    text = "\n\n".join(texts)
    once, first = known.exchanged(text)
    twice, second = known.exchanged(once)
    # A thing named before decides whether a pronoun is read, and things have a gender too: then one way is left.
    if len(first.places) == len(second.places):
        assert twice == text
    assert all(known.exchanged(known.exchanged(one)[0])[0] == one for one in texts)


@_EACH
@pytest.mark.parametrize(("hash_seed", "locale"), [("1", "C"), ("4711", "tr_TR.UTF-8")])
def test_other_environments_give_the_same_places(known: Sentences, hash_seed: str, locale: str) -> None:
    """Neither the seed of Python's hashes nor the locale of the computer changes what is found."""
    assert digest_elsewhere(known.language, hash_seed, locale) == digest(known.language)


@_EACH
@settings(max_examples=300, deadline=None, derandomize=True)
@given(data=st.data())
def test_nothing_outside_the_places_ever_differs(known: Sentences, data: st.DataObject) -> None:
    """In any mixture of scripts the places lie in order, say what stands there, and nothing else is touched."""
    text = " ".join(data.draw(st.lists(st.sampled_from(known.mixed) | st.text(max_size=4), max_size=30)))
    assert_order(known.scan(text, ()), text)
