"""How well a system does for each group: accuracy, and bits per byte of a language model (M22)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Estimate, Interval, NotMeasured
from fairdesk.measures.intervals import clopper_pearson, wilson
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked
from fairdesk.measures.ratio_of_sums import (
    FEW_UNITS,
    difference_interval,
    ratio_interval,
    ratio_of_sums,
)
from fairdesk.measures.ratios import newcombe
from fairdesk.measures.resampling import Resampling

PERFORMANCE_SENTENCE = (
    "The lowest of several noisy values is too low on average; ranks of groups with overlapping intervals are not "
    "established. Data with real group labels and counterfactual data answer different questions."
)
FEWEST_RANKED = 10
"""Groups with fewer items are shown, not ranked."""

CHOSEN_WARNING = "best and worst were chosen by these data: the gap is too large on average"
TOO_FEW_GROUPS = f"fewer than two groups with {FEWEST_RANKED} items or more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Items of a group, and those answered correctly."""

    correct: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PerformanceDisparity:
    """Accuracy by group.

    Attributes:
        accuracy: Group to its share of correct answers.
        gap: Highest minus lowest accuracy of the ranked groups.
        best_group: Empty when no two groups could be told apart.
        worst_group: The same; the first of them in the given order where several are lowest.
        worst_lower: Lower end of the worst group's Clopper-Pearson interval at level 1 - 0.05/K over the K ranked
            groups: it holds although the group was chosen for being worst. None without a ranked group.
        not_ranked: Groups with fewer than 10 items.
        micro: Share of all items: large groups count for more.
        macro: Mean over groups: every group counts alike, also those that are not ranked.
    """

    accuracy: Mapping[str, Estimate | NotMeasured]
    gap: Estimate | NotMeasured
    best_group: str
    worst_group: str
    worst_lower: float | None
    not_ranked: tuple[str, ...]
    micro: Estimate | NotMeasured
    macro: Estimate | NotMeasured


def performance_disparity(groups: Mapping[str, Correct]) -> PerformanceDisparity:
    """Accuracy per group, the gap between best and worst, and both averages (M22).

    The gap is 0 when all ranked groups are equally accurate and 1 at most; it has no sign, because best and worst are
    named after the data were seen.

    Args:
        groups: Group to its counts; the items of different groups are different ones.

    Raises:
        ValueError: the counts are not those of a share.

    Source:
        Wilson 1927 (groups); Newcombe 1998 (gap); Zou and Donner 2008, 10.1002/sim.3095 (macro mean).

    Example:
        >>> groups = {"A": Correct(correct=180, n=200), "B": Correct(correct=80, n=100), "C": Correct(correct=17, n=20)}
        >>> found = performance_disparity(groups)
        >>> round(found.gap.value, 7), found.worst_group, round(found.worst_lower, 7)
        (0.1, 'B', 0.6875482)
    """
    accuracy = {name: _share(one.correct, one.n, "the group has no item") for name, one in groups.items()}
    ranked = {name: one for name, one in groups.items() if one.n >= FEWEST_RANKED}
    order = sorted(ranked, key=lambda name: ranked[name].correct / ranked[name].n)
    total = Correct(correct=sum(one.correct for one in groups.values()), n=sum(one.n for one in groups.values()))
    worst_lower = None
    if order:
        worst = ranked[order[0]]
        exact = clopper_pearson(worst.correct, worst.n, 1 - 0.05 / len(ranked))
        worst_lower = None if exact is None else exact.low
    gap: Estimate | NotMeasured = NotMeasured(method="M22", reason=TOO_FEW_GROUPS, n=total.n, missing={})
    best_group = worst_group = ""
    if len(order) > 1:
        gap = _gap(ranked[order[-1]], ranked[order[0]], len(order))
        if gap.value > EQUAL_WITHIN:
            best_group, worst_group = order[-1], order[0]
    return PerformanceDisparity(
        accuracy=accuracy,
        gap=gap,
        best_group=best_group,
        worst_group=worst_group,
        worst_lower=worst_lower,
        not_ranked=tuple(name for name, one in groups.items() if one.n < FEWEST_RANKED),
        micro=_share(total.correct, total.n, "no group has an item"),
        macro=_macro([one for one in groups.values() if one.n]),
    )


def _share(correct: int, n: int, reason: str) -> Estimate | NotMeasured:
    interval = wilson(correct, n)
    if interval is None:
        return NotMeasured(method="M22", reason=reason, missing={})
    few = f"fewer than {FEWEST_RANKED} items: shown, not ranked"
    return Estimate(
        value=correct / n,
        interval=interval,
        n=n,
        missing={},
        unit="share of items",
        method="M22",
        warnings=(few,) if n < FEWEST_RANKED else (),
        details={"correct": float(correct)},
    )


