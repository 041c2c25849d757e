"""Charts as data: every row drawn, nothing unmeasured that looks like a number, the same in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from fairdesk.domain.cases import VariantKind, VariantRole
from fairdesk.domain.plan import Plan
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.results import (
    Analysis,
    ComparisonRow,
    Estimate,
    Interval,
    NotMeasured,
    ResultRow,
    Verdict,
    result_id,
)
from fairdesk.report.figures import before_after_plot, change_bars, change_plot, shift_plot

REFUSED = NotMeasured(method="M03", reason="no file has a valid value in both arms", missing={})

QUESTION = Question(
    question_id="rating",
    title="Rating",
    prompt="Rate.",
    extractor="rating/1",
    kind=QuantityKind.DISCRETE,
    scale=(1.0, 5.0),
    unit="points",
    max_tokens=10,
)


def plan(*labels: str) -> Plan:
    kinds = tuple(VariantKind(label=one, role=VariantRole.CUE, description=one, attributes={}) for one in labels)
    return Plan(
        project="P",
        title="T",
        created_at="2026-11-29T12:00:00Z",
        systems=(),
        cases=(),
        n_duplicate_cases=0,
        variants=kinds,
        variants_sha256="",
        measures=(),
        cues=(),
        questions=(QUESTION,),
        repeated=(),
        n_samples=1,
        families=(),
        targets=(),
        attributes={},
        not_tested=(),
        alpha=0.05,
        order_seed=1,
        resampling_seed=1,
    )


def estimate(value: float, half: float | None = 0.1) -> Estimate:
    interval = None if half is None else Interval(low=value - half, high=value + half, level=0.95, method="t")
    return Estimate(value=value, interval=interval, n=40, missing={}, unit="points", method="M03", details={})


def row(
    place: tuple[str, str, str], outcome: Estimate | NotMeasured, counts: Mapping[str, int] | None = None
) -> ResultRow:
    system, variant, measure = place
    return ResultRow(
        result_id=result_id(system, "rating", variant, measure),
        system=system,
        question_id="rating",
        variant=variant,
        role="cue",
        measure=measure,
        outcome=outcome,
        verdict=Verdict.DESCRIPTIVE,
        counts=counts or {},
        sentence="",
    )


def comparison(variant: str, change: Estimate | NotMeasured, status: str) -> ComparisonRow:
    measured = isinstance(change, Estimate)
    return ComparisonRow(
        comparison_id=variant,
        question_id="rating",
        variant=variant,
        before_system="old",
        after_system="new",
        shift_before=estimate(-0.2) if measured else REFUSED,
        shift_after=estimate(0.1) if measured else REFUSED,
        change=change,
        test=None,
        consistency_before=REFUSED,
        consistency_after=REFUSED,
        consistency_test=None,
        level_before=None,
        level_after=None,
        status=status,
        sentence="",
    )


def analysis(*rows: ResultRow, comparisons: tuple[ComparisonRow, ...] = ()) -> Analysis:
    return Analysis(
        plan_sha256="", runs=(), results=rows, comparisons=comparisons, coverage=(), coverage_counts={}, versions={}
    )


def test_systems_of_one_variant_stand_together_in_the_order_of_the_plan() -> None:
    """Rows come system by system; in the plot baseline and mitigated of a variant are neighbours of one group."""
    found = analysis(
        *(
            row((system, variant, "mean_shift"), estimate(-0.1))
            for system in ("old", "new")
            for variant in ("both", "female")
        ),
        row(("old", "both", "interaction"), estimate(0.05)),
    )

    plot = shift_plot(plan("female", "both"), found, QUESTION)

    assert [line.label for line in plot.lines] == [
        "female: old",
        "female: new",
        "both: old",
        "both: new",
        "interaction of both: old",
    ]
    assert [line.group for line in plot.lines] == ["female", "female", "both", "both", "interaction of both"]


def test_what_was_not_measured_has_no_number_anywhere() -> None:
    """The line has neither value nor interval, and the summary names the reason."""
    found = analysis(
        row(("old", "female", "mean_shift"), REFUSED), row(("old", "both", "mean_shift"), estimate(-0.25, None))
    )

    plot = shift_plot(plan("female", "both"), found, QUESTION)

    refused, measured = plot.lines
    assert (refused.value, refused.low, refused.high, refused.printed) == (None, None, None, "not measured")
    assert (measured.low, measured.printed) == (None, "−0.250 (no interval)")
    assert plot.summary == (
        "female: old not measured, no file has a valid value in both arms. both: old −0.250 (no interval) points."
    )


def test_one_reason_for_everything_is_said_once() -> None:
    """When all was refused the summary is one sentence; without rows it says so, too."""
    found = analysis(*(row(("old", variant, "mean_shift"), REFUSED) for variant in ("female", "both")))

    assert shift_plot(plan("female", "both"), found, QUESTION).summary == (
        "Nothing was measured: no file has a valid value in both arms."
    )
    assert shift_plot(plan(), analysis(), QUESTION).summary == "Nothing was measured."


def test_the_outermost_bars_take_everything_beyond_them() -> None:
    """Changes of 3 and 4 points are counted with those of 2, and no file is lost."""
    counts = {"change-4": 1, "change-2": 2, "change-1": 3, "change0": 30, "change+2": 4, "change+3": 5, "valid": 45}
    found = analysis(row(("old", "female", "direction"), estimate(0), counts))

    bars = change_bars(found, QUESTION, "old")

    assert bars is not None
    assert bars.counts == {"female": (3, 3, 30, 0, 9)}
    assert bars.summary == "female: 6 of 45 files rated lower, 30 the same, 9 higher."


def test_no_bars_are_drawn_where_nothing_was_measured() -> None:
    """A variant without valid pairs has no bars but a sentence; without any there is no chart."""
    empty = row(("old", "both", "direction"), REFUSED, {"valid": 0})
    full = row(("old", "female", "direction"), estimate(0), {"change0": 2, "valid": 2})

    bars = change_bars(analysis(full, empty), QUESTION, "old")

    assert bars is not None
    assert list(bars.counts) == ["female"]
    assert bars.summary.endswith("both: not measured.")
    assert change_bars(analysis(empty), QUESTION, "old") is None
    assert change_bars(analysis(full), QUESTION, "new") is None


def test_changes_between_two_steps_are_told_and_never_drawn_as_none() -> None:
    """A rating of 3.5 leaves no counts by whole points; bars of height 0 would say that no file was rated."""
    half = row(("old", "both", "direction"), estimate(0), {"valid": 9, "down": 2, "unchanged": 6, "up": 1})
    full = row(("old", "female", "direction"), estimate(0), {"change0": 2, "valid": 2})

    bars = change_bars(analysis(full, half), QUESTION, "old")

    assert bars is not None
    assert list(bars.counts) == ["female"]
    assert bars.summary.endswith(
        "both: 2 of 9 files rated lower, 6 the same, 1 higher; not drawn, some of them by a part of a point."
    )
    assert change_bars(analysis(half), QUESTION, "old") is None


@pytest.mark.parametrize("status", ["reduced", "overshoot", "no change detected"])
def test_a_change_is_told_with_both_values_and_its_status(status: str) -> None:
    """Before, after, change with interval and the word that follows from them stand in the summary."""
    found = analysis(comparisons=(comparison("female", estimate(0.3), status), comparison("both", REFUSED, "n/a")))

    plot = change_plot(found, QUESTION, ("old", "new"))

    assert plot.summary == (
        f"female: from −0.200 to 0.100, change 0.300 (0.200 to 0.400) points; {status}. "
        "both: not measured, no file has a valid value in both arms."
    )
    assert [line.value for line in plot.lines] == [0.3, None]
    assert change_plot(found, QUESTION, ("old", "other")).summary == "Nothing was compared."


def test_before_and_after_are_neighbours() -> None:
    """Two lines per variant, the earlier system first; another question has no lines."""
    found = analysis(comparisons=(comparison("female", estimate(0.3), "overshoot"),))

    plot = before_after_plot(found, QUESTION)

    assert [(line.label, line.value) for line in plot.lines] == [("female: old", -0.2), ("female: new", 0.1)]
    assert "overshoot" in plot.summary
    assert before_after_plot(found, replace(QUESTION, question_id="other")).lines == ()
