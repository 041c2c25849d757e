"""The result of checking a report as rows and as text, in the same words wherever it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.reports import CheckVerdict, Verification

VERDICT_WORDS = {
    CheckVerdict.PASSED: "Everything could be checked, and nothing was found.",
    CheckVerdict.FAILED: "Something was found that must not be; see the problems.",
    CheckVerdict.INDETERMINATE: "Nothing was found, but not everything could be checked here.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRow:
    """One thing that a check looks at: ``result`` is ``holds``, ``does not hold`` or ``not checked``."""

    what: str
    result: str
    words: str


def check_rows(found: Verification) -> tuple[CheckRow, ...]:
    """What was checked beside the signatures, a row each; what could not be checked says why."""
    return (
        _row(
            "Whole file covered by the signatures",
            found.covers_whole_file,
            {True: "No byte lies outside.", False: "Bytes lie outside what was signed."},
        ),
        _row(
            "Evidence file",
            found.evidence_matches,
            {
                True: f"Its hash is the one printed in the report: {found.evidence_sha256}",
                False: f"Its hash is not the one printed in the report: {found.evidence_sha256}",
            },
        ),
        _ledger_row(found),
        _numbers_row(found),
    )


def _row(what: str, holds: bool | None, words: dict[bool, str]) -> CheckRow:
    if holds is None:
        return CheckRow(what=what, result="not checked", words="There was nothing that could be checked.")
    return CheckRow(what=what, result="holds" if holds else "does not hold", words=words[holds])


def _ledger_row(found: Verification) -> CheckRow:
    what = "Ledger of answers"
    if found.ledger is None:
        return CheckRow(what=what, result="not checked", words=found.ledger_reason)
    sound = [check for check in found.ledger if check.ok]
    later = sum(check.n_later for check in found.ledger)
    words = f"{len(sound)} of {len(found.ledger)} chains lead to the heads printed in the report"
    words += f"; entries added later: {later}." if later else "."
    return CheckRow(what=what, result="holds" if len(sound) == len(found.ledger) else "does not hold", words=words)


def _numbers_row(found: Verification) -> CheckRow:
    what = "Numbers computed again"
    if found.recomputed is None:
        return CheckRow(what=what, result="not checked", words=found.recomputed_reason)
    numbers = found.recomputed
    return CheckRow(
        what=what,
        result="does not hold" if numbers.different else "holds",
        words=f"{numbers.equal} of {numbers.checked} values are what the evidence gives.",
    )


def verification_text(found: Verification) -> str:
    """Everything that a check found, as plain text to be copied; no difference is left out."""
    lines = [
        f"Report: {found.report}",
        f"Verdict: {found.verdict.value}. {VERDICT_WORDS[found.verdict]}",
        f"Identity: {found.identity}",
    ]
    lines += [
        f"Signature {one.field}: {one.result.value}. {one.signer} ({one.issuer}), signed {one.signed_at or 'unknown'}, "
        f"certificate {one.fingerprint} valid {one.valid_from} to {one.valid_until}. {one.words}"
        for one in found.signatures
    ]
    lines += [f"{row.what}: {row.result}. {row.words}" for row in check_rows(found)]
    if found.recomputed is not None:
        lines += [
            f"Difference at {one.path}: report {one.in_report}, evidence {one.from_evidence}"
            for one in found.recomputed.different
        ]
    lines += [f"Problem: {sentence}" for sentence in found.problems]
    lines += [f"Note: {sentence}" for sentence in found.notes]
    lines += [f"Renewal: {sentence}" for sentence in found.renewal]
    return "\n".join(lines)
