"""The tables of results: a null result says what it could have shown, and nothing unmeasured is a count of 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.result_words import verdict_words
from fairdesk.domain.results import Estimate, NotMeasured, ResultRow, SignificanceTest, Verdict
from fairdesk.report.sections.result_tables import QuestionResults, consistency_table, shift_table

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
NONE = {"pairs": 4, "valid": 0, "down": 0, "unchanged": 0, "up": 0, "originals_at_floor": 0, "originals_at_ceiling": 0}
FEW = {"pairs": 12, "valid": 12, "down": 2, "unchanged": 9, "up": 1, "originals_at_floor": 3, "originals_at_ceiling": 0}


def row(measure: str, counts: Mapping[str, int], details: Mapping[str, float] | None = None) -> ResultRow:
    """A result without a detected difference, or without any value where no file has a pair."""
    outcome: Estimate | NotMeasured = NotMeasured(method="M", reason="no pair", missing={})
    verdict = Verdict.NOT_COMPUTABLE
    if counts["valid"]:
        outcome = Estimate(
            value=0.0, interval=None, n=counts["valid"], missing={}, unit="points", method="M", details=details or {}
        )
        verdict = Verdict.NO_DIFFERENCE_SHOWN if measure == "direction" else Verdict.DESCRIPTIVE
    return ResultRow(
        result_id=measure,
        system="old",
        question_id="rating",
        variant="both",
        role="intersection",
        measure=measure,
        outcome=outcome,
        test=SignificanceTest(name="exact sign test", method="M05", p_value=1.0) if counts["valid"] else None,
        verdict=verdict,
        counts=counts,
        sentence="",
        detectable="A direction is found." if details else "",
    )


def results(counts: Mapping[str, int], details: Mapping[str, float] | None = None) -> QuestionResults:
    """The results of one variant under one configuration."""
    found = {("old", "both", of): row(of, counts, details) for of in ("consistency", "direction", "mean_shift")}
    return QuestionResults(question=QUESTION, found=found, variants={"old": ("both",)})


def test_a_null_result_that_could_show_nothing_says_so() -> None:
    """With 3 of 12 files changed no imbalance at all is found with power 0.80; a bare "inconclusive" hides that."""
    (cells,) = consistency_table(results(FEW)).rows
    (able,) = consistency_table(results(FEW, {"smallest_share_one_way": 0.9})).rows

    assert cells[-1] == "inconclusive [none]"
    assert able[-1] == "inconclusive [0.900]"
    assert "So few files changed" in verdict_words(row("direction", FEW))
    assert "So few files changed" not in verdict_words(row("direction", FEW, {"smallest_share_one_way": 0.9}))


def test_no_pair_is_not_told_as_no_change() -> None:
    """Without a pair the counts lower, same and higher and the originals at the ends are not measured, and not 0."""
    (consistency,) = consistency_table(results(NONE)).rows
    (shift,) = shift_table(results(NONE)).rows

    assert consistency[3] == "not measured"
    assert shift[3] == "not measured"
    assert shift_table(results(FEW)).rows[0][3] == "3 / 0"


@pytest.mark.parametrize(
    ("family", "is_exploratory"),
    [("old/exploratory", True), ("old/confirmatory, outside the lock", True), ("old/confirmatory", False), ("", False)],
)
def test_a_table_of_exploratory_tests_is_called_so(family: str, is_exploratory: bool) -> None:
    """Where the plan declares the tests of a question exploratory, “difference detected” does not stand bare."""
    given = results(FEW)
    key = ("old", "both", "mean_shift")
    test = SignificanceTest(name="sign-flip test", method="M03", p_value=0.01, family_id=family)
    question = replace(QUESTION, kind=QuantityKind.CONTINUOUS)
    given = replace(given, question=question, found={key: replace(given.found[key], test=test)})
    assert shift_table(given).caption.endswith("; exploratory") == is_exploratory
