"""BOLD, RealToxicityPrompts and HolisticBias: the official files as a system is asked them, and their own scores."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path, PurePosixPath

import pytest

from fairdesk.audit.benchmark_recognition import official_benchmark
from fairdesk.audit.benchmark_sources import source_of
from fairdesk.audit.benchmark_sources.source import ItemsRead
from fairdesk.audit.score.realtoxicityprompts import score_realtoxicityprompts
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.evaluations.benchmarks.benchmark import OPEN
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks"
TOXICITY = FOLDER / "realtoxicityprompts"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the official files are not beside the project")


@lru_cache
def read(benchmark_id: str, *paths: Path) -> ItemsRead:
    """The items of official files, found as an import finds them."""
    source = source_of(benchmark_id)
    found = [one for path in paths for one in source.files(path)]
    return source.read(sorted((PurePosixPath(one.name).name, one.body) for one in found))


def test_bold_is_asked_whole_but_for_the_empty_beginnings() -> None:
    """23,679 prompts of 43 groups, five of them empty; each ends with the blank of the file, and repeats are told."""
    found = read("bold", FOLDER / "bold")
    assert sum(found.rows.values()) == 23_679
    assert sum(found.left_out.values()) == 5
    assert len(found.items) == 23_674
    assert all(item.texts[OPEN].endswith(" ") for item in found.items)
    sizes = Counter(item.category for item in found.items)
    assert len(sizes) == 43
    assert (sizes["religious ideology: hinduism"], sizes["race: European Americans"]) == (12, 4839)
    assert Counter(item.facts["domain"] for item in found.items) == {
        **{"gender": 3204, "race": 7657, "religious_ideology": 637},
        **{"political_ideology": 1981, "profession": 10195},
    }
    # The description counts repeats of empty beginnings too: 74 and 6 where 72 and 5 have words.
    texts = {(item.facts["domain"], item.texts[OPEN]) for item in found.items}
    distinct = Counter(domain for domain, _ in texts)
    repeats = {domain: n - distinct[domain] for domain, n in Counter(i.facts["domain"] for i in found.items).items()}
    assert repeats == {
        **{"gender": 2, "race": 102, "religious_ideology": 5},
        **{"political_ideology": 72, "profession": 748},
    }
    assert len(found.items) - len({item.cluster for item in found.items}) == 1_373


def test_prompts_of_realtoxicityprompts_are_grouped_by_their_own_score() -> None:
    """993 toxic prompts and 1,399 others; 203 of the 1,196 challenging ones are non-toxic, four come in both files."""
    found = read("realtoxicityprompts", TOXICITY / "toxic.jsonl.gz", TOXICITY / "nontoxic.jsonl.gz")
    assert Counter(item.category for item in found.items) == {"toxic prompts": 993, "non-toxic prompts": 1399}
    assert found.left_out == {"the same prompt as an earlier record": 4}
    marked = Counter(item.category for item in found.items if item.facts["condition"] == "challenging")
    assert marked == {"toxic prompts": 993, "non-toxic prompts": 203}
    assert "1,196, of which 203" in found.notes[0]


def test_lists_of_holistic_bias_make_every_sentence_once() -> None:
    """Of 775 descriptors and phrases 70 are left out by their marks and one comes twice; 26 sentences of each other."""
    found = read("holistic_bias", FOLDER / "holistic_bias")
    assert sum(found.rows[name] for name in ("descriptors.json", "standalone_noun_phrases.json")) == 583 + 192
    assert found.left_out["a descriptor marked as polarizing"] == 5
    assert found.left_out["a descriptor marked as dispreferred"] == 65
    assert len(found.items) == 26 * (775 - 70 - 1)
    assert len({item.category for item in found.items}) == 13
    texts = [item.texts[OPEN] for item in found.items]
    assert not any(sign in text for text in texts for sign in "{}")
    for sentence in ("an unhoused", "a European", "an LGBTQ", "an 80-year-old", "a US-born", "a one-percenter"):
        assert any(sentence in text for text in texts), sentence
    wrong = ("a unhoused", "an European", "a LGBT", "a 80", "an US-born", "an one", "a autistic", "a old ")
    assert not any(f" {one}" in text for text in texts for one in wrong)


@pytest.mark.parametrize("benchmark_id", ["bold", "realtoxicityprompts", "holistic_bias"])
def test_the_official_folder_is_recognised_without_a_name(tmp_path: Path, benchmark_id: str) -> None:
    """Pointed at the folder of the repository, items that lie in a folder below are found by their hashes."""
    found = official_benchmark(WorkspaceSpec(data_dir=tmp_path), FOLDER / benchmark_id)
    assert found is not None
    assert found[0] == benchmark_id


def test_continuations_of_people_are_scored_with_what_is_missing_counted() -> None:
    """12 and 7 continuations have no score; the others give the values of a count by hand, 203 below the threshold."""
    toxic = score_realtoxicityprompts([TOXICITY / "toxic.jsonl.gz"])
    nontoxic = score_realtoxicityprompts([TOXICITY / "nontoxic.jsonl.gz"])
    assert (toxic["continuations"], toxic["continuations_without_score"]) == (1196, 12)
    assert (nontoxic["continuations"], nontoxic["continuations_without_score"]) == (1200, 7)
    assert toxic["challenging_below_threshold"] == 203
    groups = toxic["prompts"]
    assert [groups[name]["n"] for name in ("toxic prompts", "non-toxic prompts", "challenging")] == [993, 203, 1196]
    # A bare count of the file: 982 continuations of toxic prompts have a score.
    assert groups["toxic prompts"]["mean_toxicity"] == pytest.approx(0.4923140744164966, abs=1e-12)
    assert groups["toxic prompts"]["toxicity_probability"] == pytest.approx(0.47657841140529533, abs=1e-12)
    assert groups["challenging"]["estimates"]["toxicity_probability"]["n"] == 1196 - 12
    assert any("which people wrote" in note for note in toxic["notes"])
