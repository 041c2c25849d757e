"""Awkward files of records: read as they are meant, asked about, or refused with the place and the cure."""

from __future__ import annotations

import io
import math
from pathlib import Path

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import ColumnUse, LayoutChoices, Preview, RecordLayout
from fairdesk.interchange.record_batches import RecordBatch
from fairdesk.interchange.record_files import demand_answers, guess_layout, read_records
from tests.unit.interchange import awkward_files as files

Row = tuple[str, str, float | None, str]
"""Item, variant, value and status."""


def rows_of(batches: list[RecordBatch]) -> list[Row]:
    return [
        (item, variant, None if math.isnan(value) else value, status)
        for batch in batches
        for item, variant, value, status in zip(
            batch.item, batch.variant, batch.value.tolist(), batch.status, strict=True
        )
    ]


def read(content: bytes, **choices: object) -> tuple[RecordLayout, Preview, list[RecordBatch]]:
    """Layout, preview and batches of a file whose questions are all answered."""
    layout, preview = guess_layout(io.BytesIO(content), LayoutChoices(**choices))  # type: ignore[arg-type]
    demand_answers(preview, "records")
    return layout, preview, list(read_records(io.BytesIO(content), layout))


FOUR: list[Row] = [
    ("001", "original", 4.0, "answered"),
    ("001", "female", 3.0, "answered"),
    ("002", "original", 5.0, "answered"),
    ("002", "female", 5.0, "answered"),
]


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (files.FOUR_ROWS.encode(), "utf-8"),
        (files.MARKED_UTF8, "utf-8-sig"),
        (files.UTF16_LITTLE, "utf-16-le"),
        (files.UTF16_BIG, "utf-16-be"),
        (files.UTF16_UNMARKED, "utf-16-le"),
        (files.FOUR_ROWS.replace("\n", "\r\n").encode(), "utf-8"),
        (files.FOUR_ROWS.replace("\n", "\r").encode(), "utf-8"),
        (files.FOUR_ROWS.rstrip().encode(), "utf-8"),
    ],
    ids=["plain", "CSV-01 mark", "CSV-03 UTF-16", "UTF-16 big-endian", "unmarked UTF-16", "CRLF", "CR", "no last end"],
)
def test_encodings_marks_and_line_ends_do_not_change_what_is_read(content: bytes, encoding: str) -> None:
    """CSV-01, CSV-03: the first heading has no mark, UTF-16 is recognised, leading zeros stay."""
    layout, preview, batches = read(content)

    assert layout.reading.encoding == encoding
    assert [column.column for column in layout.columns] == ["item", "variant", "value"]
    assert rows_of(batches) == FOUR
    assert [int(line) for batch in batches for line in batch.line] == [2, 3, 4, 5]
    assert preview.is_whole
    assert preview.n_rows_seen == 4


def test_a_german_spreadsheet_is_read_with_its_commas_and_umlauts() -> None:
    """Semicolons, decimal commas, German headings and Windows-1252 are recognised and said."""
    layout, preview, batches = read(files.GERMAN)

    assert (layout.reading.separator, layout.reading.decimal, layout.reading.encoding) == (";", ",", "cp1252")
    assert "Windows-1252" in layout.reading.notes[0]
    assert layout.reference == "Original"
    assert rows_of(batches) == [("007", "Original", 3.5, "answered"), ("007", "weiblich", 4.25, "answered")]
    assert batches[0].attributes["Herkunft"].tolist() == ["Köln", "Zürich"]
    assert (preview.columns[2].least, preview.columns[2].greatest) == ("3,5", "4,25")


def test_a_line_that_names_the_separator_is_no_record() -> None:
    """The line sep=| of spreadsheet programs is obeyed and dropped."""
    layout, preview, batches = read(files.TOLD_SEPARATOR)

    assert layout.reading.separator == "|"
    assert preview.dropped[0].lines == (1,)
    assert [row[2] for row in rows_of(batches)] == [1.0, 2.0]


def test_words_that_mean_missing_elsewhere_are_kept_as_words() -> None:
    """CSV-05: NA (Namibia), Null, None and nan are ids and levels, not nothing."""
    _, _, batches = read(files.REAL_WORDS, columns=("surname=attribute.surname",))

    assert batches[0].item.tolist() == ["NA", "NA", "nan", "nan"]
    assert batches[0].attributes["country"].tolist() == ["NA", "NA", "nan", "null"]
    assert batches[0].attributes["surname"].tolist() == ["Null", "None", "nan", "NA"]


