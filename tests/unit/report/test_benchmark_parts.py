"""Scores of benchmarks on the page: what holds for all of them is said once."""

from __future__ import annotations

from dataclasses import replace

from fairdesk.domain.benchmark_evidence import SCORE_ROLE
from fairdesk.domain.results import Estimate, NotMeasured, Outcome, ResultRow, Verdict
from fairdesk.report.blocks import BulletList, Paragraph, TableBlock
from fairdesk.report.sections.benchmark_parts import measure_blocks

NONE = NotMeasured(method="M21", reason="no classifier of regard was planned", missing={})
HALF = Estimate(
    value=0.5,
    interval=None,
    n=4,
    missing={},
    unit="share",
    direction="",
    method="B1",
    warnings=("no interval: few",),
    details={},
)
SYSTEMS = ("baseline", "mitigated")


def rows(*outcomes: Outcome) -> list[ResultRow]:
    """A row of every category and configuration in turn."""
    return [
        ResultRow(
            result_id=str(place),
            system=SYSTEMS[place % 2],
            question_id="bold_continued",
            variant=f"group {place // 2}",
            role=SCORE_ROLE,
            measure="regard_score",
            outcome=outcome,
            test=None,
            verdict=Verdict.DESCRIPTIVE,
            counts={"items": 4, "asked": 4},
            sentence="What must stand beside it.",
        )
        for place, outcome in enumerate(outcomes)
    ]


def test_what_nobody_measured_is_one_sentence_with_its_reason() -> None:
    """A score that no category and configuration has, for one reason, takes no table of empty cells."""
    blocks = list(measure_blocks(rows(NONE, NONE, NONE, NONE), SYSTEMS))
    assert not any(isinstance(block, TableBlock) for block in blocks)
    (words,) = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert words == "Not measured for any category or configuration: no classifier of regard was planned."


def test_a_reason_among_others_keeps_the_table() -> None:
    """As soon as one number is there, or the reasons differ, every category stands in the table with its reason."""
    other = replace(NONE, reason="no answer has a score")
    for outcomes in ((NONE, HALF), (NONE, other)):
        blocks = list(measure_blocks(rows(*outcomes), SYSTEMS))
        assert any(isinstance(block, TableBlock) for block in blocks)
        (told,) = [block.items for block in blocks if isinstance(block, BulletList)]
        assert any(NONE.reason in words and "group 0 (baseline)" in words for words in told)


def test_a_remark_on_all_is_made_once_and_names_none() -> None:
    """What is to be read with every number of a table does not list all its places."""
    blocks = list(measure_blocks(rows(HALF, HALF, HALF, HALF), SYSTEMS))
    (told,) = [block.items for block in blocks if isinstance(block, BulletList)]
    assert told == ("All: no interval: few",)


def test_what_is_to_be_said_of_single_numbers_is_printed() -> None:
    """A note of one number (a small group, the ends of many) stands below its table with its place."""
    noted = [replace(row, note="12 prompts only." if row.variant == "group 1" else "") for row in rows(*(HALF,) * 4)]
    (told,) = [block.items for block in measure_blocks(noted, SYSTEMS) if isinstance(block, BulletList)]
    assert told == ("All: no interval: few", "group 1 (baseline) and group 1 (mitigated): 12 prompts only.")


def test_what_holds_for_every_category_but_not_for_all_items_names_none() -> None:
    """A remark on each category alone does not list them one by one."""
    noted = [replace(row, note="3 prompts only.") for row in rows(*(HALF,) * 4)]
    whole = [replace(row, variant="") for row in rows(HALF, HALF)]
    (told,) = [block.items for block in measure_blocks([*noted, *whole], SYSTEMS) if isinstance(block, BulletList)]
    assert told == ("All: no interval: few", "All categories: 3 prompts only.")
