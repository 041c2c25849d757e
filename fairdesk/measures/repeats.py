"""Several samples of the same prompt: how much of a gap is run-to-run noise (M38, D2)."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest
from fairdesk.measures.counterfactual import no_spread_warning
from fairdesk.measures.intervals import bootstrap_mean, wilson
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked
from fairdesk.measures.resampling import TOO_MANY_TO_RESAMPLE, Resampling

NO_REPEATS = "no file has two valid samples of the same prompt"
MOST_ASSIGNMENTS = 20_000
"""Per file, up to here every exchange of run labels is listed before drawing among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoiseFloor:
    """How alike two answers to the same prompt are.

    Attributes:
        agreement: Share of same-prompt pairs with equal values, averaged over files: about the highest consistency
            this system could reach.
        gap: Mean |difference| of same-prompt pairs, averaged over files.
        n_pairs: Same-prompt pairs behind both.
    """

    agreement: Estimate | NotMeasured
    gap: Estimate | NotMeasured
    n_pairs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Excess:
    """What the cue adds to the noise.

    Attributes:
        inconsistency: Agreement within prompts minus agreement across the pair; 0 or less: no excess.
        gap: Gap across the pair minus gap within prompts; 0 or less: no excess.
    """

    inconsistency: Estimate | NotMeasured
    gap: Estimate | NotMeasured


@dataclass(frozen=True, slots=True, kw_only=True)
class Components:
    """Bias, heterogeneity and instability of an effect (M38).

    Attributes:
        noise_variance: Variance of a file's difference that run-to-run noise alone causes.
        noise_se: Standard error of the mean shift from noise alone; the reported one is never below it.
        heterogeneity: Variance of the files' true effects, 0 or more.
        heterogeneity_raw: The same before it is cut at 0.
        within_prompt: Mean variance between samples of one prompt.
        mean_file_effect: Mean |difference of a file's means|.
        n_repeated: Prompts with at least two samples.
        borrowed: One arm was never repeated; the other's variance stands for it.
    """

    noise_variance: float
    noise_se: float
    heterogeneity: float
    heterogeneity_raw: float
    within_prompt: float
    mean_file_effect: float
    n_repeated: int
    borrowed: bool


@dataclass(frozen=True, slots=True)
class _About:
    method: str
    missing: Mapping[str, int]
    unit: str
    resampling: Resampling


def noise_floor(samples: Sequence[Floats], missing: Mapping[str, int], unit: str, resampling: Resampling) -> NoiseFloor:
    """Agreement and gap between samples of the same prompt (M38).

    Args:
        samples: One array per file: the valid values of its repeated prompt. Files with one sample do not count.
        missing: Arm to number of files without two valid samples.
        unit: Unit of the quantity.
        resampling: For the bootstrap over files.

    Returns:
        Two estimates over files with their intervals (Wilson for the agreement where every file has two samples),
        details n_pairs; ``NotMeasured`` when no file has two samples.

    Example:
        >>> found = noise_floor([np.array([3.0, 3.0, 4.0])], {}, "points", Resampling(seed=1))
        >>> round(found.agreement.value, 4), found.n_pairs
        (0.3333, 3)
    """
    repeated = [checked(values)[0] for values in samples if len(values) >= 2]
    if not repeated:
        nothing = NotMeasured(method="M38", reason=NO_REPEATS, missing=dict(missing))
        return NoiseFloor(agreement=nothing, gap=nothing, n_pairs=0)
    n_pairs = sum(math.comb(values.size, 2) for values in repeated)
    agreements = np.array([_within(values)[0] for values in repeated])
    gaps = np.array([_within(values)[1] for values in repeated])
    about = _About("M38", missing, unit, resampling)
    details = {"n_pairs": float(n_pairs)}
    agreement = _mean(agreements, about, "share of pairs", details)
    if all(values.size == 2 for values in repeated):
        agreement = _with_wilson(agreement, int(agreements.sum()))
    return NoiseFloor(agreement=agreement, gap=_mean(gaps, about, unit, details), n_pairs=n_pairs)


def cross_agreement(
    original: Sequence[Floats], variant: Sequence[Floats], missing: Mapping[str, int], resampling: Resampling
) -> Estimate | NotMeasured:
    """Consistency from repeated samples: per file sum_v p_v q_v of the two empirical distributions (M01).

    Args:
        original: One array of valid values per file.
        variant: The same for the variant, same files in the same order.
        missing: Arm to number of files without a valid value there.
        resampling: For the bootstrap over files.

    Example:
        >>> found = cross_agreement([np.array([3.0, 3.0, 4.0])], [np.array([3.0, 4.0, 4.0])], {}, Resampling(seed=1))
        >>> round(found.value, 4)
        0.4444
    """
    pairs = _both_arms(original, variant)
    if not pairs:
        return NotMeasured(method="M01", reason="no file has a valid value in both arms", missing=dict(missing))
    shares = np.array([_across(first, second)[0] for first, second in pairs])
    return _mean(shares, _About("M01", missing, "", resampling), "share of pairs", {})


