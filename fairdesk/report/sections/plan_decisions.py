"""What was decided before the first call, who locked it, and what deviated from it later (report-contents.md S6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairdesk.domain.benchmark_evidence import category_words
from fairdesk.domain.design import Design
from fairdesk.domain.lock_words import exploratory_words, lock_words
from fairdesk.domain.locks import Deviation
from fairdesk.domain.plan import FamilyKind, Plan
from fairdesk.domain.plan_words import TARGET_NAMES, stopping_words
from fairdesk.domain.questions import Target
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.result_words import measure_name
from fairdesk.domain.results import Analysis, PlannedSample
from fairdesk.report.blocks import Block, BulletList, Column, Facts, Heading, Paragraph, TableBlock
from fairdesk.report.sections.cells import enumerated, moment
from fairdesk.report.sections.numbers import PLAN
from fairdesk.report.sections.section import Section, SectionInput, first_call, words_or

ADJUSTMENT = {
    FamilyKind.CONFIRMATORY: "Holm",
    FamilyKind.INTERSECTIONS: "Holm",
    FamilyKind.EXPLORATORY: "Benjamini-Hochberg",
}

CHANGE_OF = "->"
"""Joins the two systems in the name of a comparison."""

DISPARITY_UNITS = {"disparity_points": " points", "disparity_relative": " relative"}


def _write(given: SectionInput) -> tuple[Block, ...]:
    report, plan = given.report, given.report.plan
    return (
        Heading(level=1, text=f"{PLAN} Decisions of the plan"),
        *_lock(report),
        *_targets(report),
        *_rules(plan),
        *_families(plan),
        *_sizes(plan, report.analysis),
    )


def _lock(report: ReportInput) -> Iterator[Block]:
    """Who fixed the plan and when, and every deviation; a list without entries is said to be empty."""
    plan, lock = report.plan, report.lock
    if plan.supplied is not None:
        return
    yield Heading(level=2, text="Lock and deviations")
    shown = None if lock is None else replace(lock, at=moment(lock.at))
    yield Paragraph(text=lock_words(shown, moment(plan.created_at)))
    rows = [("Plan, SHA-256", report.plan_sha256)]
    if lock is not None:
        if lock.plan_sha256 != report.plan_sha256:
            rows.append(("Locked plan, SHA-256", lock.plan_sha256))
        rows.append(("Statement", words_or(lock.confirmation.statement, "none: nobody confirmed it")))
        if lock.confirmation.at:
            rows.append(("Given", moment(lock.confirmation.at)))
    yield Facts(rows=tuple(rows))
    if not report.deviations:
        words = "Deviations after the lock: none." if lock else "Deviations: none recorded; the plan was not locked."
        yield Paragraph(text=words)
        return
    yield Paragraph(text=f"Deviations after the lock: {len(report.deviations)}. {exploratory_words(report.deviations)}")
    for number, one in enumerate(report.deviations, 1):
        yield Heading(level=3, text=f"Deviation {number}")
        yield Facts(rows=_deviation(one))


def _deviation(one: Deviation) -> tuple[tuple[str, str], ...]:
    when = "after results may have been seen" if one.results_seen else "before any result existed"
    return (
        ("Recorded", f"{moment(one.at)}, by {words_or(one.by, 'nobody named')}"),
        ("When", f"{when}{f': {one.seen_reason}' if one.seen_reason else ''}"),
        ("Reason", words_or(one.reason, "no reason was given")),
        ("What changed", "\n".join(one.changes)),
    )


def _targets(report: ReportInput) -> Iterator[Block]:
    plan = report.plan
    yield Heading(level=2, text="Targets")
    if not plan.targets:
        yield Paragraph(text="No target was declared, so nothing is said to meet or not to meet one.")
        return
    adopted = {} if plan.design is None else {one.target.target_id: one for one in plan.design.targets}
    columns = [
        Column(title="Target", weight=1.2),
        Column(title="Measure", weight=1.2),
        Column(title="Question", weight=1.1),
        Column(title="Threshold", weight=1),
        Column(title="Justification", weight=3),
    ]
    rows = []
    for target in plan.targets:
        row = [target.target_id, *_about(target), _threshold(target), words_or(target.justification)]
        if plan.design is not None:
            found = adopted.get(target.target_id)
            who = (found.adopted_by, found.adopted_on) if found else ("", "")
            row.append(", ".join(part for part in who if part) or "not recorded")
        rows.append(tuple(row))
    if plan.design is not None:
        columns.append(Column(title="Adopted by, on", weight=1.2))
    when = "any result was computed" if plan.supplied else first_call(report)
    yield TableBlock(
        caption=f"Internal targets, declared before {when}; no published study validates their values",
        columns=tuple(columns),
        rows=tuple(rows),
        has_row_headers=True,
    )
    if plan.exploratory_targets:
        names = enumerated(list(plan.exploratory_targets))
        yield Paragraph(text=f"Not covered by the lock, so that what is said of them is exploratory: {names}.")


def _about(target: Target) -> tuple[str, str]:
    name = TARGET_NAMES.get(target.measure, target.measure.replace("_", " "))
    cell = f", for {' and '.join(target.cell)}" if target.cell else ""
    return f"{name}{cell}", target.question_id or "none of its own"


def _threshold(target: Target) -> str:
    return f"{target.direction.replace('_', ' ')} {target.threshold:.2f}{DISPARITY_UNITS.get(target.measure, '')}"


def _rules(plan: Plan) -> Iterator[Block]:
    yield Heading(level=2, text="Decision rules")
    rows = [
        *(_rules_of_files(plan) if plan.asks_files else ()),
        *((OF_BENCHMARKS,) if plan.benchmarks else ()),
        ("Intervals", "95 percent, two-sided, except where the rule of a target is one-sided"),
        ("Stopping rule", plan.stopping_rule if plan.design is None else stopping_words(plan.design)),
        ("Seeds", _seeds(plan)),
    ]
    yield Facts(rows=tuple(rows))
    yield from _margins(plan)


OF_BENCHMARKS = (
    "A score of a benchmark",
    "is exploratory; where it has a test, that is two-sided and counts groups of items (a template, a pair, a term) "
    "and not answers; fewer than six groups have no interval",
)


def _rules_of_files(plan: Plan) -> tuple[tuple[str, str], ...]:
    return (
        ("A target is decided by", "the exact one-sided binomial test at 0.05; only its one-sided bound is printed"),
        (
            "A difference is decided by",
            f"a two-sided test at {plan.alpha:g} within its family: {_sign_test(plan)} of the files that changed, for "
            "continuous quantities the sign-flip test of the mean shift, and the sign-flip test of an interaction",
        ),
    )


def _sign_test(plan: Plan) -> str:
    return "the anytime-valid sign test" if plan.may_stop_early else "the exact sign test"


def _seeds(plan: Plan) -> str:
    words = f"order of the calls {plan.order_seed}, resampling {plan.resampling_seed}"
    if plan.design is not None:
        words += f", words and rows of the design {plan.design.seed}, sample to review {plan.design.review_seed}"
    return words


def _margins(plan: Plan) -> Iterator[Block]:
    if plan.design is None:
        return
    if plan.exploratory_margins:
        names = enumerated(list(plan.exploratory_margins))
        yield Paragraph(text=f"Margins not covered by the lock, so that what is said of them is exploratory: {names}.")
    if not plan.design.margins:
        yield Paragraph(text="No margin was declared: equivalence is shown for nothing in this report.")
        return
    units = {question.question_id: question.unit for question in plan.questions}
    yield TableBlock(
        caption="Margins: differences up to this size do not matter; two one-sided t tests decide",
        columns=(
            Column(title="Question", weight=1.2),
            Column(title="Margin", weight=1.2),
            Column(title="Why", weight=4),
        ),
        rows=tuple(
            (one.question_id, f"+/- {one.points:g} {units.get(one.question_id, '')}".strip(), words_or(one.reason))
            for one in plan.design.margins
        ),
        has_row_headers=True,
    )


def _families(plan: Plan) -> list[Block]:
    """Families that hold the same tests of different systems are one row: each is adjusted by itself."""
    alike: dict[tuple[FamilyKind, tuple[str, ...]], list[str]] = {}
    for family in plan.families:
        systems = dict.fromkeys(member.split("/")[0] for member in family.members)
        tests = tuple(member.partition("/")[2] for member in family.members)
        alike.setdefault((family.kind, tests), []).extend(systems or (family.family_id.split("/")[0],))
    rows = [
        (
            f"{kind.value}: {'; '.join(system.replace(CHANGE_OF, ' to ') for system in systems)}",
            ADJUSTMENT[kind],
            f"{len(tests):,}",
            member_words(tests),
        )
        for (kind, tests), systems in alike.items()
    ]
    return [
        Heading(level=2, text="Families of tests"),
        TableBlock(
            caption="Tests whose p-values are adjusted together, for each configuration by itself",
            columns=(
                Column(title="Family: configurations", weight=1.6),
                Column(title="Adjustment", weight=1.2),
                Column(title="Tests in each", align="right", weight=0.6),
                Column(title="Members", weight=4),
            ),
            rows=tuple(rows),
            has_row_headers=True,
        ),
    ]


MOST_MEMBERS = 60
"""Members of one measure that are named in a row; the evidence file has all."""


def member_words(tests: Sequence[str]) -> str:
    """Members of a family in words, from their ids without the system.

    Example:
        >>> member_words(["rating/female/direction", "rating/both/direction"])
        'Direction of rating: female and both'
        >>> member_words(["bbq_letter/Age/s_amb", "bbq_letter//s_amb"])
        's_AMB of bbq_letter: Age and all items'
        >>> member_words(["bbq_letter/Race/religion/s_amb", "bbq_letter/all items/s_amb"])
        's_AMB of bbq_letter: Race/religion and “all items”, a category'
    """
    variants: dict[str, list[str]] = {}
    for test in tests:
        # A category may hold the stroke; questions and measures do not.
        question, _, rest = test.partition("/")
        variant, _, measure = rest.rpartition("/")
        variants.setdefault(f"{measure_name(measure)} of {question}", []).append(category_words(variant))
    return "\n".join(f"{name}: {_some(labels)}" for name, labels in variants.items())


def _some(labels: Sequence[str]) -> str:
    if len(labels) <= MOST_MEMBERS:
        return enumerated(labels)
    return f"{', '.join(labels[:MOST_MEMBERS])} and {len(labels) - MOST_MEMBERS:,} more (in the evidence file)"


def _sizes(plan: Plan, analysis: Analysis) -> Iterator[Block]:
    """Numbers of files by test: needed, planned, obtained."""
    if plan.design is None:
        return
    yield Heading(level=2, text="Sample sizes")
    yield Facts(rows=tuple(_assumptions(plan.design)))
    if not analysis.samples:
        yield Paragraph(text="Nothing was sized: the plan has no test.")
        return
    yield TableBlock(
        caption="Files by test: needed for the wanted chance, planned, and obtained with a value on both sides",
        columns=(
            Column(title="Test or target", weight=2.4),
            Column(title="Smallest found", weight=1.5),
            Column(title="Chance to find what was assumed", align="right", weight=1.1),
            Column(title="Needed", align="right", weight=0.9),
            Column(title="Planned", align="right", weight=0.9),
            Column(title="Obtained", align="right", weight=0.9),
        ),
        rows=tuple(_size_row(one) for one in analysis.samples),
        has_row_headers=True,
    )
    yield BulletList(items=tuple(f"{one.what}: {one.sentence}" for one in analysis.samples))


def _assumptions(design: Design) -> Iterator[tuple[str, str]]:
    assumed = design.assumptions
    effect = assumed.smallest_effect
    reason = words_or(assumed.smallest_effect_reason, "no reason was given")
    yield "Smallest effect that matters", "not chosen" if effect is None else f"{effect:g} points. {reason}"
    yield "Wanted chance to find it", f"{assumed.power:.2f}"
    yield (
        "Assumed, not measured",
        f"{assumed.discordance:.1%} of the files change, {assumed.share_one_way:.1%} of them one way; the change of a "
        f"file has a standard deviation of {assumed.sd_points:g} points",
    )


def _size_row(one: PlannedSample) -> tuple[str, ...]:
    return (
        one.what,
        one.effect or "not computable",
        _chance(one.chance),
        "not known" if one.n_required is None else f"{one.n_required:,}",
        f"{one.n_planned:,}",
        "not tested" if one.n_obtained is None else f"{one.n_obtained:,}",
    )


def _chance(chance: float | None) -> str:
    """A chance with two decimals; neither 0 nor 1 is printed for one that is only near it."""
    if chance is None:
        return "not assumed"
    if chance < 0.01:
        return "below 0.01"
    return "above 0.99" if chance > 0.99 else f"{chance:.2f}"


SECTION = Section(section_id="plan", write=_write)
