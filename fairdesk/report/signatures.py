"""Judges one signature of a PDF: its bytes, its signer, its dates, and what happened to the document afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko.sign.validation.status import PdfSignatureStatus, SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

from fairdesk.report.certificates import (
    fingerprint,
    is_demonstration,
    issued_in_words,
    may_sign_documents,
    name_in_words,
    valid_at,
    weakness,
)
from fairdesk.report.signature_value import fills_its_gap

Verdict = Literal["passed", "failed", "indeterminate"]

STRONG_DIGESTS = ("sha256", "sha384", "sha512")
SIGNERS_CLOCK = "signer's clock only"
UNCHECKED_TIME_STAMP = "signer's clock only; a time stamp is present, its authority was not checked"

BYTES_CHANGED = "the bytes of the signed part were changed"
VALUE_CHANGED = "the signature value was changed, or was not made with this certificate"
UNREADABLE = "the signature cannot be read: its value, or the file around it, was changed"
CHANGED_LATER = "its own bytes are unchanged, but the report was changed after this signature"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureCheck:
    """What was found about one signature.

    Attributes:
        kind: "self-issued" or "issued by" and a name; "" when the signature cannot be read, as for the names.
        signed_at: What the signer states; None when nothing is stated.
        time_proof: What stands behind ``signed_at``.
        result: "passed" only when the signed bytes are unchanged, nothing was changed later, the signer leads to a
            trusted certificate and that was valid at ``signed_at``.
        words: The same as one sentence.
        valid_at_signing: Whether the certificate's dates include ``signed_at``; None when that is not stated.
        valid_now: Whether they include the moment of checking.
    """

    field: str
    signer_name: str = ""
    issuer: str = ""
    kind: str = ""
    fingerprint: str = ""
    signed_at: datetime | None = None
    time_proof: str = SIGNERS_CLOCK
    digest: str = ""
    result: Verdict
    words: str
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    valid_at_signing: bool | None = None
    valid_now: bool | None = None
    is_demonstration: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A signature's result with what the whole file's check needs to go on.

    Attributes:
        bytes_intact: The signed bytes are those that were signed, by this certificate.
        changed_later: Something other than signing was done to the document after this signature.
    """

    check: SignatureCheck
    bytes_intact: bool
    changed_later: bool


def unreadable(field: str) -> Judged:
    """The result for a filled signature field whose content cannot be read."""
    check = SignatureCheck(field=field, result="failed", words=UNREADABLE)
    return Judged(check=check, bytes_intact=False, changed_later=False)


def judge(signature: EmbeddedPdfSignature, data: bytes, trust: tuple[x509.Certificate, ...], now: datetime) -> Judged:
    """Judges one signature offline.

    Args:
        data: All bytes of the file.
        trust: Certificates that the user trusts; empty when none was given.
        now: The moment of checking, with time zone.

    Raises:
        Exception: Whatever pyHanko raises on a damaged signature; the caller takes it for unreadable.
    """
    certificate = x509.load_der_x509_certificate(signature.signer_cert.dump())
    signed_at = signature.self_reported_timestamp
    if signed_at is not None and signed_at.tzinfo is None:
        signed_at = None
    digest = str(signature.md_algorithm)
    status = None
    if digest in STRONG_DIGESTS:
        status = _validated(signature, trust, signed_at or now)
    at_signing = None if signed_at is None else valid_at(certificate, signed_at)
    result, words = _verdict(status, _objections(signature, data, certificate), _out_of_dates(certificate, signed_at))
    if result == "passed" and now > certificate.not_valid_after_utc:
        words += f"; the certificate has expired since, on {certificate.not_valid_after_utc:%Y-%m-%d}"
    if result != "failed" and is_demonstration(certificate):
        words += "; identity: demonstration only"
    stamped = status is not None and status.timestamp_validity is not None
    check = SignatureCheck(
        field=str(signature.field_name),
        signer_name=name_in_words(certificate.subject),
        issuer=name_in_words(certificate.issuer),
        kind=issued_in_words(certificate),
        fingerprint=fingerprint(certificate),
        signed_at=signed_at,
        time_proof=UNCHECKED_TIME_STAMP if stamped else SIGNERS_CLOCK,
        digest=digest,
        result=result,
        words=words,
        valid_from=certificate.not_valid_before_utc,
        valid_until=certificate.not_valid_after_utc,
        valid_at_signing=at_signing,
        valid_now=valid_at(certificate, now),
        is_demonstration=is_demonstration(certificate),
    )
    sound = status is not None and status.intact and status.valid
    return Judged(check=check, bytes_intact=sound, changed_later=sound and _changed_later(status))


