"""What a planned number of files can show (M34). Shown before the run and beside every null result.

Answers are kept by their arguments: a page that computes them as the auditor types asks for most of them again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy import optimize, special, stats

from fairdesk.measures.detectable_direction import DetectableDirection, direction_with

MOST_FILES = 65_536
"""No sample size beyond this is looked for."""

LARGEST_CRITICAL = 10_000.0
"""A t test whose critical value lies beyond this finds nothing; the library's series fail there, too."""

BLOCK = 512
"""Numbers of changed files whose critical counts are computed and kept together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleSize:
    """Files needed. Exact power is saw-toothed, so two numbers are given.

    Attributes:
        n_first_reaching: Smallest n with the wanted power.
        n_stays_above: From this n on the power stays above the wanted one.
        critical_count: For a target: consistent files needed at ``n_stays_above`` (to show that it is met), or
            still allowed there (to show that it is violated). None for other questions.
    """

    n_first_reaching: int
    n_stays_above: int
    critical_count: int | None = None


def sign_test_power(n: int, discordance: float, share_one_way: float, alpha: float = 0.05) -> float:
    """Unconditional exact power of the two-sided sign test: sum over m of Bin(m; n, d) P(reject | m, p) (M34).

    Args:
        n: Files.
        discordance: Expected share of files that change, 0 to 1.
        share_one_way: Expected share of the changed files that move one way, 0 to 1.
        alpha: Level of the test.

    Example:
        >>> round(sign_test_power(400, 0.13, 34 / 52), 4)
        0.5595
    """
    if n < 1:
        return 0.0
    changed, chances = changed_files(n, discordance)
    return min(1.0, float(np.dot(chances, _rejecting(changed, share_one_way, alpha))))


@lru_cache(maxsize=256)
def changed_files(n: int, discordance: float) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Every number of changed files that may well occur among n, and the chance of each.

    Args:
        n: Files, from 1.
        discordance: Expected share of files that change, 0 to 1.
    """
    low = int(stats.binom.ppf(1e-13, n, discordance))
    high = int(stats.binom.isf(1e-13, n, discordance))
    changed = np.arange(max(0, low - 1), min(n, high + 1) + 1)
    return changed, np.asarray(stats.binom.pmf(changed, n, discordance))


def _rejecting(changed: npt.NDArray[np.int64], share_one_way: float, alpha: float) -> npt.NDArray[np.float64]:
    """Chance that a sign test rejects, for every number of an unbroken range of changed files."""
    critical = _sign_critical(int(changed[0]), int(changed[-1]), alpha)
    least = np.maximum(critical, 0)
    rejects = special.bdtr(least, changed, share_one_way) + special.bdtr(least, changed, 1 - share_one_way)
    found: npt.NDArray[np.float64] = np.where(critical >= 0, rejects, 0.0)
    return found


def _sign_critical(low: int, high: int, alpha: float) -> npt.NDArray[np.float64]:
    """Largest count c of the rarer direction that still rejects: 2 P(Bin(m, 1/2) <= c) <= alpha; -1 for none.

    For every number m of changed files from ``low`` to ``high``.
    """
    first, last = low // BLOCK, high // BLOCK
    found = np.concatenate([_critical_block(block, alpha) for block in range(first, last + 1)])
    return found[low - first * BLOCK : high + 1 - first * BLOCK]


@lru_cache(maxsize=1024)
def _critical_block(block: int, alpha: float) -> npt.NDArray[np.float64]:
    """The critical counts of one block of numbers of changed files; they depend on the level and on nothing else."""
    changed = np.arange(block * BLOCK, (block + 1) * BLOCK)
    critical = stats.binom.ppf(alpha / 2, changed, 0.5)
    beyond = 2 * stats.binom.cdf(critical, changed, 0.5) > alpha
    found: npt.NDArray[np.float64] = np.where(beyond, critical - 1, critical)
    return found


