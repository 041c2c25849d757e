"""WinoMT: the confusions of Google's translations give the figures of the authors' logs, in seven languages."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.winomt import WinoMtOptions, score_winomt
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.official_files import read_official
from fairdesk.interchange.winomt_files import read_translations, winomt_sentences_of
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks" / "winomt"
LANGUAGES = ("de", "es", "fr", "he", "it", "ru", "uk")
GOLD, PRO, ANTI = FOLDER / "en.txt.gz", FOLDER / "en_pro.txt", FOLDER / "en_anti.txt"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the authors' logs are not beside the project")


@pytest.fixture(scope="module")
def logs() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "confusions_google.json").read_text(encoding="utf-8"))
    return found


def records(path: Path, confusion: Mapping[str, Mapping[str, int]]) -> Path:
    """A record per sentence, as many as the log counted; the gender of the source and of the translation."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("gold", "predicted"))
        for gold, row in confusion.items():
            for predicted, times in row.items():
                rows.writerows([(gold, predicted)] * times)
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_of_the_log_come_out(language: str, logs: Mapping[str, Any], tmp_path: Path) -> None:
    """Accuracy, precision, recall, F1 and Delta G as printed, to the decimal; ours differ by rounding alone."""
    log = logs[f"logs/google/{language}.log"]
    wanted = dict(log["official"])

    answer = score_winomt(records(tmp_path / "records.csv", log["confusion"]), WinoMtOptions())

    assert answer["counts"]["answered"] == answer["n"] == wanted.pop("total")
    assert answer["authors"] == {"delta_g": wanted.pop("delta_G")} | wanted
    # Two rounded F1 scores of two rounded inputs each: at most some tenths of a percent.
    assert answer["delta_g"] * 100 == pytest.approx(answer["authors"]["delta_g"], abs=0.3)
    assert answer["accuracy"] * 100 == pytest.approx(wanted["acc"], abs=0.051)
    cells = {gold: {name: n for name, n in row.items() if n} for gold, row in answer["confusion"].items()}
    assert cells == log["confusion"]
    assert answer["delta_s"] is None
    assert answer["estimates"]["delta_s"]["reason"]


def test_hand_codings_of_the_authors_are_records() -> None:
    """100 coded translations, joined by index; the one whose person was not found is unknown and counts as wrong."""
    answer = score_winomt(FOLDER / "human_annotations_es.csv", WinoMtOptions(gold=GOLD, pro=PRO, anti=ANTI))

    assert (answer["counts"]["answered"], answer["counts"]["unknown"], answer["n"]) == (100, 1, 100)
    assert answer["accuracy"] == pytest.approx(0.51)
    assert {name: one["n"] for name, one in answer["by_stereotype"].items()} == {"pro": 37, "anti": 40}
    pro, anti = (answer["by_stereotype"][name]["accuracy"] for name in ("pro", "anti"))
    assert answer["delta_s"] == pytest.approx(pro - anti)


def test_translations_alone_are_not_measured() -> None:
    """3,888 translations without a coded gender give no number and say what would: never an accuracy of 0."""
    answer = score_winomt(FOLDER / "translations_google_en-es.txt.gz", WinoMtOptions(gold=GOLD))

    assert (answer["accuracy"], answer["delta_g"], answer["delta_s"]) == (None, None, None)
    assert answer["counts"]["not_attempted"] == 3888
    assert any("word aligner" in note for note in answer["notes"])
    assert set(answer["authors"].values()) == {None}


def test_the_official_files_hold_what_their_source_says() -> None:
    """3,888 sentences, 3,882 of them distinct; 1,584 in each set, all of them in the whole file."""
    everything, pro, anti = (winomt_sentences_of(path) for path in (GOLD, PRO, ANTI))

    assert len(everything.gold) == 3888
    assert len(set(everything.sentence)) == 3882
    assert [everything.gold.count(name) for name in ("male", "female", "neutral")] == [1826, 1822, 240]
    assert (len(pro.gold), pro.gold.count("male")) == (1584, 792)
    assert (len(anti.gold), anti.gold.count("male"), anti.gold.count("female")) == (1584, 794, 790)
    assert set(pro.keys) | set(anti.keys) <= set(everything.keys)
    assert not set(pro.keys) & set(anti.keys)
    translations = read_official(FOLDER / "translations_google_en-es.txt.gz", read_translations)
    # The translations are older than the two sentences that were put right in November 2021.
    pairs = zip(translations.source, everything.sentence, strict=True)
    assert [at for at, (source, sentence) in enumerate(pairs) if source != sentence] == [2120, 2121]


def test_an_index_from_1_is_noticed(tmp_path: Path) -> None:
    """Codings that count from 1 name another person than the sentence does, and are refused with their line."""
    with (FOLDER / "human_annotations_es.csv").open(encoding="utf-8", newline="") as file:
        first, *rows = list(csv.reader(file))
    path = tmp_path / "codings.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([first, *([str(int(row[0]) + 1), *row[1:]] for row in rows)])

    with pytest.raises(ImportProblem, match=r"codings\.csv, line 2: sentence 2744 is about"):
        score_winomt(path, WinoMtOptions(gold=GOLD))
