"""What was covered in the end, counted from the answers."""

from __future__ import annotations

from fairdesk.audit.coverage import coverage_cells, coverage_counts
from fairdesk.audit.system_table import SystemTable
from tests.unit.report.designed import drawn_rows, small_design, small_plan


def test_a_variant_that_no_file_has_is_not_tested() -> None:
    """Its cell has no pair and the reason; the counts of every order still add up to all possible ones."""
    plan = small_plan(small_design(), 12)
    rows = drawn_rows(plan, 1)
    table = SystemTable(system=plan.systems[0], plan=plan, rows=rows[rows["variant"] != "Arabic"])
    whole = SystemTable(system=plan.systems[0], plan=plan, rows=rows)
    cells = {cell.scope: cell for cell in coverage_cells(plan, {"baseline": table})}
    assert (cells["origin: Arabic"].state, cells["origin: Arabic"].n_valid) == ("not tested", 0)
    assert cells["origin: Arabic"].reason == "No file has a readable answer on both sides."
    found, all_run = coverage_counts(plan, {"baseline": table}), coverage_counts(plan, {"baseline": whole})
    assert all_run["order1_not_tested"] + 1 == found["order1_not_tested"]
    for order in (1, 2, 3, 4):
        parts = [found[f"order{order}_{name}"] for name in ("tested", "too_small", "not_tested")]
        assert sum(parts) == found[f"order{order}_total"]


def test_nothing_run_is_nothing_tested() -> None:
    """Without a run no cell of any order is tested, the reference included."""
    found = coverage_counts(small_plan(small_design(), 12), {})
    for order in (1, 2, 3, 4):
        assert found[f"order{order}_not_tested"] == found[f"order{order}_total"]
