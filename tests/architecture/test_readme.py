"""The README's map and its table of places are those of the tree."""

from __future__ import annotations

import re

from tests.architecture.tree import PACKAGE, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of every row of the table below a heading, the two head rows left out."""
    section = README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def quoted(cell: str) -> set[str]:
    """What stands in backticks."""
    return set(re.findall(r"`([^`]+)`", cell))


def test_the_map_names_every_package() -> None:
    """No package of the product is missing on the map, and none stands there that is gone."""
    named = {name for row in rows("The map of the code") for name in quoted(row[0]) if name.startswith("fairdesk/")}

    assert named == {f"fairdesk/{path.parent.name}" for path in PACKAGE.glob("*/__init__.py")}


def test_the_map_names_every_folder_of_tests() -> None:
    """A kind of test that is on no map is run by nobody on purpose."""
    [named] = [quoted(row[1]) for row in rows("The map of the code") if row[0] == "`tests`"]

    assert named == {path.parent.name for path in (ROOT / "tests").glob("*/__init__.py")}


def test_every_tuple_has_a_contract_test() -> None:
    """What may get more members has one file in tests/contract that tries each of them."""
    places = " ".join(row[2] for row in rows("Where to add things"))
    tuples = set(re.findall(r"`([A-Z_]+)`", places)) - {"SENTENCES", "MEASURE_NAMES"}  # texts by measure

    assert {f"test_{name.lower()}.py" for name in tuples} == {
        path.name for path in (ROOT / "tests" / "contract").glob("test_*.py")
    }
