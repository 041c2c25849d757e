"""Two systems on the same files: what changed for every variant (methods.md M36)."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from fairdesk.audit.result_rows import noise_se
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.cases import VariantKind, VariantRole
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.results import ComparisonRow, Estimate, NotMeasured, result_id
from fairdesk.measures import mitigation
from fairdesk.measures.pairs import Pairs
from fairdesk.measures.resampling import Resampling

SENTENCE = (
    "Change in gap with interval, on the files that have all four answers. The gap can shrink because everybody is "
    "rated lower: read the mean level of the originals beside it."
)


def comparison_rows(before: SystemTable, after: SystemTable, question: Question) -> list[ComparisonRow]:
    """One row per variant other than the original, in the plan's order."""
    kinds = [kind for kind in before.plan.variants if kind.role is not VariantRole.ORIGINAL]
    return [_row(before, after, question, kind) for kind in kinds]


def _row(before: SystemTable, after: SystemTable, question: Question, kind: VariantKind) -> ComparisonRow:
    name = question.question_id
    columns = [before.original, kind.label]
    sides = [table.values(name)[columns][table.planned(name, columns)] for table in (before, after)]
    joined = pd.concat(sides, axis=1, join="inner")
    refusal = _refusal(before, after)
    complete = joined.dropna().iloc[: 0 if refusal else None]
    arrays = [complete.iloc[:, place].to_numpy(dtype=float) for place in range(4)]
    missing = {"files without all four answers": len(joined) - len(complete)}
    plan = before.plan
    settings = mitigation.ComparisonSettings(
        unit=question.unit,
        alpha=plan.alpha,
        resampling=Resampling(seed=plan.resampling_seed, n_resamples=plan.n_resamples),
        noise_before=noise_se(before, name, len(complete)),
        noise_after=noise_se(after, name, len(complete)),
    )
    found = mitigation.before_after(
        Pairs(base=arrays[0], variant=arrays[1]),
        Pairs(base=arrays[2], variant=arrays[3]),
        missing,
        settings,
    )
    discrete = question.kind is QuantityKind.DISCRETE
    pair = f"{before.system.label}->{after.system.label}"
    row = ComparisonRow(
        comparison_id=result_id(pair, name, kind.label, "change"),
        question_id=name,
        variant=kind.label,
        before_system=before.system.label,
        after_system=after.system.label,
        shift_before=found.shift_before,
        shift_after=found.shift_after,
        change=found.change,
        test=found.test,
        consistency_before=_if_discrete(discrete, found.consistency_before),
        consistency_after=_if_discrete(discrete, found.consistency_after),
        consistency_test=found.consistency_test if discrete else None,
        level_before=found.level_before,
        level_after=found.level_after,
        status=found.status,
        sentence=SENTENCE,
        n_corrected=sum(table.n_corrected(name, columns, (before.original,)) for table in (before, after)),
    )
    return _refused(row, refusal) if refusal else row


def _refusal(before: SystemTable, after: SystemTable) -> str:
    """Why two runs are no before and after; empty when they are (methods.md D7)."""
    if set(before.model_echoes) == set(after.model_echoes):
        return ""
    names = [", ".join(table.model_echoes) or "none" for table in (before, after)]
    return f"the servers named different models in the two runs ({names[0]}; {names[1]})"


def _refused(row: ComparisonRow, reason: str) -> ComparisonRow:
    nothing = NotMeasured(method="M36", reason=reason, missing=row.change.missing)
    return replace(
        row,
        shift_before=nothing,
        shift_after=nothing,
        change=nothing,
        consistency_before=nothing,
        consistency_after=nothing,
        test=None if row.test is None else replace(row.test, reason=reason),
        consistency_test=None if row.consistency_test is None else replace(row.consistency_test, reason=reason),
    )


def _if_discrete(discrete: bool, outcome: Estimate | NotMeasured) -> Estimate | NotMeasured:
    if discrete:
        return outcome
    return NotMeasured(method="M01", reason="continuous quantity", n=outcome.n, missing=outcome.missing)
