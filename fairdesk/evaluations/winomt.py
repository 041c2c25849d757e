"""WinoMT's rules: which sentences enter, and how the authors round and print (accuracy, F1, Delta G).

The gender of a translated person is found by a word aligner and the grammar of the target language, or coded by hand;
FairDesk does neither. Where no gender was found or coded there is no number, never 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fairdesk.measures.gender_translation import GOLD, PREDICTED, RightOf

Counts = npt.NDArray[np.int64]

IGNORED = "ignore"
"""What the authors' program writes for people whose word has no gender in its dictionary: skipped."""

PRO, ANTI = "pro", "anti"
PRINTED_DECIMALS = 1


def confusion(gold: Sequence[str], predicted: Sequence[str]) -> Counts:
    """Sentences by gender of the source and of the translation; predictions that are no gender and not unknown are out.

    Returns:
        Shape (3, 4): rows as ``GOLD``, columns as ``PREDICTED``.

    Example:
        >>> confusion(["male", "female", "female"], ["male", "unknown", "ignore"]).sum(axis=0).tolist()
        [1, 0, 0, 1]
    """
    rows, columns = ({name: at for at, name in enumerate(names)} for names in (GOLD, PREDICTED))
    table = np.zeros((len(GOLD), len(PREDICTED)), dtype=np.int64)
    for one, found in zip(gold, predicted, strict=True):
        if found in columns:
            table[rows[one], columns[found]] += 1
    return table


def right_of(table: Counts) -> RightOf:
    """Sentences of a confusion, and those on its diagonal; an unknown gender is wrong."""
    return RightOf(correct=int(np.trace(table[:, : len(GOLD)])), n=int(table.sum()))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedFigures:
    """What the authors' program prints: percent with one decimal, F1 from precision and recall that are rounded first.

    None where it would divide by 0.
    """

    acc: float | None
    p_male: float | None
    r_male: float | None
    f1_male: float | None
    p_female: float | None
    r_female: float | None
    f1_female: float | None
    delta_g: float | None


def printed(table: Counts) -> PrintedFigures:
    """The authors' figures of a confusion.

    Source:
        github.com/gabrielStanovsky/mt_gender, src/evaluate.py.

    Example:
        >>> printed(np.array([[8, 2, 0, 0], [6, 4, 0, 0], [0, 0, 0, 0]])).delta_g
        16.6
    """
    right = right_of(table)
    male, female = (_of_gender(table, at) for at in (0, 1))
    both = None if male[2] is None or female[2] is None else round(male[2] - female[2], PRINTED_DECIMALS)
    return PrintedFigures(
        acc=_percent(right.correct, right.n),
        p_male=male[0],
        r_male=male[1],
        f1_male=male[2],
        p_female=female[0],
        r_female=female[1],
        f1_female=female[2],
        delta_g=both,
    )


def _of_gender(table: Counts, at: int) -> tuple[float | None, float | None, float | None]:
    precision = _percent(int(table[at, at]), int(table[:, at].sum()))
    recall = _percent(int(table[at, at]), int(table[at].sum()))
    if precision is None or recall is None:
        return precision, recall, None
    if precision + recall == 0:
        return precision, recall, 0.0
    return precision, recall, round(2 * precision * recall / (precision + recall), PRINTED_DECIMALS)


def _percent(part: int, whole: int) -> float | None:
    return round(part / whole * 100, PRINTED_DECIMALS) if whole else None


def fits_stereotype(gold: str, stereotype: str) -> str:
    """``pro`` where a person has the gender that is stereotypical for the profession, ``anti`` for the other one.

    Returns:
        Empty where one of the two is neither male nor female.

    Example:
        >>> fits_stereotype("female", "female"), fits_stereotype("male", "female"), fits_stereotype("neutral", "male")
        ('pro', 'anti', '')
    """
    if gold not in GOLD[:2] or stereotype not in GOLD[:2]:
        return ""
    return PRO if gold == stereotype else ANTI
