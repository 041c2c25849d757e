"""Who may sign, what a signature leaves alone, and what every refusal says."""

from __future__ import annotations

import io
import logging
import stat
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pikepdf
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.hazmat.primitives.serialization.pkcs12 import load_pkcs12
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import signers
from pyhanko.sign.fields import MDPPerm

from fairdesk.domain.errors import ReportError, SigningError
from fairdesk.report.checking import check_bytes
from fairdesk.report.identity import make_demo_identity
from fairdesk.report.signing import SigningRequest, read_identity, sign_pdf
from tests.conftest import requires_program
from tests.unit.report.samples import (
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

BOTH = ("AuditorSignature", "ReviewerSignature")


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return Signer(tmp_path)


def refusal(work: Callable[[], object]) -> SigningError:
    with pytest.raises(SigningError) as caught:
        work()
    assert caught.value.message
    assert caught.value.advice
    assert caught.value.__cause__ is None
    return caught.value


def openssl_p12(folder: Path, password: str, *options: str) -> Path:
    """A PKCS#12 file as OpenSSL writes it."""
    key = new_key()
    (folder / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    write_pem(folder / "cert.pem", certificate(key))
    command = [
        requires_program("openssl", "openssl"),
        "pkcs12",
        "-export",
        "-inkey",
        "key.pem",
        "-in",
        "cert.pem",
        "-out",
        "made.p12",
    ]
    subprocess.run([*command, "-passout", f"pass:{password}", *options], cwd=folder, check=True)
    return folder / "made.p12"


def test_an_identity_is_described_in_words(tmp_path: Path) -> None:
    """Subject, issuer, kind, key and dates are those of the certificate."""
    root_key, key = new_key(), rsa.generate_private_key(65537, 3072)
    issued = certificate(key, "Zoë Müller", issuer=("University Audit CA", root_key), days=90)
    path = write_p12(tmp_path / "z.p12", key, issued)

    identity = read_identity(path, PASSWORD, WHEN)

    assert identity.subject == "Zoë Müller"
    assert identity.issuer == "University Audit CA"
    assert identity.kind == "issued by University Audit CA"
    assert identity.key == "RSA, 3072 bits"
    assert identity.valid_until - identity.valid_from == timedelta(days=90)
    assert len(identity.fingerprint_sha256) == 64
    assert int(identity.serial, 16) == issued.serial_number
    assert not identity.is_demonstration


def test_a_name_with_direction_marks_is_printed_with_their_codes(tmp_path: Path) -> None:
    """A certificate cannot turn the sentence around that it is printed in."""
    assert read_identity(Signer(tmp_path, "Zoe\u202egnorw").p12, PASSWORD, WHEN).subject == "Zoe⟨U+202E⟩gnorw"


@pytest.mark.parametrize("password", ["password1á34", "", "пароль 密码"])
@pytest.mark.parametrize("options", [(), ("-legacy",)])
def test_files_of_openssl_open_with_their_password_only(
    tmp_path: Path, password: str, options: tuple[str, ...]
) -> None:
    """New and legacy encryption, accents, other scripts and the empty password; a wrong one is told as such."""
    path = openssl_p12(tmp_path, password, *options)

    assert read_identity(path, password, WHEN).kind == "self-issued"
    wrong = refusal(lambda: read_identity(path, password + "x", WHEN))
    assert "password does not open made.p12" in wrong.message


def test_a_password_that_is_no_text_is_a_wrong_password(signer: Signer) -> None:
    """A lone surrogate cannot be encoded; it is refused like any other wrong password."""
    assert "password does not open" in refusal(lambda: read_identity(signer.p12, "\ud800", WHEN)).message


def test_what_is_no_key_file_is_named(tmp_path: Path, signer: Signer) -> None:
    """Missing file, folder, text, PEM, and a file cut in half each say what is wrong."""
    half = tmp_path / "half.p12"
    half.write_bytes(signer.p12.read_bytes()[:300])
    (tmp_path / "note.p12").write_text("hello")
    (tmp_path / "empty.p12").touch()

    assert "No such file" in refusal(lambda: read_identity(tmp_path / "none.p12", PASSWORD, WHEN)).message
    assert "cannot be read" in refusal(lambda: read_identity(tmp_path, PASSWORD, WHEN)).message
    for path in (half, tmp_path / "note.p12", tmp_path / "empty.p12", signer.pem):
        assert "not a PKCS#12 file" in refusal(lambda path=path: read_identity(path, PASSWORD, WHEN)).message


def test_key_and_certificate_must_belong_together(tmp_path: Path) -> None:
    """No key, no certificate, and certificates of other keys are three different sentences."""
    mine, other = new_key(), new_key()
    strangers = [certificate(other, "A"), certificate(other, "B")]
    no_key = write_p12(tmp_path / "1.p12", None, None, strangers)
    no_certificate = write_p12(tmp_path / "2.p12", mine, None)
    none_fits = write_p12(tmp_path / "3.p12", mine, None, strangers)

    assert "no private key" in refusal(lambda: read_identity(no_key, PASSWORD, WHEN)).message
    assert "0 certificates, none for its key" in refusal(lambda: read_identity(no_certificate, PASSWORD, WHEN)).message
    assert "2 certificates, none for its key" in refusal(lambda: read_identity(none_fits, PASSWORD, WHEN)).message


def test_the_newest_certificate_of_the_key_counts(tmp_path: Path) -> None:
    """An old certificate for the same key beside the renewed one does not stop signing."""
    key = new_key()
    old, new = certificate(key, "Old", days=1), certificate(key, "New", days=365)
    path = write_p12(tmp_path / "renewed.p12", key, old, [new])

    assert read_identity(path, PASSWORD, WHEN).subject == "New"


@pytest.mark.parametrize(("days_before", "words"), [(60, "expired on 2026-10-30"), (-1, "not yet valid")])
def test_dates_are_checked_before_signing(tmp_path: Path, days_before: int, words: str) -> None:
    """The library signs with an expired certificate and calls the result trusted; FairDesk refuses (SIG-03)."""
    late = Signer(tmp_path, start=WHEN - timedelta(days=days_before), days=30)

    assert words in refusal(lambda: read_identity(late.p12, PASSWORD, WHEN)).message
    assert words in refusal(lambda: sign_pdf(plain_pdf(), late.request())).message


def test_keys_that_readers_cannot_check_are_refused(tmp_path: Path) -> None:
    """Ed25519, unusual curves and short RSA keys are refused with what to use instead."""
    for key, words in (
        (ed25519.Ed25519PrivateKey.generate(), "Ed25519"),
        (ec.generate_private_key(ec.SECP256K1()), "secp256k1"),
        (rsa.generate_private_key(65537, 1024), "1024 bits, fewer than 2048"),
    ):
        assert words in refusal(lambda key=key: read_identity(Signer(tmp_path, key=key).p12, PASSWORD, WHEN)).message


def test_a_certificate_signed_with_sha1_is_refused(tmp_path: Path) -> None:
    """OpenSSL still makes such certificates; a signature with one proves nothing."""
    openssl = requires_program("openssl", "openssl")
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "k.pem", "-out", "c.pem", "-sha1"]
    subprocess.run([*command, "-subj", "/CN=Old"], cwd=tmp_path, check=True, capture_output=True)
    export = [openssl, "pkcs12", "-export", "-inkey", "k.pem", "-in", "c.pem", "-out", "o.p12", "-passout", "pass:p"]
    subprocess.run(export, cwd=tmp_path, check=True)

    assert "signed with SHA1" in refusal(lambda: read_identity(tmp_path / "o.p12", "p", datetime.now(UTC))).message


def test_a_certificate_for_encryption_only_is_refused(tmp_path: Path) -> None:
    """Key usage is a promise of the issuer that signing must keep to."""
    path = Signer(tmp_path, usage="encryption").p12

    assert "not meant for signing" in refusal(lambda: read_identity(path, PASSWORD, WHEN)).message
    assert read_identity(Signer(tmp_path, usage=None).p12, PASSWORD, WHEN).kind == "self-issued"


def test_the_demonstration_identity(tmp_path: Path) -> None:
    """Valid around the moment, marked as demonstration, file closed to others, password nowhere on the disk."""
    identity = make_demo_identity(tmp_path / "new", "Zoë\nMüller" + "x" * 99, WHEN)
    found = read_identity(identity.p12, identity.password, WHEN)

    assert found.is_demonstration
    assert found.kind == "self-issued"
    assert found.subject == "Zoë Müller" + "x" * 52
    assert found.valid_from < WHEN < found.valid_until
    assert found.valid_until - found.valid_from == timedelta(days=30)
    assert found.fingerprint_sha256 == identity.fingerprint
    assert x509.load_pem_x509_certificate(identity.certificate.read_bytes()).serial_number == int(found.serial, 16)
    assert stat.S_IMODE(identity.p12.stat().st_mode) == 0o600
    subject = x509.load_pem_x509_certificate(identity.certificate.read_bytes()).subject.rfc4514_string()
    assert "demonstration only" in subject
    assert identity.password not in repr(identity)
    assert all(identity.password.encode() not in path.read_bytes() for path in (tmp_path / "new").iterdir())
    assert make_demo_identity(tmp_path / "new", "Zoë", WHEN).password != identity.password


def test_a_demonstration_identity_needs_a_folder_it_can_write_to(tmp_path: Path) -> None:
    """A file in the way of the folder is told, not a stack trace."""
    (tmp_path / "file").touch()

    with pytest.raises(ReportError, match="cannot be written"):
        make_demo_identity(tmp_path / "file", "Zoë", WHEN)


def test_signing_appends_and_leaves_everything_else_alone(signer: Signer) -> None:
    """The unsigned bytes are the beginning of the signed file; metadata, attachment and tooltip stay."""
    before = plain_pdf()

    after = sign_pdf(before, signer.request())

    assert after.startswith(before)
    with pikepdf.open(io.BytesIO(before)) as old, pikepdf.open(io.BytesIO(after)) as new:
        assert new.Root.Metadata.read_bytes() == old.Root.Metadata.read_bytes()
        assert str(new.docinfo) == str(old.docinfo)
        assert new.attachments["evidence.json"].get_file().read_bytes() == b'{"answer":42}'
        field = new.Root.AcroForm.Fields[0]
        assert str(field.TU) == "Signature of AuditorSignature"
        assert str(field.V.M) == "D:20261129203644Z"
        assert (str(field.V.Reason), str(field.V.Location)) == ("I ran these tests", "Example City")
        assert field.V.SubFilter == "/ETSI.CAdES.detached"
        assert new.Root.Perms.DocMDP.Reference[0].TransformParams.P == 2
        assert "/NeedAppearances" not in new.Root.AcroForm
        assert len(new.Root.AcroForm.Fields) == 2


@pytest.mark.parametrize("kind", ["rsa", "p256", "p384"])
def test_other_tools_find_the_signature_valid(tmp_path: Path, kind: str) -> None:
    """The reader poppler finds each offered kind of key valid and the whole document signed."""
    keys = {
        "rsa": lambda: rsa.generate_private_key(65537, 3072),
        "p256": new_key,
        "p384": lambda: ec.generate_private_key(ec.SECP384R1()),
    }
    path = tmp_path / "signed.pdf"
    path.write_bytes(sign_pdf(plain_pdf(), Signer(tmp_path, key=keys[kind]()).request()))

    pdfsig, qpdf = requires_program("pdfsig", "poppler-utils"), requires_program("qpdf", "qpdf")
    told = subprocess.run([pdfsig, "-nocert", str(path)], capture_output=True, text=True, check=False).stdout

    assert "Signature is Valid" in told
    assert "Total document signed" in told
    assert "SHA-256" in told
    assert subprocess.run([qpdf, "--check", str(path)], capture_output=True, check=False).returncode == 0


def test_without_a_stamp_no_font_comes_into_the_file(signer: Signer) -> None:
    """The library's own stamp uses a font that is not embedded and breaks PDF/A; without a stamp nothing is drawn."""
    with pikepdf.open(io.BytesIO(sign_pdf(plain_pdf(), signer.request(stamp=None)))) as pdf:
        picture = pdf.Root.AcroForm.Fields[0].AP.N
        assert b"BT" not in picture.read_bytes()
        assert "/Font" not in picture.get("/Resources", {})


def test_the_stamp_is_what_the_field_shows(signer: Signer) -> None:
    """The one page of the stamp becomes the picture of the field, in full size."""
    with pikepdf.open(io.BytesIO(sign_pdf(plain_pdf(), signer.request(stamp=stamp_pdf("Zoe was here"))))) as pdf:
        picture = pdf.Root.AcroForm.Fields[0].AP.N
        assert sorted(map(float, picture.BBox)) == [0, 0, 60, 200]
        assert b"1 0 0 1 0 0 cm" in picture.read_bytes()
        assert b"Zoe was here" in picture.Resources.XObject.Stamp.read_bytes()


def test_a_stamp_that_is_no_pdf_is_told(signer: Signer) -> None:
    """Bytes that are no page give a sentence."""
    assert "could not be signed" in refusal(lambda: sign_pdf(plain_pdf(), signer.request(stamp=b"no page"))).message


def test_a_second_person_signs_after_the_first(tmp_path: Path, signer: Signer) -> None:
    """Certified with form filling allowed, a counter-signature leaves the first one valid (SIG-05)."""
    reviewer = Signer(tmp_path, "Zoë Müller")
    first = sign_pdf(plain_pdf(), signer.request())

    second = sign_pdf(first, reviewer.request("ReviewerSignature"))

    assert second.startswith(first)
    check = check_bytes(second, (signer.certificate, reviewer.certificate), BOTH, WHEN)
    assert check.verdict == "passed"
    assert [item.signer_name for item in check.signatures] == ["Dr. Ọláyínká Nguyễn", "Zoë Müller"]


@pytest.mark.parametrize(
    "name", ["محمد 2026", "Dr. محمد الخطيب / 张伟", "דוד A.", "Adlam \U0001e900\U0001e922", "Zoë 🎓"]
)
def test_signers_with_names_in_any_script_pass(tmp_path: Path, name: str) -> None:
    """Mixed directions and letters younger than Unicode 3.2 stopped the library from checking what it had signed."""
    who = Signer(tmp_path, name)

    check = check_bytes(sign_pdf(plain_pdf(), who.request()), (who.certificate,), BOTH[:1], WHEN)

    assert (check.verdict, check.signatures[0].signer_name) == ("passed", name)


def test_fields_that_are_absent_or_filled_are_refused(signer: Signer) -> None:
    """No new field is ever made: a made-up name and a second signature in one field are told."""
    pdf = plain_pdf(fields=BOTH[:1])

    assert "no signature field named Third" in refusal(lambda: sign_pdf(pdf, signer.request("Third"))).message
    signed = sign_pdf(pdf, signer.request())
    assert "signed already" in refusal(lambda: sign_pdf(signed, signer.request())).message


def test_a_first_signature_that_forbids_others_is_told_before(signer: Signer) -> None:
    """A report certified with "no changes" cannot be countersigned (SIG-05)."""
    result = io.BytesIO()
    signers.PdfSigner(
        signers.PdfSignatureMetadata(
            field_name="AuditorSignature", certify=True, docmdp_permissions=MDPPerm.NO_CHANGES, md_algorithm="sha256"
        ),
        signer=signers.SimpleSigner.load_pkcs12(str(signer.p12), passphrase=PASSWORD.encode()),
    ).sign_pdf(IncrementalPdfFileWriter(io.BytesIO(plain_pdf())), output=result)

    told = refusal(lambda: sign_pdf(result.getvalue(), signer.request("ReviewerSignature")))
    assert "forbids any other" in told.message


def test_a_broken_report_is_not_countersigned(signer: Signer) -> None:
    """Whoever signs second is told what happened to the first signature."""
    signed = sign_pdf(plain_pdf(), signer.request())
    changed = signed.replace(b"NOT TESTED", b"not tested", 1)

    told = refusal(lambda: sign_pdf(changed, signer.request("ReviewerSignature")))
    assert "bytes of the signed part were changed" in told.message
    for broken in (b"", b"hello", signed[:2000]):
        assert "cannot be read as a PDF" in refusal(lambda broken=broken: sign_pdf(broken, signer.request())).message


def test_the_password_is_in_no_text(signer: Signer, caplog: pytest.LogCaptureFixture) -> None:
    """Neither repr, nor refusal, nor a log line of any library carries it."""
    secret = "S3cret-Zebra"
    caplog.set_level(logging.DEBUG)
    request = signer.request(password=secret)

    told = refusal(lambda: sign_pdf(plain_pdf(), request))
    sign_pdf(plain_pdf(), signer.request())

    assert secret not in repr(request) + str(told) + caplog.text
    assert PASSWORD not in caplog.text + repr(signer.request())


def test_a_time_without_zone_is_a_fault_of_ours(tmp_path: Path, signer: Signer) -> None:
    """The caller must say which clock it means."""
    naive = WHEN.replace(tzinfo=None)

    with pytest.raises(ValueError, match="time zone"):
        sign_pdf(plain_pdf(), signer.request(signed_at=naive))
    with pytest.raises(ValueError, match="time zone"):
        make_demo_identity(tmp_path, "Zoë", naive)


def test_the_demonstration_key_file_is_really_locked(tmp_path: Path) -> None:
    """The random password opens it, no other does."""
    identity = make_demo_identity(tmp_path, "Zoë", WHEN)

    assert load_pkcs12(identity.p12.read_bytes(), identity.password.encode()).key is not None
    assert "password" in refusal(lambda: read_identity(identity.p12, "", WHEN)).message
    request = SigningRequest(
        p12=identity.p12, password=identity.password, reason="", location="", signed_at=WHEN, stamp=None
    )
    check = check_bytes(sign_pdf(plain_pdf(), request), (), BOTH[:1], WHEN)
    assert check.signatures[0].words == "intact, signer not trusted; identity: demonstration only"
