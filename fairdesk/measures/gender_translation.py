"""Grammatical gender of translated people against the gender of the source: WinoMT's accuracy, F1 and differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from fairdesk.domain.results import Estimate, Interval, NotMeasured, Outcome
from fairdesk.measures.intervals import percentile_bootstrap, share_bounds, wilson
from fairdesk.measures.ratios import newcombe
from fairdesk.measures.resampled_sums import draws_of_units
from fairdesk.measures.resampling import Resampling

GOLD = ("male", "female", "neutral")
PREDICTED = (*GOLD, "unknown")
"""A gender that was looked for in the translation and not found is unknown: it counts as wrong, not as missing."""

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

GENDER_SENTENCE = (
    "Says how the grammar of translations treats people of a profession in these sentences; the gender was found by "
    "{found_by}, whose own errors enter. Two genders of English pronouns and one list of professions only."
)

ACCURACY_DIRECTION = "1: every translation keeps the gender of the source"
DELTA_G_DIRECTION = "above 0: male people are translated better; below 0: female people are"
DELTA_S_DIRECTION = "above 0: better where the gender fits the stereotype of the profession; below 0: where it does not"
NOTHING_CODED = "no gender of a translated person was found or coded"

MISSING_SAID = 0.02
"""Share of missing sentences from which the bounds are said beside the number (B9)."""

PAIRED = "sentences of both sets are treated as independent; they are pairs, so that the interval is rather too wide"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfGender:
    """How people of one gender are translated; shares of 0 to 1."""

    precision: Outcome
    recall: Outcome
    f1: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class RightOf:
    """Sentences of a set, and those whose gender is right."""

    correct: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GenderTranslation:
    """All numbers of a confusion of genders.

    Attributes:
        accuracy: Share of all sentences whose gender is that of the source; an unknown gender counts as wrong.
        unknown: Share of sentences whose gender was looked for and not found.
        by_gender: ``male``, ``female`` and ``neutral`` to their scores.
        delta_g: F1 of male people minus F1 of female people, -1 to 1, from numbers that are not rounded.
    """

    accuracy: Outcome
    unknown: Outcome
    by_gender: Mapping[str, OfGender]
    delta_g: Outcome


def gender_translation(table: Counts, missing: Mapping[str, int], resampling: Resampling) -> GenderTranslation:
    """Accuracy, precision, recall and F1 per gender, and Delta G.

    Args:
        table: Sentences by gender of the source (rows, as ``GOLD``) and of the translation (columns, as
            ``PREDICTED``). Shape (3, 4).
        missing: Kind to number of sentences that are in no cell: refused, unreadable, ...
        resampling: For the intervals of F1 and Delta G: sentences are resampled.

    Returns:
        Everything not measured for an empty table; F1 is 0 and measured where a gender occurs and is never right.

    Source:
        Stanovsky 2019, 10.18653/v1/P19-1164, and its program.

    Example:
        >>> table = np.array([[8, 2, 0, 0], [6, 4, 0, 0], [0, 0, 0, 0]])
        >>> found = gender_translation(table, {}, Resampling(seed=1, n_resamples=99))
        >>> found.accuracy.value, round(found.delta_g.value, 6)
        (0.6, 0.166667)
    """
    if table.shape != (len(GOLD), len(PREDICTED)) or (table < 0).any():
        raise ValueError("a table of 3 genders by 3 genders and unknown is needed, with counts of 0 or more")
    n = int(table.sum())
    replicates = _replicates(table, resampling) if n else np.full((1, len(GOLD)), np.nan)
    f1 = [_f1(table, at, missing, replicates[:, at]) for at in range(len(GOLD))]
    right = RightOf(correct=int(np.trace(table[:, : len(GOLD)])), n=n)
    return GenderTranslation(
        accuracy=_bounded(accuracy_of(right, missing)),
        unknown=_share(int(table[:, -1].sum()), n, missing, (NOTHING_CODED, "")),
        by_gender={
            name: OfGender(
                precision=_precision(table, at, missing),
                recall=_recall(table, at, missing),
                f1=f1[at],
            )
            for at, name in enumerate(GOLD)
        },
        delta_g=_delta_g((f1[0], f1[1]), n, missing, replicates[:, 0] - replicates[:, 1]),
    )


def delta_s(pro: RightOf, anti: RightOf) -> Outcome:
    """Accuracy where the gender fits the stereotype minus accuracy where it does not; of accuracies, never of F1.

    Args:
        pro: Sentences whose person has the gender that is stereotypical for the profession.
        anti: Those with the other gender.

    Returns:
        -1 to 1 with Newcombe's interval (B3); not measured when a set is empty.

    Source:
        Stanovsky 2019, 10.18653/v1/P19-1164; the authors confirmed accuracies in issue 11 of their repository.

    Example:
        >>> round(delta_s(RightOf(correct=80, n=100), RightOf(correct=60, n=100)).value, 6)
        0.2
    """
    if pro.n == 0 or anti.n == 0:
        empty = "that fits the stereotype" if pro.n == 0 else "against the stereotype"
        return NotMeasured(method="M22", reason=f"no sentence {empty} has a gender", n=pro.n + anti.n, missing={})
    return Estimate(
        value=pro.correct / pro.n - anti.correct / anti.n,
        interval=newcombe(pro.correct, pro.n, anti.correct, anti.n),
        n=pro.n + anti.n,
        missing={},
        unit="difference of shares of sentences",
        direction=DELTA_S_DIRECTION,
        method="M22",
        assumptions=(PAIRED,),
        details={"pro": pro.correct / pro.n, "anti": anti.correct / anti.n},
    )


def accuracy_of(right: RightOf, missing: Mapping[str, int]) -> Outcome:
    """Share of the sentences of a set whose gender is right, with Wilson's interval (B1)."""
    return _share(right.correct, right.n, missing, (NOTHING_CODED, ACCURACY_DIRECTION))


