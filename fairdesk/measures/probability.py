"""Probabilities and log-odds (methods.md M14). Average log-odds are not average probabilities."""

from __future__ import annotations

import math


def log_odds(probability: float) -> float:
    """Natural log of p / (1 - p), for 0 < p < 1.

    Raises:
        ValueError: p is 0, 1 or outside: its log-odds are not finite.

    Example:
        >>> log_odds(0.5)
        0.0
    """
    if not 0 < probability < 1:
        raise ValueError("log-odds exist for probabilities strictly between 0 and 1")
    return math.log(probability) - math.log1p(-probability)


def probability_of(odds: float) -> float:
    """The probability that has these log-odds, any finite number.

    Example:
        >>> round(probability_of(1.0), 7)
        0.7310586
    """
    if odds >= 0:
        return 1 / (1 + math.exp(-odds))
    small = math.exp(odds)
    return small / (1 + small)


def shifted_probability(baseline: float, shift: float) -> float:
    """Where a shift of log-odds moves a baseline probability: expit(logit(p0) + s).

    Example:
        >>> round(shifted_probability(0.5, 1.0), 7), round(shifted_probability(0.9, 1.0), 2)
        (0.7310586, 0.96)
    """
    return probability_of(log_odds(baseline) + shift)


def log_odds_from_counts(yes: int, n: int) -> float | None:
    """Log-odds from yes answers in repeated samples, where no log-probabilities exist; None for no sample.

    log((k + 0.5) / (r - k + 0.5)), which stays finite when all answers agree.

    Source:
        Haldane 1956, Annals of Human Genetics 20, 309-311.

    Example:
        >>> round(log_odds_from_counts(7, 10), 7)
        0.7621401
    """
    if not 0 <= yes <= n:
        raise ValueError(f"{yes} of {n} is not a share")
    return None if n == 0 else math.log((yes + 0.5) / (n - yes + 0.5))