def _validated(
    signature: EmbeddedPdfSignature, trust: tuple[x509.Certificate, ...], moment: datetime
) -> PdfSignatureStatus:
    context = ValidationContext(
        trust_roots=[asn1_x509.Certificate.load(item.public_bytes(Encoding.DER)) for item in trust],
        allow_fetching=False,
        moment=moment,
    )
    # Key usage is judged by our own rule: pyHanko would refuse certificates that say nothing about it.
    usage = KeyUsageConstraints(key_usage=set())
    try:
        return validate_pdf_signature(signature, context, key_usage_settings=usage)
    except Exception:
        # The difference analysis stumbles over damaged revisions that came later. The signature itself may still be
        # sound; without the analysis pyHanko does not call the later revisions allowed, and neither do we.
        return validate_pdf_signature(signature, context, key_usage_settings=usage, skip_diff=True)


def _objections(signature: EmbeddedPdfSignature, data: bytes, certificate: x509.Certificate) -> list[str]:
    """Reasons that are independent of the validation itself."""
    found = []
    if not fills_its_gap(signature, data):
        found.append("the signature value or its place in the file was changed")
    if signature.md_algorithm not in STRONG_DIGESTS:
        found.append(f"its digest {str(signature.md_algorithm).upper()} can be forged")
    weak = weakness(certificate)
    if weak is not None:
        found.append(f"the certificate is too weak: {weak}")
    if not may_sign_documents(certificate):
        found.append("the certificate is not meant for signing documents")
    return found


def _verdict(status: PdfSignatureStatus | None, objections: list[str], out_of_dates: str | None) -> tuple[Verdict, str]:
    if status is not None and not status.intact:
        return "failed", BYTES_CHANGED
    if status is not None and not status.valid:
        return "failed", VALUE_CHANGED
    if objections or status is None:
        return "failed", "; ".join(objections)
    if _changed_later(status):
        return "failed", CHANGED_LATER
    if not status.seed_value_ok:
        return "failed", "the signature does not keep to what its field demands"
    if status.revoked:
        return "failed", "intact, but the certificate was revoked"
    if out_of_dates:
        return "failed", f"intact, but the certificate {out_of_dates} at signing"
    stamp = status.timestamp_validity
    if stamp is not None and not (stamp.intact and stamp.valid):
        return "failed", "its time stamp does not fit"
    if not status.trusted:
        return "indeterminate", "intact, signer not trusted"
    if out_of_dates is None:
        return "indeterminate", "intact, signer trusted, but no signing time is stated"
    return "passed", "intact, signer trusted"


def _out_of_dates(certificate: x509.Certificate, signed_at: datetime | None) -> str | None:
    """How the signing time misses the certificate's dates; empty when it does not, None when it is not stated."""
    if signed_at is None:
        return None
    if signed_at > certificate.not_valid_after_utc:
        return "had expired"
    return "was not yet valid" if signed_at < certificate.not_valid_before_utc else ""


def _changed_later(status: PdfSignatureStatus | None) -> bool:
    return status is not None and not (
        status.docmdp_ok
        and status.coverage in (SignatureCoverageLevel.ENTIRE_FILE, SignatureCoverageLevel.ENTIRE_REVISION)
    )
