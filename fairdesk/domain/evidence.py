"""From a number to the answers behind it and back: which calls a result rests on, and how its number came, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.benchmark_evidence import (
    ItemPlace,
    benchmark_asking,
    category_words,
    is_of_benchmark,
    score_rests_on,
    score_words,
)
from fairdesk.domain.cases import VariantRole, single_cues, three_cue_versions
from fairdesk.domain.corrections import corrected_words
from fairdesk.domain.exchanges import ItemKey, Status
from fairdesk.domain.object_words import decoding_words, identity_words
from fairdesk.domain.plan import Plan
from fairdesk.domain.printing import print_interval, print_outcome
from fairdesk.domain.recorded_words import recorded_sentence
from fairdesk.domain.result_words import ResultLine, counts_words, measure_name
from fairdesk.domain.results import Analysis, Estimate, ResultRow, RunSummary
from fairdesk.domain.supplied_words import supplier_sentence

REPEATED_MEASURES = ("noise_floor", "noise_gap", "excess_gap")
"""Measures that rest on every answer to one prompt and not on the first alone."""

HOW = {
    "consistency": "Files read as the same value on both sides, divided by all files that have both values.",
    "direction": "Files rated higher for the variant minus files rated lower, divided by all files with both values.",
    "mean_shift": "Variant minus original for every file that has both values, averaged over these files.",
    "equivalence": "Variant minus original, averaged over the files, and two one-sided t tests against the margin.",
    "cf_gap": "The size of the change of every file, whatever its sign, averaged over the files with both values.",
    "excess_gap": "The gap between the answers of the two sides minus the gap between repeated answers to one prompt.",
    "tolerance": "Files that moved by more than the tolerance, divided by all files that have both values.",
    "interaction": "Both cues minus the first minus the second plus the original in every file, averaged over files.",
    "three_way": (
        "All three cues minus the pairs of cues plus the single cues minus the original in every file, averaged over "
        "files."
    ),
    "noise_floor": "Pairs of answers to one and the same prompt that were read as equal, averaged over the files.",
    "noise_gap": "The size of the difference between two answers to one and the same prompt, averaged over the files.",
    "disparity_points": "Files selected as the variant minus those selected as the original, divided by all with both.",
    "disparity_relative": "Files selected as the variant divided by those selected as the original, on the same files.",
    "names": "Variant minus original for every file whose drawn word is known, grouped by file and by word.",
    "target": "Nothing was computed: no answer of this run is about it.",
    "missing": "Files answered for the variant alone minus those answered for the original alone, divided by all.",
}
"""How each number is computed from the rows, in one sentence."""

CHANGE_NAMES = {
    "interaction": "Beyond the sum",
    "three_way": "Beyond the pairs",
    "noise_floor": "Largest difference",
    "noise_gap": "Largest difference",
}
"""What the last column of the rows holds, where it is not the change from original to variant."""


OTHER_CHOICES = "Other choices"
"""What the last column holds of a benchmark: answers that chose another option than the first one did."""


class Moved(Enum):
    """Which rows behind a number are looked at."""

    ALL = "all"
    CHANGED = "changed"
    LOWER = "lower"
    HIGHER = "higher"
    SAME = "the same"
    MISSING = "missing"
    CORRECTED = "corrected by hand"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Side:
    """One of the answers per file that a result rests on; ``sample`` counts from 1."""

    variant: str
    sample: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """Whose rows are looked at: one measure of one variant in one run, up to a head."""

    run_id: str
    head: str
    question_id: str
    variant: str
    measure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideValue:
    """One answer in a row: what was read of it, or why nothing was."""

    side: Side
    status: Status
    value: float | None
    reason: str
    is_corrected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRow:
    """One file behind a number; ``change`` is None where a value is missing."""

    case_id: str
    sides: tuple[SideValue, ...]
    change: float | None


def sides_behind(plan: Plan, behind: Behind) -> tuple[Side, ...]:
    """The answers per file, or per item of a benchmark, that a result rests on."""
    planned = benchmark_asking(plan, behind.question_id)
    if planned is None:
        return sides_of(plan, behind.variant, behind.measure)
    samples = range(1, planned.choice.n_samples + 1)
    return tuple(Side(variant=label, sample=sample) for label in planned.labels for sample in samples)


def change_title(plan: Plan, behind: Behind) -> str:
    """What the last column of the rows behind a number holds."""
    if benchmark_asking(plan, behind.question_id) is not None:
        return OTHER_CHOICES
    return CHANGE_NAMES.get(behind.measure, "Change")


def sides_of(plan: Plan, variant: str, measure: str) -> tuple[Side, ...]:
    """The answers per file that a measure of a variant rests on, the original's first."""
    original = next(kind.label for kind in plan.variants if kind.role is VariantRole.ORIGINAL)
    if measure == "interaction":
        kind = next(kind for kind in plan.variants if kind.label == variant)
        labels: tuple[str, ...] = (original, *single_cues(plan.variants, kind), variant)
    elif measure == "three_way":
        kind = next(kind for kind in plan.variants if kind.label == variant)
        labels = (original, *three_cue_versions(plan.variants, kind), variant)
    elif measure in ("noise_floor", "noise_gap", "target"):
        labels = (variant,)
    else:
        labels = (original, variant)
    return tuple(
        Side(variant=label, sample=sample)
        for label in labels
        for sample in range(1, (plan.n_samples if measure in REPEATED_MEASURES and label in plan.repeated else 1) + 1)
    )


