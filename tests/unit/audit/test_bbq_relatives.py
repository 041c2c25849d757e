"""The sources of BBQ's relatives: languages, words for "not known", files of another benchmark, damaged ones."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from fairdesk.audit.benchmark_recognition import official_benchmark, refuse_relative
from fairdesk.audit.benchmark_sources import ItemsRead, source_of
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.evaluations.benchmarks.bbq_relatives import TONGUES
from fairdesk.extractors.not_known import place_of_not_known
from fairdesk.settings.paths import resources_dir

SUITES = resources_dir() / "benchmarks"
SHARED = resources_dir().parent.parent / "shared" / "benchmarks" / "bbq_variants"

needs_files = pytest.mark.skipif(not SHARED.is_dir(), reason="the official files are not beside the project")


def read(benchmark_id: str, path: Path) -> ItemsRead:
    """All items at a place, with names as they are stored: without folders."""
    source = source_of(benchmark_id)
    return source.read(sorted((Path(one.name).name, one.body) for one in source.files(path)))


@pytest.mark.parametrize("benchmark_id", TONGUES)
def test_a_suite_is_balanced_and_says_not_known_in_its_language(benchmark_id: str) -> None:
    """Right answers agree with the stereotype as often as not; each item has one option that is read as "not known"."""
    items = read(benchmark_id, SUITES / benchmark_id).items
    clear = [item.facts for item in items if item.facts["condition"] == "disambig"]
    assert sum(facts["label"] == facts["biased"] for facts in clear) * 2 == len(clear)
    for item in items:
        for label, options in item.options.items():
            assert options[place_of_not_known(options) or 0] == item.options["1-2-3"][int(item.facts["unknown"])], label
            assert "unknown" not in item.texts[label]
    assert len({item.cluster for item in items}) == 3


def test_spanish_and_catalan_are_told_apart_without_a_name(tmp_path: Path) -> None:
    """Both languages have files of the same name: the words tell which they are, and the wrong one is refused."""
    for benchmark_id, name, title in (("esbbq", "es_Age.jsonl", "EsBBQ"), ("cabbq", "ca_Age.jsonl", "CaBBQ")):
        path = tmp_path / benchmark_id / "Age.full.jsonl"
        path.parent.mkdir()
        path.write_bytes((SUITES / benchmark_id / name).read_bytes())
        assert len(read(benchmark_id, path).items) == 36
        other = next(one for one in ("esbbq", "cabbq") if one != benchmark_id)
        with pytest.raises(ImportProblem, match=rf"this is a file of {title}, not of"):
            read(other, path)


def test_the_same_items_twice_are_refused(tmp_path: Path) -> None:
    """Items that stand in two files are asked once or not at all: both files are named."""
    for name in ("es_Age.jsonl", "es_Age_copy.jsonl"):
        text = (SUITES / "esbbq" / "es_Age.jsonl").read_text(encoding="utf-8")
        (tmp_path / name).write_text(text + "\n" * name.count("copy"), encoding="utf-8")
    with pytest.raises(ImportProblem, match=r"es_Age_copy\.jsonl, line 1: item 0 of 'Age' stands twice"):
        read("esbbq", tmp_path)


@pytest.mark.parametrize("benchmark_id", TONGUES)
def test_known_files_are_told_by_their_bytes_and_damaged_ones_by_their_layout(
    tmp_path: Path, benchmark_id: str
) -> None:
    """The shipped suite needs no name; cut off in the middle of a row, its file says in which line."""
    found = official_benchmark(WorkspaceSpec(data_dir=tmp_path / "profile"), SUITES / benchmark_id)
    assert found is not None
    assert found[0] == benchmark_id
    first = min((SUITES / benchmark_id).iterdir())
    damaged = tmp_path / first.name
    damaged.write_bytes(first.read_bytes()[: first.stat().st_size * 2 // 3])
    with pytest.raises(ImportProblem, match=rf"{re.escape(first.name)}, line \d+"):
        refuse_relative(damaged)


def test_an_unknown_or_damaged_relative_is_named_not_taken_for_records(tmp_path: Path) -> None:
    """A damaged file says where, a whole one which benchmark to name; other files are left to whoever reads them."""
    suite = (SUITES / "kobbq" / "KoBBQ_suite.tsv").read_text(encoding="utf-8")
    edited = tmp_path / "edited.tsv"
    edited.write_text(suite.replace("직원에게", "직원한테"), encoding="utf-8")
    with pytest.raises(InputError, match=r"edited\.tsv is laid out as KoBBQ") as caught:
        refuse_relative(edited)
    assert "--benchmark kobbq" in caught.value.advice
    damaged = tmp_path / "damaged.tsv.gz"
    damaged.write_bytes(gzip.compress(suite.replace("['", "('", 1).encode()))
    with pytest.raises(ImportProblem, match=r"line 2: 'choices'"):
        refuse_relative(damaged)
    records = tmp_path / "records.jsonl"
    records.write_text(json.dumps({"case_id": "1", "score": 2}) + "\n", encoding="utf-8")
    for path in (records, tmp_path / "missing.tsv", tmp_path):
        refuse_relative(path)


@needs_files
@pytest.mark.parametrize(
    ("benchmark_id", "place", "n_items", "categories"),
    [
        ("kobbq", "kobbq", 2280, 12),
        ("gg_bbq", "gg_bbq", 11_868, 2),
        ("esbbq", "esbbq_cabbq/es_Religion.full.jsonl.gz", 648, 1),
        ("esbbq", "esbbq_cabbq/es_Gender.full.csv.gz", 4832, 2),
        ("cabbq", "esbbq_cabbq/ca_Religion.full.jsonl.gz", 648, 1),
    ],
)
def test_official_files_are_read_whole(benchmark_id: str, place: str, n_items: int, categories: int) -> None:
    """Every row is an item whose option "not known" is the one that its words name, in the language of the file."""
    found = read(benchmark_id, SHARED / place)
    assert (len(found.items), sum(found.rows.values()), dict(found.left_out)) == (n_items, n_items, {})
    assert len({item.category for item in found.items}) == categories
    assert len(set(found.notes)) == len(found.notes)
    for item in found.items:
        assert place_of_not_known(item.options["1-2-3"]) == int(item.facts["unknown"])
