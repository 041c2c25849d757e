"""Whatever records are written as a text file, in any dialect, are read back as they were."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.records import LayoutChoices
from fairdesk.interchange.record_files import guess_layout, read_records

_CHARACTERS = st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\r\t\x7f")
_LATIN = st.sampled_from("abcÄßé€0 1,;|\t\"'=+-\n\r")
WORDS = (
    "NA",
    "None",
    "nan",
    "Null",
    "007",
    "1e5",
    "3,5",
    "1.286",
    "=1+1",
    "'x'",
    '"',
    "a;b",
    "x|y",
    "#",
    "refused",
    "TRUE",
)


def words(letters: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Ids and labels: not empty, without space around them."""
    free = st.text(letters, min_size=1, max_size=8).map(str.strip).filter(bool)
    return st.one_of(st.sampled_from(WORDS), free)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One way to write a table as text."""

    separator: str
    line_end: str
    encoding: str
    decimal: str
    quote_all: bool


dialects = st.builds(
    Dialect,
    separator=st.sampled_from([",", ";", "\t", "|"]),
    line_end=st.sampled_from(["\n", "\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
    decimal=st.sampled_from([".", ","]),
    quote_all=st.booleans(),
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Dialect, list[tuple[str, str, float, str]]]:
    """A dialect and rows (item, variant, value, text) that its encoding can hold."""
    dialect = draw(dialects)
    letters = _LATIN if dialect.encoding == "cp1252" else _CHARACTERS
    row = st.tuples(
        words(letters), words(letters), st.floats(allow_nan=False, allow_infinity=False), st.text(letters, max_size=12)
    )
    return dialect, draw(st.lists(row, min_size=1, max_size=8))


def written(dialect: Dialect, rows: list[tuple[str, str, float, str]]) -> bytes:
    buffer = io.StringIO(newline="")
    writer = csv.writer(
        buffer,
        delimiter=dialect.separator,
        lineterminator=dialect.line_end,
        # The csv module of Python 3.11 leaves a lone carriage return unquoted, which ends a row for every reader.
        quoting=csv.QUOTE_ALL if dialect.quote_all or "\r" in str(rows).replace("\\r", "\r") else csv.QUOTE_MINIMAL,
    )
    writer.writerow(("item", "variant", "value", "answer"))
    for item, variant, value, text in rows:
        writer.writerow((item, variant, repr(value).replace(".", dialect.decimal), text))
    return buffer.getvalue().encode(dialect.encoding)


@settings(max_examples=120, deadline=None)
@given(table=tables())
def test_records_written_in_any_dialect_are_read_back_equal(
    table: tuple[Dialect, list[tuple[str, str, float, str]]],
) -> None:
    """Ids, labels, numbers to the last bit and texts with line breaks survive every dialect and encoding."""
    dialect, rows = table
    content = written(dialect, rows)
    encoding = "cp1252" if dialect.encoding == "cp1252" else ""

    choices = LayoutChoices(decimal=dialect.decimal, encoding=encoding, reference=rows[0][1])
    layout, preview = guess_layout(io.BytesIO(content), choices)
    batches = list(read_records(io.BytesIO(content), layout))

    assert not preview.questions
    assert not [problem for batch in batches for problem in batch.problems]
    found = [
        row
        for batch in batches
        for row in zip(
            batch.item.tolist(), batch.variant.tolist(), batch.value.tolist(), batch.text.tolist(), strict=True
        )
    ]
    assert found == rows
    signs = [(math.copysign(1, ours[2]), math.copysign(1, theirs[2])) for ours, theirs in zip(found, rows, strict=True)]
    assert all(ours == theirs for ours, theirs in signs)