def rests_on(plan: Plan, row: ResultRow, system: str, key: ItemKey, item: ItemPlace | None = None) -> bool:
    """Whether a result rests on one answer of a system.

    Args:
        item: Of a benchmark that was answered; None for an answer about a file.
    """
    if is_of_benchmark(row):
        return item is not None and score_rests_on(plan, row, system, key, item)
    if item is not None:
        return False
    return (row.system, row.question_id) == (system, key.question) and Side(
        variant=key.variant, sample=key.sample
    ) in sides_of(plan, row.variant, row.measure)


def resting_words(plan: Plan, key: ItemKey) -> str:
    """Which results rest on one answer, by name and without a number: it may be read while a run goes on."""
    planned = benchmark_asking(plan, key.question)
    if planned is not None:
        return f"Scores of {planned.card.title} rest on it: those of the category of its item, and those of all items."
    original = next(kind.label for kind in plan.variants if kind.role is VariantRole.ORIGINAL)
    if key.sample > 1:
        of_whom = "every variant" if key.variant == original else key.variant
        return f"The noise floor of {key.variant} and the gap beyond the noise of {of_whom} rest on it."
    if key.variant == original:
        return f"Every result of the question {key.question} under this system rests on it, for each variant."
    joined = [
        kind.label
        for kind in plan.variants
        if kind.role is VariantRole.INTERSECTION and key.variant in (kind.label, *kind.label.split("+"))
    ]
    more = f", and the interaction of {_listed(joined)}" if joined else ""
    return f"Every measure of {key.variant} rests on it{more}."


def result_title(row: ResultRow) -> str:
    """A result's name for headings and lists.

    Example:
        >>> from fairdesk.domain.results import NotMeasured, Verdict
        >>> gap = NotMeasured(method="M03", reason="no valid pair", missing={})
        >>> result_title(ResultRow(result_id="", system="baseline", question_id="rating", variant="female", role="cue",
        ...     measure="mean_shift", outcome=gap, verdict=Verdict.NOT_COMPUTABLE, counts={}, sentence=""))
        'Mean shift of female: rating, baseline'
    """
    of_what = category_words(row.variant) if is_of_benchmark(row) else row.variant or "the whole plan"
    return f"{measure_name(row.measure)} of {of_what}: {row.question_id}, {row.system}"