def _gap(best: Correct, worst: Correct, n_ranked: int) -> Estimate:
    return Estimate(
        value=best.correct / best.n - worst.correct / worst.n,
        interval=newcombe(best.correct, best.n, worst.correct, worst.n),
        n=best.n + worst.n,
        missing={},
        unit="share of items",
        method="M22",
        assumptions=("the items of the groups are different and independent",),
        warnings=(CHOSEN_WARNING,) if n_ranked > 2 else (),
        details={"n_ranked": float(n_ranked)},
    )


def _macro(groups: list[Correct]) -> Estimate | NotMeasured:
    if not groups:
        return NotMeasured(method="M22", reason="no group has an item", missing={})
    below, above = 0.0, 0.0
    for one in groups:
        ends = wilson(one.correct, one.n)
        assert ends is not None
        rate = one.correct / one.n
        below += (rate - (ends.low or 0.0)) ** 2
        above += ((1.0 if ends.high is None else ends.high) - rate) ** 2
    mean = sum(one.correct / one.n for one in groups) / len(groups)
    low, high = mean - math.sqrt(below) / len(groups), mean + math.sqrt(above) / len(groups)
    return Estimate(
        value=mean,
        interval=Interval(low=max(0.0, low), high=min(1.0, high), level=0.95, method="from Wilson intervals"),
        n=sum(one.n for one in groups),
        missing={},
        unit="mean share over groups",
        method="M22",
        details={"n_groups": float(len(groups))},
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Documents:
    """Documents of a group: log-probability of all tokens (natural logarithm) and UTF-8 bytes of each. Shapes (n,)."""

    sum_logprob: Floats
    n_bytes: Floats


def bits_per_byte(documents: Documents, resampling: Resampling) -> Estimate | NotMeasured:
    """Bits that the model needs per byte of text: -sum ln p / (ln 2 x bytes), totals over totals (M22).

    0 would be a text that the model was certain of; lower means better predicted. Bytes make texts of different
    spelling comparable, which tokens do not.

    Args:
        documents: One entry per document, which are the independent units.
        resampling: For the interval of fewer than 30 documents.

    Raises:
        ValueError: a log-probability is above 0, or bytes are negative.

    Source:
        Gao et al. 2020, arXiv:2101.00027.

    Example:
        >>> found = bits_per_byte(Documents(sum_logprob=np.array([-18.4, -3.1]), n_bytes=np.array([18.0, 2.0])),
        ...     Resampling(seed=1))
        >>> round(found.value, 6), found.details["bytes"]
        (1.550897, 20.0)
    """
    bits, sizes = _bits(documents)
    found = ratio_of_sums(bits, sizes)
    if found is None:
        return NotMeasured(method="M22", reason="no document holds a byte", missing={})
    interval = ratio_interval(bits, sizes, resampling)
    warnings = [f"fewer than {FEW_UNITS} documents"] if found.n < FEW_UNITS else []
    if interval is None:
        warnings.append("one document, or all alike: no interval can be formed")
    return Estimate(
        value=found.ratio,
        interval=interval,
        n=found.n,
        missing={},
        unit="bits per byte",
        method="M22",
        warnings=tuple(warnings),
        details={"bytes": float(sizes.sum()), **({} if found.se is None else {"se": found.se})},
    )


def bits_per_byte_difference(
    group: Documents, comparison: Documents, resampling: Resampling
) -> tuple[Estimate | NotMeasured, Estimate | NotMeasured]:
    """Bits per byte of a group minus those of the comparison, and their ratio (M22); different documents.

    Returns:
        The difference, positive when the group's texts are predicted worse, with its interval by document; the ratio,
        ``NotMeasured`` when the comparison is 0.
    """
    one, other = bits_per_byte(group, resampling), bits_per_byte(comparison, resampling)
    if isinstance(one, NotMeasured) or isinstance(other, NotMeasured):
        nothing = NotMeasured(method="M22", reason="no document holds a byte in one of the groups", missing={})
        return nothing, nothing
    interval = difference_interval(_bits(group), _bits(comparison), resampling)
    value = one.value - other.value
    difference = Estimate(
        value=value,
        interval=interval,
        n=one.n + other.n,
        missing={},
        unit="bits per byte",
        direction="no direction" if value == 0 else f"{'worse' if value > 0 else 'better'} predicted for the group",
        method="M22",
        warnings=() if interval is not None else ("too few documents, or all alike: no interval can be formed",),
        details={},
    )
    if other.value == 0:
        return difference, NotMeasured(
            method="M22", reason="the comparison needs 0 bits", n=one.n + other.n, missing={}
        )
    ratio = Estimate(
        value=one.value / other.value,
        interval=None,
        n=one.n + other.n,
        missing={},
        unit="ratio",
        method="M22",
        warnings=("the interval is that of the difference",),
        details={},
    )
    return difference, ratio


def _bits(documents: Documents) -> tuple[Floats, Floats]:
    logprob, sizes = checked(documents.sum_logprob, documents.n_bytes)
    if (logprob > 0).any() or (sizes < 0).any():
        raise ValueError("the log-probability of a text is 0 or less, and its bytes are 0 or more")
    some = sizes > 0
    bits: Floats = -logprob[some] / np.log(2)
    return bits, sizes[some]
