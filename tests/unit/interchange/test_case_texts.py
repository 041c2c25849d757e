"""Files of every kind become cases, and what is no text is named with its cause and cure."""

from __future__ import annotations

import io
import json
from pathlib import Path

import openpyxl
import pytest

from fairdesk.domain.case_imports import CaseImportOptions, CaseProblem
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange import docx_texts
from fairdesk.interchange.case_parts import CaseFileFacts, ReadCase
from fairdesk.interchange.case_texts import LONGEST_CASE, read_case_file, survey_case_file
from fairdesk.interchange.raw_tables import opened
from tests.unit.interchange.case_documents import docx, filled_form, paragraph, pdf

PLAIN = CaseImportOptions()


def read(
    tmp_path: Path, name: str, content: bytes, options: CaseImportOptions = PLAIN
) -> tuple[CaseFileFacts, list[ReadCase], list[CaseProblem]]:
    """How a file of this content is built, its cases and its problems."""
    path = tmp_path / name
    path.write_bytes(content)
    with opened(path) as file:
        facts = survey_case_file(file, options)
        found = list(read_case_file(file, facts, options))
    cases = [one for one in found if isinstance(one, ReadCase)]
    return facts, cases, [*facts.problems, *(one for one in found if isinstance(one, CaseProblem))]


def refused(tmp_path: Path, name: str, content: bytes, options: CaseImportOptions = PLAIN) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(ImportProblem) as caught:
        read(tmp_path, name, content, options)
    assert caught.value.advice
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "kind", "text"),
    [
        ("a.txt", "Grüße,\r\nAnna\n".encode(), "text", "Grüße,\nAnna"),
        ("a.txt", "Grüße".encode("cp1252"), "text", "Grüße"),
        ("a.md", "\ufeff# Title\n\ntext".encode(), "Markdown", "# Title\n\ntext"),
        ("a.txt", "\ufefftext".encode("utf-16-le"), "text", "text"),
        ("A.TXT", b"page one\fpage two", "text", "page one\n\npage two"),
        ("a.txt", "שלום world مرحبا".encode(), "text", "שלום world مرحبا"),
        ("a.docx", docx(paragraph("First.") + paragraph("Second & third.")), "DOCX", "First.\nSecond & third."),
        ("a.pdf", pdf([["infor-", "mation"], ["page two"]]), "PDF", "infor-\nmation\n\npage two"),
        ("named wrongly.txt", pdf([["text"]]), "PDF", "text"),
        ("form.pdf", filled_form("I like physics"), "PDF", "Motivation:\nI like physics"),
    ],
)
def test_a_document_is_one_case(tmp_path: Path, name: str, content: bytes, kind: str, text: str) -> None:
    """The whole text of a file comes out in order, whatever the encoding, the line ends and the kind of file."""
    facts, cases, problems = read(tmp_path, name, content)
    assert (facts.kind, [case.text for case in cases], problems) == (kind, [text], [])


def test_a_text_is_parted_into_paragraphs_on_request(tmp_path: Path) -> None:
    """Stretches between blank lines become cases with their numbers; the blank lines themselves are none."""
    options = CaseImportOptions(split="paragraph")
    _, cases, _ = read(tmp_path, "a.txt", b"\n\none\nline two\n \n\ntwo\n", options)
    assert [(case.place, case.text) for case in cases] == [("paragraph 1", "one\nline two"), ("paragraph 2", "two")]


