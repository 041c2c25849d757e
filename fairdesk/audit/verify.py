"""Check a report offline: signature, whole file, evidence hash, ledger, and every number computed again.

Three results, never two. A report passes only when everything could be checked and nothing was found; whatever cannot
be checked here makes it indeterminate and says why.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairdesk.audit.lock_check import chain_problems, lock_notes, lock_problems
from fairdesk.audit.recorded_calls import lost_bytes
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_text
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import FairDeskError, NotCarried, ReadOtherwise
from fairdesk.domain.progress import TellStep
from fairdesk.domain.recorded_words import recorded_remarks
from fairdesk.domain.reports import (
    CheckVerdict,
    LedgerCheck,
    NumberDifference,
    Recomputation,
    SignatureResult,
    Verification,
)
from fairdesk.domain.results import RunSummary
from fairdesk.domain.supplied_words import is_supplied
from fairdesk.report.checking import PdfCheck, check_pdf
from fairdesk.report.evidence_file import (
    FILE_NAME,
    PARTS_SINCE_0_3,
    SCHEMA_ID,
    SCHEMA_VERSION,
    configurations,
    is_rehearsal,
    leaves,
    measured,
    planned,
)
from fairdesk.report.printed import printed_hashes

SAME_WITHIN = 1e-9
"""Relative difference up to which two computed numbers are equal: another processor may round the last digits."""

NOT_HERE = "The store with the evidence of this report is not at hand."
NO_EVIDENCE = "The report's evidence file cannot be used, so there is nothing to compare with."


@dataclass(frozen=True, slots=True)
class _Evidence:
    """The attached evidence file as far as it could be read."""

    data: bytes
    plain: dict[str, Any]
    problems: tuple[str, ...]

    @property
    def is_usable(self) -> bool:
        return bool(self.plain)


def verify_report(
    spec: WorkspaceSpec, report: Path, trust: Path | None = None, tell: TellStep = lambda words: None
) -> Verification:
    """Check one report file.

    Args:
        trust: Certificates to trust (PEM or DER); without it an intact report stays indeterminate.

    Raises:
        InputError: the report or the trust file cannot be opened.
    """
    with Workspace(spec) as workspace:
        tell("Checking signatures and the whole file")
        checked = check_pdf(report, trust, now=workspace.clock())
        evidence = _read_evidence(checked)
        problems = [*checked.problems, *evidence.problems, *lock_problems(evidence.plain)]
        matches = _hash_is_printed(report, evidence)
        if matches is False:
            problems.append("The evidence hash printed on the pages is not the hash of the attached evidence.json.")
        ledger = recomputed = None
        ledger_reason = recomputed_reason = NOT_HERE if evidence.is_usable else NO_EVIDENCE
        if evidence.is_usable and workspace.paths.store_file.exists():
            problems += _register_problems(workspace, evidence)
            problems += chain_problems(workspace, evidence.plain)
            tell("Walking the chains of the ledger")
            ledger, ledger_reason = _check_ledger(workspace, evidence.plain)
            if ledger is not None:
                problems += [f"Ledger: {check.problem}" for check in ledger if not check.ok]
                problems += lost_bytes(workspace, [one.chain.removeprefix("run:") for one in ledger])
                tell("Computing every number again")
                recomputed, recomputed_reason, problem = _recompute(workspace, evidence.plain)
                problems += [problem] if problem else []
        return Verification(
            report=str(report),
            verdict=_verdict(checked, problems, ledger, recomputed),
            identity=_identity(checked),
            signatures=_signatures(checked),
            covers_whole_file=checked.covers_whole_file,
            evidence_sha256=sha256_hex(evidence.data) if evidence.data else "",
            evidence_matches=matches,
            manifest=None,
            ledger=ledger,
            ledger_reason=ledger_reason,
            recomputed=recomputed,
            recomputed_reason=recomputed_reason,
            renewal=_renewal(workspace, evidence.plain) if evidence.is_usable else (),
            problems=tuple(problems),
            notes=_notes(workspace, evidence.plain) if evidence.is_usable else (),
        )


def _read_evidence(checked: PdfCheck) -> _Evidence:
    """Evidence as it was under the first signature; absent when that signature does not hold."""
    data = checked.attachments.get(FILE_NAME, b"")
    if not data:
        missing = () if checked.problems else (f"The report holds no {FILE_NAME} under its signature.",)
        return _Evidence(b"", {}, missing)
    try:
        plain = json.loads(data)
        schema = plain["schema"]
        if schema["id"] != SCHEMA_ID:
            raise ValueError("another kind of file")
        if schema["version"] == SCHEMA_VERSION:
            _look_through(plain)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return _Evidence(data, {}, (f"The attached {FILE_NAME} is not a complete evidence file of FairDesk.",))
    if schema["version"] != SCHEMA_VERSION:
        words = f"The evidence file has version {schema['version']}; this FairDesk reads version {SCHEMA_VERSION}."
        return _Evidence(data, {}, (words,))
    return _Evidence(data, plain, ())


def _look_through(plain: dict[str, Any]) -> None:
    """Touch every part that a check reads, so that a file signed with parts missing is found here and named.

    Raises:
        KeyError, TypeError, AttributeError, ValueError: a part is missing or of another kind.
    """
    heads = plain["ledger"]["heads"]
    if not any(chain.startswith("run:") and isinstance(head, str) for chain, head in heads.items()):
        raise ValueError("no run is named")
    for part, name in (("plan", "sha256"), ("object", "configurations"), ("report", "id"), ("report", "is_rehearsal")):
        plain[part][name]
    plain["measured"].items()
    plain["engagement"]["project_id"].strip()
    plain["generator"].items()
    for condition in plain["renewal"]:
        for name in ("condition_id", "at_issue", "watched", "can_check"):
            condition[name].strip()
    _recorded_notes(plain)


def _hash_is_printed(report: Path, evidence: _Evidence) -> bool | None:
    if not evidence.data:
        return None
    return sha256_hex(evidence.data) in printed_hashes(report.read_bytes())


def _check_ledger(workspace: Workspace, plain: dict[str, Any]) -> tuple[tuple[LedgerCheck, ...] | None, str]:
    """Walk every chain that the report names up to the head that it prints; later entries are allowed and counted."""
    heads: dict[str, str] = plain["ledger"]["heads"]
    known = set(workspace.store.ledger.chains())
    if not known & set(heads):
        return None, NOT_HERE
    checks = []
    for chain, head in sorted(heads.items()):
        found = workspace.store.ledger.check(chain, head)
        words = "" if found.ok else f"{chain}: {found.problem}"
        checks.append(
            LedgerCheck(chain=chain, ok=found.ok, n_entries=found.n_entries, n_later=found.n_later, problem=words)
        )
    return tuple(checks), ""


def _register_problems(workspace: Workspace, evidence: _Evidence) -> list[str]:
    """A report of this id that the store has issued must have had exactly this evidence file."""
    report_id = str(evidence.plain["report"]["id"])
    for issued in workspace.store.reports.lines(str(evidence.plain["engagement"]["project_id"])):
        if issued.report_id == report_id and issued.evidence_sha256 != sha256_hex(evidence.data):
            return [f"The register of the store holds another evidence file for {report_id}."]
    return []


def _recompute(workspace: Workspace, plain: dict[str, Any]) -> tuple[Recomputation | None, str, str]:
    """Analyse the stored answers again under the stored plan and compare with the file, leaf by leaf.

    Returns:
        The comparison, or None with the reason why there is none; and what speaks against the report, or nothing.
        Answers that this version of FairDesk cannot read are no sign of tampering: the chains say that they are whole.
    """
    from fairdesk.audit.analyse import analyse_runs
    from fairdesk.audit.plan import load_plan

    heads: dict[str, str] = plain["ledger"]["heads"]
    runs = {name.removeprefix("run:"): head for name, head in heads.items() if name.startswith("run:")}
    try:
        analysis = analyse_runs(workspace, plain["plan"]["sha256"], runs)
    except (NotCarried, ReadOtherwise) as error:
        return None, error.message, ""
    except FairDeskError as error:
        words = f"The numbers cannot be computed again: {error.message}"
        return None, words, words
    except (ValueError, KeyError, TypeError):
        return None, "The stored answers have the form of another version of FairDesk; check with that version.", ""
    plan_sha256 = plain["plan"]["sha256"]
    plan = load_plan(workspace, plan_sha256)
    parts = {
        "configurations": plain["object"]["configurations"],
        "measured": plain["measured"],
        "plan": plain["plan"],
        "report": {"is_rehearsal": plain["report"]["is_rehearsal"]},
    }
    again = {
        "configurations": configurations(plan),
        "measured": _as_written_then(plain, measured(analysis)),
        "plan": planned(plan_sha256, plan),
        "report": {"is_rehearsal": is_rehearsal(analysis)},
    }
    in_report, from_evidence = dict(leaves(parts)), dict(leaves(again))
    different = [
        NumberDifference(
            path=path,
            in_report=_shown(in_report, path),
            from_evidence=_shown(from_evidence, path),
        )
        for path in sorted(in_report.keys() | from_evidence.keys())
        if not _same(in_report, from_evidence, path)
    ]
    checked = len(in_report.keys() | from_evidence.keys())
    words = f"{len(different)} of {checked} values are not what the evidence gives." if different else ""
    return Recomputation(checked=checked, equal=checked - len(different), different=tuple(different)), "", words


def _as_written_then(plain: dict[str, Any], again: dict[str, Any]) -> dict[str, Any]:
    """What was measured, without the parts that the version of FairDesk which wrote the report did not write."""
    version = str(plain["generator"].get("fairdesk", "")).split(".")
    if version[:2] not in (["0", "1"], ["0", "2"]):
        return again
    unknown_then = {name for name in PARTS_SINCE_0_3 if name not in plain["measured"]}
    return {name: part for name, part in again.items() if name not in unknown_then}


def _same(one: dict[str, object], other: dict[str, object], path: str) -> bool:
    if path not in one or path not in other:
        return False
    a, b = one[path], other[path]
    if isinstance(a, float) and isinstance(b, float):
        # Most numbers may differ from 0 by rounding; a p-value near 0 says something by every power of ten.
        is_p_value = path.rpartition("/")[2].startswith("p_")
        return math.isclose(a, b, rel_tol=SAME_WITHIN, abs_tol=0.0 if is_p_value else SAME_WITHIN)
    return type(a) is type(b) and a == b


def _shown(values: dict[str, object], path: str) -> str:
    return json.dumps(values[path], ensure_ascii=False) if path in values else "absent"


def _verdict(
    checked: PdfCheck,
    problems: list[str],
    ledger: tuple[LedgerCheck, ...] | None,
    recomputed: Recomputation | None,
) -> CheckVerdict:
    if problems or checked.verdict == "failed":
        return CheckVerdict.FAILED
    if checked.verdict != "passed" or ledger is None or recomputed is None:
        return CheckVerdict.INDETERMINATE
    return CheckVerdict.PASSED


def _identity(checked: PdfCheck) -> str:
    if not checked.signatures:
        return "no signer"
    if any(signature.is_demonstration for signature in checked.signatures):
        return "demonstration only"
    return "; ".join(f"{signature.signer_name} ({signature.issuer})" for signature in checked.signatures)


def _signatures(checked: PdfCheck) -> tuple[SignatureResult, ...]:
    return tuple(
        SignatureResult(
            field=signature.field,
            signer=signature.signer_name,
            issuer=signature.issuer,
            fingerprint=signature.fingerprint,
            signed_at=utc_text(signature.signed_at) if signature.signed_at else "",
            valid_from=utc_text(signature.valid_from) if signature.valid_from else "",
            valid_until=utc_text(signature.valid_until) if signature.valid_until else "",
            result=CheckVerdict(signature.result),
            words=signature.words,
            is_demonstration=signature.is_demonstration,
        )
        for signature in checked.signatures
    )


def _renewal(workspace: Workspace, plain: dict[str, Any]) -> tuple[str, ...]:
    """Every condition with its state today; what cannot be checked never counts as holding."""
    from fairdesk.audit.canary import canary_since
    from fairdesk.domain.codec import to_plain
    from fairdesk.report.renewal import SILENT_CHANGE, UNKNOWN, configuration_digests

    known = workspace.store.projects.all() if workspace.paths.store_file.exists() else ()
    project = next((p for p in known if p.project_id == plain["engagement"]["project_id"]), None)
    now: dict[str, str] = {}
    if project is not None:
        for system in (one for one in project.details.systems if not is_supplied(one)):
            for kind, digest in configuration_digests(to_plain(system)).items():
                now[f"{kind}/{system.label}"] = digest
    found = []
    for condition in plain["renewal"]:
        name, at_issue = str(condition["condition_id"]), str(condition["at_issue"])
        if name == "date":
            holds = workspace.now_text()[:10] <= at_issue
            found.append(f"{condition['watched']}: {'holds' if holds else 'met'} (valid until {at_issue})")
        elif name in now and at_issue != UNKNOWN:
            found.append(f"{condition['watched']}: {'holds' if now[name] == at_issue else 'met'}")
        elif name.startswith(f"{SILENT_CHANGE}/") and project is not None:
            label = name.removeprefix(f"{SILENT_CHANGE}/")
            compared = canary_since(workspace, project.project_id, label, at_issue)
            result = compared.result.value.replace("_", " ")
            found.append(f"{condition['watched']}: {result}. {compared.words[-1]}")
        else:
            found.append(f"{condition['watched']}: cannot check here. {condition['can_check']}")
    return tuple(found)


def _notes(workspace: Workspace, plain: dict[str, Any]) -> tuple[str, ...]:
    notes = []
    if plain["report"]["is_rehearsal"]:
        notes.append("Rehearsal, not evidence: the answers come from FairDesk's own calibration model.")
    notes += _recorded_notes(plain)
    if workspace.paths.store_file.exists() and not any(
        r.report_id == plain["report"]["id"] for r in workspace.store.reports.lines(plain["engagement"]["project_id"])
    ):
        notes.append("This report is not in the register of this store.")
    if workspace.paths.store_file.exists():
        notes += lock_notes(workspace, plain)
    return tuple(notes)


def _recorded_notes(plain: dict[str, Any]) -> list[str]:
    """What no check of a report can show: where answers from recorded files came from before they were supplied."""
    runs = plain["measured"].get("runs", [])
    return list(recorded_remarks(from_plain(RunSummary, run) for run in runs if run.get("recorded")))
