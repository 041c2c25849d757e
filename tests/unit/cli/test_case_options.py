"""fairdesk import of cases: which files are cases, what is answered, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.projects import create_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.commands import build_parser, run_command_line
from tests.unit.interchange.case_documents import pdf

LETTER = "Dear Dr Smith,\n\nmy name is Anna Schmidt and I want to study physics.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a profile and some files."""
    create_project(WorkspaceSpec(data_dir=tmp_path / "profile"), "Admissions")
    (tmp_path / "letter.txt").write_text(LETTER)
    (tmp_path / "table.csv").write_text("key,essay,other\n1,A text about physics.,x\n2,,y\n")
    (tmp_path / "locked.pdf").write_bytes(pdf([["secret"]], password="pw"))
    return tmp_path


def run(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    """Exit code and JSON of an import; words that name a file are put into the folder."""
    typed = [str(folder / word) if (folder / word).is_file() else word for word in words]
    arguments = ["--data-dir", str(folder / "profile"), "--json", "import", "Admissions", *typed]
    code = run_command_line(build_parser().parse_args(arguments))
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, json.loads(said.out)


def test_a_text_is_a_case_without_the_option(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer holds every documented key, and its numbers are those of the file."""
    code, said = run(folder, capsys, "letter.txt", "--replace", "names")
    assert code == 0
    assert {
        key: said[key] for key in ("imported", "duplicates", "near_duplicates", "hints", "replaced", "rejected")
    } == {
        "imported": 1,
        "duplicates": 0,
        "near_duplicates": 0,
        "hints": 0,
        "replaced": 2,
        "rejected": 0,
    }
    assert said["languages"] == {"en": 1}
    assert [holder["name"] for holder in said["place_holders"]] == ["name", "surname"]
    assert len(said["sources"][0]["sha256"]) == 64
    assert said["problems"] == []


def test_a_table_is_of_cases_when_that_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bad row stops the import with code 2, or is left out and listed; a wrong column names the right ones."""
    code, said = run(folder, capsys, "table.csv", "--cases")
    assert code == 2
    assert "table.csv, line 3: the column 'essay' is empty" in said["error"]["message"]
    code, said = run(folder, capsys, "table.csv", "--cases", "--take-good-rows", "--language", "en")
    assert (code, said["imported"], said["rejected"], said["problems"][0]["place"]) == (0, 1, 1, "line 3")
    code, said = run(folder, capsys, "table.csv", "--cases", "--text-column", "body")
    assert code == 2
    assert "'key', 'essay', 'other'" in said["error"]["advice"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("letter.txt", "table.csv"), "letter.txt can only be a case, and table.csv may hold records"),
        (("table.csv", "--text-column", "essay"), "belong to files of cases"),
        (("letter.txt", "--map", "a=item"), "belong to records of answers"),
        (("letter.txt", "--replace", "faces"), "'faces' is nothing that can be replaced"),
        (("letter.txt", "--language", "German"), "'German' is no language"),
        (("locked.pdf",), "encrypted"),
        (("missing.txt",), "cannot be read"),
    ],
)
def test_wrong_use_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    """Every refusal ends with code 2, names what is wrong and what helps."""
    code, said = run(folder, capsys, *words)
    assert code == 2
    assert message in said["error"]["message"]
    assert said["error"]["advice"]


def test_the_answer_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without JSON the numbers stand in sentences, and hints are said to be no more than hints."""
    arguments = ["--data-dir", str(folder / "profile"), "import", "Admissions", str(folder / "letter.txt")]
    assert run_command_line(build_parser().parse_args(arguments)) == 0
    said = capsys.readouterr().out
    assert "Cases imported: 1; languages: en 1." in said
    assert "Places that look like personal data: 2. Hints, found by rules: they are not complete" in said


def test_every_row_that_cannot_be_taken_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not the first alone: who mends a file mends it once; of very many the first are named and the rest counted."""
    (folder / "bad.csv").write_text("id,text\n1,A text.\n2,\n1,Another text.\n")
    code, said = run(folder, capsys, "bad.csv", "--cases")
    assert code == 2
    message = said["error"]["message"]
    assert "bad.csv, line 3: the column 'text' is empty. 2 rows or files cannot be taken; the others: " in message
    assert "bad.csv, line 4: the id '1' stands further up already. Nothing was imported." in message
    (folder / "many.csv").write_text("id,text\n" + "".join(f"{number},\n" for number in range(2_000)))
    message = run(folder, capsys, "many.csv", "--cases")[1]["error"]["message"]
    assert len(message) < 600
    assert "2,000 rows or files cannot be taken" in message
