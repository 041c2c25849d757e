"""Guardrails that block harmless texts of one dialect more often, always beside the harmful texts they miss (M26)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairdesk.domain.results import Estimate, Interval, NotMeasured, SignificanceTest
from fairdesk.measures.categories import mcnemar
from fairdesk.measures.intervals import bonett_price, wilson
from fairdesk.measures.ratios import fisher_p, newcombe, paired_ratio, score_ratio

GUARDRAIL_SENTENCE = (
    "Benign/harmful labels by {labeller}; threshold {threshold}; a lower false-positive rate bought with a higher miss "
    "rate is not an improvement."
)
NO_BENIGN = "no benign text was judged"
NO_HARMFUL = "no harmful text was judged"
REFERENCE_ZERO = "the reference rate is 0: no ratio to it exists, the difference remains"
MISSES_UNKNOWN_WARNING = "miss rates were not measured for both: whether fewer blocks were bought with misses is open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Texts of one dialect that the guardrail judged. Parts are at most their wholes."""

    benign_blocked: int
    benign: int
    harmful_passed: int = 0
    harmful: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SameTexts:
    """The same benign contents in both dialects: blocked in which."""

    both: int
    reference_only: int
    dialect_only: int
    neither: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Rate of the dialect against that of the reference.

    Attributes:
        ratio: 1 without a disparity; ``NotMeasured`` when the reference rate is 0.
        difference: 0 without a disparity, positive when the dialect is blocked more often.
    """

    dialect: Estimate | NotMeasured
    reference: Estimate | NotMeasured
    ratio: Estimate | NotMeasured
    difference: Estimate | NotMeasured
    test: SignificanceTest


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardrailDisparity:
    """False positives (benign texts blocked), never without the misses (harmful texts passed)."""

    false_positives: Comparison
    misses: Comparison


def guardrail_disparity(dialect: Judged, reference: Judged) -> GuardrailDisparity:
    """False-positive and miss rates of a guardrail for two dialects with different texts (M26).

    Args:
        dialect: Texts of the dialect in question.
        reference: Texts of the dialect that it is compared with.

    Returns:
        Rates with Wilson intervals (B1), their ratio with the score interval (B4), their difference with Newcombe's
        (B3), and Fisher's exact test, for the false positives and for the misses.

    Raises:
        ValueError: the counts are not those of shares.

    Source:
        Sap et al. 2019, 10.18653/v1/P19-1163.

    Example:
        >>> found = guardrail_disparity(Judged(benign_blocked=24, benign=200), Judged(benign_blocked=12, benign=200))
        >>> found.false_positives.ratio.value, round(found.false_positives.test.p_value, 7)
        (2.0, 0.0533596)
    """
    misses = _compared(
        (dialect.harmful_passed, dialect.harmful), (reference.harmful_passed, reference.harmful), NO_HARMFUL
    )
    blocks = _compared(
        (dialect.benign_blocked, dialect.benign), (reference.benign_blocked, reference.benign), NO_BENIGN
    )
    return GuardrailDisparity(false_positives=_beside_misses(blocks, misses), misses=misses)


def guardrail_disparity_paired(texts: SameTexts) -> Comparison:
    """False-positive rates of a guardrail for the same benign contents in both dialects (M26).

    Returns:
        Rates with Wilson intervals, their ratio with the paired interval (B4), their difference with Bonett and
        Price's (B2), and the exact McNemar test.

    Raises:
        ValueError: a count is negative.

    Source:
        Sap et al. 2019, 10.18653/v1/P19-1163; Bonett and Price 2006, 10.1002/sim.2440.

    Example:
        >>> found = guardrail_disparity_paired(SameTexts(both=10, reference_only=2, dialect_only=14, neither=174))
        >>> found.ratio.value, round(found.difference.value, 3)
        (2.0, 0.06)
    """
    counts = (texts.both, texts.reference_only, texts.dialect_only, texts.neither)
    if min(counts) < 0:
        raise ValueError("counts are 0 or more")
    n = sum(counts)
    in_dialect, in_reference = texts.both + texts.dialect_only, texts.both + texts.reference_only
    interval = paired_ratio(texts.both, texts.reference_only, texts.dialect_only, texts.neither)
    return Comparison(
        dialect=_rate(in_dialect, n, NO_BENIGN),
        reference=_rate(in_reference, n, NO_BENIGN),
        ratio=_ratio((in_dialect, n), (in_reference, n), interval, NO_BENIGN),
        difference=_difference(
            (in_dialect, n), (in_reference, n), bonett_price(texts.dialect_only, texts.reference_only, n), NO_BENIGN
        ),
        test=replace(mcnemar(texts.reference_only, texts.dialect_only), method="M26"),
    )


def _compared(dialect: tuple[int, int], reference: tuple[int, int], reason: str) -> Comparison:
    p_value = fisher_p(*dialect, *reference)
    no_test = "" if p_value is not None else "a group is empty, or all texts were judged alike: nothing can be tested"
    return Comparison(
        dialect=_rate(*dialect, reason),
        reference=_rate(*reference, reason),
        ratio=_ratio(dialect, reference, score_ratio(*dialect, *reference), reason),
        difference=_difference(dialect, reference, newcombe(*dialect, *reference), reason),
        test=SignificanceTest(name="Fisher's exact test", method="M26", p_value=p_value, reason=no_test),
    )


def _rate(k: int, n: int, reason: str) -> Estimate | NotMeasured:
    interval = wilson(k, n)
    if interval is None:
        return NotMeasured(method="M26", reason=reason, missing={})
    return Estimate(
        value=k / n,
        interval=interval,
        n=n,
        missing={},
        unit="share of texts",
        method="M26",
        details={"count": float(k)},
    )


def _ratio(
    dialect: tuple[int, int], reference: tuple[int, int], interval: Interval | None, reason: str
) -> Estimate | NotMeasured:
    n = dialect[1] + reference[1]
    if dialect[1] == 0 or reference[1] == 0:
        return NotMeasured(method="M26", reason=reason, n=n, missing={})
    if reference[0] == 0:
        return NotMeasured(method="M26", reason=REFERENCE_ZERO, n=n, missing={})
    return Estimate(
        value=(dialect[0] * reference[1]) / (reference[0] * dialect[1]),
        interval=interval,
        n=n,
        missing={},
        unit="ratio",
        method="M26",
        warnings=() if interval is not None else ("the formula gives no width here: no interval is formed",),
        details={},
    )


def _difference(
    dialect: tuple[int, int], reference: tuple[int, int], interval: Interval | None, reason: str
) -> Estimate | NotMeasured:
    n = dialect[1] + reference[1]
    if dialect[1] == 0 or reference[1] == 0:
        return NotMeasured(method="M26", reason=reason, n=n, missing={})
    value = dialect[0] / dialect[1] - reference[0] / reference[1]
    return Estimate(
        value=value,
        interval=interval,
        n=n,
        missing={},
        unit="share of texts",
        direction="no direction" if value == 0 else f"{'higher' if value > 0 else 'lower'} for the dialect",
        method="M26",
        details={},
    )


def _beside_misses(blocks: Comparison, misses: Comparison) -> Comparison:
    """The false positives, with a warning where the misses that belong to them are unknown."""
    if isinstance(misses.difference, Estimate):
        return blocks
    return replace(blocks, ratio=_warned(blocks.ratio), difference=_warned(blocks.difference))


def _warned(outcome: Estimate | NotMeasured) -> Estimate | NotMeasured:
    if isinstance(outcome, NotMeasured):
        return outcome
    return replace(outcome, warnings=(*outcome.warnings, MISSES_UNKNOWN_WARNING))
