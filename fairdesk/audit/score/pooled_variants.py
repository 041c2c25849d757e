"""All variants with a cue taken together, with files as what is resampled (M01, M02, M03, B7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdesk.audit.result_rows import CONTINUOUS_REASON
from fairdesk.audit.score.estimates import numbers
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.cases import TESTED_ROLES
from fairdesk.domain.plan import Plan
from fairdesk.domain.questions import QuantityKind
from fairdesk.domain.results import NotMeasured, Outcome
from fairdesk.measures.cluster_bootstrap import FilePairs, pooled_effects
from fairdesk.measures.pairs import LOST_FILES
from fairdesk.measures.resampling import Resampling

SENTENCE = (
    "Pooled over these variants: one number for all of them can hide that they differ, and variants of one file are "
    "not independent, so intervals come from resampling files."
)


def pooled_labels(plan: Plan) -> list[str]:
    """Variants that are pooled: those with a cue, so neither controls nor placebos."""
    return [kind.label for kind in plan.variants if kind.role in TESTED_ROLES]


def described_pool(table: SystemTable) -> dict[str, Any]:
    """Consistency, gap and shift over the pairs of all variants with a cue, each with its interval by file."""
    labels = pooled_labels(table.plan)
    question = table.plan.questions[0]
    values = table.values(question.question_id)
    base, arms = values[table.original].to_numpy(dtype=float), values[labels].to_numpy(dtype=float)
    valid = ~np.isnan(arms) & ~np.isnan(base)[:, None]
    file, _ = np.nonzero(valid)
    pairs = FilePairs(file=file, base=base[file], variant=arms[valid], n_files=len(base))
    missing = {LOST_FILES: int((~valid.any(axis=1)).sum())}
    plan = table.plan
    found = pooled_effects(
        pairs, missing, question.unit, Resampling(seed=plan.resampling_seed, n_resamples=plan.n_resamples)
    )
    consistency = found.consistency
    if question.kind is not QuantityKind.DISCRETE:
        consistency = NotMeasured(method="M01", reason=CONTINUOUS_REASON, n=found.shift.n, missing=missing)
    outcomes: dict[str, Outcome] = {"consistency": consistency, "cf_gap": found.cf_gap, "mean_shift": found.shift}
    return {
        "system": table.system.label,
        "variants": labels,
        "files": found.shift.n,
        "files_planned": len(base),
        "pairs": found.n_pairs,
        "pairs_planned": arms.size,
        "down": found.down,
        "same": found.n_pairs - found.down - found.up,
        "up": found.up,
        **numbers(outcomes),
        "sentence": SENTENCE,
    }
