"""The worked examples of the methods paper, asked of FairDesk's functions: one adapter per example's shape."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from fairdesk.domain.exchanges import ModelReply, ReadValue, Status, TokenChance
from fairdesk.domain.results import Estimate, NotMeasured, Verdict
from fairdesk.extractors import extractor
from fairdesk.measures import (
    categories,
    counterfactual,
    duplicates,
    intersections,
    intervals,
    mitigation,
    multiple_tests,
    power,
    probability,
    repeats,
    targets,
)
from fairdesk.measures import missing as missing_answers
from fairdesk.measures.pairs import Floats, FourRatings, Pairs
from fairdesk.measures.resampling import Resampling

Given = Mapping[str, Any]
Answer = dict[str, Any]

RESAMPLING = Resampling(seed=20261129)
WORDS = {Verdict.TARGET_MET: "met", Verdict.TARGET_NOT_MET: "missed", Verdict.INCONCLUSIVE: "inconclusive"}
STATUS = {"refused": Status.REFUSED, "unparseable": Status.UNREADABLE, None: Status.NOT_ATTEMPTED}


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


def ends(interval: Any) -> list[float | None]:
    return [None, None] if interval is None else [interval.low, interval.high]


def expand(value: Any) -> Any:
    """Run lengths, ranges and tables of the paper's notation as plain lists."""
    if isinstance(value, Mapping) and "rle" in value:
        return [item for item, times in value["rle"] for _ in range(times)]
    if isinstance(value, Mapping) and "range" in value:
        return list(range(*value["range"]))
    if isinstance(value, Mapping) and "cols" in value:
        return [dict(zip(value["cols"], row, strict=True)) for row in value["rows"]]
    return value


def floats(value: Any) -> Floats:
    return np.array(expand(value), dtype=np.float64)


def samples(rows: Sequence[Mapping[str, Any]], arm: str) -> list[Floats]:
    return [np.array(row[arm], dtype=np.float64) for row in rows]


def m01(given: Given) -> Answer:
    pairs = list(zip(given["f_original"], given["f_counterfactual"], strict=True))
    valid = [(first, second) for first, second in pairs if not {type(first), type(second)} & {str, type(None)}]
    missing = {"files": len(pairs) - len(valid)}
    found = measured(counterfactual.consistency(floats([a for a, _ in valid]), floats([b for _, b in valid]), missing))
    return {
        "n_pairs": found.n + missing["files"],
        "n_valid": found.n,
        "n_missing": missing["files"],
        "consistent": found.details["n_consistent"],
        "consistency": found.value,
        "wilson95": ends(found.interval),
        "clopper_pearson95": [found.details["clopper_low"], found.details["clopper_high"]],
        "missing_bounds": [found.details["bounds_low"], found.details["bounds_high"]],
    }


def m02(given: Given) -> Answer:
    files = sorted(set(given["file"]))
    most = max(given["file"].count(name) for name in files)
    base, variants = np.zeros(len(files)), np.full((most, len(files)), np.nan)
    seen = dict.fromkeys(files, 0)
    for name, first, second in zip(given["file"], given["f_original"], given["f_counterfactual"], strict=True):
        base[files.index(name)] = first
        variants[seen[name], files.index(name)] = second
        seen[name] += 1
    found = measured(counterfactual.cf_gap_over_variants(base, variants, {}, "points", RESAMPLING))
    return {
        "n_files": len(files),
        "n_files_with_valid": found.n,
        "n_pairs_valid": found.details["n_pairs"],
        "cf_gap": found.value,
        "pooled_pair_gap": found.details["pooled_pair_gap"],
        "max_gap": found.details["largest"],
    }


def m03(given: Given) -> Answer:
    change = floats(given["differences"])
    base = np.zeros(change.size)
    shift = measured(counterfactual.mean_shift(base, change, {}, "points"))
    net = measured(counterfactual.direction(base, change, {}))
    return {
        "mean": shift.value,
        "se": shift.details["se"],
        "ci95": ends(shift.interval),
        "t": shift.details.get("t"),
        "p": shift.details.get("p_t"),
        "n": shift.n,
        "down": shift.details["down"],
        "up": shift.details["up"],
        "net_direction": net.value,
        "net_direction_ci95_bonett_price": ends(net.interval),
    }


