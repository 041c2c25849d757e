"""fairdesk verify: check a report offline."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode
from fairdesk.domain.reports import CheckVerdict, Verification

EXIT_CODES = {
    CheckVerdict.PASSED: ExitCode.DONE,
    CheckVerdict.FAILED: ExitCode.NEGATIVE,
    CheckVerdict.INDETERMINATE: ExitCode.UNDECIDED,
}
"""What a check of a report answers to the shell, by its verdict."""


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("verify", parents=[shared], help="check a report: signature, evidence, every number")
    parser.add_argument("report", type=Path, metavar="REPORT.pdf")
    parser.add_argument("--trust", type=Path, metavar="FILE", help="certificate to trust (PEM or DER)")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Check the report and say what was found."""
    from fairdesk.audit.verify import verify_report

    found = verify_report(spec, arguments.report, arguments.trust, output.progress)
    output.json(verification_json(found))
    say_verification(found, output)
    return EXIT_CODES[found.verdict]


def verification_json(found: Verification) -> dict[str, Any]:
    """The JSON object of the contract."""
    plain: dict[str, Any] = to_plain(found)
    return plain


def say_verification(found: Verification, output: Output) -> None:
    """The same for people."""
    output.say(f"Verdict: {found.verdict.value}")
    output.say(f"Identity: {found.identity}")
    for signature in found.signatures:
        output.say(f"Signature {signature.field}: {signature.result.value}. {signature.signer}: {signature.words}")
    if found.evidence_matches is not None:
        words = "is" if found.evidence_matches else "is NOT"
        output.say(f"Evidence: {found.evidence_sha256} {words} the hash printed in the report")
    if found.ledger is None:
        output.say(f"Ledger: not checked. {found.ledger_reason}")
    else:
        sound = sum(check.ok for check in found.ledger)
        output.say(f"Ledger: {sound} of {len(found.ledger)} chains lead to the heads printed in the report")
    if found.recomputed is None:
        output.say(f"Numbers: not computed again. {found.recomputed_reason}")
    else:
        output.say(
            f"Numbers: {found.recomputed.equal} of {found.recomputed.checked} values are what the evidence gives"
        )
        for difference in found.recomputed.different[:20]:
            output.say(f"  {difference.path}: report {difference.in_report}, evidence {difference.from_evidence}")
    for sentence in found.problems:
        output.say(f"Problem: {sentence}")
    for sentence in found.notes:
        output.say(f"Note: {sentence}")
    for sentence in found.renewal:
        output.say(f"Renewal: {sentence}")
