"""What is said of a result beside its number: its measure, its standing in the plan, and what to read with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from fairdesk.domain.benchmark_evidence import answers_missing, is_of_benchmark, score_counts_words
from fairdesk.domain.cautions import ScaleEnds, cautions, scale_ends
from fairdesk.domain.corrections import corrected_words
from fairdesk.domain.lock_words import is_outside_lock
from fairdesk.domain.measure_names import MEASURE_NAMES
from fairdesk.domain.plan import Family, FamilyKind, Plan
from fairdesk.domain.printing import print_interval, print_number, print_outcome, print_p, print_test
from fairdesk.domain.results import Estimate, NotMeasured, ResultRow, SignificanceTest, Verdict

NOISE_MEASURES = ("noise_floor", "noise_gap")

OWN_FILES = {
    "names": "values on both sides and a word that was drawn",
    "interaction": "all four answers",
    "three_way": "all eight answers",
    "excess_gap": "values on both sides, one of them repeated",
    "noise_floor": "two or more answers to one prompt",
    "noise_gap": "two or more answers to one prompt",
}
"""Measures that rest on other files than the pairs of their variant, and what those files have."""

WITHOUT_MOVES = (
    "interaction",
    "three_way",
    "missing",
    *NOISE_MEASURES,
    "disparity_points",
    "disparity_relative",
    "names",
)
"""Measures beside which the files rated lower and higher would be read as counts of something else."""

STATUSES = ("refused", "unreadable", "failed", "not_attempted")
"""Ways in which a file has no value, in the order in which they are told."""

ADJUSTMENT_NAMES = {
    FamilyKind.CONFIRMATORY: "confirmatory, Holm",
    FamilyKind.INTERSECTIONS: "intersections, Holm",
    FamilyKind.EXPLORATORY: "exploratory, Benjamini-Hochberg",
}


PLANNED_BEFORE = "Planned: the plan said before the first call that this is to be judged."
PLANNED_AFTER = (
    "Judged by fixed rules that were set without a look at any result; the answers were there before the plan was made."
)
"""What ``Standing.PLANNED`` means for a run, and for supplied answers, where nothing can be registered beforehand."""


class Standing(Enum):
    """Whether the plan lets a result decide something."""

    PLANNED = "planned"
    EXPLORATORY = "exploratory"
    DESCRIBED = "described"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """A result as a table shows it.

    Attributes:
        question_title: The question in words.
        family: How and with how many others its p-value is adjusted; empty without a family.
        beside: What must be read with the number: noise floor, sign test, additive expectation, bounds.
        is_supplied: The plan was made when the answers were there already; nothing was planned before them.
        ends: Shares of the originals of the comparison at the ends of the scale; None where they are not known.
        cautions: What keeps the number from being read as more than it is, a few words each.
    """

    row: ResultRow
    question_title: str
    standing: Standing
    family: str
    beside: str
    is_supplied: bool = False
    ends: ScaleEnds | None = None
    cautions: tuple[str, ...] = ()


CHANGE = "change_"


def change_of(measure: str) -> str:
    """Name of the change of a benchmark's score from one system to another.

    Example:
        >>> change_of("s_amb")
        'change_s_amb'
    """
    return f"{CHANGE}{measure}"


def measure_name(measure: str) -> str:
    """A measure in words; one without a name of its own is shown by its id.

    Example:
        >>> measure_name("mean_shift"), measure_name("new_measure")
        ('Mean shift', 'New measure')
    """
    if measure not in MEASURE_NAMES and measure.removeprefix(CHANGE) in MEASURE_NAMES:
        return f"Change of {MEASURE_NAMES[measure.removeprefix(CHANGE)]}"
    return MEASURE_NAMES.get(measure, measure.replace("_", " ").capitalize())


def result_lines(plan: Plan, rows: Sequence[ResultRow]) -> tuple[ResultLine, ...]:
    """All results as lines: what the plan decides stands first, with all that describes the same comparison."""
    titles = {question.question_id: question.title for question in plan.all_questions}
    families = {family.family_id: family for family in plan.families}
    found = {(*_comparison(row), row.measure): row for row in rows}
    # The noise floor stands in the row of whichever variant was repeated.
    found |= {(row.system, row.question_id, "", row.measure): row for row in rows if row.measure in NOISE_MEASURES}
    lines = []
    for row in rows:
        ends = scale_ends(found.get((*_comparison(row), "mean_shift")))
        line = ResultLine(
            row=row,
            question_title=titles.get(row.question_id, row.question_id),
            standing=_standing(row, families),
            family=family_words(row.test, families),
            beside=_beside(row, found),
            is_supplied=plan.supplied is not None,
            ends=ends,
            cautions=cautions(row, ends),
        )
        lines.append(line)
    planned = {_comparison(line.row) for line in lines if line.standing is Standing.PLANNED}
    return tuple(sorted(lines, key=lambda line: _comparison(line.row) not in planned))


def family_words(test: SignificanceTest | None, families: Mapping[str, Family]) -> str:
    """How a p-value is adjusted, and among how many tests."""
    if test is None or test.family_id not in families:
        return ""
    return f"{ADJUSTMENT_NAMES[families[test.family_id].kind]}, {test.family_size} tests"


def verdict_words(row: ResultRow) -> str:
    """The verdict with the sentence that keeps it from being read as more than was shown."""
    words = row.verdict.value
    if row.verdict in (Verdict.NO_DIFFERENCE_SHOWN, Verdict.INCONCLUSIVE) and row.detectable:
        n = row.outcome.n
        return f"{words}. With {n} files: {row.detectable[:1].lower()}{row.detectable[1:]}"
    if shows_no_direction(row):
        return f"{words}. So few files changed that no direction is found with power 0.80, were all on one side."
    return words


def shows_no_direction(row: ResultRow) -> bool:
    """Whether a direction was not found that these files could hardly have shown, whatever it is (methods.md D6)."""
    return row.measure == "direction" and row.verdict is Verdict.NO_DIFFERENCE_SHOWN and not row.detectable


def missing_count(row: ResultRow) -> int:
    """Files of the comparison without a value on a side, or not all that the measure needs; answers of a benchmark."""
    if is_of_benchmark(row):
        return answers_missing(row.counts)
    entered = row.outcome.n if row.measure in OWN_FILES else row.counts.get("valid", 0)
    return row.counts.get("pairs", 0) - entered


def moves(row: ResultRow) -> Mapping[str, int]:
    """Files rated lower (``down``), the same (``unchanged``) and higher (``up``); empty where none belong to a row."""
    if row.measure in WITHOUT_MOVES or "down" not in row.counts or not row.counts.get("valid", 0):
        return {}
    return {name: row.counts[name] for name in ("down", "unchanged", "up")}


def described(line: ResultLine, unit: str) -> tuple[tuple[str, str], ...]:
    """Everything that is known of a result, as headings with words."""
    return tuple((heading, words) for heading, words in _parts(line, unit) if words)


def _parts(line: ResultLine, unit: str) -> Iterator[tuple[str, str]]:
    row, outcome = line.row, line.row.outcome
    if isinstance(outcome, NotMeasured):
        yield "Value", print_outcome(outcome)
    else:
        yield "Value", _value_words(outcome, "answers" if is_of_benchmark(row) else "files")
        yield "What the sign says", outcome.direction
    yield "Verdict", f"{verdict_words(row)}\n{_standing_words(line)}"
    yield "How to read it", row.sentence
    yield "Read beside it", line.beside
    yield "Test", _test_words(line)
    yield "To note", row.note
    yield "Caution", "\n".join(line.cautions)
    yield "Corrections", corrected_words(row.counts.get("corrected", 0))
    if isinstance(outcome, Estimate):
        yield "Warnings", "\n".join(outcome.warnings)
        yield "Assumptions", "\n".join(outcome.assumptions)
    yield "What this number of files could show", row.detectable
    yield "Items in and out" if is_of_benchmark(row) else "Files in and out", counts_words(row)
    yield "Lower, the same, higher", _moves_words(row, unit)
    if isinstance(outcome, Estimate):
        numbers = (f"{name.replace('_', ' ')}: {value:.6g}" for name, value in outcome.details.items())
        yield "Further numbers", "\n".join(numbers)
    yield "Method and name", f"{outcome.method}, {row.result_id}"


def _value_words(outcome: Estimate, units: str) -> str:
    interval = outcome.interval
    words = f"{print_number(outcome.value)} {outcome.unit}, {print_interval(interval)}"
    if interval is not None:
        words += f" ({interval.level:.0%} interval: {interval.method})"
    return f"{words}, on {outcome.n} {units}"


def _standing_words(line: ResultLine) -> str:
    return {
        Standing.PLANNED: PLANNED_AFTER if line.is_supplied else PLANNED_BEFORE,
        Standing.EXPLORATORY: "Exploratory: a lead for a later audit, and no conclusion of this one.",
        Standing.DESCRIBED: "Described: no rule of the plan judges this number.",
    }[line.standing]


def _test_words(line: ResultLine) -> str:
    test = line.row.test
    if test is None:
        return "No test was declared for this measure."
    if isinstance(line.row.outcome, NotMeasured):
        return f"{test.name} ({test.method}): no test: {line.row.outcome.reason}"
    words = f"{test.name} ({test.method}): {print_test(test)}"
    return f"{words} ({line.family})" if line.family else words


def counts_words(row: ResultRow) -> str:
    """How many files entered a number, and why the others did not; empty where nothing is known of it."""
    counts = row.counts
    if is_of_benchmark(row):
        return score_counts_words(counts)
    if "pairs" not in counts:
        return ""
    if row.measure in OWN_FILES:
        return f"{row.outcome.n} of {counts['pairs']} files have {OWN_FILES[row.measure]}."
    lines = [f"{counts['valid']} of {counts['pairs']} files have a value on both sides."]
    for arm in ("original", "variant"):
        gaps = [
            f"{counts[name]} {status.replace('_', ' ')}"
            for status in STATUSES
            if counts.get(name := f"{arm}_{status}", 0)
        ]
        lines.append(f"Missing on the side of the {arm}: {', '.join(gaps) or 'nothing'}.")
    return "\n".join(lines)


def _moves_words(row: ResultRow, unit: str) -> str:
    counts = row.counts
    if not moves(row):
        return ""
    lines = [f"{counts['down']} lower, {counts['unchanged']} the same, {counts['up']} higher."]
    steps = [(int(name.removeprefix("change")), count) for name, count in counts.items() if name.startswith("change")]
    lines += [f"by {_signed(step)} {unit}: {count} files" for step, count in sorted(steps) if step]
    if "originals_at_floor" in counts:
        lines.append(
            f"{counts['originals_at_floor']} originals stand at the lowest value and "
            f"{counts['originals_at_ceiling']} at the highest: they cannot move further."
        )
    return "\n".join(lines)


def _signed(step: int) -> str:
    return f"+{step}" if step > 0 else print_number(step, 0)


def _standing(row: ResultRow, families: Mapping[str, Family]) -> Standing:
    family = families.get(row.test.family_id) if row.test is not None else None
    if family is not None:
        return Standing.EXPLORATORY if family.kind is FamilyKind.EXPLORATORY else Standing.PLANNED
    if row.target_id:
        return Standing.EXPLORATORY if is_outside_lock(row) else Standing.PLANNED
    if row.measure == "equivalence":
        is_planned = any(one.kind is not FamilyKind.EXPLORATORY for one in families.values())
        return Standing.PLANNED if is_planned and not is_outside_lock(row) else Standing.EXPLORATORY
    return Standing.DESCRIBED


def _comparison(row: ResultRow) -> tuple[str, str, str]:
    return row.system, row.question_id, row.variant


def _beside(row: ResultRow, found: Mapping[tuple[str, str, str, str], ResultRow]) -> str:
    """What the printed rules of a measure ask to be read with it."""
    if row.measure == "consistency":
        direction = found.get((*_comparison(row), "direction"))
        if direction is None:
            return ""  # a continuous quantity: it has no agreement of repeats either, whether or not it was repeated
        noise = _noise(row, found, "noise_floor")
        return ". ".join(words for words in (_direction_words(direction), noise) if words)
    if row.measure == "cf_gap":
        return _noise(row, found, "noise_gap")
    details = row.outcome.details if isinstance(row.outcome, Estimate) else {}
    if row.measure == "interaction" and "additive_expectation" in details:
        return (
            f"together {print_number(details['shift_both'])}; separately {print_number(details['shift_first'])} and "
            f"{print_number(details['shift_second'])}, which add up to {print_number(details['additive_expectation'])}"
        )
    if row.measure == "three_way" and "observed_triple" in details:
        return (
            f"together {print_number(details['observed_triple'])}; the three cues separately add up to "
            f"{print_number(details['additive_expectation'])}"
        )
    if row.measure == "missing" and missing_count(row):
        if "shift_low" not in details:
            return "the scale is open, so the missing values bound nothing"
        low, high = print_number(details["shift_low"]), print_number(details["shift_high"])
        return f"whatever is missing, the mean shift lies between {low} and {high}"
    return ""


def _direction_words(direction: ResultRow | None) -> str:
    if direction is None or direction.test is None:
        return ""
    if isinstance(direction.outcome, NotMeasured):
        return f"no sign test: {direction.outcome.reason}"
    if direction.test.p_value is None:
        return f"no sign test: {direction.test.reason}"
    return f"sign test p {print_p(direction.test.p_value)}, {direction.verdict.value.partition(':')[0]}"


def _noise(row: ResultRow, found: Mapping[tuple[str, str, str, str], ResultRow], measure: str) -> str:
    """The noise floor of the same system and question."""
    noise = found.get((row.system, row.question_id, "", measure))
    if noise is None:
        return "noise floor not measured: nothing was repeated"
    return f"noise floor {print_outcome(noise.outcome)}"
