"""French sentences come out as written by hand, or stay as they are and are listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.edits import Edit, Scan, apply_edits
from fairdesk.evaluations.swaps.french import scan_gender
from fairdesk.evaluations.swaps.language import FEMALE, MALE

HERE = Path(__file__).parent


def lines(name: str) -> list[str]:
    text = (HERE / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def pairs() -> Iterator[tuple[str, str]]:
    """Every pair, those that hold both ways in both directions."""
    for line in lines("french_pairs.txt"):
        first, both_ways, second = line.partition(" => ")
        if both_ways:
            yield first, second
            yield second, first
        else:
            one, _, other = line.partition(" -> ")
            yield one, other


def exchanged(text: str) -> tuple[str, Scan]:
    scan = scan_gender(text)
    edits = [
        Edit(
            start=place.start, end=place.end, words=place.words[FEMALE if place.own == MALE else MALE],
            cue_id="gender",
        )
        for place in scan.places
    ]  # fmt: skip
    return apply_edits(text, edits), scan


def test_there_are_a_hundred_pairs() -> None:
    """The hand-written set is as large as it is said to be."""
    assert len(lines("french_pairs.txt")) >= 100
    assert len(lines("french_left.txt")) >= 40


@pytest.mark.parametrize(("text", "wanted"), list(pairs()))
def test_a_sentence_comes_out_as_a_person_writes_it(text: str, wanted: str) -> None:
    """Pronouns, titles, nouns and what agrees with them change together; nothing else does."""
    assert exchanged(text)[0] == wanted


@pytest.mark.parametrize("line", lines("french_left.txt"))
def test_what_cannot_be_decided_stays_and_is_listed(line: str) -> None:
    """A sentence with a doubt is never half changed, and every word of the doubt is named."""
    text, _, wanted = line.partition(" | ")
    found, scan = exchanged(text)
    assert found == text
    listed = {one.words for one in scan.left}
    assert set(wanted.split(", ")) <= listed
    assert all(text[one.start : one.end] == one.words and one.advice for one in scan.left)


def test_an_auditors_own_pair_is_exchanged_with_its_article() -> None:
    """Words that the lists do not know can be added for one design."""
    scan = scan_gender("Le vielleur chante ; la vielleuse joue.", ("vielleur|vielleuse",))
    assert [place.words[FEMALE] for place in scan.places] == ["La", "vielleuse", "la", "vielleuse"]


def test_a_text_without_any_full_stop_is_left_and_said() -> None:
    """Where no sentence ends for hundreds of words nothing is changed on a guess, and the text is not read for ever."""
    text = "le candidat est appliqué et l'étudiante est admise " * 2_000
    found, scan = exchanged(text)
    assert found == text
    assert len(scan.left) == 1


def test_a_long_list_of_lines_is_read_line_by_line() -> None:
    """A record without full stops is cut at its lines."""
    text = "C'est la première lauréate du concours\n" * 200
    assert exchanged(text)[0] == "C'est le premier lauréat du concours\n" * 200


MIXED = st.lists(
    st.sampled_from([*" \n,.;?'’-", "la", "le", "l'", "du", "étudiante", "étudiant", "est", "appliquée", "il", "Elle",
                     "Monsieur", "lui", "M.", "Анна", "مرحبا", "नमस्ते", "你好", "{name}", "ÉTUDIANTE", "était", "à",
                     "de", "\u200b", "é"])
    | st.text(max_size=4),
    max_size=30,
).map(" ".join)  # fmt: skip


@settings(max_examples=300, deadline=None, derandomize=True)
@given(text=MIXED)
def test_nothing_outside_the_places_ever_differs(text: str) -> None:
    """In any mixture of scripts the places lie in order, say what stands there, and nothing else is touched."""
    scan = scan_gender(text)
    read_to = 0
    for place in scan.places:
        assert read_to <= place.start < place.end <= len(text)
        assert place.own in (MALE, FEMALE)
        assert text[place.start : place.end] == place.words[place.own]
        read_to = place.end
