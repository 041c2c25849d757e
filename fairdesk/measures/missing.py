"""Answers that are not there (methods.md M39): unequal refusal is itself a disparity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest
from fairdesk.measures.categories import mcnemar
from fairdesk.measures.intervals import wilson
from fairdesk.measures.pairs import EQUAL_WITHIN

Answer = float | Status
"""A value, or the status that stands in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTable:
    """Who answered in which arm.

    Attributes:
        n: Files.
        complete: Files with a value in both arms.
        only_original_missing: Files with a value only as variant.
        only_variant_missing: Files with a value only as original.
        both_missing: Files with a value in neither arm.
        missingness_test: Exact McNemar test of the two one-sided cells.
        shift_bounds: Between these the mean shift over all files lies, whatever the missing values would have been
            (B9); None without files or without a scale that has ends.
        consistency_with_refusal: Consistency with refusal as a category of its own; files with another gap in
            either arm do not enter.
        refused_original: Refusals among the originals.
        refused_variant: Refusals among the variants.
    """

    n: int
    complete: int
    only_original_missing: int
    only_variant_missing: int
    both_missing: int
    missingness_test: SignificanceTest
    shift_bounds: tuple[float, float] | None
    consistency_with_refusal: Estimate | NotMeasured
    refused_original: int
    refused_variant: int


def answer_table(original: Sequence[Answer], variant: Sequence[Answer], scale: tuple[float, ...]) -> AnswerTable:
    """Table of answered and missing, with bounds of the shift (M39).

    Args:
        original: Per file its value, or ``REFUSED``, ``UNREADABLE``, ``FAILED`` or ``NOT_ATTEMPTED``.
        variant: The same for the variant, same files in the same order.
        scale: Lowest and highest value, empty when the quantity has no ends.

    Raises:
        ValueError: the arms have unequal lengths, or ``ANSWERED`` stands where a value should.

    Source:
        Manski 2003, 10.1007/b97478.

    Example:
        >>> found = answer_table([4.0, 3.0], [4.0, Status.REFUSED], (1.0, 5.0))
        >>> found.only_variant_missing, found.shift_bounds
        (1, (-1.0, 1.0))
    """
    if Status.ANSWERED in original or Status.ANSWERED in variant:
        raise ValueError("an answered file needs its value")
    pairs = list(zip(original, variant, strict=True))
    cells = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for first, second in pairs:
        cells[not isinstance(first, Status), not isinstance(second, Status)] += 1
    only_original, only_variant = cells[False, True], cells[True, False]
    return AnswerTable(
        n=len(pairs),
        complete=cells[True, True],
        only_original_missing=only_original,
        only_variant_missing=only_variant,
        both_missing=cells[False, False],
        missingness_test=mcnemar(only_variant, only_original),
        shift_bounds=_shift_bounds(pairs, scale),
        consistency_with_refusal=_with_refusal(pairs),
        refused_original=sum(first is Status.REFUSED for first, _ in pairs),
        refused_variant=sum(second is Status.REFUSED for _, second in pairs),
    )


def _shift_bounds(pairs: Sequence[tuple[Answer, Answer]], scale: tuple[float, ...]) -> tuple[float, float] | None:
    if not pairs or len(scale) < 2:
        return None
    lowest, highest = min(scale), max(scale)
    low = sum(_plugged(second, lowest) - _plugged(first, highest) for first, second in pairs)
    high = sum(_plugged(second, highest) - _plugged(first, lowest) for first, second in pairs)
    return low / len(pairs), high / len(pairs)


def _plugged(answer: Answer, extreme: float) -> float:
    return extreme if isinstance(answer, Status) else answer


def _with_refusal(pairs: Sequence[tuple[Answer, Answer]]) -> Estimate | NotMeasured:
    unusable = (Status.UNREADABLE, Status.FAILED, Status.NOT_ATTEMPTED)
    usable = [(first, second) for first, second in pairs if first not in unusable and second not in unusable]
    missing: Mapping[str, int] = {
        "original": sum(first in unusable for first, _ in pairs),
        "variant": sum(second in unusable for _, second in pairs),
        "files": len(pairs) - len(usable),
    }
    if not usable:
        reason = "no file has a value or a refusal in both arms"
        return NotMeasured(method="M39", reason=reason, missing=missing)
    n_equal = sum(_same(first, second) for first, second in usable)
    return Estimate(
        value=n_equal / len(usable),
        interval=wilson(n_equal, len(usable)),
        n=len(usable),
        missing=missing,
        unit="share of files",
        method="M39",
        details={"n_consistent": float(n_equal)},
    )


def _same(first: Answer, second: Answer) -> bool:
    if isinstance(first, Status) or isinstance(second, Status):
        return first is second
    return abs(first - second) <= EQUAL_WITHIN
