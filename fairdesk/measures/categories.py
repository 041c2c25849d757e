"""Paired categories: McNemar, Bowker, Stuart-Maxwell (M07, M36)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from fairdesk.domain.results import SignificanceTest

NO_CHANGE = "no file changed its category"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChiSquare:
    """A statistic with its degrees of freedom."""

    chi2: float
    df: int

    @property
    def p_value(self) -> float:
        """Chance of a statistic at least this large."""
        return float(stats.chi2.sf(self.chi2, self.df))


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
    return _tested("Bowker symmetry test", bowker_statistic(table))


def bowker_statistic(table: npt.NDArray[np.int64]) -> ChiSquare | str:
    """The statistic of ``bowker``, or in words why there is none.

    Example:
        >>> bowker_statistic(np.array([[20, 25, 3], [8, 280, 6], [1, 9, 8]])).df
        3
        >>> bowker_statistic(np.eye(3, dtype=np.int64))
        'no file changed its category'
    """
    rows, columns = np.triu_indices(table.shape[0], k=1)
    above, below = table[rows, columns].astype(np.float64), table[columns, rows].astype(np.float64)
    filled = above + below > 0
    if not filled.any():
        return NO_CHANGE
    return ChiSquare(chi2=float(((above - below)[filled] ** 2 / (above + below)[filled]).sum()), df=int(filled.sum()))


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
    return _tested("Stuart-Maxwell test", stuart_maxwell_statistic(table))


def stuart_maxwell_statistic(table: npt.NDArray[np.int64]) -> ChiSquare | str:
    """The statistic of ``stuart_maxwell``, or in words why there is none.

    Example:
        >>> round(stuart_maxwell_statistic(np.array([[20, 25, 3], [8, 280, 6], [1, 9, 8]])).chi2, 4)
        10.2591
    """
    # Only categories that some file enters or leaves can differ; the others make the covariance singular.
    moved = table - np.diag(np.diag(table))
    used = np.flatnonzero(moved.sum(axis=0) + moved.sum(axis=1))
    if used.size < 2:
        return NO_CHANGE
    part = moved[np.ix_(used, used)].astype(np.float64)
    gain = part.sum(axis=1) - part.sum(axis=0)
    covariance = np.diag(part.sum(axis=1) + part.sum(axis=0)) - part - part.T
    kept = used.size - 1
    if np.linalg.matrix_rank(covariance[:kept, :kept]) < kept:
        return "the categories fall apart into groups that exchange no files"
    return ChiSquare(chi2=float(gain[:kept] @ np.linalg.solve(covariance[:kept, :kept], gain[:kept])), df=kept)


def _tested(name: str, statistic: ChiSquare | str) -> SignificanceTest:
    if isinstance(statistic, str):
        return SignificanceTest(name=name, method="M36", p_value=None, reason=statistic)
    return SignificanceTest(name=name, method="M36", p_value=statistic.p_value)