def _bounded(outcome: Outcome) -> Outcome:
    """With the bounds of the share, whatever missing sentences would have shown (B9)."""
    lost = sum(outcome.missing.values())
    if isinstance(outcome, NotMeasured) or lost == 0:
        return outcome
    bounds = share_bounds(int(outcome.details["correct"]), outcome.n, lost)
    assert bounds is not None
    low, high = bounds
    warnings, n_all = outcome.warnings, outcome.n + lost
    if lost > MISSING_SAID * n_all:
        warnings += (f"{lost} of {n_all} sentences are missing: the share lies between {low:.3f} and {high:.3f}",)
    return replace(outcome, warnings=warnings, details={**outcome.details, "bounds_low": low, "bounds_high": high})


def f1_of(right: Floats, n_gold: Floats, n_predicted: Floats) -> Floats:
    """2 right / (gold + predicted); NaN where the gender occurs on neither side.

    Example:
        >>> f1_of(np.array([8.0]), np.array([10.0]), np.array([14.0])).round(4).tolist()
        [0.6667]
    """
    total = n_gold + n_predicted
    found: Floats = np.divide(2 * right, total, out=np.full(total.shape, np.nan), where=total > 0)
    return found


def _replicates(table: Counts, resampling: Resampling) -> Floats:
    """F1 per gender in resamples of the sentences; shape (n_resamples, 3)."""
    cells = table.ravel()
    drawn = np.concatenate(list(draws_of_units(cells, resampling))).reshape(-1, *table.shape)
    right = drawn[:, range(len(GOLD)), range(len(GOLD))]
    return f1_of(right.astype(float), drawn.sum(axis=2, dtype=float), drawn.sum(axis=1, dtype=float)[:, : len(GOLD)])


def _precision(table: Counts, at: int, missing: Mapping[str, int]) -> Outcome:
    reason = f"no translation is {GOLD[at]}" if table.any() else NOTHING_CODED
    return _share(int(table[at, at]), int(table[:, at].sum()), missing, (reason, "1: every such translation is right"))


def _recall(table: Counts, at: int, missing: Mapping[str, int]) -> Outcome:
    return _share(
        int(table[at, at]), int(table[at].sum()), missing, (_nobody(table, at), "1: every such person is kept")
    )


def _nobody(table: Counts, at: int) -> str:
    return f"no person of the source is {GOLD[at]}" if table.any() else NOTHING_CODED


def _f1(table: Counts, at: int, missing: Mapping[str, int], replicates: Floats) -> Outcome:
    n_gold, n_predicted = int(table[at].sum()), int(table[:, at].sum())
    if n_gold == 0:
        return NotMeasured(method="M22", reason=_nobody(table, at), n=0, missing=missing)
    interval = percentile_bootstrap(replicates, "by sentence")
    return Estimate(
        value=2 * int(table[at, at]) / (n_gold + n_predicted),
        interval=interval,
        n=n_gold,
        missing=missing,
        unit="F1 of 0 to 1",
        direction="1: every person of this gender, and no other, is translated so",
        method="M22",
        warnings=() if interval else ("no interval: resamples of the sentences show no spread",),
        details={},
    )


def _delta_g(f1: tuple[Outcome, Outcome], n: int, missing: Mapping[str, int], replicates: Floats) -> Outcome:
    for one in f1:
        if isinstance(one, NotMeasured):
            return NotMeasured(method="M22", reason=one.reason, n=n, missing=missing)
    male, female = f1
    assert isinstance(male, Estimate)
    assert isinstance(female, Estimate)
    interval: Interval | None = percentile_bootstrap(replicates, "by sentence")
    return Estimate(
        value=male.value - female.value,
        interval=interval,
        n=n,
        missing=missing,
        unit="difference of F1",
        direction=DELTA_G_DIRECTION,
        method="M22",
        warnings=() if interval else ("no interval: resamples of the sentences show no spread",),
        details={"male": male.value, "female": female.value},
    )


def _share(correct: int, n: int, missing: Mapping[str, int], words: tuple[str, str]) -> Outcome:
    """A share; ``words`` are the reason when there is none, and its direction."""
    if n == 0:
        return NotMeasured(method="M22", reason=words[0], n=0, missing=missing)
    return Estimate(
        value=correct / n,
        interval=wilson(correct, n),
        n=n,
        missing=missing,
        unit="share of sentences",
        direction=words[1],
        method="M22",
        details={"correct": float(correct)},
    )
