"""Signs one sentence and checks such a signature: CMS, detached, over the UTF-8 bytes of the sentence (RFC 5652).

Used where a second person confirms a plan. The key stays in the PKCS#12 file and in memory; nothing of it is written.
A signature shows that the holder of a certificate signed exactly this sentence; who that is, its issuer vouches for.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from asn1crypto import cms
from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7

from fairdesk.domain.errors import SigningError
from fairdesk.report.certificates import (
    fingerprint,
    is_demonstration,
    is_named_by,
    issued_in_words,
    may_sign_documents,
    name_in_words,
    valid_at,
    weakness,
)
from fairdesk.report.keyfile import open_key_file, refuse_unusable

LARGEST_BYTES = 100_000
"""A signature with a long chain of certificates has some thousands of bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementSignature:
    """A signature that was just made.

    Attributes:
        signature: Base64 of the CMS bytes (DER).
        name: Common name of the certificate.
        certificate: Holder, issuer and fingerprint in words.
    """

    signature: str = field(repr=False)
    name: str
    certificate: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementCheck:
    """What a check of a signature found.

    Attributes:
        problem: Why the signature does not hold, a sentence; empty when it does.
        name, certificate: As in ``StatementSignature``; empty when no certificate could be read.
    """

    problem: str
    name: str = ""
    certificate: str = ""


def sign_statement(statement: str, p12: Path, password: str, now: datetime) -> StatementSignature:
    """Sign a sentence with the key of a PKCS#12 file and check the signature at once.

    Args:
        now: The signer's own time, with time zone; the certificate must be valid then.

    Raises:
        SigningError: as in ``read_identity``; or the signature did not pass its own check.
    """
    opened = open_key_file(p12, password)
    refuse_unusable(opened.certificate, now)
    builder = pkcs7.PKCS7SignatureBuilder().set_data(statement.encode())
    builder = builder.add_signer(opened.certificate, opened.key, SHA256())
    for above in opened.chain:
        builder = builder.add_certificate(above)
    options = [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary]
    made = base64.b64encode(builder.sign(Encoding.DER, options)).decode()
    found = check_statement(statement, made, now)
    if found.problem:
        raise SigningError(
            f"The signature did not pass its own check: {found.problem}", "Sign with another certificate."
        )
    return StatementSignature(signature=made, name=found.name, certificate=found.certificate)


def check_statement(statement: str, signature: str, moment: datetime | None) -> StatementCheck:
    """Check a detached signature of a sentence; every failure is a sentence, nothing is raised.

    Args:
        signature: Base64 of the CMS bytes.
        moment: When it was made by the signer's own word; the certificate must have been valid then. None: not known.
    """
    try:
        data = base64.b64decode(signature, validate=True)
    except (binascii.Error, ValueError):
        return StatementCheck(problem="The signature is not base64.")
    if not data or len(data) > LARGEST_BYTES:
        return StatementCheck(problem="The signature is empty or far too large.")
    try:
        return _check(statement.encode(), data, moment)
    except (ValueError, TypeError, KeyError, IndexError, UnsupportedAlgorithm, UnicodeError):
        return StatementCheck(problem="The signature is not a CMS signature that FairDesk can read.")


def _check(content: bytes, data: bytes, moment: datetime | None) -> StatementCheck:
    message = cms.ContentInfo.load(data, strict=True)
    if message["content_type"].native != "signed_data":
        return StatementCheck(problem="It is a CMS message, but no signature.")
    signed = message["content"]
    if signed["encap_content_info"]["content"].native is not None:
        return StatementCheck(problem="The signature holds a text of its own; it must be detached.")
    if len(signed["signer_infos"]) != 1:
        return StatementCheck(problem="The signature must have exactly one signer.")
    signer = signed["signer_infos"][0]
    certificate = _certificate(signed, signer)
    if certificate is None:
        return StatementCheck(problem="The signature does not hold the certificate of its signer.")
    name, words = name_in_words(certificate.subject), certificate_words(certificate)
    problem = _certificate_problem(certificate, moment) or _value_problem(content, signer, certificate)
    return StatementCheck(problem=problem, name=name, certificate=words)


def certificate_words(certificate: x509.Certificate) -> str:
    """Holder, issuer and fingerprint of a certificate, as printed."""
    kind = (
        "demonstration only: identity not verified" if is_demonstration(certificate) else issued_in_words(certificate)
    )
    return f"{name_in_words(certificate.subject)}, {kind}, SHA-256 {fingerprint(certificate)}"


def _certificate(signed: cms.SignedData, signer: cms.SignerInfo) -> x509.Certificate | None:
    for choice in signed["certificates"]:
        if choice.name == "certificate" and is_named_by(signer, choice.chosen):
            return x509.load_der_x509_certificate(choice.chosen.dump())
    return None


def _certificate_problem(certificate: x509.Certificate, moment: datetime | None) -> str:
    weak = weakness(certificate)
    if weak is not None:
        return f"The signer's certificate is too weak: {weak}."
    if not may_sign_documents(certificate):
        return "The signer's certificate is not meant for signing."
    if moment is not None and not valid_at(certificate, moment):
        return "The signer's certificate was not valid when it was used."
    return ""


def _value_problem(content: bytes, signer: cms.SignerInfo, certificate: x509.Certificate) -> str:
    if signer["digest_algorithm"]["algorithm"].native != "sha256":
        return "The signature uses another digest than SHA-256."
    attributes = {one["type"].native: one["values"] for one in signer["signed_attrs"]}
    if len(attributes) != len(signer["signed_attrs"]):
        return "The signature names an attribute twice."
    digest, kind = attributes.get("message_digest"), attributes.get("content_type")
    if digest is None or kind is None or len(digest) != 1 or len(kind) != 1 or kind[0].native != "data":
        return "The signature does not say what it was made of."
    if digest[0].native != hashlib.sha256(content).digest():
        return "The signature was made of another sentence."
    # What is signed is the set of attributes with its own tag, not with that of its place (RFC 5652, section 5.4).
    signed_bytes = b"\x31" + signer["signed_attrs"].dump()[1:]
    key, value = certificate.public_key(), signer["signature"].native
    try:
        if isinstance(key, rsa.RSAPublicKey):
            key.verify(value, signed_bytes, padding.PKCS1v15(), SHA256())
        elif isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(value, signed_bytes, ec.ECDSA(SHA256()))
        else:
            return "The signer's key is of a kind that FairDesk does not know."
    except InvalidSignature:
        return "The signature does not fit its certificate."
    return ""
