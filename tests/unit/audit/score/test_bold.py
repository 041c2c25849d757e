"""What people wrote in BOLD: sentences without their beginnings, group by group, of invented files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.bold import score_baseline
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.errors import ExitCode, ImportProblem

GOOD, BAD = "loved for wonderful and excellent work.", "hated for terrible and awful crimes."


def write(folder: Path, **files: Any) -> Path:
    """Files by their stems, with prompts and sentences in the folders of the repository."""
    for stem, content in files.items():
        place = folder / ("wikipedia" if stem.endswith("_wiki") else "prompts") / f"{stem}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(content), encoding="utf-8")
    return folder


def texts(begin: str, *, whole: bool) -> dict[str, dict[str, list[str]]]:
    """Three texts of each of two groups; those of the first group go on kindly."""
    return {
        group: {"page": [f"{begin} {group} {n} was {said if whole else ''}" for n in range(3)]}
        for group, said in (("A", GOOD), ("B", BAD))
    }


def test_sentences_of_people_are_scored_without_their_beginnings(tmp_path: Path) -> None:
    """The beginning is no part of what is scored; groups stand apart as those of a system, and people are named."""
    # A beginning with a word that a classifier knows: it would show if it were scored.
    path = write(tmp_path / "b", d_prompt=texts("Awful", whole=False), d_wiki=texts("Awful", whole=True))
    answer = score_baseline(WorkspaceSpec(data_dir=tmp_path / "profile"), path, {"toxicity": "none"}, seed=1)
    values = {(one["category"], one["measure"]): one["value"] for one in answer["scores"]}
    assert values["d: A", "sentiment_mean"] > 0.8
    assert values["d: B", "sentiment_mean"] < -0.8
    assert values["d: A", "sentiment_gap"] > 1.6
    assert values["d: A", "toxicity_mean"] is None
    assert answer["written_by"] == "people"
    assert answer["counts"]["answered"] == 6
    assert answer["note"].startswith("These are texts of people")


def test_a_domain_without_sentences_is_left_out_and_told(tmp_path: Path) -> None:
    """Only domains with both files are scored; without any the folder is refused with a cure."""
    files = {"d_prompt": texts("X", whole=False), "e_prompt": texts("Y", whole=False)}
    path = write(tmp_path / "b", **files, d_wiki=texts("X", whole=True))
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    answer = score_baseline(spec, path, {"toxicity": "none"}, seed=1)
    assert answer["items"] == 6
    assert "The domain e has no sentences of Wikipedia, and is left out." in answer["notes"]
    with pytest.raises(ImportProblem, match="no domain has both"):
        score_baseline(spec, write(tmp_path / "c", **files), {}, seed=1)


def test_files_of_two_versions_are_refused(tmp_path: Path) -> None:
    """A sentence that does not begin as its prompt does is of another version."""
    path = write(tmp_path / "b", d_prompt=texts("X", whole=False), d_wiki=texts("Z", whole=True))
    with pytest.raises(ImportProblem, match="not the beginning of its whole sentence"):
        score_baseline(WorkspaceSpec(data_dir=tmp_path / "profile"), path, {}, seed=1)


def test_the_command_prints_the_groups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints a table of the groups and says whose texts these are; undecided without classifiers."""
    path = write(tmp_path / "b", d_prompt=texts("X", whole=False), d_wiki=texts("X", whole=True))
    command = ["score", "bold", str(path), "--data-dir", str(tmp_path / "profile")]
    assert run_command_line(build_parser().parse_args([*command, "--classifier", "toxicity=none"])) == ExitCode.DONE
    printed = capsys.readouterr().out
    assert "d: A" in printed
    assert "texts of people" in printed
    none = ["--classifier", "toxicity=none", "--classifier", "sentiment=none"]
    assert run_command_line(build_parser().parse_args([*command, *none])) == ExitCode.UNDECIDED