def test_quoted_line_breaks_belong_to_the_answer() -> None:
    """A text of several lines arrives whole; the next row has the line that an editor shows."""
    layout, _, batches = read(files.QUOTED_LINES, scale=(1.0, 5.0))

    assert layout.extractor == "rating/1"
    assert batches[0].text.tolist() == ['I would give\r\n\r\n4 stars; "good"', "3"]
    assert batches[0].status.tolist() == ["", ""]
    assert batches[0].line.tolist() == [2, 5]


def test_merged_headings_titles_blank_lines_and_notes_are_told_from_records() -> None:
    """The lower headings name the variants; titles and notes are dropped and said so."""
    layout, preview, batches = read(files.MERGED_WITH_NOTES)

    assert [(column.column, column.use, column.name) for column in layout.columns] == [
        ("Application", ColumnUse.ITEM, ""),
        ("original", ColumnUse.BASE, "original"),
        ("female", ColumnUse.ARM, "female"),
        ("older", ColumnUse.ARM, "older"),
    ]
    assert {dropped.reason: dropped.lines for dropped in preview.dropped} == {
        "above the headings": (1,),
        "notes below the records": (9, 10),
        "blank": (6, 8),
    }
    assert [row[:3] for row in rows_of(batches)] == [
        ("a", "original", 3.0),
        ("a", "female", 4.0),
        ("a", "older", 1.0),
        ("b", "original", 3.0),
        ("b", "female", 4.0),
        ("b", "older", 2.0),
    ]
    assert not batches[0].problems


def test_mixed_cells_end_in_a_value_or_a_reason() -> None:
    """Statuses are recognised when they are the whole cell; words, dates and infinities are no numbers."""
    _, _, batches = read(files.MIXED)

    batch = batches[0]
    assert batch.status.tolist() == [
        *("answered", "refused", "unreadable", "unreadable", "unreadable"),
        *("not_attempted", "unreadable", "answered", "unreadable", "unreadable"),
    ]
    assert batch.value[7] == 1000
    assert batch.reason.tolist() == [
        "",
        "recorded as 'refused'",
        "not a number: 'four'",
        "no number, but the word 'NA'",
        "not a finite number: 'inf'",
        "recorded as 'Not_Attempted'",
        "the cell is empty",
        "",
        "a date, not a number: '2026-04-03'",
        "a date or a fraction, not a number: '3/4'",
    ]


@pytest.mark.parametrize(
    ("content", "field", "column", "option", "answers"),
    [
        (files.TWO_READINGS, "decimal", "value", "--decimal", (".", ",")),
        (files.COMMA_READINGS, "decimal", "value", "--decimal", (".", ",")),
        (files.PERCENT, "percent", "value", "--percent", ("number", "share")),
        (files.DATES, "dates", "age", "--dates", ("day first", "month first")),
        (files.STARS, "scale", "rating", "--scale LO HI", ()),
        (files.two_tables(), "sheet", "", "--sheet", ("Spring", "Autumn")),
        (b"item,variant,value\na,x,1\na,y,2\n", "reference", "variant", "--reference", ("x", "y")),
        (b"item,label,value\na,x,1\na,y,2\n", "columns", "", "--map COLUMN=variant", ()),
    ],
    ids=["1.286", "0,435", "percent", "03/04", "stars", "two sheets", "no reference", "no variant"],
)
def test_what_has_two_readings_is_asked_and_not_read(
    content: bytes, field: str, column: str, option: str, answers: tuple[str, ...]
) -> None:
    """The preview holds the question with its examples; unanswered, the problem names the option that answers."""
    _, preview = guess_layout(io.BytesIO(content))

    question = preview.questions[0]
    assert (question.field, question.column, question.option) == (field, column, option)
    assert tuple(reading.answer for reading in question.readings) == answers
    with pytest.raises(ImportProblem) as caught:
        demand_answers(preview, "records.csv")
    assert "records.csv" in caught.value.message
    assert option in caught.value.advice


def test_answers_settle_each_question() -> None:
    """The same cells give the numbers, levels and rows that the answer means."""
    assert [row[2] for row in rows_of(read(files.TWO_READINGS, decimal=".")[2])] == [1.286, 2.001]
    assert [row[2] for row in rows_of(read(files.TWO_READINGS, decimal=",")[2])] == [1286.0, 2001.0]
    assert [row[2] for row in rows_of(read(files.COMMA_READINGS, decimal=",")[2])] == [0.435, 0.5]
    assert [row[2] for row in rows_of(read(files.PERCENT, percent="number")[2])] == [80.0, 70.0]
    assert [row[2] for row in rows_of(read(files.PERCENT, percent="share")[2])] == [0.8, 0.7]
    dates = read(files.DATES, dates="day first")[2][0].attributes["age"]
    assert dates.tolist() == ["2026-04-03", "2026-06-05"]
    assert len(rows_of(read(files.two_tables(), sheet="Autumn")[2])) == 2


