"""From a project to a plan that is fixed and hashed before the first call."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.endpoints import merge_facts, missing_key_words, running, test_connection
from fairdesk.audit.holding import holding
from fairdesk.audit.locks import kept_to_lock, refuse_under_lock
from fairdesk.audit.plan_abilities import QUESTION_SCOPE, askable, refuse_systems
from fairdesk.audit.sentences import SENTENCES
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, EndpointFacts, EndpointSettings, ProjectDetails
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.cases import Case, CueSet, Variant, VariantKind, VariantRole, single_cues
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import EndpointError, PlanError
from fairdesk.domain.object_words import NOTHING_LEARNT, object_facts
from fairdesk.domain.plan import FILES_IN_BLOCKS, CaseRef, Family, FamilyKind, Plan
from fairdesk.domain.questions import QuantityKind, Question, Target
from fairdesk.domain.results import result_id
from fairdesk.domain.supplied_words import is_supplied

if TYPE_CHECKING:
    from fairdesk.store.entries import NewEntry
    from fairdesk.store.projects import ProjectRecord

SEED = 20261129
"""Seed of order, names and resampling, printed in every report; any number would do."""

ALPHA = 0.05

TESTED_ROLES = (VariantRole.CUE, VariantRole.INTERSECTION)


def read_cases(spec: WorkspaceSpec, details: ProjectDetails) -> tuple[Case, ...]:
    """The case files of a project, shortest first, cut to the number that the project uses.

    Raises:
        ImportProblem: a file cannot be read; it names file and cause.
    """
    return _cases(Workspace(spec), details)[0]


def preview_variants(spec: WorkspaceSpec, case: Case) -> tuple[Variant, ...]:
    """Every variant of one case with its place-holders filled, as a run would send them."""
    from fairdesk.evaluations.admissions import EVALUATION

    return EVALUATION.make_variants(case, _cues(Workspace(spec)), SEED)


def fix_plan(spec: WorkspaceSpec, project: str) -> str:
    """Write cases, variants and plan to the store and link the plan to the project's chain.

    Answers with the plan's SHA-256. A plan that is already fixed and would not change is kept.

    Raises:
        PlanError: the project has no system, an endpoint lacks what a system or the primary question needs, or a plan
            is locked and this one would be another.
        EndpointError: an endpoint cannot be started or reached, or refused.
        StoreBusy: another process is fixing a plan of this project; it is named.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        details = described(workspace, record.details)
        # Held while looking and writing: two processes must not fix two plans that differ in nothing but the time.
        with holding(workspace, f"plan:{record.project_id}"):
            plan = kept_to_lock(workspace, record.project_id, made_plan(workspace, record, details))
            known = current_plan_sha256(workspace, record.project_id)
            if known and same_but_for_time(load_plan(workspace, known), plan):
                return known
            refuse_under_lock(workspace, record.project_id)
            workspace.store.projects.save(record.project_id, details)
            return keep_plan(workspace, record.project_id, plan, details.auditor)


def described(workspace: Workspace, details: ProjectDetails) -> ProjectDetails:
    """A project's details with what its endpoints tell of themselves; refuses what no plan can be made from.

    Raises:
        PlanError: the answers were supplied, or a format cannot say what a system needs.
        EndpointError: an endpoint cannot be started or reached, or refused.
    """
    if any(is_supplied(system) for system in details.systems):
        raise PlanError(
            "The answers of this project were supplied: its plan was made from the records.",
            "Import the records again, or make another project for a run.",
        )
    # Before the endpoint is asked anything, too: what its format cannot say needs no probe.
    refuse_systems(details.systems)
    return _with_facts(workspace, details)


def made_plan(workspace: Workspace, record: ProjectRecord, details: ProjectDetails) -> Plan:
    """The plan that a project's details make now; nothing is fixed."""
    return _plan(workspace, record.name, details)


def keep_plan(workspace: Workspace, project_id: str, plan: Plan, by: str, also: tuple[NewEntry, ...] = ()) -> str:
    """Write a plan to the store and link it to the project's chain, with other entries or not at all.

    Returns:
        The plan's SHA-256.
    """
    from fairdesk.store.entries import NewEntry

    sha256 = workspace.store.documents.put("plan", canonical_bytes(to_plain(plan)))
    body = canonical_bytes({"plan_sha256": sha256, "at": plan.created_at, "by": by})
    workspace.store.ledger.append(f"project:{project_id}", [NewEntry(kind="plan_fixed", body=body), *also])
    return sha256


