"""What every kind of table file keeps: a good file reads; a broken one is refused with its place, imports nothing."""

from __future__ import annotations

import io

import pytest

from fairdesk.domain import codec
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import LayoutChoices, Preview, RecordLayout
from fairdesk.interchange.raw_tables import TableFormat
from fairdesk.interchange.record_files import TABLE_FORMATS, guess_layout, read_records
from tests.unit.interchange import awkward_files as files

GOOD: dict[str, tuple[bytes, LayoutChoices]] = {
    "csv": (files.FOUR_ROWS.encode(), LayoutChoices()),
    "tsv": (files.UTF16_LITTLE, LayoutChoices()),
    "xlsx": (files.two_tables(), LayoutChoices(sheet="Spring")),
    "jsonl": (
        b'{"item": "a", "variant": "original", "value": 1}\n{"item": "a", "variant": "x", "value": 2}\n',
        LayoutChoices(),
    ),
    "parquet": (files.parquet(), LayoutChoices()),
}
BROKEN: dict[str, bytes] = {
    "csv": files.HEAD.encode() + b'a,original,1\na,"female,2\n',
    "tsv": b"item\tvariant\tvalue\na\toriginal\t\x00\n",
    "xlsx": files.damaged_workbook(),
    "jsonl": b'{"item": "a", \n',
    "parquet": files.parquet()[:-9],
}
"""One good and one broken file for every name of every format."""

every_format = pytest.mark.parametrize("member", TABLE_FORMATS, ids=lambda member: member.title)


@every_format
def test_a_good_file_is_recognised_by_its_content_and_read(member: TableFormat) -> None:
    """Layout and preview can be stored and read back, and the same layout gives the same rows twice."""
    for name in member.names:
        content, choices = GOOD[name]
        recognising = next(one for one in TABLE_FORMATS if one.recognises(content[:4096]))
        assert recognising is member

        layout, preview = guess_layout(io.BytesIO(content), choices)

        assert layout.reading.format == name
        assert not preview.questions
        for noun, kind in ((layout, RecordLayout), (preview, Preview)):
            plain = codec.to_plain(noun)
            assert canonical_bytes(plain)
            assert codec.from_plain(kind, plain) == noun
        first, second = (
            [
                (batch.item.tolist(), batch.status.tolist(), batch.line.tolist())
                for batch in read_records(stream, layout)
            ]
            for stream in (io.BytesIO(content), io.BytesIO(content))
        )
        assert first == second
        assert sum(len(items) for items, _, _ in first) == preview.n_rows_seen


@every_format
def test_a_broken_file_is_refused_and_imports_nothing(member: TableFormat) -> None:
    """The problem names the file and gives a cure; text formats name the line."""
    for name in member.names:
        with pytest.raises(ImportProblem) as caught:
            guess_layout(io.BytesIO(BROKEN[name]))

        assert caught.value.message.startswith("the file")
        assert caught.value.advice
        assert ("line " in caught.value.message) == (name in ("csv", "tsv", "jsonl"))


def test_names_of_formats_are_unique() -> None:
    """A stored layout leads back to one reader."""
    names = [name for member in TABLE_FORMATS for name in member.names]

    assert len(set(names)) == len(names)
    assert set(names) == set(GOOD)
