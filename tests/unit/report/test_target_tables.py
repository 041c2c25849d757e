"""What a report says of targets besides consistency: none of them is silently absent."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fairdesk.domain.design import PlannedTarget
from fairdesk.domain.questions import Target
from fairdesk.domain.reports import ReportInput
from fairdesk.report.document import report_document
from fairdesk.report.evidence_file import evidence_bytes
from fairdesk.report.layout import render
from tests.unit.report.designed import SHA, designed_report, small_design
from tests.unit.report.documents import EVIDENCE, FONTS
from tests.unit.report.test_designed_report import section_words, table


def adopted(target_id: str, measure: str, question_id: str, **changes: object) -> PlannedTarget:
    """A target at most 0.1, with a reason and who adopted it."""
    target = Target(
        target_id=target_id,
        measure=measure,
        question_id=question_id,
        threshold=0.1,
        direction="at_most",
        justification="The appeal office can explain no more than this.",
    )
    changed = replace(target, **changes)  # type: ignore[arg-type]  # whatever a test changes
    return PlannedTarget(target=changed, is_adopted=True, adopted_by="A. Auditor", adopted_on="2026-11-24")


@pytest.fixture(scope="module")
def report() -> ReportInput:
    """Three targets: one on selection rates, one that waits for its unit, one about a guardrail."""
    design = small_design()
    question = design.questions[0].question_id
    return designed_report(
        replace(
            design,
            targets=(
                *design.targets,
                adopted("t-rates", "disparity_points", question, selected_from=4.0),
                adopted("t-open", "disparity", question),
                adopted("t-guardrail", "guardrail_effectiveness", "", threshold=0.95, direction="at_least"),
            ),
        )
    )


def test_every_adopted_target_has_a_verdict_or_a_reason(report: ReportInput) -> None:
    """Two are listed as not tested, each with its reason, for both configurations; two are decided in their tables."""
    rows = table(report, "results", "Adopted targets that no test").rows
    assert [(row[0], row[2]) for row in rows] == [("t-open", "not tested"), ("t-guardrail", "not tested")]
    assert all(row[1].count(",") == 1 for row in rows)
    assert "not tested, because nobody chose whether points or relative percent are meant" in rows[0][3]
    assert "not tested, because it counts harmful requests that are stopped" in rows[1][3]
    decided = {row.target_id for row in report.analysis.results if row.measure != "target" and row.target_id}
    assert decided == {"t-consistency", "t-rates"}


def test_selection_rates_stand_beside_each_other(report: ReportInput) -> None:
    """Every cue and intersection has both rates, the difference and the verdict."""
    rows = table(report, "results", "Selection rates").rows
    tested = [kind for kind in report.plan.variants if kind.role.value in ("cue", "intersection")]
    assert len(rows) == 2 * len(tested)
    assert {row[5] for row in rows} <= {"target met", "target not met", "inconclusive"}
    assert "percentage points, as the plan chose" in section_words(report, "results")


def test_the_evidence_file_and_the_pages_hold_them(report: ReportInput) -> None:
    """The machine-readable rows name target, verdict and reason; the report can be drawn with them."""
    results = json.loads(evidence_bytes(report))["measured"]["results"]
    untested = {(row["target_id"], row["verdict"]) for row in results if row["measure"] == "target"}
    assert untested == {("t-open", "not tested"), ("t-guardrail", "not tested")}
    rendered = render(report_document(report, SHA, draft=True), (EVIDENCE,), FONTS)
    assert rendered.data.startswith(b"%PDF")


def test_a_result_says_by_how_many_words_it_was_tested(report: ReportInput) -> None:
    """Every variant with drawn words has a row; their names and sources stand once in the notes."""
    rows = table(report, "results", "By the words that were drawn").rows
    drawn = [row for row in report.analysis.results if row.measure == "names"]
    assert len(rows) == len(drawn) > 0
    assert {row[1] for row in rows} <= {f"{n} words" for n in range(2, 6)}
    words = section_words(report, "results")
    assert "Holds for the names used: female-a, female-b" in words
    assert "., perceived" not in words
    assert "drawn for" not in words


def test_a_plan_that_may_be_stopped_says_which_test_decides() -> None:
    """The rule, its reason and the test stand among the decisions; every direction names what the test read."""
    report = designed_report(small_design(stopping_rule="anytime", stopping_reason="Every call is dear."))
    words = section_words(report, "plan")
    assert "may be read after every file and stopped at any reading" in words
    assert "Every call is dear." in words
    assert "the anytime-valid sign test of the files that changed" in words
    assert "the exact sign test" not in words
    assert "Anytime-valid sign test, which may be read after every file: it read the first 40 files" in section_words(
        report, "results"
    )
