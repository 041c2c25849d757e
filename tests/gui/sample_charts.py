"""Charts as the results of a usual project give them; shared by tests and pictures."""

from __future__ import annotations

from fairdesk.domain.charts import ChangeBars, CoverageGrid, ForestLine, ForestPlot, GridCell, InteractionPlot

FOREST = ForestPlot(
    title="Mean shift per variant",
    unit="points",
    reference=0.0,
    left_words="rated lower",
    right_words="rated higher",
    lines=(
        ForestLine(label="female", value=-0.045, low=-0.09, high=0.0, printed="−0.045 [−0.090, 0.000]"),
        ForestLine(label="international", value=-0.1, low=-0.16, high=-0.04, printed="−0.100 [−0.160, −0.040]"),
        ForestLine(
            label="female+international",
            value=None,
            low=None,
            high=None,
            printed="not measured",
            reason="no valid pair",
        ),
    ),
    summary="Mean shift in points for 3 variants; one was not measured: no valid pair.",
)

BARS = ChangeBars(
    title="How many pairs moved by how much",
    steps=("−2", "−1", "0", "+1", "+2"),
    counts={"female": (4, 30, 348, 16, 2), "international": (5, 50, 330, 13, 2)},
    summary="Of 400 pairs, 34 moved down and 18 up for female; 55 down and 15 up for international.",
)

INTERACTION = InteractionPlot(
    title="Interaction of female+international: baseline",
    unit="points",
    first="female",
    second="international",
    neither=0.0,
    only_first=-0.045,
    only_second=-0.1,
    both=-0.235,
    expected=-0.145,
    printed="−0.090 (−0.140 to −0.040)",
    reason="",
    summary="Together −0.235, where the two alone add up to −0.145.",
)

COVERAGE = CoverageGrid(
    title="Groups and pairs of groups",
    groups=("gender: female", "gender: other", "origin: international"),
    cells=(
        GridCell(row=0, column=0, state="tested", n_valid=397),
        GridCell(row=1, column=0, state="", n_valid=0, reason="two levels of one attribute"),
        GridCell(row=1, column=1, state="tested, too few to conclude", n_valid=6),
        GridCell(row=2, column=0, state="tested", n_valid=390),
        GridCell(row=2, column=1, state="not tested", n_valid=0, reason="no variant signals it"),
        GridCell(row=2, column=2, state="tested", n_valid=395),
    ),
    summary="3 of 5 groups and pairs of groups were tested.",
)
