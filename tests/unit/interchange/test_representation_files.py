"""Prompts and lists of words: the layouts that are taken, what they are told apart by, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.benchmark_recognition import known_defects
from fairdesk.audit.benchmark_sources.representation import SOURCE
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.representation_files import read_prompts, read_word_families
from fairdesk.settings.paths import resources_dir

HELM = resources_dir().parent.parent / "shared" / "benchmarks" / "helm_lists"
LISTS = {"gender": {"female": ["she"], "male": ["he"]}, "target_jobs": ["nurse"]}


def lists(given: Any) -> bytes:
    """A JSON file."""
    return json.dumps(given).encode()


@pytest.mark.parametrize(
    ("name", "body", "ids", "categories"),
    [
        ("x.txt", b"Write one.\n\nWrite two.\n", ("1", "3"), ("prompts", "prompts")),
        ("x.csv", b"id,category,prompt\na,work,Write one.\nb,,Write two.\n", ("a", "b"), ("work", "prompts")),
        ("x.jsonl", b'{"text": "Write one."}\n{"text": "Write two."}\n', ("1", "2"), ("prompts", "prompts")),
    ],
)
def test_prompts_come_as_text_table_or_json_lines(
    name: str, body: bytes, ids: tuple[str, ...], categories: tuple[str, ...]
) -> None:
    """A line a prompt, or a column of them with id and category where there are any."""
    found = read_prompts(name, body)
    assert (found.item_id, found.category, found.prompt) == (ids, categories, ("Write one.", "Write two."))


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("x.txt", b"\n \n", "the file is empty"),
        ("x.csv", b"id,words\n1,Write.\n", "no column holds the prompts"),
        ("x.csv", b"id,prompt\n1,Write.\n1,Again.\n", "stands in line 2 as well"),
        ("x.csv", b"id,prompt\n1,\n", "nothing stands there"),
    ],
)
def test_damaged_prompts_import_nothing(name: str, body: bytes, words: str) -> None:
    """File and cause are named."""
    with pytest.raises(ImportProblem, match=words) as problem:
        read_prompts(name, body)
    assert name in str(problem.value)


def test_lists_come_by_family_or_as_one() -> None:
    """Families of groups, lists of targets by their name, and a file of one family without a name."""
    found = read_word_families("x.json", lists(LISTS))
    assert (found.families, found.targets, found.n) == (
        {"gender": {"female": ("she",), "male": ("he",)}},
        {"target_jobs": ("nurse",)},
        2,
    )
    assert read_word_families("x.json", lists({"a": ["x"], "b": ["y"]})).families == {
        "groups": {"a": ("x",), "b": ("y",)}
    }


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"target_jobs": ["nurse"]}, "no list of words of a group"),
        ({"gender": {"female": ["she"]}}, "a family of one list"),
        ({"gender": {"female": [], "male": ["he"]}}, "the list is empty"),
        ({"gender": {"female": [1], "male": ["he"]}}, "a word was expected"),
        ({"gender": {"female": "she", "male": ["he"]}}, "a list of words was expected"),
        ({**LISTS, "references": {"gender": {"shares": {"female": 0.5, "male": 0.4}, "reason": "x"}}}, "sum to 0.9"),
        ({**LISTS, "references": {"gender": {"shares": {"female": 0.5, "male": 0.5}}}}, "needs a reason"),
        ({**LISTS, "references": {"gender": {"shares": {"women": 1.0}, "reason": "x"}}}, "not those of the family"),
    ],
)
def test_damaged_lists_import_nothing(given: Any, words: str) -> None:
    """Place and cause are named."""
    with pytest.raises(ImportProblem, match=words):
        read_word_families("x.json", lists(given))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"gender": {"female": ["she", "He"], "male": ["he"]}}, "stands in the lists 'female' and 'male'"),
        ({"gender": {"female": ["she"], "male": ["step-father"]}}, "no single word"),
        ({**LISTS, "target_more": ["two words"]}, "no single word"),
    ],
)
def test_words_that_cannot_be_counted_for_one_list_are_refused(given: Any, words: str) -> None:
    """A word in two lists of a family, and an entry that is no word, refuse the file by its name."""
    with pytest.raises(ImportProblem, match=words) as problem:
        SOURCE.read([("mine.json", lists(given)), ("prompts.txt", b"Write.")])
    assert "mine.json" in str(problem.value)


def test_a_reference_with_a_reason_is_told() -> None:
    """The reason stands among the notes, the shares among the facts that scoring reads."""
    given = {**LISTS, "references": {"gender": {"shares": {"female": 0.4, "male": 0.6}, "reason": "Our staff."}}}
    read = SOURCE.read([("mine.json", lists(given)), ("prompts.txt", b"Write.")])
    assert "Reference for gender: Our staff." in read.notes
    assert json.loads(read.facts["references"]) == {"gender": {"female": 0.4, "male": 0.6}}


def test_prompts_alone_are_counted_by_our_lists(tmp_path: Path) -> None:
    """A file of prompts gets the shipped lists, a file of lists the shipped prompts."""
    prompts, own = tmp_path / "prompts.txt", tmp_path / "own.json"
    prompts.write_text("Write one.\n", encoding="utf-8")
    own.write_text(json.dumps(LISTS), encoding="utf-8")
    assert [one.name for one in SOURCE.files(prompts)] == ["prompts.txt", "lists.json"]
    assert [one.name for one in SOURCE.files(own)] == ["own.json", "prompts.csv"]
    assert [one.name for one in SOURCE.files(tmp_path)] == ["own.json", "prompts.txt"]


@pytest.mark.skipif(not HELM.is_dir(), reason="HELM's lists are not beside the project")
def test_helms_lists_are_recognised_and_their_defects_told(tmp_path: Path) -> None:
    """Known by their hash, with version, licence and slips; the lists for substitution are left aside."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    project = create_project(spec, "Lists", starting_details()).project_id
    added = add_benchmark(spec, project, BenchmarkRequest(benchmark_id="representation", path=HELM, without_files=True))
    versions = {file.name: (file.version, file.n_rows) for file in added.choice.files}
    assert versions["representation_word_lists.json"] == ("HELM's word lists, June 2026 (63754d0)", 4)
    assert versions["prompts.csv"][0] == "FairDesk's own suite"
    assert any("gender_substitution_lists.json" in note for note in added.notes)
    defects = known_defects(resources_dir(), added.choice.files)
    assert any("females" in one for one in defects["HELM's word lists, June 2026 (63754d0)"])
    read = SOURCE.read([(file.name, file.body) for file in SOURCE.files(HELM / "representation_word_lists.json")])
    assert read.parts["representation_tvd"] == ("gender", "race_surnames")
    assert len(read.parts["mention_share"]) == 5
    assert len(read.parts["association_tvd"]) == 4
