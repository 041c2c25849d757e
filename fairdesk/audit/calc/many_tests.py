"""Many tests at once: adjusted p-values of families, and claims in a declared order (M32)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from fairdesk.audit.calc.given import Answer, Calculation, Given, group, level_of, numbers, other_shape, unfit
from fairdesk.audit.calc.outcomes import explained
from fairdesk.measures.multiple_tests import (
    benjamini_hochberg,
    bonferroni,
    family_size,
    fixed_sequence,
    holm,
    within_families,
)

NO_TEST = "no p-value was given for this test, so it does not count as one"
OWN_KEYS = ("if_wrongly_pooled", "reasons")


def many_tests(given: Given) -> Answer:
    """M32: one family, several declared families, or claims in a declared order."""
    if "p" in given:
        return _one_family(_p_values(given, "p"))
    if "families" in given:
        return _families(given)
    if "p_in_declared_order" in given:
        return _sequence(given)
    raise other_shape(
        "M32", '"p", the p-values of one family', '"families", p-values by family', '"p_in_declared_order", a sequence'
    )


def _p_values(given: Given, key: str) -> list[float | None]:
    found = [None if math.isnan(value) else value for value in numbers(given, key).tolist()]
    for value in found:
        if value is not None and not 0 <= value <= 1:
            raise unfit(key, value, "a list of p-values from 0 to 1, with null for a test that was not computable")
    return found


def _at_most(p_values: Sequence[float | None], alpha: float) -> list[int]:
    return [index for index, p_value in enumerate(p_values) if p_value is not None and p_value <= alpha]


def _one_family(p_values: list[float | None]) -> Answer:
    by_holm, by_rate = holm(p_values), benjamini_hochberg(p_values)
    answer: Answer = {
        "n_tests": family_size(p_values),
        "holm": by_holm,
        "benjamini_hochberg": by_rate,
        "bonferroni": bonferroni(p_values),
        "rejected_holm_05": _at_most(by_holm, 0.05),
        "rejected_bh_05": _at_most(by_rate, 0.05),
    }
    return explained(answer, NO_TEST)


def _families(given: Given) -> Answer:
    families = group(given, "families")
    for name in families:
        if name in OWN_KEYS:
            raise unfit("families", name, f"named otherwise than {' and '.join(OWN_KEYS)}, which the answer uses")
    values = {name: _p_values(families, name) for name in families}
    pooled = [p_value for one in values.values() for p_value in one]
    return explained({**within_families(values), "if_wrongly_pooled": holm(pooled)}, NO_TEST)


def _sequence(given: Given) -> Answer:
    found = fixed_sequence(_p_values(given, "p_in_declared_order"), level_of(given, "alpha", 0.05))
    answer: Answer = {"rejected": list(found.rejected), "adjusted": list(found.adjusted)}
    return explained(answer, "a claim before it has no p-value, or it has none itself: the gate stays closed")


CALCULATIONS = (Calculation(method="M32", title="Many tests: families and gates", answer=many_tests),)
