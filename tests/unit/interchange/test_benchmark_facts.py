"""The facts of official files are complete, in our own plain words, and true: hashes and rows are of the files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.benchmark_sources import SOURCES
from fairdesk.domain.benchmark_files import BenchmarkFacts, FileRole, KnownFile, Packaging
from fairdesk.interchange import (
    bbq_files,
    bbq_metadata,
    bbq_predictions,
    bbq_variants,
    bold_files,
    crows_pairs_files,
    discrim_eval_files,
    gest_files,
    holistic_bias_files,
    realtoxicityprompts_files,
    representation_files,
    stereoset_files,
    winobias_files,
    winogender_files,
    winomt_files,
    xstest_files,
)
from fairdesk.interchange.benchmark_facts import known_files, read_benchmark_facts
from fairdesk.interchange.official_files import OfficialFile, official_file, official_files
from fairdesk.settings.paths import resources_dir
from tests.contract.test_evaluations import FORBIDDEN

FACTS = resources_dir() / "benchmarks" / "facts"
SHARED = resources_dir().parent.parent / "shared" / "benchmarks"
OWN_SUITE = "FairDesk's own suite"
NOT_THERE = ("StereoSet's dev.json",)
"""Official files that are not beside the project."""

every = pytest.mark.parametrize("path", sorted(FACTS.glob("*.toml")), ids=lambda path: path.stem)
needs_files = pytest.mark.skipif(not SHARED.is_dir(), reason="the official files are not beside the project")


def sentences(facts: BenchmarkFacts) -> list[str]:
    """All that a user reads as a sentence."""
    defects = [one for version in facts.versions for one in version.defects]
    return [*facts.criticism, facts.contamination, *defects]


@every
def test_the_facts_of_a_benchmark_are_complete(path: Path) -> None:
    """Source, criticism, contamination, licence and files are there, and no sentence is a long quotation."""
    facts = read_benchmark_facts(path)
    assert facts.criticism
    assert all(version.files and version.licence and version.origin for version in facts.versions)
    assert all(sentence.endswith(".") and len(sentence) < 240 for sentence in sentences(facts))
    names = [version.name for version in facts.versions]
    assert len(names) == len(set(names))
    assert all(len(name) < 60 for name in names)


@every
def test_no_sentence_says_more_than_was_measured(path: Path) -> None:
    """None of the words that promise something stands in the facts."""
    facts = read_benchmark_facts(path)
    printed = " ".join((facts.title, *sentences(facts))).lower()
    assert [word for word in FORBIDDEN if word in printed] == []


@every
def test_only_what_has_a_licence_may_be_handed_on(path: Path) -> None:
    """A version without a licence, or under the terms of somebody's models, is for checks inside the house."""
    for version in read_benchmark_facts(path).versions:
        unlicensed = version.licence == "none stated" or version.licence.startswith("terms of")
        assert (version.packaging is Packaging.INTERNAL) is unlicensed, version.name


def test_every_hash_is_of_one_file_alone() -> None:
    """64 hex digits each, and none of them twice."""
    found = known_files(FACTS)
    written = sum(path.read_text(encoding="utf-8").count("sha256 = ") for path in FACTS.glob("*.toml"))
    assert len(found) == written > 100
    assert all(len(sha256) == 64 and set(sha256) <= set("0123456789abcdef") for sha256 in found)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.benchmark_id)
def test_the_suites_of_fairdesk_are_known_as_they_are(source: Any) -> None:
    """Every file of a shipped suite is known as FairDesk's own by its bytes, with as many rows as are read."""
    files = [(one.name, one.body) for one in source.files(resources_dir() / "benchmarks" / source.suite)]
    rows = source.read(sorted(files)).rows
    for name, body in files:
        found = known_files(FACTS).get(hashlib.sha256(body).hexdigest())
        assert found is not None, f"{name} was changed: write its SHA-256 and rows into {source.benchmark_id}.toml"
        assert (found.facts.benchmark_id, found.version.name) == (source.benchmark_id, OWN_SUITE)
        assert (found.file.name, found.file.n_rows) == (name, rows[name])


@cache
def shared_files() -> Mapping[str, OfficialFile]:
    """Every official file beside the project, by the SHA-256 of its bytes without packing."""
    found = {}
    for path in SHARED.rglob("*"):
        if path.is_file() and path.parent != SHARED and official_name(path.name):
            file = official_file(path)
            found[hashlib.sha256(file.body).hexdigest()] = file
    return found


def official_name(name: str) -> bool:
    return not name.startswith(("LICENSE", "SOURCE"))


@needs_files
def test_every_hash_is_that_of_a_file() -> None:
    """Each known file stands beside the project with just this hash, but for those that were not to be had."""
    for sha256, found in known_files(FACTS).items():
        if found.called not in NOT_THERE and found.version.name != OWN_SUITE:
            assert sha256 in shared_files(), found.called


def n_columns(read: Callable[[str, bytes], Any], column: str) -> Callable[[str, bytes], int]:
    """Rows of a reader that hands out columns."""
    return lambda name, body: len(getattr(read(name, body), column))


def n_of(read: Callable[[str, bytes], Any]) -> Callable[[str, bytes], int]:
    """Rows of a reader whose answer says how many they are."""
    return lambda name, body: int(read(name, body).n)


