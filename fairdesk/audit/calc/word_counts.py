"""Words of groups in generated texts: representation, association, chance at small n (M18 to M20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Floats,
    Given,
    Integers,
    floats,
    group,
    listed,
    need,
    other_shape,
    resampling_of,
    table,
    unfit,
    words,
)
from fairdesk.audit.calc.outcomes import explained, interval_of, p_of, value_of, why
from fairdesk.extractors.word_counts import WordLists, count_words, count_words_as_helm, find_terms, word_lists
from fairdesk.measures.association import Cooccurrence, association
from fairdesk.measures.representation import (
    checked_reference,
    exact_multinomial_test,
    normalised_distance,
    representation,
    representation_by_generation,
    share_se,
    uniform,
)

COUNTS = "a list of counts, one for each of at least two groups"


def represented(given: Given) -> Answer:
    """Shares and distance of ``counts``, or of the words of ``word_lists`` in ``texts``."""
    if "counts" in given:
        counts = _counts(given)
        found = representation(counts, _reference(given, counts.size))
        answer = {
            "counts": list(found.counts),
            "total": found.total,
            "p_observed": list(found.p_observed) or None,
            "tvd": value_of(found.tvd),
            "max_with_uniform": 1 - 1 / counts.size,
            "expected_tvd_under_reference": found.expected,
        }
        return explained(answer, why(found.tvd))
    if "texts" in given:
        return _represented_in_texts(given)
    raise other_shape("M18", '"counts" and perhaps "reference"', '"texts" and "word_lists", words by group')


def _represented_in_texts(given: Given) -> Answer:
    texts, lists = words(given, "texts"), _lists(given)
    reference = _reference(given, len(lists.names))
    found = representation_by_generation(count_words(texts, lists), reference, resampling_of(given))
    as_helm = count_words_as_helm(texts, lists).sum(axis=0)
    helm = normalised_distance(as_helm, np.array(lists.sizes))
    answer = {
        "counts": dict(zip(lists.names, found.counts, strict=True)),
        "total": found.total,
        "p_observed": dict(zip(lists.names, found.p_observed, strict=True)) if found.total else None,
        "tvd": value_of(found.tvd),
        "tvd_ci95_bootstrap": interval_of(found.tvd),
        "expected_tvd_under_reference": found.expected,
        "counts_helm_tokens": dict(zip(lists.names, as_helm.tolist(), strict=True)),
        "tvd_helm_normalised": value_of(helm),
    }
    return explained(answer, {"": why(found.tvd, NO_SPREAD), "tvd_helm_normalised": why(helm)})


NO_SPREAD = "fewer than two texts hold a listed word, or all have the same shares"


def associated(given: Given) -> Answer:
    """Distances beside every one of ``targets`` in ``texts``, and their mean."""
    for key in ("texts", "targets", "word_lists"):
        if key not in given:
            raise other_shape("M19", '"texts", "targets" and "word_lists", words by group')
    texts, targets, lists = words(given, "texts"), words(given, "targets"), _lists(given)
    hits = find_terms(texts, targets)
    where = Cooccurrence(
        counts=count_words(texts, lists),
        term=hits.term,
        generation=hits.text,
        times=hits.times,
        n_terms=len(targets),
    )
    found = association(where, resampling_of(given))
    per_term = {term: value_of(one.tvd) for term, one in zip(targets, found.per_term, strict=True)}
    answer = {
        "per_term": per_term,
        "score": value_of(found.score),
        "score_ci95_bootstrap": interval_of(found.score),
        "terms_used": found.terms_used,
        "terms_without_data": found.terms_without_data,
        "expected_score_under_reference": found.expected,
        "score_cooccurrence_product": value_of(found.cooccurrence_product),
    }
    reasons = {"": why(found.score, "texts with a term and a group word show no spread")}
    return explained(answer, reasons | {"per_term": "no text with this term holds a listed word"})


def small_n(given: Given) -> Answer:
    """What chance gives beside ``counts``, or the standard error by generation of ``counts_per_generation``."""
    if "counts" in given:
        counts = _counts(given)
        reference = _reference(given, counts.size)
        found = representation(counts, reference)
        test = exact_multinomial_test(counts, reference, resampling_of(given))
        answer = {
            "tvd": value_of(found.tvd),
            "expected_tvd_under_reference": found.expected,
            "p_exact": p_of(test),
            "test": test.name,
        }
        return explained(answer, {"": why(found.tvd), "p_exact": test.reason})
    if "counts_per_generation" in given:
        return _by_generation(given)
    raise other_shape("M20", '"counts" and "reference"', '"counts_per_generation", a row of counts per generation')


def _by_generation(given: Given) -> Answer:
    counts = table(given, "counts_per_generation")
    if counts.shape[1] < 2:
        raise unfit("counts_per_generation", given["counts_per_generation"], "rows of counts of at least two groups")
    found = representation_by_generation(counts, _reference(given, counts.shape[1]), resampling_of(given))
    clustered, naive = share_se(counts, 0)
    answer = {
        "tvd": value_of(found.tvd),
        "tvd_ci95_bootstrap": interval_of(found.tvd),
        "expected_tvd_under_reference": found.expected,
        "p_first": found.p_observed[0] if found.total else None,
        "cluster_se_p_first": clustered,
        "naive_se_p_first": naive,
    }
    return explained(answer, why(found.tvd, "fewer than two generations hold a listed word, or they show no spread"))


def _counts(given: Given) -> Integers:
    row = table({"counts": [listed(given, "counts")]}, "counts")
    if row.shape[1] < 2:
        raise unfit("counts", given["counts"], COUNTS)
    counts: Integers = row[0]
    return counts


def _reference(given: Given, k: int) -> Floats:
    value = given.get("reference", "uniform")
    if value == "uniform":
        return uniform(k)
    shares: Sequence[Any] = need(given, "reference")
    wanted = f'"uniform", or {k} shares of 0 or more that sum to 1'
    if not isinstance(shares, list):
        raise unfit("reference", shares, wanted)
    try:
        return checked_reference(floats(shares, "reference").tolist(), k)
    except ValueError as error:
        raise unfit("reference", shares, wanted) from error


def _lists(given: Given) -> WordLists:
    lists = group(given, "word_lists")
    if len(lists) < 2:
        raise unfit("word_lists", dict(lists), "an object of at least two lists of words")
    return word_lists({name: words(lists, name) for name in lists})


CALCULATIONS = (
    Calculation(method="M18", title="Representation: shares of listed words and their distance", answer=represented),
    Calculation(method="M19", title="Association: listed words beside target terms", answer=associated),
    Calculation(method="M20", title="What chance gives at small n, tests and clusters of mentions", answer=small_n),
)