@lru_cache(maxsize=1024)
def sign_test_sample_size(
    discordance: float, share_one_way: float, power: float = 0.8, alpha: float = 0.05
) -> SampleSize | None:
    """Files that a sign test needs (M34). None when no number up to 65,536 is enough.

    Args:
        discordance: Expected share of files that change, above 0.
        share_one_way: Expected share of the changed files that move one way; 0.5 means no direction.
        power: Wanted chance to find it.
        alpha: Level of the test.

    Example:
        >>> sign_test_sample_size(0.2, 0.7).n_stays_above
        258
    """

    def reaches(n: int) -> bool:
        return sign_test_power(n, discordance, share_one_way, alpha) >= power

    if discordance <= 0 or abs(share_one_way - 0.5) < 1e-6 or not reaches(MOST_FILES):
        return None
    # The normal approximation lies near the answer; from there on powers of two until it is enclosed.
    deviates = float(stats.norm.isf(alpha / 2) + stats.norm.ppf(power))
    guess = math.ceil((deviates / (2 * share_one_way - 1)) ** 2 / discordance)
    enough = min(MOST_FILES, max(1, guess))
    too_few = 0
    while not reaches(enough):
        enough, too_few = min(MOST_FILES, enough + enough // 8 + 1), enough
    # Any crossing of the saw-toothed curve will do. A tooth is as wide as one file more in the rarer direction,
    # 4 / (2 share - 1) changed files, which is about 1.5 roots of their number; the window holds two on each side.
    width = max(40, math.ceil(3 * math.sqrt(enough / discordance)))
    too_few = max(too_few, enough - enough // 8 - width)
    while too_few > 0 and reaches(too_few):
        enough, too_few = too_few, max(0, too_few - too_few // 8 - width)
    while enough - too_few > max(1, width // 8):
        middle = (enough + too_few) // 2
        enough, too_few = (middle, too_few) if reaches(middle) else (enough, middle)
    first = max(1, too_few - width)
    above = _sign_powers(first, min(MOST_FILES, enough + width), discordance, share_one_way, alpha) >= power
    n_below = np.flatnonzero(~above)
    n_stays = first if not n_below.size else first + int(n_below[-1]) + 1
    return SampleSize(n_first_reaching=first + int(np.argmax(above)), n_stays_above=n_stays)


def _sign_powers(
    first: int, last: int, discordance: float, share_one_way: float, alpha: float
) -> npt.NDArray[np.float64]:
    """``sign_test_power`` of every n from ``first`` to ``last``, in one go.

    One file more changes, with the chance of the discordance, or does not: the chances of n + 1 follow from those of n.
    """
    low, high = int(changed_files(first, discordance)[0][0]), int(changed_files(last, discordance)[0][-1])
    changed = np.arange(low, high + 1)
    rejecting = _rejecting(changed, share_one_way, alpha)
    chances = np.asarray(stats.binom.pmf(changed, first, discordance))
    powers = np.empty(last - first + 1)
    for place in range(len(powers)):
        powers[place] = np.dot(chances, rejecting)
        moved = chances * discordance
        chances *= 1 - discordance
        chances[1:] += moved[:-1]
    return powers


@lru_cache(maxsize=1024)
def smallest_detectable_direction(
    n: int, discordance: float, alpha: float = 0.05, power: float = 0.8
) -> DetectableDirection | None:
    """Smallest imbalance that a sign test on n files finds with the wanted power (M34).

    Args:
        n: Files.
        discordance: Share of files that change, expected or observed.
        alpha: Level of the test.
        power: Wanted chance to find it.

    Returns:
        None when not even changes that all go one way would be found.

    Example:
        >>> round(smallest_detectable_direction(400, 0.13).share_one_way, 2)
        0.7
    """
    return direction_with(lambda share: sign_test_power(n, discordance, share, alpha), discordance, power, 1e-6)


@lru_cache(maxsize=1024)
def consistency_sample_size(
    true_share: float, target: float, power: float = 0.8, alpha: float = 0.05
) -> SampleSize | None:
    """Files needed to show on which side of a target a share lies, one-sided exact (M34).

    With a true share above the target it is the n that shows that the share exceeds it; below, the n that shows
    that it falls short.

    Args:
        true_share: Assumed share, 0 to 1.
        target: The target, strictly between 0 and 1.
        power: Wanted chance to show it.
        alpha: One-sided level.

    Returns:
        None when the share equals the target or no number up to 65,536 is enough.

    Example:
        >>> consistency_sample_size(0.95, 0.9).n_stays_above, consistency_sample_size(0.85, 0.9).n_stays_above
        (203, 299)
    """
    if not 0 < target < 1 or not 0 <= true_share <= 1:
        raise ValueError("a target lies strictly between 0 and 1, a share between 0 and 1")
    if abs(true_share - target) < 1e-9:
        return None
    if true_share < target:
        # Falling short in agreements is exceeding in disagreements.
        mirrored = _exceeding(1 - true_share, 1 - target, power, alpha)
        if mirrored is None or mirrored.critical_count is None:
            return mirrored
        return SampleSize(
            n_first_reaching=mirrored.n_first_reaching,
            n_stays_above=mirrored.n_stays_above,
            critical_count=mirrored.n_stays_above - mirrored.critical_count,
        )
    return _exceeding(true_share, target, power, alpha)


def _exceeding(true_share: float, target: float, power: float, alpha: float) -> SampleSize | None:
    def reaches(first: int, last: int) -> npt.NDArray[np.bool_]:
        sizes = np.arange(first, last + 1)
        found: npt.NDArray[np.bool_] = (
            special.bdtrc(least_exceeding(sizes, target, alpha) - 1, sizes, true_share) >= power
        )
        return found

    if not reaches(MOST_FILES, MOST_FILES)[0]:
        return None
    enough, too_few = 1, 0
    while not reaches(enough, enough)[0]:
        enough, too_few = min(MOST_FILES, 2 * enough), enough
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        enough, too_few = (middle, too_few) if reaches(middle, middle)[0] else (enough, middle)
    # One count more or less is worth as many files as the distance of the shares divides; the window holds four teeth.
    width = max(60, math.ceil(4 / (true_share - target)))
    first = max(1, enough - width)
    above = reaches(first, min(MOST_FILES, enough + width))
    n_below = np.flatnonzero(~above)
    n_stays = first if not n_below.size else first + int(n_below[-1]) + 1
    if n_stays > MOST_FILES:
        return None
    needed = int(least_exceeding(np.array([n_stays]), target, alpha)[0])
    return SampleSize(n_first_reaching=first + int(np.argmax(above)), n_stays_above=n_stays, critical_count=needed)


def least_exceeding(sizes: npt.NDArray[np.int64], share: float, alpha: float) -> npt.NDArray[np.float64]:
    """Least count k with P(Bin(n, share) >= k) < alpha, for every n: so many show that a share is exceeded."""
    needed = np.asarray(stats.binom.isf(alpha, sizes, share)) + 1
    # The library stops at a chance of alpha; the bound needs one below it.
    needed += np.asarray(stats.binom.sf(needed - 1, sizes, share)) >= alpha * (1 - 1e-12)
    return needed


def two_rates_sample_size(p1: float, p2: float, power: float = 0.8, alpha: float = 0.05) -> float | None:
    """Cases per group that show a difference of two independent rates, by the pooled normal formula (M34).

    (z_alpha/2 sqrt(2 p q) + z_power sqrt(p1 q1 + p2 q2))^2 / (p1 - p2)^2, with p the mean of both rates.

    Args:
        p1: Assumed rate of the first group, 0 to 1.
        p2: Assumed rate of the second.
        power: Wanted chance to show it.
        alpha: Two-sided level.

    Returns:
        Not rounded; round up to cases. None when the rates are equal: no number of cases shows a difference then.

    Source:
        Fleiss, Levin and Paik 2003, Statistical Methods for Rates and Proportions, 3rd ed., 10.1002/0471445428.

    Example:
        >>> round(two_rates_sample_size(0.1, 0.2), 4)
        198.9634
    """
    if not (0 <= p1 <= 1 and 0 <= p2 <= 1):
        raise ValueError("a rate lies between 0 and 1")
    if abs(p1 - p2) < 1e-9:
        return None
    mean = (p1 + p2) / 2
    at_null = float(stats.norm.isf(alpha / 2)) * math.sqrt(2 * mean * (1 - mean))
    at_truth = float(stats.norm.ppf(power)) * math.sqrt(p1 * (1 - p1) + p2 * (1 - p2))
    return (at_null + at_truth) ** 2 / (p1 - p2) ** 2


def bias_score_sample_size(score: float, power: float = 0.8, alpha: float = 0.05) -> SampleSize | None:
    """Answers other than "unknown" that show a bias score, by the exact binomial test of (1 + score) / 2 (M34).

    Args:
        score: Assumed score (biased - counter-biased) / (answers other than "unknown"), -1 to 1.
        power: Wanted chance to show it.
        alpha: Two-sided level.

    Returns:
        Answers, not items: divide by the share of items that are answered so. None for a score of 0.

    Example:
        >>> bias_score_sample_size(0.2).n_stays_above
        210
    """
    if not -1 <= score <= 1:
        raise ValueError("a bias score lies between -1 and 1")
    return sign_test_sample_size(1.0, (1 + score) / 2, power, alpha)


def design_effect(cluster_size: float, icc: float) -> float:
    """How many times more cases a study needs when they come in clusters: 1 + (k - 1) ICC (M34, M09).

    Args:
        cluster_size: Cases per cluster, at least 1.
        icc: Share of the variance that lies between clusters, up to 1; below 0 it lowers the need.

    Source:
        Kish 1965, Survey Sampling, section 5.4.

    Example:
        >>> design_effect(3, 0.5)
        2.0
    """
    if not cluster_size >= 1 or not -1 <= icc <= 1:
        raise ValueError("a cluster has at least one case and an intraclass correlation between -1 and 1")
    return 1 + (cluster_size - 1) * icc


def files_without_failure(rate: float, alpha: float = 0.05) -> int | None:
    """Attempts without any failure that show a failure rate below ``rate`` (M34): ceil(ln alpha / ln(1 - rate)).

    Example:
        >>> files_without_failure(0.05)
        59
    """
    if not 0 < rate < 1:
        return None
    return math.ceil(math.log(alpha) / math.log1p(-rate))


@lru_cache(maxsize=1024)
def smallest_detectable_shift(n: int, sd: float, alpha: float = 0.05, power: float = 0.8) -> float | None:
    """Smallest mean shift that a paired t test on n files finds with the wanted power (M34).

    Args:
        n: Files.
        sd: Standard deviation of the per-file differences, in the unit of the quantity.
        alpha: Two-sided level.
        power: Wanted chance to find it.

    Returns:
        In the unit of ``sd``; None for fewer than two files or no spread, where no t test exists, and for so few files
        at so small a level that none finds anything of this world.

    Example:
        >>> round(smallest_detectable_shift(34, 1.0), 3)
        0.495
    """
    if n < 2 or not sd > 0:
        return None
    critical = float(stats.t.isf(alpha / 2, n - 1))
    if not critical < LARGEST_CRITICAL:
        return None

    def lacking(centre: float) -> float:
        upper = float(stats.nct.sf(critical, n - 1, centre))
        lower = float(stats.nct.cdf(-critical, n - 1, centre))
        return upper + (lower if math.isfinite(lower) else 0.0) - power

    high = critical + 5.0
    while lacking(high) < 0:
        high *= 2
    return float(optimize.brentq(lacking, 0.0, high, xtol=1e-9)) * sd / math.sqrt(n)
