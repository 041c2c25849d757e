"""Every known way to change a signed report, tried for real: each is found and named."""

from __future__ import annotations

import io
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.generic import pdf_name, pdf_string
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import signers
from pyhanko.sign.fields import SigFieldSpec

from fairdesk.report.certificates import read_trust
from fairdesk.report.checking import PdfCheck, check_bytes, check_pdf
from fairdesk.report.signatures import BYTES_CHANGED
from fairdesk.report.signing import sign_pdf
from tests.conftest import requires_program
from tests.unit.report.samples import EVIDENCE, PASSWORD, WHEN, Signer, plain_pdf, write_pem

BOTH = ("AuditorSignature", "ReviewerSignature")


class SignedReport:
    """A report signed by auditor and reviewer, and by the auditor alone, with the trust file for both."""

    def __init__(self, folder: Path) -> None:
        self.auditor, self.reviewer = Signer(folder), Signer(folder, "Zoë Müller")
        self.eve = Signer(folder, "Eve")
        self.alone = sign_pdf(plain_pdf(), self.auditor.request())
        self.both = sign_pdf(self.alone, self.reviewer.request("ReviewerSignature"))
        self.trust = read_trust(write_pem(folder / "trust.pem", self.auditor.certificate, self.reviewer.certificate))

    def check(self, data: bytes, expected: tuple[str, ...] = BOTH) -> PdfCheck:
        return check_bytes(data, self.trust, expected, WHEN)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> SignedReport:
    return SignedReport(tmp_path_factory.mktemp("signed"))


def append_revision(pdf: bytes, edit: Callable[[IncrementalPdfFileWriter], None]) -> bytes:
    """The file with one incremental update more, dates and producer left alone unless the edit changes them."""
    writer = IncrementalPdfFileWriter(io.BytesIO(pdf))
    writer._update_meta = lambda: None
    edit(writer)
    result = io.BytesIO()
    writer.write(result)
    return result.getvalue()


def edit_page_text(writer: IncrementalPdfFileWriter) -> None:
    page = writer.root["/Pages"]["/Kids"][0]
    stream = page["/Contents"]
    text = stream.data.replace(b"NOT TESTED", b"tested")
    assert text != stream.data
    page["/Contents"] = writer.add_object(generic.StreamObject(stream_data=text))
    writer.update_container(page)


def add_annotation(writer: IncrementalPdfFileWriter) -> None:
    page = writer.root["/Pages"]["/Kids"][1]
    note = generic.DictionaryObject(
        {
            pdf_name("/Type"): pdf_name("/Annot"),
            pdf_name("/Subtype"): pdf_name("/FreeText"),
            pdf_name("/Contents"): pdf_string("target met"),
            pdf_name("/Rect"): generic.ArrayObject(map(generic.NumberObject, (50, 400, 200, 450))),
        }
    )
    page["/Annots"] = generic.ArrayObject([writer.add_object(note)])
    writer.update_container(page)


def swap_attachment(writer: IncrementalPdfFileWriter) -> None:
    names = writer.root["/Names"]["/EmbeddedFiles"]["/Names"]
    stream = names[1]["/EF"]["/F"]
    stream._data, stream._encoded_data = b'{"answer":43}', None
    writer.update_container(stream)


def swap_signature_picture(writer: IncrementalPdfFileWriter) -> None:
    field = writer.root["/AcroForm"]["/Fields"][0]
    picture = field["/AP"]["/N"]
    field["/AP"]["/N"] = writer.add_object(
        generic.StreamObject(
            {key: picture.raw_get(key) for key in picture if key not in ("/Length", "/Filter", "/Resources")},
            stream_data=b"1 0 0 rg 0 0 200 60 re f",
        )
    )
    writer.update_container(field)


def add_open_action(writer: IncrementalPdfFileWriter) -> None:
    writer.root["/OpenAction"] = generic.DictionaryObject(
        {pdf_name("/S"): pdf_name("/JavaScript"), pdf_name("/JS"): pdf_string("app.alert('target met')")}
    )
    writer.update_root()


def remove_page(writer: IncrementalPdfFileWriter) -> None:
    pages = writer.root["/Pages"]
    pages["/Kids"].pop()
    pages["/Count"] = generic.NumberObject(2)
    writer.update_container(pages)


