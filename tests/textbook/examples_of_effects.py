"""Adapters for the worked examples of methods M01 to M14: effects, intervals, targets, interactions."""

from __future__ import annotations

import math

import numpy as np

from fairdesk.domain.exchanges import ModelReply, ReadValue, TokenChance
from fairdesk.domain.results import Verdict
from fairdesk.extractors import extractor
from fairdesk.measures import categories, counterfactual, intersections, intervals, probability, targets
from fairdesk.measures.pairs import FourRatings
from fairdesk.measures.resampling import Resampling
from tests.textbook.notation import RESAMPLING, Answer, Given, ends, floats, measured

WORDS = {Verdict.TARGET_MET: "met", Verdict.TARGET_NOT_MET: "missed", Verdict.INCONCLUSIVE: "inconclusive"}


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
