"""What a plan can find out, before anything was asked: chances, smallest effects and numbers of files (M34, M40).

Answers are kept by their arguments, like those of ``power``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import special, stats

from fairdesk.measures.power import (
    MOST_FILES,
    SampleSize,
    design_effect,
    least_exceeding,
    sign_test_power,
    smallest_detectable_direction,
)

CONTRAST_FACTOR = {1: 1.0, 2: math.sqrt(2.0), 3: 2.0}
"""Standard deviation of a contrast of so many cues over that of a single change, by ``CONTRAST_ASSUMPTION``."""

CONTRAST_ASSUMPTION = (
    "This assumes that the versions of a file vary around the file's own level independently and equally much: the "
    "contrast of two cues then varies 1.41 times as much as a single change, that of three cues twice as much."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictChances:
    """How often n files would end in which verdict on a target, if the share was known; the three add up to 1.

    Attributes:
        above: The share is shown to lie above the target.
        below: The share is shown to lie below the target.
        undecided: Neither; the verdict is inconclusive.
    """

    above: float
    below: float
    undecided: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectableShare:
    """How far from a target a share must lie for n files to show it with the wanted chance.

    Attributes:
        below: Shares up to this one are shown to lie below the target; None when n files can never show it.
        above: Shares from this one on are shown to lie above the target; None when n files can never show it.
    """

    below: float | None
    above: float | None


@lru_cache(maxsize=1024)
def target_chances(n: int, true_share: float, target: float, alpha: float = 0.05) -> VerdictChances:
    """Chances of the three verdicts on a share, by one-sided exact tests on either side of its target (M34, M10).

    Args:
        n: Files, at least 0.
        true_share: Assumed share, 0 to 1.
        target: Strictly between 0 and 1.
        alpha: Level of each one-sided test.

    Raises:
        ValueError: a share or a target is none.

    Example:
        >>> round(target_chances(400, 0.87, 0.9).below, 3)
        0.581
    """
    if not 0 < target < 1 or not 0 <= true_share <= 1:
        raise ValueError("a target lies strictly between 0 and 1, a share between 0 and 1")
    if n < 1:
        return VerdictChances(above=0.0, below=0.0, undecided=1.0)
    needed, allowed = _critical_counts(n, target, alpha)
    above = 0.0 if needed > n else float(special.bdtrc(needed - 1, n, true_share)) if needed > 0 else 1.0
    below = 0.0 if allowed < 0 else float(special.bdtr(allowed, n, true_share))
    return VerdictChances(above=above, below=below, undecided=max(0.0, 1.0 - above - below))


@lru_cache(maxsize=1024)
def detectable_share(n: int, target: float, power: float = 0.8, alpha: float = 0.05) -> DetectableShare:
    """Smallest gap between a share and its target that n files show with the wanted chance (M34).

    P(Bin(n, p) <= k) as a function of p is a beta distribution, so that p is found without a search.

    Raises:
        ValueError: the target is none.

    Example:
        >>> found = detectable_share(299, 0.9)
        >>> round(found.below, 3), round(found.above, 3)
        (0.85, 0.94)
    """
    if not 0 < target < 1:
        raise ValueError("a target lies strictly between 0 and 1")
    if n < 1:
        return DetectableShare(below=None, above=None)
    needed, allowed = _critical_counts(n, target, alpha)
    below = None if allowed < 0 else float(special.betaincinv(allowed + 1, n - allowed, 1 - power))
    above = None if needed > n else float(special.betaincinv(needed, n - needed + 1, power))
    return DetectableShare(below=below, above=above)


def _critical_counts(n: int, target: float, alpha: float) -> tuple[int, int]:
    """Least count that shows a share above the target, largest that shows one below; n + 1 and -1 stand for none."""
    sizes = np.array([n])
    needed = int(least_exceeding(sizes, target, alpha)[0])
    return needed, n - int(least_exceeding(sizes, 1 - target, alpha)[0])


@lru_cache(maxsize=1024)
def shift_power(n: int, shift: float, sd: float, alpha: float = 0.05) -> float | None:
    """Chance that a two-sided paired t test on n files finds a mean shift (M34).

    Args:
        n: Files.
        shift: Assumed mean change, in the unit of ``sd``.
        sd: Standard deviation of the change of a file.
        alpha: Level of the test.

    Returns:
        None for fewer than two files or no spread, where no t test exists.

    Example:
        >>> round(shift_power(34, 0.5, 1.0), 2)
        0.81
    """
    if n < 2 or not sd > 0:
        return None
    critical, centre = float(stats.t.isf(alpha / 2, n - 1)), abs(shift) * math.sqrt(n) / sd
    upper, lower = float(stats.nct.sf(critical, n - 1, centre)), float(stats.nct.cdf(-critical, n - 1, centre))
    if not math.isfinite(upper):
        # Far beyond any doubt the library's series gives up.
        return 1.0 if centre > critical else None
    return min(1.0, upper + (lower if math.isfinite(lower) else 0.0))


@lru_cache(maxsize=1024)
def shift_sample_size(shift: float, sd: float, power: float = 0.8, alpha: float = 0.05) -> int | None:
    """Files that a two-sided paired t test needs; its power has no teeth, so that one number is enough (M34).

    Returns:
        None for no shift or no spread, or when no number up to 65,536 is enough.

    Example:
        >>> shift_sample_size(0.5, 1.0)
        34
    """
    if not sd > 0 or abs(shift) < 1e-12:
        return None

    def reaches(n: int) -> bool:
        return (shift_power(n, shift, sd, alpha) or 0.0) >= power

    deviates = float(stats.norm.isf(alpha / 2) + stats.norm.ppf(power))
    # The normal formula is a lower bound that lies a few files too low.
    guess = (deviates * sd / shift) ** 2
    too_few = min(MOST_FILES, max(1, math.floor(guess) - 1))
    enough = too_few
    while not reaches(enough):
        if enough >= MOST_FILES:
            return None
        too_few, enough = enough, min(MOST_FILES, enough + 4)
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        too_few, enough = (too_few, middle) if reaches(middle) else (middle, enough)
    return enough


def equivalence_margin(n: int, sd: float, power: float = 0.8, alpha: float = 0.05) -> float | None:
    """Smallest margin within which n files would show no relevant change if there was none (M33, M34).

    Two one-sided t tests, normal approximation: sd (t_alpha + z_(1 + power) / 2) / sqrt(n).

    Returns:
        In the unit of ``sd``; None for fewer than two files or no spread.

    Source:
        Julious 2004, 10.1002/sim.1783, section 5, with the t quantile of the test in place of the normal one.

    Example:
        >>> round(equivalence_margin(100, 1.0), 3)
        0.294
    """
    if n < 2 or not sd > 0:
        return None
    return sd * (float(stats.t.isf(alpha, n - 1)) + float(stats.norm.ppf((1 + power) / 2))) / math.sqrt(n)


def two_rates_power(n_per_group: int, p1: float, p2: float, alpha: float = 0.05) -> float:
    """Chance to show a difference of two independent rates, by the pooled normal formula (M34).

    The inverse of ``two_rates_sample_size``: equal to the wanted power at the n that it gives.

    Example:
        >>> round(two_rates_power(199, 0.1, 0.2), 2)
        0.8
    """
    if not (0 <= p1 <= 1 and 0 <= p2 <= 1):
        raise ValueError("a rate lies between 0 and 1")
    spread = math.sqrt(p1 * (1 - p1) + p2 * (1 - p2))
    if n_per_group < 1 or abs(p1 - p2) < 1e-9:
        return 0.0
    mean = (p1 + p2) / 2
    beyond = abs(p1 - p2) * math.sqrt(n_per_group)
    beyond -= float(stats.norm.isf(alpha / 2)) * math.sqrt(2 * mean * (1 - mean))
    return float(beyond > 0) if not spread else float(stats.norm.cdf(beyond / spread))


def bias_score_power(n_answers: int, score: float, alpha: float = 0.05) -> float:
    """Chance to show a bias score with so many answers other than "unknown" (M34)."""
    if not -1 <= score <= 1:
        raise ValueError("a bias score lies between -1 and 1")
    return sign_test_power(n_answers, 1.0, (1 + score) / 2, alpha)


def smallest_bias_score(n_answers: int, power: float = 0.8, alpha: float = 0.05) -> float | None:
    """Smallest size of a bias score that so many answers other than "unknown" show; None when none would be shown."""
    found = smallest_detectable_direction(n_answers, 1.0, alpha, power)
    return None if found is None else found.net_direction


def rate_excluded(n: int, alpha: float = 0.05) -> float | None:
    """Failure rates from this one on are excluded by n attempts without a failure: 1 - alpha^(1/n) (M34, M27).

    Example:
        >>> round(rate_excluded(59), 4)
        0.0495
    """
    return None if n < 1 else -math.expm1(math.log(alpha) / n)


def clustered(size: SampleSize, effect: float) -> SampleSize:
    """Sizes for cases that come in clusters: multiplied by the design effect and rounded up (M34)."""
    return SampleSize(
        n_first_reaching=math.ceil(size.n_first_reaching * effect - 1e-9),
        n_stays_above=math.ceil(size.n_stays_above * effect - 1e-9),
    )


def stimuli_effect(n_files: int, n_stimuli: int, icc: float) -> float:
    """Design effect of drawing one of several stimuli for every file: files of one stimulus are a cluster (M34, M40).

    Args:
        n_files: Files of the design.
        n_stimuli: Different words of a level, at least 1.
        icc: Share of the variance of a file's change that lies between stimuli, 0 to 1.

    Returns:
        1 when no stimulus is drawn twice.

    Example:
        >>> round(stimuli_effect(400, 10, 0.01), 2)
        1.39
    """
    if n_stimuli < 1 or not 0 <= icc <= 1:
        raise ValueError("there is at least one stimulus, and a share of variance lies between 0 and 1")
    return design_effect(max(1.0, n_files / n_stimuli), icc)
