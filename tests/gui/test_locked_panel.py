"""What stands where a plan is locked."""

from __future__ import annotations

from fairdesk.audit.confirming import alone
from fairdesk.audit.locking import LockView
from fairdesk.domain.locks import Deviation, PlanLock
from fairdesk.gui.widgets.locked_panel import LockedPanel
from fairdesk.gui.widgets.tab_area import in_tab_area

SHA = "a" * 64
LONG_REASON = "The client asked for a stricter level. " * 40 + "So it was agreed."


def deviation(reason: str, change: str) -> Deviation:
    return Deviation(
        at="2026-11-30T10:00:00Z",
        by="Zoë Nguyễn",
        reason=reason,
        changes=(change, "Nothing else."),
        results_seen=False,
        locked_sha256=SHA,
        plan_sha256="b" * 64,
    )


def test_the_chosen_deviation_stands_whole_below_its_table(qtbot) -> None:
    """The last one at first, then the one that is chosen; a reason is not cut, and what changed stands behind it."""
    panel = LockedPanel()
    area = in_tab_area(panel, "Lock")
    qtbot.addWidget(area)
    lock = PlanLock(plan_sha256=SHA, at="2026-11-29T10:00:00Z", locked_by="A. Klein", role="", confirmation=alone())
    first, last = deviation(LONG_REASON, "Level 0.05 to 0.01."), deviation("No files are left.", "Files 400 to 300.")
    panel.show_view(LockView(lock=lock, deviations=(first,)))
    panel.show_view(LockView(lock=lock, deviations=(first, last)))
    area.show()
    assert panel.whole_label.isVisible()
    assert "No files are left.\nFiles 400 to 300. Nothing else." in panel.whole_label.text()
    panel.table.view.selectRow(0)

    assert panel.whole_label.text().endswith(f"Zoë Nguyễn: {LONG_REASON}\nLevel 0.05 to 0.01. Nothing else.")
    qtbot.waitUntil(lambda: panel.whole_label.height() >= panel.whole_label.heightForWidth(panel.whole_label.width()))
    panel.show_view(LockView(lock=lock))
    assert not panel.whole_label.isVisible()
