"""Two and three cues together, and which combinations were tested (M11, M12)."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Floats,
    Given,
    by_name,
    count,
    group,
    listed,
    numbers,
    other_shape,
    resampling_of,
    unfit,
)
from fairdesk.audit.calc.outcomes import details_of, explained, interval_of, p_of, value_of, why
from fairdesk.domain.errors import InputError
from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest
from fairdesk.measures import intersections
from fairdesk.measures.clusters import ideal_bootstrap_se
from fairdesk.measures.pairs import FourRatings

FOUR = ("neither", "first", "second", "both")

MOST_CHANGES = 21
"""The bounds are searched over this number cubed; ratings of 1 to 11 have as many changes."""

MOST_COMBINATIONS = 1_000_000


def interaction(given: Given) -> Answer:
    """M11: from the four ratings of each file, or bounds from change counts alone."""
    if "ratings" in given:
        return _interaction(given)
    if "change_values" in given:
        return _from_counts(given)
    raise other_shape(
        "M11", '"order" and "ratings", four per file', '"change_values" with counts "first", "second", "both"'
    )


def _contrast(outcome: Estimate | NotMeasured, test: SignificanceTest, contrast: Floats) -> tuple[Answer, str]:
    """What two and three cues share, and why a number of it is missing."""
    details = details_of(outcome)
    answer: Answer = {
        "se": details.get("se"),
        "ci95": interval_of(outcome),
        "t": details.get("t"),
        "p_t": details.get("p_t"),
        "p_signflip_exact": p_of(test),
        "test": test.name,
        "bootstrap_se_ideal": ideal_bootstrap_se(contrast),
    }
    alike = "all files show the same: neither an interval nor a t test"
    return answer, why(outcome, "one file" if contrast.size < 2 else alike)


def _interaction(given: Given) -> Answer:
    versions, n_files = by_name(given, "ratings", FOUR)
    neither, first, second, both = (versions[name] for name in FOUR)
    four = FourRatings(neither=neither, first=first, second=second, both=both)
    outcome, test = intersections.interaction(four, {}, "points", resampling_of(given))
    details = details_of(outcome)
    shared, reason = _contrast(outcome, test, both - first - second + neither)
    answer: Answer = {
        "n_files": n_files,
        "n_complete": int(neither.size),
        "shift_first": details.get("shift_first"),
        "shift_second": details.get("shift_second"),
        "shift_both": details.get("shift_both"),
        "additive_expectation": details.get("additive_expectation"),
        "interaction": value_of(outcome),
        **shared,
    }
    return explained(answer, {"": reason, "p_signflip_exact": test.reason})


def _from_counts(given: Given) -> Answer:
    values = numbers(given, "change_values")
    if not np.isfinite(values).all() or not 1 <= values.size <= MOST_CHANGES or np.unique(values).size < values.size:
        raise unfit("change_values", given["change_values"], f"1 to {MOST_CHANGES} different finite numbers")
    counts: dict[str, list[int]] = {}
    for key in ("first", "second", "both"):
        counts[key] = [count({key: value}, key) for value in listed(given, key)]
        if len(counts[key]) != values.size:
            raise unfit(key, given[key], f'one count per entry of "change_values", {values.size} in all')
    if len({sum(one) for one in counts.values()}) > 1:
        raise InputError(
            '"first", "second" and "both" count different numbers of files.', "Give the same files in all."
        )
    # The bounds have the unit of the changes; in units of the largest one the search is at home.
    unit = float(np.abs(values).max()) or 1.0
    found = intersections.interaction_from_counts((values / unit).tolist(), *counts.values())
    details = details_of(found)
    low, high = details.get("se_low"), details.get("se_high")
    answer: Answer = {
        "n_files": sum(counts["first"]),
        "interaction": found.value * unit if isinstance(found, Estimate) else None,
        "se_lower_bound": None if low is None else low * unit,
        "se_upper_bound": None if high is None else high * unit,
        "ci95_identified": isinstance(found, Estimate) and found.interval is not None,
    }
    return explained(answer, why(found, "one file: no standard error"))


def three_cues(given: Given) -> Answer:
    """M12: the three-way effect of eight versions per file, or the coverage of combinations."""
    if "ratings" in given:
        return _three_way(given)
    if "attributes" in given:
        return _coverage(given)
    raise other_shape("M12", '"order" and "ratings", eight per file', '"attributes" and "tested" combinations')


def _three_way(given: Given) -> Answer:
    versions, n_files = by_name(given, "ratings", intersections.VERSIONS)
    outcome, test = intersections.three_way(versions, {}, "points", resampling_of(given))
    details = details_of(outcome)
    sign = {name: -1 if name.count("1") % 2 == 0 else 1 for name in versions}
    contrast = np.sum([sign[name] * values for name, values in versions.items()], axis=0)
    shared, reason = _contrast(outcome, test, contrast)
    named = ("two_way_12", "two_way_13", "two_way_23", "additive_expectation", "observed_triple")
    answer: Answer = {
        "n_files": n_files,
        "n_complete": int(versions["000"].size),
        "three_way": value_of(outcome),
        **shared,
        **{name: details.get(name) for name in named},
    }
    return explained(answer, {"": reason, "p_signflip_exact": test.reason})


def _coverage(given: Given) -> Answer:
    attributes: dict[str, list[str]] = {}
    for name, levels in group(given, "attributes").items():
        if not isinstance(levels, list) or not all(isinstance(level, str) for level in levels):
            raise unfit(f"attributes.{name}", levels, "a list of levels")
        if len(set(levels)) < len(levels):
            raise unfit(f"attributes.{name}", levels, "a list of levels without repeats")
        attributes[name] = levels
    if math.prod(1 + len(levels) for levels in attributes.values()) > MOST_COMBINATIONS:
        raise unfit("attributes", given["attributes"], f"attributes with up to {MOST_COMBINATIONS:,} combinations")
    cells = listed(given, "tested")
    n_valid = [count({"n_valid": n}, "n_valid") for n in listed(given, "n_valid")] if "n_valid" in given else None
    if n_valid is not None and len(n_valid) != len(cells):
        raise unfit("n_valid", given["n_valid"], f'one count of valid files per entry of "tested", {len(cells)} in all')
    tested = []
    for position, cell in enumerate(cells):
        if not isinstance(cell, Mapping) or any(level not in attributes.get(name, ()) for name, level in cell.items()):
            raise unfit("tested", cell, "objects of attribute and level, both among the attributes")
        n = intersections.TOO_FEW_FILES if n_valid is None else n_valid[position]
        tested.append(intersections.Intersection(levels=dict(cell), n_valid=n))
    found = intersections.coverage(attributes, tested)
    too_few = [cell.scope for cell in found.cells if cell.state == "tested, too few to conclude"]
    answer: Answer = {
        **found.counts,
        "not_tested": [cell.scope for cell in found.cells if cell.state == "not tested"],
        "too_few": None if n_valid is None else too_few,
    }
    return explained(answer, 'the input gives no "n_valid", the valid files of each tested combination')


CALCULATIONS = (
    Calculation(method="M11", title="Interaction of two cues", answer=interaction),
    Calculation(method="M12", title="Three cues, coverage of combinations", answer=three_cues),
)
