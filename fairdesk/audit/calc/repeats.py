"""Repeated samples: bias, heterogeneity, instability (M38)."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdesk.audit.calc.given import Answer, Calculation, Floats, Given, floats, records, resampling_of, unfit
from fairdesk.audit.calc.outcomes import detail, explained, p_of, value_of, why
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures import repeats as measures
from fairdesk.measures.counterfactual import mean_shift
from fairdesk.measures.label_exchange import effect_test
from fairdesk.measures.resampling import Resampling

NO_REPEATS = "no prompt has two valid samples, so the noise is not measured"
NO_BOTH = "no file has a valid value in both arms"

Arms = tuple[list[Floats], list[Floats]]


def repeated(given: Given) -> Answer:
    """M38: every reading of repeated samples of the same files; null samples are missing."""
    original, variant = _samples(given)
    resampling = resampling_of(given)
    excess = measures.excess(original, variant, {}, "points", resampling)
    floors = {
        "within_original": measures.noise_floor(original, {}, "points", resampling).agreement,
        "within_counterfactual": measures.noise_floor(variant, {}, "points", resampling).agreement,
    }
    test = effect_test(original, variant, resampling)
    shift, split = _bias((original, variant), resampling)
    answer: Answer = {
        "n_files": len(original),
        "n_valid": shift.n,
        "cross_agreement": value_of(measures.cross_agreement(original, variant, {}, resampling)),
        **{name: value_of(floor) for name, floor in floors.items()},
        "noise_floor": detail(excess.inconsistency, "floor"),
        "excess_inconsistency": value_of(excess.inconsistency),
        "single_run_gap": value_of(measures.cross_gap(original, variant, {}, "points", resampling)),
        "noise_floor_gap": detail(excess.gap, "floor"),
        "excess_gap": value_of(excess.gap),
        **split,
        "p_permutation": p_of(test),
    }
    reasons = {"": NO_REPEATS if isinstance(shift, Estimate) else NO_BOTH, "p_permutation": test.reason}
    if isinstance(shift, Estimate):
        reasons |= dict.fromkeys(("bias_se", "bias_p_t", "var_of_file_means"), "one file, or all files show the same")
    return explained(answer, reasons | {name: why(floor) for name, floor in floors.items()})


def _samples(given: Given) -> Arms:
    arms: Arms = ([], [])
    for row in records(given, "samples"):
        for arm, key in zip(arms, ("original", "counterfactual"), strict=True):
            values = row.get(key)
            if not isinstance(values, list):
                raise unfit(f"samples.{key}", values, "a list of numbers, null for a missing sample")
            found = floats(values, f"samples.{key}")
            arm.append(found[np.isfinite(found)])
    return arms


def _bias(arms: Arms, resampling: Resampling) -> tuple[Estimate | NotMeasured, dict[str, Any]]:
    """The mean shift of the files' means, and what of their spread is noise."""
    both = [(first, second) for first, second in zip(*arms, strict=True) if first.size and second.size]
    base = np.array([first.mean() for first, _ in both], dtype=np.float64)
    other = np.array([second.mean() for _, second in both], dtype=np.float64)
    parts = measures.components(*arms)
    shift = mean_shift(base, other, {}, "points", parts.noise_se if parts else None)
    alone = mean_shift(base, other, {}, "points")
    se = detail(alone, "se")
    return shift, {
        "bias": value_of(alone),
        "bias_se": se,
        "bias_se_noise_floor": parts.noise_se if parts else None,
        "bias_p_t": detail(alone, "p_t"),
        "se_reported": detail(shift, "se") if parts else None,
        "var_of_file_means": None if se is None else se**2 * len(both),
        "noise_variance": parts.noise_variance if parts else None,
        "heterogeneity_variance": parts.heterogeneity if parts else None,
        "heterogeneity_untruncated": parts.heterogeneity_raw if parts else None,
        "within_prompt_variance": parts.within_prompt if parts else None,
        "mean_abs_file_effect": float(np.abs(other - base).mean()) if both else None,
        "statistic": float(np.abs(other - base).mean()) if both else None,
    }


CALCULATIONS = (Calculation(method="M38", title="Bias, heterogeneity, instability", answer=repeated),)
