"""Whether the raters of a file agree: alpha, kappa and percent agreement of labels given by people or models (M28)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fairdesk.audit.score.estimates import numbers
from fairdesk.audit.score.ratings_table import RatingsTable, read_ratings
from fairdesk.domain.results import NotMeasured, Outcome

if TYPE_CHECKING:
    from fairdesk.measures.agreement import Level
    from fairdesk.measures.resampling import Resampling

Floats = npt.NDArray[np.float64]

MISSING_WORDS = frozenset({"na", "n/a", "nan", "none", "null", "-", ".", "?"})
"""Among numbers these stand for no rating; among words they may be words, so they are kept and told."""

MOST_CELLS = 20_000_000
MOST_SHOWN = 20
UNDECLARED = "no level of measurement was declared: choose nominal, ordinal or interval before looking at the values"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementOptions:
    """What the file cannot say of itself.

    Attributes:
        level: ``nominal``, ``ordinal`` or ``interval``; empty when it was not declared.
        order: Categories from lowest to highest, for ordinal words; empty for none.
        missing: Further words that stand for no rating.
        blind: Whether raters could not see the group signal: ``yes``, ``no`` or ``not stated``.
        unit: Column that names the units of a wide table; empty for the usual names.
        raters: Columns of the raters of a wide table; empty for all others.
    """

    level: str = ""
    order: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    blind: str = "not stated"
    unit: str = ""
    raters: tuple[str, ...] = ()
    seed: int = 1


def score_agreement(path: Path, options: AgreementOptions) -> dict[str, Any]:
    """Agreement of the raters of a file.

    Args:
        path: One row per ``unit``, ``rater`` and ``value``, or one row per unit with a column per rater. An empty
            cell is a missing rating, never a category.
        options: Level of measurement, order of categories and the like.

    Returns:
        ``percent_agreement`` always beside ``alpha`` of the declared level (of every level that the values allow
        where none was declared), ``kappa`` and ``kappa_quadratic`` for two raters, ``fleiss_kappa`` for more;
        ``estimates`` with intervals, and None with the reason where nothing could be measured.

    Raises:
        ImportProblem: the file has another layout, or a value that the declared order does not hold.
    """
    from fairdesk.measures.agreement import AGREEMENT_SENTENCE
    from fairdesk.measures.resampling import Resampling

    table = read_ratings(path, options.unit, options.raters)
    coded = _coded(table, options)
    resampling = Resampling(seed=options.seed)
    outcomes = _outcomes(coded, options.level, resampling)
    given = ~np.isnan(coded.ratings)
    pairable = given.sum(axis=0) >= 2
    return {
        "form": table.form,
        "level": options.level or None,
        "raters": list(table.raters),
        "n_raters": coded.n_raters,
        "n_units": int(coded.ratings.shape[1]),
        "pairable_units": int(pairable.sum()),
        "n_ratings": int(given.sum()),
        "n_missing": len(table.raters) * len(table.units) - int(given.sum()),
        "duplicates_dropped": table.n_duplicates,
        "conflicting_duplicates": table.n_conflicting,
        "n_categories": len(coded.categories),
        "categories": list(coded.categories[:MOST_SHOWN]),
        **numbers(outcomes),
        "seed": resampling.seed,
        "resamples": resampling.n_resamples,
        "notes": [*table.source.notes, *coded.notes],
        "sentence": f"{AGREEMENT_SENTENCE} Raters blind to the group signal: {options.blind}.",
    }


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Coded:
    """Ratings as numbers.

    Attributes:
        ratings: Shape (raters, units); for a crowd (ratings per unit at most, units).
        n_raters: Raters with a rating.
        levels: Those that the values allow.
    """

    ratings: Floats
    n_raters: int
    categories: tuple[str, ...]
    levels: tuple[str, ...]
    notes: tuple[str, ...]


def _coded(table: RatingsTable, options: AgreementOptions) -> _Coded:
    missing = {word.casefold() for word in options.missing}
    written = ["" if text.casefold() in missing else text for _, _, text in table.ratings]
    if not options.order and (values := _all_numbers(written)) is not None:
        return _Coded(
            ratings=_matrix(table, values),
            n_raters=_n_raters(table, values),
            categories=tuple(f"{value:g}" for value in np.unique(values[~np.isnan(values)])),
            levels=("nominal", "ordinal", "interval"),
            notes=(),
        )
    found = [word for word in dict.fromkeys(written) if word]
    known = options.order or tuple(sorted(found))
    for word in found:
        if word not in known:
            cure = "Name all categories in --order, from lowest to highest."
            table.refuse(word, f"{word!r} is not in the order that was given", cure)
    places = {word: float(place) for place, word in enumerate(known)} | {"": math.nan}
    notes = tuple(
        f"{word!r} was taken as a category; if it stands for no rating, name it with --missing."
        for word in found
        if word.casefold() in MISSING_WORDS
    )
    values = np.array([places[word] for word in written], dtype=np.float64)
    levels = ("nominal", "ordinal") if options.order else ("nominal",)
    n_raters = _n_raters(table, values)
    return _Coded(ratings=_matrix(table, values), n_raters=n_raters, categories=known, levels=levels, notes=notes)


def _n_raters(table: RatingsTable, values: Floats) -> int:
    given = np.flatnonzero(~np.isnan(values)).tolist()
    return len({table.ratings[place][0] for place in given})


def _matrix(table: RatingsTable, values: Floats) -> Floats:
    """One row per rater and one column per unit, NaN where there is no rating."""
    rater, unit = (np.array([one[at] for one in table.ratings], dtype=np.int64) for at in (0, 1))
    if len(table.raters) * len(table.units) > MOST_CELLS:
        # A crowd of whom each rated little. Who rated does not matter to alpha: ratings of a unit move up.
        kept = ~np.isnan(values)
        unit, values = unit[kept], values[kept]
        order = np.argsort(unit, kind="stable")
        unit, values = unit[order], values[order]
        rater = np.arange(unit.size) - np.searchsorted(unit, unit)
    ratings = np.full((int(rater.max(initial=-1)) + 1, len(table.units)), math.nan)
    ratings[rater, unit] = values
    return ratings


def _all_numbers(written: Sequence[str]) -> Floats | None:
    """What is written as numbers, NaN where there is none; None when one of them is a word, or all are missing."""
    values = [math.nan if not text or text.casefold() in MISSING_WORDS else _number(text) for text in written]
    found = np.array([value for value in values if value is not None], dtype=np.float64)
    return found if len(found) == len(values) and not np.isnan(found).all() else None


def _number(text: str) -> float | None:
    """A finite number, with a decimal point or a decimal comma; ``1,000`` could be either and is none."""
    if "_" in text or re.fullmatch(r"[+-]?\d+,\d{3}", text):
        return None
    try:
        found = float(text.replace(",", ".") if "." not in text else text)
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def _outcomes(coded: _Coded, declared: str, resampling: Resampling) -> Mapping[str, Outcome]:
    from fairdesk.measures.agreement import LEVELS, krippendorff_alpha, percent_agreement

    def alpha(level: Level) -> Outcome:
        if level not in coded.levels:
            return _nothing(f"the values are words without {'an order' if level == 'ordinal' else 'distances'}")
        return krippendorff_alpha(coded.ratings, level, resampling)

    found: dict[str, Outcome] = {"percent_agreement": percent_agreement(coded.ratings, resampling)}
    alphas = {level: alpha(level) for level in LEVELS if declared in ("", level)}
    found["alpha"] = next(iter(alphas.values())) if declared else _nothing(UNDECLARED)
    found |= {f"alpha_{level}": one for level, one in alphas.items()}
    return found | _kappas(coded, declared, resampling)


def _kappas(coded: _Coded, declared: str, resampling: Resampling) -> dict[str, Outcome]:
    from fairdesk.measures.agreement import NEEDS_TWO_RATERS
    from fairdesk.measures.kappas import kappa_of_two

    ratings = coded.ratings[(~np.isnan(coded.ratings)).any(axis=1)]
    if coded.n_raters < 2:
        return {"kappa": _nothing(NEEDS_TWO_RATERS), "kappa_quadratic": _nothing(NEEDS_TWO_RATERS)}
    if coded.n_raters > 2:
        two_only = _nothing(f"Cohen's kappa is for two raters; {coded.n_raters} rated")
        return {"kappa": two_only, "kappa_quadratic": two_only, "fleiss_kappa": _fleiss(coded, resampling)}
    weighted: Outcome = _nothing("the values have no order that disagreements could be weighed by")
    if declared != "nominal" and "ordinal" in coded.levels:
        weighted = kappa_of_two(ratings[0], ratings[1], weighted=True)
    return {"kappa": kappa_of_two(ratings[0], ratings[1], weighted=False), "kappa_quadratic": weighted}


def _fleiss(coded: _Coded, resampling: Resampling) -> Outcome:
    from fairdesk.measures.agreement import value_codes
    from fairdesk.measures.kappas import MOST_CATEGORIES, fleiss_kappa

    codes, values = value_codes(coded.ratings)
    if values.size > MOST_CATEGORIES:
        return _nothing(f"{values.size} different values are no categories")
    counts = np.stack([(codes == code).sum(axis=0) for code in range(values.size)], axis=1)
    rated = counts[counts.sum(axis=1) > 0]
    return fleiss_kappa(rated, resampling)


def _nothing(reason: str) -> NotMeasured:
    return NotMeasured(method="M28", reason=reason, missing={})
