"""Official files without their packing: what is read, and what is refused whole."""

from __future__ import annotations

import codecs
import gzip
import io
import zipfile
from pathlib import Path

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.official_files import lines_of, official_file, official_files, text_of


def zipped(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return file.getvalue()


def put(path: Path, body: bytes) -> Path:
    path.write_bytes(body)
    return path


def test_the_bytes_inside_are_the_same_from_every_packing(tmp_path: Path) -> None:
    """Plain, gzip, zip and gzip inside zip give one name and one body, of which a hash can be taken."""
    body = b'{"a": 1}\n'
    packings = {
        "dev.json": body,
        "dev.json.gz": gzip.compress(body, mtime=0),
        "dev.zip": zipped({"data/dev.json": body, "LICENSE.md": b"x", "__MACOSX/data/._dev.json": b"y"}),
        "packed.zip": zipped({"dev.json.gz": gzip.compress(body, mtime=0)}),
    }

    for name, packed in packings.items():
        found = official_file(put(tmp_path / name, packed))
        assert (Path(found.name).name, found.body) == ("dev.json", body)


def test_a_folder_gives_its_files_in_order_without_licence(tmp_path: Path) -> None:
    """The licence and hidden files are no data; the rest comes in the order of names, unpacked."""
    put(tmp_path / "b.txt.gz", gzip.compress(b"2"))
    put(tmp_path / "a.txt", b"1")
    put(tmp_path / "LICENSE", b"words")
    put(tmp_path / ".hidden", b"x")

    assert [(one.name, one.body) for one in official_files(tmp_path)] == [("a.txt", b"1"), ("b.txt", b"2")]


@pytest.mark.parametrize(
    ("name", "body", "cause"),
    [
        ("cut.gz", gzip.compress(b"words " * 900)[:-6], "damaged or cut off"),
        ("cut.zip", zipped({"a.txt": b"words " * 900})[:40], "damaged or cut off"),
        ("two.zip", zipped({"a.txt": b"1", "b.txt": b"2"}), "2 stand there (two.zip/a.txt, two.zip/b.txt)"),
        ("inner.zip", zipped({"a.zip": zipped({"b.txt": b"1"})}), "inside the archive"),
        ("none.zip", zipped({"LICENSE": b"1"}), "no file stands in it"),
    ],
)
def test_a_damaged_packing_is_refused_with_its_name(tmp_path: Path, name: str, body: bytes, cause: str) -> None:
    """Nothing of a damaged or ambiguous packing is read; file, cause and cure are said."""
    with pytest.raises(ImportProblem) as raised:
        official_file(put(tmp_path / name, body))

    assert name in raised.value.message
    assert cause in raised.value.message
    assert raised.value.advice


def test_a_damaged_member_of_an_archive_is_refused(tmp_path: Path) -> None:
    """A member whose checksum is wrong is not read in part."""
    whole = zipped({"a.txt": b"words and more words" * 50})
    at = whole.index(b"a.txt") + 10
    broken = whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :]

    with pytest.raises(ImportProblem, match="damaged or cut off"):
        official_file(put(tmp_path / "a.zip", broken))


def test_marks_at_the_beginning_are_no_text() -> None:
    """One byte-order mark, or two after a second saving, are taken off; UTF-16 is read as its mark says."""
    mark = codecs.BOM_UTF8

    assert text_of("f", mark + mark + b"a\r\nb") == "a\nb"
    assert text_of("f", "ä\n".encode("utf-16")) == "ä\n"


def test_bytes_that_are_no_utf_8_are_refused_with_their_line() -> None:
    """A damaged character is named with its line and is not guessed to be Western European."""
    with pytest.raises(ImportProblem, match="f, line 2"):
        text_of("f", b"a\nb\xe9c\nd\n")


def test_lines_know_their_numbers() -> None:
    """Blank lines are passed over and still counted; a file of blank lines is refused."""
    assert list(lines_of("f", b"\na\n \nb")) == [(2, "a"), (4, "b")]
    with pytest.raises(ImportProblem, match="the file is empty"):
        list(lines_of("f", b"\n \n"))
    with pytest.raises(ImportProblem, match="line 1: the line is longer than"):
        list(lines_of("f", b"x" * 100_001))
