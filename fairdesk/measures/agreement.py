"""Whether raters agree: percent agreement and Krippendorff's alpha (M28); ``kappas`` has Cohen's and Fleiss' kappa.

Agreement is not validity: raters can share a bias. A value that a rater did not give is missing, never a category of
its own, and raters who all give one value show nothing about agreement beyond chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import sparse

from fairdesk.domain.results import Estimate, Interval, NotMeasured
from fairdesk.measures.intervals import bootstrap_mean, percentile_bootstrap, wilson
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats
from fairdesk.measures.resampled_sums import draws_of_units
from fairdesk.measures.resampling import Resampling

Level = Literal["nominal", "ordinal", "interval"]

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval")
"""Levels of measurement: names without an order, an order, an order with equal steps."""

AGREEMENT_SENTENCE = (
    "Agreement is not validity: raters can share a bias. Alpha and kappa are agreement beyond chance; percent "
    "agreement includes what chance alone would give."
)
NEEDS_TWO_RATERS = "agreement needs two raters"
NO_PAIRABLE_UNIT = "no unit was rated by two raters"
NO_VARIATION = "every rating is the same value, so agreement beyond chance is not defined"
FEW_UNITS = 20
FEW_UNITS_WARNING = "fewer than 20 units: an interval from resampling them is too narrow"
EQUAL_REPLICATES_WARNING = "every resample of the units gives the same value: no interval can be formed"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Units:
    """Units with two or more ratings; those with the same ratings stand in one row.

    Attributes:
        repeats: Units that each row stands for. Shape (k,).
        counts: How many raters gave which value. Sparse, shape (k, q).
        sizes: Ratings of each unit. Shape (k,).
        values: The different values, ascending. Shape (q,).
        n_unpaired: Units with one rating or none.
    """

    repeats: npt.NDArray[np.int64]
    counts: sparse.csr_array
    sizes: Floats
    values: Floats
    n_unpaired: int

    @property
    def n_units(self) -> int:
        return int(self.repeats.sum())


def krippendorff_alpha(
    ratings: Floats, level: Level, resampling: Resampling, confidence: float = 0.95
) -> Estimate | NotMeasured:
    """Krippendorff's alpha for any number of raters, with missing ratings (M28).

    alpha = 1 - (n - 1) sum o_ck d_ck / sum n_c n_k d_ck over the coincidences o of values c and k within units, with
    n pairable ratings and n_c of them of value c. d is 1 for different values (nominal), the squared distance of their
    middle ranks among all pairable ratings (ordinal; the cumulated margins) or of the values (interval).

    1 is complete agreement, 0 what chance gives, negative values are disagreement beyond chance.

    Args:
        ratings: NaN where a rater gave none. Shape (raters, units).
        level: Level of measurement of the values. Values of a nominal scale are any numbers that tell them apart.
        resampling: Seed and number of resamples of the units.
        confidence: Of the interval, 0 to 1.

    Returns:
        Alpha, at most 1, with the percentile interval from resampling units; n is the number of units with two or more
        ratings. Details: n_raters, n_ratings (pairable), n_undefined_resamples (those without variation, left out).
        ``NotMeasured`` for one rater, no pairable unit, or ratings that are all the same (libraries answer 1, 0, NaN
        or raise there).

    Raises:
        ValueError: the ratings are no matrix, or one is infinite; a fault of the caller.

    Source:
        Hayes and Krippendorff 2007, 10.1080/19312450709336664.

    Example:
        >>> nan = float("nan")
        >>> ratings = np.array([[1, 2, 3, 3, 2, nan], [1, 2, 3, 3, 2, 4], [nan, 3, 3, 3, 2, 4]])
        >>> round(krippendorff_alpha(ratings, "ordinal", Resampling(seed=1)).value, 7)
        0.8878738
    """
    units = _units(ratings)
    if isinstance(units, NotMeasured):
        return units
    lost = {"units": units.n_unpaired}
    if units.values.size < 2:
        return NotMeasured(method="M28", reason=NO_VARIATION, n=units.n_units, missing=lost)
    value = float(_alphas(units.repeats[None, :].astype(np.float64), units, level)[0])
    draws = draws_of_units(units.repeats, resampling, units.values.size)
    replicates = np.concatenate([_alphas(drawn, units, level) for drawn in draws])
    interval, warnings, n_undefined = percentile_interval(replicates, confidence)
    return Estimate(
        value=value,
        interval=interval,
        n=units.n_units,
        missing=lost,
        unit="agreement beyond chance",
        method="M28",
        assumptions=(f"the values are {level}",),
        warnings=(*warnings, *((FEW_UNITS_WARNING,) if units.n_units < FEW_UNITS else ())),
        details={
            "n_raters": float(_n_raters(ratings)),
            "n_ratings": float(units.sizes @ units.repeats),
            "n_undefined_resamples": float(n_undefined),
        },
    )


def percent_agreement(ratings: Floats, resampling: Resampling, confidence: float = 0.95) -> Estimate | NotMeasured:
    """Mean over units of the share of pairs of raters who gave the same value (M28).

    From 0 (no pair agrees) to 1 (every pair does); what chance alone would give is part of it.

    Args:
        ratings: NaN where a rater gave none. Shape (raters, units).
        resampling: Seed and number of resamples of the units, where more than two raters make shares within units.
        confidence: Of the interval, 0 to 1.

    Returns:
        The share with n, the units with two or more ratings. Where every unit agrees fully or not at all it is a share
        of units with its Wilson interval (B1), otherwise a mean with the bootstrap interval (B6).

    Source:
        Hayes and Krippendorff 2007, 10.1080/19312450709336664.

    Example:
        >>> same = percent_agreement(np.ones((3, 3)), Resampling(seed=1))
        >>> same.value, round(same.interval.low, 3)
        (1.0, 0.439)
    """
    units = _units(ratings)
    if isinstance(units, NotMeasured):
        return units
    agreeing = units.counts.multiply(units.counts).sum(axis=1) - units.sizes
    shares = agreeing / (units.sizes * (units.sizes - 1))
    n, agreed = units.n_units, int(units.repeats[shares == 1].sum())
    per_unit = np.repeat(shares, units.repeats)
    if np.isin(shares, (0.0, 1.0)).all():
        interval = wilson(agreed, n, confidence)
    else:
        interval = bootstrap_mean(per_unit, resampling, confidence)
    return Estimate(
        value=float(shares @ units.repeats) / n,
        interval=interval,
        n=n,
        missing={"units": units.n_unpaired},
        unit="share of pairs of ratings",
        method="M28",
        warnings=() if interval is not None else (EQUAL_REPLICATES_WARNING,),
        details={"n_raters": float(_n_raters(ratings)), "units_in_full_agreement": float(agreed)},
    )


def percentile_interval(replicates: Floats, confidence: float) -> tuple[Interval | None, tuple[str, ...], int]:
    """Percentile interval of resampled values; NaN are resamples without variation, which have no value.

    Returns:
        The interval, or None where no two values differ; what to warn of; how many resamples had no value.
    """
    n_undefined = int(np.count_nonzero(~np.isfinite(replicates)))
    interval = percentile_bootstrap(replicates, "over units", confidence)
    if interval is None:
        return None, (EQUAL_REPLICATES_WARNING,), n_undefined
    if n_undefined == 0:
        return interval, (), 0
    words = f"{n_undefined} of {replicates.size} resamples held one value only and were left out of the interval"
    return interval, (words,), n_undefined


def _n_raters(ratings: Floats) -> int:
    return int((~np.isnan(ratings)).any(axis=1).sum())


def _units(ratings: Floats) -> _Units | NotMeasured:
    ratings = np.asarray(ratings, dtype=np.float64)
    if ratings.ndim != 2:
        raise ValueError("ratings needs one row per rater and one column per unit")
    if np.isinf(ratings).any():
        raise ValueError("a rating is infinite")
    n_units = int(ratings.shape[1])
    if _n_raters(ratings) < 2:
        return NotMeasured(method="M28", reason=NEEDS_TWO_RATERS, missing={"units": n_units})
    pairable = ratings[:, (~np.isnan(ratings)).sum(axis=0) >= 2]
    if pairable.shape[1] == 0:
        return NotMeasured(method="M28", reason=NO_PAIRABLE_UNIT, missing={"units": n_units})
    codes, values = value_codes(pairable)
    rows, repeats = np.unique(np.sort(codes, axis=0), axis=1, return_counts=True)
    _, row = np.nonzero(rows >= 0)
    code = rows[rows >= 0]
    counts = sparse.csr_array(
        (np.ones(code.size), (row, code)),
        shape=(rows.shape[1], values.size),
    )
    return _Units(
        repeats=repeats.astype(np.int64),
        counts=counts,
        sizes=np.asarray(counts.sum(axis=1), dtype=np.float64),
        values=values,
        n_unpaired=n_units - int(pairable.shape[1]),
    )


def value_codes(ratings: Floats) -> tuple[npt.NDArray[np.int64], Floats]:
    """Each rating as the place of its value among all, -1 where it is NaN, and the different values, ascending.

    Example:
        >>> codes, values = value_codes(np.array([5.0, np.nan, 2.0, 5.0]))
        >>> codes.tolist(), values.tolist()
        ([1, -1, 0, 1], [2.0, 5.0])
    """
    given = ~np.isnan(ratings)
    if not given.any():
        return np.full(ratings.shape, -1, dtype=np.int64), np.zeros(0)
    different, where = np.unique(ratings[given], return_inverse=True)
    # Values no further apart than rounding are one value: means of three ratings come out as 3.3333333333333335.
    first = np.concatenate([[True], np.diff(different) > EQUAL_WITHIN])
    codes = np.full(ratings.shape, -1, dtype=np.int64)
    codes[given] = (np.cumsum(first) - 1)[where]
    return codes, different[first]


def _alphas(drawn: Floats, units: _Units, level: Level) -> Floats:
    """Alpha of each set of units; NaN where a set has no variation. ``drawn`` has shape (sets, rows of units)."""
    if level == "nominal":
        observed, expected = _nominal(drawn, units)
    elif level == "ordinal":
        observed, expected = _ordinal(drawn, units)
    else:
        observed, expected = _interval(drawn, units)
    n = drawn @ units.sizes
    varied = expected > 1e-12 * n**2
    ratio = np.divide((n - 1) * observed, expected, out=np.full(n.shape, np.nan), where=varied)
    alphas: Floats = np.minimum(1.0, 1 - ratio)  # rounding could leave it a little above 1
    return alphas


def _nominal(drawn: Floats, units: _Units) -> tuple[Floats, Floats]:
    squares = np.asarray(units.counts.multiply(units.counts).sum(axis=1))
    within = (units.sizes**2 - squares) / (units.sizes - 1)
    margins = drawn @ units.counts
    return drawn @ within, margins.sum(axis=1) ** 2 - (margins**2).sum(axis=1)


def _ordinal(drawn: Floats, units: _Units) -> tuple[Floats, Floats]:
    # (n_c/2 + n_between + n_k/2)^2 is the squared distance of the middle ranks of c and k.
    margins = drawn @ units.counts
    ranks = np.cumsum(margins, axis=1) - margins / 2
    ranks /= np.maximum(1.0, margins.sum(axis=1, keepdims=True))
    sums, squares = ranks @ units.counts.T, ranks**2 @ units.counts.T
    within = 2 * (units.sizes * squares - sums**2) / (units.sizes - 1)
    n = margins.sum(axis=1)
    centre = (margins * ranks).sum(axis=1)
    return (drawn * within).sum(axis=1), 2 * (n * (margins * ranks**2).sum(axis=1) - centre**2)


def _interval(drawn: Floats, units: _Units) -> tuple[Floats, Floats]:
    # Alpha does not depend on zero and unit of the scale; between 0 and 1 no square can overflow or cancel.
    lowest, highest = float(units.values[0]), float(units.values[-1])
    values = (units.values / 2 - lowest / 2) / (highest / 2 - lowest / 2) - 0.5
    sums, squares = units.counts @ values, units.counts @ values**2
    within = 2 * (units.sizes * squares - sums**2) / (units.sizes - 1)
    n = drawn @ units.sizes
    return drawn @ within, 2 * (n * (drawn @ squares) - (drawn @ sums) ** 2)
