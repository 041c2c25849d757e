"""Words beside a comparison claim no more than was measured."""

from __future__ import annotations

from fairdesk.domain.comparison_words import ComparisonLine, comparison_described
from fairdesk.domain.result_words import Standing
from fairdesk.domain.results import ComparisonRow, NotMeasured
from fairdesk.measures.categories import mcnemar

NOTHING = NotMeasured(method="M36", reason="no file has a valid value in all four arms", missing={})


def test_what_was_not_compared_has_no_test_that_says_no_change() -> None:
    """Without files the reason of a test would be that no file differs, which nobody has seen."""
    row = ComparisonRow(
        comparison_id="c",
        question_id="rating",
        variant="both",
        before_system="old",
        after_system="new",
        shift_before=NOTHING,
        shift_after=NOTHING,
        change=NOTHING,
        test=mcnemar(0, 0),
        consistency_before=NOTHING,
        consistency_after=NOTHING,
        consistency_test=mcnemar(0, 0),
        level_before=None,
        level_after=None,
        status="not measured",
        sentence="",
    )
    line = ComparisonLine(row=row, role="cue", standing=Standing.PLANNED, family="", unit="points")

    told = dict(comparison_described(line))

    assert told["Change, after minus before"].startswith("not measured: no file has a valid value in all four arms")
    assert not any("no file differs" in words for words in told.values())
