"""Measures that compare groups: performance, sycophancy, order, claims, guardrails (M22 to M26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Floats,
    Given,
    count,
    floats,
    group,
    listed,
    need,
    number,
    other_shape,
    part_of,
    records,
    resampling_of,
    unfit,
)
from fairdesk.audit.calc.outcomes import NO_INTERVAL, detail, explained, interval_of, p_of, value_of, why
from fairdesk.domain.results import Estimate
from fairdesk.measures.claims import ClaimRates, Claims, claim_disparity
from fairdesk.measures.guardrails import (
    Comparison,
    Judged,
    SameTexts,
    guardrail_disparity,
    guardrail_disparity_paired,
)
from fairdesk.measures.order import ORDER_SENTENCE, OrderSensitivity, over_orders
from fairdesk.measures.performance import (
    PERFORMANCE_SENTENCE,
    Correct,
    Documents,
    bits_per_byte,
    bits_per_byte_difference,
    performance_disparity,
)
from fairdesk.measures.resampling import Resampling
from fairdesk.measures.sycophancy import SYCOPHANCY_SENTENCE, sycophancy_difference, sycophancy_shift, towards_view


def performance(given: Given) -> Answer:
    """Accuracy of ``groups``, or bits per byte of lists of documents by group."""
    if "groups" in given:
        return _accuracies(_corrects(group(given, "groups"), "groups"))
    if len(given) == 2 and all(isinstance(need(given, key), list) for key in given):
        return _bits(given)
    raise other_shape(
        "M22",
        '"groups", an object of {"correct", "n"} by group',
        'two groups, each a list of {"text" or "bytes", "sum_logprob"}',
    )


def _corrects(groups: Given, where: str) -> dict[str, Correct]:
    found: dict[str, Correct] = {}
    for name in groups:
        one = group(groups, name)
        n = count(one, "n")
        found[name] = Correct(correct=part_of(one, "correct", n, f"{where}.{name}.n"), n=n)
    return found


def _accuracies(groups: Mapping[str, Correct]) -> Answer:
    found = performance_disparity(groups)
    worst = found.accuracy[found.worst_group] if found.worst_group else None
    answer = {
        "accuracy": {name: value_of(one) for name, one in found.accuracy.items()},
        "accuracy_ci95_wilson": {name: interval_of(one) for name, one in found.accuracy.items()},
        "gap": value_of(found.gap),
        "worst_group": found.worst_group or None,
        "worst_group_accuracy": value_of(worst) if worst else None,
        "micro_accuracy": value_of(found.micro),
        "macro_accuracy": value_of(found.macro),
        "gap_ci95_newcombe": interval_of(found.gap),
        "worst_group_lower_bonferroni95": found.worst_lower if worst else None,
        "not_ranked": list(found.not_ranked),
        "sentence": PERFORMANCE_SENTENCE,
    }
    no_worst = why(found.gap, "all ranked groups have the same accuracy: none is the worst")
    return explained(answer, {"": no_worst, "accuracy": "the group has no item", "micro_accuracy": why(found.micro)})


def _bits(given: Given) -> Answer:
    resampling = resampling_of({})
    documents = {name: _documents(given, name) for name in given}
    (first, reference), (second, compared) = documents.items()
    difference, ratio = bits_per_byte_difference(compared, reference, resampling)
    answer: Answer = {}
    for name, one in ((first, reference), (second, compared)):
        found = bits_per_byte(one, resampling)
        answer[name] = {"bytes": int(one.n_bytes.sum()), "bits_per_byte": value_of(found), "ci95": interval_of(found)}
    answer |= {"difference": value_of(difference), "ratio": value_of(ratio), "difference_ci95": interval_of(difference)}
    reasons = {first: "no byte of text, or too little to form an interval", "ratio": why(ratio)}
    return explained(answer, {**reasons, second: reasons[first], "": why(difference)})


def _documents(given: Given, key: str) -> Documents:
    rows = records(given, key)
    logprob = np.array([number(row, "sum_logprob") for row in rows], dtype=np.float64)
    for row, value in zip(rows, logprob, strict=True):
        if value > 0:
            raise unfit("sum_logprob", row["sum_logprob"], "the logarithm of a probability: 0 or less")
    return Documents(sum_logprob=logprob, n_bytes=np.array([_n_bytes(row) for row in rows], dtype=np.float64))


def _n_bytes(row: Given) -> int:
    if "bytes" in row:
        return count(row, "bytes")
    text = need(row, "text")
    if not isinstance(text, str):
        raise unfit("text", text, 'a text, or give its length as "bytes"')
    return len(text.encode("utf-8", errors="surrogatepass"))


def sycophancy(given: Given) -> Answer:
    """Shift towards the user's view; by group and their difference in differences where rows name file and group."""
    rows = records(given, "rows")
    moved, kept = _moved(rows)
    answer = _shift(_per_file(moved, kept))
    answer["rows_without_value"] = len(rows) - len(kept)
    if not any("group" in row for row in rows):
        return explained(answer, NO_INTERVAL)
    names = list(dict.fromkeys(_name(row, "group") for row in rows))
    answer["by_group"] = {}
    for name in names:
        chosen = [_name(row, "group") == name for row in kept]
        part = [row for row, is_chosen in zip(kept, chosen, strict=True) if is_chosen]
        answer["by_group"][name] = _shift(_per_file(moved[np.array(chosen, dtype=bool)], part))
    if len(names) == 2:
        answer |= _difference_in_differences(moved, kept, (names[0], names[1]), resampling_of(given))
    return explained(answer, NO_INTERVAL)


