"""Signs a report: PAdES B-B with the key of a PKCS#12 file, offline, checked before it is handed out.

The first signature certifies the report and allows later signing only; each further one is an ordinary signature. The
signing time is the signer's own statement: without a time-stamp authority nothing else is known (ETSI EN 319 142-1,
level B-B).
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from asn1crypto import keys as asn1_keys
from asn1crypto import x509 as asn1_x509
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from pyhanko.pdf_utils.content import PdfContent
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.layout import AxisAlignment, BoxConstraints, LayoutError, SimpleBoxLayoutRule
from pyhanko.pdf_utils.misc import PdfError
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.pdf_utils.writer import BasePdfFileWriter
from pyhanko.sign import signers
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter, enumerate_sig_fields
from pyhanko.sign.general import SigningError as PyHankoSigningError
from pyhanko.sign.signers.pdf_signer import PdfSigningSession
from pyhanko.sign.validation import read_certification_data
from pyhanko.stamp import BaseStampStyle, StaticStampStyle
from pyhanko_certvalidator.registry import SimpleCertificateStore

from fairdesk.domain.errors import SigningError
from fairdesk.report.blocks import AUDITOR_FIELD
from fairdesk.report.certificates import (
    fingerprint,
    is_demonstration,
    issued_in_words,
    key_in_words,
    name_in_words,
)
from fairdesk.report.checking import check_bytes
from fairdesk.report.keyfile import OpenedKeyFile, open_key_file, refuse_unusable

MADE_ELSEWHERE = "Sign a report that FairDesk has just written."


@dataclass(frozen=True, slots=True, kw_only=True)
class SignerIdentity:
    """Who a PKCS#12 file signs as, in words that the report prints before it is signed.

    Attributes:
        serial: The certificate's serial number, hex.
        fingerprint_sha256: SHA-256 of the certificate, hex.
        kind: "self-issued" (shows that nothing was changed, not who signed) or "issued by" and the issuer's name.
        key: Kind and size of the key.
        is_demonstration: A throw-away identity made by FairDesk.
    """

    subject: str
    issuer: str
    serial: str
    fingerprint_sha256: str
    valid_from: datetime
    valid_until: datetime
    kind: str
    key: str
    is_demonstration: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningRequest:
    """One signature to make.

    Attributes:
        field_name: An empty signature field that the report already has.
        signed_at: The signer's statement of the time, with time zone.
        stamp: One-page PDF to show inside the field, or None to leave the field without a picture.
    """

    p12: Path
    password: str = field(repr=False)
    field_name: str = AUDITOR_FIELD
    reason: str
    location: str
    signed_at: datetime
    stamp: bytes | None = field(default=None, repr=False)


def read_identity(p12: Path, password: str, now: datetime) -> SignerIdentity:
    """Who would sign, after checking that this identity may sign at ``now`` (with time zone).

    Raises:
        SigningError: Wrong password, no such file, not PKCS#12, no key, no certificate for the key, expired, not yet
            valid, or a key or certificate that is too weak or that readers could not check.
    """
    certificate = open_key_file(p12, password).certificate
    refuse_unusable(certificate, now)
    return SignerIdentity(
        subject=name_in_words(certificate.subject),
        issuer=name_in_words(certificate.issuer),
        serial=f"{certificate.serial_number:x}",
        fingerprint_sha256=fingerprint(certificate),
        valid_from=certificate.not_valid_before_utc,
        valid_until=certificate.not_valid_after_utc,
        kind=issued_in_words(certificate),
        key=key_in_words(certificate),
        is_demonstration=is_demonstration(certificate),
    )


def sign_pdf(pdf: bytes, request: SigningRequest) -> bytes:
    """The same PDF with one signature more, appended; the bytes handed in stay its beginning.

    Raises:
        SigningError: As in ``read_identity``; the field is absent or filled; an earlier signature is broken or forbids
            another one; the result did not pass its own check.
    """
    if request.signed_at.tzinfo is None:
        raise ValueError("signed_at needs a time zone")
    opened = open_key_file(request.p12, request.password)
    refuse_unusable(opened.certificate, request.signed_at)
    earlier = _examine(pdf, request.field_name)
    result = io.BytesIO()
    try:
        writer = _Writer(io.BytesIO(pdf), strict=True)
        _Signer(request, opened, certify=not earlier).sign_pdf(writer, existing_fields_only=True, output=result)
    except (PdfError, PyHankoSigningError, LayoutError) as problem:
        raise SigningError(f"The report could not be signed: {problem}.", MADE_ELSEWHERE) from None
    signed = result.getvalue()
    problems = check_bytes(signed, (), (*earlier, request.field_name), request.signed_at).problems
    if problems:
        raise SigningError(f"The signed report did not pass its own check: {'; '.join(problems)}.", MADE_ELSEWHERE)
    return signed


def _examine(pdf: bytes, field_name: str) -> tuple[str, ...]:
    """Fields signed so far, after refusing what pyHanko would do silently or explain badly."""
    try:
        reader = PdfFileReader(io.BytesIO(pdf), strict=True)
        filled = {str(name): value is not None for name, value, _ in enumerate_sig_fields(reader)}
        certified = read_certification_data(reader)
        earlier = tuple(str(item.field_name) for item in reader.embedded_signatures)
    except Exception:  # pyHanko raises many kinds of error on a damaged file, none of them documented
        raise SigningError("The report cannot be read as a PDF.", MADE_ELSEWHERE) from None
    if field_name not in filled:
        raise SigningError(f"The report has no signature field named {field_name}.", MADE_ELSEWHERE)
    if filled[field_name]:
        raise SigningError(f"The field {field_name} is signed already.", "Sign in another field, or issue it anew.")
    if certified is not None and certified.permission == MDPPerm.NO_CHANGES:
        raise SigningError(
            "The first signature of this report forbids any other.", "Issue the report anew and allow signing later."
        )
    if earlier:
        problems = check_bytes(pdf, (), earlier, None).problems
        if problems:
            raise SigningError(f"An earlier signature no longer fits: {'; '.join(problems)}.", "Issue it anew.")
    return earlier


class _Writer(IncrementalPdfFileWriter):
    """Appends a revision and leaves Info and XMP alone.

    pyHanko would write itself and the time of this computer into both. The report states its own dates, and every later
    difference in them is then a change that somebody made. There is no public switch for it (pyHanko 0.38).
    """

    def _update_meta(self) -> None:
        pass


class _Signer(signers.PdfSigner):
    """pyHanko's signer, at a time that is given instead of read from the clock."""

    def __init__(self, request: SigningRequest, opened: OpenedKeyFile, certify: bool) -> None:
        metadata = signers.PdfSignatureMetadata(
            field_name=request.field_name,
            md_algorithm="sha256",
            subfilter=SigSeedSubFilter.PADES,
            certify=certify,
            docmdp_permissions=MDPPerm.FILL_FORMS,
            reason=request.reason or None,
            location=request.location or None,
        )
        super().__init__(metadata, signer=_key_holder(opened), stamp_style=_picture(request.stamp))
        self._signed_at = request.signed_at

    def init_signing_session(self, pdf_out: BasePdfFileWriter, existing_fields_only: bool = False) -> PdfSigningSession:
        session = super().init_signing_session(pdf_out, existing_fields_only=existing_fields_only)
        session.system_time = self._signed_at
        return session


