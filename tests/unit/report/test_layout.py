"""Documents become pages: reading order, tags, contents, page frame, attachments and refusals."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from fairdesk.report.blocks import (
    Attachment,
    Block,
    BulletList,
    Column,
    Contents,
    Figure,
    Heading,
    Notice,
    PageBreak,
    Paragraph,
    SignatureField,
    TableBlock,
    Verbatim,
)
from fairdesk.report.layout import render
from tests.pdf_tools import pdftotext
from tests.pdf_tools.reading import elements, spoken_text
from tests.unit.report.documents import EVIDENCE, FONTS, SCRIPTS, all_kinds, document, forest, rendered


def page_texts(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(data) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


@pytest.mark.parametrize(("name", "text"), SCRIPTS)
def test_text_of_every_script_can_be_read_back(name: str, text: str) -> None:
    """PDF-01, PDF-05: each character is in the file once and in reading order, with ActualText and without it."""
    data = rendered(Paragraph(text=text)).data

    lines = spoken_text(data).split("\n")
    assert text in "".join(lines), name
    simple = spoken_text(data, with_actual_text=False).replace("\n", "").replace("\u200b", "")
    assert text.replace("\u200b", "") in simple, name


NAMES = {
    "Polish": "Łukasz Żółć",
    "Vietnamese": "Nguyễn Thị Hằng",
    "Arabic": "محمد الخطيب",
    "Arabic ligatures": "صلاح علاء الأحمد",
    "Arabic words": "لا إله إلا الله",
    "Hindi": "प्रिया शर्मा",
    "Chinese": "王小明",
    "Yoruba": "Adébáyọ̀ Ògúnṣọlá",
}


@pytest.mark.parametrize("script", NAMES)
def test_names_extract_with_poppler(script: str, tmp_path: Path) -> None:
    """Names in all scripts of the demo come out of an independent reader, in text and in a table cell.

    One glyph that draws two letters (لا) is read as both, in the order in which they were written.
    """
    name = NAMES[script]
    path = tmp_path / "names.pdf"
    cells = TableBlock(caption="Names", columns=(Column(title="Name"), Column(title="n")), rows=((name, "1"),))
    path.write_bytes(rendered(Paragraph(text=name), cells).data)

    assert pdftotext(path).count(name) == 2


def test_a_number_in_arabic_is_not_turned_round() -> None:
    """87 is drawn as 87: the 8 stands left of the 7 (other engines drew 78)."""
    data = rendered(Paragraph(text=dict(SCRIPTS)["Arabic"])).data

    with pypdfium2.PdfDocument(data) as pdf:
        page = pdf[0].get_textpage()
        boxes = {page.get_text_range(i, 1): page.get_charbox(i) for i in range(page.count_chars())}
    assert 0 < boxes["7"][0] - boxes["8"][0] < 10
    assert boxes["ت"][0] > boxes["8"][0]


def test_a_character_without_a_picture_is_printed_as_code_and_returned() -> None:
    """Whoever writes the report learns what could not be drawn, wherever it stood."""
    made = rendered(Paragraph(text="sign 𒀀"), Figure(chart=forest(), caption="c 𓀀"))

    assert made.missing_characters == ("𒀀", "𓀀")
    assert "sign ⟨U+12000⟩" in spoken_text(made.data)


def test_an_empty_document_has_one_page() -> None:
    """No block: one page with head and foot, nothing else."""
    made = rendered()

    assert made.n_pages == 1
    assert spoken_text(made.data).split("\n") == ["Head of the page", "Foot of the page", "Page 1 of 1"]


@pytest.mark.parametrize(
    "blocks",
    [
        (Paragraph(text="a"), PageBreak()),
        (PageBreak(), PageBreak(), Paragraph(text="a"), PageBreak(), PageBreak()),
        (Paragraph(text="a"), PageBreak(), BulletList(items=())),
    ],
)
def test_page_breaks_leave_no_empty_page(blocks: tuple[Block, ...]) -> None:
    """A break at the end, at the start, or doubled adds nothing."""
    assert rendered(*blocks).n_pages == 1


def test_the_stamp_stands_on_every_page() -> None:
    """Whatever the page holds, the stamp is printed on it in full, also a long one."""
    stamp = "rehearsal, not evidence: " + "nothing here was measured on a real system " * 5

    for text in page_texts(rendered(*all_kinds(), stamp=stamp).data):
        assert " ".join(text.split()).count(" ".join(stamp.split())) == 1


def test_page_numbers_count_all_pages() -> None:
    """The foot says "Page x of y" with the true y."""
    made = rendered(*all_kinds())

    assert made.n_pages > 4
    for number, text in enumerate(page_texts(made.data), start=1):
        assert f"Page {number} of {made.n_pages}" in text


def test_contents_and_outline_lead_to_the_headings() -> None:
    """Every heading of level 1 or 2 is listed with the page it stands on, as a link, and is a bookmark."""
    blocks = (
        Heading(level=1, text="First"),
        Contents(),
        PageBreak(),
        Heading(level=1, text="Second"),
        Heading(level=2, text="محمد"),
        Heading(level=3, text="Not in the contents"),
        Paragraph(text="x"),
    )

    data = rendered(*blocks).data

    lines = page_texts(data)[0]
    assert "Not in the contents" not in lines
    with pikepdf.open(io.BytesIO(data)) as pdf:
        links = [str(a.Contents) for a in pdf.pages[0].obj.Annots]
        targets = [pdf.pages.index(pikepdf.Page(a.Dest[0])) for a in pdf.pages[0].obj.Annots]
        with pdf.open_outline() as outline:
            tree = [(item.title, [child.title for child in item.children]) for item in outline.root]
    assert links == ["Go to: First, page 1", "Go to: Second, page 2", "Go to: محمد, page 2"]
    assert targets == [0, 1, 1]
    assert tree == [("First", []), ("Contents", []), ("Second", ["محمد"])]


def test_structure_follows_the_blocks() -> None:
    """PDF-07: headings, lists, figures with their words, tables and fields are elements in reading order."""
    data = rendered(*all_kinds(5)).data

    order = [kid for kid in elements(data, "Document")[0]["kids"] if kid not in ("P", "Div")]  # type: ignore[attr-defined]
    assert order[:6] == ["H1", "Table", "Form", "Form", "H1", "TOC"]
    assert [len(found["kids"]) for found in elements(data, "L")] == [3]  # type: ignore[arg-type]
    figures = elements(data, "Figure")
    assert figures[-1]["alt"] == "Of 400 pairs 348 did not move."
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert str(pdf.Root.Lang) == "en-GB"
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        assert str(pdf.docinfo.Title) == "A report"


def test_signature_fields_are_prepared_empty() -> None:
    """Two fields with names for people and machines; the reviewer's closes the file, the auditor's only itself."""
    data = rendered(*all_kinds(5)).data

    with pikepdf.open(io.BytesIO(data)) as pdf:
        auditor, reviewer = pdf.Root.AcroForm.Fields
        assert "/NeedAppearances" not in pdf.Root.AcroForm
        assert (str(auditor.T), str(auditor.TU)) == ("AuditorSignature", "Signature of the lead auditor")
        assert "/V" not in auditor
        assert (auditor.Lock.Action, str(auditor.Lock.Fields[0])) == ("/Include", "AuditorSignature")
        assert (reviewer.Lock.Action, int(reviewer.Lock.P)) == ("/All", 1)
        assert int(auditor.F) == 132


def test_attachments_are_inside_unchanged() -> None:
    """The bytes of an attached file come out as they went in, and the catalog names it as data of the report."""
    extra = Attachment(name="zusätzlich.json", data=bytes(range(256)), mime_type="application/json", description="More")

    data = render(document(Paragraph(text="x")), (EVIDENCE, extra), FONTS).data

    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.attachments["evidence.json"].get_file().read_bytes() == EVIDENCE.data
        assert pdf.attachments["zusätzlich.json"].get_file().read_bytes() == extra.data
        assert [spec.AFRelationship for spec in pdf.Root.AF] == ["/Data", "/Data"]


def test_verbatim_text_is_cut_with_a_sentence() -> None:
    """What is left out of a long answer is counted; a short one is printed whole; an empty one is called empty."""
    long = rendered(Verbatim(text="ab" * 4000, caption="Answer"))
    text = spoken_text(long.data)
    assert text.replace("\n", "").count("ab") == 2000
    assert "Shown: the first 4,000 characters. Left out here: 4,000 more." in text
    assert "Left out" not in spoken_text(rendered(Verbatim(text="ab", caption="Answer")).data)
    assert "(empty text)" in spoken_text(rendered(Verbatim(text="", caption="Answer")).data)


def test_short_quotations_share_pages() -> None:
    """Thirty one-line answers flow over pages; they are not held together as one block."""
    blocks = (Paragraph(text="word " * 700), *(Verbatim(text="3/5", caption=f"Answer {i}") for i in range(30)))

    first, *_ = page_texts(rendered(*blocks).data)

    assert "Answer 0" in first
    assert "Answer 29" not in first


def test_a_notice_says_its_kind_in_words() -> None:
    """A warning can be told from a note without colours."""
    text = spoken_text(rendered(Notice(text="Mind this.", kind="warning"), Notice(text="Know this.")).data)

    assert "Warning\nMind this.\nNote\nKnow this." in text


@pytest.mark.parametrize(
    ("blocks", "words"),
    [
        ((Heading(level=2, text="x"),), "level 2 after level 0"),
        ((Heading(level=1, text="x"), Heading(level=3, text="y")), "level 3 after level 1"),
        ((TableBlock(caption="T", columns=(Column(title="A"),), rows=(("1", "2"),)),), "one text per column"),
        ((SignatureField(name="S", tooltip="", caption=""), SignatureField(name="S", tooltip="", caption="")), "twice"),
    ],
)
def test_faults_of_a_section_are_raised(blocks: tuple[Block, ...], words: str) -> None:
    """A section that skips a heading level, miscounts cells or doubles a field is told so."""
    with pytest.raises(ValueError, match=words):
        rendered(*blocks)


def test_two_attachments_of_one_name_are_refused() -> None:
    """Neither of two files silently replaces the other."""
    with pytest.raises(ValueError, match=r"evidence\.json"):
        render(document(), (EVIDENCE, EVIDENCE), FONTS)
