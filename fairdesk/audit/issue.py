"""Write, sign, keep and hand out a report: the last step, and the only one that cannot be taken back."""

from __future__ import annotations

import json
import platform
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.analyse import analyse_runs
from fairdesk.audit.canary import last_canaries
from fairdesk.audit.locks import lock_history
from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.register import write_beside
from fairdesk.audit.report_gate import report_gate
from fairdesk.audit.run_status import current_runs
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_text
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import PlanError, ReportError
from fairdesk.domain.exchanges import CallFailure, Exchange
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import TellStep
from fairdesk.domain.reports import AnswerExample, ReportInput, SignerSummary
from fairdesk.domain.supplied_words import signing_reason

if TYPE_CHECKING:
    from fairdesk.report.blocks import RenderedPdf

VALID_DAYS = 365
"""Evidence is renewed after a year at the latest (report-contents.md S19)."""

EVIDENCE_SUFFIX = ".evidence.json"
"""Takes the place of ``.pdf`` in the name of the evidence file beside the report."""

N_EXAMPLES = 6
"""Answers printed word for word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueRequest:
    """Who signs, and where the files go.

    Attributes:
        target: The signed PDF; evidence.json is written beside it under the same name.
        reason: What the signer signs for; empty for the sentence that is printed above the signature.
    """

    p12: Path
    password: str = field(repr=False)
    target: Path
    reason: str = ""
    location: str = ""
    overwrite: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedReport:
    """Where an issued report lies, and what it is."""

    report_id: str
    report: Path
    evidence: Path
    pdf_sha256: str
    evidence_sha256: str
    n_pages: int
    signer: SignerSummary
    missing_characters: tuple[str, ...]


def signer_summary(spec: WorkspaceSpec, p12: Path, password: str) -> SignerSummary:
    """Who would sign with this file; the checks that can fail are tried before anything is written.

    Raises:
        SigningError: wrong password, expired, no key, or a kind of key that readers do not accept.
    """
    from fairdesk.report.signing import read_identity

    found = read_identity(p12, password, Workspace(spec).clock())
    return SignerSummary(
        name=found.subject,
        issuer=found.issuer,
        kind=found.kind,
        fingerprint=found.fingerprint_sha256,
        valid_from=utc_text(found.valid_from),
        valid_until=utc_text(found.valid_until),
        is_demonstration=found.is_demonstration,
    )


def preview_report(spec: WorkspaceSpec, project: str) -> bytes:
    """The report as it would be printed now, unsigned and marked as a draft on every page."""
    with Workspace(spec) as workspace:
        given = _report_input(workspace, project, None)
        return _render(workspace, given, draft=True).data


def issue_report(
    spec: WorkspaceSpec, project: str, request: IssueRequest, tell: TellStep = lambda words: None
) -> IssuedReport:
    """Analyse, write, sign, check, keep in the store, then hand out report and evidence file.

    A failure at any moment leaves no half report behind: the store keeps the report before it is handed out, and both
    files appear under a temporary name first.

    Raises:
        PlanError: something is missing that a report needs; the message says all of it (``report_gate``).
        SigningError: the identity cannot sign.
        ReportError: the target cannot be written or is there already.
    """
    from fairdesk.report.evidence_file import evidence_bytes

    _check_gate(spec, project)
    check_target(request.target, overwrite=request.overwrite)
    signer = signer_summary(spec, request.p12, request.password)
    with Workspace(spec) as workspace:
        tell("Computing every result from the evidence")
        given = _report_input(workspace, project, signer)
        tell("Laying out the pages")
        rendered = _render(workspace, given, draft=False)
        tell("Signing")
        found = given.analysis
        reason = request.reason or signing_reason(given.plan, found.n_from_batch, found.n_recorded)
        request = replace(request, reason=reason)
        signed = _sign(workspace, rendered.data, request, signer)
        evidence = evidence_bytes(given)
        tell("Keeping the report in the store")
        _keep(workspace, given, signed, evidence)
    evidence_path = request.target.with_suffix(EVIDENCE_SUFFIX)
    write_beside(evidence_path, evidence)
    write_beside(request.target, signed)
    return IssuedReport(
        report_id=given.report_id,
        report=request.target,
        evidence=evidence_path,
        pdf_sha256=sha256_hex(signed),
        evidence_sha256=sha256_hex(evidence),
        n_pages=rendered.n_pages,
        signer=signer,
        missing_characters=rendered.missing_characters,
    )


def _check_gate(spec: WorkspaceSpec, project: str) -> None:
    missing = [sentence.words for sentence in report_gate(spec, project).sentences if sentence.is_blocking]
    if missing:
        raise PlanError("No report can be issued yet. " + " ".join(missing), "Complete the project, then issue it.")


def check_target(target: Path, *, overwrite: bool = False) -> None:
    """Try, before anything is signed, whether report and evidence file can be written there; leaves nothing behind.

    Raises:
        ReportError: a file of one of the names is there already, or the folder takes no file.
    """
    for path in (target, target.with_suffix(EVIDENCE_SUFFIX)):
        if path.exists() and not overwrite:
            raise ReportError(f"{path} is there already.", "Choose another name; an issued report is never replaced.")
    if not target.parent.is_dir():
        raise ReportError(f"The folder {target.parent} does not exist.", "Choose a folder that exists.")
    trial = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        trial.touch(exist_ok=False)
        trial.unlink()
    except OSError as error:
        raise ReportError(
            f"Nothing can be written to the folder {target.parent}: {error.strerror or error}.",
            "Choose a folder that you may write to. Nothing was signed.",
        ) from error


def _report_input(workspace: Workspace, project: str, signer: SignerSummary | None) -> ReportInput:
    """Gather what the report is made of; times, ids and the nonce are fixed here and nowhere below."""
    record = workspace.store.projects.get(project)
    plan_sha256 = current_plan_sha256(workspace, record.project_id)
    runs = current_runs(workspace, record.project_id, plan_sha256) if plan_sha256 else ()
    if not runs:
        raise PlanError("Nothing was run under a fixed plan yet.", "Fix the plan and run it, then write the report.")
    plan = load_plan(workspace, plan_sha256)
    ledger = workspace.store.ledger
    heads = {f"run:{run.run_id}": ledger.head(f"run:{run.run_id}") for run in runs}
    analysis = analyse_runs(workspace, plan_sha256, {run.run_id: heads[f"run:{run.run_id}"] for run in runs})
    project_chain = f"project:{record.project_id}"
    history = lock_history(workspace, record.project_id)
    canaries = last_canaries(workspace, record.project_id, plan.systems)
    now = workspace.clock()
    return ReportInput(
        report_id=f"FD-{now:%Y%m%d}-{secrets.token_hex(4)}",
        version="1.0",
        nonce=secrets.token_hex(16),
        issued_at=utc_text(now),
        valid_until=utc_text(now + timedelta(days=VALID_DAYS))[:10],
        language="en-GB",
        title=f"{record.details.object_name or record.name}: response to cues",
        project_id=record.project_id,
        project_name=record.name,
        details=record.details,
        plan=plan,
        plan_sha256=plan_sha256,
        analysis=analysis,
        analysis_sha256=workspace.store.documents.put("analysis", canonical_bytes(to_plain(analysis))),
        heads={**heads, **canaries.heads, project_chain: ledger.head(project_chain)},
        environment=_environment(analysis.versions),
        examples=_examples(workspace, plan, tuple(run.run_id for run in runs)),
        signer=signer,
        canaries=canaries.runs,
        lock=history.lock if history else None,
        deviations=history.deviations if history else (),
    )


def _environment(versions: Mapping[str, str]) -> dict[str, str]:
    return {"python": platform.python_version(), "system": platform.system(), **versions}


def _examples(workspace: Workspace, plan: Plan, run_ids: tuple[str, ...]) -> tuple[AnswerExample, ...]:
    """The first free-text answers of every run in the order of the ledger: chosen by rule, not by taste."""
    from fairdesk.audit.benchmark_items import PlanBenchmarks
    from fairdesk.audit.corrections import run_corrections
    from fairdesk.audit.plan_texts import AnswerReader
    from fairdesk.audit.supplied_answers import supplied_examples

    if plan.supplied is not None:
        return supplied_examples(workspace, plan, tuple(system.label for system in plan.systems), N_EXAMPLES)

    found: list[AnswerExample] = []
    reader = AnswerReader(plan, PlanBenchmarks(workspace, plan))
    per_run = max(1, N_EXAMPLES // len(run_ids))
    for run_id in run_ids:
        label, taken = "", 0
        corrected = {correction.key: correction.new for correction in run_corrections(workspace, run_id)}
        for entry in workspace.store.ledger.entries(f"run:{run_id}"):
            if entry.kind == "run_started":
                label = str(json.loads(entry.body)["system"])
            if entry.kind != "exchange" or reader.questions[entry.question].top_logprobs:
                continue
            exchange = from_plain(Exchange, json.loads(entry.body))
            if isinstance(exchange.outcome, CallFailure) or exchange.outcome.is_bare:
                continue
            found.append(
                AnswerExample(
                    system=label,
                    case_id=exchange.key.case_id,
                    variant=exchange.key.variant,
                    question_id=exchange.key.question,
                    answer=exchange.outcome.text,
                    reading=corrected.get(exchange.key) or reader.read(exchange.key, exchange.outcome),
                    is_corrected=exchange.key in corrected,
                )
            )
            taken += 1
            if taken == per_run:
                break
    return tuple(found)


def _render(workspace: Workspace, given: ReportInput, *, draft: bool) -> RenderedPdf:
    from fairdesk.report.blocks import Attachment
    from fairdesk.report.document import report_document
    from fairdesk.report.evidence_file import FILE_NAME, evidence_bytes
    from fairdesk.report.layout import render

    evidence = evidence_bytes(given)
    attachment = Attachment(
        name=FILE_NAME,
        data=evidence,
        mime_type="application/json",
        description="Every number of this report, machine-readable",
    )
    fonts, sha256 = workspace.resources / "fonts", sha256_hex(evidence)
    rendered = render(report_document(given, sha256, draft=draft), (attachment,), fonts)
    if not rendered.missing_characters:
        return rendered
    listed = report_document(given, sha256, draft=draft, missing_characters=rendered.missing_characters)
    return render(listed, (attachment,), fonts)


def _sign(workspace: Workspace, pdf: bytes, request: IssueRequest, signer: SignerSummary) -> bytes:
    from fairdesk.report.prose import SIGNATURE_HEIGHT, SIGNATURE_WIDTH
    from fairdesk.report.signing import SigningRequest, sign_pdf
    from fairdesk.report.stamp import render_stamp

    moment = workspace.clock()
    kind = "Demonstration only: identity not verified" if signer.is_demonstration else signer.kind
    words = f"Signed by {signer.name}\n{utc_text(moment)} (signer's own clock)\n{kind}"
    stamp = render_stamp(words, SIGNATURE_WIDTH, SIGNATURE_HEIGHT, workspace.resources / "fonts")
    return sign_pdf(
        pdf,
        SigningRequest(
            p12=request.p12,
            password=request.password,
            reason=request.reason,
            location=request.location,
            signed_at=moment,
            stamp=stamp,
        ),
    )


def _keep(workspace: Workspace, given: ReportInput, signed: bytes, evidence: bytes) -> None:
    """Put the signed report into the store and link it to the project's chain."""
    from fairdesk.store.entries import NewEntry
    from fairdesk.store.reports import ReportRecord

    record = ReportRecord(
        report_id=given.report_id,
        project_id=given.project_id,
        analysis_sha256=given.analysis_sha256,
        evidence_sha256=sha256_hex(evidence),
        heads=given.heads,
        pdf=signed,
        pdf_sha256=sha256_hex(signed),
        signer=given.signer.name if given.signer else "",
        issued_at=given.issued_at,
    )
    body = {
        "report_id": given.report_id,
        "pdf_sha256": sha256_hex(signed),
        "evidence_sha256": sha256_hex(evidence),
        "at": given.issued_at,
        "valid_until": given.valid_until,
    }
    entry = NewEntry(kind="report_issued", body=canonical_bytes(body))
    with workspace.store.all_or_none():
        workspace.store.reports.add(record)
        workspace.store.ledger.append(f"project:{given.project_id}", [entry])
