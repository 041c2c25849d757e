"""Zip archives from outside: bounded, never unpacked to disk, and every damaged part is named."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange import foreign_archive
from fairdesk.interchange.foreign_archive import Archive
from fairdesk.interchange.foreign_tables import peek
from fairdesk.interchange.raw_tables import opened
from fairdesk.interchange.record_files import guess_layout, read_records

GOLDEN = Path(__file__).parent / "foreign" / "inspect-admissions.eval"
HEADER = {"version": 2, "status": "success", "eval": {"model": "m", "packages": {"inspect_ai": "0.3.285"}}}


def sample(name: str = "a", text: str = "Rating: 7", **more: object) -> dict[str, object]:
    return {"id": name, "epoch": 1, "metadata": {}, "output": {"completion": text}, "scores": {}, **more}


def packed(parts: dict[str, object], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, part in parts.items():
            archive.writestr(name, part if isinstance(part, bytes) else json.dumps(part))
    return target.getvalue()


def texts(content: bytes) -> list[str]:
    layout, _ = guess_layout(io.BytesIO(content))
    return [text for batch in read_records(io.BytesIO(content), layout) for text in batch.text]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_logs_of_older_versions_are_packed_in_older_ways(method: int) -> None:
    """Members that are stored or deflated read like those that are packed with Zstandard."""
    with opened(GOLDEN) as file, Archive(file) as archive:
        parts = {name: archive.read(name).value for name in archive.names}

    assert texts(packed(parts, method)) == texts(GOLDEN.read_bytes())


def test_the_golden_log_is_packed_with_zstandard() -> None:
    """The case that the standard library of this Python cannot read is really in the golden file."""
    with zipfile.ZipFile(GOLDEN) as archive:
        assert {entry.compress_type for entry in archive.infolist()} == {foreign_archive.ZSTANDARD}


def test_a_member_that_grows_beyond_its_declared_length_is_refused() -> None:
    """A bomb that declares 1,000 bytes and would unpack to 50 MB is stopped after 1,001."""
    content = bytearray(packed({"header.json": HEADER, "samples/a_epoch_1.json": b'"' + b"0" * 50_000_000 + b'"'}))
    at = content.rindex(b"PK\x01\x02")
    struct.pack_into("<I", content, at + 24, 1_000)

    with pytest.raises(ImportProblem, match="damaged"):
        texts(bytes(content))


def test_a_member_that_declares_too_much_is_refused_before_it_is_unpacked() -> None:
    """The bound of one member holds for what the directory declares."""
    content = bytearray(packed({"header.json": HEADER, "samples/a_epoch_1.json": sample()}))
    at = content.rindex(b"PK\x01\x02")
    struct.pack_into("<I", content, at + 24, foreign_archive.LARGEST_MEMBER + 1)

    with pytest.raises(ImportProblem, match="larger than 64 MB"):
        texts(bytes(content))


def test_an_archive_that_declares_too_much_altogether_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many members below the bound of one do not add up to more than the bound of all."""
    monkeypatch.setattr(foreign_archive, "LARGEST_ARCHIVE", 300)

    with pytest.raises(ImportProblem, match="more content than can be read"):
        texts(packed({"header.json": HEADER, **{f"samples/{n}_epoch_1.json": sample(str(n)) for n in range(9)}}))


def test_names_of_members_never_become_paths(tmp_path: Path) -> None:
    """Names that climb out of a folder are keys like any other; nothing is written."""
    before = set(tmp_path.parent.iterdir())
    content = packed(
        {"header.json": HEADER, "samples/../../../evil.json": sample("up"), "samples/C:\\evil.json": sample("drive")}
    )

    assert texts(content) == ["Rating: 7", "Rating: 7"]
    assert set(tmp_path.parent.iterdir()) == before


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (lambda content, at: content.__setitem__(at + 8, content[at + 8] | 1), "encrypted"),
        (lambda content, at: struct.pack_into("<H", content, at + 10, 97), "not known here"),
        (lambda content, at: struct.pack_into("<I", content, at + 16, 7), "checksum"),
        (lambda content, at: struct.pack_into("<I", content, at + 42, 3), "does not stand where"),
    ],
    ids=["encrypted", "unknown packing", "checksum", "moved"],
)
def test_a_part_that_cannot_be_read_is_named_and_nothing_is_imported(change: object, cause: str) -> None:
    """The message names the file and the part inside it, the cause and the cure."""
    content = bytearray(packed({"header.json": HEADER, "samples/a_epoch_1.json": sample()}))
    change(content, content.rindex(b"PK\x01\x02"))  # type: ignore[operator]

    with pytest.raises(ImportProblem, match=cause) as problem:
        texts(bytes(content))

    assert "samples/a_epoch_1.json" in problem.value.message
    assert problem.value.advice


def test_a_part_that_is_no_json_is_named_with_its_line() -> None:
    """Broken JSON inside an archive has the part's name and the line."""
    with pytest.raises(ImportProblem, match=r"samples/a_epoch_1\.json, line 2"):
        texts(packed({"header.json": HEADER, "samples/a_epoch_1.json": b'{"id": "a",\n oops}'}))


def test_a_workbook_is_not_taken_for_a_log() -> None:
    """Other zip archives are told by their members."""
    with opened(io.BytesIO(packed({"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"}))) as file:
        assert not {"header.json", "_journal/start.json"} & peek(file).members