def forge_info(writer: IncrementalPdfFileWriter) -> None:
    writer.trailer_view["/Info"]["/Title"] = pdf_string("Audit of another assistant")
    writer.mark_update(writer.trailer_view.raw_get("/Info"))


def forge_xmp(writer: IncrementalPdfFileWriter) -> None:
    stream = writer.root["/Metadata"]
    packet = stream.data.replace(b"An auditor", b"Another one")
    assert packet != stream.data
    writer.root["/Metadata"] = writer.add_object(
        generic.StreamObject(
            {pdf_name("/Type"): pdf_name("/Metadata"), pdf_name("/Subtype"): pdf_name("/XML")}, stream_data=packet
        )
    )
    writer.update_root()


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (edit_page_text, "text or pages were changed after signing (page 1)"),
        (add_annotation, "annotations were added, removed or changed after signing"),
        (swap_attachment, "the attachment evidence.json was added, removed or changed after signing"),
        (swap_signature_picture, "the appearance of a signature was changed after signing"),
        (add_open_action, "an action that runs when the file is opened was added or changed after signing"),
        (remove_page, "pages were added or removed after signing (3 before, 2 now)"),
        (forge_info, "metadata changed after signing: Info Title"),
        (forge_xmp, "metadata changed after signing: XMP"),
    ],
)
@pytest.mark.parametrize("signed_by", ["auditor", "both"])
def test_an_update_appended_after_signing_is_found_and_named(
    report: SignedReport, edit: Callable[[IncrementalPdfFileWriter], None], named: str, signed_by: str
) -> None:
    """Incremental updates leave every signed byte alone, and are found all the same."""
    original = report.both if signed_by == "both" else report.alone
    expected = BOTH if signed_by == "both" else BOTH[:1]
    tampered = append_revision(original, edit)
    assert tampered.startswith(original)

    check = report.check(tampered, expected)

    assert check.verdict == "failed"
    assert check.covers_whole_file is False
    assert any(problem.startswith(named) for problem in check.problems), check.problems


def test_readers_that_look_at_one_revision_are_deceived(report: SignedReport, tmp_path: Path) -> None:
    """The tool pdfsig calls the file with the replaced text valid, which is why FairDesk has a check of its own."""
    path = tmp_path / "edited.pdf"
    path.write_bytes(append_revision(report.alone, edit_page_text))

    pdfsig = requires_program("pdfsig", "poppler-utils")
    told = subprocess.run([pdfsig, "-nocert", str(path)], capture_output=True, text=True, check=False).stdout

    assert "Signature is Valid" in told
    assert check_pdf(path, report.auditor.pem, now=WHEN).verdict == "failed"


def test_a_metadata_stream_hidden_behind_swapped_statements_is_found(report: SignedReport) -> None:
    """Exchanging the values of author and title is a change, although the set of values stays the same."""

    def exchange(writer: IncrementalPdfFileWriter) -> None:
        packet = writer.root["/Metadata"].data
        swapped = packet.replace(b"An auditor", b"@").replace(b"Audit of an assistant", b"An auditor")
        writer.root["/Metadata"] = writer.add_object(
            generic.StreamObject(
                {pdf_name("/Type"): pdf_name("/Metadata"), pdf_name("/Subtype"): pdf_name("/XML")},
                stream_data=swapped.replace(b"@", b"Audit of an assistant"),
            )
        )
        writer.update_root()

    check = report.check(append_revision(report.alone, exchange), BOTH[:1])

    assert any("metadata changed after signing" in problem for problem in check.problems)


def test_one_flipped_byte_in_a_signed_stream(report: SignedReport) -> None:
    """A changed byte in the page's text is found by the digest."""
    place = report.alone.index(b"NOT TESTED")
    flipped = report.alone[:place] + b"n" + report.alone[place + 1 :]

    check = report.check(flipped, BOTH[:1])

    assert check.verdict == "failed"
    assert check.signatures[0].result == "failed"
    assert check.problems == (f"{BYTES_CHANGED} (AuditorSignature)",)
    assert check.attachments == {}


