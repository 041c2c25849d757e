"""The smallest imbalance that a test of direction could find among files that change (M34)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scipy import optimize


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectableDirection:
    """Smallest imbalance that a test of direction could find.

    Attributes:
        share_one_way: Share of the changed files that move the same way, 0.5 to 1.
        net_direction: The same as net share of all files, discordance x (2 share - 1).
    """

    share_one_way: float
    net_direction: float


def direction_with(
    power_at: Callable[[float], float], discordance: float, power: float, tolerance: float
) -> DetectableDirection | None:
    """The imbalance at which a test of direction has the wanted power.

    Args:
        power_at: Share of the changed files that move one way, 0.5 to 1, to the power there; it never falls.
        discordance: Share of files that change.
        power: Wanted chance to find the direction.
        tolerance: How exactly the share is looked for.

    Returns:
        None when not even changes that all go one way would be found.
    """
    if power_at(1.0) < power:
        return None
    share = float(optimize.brentq(lambda share: power_at(share) - power, 0.5, 1.0, xtol=tolerance))
    return DetectableDirection(share_one_way=share, net_direction=discordance * (2 * share - 1))
