"""The published worked examples: what goes in, what must come out, and when two answers are equal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("worked_examples.jsonl")
"""A line per example: input, wanted numbers (null: not computable) and their tolerance where it is not 1e-5."""

EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    example["id"]: example for example in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
}


def method_of(example_id: str) -> str:
    """The method that an example belongs to.

    Example:
        >>> method_of("M09-P1ci")
        'M09'
    """
    return example_id.partition("-")[0]


def differences(found: Any, wanted: Any, tolerance: float, where: str) -> Iterator[str]:
    """Where an answer is not the wanted one: |a - b| <= max(1, |b|) x tolerance is equal; only named keys count."""
    if isinstance(wanted, Mapping):
        for key, value in wanted.items():
            if not isinstance(found, Mapping) or key not in found:
                yield f"{where}: {key} is not answered"
            else:
                yield from differences(found[key], value, tolerance, f"{where}.{key}")
    elif isinstance(wanted, list):
        if not isinstance(found, list) or len(found) != len(wanted):
            yield f"{where}: {found}, wanted {wanted}"
        else:
            for index, (one, other) in enumerate(zip(found, wanted, strict=True)):
                yield from differences(one, other, tolerance, f"{where}[{index}]")
    elif isinstance(wanted, float | int) and not isinstance(wanted, bool):
        number = isinstance(found, float | int) and not isinstance(found, bool)
        if not number or not abs(found - wanted) <= max(1.0, abs(wanted)) * tolerance:
            yield f"{where}: {found}, wanted {wanted}"
    elif found != wanted or type(found) is not type(wanted):
        yield f"{where}: {found}, wanted {wanted}"


def wrong(example_id: str, found: Any) -> list[str]:
    """Every number of an example that an answer does not give."""
    example = EXAMPLES[example_id]
    return list(differences(found, example["out"], example.get("tol", 1e-5), example_id))
