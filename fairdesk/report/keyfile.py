"""Opens a PKCS#12 file and refuses identities that a report must not be signed with.

Passwords and keys stay in the objects returned here: no message, no repr and no log line carries them.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from asn1crypto import pkcs12 as asn1_pkcs12
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, pkcs12

from fairdesk.domain.errors import SigningError
from fairdesk.report.certificates import key_in_words, may_sign_documents, name_in_words, weakness

CHOOSE_ANOTHER = "Choose a PKCS#12 file (.p12 or .pfx) that holds the signer's key and certificate."
CURVES = ("secp256r1", "secp384r1")
LARGEST_BYTES = 10_000_000
"""Far above any real key file; keeps a wrongly chosen video out of memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedKeyFile:
    """A private key with its certificate and the certificates above it, as the file holds them."""

    key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey = field(repr=False)
    certificate: x509.Certificate
    chain: tuple[x509.Certificate, ...]


def open_key_file(path: Path, password: str) -> OpenedKeyFile:
    """Reads a PKCS#12 file and picks the certificate that belongs to its key.

    Raises:
        SigningError: The file is missing, unreadable, not PKCS#12, locked with another password, without a key,
            without the key's certificate, or its key is of a kind that readers of the report could not check.
    """
    contents = _decrypted(_read(path), path, password)
    if contents.key is None:
        raise SigningError(f"The file {path.name} holds no private key.", CHOOSE_ANOTHER)
    key = contents.key
    if not isinstance(key, rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey):
        kind = type(key).__name__.removesuffix("PrivateKey")
        raise SigningError(
            f"The key in {path.name} is of the kind {kind}, which common PDF readers cannot check.",
            "Use an RSA key of at least 2048 bits, or an ECDSA key on P-256 or P-384.",
        )
    found = [] if contents.cert is None else [contents.cert.certificate]
    found += [item.certificate for item in contents.additional_certs]
    own = [certificate for certificate in found if _belongs(certificate, key)]
    if not own:
        raise SigningError(f"The file {path.name} holds {len(found)} certificates, none for its key.", CHOOSE_ANOTHER)
    # A renewed certificate for the same key may stand beside the old one: the newest counts.
    certificate = max(own, key=lambda item: item.not_valid_after_utc)
    return OpenedKeyFile(key=key, certificate=certificate, chain=tuple(item for item in found if item not in own))


def refuse_unusable(certificate: x509.Certificate, when: datetime) -> None:
    """Raises SigningError unless the certificate may sign a report at ``when`` (with time zone)."""
    name = name_in_words(certificate.subject)
    first, last = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if when > last:
        raise SigningError(
            f"The certificate of {name} expired on {last:%Y-%m-%d %H:%M} UTC.", "Sign with a certificate that is valid."
        )
    if when < first:
        raise SigningError(
            f"The certificate of {name} is not yet valid: it begins on {first:%Y-%m-%d %H:%M} UTC.",
            "Check this computer's clock, or sign with a certificate that is valid.",
        )
    weak = weakness(certificate)
    if weak is not None:
        raise SigningError(f"The certificate of {name} is too weak: {weak}.", "Ask its issuer for a new one.")
    key = certificate.public_key()
    if isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name not in CURVES:
        raise SigningError(
            f"The key of {name} ({key_in_words(certificate)}) cannot be checked by common PDF readers.",
            "Use an RSA key of at least 2048 bits, or an ECDSA key on P-256 or P-384.",
        )
    if not may_sign_documents(certificate):
        raise SigningError(
            f"The certificate of {name} is not meant for signing documents.",
            "Use a certificate whose key usage includes digital signature or non-repudiation.",
        )


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_BYTES + 1)
    except OSError as problem:
        raise SigningError(f"The key file {path} cannot be read: {problem.strerror}.", CHOOSE_ANOTHER) from None
    try:
        sealed = asn1_pkcs12.Pfx.load(data)["auth_safe"]["content_type"].native in ("data", "signed_data")
    except (ValueError, TypeError):
        sealed = False
    if not sealed or len(data) > LARGEST_BYTES:
        raise SigningError(f"The file {path.name} is not a PKCS#12 file, or it is damaged.", CHOOSE_ANOTHER)
    return data


def _decrypted(data: bytes, path: Path, password: str) -> pkcs12.PKCS12KeyAndCertificates:
    wrong = SigningError(
        f"The password does not open {path.name}, or the file is damaged.",
        "Type the password again; capitals and the keyboard layout matter.",
    )
    try:
        secret = password.encode()
    except UnicodeEncodeError:
        raise wrong from None
    try:
        with warnings.catch_warnings():
            # Key stores of some systems write BER instead of DER: the library reads it and complains.
            warnings.simplefilter("ignore", UserWarning)
            return pkcs12.load_pkcs12(data, secret)
    except UnsupportedAlgorithm:
        raise SigningError(
            f"The file {path.name} is locked in a way, or holds a key, that FairDesk does not know.", CHOOSE_ANOTHER
        ) from None
    except (ValueError, TypeError):
        raise wrong from None


def _belongs(certificate: x509.Certificate, key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> bool:
    mine = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    try:
        theirs = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    except (ValueError, UnsupportedAlgorithm):
        return False
    return mine == theirs
