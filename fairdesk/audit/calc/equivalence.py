"""Equivalence within a declared margin (M33)."""

from __future__ import annotations

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Given,
    changed_decisions,
    count,
    level_of,
    numbers,
    other_shape,
    part_of,
    positive,
    unfit,
)
from fairdesk.audit.calc.outcomes import ends, explained, interval_of, value_of, why
from fairdesk.measures.equivalence import (
    Equivalence,
    TwoRates,
    equivalence_sentence,
    equivalent_means,
    equivalent_paired_rates,
    equivalent_rates,
)


def equivalence(given: Given) -> Answer:
    """M33: paired differences, two independent rates, or a decision on the same files."""
    if "differences" in given:
        return _means(given)
    if "k1" in given:
        return _rates(given)
    if "no_to_yes" in given:
        return _paired(given)
    raise other_shape(
        "M33",
        '"differences" and "margin"',
        '"k1", "n1", "k2", "n2" and "margin"',
        '"n_pairs", "yes_to_no", "no_to_yes" and "margin"',
    )


def _alpha(given: Given) -> float:
    alpha = level_of(given, "alpha", 0.05)
    if alpha >= 0.5:
        raise unfit("alpha", given["alpha"], "a level below 0.5")
    return alpha


def _level(alpha: float, sides: int) -> str:
    return f"{100 * (1 - sides * alpha):g}"


def _means(given: Given) -> Answer:
    values = numbers(given, "differences")
    change = values[np.isfinite(values)]
    alpha = _alpha(given)
    found = equivalent_means(change, positive(given, "margin"), {}, "points", alpha)
    answer: Answer = {
        "n": int(change.size),
        "n_missing": int(values.size - change.size),
        "mean": value_of(found.difference),
        f"ci{_level(alpha, 2)}": ends(found.interval),
        "p_tost": found.p_equivalence,
        "p_difference": found.p_difference,
        "verdict": found.verdict.value,
        "sentence": equivalence_sentence(found),
    }
    return explained(answer, why(found.difference))


def _rates(given: Given) -> Answer:
    n1, n2 = count(given, "n1"), count(given, "n2")
    counts = TwoRates(
        first=part_of(given, "k1", n1, "n1"), n_first=n1, second=part_of(given, "k2", n2, "n2"), n_second=n2
    )
    alpha = _alpha(given)
    return _of_rates(equivalent_rates(counts, positive(given, "margin"), alpha), alpha, "newcombe")


def _paired(given: Given) -> Answer:
    n, down, up = changed_decisions(given)
    alpha = _alpha(given)
    found = equivalent_paired_rates(up, down, n, positive(given, "margin"), alpha)
    answer = _of_rates(found, alpha, "bonett_price") | {"p_difference": found.p_difference}
    reasons = {"": why(found.difference), "p_difference": "no file changed, so there is no direction to test"}
    return explained(answer, reasons)


def _of_rates(found: Equivalence, alpha: float, name: str) -> Answer:
    answer: Answer = {
        "difference": value_of(found.difference),
        f"{name}{_level(alpha, 2)}": ends(found.interval),
        f"{name}{_level(alpha, 1)}": interval_of(found.difference),
        "verdict": found.verdict.value,
        "sentence": equivalence_sentence(found),
    }
    return explained(answer, why(found.difference))


CALCULATIONS = (Calculation(method="M33", title="Equivalence within a margin", answer=equivalence),)
