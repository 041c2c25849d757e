"""Concepts by identity in open generation (M42)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Given,
    count,
    group,
    level_of,
    other_shape,
    part_of,
    resampling_of,
    unfit,
)
from fairdesk.audit.calc.outcomes import explained, interval_of, p_of, value_of, why
from fairdesk.measures.concepts import ConceptAssociation, Occurrences, concept_by_identity, screen_concepts

NO_EXACT = "there are too many stories to draw tables for the exact test"


def concepts(given: Given) -> Answer:
    """M42: one concept by identity, or all concepts that were examined with adjusted p-values."""
    if "table" in given:
        found = concept_by_identity(_table(group(given, "table"), "table"), resampling_of(given))
        return explained(_answer(found), _reasons(found, ""))
    if "concepts" in given:
        return _screening(given)
    raise other_shape("M42", '"table" of one concept by identity', '"concepts", such a table for each')


def _table(table: Given, key: str) -> dict[str, Occurrences]:
    found: dict[str, Occurrences] = {}
    for identity, counts in table.items():
        if not isinstance(counts, Mapping):
            raise unfit(f"{key}.{identity}", counts, 'an object with "with_concept" and "stories"')
        stories = count(counts, "stories")
        found[identity] = Occurrences(with_concept=part_of(counts, "with_concept", stories, "stories"), stories=stories)
    return found


def _answer(found: ConceptAssociation) -> Answer:
    return {
        "frequency": {identity: value_of(outcome) for identity, outcome in found.frequency.items()},
        "frequency_wilson95": {identity: interval_of(outcome) for identity, outcome in found.frequency.items()},
        "chi2": found.chi2,
        "df": found.df,
        "p_chi2": found.p_chi2,
        "min_expected": found.min_expected,
        "p_exact": found.p_exact,
        "p_exact_error": found.p_exact_error,
        "test": found.test.name,
        "p": p_of(found.test),
    }


def _reasons(found: ConceptAssociation, path: str) -> dict[str, str]:
    reasons: dict[str, str] = {path: found.test.reason or NO_EXACT}
    before = f"{path}." if path else ""
    for identity, outcome in found.frequency.items():
        reasons |= {f"{before}{key}.{identity}": why(outcome) for key in ("frequency", "frequency_wilson95")}
    return reasons


def _screening(given: Given) -> Answer:
    tables: dict[str, Any] = {}
    for concept, table in group(given, "concepts").items():
        if not isinstance(table, Mapping):
            raise unfit(f"concepts.{concept}", table, "an object from identity to counts")
        tables[concept] = _table(table, f"concepts.{concept}")
    found = screen_concepts(tables, resampling_of(given), level_of(given, "alpha", 0.05))
    answer: Answer = {
        "n_examined": found.n_examined,
        "n_tested": found.n_tested,
        "kept": list(found.kept),
        "kept_raw": found.kept_raw,
        "concepts": {
            concept: _answer(one) | {"p_adjusted": one.test.p_adjusted} for concept, one in found.associations.items()
        },
    }
    reasons: dict[str, str] = {}
    for concept, one in found.associations.items():
        reasons |= _reasons(one, f"concepts.{concept}")
    return explained(answer, reasons)


CALCULATIONS = (Calculation(method="M42", title="Concept and identity", answer=concepts),)