def cross_gap(
    original: Sequence[Floats], variant: Sequence[Floats], missing: Mapping[str, int], unit: str, resampling: Resampling
) -> Estimate | NotMeasured:
    """Single-run gap: mean |difference| between one sample of each arm, averaged over files (M02, M38).

    It holds the noise of single runs, unlike the gap of the files' means. 0 means that all samples are equal.

    Args:
        original: One array of valid values per file.
        variant: The same for the variant, same files in the same order.
        missing: Arm to number of files without a valid value there.
        unit: Unit of the quantity.
        resampling: For the bootstrap over files.

    Example:
        >>> cross_gap([np.array([4.0, 4.0])], [np.array([4.0, 5.0])], {}, "points", Resampling(seed=1)).value
        0.5
    """
    pairs = _both_arms(original, variant)
    if not pairs:
        return NotMeasured(method="M02", reason="no file has a valid value in both arms", missing=dict(missing))
    gaps = np.array([_across(first, second)[1] for first, second in pairs])
    return _mean(gaps, _About("M02", missing, "", resampling), unit, {})


def excess(
    original: Sequence[Floats],
    variant: Sequence[Floats],
    missing: Mapping[str, int],
    unit: str,
    resampling: Resampling,
) -> Excess:
    """What is left of inconsistency and gap beyond the noise floor, on files with repeats (M38).

    Args:
        original: One array of valid values per file.
        variant: The same for the variant, same files in the same order.
        missing: Arm to number of files without a valid value there.
        unit: Unit of the quantity.
        resampling: For the bootstrap over files.

    Returns:
        Two estimates; a file enters with values in both arms and at least two samples in one of them, its floor
        is the average over its repeated arms. Details: cross and floor, averaged over the same files.
    """
    rows: list[tuple[float, float, float, float]] = []
    for first, second in _both_arms(original, variant):
        floors = [_within(arm) for arm in (first, second) if arm.size >= 2]
        if floors:
            agreement, gap = _across(first, second)
            floor_agreement, floor_gap = np.mean(floors, axis=0).tolist()
            rows.append((agreement, floor_agreement, gap, floor_gap))
    if not rows:
        nothing = NotMeasured(method="M38", reason=NO_REPEATS, missing=dict(missing))
        return Excess(inconsistency=nothing, gap=nothing)
    agreement_across, agreement_floor, gap_across, gap_floor = np.array(rows).T
    about = _About("M38", missing, unit, resampling)
    agreements = {"cross": float(agreement_across.mean()), "floor": float(agreement_floor.mean())}
    gaps = {"cross": float(gap_across.mean()), "floor": float(gap_floor.mean())}
    return Excess(
        inconsistency=_mean(agreement_floor - agreement_across, about, "share of pairs", agreements),
        gap=_mean(gap_across - gap_floor, about, unit, gaps),
    )


def components(original: Sequence[Floats], variant: Sequence[Floats]) -> Components | None:
    """Splits the spread of the files' differences into noise and heterogeneity (M38).

    A file without repeats takes the mean variance of its arm; an arm without any repeat takes the other's, which
    ``borrowed`` states.

    Args:
        original: One array of valid values per file.
        variant: The same for the variant, same files in the same order.

    Returns:
        None when fewer than two files have both arms or no prompt was repeated.
    """
    pairs = _both_arms(original, variant)
    arms = ([first for first, _ in pairs], [second for _, second in pairs])
    spreads = [[float(values.var(ddof=1)) for values in arm if values.size >= 2] for arm in arms]
    repeated = spreads[0] + spreads[1]
    if len(pairs) < 2 or not repeated:
        return None
    noise = np.zeros(len(pairs))
    for arm, known, other in zip(arms, spreads, reversed(spreads), strict=True):
        usual = float(np.mean(known or other))
        noise += [(float(values.var(ddof=1)) if values.size >= 2 else usual) / values.size for values in arm]
    effects = np.array([float(second.mean() - first.mean()) for first, second in pairs])
    noise_variance = float(noise.mean())
    raw = float(effects.var(ddof=1)) - noise_variance
    return Components(
        noise_variance=noise_variance,
        noise_se=math.sqrt(noise_variance / len(pairs)),
        heterogeneity=max(0.0, raw),
        heterogeneity_raw=raw,
        within_prompt=float(np.mean(repeated)),
        mean_file_effect=float(np.abs(effects).mean()),
        n_repeated=len(repeated),
        borrowed=not spreads[0] or not spreads[1],
    )


