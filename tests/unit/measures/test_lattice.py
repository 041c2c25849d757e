"""The grid that values sit on."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.measures.lattice import SCALES, lattice


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=80), st.sampled_from(SCALES))
def test_the_grid_gives_the_values_back(steps: list[int], scale: int) -> None:
    """Steps and counts hold every value, and the sum is exact."""
    values = np.array(steps, dtype=np.float64) / scale

    grid = lattice(values)

    assert grid is not None
    restored = np.repeat(grid.steps / grid.scale, grid.counts)
    assert restored == pytest.approx(np.sort(values))
    assert grid.n_values == values.size
    assert grid.total / grid.scale == pytest.approx(values.sum())


@pytest.mark.parametrize("values", [[np.pi], [], [1e12], [0.0, 50_000.0], [0.0] * 1500 + [0.123456]])
def test_values_off_every_grid_have_none(values: list[float]) -> None:
    """Fine, huge or far-spread values, and nothing at all."""
    assert lattice(np.array(values)) is None