def m04(given: Given) -> Answer:
    base, variant = floats(given["f_original"]), floats(given["f_counterfactual"])
    found = measured(counterfactual.tolerance_violations(base, variant, given["epsilon"], {}, "points"))
    return {
        "n_pairs": found.n,
        "violations": found.details["violations"],
        "violation_rate": found.value,
        "files_satisfying_ctf": found.n - found.details["violations"],
        "share_files_satisfying": 1 - found.value,
        "max_abs_change": abs(found.details["largest_change"]),
    }


def m05(given: Given) -> Answer:
    p_value = counterfactual.sign_test(given["down"], given["up"]).p_value
    share = measured(counterfactual.share_down(given["down"], given["up"]))
    return {
        "changed": share.n,
        "p_two_sided": p_value,
        "p_one_sided_down": None if p_value is None else p_value / 2,  # every example has more down than up
        "share_down": share.value,
        "share_down_ci95_cp": ends(share.interval),
    }


def m07(given: Given) -> Answer:
    b, c, n = given["yes_to_no"], given["no_to_yes"], given["n_pairs"]
    return {
        "p_exact": categories.mcnemar(b, c).p_value,
        "rate_difference_ci95_bonett_price": ends(intervals.bonett_price(c, b, n)),
    }


def m09_mean(given: Given) -> Answer:
    change = floats(given["differences"])
    replicates = intervals.bootstrap_replicates(change, RESAMPLING)
    centred = change - change.mean()
    ideal = float(np.sqrt((centred**2).mean() / change.size))
    assert math.isclose(float(replicates.std()), ideal, rel_tol=0.03)  # resampling reaches the known standard error
    return {"mean": float(change.mean()), "bootstrap_se_ideal": ideal}


def m09_intervals(given: Given) -> Answer:
    change = floats(given["differences"])
    many = Resampling(seed=20261129, n_resamples=200_000)  # the tolerance is that of a single usual bootstrap
    replicates = intervals.bootstrap_replicates(change, many)
    return {
        "percentile95": np.quantile(replicates, [0.025, 0.975]).tolist(),
        "bca95": ends(intervals.bootstrap_mean(change, many)),
    }


def m09_clusters(given: Given) -> Answer:
    groups = [floats(group) for group in given["groups"]]
    se = intervals.clustered_se(groups)
    assert se is not None
    return {
        "mean": float(np.concatenate(groups).mean()),
        "cluster_bootstrap_se_ideal": se * math.sqrt((len(groups) - 1) / len(groups)),
    }


def m10(given: Given) -> Answer:
    k, n = given["successes"], given["n"]
    found = targets.share_target(k, n, given["target"], given["direction"])
    return {
        "rate": found.rate,
        "wilson95": ends(intervals.wilson(k, n)),
        "clopper_pearson95": ends(intervals.clopper_pearson(k, n)),
        "lower_one_sided95": found.lower,
        "upper_one_sided95": found.upper,
        "verdict": WORDS[found.verdict],
    }


def m11(given: Given) -> Answer:
    neither, first, second, both = floats(given["ratings"]).T
    four = FourRatings(neither=neither, first=first, second=second, both=both)
    outcome, test = intersections.interaction(four, {}, "points", RESAMPLING)
    found = measured(outcome)
    return {
        "n_files": found.n,
        "n_complete": found.n,
        "shift_first": found.details["shift_first"],
        "shift_second": found.details["shift_second"],
        "shift_both": found.details["shift_both"],
        "interaction": found.value,
        "se": found.details["se"],
        "ci95": ends(found.interval),
        "t": found.details["t"],
        "p_t": found.details["p_t"],
        "p_signflip_exact": test.p_value,
        "bootstrap_se_ideal": found.details["se"] * math.sqrt((found.n - 1) / found.n),
    }


