"""The answers of a run are searched through the drivers, and nothing of a deleted project stays in the search file."""

from __future__ import annotations

import json
from pathlib import Path

from fairdesk.audit.answers import AnswerFilter, answer_ids, index_answers
from fairdesk.audit.projects import create_project, delete_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.store.entries import NewEntry


def run_with_answers(spec: WorkspaceSpec, project_id: str, run_id: str, text: str) -> None:
    """A project's run whose answers hold a text."""
    body = json.dumps({"outcome": {"text": text}}, ensure_ascii=False).encode()
    started = NewEntry(kind="run_started", body=json.dumps({"run_id": run_id}).encode())
    with Workspace(spec) as workspace:
        workspace.store.ledger.append(f"project:{project_id}", [started])
        workspace.store.ledger.append(f"run:{run_id}", [started])
        answers = [NewEntry(kind="exchange", body=body, case_id=str(i), status="answered") for i in range(5)]
        workspace.store.ledger.append(f"run:{run_id}", answers)


def test_a_window_pages_through_a_growing_run(data_dir: Path) -> None:
    """The first rows, then those that came since, with and without the search file."""
    spec = WorkspaceSpec(data_dir=data_dir)
    run_with_answers(spec, "p", "r-1", "école")
    assert list(answer_ids(spec, "r-1", AnswerFilter(words="ÉCOLE"), limit=2)) == [2, 3]
    assert index_answers(spec, "r-1") == ""
    assert list(answer_ids(spec, "r-1", AnswerFilter(words="ÉCOLE", after=4))) == [5, 6]
    assert list(answer_ids(spec, "r-1", AnswerFilter(after=4))) == [5, 6]
    assert index_answers(spec, "r-1", cancelled=lambda: True) == ""


def test_why_there_is_no_search_file_is_said(data_dir: Path) -> None:
    """In words for the window; the words are found all the same."""
    spec = WorkspaceSpec(data_dir=data_dir)
    run_with_answers(spec, "p", "r-1", "école")
    (data_dir / "search.sqlite").mkdir()
    assert "slower" in index_answers(spec, "r-1")
    assert len(answer_ids(spec, "r-1", AnswerFilter(words="école"))) == 5


def test_a_deleted_project_leaves_no_text_in_the_search_file(data_dir: Path) -> None:
    """Its runs go from the search file; those of other projects stay."""
    spec = WorkspaceSpec(data_dir=data_dir)
    gone, stays = (create_project(spec, name).project_id for name in ("gone", "stays"))
    run_with_answers(spec, gone, "r-1", "\U00013010\U00013011\U00013012\U00013013")
    run_with_answers(spec, stays, "r-2", "another text")
    assert index_answers(spec, "r-1") == index_answers(spec, "r-2") == ""
    letter = "\U00013012".encode()
    assert any(letter in file.read_bytes() for file in data_dir.glob("search.sqlite*"))

    delete_project(spec, gone)
    assert not any(letter in file.read_bytes() for file in data_dir.glob("search.sqlite*"))
    with Workspace(spec) as workspace:
        assert workspace.store.search.index("run:r-2", 0).is_complete
    assert len(answer_ids(spec, "r-2", AnswerFilter(words="another"))) == 5
