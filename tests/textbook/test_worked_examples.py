"""Every worked example of the methods in use is reproduced within its tolerance."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.textbook.worked_examples import ADAPTERS, NOT_OFFERED

FILE = Path(__file__).with_name("worked_examples.jsonl")
"""A line per example: input, wanted numbers (null: not computable) and their tolerance where it is not 1e-5."""

EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    example["id"]: example for example in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
}

SHOWN_SEPARATELY = frozenset({"single_run_gap"})
"""Of INT-P1: the gap between single runs, which ``excess`` reports for M38-P2."""


def assert_equal(found: Any, wanted: Any, tolerance: float, where: str) -> None:
    """Equal when |a - b| <= max(1, |b|) x tolerance; null stands for not computable."""
    if isinstance(wanted, Mapping):
        for key, value in wanted.items():
            if key not in SHOWN_SEPARATELY:
                assert key in found, f"{where}: {key} is not answered"
                assert_equal(found[key], value, tolerance, f"{where}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), where
        for index, (one, other) in enumerate(zip(found, wanted, strict=True)):
            assert_equal(one, other, tolerance, f"{where}[{index}]")
    elif isinstance(wanted, float | int) and not isinstance(wanted, bool):
        assert found is not None, f"{where}: nothing was computed, wanted {wanted}"
        assert abs(found - wanted) <= max(1.0, abs(wanted)) * tolerance, f"{where}: {found}, wanted {wanted}"
    else:
        assert found == wanted, where


def test_every_example_is_asked() -> None:
    """No example lies in the file without being computed, and none that is asked for is missing."""
    assert set(EXAMPLES) == set(ADAPTERS)


@pytest.mark.parametrize("example_id", sorted(ADAPTERS))
def test_a_worked_example_is_reproduced(example_id: str) -> None:
    """FairDesk's functions give the numbers of the example."""
    example = EXAMPLES[example_id]
    wanted = {key: value for key, value in example["out"].items() if key not in NOT_OFFERED.get(example_id, ())}

    found = ADAPTERS[example_id](example["in"])

    assert_equal(found, wanted, example.get("tol", 1e-5), example_id)
