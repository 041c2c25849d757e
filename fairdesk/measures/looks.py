"""Looking before the end: what it costs, and a test that allows it (M35)."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy import special, stats

from fairdesk.domain.results import SignificanceTest
from fairdesk.measures.detectable_direction import DetectableDirection, direction_with
from fairdesk.measures.power import MOST_FILES, SampleSize, changed_files

MOST_LOOKS = 1_000
"""Beyond this the recursion would take minutes, and nobody plans it."""

LARGEST_LOG = math.log(sys.float_info.max)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnytimeTest:
    """A sign test that may be read after every change (M35).

    Attributes:
        n_changes: Changes that came in.
        e_value: After the last change; None without any. At most the largest float.
        max_e_value: Largest on the way, at least 1; None without any.
        test: p = min(1, 1 / largest e); it holds at every time, so it never rises with more changes.
    """

    n_changes: int
    e_value: float | None
    max_e_value: float | None
    test: SignificanceTest


def overall_type1(n_looks: int, nominal: float = 0.05) -> float:
    """Chance that at least one of several equally spaced looks rejects although there is no effect (M35).

    The score after each look is a sum of independent normal steps; the part of its density that has not crossed
    +/- z sqrt(look) is carried from look to look by Gauss-Legendre quadrature.

    Args:
        n_looks: Equally spaced looks at the growing data, 1 to 1,000; the last one is the planned end.
        nominal: Two-sided level of each look, strictly between 0 and 1.

    Returns:
        From ``nominal`` (one look) towards 1.

    Raises:
        ValueError: the number of looks or the level is outside these ranges.

    Source:
        Armitage, McPherson and Rowe 1969, 10.2307/2343787, table 2.

    Example:
        >>> [round(overall_type1(looks), 3) for looks in (1, 2, 5, 10)]
        [0.05, 0.083, 0.142, 0.193]
    """
    if not 1 <= n_looks <= MOST_LOOKS:
        raise ValueError(f"1 to {MOST_LOOKS:,} looks can be computed")
    if not 0 < nominal < 1:
        raise ValueError("the level of a look lies between 0 and 1")
    bound = float(stats.norm.isf(nominal / 2))
    points, weights, density = np.zeros(1), np.ones(1), np.ones(1)
    inside = 1.0
    # The density is smooth on the scale of one step, so the number of points grows with the width alone.
    unit_points, unit_weights = special.roots_legendre(32 + math.ceil(4 * bound * math.sqrt(n_looks)))
    for look in range(1, n_looks + 1):
        half = bound * math.sqrt(look)
        reached = half * unit_points
        steps = np.exp(-0.5 * (reached[:, None] - points[None, :]) ** 2)
        density = steps @ (density * weights) / math.sqrt(2 * math.pi)
        points, weights = reached, half * unit_weights
        inside = float(density @ weights)
    return min(1.0, max(nominal, 1 - inside))


def anytime_sign_test(downs: Sequence[bool]) -> AnytimeTest:
    """Sign test that may be read after every change and stopped at any time (M35).

    The e-value after n changes, k of them down, mixes all shares of down with a Beta(1/2, 1/2) distribution:
    e = 2^n B(k + 1/2, n - k + 1/2) / B(1/2, 1/2). Large values speak against equal directions.

    Args:
        downs: For each changed file, in the order of arrival, whether it was rated lower. Files have to come in a
            random order that was fixed in advance: sorting them invalidates the test.

    Source:
        Howard et al. 2021, 10.1214/20-AOS1991; Ramdas et al. 2022, arXiv:2210.01948.

    Example:
        >>> found = anytime_sign_test([True, True, True, True, False, True, True, True])
        >>> round(found.e_value, 4), found.max_e_value, round(found.test.p_value, 4)
        (3.3516, 4.375, 0.2286)
    """
    name = "anytime-valid sign test"
    if not len(downs):
        reason = "no file changed, so there is no direction to test"
        test = SignificanceTest(name=name, method="M35", p_value=None, reason=reason)
        return AnytimeTest(n_changes=0, e_value=None, max_e_value=None, test=test)
    n = np.arange(1, len(downs) + 1)
    k = np.cumsum(np.asarray(downs, dtype=bool))
    logs = n * math.log(2) + special.betaln(k + 0.5, n - k + 0.5) - special.betaln(0.5, 0.5)
    last, largest = float(logs[-1]), float(logs.max())
    p_value = min(1.0, max(math.exp(-min(largest, LARGEST_LOG)), sys.float_info.min))
    return AnytimeTest(
        n_changes=len(downs),
        e_value=math.exp(min(last, LARGEST_LOG)),
        max_e_value=math.exp(min(max(largest, 0.0), LARGEST_LOG)),
        test=SignificanceTest(name=name, method="M35", p_value=p_value),
    )


def anytime_power(n: int, discordance: float, share_one_way: float, alpha: float = 0.05) -> float:
    """Chance that the anytime-valid sign test has found a direction by the time that n files are in (M34, M35).

    Args:
        n: Files.
        discordance: Expected share of files that change, 0 to 1.
        share_one_way: Expected share of the changed files that move one way, 0 to 1.
        alpha: Level of the test.

    Example:
        >>> round(anytime_power(400, 0.13, 34 / 52), 2)
        0.29
    """
    if n < 1:
        return 0.0
    changed, chances = changed_files(n, discordance)
    return min(1.0, float(np.dot(chances, _found_by(int(changed[-1]), share_one_way, alpha)[changed])))


@lru_cache(maxsize=64)
def anytime_sample_size(
    discordance: float, share_one_way: float, power: float = 0.8, alpha: float = 0.05
) -> SampleSize | None:
    """Files by which the anytime-valid sign test finds a direction with the wanted chance; more never find it less.

    Returns:
        None when no number of files up to ``power.MOST_FILES`` does.
    """
    if anytime_power(MOST_FILES, discordance, share_one_way, alpha) < power:
        return None
    too_few, enough = 0, MOST_FILES
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if anytime_power(middle, discordance, share_one_way, alpha) < power:
            too_few = middle
        else:
            enough = middle
    return SampleSize(n_first_reaching=enough, n_stays_above=enough)


@lru_cache(maxsize=1024)
def smallest_anytime_direction(
    n: int, discordance: float, alpha: float = 0.05, power: float = 0.8
) -> DetectableDirection | None:
    """Smallest imbalance that the anytime-valid sign test finds among n files with the wanted chance.

    Returns:
        None when not even changes that all go one way would be found.
    """
    return direction_with(lambda share: anytime_power(n, discordance, share, alpha), discordance, power, 1e-4)


@lru_cache(maxsize=64)
def too_few_changes(alpha: float = 0.05) -> int:
    """The most changes with which the anytime-valid sign test finds nothing, whichever way they go (M35).

    Args:
        alpha: Level of the test, strictly between 0 and 1.

    Example:
        >>> too_few_changes(0.05)
        6
    """
    n = 0
    while _log_e(n + 1, 0) < -math.log(alpha):
        n += 1
    return n


@lru_cache(maxsize=64)
def _found_by(n_changes: int, share_one_way: float, alpha: float) -> npt.NDArray[np.float64]:
    """Chance that the test has found a direction after 0, 1, ... n changes.

    Carried from change to change are the chances of every number of changes downwards that has found nothing so far.
    """
    found = np.zeros(n_changes + 1)
    open_ways, lowest = np.ones(1), 0
    rarer = -1
    for n in range(1, n_changes + 1):
        ways = np.zeros(open_ways.size + 1)
        ways[:-1] = open_ways * (1 - share_one_way)
        ways[1:] += open_ways * share_one_way
        # The largest count of the rarer side that is enough never falls, and rises by one at most.
        if _log_e(n, rarer + 1) >= -math.log(alpha) and 2 * (rarer + 1) <= n:
            rarer += 1
        first = max(lowest, rarer + 1)
        last = min(lowest + ways.size - 1, n - rarer - 1)
        open_ways = ways[first - lowest : last - lowest + 1]
        lowest = first
        found[n] = max(found[n - 1], 1 - float(open_ways.sum()))
    return found


def _log_e(n: int, k: int) -> float:
    """Logarithm of the e-value after n changes, k of them down."""
    beta = math.lgamma(k + 0.5) + math.lgamma(n - k + 0.5) - math.lgamma(n + 1)
    return n * math.log(2) + beta - math.log(math.pi)
