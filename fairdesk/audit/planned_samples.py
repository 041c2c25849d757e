"""What every planned test needed, was given and got: the numbers of files beside the power that they give (M34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.cases import VariantKind
from fairdesk.domain.plan import Plan
from fairdesk.domain.results import PlannedSample


def planned_samples(plan: Plan, tables: Mapping[str, SystemTable]) -> tuple[PlannedSample, ...]:
    """One entry for every adopted target and every kind of test; tests that need the same are one entry.

    Words of a cue without a place in any file were drawn for none: it has no entry, and the plan's card names it.

    Args:
        tables: System label to its evidence; files are those that every system answered.
    """
    from fairdesk.audit.design_power import PowerRow, design_power

    if plan.design is None:
        return ()
    kinds = {frozenset(kind.attributes.items()): kind for kind in plan.variants if kind.attributes}
    silent = {f"stimuli/{cue.cue_id}" for cue in plan.card.cues if not cue.n_files} if plan.card else set()
    alike: dict[tuple[str, str, str], list[PowerRow]] = {}
    for row in design_power(plan.design, plan.n_cases).rows:
        if not row.is_offered and row.row_id not in silent:
            alike.setdefault((row.kind, row.question_id, row.sentence), []).append(row)
    return tuple(
        PlannedSample(
            what=rows[0].what if len(rows) == 1 else f"{kind} of each of {len(rows):,} variants: {question}",
            question_id=question,
            kind=kind,
            effect=rows[0].smallest_words,
            power=plan.design.assumptions.power,
            chance=rows[0].chance,
            n_required=rows[0].n_stays,
            n_planned=rows[0].n_planned,
            n_obtained=_obtained(
                tables, (kind, question), [kinds[key] for row in rows if (key := _key(row.levels)) in kinds]
            ),
            sentence=sentence,
        )
        for (kind, question, sentence), rows in alike.items()
    )


def _key(levels: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset(levels.items())


def _obtained(tables: Mapping[str, SystemTable], test: tuple[str, str], variants: Sequence[VariantKind]) -> int | None:
    """Files that the test can use, of the variant and the system that have the fewest.

    Args:
        test: Its kind, and the question whose values it needs; without one the question that has the most counts.
        variants: That it is about; all that stand for a group where none is named.
    """
    kind, question = test
    counts = []
    for table in tables.values():
        for one in variants or [one for one in table.plan.variants if one.attributes]:
            if not question:
                counts.append(table.n_valid_pairs(one.label))
                continue
            # An interaction rests on the files that have every version between the original and the intersection.
            between = table.between(one) if kind == "interaction" else ()
            counts.append(table.n_complete(question, (*between, one.label)))
    return min(counts, default=None)
