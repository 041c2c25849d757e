"""Effects of one cue, pair by pair: consistency, gap, shift, tolerance, direction (M01 to M05)."""

from __future__ import annotations

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Floats,
    Given,
    Integers,
    count,
    listed,
    number,
    outputs,
    resampling_of,
    same_length,
    unfit,
)
from fairdesk.audit.calc.outcomes import details_of, ends, explained, interval_of, p_of, value_of
from fairdesk.domain.results import Estimate
from fairdesk.measures import counterfactual, intervals, signed_ranks
from fairdesk.measures.cluster_bootstrap import FilePairs, pooled_effects
from fairdesk.measures.pairs import EQUAL_WITHIN, differences

NO_PAIR = "no pair has a value on both sides"


def _both(given: Given) -> tuple[Floats, Floats]:
    base, variant = outputs(given, "f_original"), outputs(given, "f_counterfactual")
    same_length(f_original=base, f_counterfactual=variant)
    return base, variant


def consistency(given: Given) -> Answer:
    """M01: share of pairs with the same output; null and words like refused are missing outputs."""
    base, variant = _both(given)
    valid = np.isfinite(base) & np.isfinite(variant)
    n_valid = int(valid.sum())
    lost = int(valid.size) - n_valid
    found = counterfactual.consistency(base[valid], variant[valid], {"files": lost})
    measured = isinstance(found, Estimate)
    consistent = int(found.details["n_consistent"]) if isinstance(found, Estimate) else 0
    answer: Answer = {
        "n_pairs": int(valid.size),
        "n_valid": n_valid,
        "n_missing": lost,
        "consistent": consistent if measured else None,
        "consistency": value_of(found),
        "wilson95": ends(intervals.wilson(consistent, n_valid)),
        "clopper_pearson95": ends(intervals.clopper_pearson(consistent, n_valid)),
        "missing_bounds": list(intervals.share_bounds(consistent, n_valid, lost) or (None, None)),
    }
    return explained(answer, NO_PAIR)


def _files(given: Given, size: int) -> tuple[Integers, int]:
    """Number of the file of each pair, counted from 0, and how many files there are."""
    names = listed(given, "file")
    for name in names:
        if not isinstance(name, str | int | float) or isinstance(name, bool):
            raise unfit("file", name, "a list of names or numbers of files")
    if len(names) != size:
        raise unfit("file", f"{len(names)} names", f"one name per pair, {size} in all")
    codes = {name: position for position, name in enumerate(dict.fromkeys(names))}
    return np.array([codes[name] for name in names], dtype=np.int64), len(codes)


def gap(given: Given) -> Answer:
    """M02: mean over files of the mean size of change of the file's valid pairs."""
    base, variant = _both(given)
    file, n_files = _files(given, base.size)
    resampling = resampling_of(given)
    valid = np.isfinite(base) & np.isfinite(variant)
    pairs = FilePairs(file=file[valid], base=base[valid], variant=variant[valid], n_files=n_files)
    found = pooled_effects(pairs, {}, "points", resampling)
    answer: Answer = {
        "n_files": n_files,
        "n_files_with_valid": found.cf_gap.n,
        "n_pairs_valid": found.n_pairs,
        "cf_gap": value_of(found.cf_gap),
        "cf_gap_ci95_bootstrap": interval_of(found.cf_gap),
        "pooled_pair_gap": value_of(found.pair_gap),
        "max_gap": found.largest,
        "seed": resampling.seed,
    }
    alone = "one file or equal gaps: resampling them gives one point"
    return explained(answer, {"": NO_PAIR, "cf_gap_ci95_bootstrap": alone if found.n_pairs else NO_PAIR})


def shift(given: Given) -> Answer:
    """M03: mean signed change and net direction; null, NaN and infinities are missing differences."""
    given_changes = outputs(given, "differences")
    change = given_changes[np.isfinite(given_changes)]
    base = np.zeros(change.size)
    found = counterfactual.mean_shift(base, change, {}, "points")
    net = counterfactual.direction(base, change, {})
    details = details_of(found)
    down, up = int(details.get("down", 0)), int(details.get("up", 0))
    answer: Answer = {
        "mean": value_of(found),
        "se": details.get("se"),
        "ci95": interval_of(found),
        "t": details.get("t"),
        "p": details.get("p_t"),
        "n": int(change.size),
        "n_missing": int(given_changes.size - change.size),
        "down": down,
        "up": up,
        "net_direction": value_of(net),
        "net_direction_ci95_bonett_price": interval_of(net),
        "p_sign": p_of(counterfactual.sign_test(down, up)),
    }
    why = "no valid difference"
    if change.size:
        why = counterfactual.no_spread_warning(int(change.size))
    return explained(answer, {"": why, "p_sign": counterfactual.sign_test(down, up).reason})


def tolerance(given: Given) -> Answer:
    """M04: share of pairs that moved by more than a tolerance, and of files all of whose pairs did not."""
    base, variant = _both(given)
    file, n_files = _files(given, base.size)
    epsilon = number(given, "epsilon")
    if epsilon < 0:
        raise unfit("epsilon", given["epsilon"], "a tolerance of 0 or more")
    valid = np.isfinite(base) & np.isfinite(variant)
    found = counterfactual.tolerance_violations(base[valid], variant[valid], epsilon, {}, "points")
    beyond = np.abs(differences(base[valid], variant[valid])) > epsilon + EQUAL_WITHIN
    violated = np.bincount(file[valid][beyond], minlength=n_files) > 0
    # A file that lacks a value satisfies nothing yet; one with a violation is decided whatever it lacks.
    open_files = (np.bincount(file[~valid], minlength=n_files) > 0) & ~violated
    decided, satisfying = int((~open_files).sum()), int((~open_files & ~violated).sum())
    details = details_of(found)
    answer: Answer = {
        "n_pairs": int(valid.sum()),
        "n_missing": int((~valid).sum()),
        "violations": int(beyond.sum()) if valid.any() else None,
        "violation_rate": value_of(found),
        "files_satisfying_ctf": satisfying if decided else None,
        "files_undecided": int(open_files.sum()),
        "share_files_satisfying": satisfying / decided if decided else None,
        "max_abs_change": abs(details["largest_change"]) if details else None,
    }
    undecided = "every file lacks a value in some pair"
    return explained(
        answer,
        {
            "": NO_PAIR,
            "files_satisfying_ctf": undecided if n_files else NO_PAIR,
            "share_files_satisfying": undecided if n_files else NO_PAIR,
        },
    )


def sign(given: Given) -> Answer:
    """M05: exact sign test of the changed pairs."""
    down, up = count(given, "down"), count(given, "up")
    unchanged = count(given, "unchanged") if "unchanged" in given else 0
    test = counterfactual.sign_test(down, up)
    share = counterfactual.share_down(down, up)
    answer: Answer = {
        "n": down + up + unchanged,
        "changed": down + up,
        "p_two_sided": p_of(test),
        "p_one_sided_down": signed_ranks.one_sided_sign_p(down, up),
        "share_down": value_of(share),
        "share_down_ci95_cp": interval_of(share),
    }
    return explained(answer, test.reason)


CALCULATIONS = (
    Calculation(method="M01", title="Counterfactual consistency", answer=consistency),
    Calculation(method="M02", title="Counterfactual token gap", answer=gap),
    Calculation(method="M03", title="Signed mean shift and net direction", answer=shift),
    Calculation(method="M04", title="Tolerance violations", answer=tolerance),
    Calculation(method="M05", title="Sign test", answer=sign),
)
