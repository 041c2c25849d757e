"""How numbers are printed."""

from __future__ import annotations

from fairdesk.domain.printing import print_p
from fairdesk.measures.counterfactual import sign_test


def test_a_p_value_that_is_too_small_for_the_machine_is_not_printed_as_zero() -> None:
    """Two thousand files that all moved one way give 2^-1999, which no float holds; no test gives p = 0."""
    p_value = sign_test(2000, 0).p_value

    assert p_value is not None
    assert print_p(p_value) == "< 1e-300"
