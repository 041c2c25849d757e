"""What changed since a plan was fixed, so that nothing goes stale in silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairdesk.audit.benchmark_planning import benchmark_families
from fairdesk.audit.case_choice import case_keys
from fairdesk.audit.design_changes import design_changes
from fairdesk.audit.locks import kept_to_lock
from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.plan_families import families
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import AuditedSystem, ProjectDetails
from fairdesk.domain.errors import FairDeskError
from fairdesk.domain.object_words import decoding_words, has_learnt_facts, object_facts, unheld
from fairdesk.domain.plan import Plan


def plan_changes(workspace: Workspace, project_id: str, details: ProjectDetails) -> tuple[str, ...]:
    """In which settings a project differs from the plan that was fixed last, a sentence each.

    Returns:
        Empty when nothing differs, and when no plan was fixed.
    """
    plan_sha256 = current_plan_sha256(workspace, project_id)
    if not plan_sha256:
        return ()
    plan = load_plan(workspace, plan_sha256)
    if plan.supplied is not None:
        # Files, questions and repeats are those of the records; a project cannot be described into others.
        return tuple(_systems(plan, details))
    asks_files = bool(plan.cases)
    if asks_files == details.without_files:
        words = "files and benchmarks" if asks_files else "benchmarks alone"
        return (*_systems(plan, details), f"The plan was fixed for {words}.")
    if not asks_files:
        return (*_systems(plan, details), *_benchmarks(plan, details))
    return (
        *_systems(plan, details),
        *_benchmarks(plan, details),
        *_cases(workspace, project_id, plan, details),
        *_questions(workspace, project_id, plan, details),
        *design_changes(workspace, project_id, plan, details),
    )


def _systems(plan: Plan, details: ProjectDetails) -> Iterator[str]:
    planned = {system.label: system for system in plan.systems}
    for system in details.systems:
        before = planned.pop(system.label, None)
        if before is None:
            yield f"“{system.label}” was no system of the plan."
        else:
            for words in _parts(before, system):
                yield f"“{system.label}”: the plan was fixed for {words}."
    for label in planned:
        yield f"The plan was fixed with a system “{label}”."


def _parts(before: AuditedSystem, now: AuditedSystem) -> Iterator[str]:
    if before.endpoint.name != now.endpoint.name:
        yield f"the endpoint {before.endpoint.name}, now it is {now.endpoint.name}"
    elif before.endpoint != now.endpoint:
        yield f"other settings of the endpoint {before.endpoint.name}"
    elif has_learnt_facts(now) and object_facts(before.facts) != object_facts(now.facts):
        yield "other facts learnt of the endpoint"
    if before.title != now.title:
        yield f"the title “{before.title}”"
    if before.system_prompt != now.system_prompt:
        yield "another system prompt"
    if before.examples != now.examples:
        yield f"{len(before.examples) or 'no'} few-shot messages, or others"
    if before.decoding.json_schema != now.decoding.json_schema:
        yield "another JSON schema of the answers"
    if before.decoding.grammar != now.decoding.grammar:
        yield "another grammar of the answers"
    if unheld(before.decoding) != unheld(now.decoding):
        yield (
            f"{decoding_words(before.decoding)} and at most {before.decoding.max_tokens} tokens, "
            f"now it is {decoding_words(now.decoding)} and {now.decoding.max_tokens}"
        )
    if before.layers != now.layers:
        names = ", ".join(layer.title for layer in before.layers) or "no layer"
        same_names = [layer.title for layer in before.layers] == [layer.title for layer in now.layers]
        yield f"another text of {names}" if same_names else names


def _benchmarks(plan: Plan, details: ProjectDetails) -> Iterator[str]:
    planned = {one.benchmark_id: one for one in plan.benchmarks}
    for choice in details.benchmarks:
        before = planned.pop(choice.benchmark_id, None)
        if before is None:
            yield f"The benchmark {choice.benchmark_id} was not in the plan."
        elif before.choice != choice:
            yield f"The plan was fixed for other files, items or answers of {before.card.title}."
    for one in planned.values():
        yield f"The plan was fixed with {one.card.title}."


def _cases(workspace: Workspace, project_id: str, plan: Plan, details: ProjectDetails) -> Iterator[str]:
    try:
        keys = case_keys(workspace, details, project_id)
    except FairDeskError:
        yield "The case files of the plan cannot be read where they were."
        return
    planned = {reference.case_id: reference.document_sha256 for reference in plan.cases}
    now = {one.case_id: one.document_sha256 for one in keys}
    if planned == now:
        return
    if planned.keys() == now.keys():
        n_changed = sum(planned[case_id] != now[case_id] for case_id in planned)
        files = "1 case file" if n_changed == 1 else f"{n_changed:,} case files"
        yield f"The text of {files} was changed since the plan was fixed."
    elif len(planned) == len(now):
        yield "The plan was fixed for other case files."
    else:
        files = "1 case file" if len(planned) == 1 else f"{len(planned):,} case files"
        yield f"The plan was fixed for {files}, now {len(now):,} {'is' if len(now) == 1 else 'are'} used."


def _questions(workspace: Workspace, project_id: str, plan: Plan, details: ProjectDetails) -> Iterator[str]:
    if plan.n_samples != max(1, details.n_samples):
        yield f"The plan was fixed for {plan.n_samples} answers per original, now {details.n_samples} are asked for."
    if [system.label for system in plan.systems] != [system.label for system in details.systems]:
        return
    known = [question.question_id for question in plan.questions]
    primary = details.primary_question if details.primary_question in known else known[0]
    of_files = families(plan.systems, plan.questions, plan.variants, primary, plan.design)
    declared = replace(plan, families=(*of_files, *benchmark_families(plan.systems, plan.benchmarks)))
    # A plan that deviated from a locked one declares what the lock does not cover exploratory: no change of its own.
    if kept_to_lock(workspace, project_id, declared).families != plan.families:
        yield "The plan was fixed for another primary question."
