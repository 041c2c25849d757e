"""From a table of calls to what each variant shows: duplicates, readings, means of files (M41, M01, M02, M03, M38)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest
from fairdesk.measures.counterfactual import cf_gap, mean_shift, sign_test
from fairdesk.measures.duplicates import Deduplicated, Record, drop_duplicates
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats
from fairdesk.measures.repeats import cross_agreement, cross_gap, noise_floor
from fairdesk.measures.resampling import Resampling


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """How a table is read.

    Attributes:
        reference: Label of the original variant.
        scale: Lowest and highest value; empty when the quantity has no ends.
        unit: Unit of the quantity.
    """

    reference: str
    scale: tuple[float, ...]
    unit: str
    resampling: Resampling


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantSummary:
    """One variant against the originals of the same files.

    Attributes:
        valid_files: Files with at least one valid sample in both arms.
        cross_agreement: Share of equal pairs of samples, averaged over files (M01, M38).
        shift: Mean difference of the files' means (M03).
        sign_test: Of the signs of these differences (M05).
        gap_of_means: Mean |difference of the files' means| (M02).
        single_run_gap: Mean |difference of single samples|, averaged over files (M38).
    """

    valid_files: int
    cross_agreement: Estimate | NotMeasured
    shift: Estimate | NotMeasured
    sign_test: SignificanceTest
    gap_of_means: Estimate | NotMeasured
    single_run_gap: Estimate | NotMeasured


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordSummary:
    """What a whole table shows.

    Attributes:
        duplicates: What was dropped, and how many of those were in conflict (M41).
        n_invalid: Kept outputs that are words, not finite or outside the scale.
        variants: Label to summary, in the order of the table.
        within_prompt: Agreement between samples of one prompt, over all prompts that were repeated (M38).
    """

    duplicates: Deduplicated
    n_invalid: int
    variants: Mapping[str, VariantSummary]
    within_prompt: Estimate | NotMeasured


def summarise_records(records: Sequence[Record], settings: TableSettings) -> RecordSummary:
    """Reads a table of calls as an analysis does: the unit is the file, its value the mean of its valid samples.

    Args:
        records: One per call, in the order of the table; an output is a number, or a word such as ``refused``.
        settings: How to read it.

    Returns:
        A variant without any valid pair is not measured; nothing is filled in for it.

    Example:
        >>> first = Record(file_hash="a", variant="orig", sample=1, output=4.0)
        >>> second = Record(file_hash="a", variant="female", sample=1, output=3.0)
        >>> settings = TableSettings(reference="orig", scale=(1, 5), unit="points", resampling=Resampling(seed=1))
        >>> summarise_records([first, second], settings).variants["female"].shift.value
        -1.0
    """
    kept = drop_duplicates(records)
    samples: dict[tuple[str, str], list[float]] = {}
    n_invalid = 0
    for position in kept.kept:
        record = records[position]
        valid = samples.setdefault((record.variant, record.file_hash), [])
        if _is_valid(record.output, settings.scale):
            valid.append(float(record.output))
        else:
            n_invalid += 1
    labels = list(dict.fromkeys(record.variant for record in records if record.variant != settings.reference))
    lost = sum(len(values) < 2 for values in samples.values())
    arrays = [np.array(values) for values in samples.values()]
    within = noise_floor(arrays, {"prompts": lost}, settings.unit, settings.resampling).agreement
    return RecordSummary(
        duplicates=kept,
        n_invalid=n_invalid,
        variants={label: _variant(label, samples, settings) for label in labels},
        within_prompt=within,
    )


def _is_valid(output: str | float, scale: tuple[float, ...]) -> bool:
    if isinstance(output, str) or not math.isfinite(output):
        return False
    return not scale or min(scale) - EQUAL_WITHIN <= output <= max(scale) + EQUAL_WITHIN


def _variant(label: str, samples: Mapping[tuple[str, str], Sequence[float]], settings: TableSettings) -> VariantSummary:
    files = dict.fromkeys(file for name, file in samples if name in (label, settings.reference))
    original, variant = (
        [np.array(samples.get((name, file), ())) for file in files] for name in (settings.reference, label)
    )
    both = [index for index in range(len(files)) if original[index].size and variant[index].size]
    missing = {
        settings.reference: sum(values.size == 0 for values in original),
        label: sum(values.size == 0 for values in variant),
        "files": len(files) - len(both),
    }
    base, other = (_means([arm[index] for index in both]) for arm in (original, variant))
    shift = mean_shift(base, other, missing, settings.unit)
    down, up = (int(shift.details[key]) if isinstance(shift, Estimate) else 0 for key in ("down", "up"))
    return VariantSummary(
        valid_files=len(both),
        cross_agreement=cross_agreement(original, variant, missing, settings.resampling),
        shift=shift,
        sign_test=sign_test(down, up),
        gap_of_means=cf_gap(base, other, missing, settings.unit, settings.resampling),
        single_run_gap=cross_gap(original, variant, missing, settings.unit, settings.resampling),
    )


def _means(arm: Sequence[Floats]) -> Floats:
    return np.array([values.mean() for values in arm], dtype=np.float64)
