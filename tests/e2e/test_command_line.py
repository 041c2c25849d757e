"""Every command from the outside: one JSON object, plain words, the contract's exit codes, no steering characters."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fairdesk import __version__
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from tests.e2e.command_line import SAID, Done, command, environment, fairdesk, finish, start

pytestmark = pytest.mark.slow

STEERING = ("\x1b", "\x07", "\x08", "\r", "\u202e", "\u2066", "\u200f", "\x9b")


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile with one project whose run is complete; tests that change it take a copy."""
    data_dir = tmp_path_factory.mktemp("ran") / "profile"
    assert fairdesk(data_dir, "project", "new", "P", "--cases", "1", *SAID).code == 0
    done = fairdesk(data_dir, "run", "P", "--json", "--quiet")
    assert done.code == 0
    assert [run["state"] for run in done.json["runs"]] == ["complete", "complete"]
    assert done.err == ""
    return data_dir


def harmless(done: Done) -> Done:
    """The same; fails when something that steers a terminal came out raw."""
    for sign in STEERING:
        assert sign not in done.out + done.err, repr(sign)
    return done


def test_the_version_is_printed(data_dir: Path) -> None:
    """--version prints the version, exit 0, and makes no profile."""
    done = fairdesk(data_dir / "new", "--version")
    assert (done.code, done.out.strip()) == (0, f"fairdesk {__version__}")
    assert not (data_dir / "new").exists()


@pytest.mark.parametrize(
    "words", [["nonsense"], ["run"], ["project"], ["report", "P"], ["demo", "--cases", "0"], ["--x"]]
)
def test_wrong_use_is_exit_code_2_with_usage(data_dir: Path, words: list[str]) -> None:
    """A command that does not exist or lacks an argument: usage on standard error, nothing on standard output."""
    done = fairdesk(data_dir, *words)
    assert (done.code, done.out) == (2, "")
    assert "usage" in done.err


def test_global_options_stand_before_or_after_the_command(data_dir: Path) -> None:
    """--json counts in both places."""
    before = finish(start(data_dir, "--json", "project", "list"))
    after = fairdesk(data_dir, "project", "list", "--json")
    assert before.json == after.json == {"projects": []}


def test_json_is_one_object_for_every_command(ran: Path, tmp_path: Path) -> None:
    """project, doctor, report preview, backup and restore print one object and nothing else."""
    for words in (
        ["project", "list"],
        ["project", "show", "P"],
        ["project", "new", "Another"],
        ["run", "P"],
        ["report", "P", "preview", "--out", str(tmp_path / "draft.pdf")],
        ["backup", str(tmp_path / "copy.db")],
        ["restore", str(tmp_path / "copy.db")],
        ["project", "delete", "Another", "--yes"],
    ):
        done = fairdesk(ran, "--json", *words)
        assert done.code == 0, (words, done)
        assert done.json
    assert (tmp_path / "draft.pdf").read_bytes().startswith(b"%PDF-")


def test_failures_are_one_json_object_too(data_dir: Path) -> None:
    """A script that asked for JSON gets one object with message and advice, and the exit code."""
    done = fairdesk(data_dir, "--json", "project", "show", "Missing")
    assert done.code == 2
    assert "Missing" in done.json["error"]["message"]
    assert "project list" in done.json["error"]["advice"]
    assert "Missing" in done.err


@pytest.mark.parametrize(
    "words", [["--json", "nonsense"], ["--json", "score", "agreement"], ["calc", "--json", "--nonsense"]]
)
def test_wrong_use_is_one_json_object_too(data_dir: Path, words: list[str]) -> None:
    """What the parser of options refuses is told like every other failure, before or after the command's name."""
    done = fairdesk(data_dir, *words)
    assert (done.code, done.json["exit_code"]) == (2, 2)
    assert done.json["error"]["message"]
    assert "--help" in done.json["error"]["advice"]
    assert "usage" in done.err


