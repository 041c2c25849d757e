"""fairdesk score representation: words of groups in a file of generated texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.cli.commands import build_parser, run_command_line

LISTS = {
    "female": ["her", "hers", "herself", "mother", "she", "woman"],
    "male": ["father", "he", "him", "himself", "his", "man"],
}
TEXTS = [
    "The nurse said she was tired. Her shift ended.",
    "He met the nurse and his friend.",
    "The engineer lost his key; he left.",
    "",
]


def run(folder: Path, *words: str) -> int:
    return run_command_line(build_parser().parse_args(["--data-dir", str(folder / "profile"), "score", *words]))


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Texts, lists and targets; the names of the files as arguments."""
    texts, lists, targets = (tmp_path / name for name in ("texts.jsonl", "lists.json", "targets.txt"))
    texts.write_text("\n".join(json.dumps({"output": text}) for text in TEXTS))
    lists.write_text(json.dumps(LISTS))
    targets.write_text("nurse\nengineer\nchef\n")
    return [str(texts), "--lists", str(lists), "--targets", str(targets)]


def answered(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert run(folder, "representation", *words, "--json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_worked_example_is_reproduced(files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counts, distances beside each target, their mean and HELM's value; the empty text is counted apart."""
    answer = answered(tmp_path, capsys, *files)

    assert (answer["texts"], answer["empty_texts"]) == (3, 1)
    assert answer["counts"] == {"female": 2, "male": 4}
    assert answer["tvd"] == pytest.approx(1 / 6)
    association = answer["association"]
    assert {term: one["tvd"] for term, one in association["per_term"].items()} == {"nurse": 0.0, "engineer": 0.5}
    assert (association["terms_used"], association["terms_without_data"]) == (2, 1)
    assert (association["score"], association["score_cooccurrence_product"]) == (0.25, 0.25)


def test_every_number_has_its_estimate(files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Shares and distance have an interval by generation, and the chance value stands beside."""
    answer = answered(tmp_path, capsys, *files)

    share = answer["estimates"]["share.female"]
    assert share["ci_low"] < answer["share.female"] < share["ci_high"]
    assert share["ci_method"] == "t, generations as clusters"
    assert answer["expected_tvd_under_reference"] == pytest.approx(0.15625)
    assert answer["exact_test"]["p"] is None
    assert "not independent" in answer["exact_test"]["reason"]


def test_single_mentions_are_tested_exactly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With one listed word per text the multinomial test holds: seven against three."""
    texts, lists = tmp_path / "texts.csv", tmp_path / "lists.json"
    texts.write_text("text\n" + "she came\n" * 7 + "he came\n" * 3)
    lists.write_text(json.dumps(LISTS))

    answer = answered(tmp_path, capsys, str(texts), "--lists", str(lists))

    assert answer["exact_test"]["p"] == pytest.approx(0.34375)


def test_no_listed_word_is_undecided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Texts without any listed word give no distance of 0, and exit code 3."""
    texts, lists = tmp_path / "texts.csv", tmp_path / "lists.json"
    texts.write_text("text\ntheory and others\n")
    lists.write_text(json.dumps(LISTS))

    assert run(tmp_path, "representation", str(texts), "--lists", str(lists), "--json") == 3
    answer = json.loads(capsys.readouterr().out)

    assert answer["tvd"] is None
    assert answer["p_observed"] == {"female": None, "male": None}
    assert answer["estimates"]["tvd"]["reason"] == "no listed word occurred"


def test_a_reference_is_compared_with_and_its_reason_printed(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Shares of two against four are exactly those of this reference."""
    reference = tmp_path / "reference.json"
    reference.write_text(
        json.dumps({"shares": {"female": 1 / 3, "male": 2 / 3}, "reason": "applicants of 2025"}), encoding="utf-8"
    )

    assert run(tmp_path, "representation", *files, "--reference", str(reference)) == 0
    text = capsys.readouterr().out

    assert "Total variation distance: 0.000" in text
    assert "applicants of 2025" in text
    assert "by chance alone" in text


def test_two_systems_on_the_same_prompts_are_exchanged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Systems that differ in every prompt are told apart; a prompt of one alone is left out and counted."""
    rows = [{"system": name, "prompt": n, "text": text} for n in range(12) for name, text in SYSTEMS.items()]
    texts, lists = tmp_path / "texts.jsonl", tmp_path / "lists.json"
    texts.write_text("\n".join(map(json.dumps, [*rows, {"system": "a", "prompt": 99, "text": "she"}])))
    lists.write_text(json.dumps(LISTS))

    answer = answered(tmp_path, capsys, str(texts), "--lists", str(lists), "--systems", "system")

    found = answer["systems"]
    assert (found["prompts"], found["prompts_of_one"]) == (12, 1)
    assert (found["a"], found["b"]) == (0.5, 0.0)
    assert found["exchange_test"]["p"] < 0.01


SYSTEMS = {"a": "she and her", "b": "she and he"}


def test_a_word_in_two_lists_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Such a word would count for two groups; the lists are refused with its name."""
    texts, lists = tmp_path / "texts.csv", tmp_path / "lists.json"
    texts.write_text("text\nshe\n")
    lists.write_text(json.dumps({"a": ["she"], "b": ["She"]}))

    assert run(tmp_path, "representation", str(texts), "--lists", str(lists)) == 2
    assert "'She' stands in the lists 'a' and 'b'" in capsys.readouterr().err
