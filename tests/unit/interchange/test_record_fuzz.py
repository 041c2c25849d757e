"""No bytes bring the reader of records down: a file is read, asked about, or refused in a sentence."""

from __future__ import annotations

import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.records import ColumnUse, LayoutChoices
from fairdesk.interchange.record_files import guess_layout, read_records
from tests.unit.interchange import awkward_files as files

SEEDS = (
    files.FOUR_ROWS.encode(),
    files.UTF16_LITTLE,
    files.GERMAN,
    files.QUOTED_LINES,
    files.MERGED_WITH_NOTES,
    files.MIXED,
    files.json_lines(),
    files.parquet(),
    files.workbook(),
)
STATUSES = {"", *(status.value for status in Status)}


def try_to_read(content: bytes) -> None:
    """Reads to the end whatever can be read; anything but an ImportProblem is a fault."""
    try:
        layout, preview = guess_layout(io.BytesIO(content), LayoutChoices(decimal=".", percent="number"))
        if not layout.having(ColumnUse.ITEM):
            return
        for batch in read_records(io.BytesIO(content), layout):
            assert {len(column) for column in (batch.item, batch.variant, batch.value, batch.text, batch.line)} == {
                len(batch)
            }
            assert set(batch.status.tolist()) <= STATUSES
        assert all(problem.cause and problem.cure for problem in preview.problems)
    except ImportProblem as caught:
        if not (caught.message and caught.advice):
            raise AssertionError("a problem without a cause or a cure") from caught


@settings(max_examples=150, deadline=None)
@given(content=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    """Neither noise nor text that is no table ends in a traceback."""
    try_to_read(content)
    try_to_read(b"item,variant,value\n" + content)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.data_too_large])
@given(data=st.data(), seed=st.sampled_from(SEEDS))
def test_damaged_files_are_read_or_refused(data: st.DataObject, seed: bytes) -> None:
    """Bytes that are lost, added or changed anywhere in a good file of any format end in a sentence."""
    start = data.draw(st.integers(0, len(seed)))
    end = data.draw(st.integers(start, min(len(seed), start + 20)))
    try_to_read(seed[:start] + data.draw(st.binary(max_size=8)) + seed[end:])
    try_to_read(seed[:start])
