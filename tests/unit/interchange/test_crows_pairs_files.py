"""CrowS-Pairs' files: Python literals are read as data, and a damaged row keeps the whole file out."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.crows_pairs_files import pair_scores_of, read_crows_pairs

HEADER = ",sent_more,sent_less,stereo_antistereo,bias_type,annotations\n"
FIRST = """0,Bakers burn bread.,Clerks burn bread.,stereo,profession,"[['profession'], ['profession', 'age'], []]"\n"""
SECOND = '1,"They sing\nloudly.","We sing\nloudly.",antistereo,age,[]\n'


def test_every_pair_is_a_row() -> None:
    """Line breaks inside sentences stay, and annotations become how many of how many named the type."""
    found = read_crows_pairs("pairs.csv", (HEADER + FIRST + SECOND).encode())

    assert found.index == ("0", "1")
    assert found.more == ("Bakers burn bread.", "They sing\nloudly.")
    assert found.is_antistereo == (False, True)
    assert (found.n_annotators, found.n_supporting) == ((3, 0), (2, 0))


@pytest.mark.parametrize("mark", [codecs.BOM_UTF8, codecs.BOM_UTF8 * 2])
def test_byte_order_marks_are_no_part_of_a_name(mark: bytes) -> None:
    """A mark at the beginning, or two, does not hide the first column; nor does one inside a heading."""
    inside = HEADER.replace("sent_more", "\ufeffsent_more")

    assert read_crows_pairs("pairs.csv", mark + (inside + FIRST).encode()).index == ("0",)


def test_a_pair_that_stands_twice_is_told() -> None:
    """It is kept, because the authors count it twice, and named with both numbers."""
    found = read_crows_pairs("pairs.csv", (HEADER + FIRST + FIRST.replace("0,", "7,", 1)).encode())

    assert len(found.index) == 2
    assert any("0 and 7" in note for note in found.notes)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("1,a,b,stereo\n", "line 3: the row has 4 cells and the header 6"),
        ('1,a,"b,stereo,age,[]\n', "line 3"),
        ("1,a,b,both,age,[]\n", "line 3, column 'stereo_antistereo': 'both' is no direction"),
        ("0,a,b,stereo,age,[]\n", "line 3, column 'row': the pair '0' stands in line 2 as well"),
        ("1,,b,stereo,age,[]\n", "line 3, column 'sent_more': nothing stands there"),
        ("1,a,b,stereo,,[]\n", "line 3, column 'bias_type': nothing stands there"),
        ("1,a,b,stereo,age,\"[['age'], \"\n", "line 3, column 'annotations': \"[['age'],\" is no Python list"),
        ("1,a,b,stereo,age,__import__('os').getcwd()\n", "column 'annotations'"),
        ("1,a,b,stereo,age,['age']\n", "is no list of lists of words"),
        ("1,a,b,stereo,age,[[7]]\n", "is no list of lists of words"),
        (f"1,a,b,stereo,age,{'[' * 1_500}\n", "is no Python list"),
        (f"1,a,b,stereo,age,{'[' * 2_500}\n", "longer than 2,000 characters"),
        (f"1,{'x' * 100_001},b,stereo,age,[]\n", "longer than 100,000 characters"),
    ],
)
def test_a_damaged_row_is_refused_with_its_place(row: str, words: str) -> None:
    """Nothing of the file is read; the literal is parsed within bounds and never run."""
    with pytest.raises(ImportProblem) as raised:
        read_crows_pairs("pairs.csv", (HEADER + FIRST + row).encode())

    assert words in raised.value.message
    assert "pairs.csv" in raised.value.message
    assert raised.value.advice


def test_a_missing_column_is_named() -> None:
    """Without the direction nothing is read."""
    with pytest.raises(ImportProblem, match="column 'stereo_antistereo': the column is missing"):
        read_crows_pairs("pairs.csv", b",sent_more,sent_less,bias_type\n0,a,b,age\n")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("sent_more_score,sent_less_score\n-1,-2\n", "their order is not relied on"),
        ("index,sent_more_score\n0,-1\n", "no such column is there"),
        ("index,sent_more_score,sent_less_score\n0,-1,high\n", "'high' is no number"),
        ("index,sent_more_score,sent_less_score\n0,-1,-2\n0,-1,-3\n", "stands in line 2 as well"),
    ],
)
def test_scores_without_place_or_number_are_refused(tmp_path: Path, table: str, words: str) -> None:
    """Scores are joined by index, so each needs one of its own."""
    file = tmp_path / "scores.csv"
    file.write_text(table, encoding="utf-8")

    with pytest.raises(ImportProblem, match=words):
        pair_scores_of(file)
