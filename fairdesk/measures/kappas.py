"""Cohen's and Fleiss' kappa: agreement beyond chance of two raters, and of a fixed number of them (M28)."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured
from fairdesk.measures.agreement import (
    FEW_UNITS,
    FEW_UNITS_WARNING,
    NEEDS_TWO_RATERS,
    NO_PAIRABLE_UNIT,
    NO_VARIATION,
    percentile_interval,
    value_codes,
)
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats
from fairdesk.measures.resampled_sums import draws_of_units
from fairdesk.measures.resampling import Resampling

ONE_RATER_CONSTANT_WARNING = (
    "one rater used a single category: kappa is 0 then, whatever the raters agree on; read the percent agreement"
)
MOST_CATEGORIES = 100
NO_ERROR_WARNING = "the standard error is 0 where no pair of ratings differs: no interval can be formed"


def cohen_kappa(
    table: npt.NDArray[np.int64], values: Floats | None = None, confidence: float = 0.95
) -> Estimate | NotMeasured:
    """Cohen's kappa of two raters: (observed - chance agreement) / (1 - chance agreement) (M28).

    1 is complete agreement, 0 what chance gives, negative values are disagreement beyond chance.

    Args:
        table: Units by the category of the first rater (rows) and of the second (columns). Shape (k, k), 0 or more.
        values: Numbers of the categories, ascending, for quadratic weights: a disagreement counts by its squared
            distance. None counts every disagreement alike. Shape (k,).
        confidence: Of the interval, 0 to 1.

    Returns:
        Kappa with its large-sample interval, n the units. Details: se. ``NotMeasured`` for an empty table and where
        both raters gave one and the same value throughout (a library answers NaN).

    Raises:
        ValueError: the table is not square or holds a negative count, or the values do not ascend.

    Source:
        Cohen 1960, 10.1177/001316446002000104; standard error: Fleiss, Cohen and Everitt 1969, 10.1037/h0028106.

    Example:
        >>> table = np.array([[20, 5, 1], [4, 15, 6], [0, 3, 16]])
        >>> round(cohen_kappa(table).value, 7), round(cohen_kappa(table, np.arange(3.0)).value, 7)
        (0.5925245, 0.7603486)
    """
    table = np.asarray(table)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or (table < 0).any():
        raise ValueError("the table of two raters has one row and one column per category, and counts of 0 or more")
    if values is not None and (values.shape != table.shape[:1] or not (np.diff(values) > 0).all()):
        raise ValueError("quadratic weights need one ascending number per category")
    n = int(table.sum())
    if n == 0:
        return NotMeasured(method="M28", reason=NO_PAIRABLE_UNIT, missing={})
    used = np.flatnonzero(table.sum(axis=0) + table.sum(axis=1))
    if used.size < 2:
        return NotMeasured(method="M28", reason=NO_VARIATION, n=n, missing={})
    part = table[np.ix_(used, used)].astype(np.float64)
    distances = 1 - np.eye(used.size) if values is None else _squared_distances(values[used])
    kappa, se = _kappa_and_error(part / n, distances, n)
    warnings = [FEW_UNITS_WARNING.replace("resampling them", "a large-sample formula")] if n < FEW_UNITS else []
    if min(np.count_nonzero(part.sum(axis=0)), np.count_nonzero(part.sum(axis=1))) < 2:
        warnings.append(ONE_RATER_CONSTANT_WARNING)
    interval = _around(kappa, se, confidence)
    if interval is None:
        warnings.append(NO_ERROR_WARNING)
    return Estimate(
        value=kappa,
        interval=interval,
        n=n,
        missing={},
        unit="agreement beyond chance",
        method="M28",
        assumptions=("disagreements weigh by their squared distance",) if values is not None else (),
        warnings=tuple(warnings),
        details={"se": se},
    )


def _squared_distances(values: Floats) -> Floats:
    """Squared distances of ascending values, as shares of the largest: none can overflow or vanish."""
    places = values / 2 - values[0] / 2
    distances: Floats = np.subtract.outer(places / places[-1], places / places[-1]) ** 2
    return distances


def _around(kappa: float, se: float, confidence: float) -> Interval | None:
    """Normal interval, cut where no kappa exists; None without a standard error."""
    if se <= EQUAL_WITHIN:
        return None
    half = float(stats.norm.ppf(0.5 + confidence / 2)) * se
    low, high = max(-1.0, kappa - half), min(1.0, kappa + half)
    return Interval(low=low, high=high, level=confidence, method="large-sample normal")


def _kappa_and_error(shares: Floats, distances: Floats, n: int) -> tuple[float, float]:
    """Kappa and its standard error from a table of shares; distances are 0 on the diagonal and up to 1."""
    # Not the library's function: it divides 0 by 0 where a rater gave a single category.
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    by_chance = float(rows @ distances @ columns)
    kappa = 1 - float((shares * distances).sum()) / by_chance
    weights = 1 - distances
    expected = np.add.outer(weights @ columns, rows @ weights)
    squares = float((shares * (weights - expected * (1 - kappa)) ** 2).sum())
    variance = squares - (kappa - (1 - by_chance) * (1 - kappa)) ** 2
    return kappa, math.sqrt(max(0.0, variance) / n) / by_chance


def kappa_of_two(first: Floats, second: Floats, weighted: bool, confidence: float = 0.95) -> Estimate | NotMeasured:
    """Cohen's kappa of two raters' ratings, over the units that both rated (M28).

    Args:
        first: NaN where the rater gave none. Shape (units,).
        second: The same units, in the same order.
        weighted: Whether a disagreement counts by the squared distance of the values, for values with an order.
        confidence: Of the interval, 0 to 1.

    Returns:
        As ``cohen_kappa``; ``NotMeasured`` also for values so many that they are no categories.

    Example:
        >>> found = kappa_of_two(np.array([1.0, 2.0, 1.0, np.nan]), np.array([1.0, 2.0, 2.0, 2.0]), weighted=False)
        >>> round(found.value, 7), found.n
        (0.4, 3)
    """
    both = ~np.isnan(first) & ~np.isnan(second)
    n = int(both.sum())
    codes, values = value_codes(np.concatenate([first[both], second[both]]))
    if values.size > MOST_CATEGORIES:
        reason = f"{values.size} different values are no categories; read alpha for values on a scale"
        return NotMeasured(method="M28", reason=reason, n=n, missing={})
    table = np.zeros((values.size, values.size), dtype=np.int64)
    np.add.at(table, (codes[:n], codes[n:]), 1)
    return cohen_kappa(table, values if weighted else None, confidence)


def fleiss_kappa(
    counts: npt.NDArray[np.int64], resampling: Resampling, confidence: float = 0.95
) -> Estimate | NotMeasured:
    """Fleiss' kappa: agreement beyond chance where every unit has the same number of ratings (M28).

    1 is complete agreement, 0 what chance gives, negative values are disagreement beyond chance.

    Args:
        counts: Ratings of each unit (rows) by category (columns). Shape (units, k), 0 or more.
        resampling: Seed and number of resamples of the units.
        confidence: Of the interval, 0 to 1.

    Returns:
        Kappa with the percentile interval from resampling units, n the units. ``NotMeasured`` for no unit, one rater,
        unequal numbers of ratings (alpha takes those), and ratings of one category only (a library answers NaN).

    Raises:
        ValueError: the counts are no matrix or one of them is negative.

    Source:
        Fleiss 1971, 10.1037/h0031619.

    Example:
        >>> counts = np.array([[3, 0, 0], [1, 2, 0], [0, 3, 0], [0, 1, 2], [0, 0, 3]])
        >>> round(fleiss_kappa(counts, Resampling(seed=1)).value, 7)
        0.5945946
    """
    counts = np.asarray(counts)
    if counts.ndim != 2 or (counts < 0).any():
        raise ValueError("the counts have one row per unit, one column per category, and are 0 or more")
    n = int(counts.shape[0])
    sizes = counts.sum(axis=1)
    if n == 0 or not sizes.any():
        return NotMeasured(method="M28", reason="no unit was rated", missing={})
    if (sizes != sizes[0]).any():
        reason = "units have different numbers of ratings; Krippendorff's alpha takes them, Fleiss' kappa does not"
        return NotMeasured(method="M28", reason=reason, n=n, missing={})
    if sizes[0] < 2:
        return NotMeasured(method="M28", reason=NEEDS_TWO_RATERS, n=n, missing={})
    if np.count_nonzero(counts.sum(axis=0)) < 2:
        return NotMeasured(method="M28", reason=NO_VARIATION, n=n, missing={})
    rows, repeats = np.unique(counts, axis=0, return_counts=True)
    draws = draws_of_units(repeats.astype(np.int64), resampling, counts.shape[1])
    replicates = np.concatenate([_fleiss(drawn, rows.astype(np.float64)) for drawn in draws])
    interval, warnings, n_undefined = percentile_interval(replicates, confidence)
    return Estimate(
        value=float(_fleiss(repeats[None, :].astype(np.float64), rows.astype(np.float64))[0]),
        interval=interval,
        n=n,
        missing={},
        unit="agreement beyond chance",
        method="M28",
        warnings=(*warnings, *((FEW_UNITS_WARNING,) if n < FEW_UNITS else ())),
        details={"n_raters": float(sizes[0]), "n_undefined_resamples": float(n_undefined)},
    )


def _fleiss(drawn: Floats, rows: Floats) -> Floats:
    """Fleiss' kappa of each set of units; NaN where a set has one category only."""
    n_raters = float(rows[0].sum())
    agreeing = ((rows**2).sum(axis=1) - n_raters) / (n_raters * (n_raters - 1))
    margins = drawn @ rows
    margins /= margins.sum(axis=1, keepdims=True)
    chance = (margins**2).sum(axis=1)
    observed = drawn @ agreeing / drawn.sum(axis=1)
    kappas = np.full(chance.shape, np.nan)
    np.divide(observed - chance, 1 - chance, out=kappas, where=chance < 1 - 1e-12)
    return kappas
