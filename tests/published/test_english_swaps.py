"""English pronouns of published sentences: the male form of each becomes the female one, and the other way round."""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from fairdesk.domain.edits import Edit, apply_edits
from fairdesk.evaluations.swaps.english import RULES
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks" / "winogender"
GENERATED = FOLDER / "winogenerated" / "winogenerated_examples.jsonl.gz"

pytestmark = pytest.mark.skipif(
    not (FOLDER / "all_sentences.tsv").is_file() or not GENERATED.is_file(),
    reason="the published sentences are not beside the project",
)

_OPPOSITE = {MALE: FEMALE, FEMALE: MALE}


def _swapped(text: str) -> tuple[str, int]:
    scan = RULES.scan_gender(text, ())
    places = RULES.agreeing(text, scan.places)
    edits = [Edit(start=one.start, end=one.end, words=one.words[_OPPOSITE[one.own]], cue_id="g") for one in places]
    return apply_edits(text, edits), len(scan.left)


def _sentences(path: Path) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            name, gender, _suffix = row["sentid"].rsplit(".", 2)
            found.setdefault(name, {})[gender] = row["sentence"]
    return found


def test_every_winogender_sentence_becomes_its_counterpart() -> None:
    """All 240 pairs in both directions are right, and none is left."""
    pairs = _sentences(FOLDER / "all_sentences.tsv")
    assert len(pairs) == 240
    for sentences in pairs.values():
        assert _swapped(sentences["male"]) == (sentences["female"], 0)
        assert _swapped(sentences["female"]) == (sentences["male"], 0)


def test_no_generated_sentence_comes_out_wrong() -> None:
    """Of about 6,000 pronouns none becomes the wrong form, and fewer than one in a hundred is left for a person."""
    counted: Counter[str] = Counter()
    with gzip.open(GENERATED, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            male, female, _neutral = row["pronoun_options"]
            if row["sentence_with_blank"].count("_") != 1:
                continue
            for own, other, level in ((male, female, FEMALE), (female, male, MALE)):
                counted[_outcome(row["sentence_with_blank"], own, (other, level))] += 1
    assert sum(counted.values()) > 5900
    assert counted["wrong"] == counted["missed"] == 0
    assert counted["left"] < 60


def _outcome(sentence: str, own: str, wanted: tuple[str, str]) -> str:
    at = sentence.index("_")
    scan = RULES.scan_gender(sentence.replace("_", own), ())
    for place in scan.places:
        if place.start <= at < place.end:
            return "right" if place.words[wanted[1]].lower() == wanted[0].lower() else "wrong"
    return "left" if any(one.start <= at < one.end for one in scan.left) else "missed"
