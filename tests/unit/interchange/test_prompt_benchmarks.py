"""XSTest, BOLD, HolisticBias and RealToxicityPrompts: invented files are read, damaged ones are refused whole."""

from __future__ import annotations

import copy
import json
import math
from typing import Any

import numpy as np
import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.evaluations.realtoxicityprompts import prompt_groups
from fairdesk.interchange.bold_files import baseline_of, read_bold
from fairdesk.interchange.holistic_bias_files import (
    read_descriptors,
    read_nouns,
    read_sentence_templates,
    read_standalone_phrases,
)
from fairdesk.interchange.realtoxicityprompts_files import SCORES, read_toxicity_prompts
from fairdesk.interchange.xstest_files import read_xstest
from tests.unit.interchange.test_gender_benchmarks import refused


def body_of(found: object) -> bytes:
    return json.dumps(found).encode()


def test_xstest_prompts() -> None:
    """Labels say which prompts are harmful; a type that contradicts its label is told."""
    head = b"id,prompt,type,label,focus,note\n"
    found = read_xstest(
        "file", head + b"1,How do I stop a clock?,homonyms,safe,stop,\n2,Bad?,contrast_homonyms,unsafe,,x\n"
    )

    assert (found.is_harmful, found.focus, found.note) == ((False, True), ("stop", ""), ("", "x"))
    assert found.notes == ()
    assert "1" in read_xstest("file", head + b"1,Words?,contrast_homonyms,safe,,\n").notes[0]
    for row in (b"1,Again?,homonyms,safe,,", b"2,Words?,homonyms,maybe,,", b"2,,homonyms,safe,,", b"2,Words?,homo"):
        refused(read_xstest, head + b"1,Words?,homonyms,safe,,\n" + row, "line 3")


def test_bold_keeps_blanks_and_tells_what_is_empty_or_twice() -> None:
    """Nothing is stripped and nothing dropped: the page keeps every text, and the notes count."""
    groups = {"bakers": {"Page_1": ["The baker was ", ""], "Page_2": ["The baker was "]}, "clerks": {"Page_1": ["A "]}}
    found = read_bold("official.zip/trade_prompt.json", body_of(groups))

    assert (found.domain, found.is_baseline) == ("trade", False)
    assert found.text == ("The baker was ", "", "The baker was ", "A ")
    assert found.sizes == {"bakers": 3, "clerks": 1}
    assert (found.n_empty, found.n_repeated, len(found.notes)) == (1, 1, 3)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"a": {"p": ["x "', "not valid JSON"),
        (b'{"a": {"p": ["x "], "p": ["y "]}}', "stands twice"),
        (b'{"a": {"p": ["x ", null]}}', "a.p[1]: a text was expected"),
        (b'{"a": {"p": "x "}}', "a list was expected"),
        (b'{"a": ["x "]}', "an object was expected"),
        (b'["x "]', "an object was expected"),
        (b"{}", "no text stands in the file"),
    ],
)
def test_a_damaged_file_of_bold_is_refused(body: bytes, words: str) -> None:
    """Another layout, a page twice and a file that was cut off name their place."""
    refused(read_bold, body, words)


def test_the_baseline_has_to_belong_to_the_prompts() -> None:
    """Whole sentences of other pages, or of other prompts, are no baseline."""
    prompts = read_bold("x_prompt.json", b'{"a": {"p": ["It was ", ""]}}')

    assert baseline_of(prompts, read_bold("x_wiki.json", b'{"a": {"p": ["It was so.", "All."]}}'))[0] == "It was so."
    for whole in (b'{"a": {"q": ["It was so.", "All."]}}', b'{"a": {"p": ["So it was.", "All."]}}'):
        with pytest.raises(ImportProblem):
            baseline_of(prompts, read_bold("x_wiki.json", whole))


def test_descriptors_are_texts_or_objects() -> None:
    """Both forms stand in one list; marks are kept, and a descriptor in two buckets is told."""
    found = read_descriptors(
        "file",
        body_of(
            {
                "age": {
                    "young": ["new", {"descriptor": "old", "preference": "dispreferred"}],
                    "b": [{"descriptor": "new"}],
                }
            }
        ),
    )

    assert found.descriptor == ("new", "old", "new")
    assert found.preference == ("", "dispreferred", "")
    assert found.bucket == ("young", "young", "b")
    assert "1" in found.notes[0]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"preference": "reviewed"}, "'descriptor' is missing"),
        ({"descriptor": "x", "preference": "liked"}, "'liked' is none of reviewed, dispreferred, polarizing"),
        ({"descriptor": "x", "gender": ["female"]}, "is none of female, male, neutral"),
        ({"descriptor": " "}, "a text was expected"),
        (7, "an object was expected"),
        ("x" * 1_001, "longer than"),
    ],
)
def test_a_damaged_descriptor_is_refused(entry: object, words: str) -> None:
    """The place in the file is named, down to the entry."""
    refused(read_descriptors, body_of({"age": {"young": ["new", entry]}}), "age.young[1]", words)


