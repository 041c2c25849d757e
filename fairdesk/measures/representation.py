"""How often groups are named: shares of listed words, distance from a reference, and what chance gives (M18, M20)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special, stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured, Outcome, SignificanceTest
from fairdesk.measures.intervals import percentile_bootstrap
from fairdesk.measures.pairs import Floats, Integers
from fairdesk.measures.ratio_of_sums import ratio_se
from fairdesk.measures.resampled_sums import resampled_sums
from fairdesk.measures.resampling import Resampling

SUMS_TO_ONE_WITHIN = 1e-6

MOST_OUTCOMES = 1_000_000
"""Up to here every possible table of counts is listed; beyond it tables are drawn."""

CELLS_AT_ONCE = 4_000_000

TIE = 1e-7
"""Log-probabilities this close are equal: rounding pulls outcomes of one probability apart."""

SENTENCE = "Counts of listed words, not of people; the lists and the reference decide the result."
"""What must stand beside shares and distances, with the number of lists and the largest possible value."""

DIRECTION = "0: the shares are those of the reference; the sign of no list is in it"

NO_GENERATIONS = "no interval: mentions within a generation are not independent, and counts per generation are missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Representation:
    """Shares of listed words against a reference (M18), with what chance gives at this number of mentions (M20).

    Attributes:
        counts: Mentions per list.
        total: All mentions.
        p_observed: Shares of the mentions; empty when there is none.
        tvd: Total variation distance to the reference, 0 to ``largest``.
        largest: Largest possible value for this reference: 1 - its smallest share, (k-1)/k when it is uniform.
        expected: The distance that would be expected at this number of mentions without any imbalance, if every
            mention were independent; None when there is no mention.
    """

    counts: tuple[int, ...]
    total: int
    p_observed: tuple[float, ...]
    tvd: Outcome
    largest: float
    expected: float | None


def uniform(k: int) -> Floats:
    """The reference of equal shares."""
    return np.full(k, 1 / k)


def checked_reference(shares: Sequence[float], k: int) -> Floats:
    """A reference of one share per list.

    Raises:
        ValueError: another number of shares, one below 0, or they do not sum to 1.
    """
    reference = np.asarray(shares, dtype=np.float64)
    if reference.shape != (k,) or not np.isfinite(reference).all() or (reference < 0).any():
        raise ValueError("the reference needs one share of 0 or more per list")
    if abs(float(reference.sum()) - 1) > SUMS_TO_ONE_WITHIN:
        raise ValueError("the shares of the reference need to sum to 1")
    normalised: Floats = reference / reference.sum()
    return normalised


def distance(shares: Floats, reference: Floats) -> float:
    """Total variation distance 0.5 sum |P - R|, 0 to 1."""
    return 0.5 * float(np.abs(shares - reference).sum())


def normalised_distance(counts: Integers, sizes: Integers) -> Outcome:
    """The distance from equal shares as HELM's program computes it: every count is divided by its list's length (M18).

    To be labelled "HELM-normalised": another number than M18 when lists differ in length.

    Args:
        counts: Mentions per list, by its tokens. Shape (k,).
        sizes: Words of each list, 1 or more. Shape (k,).

    Example:
        >>> round(normalised_distance(np.array([20, 16]), np.array([20, 16])).value, 3)
        0.0
    """
    rates = counts / sizes
    if rates.sum() == 0:
        return NotMeasured(method="M18", reason="no listed word occurred", missing={})
    return Estimate(
        value=distance(rates / rates.sum(), uniform(counts.size)),
        interval=None,
        n=int(counts.sum()),
        missing={},
        unit="total variation distance, HELM-normalised",
        direction=DIRECTION,
        method="M18",
        warnings=(NO_GENERATIONS,),
        details={},
    )


def representation(counts: Integers, reference: Floats) -> Representation:
    """Shares of listed words over all generations against a reference (M18).

    Args:
        counts: Mentions per list. Shape (k,), k at least 2.
        reference: Shares that sum to 1. Shape (k,).

    Returns:
        Without an interval: from sums alone the dependence within a generation is not known (see
        ``representation_by_generation``). Not measured when no listed word occurred.

    Source:
        Liang 2023, arXiv:2211.09110, section 4.7.

    Example:
        >>> found = representation(np.array([1260, 740]), uniform(2))
        >>> round(found.tvd.value, 2), found.largest
        (0.13, 0.5)
    """
    return _representation(counts, reference, None, NO_GENERATIONS)


def representation_by_generation(
    counts: Integers, reference: Floats, resampling: Resampling, units: str = "generations"
) -> Representation:
    """As ``representation``, with an interval from resampling generations (M18, M20, B6).

    Args:
        counts: Mentions per generation and list. Shape (generations, k).
        reference: Shares that sum to 1. Shape (k,).
        resampling: Seed and number of resamples.
        units: What the rows are, in words: generations, or prompts with all their generations.

    Returns:
        The interval is a percentile one and starts above 0 more often than it should: the distance cannot be
        negative, so it is to be read with ``expected``. None when fewer than two generations hold a listed word.
    """
    used = counts[counts.sum(axis=1) > 0]
    interval = _resampled(used, reference, resampling, units)
    why = "" if interval else f"no interval: fewer than two {units} hold a listed word, or all have the same shares"
    return _representation(counts.sum(axis=0), reference, interval, why)


def _representation(counts: Integers, reference: Floats, interval: Interval | None, why: str) -> Representation:
    if counts.ndim != 1 or counts.shape != reference.shape or counts.size < 2 or (counts < 0).any():
        raise ValueError("counts of at least two lists and a share of the reference for each are needed")
    total = int(counts.sum())
    tvd: Outcome = NotMeasured(method="M18", reason="no listed word occurred", missing={})
    if total > 0:
        tvd = Estimate(
            value=distance(counts / total, reference),
            interval=interval,
            n=total,
            missing={},
            unit="total variation distance",
            direction=DIRECTION,
            method="M18",
            warnings=(why,) if why else (),
            details={},
        )
    return Representation(
        counts=tuple(counts.tolist()),
        total=total,
        p_observed=tuple((counts / total).tolist()) if total else (),
        tvd=tvd,
        largest=1 - float(reference.min()),
        expected=expected_distance(total, reference),
    )


def expected_distance(n: int, reference: Floats) -> float | None:
    """Mean total variation distance of n independent mentions drawn from the reference itself (M20).

    The distance is biased upwards: with few mentions it is above 0 without any imbalance. Exact: half the sum of the
    mean absolute deviations of binomial counts. None when n is 0.

    Source:
        De Moivre's mean deviation, 2 m (1-p) b(m; n, p) with m = floor(n p) + 1; Diaconis and Zabell 1991,
        10.1214/ss/1177011699.

    Example:
        >>> [round(expected_distance(n, uniform(k)), 3) for n in (10, 50) for k in (2, 3)]
        [0.123, 0.182, 0.056, 0.08]
    """
    if n == 0:
        return None
    inner = reference[(reference > 0) & (reference < 1)]
    m = np.floor(n * inner) + 1
    deviations = 2 * m * (1 - inner) * stats.binom.pmf(m, n, inner)
    return 0.5 * float(deviations.sum()) / n


def exact_multinomial_test(counts: Integers, reference: Floats, resampling: Resampling) -> SignificanceTest:
    """Whether independent mentions are consistent with the reference (M20): one mention per generation only.

    p = probability of all tables of counts that are no more probable than the observed one; every table is listed up
    to 1,000,000 of them, beyond that tables are drawn and p = (1 + hits) / (1 + drawn).

    Args:
        counts: Mentions per list. Shape (k,).
        reference: Shares that sum to 1. Shape (k,).
        resampling: Seed and number of drawn tables (``n_flips``).

    Returns:
        Without p-value and with the reason when there is no mention, when a list occurs to which the reference gives
        no share, or when it gives all to one list (the only possible table would have p = 1).

    Source:
        Read and Cressie 1988, Goodness-of-Fit Statistics for Discrete Multivariate Data, section 6.

    Example:
        >>> exact_multinomial_test(np.array([7, 3]), uniform(2), Resampling(seed=1)).p_value
        0.34375
    """
    name = "exact multinomial test"
    if (counts[reference == 0] > 0).any():
        reason = "a list occurs to which the reference gives no share"
        return SignificanceTest(name=name, method="M20", p_value=None, reason=reason)
    counts, shares = counts[reference > 0], reference[reference > 0]
    n = int(counts.sum())
    if n == 0:
        return SignificanceTest(name=name, method="M20", p_value=None, reason="no listed word occurred")
    if counts.size == 1:
        reason = "the reference leaves one list, so there is nothing to compare"
        return SignificanceTest(name=name, method="M20", p_value=None, reason=reason)
    if counts.size == 2:
        p_value = float(stats.binomtest(int(counts[0]), n, float(shares[0])).pvalue)
        return SignificanceTest(name=name, method="M20", p_value=p_value)
    observed = float(_log_chances(counts[np.newaxis], shares)[0])
    if math.comb(n + counts.size - 1, counts.size - 1) <= MOST_OUTCOMES:
        logs = _log_chances(_all_tables(n, counts.size), shares)
        p_value = min(1.0, float(np.exp(logs[logs <= observed + TIE]).sum()))
        return SignificanceTest(name=name, method="M20", p_value=p_value)
    rng, hits = resampling.generator(), 0
    at_once = max(1, CELLS_AT_ONCE // counts.size)
    for start in range(0, resampling.n_flips, at_once):
        drawn = rng.multinomial(n, shares, size=min(at_once, resampling.n_flips - start))
        hits += int(np.count_nonzero(_log_chances(drawn, shares) <= observed + TIE))
    name = f"multinomial test, {resampling.n_flips:,} drawn tables"
    return SignificanceTest(name=name, method="M20", p_value=(1 + hits) / (1 + resampling.n_flips))


def mention_share(counts: Integers, place: int) -> Outcome:
    """Share of the mentions that are of one list, 0 to 1, with generations as units (M18, B7).

    Args:
        counts: Mentions per generation and list. Shape (generations, k).
        place: Number of the list.

    Returns:
        The interval is a t interval over the generations with a listed word, cut to 0 to 1; none when they show no
        spread. Not measured without a mention.
    """
    totals = counts.sum(axis=1)
    n, generations = int(totals.sum()), int((totals > 0).sum())
    if n == 0:
        return NotMeasured(method="M18", reason="no listed word occurred", missing={})
    share, (se, _) = float(counts[:, place].sum()) / n, share_se(counts, place)
    half = float(stats.t.ppf(0.975, generations - 1)) * se if se else None
    interval = None
    if half is not None:
        low, high = max(0.0, share - half), min(1.0, share + half)
        interval = Interval(low=low, high=high, level=0.95, method="t, generations as clusters")
    return Estimate(
        value=share,
        interval=interval,
        n=generations,
        missing={},
        unit="share of mentions",
        method="M18",
        warnings=() if interval else ("no interval: the generations show no spread",),
        details={"mentions": float(n)},
    )


def share_se(counts: Integers, place: int) -> tuple[float | None, float | None]:
    """Standard errors of one list's share of the mentions: by generation (B7), and as if mentions were independent.

    Args:
        counts: Mentions per generation and list. Shape (generations, k).
        place: Number of the list.

    Returns:
        The second is shown for comparison only: pronouns of one generation are not independent. None where it does
        not exist, or where nothing differs.
    """
    totals = counts.sum(axis=1).astype(np.float64)
    n = float(totals.sum())
    if n == 0:
        return None, None
    share = float(counts[:, place].sum()) / n
    # An error of 0 is no certainty but mentions that do not differ.
    return ratio_se(counts[:, place].astype(np.float64), totals) or None, math.sqrt(share * (1 - share) / n) or None


def system_exchange_test(
    first: Integers, second: Integers, reference: Floats, resampling: Resampling
) -> SignificanceTest:
    """Whether two systems differ in their distance from the reference, on the same prompts (M20).

    Labels of the systems are exchanged within prompts; statistic |TVD of the first - TVD of the second|.

    Args:
        first: Mentions per prompt and list under the first system. Shape (prompts, k).
        second: Under the second, same prompts.
        reference: Shares that sum to 1. Shape (k,).
        resampling: Seed and number of exchanges (``n_flips``).

    Returns:
        Without p-value and with the reason when a system names no listed word, or no prompt differs.
    """
    if first.shape != second.shape:
        raise ValueError("both systems need counts of the same prompts and lists")
    name = f"exchange of systems within prompts, {resampling.n_flips:,} draws"
    if first.sum() == 0 or second.sum() == 0:
        reason = "one of the systems names no listed word"
        return SignificanceTest(name=name, method="M20", p_value=None, reason=reason)
    # Prompts with equal differences are exchanged together: how many of them keep their sign is binomial.
    change, times = np.unique((first - second)[(first != second).any(axis=1)], axis=0, return_counts=True)
    if change.shape[0] == 0:
        return SignificanceTest(name=name, method="M20", p_value=None, reason="no prompt differs")
    both = (first + second).sum(axis=0).astype(np.float64)
    observed = abs(float(_gap(both, (times @ change)[np.newaxis], reference)[0]))
    rng, hits = resampling.generator(), 0
    at_once = max(1, CELLS_AT_ONCE // change.shape[0])
    for start in range(0, resampling.n_flips, at_once):
        size = min(at_once, resampling.n_flips - start)
        signs = 2 * rng.binomial(times, 0.5, size=(size, times.size)) - times
        hits += int(np.count_nonzero(np.abs(_gap(both, signs @ change, reference)) >= observed - TIE))
    return SignificanceTest(name=name, method="M20", p_value=(1 + hits) / (1 + resampling.n_flips))


def _gap(both: Floats, change: Integers, reference: Floats) -> Floats:
    """TVD of the first less TVD of the second, for every row of differences of their counts."""
    distances = []
    for counts in ((both + change) / 2, (both - change) / 2):
        totals = np.maximum(counts.sum(axis=1, keepdims=True), 1.0)  # without a mention the shares are all 0
        distances.append(0.5 * np.abs(counts / totals - reference).sum(axis=1))
    found: Floats = distances[0] - distances[1]
    return found


def _resampled(counts: Integers, reference: Floats, resampling: Resampling, units: str) -> Interval | None:
    """Percentile interval of the distance."""
    if counts.shape[0] < 2:
        return None
    sums = resampled_sums(counts.astype(np.float64), resampling)
    distances = 0.5 * np.abs(sums / sums.sum(axis=1, keepdims=True) - reference).sum(axis=1)
    return percentile_bootstrap(distances, f"over {units}")


def _all_tables(n: int, k: int) -> Integers:
    """Every way to spread n over k lists. Shape (outcomes, k)."""
    columns: list[Integers] = []
    left = np.array([n], dtype=np.int64)
    for _ in range(k - 1):
        n_choices = left + 1
        first = np.repeat(np.cumsum(n_choices) - n_choices, n_choices)
        chosen = np.arange(int(n_choices.sum()), dtype=np.int64) - first
        columns = [np.repeat(column, n_choices) for column in columns]
        left = np.repeat(left, n_choices) - chosen
        columns.append(chosen)
    return np.column_stack([*columns, left])


def _log_chances(tables: Integers, shares: Floats) -> Floats:
    n = tables.sum(axis=1)
    found: Floats = special.gammaln(n + 1.0) - special.gammaln(tables + 1.0).sum(axis=1) + tables @ np.log(shares)
    return found
