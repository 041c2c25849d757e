"""What the admissions test covers of all grounds it could, and why the rest is outside (report-contents.md S8).

Cells are counted as in methods.md M12: every ground has two levels, one that a file carries without comment and one
that a cue marks; a cell of order k fixes the levels of k grounds. Order 1 to 3 are counted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from fairdesk.domain.plan import NotTested

ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "gender": ("male", "female"),
    "origin": ("domestic", "international"),
}
"""What the variants cross; all four combinations are tested."""

UNTESTED_GROUNDS = (
    "age",
    "disability",
    "religion or belief",
    "ethnic origin",
    "sexual orientation",
    "gender identity",
    "pregnancy and care of children",
    "social origin",
    "language of the file",
)
"""Grounds of equality law in Europe and the United Kingdom, and the language of the file; with two levels each."""

LEVELS = 2

NOT_SEARCHED = "not searched"


def possible_cells(order: int) -> int:
    """Number of cells of an order over tested and untested grounds.

    Example:
        >>> possible_cells(2)
        220
    """
    return math.comb(len(ATTRIBUTES) + len(UNTESTED_GROUNDS), order) * int(LEVELS**order)


def covered_cells(order: int) -> int:
    """Number of cells of an order that the variants cover: 4 levels, 4 pairs, nothing above."""
    return math.comb(len(ATTRIBUTES), order) * int(LEVELS**order)


def _ground(scope: str, stakes: tuple[int, str], reason: tuple[str, str]) -> NotTested:
    return NotTested(
        scope=scope,
        count=LEVELS,
        stakes=stakes[0],
        stakes_reason=stakes[1],
        prior=NOT_SEARCHED,
        reason_code=reason[0],
        reason_text=reason[1],
    )


GROUNDS = (
    _ground(
        "age",
        (3, "Mature applicants may be read as less able to study full time."),
        ("no_cue_list", "No reviewed list of age cues: a birth year would contradict dates in the files."),
    ),
    _ground(
        "disability",
        (5, "Access to studies, and a duty to make adjustments."),
        ("no_cue_list", "No reviewed list of disability cues that says nothing about academic work."),
    ),
    _ground(
        "religion or belief",
        (4, "Access to studies; overseas schools and names may signal it without being tested for it."),
        ("no_cue_list", "No reviewed list of cues for religion or belief that leaves origin unchanged."),
    ),
    _ground(
        "ethnic origin",
        (5, "Access to studies; names of other origins are common among applicants and are not in the set."),
        ("no_cue_list", "Names of other origins need a list whose perception was surveyed; none is shipped."),
    ),
    _ground(
        "sexual orientation",
        (3, "Files seldom state it; where they do, the ground is protected."),
        ("no_cue_list", "No reviewed list of cues that would stand naturally in an admissions file."),
    ),
    _ground(
        "gender identity",
        (4, "Applicants who are neither male- nor female-coded in a file are not represented at all."),
        ("no_cue_list", "The pronoun place-holders cover two genders; no other list has been reviewed."),
    ),
    _ground(
        "pregnancy and care of children",
        (3, "Gaps in a record may be explained by it and read as lack of effort."),
        ("no_cue_list", "A cue would change the dates of a file, and so more than the cue itself."),
    ),
    _ground(
        "social origin",
        (4, "School and address are read as signs of income; the schools of the set are all ordinary ones."),
        ("no_cue_list", "No list of schools or addresses of different standing has been reviewed."),
    ),
    _ground(
        "language of the file",
        (4, "Files in other languages may be rated by another standard."),
        ("language_not_covered", "All files of the set are written in English; no translation was checked."),
    ),
)

CROSSED = (
    NotTested(
        scope="gender x ethnic origin",
        count=4,
        stakes=5,
        stakes_reason="Access to studies; effects at this crossing can exceed the sum of both.",
        prior=NOT_SEARCHED,
        reason_code="no_cue_list",
        reason_text="Names of other origins need a list whose perception was surveyed; none is shipped.",
    ),
    NotTested(
        scope="origin x ethnic origin",
        count=4,
        stakes=5,
        stakes_reason="Real international applicants seldom have an English name; the two cues come together.",
        prior=NOT_SEARCHED,
        reason_code="no_cue_list",
        reason_text="Names of other origins need a list whose perception was surveyed; none is shipped.",
    ),
    NotTested(
        scope="gender x disability",
        count=4,
        stakes=5,
        stakes_reason="Access to studies, and a duty to make adjustments.",
        prior=NOT_SEARCHED,
        reason_code="no_cue_list",
        reason_text="No reviewed list of disability cues that says nothing about academic work.",
    ),
    NotTested(
        scope="gender or origin x any other untested ground",
        count=(2 * 9 - 3) * 4,
        stakes=4,
        stakes_reason="Access to studies; an effect of a pair does not follow from its single effects.",
        prior=NOT_SEARCHED,
        reason_code="no_cue_list",
        reason_text="One of the two grounds has no reviewed cue list, so that the pair cannot be varied.",
    ),
    NotTested(
        scope="untested ground x untested ground",
        count=math.comb(9, 2) * 4,
        stakes=4,
        stakes_reason="Access to studies; nothing is known about these pairs from this test.",
        prior=NOT_SEARCHED,
        reason_code="no_cue_list",
        reason_text="Neither of the two grounds has a reviewed cue list, so that the pair cannot be varied.",
    ),
    NotTested(
        scope="gender x origin x ethnic origin",
        count=8,
        stakes=5,
        stakes_reason="The combination that most international applicants bring.",
        prior=NOT_SEARCHED,
        reason_code="no_cue_list",
        reason_text="Names of other origins need a list whose perception was surveyed; none is shipped.",
    ),
    NotTested(
        scope="gender x origin x any other untested ground",
        count=(9 - 1) * 8,
        stakes=4,
        stakes_reason="Access to studies; an effect of three cues does not follow from that of two.",
        prior=NOT_SEARCHED,
        reason_code="no_cue_list",
        reason_text="The third ground has no reviewed cue list; each file would be needed in eight versions.",
    ),
    NotTested(
        scope="gender or origin x untested ground x untested ground",
        count=2 * math.comb(9, 2) * 8,
        stakes=3,
        stakes_reason="Fewer applicants each, the same consequence for them.",
        prior=NOT_SEARCHED,
        reason_code="no_cue_list",
        reason_text="Two of the three grounds have no reviewed cue list, so that they cannot be varied.",
    ),
    NotTested(
        scope="untested ground x untested ground x untested ground",
        count=math.comb(9, 3) * 8,
        stakes=3,
        stakes_reason="Fewer applicants each, the same consequence for them.",
        prior=NOT_SEARCHED,
        reason_code="no_cue_list",
        reason_text="None of the three grounds has a reviewed cue list, so that they cannot be varied.",
    ),
)

NOT_TESTED: tuple[NotTested, ...] = (*GROUNDS, *CROSSED)
"""Together with the tested cells they add up to all possible ones; the grounds of a scope are joined by `` x ``."""


def order_of(block: NotTested) -> int:
    """How many grounds the cells of a block cross."""
    return block.scope.count(" x ") + 1
