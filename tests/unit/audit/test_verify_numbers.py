"""When a number of a report counts as the one that was computed again."""

from __future__ import annotations

import pytest

from fairdesk.audit.verify import _as_written_then, _same


@pytest.mark.parametrize(
    "name", ["results/0/test/p_value", "results/0/test/p_adjusted", "results/0/outcome/details/p_t"]
)
def test_a_tiny_p_value_cannot_be_edited_into_another_tiny_one(name: str) -> None:
    """3.8e-13 and 1e-10 differ by less than any rounding of a mean, and yet by a factor of 260."""
    assert not _same({name: 3.8e-13}, {name: 1e-10}, name)
    assert not _same({name: 3.8e-13}, {name: 0.0}, name)
    assert _same({name: 3.8e-13}, {name: 3.8e-13 * (1 + 1e-11)}, name)


def test_a_mean_that_is_zero_but_for_rounding_is_the_same() -> None:
    """Another processor may sum to 1e-17 where this one finds 0."""
    name = "results/0/outcome/value"

    assert _same({name: 0.0}, {name: 1e-17}, name)
    assert not _same({name: -0.045}, {name: -0.0451}, name)


def test_parts_that_an_earlier_version_did_not_write_are_no_difference() -> None:
    """A report of 0.2 lacks the names that answers came with; a later report that lacks them is not excused."""
    again = {"runs": [], "echoes": [{"model": "m"}]}
    old = {"generator": {"fairdesk": "0.2.0"}, "measured": {"runs": []}}
    assert _as_written_then(old, again) == {"runs": []}
    assert _as_written_then(old | {"generator": {"fairdesk": "0.3.0"}}, again) == again
    assert _as_written_then(old | {"measured": {"runs": [], "echoes": []}}, again) == again
