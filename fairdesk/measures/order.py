"""Whether accuracy and group gaps depend on the order of examples or options (M24)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.intervals import summarise_mean
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked

ORDER_SENTENCE = (
    "A gap whose sign depends on the order is instability. Conclusions hold for the orders tested ({orders})."
)
FEWEST_ORDERS = 10
FEW_ORDERS_WARNING = f"fewer than {FEWEST_ORDERS} orders: unless they are all there are, more would be needed"
NO_ORDER = "no order was run"
ONE_ORDER = "one order shows no dependence on the order"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSensitivity:
    """Over the orders that were run.

    Attributes:
        mean: Mean over orders. Details: sd, range, lowest, highest (sd and range from two orders on).
        largest: Largest size that any order shows; None without an order.
        share_majority_sign: Share of the orders whose value has the more frequent sign, values of exactly 0 counting
            for neither; None where every value is 0.
    """

    mean: Estimate | NotMeasured
    largest: float | None
    share_majority_sign: float | None


def over_orders(values: Floats, unit: str) -> OrderSensitivity:
    """Spread of one number over the orders of few-shot examples or options: an accuracy, or a group gap (M24).

    A standard deviation of 0 means that these orders make no difference. The interval of the mean is over orders that
    are a random choice, with the items held fixed; it says nothing about other items.

    Args:
        values: One per order. Shape (orders,), finite.
        unit: Unit of the values.

    Source:
        Zhao et al. 2021, arXiv:2102.09690; Lu et al. 2022, 10.18653/v1/2022.acl-long.556.

    Example:
        >>> found = over_orders(np.array([0.1, -0.06, 0.12]), "share of items")
        >>> round(found.mean.details["sd"], 7), found.largest, round(found.share_majority_sign, 7)
        (0.0986577, 0.12, 0.6666667)
    """
    (values,) = checked(values)
    if values.size == 0:
        nothing = NotMeasured(method="M24", reason=NO_ORDER, missing={})
        return OrderSensitivity(mean=nothing, largest=None, share_majority_sign=None)
    n = int(values.size)
    summary = summarise_mean(values)
    details = {"lowest": float(values.min()), "highest": float(values.max())}
    warnings = [FEW_ORDERS_WARNING] if n < FEWEST_ORDERS else []
    if n > 1:
        spread = float(np.ptp(values))
        details |= {"sd": float(values.std(ddof=1)) if spread > EQUAL_WITHIN else 0.0, "range": spread}
    else:
        warnings.append(ONE_ORDER)
    if n > 1 and summary.interval is None:
        warnings.append("all orders give the same value: no interval over orders can be formed")
    ups, downs = int(np.count_nonzero(values > EQUAL_WITHIN)), int(np.count_nonzero(values < -EQUAL_WITHIN))
    mean = Estimate(
        value=summary.mean,
        interval=summary.interval,
        n=n,
        missing={},
        unit=unit,
        method="M24",
        assumptions=("the orders are a random choice of all orders; the items are held fixed",),
        warnings=tuple(warnings),
        details=details,
    )
    return OrderSensitivity(
        mean=mean,
        largest=float(np.abs(values).max()),
        share_majority_sign=max(ups, downs) / n if ups + downs else None,
    )
