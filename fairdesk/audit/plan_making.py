"""A plan from what a project says now: from the auditor's own design, or of the admissions test that FairDesk ships."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_planning import benchmark_families, planned_benchmark
from fairdesk.audit.case_choice import case_refs, used_cases
from fairdesk.audit.evaluation_choice import SEED, evaluation_of
from fairdesk.audit.plan_abilities import askable, refuse_benchmarks, refuse_systems, same_numbers_words
from fairdesk.audit.plan_families import ALPHA, families, planned_measures, primary_of, starting_target
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import AuditedSystem, ProjectDetails
from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.cases import TESTED_ROLES, VariantRole
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import PlanError
from fairdesk.domain.plan import FILES_IN_BLOCKS, CaseRef, Plan
from fairdesk.domain.plan_words import stopping_words
from fairdesk.domain.progress import TellStep
from fairdesk.domain.questions import QuantityKind, Question

NO_SYSTEM = ("The project has no system to test.", "Describe the object on the Object page first.")

if TYPE_CHECKING:
    from fairdesk.audit.built_variants import Built
    from fairdesk.domain.design import Design
    from fairdesk.evaluations.evaluation import Evaluation


def benchmark_plan(workspace: Workspace, name: str, details: ProjectDetails) -> Plan:
    """The plan of benchmarks alone; their items are stored, the plan is not.

    Raises:
        PlanError: there is no system or no benchmark, or a benchmark has nothing to ask or cannot be asked so.
        ImportProblem: a stored file of a benchmark cannot be read.
    """
    if not details.systems:
        raise PlanError(*NO_SYSTEM)
    if not details.benchmarks:
        raise PlanError("The project asks neither files nor a benchmark.", "Import files or a benchmark.")
    refuse_systems(details.systems)
    planned = _planned(workspace, details)
    return Plan(
        project=name,
        title=" and ".join(one.card.title for one in planned),
        created_at=workspace.now_text(),
        systems=details.systems,
        cases=(),
        n_duplicate_cases=0,
        variants=(),
        variants_sha256="",
        measures=(),
        cues=(),
        questions=(),
        repeated=(),
        n_samples=1,
        families=benchmark_families(details.systems, planned),
        targets=(),
        attributes={},
        not_tested=(),
        alpha=ALPHA,
        order_seed=SEED,
        resampling_seed=SEED,
        asking_order=FILES_IN_BLOCKS,
        benchmarks=planned,
    )


def with_benchmarks(workspace: Workspace, plan: Plan, details: ProjectDetails) -> Plan:
    """A plan about files with the benchmarks that are asked beside them.

    Raises:
        PlanError: a benchmark has nothing to ask, or cannot be asked so.
        ImportProblem: a stored file of a benchmark cannot be read.
    """
    planned = _planned(workspace, details)
    also = benchmark_families(details.systems, planned)
    return replace(plan, benchmarks=planned, families=(*plan.families, *also))


def _planned(workspace: Workspace, details: ProjectDetails) -> tuple[PlannedBenchmark, ...]:
    """The project's benchmarks as its systems are asked them; none is asked in another form than the one chosen."""
    refuse_benchmarks(details.benchmarks, details.systems)
    found = []
    for choice in details.benchmarks:
        planned = planned_benchmark(workspace, choice)
        (question,) = _short_enough((planned.question,), details.systems)
        planned = replace(planned, question=question)
        found.append(replace(planned, notes=(*planned.notes, *same_numbers_words(planned.question, details.systems))))
    return tuple(found)


def admissions_plan(workspace: Workspace, name: str, details: ProjectDetails, project_id: str) -> Plan:
    """The plan of the shipped test; its variants are stored, the plan is not.

    Raises:
        PlanError: there is no system or no file, or a format cannot say what a system needs.
        ImportProblem: a file cannot be read.
    """
    references, n_duplicates = _files(workspace, details, project_id)
    evaluation = evaluation_of(workspace, details)
    variants = [
        to_plain(variant)
        for case in used_cases(workspace, details, project_id)
        for variant in evaluation.make_variants(case).variants
    ]
    plan = _common(workspace, (name, details), evaluation, (references, n_duplicates))
    has_ratings = any(question.kind is QuantityKind.DISCRETE for question in plan.questions)
    return replace(
        plan,
        variants_sha256=workspace.store.documents.put("variants", canonical_bytes(variants)),
        targets=(starting_target(plan.questions),) if has_ratings else (),
    )


