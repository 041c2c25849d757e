"""Imported cases are listed, used or left out, and changed; every earlier text stays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.case_import import import_cases
from fairdesk.audit.case_library import (
    case_counts,
    case_ids,
    case_rows,
    change_language,
    change_text,
    earlier_texts,
    mark_place_holder,
    project_cases,
    read_case,
    remove_cases,
    replace_hints,
    set_used,
)
from fairdesk.audit.projects import create_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.case_hints import HintKind
from fairdesk.domain.case_imports import CaseImportOptions
from fairdesk.domain.case_rows import CaseLine, CasesWanted
from fairdesk.domain.errors import InputError

TABLE = """id,text
a,"Dear Dr Smith, my name is Anna Schmidt and my marks in physics are good."
b,"Dear Dr Jones, my name is Maria Weber and my marks in physics are good."
c,"My marks in physics are good. Write to me at c@example.org if you like."
"""


@pytest.fixture
def spec(tmp_path: Path) -> WorkspaceSpec:
    """A profile with a project of three cases."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    create_project(spec, "Admissions")
    path = tmp_path / "a.csv"
    path.write_text(TABLE)
    import_cases(spec, "Admissions", [path], CaseImportOptions(), lambda _: None)
    return spec


def lines(spec: WorkspaceSpec, wanted: CasesWanted | None = None) -> dict[str, CaseLine]:
    """The wanted cases by id."""
    ids = case_ids(spec, "Admissions", wanted or CasesWanted())
    return {line.case_id: line for line in case_rows(spec, "Admissions", ids)}


def used(spec: WorkspaceSpec) -> list[str]:
    """The ids of the cases that a plan would take."""
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get("Admissions")
        return [case.case_id for case in project_cases(workspace, record.details, record.project_id)]


def test_a_case_is_shown_with_its_hints_and_origin(spec: WorkspaceSpec) -> None:
    """Text, hints and file of a case come in one view; the list finds it by words of its text."""
    line = lines(spec, CasesWanted(words="anna schmidt"))["a"]
    view = read_case(spec, "Admissions", line.row_id)
    assert [(hint.kind, hint.words) for hint in view.hints] == [
        (HintKind.NAMES, "Smith"),
        (HintKind.NAMES, "Anna Schmidt"),
    ]
    assert view.line.n_hints == 2
    assert view.source is not None
    assert (view.source.name, view.case.origin, view.n_earlier) == ("a.csv", "a.csv, line 2", 0)


def test_a_case_is_left_out_for_a_reason(spec: WorkspaceSpec) -> None:
    """Without a reason nothing happens; with one the case is not used until somebody uses it again."""
    row_id = lines(spec)["b"].row_id
    with pytest.raises(InputError, match="for a reason"):
        set_used(spec, "Admissions", [row_id], False, "  ")
    assert set_used(spec, "Admissions", [row_id], False, "not an application") == 1
    assert used(spec) == ["a", "c"]
    assert lines(spec, CasesWanted(only_left_out=True))["b"].reason == "not an application"
    set_used(spec, "Admissions", [row_id], True)
    assert used(spec) == ["a", "b", "c"]
    assert lines(spec)["b"].reason == ""


def test_replacing_hints_keeps_the_earlier_text(spec: WorkspaceSpec) -> None:
    """Only the wanted kinds are replaced, all cases at once; texts that become equal are told, earlier ones stay."""
    told: list[str] = []
    assert replace_hints(spec, "Admissions", None, (HintKind.NAMES,), told.append) == 4
    found = lines(spec)
    view = read_case(spec, "Admissions", found["a"].row_id)
    assert view.case.text == "Dear Dr [name removed], my name is {name} {surname} and my marks in physics are good."
    assert (view.n_earlier, view.change, view.place_holders) == (1, "replaced: names", ("name", "surname"))
    assert earlier_texts(spec, "Admissions", found["a"].row_id) == (
        "Dear Dr Smith, my name is Anna Schmidt and my marks in physics are good.",
    )
    assert [found[key].n_hints for key in "abc"] == [0, 0, 1]
    assert (found["b"].duplicate_of, found["b"].state) == ("a", "left out")
    assert used(spec) == ["a", "c"]
    assert told == ["Replacing personal data: 3 of 3 cases"]
    assert replace_hints(spec, "Admissions", [found["c"].row_id], (HintKind.NAMES,)) == 0


