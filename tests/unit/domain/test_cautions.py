"""Few files and crowded ends of the scale are said beside a number; what is not known is not warned of."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.cautions import FEW_FILES, ScaleEnds, cautions, scale_ends
from fairdesk.domain.results import Estimate, NotMeasured, ResultRow, Verdict

ROW = ResultRow(
    result_id="s/q/female/mean_shift",
    system="s",
    question_id="q",
    variant="female",
    role="cue",
    measure="mean_shift",
    outcome=Estimate(value=0.0, interval=None, n=400, missing={}, unit="points", method="M03", details={}),
    verdict=Verdict.DESCRIPTIVE,
    counts={"pairs": 400, "valid": 400, "originals_at_floor": 0, "originals_at_ceiling": 61},
    sentence="",
)


def test_a_crowded_end_is_named_with_its_share() -> None:
    """More than 15 percent of the originals at the highest value cannot rise; at exactly 15 percent nothing is said."""
    assert cautions(ROW, scale_ends(ROW)) == ("ceiling: 15% of the originals are at the highest value and cannot rise",)
    at_the_limit = replace(ROW, counts={**ROW.counts, "originals_at_ceiling": 60})

    assert cautions(at_the_limit, scale_ends(at_the_limit)) == ()


def test_an_open_scale_and_no_files_have_no_ends() -> None:
    """Where nothing can be counted there is no share, and never 0."""
    assert scale_ends(replace(ROW, counts={"pairs": 4, "valid": 4})) is None
    assert scale_ends(replace(ROW, counts={**ROW.counts, "valid": 0})) is None
    assert scale_ends(None) is None


def test_what_was_not_measured_needs_no_caution() -> None:
    """A reason stands there already."""
    absent = replace(ROW, outcome=NotMeasured(method="M03", reason="no valid pair", missing={}))

    assert cautions(absent, ScaleEnds(floor=1.0, ceiling=0.0)) == ()


@given(n=st.integers(1, 1_000), floor=st.floats(0, 1))
def test_few_files_are_always_said(n: int, floor: float) -> None:
    """Below the limit the number of files is named, whatever else is said."""
    assert isinstance(ROW.outcome, Estimate)
    row = replace(ROW, outcome=replace(ROW.outcome, n=n))
    words = cautions(row, ScaleEnds(floor=floor, ceiling=0.0))

    assert (f"few files: {n}" in words) == (n < FEW_FILES)