def design_plan(
    workspace: Workspace, name: str, details: ProjectDetails, project_id: str, tell: TellStep = lambda words: None
) -> Plan:
    """The plan of the auditor's own design; its variants are built where they are not and stored, the plan is not.

    Reviews are in it: an edited variant enters with its edits by hand, a rejected one is left out for its file.

    Raises:
        PlanError: there is no design, system, file, question or tested combination, or the design cannot be built.
        ImportProblem: a file cannot be read.
    """
    from fairdesk.audit.intersections import not_tested_blocks
    from fairdesk.audit.method_cards import method_card
    from fairdesk.audit.planned_variants import planned_variants

    design = details.design
    if design is None:
        raise PlanError("The project has no design of its own.", "Begin one on the page Cues.")
    if not design.questions:
        raise PlanError("The design asks nothing.", "Choose a question on the page Plan.")
    references, n_duplicates = _files(workspace, details, project_id)
    not_tested = not_tested_blocks(design)
    evaluation = replace(evaluation_of(workspace, details), not_tested=not_tested)
    if not any(kind.role in TESTED_ROLES for kind in evaluation.variants):
        raise PlanError("The design tests no combination of levels.", "Choose what is tested on the page Plan.")
    planned = planned_variants(workspace, project_id, details, tell)
    refuse_other_files(planned.built, design, references)
    plan = _common(workspace, (name, details), evaluation, (references, n_duplicates))
    return replace(
        plan,
        variants_sha256=planned.manifest_sha256,
        omitted=planned.omitted,
        review=planned.review,
        card=method_card(design, evaluation, planned.built, _n_available(workspace, details, project_id)),
        design=design,
        targets=tuple(one.target for one in design.targets if one.is_adopted),
        alpha=design.alpha,
        order_seed=design.seed,
        resampling_seed=design.seed,
        stopping_rule=stopping_words(design),
    )


def refuse_other_files(built: Built, design: Design, references: tuple[CaseRef, ...]) -> None:
    """Refuse variants of other files than those of the plan, as when another window changed one in between.

    Raises:
        PlanError: they were built for other files.
    """
    from fairdesk.audit.built_variants import files_sha256, variant_key

    if built.key != variant_key(design, files_sha256(references)):
        raise PlanError("The case files were changed while the plan was made.", "Make the plan again.")


def _n_available(workspace: Workspace, details: ProjectDetails, project_id: str) -> int:
    return workspace.store.case_files.counts(project_id).n_all if details.uses_imported_cases else 0


def _files(workspace: Workspace, details: ProjectDetails, project_id: str) -> tuple[tuple[CaseRef, ...], int]:
    if not details.systems:
        raise PlanError(*NO_SYSTEM)
    refuse_systems(details.systems)
    references, n_duplicates = case_refs(workspace, details, project_id)
    if not references:
        cure = "Import files" if details.uses_imported_cases else "Choose a folder with case files"
        raise PlanError("There are no case files.", f"{cure} on the Cases page.")
    return references, n_duplicates


def _common(
    workspace: Workspace,
    of: tuple[str, ProjectDetails],
    evaluation: Evaluation,
    files: tuple[tuple[CaseRef, ...], int],
) -> Plan:
    """What both kinds of plan have in the same way."""
    name, details = of
    primary = primary_of(evaluation.questions, details)
    questions, left_out = askable(evaluation.questions, details.systems, primary)
    questions = _short_enough(questions, details.systems)
    return Plan(
        project=name,
        title=evaluation.title,
        created_at=workspace.now_text(),
        systems=details.systems,
        cases=files[0],
        n_duplicate_cases=files[1],
        variants=evaluation.variants,
        measures=planned_measures(evaluation.variants, details.design),
        variants_sha256="",
        cues=evaluation.cues,
        questions=questions,
        repeated=tuple(kind.label for kind in evaluation.variants if kind.role is VariantRole.ORIGINAL),
        n_samples=max(1, details.n_samples),
        families=families(details.systems, questions, evaluation.variants, primary, details.design),
        targets=(),
        attributes=evaluation.attributes,
        not_tested=(*evaluation.not_tested, *left_out),
        alpha=ALPHA,
        order_seed=SEED,
        resampling_seed=SEED,
        asking_order=FILES_IN_BLOCKS,
    )


def _short_enough(questions: tuple[Question, ...], systems: tuple[AuditedSystem, ...]) -> tuple[Question, ...]:
    longest = min(system.decoding.max_tokens for system in systems)
    return tuple(replace(question, max_tokens=min(question.max_tokens, longest)) for question in questions)
