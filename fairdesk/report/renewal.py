"""When the evidence must be renewed: conditions a later check compares with the present (report-contents.md S19)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.codec import to_plain
from fairdesk.domain.identity import IdentityStrength, identity_of
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.supplied_words import is_supplied

UNKNOWN = "not known: the answers were supplied"
"""What a configuration was at issue, where FairDesk asked it nothing; never read as absent."""

SILENT_CHANGE = "silent_change"
NO_CANARY = "no canary was run before this report: this condition cannot be checked"

COMPARED = "Compared with the project's present description."

OPEN_QUESTION = "Whoever is responsible must answer it; an open answer does not count as holding."


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewalCondition:
    """One condition under which the statements of a report lapse.

    Attributes:
        condition_id: The kind, with the system's label where every system has its own.
        at_issue: The watched value when the report was issued, in words where nothing was recorded.
        effect: ``lapsed``, ``due`` or ``review``.
        can_check: How it is checked; says so when FairDesk cannot check it by itself.
    """

    condition_id: str
    watched: str
    at_issue: str
    comparator: str = "equals"
    effect: str = "lapsed"
    can_check: str = OPEN_QUESTION


WATCHED_PARTS = {
    "base_model_change": "model, engine and weights",
    "prompt_change": "system prompt",
    "guardrail_change": "layers switched on",
    "decoding_change": "decoding settings",
    "context_change": "few-shot examples",
}


def renewal_conditions(report: ReportInput) -> tuple[RenewalCondition, ...]:
    """All conditions of a report, in print order; equal input gives equal conditions."""
    by_the_clock = RenewalCondition(
        condition_id="date",
        watched="the day",
        at_issue=report.valid_until,
        comparator="not after",
        can_check="By the clock, at every check.",
    )
    digests = [
        RenewalCondition(
            condition_id=f"{kind}/{system.label}",
            watched=f"{watched} of the system {system.label}",
            at_issue=UNKNOWN if _is_unseen(system, report) else digest,
            can_check=OPEN_QUESTION if _is_unseen(system, report) else COMPARED,
        )
        for system in report.plan.systems
        for (kind, watched), digest in zip(
            WATCHED_PARTS.items(), configuration_digests(to_plain(system)).values(), strict=True
        )
    ]
    return (by_the_clock, *digests, *_silent_changes(report), *_open_questions(report))


def _is_unseen(system: AuditedSystem, report: ReportInput) -> bool:
    """Nobody knows under which configuration the answers were given: they were supplied, or stand in recorded files."""
    of_system = [run for run in report.analysis.runs if run.system == system.label]
    return is_supplied(system) or any(run.is_recorded for run in of_system)


def _silent_changes(report: ReportInput) -> tuple[RenewalCondition, ...]:
    """A model that is not strongly identified is watched by its answers to the canary's prompts."""
    return tuple(
        RenewalCondition(
            condition_id=f"{SILENT_CHANGE}/{system.label}",
            watched=f"answers of the system {system.label} to the canary's prompts",
            at_issue=report.canaries.get(system.label, NO_CANARY),
            comparator="within the noise floor of",
            effect="due",
            can_check="Asked again by: fairdesk canary PROJECT --system LABEL.",
        )
        for system in report.plan.systems
        if not _is_unseen(system, report)
        and identity_of(system, report.analysis.echoes).strength is not IdentityStrength.STRONG
    )


def _open_questions(report: ReportInput) -> tuple[RenewalCondition, ...]:
    is_unseen = report.plan.supplied is not None or report.analysis.is_recorded
    return (
        RenewalCondition(
            condition_id="context_change",
            watched="retrieval and tools given to the model",
            at_issue=UNKNOWN if is_unseen else "none in this test",
        ),
        RenewalCondition(
            condition_id="workflow_change",
            watched="what people do with the output",
            at_issue=report.details.workflow or "not described",
            effect="due",
        ),
        RenewalCondition(
            condition_id="population_change",
            watched="who applies, by group, language and kind of school",
            at_issue="not recorded",
            comparator="within tolerance",
            effect="due",
        ),
        RenewalCondition(
            condition_id="drift",
            watched="consistency, shift and refusals on a sample from use",
            at_issue="not recorded",
            comparator="within tolerance",
            effect="due",
        ),
        RenewalCondition(
            condition_id="incident_or_complaints", watched="incidents and complaints", at_issue="none known to FairDesk"
        ),
        RenewalCondition(
            condition_id="law_change",
            watched="the legal position",
            at_issue="not assessed in this report",
            effect="review",
        ),
    )


def configuration_digests(system: Mapping[str, object]) -> dict[str, str]:
    """SHA-256 of the watched parts of one system, given as plain data; keys as in WATCHED_PARTS."""

    def digest(*names: str) -> str:
        return sha256_hex(canonical_bytes({name: parts[name] for name in names}))

    facts = system["facts"]
    # What a probe could not make out twice alike is no other model.
    kept = {name: fact for name, fact in facts.items() if name != "abilities"} if isinstance(facts, Mapping) else facts
    parts = {"examples": [], **system, "facts": kept}
    return {
        "base_model_change": digest("endpoint", "facts"),
        "prompt_change": digest("system_prompt"),
        "guardrail_change": digest("layers"),
        "decoding_change": digest("decoding"),
        "context_change": digest("examples"),
    }
