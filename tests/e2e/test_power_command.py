"""``fairdesk power`` from the outside: the values of methods.md M34 by name, and wrong input by its own words."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from fairdesk.cli.commands import build_parser, run_command_line
from tests.e2e.command_line import fairdesk


def power(*words: str) -> tuple[int, dict[str, Any], str]:
    """Exit code, JSON and standard error of the command, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run_command_line(build_parser().parse_args(["power", *words, "--json"]))
    found = json.loads(out.getvalue())
    assert isinstance(found, dict)
    return code, found, err.getvalue()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("direction --discordance 0.13 --one-way 0.6538462 --files 400", {"value": pytest.approx(0.5594679)}),
        ("direction --discordance 0.2 --one-way 0.7", {"n_first_reaching": 258, "n_stays_above": 258}),
        (
            "consistency --true 0.95 --target 0.9",
            {"n_first_reaching": 179, "n_stays_above": 203, "critical_count": 190},
        ),
        (
            "consistency --true 0.85 --target 0.9",
            {"n_first_reaching": 270, "n_stays_above": 299, "critical_count": 259},
        ),
        ("proportions --p1 0.1 --p2 0.2", {"n": 199, "n_exact": pytest.approx(198.9634, abs=1e-3)}),
        ("proportions --p1 0.05 --p2 0.1", {"n": 435, "n_exact": pytest.approx(434.432, abs=1e-3)}),
        ("bbq --score 0.2 --accuracy 0.6", {"n": 210, "ambiguous_items_needed": 525}),
        ("no-failures --rate 0.05", {"n": 59}),
    ],
)
def test_worked_examples_come_out(words: str, expected: dict[str, Any]) -> None:
    """M34-P1 to P9 of methods.md."""
    code, found, _ = power(*words.split())
    assert code == 0
    assert {name: found[name] for name in expected} == expected
    assert found["method"].startswith("M34")
    assert found["sentence"]


def test_the_sentence_of_a_target() -> None:
    """400 files, 0.87 against 0.90: about 2 of 5 audits, with all three verdicts beside it."""
    code, found, _ = power("consistency", "--true", "0.87", "--target", "0.9", "--files", "400")
    assert code == 0
    assert found["sentence"] == "400 files will miss a true consistency of 0.87 against 0.90 in about 2 of 5 audits."
    assert found["above"] + found["below"] + found["inconclusive"] == pytest.approx(1)
    assert found["value"] == found["below"]


@pytest.mark.parametrize(
    ("words", "asked", "value"),
    [
        ("consistency --target 0.9 --files 400", "smallest found", 0.8590),
        ("direction --discordance 0.13 --files 400", "smallest found", 0.6993),
        ("shift --sd 0.6 --files 400", "smallest found", 0.08425),
        ("shift --sd 0.6 --effect 0.1", "number needed", 285),
        ("shift --sd 0.6 --effect 0.1 --files 285", "chance to find it", 0.8),
        ("interaction --sd 0.6 --effect 0.1", "number needed", 568),
        ("interaction --sd 0.6 --effect 0.1 --cues 3", "number needed", 1133),
        ("interaction --sd 0.6 --files 400", "smallest found", 0.11915),
        ("proportions --p1 0.1 --p2 0.2 --cases 199", "chance to find it", 0.8),
        ("bbq --answers 210", "smallest found", 0.2),
        ("bbq --score -0.2 --answers 210", "chance to find it", 0.8),
        ("no-failures --attempts 59", "rate excluded", 0.0495),
        ("stimuli --files 400 --words 10 --icc 0.01", "design effect", 1.39),
    ],
)
def test_what_is_left_out_is_what_is_answered(words: str, asked: str, value: float) -> None:
    """Chance, smallest effect or number, by what was given."""
    code, found, _ = power(*words.split())
    assert (code, found["asked"]) == (0, asked)
    assert found["value"] == pytest.approx(value, rel=0.04)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("consistency --target 0.9", "Neither --true nor --files"),
        ("consistency --target 1.2 --files 3", "The target is 1.2"),
        ("consistency --target 0.9 --true 0.9", "the target itself"),
        ("consistency --target 0.9 --true 7", "The true share is 7"),
        ("direction --discordance 2 --files 3", "The discordance is 2"),
        ("direction --discordance 0.5 --one-way -1 --files 3", "The share on one side is -1"),
        ("direction --discordance 0.5 --files 100000", "Give up to 65,536"),
        ("direction --discordance 0.5 --one-way 0.5", "no direction"),
        ("direction --discordance 0.5", "Neither --one-way nor --files"),
        ("shift --sd 0 --files 3", "The standard deviation is 0"),
        ("shift --sd 1 --effect 0 --files 3", "The effect is 0"),
        ("shift --sd 1", "Neither --effect nor --files"),
        ("proportions --p1 0.3 --p2 0.3", "The two rates are equal"),
        ("bbq --score 0 --accuracy 0.5", "The score is 0"),
        ("bbq --score 0.2 --accuracy 1", "With an accuracy of 1"),
        ("bbq", "Neither --score nor --answers"),
        ("no-failures --rate 1", "The rate is 1"),
        ("no-failures", "Neither --rate nor --attempts"),
        ("stimuli --files 4 --words 2 --icc 2", "The intraclass correlation is 2"),
        ("shift --sd 1 --files 3 --alpha 0.9", "The level is 0.9"),
        ("shift --sd 1 --files 3 --alpha 1e-9", "Give one from 0.0001"),
        ("shift --sd 1 --files 3 --power 0.1", "The wanted chance is 0.1"),
    ],
)
def test_wrong_input_is_named(words: str, said: str) -> None:
    """Exit code 2, the value and what to give instead; the one JSON object holds the same."""
    code, found, err = power(*words.split())
    assert (code, found["exit_code"]) == (2, 2)
    assert said in err
    assert "our fault" not in err


@pytest.mark.parametrize(
    "words",
    [
        "direction --discordance 0.001 --one-way 0.501",
        "direction --discordance 0 --one-way 0.7",
        "direction --discordance 0.01 --files 20",
        "shift --sd 1 --files 1",
        "shift --sd 1 --effect 0.0001",
        "bbq --answers 3",
        "no-failures --attempts 0",
    ],
)
def test_what_cannot_be_decided_is_no_number(words: str) -> None:
    """Exit code 3, null, and a sentence that says why."""
    code, found, _ = power(*words.split())
    assert (code, found["value"]) == (3, None)
    assert found["sentence"]


@pytest.mark.slow
def test_from_the_outside(tmp_path: Path) -> None:
    """One sentence on standard output, no profile, no traceback."""
    done = fairdesk(tmp_path / "none", "power", "no-failures", "--rate", "0.05").without_traceback()
    assert (done.code, done.out) == (0, "59 attempts without any failure show a rate below 0.05 (level 0.05).\n")
    assert not (tmp_path / "none").exists()
