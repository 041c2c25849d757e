"""Independent validators on whole reports: PDF/A-3a, PDF/UA-1, fonts, file structure."""

from __future__ import annotations

import hashlib
import io
import subprocess
from pathlib import Path

import pikepdf
import pytest

from fairdesk.report.layout import render
from fairdesk.report.signing import sign_pdf
from fairdesk.report.stamp import render_stamp
from tests.conftest import requires_program
from tests.pdf_tools import pdffonts, pdfinfo, qpdf_check, verapdf
from tests.unit.report.documents import EVIDENCE, FONTS, all_kinds, document
from tests.unit.report.samples import Signer

STAMP = "Signed by 张伟 / محمد الخطيب 2026\nDr. Ọláyínká Nguyễn, प्रिया शर्मा"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with every kind of block, all scripts, 50 rows, a stamp and an attachment."""
    path = tmp_path_factory.mktemp("report") / "report.pdf"
    path.write_bytes(render(document(*all_kinds(), stamp="rehearsal, not evidence"), (EVIDENCE,), FONTS).data)
    return path


@pytest.fixture(scope="module")
def signed_twice(report: Path) -> Path:
    """The report signed by the auditor and then by the reviewer, with visible stamps in several scripts."""
    stamp = render_stamp(STAMP, 230, 60, FONTS)
    data = report.read_bytes()
    for field in ("AuditorSignature", "ReviewerSignature"):
        data = sign_pdf(data, Signer(report.parent, name=field).request(field, stamp=stamp))
    path = report.with_name("signed.pdf")
    path.write_bytes(data)
    return path


def _damaged(report: Path, rule: str) -> bytes:
    with pikepdf.open(report) as pdf:
        if rule == "7.3-1":
            figure = next(o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/Figure")
            del figure.Alt
        elif rule == "7.1-10":
            del pdf.Root.ViewerPreferences
        elif rule == "6.8-3":
            del pdf.Root.AF[0].AFRelationship
        target = io.BytesIO()
        pdf.save(target)
    return target.getvalue()


@pytest.mark.slow
def test_reports_pass_verapdf_and_damaged_ones_fail(report: Path, signed_twice: Path, tmp_path: Path) -> None:
    """Full, empty and signed reports keep PDF/A-3a and PDF/UA-1; without alternative text and the like they do not."""
    empty = tmp_path / "empty.pdf"
    empty.write_bytes(render(document(), (), FONTS).data)
    damaged = {}
    for rule in ("7.3-1", "7.1-10", "6.8-3"):
        damaged[rule] = tmp_path / f"without {rule}.pdf"
        damaged[rule].write_bytes(_damaged(report, rule))

    verdicts = verapdf(report, empty, signed_twice, *damaged.values())

    for path in (report, empty, signed_twice):
        assert [(v.flavour, v.broken_rules, v.is_compliant) for v in verdicts[path]] == [
            ("3a", (), True),
            ("ua1", (), True),
        ]
    for rule, path in damaged.items():
        assert [broken for verdict in verdicts[path] for broken in verdict.broken_rules] == [rule]


def test_a_second_signature_leaves_the_first_one_valid(report: Path, signed_twice: Path) -> None:
    """The prepared fields, their locks and their places in the structure allow exactly these two signatures."""
    data = signed_twice.read_bytes()

    assert data.startswith(report.read_bytes())
    found = subprocess.run(
        [requires_program("pdfsig", "poppler-utils"), str(signed_twice)], capture_output=True, text=True, check=False
    ).stdout
    assert found.count("Signature is Valid") == 2
    assert "Total document signed" in found


def test_all_fonts_are_embedded_subsets_with_unicode_maps(report: Path) -> None:
    """Poppler says yes, yes, yes for each font."""
    fonts = pdffonts(report)

    assert len(fonts) > 10
    assert {(font["emb"], font["sub"], font["uni"]) for font in fonts} == {("yes", "yes", "yes")}


def test_qpdf_finds_no_fault(report: Path) -> None:
    """The file's structure is clean."""
    assert "No syntax or stream encoding errors" in qpdf_check(report)


@pytest.mark.slow
def test_poppler_reads_the_structure(report: Path) -> None:
    """Another reader finds the tags, all untested intersections in them, and the title."""
    assert "Tagged:          yes" in pdfinfo(report)
    structure = pdfinfo(report, "-struct-text")
    assert structure.count("NOT TESTED") == 17
    assert "rehearsal, not evidence" not in structure  # the stamp is for the eye; sections say it as text, too


def test_the_attachment_comes_out_by_another_tool(report: Path, tmp_path: Path) -> None:
    """Poppler's pdfdetach saves the same bytes."""
    saved = tmp_path / "saved.json"
    command = [requires_program("pdfdetach", "poppler-utils"), "-save", "1", "-o", str(saved), str(report)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)

    assert hashlib.sha256(saved.read_bytes()).digest() == hashlib.sha256(EVIDENCE.data).digest()
