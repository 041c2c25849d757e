"""From a project to a plan that is fixed and hashed before the first call."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from fairdesk.audit.endpoints import merge_facts, missing_key_words, running, test_connection
from fairdesk.audit.holding import holding
from fairdesk.audit.locks import kept_to_lock, refuse_under_lock
from fairdesk.audit.plan_abilities import QUESTION_SCOPE, refuse_systems
from fairdesk.audit.plan_making import admissions_plan, benchmark_plan, design_plan, with_benchmarks
from fairdesk.audit.variant_parts import PlanVariants
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointFacts, EndpointSettings, ProjectDetails
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import EndpointError, PlanError
from fairdesk.domain.object_words import NOTHING_LEARNT, object_facts
from fairdesk.domain.plan import Plan
from fairdesk.domain.supplied_words import is_supplied

if TYPE_CHECKING:
    from fairdesk.store.entries import NewEntry
    from fairdesk.store.projects import ProjectRecord


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
    if details.without_files:
        return benchmark_plan(workspace, record.name, details)
    makes = admissions_plan if details.design is None else design_plan
    plan = makes(workspace, record.name, details, record.project_id)
    return with_benchmarks(workspace, plan, details) if details.benchmarks else plan


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


def fixed_plans(workspace: Workspace, project_id: str) -> tuple[Plan, ...]:
    """Every plan that was fixed in a project, the first one first."""
    entries = workspace.store.ledger.entries(f"project:{project_id}", kind="plan_fixed")
    return tuple(load_plan(workspace, str(json.loads(entry.body)["plan_sha256"])) for entry in entries)


def load_plan(workspace: Workspace, sha256: str) -> Plan:
    """The plan with this hash, read from its stored bytes."""
    return from_plain(Plan, json.loads(workspace.store.documents.get(sha256)))


def left_out_questions(workspace: Workspace, sha256: str) -> tuple[str, ...]:
    """The questions that a plan leaves out because an endpoint cannot answer them, with the reason of each."""
    not_tested = load_plan(workspace, sha256).not_tested
    return tuple(f"{one.scope}: {one.reason_text}" for one in not_tested if one.scope.startswith(QUESTION_SCOPE))


def load_variants(workspace: Workspace, plan: Plan) -> PlanVariants:
    """The texts of every variant of a plan, read as they are asked for."""
    return PlanVariants(workspace, plan)


def same_but_for_time(known: Plan, new: Plan) -> bool:
    """Whether a plan would only repeat the one that is fixed."""
    return _timeless(known) == _timeless(new)


def _timeless(plan: Plan) -> Plan:
    """Without what is no reason for another plan: time, an earlier version's order of asking, a probe's words.

    Nor is a file that was added and is not used, nor the card of a version that wrote none or worded it differently.
    """
    systems = tuple(replace(system, facts=object_facts(system.facts)) for system in plan.systems)
    return replace(plan, created_at="", asking_order="", systems=systems, card=None)


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
            learnt = merge_facts(server.facts, NOTHING_LEARNT)
            return replace(learnt, abilities=known.abilities or learnt.abilities)
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
