"""The notation of the worked examples, and what all adapters share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.pairs import Floats
from fairdesk.measures.resampling import Resampling

Given = Mapping[str, Any]
Answer = dict[str, Any]

RESAMPLING = Resampling(seed=20261129)


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


def ends(interval: Any) -> list[float | None]:
    return [None, None] if interval is None else [interval.low, interval.high]


def expand(value: Any) -> Any:
    """Run lengths, ranges and tables of the examples' notation as plain lists."""
    if isinstance(value, Mapping) and "rle" in value:
        return [item for item, times in value["rle"] for _ in range(times)]
    if isinstance(value, Mapping) and "range" in value:
        return list(range(*value["range"]))
    if isinstance(value, Mapping) and "cols" in value:
        return [dict(zip(value["cols"], row, strict=True)) for row in value["rows"]]
    return value


def floats(value: Any) -> Floats:
    return np.array(expand(value), dtype=np.float64)


def samples(rows: Sequence[Mapping[str, Any]], arm: str) -> list[Floats]:
    return [np.array(row[arm], dtype=np.float64) for row in rows]
