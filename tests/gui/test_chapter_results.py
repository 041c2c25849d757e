"""The numbers of the chapter's worked example stand in the window as they stand in its table 9."""

from __future__ import annotations

import pytest

from fairdesk.audit.workspace import WorkspaceSpec
from tests.e2e.chapter_run import make_chapter_project
from tests.gui.acting import go_to, wait_until_idle
from tests.gui.test_results_page import choose, shown_cells, words_beside

pytestmark = pytest.mark.slow

SYSTEM = "baseline"
EXPECTED = {
    "Consistency": ("0.870", "0.825", "0.725"),
    "Mean shift": ("−0.045", "−0.100", "−0.235"),
    "CF gap": ("0.145", "0.200", "0.335"),
}
SIGN_TEST_P = ("0.0365", "0.0000585", "3.8e-13")
MOVES = ("34 / 348 / 18", "52 / 330 / 18", "92 / 290 / 18")


@pytest.fixture(scope="module")
def chapter(tmp_path_factory: pytest.TempPathFactory) -> tuple[WorkspaceSpec, str]:
    folder = tmp_path_factory.mktemp("chapter")
    spec = WorkspaceSpec(data_dir=folder / "profile")
    return spec, make_chapter_project(spec, folder / "cases")


@pytest.fixture
def spec(chapter: tuple[WorkspaceSpec, str]) -> WorkspaceSpec:
    return chapter[0]


def open_chapter(qtbot, window, context, chapter, page_id: str):
    context.open_project(chapter[1])
    wait_until_idle(qtbot, context)
    return go_to(qtbot, window, context, page_id)


def test_the_results_page_shows_the_values_of_the_table(qtbot, window, context, chapter) -> None:
    """Consistency, shift, gap, sign test, direction and interaction of every variant, digit by digit."""
    page = open_chapter(qtbot, window, context, chapter, "results")
    choose(qtbot, page, "System", SYSTEM)
    for measure, expected in EXPECTED.items():
        choose(qtbot, page, "Measure", measure)
        assert tuple(shown_cells(page, "Variant")[:3]) == ("female", "international", "female+international")
        values = shown_cells(page, "Value (interval)")
        assert [value.split(" ")[0] for value in values[:3]] == list(expected)
        assert tuple(shown_cells(page, "Lower / same / higher")[:3]) == MOVES
    choose(qtbot, page, "Measure", "Direction")
    assert tuple(shown_cells(page, "p")[:3]) == SIGN_TEST_P
    assert "difference detected" in words_beside(page)
    choose(qtbot, page, "Measure", "Interaction")
    assert shown_cells(page, "Value (interval)")[0].startswith("−0.090 (")
    assert shown_cells(page, "Read beside it")[0] == (
        "together −0.235; separately −0.045 and −0.100, which add up to −0.145"
    )


def test_the_charts_say_the_same_numbers(qtbot, window, context, chapter) -> None:
    """Forest plot and change bars carry the table's numbers in their words."""
    page = open_chapter(qtbot, window, context, chapter, "results")
    summaries = " ".join(panel.summary_label.text() for panel in page.chart_panels)

    for number in (*EXPECTED["Mean shift"], "−0.090"):
        assert number in summaries
    assert "34 of 400 files rated lower" in summaries


def test_equal_answers_of_both_systems_are_no_change_and_no_difference(qtbot, window, context, chapter) -> None:
    """Both systems gave the same answers: the change is 0 without an interval, and nothing differs."""
    page = open_chapter(qtbot, window, context, chapter, "compare")
    assert [value.split(" ")[0] for value in shown_cells(page, "Shift before (interval)")[:3]] == list(
        EXPECTED["Mean shift"]
    )
    assert set(shown_cells(page, "Status")) == {"no change detected"}
    page.differs_box.click()

    assert page.explorer.filter_label.text() == "0 of 5 rows: only what differs"
    assert page.nothing_label.isVisible()
