"""The line above the page Plan: how much will be asked, and that it is a bound where files may lack variants."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from fairdesk.audit.plan_numbers import PlanNumbers, PlanState
from fairdesk.gui.widgets.plan_strip import PlanStrip
from tests.unit.audit.designs import complete_design


@pytest.mark.parametrize(("is_shipped", "words"), [(True, "336 calls: "), (False, "At most 336 calls: ")])
def test_calls_of_a_design_are_at_most_so_many(qtbot: QtBot, is_shipped: bool, words: str) -> None:
    """A rejected variant, or one that a file lacks, is asked of no model; the shipped test has all of them."""
    strip = PlanStrip()
    qtbot.addWidget(strip)
    state = PlanState(
        design=complete_design(),
        n_files=12,
        n_systems=2,
        n_samples=2,
        primary_question="rating",
        is_shipped=is_shipped,
    )
    strip.show_numbers(state, PlanNumbers(grid=None, power=None, n_variants=13, n_calls=336))
    said = strip.calls_label.text()
    assert said == f"{words}12 files × 13 variants × 1 questions, originals 2 times, 2 systems."
