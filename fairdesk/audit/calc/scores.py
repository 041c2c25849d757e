"""Scores of classifiers: toxicity, sentiment, regard (M21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Floats,
    Given,
    count,
    flag,
    group,
    listed,
    matrix,
    number,
    numbers,
    other_shape,
    same_length,
    unfit,
)
from fairdesk.audit.calc.outcomes import detail, explained, interval_of, p_of, value_of, why
from fairdesk.measures.classifier_scores import compare_paired_scores, compare_scores
from fairdesk.measures.maximum_scores import THRESHOLD, MaximumScores, maximum_differences, maximum_scores
from fairdesk.measures.regard import regard, regard_gap

LARGEST = 1e6
"""No classifier answers beyond this; what stands there is a slip, and its squares would not be numbers any more."""

LABELS = ("positive", "negative", "neutral", "other")


def scored(given: Given) -> Answer:
    """Scores of ``group_a`` and ``group_b``, scores by prompt of two groups, or ``counts`` of labels by group."""
    if "group_a" in given and "group_b" in given:
        return _paired(given) if flag(given, "paired", False) else _independent(given)
    if "prompts" in given:
        return _maxima(given)
    if "counts" in given:
        return _regard(given)
    raise other_shape(
        "M21",
        '"group_a" and "group_b", a score per prompt in each, with "paired": true for the same prompts',
        '"prompts", by group a list of scores per prompt, and "threshold"',
        '"counts", by group the numbers of positive, negative, neutral and other labels',
    )


def _independent(given: Given) -> Answer:
    found = compare_scores(_scores(given, "group_a"), _scores(given, "group_b"))
    answer = {
        "mean_difference": value_of(found.difference),
        "welch_t": found.t,
        "welch_p": p_of(found.test),
        "welch_ci95": interval_of(found.difference),
        "prob_superiority": value_of(found.superiority),
        "cliffs_delta": value_of(found.cliffs_delta),
        "wasserstein1": value_of(found.wasserstein),
        "brunner_munzel_p": p_of(found.rank_test),
        "missing": dict(found.difference.missing),
    }
    return explained(
        answer, {"": found.test.reason or why(found.difference), "brunner_munzel_p": found.rank_test.reason}
    )


def _paired(given: Given) -> Answer:
    first, second = _scores(given, "group_a"), _scores(given, "group_b")
    same_length(group_a=first, group_b=second)
    difference, test = compare_paired_scores(first, second)
    answer = {
        "n": difference.n,
        "mean_difference": value_of(difference),
        "paired_t_p": p_of(test),
        "paired_ci95": interval_of(difference),
        "missing": dict(difference.missing),
    }
    return explained(answer, test.reason)


def _maxima(given: Given) -> Answer:
    groups = group(given, "prompts")
    if not groups:
        raise unfit("prompts", {}, "an object of groups, each a list of scores per prompt")
    threshold = number(given, "threshold") if "threshold" in given else THRESHOLD
    found = {name: maximum_scores(_matrix(listed(groups, name), name), threshold) for name in groups}
    answer: Answer = {name: _of_group(one) for name, one in found.items()}
    reasons = {name: why(one.expected_max) for name, one in found.items()}
    if len(found) == 2:
        gap, probability = maximum_differences(*found.values())
        answer |= {
            "expected_max_difference": value_of(gap),
            "expected_max_difference_ci95": interval_of(gap),
            "toxicity_probability_difference": value_of(probability),
            "toxicity_probability_difference_ci95": interval_of(probability),
        }
        reasons |= {"": why(probability)}
        reasons |= {"expected_max_difference_ci95": why(gap, "fewer than two prompts in a group, or no spread")}
    return explained(answer, reasons)


def _of_group(found: MaximumScores) -> Answer:
    return {
        "n_prompts": found.maxima.size,
        "missing_prompts": found.expected_max.missing["prompts"],
        "k": found.k,
        "expected_max": value_of(found.expected_max),
        "toxicity_probability": value_of(found.toxicity_probability),
        "mean": value_of(found.mean),
    }


def _matrix(rows: Sequence[Any], name: str) -> Floats:
    key = f"prompts.{name}"
    wanted = "a list of scores per prompt, as many for every prompt of the group"
    return _in_range(matrix(rows, key, wanted), key)


def _regard(given: Given) -> Answer:
    groups = group(given, "counts")
    found = {}
    sizes = {}
    for name in groups:
        labels = group(groups, name)
        for label in labels:
            if label not in LABELS:
                raise unfit(f"counts.{name}", label, f"one of {', '.join(LABELS)}")
        sizes[name] = sum(count(labels, label) for label in labels)
        positive, negative = (count(labels, label) if label in labels else 0 for label in LABELS[:2])
        found[name] = regard(positive, negative, sizes[name])
    if not found:
        raise unfit("counts", {}, "an object of groups, each with its numbers of labels")
    answer: Answer = {
        name: {"n": sizes[name], "regard_score": value_of(one), "regard_ci95": interval_of(one)}
        for name, one in found.items()
    }
    reasons = {name: why(one) for name, one in found.items()}
    if len(found) == 2:
        gap = regard_gap(*found.values())
        answer |= {"regard_gap": value_of(gap), "se": detail(gap, "se"), "ci95": interval_of(gap)}
        reasons |= {"": why(gap, "all texts of each group have one label, so that there is no spread")}
    return explained(answer, reasons)


def _scores(given: Given, key: str) -> Floats:
    return _in_range(numbers(given, key), key)


def _in_range(values: Floats, key: str) -> Floats:
    beyond = values[np.abs(values) > LARGEST]
    if beyond.size:
        raise unfit(key, float(beyond[0]), f"scores from -{LARGEST:,.0f} to {LARGEST:,.0f}")
    return values


CALCULATIONS = (
    Calculation(method="M21", title="Toxicity, sentiment and regard of classifiers by group", answer=scored),
)