def test_a_word_document_is_read_as_it_is_seen(tmp_path: Path) -> None:
    """Insertions, content controls, tables, breaks and footnotes are read; deletions, field codes and twins are not."""
    body = (
        "<w:p><w:r><w:t>My </w:t></w:r><w:ins><w:r><w:t>new </w:t></w:r></w:ins><w:del><w:r><w:delText>old "
        "</w:delText></w:r></w:del><w:sdt><w:sdtContent><w:r><w:t>form</w:t></w:r></w:sdtContent></w:sdt>"
        "<w:r><w:instrText>PAGE</w:instrText><w:tab/><w:t>end</w:t><w:br/><w:t>line</w:t></w:r></w:p>"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc>"
        "</w:tr></w:tbl>"
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>'
        f"{paragraph('box')}</mc:Choice><mc:Fallback>{paragraph('box')}</mc:Fallback></mc:AlternateContent>"
    )
    parts = {"word/footnotes.xml": paragraph("a note"), "word/header1.xml": paragraph("Confidential")}
    _, cases, problems = read(tmp_path, "a.docx", docx(body, parts))
    assert [line.rstrip() for line in cases[0].text.split("\n")] == [
        "My new form\tend",
        "line",
        "a \tb",
        "box",
        "",
        "a note",
    ]
    assert ["headers or footers" in problem.cause for problem in problems] == [True]
    assert not problems[0].is_blocking


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", b"", "the file is empty"),
        ("a.txt", b"one\ntwo\0", "line 2: a zero byte"),
        ("a.txt", b"Gr\xc3\xbc\xc3\x9fe aus K\xc3\xb6ln und Z\xff", "a damaged character in UTF-8"),
        ("a.txt", b"\x81\x8d\x8f" * 9, "neither UTF-8 nor Windows-1252"),
        ("a.pdf", pdf([["secret"]], password="pw"), "encrypted: it opens with a password only"),
        ("a.pdf", pdf([[], [], []], has_picture=True), "there is no text on pages 1-3: the pages are pictures"),
        ("a.pdf", pdf([["text"]])[:500], "damaged or is none"),
        ("a.pdf", b"no pdf at all", "this is no PDF file, or a damaged one"),
        ("a.docx", docx(paragraph("text"))[:300], "the file is damaged"),
        ("a.docx", b"text", "this is no DOCX file"),
        ("a.docx", docx("<w:p>"), "damaged or has a password"),
        ("a.doc", b"\xd0\xcf\x11\xe0" + b"\0" * 600, "an old Word or Excel file, or one with a password"),
        ("a.zip", b"PK\x03\x04" + b"\0" * 50, "the file is damaged"),
        ("a.rtf", b"{\\rtf1 text}", "no text and no document"),
        ("a.exe", b"MZ", "does not end as that of a file that can be read"),
        ("a", b"text", "does not end as that of a file that can be read"),
    ],
)
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    """The sentence names the file, says what is wrong and what helps."""
    said = refused(tmp_path, name, content)
    assert words in said
    assert name in said


def test_a_wrong_encoding_that_was_named_is_told(tmp_path: Path) -> None:
    """A file that is not of the encoding somebody named is refused with the line, and an unknown encoding too."""
    said = refused(tmp_path, "a.txt", "eins\nGrüße".encode("cp1252"), CaseImportOptions(encoding="utf-8"))
    assert "line 2: the text is not UTF-8 here" in said
    assert "'klingon' is unknown" in refused(tmp_path, "a.txt", b"a", CaseImportOptions(encoding="klingon"))


def test_a_word_document_that_explodes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that unpacks beyond its limit is not read on, and a document that defines entities is not read at all."""
    monkeypatch.setattr(docx_texts, "LARGEST_PART", 1 << 20)
    bomb = docx(paragraph("a" * (4 << 20)))
    assert len(bomb) < 20_000
    assert "unpacked it holds more than" in refused(tmp_path, "a.docx", bomb)
    entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    assert "defines entities" in refused(tmp_path, "b.docx", docx(paragraph("text"), beginning=entities))
    outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    body = "<w:p><w:r><w:t>&a;</w:t></w:r></w:p>"
    assert "defines entities" in refused(tmp_path, "c.docx", docx(body, beginning=outside))


def test_deeply_nested_xml_is_read(tmp_path: Path) -> None:
    """A hundred thousand elements inside one another cost no stack."""
    n = 100_000
    body = f"{'<w:a>' * n}{paragraph('deep')}{'</w:a>' * n}"
    assert [case.text for case in read(tmp_path, "a.docx", docx(body))[1]] == ["deep"]


def test_pages_that_are_pictures_are_named(tmp_path: Path) -> None:
    """Of a file whose pages are partly scanned, the text is taken and the pages without any are named."""
    _, cases, problems = read(tmp_path, "a.pdf", pdf([["text"], [], [], ["more"], []], has_picture=True))
    assert [case.text for case in cases] == ["text\n\nmore"]
    assert [problem.cause for problem in problems] == ["pages 2-3, 5 of 5 hold pictures and no text"]


def test_a_pdf_of_300_pages_is_one_case(tmp_path: Path) -> None:
    """All pages are read, in order."""
    _, cases, _ = read(tmp_path, "a.pdf", pdf([[f"page {n}", "words " * 12] for n in range(300)]))
    assert len(cases) == 1
    assert [line for line in cases[0].text.split("\n") if line.startswith("page")] == [f"page {n}" for n in range(300)]


TABLE = 'case_id,Essay,grade\n7,first text,1\n8,"second,\n""text""",2\n9,,3\n'


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_gives_a_case_per_row(tmp_path: Path, separator: str) -> None:
    """Text and id columns are known by their names; a row without a text is a problem with its line."""
    name = "a.tsv" if separator == "\t" else "a.csv"
    table = TABLE.replace("second,", "second").replace(",", separator)
    facts, cases, problems = read(tmp_path, name, table.encode())
    assert (facts.text_column, facts.id_column, facts.columns) == ("Essay", "case_id", ("case_id", "Essay", "grade"))
    assert [(case.given_id, case.place, case.text) for case in cases] == [
        ("7", "line 2", "first text"),
        ("8", "line 3", 'second\n"text"'),
    ]
    assert [(problem.place, problem.cause) for problem in problems] == [("line 5", "the column 'Essay' is empty")]


