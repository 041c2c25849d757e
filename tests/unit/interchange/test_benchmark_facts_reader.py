"""The reader of facts is strict: what is missing, misspelt or doubled is refused with file, place, cause and cure."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.domain.benchmark_files import FileRole, Packaging
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.benchmark_facts import known_file, known_files, read_benchmark_facts

ONE, OTHER = "a" * 64, "b" * 64

FACTS = f"""
benchmark = "made"
title = "Made items"
source = "Nobody 2026"
criticism = ["Nobody has looked at it."]
contamination = "Never public."

[[versions]]
name = "first"
origin = "here"
commit = "{"c" * 40}"
licence = "CC0"
packaging = "yes"
defects = []
files = [{{ name = "items.csv", rows = 3, holds = "items", sha256 = "{ONE}" }}]
"""


def written(folder: Path, text: str = FACTS, name: str = "made.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_found_by_its_hash(tmp_path: Path) -> None:
    """Benchmark, version and file come together, and are named as a person would."""
    written(tmp_path)
    found = known_file(tmp_path, ONE)
    assert found is not None
    assert (found.called, found.version.name, found.version.packaging) == (
        "Made items' items.csv",
        "first",
        Packaging.FREELY,
    )
    assert (found.file.n_rows, found.file.role) == (3, FileRole.ITEMS)
    assert known_file(tmp_path, OTHER) is None


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ('title = "Made items"', "", "'title' is missing"),
        ('title = "Made items"', 'title = "Made items"\nname = "x"', "'name' is unknown"),
        ('"Nobody has looked at it."', "", "'criticism' is missing or no list"),
        ("looked at it.", "looked at it", "no sentence that ends with a period"),
        ("Never public.", "Never public", "no whole sentence"),
        ('benchmark = "made"', 'benchmark = "other"', "'benchmark' is 'other'"),
        ('packaging = "yes"', 'packaging = "maybe"', "versions 1: 'maybe' is unknown"),
        ("c" * 40, "c" * 39, "versions 1: the field 'commit'"),
        (ONE, ONE[:-1], "versions 1, files 1: the field 'sha256'"),
        (ONE, ONE.upper(), "versions 1, files 1: the field 'sha256'"),
        ("rows = 3", "rows = 0", "versions 1, files 1: the field 'rows'"),
        ("rows = 3", "rows = true", "versions 1, files 1: the field 'rows'"),
        ('holds = "items"', 'holds = "things"', "versions 1, files 1: 'things' is unknown"),
        ("[[versions]]", "[versions]", "'versions' is missing or no list of tables"),
    ],
)
def test_what_is_not_as_it_has_to_be_is_refused(tmp_path: Path, old: str, new: str, cause: str) -> None:
    """Each fault names the file, the place and the field."""
    assert old in FACTS
    path = written(tmp_path, FACTS.replace(old, new, 1))
    with pytest.raises(ImportProblem) as caught:
        read_benchmark_facts(path)
    assert cause in caught.value.message
    assert "made.toml" in caught.value.message
    assert caught.value.advice


def test_a_hash_stands_in_one_place(tmp_path: Path) -> None:
    """Two files of facts that claim the same bytes are refused, with the name of the first."""
    written(tmp_path)
    written(tmp_path, FACTS.replace('"made"', '"more"'), "more.toml")
    with pytest.raises(ImportProblem, match=r"is that of Made items' items\.csv as well"):
        known_files(tmp_path)


def test_facts_that_are_missing_are_said(tmp_path: Path) -> None:
    """An incomplete installation does not make every official file look unknown."""
    with pytest.raises(ImportProblem, match="facts of official benchmark files are missing"):
        known_files(tmp_path)