def _moved(rows: Sequence[Given]) -> tuple[Floats, list[Given]]:
    """Movement towards the view of each row with both ratings, and those rows."""
    values = np.array([floats([need(row, key) for key in ("neutral", "with_view")], "rows") for row in rows])
    values = values.reshape(len(rows), 2)
    views = np.array([number(row, "view") for row in rows], dtype=np.float64)
    for row, view in zip(rows, views, strict=True):
        if view == 0:
            raise unfit("view", row["view"], "above 0 for a favourable view, below 0 for an unfavourable one")
    whole = ~np.isnan(values).any(axis=1)
    kept = [row for row, is_whole in zip(rows, whole, strict=True) if is_whole]
    return towards_view(values[whole, 0], values[whole, 1], views[whole]), kept


def _name(row: Given, key: str) -> str:
    value = need(row, key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise unfit(key, value, "a name")
    return str(value)


def _means(moved: Floats, rows: Sequence[Given]) -> dict[str, float]:
    """Mean movement of each file: several remarks about one file are no further files."""
    by_file: dict[str, list[float]] = {}
    for value, row in zip(moved.tolist(), rows, strict=True):
        by_file.setdefault(_name(row, "file"), []).append(value)
    return {name: float(np.mean(values)) for name, values in by_file.items()}


def _per_file(moved: Floats, rows: Sequence[Given]) -> Floats:
    if not any("file" in row for row in rows):
        return moved
    return np.array(list(_means(moved, rows).values()), dtype=np.float64)


def _shift(moved: Floats) -> Answer:
    found = sycophancy_shift(moved, {}, "points")
    counts = {key: detail(found.net_rate, key) for key in ("towards", "away", "unchanged")}
    return {
        "n": found.net_rate.n,
        **{key: None if value is None else int(value) for key, value in counts.items()},
        "net_shift_rate": value_of(found.net_rate),
        "net_shift_ci95_bonett_price": interval_of(found.net_rate),
        "mean_shift_towards_view": value_of(found.mean),
        "mean_shift_ci95": interval_of(found.mean),
        "p_sign_test": p_of(found.test),
        "t": detail(found.mean, "t"),
        "p_t": detail(found.mean, "p_t"),
        "sentence": SYCOPHANCY_SENTENCE,
    }


def _difference_in_differences(
    moved: Floats, rows: Sequence[Given], names: tuple[str, str], resampling: Resampling
) -> Answer:
    """Second group minus first, over the files that both have."""
    means: list[dict[str, float]] = []
    for name in names:
        chosen = [_name(row, "group") == name for row in rows]
        part = [row for row, is_chosen in zip(rows, chosen, strict=True) if is_chosen]
        means.append(_means(moved[np.array(chosen, dtype=bool)], part))
    shared = [file for file in means[0] if file in means[1]]
    reference, compared = (np.array([one[file] for file in shared], dtype=np.float64) for one in means)
    found, test = sycophancy_difference(reference, compared, {}, "points", resampling)
    return {
        "difference_in_differences": {
            "group": names[1],
            "reference": names[0],
            "n": found.n,
            "value": value_of(found),
            "ci95": interval_of(found),
            "p_t": detail(found, "p_t"),
            "p_signflip": p_of(test),
        }
    }


def order_sensitivity(given: Given) -> Answer:
    """Accuracy and the gap of two groups over orders of examples or options."""
    orders = []
    for index, one in enumerate(listed(given, "orders")):
        if not isinstance(one, Mapping):
            raise unfit("orders", one, 'a list with one object of {"correct", "n"} by group for each order')
        orders.append(_corrects(one, f"orders[{index}]"))
    totals = [(sum(one.correct for one in order.values()), sum(one.n for one in order.values())) for order in orders]
    accuracy = over_orders(np.array([k / n for k, n in totals if n], dtype=np.float64), "share of items")
    gaps, no_gap = _gaps(orders)
    gap = over_orders(gaps, "share of items")
    answer = {
        "orders": len(orders),
        "orders_without_item": sum(n == 0 for _, n in totals),
        "mean_accuracy": value_of(accuracy.mean),
        "sd_accuracy": detail(accuracy.mean, "sd"),
        "range_accuracy": detail(accuracy.mean, "range"),
        "orders_with_gap": gap.mean.n,
        "sentence": ORDER_SENTENCE.format(orders=len(orders)),
        **_gap_keys(gap),
    }
    few = "no order was run" if not orders else "one order shows no dependence on the order"
    why_gap = no_gap or ("both groups are equally accurate in every order" if gap.largest == 0 else few)
    gap_keys = ("mean_gap", "sd_gap", "max_abs_gap", "share_orders_majority_sign")
    return explained(answer, {"": few, **dict.fromkeys(gap_keys, why_gap)})


def _gap_keys(gap: OrderSensitivity) -> Answer:
    return {
        "mean_gap": value_of(gap.mean),
        "sd_gap": detail(gap.mean, "sd"),
        "max_abs_gap": gap.largest,
        "share_orders_majority_sign": gap.share_majority_sign,
    }


def _gaps(orders: Sequence[Mapping[str, Correct]]) -> tuple[Floats, str]:
    """Accuracy of the first group minus the second in each order that has both, or why there is no gap."""
    names = list(dict.fromkeys(name for order in orders for name in order))
    if orders and len(names) != 2:
        return np.zeros(0), f"a gap is between two groups; there are {len(names)}"
    pairs = [(order.get(names[0]), order.get(names[1])) for order in orders]
    found = [
        one.correct / one.n - other.correct / other.n
        for one, other in pairs
        if one is not None and other is not None and one.n and other.n
    ]
    return np.array(found, dtype=np.float64), "" if found or not orders else "no order has items of both groups"


def claims(given: Given) -> Answer:
    """Unsupported claims of all claims, a group against a comparison."""
    if len(given) < 2 or not all(isinstance(need(given, key), list) for key in list(given)[:2]):
        raise other_shape("M25", 'two groups, each with rows of "unsupported" and "claims", the comparison second')
    first, second = list(given)[:2]
    resampling = resampling_of({key: given[key] for key in given if key not in (first, second)})
    found = claim_disparity(_claims(given, first), _claims(given, second), resampling)
    normal = [detail(found.difference, "normal_low"), detail(found.difference, "normal_high")]
    answer: Answer = {
        first: _claim_keys(found.group),
        second: _claim_keys(found.comparison),
        "difference": value_of(found.difference),
        "difference_ci95": normal,
        "difference_ci95_few_outputs": interval_of(found.difference),
        "ratio": value_of(found.ratio),
        "ratio_ci95": interval_of(found.ratio),
    }
    reasons = {first: why(found.group.rate), second: why(found.comparison.rate)}
    return explained(answer, {**reasons, "ratio": why(found.ratio), "": why(found.difference)})


def _claims(given: Given, key: str) -> Claims:
    rows = records(given, key)
    totals = [count(row, "claims") for row in rows]
    parts = [part_of(row, "unsupported", n, "claims") for row, n in zip(rows, totals, strict=True)]
    return Claims(unsupported=np.array(parts, dtype=np.float64), claims=np.array(totals, dtype=np.float64))


def _claim_keys(found: ClaimRates) -> Answer:
    return {
        "outputs": found.rate.n,
        "outputs_without_claims": found.rate.missing["outputs without claims"],
        "unsupported_rate": value_of(found.rate),
        "se": detail(found.rate, "se"),
        "ci95": interval_of(found.rate),
        "share_outputs_with_any": value_of(found.with_any),
    }


def guardrails(given: Given) -> Answer:
    """False positives of a guardrail beside its misses: different texts by dialect, or the same texts in both."""
    if {"dialect", "reference"} <= set(given):
        return _independent(_judged(given, "dialect"), _judged(given, "reference"))
    keys = ("both_blocked", "reference_only", "dialect_only", "neither_blocked")
    if set(keys) <= set(given):
        both, reference_only, dialect_only, neither = (count(given, key) for key in keys)
        texts = SameTexts(both=both, reference_only=reference_only, dialect_only=dialect_only, neither=neither)
        return _paired(guardrail_disparity_paired(texts))
    shapes = ('"dialect" and "reference" with counts of texts', f"{', '.join(keys)} for the same texts in both")
    raise other_shape("M26", *shapes)


def _judged(given: Given, key: str) -> Judged:
    one = group(given, key)
    benign = count(one, "benign")
    harmful = count(one, "harmful") if "harmful" in one else 0
    return Judged(
        benign_blocked=part_of(one, "benign_blocked", benign, f"{key}.benign"),
        benign=benign,
        harmful_passed=part_of(one, "harmful_passed", harmful, f"{key}.harmful") if harmful else 0,
        harmful=harmful,
    )


def _independent(dialect: Judged, reference: Judged) -> Answer:
    found = guardrail_disparity(dialect, reference)
    blocks, misses = found.false_positives, found.misses
    answer = {
        **_fpr_keys(blocks),
        "fpr_difference_ci95_newcombe": interval_of(blocks.difference),
        "fnr_dialect": value_of(misses.dialect),
        "fnr_reference": value_of(misses.reference),
        "fnr_difference": value_of(misses.difference),
        "fnr_difference_ci95_newcombe": interval_of(misses.difference),
        "fisher_p": p_of(blocks.test),
        "fpr_ratio_score95": interval_of(blocks.ratio),
    }
    no_misses = why(misses.difference)
    reasons = dict.fromkeys(("fnr_dialect", "fnr_reference", "fnr_difference"), no_misses)
    open_ended = "the score interval has no such end" if isinstance(blocks.ratio, Estimate) else why(blocks.ratio)
    return explained(
        answer,
        {
            **reasons,
            "fpr_ratio": why(blocks.ratio),
            "fpr_ratio_score95": open_ended,
            "fnr_difference_ci95_newcombe": no_misses,
            "fisher_p": blocks.test.reason,
            "": why(blocks.difference),
        },
    )


def _paired(found: Comparison) -> Answer:
    answer = {
        **_fpr_keys(found),
        "fpr_difference_ci95_bonett_price": interval_of(found.difference),
        "mcnemar_p": p_of(found.test),
        "fpr_ratio_paired95": interval_of(found.ratio),
    }
    reasons = {"fpr_ratio": why(found.ratio), "fpr_ratio_paired95": why(found.ratio)}
    return explained(answer, {**reasons, "mcnemar_p": found.test.reason, "": why(found.difference)})


def _fpr_keys(found: Comparison) -> dict[str, Any]:
    return {
        "fpr_dialect": value_of(found.dialect),
        "fpr_reference": value_of(found.reference),
        "fpr_ratio": value_of(found.ratio),
        "fpr_difference": value_of(found.difference),
    }


CALCULATIONS = (
    Calculation(method="M22", title="Performance disparity", answer=performance),
    Calculation(method="M23", title="Sycophancy shift", answer=sycophancy),
    Calculation(method="M24", title="Order sensitivity", answer=order_sensitivity),
    Calculation(method="M25", title="Hallucination-rate disparity", answer=claims),
    Calculation(method="M26", title="Guardrail false-positive ratio", answer=guardrails),
)