def test_nouns_sentences_and_phrases_of_holistic_bias() -> None:
    """Two numbers of a noun, one place holder of a sentence, a text or an object of a phrase."""
    assert read_nouns("file", b'{"neutral": [["clerk", "clerks"]]}').plural == ("clerks",)
    refused(read_nouns, b'{"neutral": [["clerk"]]}', "a singular and a plural")
    refused(read_nouns, b'{"other": [["clerk", "clerks"]]}', "'other' is none of")

    templates = read_sentence_templates(
        "file", b'{"I am {noun_phrase}.": {"must_be_noun": true}, "I like {plural_noun_phrase}.": {}}'
    )
    assert (templates.is_plural, templates.must_be_noun) == ((False, True), (True, False))
    refused(read_sentence_templates, b'{"I am.": {}}', "place holder")
    refused(read_sentence_templates, b'{"I am {noun_phrase}.": {"must_be_noun": "yes"}}', "true or false")

    phrases = read_standalone_phrases(
        "file", b'{"age": ["an elder", {"noun_phrase": "a child", "plural_noun_phrase": "children"}]}'
    )
    assert (phrases.phrase, phrases.plural) == (("an elder", "a child"), ("", "children"))
    refused(read_standalone_phrases, b'{"age": [{"plural_noun_phrase": "x"}]}', "'noun_phrase' is missing")


def record(**changes: Any) -> dict[str, Any]:
    text = {"text": "Words ", **dict.fromkeys(SCORES, 0.25)}
    found = {
        "filename": "a.txt",
        "begin": 0,
        "end": 9,
        "challenging": False,
        "prompt": text,
        "continuation": copy.deepcopy(text),
    }
    return found | changes


def lines(*records: object) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


def test_null_scores_are_missing_and_in_no_group() -> None:
    """TOX-03: a prompt whose eight scores are null is neither toxic nor the contrary; it is counted and told."""
    nothing = {"text": "Words", **dict.fromkeys(SCORES, None)}
    high = {"text": "Words", **dict.fromkeys(SCORES, 0.9)}
    found = read_toxicity_prompts(
        "file", lines(record(prompt=nothing), record(begin=1, prompt=high), record(begin=2, challenging=True))
    )

    assert math.isnan(found.prompt.scores["insult"][0])
    groups = prompt_groups(found.prompt.scores["toxicity"], np.array(found.is_challenging))
    assert groups.is_toxic.tolist() == [False, True, False]
    assert groups.is_nontoxic.tolist() == [False, False, True]
    assert groups.is_unknown.tolist() == [True, False, False]
    assert groups.n_challenging_below == 1
    assert "Prompts without a score, which are missing and not harmless: 1." in found.notes


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"prompt": {"text": "x", **dict.fromkeys(SCORES, 1.5)}}, "'1.5' is no score of 0 to 1"),
        ({"prompt": {"text": "x", **dict.fromkeys(SCORES, "0.5")}}, "'0.5' is no score"),
        ({"prompt": {"text": "x", **dict.fromkeys(SCORES, True)}}, "'True' is no score"),
        ({"prompt": {"text": "x", **dict.fromkeys(SCORES[1:], 0.5)}}, "column 'prompt.toxicity': the score is missing"),
        ({"prompt": dict.fromkeys(SCORES, 0.5)}, "an object with a text and scores"),
        ({"continuation": "x"}, "column 'continuation'"),
        ({"challenging": None}, "true or false"),
        ({"begin": "0"}, "a whole number"),
        ({"filename": ""}, "nothing stands there"),
    ],
)
def test_a_damaged_record_of_toxicity_is_refused(changes: dict[str, Any], words: str) -> None:
    """One record with another layout keeps the file out and is named with its line."""
    refused(
        read_toxicity_prompts,
        lines(record(), record(begin=1, **changes)) if "begin" not in changes else lines(record(), record(**changes)),
        "line 2",
        words,
    )


def test_a_record_that_was_cut_off_is_refused() -> None:
    """The last line of a file that was not fetched whole is no record."""
    refused(read_toxicity_prompts, lines(record()) + lines(record(begin=1))[:50], "line 2", "not valid JSON")


def test_records_that_stand_twice_are_told() -> None:
    """The same place of the same file is one text."""
    assert read_toxicity_prompts("file", lines(record(), record())).notes == ("Records that stand twice: 1.",)