def effect_test(original: Sequence[Floats], variant: Sequence[Floats], resampling: Resampling) -> SignificanceTest:
    """Permutation test of any effect beyond noise: run labels exchanged within each file (M38).

    Statistic: mean |difference of a file's means|; p = (1 + hits) / (1 + exchanges). Files with the same samples are
    exchanged together, which is the same distribution; with more than 20,000 different files the normal limit takes
    the place of draws, and the test's name says so.

    Args:
        original: One array of valid values per file.
        variant: The same for the variant, same files in the same order.
        resampling: Seed and number of random exchanges (``n_flips``).

    Returns:
        A test without p-value when no file has three or more samples: with one sample in each arm an exchange
        changes nothing.
    """
    name = "permutation test of run labels"
    pairs = _both_arms(original, variant)
    if not any(first.size + second.size >= 3 for first, second in pairs):
        reason = "no file has repeated samples, so an exchange of run labels changes nothing"
        return SignificanceTest(name=name, method="M38", p_value=None, reason=reason)
    observed = sum(abs(float(second.mean() - first.mean())) for first, second in pairs)
    alike = Counter((tuple(sorted([*first.tolist(), *second.tolist()])), second.size) for first, second in pairs)
    rng = resampling.generator()
    exchanges = [(_exchanges(pooled, k, rng), times) for (pooled, k), times in sorted(alike.items())]
    if len(exchanges) > TOO_MANY_TO_RESAMPLE:
        mean = sum(times * float(effects.mean()) for effects, times in exchanges)
        sd = math.sqrt(sum(times * float(effects.var()) for effects, times in exchanges))
        p_value = 1.0 if sd == 0 else float(stats.norm.sf((observed - mean) / sd))
        limit = f"{name}, normal limit for more than {TOO_MANY_TO_RESAMPLE:,} different files"
        return SignificanceTest(name=limit, method="M38", p_value=p_value)
    sums = np.zeros(resampling.n_flips)
    for effects, times in exchanges:
        if times == 1:
            sums += effects[rng.integers(0, effects.size, size=sums.size)]
        else:
            values, counts = np.unique(effects, return_counts=True)
            sums += rng.multinomial(times, counts / effects.size, size=sums.size) @ values
    slack = 1e-12 * max(1.0, observed)
    hits = int(np.count_nonzero(sums >= observed - EQUAL_WITHIN - slack))
    drawn = f"{name}, {resampling.n_flips:,} random exchanges"
    return SignificanceTest(name=drawn, method="M38", p_value=(1 + hits) / (1 + resampling.n_flips))


def _exchanges(pooled_values: tuple[float, ...], k: int, rng: np.random.Generator) -> Floats:
    """|Difference of means| of one file under all exchanges of its run labels, or under as many drawn ones."""
    pooled = np.array(pooled_values)
    n = pooled.size
    if float(np.ptp(pooled)) <= EQUAL_WITHIN:
        return np.zeros(1)
    if math.comb(n, k) <= MOST_ASSIGNMENTS:
        chosen = np.array(list(itertools.combinations(range(n), k)))
    else:
        chosen = rng.permuted(np.tile(np.arange(n), (MOST_ASSIGNMENTS, 1)), axis=1)[:, :k]
    sums = pooled[chosen].sum(axis=1)
    effects: Floats = np.round(np.abs(sums / k - (pooled.sum() - sums) / (n - k)), 12)
    return effects


def _both_arms(original: Sequence[Floats], variant: Sequence[Floats]) -> list[tuple[Floats, Floats]]:
    return [
        (checked(first)[0], checked(second)[0])
        for first, second in zip(original, variant, strict=True)
        if len(first) and len(second)
    ]


def _within(values: Floats) -> tuple[float, float]:
    """Agreement and mean |difference| over the unordered pairs of one file's samples."""
    rows, columns = np.triu_indices(values.size, k=1)
    apart = np.abs(values[rows] - values[columns])
    return float((apart <= EQUAL_WITHIN).mean()), float(apart.mean())


def _across(first: Floats, second: Floats) -> tuple[float, float]:
    """Agreement and mean |difference| over all pairs of a sample of each arm."""
    apart = np.abs(first[:, None] - second[None, :])
    return float((apart <= EQUAL_WITHIN).mean()), float(apart.mean())


def _mean(values: Floats, about: _About, unit: str, details: Mapping[str, float]) -> Estimate:
    interval = bootstrap_mean(values, about.resampling)
    return Estimate(
        value=float(values.mean()),
        interval=interval,
        n=int(values.size),
        missing=dict(about.missing),
        unit=unit,
        method=about.method,
        warnings=() if interval is not None else (no_spread_warning(int(values.size)),),
        details=dict(details),
    )


def _with_wilson(agreement: Estimate, n_equal: int) -> Estimate:
    return Estimate(
        value=agreement.value,
        interval=wilson(n_equal, agreement.n),
        n=agreement.n,
        missing=agreement.missing,
        unit=agreement.unit,
        method=agreement.method,
        details=agreement.details,
    )
