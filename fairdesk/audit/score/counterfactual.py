"""Every measure of counterfactual records in a file, by the code that analyses a project; nothing is stored."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdesk.audit.score.estimates import described, numbers, significance
from fairdesk.audit.workspace import utc_now, utc_text
from fairdesk.domain.cases import VariantKind, VariantRole, single_cues
from fairdesk.domain.exchanges import Status
from fairdesk.domain.plan import Plan
from fairdesk.domain.questions import QuantityKind
from fairdesk.domain.records import LayoutChoices
from fairdesk.domain.results import Estimate, ResultRow
from fairdesk.domain.supplied_words import reading_words

if TYPE_CHECKING:
    from fairdesk.audit.record_table import RecordTable
    from fairdesk.audit.system_table import SystemTable

MOST_LISTED = 200
"""Pairs of attributes that are listed by name where no variant has both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterfactualOptions:
    """What the file cannot say of itself.

    Attributes:
        alpha: Level of every family of tests.
        seed: Of all resampling.
        take_good_rows: Leave out rows that cannot be placed and say how many.
    """

    choices: LayoutChoices
    alpha: float = 0.05
    seed: int = 20261129
    take_good_rows: bool = False


def score_counterfactual(path: Path, options: CounterfactualOptions) -> dict[str, Any]:
    """Consistency, shift, gap, direction and interaction of every variant of a file of records.

    Where the records hold decisions (0 and 1), every variant has ``decisions`` too; where two variants or more have a
    cue, ``pooled`` says what these show together, per system.

    Raises:
        ImportProblem: the file cannot be read, something in it has two readings, or a row cannot be taken.
    """
    from fairdesk.audit.analyse import judged_rows
    from fairdesk.audit.score.variant_decisions import are_decisions
    from fairdesk.audit.supplied import read_files, record_file, refuse_bad_rows
    from fairdesk.audit.supplied_plan import Supply, make_plan
    from fairdesk.audit.supplied_rows import system_rows
    from fairdesk.audit.system_table import SystemTable

    files = (record_file(path, options.choices),)
    records = read_files(files)
    refuse_bad_rows(records, files, options.take_good_rows)
    supply = Supply(
        project="",
        created_at=utc_text(utc_now()),
        supplied_by="whoever made the file",
        manifest_sha256="",
        files=(),
        n_left_out=records.n_problems,
        readings=reading_words(path.name, files[0].layout.reading),
    )
    plan = make_plan(records, files[0].layout, supply)
    plan = replace(plan, alpha=options.alpha, resampling_seed=options.seed)
    tables = {
        system.label: SystemTable(system=system, plan=plan, rows=system_rows(records, plan, system.label))
        for system in plan.systems
    }
    results, _ = judged_rows(plan, tables)
    found = {(row.system, row.variant, row.measure): row for row in results}
    with_decisions = are_decisions(plan.questions[0], list(tables.values()))
    return {
        "variants": [
            _variant(tables[system.label], kind, found)
            | (_decisions(tables[system.label], kind, found) if with_decisions else {})
            for system in plan.systems
            for kind in plan.variants
            if kind.role is not VariantRole.ORIGINAL
        ],
        **_pooled(plan, tables),
        "interactions": [
            _interaction(plan, found[system.label, kind.label, "interaction"], kind)
            for system in plan.systems
            for kind in plan.variants
            if single_cues(plan.variants, kind)
        ],
        "coverage": _coverage(plan, tables),
        "arms": [arm for system in plan.systems for arm in _arms(tables[system.label])],
        "noise_floor": [_noise(row) for row in results if row.measure in ("noise_floor", "noise_gap")],
        "records": _records(plan, records),
    }


def _variant(table: SystemTable, kind: VariantKind, found: Mapping[tuple[str, str, str], ResultRow]) -> dict[str, Any]:
    system, question = table.system.label, table.plan.questions[0]
    rows = {measure: row for (of, variant, measure), row in found.items() if (of, variant) == (system, kind.label)}
    shift = rows["mean_shift"]
    is_discrete = question.kind is QuantityKind.DISCRETE
    measures = ["consistency", "mean_shift", "cf_gap", "excess_gap", "tolerance", "direction", "missing"]
    outcomes = {measure: rows[measure].outcome for measure in measures if measure in rows}
    test = (rows["direction"] if is_discrete else shift).test
    counts = shift.counts
    answer: dict[str, Any] = {
        "variant": kind.label,
        "system": system,
        "role": kind.role.value,
        "attributes": dict(kind.attributes),
        "files": counts["pairs"],
        "pairs": counts["valid"],
        **_lost(table, kind.label),
        "down": counts["down"],
        "same": counts["unchanged"],
        "up": counts["up"],
        **numbers(outcomes),
    }
    answer |= _tests(test, is_discrete, counts)
    verdicts = {
        "consistency": rows["consistency"].verdict.value,
        "test": (rows.get("direction") or shift).verdict.value,
    }
    warnings = [text for outcome in outcomes.values() if isinstance(outcome, Estimate) for text in outcome.warnings]
    return answer | {"verdicts": verdicts, "warnings": list(dict.fromkeys(warnings))}


def _decisions(
    table: SystemTable, kind: VariantKind, found: Mapping[tuple[str, str, str], ResultRow]
) -> dict[str, Any]:
    from fairdesk.audit.score.variant_decisions import described_decisions

    pair = table.pair(table.plan.questions[0].question_id, kind.label)
    return {"decisions": described_decisions(pair, found[table.system.label, kind.label, "direction"].test)}


