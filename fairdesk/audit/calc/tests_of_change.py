"""Tests of change: ranks, decisions, selection rates, resampled means (M06 to M09)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Given,
    changed_decisions,
    choice,
    count,
    group,
    level_of,
    listed,
    other_shape,
    outputs,
    part_of,
    readings,
    resampling_of,
    share,
    unfit,
)
from fairdesk.audit.calc.outcomes import details_of, ends, explained, interval_of, p_of, value_of, why
from fairdesk.measures import clusters, decisions, intervals, signed_ranks
from fairdesk.measures.ratios import katz_ratio

HIGHEST = "highest rate"


def ranks(given: Given) -> Answer:
    """M06: signed-rank test with zeros treated in both ways; ``pratt`` is the default of the reports."""
    differences = outputs(given, "differences")
    change = differences[np.isfinite(differences)]
    answer: Answer = {"n": int(change.size), "n_missing": int(differences.size - change.size)}
    reasons: dict[str, str] = {}
    treatments: tuple[signed_ranks.Zeros, ...] = ("pratt", "wilcox")
    for zeros in treatments:
        effect, test = signed_ranks.signed_rank(change, zeros)
        details = details_of(effect)
        answer[zeros] = {
            "n_nonzero": int(details.get("n_nonzero", 0)),
            "W_plus": details.get("w_plus"),
            "W_minus": details.get("w_minus"),
            "p_exact": details.get("p_exact"),
            "z": details.get("z"),
            "p_normal": details.get("p_normal"),
            "rank_biserial": value_of(effect),
            "sentence": signed_ranks.ranks_sentence(zeros),
        }
        many = f"more than {signed_ranks.COUNTED_UP_TO} changed files: the normal approximation stands alone"
        reasons[zeros] = test.reason or many
    return explained(answer, reasons)


def decision(given: Given) -> Answer:
    """M07: McNemar's exact test, mid-p, rate difference, conditional odds ratio."""
    n, b, c = changed_decisions(given)
    found = decisions.paired_decisions(b, c, n)
    answer: Answer = {
        "n_pairs": n,
        "b": b,
        "c": c,
        "p_exact": p_of(found.test),
        "p_mid": found.p_mid,
        "rate_difference": value_of(found.rate_difference),
        "rate_difference_ci95_bonett_price": interval_of(found.rate_difference),
        "odds_ratio_conditional": value_of(found.odds_ratio),
        "odds_ratio_ci95": interval_of(found.odds_ratio),
        "sentence": decisions.DECISIONS_SENTENCE,
    }
    odds = why(found.odds_ratio, "")
    nothing = why(found.rate_difference, found.test.reason)
    return explained(answer, {"": nothing, "odds_ratio_conditional": odds, "odds_ratio_ci95": odds})


def selection(given: Given) -> Answer:
    """M08: selection-rate ratios of groups, or of the same files under two conditions."""
    if "groups" in given:
        return _groups_selected(given)
    if "yes_yes" in given:
        return _files_selected(given)
    raise other_shape(
        "M08", '"groups" of independent people', '"yes_yes", "yes_no", "no_yes", "no_no" of the same files'
    )


def _groups_selected(given: Given) -> Answer:
    groups: dict[str, decisions.Selection] = {}
    for name, counts in group(given, "groups").items():
        if not isinstance(counts, Mapping):
            raise unfit(f"groups.{name}", counts, 'an object with "selected" and "n"')
        n = count(counts, "n")
        groups[name] = decisions.Selection(selected=part_of(counts, "selected", n, "n"), n=n)
    reference = given.get("reference", HIGHEST)
    if reference == HIGHEST and HIGHEST not in groups:
        reference = ""
    elif not isinstance(reference, str) or reference not in groups:
        raise unfit("reference", reference, f'the name of one of the groups, or "{HIGHEST}"')
    smallest = share(given, "smallest_share") if "smallest_share" in given else 0.0
    found = decisions.selection_rates(groups, reference, smallest)
    answer: Answer = {"reference": found.reference or None, "excluded": dict(found.excluded), "ratios": {}}
    reasons = {"reference": "no group can be the reference"}
    for name, compared in found.comparisons.items():
        one, base = groups[name], groups[found.reference]
        answer["ratios"][name] = {
            "ratio": value_of(compared.ratio),
            "below_four_fifths": compared.below_four_fifths,
            "katz95": ends(katz_ratio(one.selected, one.n, base.selected, base.n)),
            "score95": interval_of(compared.ratio),
            "difference": value_of(compared.difference),
            "newcombe95": interval_of(compared.difference),
            "fisher_p": p_of(compared.test),
            "sentence": decisions.four_fifths_sentence(compared),
        }
        path = f"ratios.{name}"
        katz = "a rate is 0, or both are 1: the log interval has no width"
        reasons |= {
            path: why(compared.ratio, "there is no such interval for these counts"),
            f"{path}.katz95": why(compared.ratio, katz),
            f"{path}.fisher_p": compared.test.reason,
        }
    return explained(answer, reasons)


