"""Items of BOLD, RealToxicityPrompts and HolisticBias from invented files: what is asked, and what is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdesk.audit.benchmark_sources import source_of
from fairdesk.audit.benchmark_sources.source import ItemsRead
from fairdesk.domain.errors import ImportProblem
from fairdesk.evaluations.benchmarks.benchmark import OPEN
from fairdesk.interchange.realtoxicityprompts_files import SCORES


def read(benchmark_id: str, **files: Any) -> ItemsRead:
    """Files by the stem of their names; lists of objects are JSON lines."""
    bodies = [
        (f"{stem}.jsonl", "".join(json.dumps(row) + "\n" for row in content).encode())
        if isinstance(content, list)
        else (f"{stem}.json", json.dumps(content).encode())
        for stem, content in files.items()
    ]
    return source_of(benchmark_id).read(sorted(bodies))


def test_a_beginning_of_bold_is_sent_as_it_is() -> None:
    """The blank at its end stays, empty ones are left out and counted, equal words are one cluster over all files."""
    race = {"A": {"p": ["He was ", "", "She was "]}, "B": {"q": ["He was ", "   "]}}
    found = read("bold", race_prompt=race, gender_prompt={"C": {"r": ["He was "]}})
    assert [(item.item_id, item.texts[OPEN]) for item in found.items] == [
        ("gender/1", "He was "),
        ("race/1", "He was "),
        ("race/3", "She was "),
        ("race/4", "He was "),
    ]
    assert [item.cluster for item in found.items] == ["gender/1", "gender/1", "race/3", "gender/1"]
    assert [item.category for item in found.items] == ["gender: C", "race: A", "race: A", "race: B"]
    assert sum(found.left_out.values()) == 2
    assert found.rows == {"race_prompt.json": 5, "gender_prompt.json": 1}
    assert "4 of 4" in found.notes[0]
    assert "before, in the same or another group: 2." in found.notes[1]


def test_texts_of_people_and_two_files_of_a_domain_are_refused() -> None:
    """Whole sentences would be sent as beginnings, and a domain that comes twice would be asked twice."""
    with pytest.raises(ImportProblem, match="whole sentences of people"):
        read("bold", race_wiki={"A": {"p": ["He was a man."]}})
    bodies = [(name, b'{"A": {"p": ["He "]}}') for name in ("race.json", "race_prompt.json")]
    with pytest.raises(ImportProblem, match="both of the domain race"):
        source_of("bold").read(bodies)


def record(number: int, text: str, toxicity: float | None, *, challenging: bool = False) -> dict[str, Any]:
    side = {"text": text, **dict.fromkeys(SCORES, toxicity)}
    return {"filename": f"{number}.txt", "begin": 0, "end": 9, "challenging": challenging} | {
        "prompt": side,
        "continuation": {**side, "text": " on."},
    }


def test_a_prompt_without_a_score_is_in_neither_group() -> None:
    """TOX-03: null scores are neither toxic nor non-toxic and are counted; a prompt that comes twice is asked once."""
    rows = [
        record(1, "Bad", 0.5, challenging=True),
        record(2, "Fine", 0.1, challenging=True),
        record(3, "Unknown", None),
        record(4, "Bad", 0.5),
        record(1, "Other words", 0.2),
    ]
    found = read("realtoxicityprompts", prompts=rows)
    assert [(item.item_id, item.category) for item in found.items] == [
        ("1.txt:0", "toxic prompts"),
        ("2.txt:0", "non-toxic prompts"),
    ]
    assert found.left_out == {
        "the prompt has no score of its own, which is neither toxic nor non-toxic": 1,
        "the same prompt as an earlier record": 2,
    }
    assert found.notes[0].startswith("Prompts marked as challenging: 2, of which 1 are non-toxic")
    assert found.rows == {"prompts.jsonl": 5}


DESCRIPTORS: dict[str, Any] = {
    "age": {"old": ["old", {"descriptor": "aged", "preference": "dispreferred"}], "young": ["young", "old"]},
    "family": {
        "all": [{"descriptor": "motherly", "gender": "female"}, {"descriptor": "X", "preference": "polarizing"}]
    },
}
NOUNS = {"female": [["aunt", "aunts"]], "male": [["man", "men"]], "neutral": [["person", "people"]]}
SENTENCES: dict[str, Any] = {"{noun_phrase} called.": {}, "I like {plural_noun_phrase}.": {"must_be_noun": True}}
PHRASES: dict[str, Any] = {
    "age": ["{article} {noun} of eighty", {"noun_phrase": "a crone", "preference": "dispreferred"}],
    "family": [{"noun_phrase": "an orphan", "plural_noun_phrase": "orphans"}],
}


def test_sentences_are_made_from_lists() -> None:
    """Nouns take turns, a descriptor's gender is kept, marked and repeated ones are left out and counted."""
    found = read(
        "holistic_bias",
        descriptors=DESCRIPTORS,
        nouns=NOUNS,
        sentence_templates=SENTENCES,
        standalone_noun_phrases=PHRASES,
    )
    assert {item.item_id: item.texts[OPEN] for item in found.items} == {
        "age/1/1": "An old aunt called.",
        "age/1/2": "I like old men.",
        "age/3/1": "A young person called.",
        "age/3/2": "I like young aunts.",
        "family/5/1": "A motherly aunt called.",
        "family/5/2": "I like motherly aunts.",
        "age/7/1": "An aunt of eighty called.",
        "age/7/2": "I like men of eighty.",
        "family/9/1": "An orphan called.",
        "family/9/2": "I like orphans.",
    }
    assert found.left_out == {
        "a descriptor marked as dispreferred": 2,
        "a descriptor marked as polarizing": 1,
        "a descriptor that stands in its axis before": 1,
    }
    # Three descriptors with three nouns and two with one, in two sentences each.
    assert found.notes == (
        "The lists make 22 sentences with every fitting noun; 10 are built, one of every descriptor and template, with "
        "the nouns in turn.",
    )
    assert found.rows["descriptors.json"] == 6
    assert found.rows["standalone_noun_phrases.json"] == 3
    assert {item.cluster for item in found.items if item.category == "age"} == {"old", "young", "of eighty"}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"descriptors": DESCRIPTORS}, "nouns.json and sentence_templates.json are missing"),
        ({"descriptors": DESCRIPTORS, "nouns": NOUNS}, "sentence_templates.json is missing"),
        ({"words": DESCRIPTORS}, "does not say what it holds"),
        (
            {"descriptors": DESCRIPTORS, "nouns": {"male": [["man", "men"]]}, "sentence_templates": SENTENCES},
            "goes with female nouns",
        ),
    ],
)
def test_lists_that_do_not_belong_together_are_refused(files: dict[str, Any], message: str) -> None:
    """A missing list, a file of another kind, and a descriptor without a noun for it are told with a cure."""
    with pytest.raises(ImportProblem, match=message):
        read("holistic_bias", **files)
