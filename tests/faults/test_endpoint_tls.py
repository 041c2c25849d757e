"""Encrypted endpoints: a certificate that nobody vouches for is refused, that of an authority of one's own works."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import CallFailure, ModelReply
from fairdesk.endpoints import tls
from fairdesk.endpoints.client import Answered, EndpointClient, EndpointTarget
from fairdesk.endpoints.tls import tls_context
from tests.unit.endpoints.odd_server import GOOD, QUICK, always, odd_server, question, response


@pytest.fixture(autouse=True)
def _fresh_trust(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    tls._system_trust.cache_clear()
    yield
    tls._system_trust.cache_clear()


@pytest.fixture(name="certificate")
def _certificate(tmp_path: Path) -> Path:
    """A certificate for 127.0.0.1 that signs itself, with its key in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "server.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(secret + certificate.public_bytes(serialization.Encoding.PEM))
    return path


def ask_encrypted(certificate: Path, ca_file: str = "") -> Answered:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)

    async def go() -> Answered:
        async with odd_server(always(response(200, GOOD)), tls) as server:
            limits = replace(QUICK, n_attempts=2)
            target = EndpointTarget(base_url=server.base_url, key="sk-planted-key", ca_file=ca_file)
            async with EndpointClient(target, limits) as client:
                return await client.ask(question())

    return asyncio.run(go())


def test_unknown_authority_is_refused(certificate: Path) -> None:
    """Nothing is sent to a server whose certificate nobody vouches for; it is tried once, and the words say why."""
    answered = ask_encrypted(certificate)
    assert isinstance(answered.outcome, CallFailure)
    assert (answered.outcome.cause, answered.outcome.stops_run, answered.n_attempts) == ("unreachable", True, 1)
    assert "certificate" in answered.outcome.message
    assert "named at the endpoint" in answered.outcome.advice


def test_own_authority_is_trusted_when_named(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An authority named in SSL_CERT_FILE is trusted, as many universities need."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    answered = ask_encrypted(certificate)
    assert isinstance(answered.outcome, ModelReply), answered.outcome


def test_own_authority_of_one_endpoint(certificate: Path) -> None:
    """A file named at the endpoint is trusted for it, without any setting of the system."""
    answered = ask_encrypted(certificate, ca_file=str(certificate))
    assert isinstance(answered.outcome, ModelReply), answered.outcome


def test_a_changed_file_is_read_anew(certificate: Path, tmp_path: Path) -> None:
    """A certificate file that was replaced counts at the next call, not after a restart."""
    chosen = tmp_path / "chosen.pem"
    chosen.write_bytes(certificate.read_bytes())
    first = tls_context(str(chosen))
    assert tls_context(str(chosen)) is first
    chosen.write_bytes(certificate.read_bytes() * 2)
    assert tls_context(str(chosen)) is not first


@pytest.mark.parametrize("content", [None, b"", b"not a certificate", b"-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_files_that_hold_no_certificate(tmp_path: Path, content: bytes | None) -> None:
    """A missing, empty or garbled file is refused when the client is made, by name and with advice; nothing is sent."""
    path = tmp_path / "authority.pem"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"authority\.pem") as caught:
        EndpointClient(EndpointTarget(base_url="https://models.example/v1", ca_file=str(path)))
    assert caught.value.advice


def test_nothing_is_ever_left_unchecked(certificate: Path) -> None:
    """Both kinds of trust demand a certificate and the right name."""
    for trust in (tls_context(), tls_context(str(certificate))):
        assert trust.verify_mode is ssl.CERT_REQUIRED
        assert trust.check_hostname
        assert trust.cert_store_stats()["x509"] or ssl.get_default_verify_paths().capath
