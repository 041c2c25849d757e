"""What the property tests of the measures draw."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from fairdesk.measures.pairs import Floats

Two = tuple[Floats, Floats]

ratings = st.integers(1, 5).map(float)
fine = st.floats(-10, 10).map(lambda value: round(value, 3))


def arrays(n_arms: int, least: int = 1, most: int = 60) -> st.SearchStrategy[list[Floats]]:
    """Several arms over the same files, either ratings or fine values."""

    def of(values: st.SearchStrategy[float]) -> st.SearchStrategy[list[Floats]]:
        rows = st.lists(st.tuples(*[values] * n_arms), min_size=least, max_size=most)
        return rows.map(lambda drawn: [np.array(arm, dtype=np.float64) for arm in zip(*drawn, strict=True)])

    return st.one_of(of(ratings), of(fine))
