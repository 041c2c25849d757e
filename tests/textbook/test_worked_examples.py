"""Every published worked example is reproduced within its tolerance, by the functions and by the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fairdesk.audit.calc import CALCULATIONS, calculation
from tests.textbook.worked_examples import EXAMPLES, method_of, wrong

METHODS = {one.method for one in CALCULATIONS}


@pytest.mark.parametrize("example_id", sorted(EXAMPLES))
def test_a_worked_example_is_reproduced(example_id: str) -> None:
    """The method's function gives the numbers of the example."""
    answer = calculation(method_of(example_id)).answer(EXAMPLES[example_id]["in"])

    assert wrong(example_id, answer) == []


def test_every_example_comes_out_of_the_command(tmp_path: Path) -> None:
    """All of them as lines of one input: the same numbers, in the same order, and nothing on standard error."""
    lines = [
        json.dumps({"id": name, "method": method_of(name), "in": example["in"]}) for name, example in EXAMPLES.items()
    ]
    command = [sys.executable, "-m", "fairdesk", "--data-dir", str(tmp_path), "calc", "--lines"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=False)

    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    assert [answer["id"] for answer in answers] == list(EXAMPLES)
    assert [problem for answer in answers for problem in wrong(answer["id"], answer["out"])] == []


def test_all_examples_of_all_methods_are_here() -> None:
    """87 examples of 42 methods and of the way from a table of records to its summary."""
    assert len(EXAMPLES) == 87
    assert {method_of(name) for name in EXAMPLES} == METHODS == {*(f"M{number:02}" for number in range(1, 43)), "INT"}
