"""When a signed report passes, when nothing can be decided, and what is said about each signature."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import pytest
from asn1crypto import pem as asn1_pem
from asn1crypto import x509 as asn1_x509
from cryptography.hazmat.primitives.serialization import Encoding
from hypothesis import given
from hypothesis import strategies as st
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import signers
from pyhanko.sign.validation.dss import DocumentSecurityStore

from fairdesk.domain.errors import InputError
from fairdesk.report.checking import PdfCheck, check_bytes, check_pdf
from fairdesk.report.identity import make_demo_identity
from fairdesk.report.signing import SigningRequest, sign_pdf
from tests.unit.report.samples import (
    EVIDENCE,
    PASSWORD,
    WHEN,
    Signer,
    certificate,
    new_key,
    plain_pdf,
    stamp_pdf,
    write_p12,
    write_pem,
)

AUDITOR = ("AuditorSignature",)
BOTH = ("AuditorSignature", "ReviewerSignature")


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return Signer(tmp_path)


def signed_file(folder: Path, signer: Signer, **changes: object) -> Path:
    path = folder / "report.pdf"
    path.write_bytes(sign_pdf(plain_pdf(), signer.request(**changes)))
    return path


def sign_unchecked(signer: Signer, md: str = "sha256") -> bytes:
    """A signature as pyHanko alone makes it, without any of FairDesk's refusals, at the present time."""
    result = io.BytesIO()
    signers.PdfSigner(
        signers.PdfSignatureMetadata(field_name="AuditorSignature", md_algorithm=md),
        signer=signers.SimpleSigner.load_pkcs12(str(signer.p12), passphrase=PASSWORD.encode()),
    ).sign_pdf(IncrementalPdfFileWriter(io.BytesIO(plain_pdf())), output=result)
    return result.getvalue()


def test_a_good_report_passes_with_the_signers_certificate_as_trust(tmp_path: Path, signer: Signer) -> None:
    """Everything that a reader of the verdict needs is in the result."""
    check = check_pdf(signed_file(tmp_path, signer), signer.pem, now=WHEN)

    assert check.verdict == "passed"
    assert check.problems == ()
    assert check.covers_whole_file is True
    assert check.attachments == {"evidence.json": EVIDENCE}
    (item,) = check.signatures
    assert (item.field, item.result, item.words) == ("AuditorSignature", "passed", "intact, signer trusted")
    assert (item.signer_name, item.issuer, item.kind) == ("Dr. Ọláyínká Nguyễn",) * 2 + ("self-issued",)
    assert (item.signed_at, item.time_proof, item.digest) == (WHEN, "signer's clock only", "sha256")
    assert (item.valid_at_signing, item.valid_now, item.is_demonstration) == (True, True, False)


def test_intact_alone_is_never_success(tmp_path: Path, signer: Signer) -> None:
    """Without trust, or with trust in somebody else, the answer is undecided and says why."""
    path = signed_file(tmp_path, signer)
    other = Signer(tmp_path, "Somebody else")

    for trust in (None, other.pem):
        check = check_pdf(path, trust, now=WHEN)
        assert check.verdict == "indeterminate"
        assert check.problems == ()
        assert check.signatures[0].words == "intact, signer not trusted"


def test_a_namesake_is_not_the_signer(tmp_path: Path, signer: Signer) -> None:
    """A certificate with the same name and another key gives no trust."""
    namesake = Signer(tmp_path)

    assert check_pdf(signed_file(tmp_path, signer), namesake.pem, now=WHEN).verdict == "indeterminate"


def test_a_demonstration_says_so(tmp_path: Path) -> None:
    """The throw-away identity passes with its own certificate and is named as a demonstration."""
    identity = make_demo_identity(tmp_path, "Zoë Müller", WHEN)
    request = SigningRequest(
        p12=identity.p12, password=identity.password, reason="demo", location="", signed_at=WHEN, stamp=stamp_pdf()
    )
    path = tmp_path / "report.pdf"
    path.write_bytes(sign_pdf(plain_pdf(), request))

    check = check_pdf(path, identity.certificate, now=WHEN)

    assert check.verdict == "passed"
    assert check.signatures[0].is_demonstration
    assert check.signatures[0].words == "intact, signer trusted; identity: demonstration only"


def test_a_chain_leads_from_the_signer_to_the_trusted_root(tmp_path: Path) -> None:
    """The root, the issuing authority or the signer's own certificate can each be trusted; PEM, bundle and DER work."""
    root_key, middle_key, key = new_key(), new_key(), new_key()
    root = certificate(root_key, "University Root", days=3000, is_authority=True)
    middle = certificate(
        middle_key, "University Audit CA", issuer=("University Root", root_key), days=2000, is_authority=True
    )
    leaf = certificate(key, "Zoë Müller", issuer=("University Audit CA", middle_key))
    p12 = write_p12(tmp_path / "z.p12", key, leaf, [middle, root])
    request = SigningRequest(p12=p12, password=PASSWORD, reason="", location="", signed_at=WHEN)
    path = tmp_path / "report.pdf"
    path.write_bytes(sign_pdf(plain_pdf(), request))
    der = tmp_path / "root.cer"
    der.write_bytes(root.public_bytes(Encoding.DER))
    stranger = certificate(new_key(), "University Root", is_authority=True)

    for trust in (
        write_pem(tmp_path / "1.pem", root),
        write_pem(tmp_path / "2.pem", middle),
        write_pem(tmp_path / "3.pem", leaf),
        write_pem(tmp_path / "4.pem", stranger, root),
        der,
    ):
        check = check_pdf(path, trust, now=WHEN)
        assert check.verdict == "passed", trust
        assert check.signatures[0].kind == "issued by University Audit CA"
    assert check_pdf(path, write_pem(tmp_path / "5.pem", stranger), now=WHEN).verdict == "indeterminate"


