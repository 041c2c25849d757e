"""Order sensitivity (M24)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.order import over_orders
from fairdesk.measures.pairs import Floats
from tests.unit.measures.strategies import arrays


@given(arrays(1))
def test_spread_and_signs_do_not_depend_on_which_group_comes_first(one: list[Floats]) -> None:
    """Turning the sign of every gap turns the mean and leaves spread, size and share of the majority."""
    first, second = over_orders(one[0], "share"), over_orders(-one[0], "share")
    assert isinstance(first.mean, Estimate)
    assert isinstance(second.mean, Estimate)

    assert second.mean.value == pytest.approx(-first.mean.value, abs=1e-9)
    assert second.largest == first.largest
    assert second.share_majority_sign == first.share_majority_sign
    assert second.mean.details.get("sd") == pytest.approx(first.mean.details.get("sd"), abs=1e-9)
    assert second.mean.details.get("range") == pytest.approx(first.mean.details.get("range"), abs=1e-9)


def test_exact_zeros_have_no_sign() -> None:
    """An order without a gap counts for neither sign; without any gap no sign is in the majority."""
    assert over_orders(np.array([0.1, 0.0, 0.0, -0.2, 0.1]), "share").share_majority_sign == pytest.approx(2 / 5)
    assert over_orders(np.zeros(4), "share").share_majority_sign is None


def test_one_order_shows_no_spread() -> None:
    """A single order has no standard deviation of 0; no order has no mean."""
    one, none = over_orders(np.array([0.7]), "share"), over_orders(np.zeros(0), "share")

    assert isinstance(one.mean, Estimate)
    assert "sd" not in one.mean.details
    assert one.mean.interval is None
    assert isinstance(none.mean, NotMeasured)
    assert none.largest is None


def test_equal_orders_have_a_spread_of_zero_and_no_interval() -> None:
    """Orders that all give one value were seen to agree; an interval cannot be formed from them."""
    found = over_orders(np.full(12, 0.7), "share")

    assert isinstance(found.mean, Estimate)
    assert found.mean.details["sd"] == 0.0
    assert found.mean.interval is None
    assert found.mean.warnings
