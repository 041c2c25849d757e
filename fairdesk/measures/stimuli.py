"""Names as a second source of variation beside files (M40, D3)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured, SignificanceTest
from fairdesk.measures.counterfactual import direction_words
from fairdesk.measures.intervals import summarise_mean
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked

LEAST_NAMES = 5
"""With fewer, names are fixed: what is found holds for these names and is not carried over to others."""

Codes = npt.NDArray[np.int64]

FEW_NAMES_WARNING = "names as fixed: with {n} of them the result holds for these names and not for others of the group"
NO_SPREAD_WARNING = "neither files nor names differ: no interval can be formed"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NamedDifferences:
    """Differences of files that carry names; a file may carry several, a name stands in several files.

    Attributes:
        file: Number of the file of each difference. Shape (n,).
        name: Number of the name of each difference. Shape (n,).
        difference: Variant minus base. Shape (n,), finite.
    """

    file: Codes
    name: Codes
    difference: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesEffect:
    """A mean difference with files and names as random (M40).

    Attributes:
        effect: The mean. Details, where they exist: se_file, se_name, se_two_way (none corrected for few clusters),
            mean_by_name, se_by_name, p_file, p_two_way, p_by_name.
        test: The larger p-value of the two-way and the by-name analysis; with fewer than five names that by file.
        n_files: Files with a difference.
        n_names: Names with a difference.
        names_are_fixed: Fewer than five names.
    """

    effect: Estimate | NotMeasured
    test: SignificanceTest
    n_files: int
    n_names: int
    names_are_fixed: bool


def names_effect(given: NamedDifferences, missing: Mapping[str, int], unit: str) -> NamesEffect:
    """Mean difference over files and names with the variance of both (M40).

    The two-way clustered variance is V(file) + V(name) - V(file and name); the by-name analysis is a t test of the
    means of the names on names - 1 degrees of freedom. The larger of the two p-values is reported.

    Args:
        given: All valid differences.
        missing: Arm to number of files without a valid value there.
        unit: Unit of the quantity.

    Returns:
        The mean with a t interval from the largest of the standard errors, on the degrees of freedom of the smaller
        number of clusters; with fewer than five names an interval by file and the warning that names are fixed.

    Source:
        Cameron, Gelbach and Miller 2011, 10.1198/jbes.2010.07136; Clark 1973, 10.1016/S0022-5371(73)80014-3.

    Example:
        >>> file, name = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
        >>> given = NamedDifferences(file=file, name=name, difference=np.array([1.0, 0, 2, 0]))
        >>> found = names_effect(given, {}, "points")
        >>> found.effect.value, found.n_names, found.names_are_fixed
        (0.75, 2, True)
    """
    (values,) = checked(given.difference)
    if given.file.shape != values.shape or given.name.shape != values.shape:
        raise ValueError("every difference needs the number of its file and of its name")
    if values.size == 0:
        reason = "no file has a valid value in both arms"
        nothing = NotMeasured(method="M40", reason=reason, missing=dict(missing))
        return _result(nothing, _test(None, "by-name analysis", reason), (0, 0))
    files, names = np.unique(given.file), np.unique(given.name)
    found = _analyses(given, values)
    fixed = names.size < LEAST_NAMES
    if fixed:
        chosen, p_value, n_clusters = found.get("se_file"), found.get("p_file"), files.size
        test = _test(p_value, "t test by file, names as fixed", _why(p_value, int(files.size), "file"))
    else:
        errors = [found[key] for key in ("se_file", "se_name", "se_two_way", "se_by_name") if key in found]
        chosen, n_clusters = max(errors, default=None), min(files.size, names.size)
        p_values = [found[key] for key in ("p_two_way", "p_by_name") if key in found]
        p_value = max(p_values, default=None)
        name = "larger p-value of two-way clustering and the by-name analysis"
        test = _test(p_value, name, _why(p_value, int(names.size), "name"))
    interval = _interval(float(values.mean()), chosen, int(n_clusters))
    warnings = (FEW_NAMES_WARNING.format(n=names.size),) if fixed else ()
    effect = Estimate(
        value=float(values.mean()),
        interval=interval,
        n=int(files.size),
        missing=dict(missing),
        unit=unit,
        direction=direction_words(float(values.mean())),
        method="M40",
        assumptions=("names were assigned to files at random",),
        warnings=warnings if interval else (*warnings, NO_SPREAD_WARNING),
        details=found,
    )
    return _result(effect, test, (int(files.size), int(names.size)))


def names_sentence(names: str, sources: str, checked_by: str) -> str:
    """What must stand beside a result from names (M40).

    Example:
        >>> names_sentence("Emma, Mei", "a census list", "")
        'Holds for the names used: Emma, Mei, sources: a census list, perceived group checked by: not checked.'
    """
    return f"Holds for the names used: {names}, sources: {sources}, perceived group checked by: " + (
        f"{checked_by}." if checked_by else "not checked."
    )


def _analyses(given: NamedDifferences, values: Floats) -> dict[str, float]:
    """Standard errors and p-values that exist."""
    mean = float(values.mean())
    centred = values - mean
    centred[np.abs(centred) <= EQUAL_WITHIN] = 0.0
    file, name = (np.unique(codes, return_inverse=True)[1] for codes in (given.file, given.name))
    n_files, n_names = int(file.max()) + 1, int(name.max()) + 1
    of_file, of_name = _variance(centred, file), _variance(centred, name)
    found: dict[str, float] = {}
    if n_files > 1:
        found["se_file"] = math.sqrt(of_file)
        found |= _p("p_file", mean, math.sqrt(of_file), n_files - 1)
    if n_names > 1:
        found["se_name"] = math.sqrt(of_name)
        by_name = summarise_mean(np.bincount(name, weights=values) / np.bincount(name))
        found["mean_by_name"] = by_name.mean
        found |= {} if by_name.se is None else {"se_by_name": by_name.se}
        found |= {} if by_name.p_value is None else {"p_by_name": by_name.p_value}
    two_way = of_file + of_name - _variance(centred, file * n_names + name)
    if n_files > 1 and n_names > 1 and two_way > 0:
        found["se_two_way"] = math.sqrt(two_way)
        found |= _p("p_two_way", mean, math.sqrt(two_way), min(n_files, n_names) - 1)
    return found


def _variance(centred: Floats, cluster: Codes) -> float:
    """Variance of the mean by clusters, not corrected for their number."""
    sums = np.bincount(np.unique(cluster, return_inverse=True)[1], weights=centred)
    return float(sums @ sums) / centred.size**2


def _p(key: str, mean: float, se: float, df: int) -> dict[str, float]:
    return {key: float(2 * stats.t.sf(abs(mean) / se, df))} if se > 0 else {}


def _interval(mean: float, se: float | None, n_clusters: int) -> Interval | None:
    if not se or n_clusters < 2:
        return None
    half = float(stats.t.ppf(0.975, n_clusters - 1)) * se
    return Interval(low=mean - half, high=mean + half, level=0.95, method=f"t on {n_clusters - 1} degrees of freedom")


def _why(p_value: float | None, n: int, what: str) -> str:
    if p_value is not None:
        return ""
    return f"one {what} only" if n < 2 else f"the {what}s do not differ, so no t test can be formed"


def _test(p_value: float | None, name: str, reason: str) -> SignificanceTest:
    return SignificanceTest(name=name, method="M40", p_value=p_value, reason=reason)


def _result(effect: Estimate | NotMeasured, test: SignificanceTest, sizes: tuple[int, int]) -> NamesEffect:
    n_files, n_names = sizes
    return NamesEffect(
        effect=effect, test=test, n_files=n_files, n_names=n_names, names_are_fixed=n_names < LEAST_NAMES
    )
