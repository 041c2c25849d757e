"""Adapters for the worked examples of methods M32 to M41: families, power, mitigation, repeats, missing answers."""

from __future__ import annotations

import numpy as np

from fairdesk.domain.exchanges import Status
from fairdesk.measures import categories, counterfactual, duplicates, mitigation, multiple_tests, power, repeats
from fairdesk.measures import missing as missing_answers
from fairdesk.measures.pairs import Pairs
from tests.textbook.notation import RESAMPLING, Answer, Given, ends, expand, floats, measured, samples

STATUS = {"refused": Status.REFUSED, "unparseable": Status.UNREADABLE, None: Status.NOT_ATTEMPTED}


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