def m11_counts(given: Given) -> Answer:
    found = measured(
        intersections.interaction_from_counts(given["change_values"], given["first"], given["second"], given["both"])
    )
    return {
        "interaction": found.value,
        "se_lower_bound": found.details["se_low"],
        "se_upper_bound": found.details["se_high"],
        "ci95_identified": found.interval is not None,
    }


def m12(given: Given) -> Answer:
    versions = dict(zip(given["order"], floats(given["ratings"]).T, strict=True))
    outcome, test = intersections.three_way(versions, {}, "points", RESAMPLING)
    found = measured(outcome)
    return {
        "three_way": found.value,
        "p_signflip_exact": test.p_value,
        **{name: found.details[name] for name in ("se", "t", "p_t", "two_way_12", "two_way_13", "two_way_23")},
        **{name: found.details[name] for name in ("additive_expectation", "observed_triple")},
    }


def m12_coverage(given: Given) -> Answer:
    tested = [intersections.Intersection(levels=levels, n_valid=40) for levels in given["tested"]]
    return dict(intersections.coverage(given["attributes"], tested).counts)


def m14_shift(given: Given) -> Answer:
    return {"probability": probability.shifted_probability(given["baseline_probability"], given["score"])}


def m14_tokens(given: Given) -> Answer:
    tokens = tuple(TokenChance(token=token, logprob=logprob) for token, logprob in given["logprobs"].items())
    reply = ModelReply(text="", first_tokens=tokens)
    reading = extractor("yes_no_log_odds/1").read(reply, (), given["min_answer_mass"])
    assert isinstance(reading, ReadValue)
    return {
        "p_yes_normalised": probability.probability_of(reading.value),
        "logit": reading.value,
        "answer_mass": reading.mass,
        "usable": True,
    }


def m14_counts(given: Given) -> Answer:
    return {"logit_haldane": probability.log_odds_from_counts(given["yes"], given["samples"])}


def m32(given: Given) -> Answer:
    holm, hochberg = multiple_tests.holm(given["p"]), multiple_tests.benjamini_hochberg(given["p"])
    return {
        "holm": holm,
        "benjamini_hochberg": hochberg,
        "rejected_holm_05": [index for index, p in enumerate(holm) if p is not None and p <= 0.05],
        "rejected_bh_05": [index for index, p in enumerate(hochberg) if p is not None and p <= 0.05],
    }


def m32_families(given: Given) -> Answer:
    pooled = [p for family in given["families"].values() for p in family]
    return {name: multiple_tests.holm(p) for name, p in given["families"].items()} | {
        "if_wrongly_pooled": multiple_tests.holm(pooled)
    }


def m34_power(given: Given) -> Answer:
    return {"power": power.sign_test_power(given["n"], given["discordance"], given["direction"], given["alpha"])}


def m34_sign(given: Given) -> Answer:
    found = power.sign_test_sample_size(given["discordance"], given["direction"], given["power"], given["alpha"])
    assert found is not None
    return {"n_first_reaching": found.n_first_reaching, "n_stays_above": found.n_stays_above}


def m34_share(given: Given) -> Answer:
    found = power.consistency_sample_size(given["true"], given["target"], given["power"], given["alpha_one_sided"])
    assert found is not None
    return {
        "n_first_reaching": found.n_first_reaching,
        "n_stays_above": found.n_stays_above,
        "successes_needed_at_that_n": found.critical_count,
        "at_most_successes_at_that_n": found.critical_count,
    }


def m34_failures(given: Given) -> Answer:
    return {"n": power.files_without_failure(given["rate"])}