def test_every_byte_of_the_signature_value_counts(report: SignedReport) -> None:
    """Each byte in the gap of the byte range is changed in turn, padding and capitals included; none passes."""
    start = report.alone.index(b"/Contents <") + len(b"/Contents ")
    end = report.alone.index(b">", start)
    used = len(report.alone[start:end].rstrip(b"0"))
    places = [*range(start, start + used, 11), start + used + 9, end - 1, end]
    for place in places:
        for replacement in {0x20, report.alone[place] ^ 0x20, 0x30, 0x31} - {report.alone[place]}:
            changed = report.alone[:place] + bytes([replacement]) + report.alone[place + 1 :]
            check = report.check(changed, BOTH[:1])
            assert check.verdict == "failed", (place - start, replacement)
            assert check.problems


@pytest.mark.parametrize(
    ("surplus", "words"), [(b"x", "1 byte was"), (b"\n", "1 byte was"), (b"%hello world", "12 bytes were")]
)
def test_appended_bytes_are_counted(report: SignedReport, surplus: bytes, words: str) -> None:
    """Bytes behind the end of the PDF are nobody's, and said so."""
    for original, expected in ((report.alone, BOTH[:1]), (report.both, BOTH)):
        check = report.check(original + surplus, expected)
        assert check.verdict == "failed"
        assert check.covers_whole_file is False
        assert check.problems == (f"{words} appended after the signature",)


def test_a_long_tail_that_hides_the_end_mark_is_counted(report: SignedReport) -> None:
    """The PDF inside is still found and read, and the surplus is named."""
    check = report.check(report.alone + b"\0" * 5000, BOTH[:1])

    assert check.verdict == "failed"
    assert check.problems[0].startswith("5000 bytes were appended")
    assert check.signatures[0].field == "AuditorSignature"


def test_a_file_cut_back_to_the_first_signature_lacks_the_reviewer(report: SignedReport) -> None:
    """The auditor's revision is a valid file of its own; only the expected names show what is gone."""
    check = report.check(report.both[: len(report.alone)])

    assert check.verdict == "failed"
    assert check.problems == ("the signature field ReviewerSignature is not signed",)


def test_a_report_with_its_signatures_removed(report: SignedReport) -> None:
    """Without signatures there is nothing that could be intact."""
    with pikepdf.open(io.BytesIO(report.both)) as pdf:
        del pdf.Root.AcroForm
        del pdf.pages[0].Annots
        del pdf.Root.Perms
        result = io.BytesIO()
        pdf.save(result)

    check = report.check(result.getvalue())

    assert check.verdict == "failed"
    assert check.covers_whole_file is None
    assert check.problems == (
        "the file carries no signature",
        "signature field missing: AuditorSignature",
        "signature field missing: ReviewerSignature",
    )


def test_a_report_rewritten_as_a_whole(report: SignedReport) -> None:
    """Saving the file anew keeps the pictures of the signatures and breaks their bytes."""
    result = io.BytesIO()
    with pikepdf.open(io.BytesIO(report.both)) as pdf:
        pdf.save(result)

    check = report.check(result.getvalue())

    assert check.verdict == "failed"
    assert {item.result for item in check.signatures} == {"failed"}


def test_an_extra_signature_by_a_stranger(report: SignedReport) -> None:
    """A third signature in a new field is named with its signer, and makes the first ones fail."""
    writer = IncrementalPdfFileWriter(io.BytesIO(report.both))
    result = io.BytesIO()
    signers.PdfSigner(
        signers.PdfSignatureMetadata(field_name="Third", md_algorithm="sha256"),
        signer=signers.SimpleSigner.load_pkcs12(str(report.eve.p12), passphrase=PASSWORD.encode()),
        new_field_spec=SigFieldSpec("Third", on_page=0, box=(300, 300, 380, 340)),
    ).sign_pdf(writer, output=result)

    check = report.check(result.getvalue())

    assert check.verdict == "failed"
    assert "unexpected extra signature: Third by Eve" in check.problems
    assert [item.field for item in check.signatures] == [*BOTH, "Third"]


def test_a_reviewer_replaced_by_a_stranger(report: SignedReport) -> None:
    """The right field signed by somebody who is not trusted is undecided, never passed."""
    check = report.check(sign_pdf(report.alone, report.eve.request("ReviewerSignature")))

    assert check.verdict == "indeterminate"
    assert [item.words for item in check.signatures] == ["intact, signer trusted", "intact, signer not trusted"]


