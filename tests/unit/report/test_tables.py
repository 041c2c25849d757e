"""Tables: complete, of any length and width, tagged once."""

from __future__ import annotations

import subprocess
import sys

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.report.blocks import Column, Facts, Paragraph, TableBlock
from fairdesk.report.columns import table_parts
from fairdesk.report.flow import Composer
from fairdesk.report.fonts import load_fonts
from fairdesk.report.tagging import Element
from fairdesk.report.text import Typesetter
from tests.pdf_tools.reading import elements, spoken_text
from tests.unit.report.documents import FONTS, rendered


def table(rows: tuple[tuple[str, ...], ...], n_columns: int = 2, *, has_row_headers: bool = False) -> TableBlock:
    columns = tuple(Column(title=f"Column {number}") for number in range(n_columns))
    return TableBlock(caption="Test", columns=columns, rows=rows, has_row_headers=has_row_headers)


def test_a_long_table_is_one_table_with_all_rows() -> None:
    """300 rows on many pages are one Table element with 301 rows and a caption; repeated heads are not read out."""
    made = rendered(table(tuple((f"row {i}", "NOT TESTED") for i in range(300))))

    (found,) = elements(made.data, "Table")
    assert made.n_pages > 5
    assert found["kids"] == ["Caption"] + ["TR"] * 301
    assert len(elements(made.data, "TH")) == 2
    text = spoken_text(made.data)
    assert text.count("NOT TESTED") == 300
    assert all(f"row {i}\n" in text for i in range(300))
    assert text.count("Column 0") == made.n_pages  # for the eye the head is on every page


def test_a_table_without_rows_says_so() -> None:
    """An empty result set is printed as such, with its columns."""
    data = rendered(table(())).data

    assert "Column 0\nColumn 1\nNo rows" in spoken_text(data)
    assert elements(data, "TR")[1]["kids"] == ["TD", "TD"]


def test_a_small_table_stays_on_one_page() -> None:
    """Six rows that do not fit below a text move to the next page together with their caption."""
    small = table(tuple((f"row {i}", "x") for i in range(6)))

    for n_words in (740, 780, 820, 860):
        made = rendered(Paragraph(text="word " * n_words), small)
        with pypdfium2.PdfDocument(made.data) as pdf:
            texts = [page.get_textpage().get_text_range() for page in pdf]
        (holder,) = (text for text in texts if "row 0" in text)
        assert "Table 1. Test" in holder
        assert "row 5" in holder


def test_a_cell_taller_than_a_page_is_continued() -> None:
    """3,000 words in one cell are printed on as many pages as they need, none is lost."""
    words = [f"word{i}" for i in range(3000)]

    made = rendered(table((("x", " ".join(words)), ("after", "y"))))

    spoken = spoken_text(made.data).split()
    assert [word for word in spoken if word.startswith("word")] == words
    assert spoken.index("after") > spoken.index("word2999")
    assert len(elements(made.data, "TR")) == 3
    assert made.n_pages > 5


def test_a_wide_table_is_cut_into_parts_with_its_first_column() -> None:
    """24 columns do not fit: they are printed in parts of like size, and each part names the rows again."""
    row = tuple(f"v{number}" for number in range(24))

    data = rendered(table((row, row), 24, has_row_headers=True)).data

    text = spoken_text(data)
    lines = text.split("\n")
    tables = elements(data, "Table")
    assert len(tables) > 1
    assert lines.count("v0") == 2 * len(tables)
    assert all(lines.count(f"v{number}") == 2 for number in range(1, 24))
    assert f"(part 1 of {len(tables)}, columns 2 to " in text


def test_ordinary_words_are_not_broken_in_narrow_columns() -> None:
    """Eight columns of numbers and words stay readable: each value is on one line."""
    row = ("0.0000585", "inconclusive", "[-0.300, -0.170]", "348/400", "not measured", "−0.235", "0.870", "target met")

    text = spoken_text(rendered(table((row,), 8)).data)

    assert all(word in text for value in row for word in value.split())


def test_facts_are_a_table_of_row_headers() -> None:
    """Labels name their values for a screen reader."""
    data = rendered(Facts(rows=(("Client", "Łódź"), ("Object", "x " * 300))), Paragraph(text="end")).data

    assert [found["kids"] for found in elements(data, "TR")] == [["TH", "TD"], ["TH", "TD"]]
    assert "Client\nŁódź" in spoken_text(data)


MEASURE = """
import re, sys, time
from pathlib import Path
from tests.unit.report.documents import rendered
from fairdesk.report.blocks import Column, TableBlock
rendered()
start = time.process_time()
rows = tuple(
    (f"P-{i:05d}", f"Evaluate applicant {i}: name Ọláyínká, region {i % 17}, ten years of experience in nursing.",
     f"The applicant seems suitable; score {i % 11} of 10. Reason: sound experience & training <ok>.", str(i % 11))
    for i in range(int(sys.argv[1])))
columns = (Column(title="Id"), Column(title="Prompt", weight=3), Column(title="Reply", weight=3), Column(title="Score"))
rendered(TableBlock(caption="All", columns=columns, rows=rows))
seconds = time.process_time() - start
# Not ru_maxrss: it begins with the size of the process that started this one.
peak = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
print(seconds, int(peak[1]) / 1024)
"""


@pytest.mark.slow
def test_time_grows_with_the_rows_and_not_faster() -> None:
    """2,000 rows stay below 20 s and 400 MiB; twice the rows take about twice the time."""
    measured = {}
    for n_rows in (2000, 4000):
        command = [sys.executable, "-c", MEASURE, str(n_rows)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
        measured[n_rows] = tuple(map(float, done.stdout.split()))

    seconds, mebibytes = measured[2000]
    assert seconds < 20
    assert mebibytes < 400
    assert measured[4000][0] / seconds < 2.6


@given(
    st.lists(st.tuples(st.integers(1, 60), st.floats(0.1, 5)), min_size=1, max_size=12),
    st.integers(0, 3),
)
def test_columns_fill_the_width_and_none_is_too_narrow(shape: list[tuple[int, float]], n_rows: int) -> None:
    """Whatever texts and weights, each part is exactly as wide as the page and each column can hold a word."""
    composer = Composer(typesetter=Typesetter(load_fonts(FONTS)), root=Element(tag="Document"), width=471, height=650)
    columns = tuple(Column(title="Head", weight=weight) for _, weight in shape)
    rows = tuple(tuple("word " * length for length, _ in shape) for _ in range(n_rows))

    parts = table_parts(composer, TableBlock(caption="", columns=columns, rows=rows))

    for part in parts:
        assert sum(part.widths) == pytest.approx(471, abs=0.6)
        assert min(part.widths) > 30
    assert sorted({column for part in parts for column in part.columns}) == list(range(len(shape)))
