"""Paired categories: McNemar, Bowker, Stuart-Maxwell (methods.md M07, M36)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import stats

from fairdesk.domain.results import SignificanceTest


def mcnemar(one_way: int, other_way: int) -> SignificanceTest:
    """Exact McNemar test of two flags on the same files (M07).

    Args:
        one_way: Files whose flag is set only under the first condition.
        other_way: Files whose flag is set only under the second.

    Returns:
        A test without p-value and with the reason when no flag differs (a library answers 1.0 there).

    Source:
        McNemar 1947, 10.1007/BF02295996.

    Example:
        >>> round(mcnemar(12, 4).p_value, 7)
        0.0768127
    """
    name = "exact McNemar test"
    if one_way + other_way == 0:
        reason = "no file differs between the two conditions"
        return SignificanceTest(name=name, method="M07", p_value=None, reason=reason)
    p_value = min(1.0, 2 * float(stats.binom.cdf(min(one_way, other_way), one_way + other_way, 0.5)))
    return SignificanceTest(name=name, method="M07", p_value=p_value)


def bowker(table: npt.NDArray[np.int64]) -> SignificanceTest:
    """Bowker's test that a square table is symmetric (M36); pairs of empty cells do not count as freedom.

    Args:
        table: Files by category before (rows) and after (columns). Shape (k, k).

    Source:
        Bowker 1948, 10.1080/01621459.1948.10483284.

    Example:
        >>> round(bowker(np.array([[20, 25, 3], [8, 280, 6], [1, 9, 8]])).p_value, 7)
        0.0157588
    """
    rows, columns = np.triu_indices(table.shape[0], k=1)
    above, below = table[rows, columns].astype(np.float64), table[columns, rows].astype(np.float64)
    filled = above + below > 0
    name = "Bowker symmetry test"
    if not filled.any():
        reason = "no file changed its category"
        return SignificanceTest(name=name, method="M36", p_value=None, reason=reason)
    chi2 = float(((above - below)[filled] ** 2 / (above + below)[filled]).sum())
    return SignificanceTest(name=name, method="M36", p_value=float(stats.chi2.sf(chi2, int(filled.sum()))))


def stuart_maxwell(table: npt.NDArray[np.int64]) -> SignificanceTest:
    """Stuart-Maxwell test that the categories are as frequent before as after (M36).

    Categories that occur neither before nor after are left out.

    Args:
        table: Files by category before (rows) and after (columns). Shape (k, k).

    Source:
        Stuart 1955, 10.1093/biomet/42.3-4.412; Maxwell 1970, 10.1192/bjp.116.535.651.

    Example:
        >>> round(stuart_maxwell(np.array([[20, 25, 3], [8, 280, 6], [1, 9, 8]])).p_value, 7)
        0.0059192
    """
    name = "Stuart-Maxwell test"
    # Only categories that some file enters or leaves can differ; the others make the covariance singular.
    moved = table - np.diag(np.diag(table))
    used = np.flatnonzero(moved.sum(axis=0) + moved.sum(axis=1))
    if used.size < 2:
        return SignificanceTest(name=name, method="M36", p_value=None, reason="no file changed its category")
    part = moved[np.ix_(used, used)].astype(np.float64)
    gain = part.sum(axis=1) - part.sum(axis=0)
    covariance = np.diag(part.sum(axis=1) + part.sum(axis=0)) - part - part.T
    kept = used.size - 1
    if np.linalg.matrix_rank(covariance[:kept, :kept]) < kept:
        reason = "the categories fall apart into groups that exchange no files"
        return SignificanceTest(name=name, method="M36", p_value=None, reason=reason)
    chi2 = float(gain[:kept] @ np.linalg.solve(covariance[:kept, :kept], gain[:kept]))
    return SignificanceTest(name=name, method="M36", p_value=float(stats.chi2.sf(chi2, kept)))
