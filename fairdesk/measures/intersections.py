"""Two and three cues together, and which combinations were tested at all (methods.md M11, M12)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize

from fairdesk.domain.results import CoverageCell, Estimate, NotMeasured, SignificanceTest
from fairdesk.measures.counterfactual import direction_words, no_spread_warning
from fairdesk.measures.intervals import bootstrap_mean, sign_flip_test, summarise_mean
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, FourRatings, checked
from fairdesk.measures.resampling import Resampling

FEW_CONTRASTS = 20
TOO_FEW_FILES = 10
"""Below this many valid files a tested cell is not concluded from (M12)."""

COUNTS_ONLY_WARNING = (
    "from change counts alone the standard error lies between {low:.4f} and {high:.4f}; no interval is identified"
)
VERSIONS = ("000", "100", "010", "001", "110", "101", "011", "111")
"""Which of three cues a version carries, cue by cue (M12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intersection:
    """A tested combination: attribute to level, and files with a valid value of it."""

    levels: Mapping[str, str]
    n_valid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Which combinations of attribute levels exist and which were tested (M12).

    Attributes:
        counts: ``order2_total``, ``order2_tested``, ``order2_not_tested`` and the same for order 3.
        cells: Tested cells one by one; the others one by one, or as one block per combination of attributes where
            they are many.
    """

    counts: Mapping[str, int]
    cells: tuple[CoverageCell, ...]


def interaction(
    four: FourRatings, missing: Mapping[str, int], unit: str, resampling: Resampling
) -> tuple[Estimate | NotMeasured, SignificanceTest]:
    """Effect of both cues beyond the sum of the single effects, on this scale (M11).

    Per file I = f11 - f10 - f01 + f00; the estimate is its mean. 0 means that the effects add up. Needs all four
    values of each file; noise in the shared original enters with its full size.

    Args:
        four: Values of the same files with neither cue, each one, and both. Shapes (n,).
        missing: Version to number of files without a valid value there.
        unit: Unit of the quantity.
        resampling: For the sign-flip test and the bootstrap.

    Returns:
        The mean with its t interval and the sign-flip test. Details: shift_first, shift_second, shift_both on the
        same files, additive_expectation, n_nonzero; se, t, p_t, p_signflip, boot_low, boot_high where they exist.

    Source:
        methods.md M11; building blocks B5, B6, B8.

    Example:
        >>> flat = np.zeros(3)
        >>> four = FourRatings(neither=flat, first=flat, second=flat, both=np.array([-1.0, 0.0, -2.0]))
        >>> interaction(four, {}, "points", Resampling(seed=1))[0].value
        -1.0
    """
    neither, first, second, both = checked(four.neither, four.first, four.second, four.both)
    if neither.size == 0:
        return _nothing("M11", "no file has a valid value in all four versions", missing)
    shifts = {
        "shift_first": float((first - neither).mean()),
        "shift_second": float((second - neither).mean()),
        "shift_both": float((both - neither).mean()),
    }
    shifts["additive_expectation"] = shifts["shift_first"] + shifts["shift_second"]
    return _contrast(both - first - second + neither, _Context("M11", missing, unit, shifts), resampling)


def three_way(
    versions: Mapping[str, Floats], missing: Mapping[str, int], unit: str, resampling: Resampling
) -> tuple[Estimate | NotMeasured, SignificanceTest]:
    """Effect of three cues beyond their pairwise effects, from eight versions of each file (M12).

    I3 = f111 - f110 - f101 - f011 + f100 + f010 + f001 - f000 per file, treated like a two-way interaction.

    Args:
        versions: ``"000"`` to ``"111"`` (cue by cue, 1 for carried) to values. Shapes (n,).
        missing: Version to number of files without a valid value there.
        unit: Unit of the quantity.
        resampling: For the sign-flip test and the bootstrap.

    Returns:
        As ``interaction``; details hold observed_triple (the shift with all three cues), two_way_12, two_way_13,
        two_way_23 and additive_expectation (the sum of the single shifts) instead of the shifts.
    """
    arrays = dict(zip(VERSIONS, checked(*(versions[name] for name in VERSIONS)), strict=True))
    base = arrays["000"]
    if base.size == 0:
        return _nothing("M12", "no file has a valid value in all eight versions", missing)
    shift = {name: array - base for name, array in arrays.items()}
    two_way = {
        "two_way_12": shift["110"] - shift["100"] - shift["010"],
        "two_way_13": shift["101"] - shift["100"] - shift["001"],
        "two_way_23": shift["011"] - shift["010"] - shift["001"],
    }
    single = shift["100"] + shift["010"] + shift["001"]
    contrast = shift["111"] - single - sum(two_way.values())
    details = {name: float(values.mean()) for name, values in two_way.items()}
    details |= {"additive_expectation": float(single.mean()), "observed_triple": float(shift["111"].mean())}
    return _contrast(contrast, _Context("M12", missing, unit, details), resampling)


@dataclass(frozen=True, slots=True)
class _Context:
    method: str
    missing: Mapping[str, int]
    unit: str
    details: Mapping[str, float]


def _nothing(method: str, reason: str, missing: Mapping[str, int]) -> tuple[NotMeasured, SignificanceTest]:
    test = SignificanceTest(name="sign-flip test", method="B8", p_value=None, reason=reason)
    return NotMeasured(method=method, reason=reason, missing=dict(missing)), test


def _contrast(contrast: Floats, about: _Context, resampling: Resampling) -> tuple[Estimate, SignificanceTest]:
    contrast = np.where(np.abs(contrast) <= EQUAL_WITHIN, 0.0, contrast)
    summary = summarise_mean(contrast)
    test = sign_flip_test(contrast, resampling)
    resampled = bootstrap_mean(contrast, resampling)
    n_nonzero = int(np.count_nonzero(contrast))
    details = dict(about.details) | {"n_nonzero": float(n_nonzero)}
    found = {
        **summary.details,
        "p_signflip": test.p_value,
        "boot_low": resampled.low if resampled else None,
        "boot_high": resampled.high if resampled else None,
    }
    details |= {name: value for name, value in found.items() if value is not None}
    warnings: list[str] = []
    if n_nonzero < FEW_CONTRASTS:
        warnings.append(
            "fewer than 20 files show any interaction: the t interval does not hold its level; read the test"
        )
    if summary.interval is None:
        warnings.append(no_spread_warning(summary.n))
    estimate = Estimate(
        value=summary.mean,
        interval=summary.interval,
        n=summary.n,
        missing=dict(about.missing),
        unit=about.unit,
        direction=_beyond_words(summary.mean),
        method=about.method,
        assumptions=("presence and sign of an interaction depend on the scale",),
        warnings=tuple(warnings),
        details=details,
    )
    return estimate, test


def _beyond_words(value: float) -> str:
    words = direction_words(value)
    return "no direction" if words == "no direction" else f"{words.split()[0]} than the sum of the single effects"


def interaction_from_counts(
    change_values: Sequence[float], first: Sequence[int], second: Sequence[int], both: Sequence[int]
) -> Estimate | NotMeasured:
    """Interaction from change counts alone: a point, and only bounds of its standard error (M11).

    The counts do not say which files changed together. The bounds minimise and maximise
    E[(d11 - d10 - d01)^2] over all joint tables with the given margins (a linear program).

    Args:
        change_values: The k possible changes, in points.
        first: Files per change with the first cue. Length k; all three counts have one sum.
        second: Files per change with the second cue.
        both: Files per change with both cues.

    Returns:
        The point without an interval and the warning why. Details: se_low, se_high.

    Example:
        >>> found = interaction_from_counts([-1, 0], [1, 3], [1, 3], [2, 2])
        >>> found.value, found.interval
        (0.0, None)
    """
    values = np.asarray(change_values, dtype=np.float64)
    margins = [np.asarray(counts, dtype=np.float64) for counts in (first, second, both)]
    n = int(margins[0].sum())
    if any(margin.shape != values.shape for margin in margins) or any(int(margin.sum()) != n for margin in margins):
        raise ValueError("the three counts need one entry per change and one and the same sum")
    if n == 0:
        return NotMeasured(method="M11", reason="no file has a valid value in all four versions", missing={})
    first_mean, second_mean, both_mean = (float(values @ margin) / n for margin in margins)
    point = both_mean - first_mean - second_mean
    low, high = (_second_moment(values, margins, sign) for sign in (1.0, -1.0))
    details = {"shift_first": first_mean, "shift_second": second_mean, "shift_both": both_mean}
    details["additive_expectation"] = first_mean + second_mean
    warnings = ["one file: no standard error"]
    if n > 1:
        se_low, se_high = (math.sqrt(max(0.0, moment - point**2) / (n - 1)) for moment in (low, high))
        details |= {"se_low": se_low, "se_high": se_high}
        warnings = [COUNTS_ONLY_WARNING.format(low=se_low, high=se_high)]
    return Estimate(
        value=point,
        interval=None,
        n=n,
        missing={},
        unit="points",
        direction=_beyond_words(point),
        method="M11",
        warnings=tuple(warnings),
        details=details,
    )


def _second_moment(values: Floats, margins: Sequence[Floats], sign: float) -> float:
    """Least (sign 1) or greatest (sign -1) E[(both - first - second)^2] over joint tables with these margins."""
    k = values.size
    first, second, both = np.meshgrid(values, values, values, indexing="ij")
    cost = ((both - first - second) ** 2).ravel()
    index = np.indices((k, k, k)).reshape(3, -1)
    constraints = np.concatenate([np.arange(k)[:, None] == index[axis] for axis in range(3)]).astype(np.float64)
    shares = np.concatenate(margins) / margins[0].sum()
    found = optimize.linprog(sign * cost, A_eq=constraints, b_eq=shares, bounds=(0, None), method="highs")
    if found.status != 0:
        raise RuntimeError(f"the bounds of the interaction could not be computed: {found.message}")
    return float(cost @ np.asarray(found.x))


def coverage(
    attributes: Mapping[str, Sequence[str]], tested_cells: Sequence[Intersection], list_up_to: int = 200
) -> Coverage:
    """All combinations of two and three attributes, and which were tested (M12).

    A combination that was not tested is never described as if it had been. A cell of three attributes does not
    count as a test of its cells of two.

    Args:
        attributes: Attribute to all its levels.
        tested_cells: The combinations that were run. Those of another order than 2 and 3 are left out.
        list_up_to: Untested cells are listed one by one up to this many, beyond it as blocks.

    Raises:
        ValueError: a tested combination names an unknown attribute or level.

    Example:
        >>> tested = [Intersection(levels={"a": "1", "b": "x"}, n_valid=40)]
        >>> found = coverage({"a": ["1", "2"], "b": ["x", "y"]}, tested)
        >>> found.counts["order2_total"], found.counts["order2_not_tested"]
        (4, 3)
    """
    done: dict[frozenset[tuple[str, str]], int] = {}
    for cell in tested_cells:
        for attribute, level in cell.levels.items():
            if level not in attributes.get(attribute, ()):
                raise ValueError(f"{attribute} = {level} is not among the attributes")
        key = frozenset(cell.levels.items())
        done[key] = max(cell.n_valid, done.get(key, 0))
    counts: dict[str, int] = {}
    for order in (2, 3):
        sizes = [
            math.prod(len(attributes[name]) for name in names) for names in itertools.combinations(attributes, order)
        ]
        n_tested = sum(len(key) == order for key in done)
        counts[f"order{order}_total"] = sum(sizes)
        counts[f"order{order}_tested"] = n_tested
        counts[f"order{order}_not_tested"] = sum(sizes) - n_tested
    as_blocks = counts["order2_not_tested"] + counts["order3_not_tested"] > list_up_to
    cells = [
        cell
        for order in (2, 3)
        for names in itertools.combinations(attributes, order)
        for cell in _cells(names, attributes, done, as_blocks)
    ]
    return Coverage(counts=counts, cells=tuple(cells))


def _cells(
    names: tuple[str, ...],
    attributes: Mapping[str, Sequence[str]],
    done: Mapping[frozenset[tuple[str, str]], int],
    as_blocks: bool,
) -> list[CoverageCell]:
    found: list[CoverageCell] = []
    n_other = 0
    for levels in itertools.product(*(attributes[name] for name in names)):
        key = frozenset(zip(names, levels, strict=True))
        scope = " x ".join(f"{name} = {level}" for name, level in zip(names, levels, strict=True))
        if key in done:
            state = "tested" if done[key] >= TOO_FEW_FILES else "tested, too few to conclude"
            found.append(CoverageCell(scope=scope, order=len(names), count=1, state=state, n_valid=done[key]))
        elif as_blocks:
            n_other += 1
        else:
            found.append(CoverageCell(scope=scope, order=len(names), count=1, state="not tested"))
    if n_other:
        scope = f"{' x '.join(names)}: {n_other} combinations"
        found.append(CoverageCell(scope=scope, order=len(names), count=n_other, state="not tested"))
    return found
