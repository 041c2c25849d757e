"""A throw-away signer for demonstrations: it shows that a report was not changed, and nobody's identity."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, pkcs12
from cryptography.x509.oid import NameOID

from fairdesk.domain.errors import ReportError
from fairdesk.report.certificates import DEMONSTRATION_MARK, fingerprint

VALID_BEFORE = timedelta(days=1)
VALID_AFTER = timedelta(days=29)
LONGEST_NAME = 64
"""Bytes of a common name in UTF-8 (X.520, ub-common-name, as the certificate library counts them)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoIdentity:
    """Files of a throw-away signer. The password lives in this object alone and is lost with it.

    Attributes:
        p12: PKCS#12 file with key and certificate, readable by its owner only.
        certificate: PEM file, for those who check the report.
        fingerprint: SHA-256 of the certificate, hex.
    """

    p12: Path
    password: str = field(repr=False)
    certificate: Path
    fingerprint: str


def make_demo_identity(folder: Path, name: str, when: datetime) -> DemoIdentity:
    """Makes a key and a self-issued certificate whose subject says "demonstration only".

    The certificate is valid from one day before to 29 days after ``when``. File names carry the start of the
    fingerprint, so no earlier identity in the folder is ever replaced.

    Args:
        folder: Where both files are written; made when absent.
        name: Who the demonstration's signer is called; cut at 64 bytes of UTF-8, the most a common name may have.
        when: The moment of the demonstration, with time zone.

    Raises:
        ReportError: The folder cannot be written to.
        ValueError: ``when`` has no time zone (a bug in the caller).
    """
    if when.tzinfo is None:
        raise ValueError("when needs a time zone")
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _self_issued(key, name, when)
    password = secrets.token_urlsafe(24)
    digest = fingerprint(certificate)
    p12 = folder / f"demonstration-{digest[:12]}.p12"
    pem = folder / f"demonstration-{digest[:12]}.pem"
    sealed = pkcs12.serialize_key_and_certificates(
        b"demonstration", key, certificate, None, BestAvailableEncryption(password.encode())
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The mode is set as the file is made: there is no moment at which others could open it.
        with os.fdopen(os.open(p12, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(sealed)
        pem.write_bytes(certificate.public_bytes(Encoding.PEM))
    except OSError as problem:
        if folder.is_dir():
            p12.unlink(missing_ok=True)
        raise ReportError(
            f"The demonstration identity cannot be written to {folder}: {problem.strerror}.",
            "Choose a folder that you may write to.",
        ) from None
    return DemoIdentity(p12=p12, password=password, certificate=pem, fingerprint=digest)


def _self_issued(key: ec.EllipticCurvePrivateKey, name: str, when: datetime) -> x509.Certificate:
    printable = "".join(letter if letter.isprintable() else " " for letter in name).strip()
    short = printable.encode()[:LONGEST_NAME].decode("utf-8", "ignore")
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, DEMONSTRATION_MARK),
            x509.NameAttribute(NameOID.COMMON_NAME, short or "Demonstration auditor"),
        ]
    )
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(when - VALID_BEFORE)
        .not_valid_after(when + VALID_AFTER)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
