"""Size and names of files and functions."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.architecture.tree import PACKAGE, ROOT, place, python_files

LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 60
# Names that say nothing about what belongs inside and so collect everything.
EMPTY_NAMES = {"util", "utils", "core", "common", "helper", "helpers", "base", "manager", "managers", "misc"}


def shaped_files() -> list[Path]:
    """The product, the set-up script, and what tests share; a test itself may be as long as its story."""
    helpers = [path for path in python_files("tests") if not path.name.startswith("test_")]
    return [*python_files("fairdesk", "packaging"), *helpers]


def test_files_are_short() -> None:
    """No file is longer than a reader can keep in mind."""
    lengths = {place(path): len(path.read_text(encoding="utf-8").splitlines()) for path in shaped_files()}

    assert {name: lines for name, lines in lengths.items() if lines > LINES_OF_A_FILE} == {}


def test_functions_are_short() -> None:
    """No function is longer than a screen, its docstring and decorators included."""
    too_long = {
        f"{place(path)}:{node.lineno} {node.name}": lines
        for path in shaped_files()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > LINES_OF_A_FUNCTION
    }

    assert too_long == {}


def test_names_say_what_is_inside() -> None:
    """No module or package has one of the names under which everything collects."""
    found = [
        place(path)
        for path in python_files("fairdesk", "tests", "packaging")
        if EMPTY_NAMES & {path.stem, path.parent.name}
    ]

    assert found == []


def test_every_folder_of_code_is_a_package() -> None:
    """Without __init__.py two test files of one name clash, and the wheel leaves a folder out."""
    folders = {path.parent for path in python_files("fairdesk", "tests")}
    folders |= {
        parent for folder in folders for parent in folder.parents if parent.is_relative_to(ROOT) and parent != ROOT
    }

    assert [place(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_top_level_is_the_agreed_one() -> None:
    """What the product consists of is in `fairdesk`; data in `resources`; nothing else is importable by accident."""
    assert PACKAGE.is_dir()
    assert [place(path) for path in ROOT.glob("*.py")] == []
