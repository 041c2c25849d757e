"""The table of the targets on the page Plan."""

from __future__ import annotations

from dataclasses import replace

from fairdesk.audit.cue_lists import starting_design
from fairdesk.domain.design import Design
from fairdesk.gui.plan_edits import PlanEdits
from fairdesk.gui.widgets.target_panel import TargetPanel


def asked(design: Design, question_id: str) -> Design:
    """The same design whose only question has this id, which stands in the words of its targets."""
    return replace(design, questions=(replace(design.questions[0], question_id=question_id),), targets=())


def test_the_targets_of_the_next_project_are_not_cut_at_the_width_of_the_last(qtbot, context) -> None:
    """Longer words of other targets widen their column; a column that somebody set stays while the words do."""
    panel = TargetPanel(PlanEdits(context))
    qtbot.addWidget(panel)
    panel.resize(1200, 600)
    panel.show()
    short = asked(starting_design(context.spec, "en"), "rating")
    panel.show_design(short, ())
    view = panel.table.view
    view.setColumnWidth(1, 300)
    panel.show_design(short, ())
    assert view.columnWidth(1) == 300
    view.setColumnWidth(1, 100)
    panel.show_design(asked(short, "rating-of-the-letter-of-an-office"), ())

    assert view.columnWidth(1) >= view.sizeHintForColumn(1)
