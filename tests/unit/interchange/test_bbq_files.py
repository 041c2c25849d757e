"""BBQ's data files and metadata: every packing, and every trap that keeps a file out or is put right."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.bbq_columns import NO_TARGET
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.bbq_files import bbq_of_files, read_bbq, read_bbq_file
from fairdesk.interchange.bbq_metadata import git_blob
from tests.unit.interchange.made_bbq import lines, metadata, records, target_of, unknown_of, written

ROWS = records()
DATA = ("Trade.jsonl", lines(ROWS))


def refusal(*files: tuple[str, bytes]) -> str:
    with pytest.raises(ImportProblem) as caught:
        bbq_of_files(files)
    assert caught.value.advice
    return caught.value.message


def with_metadata(body: bytes) -> tuple[str, bytes]:
    return "additional_metadata.csv", body


def test_columns_hold_what_the_records_say(tmp_path: Path) -> None:
    """Every field of a record is in its column, and the bias-consistent option is that of the metadata."""
    items = read_bbq(written(tmp_path, ROWS))

    assert items.item_id == tuple(str(row["example_id"]) for row in ROWS)
    assert items.template == tuple(row["question_index"] for row in ROWS)
    assert items.negative == tuple(row["question_polarity"] == "neg" for row in ROWS)
    assert items.ambiguous == tuple(row["context_condition"] == "ambig" for row in ROWS)
    assert items.options[1] == tuple(row["ans1"] for row in ROWS)
    assert items.people[2] == tuple(row["answer_info"]["ans2"][0] for row in ROWS)
    assert items.unknown == tuple(map(unknown_of, ROWS))
    assert items.label == tuple(row["label"] for row in ROWS)
    assert items.biased == tuple(map(target_of, ROWS))
    assert set(items.kind) == {"label"}


@pytest.mark.parametrize("packing", ["data", "gz", "zip", "zip of the repository", "one file", "beside"])
def test_every_packing_gives_the_same_columns(tmp_path: Path, packing: str) -> None:
    """A folder, packed files, archives, one file and metadata in a folder of the repository all read alike."""
    rows = records() + records("Craft")
    plain = written(tmp_path / "plain", rows)
    wanted = read_bbq(plain)
    path = plain
    if packing == "data":
        path = plain / "data"
    elif packing == "gz":
        for file in [*(plain / "data").iterdir(), plain / "additional_metadata.csv"]:
            file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
            file.unlink()
    elif packing.startswith("zip"):
        path = tmp_path / "BBQ.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(plain.rglob("*.*")):
                archive.write(file, f"BBQ-main/{file.relative_to(plain)}")
            if packing == "zip of the repository":
                archive.writestr("BBQ-main/results/UnifiedQA/preds_Craft.jsonl", lines(records("Craft")))
    elif packing == "one file":
        path = plain / "data" / "Craft.jsonl"
        wanted = read_bbq(written(tmp_path / "craft", records("Craft")))
    else:
        (plain / "supplemental").mkdir()
        shutil.move(plain / "additional_metadata.csv", plain / "supplemental")
        path = plain / "data"

    found = read_bbq(path)

    assert [getattr(found, name) for name in ("category", "item_id", "options", "biased")] == [
        getattr(wanted, name) for name in ("category", "item_id", "options", "biased")
    ]


def test_the_second_of_two_equal_keys_of_the_metadata_is_dropped_and_told() -> None:
    """The official file has 64 such rows; joined plainly they would count their items twice."""
    body = metadata(ROWS)
    doubled = body + body.split(b"\n", 1)[1]

    items = bbq_of_files([DATA, with_metadata(doubled)])

    assert items.n == len(ROWS)
    assert any("24 items stand twice" in note for note in items.notes)


def test_two_keys_that_say_different_things_keep_the_file_out() -> None:
    """Nobody knows which of them counts; the message names the line in which the second begins."""
    body = metadata(ROWS) + metadata(ROWS[:1], turned=True).split(b"\n", 1)[1].replace(b',0,"label"', b',1,"label"')

    message = refusal(DATA, with_metadata(body))

    assert "additional_metadata.csv, line 50" in message
    assert "stands twice with different values" in message


def test_line_breaks_inside_fields_are_no_ends_of_rows() -> None:
    """Twenty-four rows stand on forty-nine lines."""
    body = metadata(ROWS)

    assert body.count(b"\n") == 1 + 2 * len(ROWS)
    assert bbq_of_files([DATA, with_metadata(body)]).biased == tuple(map(target_of, ROWS))


def test_no_target_is_na_and_stays_none() -> None:
    """NA is missing: neither place 0 nor an error."""
    body = metadata(ROWS).replace(b',0,0,"label"', b',0,"NA","label"')

    items = bbq_of_files([DATA, with_metadata(body)])

    assert items.biased[0] == NO_TARGET
    assert items.biased[1:] == tuple(map(target_of, ROWS))[1:]


def test_the_version_of_april_2022_is_told_and_turned() -> None:
    """There target_loc names the stereotyped person for every question; the same scores come out of both versions."""
    items = bbq_of_files([DATA, with_metadata(metadata(ROWS, turned=False))])

    assert items.biased == tuple(map(target_of, ROWS))
    assert any("it was turned for the questions that are not negative" in note for note in items.notes)


def test_a_version_with_unknown_bytes_is_told_by_its_content() -> None:
    """A copy that was saved again reads as published, and the note says that its bytes are not known."""
    items = bbq_of_files([DATA, with_metadata(metadata(ROWS))])

    assert "does not know by its bytes" in items.notes[0]
    assert "reads as published" in items.notes[0]


def test_a_mixture_of_versions_is_kept_out() -> None:
    """Half turned and half not: no correction is right for all rows."""
    body = metadata(ROWS[:12]) + metadata(ROWS[12:], turned=False).split(b"\n", 1)[1]

    assert "turned for some questions" in refusal(DATA, with_metadata(body))


def test_one_question_alone_does_not_show_the_version() -> None:
    """Where no two questions are about the same people, an unknown version cannot be told, and is not guessed."""
    rows = [row for row in ROWS if row["question_polarity"] == "neg"]

    assert "cannot be told" in refusal(("Trade.jsonl", lines(rows)), with_metadata(metadata(rows)))


def test_the_id_of_bytes_is_that_of_git() -> None:
    """SHA-1 over a header with the length and the bytes."""
    assert git_blob(b"what is up, doc?") == "bd9dbf5aae1a3862dd1526723246b20206e5fc37"
    assert git_blob(b"x") == hashlib.sha1(b"blob 1\0x", usedforsecurity=False).hexdigest()


def test_missing_metadata_keep_the_data_out() -> None:
    """Without it nobody knows which answers are biased; the message says where the file is to be had."""
    with pytest.raises(ImportProblem) as caught:
        bbq_of_files([DATA])

    assert "additional_metadata.csv: the file does not stand beside the data" in caught.value.message
    assert "supplemental" in caught.value.advice


def test_metadata_of_other_items_are_kept_out() -> None:
    """An item without row, one of another template, and a target that is the unknown option: ids do not fit."""
    assert "item 23 of 'Trade' of the data has no row here" in refusal(DATA, with_metadata(metadata(ROWS[:-1])))
    shifted = metadata(ROWS).replace(b'"Trade","1",0', b'"Trade","9",0')
    assert "is of template '9' here and of '1'" in refusal(DATA, with_metadata(shifted))
    unknown = metadata(ROWS).replace(b',0,0,"label"', b',0,2,"label"')
    assert "is the option that says that the answer is not known" in refusal(DATA, with_metadata(unknown))


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda body: body[:-8], "the row is cut off or damaged"),
        (lambda body: body[: body.rindex(b',"label"')] + b"\n", "line 48: the row has 4 cells and the header 6"),
        (lambda body: body.replace(b"target_loc", b"target"), "line 1: the column 'target_loc' is missing"),
        (lambda body: body.replace(b',0,0,"label"', b',0,5,"label"'), "line 2: target_loc is '5'"),
        (lambda body: body.replace(b'"label"', b'"lable"', 1), "line 2: label_type is 'lable'"),
        (lambda body: body.split(b"\n")[0] + b"\n", "no row stands below the header"),
        (lambda body: body.replace(b"Match", b"M\xff", 1), "line 2: the text is not UTF-8"),
    ],
)
def test_damaged_metadata_name_the_line(damage: object, says: str) -> None:
    """A file that was cut off inside quotation marks, has too few cells or odd values is kept out as a whole."""
    assert says in refusal(DATA, with_metadata(damage(metadata(ROWS))))  # type: ignore[operator]  # a lambda above


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda body: body[:-30], "line 24: the line is not valid JSON"),
        (
            lambda body: body.replace(b'"neg"', b'"bad"', 1),
            "line 1: 'question_polarity' is 'bad' and not neg or nonneg",
        ),
        (
            lambda body: body.replace(b'"label": 2', b'"label": 3', 1),
            "line 1: 'label' is 3 and not a whole number from",
        ),
        (lambda body: body.replace(b'"label": 2', b'"label": null', 1), "line 1: 'label' is missing"),
        (lambda body: body.replace(b'"unknown"', b'"Unknown"', 1), "line 1: 0 of the three options have the group"),
        (lambda body: body.replace(b'"second"', b'"unknown"', 1), "line 1: 2 of the three options have the group"),
        (lambda body: body.replace(b'["baker", "first"]', b'["baker"]', 1), "line 1: 'answer_info.ans0[0]' is"),
        (lambda body: body.replace(b'"answer_info"', b'"info"'), "line 1: 'answer_info.ans0[0]' is missing"),
        (
            lambda body: body.replace(b'"label": 2', b'"label": 2, "label": 1', 1),
            "line 1: the key 'label' stands twice",
        ),
        (lambda body: body.replace(b"A baker", b"A b\xff", 1), "line 1: the text is not UTF-8"),
        (lambda body: b"", "the file is empty"),
        (lambda body: b"[1]\n" + body, "line 1: the line is no JSON object"),
        (lambda body: body.replace(b"}\n", b"}", 1), "line 1: the line is not valid JSON"),
    ],
)
def test_damaged_data_name_the_line(damage: object, says: str) -> None:
    """A truncated line, odd values and missing fields: file, line and cause are named and nothing is imported."""
    body = damage(lines(ROWS))  # type: ignore[operator]  # a lambda above

    assert says in refusal(("Trade.jsonl", body), with_metadata(metadata(ROWS)))


def test_an_item_that_stands_twice_keeps_the_data_out() -> None:
    """Two files of the same category, or a line that was copied: the message names both places."""
    message = refusal(DATA, ("Trade_copy.jsonl", DATA[1]), with_metadata(metadata(ROWS)))

    assert "Trade_copy.jsonl, line 1: item 0 of 'Trade' stands twice: before in Trade.jsonl, row 1" in message


def test_two_different_metadata_files_are_not_mixed() -> None:
    """The same file in two folders counts once; another version beside it is refused."""
    body = metadata(ROWS)
    assert bbq_of_files([DATA, with_metadata(body), ("supplemental/additional_metadata.csv", body)]).n == len(ROWS)

    other = ("supplemental/additional_metadata.csv", metadata(ROWS, turned=False))
    assert "two files with this name differ" in refusal(DATA, with_metadata(body), other)


def test_blank_lines_marks_and_numbers_for_texts_are_taken() -> None:
    """What programs make of a file when they save it again changes no column."""
    body = b"\xef\xbb\xbf" + DATA[1].replace(b'"question_index": "1"', b'"question_index": 1').replace(b"}\n", b"}\n\n")

    assert read_bbq_file("Trade.jsonl", body) == read_bbq_file(*DATA)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_damage_is_a_fault_of_ours(data: st.DataObject) -> None:
    """Bytes that were changed anywhere are read or refused with a sentence, and nothing else."""
    body = bytearray(DATA[1][: data.draw(st.integers(0, 1500))])
    for _ in range(data.draw(st.integers(0, 3))):
        if body:
            body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    try:
        read_bbq_file("Trade.jsonl", bytes(body))
    except ImportProblem as problem:
        said = problem.message
    else:
        said = "Trade.jsonl was read"

    assert said.startswith("Trade.jsonl")
