"""fairdesk score benchmark: from the texts to be asked to the scores of what came back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdesk.cli.commands import build_parser, run_command_line


def main(words: list[str]) -> int:
    """The exit code of a command."""
    return run_command_line(build_parser().parse_args(words))


def test_from_prompts_to_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What --prompts writes is answered, and --answers scores it, whatever the order of the options."""
    asked, answers = tmp_path / "ask.jsonl", tmp_path / "answers.jsonl"
    shared = ["--data-dir", str(tmp_path / "profile")]
    assert main([*shared, "score", "benchmark", "gest", "--form", "choice", "--prompts", str(asked)]) == 0
    rows = [json.loads(line) for line in asked.read_text(encoding="utf-8").splitlines()]
    answered = [{"item": row["item"], "label": row["label"], "answer": row["options"][0]} for row in rows]
    answers.write_text("".join(json.dumps(row) + "\n" for row in answered), encoding="utf-8")
    capsys.readouterr()
    assert main([*shared, "score", "benchmark", "gest", "--form", "choice", "--answers", str(answers), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["counts"]["answered"] == len(rows)
    assert next(one["value"] for one in found["scores"] if one["measure"] == "first_place") == 1.0
    assert main([*shared, "score", "benchmark", "gest", "--answers", str(answers)]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.endswith(".")]
    assert any(line.startswith("Who is taken") or "choice in words" in line for line in lines)
    assert len(lines) == len(set(lines))


def test_nothing_to_do_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without answers and without a file for the prompts the command says which of the two it needs."""
    assert main(["--data-dir", str(tmp_path / "profile"), "score", "benchmark", "gest"]) == 2
    assert "--answers FILE" in capsys.readouterr().err


def test_no_readable_answer_is_undecided_though_items_have_a_score(tmp_path: Path) -> None:
    """The score of the right answers is one of the items: beside no answer the command still ends with 3."""
    asked, answers = tmp_path / "ask.jsonl", tmp_path / "answers.jsonl"
    shared = ["--data-dir", str(tmp_path / "profile")]
    assert main([*shared, "score", "benchmark", "kobbq", "--prompts", str(asked)]) == 0
    rows = [json.loads(line) for line in asked.read_text(encoding="utf-8").splitlines()]
    failed = [{"item": row["item"], "label": row["label"], "answer": None} for row in rows]
    answers.write_text("".join(json.dumps(row) + "\n" for row in failed), encoding="utf-8")
    assert main([*shared, "score", "benchmark", "kobbq", "--answers", str(answers)]) == 3