def side_name(side: Side, sides: Sequence[Side]) -> str:
    """What a side is called above its column; the number of the answer only where a variant has several.

    Example:
        >>> female = Side(variant="female", sample=1)
        >>> side_name(female, (female,)), side_name(female, (female, Side(variant="female", sample=2)))
        ('female', 'female, answer 1')
    """
    is_repeated = sum(other.variant == side.variant for other in sides) > 1
    return f"{side.variant}, answer {side.sample}" if is_repeated else side.variant


def evidence_words(plan: Plan, analysis: Analysis, line: ResultLine) -> tuple[tuple[str, str], ...]:
    """How a number came, as headings with words; what is not known has no heading."""
    row = line.row
    run = next((run for run in analysis.runs if run.system == row.system), None)
    system = next((system for system in plan.systems if system.label == row.system), None)
    parts = [
        ("The number", _number_words(row)),
        ("How it came", "\n".join(_how_words(plan, row))),
        ("Items in and out" if is_of_benchmark(row) else "Files in and out", counts_words(row)),
        ("Run", "" if run is None else "\n".join(_run_words(run))),
        ("Configuration", "" if system is None else "\n".join(_configuration_words(system, run))),
    ]
    return tuple((heading, words) for heading, words in parts if words)


def _number_words(row: ResultRow) -> str:
    unit = f" {row.outcome.unit}" if isinstance(row.outcome, Estimate) else ""
    corrected = corrected_words(row.counts.get("corrected", 0))
    return f"{print_outcome(row.outcome)}{unit}\n{corrected}".strip()


def _how_words(plan: Plan, row: ResultRow) -> Iterator[str]:
    planned = benchmark_asking(plan, row.question_id)
    if planned is not None:
        yield from score_words(plan, planned, row)
    else:
        if row.measure in HOW:
            yield HOW[row.measure]
        sides = sides_of(plan, row.variant, row.measure)
        names = dict.fromkeys(side.variant for side in sides)
        repeated = " (every repeated answer)" if len(sides) > len(names) else ""
        yield f"It rests on the answers for {_listed(tuple(names))}{repeated} of each file."
    if isinstance(row.outcome, Estimate) and row.outcome.interval is not None:
        interval = row.outcome.interval
        yield f"Interval: {print_interval(interval)}, level {interval.level:g}, {interval.method}."
    yield f"Method {row.outcome.method}. Nothing that is missing was replaced by a number."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _run_words(run: RunSummary) -> Iterator[str]:
    if run.supplied_by:
        yield f"{run.run_id}: {run.state}. {supplier_sentence(run.supplied_by)} Imported {run.started_at}."
    else:
        ended = f", ended {run.finished_at}" if run.finished_at else ""
        begun = f"Imported {run.started_at}" if run.is_recorded else f"Begun {run.started_at}{ended}"
        yield f"{run.run_id}: {run.state}. {begun}."
        if not run.is_recorded:
            yield "The model called itself: " + (", ".join(run.model_echoes) or "nothing") + "."
        if run.recorded:
            yield recorded_sentence(run.recorded, run.n_asked)
    # In groups, so that a narrow column can break it.
    yield "Head of its chain: " + " ".join(run.head[place : place + 16] for place in range(0, len(run.head), 16))
    if run.is_rehearsal:
        yield "Rehearsal, not evidence: the answers come from the built-in calibration model."


def _configuration_words(system: AuditedSystem, run: RunSummary | None) -> Iterator[str]:
    yield from _system_words(system)
    if run is not None and run.recorded:
        yield "So the project describes it. Whether the recorded answers were given so is not known."


def _system_words(system: AuditedSystem) -> Iterator[str]:
    yield f"{system.title or system.label}: {system.endpoint.kind}, model {system.endpoint.model or 'not named'}."
    yield f"Identity: {identity_words(system)}."
    yield f"Decoding: {decoding_words(system.decoding)}."
    layers = ", ".join(layer.title for layer in system.layers)
    yield f"Layers: {layers or 'none'}."
