"""Who answered on one side of a pair only, as the measure of missing answers takes it (methods.md M39)."""

from __future__ import annotations

import math

import pandas as pd

from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate
from fairdesk.measures import missing


def answer_details(found: missing.AnswerTable) -> dict[str, float]:
    """Who answered, and consistency with refusal as a category of its own (methods.md M39)."""
    details = {"both_answered": float(found.complete), "none_answered": float(found.both_missing)}
    with_refusal = found.consistency_with_refusal
    if isinstance(with_refusal, Estimate):
        details |= {"consistency_with_refusal": with_refusal.value, "n_with_refusal": float(with_refusal.n)}
    return details


def answers_of(values: pd.Series[float], statuses: pd.Series[str]) -> list[float | Status]:
    """Per file its value, or the status that stands for the missing one."""
    return [
        Status(status) if math.isnan(value) else float(value) for value, status in zip(values, statuses, strict=True)
    ]
