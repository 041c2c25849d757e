"""The examples of ``worked_examples.jsonl``, asked of FairDesk's functions: one adapter per shape of example."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.textbook import examples_of_effects as effects
from tests.textbook import examples_of_studies as studies
from tests.textbook.notation import Answer, Given

ADAPTERS: Mapping[str, Callable[[Given], Answer]] = {
    **dict.fromkeys(("M01-P1", "M01-P2"), effects.m01),
    "M02-P1": effects.m02,
    **dict.fromkeys(("M03-P1", "M03-P2", "M03-P3"), effects.m03),
    **dict.fromkeys(("M04-P1", "M04-P2"), effects.m04),
    **dict.fromkeys(("M05-P1", "M05-P2", "M05-P3"), effects.m05),
    "M07-P1": effects.m07,
    "M09-P1": effects.m09_mean,
    "M09-P1ci": effects.m09_intervals,
    "M09-P2": effects.m09_clusters,
    **dict.fromkeys(("M10-P1", "M10-P2", "M10-P3"), effects.m10),
    "M11-P1": effects.m11,
    "M11-P2": effects.m11_counts,
    "M12-P1": effects.m12,
    "M12-P2": effects.m12_coverage,
    "M14-P1": effects.m14_shift,
    "M14-P2": effects.m14_tokens,
    "M14-P3": effects.m14_counts,
    "M32-P1": studies.m32,
    "M32-P2": studies.m32_families,
    "M34-P1": studies.m34_power,
    "M34-P2": studies.m34_sign,
    **dict.fromkeys(("M34-P3", "M34-P8"), studies.m34_share),
    "M34-P6": studies.m34_failures,
    "M36-P1": studies.m36,
    "M36-P2": studies.m36_table,
    "M38-P1": studies.m38,
    "M38-P2": studies.m38_components,
    "M38-P3": studies.m38_permutation,
    "M39-P1": studies.m39,
    "M41-P1": studies.m41,
    "INT-P1": studies.whole_table,
}
"""Worked example to the function that asks FairDesk for its numbers."""

NOT_OFFERED: Mapping[str, frozenset[str]] = {
    "M07-P1": frozenset({"b", "c", "p_mid", "rate_difference", "odds_ratio_conditional"}),
    "M09-P1": frozenset({"bca_acceleration"}),
    "M09-P2": frozenset({"naive_bootstrap_se_ideal", "icc", "design_effect"}),
    "M32-P1": frozenset({"bonferroni"}),
    "M36-P2": frozenset({"bowker_chi2", "bowker_df", "stuart_maxwell_chi2", "stuart_maxwell_df"}),
}
"""Secondary numbers of an example that no report of FairDesk prints; the p-values they lead to are compared."""
