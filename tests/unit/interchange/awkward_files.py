"""Files of records as spreadsheets and programs really write them, made here byte by byte."""

from __future__ import annotations

import datetime as dt
import io
import json
import zipfile

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq

HEAD = "item,variant,value\n"
FOUR_ROWS = HEAD + "001,original,4\n001,female,3\n002,original,5\n002,female,5\n"

MARKED_UTF8 = b"\xef\xbb\xbf" + FOUR_ROWS.encode()
UTF16_LITTLE = b"\xff\xfe" + FOUR_ROWS.replace(",", "\t").encode("utf-16-le")
UTF16_BIG = b"\xfe\xff" + FOUR_ROWS.encode("utf-16-be")
UTF16_UNMARKED = FOUR_ROWS.encode("utf-16-le")

GERMAN = "Fall-ID;Variante;Wert;Herkunft\n007;Original;3,5;Köln\n007;weiblich;4,25;Zürich\n".encode("cp1252")
"""Windows-1252, semicolons, decimal commas, leading zeros."""

TOLD_SEPARATOR = b"sep=|\r\nitem|variant|value\r\na|original|1\r\na|female|2\r\n"

REAL_WORDS = (
    b"item,variant,value,country,surname\n"
    b"NA,original,4,NA,Null\nNA,female,3,NA,None\nnan,original,2,nan,nan\nnan,female,2,null,NA\n"
)
"""CSV-05: words that other tools take for nothing, as ids and levels."""

QUOTED_LINES = b'item,variant,answer\r\na,original,"I would give\r\n\r\n4 stars; ""good"""\r\na,female,3\r\n'

MERGED_WITH_NOTES = (
    b"Results of the assistant,,,\n,,,\nApplication,Rating,,\n,original,female,older\n"
    b"a,3,4,1\n,,,\nb,3,4,2\n,,,\nNote: exported on 3 April,,,\nSource: vendor,,,\n"
)

MIXED = (
    b"item,variant,value\na,original,4\na,female,refused\nb,original,four\nb,female,NA\nc,original,inf\n"
    b"c,female,Not_Attempted\nd,original,\nd,female,1e3\ne,original,2026-04-03\ne,female,3/4\n"
)

STARS = "item,variant,rating\na,original,4 stars\na,female,****\nb,original,★★★★☆\nb,female,★★☆☆☆\n".encode()
PERCENT = b"item,variant,value\na,original,80 %\na,female,70%\n"
TWO_READINGS = b"item;variant;value\na;original;1.286\na;female;2.001\n"
COMMA_READINGS = b"item;variant;value\na;original;0,435\na;female;0,500\n"
DATES = b"item,variant,value,birth_date,age\na,original,4,01/02/1990,03/04/2026\na,female,3,01/02/1990,05/06/2026\n"
DUPLICATED = b"item,variant,value\na,original,4\na,female,3\na,original,4\nb,original,2\nb,female,2\nb,female,1\n"
TWICE_HEADED = b"item,variant,value,value,\na,original,4,9,x\na,female,3,8,y\n"
RAGGED = b"item,variant,value\na,original,4\na,female\nb,original,5,6\n,female,3\nb,female,2\n"
HEADINGS_ONLY = b"item,variant,value\n"


def workbook() -> bytes:
    """Two sheets; the second has merged headings, typed cells, formulas without stored values and a note."""
    book = openpyxl.Workbook()
    book.active.title = "About"
    book.active["A1"] = "Supplied by the vendor"
    sheet = book.create_sheet("Ratings")
    sheet.append(["Application", "Rating", None, None, "Signed"])
    sheet.append([None, "original", "female", "older", None])
    sheet.merge_cells("B1:D1")
    sheet.append(["001", 4, 3.5, 2, dt.datetime(2026, 4, 3)])
    sheet.append([2, 5, "refused", "=B4-1", dt.datetime(2026, 4, 3, 12, 30)])
    sheet.append([None, None, None, None, None])
    sheet.append([3, True, 0.8, "#DIV/0!", None])
    sheet["A4"].number_format = "000"
    sheet["C6"].number_format = "0%"
    sheet.append(["Note: as of April", None, None, None, None])
    return _saved(book)


def two_tables() -> bytes:
    """A workbook with a table on each of two sheets."""
    book = openpyxl.Workbook()
    book.active.title = "Spring"
    for sheet in (book.active, book.create_sheet("Autumn")):
        for row in (["item", "variant", "value"], ["a", "original", 1], ["a", "female", 2]):
            sheet.append(row)
    return _saved(book)


def damaged_workbook() -> bytes:
    """A workbook cut off in the middle of its sheet."""
    whole = two_tables()
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as source, zipfile.ZipFile(buffer, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, content[: len(content) // 2] if "sheet1" in name else content)
    return buffer.getvalue()


def json_lines() -> bytes:
    """Nested attributes, a bare NaN, null, a text beside numbers, a broken line and a key given twice."""
    rows = [
        json.dumps({"item": "a", "variant": "original", "value": 4, "attributes": {"sex": "m"}}),
        "",
        '{"item": "a", "variant": "female", "value": NaN, "attributes": {"sex": "f"}}',
        json.dumps({"item": "b", "variant": "original", "value": "refused", "attributes": {"sex": "m"}}),
        json.dumps({"item": "b", "variant": "female", "value": None, "attributes": {"sex": "f"}}),
        '{"item": "c", "variant": "original", "value"',
        '{"item": "c", "item": "d", "variant": "original", "value": 1}',
        json.dumps({"item": 12345678901234567890, "variant": "original", "value": 1.286, "attributes": {"sex": "m"}}),
    ]
    return "\n".join(rows).encode()


def parquet() -> bytes:
    """Typed columns: words in a dictionary, whole numbers, floats with NaN and null, dates."""
    table = pa.table(
        {
            "item": pa.array([1, 1, 2, 2], pa.int32()),
            "variant": pa.array(["original", "female"] * 2).dictionary_encode(),
            "value": pa.array([4.0, 1.286, float("nan"), None]),
            "country": pa.array(["NA", None, "None", "DE"]),
            "seen": pa.array([dt.date(2026, 4, 3)] * 4),
        }
    )
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    return buffer.getvalue()


def _saved(book: openpyxl.Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
