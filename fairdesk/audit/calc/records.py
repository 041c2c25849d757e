"""Tables of calls: missing and refused, duplicates, the summary of a whole table (M39, M41, INT)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Given,
    count,
    listed,
    need,
    real,
    records,
    resampling_of,
    unfit,
)
from fairdesk.audit.calc.outcomes import detail, explained, interval_of, p_of, value_of, why
from fairdesk.domain.exchanges import Status
from fairdesk.measures.counterfactual import mean_shift
from fairdesk.measures.duplicates import Record, drop_duplicates
from fairdesk.measures.missing import Answer as Answered
from fairdesk.measures.missing import answer_table
from fairdesk.measures.pairs import EQUAL_WITHIN
from fairdesk.measures.record_summary import TableSettings, VariantSummary, summarise_records

STATUS = {
    "refused": Status.REFUSED,
    "unparseable": Status.UNREADABLE,
    "out_of_scale": Status.UNREADABLE,
    "error": Status.FAILED,
    None: Status.NOT_ATTEMPTED,
}
NO_OUTPUT = "missing"


def _scale(given: Given) -> tuple[float, ...]:
    if "scale" not in given:
        return ()
    ends = need(given, "scale")
    found = [real(end) for end in ends] if isinstance(ends, list) and len(ends) == 2 else []
    if len(found) != 2 or found[0] is None or found[1] is None or found[0] >= found[1]:
        raise unfit("scale", ends, "[lowest, highest], two numbers")
    return found[0], found[1]


def _answered(value: Any, scale: tuple[float, ...]) -> Answered:
    if value is None or isinstance(value, str):
        if value not in STATUS:
            known = ", ".join(f'"{word}"' for word in STATUS if word)
            raise unfit("pairs", value, f"pairs of numbers, null, or one of {known}")
        return STATUS[value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise unfit("pairs", value, "pairs of numbers, null or words for what is missing")
    number = real(value)
    if number is None or (scale and not scale[0] - EQUAL_WITHIN <= number <= scale[1] + EQUAL_WITHIN):
        return Status.UNREADABLE
    return number


def missing(given: Given) -> Answer:
    """M39: who answered in which arm, bounds of the shift, refusal as a category of its own."""
    scale = _scale(given)
    pairs = []
    for pair in listed(given, "pairs"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise unfit("pairs", pair, "pairs [original, counterfactual]")
        pairs.append((_answered(pair[0], scale), _answered(pair[1], scale)))
    found = answer_table([first for first, _ in pairs], [second for _, second in pairs], scale)
    complete = np.array([pair for pair in pairs if not isinstance(pair[0], Status) and not isinstance(pair[1], Status)])
    complete = complete.astype(np.float64).reshape(-1, 2)
    shift = mean_shift(complete[:, 0], complete[:, 1], {}, "points")
    answer: Answer = {
        "n": found.n,
        "complete": found.complete,
        "only_counterfactual_missing": found.only_variant_missing,
        "only_original_missing": found.only_original_missing,
        "both_missing": found.both_missing,
        "refused_original": found.refused_original,
        "refused_counterfactual": found.refused_variant,
        "missingness_p_mcnemar": p_of(found.missingness_test),
        "mean_shift_complete": value_of(shift),
        "mean_shift_bounds": [None, None] if found.shift_bounds is None else list(found.shift_bounds),
        "decision_consistency_with_refusal_as_category": value_of(found.consistency_with_refusal),
    }
    reasons = {
        "missingness_p_mcnemar": found.missingness_test.reason,
        "mean_shift_complete": why(shift),
        "mean_shift_bounds": "there is no file, or the scale has no ends",
        "decision_consistency_with_refusal_as_category": why(found.consistency_with_refusal),
    }
    return explained(answer, reasons)


def _records(given: Given) -> list[Record]:
    found = []
    for row in records(given, "records"):
        names = {key: row.get(key) for key in ("file_hash", "variant")}
        for key, value in names.items():
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise unfit(f"records.{key}", value, "a text")
        found.append(
            Record(
                file_hash=str(names["file_hash"]),
                variant=str(names["variant"]),
                sample=count(row, "sample"),
                output=_output(row.get("output")),
            )
        )
    return found


def _output(value: Any) -> str | float:
    if isinstance(value, str):
        return value
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise unfit("records.output", value, "a number, a word for what is missing, or null")
    number = real(value)
    return NO_OUTPUT if number is None or math.isnan(number) else number


def duplicates(given: Given) -> Answer:
    """M41: the first record of a call is kept, the rest is counted."""
    found = drop_duplicates(_records(given))
    return {
        "records": found.n_records,
        "unique": len(found.kept),
        "duplicates_dropped": found.n_dropped,
        "conflicting_duplicates": found.n_conflicting,
        "unique_files": found.n_files,
    }


def whole_table(given: Given) -> Answer:
    """INT: from records to a summary per variant, as the analysis of a run goes."""
    reference = given.get("reference", "orig")
    if not isinstance(reference, str):
        raise unfit("reference", reference, "the label of the originals")
    settings = TableSettings(reference=reference, scale=_scale(given), unit="points", resampling=resampling_of(given))
    found = summarise_records(_records(given), settings)
    answer: Answer = {
        "duplicates_dropped": found.duplicates.n_dropped,
        "conflicting_duplicates": found.duplicates.n_conflicting,
        "n_files": found.duplicates.n_files,
        "invalid_outputs": found.n_invalid,
        "variants": {label: _variant(summary) for label, summary in found.variants.items()},
        "within_prompt_agreement": value_of(found.within_prompt),
    }
    reasons = {"within_prompt_agreement": why(found.within_prompt)}
    for label, summary in found.variants.items():
        reasons |= {f"variants.{label}": why(summary.shift), f"variants.{label}.p_sign": summary.sign_test.reason}
    return explained(answer, reasons)


def _variant(summary: VariantSummary) -> Answer:
    down, up = detail(summary.shift, "down"), detail(summary.shift, "up")
    return {
        "valid_files": summary.valid_files,
        "cross_agreement": value_of(summary.cross_agreement),
        "mean_shift": value_of(summary.shift),
        "mean_shift_ci95": interval_of(summary.shift),
        "se": detail(summary.shift, "se"),
        "down": None if down is None else int(down),
        "up": None if up is None else int(up),
        "p_sign": p_of(summary.sign_test),
        "gap_of_file_means": value_of(summary.gap_of_means),
        "single_run_gap": value_of(summary.single_run_gap),
    }


CALCULATIONS = (
    Calculation(method="M39", title="Missing and refused outputs", answer=missing),
    Calculation(method="M41", title="Duplicate records", answer=duplicates),
    Calculation(method="INT", title="From a record table to a summary", answer=whole_table),
)
