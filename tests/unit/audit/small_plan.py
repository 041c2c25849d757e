"""A plan of some files, as it is fixed for the admissions test, without a store."""

from __future__ import annotations

from fairdesk.domain.plan import FILES_IN_BLOCKS, CaseRef, Plan
from fairdesk.evaluations.admissions import QUESTIONS, VARIANTS


def small_plan(n_cases: int) -> Plan:
    """Originals are asked twice; no system is in it."""
    return Plan(
        project="P",
        title="T",
        created_at="2026-11-30T08:00:00Z",
        systems=(),
        cases=tuple(CaseRef(case_id=f"c-{n}", document_sha256="0" * 64) for n in range(n_cases)),
        n_duplicate_cases=0,
        variants=VARIANTS,
        variants_sha256="0" * 64,
        measures=(),
        cues=(),
        questions=QUESTIONS,
        repeated=(VARIANTS[0].label,),
        n_samples=2,
        families=(),
        targets=(),
        attributes={},
        not_tested=(),
        alpha=0.05,
        order_seed=7,
        resampling_seed=7,
        asking_order=FILES_IN_BLOCKS,
    )