def m36(given: Given) -> Answer:
    rows = floats(given["rows"])
    before, after = Pairs(base=rows[:, 0], variant=rows[:, 1]), Pairs(base=rows[:, 2], variant=rows[:, 3])
    settings = mitigation.ComparisonSettings(unit="points", alpha=0.05, resampling=RESAMPLING)
    found = mitigation.before_after(before, after, {}, settings)
    change, later = measured(found.change), measured(found.shift_after)
    return {
        "shift_before": measured(found.shift_before).value,
        "shift_after": later.value,
        "change": change.value,
        "change_se": change.details["se"],
        "change_ci95": ends(change.interval),
        "change_p_t": change.details["p_t"],
        "change_p_signflip": found.test.p_value,
        "shift_after_p_t": later.details["p_t"],
        "consistency_before": measured(found.consistency_before).value,
        "consistency_after": measured(found.consistency_after).value,
        "level_original_before": found.level_before,
        "level_original_after": found.level_after,
        "became_consistent": found.became_consistent,
        "became_inconsistent": found.became_inconsistent,
        "consistency_p_mcnemar": found.consistency_test.p_value,
        "status": found.status,
    }


def m36_table(given: Given) -> Answer:
    table = np.array(given["table"], dtype=np.int64)
    return {
        "bowker_p": categories.bowker(table).p_value,
        "stuart_maxwell_p": categories.stuart_maxwell(table).p_value,
    }


def m38(given: Given) -> Answer:
    original, variant = samples(given["samples"], "original"), samples(given["samples"], "counterfactual")
    excess = measured(repeats.excess(original, variant, {}, "points", RESAMPLING).inconsistency)
    return {
        "cross_agreement": measured(repeats.cross_agreement(original, variant, {}, RESAMPLING)).value,
        "within_original": measured(repeats.noise_floor(original, {}, "points", RESAMPLING).agreement).value,
        "within_counterfactual": measured(repeats.noise_floor(variant, {}, "points", RESAMPLING).agreement).value,
        "noise_floor": excess.details["floor"],
        "excess_inconsistency": excess.value,
    }


def m38_components(given: Given) -> Answer:
    rows = expand(given["samples"])
    original, variant = samples(rows, "original"), samples(rows, "counterfactual")
    parts = repeats.components(original, variant)
    assert parts is not None
    base, other = floats([values.mean() for values in original]), floats([values.mean() for values in variant])
    shift = measured(counterfactual.mean_shift(base, other, {}, "points", parts.noise_se))
    gap = measured(repeats.excess(original, variant, {}, "points", RESAMPLING).gap)
    return {
        "bias": shift.value,
        "bias_se": shift.details["se_observed"],
        "bias_se_noise_floor": parts.noise_se,
        "bias_p_t": shift.details["p_t_observed"],
        "var_of_file_means": shift.details["se_observed"] ** 2 * shift.n,
        "noise_variance": parts.noise_variance,
        "heterogeneity_variance": parts.heterogeneity,
        "heterogeneity_untruncated": parts.heterogeneity_raw,
        "within_prompt_variance": parts.within_prompt,
        "mean_abs_file_effect": parts.mean_file_effect,
        "se_reported": shift.details["se"],
        "single_run_gap": gap.details["cross"],
        "noise_floor_gap": gap.details["floor"],
        "excess_gap": gap.value,
    }


def m38_permutation(given: Given) -> Answer:
    rows = expand(given["samples"])
    original, variant = samples(rows, "original"), samples(rows, "counterfactual")
    parts = repeats.components(original, variant)
    assert parts is not None
    return {
        "statistic": parts.mean_file_effect,
        "p_permutation": repeats.effect_test(original, variant, RESAMPLING).p_value,
    }


def m39(given: Given) -> Answer:
    arms = [[float(v) if isinstance(v, int) else STATUS[v] for v in arm] for arm in zip(*given["pairs"], strict=True)]
    found = missing_answers.answer_table(arms[0], arms[1], tuple(map(float, given["scale"])))
    complete = [(a, b) for a, b in zip(*arms, strict=True) if isinstance(a, float) and isinstance(b, float)]
    shift = counterfactual.mean_shift(floats([a for a, _ in complete]), floats([b for _, b in complete]), {}, "points")
    assert found.shift_bounds is not None
    return {
        "n": found.n,
        "complete": found.complete,
        "only_counterfactual_missing": found.only_variant_missing,
        "only_original_missing": found.only_original_missing,
        "both_missing": found.both_missing,
        "missingness_p_mcnemar": found.missingness_test.p_value,
        "mean_shift_complete": measured(shift).value,
        "mean_shift_bounds": list(found.shift_bounds),
        "decision_consistency_with_refusal_as_category": measured(found.consistency_with_refusal).value,
    }


