"""Words beside a number belong to that number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from fairdesk.domain.plan import Plan
from fairdesk.domain.result_words import ResultLine, Standing, described, missing_count, moves, result_lines
from fairdesk.domain.results import Estimate, NotMeasured, ResultRow, Verdict
from fairdesk.measures.counterfactual import sign_test

COUNTS = {"pairs": 12, "valid": 11, "down": 3, "unchanged": 7, "up": 1}

PLAN = Plan(
    project="P",
    title="T",
    created_at="2026-11-29T12:00:00Z",
    systems=(),
    cases=(),
    n_duplicate_cases=0,
    variants=(),
    variants_sha256="",
    measures=(),
    cues=(),
    questions=(),
    repeated=("original",),
    n_samples=2,
    families=(),
    targets=(),
    attributes={},
    not_tested=(),
    alpha=0.05,
    order_seed=1,
    resampling_seed=1,
)


def line(measure: str, n: int, counts: Mapping[str, int] = COUNTS) -> ResultLine:
    """A result on ``n`` files as a table shows it."""
    outcome = Estimate(value=1.0, interval=None, n=n, missing={}, unit="points", method="M", details={})
    row = ResultRow(
        result_id=measure,
        system="old",
        question_id="rating",
        variant="both",
        role="intersection",
        measure=measure,
        outcome=outcome,
        verdict=Verdict.DESCRIPTIVE,
        counts=counts,
        sentence="",
    )
    return ResultLine(row=row, question_title="Rating", standing=Standing.DESCRIBED, family="", beside="")


@pytest.mark.parametrize("measure", ["noise_floor", "noise_gap", "interaction", "missing"])
def test_files_rated_lower_are_not_told_beside_a_number_that_they_do_not_belong_to(measure: str) -> None:
    """A noise floor compares an original with itself: "0 lower, all the same" would look like full agreement."""
    told = line(measure, 9)

    assert moves(told.row) == {}
    assert "Lower, the same, higher" not in dict(described(told, "points"))


def test_files_rated_lower_stand_beside_a_consistency() -> None:
    """The direction is always read with a consistency."""
    told = line("consistency", 11)

    assert moves(told.row) == {"down": 3, "unchanged": 7, "up": 1}
    assert dict(described(told, "points"))["Lower, the same, higher"] == "3 lower, 7 the same, 1 higher."


def test_no_file_is_rated_lower_where_none_has_a_pair() -> None:
    """Without a single pair, 0 lower, 0 the same, 0 higher would look like a finding."""
    counts = {"pairs": 12, "valid": 0, "down": 0, "unchanged": 0, "up": 0}

    assert moves(line("consistency", 0, counts).row) == {}


def test_no_test_of_nothing_says_that_no_file_changed() -> None:
    """Where no file has a pair, the reason is that; a sign test of 0 and 0 would say that no file changed."""
    told = line("direction", 0)
    nothing = NotMeasured(method="M03", reason="no file has a valid value in both arms", missing={})
    row = replace(told.row, outcome=nothing, test=sign_test(0, 0))

    assert dict(described(replace(told, row=row), "points"))["Test"] == (
        "exact sign test (M05): no test: no file has a valid value in both arms"
    )


def test_a_continuous_quantity_is_not_said_to_be_without_repeats() -> None:
    """It has no consistency and so no agreement of repeats; its noise gap may have been measured all the same."""
    rows = [replace(line(of, 11).row, measure=of) for of in ("consistency", "mean_shift", "cf_gap", "noise_gap")]

    beside = {told.row.measure: told.beside for told in result_lines(PLAN, rows)}

    assert beside["consistency"] == ""
    assert beside["cf_gap"].startswith("noise floor 1.000")


def test_an_interaction_counts_the_files_that_lack_one_of_four_answers() -> None:
    """Eleven files have a pair and nine all four answers: three of twelve are missing, not one."""
    told = line("interaction", 9)

    assert missing_count(told.row) == 3
    assert dict(described(told, "points"))["Files in and out"] == "9 of 12 files have all four answers."
    assert missing_count(line("consistency", 11).row) == 1


def test_a_noise_floor_counts_the_files_without_a_second_answer() -> None:
    """The pairs of the original with itself are complete and say nothing of repeats."""
    counts = {"pairs": 12, "valid": 12, "down": 0, "unchanged": 12, "up": 0}
    told = line("noise_floor", 10, counts)

    assert missing_count(told.row) == 2
    assert dict(described(told, "points"))["Files in and out"] == (
        "10 of 12 files have two or more answers to one prompt."
    )