def test_an_expired_certificate_fails_for_the_time_of_signing(tmp_path: Path) -> None:
    """The library calls such a signature trusted; here the dates count (SIG-03)."""
    expired = Signer(tmp_path, start=WHEN - timedelta(days=900), days=30)
    future = Signer(tmp_path, start=WHEN + timedelta(days=20_000), days=30)

    for who, words in ((expired, "had expired at signing"), (future, "was not yet valid at signing")):
        check = check_bytes(sign_unchecked(who), (who.certificate,), AUDITOR, None)
        assert check.verdict == "failed"
        assert words in check.signatures[0].words
        assert check.signatures[0].valid_at_signing is False
        assert check.signatures[0].valid_now is False


def test_a_certificate_that_expired_since_is_reported(tmp_path: Path, signer: Signer) -> None:
    """Dates are judged at the signing time; the present is told beside it."""
    check = check_pdf(signed_file(tmp_path, signer), signer.pem, now=WHEN + timedelta(days=800))

    assert check.verdict == "passed"
    assert check.signatures[0].valid_at_signing is True
    assert check.signatures[0].valid_now is False
    assert "the certificate has expired since, on 2027-10-30" in check.signatures[0].words


def test_weak_digests_are_refused(signer: Signer) -> None:
    """A signature over SHA-1 could stand for another file."""
    check = check_bytes(sign_unchecked(signer, "sha1"), (signer.certificate,), AUDITOR, None)

    assert check.verdict == "failed"
    assert check.signatures[0].digest == "sha1"
    assert "its digest SHA1 can be forged" in check.signatures[0].words


def test_a_certificate_for_encryption_only_does_not_pass(tmp_path: Path) -> None:
    """Key usage counts in checking as in signing."""
    other_use = Signer(tmp_path, usage="encryption")

    check = check_bytes(sign_unchecked(other_use), (other_use.certificate,), AUDITOR, None)

    assert check.verdict == "failed"
    assert "not meant for signing documents" in check.signatures[0].words


def test_an_ordinary_signature_of_the_library_passes(signer: Signer) -> None:
    """The strict rules about the signature's wrapping accept what another program's settings produce."""
    check = check_bytes(sign_unchecked(signer), (signer.certificate,), AUDITOR, None)

    assert (check.verdict, check.problems) == ("passed", ())


@pytest.mark.parametrize("expected", [BOTH, ("ReviewerSignature", "AuditorSignature"), ("Auditor",), ()])
def test_exactly_the_expected_fields_must_be_signed(tmp_path: Path, signer: Signer, expected: tuple[str, ...]) -> None:
    """Whoever expects another set of signatures does not get a pass."""
    check = check_pdf(signed_file(tmp_path, signer), signer.pem, expected, now=WHEN)

    assert check.verdict == "failed"
    assert check.problems


def test_the_order_of_signing_counts(tmp_path: Path, signer: Signer) -> None:
    """A reviewer who signed before the auditor is told."""
    first = sign_pdf(plain_pdf(), signer.request("ReviewerSignature"))
    second = sign_pdf(first, signer.request("AuditorSignature"))

    check = check_bytes(second, (signer.certificate,), BOTH, WHEN)

    assert check.verdict == "failed"
    assert check.problems == ("the signatures were made in another order: ReviewerSignature, AuditorSignature",)


def test_one_revision_of_validation_data_may_follow(tmp_path: Path, signer: Signer) -> None:
    """Certificates added later for long-term checking are allowed once, and nothing hides behind them."""

    def add_certificates(pdf: bytes) -> bytes:
        stream = io.BytesIO(pdf)
        extra = asn1_x509.Certificate.load(asn1_pem.unarmor(Signer(tmp_path, "Extra").pem.read_bytes())[2])
        DocumentSecurityStore.add_dss(stream, sig_contents=None, certs=[extra])
        return stream.getvalue()

    signed = sign_pdf(plain_pdf(), signer.request())
    once = add_certificates(signed)
    twice = add_certificates(once)

    check = check_bytes(once, (signer.certificate,), AUDITOR, WHEN)
    assert (check.verdict, check.problems, check.covers_whole_file) == ("passed", (), True)
    for changed in (twice, once + b"\n%x"):
        check = check_bytes(changed, (signer.certificate,), AUDITOR, WHEN)
        assert (check.verdict, check.covers_whole_file) == ("failed", False)
        assert check.problems


def test_what_cannot_be_opened_is_told_with_advice(tmp_path: Path, signer: Signer) -> None:
    """A missing report, and trust files that are missing, text, or a key file, are mistakes that the user can mend."""
    path = signed_file(tmp_path, signer)
    (tmp_path / "text.pem").write_text("hello")
    (tmp_path / "broken.pem").write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")

    for report, trust in (
        (tmp_path / "none.pdf", None),
        (tmp_path, None),
        (path, tmp_path / "none.pem"),
        (path, tmp_path / "text.pem"),
        (path, tmp_path / "broken.pem"),
        (path, signer.p12),
    ):
        with pytest.raises(InputError) as caught:
            check_pdf(report, trust)
        assert caught.value.advice


@given(st.binary(max_size=400))
def test_any_bytes_get_an_answer(content: bytes) -> None:
    """No file makes the check raise, whatever it begins with."""
    for data in (content, b"%PDF-1.7\n" + content, b"%PDF-1.7\n" + content + b"\nstartxref\n9\n%%EOF"):
        check = check_bytes(data, (), AUDITOR, WHEN)
        assert isinstance(check, PdfCheck)
        assert check.verdict == "failed"
        assert len(check.problems) >= 1
