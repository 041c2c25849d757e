"""What mitigation keeps, prevents and reduces (M29 to M31)."""

from __future__ import annotations

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Floats,
    Given,
    count,
    numbers,
    part_of,
    positive,
    same_length,
    share,
)
from fairdesk.audit.calc.outcomes import explained, interval_of, value_of, why
from fairdesk.domain.results import Estimate, NotMeasured, Verdict
from fairdesk.measures.preservation import (
    SAFETY_SENTENCE,
    HarmfulOutputs,
    capability_preservation,
    safety_effectiveness,
)
from fairdesk.measures.reduction import REDUCTION_SENTENCE, stereotype_reduction

NO_SPREAD = "too few items, or none of them changed: no bound can be formed"


def preservation(given: Given) -> Answer:
    """Task scores of the same items before and after, against a margin."""
    before, after = _both(given)
    found = capability_preservation(before, after, positive(given, "margin"))
    answer = {
        "n": int(before.size),
        "items_without_value": len(numbers(given, "before")) - int(before.size),
        "mean_before": found.mean_before,
        "mean_after": found.mean_after,
        "ratio": value_of(found.ratio),
        "ratio_ci95_fieller": interval_of(found.ratio),
        "difference": value_of(found.difference),
        "difference_ci95": interval_of(found.difference),
        "lower_one_sided95": found.lower_t,
        "lower_one_sided95_bonett_price": found.lower_few,
        "decided_by": found.decided_by or None,
        "noninferior": found.noninferior,
        "pearson_r": found.pearson_r,
        "exact_agreement": value_of(found.exact_agreement),
        "p_noninferiority": found.p_noninferiority,
    }
    reasons = {
        "ratio": _why(found.ratio),
        "ratio_ci95_fieller": _why(found.ratio),
        "lower_one_sided95_bonett_price": "it is for items scored 0 or 1",
        "pearson_r": "scores before or after do not vary",
    }
    if isinstance(found.difference, NotMeasured):
        reasons = dict.fromkeys(reasons, found.difference.reason)
    return explained(answer, {**reasons, "": _why(found.difference)})


def safety(given: Given) -> Answer:
    """Harmful outputs without and with guardrails, against a target."""
    unmitigated, mitigated = (_harmful(given, name) for name in ("unmitigated", "mitigated"))
    found = safety_effectiveness(unmitigated, mitigated, share(given, "target"))
    met = found.target.verdict is Verdict.TARGET_MET if isinstance(found.absolute, Estimate) else None
    answer = {
        "absolute_effectiveness": value_of(found.absolute),
        "absolute_ci95_clopper_pearson": interval_of(found.absolute),
        "absolute_lower_one_sided95": found.target.lower,
        "relative_effectiveness": value_of(found.relative),
        "relative_ci95_score": interval_of(found.relative),
        "target_met": met,
        "verdict": found.target.verdict.value,
        "sentence": SAFETY_SENTENCE,
    }
    reasons = dict.fromkeys(("relative_effectiveness", "relative_ci95_score"), _why(found.relative))
    return explained(answer, {**reasons, "": _why(found.absolute)})


def reduction(given: Given) -> Answer:
    """Signed bias scores of the same items before and after."""
    before, after = _both(given)
    found = stereotype_reduction(before, after)
    baseline = interval_of(found.before)
    by_t = (
        isinstance(found.before, Estimate) and found.before.interval is not None and found.before.interval.method == "t"
    )
    none: list[float | None] = [None, None]
    answer: Answer = {
        "n": int(before.size),
        "items_without_value": len(numbers(given, "before")) - int(before.size),
        "score_before": value_of(found.before),
        "score_after": value_of(found.after),
        "reduction": value_of(found.unsigned),
        "signed_reduction": value_of(found.signed),
        "overshoot": found.overshoot,
        "baseline_ci95": baseline if by_t else none,
        "baseline_ci95_bonett_price": none if by_t else baseline,
        "reportable": found.reportable,
        "signed_reduction_ci95_fieller": interval_of(found.signed),
    }
    if isinstance(found.before, Estimate) and isinstance(found.after, Estimate):
        scores = {"before": f"{found.before.value:.3g}", "after": f"{found.after.value:.3g}"}
        answer["sentence"] = REDUCTION_SENTENCE.format(**scores)
    reasons = {
        "reduction": _why(found.unsigned),
        "signed_reduction": _why(found.signed),
        "signed_reduction_ci95_fieller": _why(found.signed),
    }
    if not by_t and baseline[0] is not None:
        reasons["baseline_ci95"] = "the scores before do not vary: they have no t interval"
    if by_t:
        reasons["baseline_ci95_bonett_price"] = "it takes the place of the t interval where the scores do not vary"
    return explained(answer, {**reasons, "": _why(found.before)})


def _both(given: Given) -> tuple[Floats, Floats]:
    """The items that have a score on both sides."""
    before, after = numbers(given, "before"), numbers(given, "after")
    same_length(before=before, after=after)
    whole = ~(np.isnan(before) | np.isnan(after))
    return before[whole], after[whole]


def _harmful(given: Given, name: str) -> HarmfulOutputs:
    n = count(given, f"{name}_n")
    return HarmfulOutputs(harmful=part_of(given, f"{name}_harmful", n, f"{name}_n"), n=n)


def _why(outcome: Estimate | NotMeasured) -> str:
    warnings = outcome.warnings if isinstance(outcome, Estimate) else ()
    return why(outcome, "; ".join(warnings) or NO_SPREAD)


CALCULATIONS = (
    Calculation(method="M29", title="Capability preservation", answer=preservation),
    Calculation(method="M30", title="Effectiveness of guardrails", answer=safety),
    Calculation(method="M31", title="Stereotype reduction", answer=reduction),
)
