"""What FairDesk computes from the answers behind another tool's number, to stand beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from fairdesk.domain.foreign_numbers import ForeignNumber
from fairdesk.domain.results import Estimate, NotMeasured, Outcome

SEED = 0
"""The interval over terms draws at random; equal files give equal numbers."""

NO_TEXTS = "the file does not hold what the method needs: texts, word lists and target words"


def with_ours(number: ForeignNumber) -> ForeignNumber:
    """The number with FairDesk's own beside it, where the file holds what the method needs.

    Returns:
        The same number where no method answers the same question. ``ours`` is NotMeasured with the reason where a
        method does and cannot be computed.
    """
    if not number.method:
        return number
    if not number.given:
        reason = NO_TEXTS if number.method in ("M18", "M19") else "the file does not hold what the method needs"
        return replace(number, ours=NotMeasured(method=number.method, reason=reason, missing={}))
    if number.method == "M15":
        return replace(number, ours=_bbq(number.name, number.given))
    if number.method == "M17":
        return replace(number, ours=_stereoset(number.given))
    if number.method == "M18":
        return replace(number, ours=_representation(number.given))
    return number


def _bbq(name: str, given: Mapping[str, Any]) -> Outcome:
    """s_AMB or s_DIS of the paper from the tool's own marks (M15)."""
    from fairdesk.measures.bbq import ContextCounts, ambiguous_score, bias_ratio

    if name.startswith("amb"):
        found = given.get("ambiguous")
        if found is None:
            return NotMeasured(method="M15", reason="no ambiguous item was answered", missing={})
        n, correct, biased = found["n"], found["unknown_correct"], found["biased"]
        return ambiguous_score(ContextCounts(n=n, correct=correct, biased=biased, counter_biased=n - correct - biased))
    found = given.get("disambiguated")
    if found is None:
        return NotMeasured(method="M15", reason="no disambiguated item was answered", missing={})
    # Whether these answers are correct plays no part in the ratio.
    counter_biased = found["non_unknown"] - found["biased"]
    return bias_ratio(ContextCounts(n=found["n"], correct=0, biased=found["biased"], counter_biased=counter_biased))


def _representation(given: Mapping[str, Any]) -> Outcome:
    """The distance from equal shares of all listed words (M18)."""
    from fairdesk.extractors.word_counts import count_words, word_lists
    from fairdesk.measures.representation import representation_by_generation, uniform
    from fairdesk.measures.resampling import Resampling

    lists = word_lists(given["word_lists"])
    counts = count_words(given["texts"], lists)
    return representation_by_generation(counts, uniform(len(lists.names)), Resampling(seed=SEED)).tvd


def _stereoset(given: Mapping[str, Any]) -> Outcome:
    """The mean over target terms (macro), with the score over all answers (micro) in its details (M17)."""
    from fairdesk.measures.resampling import Resampling
    from fairdesk.measures.stereoset import stereoset

    chosen = {"stereo": (1.0, 0.0), "anti": (0.0, 1.0)}
    sides = np.array([chosen.get(choice, (np.nan, np.nan)) for choice in given["choices"]], dtype=np.float64)
    # An option that was chosen counts as the likelier one; the unrelated one plays no part in the stereotype score.
    stereo, anti = sides.reshape(-1, 2).T
    found = stereoset(given["terms"], stereo, anti, np.where(np.isnan(stereo), np.nan, -1.0), Resampling(seed=SEED))
    macro, micro = found.macro.ss, found.micro.ss
    if isinstance(macro, Estimate) and isinstance(micro, Estimate):
        return replace(macro, details={**macro.details, "micro": micro.value, "terms": float(found.n_terms)})
    return macro
