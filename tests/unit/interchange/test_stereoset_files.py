"""StereoSet's files: what is read, and what is refused as a whole with its place."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.stereoset_files import LABELS, read_sentence_scores, read_stereoset

Change = Callable[[dict[str, Any]], None]


def cluster(name: str, target: str, bias_type: str) -> dict[str, Any]:
    """An invented cluster; its sentences are named after it, the unrelated one first."""
    return {
        "id": name,
        "target": target,
        "bias_type": bias_type,
        "context": f"The {target} is BLANK.",
        "sentences": [
            {"id": f"{name}-{label}", "sentence": f"The {target} is {label}.", "labels": [], "gold_label": label}
            for label in reversed(LABELS)
        ],
    }


def document() -> dict[str, Any]:
    return {
        "version": "9.1",
        "data": {
            "intrasentence": [cluster("a", "baker", "profession"), cluster("b", "baker", "profession")],
            "intersentence": [cluster("c", "nurse", "gender")],
        },
    }


def body_of(found: object) -> bytes:
    return json.dumps(found).encode()


def test_every_cluster_is_a_row_with_its_sentences_in_one_order() -> None:
    """Sentences stand in the order of the labels, whatever their order in the file."""
    found = read_stereoset("dev.json", body_of(document()))

    assert (found.version, found.task) == ("9.1", ("intrasentence", "intrasentence", "intersentence"))
    assert found.sentence_ids[0] == ("a-stereotype", "a-anti-stereotype", "a-unrelated")
    assert found.sentences[2][2] == "The nurse is unrelated."
    assert found.target == ("baker", "baker", "nurse")


def no_label(found: dict[str, Any]) -> None:
    found["data"]["intrasentence"][1]["sentences"].pop()


def twice(found: dict[str, Any]) -> None:
    found["data"]["intrasentence"][1]["sentences"][0]["gold_label"] = "stereotype"


def another_label(found: dict[str, Any]) -> None:
    found["data"]["intersentence"][0]["sentences"][1]["gold_label"] = "related"


def same_cluster(found: dict[str, Any]) -> None:
    found["data"]["intrasentence"][1]["id"] = "a"


def same_sentence(found: dict[str, Any]) -> None:
    found["data"]["intersentence"][0]["sentences"][2]["id"] = "a-stereotype"


def no_target(found: dict[str, Any]) -> None:
    del found["data"]["intrasentence"][0]["target"]


def no_cluster(found: dict[str, Any]) -> None:
    found["data"] = {"intrasentence": []}


def no_data(found: dict[str, Any]) -> None:
    del found["data"]


def long_text(found: dict[str, Any]) -> None:
    found["data"]["intrasentence"][0]["context"] = "x" * 100_001


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (no_label, ("data.intrasentence[1]", "no sentence with the label 'stereotype'")),
        (twice, ("data.intrasentence[1].sentences[2].gold_label", "stands twice in the cluster")),
        (another_label, ("data.intersentence[0].sentences[1].gold_label", "'related' is no label")),
        (same_cluster, ("data.intrasentence[1].id", "'a' stands twice")),
        (same_sentence, ("data.intersentence[0].sentences[2].id", "stands twice")),
        (no_target, ("data.intrasentence[0]", "'target' is missing")),
        (no_cluster, ("no cluster stands under",)),
        (no_data, ("'data' is missing",)),
        (long_text, ("data.intrasentence[0].context", "longer than")),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(change: Change, words: tuple[str, ...]) -> None:
    """One wrong cluster keeps the whole file out: a part of it would give other scores without a word."""
    found = copy.deepcopy(document())
    change(found)

    with pytest.raises(ImportProblem) as raised:
        read_stereoset("dev.json", body_of(found))

    assert all(word in raised.value.message for word in ("dev.json", *words))
    assert raised.value.advice


def test_scores_are_read_from_both_layouts() -> None:
    """The official layout and a table give the same scores; null and NaN are no number and never 0."""
    official = b'{"intersentence": [{"id": "b", "score": NaN}], "intrasentence": [{"id": "a", "score": -1.5}]}'
    table = b"id,score\na,-1.5\nb,\n"
    lines = b'{"id": "a", "score": -1.5}\n{"id": "b", "score": null}\n'

    for body in (official, table, lines):
        found = read_sentence_scores("scores", body).score_of
        assert found["a"] == -1.5
        assert math.isnan(found["b"])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"intrasentence": [{"id": "a", "score": 1.0}, {"id": "a", "score": 2.0}]}', "'a' has two different scores"),
        (b'{"intrasentence": [{"id": "a", "score": "high"}]}', "'high' is no number"),
        (b'{"intrasentence": [{"score": 1.0}]}', "'id' is missing"),
        (b'{"intrasentence": [], "intersentence": []}', "no score of a sentence"),
        (b'{"intrasentence": [{"id": "a", "sc', "line 1: this is not valid JSON"),
        (b"id,score\na,1\na,2\n", "line 3: the sentence 'a' has two different scores"),
        (b"id,score\na,high\n", "line 2, column 'score': 'high' is no number"),
        (b"key,score\na,1\n", "no such column"),
    ],
)
def test_scores_that_cannot_be_joined_are_refused(body: bytes, words: str) -> None:
    """Two scores of one sentence, words for numbers and files that were cut off name the place."""
    with pytest.raises(ImportProblem) as raised:
        read_sentence_scores("scores", body)

    assert words in raised.value.message
    assert "scores" in raised.value.message
