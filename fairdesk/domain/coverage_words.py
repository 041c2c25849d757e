"""What is said of the combinations that a design tests and of those that it does not, in the window and the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TESTED = "tested"
TOO_SMALL = "tested, too small to conclude"
NOT_TESTED = "not tested"

FEWEST_FILES = 10
"""Fewer files than this are too few to conclude from, whatever was planned (methods.md M12)."""

ORDER_NAMES = {1: "single levels", 2: "two-way intersections", 3: "three-way intersections"}


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCount:
    """Cells of one order: ``possible == tested + too_small + not_tested``.

    Attributes:
        order: How many attributes they cross, from 1.
        too_small: Tested or planned with too few files to conclude from.
        without_reason: Of those not tested, the ones that nobody gave a reason for yet.
        crossed: Of those tested or too small, the ones in which every level differs from the reference.
        crossed_possible: How many of these there are.
    """

    order: int
    possible: int
    tested: int
    too_small: int
    not_tested: int
    without_reason: int = 0
    crossed: int = 0
    crossed_possible: int = 0


def order_name(order: int) -> str:
    """What cells of an order are called, in the plural.

    Example:
        >>> order_name(2), order_name(4)
        ('two-way intersections', 'intersections of 4 attributes')
    """
    return ORDER_NAMES.get(order, f"intersections of {order} attributes")


def order_words(count: OrderCount) -> str:
    """What is tested of one order, as a sentence.

    Example:
        >>> order_words(OrderCount(order=2, possible=312, tested=24, too_small=0, not_tested=288, crossed=7,
        ...     crossed_possible=120))
        '24 of 312 two-way intersections tested; of the 120 in which every level differs from the reference, 7 are \
chosen.'
    """
    name = order_name(count.order)
    words = f"{count.tested:,} of {count.possible:,} {name} tested"
    if count.too_small:
        words += f", {count.too_small:,} too small to conclude"
    if count.order > 1:
        words += (
            f"; of the {count.crossed_possible:,} in which every level differs from the reference, {count.crossed:,} "
            f"{'is' if count.crossed == 1 else 'are'} chosen"
        )
    return f"{words}."


REFERENCE_WORDS = (
    "A level that the original carries needs no cue: a variant that changes one cue is a test of its combinations with "
    "the reference levels of the other attributes. The combination of references is the original, with which every "
    "variant is compared; it counts as tested with them. A cell of three attributes is no test of its cells of two."
)
"""How cells are counted (methods.md M12)."""


def cell_words(levels: Mapping[str, str], titles: Mapping[str, str] | None = None) -> str:
    """A cell by its attributes and levels.

    Args:
        titles: Attribute to what it is called in print; its id where it is not among them.

    Example:
        >>> cell_words({"gender": "female", "origin": "international"})
        'gender: female x origin: international'
    """
    return " x ".join(f"{(titles or {}).get(name, name)}: {level}" for name, level in levels.items())
