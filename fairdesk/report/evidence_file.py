"""evidence.json: every number and statement of coverage of a report, machine-readable and attached to it.

The measured part (``measured``) is built by one function from plan and analysis, for the report and for its check: a
check recomputes the analysis from the store, builds the part again and compares leaf by leaf.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.codec import to_plain
from fairdesk.domain.plan import Plan
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.results import Analysis
from fairdesk.report.renewal import renewal_conditions

PARTS_SINCE_0_3 = ("echoes", "accepted_changes")
"""Parts of what was measured that reports of earlier versions of FairDesk do not have."""

SCHEMA_ID = "fairdesk.evidence"
SCHEMA_VERSION = 1
FILE_NAME = "evidence.json"

NOT_WRITTEN = (
    ("Plain-language summary", "S1"),
    ("Engagement, roles, independence", "S2"),
    ("Use, people, legal position", "S4"),
    ("Normative position and legitimacy of the cues", "S5"),
    ("Data, data protection, ethics", "S9"),
    ("Benchmarks", "S11"),
    ("Open text: representation and associations", "S12"),
    ("Human raters and red team", "S13"),
    ("Human oversight", "S15"),
    ("Findings and the auditee's answers", "S16"),
    ("Conclusion per criterion", "S18"),
    ("Distribution and voice", "S20"),
    ("Version, supersession, retention", "S21"),
    ("Evidence manifest, legal map, glossary, deviations", "Annexes A, B, C and E"),
)
"""Sections of a full report that a limited report does not hold; the cover lists every one of them."""


def not_written(plan: Plan) -> tuple[tuple[str, str], ...]:
    """The same of one plan: a design of one's own brings its normative position with it, a benchmark its scores."""
    written = {"S5"} if plan.design is not None else set()
    written |= {"S11"} if plan.benchmarks else set()
    return tuple(one for one in NOT_WRITTEN if one[1] not in written)


def evidence_bytes(report: ReportInput) -> bytes:
    """The file as stored, attached and hashed: canonical JSON, UTF-8."""
    return canonical_bytes(_evidence(report))


def _evidence(report: ReportInput) -> dict[str, Any]:
    return {
        "schema": {"id": SCHEMA_ID, "version": SCHEMA_VERSION},
        "report": {
            "id": report.report_id,
            "version": report.version,
            "kind": "limited report",
            "status_at_issue": "issued",
            "language": report.language,
            "title": report.title,
            "issued": report.issued_at,
            "valid_until": report.valid_until,
            "nonce": report.nonce,
            "is_rehearsal": is_rehearsal(report.analysis),
            "not_written": [
                {"section": name, "of_full_report": number, "state": "not_done"}
                for name, number in not_written(report.plan)
            ],
        },
        "engagement": {
            "project_id": report.project_id,
            "project": report.project_name,
            "client": report.details.client,
            "purpose": report.details.purpose,
            "auditor": report.details.auditor,
            "auditor_role": report.details.auditor_role,
        },
        "object": {
            "name": report.details.object_name,
            "purpose": report.details.object_purpose,
            "workflow": report.details.workflow,
            "configurations": configurations(report.plan),
        },
        "plan": planned(report.plan_sha256, report.plan),
        "lock": to_plain(report.lock) if report.lock else None,
        "deviations": [to_plain(deviation) for deviation in report.deviations],
        "measured": measured(report.analysis),
        "renewal": [to_plain(condition) for condition in renewal_conditions(report)],
        "ledger": {"heads": dict(report.heads), "analysis_sha256": report.analysis_sha256},
        "signer": to_plain(report.signer) if report.signer else None,
        "generator": dict(report.environment),
    }


def planned(plan_sha256: str, plan: Plan) -> dict[str, Any]:
    """The whole plan as plain data with its hash."""
    return {"sha256": plan_sha256, **to_plain(plan)}


def configurations(plan: Plan) -> list[dict[str, Any]]:
    """Every system of a plan in full, with its short name and digest."""
    return [
        {"id": configuration_id(system), "sha256": sha256_hex(canonical_bytes(to_plain(system))), **to_plain(system)}
        for system in plan.systems
    ]


def measured(analysis: Analysis) -> dict[str, Any]:
    """Everything that was counted or computed, as plain data; the part that a check recomputes.

    Readings corrected by hand, names that answers came with, and accepted changes of the model are listed where there
    are some.
    """
    plain: dict[str, Any] = to_plain(analysis)
    names = ("runs", "results", "comparisons", "coverage", "coverage_counts", "samples", "corrections", "classified")
    return {name: plain[name] for name in (*names, *PARTS_SINCE_0_3) if name in plain}


def is_rehearsal(analysis: Analysis) -> bool:
    """True when any answer came from the rehearsal model: then nothing in the report is evidence."""
    return any(run.is_rehearsal for run in analysis.runs)


def configuration_id(system: AuditedSystem) -> str:
    """Short name of one configuration: its label and the start of its digest."""
    return f"{system.label}-{sha256_hex(canonical_bytes(to_plain(system)))[:12]}"


def leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every leaf of plain data with its path, for example ``results/3/outcome/value``.

    Example:
        >>> list(leaves({"a": [1, {"b": None}]}))
        [('a/0', 1), ('a/1/b', None)]
    """
    if isinstance(value, Mapping):
        for name in sorted(value):
            yield from leaves(value[name], f"{path}/{name}" if path else str(name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from leaves(item, f"{path}/{place}" if path else str(place))
    else:
        yield path, value