def current_plan_sha256(workspace: Workspace, project_id: str) -> str:
    """Hash of the plan that was fixed last, or empty."""
    latest = ""
    for entry in workspace.store.ledger.entries(f"project:{project_id}", kind="plan_fixed"):
        latest = str(json.loads(entry.body)["plan_sha256"])
    return latest


def load_plan(workspace: Workspace, sha256: str) -> Plan:
    """The plan with this hash, read from its stored bytes."""
    return from_plain(Plan, json.loads(workspace.store.documents.get(sha256)))


def left_out_questions(workspace: Workspace, sha256: str) -> tuple[str, ...]:
    """The questions that a plan leaves out because an endpoint cannot answer them, with the reason of each."""
    not_tested = load_plan(workspace, sha256).not_tested
    return tuple(f"{one.scope}: {one.reason_text}" for one in not_tested if one.scope.startswith(QUESTION_SCOPE))


def load_variants(workspace: Workspace, plan: Plan) -> tuple[Variant, ...]:
    """The filled text of every variant of a plan."""
    return tuple(from_plain(Variant, item) for item in json.loads(workspace.store.documents.get(plan.variants_sha256)))


def same_but_for_time(known: Plan, new: Plan) -> bool:
    """Whether a plan would only repeat the one that is fixed."""
    return _timeless(known) == _timeless(new)


def _timeless(plan: Plan) -> Plan:
    """Without what is no reason for another plan: time, an earlier version's order of asking, a probe's words."""
    systems = tuple(replace(system, facts=object_facts(system.facts)) for system in plan.systems)
    return replace(plan, created_at="", asking_order="", systems=systems)


def _cases(workspace: Workspace, details: ProjectDetails) -> tuple[tuple[Case, ...], int]:
    """The files that a project uses, by id, and how many were left out as duplicates (methods.md M41)."""
    from fairdesk.interchange.case_files import read_case_folder

    folder = Path(details.case_folder) if details.case_folder else workspace.resources / "admissions" / "cases"
    cases = read_case_folder(folder)
    first = {case.text: case for case in reversed(cases)}
    ordered = sorted(first.values(), key=lambda case: (len(case.text), case.case_id))
    chosen = ordered[: details.n_cases] if details.n_cases else ordered
    return tuple(sorted(chosen, key=lambda case: case.case_id)), len(cases) - len(first)


def _with_facts(workspace: Workspace, details: ProjectDetails) -> ProjectDetails:
    """Start every built-in endpoint once, or probe a foreign one that was not tested yet, and note its facts."""
    learnt: dict[bytes, EndpointFacts] = {}
    systems = []
    for system in details.systems:
        endpoint = canonical_bytes(to_plain(system.endpoint))
        if endpoint not in learnt:
            learnt[endpoint] = _facts(workspace, system.endpoint, system.facts)
        systems.append(replace(system, facts=learnt[endpoint]))
    return replace(details, systems=tuple(systems))


def _facts(workspace: Workspace, endpoint: EndpointSettings, known: EndpointFacts) -> EndpointFacts:
    from fairdesk.endpoints.formats import BUILT_IN_KINDS

    if endpoint.kind in BUILT_IN_KINDS:
        with running(workspace, endpoint) as server:
            return replace(merge_facts(server.facts, NOTHING_LEARNT), abilities=known.abilities)
    if known != NOTHING_LEARNT:
        return known
    found = test_connection(workspace.spec, endpoint)
    if not found.ok:
        raise EndpointError(
            f"The endpoint {endpoint.name} gave no usable answer: {' '.join(found.words)}",
            f"{missing_key_words(workspace, endpoint)}Mend it on the Endpoints page, then try again. "
            "Nothing was asked of the cases yet.",
        )
    return found.facts


