"""Every method as one function from an input object to an answer, for whoever recomputes by hand (``fairdesk calc``).

The keys on both sides are those of the published worked examples; ``given`` reads the inputs, one file per family
answers them. Loaded by the calc command alone: it imports the measures, and with them scipy, at the top.

To add a method, write its function in the file of its family and one line in the tuple there; a new family needs
one import and one line in ``FAMILIES``.
"""

from __future__ import annotations

import difflib
import re

from fairdesk.audit.calc import (
    agreement,
    attacks,
    benchmarks,
    concepts,
    effects,
    equivalence,
    groups,
    intersections,
    log_odds,
    many_tests,
    mitigation,
    planning,
    preserving,
    records,
    repeats,
    scores,
    stimuli,
    targets,
    tests_of_change,
    word_counts,
)
from fairdesk.audit.calc.given import Calculation
from fairdesk.domain.errors import InputError

__all__ = ["CALCULATIONS", "Calculation", "calculation"]

FAMILIES: tuple[tuple[Calculation, ...], ...] = (
    effects.CALCULATIONS,
    tests_of_change.CALCULATIONS,
    targets.CALCULATIONS,
    intersections.CALCULATIONS,
    log_odds.CALCULATIONS,
    groups.CALCULATIONS,
    attacks.CALCULATIONS,
    agreement.CALCULATIONS,
    preserving.CALCULATIONS,
    benchmarks.CALCULATIONS,
    word_counts.CALCULATIONS,
    scores.CALCULATIONS,
    many_tests.CALCULATIONS,
    equivalence.CALCULATIONS,
    planning.CALCULATIONS,
    mitigation.CALCULATIONS,
    repeats.CALCULATIONS,
    records.CALCULATIONS,
    stimuli.CALCULATIONS,
    concepts.CALCULATIONS,
)
"""``CALCULATIONS`` of every family's file."""

CALCULATIONS: tuple[Calculation, ...] = tuple(
    sorted((one for family in FAMILIES for one in family), key=lambda one: (not one.method.startswith("M"), one.method))
)
"""All of them, in the order of their ids."""


def calculation(method_id: str) -> Calculation:
    """The method with this id.

    Raises:
        InputError: there is none; the advice names the ids that come near.
    """
    for one in CALCULATIONS:
        if one.method == method_id:
            return one
    ids = [one.method for one in CALCULATIONS]
    number = re.search(r"\d{1,2}", method_id)
    meant = f"M{int(number[0]):02}" if number else method_id.upper()
    near = difflib.get_close_matches(meant, ids, n=3, cutoff=0.6)
    advice = f"Near it: {', '.join(near)}." if near else ""
    raise InputError(f"There is no method {method_id!r}.", f"{advice} 'fairdesk calc --list' lists all.".strip())
