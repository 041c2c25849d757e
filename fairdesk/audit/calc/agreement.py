"""Inter-rater agreement (M28)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Floats,
    Given,
    listed,
    matrix,
    other_shape,
    resampling_of,
    table,
    unfit,
)
from fairdesk.audit.calc.outcomes import detail, explained, interval_of, value_of, why
from fairdesk.measures.agreement import LEVELS, krippendorff_alpha, percent_agreement
from fairdesk.measures.kappas import cohen_kappa, fleiss_kappa
from fairdesk.measures.resampling import Resampling

RATERS = "one list per rater, all of one length, with null for a unit without a rating"


def agreement(given: Given) -> Answer:
    """Alpha of ``raters``, Cohen's kappa of a ``table`` or Fleiss' kappa of ``counts`` per unit and category."""
    resampling = resampling_of(given)
    if "raters" in given:
        return _of_raters(matrix(listed(given, "raters"), "raters", RATERS), resampling)
    if "table" in given:
        return _of_table(table(given, "table"))
    if "counts" in given:
        found = fleiss_kappa(table(given, "counts"), resampling)
        answer = {"fleiss_kappa": value_of(found), "ci95": interval_of(found)}
        return explained(answer, why(found))
    raise other_shape("M28", '"raters", a list of ratings for each', '"table" of two raters', '"counts" per unit')


def _of_raters(ratings: Floats, resampling: Resampling) -> Answer:
    percent = percent_agreement(ratings, resampling)
    answer: Answer = {"pairable_units": percent.n, "percent_agreement_units_mean": value_of(percent)}
    reasons = {"percent_agreement_units_mean": why(percent)}
    for level in LEVELS:
        alpha = krippendorff_alpha(ratings, level, resampling)
        answer |= {f"alpha_{level}": value_of(alpha), f"alpha_{level}_ci95": interval_of(alpha)}
        reasons |= {f"alpha_{level}": why(alpha), f"alpha_{level}_ci95": why(alpha)}
    return explained(answer, reasons)


def _of_table(counts: NDArray[np.int64]) -> Answer:
    if counts.shape[0] != counts.shape[1]:
        raise unfit("table", counts.tolist(), "a square table: one row and one column per category")
    plain = cohen_kappa(counts)
    weighted = cohen_kappa(counts, np.arange(float(counts.shape[0])))
    total = int(counts.sum())
    answer = {
        "percent": float(np.trace(counts)) / total if total else None,
        "kappa": value_of(plain),
        "kappa_se": detail(plain, "se"),
        "ci95": interval_of(plain),
        "kappa_quadratic": value_of(weighted),
        "kappa_quadratic_ci95": interval_of(weighted),
    }
    return explained(answer, why(plain))


CALCULATIONS = (Calculation(method="M28", title="Inter-rater agreement", answer=agreement),)