def _plan(workspace: Workspace, name: str, details: ProjectDetails) -> Plan:
    from fairdesk.evaluations.admissions import EVALUATION

    if not details.systems:
        raise PlanError("The project has no system to test.", "Describe the object on the Object page first.")
    refuse_systems(details.systems)
    cases, n_duplicates = _cases(workspace, details)
    if not cases:
        raise PlanError("There are no case files.", "Choose a folder with case files on the Cases page.")
    documents = workspace.store.documents
    cues = _cues(workspace)
    references = tuple(
        CaseRef(case_id=case.case_id, document_sha256=documents.put("case", canonical_bytes(to_plain(case))))
        for case in cases
    )
    variants = [to_plain(variant) for case in cases for variant in EVALUATION.make_variants(case, cues, SEED)]
    primary = primary_of(EVALUATION.questions, details)
    questions, left_out = askable(EVALUATION.questions, details.systems, primary)
    questions = _short_enough(questions, details.systems)
    return Plan(
        project=name,
        title=EVALUATION.title,
        created_at=workspace.now_text(),
        systems=details.systems,
        cases=references,
        n_duplicate_cases=n_duplicates,
        variants=EVALUATION.variants,
        measures=tuple(SENTENCES),
        variants_sha256=documents.put("variants", canonical_bytes(variants)),
        cues=EVALUATION.cue_notes(cues),
        questions=questions,
        repeated=tuple(kind.label for kind in EVALUATION.variants if kind.role is VariantRole.ORIGINAL),
        n_samples=max(1, details.n_samples),
        families=families(details.systems, questions, EVALUATION.variants, primary),
        targets=(starting_target(questions),) if any(q.kind is QuantityKind.DISCRETE for q in questions) else (),
        attributes=EVALUATION.attributes,
        not_tested=(*EVALUATION.not_tested, *left_out),
        alpha=ALPHA,
        order_seed=SEED,
        resampling_seed=SEED,
        asking_order=FILES_IN_BLOCKS,
    )


def primary_of(questions: tuple[Question, ...], details: ProjectDetails) -> str:
    """Id of the question whose tests are confirmatory; the first one where the project names none of them."""
    chosen = details.primary_question
    return chosen if chosen in {question.question_id for question in questions} else questions[0].question_id


def _short_enough(questions: tuple[Question, ...], systems: tuple[AuditedSystem, ...]) -> tuple[Question, ...]:
    longest = min(system.decoding.max_tokens for system in systems)
    return tuple(replace(question, max_tokens=min(question.max_tokens, longest)) for question in questions)


def families(
    systems: tuple[AuditedSystem, ...],
    questions: tuple[Question, ...],
    variants: tuple[VariantKind, ...],
    primary: str,
) -> tuple[Family, ...]:
    """Declare which p-values are adjusted together (methods.md M32).

    Per system: the primary question's test of every cue is confirmatory, its interaction stands in the family of
    intersections, everything else is exploratory. The changes between systems are families of their own.
    """
    found: list[Family] = []
    cues = [kind for kind in variants if kind.role in TESTED_ROLES]
    crossed = [kind for kind in variants if single_cues(variants, kind)]
    compared = [kind for kind in variants if kind.role is not VariantRole.ORIGINAL]
    for system in systems:
        confirmatory: list[str] = []
        intersections: list[str] = []
        exploratory: list[str] = []
        for question in questions:
            measure = "direction" if question.kind is QuantityKind.DISCRETE else "mean_shift"
            for kind in compared:
                member = result_id(system.label, question.question_id, kind.label, measure)
                first = question.question_id == primary and kind in cues
                (confirmatory if first else exploratory).append(member)
            for kind in crossed:
                member = result_id(system.label, question.question_id, kind.label, "interaction")
                (intersections if question.question_id == primary else exploratory).append(member)
        label = system.label
        found.append(_family(f"{label}/confirmatory", FamilyKind.CONFIRMATORY, confirmatory))
        found.append(_family(f"{label}/intersections", FamilyKind.INTERSECTIONS, intersections))
        found.append(_family(f"{label}/exploratory", FamilyKind.EXPLORATORY, exploratory))
    reference = systems[0].label
    for system in systems[1:]:
        pair = f"{reference}->{system.label}"
        members = {
            q.question_id: [result_id(pair, q.question_id, k.label, "change") for k in compared] for q in questions
        }
        judged = [result_id(pair, primary, kind.label, "change") for kind in cues]
        rest = [member for group in members.values() for member in group if member not in judged]
        found.append(_family(f"{pair}/confirmatory", FamilyKind.CONFIRMATORY, judged))
        found.append(_family(f"{pair}/exploratory", FamilyKind.EXPLORATORY, rest))
    return tuple(family for family in found if family.members)


def _family(family_id: str, kind: FamilyKind, members: list[str]) -> Family:
    return Family(family_id=family_id, kind=kind, members=tuple(members))


def starting_target(questions: tuple[Question, ...]) -> Target:
    """The target that a plan begins with, for its first discrete question; the auditor can change it."""
    question = next(q for q in questions if q.kind is QuantityKind.DISCRETE)
    return Target(
        target_id="t-consistency",
        measure="consistency",
        question_id=question.question_id,
        threshold=0.90,
        direction="at_least",
        justification=(
            "Starting value for an internal target; no published study validates it. "
            "The auditor has not given a reason of their own yet."
        ),
    )


def _cues(workspace: Workspace) -> CueSet:
    from fairdesk.interchange.case_files import read_cues

    return read_cues(workspace.resources / "admissions" / "cues.toml")