def n_metadata(name: str, body: bytes) -> int:
    found = bbq_metadata.read_metadata(name, body)
    return len(found.targets) + found.n_double


def n_winogender(name: str, body: bytes) -> int:
    readers: dict[str, Callable[[str, bytes], int]] = {
        "all_sentences.tsv": n_columns(winogender_files.read_winogender, "sentence"),
        "templates.tsv": n_columns(winogender_files.read_winogender_templates, "sentence"),
        "occupations-stats.tsv": n_columns(winogender_files.read_women_shares, "occupation"),
        "winogenerated_examples.jsonl": n_columns(winogender_files.read_winogenerated, "sentence"),
    }
    return readers[name](name, body)


def n_winobias_list(name: str, body: bytes) -> int:
    if "occupations" in name:
        return len(winobias_files.read_occupations(name, body))
    return len(winobias_files.read_word_pairs(name, body).word)


def n_holistic(name: str, body: bytes) -> int:
    readers: dict[str, Callable[[str, bytes], int]] = {
        "descriptors.json": n_columns(holistic_bias_files.read_descriptors, "descriptor"),
        "nouns.json": n_columns(holistic_bias_files.read_nouns, "singular"),
        "sentence_templates.json": n_columns(holistic_bias_files.read_sentence_templates, "sentence"),
        "standalone_noun_phrases.json": n_columns(holistic_bias_files.read_standalone_phrases, "phrase"),
    }
    return readers[name](name, body)


ITEMS, ANSWERS, LISTS = FileRole.ITEMS, FileRole.ANSWERS, FileRole.LISTS
READERS: dict[tuple[str, FileRole], Callable[[str, bytes], int]] = {
    ("bbq", ITEMS): n_of(bbq_files.read_bbq_file),
    ("bbq", FileRole.METADATA): n_metadata,
    ("bbq", ANSWERS): n_columns(bbq_predictions.predictions_of, "item_id"),
    **{(name, ITEMS): n_of(bbq_variants.read_variant) for name in ("mbbq", "kobbq", "gg_bbq", "cbbq", "bbq_lite")},
    **{(name, ITEMS): n_of(bbq_variants.read_variant) for name in ("esbbq", "cabbq")},
    ("crows_pairs", ITEMS): n_columns(crows_pairs_files.read_crows_pairs, "index"),
    ("stereoset", ITEMS): n_columns(stereoset_files.read_stereoset, "cluster_id"),
    ("stereoset", ANSWERS): n_columns(stereoset_files.read_sentence_scores, "score_of"),
    ("winomt", ITEMS): n_columns(winomt_files.read_winomt_sentences, "sentence"),
    ("winobias", ITEMS): n_columns(winobias_files.read_winobias, "sentence"),
    ("winobias", LISTS): n_winobias_list,
    ("winobias", FileRole.METADATA): n_winobias_list,
    ("winogender", ITEMS): n_winogender,
    ("winogender", FileRole.TEMPLATES): n_winogender,
    ("winogender", FileRole.METADATA): n_winogender,
    ("gest", ITEMS): n_columns(gest_files.read_gest, "sentence"),
    ("bold", ITEMS): n_columns(bold_files.read_bold, "text"),
    ("bold", FileRole.BASELINE): n_columns(bold_files.read_bold, "text"),
    ("realtoxicityprompts", ITEMS): n_columns(realtoxicityprompts_files.read_toxicity_prompts, "record_id"),
    ("holistic_bias", ITEMS): n_holistic,
    ("holistic_bias", FileRole.METADATA): n_holistic,
    ("xstest", ITEMS): n_columns(xstest_files.read_xstest, "prompt"),
    ("discrim_eval", ITEMS): n_of(discrim_eval_files.read_discrim_eval),
    ("representation", FileRole.METADATA): n_of(representation_files.read_word_families),
}
"""How many rows our readers find in the files of a benchmark that hold one kind of thing."""

NO_LAYOUT_OF_OURS = ("test.jsonl",)
"""Texts of StereoSet without ids, which no reader of ours takes."""


@needs_files
@every
def test_rows_are_those_that_our_readers_read(path: Path) -> None:
    """Wherever FairDesk has a reader for a file, it reads as many rows as the facts say."""
    facts = read_benchmark_facts(path)
    wanted: list[tuple[KnownFile, Callable[[str, bytes], int]]] = [
        (file, reader)
        for version in facts.versions
        for file in version.files
        if (reader := READERS.get((facts.benchmark_id, file.role))) is not None
        and file.sha256 in shared_files()
        and file.name not in NO_LAYOUT_OF_OURS
    ]
    for file, reader in wanted:
        found = shared_files()[file.sha256]
        assert reader(found.name, found.body) == file.n_rows, file.name
    assert wanted or (facts.benchmark_id not in {benchmark for benchmark, _ in READERS})


@needs_files
def test_no_official_file_is_forgotten() -> None:
    """Every data file of the benchmarks beside the project is known; what was made from others there is not."""
    made = ("published_values.json", "synthetic_scores_A.csv", "synthetic_scores_A_expected.json")
    unknown = {file.name for sha256, file in shared_files().items() if sha256 not in known_files(FACTS)}
    names = {file.name for file in official_files(SHARED / "names")}
    assert unknown - names - {*made, "confusions_google.json"} == set()
