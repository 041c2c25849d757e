"""Files of names and words by group, in the layouts in which they are published and as auditors break them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.word_list_files import MOST_LISTS, read_word_list_file

BENCHMARKS = Path(__file__).parents[4] / "shared" / "benchmarks"

needs_benchmarks = pytest.mark.skipif(
    not (BENCHMARKS / "names").is_dir(), reason="the official name lists are not beside the project"
)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_table_gives_a_list_for_every_combination_of_its_groups(tmp_path: Path) -> None:
    """Rows are put together by the columns that tell groups apart, and sources become the provenance."""
    table = "Name,gender,ethnicity,source\nAda,F,Group A,census\nBea,F,Group A,census\nCarl,M,Group B,survey\n"
    found = read_word_list_file(written(tmp_path, "names.csv", table))
    assert [(one.name, one.words) for one in found.lists] == [
        ("F, Group A", ("Ada", "Bea")), ("M, Group B", ("Carl",)),
    ]  # fmt: skip
    assert found.lists[0].provenance == "File names.csv, its sources: census"
    assert not found.aligned


def test_a_word_that_stands_there_twice_is_taken_once_and_counted(tmp_path: Path) -> None:
    """A name that occurs twice in a group would be drawn twice as often."""
    found = read_word_list_file(written(tmp_path, "names.csv", "name,sex\nAda,f\nAda,f\nBea,f\n"))
    assert found.lists[0].words == ("Ada", "Bea")
    assert found.lists[0].n_left_out == 1


def test_columns_without_groups_are_counterparts(tmp_path: Path) -> None:
    """Two columns of words with as many in each are two lists whose entry n belong together."""
    found = read_word_list_file(written(tmp_path, "pairs.tsv", "here\tabroad\nchurch\tmosque\npriest\timam\n"))
    assert found.aligned
    assert [one.words for one in found.lists] == [("church", "priest"), ("mosque", "imam")]


def test_rows_of_counterparts_in_json_keep_their_order(tmp_path: Path) -> None:
    """A file that names the order of its columns gives one list per column, every row in its place."""
    rows = {"column_order": ["one", "two"], "terms": [["son", "daughter"], ["king", "queen"]], "more": [["he", "she"]]}
    found = read_word_list_file(written(tmp_path, "rows.json", json.dumps(rows)))
    assert [(one.name, one.words) for one in found.lists] == [
        ("one", ("son", "king", "he")), ("two", ("daughter", "queen", "she")),
    ]  # fmt: skip


def test_families_of_lists_are_named_with_their_family(tmp_path: Path) -> None:
    """Lists inside families keep both names, so that none is taken for another."""
    found = read_word_list_file(
        written(tmp_path, "lists.json", '{"gender": {"f": ["she"], "m": ["he"]}, "jobs": ["nurse"]}')
    )
    assert [one.name for one in found.lists] == ["gender, f", "gender, m", "jobs"]


def test_capitals_are_said_and_not_taken_over(tmp_path: Path) -> None:
    """Shouted names would differ from the rest of a text in more than the name."""
    found = read_word_list_file(written(tmp_path, "names.json", '{"W": ["ADA LEE", "BEA MAY"]}'))
    assert found.lists[0].words == ("Ada Lee", "Bea May")
    assert "capitals" in found.notes[0]


def test_plain_lines_are_one_list(tmp_path: Path) -> None:
    """A text file is a word a line; empty lines and remarks are none."""
    found = read_word_list_file(written(tmp_path, "names.txt", "# mine\nAda\n\nBea\n"))
    assert found.lists[0].words == ("Ada", "Bea")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", "{", "not valid JSON"),
        ("a.json", '"word"', "holds no lists of words"),
        ("a.json", '{"a": [1, 2]}', "a: it is no list of words"),
        ("a.json", '{"a": ["x"], "a": ["y"]}', "stands there twice"),
        ("a.json", '{"column_order": ["m", "f"], "t": [["he"]]}', "t, row 1: it has not 2 words"),
        ("a.json", '{"column_order": ["m", "f"], "t": [["he", " "]]}', "t, row 1: it has not 2 words"),
        ("a.json", '{"a": []}', "holds no word"),
        ("a.txt", "\n\n", "holds no word"),
        ("a.csv", "name,sex\n", "no row"),
        ("a.json", json.dumps({f"list {n}": ["x"] for n in range(MOST_LISTS + 1)}), "Split it"),
    ],
)
def test_what_is_no_list_is_refused_with_its_place(tmp_path: Path, name: str, text: str, words: str) -> None:
    """A broken file imports nothing and says what is wrong."""
    with pytest.raises(ImportProblem) as caught:
        read_word_list_file(written(tmp_path, name, text))
    assert words in str(caught.value)
    assert caught.value.advice


@needs_benchmarks
def test_published_lists_are_read_as_they_are() -> None:
    """Six published files in five layouts give their groups with as many words as their notes count."""
    sizes = {
        "names/bbq_vocabulary_proper_names.csv": (17, 10),
        "names/bertrand_mullainathan_names.csv": (4, 9),
        "names/hiring_top_mens_names.json": (4, 100),
        "names/hiring_top_womens_names.json": (4, 100),
        "names/weat_word_sets.json": (31, 25),
        "helm_lists/gender_substitution_lists.json": (3, 37),
        "helm_lists/representation_word_lists.json": (7, 20),
    }
    for name, (n_lists, n_first) in sizes.items():
        found = read_word_list_file(BENCHMARKS / name)
        assert (len(found.lists), len(found.lists[0].words)) == (n_lists, n_first), name
