"""Checks a signed report: every signature, the whole file, and what was added to it later.

Readers such as pdfsig prove only the bytes of one revision and call a file valid whose text was replaced by an
incremental update. Here a report passes only when all of these hold: exactly the expected fields are signed, in order;
each signature is sound, its digest is SHA-256 or stronger and its signer is trusted; the difference analysis finds
nothing but later signatures; the last signature covers the file to its end, except at most one revision of validation
data (ETSI EN 319 142-1, DSS); Info and XMP are those of the first signed revision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from cryptography import x509
from pyhanko.pdf_utils.generic import DictionaryObject
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import enumerate_sig_fields
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature

from fairdesk.domain.errors import InputError
from fairdesk.report.blocks import AUDITOR_FIELD
from fairdesk.report.certificates import read_trust
from fairdesk.report.revisions import (
    attachments_of,
    bytes_after_end_mark,
    changed_keys,
    changes_between,
    metadata_of,
    open_revision,
    place_in_words,
)
from fairdesk.report.signatures import CHANGED_LATER, Judged, SignatureCheck, Verdict, judge, unreadable

AUDITOR_ONLY = (AUDITOR_FIELD,)


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfCheck:
    """What was found about a signed report.

    Attributes:
        signatures: Every filled signature field, in the order of signing.
        covers_whole_file: Whether the last signature covers every byte, or every byte but one last revision of
            validation data; None when there is no signature that can be read.
        problems: One sentence each; empty when nothing speaks against the file.
        attachments: Attached files as they were under the first signature; empty unless that signature's bytes are
            unchanged.
        verdict: "passed", "failed" when there is any problem, "indeterminate" when a signer is not trusted.
    """

    signatures: tuple[SignatureCheck, ...] = ()
    covers_whole_file: bool | None = None
    problems: tuple[str, ...] = ()
    attachments: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    verdict: Verdict


def check_pdf(
    path: Path,
    trust: Path | None,
    expected_fields: tuple[str, ...] = AUDITOR_ONLY,
    now: datetime | None = None,
) -> PdfCheck:
    """Checks a file offline. What is wrong with the report is in the result and never raised.

    Args:
        path: The report.
        trust: PEM or DER file with the certificates to trust; None trusts nobody.
        expected_fields: Names of exactly the fields that must be signed, in the order of signing.
        now: The moment of checking, with time zone; None is the present.

    Raises:
        InputError: The report or the trust file cannot be opened, or the trust file holds no certificate.
    """
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise InputError(f"The report {path} cannot be read: {problem.strerror}.", "Choose a PDF file.") from None
    return check_bytes(data, () if trust is None else read_trust(trust), expected_fields, now)


def check_bytes(
    data: bytes, trust: tuple[x509.Certificate, ...], expected_fields: tuple[str, ...], now: datetime | None
) -> PdfCheck:
    """As ``check_pdf``, for a report in memory."""
    obvious = _obvious_problem(data)
    if obvious is not None:
        return PdfCheck(problems=(obvious,), verdict="failed")
    try:
        return _checked(data, trust, expected_fields, now or datetime.now(UTC))
    except Exception:
        # A damaged or hostile file makes the PDF library raise nearly anything, recursion and memory limits included.
        # Whatever it was, such a file has not been shown to be what was signed.
        return PdfCheck(problems=(_broken_file_problem(data),), verdict="failed")


def _obvious_problem(data: bytes) -> str | None:
    if not data:
        return "the file is empty (0 bytes)"
    if not data.startswith(b"%PDF-"):
        return "the file is not a PDF"
    if b"%%EOF" not in data:
        return "the file is cut off: a PDF's end mark is missing"
    return None


def _broken_file_problem(data: bytes) -> str:
    surplus = bytes_after_end_mark(data)
    if surplus:
        return f"{_appended(surplus)} after the end of the PDF, which cannot be read"
    return "the file was damaged or changed: it cannot be read as a PDF"


def _appended(count: int) -> str:
    return "1 byte was appended" if count == 1 else f"{count} bytes were appended"


def _checked(
    data: bytes, trust: tuple[x509.Certificate, ...], expected_fields: tuple[str, ...], now: datetime
) -> PdfCheck:
    try:
        reader = open_revision(data)
    except Exception:
        surplus = bytes_after_end_mark(data)
        if not surplus:
            raise
        inner = check_bytes(data[:-surplus], trust, expected_fields, now)
        return PdfCheck(
            signatures=inner.signatures,
            covers_whole_file=False,
            problems=(f"{_appended(surplus)} after the end of the PDF", *inner.problems),
            attachments=inner.attachments,
            verdict="failed",
        )
    if reader.encrypted:
        return PdfCheck(problems=("the file is encrypted, so it cannot be checked",), verdict="failed")
    signatures, judged = _judge_all(reader, data, trust, now)
    checks = tuple(item.check for item in judged)
    problems = _field_problems(reader, checks, expected_fields)
    all_intact = bool(signatures) and all(item.bytes_intact for item in judged)
    for item in judged:
        if item.check.result == "failed" and not (all_intact and item.changed_later):
            problems.append(f"{item.check.words} ({item.check.field})")
    attachments: Mapping[str, bytes] = {}
    covers = _end(signatures[-1]) == len(data) if signatures else None
    if all_intact:
        covers, later = _later_problems(reader, data, signatures, judged)
        if later:
            problems += later
            checks = tuple(_overtaken(item) for item in checks)
        attachments = attachments_of(open_revision(data, _end(signatures[0])))
    verdict: Verdict = "passed"
    if problems or not checks:
        verdict = "failed"
    elif any(item.result != "passed" for item in checks):
        verdict = "indeterminate"
    return PdfCheck(
        signatures=checks,
        covers_whole_file=covers,
        problems=tuple(problems),
        attachments=MappingProxyType(dict(attachments)),
        verdict=verdict,
    )


def _judge_all(
    reader: PdfFileReader, data: bytes, trust: tuple[x509.Certificate, ...], now: datetime
) -> tuple[list[EmbeddedPdfSignature], list[Judged]]:
    """Readable signatures in order of signing, and the results: the readable ones first, then the others.

    pyHanko's own list leaves out signatures of kinds it does not know; every filled field counts here.
    """
    signatures, broken = [], []
    for name, _, signature_field in enumerate_sig_fields(reader, filled_status=True):
        try:
            signatures.append(EmbeddedPdfSignature(reader, signature_field, name))
        except Exception:  # the value is whatever someone put there
            broken.append(unreadable(str(name)))
    signatures.sort(key=lambda item: int(item.signed_revision))
    readable, judged = [], []
    for signature in signatures:
        try:
            judged.append(judge(signature, data, trust, now))
            readable.append(signature)
        except Exception:  # as above
            broken.append(unreadable(str(signature.field_name)))
    return readable, judged + broken


def _field_problems(
    reader: PdfFileReader, checks: tuple[SignatureCheck, ...], expected_fields: tuple[str, ...]
) -> list[str]:
    present = {str(name) for name, _, _ in enumerate_sig_fields(reader)}
    signed = [item.field for item in checks]
    problems = []
    if not signed:
        problems.append("the file carries no signature")
    for name in expected_fields:
        if name not in present:
            problems.append(f"signature field missing: {name}")
        elif name not in signed:
            problems.append(f"the signature field {name} is not signed")
    for item in checks:
        if item.field not in expected_fields or signed.count(item.field) > 1:
            problems.append(f"unexpected extra signature: {item.field} by {item.signer_name or 'an unknown signer'}")
    if not problems and all(item.fingerprint for item in checks) and tuple(signed) != expected_fields:
        problems.append(f"the signatures were made in another order: {', '.join(signed)}")
    return problems


def _later_problems(
    reader: PdfFileReader, data: bytes, signatures: list[EmbeddedPdfSignature], judged: list[Judged]
) -> tuple[bool, list[str]]:
    """Whether the last signature covers the file, and what was done to it after any of the signatures."""
    problems = []
    first, last = signatures[0], signatures[-1]
    covers = _end(last) == len(data)
    surplus = len(data) - _end(last)
    n_later = int(reader.xrefs.total_revisions) - 1 - int(last.signed_revision)
    if not covers and n_later == 0:
        problems.append(f"{_appended(surplus)} after the signature")
    elif not covers:
        stray = bytes_after_end_mark(data)
        if stray:
            problems.append(f"{_appended(stray)} after the end of the PDF")
        covers = n_later == 1 and not stray and _only_validation_data(reader, data, last, judged[-1])
    changed = not covers or any(item.changed_later for item in judged)
    try:
        if changed:
            ends = [*(_end(item) for item in signatures), len(data)]
            for before, after in pairwise(ends):
                if before < after:
                    problems += changes_between(open_revision(data, before), open_revision(data, after))
        keys = changed_keys(metadata_of(open_revision(data, _end(first))), metadata_of(reader))
        if keys:
            problems.append(f"metadata changed after signing: {', '.join(dict.fromkeys(map(place_in_words, keys)))}")
    except Exception:  # a later revision may be anything
        problems.append("what was added after signing is damaged: it cannot be read")
    if changed and not problems:
        problems.append("the file was changed after signing")
    return covers, list(dict.fromkeys(problems))


def _overtaken(check: SignatureCheck) -> SignatureCheck:
    """The result of a signature whose own bytes are unchanged in a file that was changed after signing."""
    return check if check.result == "failed" else replace(check, result="failed", words=CHANGED_LATER)


def _only_validation_data(reader: PdfFileReader, data: bytes, last: EmbeddedPdfSignature, judged: Judged) -> bool:
    """Whether the revision after the last signature adds certificates and revocation lists and nothing else."""
    if judged.changed_later or "/DSS" not in reader.root:
        return False
    before = open_revision(data, _end(last))
    old, new = before.root, reader.root
    same = all(_raw(old, key) == _raw(new, key) for key in (old.keys() | new.keys()) - {"/DSS", "/Extensions"})
    return same and not changes_between(before, reader)


def _raw(dictionary: DictionaryObject, key: str) -> str | None:
    """What stands under a key, a reference as the reference that it is."""
    return repr(dictionary.raw_get(key)) if key in dictionary else None


def _end(signature: EmbeddedPdfSignature) -> int:
    return int(signature.byte_range[2]) + int(signature.byte_range[3])
