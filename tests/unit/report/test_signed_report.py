"""The report that FairDesk itself lays out, signed: still archivable, accessible and valid."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pikepdf
import pytest

from fairdesk.report.checking import check_pdf
from fairdesk.report.layout import render
from fairdesk.report.signing import sign_pdf
from fairdesk.report.stamp import render_stamp
from tests.conftest import requires_program
from tests.pdf_tools import pdffonts, qpdf_check, verapdf
from tests.unit.report.documents import EVIDENCE, FONTS, all_kinds, document
from tests.unit.report.samples import WHEN, Signer, write_pem

BOTH = ("AuditorSignature", "ReviewerSignature")
NAME = "Dr. محمد الخطيب / 张伟 2026"


class Issued:
    """One report as laid out and as signed by an auditor whose name mixes scripts and directions."""

    def __init__(self, folder: Path) -> None:
        self.unsigned, self.signed = folder / "unsigned.pdf", folder / "signed.pdf"
        self.auditor = Signer(folder, NAME)
        self.unsigned.write_bytes(render(document(*all_kinds()), (EVIDENCE,), FONTS).data)
        request = self.auditor.request(stamp=self.picture(NAME))
        self.signed.write_bytes(sign_pdf(self.unsigned.read_bytes(), request))

    def picture(self, name: str) -> bytes:
        """A stamp as large as the field it is made for."""
        with pikepdf.open(self.unsigned) as pdf:
            left, bottom, right, top = map(float, pdf.Root.AcroForm.Fields[0].Rect)
        return render_stamp(f"Signed by {name}\n{WHEN:%Y-%m-%d}", right - left, top - bottom, FONTS)


@pytest.fixture(scope="module")
def issued(tmp_path_factory: pytest.TempPathFactory) -> Issued:
    return Issued(tmp_path_factory.mktemp("issued"))


@pytest.mark.slow
def test_signing_keeps_the_report_archivable_and_accessible(issued: Issued) -> None:
    """PDF/A-3a and PDF/UA-1 hold before and after signing, with a name in three scripts in the stamp."""
    for found in verapdf(issued.unsigned, issued.signed).values():
        assert [(v.flavour, v.broken_rules, v.is_compliant) for v in found] == [("3a", (), True), ("ua1", (), True)]


def test_the_signed_report_passes(issued: Issued) -> None:
    """The check finds the signer and the evidence of a report made by the real engine."""
    check = check_pdf(issued.signed, issued.auditor.pem, now=WHEN)

    assert (check.verdict, check.problems, check.covers_whole_file) == ("passed", (), True)
    assert check.attachments == {"evidence.json": EVIDENCE.data}
    assert check.signatures[0].signer_name == NAME


def test_poppler_and_qpdf_agree(issued: Issued) -> None:
    """Other readers find the signature valid, every font embedded and the structure clean."""
    pdfsig = requires_program("pdfsig", "poppler-utils")
    told = subprocess.run([pdfsig, "-nocert", str(issued.signed)], capture_output=True, text=True, check=False).stdout

    assert "Signature is Valid" in told
    assert "Total document signed" in told
    assert "No syntax or stream encoding errors" in qpdf_check(issued.signed)
    assert {(font["emb"], font["uni"]) for font in pdffonts(issued.signed)} == {("yes", "yes")}


def test_the_fields_keep_their_spoken_names_and_place_in_the_structure(issued: Issued) -> None:
    """A screen reader still says what each field is, and the signed field stays in the tag tree."""
    with pikepdf.open(issued.unsigned) as before, pikepdf.open(issued.signed) as after:
        for old, new in zip(before.Root.AcroForm.Fields, after.Root.AcroForm.Fields, strict=True):
            assert str(new.TU) == str(old.TU)
            assert (new.StructParent, new.F) == (old.StructParent, old.F)
        assert "/V" in after.Root.AcroForm.Fields[0]
        assert "/V" not in after.Root.AcroForm.Fields[1]


def test_a_long_report_is_signed_and_checked_in_moments(issued: Issued, record_property: pytest.RecordProperty) -> None:
    """Signing costs some ten kilobytes; the seconds are recorded, not judged."""
    started = time.perf_counter()
    signed = sign_pdf(issued.unsigned.read_bytes(), issued.auditor.request())
    record_property("sign_s", round(time.perf_counter() - started, 3))
    started = time.perf_counter()
    check_pdf(issued.signed, issued.auditor.pem, now=WHEN)
    record_property("check_s", round(time.perf_counter() - started, 3))

    assert len(signed) - issued.unsigned.stat().st_size < 100_000


@pytest.mark.slow
def test_a_reviewer_countersigns(issued: Issued, tmp_path: Path) -> None:
    """The locks of the prepared fields and the certification let the reviewer sign; afterwards nobody else can."""
    reviewer = Signer(tmp_path, "Zoë Müller")
    path = tmp_path / "countersigned.pdf"
    request = reviewer.request("ReviewerSignature", stamp=issued.picture("Zoë Müller"))
    path.write_bytes(sign_pdf(issued.signed.read_bytes(), request))
    trust = write_pem(tmp_path / "trust.pem", issued.auditor.certificate, reviewer.certificate)

    check = check_pdf(path, trust, BOTH, now=WHEN)

    assert (check.verdict, check.problems, check.covers_whole_file) == ("passed", (), True)
    assert all(verdict.is_compliant for verdict in verapdf(path)[path])
