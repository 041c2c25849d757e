"""One yes-or-no decision with and without a cue, on the same files (M07, M08): what changed, and at which rates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from fairdesk.audit.score.estimates import numbers, significance
from fairdesk.audit.system_table import PairedValues, SystemTable
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.results import Estimate, NotMeasured, Outcome, SignificanceTest
from fairdesk.measures.decisions import (
    DECISIONS_SENTENCE,
    NO_DECISION,
    compatible_with_no_difference,
    four_fifths_sentence,
    paired_decisions,
    paired_selection,
)
from fairdesk.measures.intervals import wilson

DECISION_SCALE = (0.0, 1.0)


def are_decisions(question: Question, tables: list[SystemTable]) -> bool:
    """Whether what was recorded is a decision: 0 or 1 as the declared scale, or as the only two values of all answers.

    Numbers on a wider declared scale are no decisions, though only 0 and 1 of it were given.
    """
    if question.kind is not QuantityKind.DISCRETE:
        return False
    if question.scale:
        return tuple(sorted(question.scale)) == DECISION_SCALE
    met = {float(value) for table in tables for value in np.unique(table.rows["value"].dropna().to_numpy(dtype=float))}
    return met == set(DECISION_SCALE)


def described_decisions(pair: PairedValues, judged: SignificanceTest | None) -> dict[str, Any]:
    """Changes of a decision, rates of yes (1) on both sides, their difference and ratio with the four-fifths screen.

    Args:
        pair: Decisions of the files that have both; 1 is yes.
        judged: Sign test of the same changes after its family was adjusted; McNemar's exact p-value is the same one.
    """
    was, became = pair.base == 1, pair.variant == 1
    n = len(was)
    yes_yes, yes_no = int((was & became).sum()), int((was & ~became).sum())
    no_yes = int((~was & became).sum())
    changes = paired_decisions(yes_no, no_yes, n)
    selection = paired_selection(yes_yes, yes_no, no_yes, n - yes_yes - yes_no - no_yes)
    test = changes.test
    if judged is not None:
        test = replace(judged, name=test.name, method=test.method, p_value=test.p_value)
    outcomes: dict[str, Outcome] = {
        "rate_original": _rate(yes_yes + yes_no, n),
        "rate_variant": _rate(yes_yes + no_yes, n),
        "rate_difference": changes.rate_difference,
        "ratio": selection.ratio,
    }
    plain = {
        "p_exact": test.p_value,
        "p_exact_adjusted": test.p_adjusted,
        "p_mid": changes.p_mid,
        "below_four_fifths": selection.below_four_fifths,
        "compatible_with_no_difference": compatible_with_no_difference(selection),
    }
    why = dict.fromkeys(("p_exact", "p_exact_adjusted", "p_mid"), test.reason)
    why |= dict.fromkeys(("below_four_fifths", "compatible_with_no_difference"), _without(selection.ratio))
    return {
        "pairs": n,
        "yes_to_no": yes_no,
        "no_to_yes": no_yes,
        **plain,
        **numbers(outcomes),
        "test": significance(test),
        "reasons": {key: why[key] for key, value in plain.items() if value is None},
        "sentences": [DECISIONS_SENTENCE, four_fifths_sentence(selection)],
    }


def _rate(n_yes: int, n: int) -> Estimate | NotMeasured:
    """Share of the compared files with a yes in one arm."""
    if not n:
        return NotMeasured(method="M08", reason=NO_DECISION, missing={})
    return Estimate(
        value=n_yes / n,
        interval=wilson(n_yes, n),
        n=n,
        missing={},
        unit="share of files",
        method="M08",
        details={"yes": float(n_yes)},
    )


def _without(ratio: Estimate | NotMeasured) -> str:
    """Why nothing is said by the ratio, or by its interval."""
    return ratio.reason if isinstance(ratio, NotMeasured) else "; ".join(ratio.warnings)