def test_the_object_of_an_audit_can_be_named(data_dir: Path) -> None:
    """An audit of another application than the proposed one says so from the start; half a description is refused."""
    done = fairdesk(data_dir, "project", "new", "P", "--object", "A tutor", "--object-use", "Marks essays.", "--json")
    assert (done.code, done.json["object_name"]) == (0, "A tutor")
    details = fairdesk(data_dir, "project", "show", "P", "--json").json["details"]
    assert details["object_purpose"] == "Marks essays."
    done = fairdesk(data_dir, "project", "new", "Q", "--object", "A tutor")
    assert done.code == 2
    assert "--object-use" in done.err


def test_doctor_says_what_it_found_and_how_to_mend_it(data_dir: Path) -> None:
    """Every check has a state; whatever is not fit has a cure; the exit code follows from the states."""
    done = fairdesk(data_dir, "doctor", "--json")
    checks = done.json["checks"]
    assert {check["name"] for check in checks} >= {"Fonts", "Key store", "SQLite", "Disk", "Embedded model", "Clock"}
    assert all(check["cure"] for check in checks if check["state"] != "fit")
    assert done.code == (1 if any(check["state"] == "broken" for check in checks) else 0)
    assert not (data_dir / "fairdesk.db").exists(), "looking made a store"


def test_doctor_names_a_broken_store(data_dir: Path) -> None:
    """A file that is no store is named with the cure, exit 1."""
    (data_dir / "fairdesk.db").write_bytes(b"not a database" * 1000)
    done = fairdesk(data_dir, "doctor")
    assert done.code == 1
    assert "broken" in done.out
    assert "restore" in done.out.lower()


def test_an_unknown_project_is_wrong_use_with_advice(data_dir: Path, tmp_path: Path) -> None:
    """Every command that takes a project says that there is none of that name and how to see all."""
    for words in (
        ["run", "Missing"],
        ["project", "show", "Missing"],
        ["project", "delete", "Missing", "--yes"],
        ["report", "Missing", "preview", "--out", str(tmp_path / "x.pdf")],
    ):
        done = fairdesk(data_dir, *words)
        assert (done.code, done.out) == (2, "")
        assert "There is no project" in done.err
        assert "fairdesk project list" in done.err
    assert not (tmp_path / "x.pdf").exists()


def test_a_name_is_taken_once(data_dir: Path) -> None:
    """The second project of one name is refused; capitals and blanks do not make another name."""
    assert fairdesk(data_dir, "project", "new", "Admissions").code == 0
    done = fairdesk(data_dir, "project", "new", " ADMISSIONS ")
    assert done.code == 2
    assert "already" in done.err
    assert len(fairdesk(data_dir, "--json", "project", "list").json["projects"]) == 1


