"""Before and after mitigation (methods.md M36)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.mitigation import BeforeAfter, ComparisonSettings, before_after
from fairdesk.measures.pairs import Floats, Pairs
from fairdesk.measures.resampling import Resampling
from tests.unit.measures.strategies import arrays

SETTINGS = ComparisonSettings(unit="points", alpha=0.05, resampling=Resampling(seed=3, n_resamples=199, n_flips=199))


def compared(effect_before: Floats, effect_after: Floats, level_after: float = 3.0) -> BeforeAfter:
    """Two systems whose originals all get the same rating."""
    base_before, base_after = np.full(effect_before.size, 3.0), np.full(effect_after.size, level_after)
    return before_after(
        Pairs(base=base_before, variant=base_before + effect_before),
        Pairs(base=base_after, variant=base_after + effect_after),
        {},
        SETTINGS,
    )


def effects(down: int, same: int, up: int) -> Floats:
    return np.repeat([-1.0, 0.0, 1.0], [down, same, up])


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        (effects(30, 10, 0), effects(5, 35, 0), "reduced"),
        (effects(5, 35, 0), effects(30, 10, 0), "worsened"),
        (effects(30, 10, 0), effects(0, 15, 25), "overshoot"),
        (effects(30, 10, 0), effects(0, 39, 1), "sign changed, not distinguishable from zero"),
        (effects(10, 30, 0), effects(9, 31, 0), "no change detected"),
        (effects(0, 40, 0), effects(0, 40, 0), "no change detected"),
        (effects(40, 0, 0), effects(0, 40, 0), "reduced"),
        (effects(0, 0, 40), effects(40, 0, 0), "overshoot"),
    ],
)
def test_the_status_names_what_happened(before: Floats, after: Floats, status: str) -> None:
    """Overshoot is named, never called a success; equal differences fall back on exact tests."""
    assert compared(before, after[::-1] if status == "no change detected" else after).status == status


def test_without_files_nothing_is_measured() -> None:
    """Every part says so, and the status too."""
    found = compared(np.array([]), np.array([]))

    assert found.status == "not measured"
    assert isinstance(found.change, NotMeasured)
    assert isinstance(found.shift_before, NotMeasured)
    assert "all four arms" in found.shift_before.reason
    assert found.test.p_value is None
    assert found.consistency_test.p_value is None
    assert found.level_before is None


def test_a_gap_that_shrinks_because_all_are_rated_lower_shows_in_the_levels() -> None:
    """The mean level of the originals stands beside the gap."""
    found = compared(effects(30, 10, 0), effects(5, 35, 0), level_after=2.0)

    assert (found.level_before, found.level_after) == (3.0, 2.0)


def test_consistency_is_compared_file_by_file() -> None:
    """McNemar on the flags "unchanged", with both cells named."""
    found = compared(effects(10, 30, 0), effects(2, 38, 0))

    assert (found.became_consistent, found.became_inconsistent) == (8, 0)
    assert found.consistency_test.p_value == pytest.approx(2 * 0.5**8)
    assert sum(map(sum, found.categories)) == 40


@settings(max_examples=40)
@given(arrays(4))
def test_the_change_is_the_difference_of_the_shifts(arms: list[Floats]) -> None:
    """Change = after - before; exchanging the systems turns its sign and keeps its p-values."""
    before, after = Pairs(base=arms[0], variant=arms[1]), Pairs(base=arms[2], variant=arms[3])

    there, back = before_after(before, after, {}, SETTINGS), before_after(after, before, {}, SETTINGS)

    assert isinstance(there.change, Estimate)
    assert isinstance(back.change, Estimate)
    assert isinstance(there.shift_before, Estimate)
    assert isinstance(there.shift_after, Estimate)
    assert there.change.value == pytest.approx(there.shift_after.value - there.shift_before.value, abs=1e-8)
    assert back.change.value == pytest.approx(-there.change.value)
    assert back.change.details.get("p_t") == pytest.approx(there.change.details.get("p_t"))
    assert back.consistency_test == there.consistency_test
    assert (back.became_consistent, back.became_inconsistent) == (there.became_inconsistent, there.became_consistent)


def test_systems_on_different_files_are_a_fault_of_the_caller() -> None:
    """A comparison needs the same files in the same order."""
    with pytest.raises(ValueError, match="one value per file"):
        before_after(
            Pairs(base=np.zeros(3), variant=np.zeros(3)), Pairs(base=np.zeros(2), variant=np.zeros(2)), {}, SETTINGS
        )
