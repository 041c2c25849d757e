"""What a file of records looks like before it is imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.audit.import_preview import FileLook, Unreadable, check_file, look_at_file, without_options, written_by
from fairdesk.audit.projects import starting_details
from fairdesk.audit.supplied import (
    NewProjectOfRecords,
    RecordsRequest,
    SuppliedBy,
    import_into_new_project,
    record_file,
)
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.errors import Cancelled, InputError
from fairdesk.domain.records import LayoutChoices

TOOL_FILES = Path(__file__).parents[1] / "interchange" / "foreign"
LONG = "item,variant,score\n" + "".join(
    f"f{n},{label},{n % 5}\n" for n in range(40) for label in ("original", "female")
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "records.csv"
    path.write_text(LONG, encoding="utf-8")
    return path


def looked(path: Path, **choices: object) -> FileLook:
    look = look_at_file(path, LayoutChoices(**choices))  # type: ignore[arg-type]
    assert isinstance(look, FileLook), look
    return look


def test_the_first_rows_are_shown_as_they_will_be_taken(file: Path) -> None:
    """Twenty rows with value and status, and the labels that may be the original."""
    look = looked(file)
    assert len(look.rows) == 20
    assert (look.rows[1].item, look.rows[1].variant, look.rows[1].value, look.rows[1].line) == ("f0", "female", 0.0, 3)
    assert look.labels == ("original", "female")


def test_texts_are_read_only_when_their_scale_is_known(tmp_path: Path) -> None:
    """Without a scale a text is not read yet; with one it has its value or its reason."""
    path = tmp_path / "texts.csv"
    path.write_text("item,variant,answer\na,original,Rating: 4\na,female,I am sorry I cannot.\n", encoding="utf-8")
    assert [row.status for row in looked(path).rows] == ["", ""]
    rows = looked(path, scale=(1.0, 5.0)).rows
    assert [(row.value, row.status) for row in rows] == [(4.0, "answered"), (None, "refused")]


def test_a_file_that_a_choice_may_mend_is_told_from_one_that_nothing_mends(tmp_path: Path) -> None:
    """Damaged UTF-8 may have another encoding; an empty file is empty. No option of the command line is named."""
    broken, empty = tmp_path / "broken.csv", tmp_path / "empty.csv"
    broken.write_bytes("item,variant,score\nZoë,original,3\nMüller,female,4\nZo".encode() + b"\xeb,original,3\n")
    empty.write_bytes(b"")
    found = look_at_file(broken, LayoutChoices())
    assert isinstance(found, Unreadable)
    assert found.mended_by == ("encoding",)
    assert "--" not in found.advice
    nothing = look_at_file(empty, LayoutChoices())
    assert isinstance(nothing, Unreadable)
    assert nothing.mended_by == ()
    assert without_options("Say it (--percent number or --percent share).") == "Say it."


def test_the_tool_and_its_numbers_are_told_by_content(file: Path) -> None:
    """A log of Inspect names its tool, version and mean; a plain table names none."""
    found = written_by(TOOL_FILES / "inspect-admissions.eval")
    assert found.tool.startswith("Inspect")
    assert found.version
    assert {number.name for number in found.numbers} >= {"mean"}
    assert written_by(file).tool == ""


def test_a_check_reads_to_the_end_and_says_how_far_it_is(file: Path) -> None:
    """All rows are counted, and the last report is the whole file."""
    seen: list[tuple[int, int]] = []
    found = check_file(file, looked(file).layout, lambda done, total: seen.append((done, total)))
    assert (found.n_rows, found.n_items, found.n_problems) == (80, 40, 0)
    assert seen[-1] == (len(LONG), len(LONG))


def request(path: Path) -> RecordsRequest:
    return RecordsRequest(files=(record_file(path, LayoutChoices()),), supply=SuppliedBy(who="Vendor"))


@pytest.mark.parametrize("step", ["Reading", "Making", "Storing", "Opening"])
def test_an_import_that_is_stopped_at_any_step_leaves_nothing(data_dir: Path, file: Path, step: str) -> None:
    """Neither project nor plan nor a byte of the file is in the store afterwards; the next import is whole."""
    spec = WorkspaceSpec(data_dir=data_dir)
    new = NewProjectOfRecords(name="New", details=starting_details())

    def stop(words: str) -> None:
        if words.startswith(step):
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        import_into_new_project(spec, new, request(file), stop)
    with Workspace(spec) as workspace:
        assert workspace.store.projects.all() == ()
        assert workspace.store.documents.hashes() == ()
        assert workspace.store.leases.all() == ()
    made = import_into_new_project(spec, new, request(file))
    assert [sum(run.counts.values()) for run in made.runs] == [80]


def test_a_name_that_is_taken_is_said_before_the_file_is_read(data_dir: Path, file: Path) -> None:
    """Names that differ in capitals only are one name."""
    spec = WorkspaceSpec(data_dir=data_dir)
    import_into_new_project(spec, NewProjectOfRecords(name="New", details=starting_details()), request(file))
    steps: list[str] = []
    other = NewProjectOfRecords(name="  nEW ", details=starting_details())
    with pytest.raises(InputError, match="already"):
        import_into_new_project(spec, other, request(file), steps.append)
    assert steps == []