def test_a_place_holder_is_marked_by_hand(spec: WorkspaceSpec) -> None:
    """Marked words give way to a name in braces; a place outside the text, or a name that is none, is refused."""
    row_id = lines(spec)["c"].row_id
    line = mark_place_holder(spec, "Admissions", row_id, (3, 8), "marks-word")
    assert read_case(spec, "Admissions", row_id).case.text.startswith("My {marks-word} in physics")
    assert line.title.startswith("My {marks-word}")
    for span in ((5, 5), (-1, 3), (0, 10_000)):
        with pytest.raises(InputError, match="Nothing is marked"):
            mark_place_holder(spec, "Admissions", row_id, span, "name")
    for name in ("", "1", "a b", "{name}", "a\n", "é" * 60):
        with pytest.raises(InputError, match="no name of a place-holder"):
            mark_place_holder(spec, "Admissions", row_id, (0, 2), name)


def test_a_text_is_changed_by_hand(spec: WorkspaceSpec) -> None:
    """Length, hash and hints follow the new text, every earlier text stays, and what is no text is refused."""
    row_id = lines(spec)["a"].row_id
    change_text(spec, "Admissions", row_id, "A first change.", "shorter")
    line = change_text(spec, "Admissions", row_id, "Mail d@example.org", "")
    assert (line.n_characters, line.n_words, line.n_hints) == (18, 2, 1)
    view = read_case(spec, "Admissions", row_id)
    assert (view.change, view.n_earlier) == ("changed by hand", 2)
    assert earlier_texts(spec, "Admissions", row_id)[0] == "A first change."
    for text in ("", " \n", "a\x00", "a\ud800"):
        with pytest.raises(InputError):
            change_text(spec, "Admissions", row_id, text, "x")
    assert read_case(spec, "Admissions", row_id).case.text == "Mail d@example.org"


def test_a_language_is_corrected(spec: WorkspaceSpec) -> None:
    """The line and the case say the new language; a word that is no language is refused."""
    row_id = lines(spec)["a"].row_id
    assert change_language(spec, "Admissions", [row_id], "de") == 1
    assert read_case(spec, "Admissions", row_id).case.language == lines(spec)["a"].language == "de"
    with pytest.raises(InputError, match="is no language"):
        change_language(spec, "Admissions", [row_id], "German")


def test_removed_cases_are_gone_from_the_list_alone(spec: WorkspaceSpec) -> None:
    """A removed case is not listed and cannot be read; the numbers follow."""
    row_id = lines(spec)["a"].row_id
    assert remove_cases(spec, "Admissions", [row_id]) == 1
    assert used(spec) == ["b", "c"]
    assert case_counts(spec, "Admissions").n_all == 2
    for reads in (read_case, earlier_texts):
        with pytest.raises(InputError, match="not there any more"):
            reads(spec, "Admissions", row_id)


def test_a_project_takes_its_shortest_cases(spec: WorkspaceSpec) -> None:
    """Where a project uses only so many files, they are the shortest, in the order of their ids."""
    with Workspace(spec) as workspace:
        project_id = workspace.store.projects.get("Admissions").project_id
        for n, expected in ((0, ["a", "b", "c"]), (1, ["b"]), (2, ["b", "c"]), (9, ["a", "b", "c"])):
            details = replace(ProjectDetails(), n_cases=n)
            assert [case.case_id for case in project_cases(workspace, details, project_id)] == expected
