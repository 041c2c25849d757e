"""Several samples of the same prompt: how much of a gap is run-to-run noise (M38, D2)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.counterfactual import no_spread_warning
from fairdesk.measures.intervals import bootstrap_mean, wilson
from fairdesk.measures.pairs import Floats
from fairdesk.measures.resampling import Resampling
from fairdesk.measures.sample_tables import across, both_arms, gathered, means, variances, within

NO_REPEATS = "no file has two valid samples of the same prompt"


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
    all_samples = gathered(samples)
    repeated = all_samples.of(all_samples.sizes >= 2)
    if not repeated.sizes.size:
        nothing = NotMeasured(method="M38", reason=NO_REPEATS, missing=dict(missing))
        return NoiseFloor(agreement=nothing, gap=nothing, n_pairs=0)
    n_pairs = int((repeated.sizes * (repeated.sizes - 1) // 2).sum())
    agreements, gaps = within(repeated)
    about = _About("M38", missing, unit, resampling)
    details = {"n_pairs": float(n_pairs)}
    agreement = _mean(agreements, about, "share of pairs", details)
    if (repeated.sizes == 2).all():
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
    first, second = both_arms(original, variant)
    if not first.sizes.size:
        return NotMeasured(method="M01", reason="no file has a valid value in both arms", missing=dict(missing))
    shares, _ = across(first, second)
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
    first, second = both_arms(original, variant)
    if not first.sizes.size:
        return NotMeasured(method="M02", reason="no file has a valid value in both arms", missing=dict(missing))
    _, gaps = across(first, second)
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
    first, second = both_arms(original, variant)
    repeated = (first.sizes >= 2) | (second.sizes >= 2)
    if not repeated.any():
        nothing = NotMeasured(method="M38", reason=NO_REPEATS, missing=dict(missing))
        return Excess(inconsistency=nothing, gap=nothing)
    first, second = first.of(repeated), second.of(repeated)
    agreement_across, gap_across = across(first, second)
    agreement_floor, gap_floor = map(_either, within(first), within(second))
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
    arms = both_arms(original, variant)
    n = arms[0].sizes.size
    spreads = [variances(arm) for arm in arms]
    known = [spread[np.isfinite(spread)] for spread in spreads]
    repeated = np.concatenate(known)
    if n < 2 or not repeated.size:
        return None
    noise = np.zeros(n)
    for arm, spread, own, other in zip(arms, spreads, known, reversed(known), strict=True):
        usual = float((own if own.size else other).mean())
        noise += np.where(np.isfinite(spread), spread, usual) / arm.sizes
    effects = means(arms[1]) - means(arms[0])
    noise_variance = float(noise.mean())
    raw = float(effects.var(ddof=1)) - noise_variance
    return Components(
        noise_variance=noise_variance,
        noise_se=math.sqrt(noise_variance / n),
        heterogeneity=max(0.0, raw),
        heterogeneity_raw=raw,
        within_prompt=float(repeated.mean()),
        mean_file_effect=float(np.abs(effects).mean()),
        n_repeated=int(repeated.size),
        borrowed=not known[0].size or not known[1].size,
    )


def _either(one: Floats, other: Floats) -> Floats:
    """The mean of both where both are there, else the one that is."""
    return np.where(np.isfinite(one), np.where(np.isfinite(other), (one + other) / 2, one), other)


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