class _StampPage(PdfContent):
    """The one page of a stamp, from memory: pyHanko's own class wants a file on the disk."""

    def __init__(self, pdf: bytes) -> None:
        super().__init__()
        self._pdf = pdf

    def render(self) -> bytes:
        reader = PdfFileReader(io.BytesIO(self._pdf))
        page = self._ensure_writer.import_page_as_xobject(reader)
        left, bottom, right, top = (float(edge) for edge in page.get_object()["/BBox"])
        self.box = BoxConstraints(width=abs(right - left), height=abs(top - bottom))
        self.resources.xobject["/Stamp"] = page
        return b"/Stamp Do"


def _picture(stamp: bytes | None) -> BaseStampStyle:
    """How the signature looks. Without a stamp the field is empty: pyHanko's own text uses a font not embedded."""
    if stamp is None:
        return StaticStampStyle(border_width=0)
    return StaticStampStyle(
        border_width=0,
        background=_StampPage(stamp),
        background_layout=SimpleBoxLayoutRule(AxisAlignment.ALIGN_MID, AxisAlignment.ALIGN_MID),
        background_opacity=1.0,
    )


def _key_holder(opened: OpenedKeyFile) -> signers.SimpleSigner:
    chain = SimpleCertificateStore.from_certs(  # type: ignore[no-untyped-call]  # declares no types
        asn1_x509.Certificate.load(item.public_bytes(Encoding.DER)) for item in opened.chain
    )
    plain = opened.key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    return signers.SimpleSigner(
        signing_cert=asn1_x509.Certificate.load(opened.certificate.public_bytes(Encoding.DER)),
        signing_key=asn1_keys.PrivateKeyInfo.load(plain),
        cert_registry=chain,
    )