def test_a_workbook_and_json_lines_give_a_case_per_row(tmp_path: Path) -> None:
    """The same rows come out of an XLSX file, of the named sheet, and of JSON lines with nested keys."""
    book = openpyxl.Workbook()
    book.active.append(["nothing", "here"])
    sheet = book.create_sheet("Cases")
    for row in (["id", "text"], [1, "one"], [2, "two"]):
        sheet.append(row)
    target = io.BytesIO()
    book.save(target)
    _, cases, _ = read(tmp_path, "a.xlsx", target.getvalue(), CaseImportOptions(sheet="Cases"))
    assert [(case.given_id, case.text) for case in cases] == [("1", "one"), ("2", "two")]

    lines = "\n".join(json.dumps({"id": n, "input": {"essay": f"text {n}"}}) for n in (1, 2)) + "\n[1]\n"
    options = CaseImportOptions(text_column="input.essay")
    _, cases, problems = read(tmp_path, "a.jsonl", lines.encode(), options)
    assert [(case.given_id, case.text) for case in cases] == [("1", "text 1"), ("2", "text 2")]
    assert [(problem.place, problem.cause) for problem in problems] == [("line 3", "not a JSON object")]


def test_a_table_of_one_column_is_read(tmp_path: Path) -> None:
    """A list of texts under one heading needs no separator."""
    _, cases, _ = read(tmp_path, "a.csv", b'text\nfirst\n"second, with a comma"\n')
    assert [case.text for case in cases] == ["first", "second, with a comma"]


def test_a_workbook_of_one_column_is_read(tmp_path: Path) -> None:
    """One column of texts is a table; a heading that says nothing must be named, so that no text is taken for it."""
    sheet = sheet_of(["text", "first", None, "second"])
    _, cases, _ = read(tmp_path, "a.xlsx", sheet)
    assert [(case.text, case.place) for case in cases] == [("first", "line 2"), ("second", "line 4")]
    for name, content in (("b.xlsx", sheet_of(["Fälle", "first"])), ("b.csv", "Fälle\nfirst\n".encode())):
        said = refused(tmp_path, name, content)
        assert "its first line 'Fälle' is not known as a heading" in said
        assert "--text-column" in said
        _, cases, _ = read(tmp_path, name, content, CaseImportOptions(text_column="Fälle"))
        assert [case.text for case in cases] == ["first"]


def sheet_of(cells: list[str | None]) -> bytes:
    """A workbook with one column."""
    book = openpyxl.Workbook()
    assert book.active is not None
    for cell in cells:
        book.active.append([cell])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_column_that_is_missing_names_the_columns(tmp_path: Path) -> None:
    """A chosen column that is not there is refused, and one that nobody chose is asked for; both name the columns."""
    said = refused(tmp_path, "a.csv", TABLE.encode(), CaseImportOptions(text_column="body"))
    assert "it has no column 'body'" in said
    assert "'case_id', 'Essay', 'grade'" in said
    facts, cases, problems = read(tmp_path, "b.csv", b"x,y\n1,2\n")
    assert (facts.text_column, cases) == ("", [])
    assert "its columns are: 'x', 'y'" in problems[0].sentence
    assert problems[0].is_blocking


def test_a_row_of_two_million_characters_is_taken_and_told(tmp_path: Path) -> None:
    """A very long text is a case with a word about its length; one beyond the limit, or with a zero byte, is none."""
    long = "word " * 400_000
    table = f"id,text\n1,{long}\n2,short\n"
    _, cases, problems = read(tmp_path, "a.csv", table.encode())
    assert [len(case.text) for case in cases] == [len(long), 5]
    assert [(problem.place, problem.is_blocking) for problem in problems] == [("line 2", False)]

    lines = [json.dumps({"text": text}) for text in ("a" * 100, "zero \0", "b")]
    _, cases, problems = read(tmp_path, "a.jsonl", "\n".join(lines).encode())
    assert [problem.cause for problem in problems] == ["a zero byte stands in the text"]
    _, cases, problems = read(tmp_path, "a.txt", b"a" * (LONGEST_CASE + 1))
    assert cases == []
    assert "longer than 5,000,000 characters" in problems[0].cause