HOSTILE = {
    "terminal escapes": "evil\x1b[31m\x1b]0;owned\x07",
    "right-to-left override": "invoice\u202egpj.exe",
    "isolates and marks": "a\u2066b\u2069\u200fc",
    "control sequence introducer": "a\x9b31mb",
    "line ends": "one\ntwo\rthree",
    "emoji": "🧑🏽‍🎓 admissions 🏳️‍🌈",
    "a long name": "x" * 10_000,
    "no letters": "\u200b\u200b",
    "half of a character": "a\udcffb",
    "an option": "--version-of-mine",
    "a path": "../../etc/passwd",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_do_not_reach_the_terminal_raw(data_dir: Path, name: str) -> None:
    """A name is refused in words or kept; whatever prints it shows steering characters as code points."""
    project = HOSTILE[name]
    made = harmless(fairdesk(data_dir, "project", "new", "--cases", "1", "--", project))
    assert made.code in (0, 2)
    for words in (
        ["project", "list"],
        ["project", "show", "--", project],
        ["project", "new", "--", project],
        ["project", "delete", "--", project],
        ["run", "--", project],
        ["project", "new", "x", project],
    ):
        done = harmless(fairdesk(data_dir, *words))
        assert len(done.err) < 60_000
    listed = fairdesk(data_dir, "--json", "project", "list").json["projects"]
    assert [one["name"] for one in listed] == ([project] if made.code == 0 else [])


def test_a_terminal_without_unicode_gets_all_that_it_can_show(ran: Path) -> None:
    """Where the output takes ASCII only, other letters are escaped; nothing fails."""
    done = fairdesk(ran, "project", "show", "P", variables={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert done.code == 0
    assert "University of " in done.out


def test_deleting_asks_and_keeps_a_backup_that_restores(ran: Path, tmp_path: Path) -> None:
    """Without --yes nothing goes; with it a backup is made first, and restoring that brings the project back."""
    data_dir = copy_of(ran, tmp_path)
    asked = fairdesk(data_dir, "--json", "project", "delete", "P", said="n\n")
    assert (asked.code, "error" in asked.json) == (2, True)
    assert "Delete the project P?" in asked.err
    done = fairdesk(data_dir, "--json", "project", "delete", "P", said="y\n")
    assert done.code == 0
    backup = Path(done.json["backup"])
    assert backup.is_file()
    assert fairdesk(data_dir, "--json", "project", "list").json == {"projects": []}
    restored = fairdesk(data_dir, "--json", "restore", str(backup))
    assert restored.code == 0
    assert Path(restored.json["replaced"]).is_file()
    shown = fairdesk(data_dir, "--json", "project", "show", "P").json
    assert [run["state"] for run in shown["runs"]] == ["complete", "complete"]


def copy_of(data_dir: Path, folder: Path) -> Path:
    """A profile of a test's own, made with FairDesk's own backup."""
    target = folder / "profile"
    assert fairdesk(data_dir, "backup", str(folder / "copy.db")).code == 0
    assert fairdesk(target, "restore", str(folder / "copy.db")).code == 0
    return target


def test_a_backup_replaces_nothing(ran: Path, tmp_path: Path) -> None:
    """An existing file is left alone, byte for byte."""
    taken = tmp_path / "taken.db"
    taken.write_bytes(b"mine")
    done = fairdesk(ran, "backup", str(taken))
    assert done.code == 2
    assert "exists already" in done.err
    assert taken.read_bytes() == b"mine"


@pytest.mark.parametrize("content", [b"", b"no store", None])
def test_restoring_something_else_leaves_the_store(ran: Path, tmp_path: Path, content: bytes | None) -> None:
    """An empty, foreign or missing file is refused, and the project is still there."""
    data_dir = copy_of(ran, tmp_path)
    source = tmp_path / "source.db"
    if content is not None:
        source.write_bytes(content)
    done = fairdesk(data_dir, "restore", str(source))
    assert done.code == 2
    assert str(source) in done.err
    assert fairdesk(data_dir, "project", "show", "P").code == 0


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    """--data-dir naming a file ends in words."""
    file = tmp_path / "file"
    file.write_text("x")
    for words in (["project", "list"], ["project", "new", "P"], ["doctor"], ["run", "P"]):
        done = fairdesk(file, *words)
        assert done.code in (1, 2), (words, done)
        assert str(file) in done.err + done.out


@pytest.mark.parametrize(
    ("content", "line"),
    [('title = "x"\nlevel = [\n', "line 3"), ('title = "x"\n\n\nlevel == 3\n', "line 4"), ("\xff", "")],
)
def test_a_broken_case_file_is_named_with_its_line(data_dir: Path, tmp_path: Path, content: str, line: str) -> None:
    """A file that is no TOML: the command names file and line, and no plan is fixed."""
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "broken.toml").write_bytes(content.encode("latin-1"))
    assert fairdesk(data_dir, "project", "new", "P", "--case-folder", str(folder)).code == 0
    done = fairdesk(data_dir, "run", "P")
    assert done.code == 2
    assert "broken.toml" in done.err
    assert line in done.err
    assert fairdesk(data_dir, "--json", "project", "show", "P").json["plan_sha256"] == ""


@pytest.mark.parametrize("cases", ["-1", "x", "1.5"])
def test_a_number_of_files_is_a_number(data_dir: Path, cases: str) -> None:
    """A negative or odd number of files is wrong use, and no project is made."""
    assert fairdesk(data_dir, "project", "new", "P", "--cases", cases).code == 2
    assert fairdesk(data_dir, "--json", "project", "list").json == {"projects": []}


def test_an_unknown_endpoint_and_an_unknown_system_are_named(ran: Path, data_dir: Path) -> None:
    """The known ones are listed."""
    done = fairdesk(data_dir, "project", "new", "P", "--endpoint", "Missing")
    assert done.code == 2
    assert "Rehearsal model (built in)" in done.err
    done = fairdesk(ran, "run", "P", "--system", "nobody")
    assert done.code == 2
    assert "nobody" in done.err


def test_quiet_and_piped_commands_show_no_progress(ran: Path, tmp_path: Path) -> None:
    """--quiet leaves standard error empty; without a terminal there is no bar either way."""
    loud = fairdesk(ran, "report", "P", "preview", "--out", str(tmp_path / "a.pdf"))
    assert "\r" not in loud.err
    quiet = fairdesk(ran, "--quiet", "report", "P", "preview", "--out", str(tmp_path / "b.pdf"))
    assert (quiet.code, quiet.err) == (0, "")


def test_a_preview_replaces_nothing(ran: Path, tmp_path: Path) -> None:
    """An existing file and a folder that does not exist are refused in words."""
    taken = tmp_path / "taken.pdf"
    taken.write_bytes(b"mine")
    for target in (taken, tmp_path / "missing" / "x.pdf"):
        done = fairdesk(ran, "report", "P", "preview", "--out", str(target))
        assert done.code == 2
        assert str(target) in done.err
    assert taken.read_bytes() == b"mine"


@pytest.mark.parametrize("place", ["a file", "below a file", "closed", "an earlier demonstration"])
def test_a_demonstration_tries_its_folder_first(data_dir: Path, tmp_path: Path, place: str) -> None:
    """A folder that cannot be used is named at once; no project is made and nothing is asked or replaced."""
    (tmp_path / "file").write_bytes(b"mine")
    (tmp_path / "report.pdf").write_bytes(b"mine")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    folders = {
        "a file": tmp_path / "file",
        "below a file": tmp_path / "file" / "out",
        "closed": Path("/proc/self") if os.name == "posix" and os.geteuid() == 0 else closed,
        "an earlier demonstration": tmp_path,
    }
    done = fairdesk(data_dir, "demo", "--endpoint", "rehearsal", "--cases", "1", "--out", str(folders[place]))
    assert done.code == 2
    assert str(folders[place]) in done.err
    assert (tmp_path / "report.pdf").read_bytes() == (tmp_path / "file").read_bytes() == b"mine"
    assert fairdesk(data_dir, "--json", "project", "list").json == {"projects": []}


@pytest.mark.parametrize("place", ["a folder", "a missing folder"])
def test_a_backup_that_cannot_be_written_is_named(ran: Path, tmp_path: Path, place: str) -> None:
    """A folder in place of a file, and a folder that is not there: exit 2, the path, nothing left behind."""
    target = tmp_path if place == "a folder" else tmp_path / "missing" / "copy.db"
    done = fairdesk(ran, "backup", str(target))
    assert (done.code, str(target) in done.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [["project", "show", "P"], ["project", "list", "--json"], ["doctor"], ["--help"], ["--json", "run", "Missing"]],
)
def test_a_reader_that_goes_away_is_no_fault(ran: Path, words: list[str]) -> None:
    """As in ``| head -0``: no traceback, no complaint of the interpreter."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        done = subprocess.run(
            command(ran, *words),
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=write_end,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        os.close(write_end)
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr
    assert done.stderr == "" or "Missing" in words
    assert done.returncode == 0


def test_a_window_that_goes_away_does_not_end_a_run(data_dir: Path) -> None:
    """With --events and a closed pipe the run goes on to its end."""
    assert fairdesk(data_dir, "project", "new", "P", "--cases", "1").code == 0
    run = start(data_dir, "run", "P", "--events")
    assert run.stdout is not None
    assert json.loads(run.stdout.readline())["n_planned"] > 0
    run.stdout.close()
    assert run.wait(timeout=120) == 0
    assert run.stderr is not None
    assert "Traceback" not in run.stderr.read()
    run.stderr.close()
    with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
        assert sum(workspace.store.ledger.count(chain, "exchange") for chain in workspace.store.ledger.chains()) > 0
    shown: dict[str, Any] = fairdesk(data_dir, "--json", "project", "show", "P").json
    assert [one["state"] for one in shown["runs"]] == ["complete", "complete"]
