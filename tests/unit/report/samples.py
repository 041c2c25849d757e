"""Small real PDFs, keys and certificates for the tests of signing and checking."""

from __future__ import annotations

import io
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pikepdf
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, pkcs12
from cryptography.x509.oid import NameOID
from pikepdf import Array, Dictionary, Name
from reportlab.pdfgen.canvas import Canvas

from fairdesk.report.signing import SigningRequest

WHEN = datetime(2026, 11, 29, 20, 36, 44, tzinfo=UTC)
PASSWORD = "correct horse"
EVIDENCE = b'{"answer":42}'


def plain_pdf(n_pages: int = 3, fields: tuple[str, ...] = ("AuditorSignature", "ReviewerSignature")) -> bytes:
    """A PDF with text, Info, XMP, an attachment and empty signature fields, made without FairDesk's own engine."""
    drawn = io.BytesIO()
    canvas = Canvas(drawn, pagesize=(420, 595), invariant=1, pageCompression=0)
    for number in range(1, n_pages + 1):
        canvas.drawString(50, 500, f"Page {number}: intersection of both cues NOT TESTED")
        canvas.showPage()
    canvas.save()
    with pikepdf.open(drawn) as pdf:
        pdf.docinfo["/Title"] = "Audit of an assistant"
        with pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
            metadata["dc:title"] = "Audit of an assistant"
            metadata["dc:creator"] = ["An auditor"]
        pdf.attachments["evidence.json"] = pikepdf.AttachedFileSpec(pdf, EVIDENCE, filename="evidence.json")
        pdf.Root.AcroForm = pdf.make_indirect(Dictionary(Fields=Array([]), SigFlags=0))
        pdf.pages[0].Annots = pdf.make_indirect(Array([]))
        for place, name in enumerate(fields):
            widget = pdf.make_indirect(
                Dictionary(
                    Type=Name.Annot,
                    Subtype=Name.Widget,
                    FT=Name.Sig,
                    T=name,
                    TU=f"Signature of {name}",
                    F=132,
                    P=pdf.pages[0].obj,
                    Rect=Array([50, 50 + 80 * place, 250, 110 + 80 * place]),
                )
            )
            pdf.Root.AcroForm.Fields.append(widget)
            pdf.pages[0].Annots.append(widget)
        result = io.BytesIO()
        pdf.save(result, deterministic_id=True, force_version="1.7", compress_streams=False)
    return result.getvalue()


def stamp_pdf(text: str = "Signed by Zoe") -> bytes:
    drawn = io.BytesIO()
    canvas = Canvas(drawn, pagesize=(200, 60), invariant=1)
    canvas.drawString(6, 30, text)
    canvas.showPage()
    canvas.save()
    return drawn.getvalue()


def certificate(
    key: Any,
    name: str = "Dr. Ọláyínká Nguyễn",
    *,
    issuer: tuple[str, Any] | None = None,
    start: datetime = WHEN - timedelta(days=30),
    days: float = 365,
    is_authority: bool = False,
    usage: str | None = "signing",
) -> x509.Certificate:
    """A certificate, self-issued unless ``issuer`` (name, key) is given."""

    def named(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])

    issuer_name, issuer_key = issuer or (name, key)
    builder = (
        x509.CertificateBuilder()
        .subject_name(named(name))
        .issuer_name(named(issuer_name))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=days))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False)
    )
    if usage is not None:
        flags = dict.fromkeys(
            ("key_agreement", "data_encipherment", "encipher_only", "decipher_only", "content_commitment"), False
        )
        builder = builder.add_extension(
            x509.KeyUsage(
                digital_signature=usage == "signing" and not is_authority,
                key_encipherment=usage == "encryption",
                key_cert_sign=is_authority,
                crl_sign=is_authority,
                **flags,
            ),
            critical=True,
        )
    return builder.sign(issuer_key, None if isinstance(issuer_key, ed25519.Ed25519PrivateKey) else SHA256())


def new_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def write_p12(
    path: Path,
    key: Any,
    cert: x509.Certificate | None,
    others: list[x509.Certificate] | None = None,
    *,
    password: str = PASSWORD,
) -> Path:
    sealing = BestAvailableEncryption(password.encode()) if password else NoEncryption()
    path.write_bytes(pkcs12.serialize_key_and_certificates(b"signer", key, cert, others, sealing))
    return path


def write_pem(path: Path, *certs: x509.Certificate) -> Path:
    path.write_bytes(b"".join(item.public_bytes(Encoding.PEM) for item in certs))
    return path


class Signer:
    """A self-issued signer whose key file and certificate lie in a folder."""

    def __init__(self, folder: Path, name: str = "Dr. Ọláyínká Nguyễn", **options: Any) -> None:
        stem = os.urandom(4).hex()
        self.key = options.pop("key", None) or new_key()
        self.certificate = certificate(self.key, name, **options)
        self.p12 = write_p12(folder / f"{stem}.p12", self.key, self.certificate)
        self.pem = write_pem(folder / f"{stem}.pem", self.certificate)

    def request(self, field_name: str = "AuditorSignature", **changes: Any) -> SigningRequest:
        values: dict[str, Any] = {
            "p12": self.p12,
            "password": PASSWORD,
            "field_name": field_name,
            "reason": "I ran these tests",
            "location": "Example City",
            "signed_at": WHEN,
            "stamp": stamp_pdf(),
        }
        return SigningRequest(**(values | changes))
