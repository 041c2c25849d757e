"""What a certificate says, in words, and which certificates a report may not be signed with."""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime
from pathlib import Path

from asn1crypto import cms
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from fairdesk.domain.errors import InputError

DEMONSTRATION_MARK = "FairDesk, demonstration only"
"""Organisation in the subject of every throw-away identity."""

SMALLEST_RSA_BITS = 2048

# pyHanko logs whole certificates and stack traces of what it could not read. What it finds is in the result that we
# return; its log would only repeat, in a file that travels, what a user typed or what a hostile file contained.
for _name in ("pyhanko", "pyhanko_certvalidator"):
    logging.getLogger(_name).addHandler(logging.NullHandler())
    logging.getLogger(_name).propagate = False

_strict_preparation = asn1_x509.NameTypeAndValue._ldap_string_prep


def _prepared(part: asn1_x509.NameTypeAndValue, text: str) -> str:
    """Prepares a part of a name for comparison, in any script.

    asn1crypto 1.5.1 raises for names that mix writing directions ("Dr. محمد") or hold letters younger than Unicode 3.2,
    so pyHanko signs with such a certificate and then cannot check its own signature. RFC 4518, section 2.5, says that
    direction is ignored. Where the preparation fails, the name is compared letter by letter.
    """
    try:
        return str(_strict_preparation(part, text))
    except ValueError:
        return f" {text} "


asn1_x509.NameTypeAndValue._ldap_string_prep = _prepared


def name_in_words(name: x509.Name) -> str:
    """The common name, else the whole name; control and direction characters are printed as their code."""
    common = name.get_attributes_for_oid(NameOID.COMMON_NAME)
    value = common[0].value if common else name.rfc4514_string()
    text = value if isinstance(value, str) else value.decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else f"⟨U+{ord(letter):04X}⟩" for letter in text) or "(no name)"


def is_named_by(signer: cms.SignerInfo, item: asn1_x509.Certificate) -> bool:
    """Whether a certificate is the one that a signer's entry names (RFC 5652, section 5.3)."""
    identifier = signer["sid"].chosen
    if signer["sid"].name == "issuer_and_serial_number":
        same_issuer = item["tbs_certificate"]["issuer"].dump() == identifier["issuer"].dump()
        return bool(same_issuer and item.serial_number == identifier["serial_number"].native)
    return bool(item.key_identifier == identifier.native)


def fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 of the certificate's DER bytes, 64 lower-case hex digits."""
    return hashlib.sha256(certificate.public_bytes(Encoding.DER)).hexdigest()


def issued_in_words(certificate: x509.Certificate) -> str:
    """The word self-issued, or "issued by" and the issuer's name as the certificate states it."""
    if certificate.issuer == certificate.subject:
        return "self-issued"
    return f"issued by {name_in_words(certificate.issuer)}"


def key_in_words(certificate: x509.Certificate) -> str:
    """Kind and size of the public key, like "RSA, 3072 bits" or "ECDSA, secp256r1"."""
    try:
        key = certificate.public_key()
    except (ValueError, UnsupportedAlgorithm):
        return "a kind of key that FairDesk does not know"
    if isinstance(key, rsa.RSAPublicKey):
        return f"RSA, {key.key_size} bits"
    if isinstance(key, ec.EllipticCurvePublicKey):
        return f"ECDSA, {key.curve.name}"
    if isinstance(key, ed25519.Ed25519PublicKey | ed448.Ed448PublicKey):
        return "Ed25519" if isinstance(key, ed25519.Ed25519PublicKey) else "Ed448"
    return "a kind of key that FairDesk does not know"


def is_demonstration(certificate: x509.Certificate) -> bool:
    """Whether this is a throw-away identity that FairDesk made: it shows integrity and nobody's identity."""
    organisations = certificate.subject.get_attributes_for_oid(NameOID.ORGANIZATION_NAME)
    return certificate.issuer == certificate.subject and DEMONSTRATION_MARK in [item.value for item in organisations]


def weakness(certificate: x509.Certificate) -> str | None:
    """Why a signature made with this certificate could be forged; None when nothing is known against it."""
    try:
        key, digest = certificate.public_key(), certificate.signature_hash_algorithm
    except (ValueError, UnsupportedAlgorithm):
        return "its key or its signature is of a kind that FairDesk does not know"
    if isinstance(key, rsa.RSAPublicKey) and key.key_size < SMALLEST_RSA_BITS:
        return f"its RSA key has {key.key_size} bits, fewer than {SMALLEST_RSA_BITS}"
    if digest is not None and digest.name.lower() in ("md5", "sha1"):
        return f"the certificate itself is signed with {digest.name.upper()}, which can be forged"
    return None


def may_sign_documents(certificate: x509.Certificate) -> bool:
    """Whether the certificate's key usage, where it states one, includes signing documents."""
    try:
        usage = certificate.extensions.get_extension_for_class(x509.KeyUsage).value
    except x509.ExtensionNotFound:
        return True
    except ValueError:
        return False
    return usage.digital_signature or usage.content_commitment


def valid_at(certificate: x509.Certificate, moment: datetime) -> bool:
    """Whether a moment (with time zone) lies between the certificate's dates, both included."""
    return certificate.not_valid_before_utc <= moment <= certificate.not_valid_after_utc


def read_trust(path: Path) -> tuple[x509.Certificate, ...]:
    """Certificates that the user trusts: one PEM or DER certificate, or a PEM file with several.

    Raises:
        InputError: The file cannot be read or holds no certificate.
    """
    advice = "Choose the certificate (PEM or DER) of the signer or of the authority that issued it."
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise InputError(f"The trust file {path} cannot be read: {problem.strerror}.", advice) from None
    try:
        if b"-----BEGIN CERTIFICATE-----" in data:
            return tuple(x509.load_pem_x509_certificates(data))
        return (x509.load_der_x509_certificate(data),)
    except ValueError:
        raise InputError(f"The trust file {path} holds no certificate that can be read.", advice) from None