def _pooled(plan: Plan, tables: Mapping[str, SystemTable]) -> dict[str, Any]:
    """What all variants with a cue show together, per system; absent where fewer than two have one."""
    from fairdesk.audit.score.pooled_variants import described_pool, pooled_labels

    if len(pooled_labels(plan)) < 2:
        return {}
    return {"pooled": [described_pool(tables[system.label]) for system in plan.systems]}


def _tests(test: Any, is_discrete: bool, counts: Mapping[str, int]) -> dict[str, Any]:
    """The sign test of the changed files; a continuous quantity is judged by the sign-flip test of its mean shift."""
    from fairdesk.measures.counterfactual import sign_test

    judged = significance(test)
    if is_discrete:
        return {"sign_p": judged["p"], "sign_p_adjusted": judged.get("p_adjusted"), "test": judged}
    sign = sign_test(counts["down"], counts["up"])
    return {"sign_p": sign.p_value, "sign_p_adjusted": None, "test": judged}


def _lost(table: SystemTable, variant: str) -> dict[str, int]:
    """Files that are no pair, each counted once: by the worse of its two sides, a gap of the records first."""
    statuses = table.statuses(table.plan.questions[0].question_id)
    both = statuses[[table.original, variant]]
    left = ~(both == Status.ANSWERED.value).all(axis=1)
    found: dict[str, int] = {}
    for status in (Status.NOT_ATTEMPTED, Status.FAILED, Status.REFUSED, Status.UNREADABLE):
        here = left & (both == status.value).any(axis=1)
        found[status.value] = int(here.sum())
        left &= ~here
    return dict(reversed(found.items()))


def _arms(table: SystemTable) -> Iterator[dict[str, Any]]:
    """What became of the first answer to every file, in each variant by itself, the original first."""
    statuses = table.statuses(table.plan.questions[0].question_id)
    for kind in table.plan.variants:
        counts = statuses[kind.label].value_counts()
        yield {
            "variant": kind.label,
            "system": table.system.label,
            "role": kind.role.value,
            "files": len(statuses),
            **{status.value: int(counts.get(status.value, 0)) for status in Status},
        }


def _interaction(plan: Plan, row: ResultRow, kind: VariantKind) -> dict[str, Any]:
    details = row.outcome.details if isinstance(row.outcome, Estimate) else {}
    judged = significance(row.test) if row.test is not None else {}
    return {
        "variant": kind.label,
        "system": row.system,
        "attributes": dict(kind.attributes),
        "singles": list(single_cues(plan.variants, kind)),
        "files": row.outcome.n,
        "observed": details.get("shift_both"),
        "additive": details.get("additive_expectation"),
        **numbers({"interaction": row.outcome}),
        "p": judged.get("p"),
        "p_adjusted": judged.get("p_adjusted"),
        "test": judged,
        "verdict": row.verdict.value,
    }


def _coverage(plan: Plan, tables: Mapping[str, SystemTable]) -> dict[str, Any]:
    """Which combinations of attributes have files behind them, and which have none."""
    from fairdesk.audit.coverage import coverage_cells, coverage_counts

    return {
        **coverage_counts(plan, tables),
        "cells": [
            {"scope": cell.scope, "state": cell.state, "pairs": cell.n_valid}
            for cell in coverage_cells(plan, tables)
            if cell.order
        ],
        "without_interaction": list(_without_interaction(plan)),
        "not_tested": list(itertools.islice(_not_tested(plan), MOST_LISTED)),
    }


def _without_interaction(plan: Plan) -> Iterator[dict[str, Any]]:
    """Variants with several attributes whose interaction is not identified, and which variants it would need."""
    singles = {part for kind in plan.variants if len(kind.attributes) == 1 for part in kind.attributes.items()}
    for kind in plan.variants:
        if kind.role is not VariantRole.INTERSECTION or single_cues(plan.variants, kind):
            continue
        lacking = [{name: level} for name, level in kind.attributes.items() if (name, level) not in singles]
        reason = "more than two attributes" if len(kind.attributes) > 2 else "a variant with one attribute is missing"
        yield {"variant": kind.label, "attributes": dict(kind.attributes), "missing": lacking, "reason": reason}


def _not_tested(plan: Plan) -> Iterator[dict[str, str]]:
    """Pairs of levels that stand singly in the records and never together."""
    singles = sorted({part for kind in plan.variants for part in kind.attributes.items()})
    done = {frozenset(kind.attributes.items()) for kind in plan.variants}
    for one, other in itertools.combinations(singles, 2):
        if one[0] != other[0] and frozenset((one, other)) not in done:
            yield dict((one, other))


def _noise(row: ResultRow) -> dict[str, Any]:
    return {"system": row.system, "variant": row.variant, "measure": row.measure, **described(row.outcome)}


def _records(plan: Plan, records: RecordTable) -> dict[str, Any]:
    """How the file was understood, and what became of its rows."""
    question = plan.questions[0]
    assert plan.supplied is not None
    return {
        "rows": records.n_rows,
        "left_out": records.n_problems,
        "duplicates": records.n_duplicates,
        "conflicting": records.n_conflicting,
        "items": plan.n_cases,
        "reference": plan.variants[0].label,
        "quantity": question.kind.value,
        "scale": list(question.scale),
        "tolerance": question.tolerance,
        "extractor": question.extractor,
        "notes": list(plan.supplied.notes),
        "n_resamples": plan.n_resamples,
        "seed": plan.resampling_seed,
        "alpha": plan.alpha,
    }