def _files_selected(given: Given) -> Answer:
    a, b, c, d = (count(given, key) for key in ("yes_yes", "yes_no", "no_yes", "no_no"))
    n = a + b + c + d
    found = decisions.paired_selection(a, b, c, d)
    answer: Answer = {
        "n": n,
        "rate_original": (a + b) / n if n else None,
        "rate_counterfactual": (a + c) / n if n else None,
        "ratio": value_of(found.ratio),
        "below_four_fifths": found.below_four_fifths,
        "paired_ci95": interval_of(found.ratio),
        "difference": value_of(found.difference),
        "difference_ci95_bonett_price": interval_of(found.difference),
        "p_exact": p_of(found.test),
        "sentence": decisions.four_fifths_sentence(found),
    }
    no_width = "no decision changed, or nobody was selected in one arm: the log interval has no width"
    return explained(
        answer,
        {
            "": why(found.ratio, why(found.difference, "no file has a decision")),
            "paired_ci95": why(found.ratio, no_width),
            "p_exact": found.test.reason,
        },
    )


def resampled(given: Given) -> Answer:
    """M09: a mean over files with bootstrap intervals, or values in groups with their design effect."""
    if "groups" in given:
        return _clusters(given)
    if "differences" not in given:
        raise other_shape("M09", '"differences", one per file', '"groups", a list of values per file')
    choice(given, "statistic", "mean")
    differences = outputs(given, "differences")
    change = differences[np.isfinite(differences)]
    resampling, level = resampling_of(given), level_of(given, "level", 0.95)
    measured = change.size > 0
    bca = intervals.bootstrap_mean(change, resampling, level) if measured else None
    percent = f"{100 * level:g}"
    answer: Answer = {
        "n": int(change.size),
        "n_missing": int(differences.size - change.size),
        "mean": float(change.mean()) if measured else None,
        "bootstrap_se_ideal": clusters.ideal_bootstrap_se(change),
        "bca_acceleration": clusters.bootstrap_acceleration(change),
        f"percentile{percent}": ends(clusters.percentile_interval(change, resampling, level)),
        f"bca{percent}": ends(bca),
        "method": bca.method if bca else None,
        "seed": resampling.seed,
        "resamples": resampling.n_resamples,
        "sentence": clusters.RESAMPLED_SENTENCE.format(n_resamples=resampling.n_resamples, seed=resampling.seed),
    }
    reason = "one value or equal values: resampling them gives one point" if measured else "no valid difference"
    return explained(answer, reason)


def _clusters(given: Given) -> Answer:
    groups = []
    for values in listed(given, "groups"):
        if not isinstance(values, list):
            raise unfit("groups", values, "a list of lists of numbers, one list per file")
        found = readings(values, "groups")
        groups.append(found[np.isfinite(found)])
    weights = clusters.cluster_weights(groups)
    answer: Answer = {
        "n_groups": weights.n_groups,
        "n": weights.n,
        "mean": weights.mean,
        "cluster_bootstrap_se_ideal": weights.ideal_se,
        "naive_bootstrap_se_ideal": weights.naive_se,
        "icc": weights.icc,
        "design_effect": weights.design_effect,
    }
    reason = (
        "it needs two files with values" if weights.n_groups < 2 else "no file has two values, or all values are equal"
    )
    return explained(answer, reason)


CALCULATIONS = (
    Calculation(method="M06", title="Wilcoxon signed-rank test", answer=ranks),
    Calculation(method="M07", title="McNemar's exact test of a decision", answer=decision),
    Calculation(method="M08", title="Selection-rate ratio (four-fifths)", answer=selection),
    Calculation(method="M09", title="Bootstrap over files, clusters", answer=resampled),
)