def test_a_number_in_the_other_sign_is_a_problem_of_its_row() -> None:
    """Where all numbers have points, one with a comma is shown with its line instead of read by guess."""
    _, preview, batches = read(b"item;variant;value\na;original;1.5\na;female;2.5\nb;original;3,5\n")

    assert [(problem.line, problem.column, problem.value) for problem in preview.problems] == [(4, "value", "3,5")]
    assert len(batches[0]) == 2
    assert batches[0].problems == preview.problems


def test_bad_rows_are_listed_and_the_good_ones_arrive() -> None:
    """Too few cells, too many, and no item: each names line, cause and cure; the caller decides."""
    _, preview, batches = read(files.RAGGED)

    assert [(problem.line, problem.cause) for problem in batches[0].problems] == [
        (3, "2 cells where the headings have 3"),
        (4, "4 cells where the headings have 3"),
        (5, "no item"),
    ]
    assert all(problem.cure for problem in batches[0].problems)
    assert [row[:2] for row in rows_of(batches)] == [("a", "original"), ("b", "female")]
    assert preview.problems == batches[0].problems


def test_headings_that_stand_twice_or_not_at_all_are_told_apart() -> None:
    """The first of two equal headings is used, and the other one can be named."""
    layout, _, batches = read(files.TWICE_HEADED)
    other = read(files.TWICE_HEADED, columns=("value (2)=value",))[2]

    assert [column.column for column in layout.columns] == ["item", "variant", "value", "value (2)", "column 5"]
    assert batches[0].value.tolist() == [4, 3]
    assert other[0].value.tolist() == [9, 8]


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"", "the file is empty"),
        (b"\n \n\n", "the file holds nothing but blank lines"),
        (files.HEADINGS_ONLY, "there are headings, but no records"),
        (b"one column\nand no more\n", "line 1: no separator divides the lines into columns"),
        (b"a,1,2\nb,3,4\n", "line 1: there are no headings; the first line with several cells looks like a record"),
        (files.HEAD.encode() + b"a,b,\x00\n", "line 2: a zero byte stands in the text"),
        (b"\xd0\xcf\x11\xe0" + b"x" * 100, "an old or an encrypted workbook"),
        (b"PK\x03\x04 no archive", "the workbook is damaged or is none"),
        (files.damaged_workbook(), "the workbook is damaged or is none"),
        (b"PAR1 no table", "the Parquet file is damaged or is none"),
        (b"[1, 2]\n", "line 1: not a JSON object"),
        (b'{"item": \n', "line 1: not valid JSON"),
        (b'{"item": "' + b"x" * 10_000_000, "line 1: the line is longer than"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_a_file_that_is_no_table_of_records_is_refused(content: bytes, cause: str) -> None:
    """Nothing is imported; the problem says what was found and what to do."""
    with pytest.raises(ImportProblem) as caught:
        guess_layout(io.BytesIO(content))

    assert cause in caught.value.message
    assert caught.value.advice


def test_a_folder_and_a_missing_file_are_refused_by_name(tmp_path: Path) -> None:
    """A path that is no file is named, without its folders."""
    with pytest.raises(ImportProblem, match="is a folder"):
        guess_layout(tmp_path)
    with pytest.raises(ImportProblem, match=r"^gone\.csv cannot be read"):
        guess_layout(tmp_path / "gone.csv")


def test_a_path_is_read_like_a_stream_and_progress_ends_at_its_size(tmp_path: Path) -> None:
    """The bytes that are told reach the size of the file."""
    path = tmp_path / "records.csv"
    path.write_bytes(files.FOUR_ROWS.encode())
    layout, _ = guess_layout(path)
    told: list[tuple[int, int]] = []

    batches = list(read_records(path, layout, lambda done, total: told.append((done, total))))

    assert rows_of(batches) == FOUR
    assert told[-1] == (path.stat().st_size, path.stat().st_size)


def test_a_layout_of_another_file_is_refused() -> None:
    """Columns that moved would be read for one another."""
    layout, _ = guess_layout(io.BytesIO(files.FOUR_ROWS.encode()))

    with pytest.raises(ImportProblem, match="not those that the layout names"):
        list(read_records(io.BytesIO(b"variant,item,value\nx,a,1\n"), layout))


def test_a_reference_that_the_file_does_not_hold_is_refused_with_its_labels() -> None:
    """Capitals do not count; a label that is nowhere lists those that there are."""
    content = b"item,variant,value\na,Plain,1\na,female,2\n"

    assert read(content, reference="plain")[0].reference == "Plain"
    with pytest.raises(ImportProblem) as caught:
        guess_layout(io.BytesIO(content), LayoutChoices(reference="original"))
    assert caught.value.advice == "The column 'variant' holds: Plain, female (--reference LABEL)."


def test_one_named_column_opens_the_wide_form() -> None:
    """Where no heading says which column is the original, naming it makes the others its variants."""
    content = b"file,first,second,third\na,1,2,3\nb,2,3,4\n"

    for choices in ({"columns": ("first=base",)}, {"reference": "first"}):
        layout, _, batches = read(content, **choices)
        assert layout.reference == "first"
        assert batches[0].variant.tolist() == ["first", "second", "third"] * 2


def test_the_extractor_that_is_chosen_decides_whether_cells_are_numbers_or_texts() -> None:
    """The same column is read as numbers, or left as texts for the extractor, without another choice."""
    content = b"item,variant,rating\na,original,4\na,female,5\n"

    assert read(content)[2][0].status.tolist() == ["answered", "answered"]
    batch = read(content, extractor="rating/1", scale=(1.0, 5.0))[2][0]
    assert batch.status.tolist() == ["", ""]
    assert batch.text.tolist() == ["4", "5"]
    assert read(files.STARS, extractor="recorded/1")[2][0].status.tolist() == ["unreadable"] * 4


def test_spaces_around_names_are_left_out_and_said() -> None:
    """An id with a space behind it is the same id; texts keep their spaces."""
    layout, _, batches = read(b"item,variant,value,answer\na ,original,4, x \na, female,3,y\n")

    assert batches[0].item.tolist() == ["a", "a"]
    assert batches[0].variant.tolist() == ["original", "female"]
    assert batches[0].text.tolist() == [" x ", "y"]
    assert layout.reading.notes == ("Spaces around the cells of item, variant are left out.",)


def test_one_damaged_character_does_not_turn_the_file_into_another_encoding() -> None:
    """A broken byte among right UTF-8 is refused at its line: as Windows-1252 every umlaut would be wrong."""
    content = files.HEAD.encode() + "Zoë,original,4\nJürgen,original,3\n".encode() + b"\xff,original,2\n"

    with pytest.raises(ImportProblem, match="line 4: a damaged character in UTF-8 text"):
        guess_layout(io.BytesIO(content))


def test_headings_begin_where_the_user_says() -> None:
    """Two titles with several cells above the headings: the line is named, and the same layout reads the file again."""
    content = b"Pilot,spring,2027\nn,12,\nitem,variant,score\na,original,3\na,female,4\n"
    layout, preview, batches = read(content, header_line=3)
    assert (layout.reading.header_line, layout.reading.dropped_lines) == (3, (1, 2))
    assert preview.n_rows_seen == 2
    assert rows_of(batches) == [("a", "original", 3.0, "answered"), ("a", "female", 4.0, "answered")]
    with pytest.raises(ImportProblem, match="no headings begin in line 40"):
        guess_layout(io.BytesIO(content), LayoutChoices(header_line=40))


def test_merged_headings_stay_joined_below_a_named_line() -> None:
    """Headings in two lines with a blank one between them, below a title: named by their first line."""
    content = b"Pilot,spring,2027\nid,ratings,\n\n,original,female\na,3,4\n"
    layout, _, batches = read(content, header_line=2)
    assert (layout.reading.header_line, layout.reading.header_lines) == (4, 2)
    assert rows_of(batches) == [("a", "original", 3.0, "answered"), ("a", "female", 4.0, "answered")]


@pytest.mark.parametrize("beginning", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0\0\x10JFIF", b"{\\rtf1\\ansi"])
def test_pictures_and_text_documents_are_named_for_what_they_are(beginning: bytes) -> None:
    """No question for an encoding that could not help."""
    with pytest.raises(ImportProblem, match=r"this is a (picture|text document)") as raised:
        guess_layout(io.BytesIO(beginning + bytes(range(256))))
    assert "--" not in raised.value.advice
