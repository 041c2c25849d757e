"""What a score says of the official files that it rests on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from fairdesk.audit.score.scored_files import scored_bbq_files, scored_files
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.settings.paths import resources_dir
from tests.e2e.command_line import fairdesk

SUITES = resources_dir() / "benchmarks"
PAIRS = SUITES / "crows_pairs" / "pairs.csv"


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """The pairs with another word in one of them."""
    path = tmp_path / "mine.csv"
    path.write_text(PAIRS.read_text(encoding="utf-8").replace("quiet", "silent"), encoding="utf-8")
    return path


def test_files_are_told_version_by_version(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """All files of BBQ with the metadata beside them are one version, said once with its licence and its defects."""
    folder = tmp_path / "bbq"
    shutil.copytree(SUITES / "bbq", folder)
    found = scored_bbq_files(spec, folder, None, tmp_path / "answers.jsonl")
    names = [entry["name"] for entry in found.entries]
    assert "Age.jsonl" in names
    assert "additional_metadata.csv" in names
    assert {entry["version"] for entry in found.entries} == {"FairDesk's own suite"}
    assert {entry["may_be_packaged"] for entry in found.entries} == {"yes"}
    assert all(len(entry["sha256"]) == 64 for entry in found.entries)
    assert len([words for words in found.words if words.startswith("Recognised as BBQ")]) == 1
    assert [words for words in found.words if words.startswith("Known of FairDesk's own suite: ")]


def test_an_unknown_file_of_a_benchmark_is_warned_of(spec: WorkspaceSpec, edited: Path) -> None:
    """Of edited pairs nothing is known, and that is said; of somebody's own answers nothing is."""
    found = scored_files(spec, (edited, None), (edited,))
    (entry,) = found.entries
    assert (entry["name"], entry["version"], entry["may_be_packaged"], entry["defects"]) == ("mine.csv", "", None, [])
    (words,) = found.words
    assert words.startswith("mine.csv is not a file that FairDesk knows")


def test_published_answers_are_told(spec: WorkspaceSpec, edited: Path) -> None:
    """A published file given as answers is named, too; one that cannot be read again is left aside."""
    found = scored_files(spec, (), (PAIRS, edited, edited.parent / "none.csv"))
    assert [entry["name"] for entry in found.entries] == ["pairs.csv"]


def test_the_command_prints_them(data_dir: Path, tmp_path: Path, edited: Path) -> None:
    """The version stands in the text and in the JSON of a score, an unknown hash as a warning."""
    scores = tmp_path / "scores.csv"
    scores.write_text("index,sent_more_score,sent_less_score\n0,-3.5,-4.5\n1,-2,-1\n", encoding="utf-8")
    command = ("score", "crows-pairs", "--scores", str(scores), "--data")
    answer = fairdesk(data_dir, "--json", *command, str(PAIRS)).json
    assert [(file["name"], file["version"]) for file in answer["files"]] == [("pairs.csv", "FairDesk's own suite")]
    assert "Recognised as CrowS-Pairs, FairDesk's own suite: pairs.csv." in fairdesk(data_dir, *command, str(PAIRS)).out
    assert "mine.csv is not a file that FairDesk knows" in fairdesk(data_dir, *command, str(edited)).out