def test_a_signature_of_an_unknown_kind_is_counted(report: SignedReport) -> None:
    """The list of pyHanko leaves such signatures out; here they are extra signatures like any other."""

    def fill_reviewer(writer: IncrementalPdfFileWriter) -> None:
        field = writer.root["/AcroForm"]["/Fields"][1]
        value = {pdf_name("/Type"): pdf_name("/Sig"), pdf_name("/SubFilter"): pdf_name("/adbe.x509.rsa_sha1")}
        field["/V"] = writer.add_object(generic.DictionaryObject(value))
        writer.update_container(field)

    check = report.check(append_revision(report.alone, fill_reviewer), BOTH[:1])

    assert check.verdict == "failed"
    assert "unexpected extra signature: ReviewerSignature by an unknown signer" in check.problems


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "the file is empty (0 bytes)"),
        (b"hello", "the file is not a PDF"),
        (b"<html>", "the file is not a PDF"),
        (b"%PDF-1.7\n", "the file is cut off: a PDF's end mark is missing"),
        (b"%PDF-1.7\nstartxref\n0\n%%EOF\n", "the file was damaged or changed: it cannot be read as a PDF"),
    ],
)
def test_what_is_no_report_at_all(report: SignedReport, content: bytes, problem: str) -> None:
    """Files that are no PDF get one plain sentence and the verdict failed."""
    check = report.check(content)

    assert (check.verdict, check.problems, check.signatures) == ("failed", (problem,), ())
    assert check.covers_whole_file is None


def test_an_encrypted_report(report: SignedReport) -> None:
    """A file that cannot be looked into is not passed."""
    result = io.BytesIO()
    with pikepdf.open(io.BytesIO(report.alone)) as pdf:
        pdf.save(result, encryption=pikepdf.Encryption(owner="a", user="b"))

    check = report.check(result.getvalue(), BOTH[:1])

    assert check.verdict == "failed"
    assert check.problems == ("the file is encrypted, so it cannot be checked",)


@pytest.mark.slow
def test_hundreds_of_random_injuries_never_pass_and_never_raise(report: SignedReport) -> None:
    """Random flips, cuts, doublings and insertions: each is an answer with a problem, none is an exception."""
    chance = random.Random(20261129)
    for original, expected in ((report.alone, BOTH[:1]), (report.both, BOTH)):
        assert report.check(original, expected).verdict == "passed"
        for _ in range(200):
            injured = injure(original, chance)
            if injured == original:
                continue
            check = report.check(injured, expected)
            assert check.verdict == "failed"
            assert check.problems


def injure(original: bytes, chance: random.Random) -> bytes:
    first, second = sorted(chance.randrange(len(original)) for _ in range(2))
    kind = chance.randrange(6)
    if kind == 0:
        return original[:first]
    if kind == 1:
        return original[:first] + original[second:]
    if kind == 2:
        return original[:second] + original[first:]
    if kind == 3:
        return original[:first] + chance.randbytes(chance.randrange(1, 40)) + original[first:]
    if kind == 4:
        numbers = [match.span() for match in re.finditer(rb"\d+", original)]
        start, end = chance.choice(numbers)
        return original[:start] + b"%d" % chance.choice((0, -1, 7, 99999999999)) + original[end:]
    changed = bytearray(original)
    for _ in range(chance.randrange(1, 9)):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def test_a_name_tree_that_contains_itself_ends(report: SignedReport) -> None:
    """Whoever signs a file that is made to hang its reader gets an answer in no time."""
    with pikepdf.open(io.BytesIO(plain_pdf())) as pdf:
        tree = pdf.Root.Names.EmbeddedFiles
        tree.Kids = pikepdf.Array([tree] * 3)
        result = io.BytesIO()
        pdf.save(result)

    check = report.check(sign_pdf(result.getvalue(), report.auditor.request()), BOTH[:1])

    assert check.attachments == {"evidence.json": EVIDENCE}


def test_the_evidence_comes_from_under_the_first_signature(report: SignedReport) -> None:
    """A replaced attachment never reaches those who recompute from it."""
    check = report.check(append_revision(report.both, swap_attachment))

    assert check.attachments == {"evidence.json": EVIDENCE}