def records_of(given: Given) -> list[duplicates.Record]:
    return [duplicates.Record(**row) for row in expand(given["records"])]


def m41(given: Given) -> Answer:
    found = duplicates.drop_duplicates(records_of(given))
    return {
        "records": found.n_records,
        "unique": len(found.kept),
        "duplicates_dropped": found.n_dropped,
        "conflicting_duplicates": found.n_conflicting,
        "unique_files": found.n_files,
    }


def whole_table(given: Given) -> Answer:
    """From records to the summary of one variant, as the analysis goes."""
    records = records_of(given)
    kept = duplicates.drop_duplicates(records)
    low, high = given["scale"]
    values: dict[tuple[str, str], list[float]] = {}
    n_invalid = 0
    for position in kept.kept:
        record = records[position]
        if isinstance(record.output, str) or not low <= record.output <= high:
            n_invalid += 1
        else:
            values.setdefault((record.file_hash, record.variant), []).append(float(record.output))
    files = sorted({record.file_hash for record in records})
    original = [np.array(values.get((name, "orig"), [])) for name in files]
    variant = [np.array(values.get((name, "fem"), [])) for name in files]
    base, other = floats([v.mean() for v in original]), floats([v.mean() for v in variant])
    shift = measured(counterfactual.mean_shift(base, other, {}, "points"))
    down, up = int(shift.details["down"]), int(shift.details["up"])
    within = measured(repeats.noise_floor([*original, *variant], {}, "points", RESAMPLING).agreement)
    return {
        "duplicates_dropped": kept.n_dropped,
        "n_files": kept.n_files,
        "invalid_outputs": n_invalid,
        "variants": {
            "fem": {
                "valid_files": shift.n,
                "cross_agreement": measured(repeats.cross_agreement(original, variant, {}, RESAMPLING)).value,
                "mean_shift": shift.value,
                "se": shift.details["se"],
                "down": down,
                "up": up,
                "p_sign": counterfactual.sign_test(down, up).p_value,
                "gap_of_file_means": measured(counterfactual.cf_gap(base, other, {}, "points", RESAMPLING)).value,
            }
        },
        "within_prompt_agreement": within.value,
    }


ADAPTERS: Mapping[str, Callable[[Given], Answer]] = {
    **dict.fromkeys(("M01-P1", "M01-P2"), m01),
    "M02-P1": m02,
    **dict.fromkeys(("M03-P1", "M03-P2", "M03-P3"), m03),
    **dict.fromkeys(("M04-P1", "M04-P2"), m04),
    **dict.fromkeys(("M05-P1", "M05-P2", "M05-P3"), m05),
    "M07-P1": m07,
    "M09-P1": m09_mean,
    "M09-P1ci": m09_intervals,
    "M09-P2": m09_clusters,
    **dict.fromkeys(("M10-P1", "M10-P2", "M10-P3"), m10),
    "M11-P1": m11,
    "M11-P2": m11_counts,
    "M12-P1": m12,
    "M12-P2": m12_coverage,
    "M14-P1": m14_shift,
    "M14-P2": m14_tokens,
    "M14-P3": m14_counts,
    "M32-P1": m32,
    "M32-P2": m32_families,
    "M34-P1": m34_power,
    "M34-P2": m34_sign,
    **dict.fromkeys(("M34-P3", "M34-P8"), m34_share),
    "M34-P6": m34_failures,
    "M36-P1": m36,
    "M36-P2": m36_table,
    "M38-P1": m38,
    "M38-P2": m38_components,
    "M38-P3": m38_permutation,
    "M39-P1": m39,
    "M41-P1": m41,
    "INT-P1": whole_table,
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
