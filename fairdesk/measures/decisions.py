"""Yes-or-no decisions: the same files twice (method M07), and selection rates of groups (M08)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured, SignificanceTest
from fairdesk.measures.categories import mcnemar
from fairdesk.measures.intervals import bonett_price, clopper_pearson
from fairdesk.measures.ratios import fisher_p, katz_ratio, newcombe, paired_ratio, score_ratio

DECISIONS_SENTENCE = "Compares decisions on the same files; says nothing about which decision was right."
FOUR_FIFTHS_SENTENCE = (
    "Ratio below 0.8: {below}; interval {interval}; compatible with no difference: {compatible}. "
    "The rule is a screening convention from US employment law."
)
NO_DECISION = "no file has a decision in both arms"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDecisions:
    """One yes-or-no decision under two conditions on the same files.

    Attributes:
        test: Exact McNemar test.
        p_mid: Its mid-p version, a secondary number; None when no decision changed.
        rate_difference: (no to yes - yes to no) / n, with its Bonett-Price interval.
        odds_ratio: Conditional odds ratio, no to yes over yes to no, with its exact interval.
    """

    test: SignificanceTest
    p_mid: float | None
    rate_difference: Estimate | NotMeasured
    odds_ratio: Estimate | NotMeasured


def paired_decisions(yes_to_no: int, no_to_yes: int, n_pairs: int) -> PairedDecisions:
    """McNemar's comparison of a decision on the same files (M07).

    Args:
        yes_to_no: Files with yes as original and no as variant (b).
        no_to_yes: Files with no as original and yes as variant (c).
        n_pairs: Files with a decision in both arms, changed or not.

    Returns:
        p = sign test of b and c; mid-p = p - P(Bin(b + c, 1/2) = min(b, c)), half of it when b = c. Difference of the
        rates from -1 to 1, negative when the variant gets fewer yes. Odds ratio c / b from 0; 1 when as many changed
        either way. Nothing is tested when no decision changed (a library answers p = 1); the odds ratio is
        NotMeasured when b is 0.

    Raises:
        ValueError: a count is negative, or more decisions changed than there are files.

    Source:
        McNemar 1947, 10.1007/BF02295996; mid-p: Fagerland et al. 2013, 10.1186/1471-2288-13-91.

    Example:
        >>> found = paired_decisions(12, 4, 100)
        >>> round(found.p_mid, 6), found.rate_difference.value, round(found.odds_ratio.value, 7)
        (0.049042, -0.08, 0.3333333)
    """
    if min(yes_to_no, no_to_yes) < 0 or yes_to_no + no_to_yes > n_pairs:
        raise ValueError(f"{yes_to_no} and {no_to_yes} changes do not fit into {n_pairs} files")
    changed = yes_to_no + no_to_yes
    test = mcnemar(yes_to_no, no_to_yes)
    p_mid = None
    if test.p_value is not None:
        point = float(stats.binom.pmf(min(yes_to_no, no_to_yes), changed, 0.5))
        # With equal counts both tails share this one point, which is halved once.
        p_mid = test.p_value - (point / 2 if yes_to_no == no_to_yes else point)
    return PairedDecisions(
        test=test,
        p_mid=p_mid,
        rate_difference=_rate_difference(yes_to_no, no_to_yes, n_pairs),
        odds_ratio=_odds_ratio(yes_to_no, no_to_yes),
    )


def _rate_difference(yes_to_no: int, no_to_yes: int, n: int) -> Estimate | NotMeasured:
    if n == 0:
        return NotMeasured(method="M07", reason=NO_DECISION, missing={})
    value = (no_to_yes - yes_to_no) / n
    words = "no direction" if value == 0 else f"{'fewer' if value < 0 else 'more'} yes for the variant"
    return Estimate(
        value=value,
        interval=bonett_price(no_to_yes, yes_to_no, n),
        n=n,
        missing={},
        unit="difference of shares",
        direction=words,
        method="M07",
        details={"yes_to_no": float(yes_to_no), "no_to_yes": float(no_to_yes)},
    )


def _odds_ratio(yes_to_no: int, no_to_yes: int) -> Estimate | NotMeasured:
    changed = yes_to_no + no_to_yes
    if changed == 0:
        return NotMeasured(method="M07", reason="no decision changed", missing={})
    if yes_to_no == 0:
        reason = "no decision changed from yes to no: the odds ratio has no finite value"
        return NotMeasured(method="M07", reason=reason, n=changed, missing={})
    interval = clopper_pearson(no_to_yes, changed)
    assert interval is not None
    low, high = interval.low or 0.0, interval.high or 1.0
    odds = Interval(low=low / (1 - low), high=high / (1 - high), level=interval.level, method=interval.method)
    return Estimate(
        value=no_to_yes / yes_to_no,
        interval=odds,
        n=changed,
        missing={},
        unit="odds ratio",
        method="M07",
        details={},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """How many of a group were selected."""

    selected: int
    n: int

    @property
    def rate(self) -> Fraction | None:
        """Exact; None for an empty group."""
        return Fraction(self.selected, self.n) if self.n else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionComparison:
    """One group against the reference.

    Attributes:
        ratio: Rate over the reference's rate, with the score interval; details hold katz_low and katz_high.
        below_four_fifths: Whether the ratio is below 0.8, decided on whole numbers; None without a ratio. A flag,
            never a legal finding.
        difference: Rate - reference's rate, with the Newcombe interval; for the same files Bonett-Price.
        test: Fisher's exact test; for the same files McNemar's.
    """

    ratio: Estimate | NotMeasured
    below_four_fifths: bool | None
    difference: Estimate | NotMeasured
    test: SignificanceTest


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionRates:
    """Selection rates of several groups against one reference (M08).

    Attributes:
        reference: Name of the group of reference; empty when no group can be one.
        excluded: Group to the reason why it is not compared.
        comparisons: Every other group that is not excluded.
    """

    reference: str
    excluded: Mapping[str, str]
    comparisons: Mapping[str, SelectionComparison]


def selection_rates(
    groups: Mapping[str, Selection], reference: str = "", smallest_share: float = 0.0
) -> SelectionRates:
    """Selection-rate ratios of independent groups, the four-fifths screen (M08).

    Args:
        groups: Name to counts, 0 <= selected <= n.
        reference: Name of the reference; empty for the group with the highest rate among those not excluded.
        smallest_share: Groups with a smaller share of all people are excluded, as reference too: one person of one
            selected would otherwise become the highest rate, and flag everybody else.

    Returns:
        Every compared group's ratio (0 and more; 1 for equal rates), difference and exact test. A reference rate of
        0 leaves the ratio NotMeasured; difference and test remain.

    Raises:
        ValueError: the counts are not those of a share, or the reference is not among the groups.

    Source:
        29 CFR 1607.4(D); Feldman et al. 2015, 10.1145/2783258.2783311.

    Example:
        >>> found = selection_rates({"A": Selection(selected=60, n=100), "B": Selection(selected=48, n=100)})
        >>> found.reference, found.comparisons["B"].ratio.value, found.comparisons["B"].below_four_fifths
        ('A', 0.8, False)
    """
    if any(not 0 <= one.selected <= one.n for one in groups.values()):
        raise ValueError("a group has more selected than it has people")
    if reference and reference not in groups:
        raise ValueError(f"{reference} is not among the groups")
    total = sum(one.n for one in groups.values())
    excluded = {name: "the group is empty" for name, one in groups.items() if one.n == 0}
    for name, one in groups.items():
        if one.n and one.n < smallest_share * total:
            excluded[name] = f"{one.n} of {total} people: below the share of {smallest_share:g} that is compared"
    kept = {name: one for name, one in groups.items() if name not in excluded}
    if not reference and kept:
        reference = max(kept, key=lambda name: Fraction(kept[name].selected, kept[name].n))
    if reference not in kept:
        return SelectionRates(reference="", excluded=excluded, comparisons={})
    base = kept[reference]
    compared = {name: _independent(one, base) for name, one in kept.items() if name != reference}
    return SelectionRates(reference=reference, excluded=excluded, comparisons=compared)


def _independent(group: Selection, base: Selection) -> SelectionComparison:
    k, n, k0, n0 = group.selected, group.n, base.selected, base.n
    difference = Estimate(
        value=float(Fraction(k, n) - Fraction(k0, n0)),
        interval=newcombe(k, n, k0, n0),
        n=n + n0,
        missing={},
        unit="difference of shares",
        direction=_than_reference(Fraction(k, n) - Fraction(k0, n0)),
        method="M08",
        details={"rate": k / n, "rate_reference": k0 / n0},
    )
    p_value = fisher_p(k, n, k0, n0)
    reason = "" if p_value is not None else "everybody or nobody was selected: there is nothing to test"
    test = SignificanceTest(name="Fisher's exact test", method="M08", p_value=p_value, reason=reason)
    if k0 == 0:
        reason = (
            "nobody was selected" if k == 0 else "nobody of the reference group was selected: no ratio to it exists"
        )
        nothing = NotMeasured(method="M08", reason=reason, n=n + n0, missing={})
        return SelectionComparison(ratio=nothing, below_four_fifths=None, difference=difference, test=test)
    katz = katz_ratio(k, n, k0, n0)
    ratio = Estimate(
        value=float(Fraction(k * n0, n * k0)),
        interval=score_ratio(k, n, k0, n0),
        n=n + n0,
        missing={},
        unit="ratio of shares",
        direction=_than_reference(Fraction(k, n) - Fraction(k0, n0)),
        method="M08",
        details={} if katz is None else {"katz_low": katz.low or 0.0, "katz_high": katz.high or 0.0},
    )
    below = 5 * k * n0 < 4 * n * k0
    return SelectionComparison(ratio=ratio, below_four_fifths=below, difference=difference, test=test)


def _than_reference(difference: Fraction) -> str:
    if difference == 0:
        return "no direction"
    return f"{'lower' if difference < 0 else 'higher'} than the reference"


def compatible_with_no_difference(compared: SelectionComparison) -> bool | None:
    """Whether the ratio's interval holds 1, equal rates; None where there is no ratio or it has no interval (M08).

    Example:
        >>> compatible_with_no_difference(paired_selection(120, 30, 10, 240))
        False
    """
    interval = None if isinstance(compared.ratio, NotMeasured) else compared.ratio.interval
    if interval is None:
        return None
    return (interval.low or 0.0) <= 1 and (interval.high is None or interval.high >= 1)


def four_fifths_sentence(compared: SelectionComparison) -> str:
    """What must be printed beside a selection-rate ratio (M08).

    Example:
        >>> four_fifths_sentence(paired_selection(120, 30, 10, 240))[:56]
        'Ratio below 0.8: no; interval 0.793 to 0.947; compatible'
    """
    if isinstance(compared.ratio, NotMeasured):
        return FOUR_FIFTHS_SENTENCE.format(below="not computable", interval="none", compatible="not shown by a ratio")
    interval = compared.ratio.interval
    if interval is None:
        words, compatible = "none", "not shown by a ratio"
    else:
        high = "no upper end" if interval.high is None else f"{interval.high:.3f}"
        words = f"{interval.low or 0.0:.3f} to {high}"
        compatible = "yes" if compatible_with_no_difference(compared) else "no"
    below = "yes" if compared.below_four_fifths else "no"
    return FOUR_FIFTHS_SENTENCE.format(below=below, interval=words, compatible=compatible)


def paired_selection(yes_yes: int, yes_no: int, no_yes: int, no_no: int) -> SelectionComparison:
    """Ratio of the rates of yes on the same files, variant over original (M08), with the paired interval.

    Args:
        yes_yes: Files with yes in both arms.
        yes_no: Files with yes as original only.
        no_yes: Files with yes as variant only.
        no_no: Files with yes in neither.

    Returns:
        As for independent groups, the original being the reference; the ratio's interval is missing when no decision
        changed, for the formula would give it no width.

    Raises:
        ValueError: a count is negative.

    Source:
        Bonett and Price 2006, 10.1002/sim.2440; 29 CFR 1607.4(D).

    Example:
        >>> round(paired_selection(120, 30, 10, 240).ratio.value, 7)
        0.8666667
    """
    interval = paired_ratio(yes_yes, yes_no, no_yes, no_no)
    n = yes_yes + yes_no + no_yes + no_no
    found = paired_decisions(yes_no, no_yes, n)
    original, variant = yes_yes + yes_no, yes_yes + no_yes
    ratio: Estimate | NotMeasured
    below = None
    if original == 0:
        no_yes_words = "no file has a yes" if variant == 0 else "no original has a yes: no ratio to it exists"
        reason = no_yes_words if n else NO_DECISION
        ratio = NotMeasured(method="M08", reason=reason, n=n, missing={})
    else:
        below = 5 * variant < 4 * original
        warnings = ("the ratio's formula gives no interval from these counts: read that of the difference",)
        ratio = Estimate(
            value=variant / original,
            interval=interval,
            n=n,
            missing={},
            unit="ratio of shares",
            direction=_than_reference(Fraction(variant - original)),
            method="M08",
            warnings=warnings if interval is None else (),
            details={"rate_original": original / n, "rate_variant": variant / n},
        )
    return SelectionComparison(ratio=ratio, below_four_fifths=below, difference=found.rate_difference, test=found.test)
