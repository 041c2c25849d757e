"""Imported cases and reviews of variants travel with their project, whole, and are never mixed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.case_rows import CaseLine, CasesWanted
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import InputError
from fairdesk.store.store import Store
from tests.unit.store.archive_making import content, export, make_project, rewrite, take
from tests.unit.store.conftest import HandClock

REVIEW = "INSERT INTO variant_review VALUES (?, 'a', ?, 'p', ?, ?, 't', 'R. Reviewer', '', ?)"


@pytest.fixture
def other(tmp_path: Path, clock: HandClock) -> Iterator[Store]:
    """The store of another computer."""
    (tmp_path / "other").mkdir()
    with Store.open(tmp_path / "other" / "fairdesk.db", clock, busy_seconds=5) as store:
        yield store


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "cases.fairdesk"


def add_case(store: Store, project_id: str, case_id: str, text: str, **facts: str) -> CaseLine:
    """A case of a file whose bytes are kept."""
    part = store.documents.put("case_original", f"bytes of {case_id}".encode())
    source = store.documents.put("case_source", canonical_bytes({"name": "a.txt", "parts": [part], "of": case_id}))
    body = canonical_bytes(to_plain(Case(case_id=case_id, title="t", text=text, facts=facts, origin="a.txt")))
    line = CaseLine(
        case_id=case_id,
        title="t",
        document_sha256=store.documents.put("case", body),
        text_sha256=sha256_hex(text.encode()),
        source_sha256=source,
        source_name="a.txt",
        language="en",
        n_characters=len(text),
        n_words=1,
    )
    store.case_files.add_many(project_id, [line])
    return store.case_files.by_case_ids(project_id, [case_id])[case_id]


def review(store: Store, project_id: str, label: str, verdict: str, at: str) -> None:
    """A decision about one variant of the case ``a``."""
    with store.database.writing() as connection:
        connection.exec_driver_sql(REVIEW, (project_id, label, verdict, b"[]", at))


def texts(store: Store, project_id: str) -> list[str]:
    """The ids of a project's cases."""
    ids = store.case_files.ids(project_id, CasesWanted(order="case_id"))
    return [line.case_id for line in store.case_files.rows(project_id, ids)]


def test_cases_arrive_with_their_documents(store: Store, other: Store, archive: Path) -> None:
    """Lines, cases, descriptions of files and kept bytes arrive; cases of other projects and earlier texts do not."""
    second = make_project(store, "Another", "second")
    add_case(store, second, "x", "of the second")
    project_id = make_project(store, "Admissions", "first")
    earlier = add_case(store, project_id, "a", "My name is Anna.")
    changed = add_case(store, project_id, "b", "My name is {name}.", earlier=earlier.document_sha256)
    store.case_files.remove(project_id, [earlier.row_id])
    review(store, project_id, "female", "accepted", "2026-01-02T03:04:05Z")
    export(store, project_id, archive)
    take(other, archive)

    assert texts(other, project_id) == ["b"]
    assert [line.document_sha256 for line, _body in other.case_files.used(project_id)] == [changed.document_sha256]
    assert other.documents.kind(changed.source_sha256) == "case_source"
    kept = [row[2] for row in content(other.path)["document"] if row[1] == "case_original"]
    assert kept == [b"bytes of b"]
    assert not other.documents.has(earlier.document_sha256)
    assert content(other.path)["variant_review"] == content(store.path)["variant_review"]


def test_cases_that_went_on_elsewhere_come_home(store: Store, other: Store, archive: Path) -> None:
    """The side that changed the list since it was handed over counts; of two that did, the one here, and it is told."""
    project_id = make_project(store, "Admissions", "first")
    add_case(store, project_id, "a", "one")
    export(store, project_id, archive)
    take(other, archive)
    add_case(other, project_id, "b", "two")
    export(other, project_id, archive)

    taken = take(store, archive)
    assert texts(store, project_id) == ["a", "b"]
    assert taken.replaced == ("The imported cases differ: 1 here, 2 in the archive.",)

    add_case(store, project_id, "c", "three")
    add_case(other, project_id, "d", "four")
    export(other, project_id, archive)
    assert "The imported cases differ: 3 here, 3 in the archive." in take(store, archive).kept
    assert texts(store, project_id) == ["a", "b", "c"]
    take(store, archive, take_texts=True)
    assert texts(store, project_id) == ["a", "b", "d"]


def test_reviews_of_two_people_come_together(store: Store, other: Store, archive: Path) -> None:
    """Decisions that are absent here are taken; of two about one variant the later one, or theirs if wanted."""
    project_id = make_project(store, "Admissions", "first")
    export(store, project_id, archive)
    take(other, archive)
    for opened, label, verdict, at in (
        (store, "female", "accepted", "2026-01-02T03:00:00Z"),
        (store, "control", "accepted", "2026-01-02T05:00:00Z"),
        (other, "female", "rejected", "2026-01-02T04:00:00Z"),
        (other, "control", "rejected", "2026-01-02T04:00:00Z"),
        (other, "older", "accepted", "2026-01-02T04:00:00Z"),
    ):
        review(opened, project_id, label, verdict, at)
    export(other, project_id, archive)
    taken = take(store, archive)

    rows = {row[2]: row[4] for row in content(store.path)["variant_review"]}
    assert rows == {"female": "rejected", "control": "accepted", "older": "accepted"}
    assert "Decisions about variants that were made later elsewhere: 1." in taken.replaced
    assert "Decisions about variants that were made later here: 1." in taken.kept

    taken = take(store, archive, take_texts=True)
    rows = {row[2]: row[4] for row in content(store.path)["variant_review"]}
    assert rows == {"female": "rejected", "control": "rejected", "older": "accepted"}
    assert "Decisions about variants that were others here: 1." in taken.replaced


def test_an_older_state_gives_way(store: Store, other: Store, archive: Path) -> None:
    """An archive that was written before the list went on here changes nothing and needs no word."""
    project_id = make_project(store, "Admissions", "first")
    add_case(store, project_id, "a", "one")
    export(store, project_id, archive)
    add_case(store, project_id, "b", "two")
    taken = take(store, archive)
    assert texts(store, project_id) == ["a", "b"]
    assert taken.kept == taken.replaced == ()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE case_file SET project_id = 'x'", "the line of the case 'a' is none"),
        ("UPDATE case_file SET n_hints = x'00'", "the line of the case 'a' is none"),
        ("UPDATE case_file SET title = x'00'", "the line of the case 'a' is none"),
        ("UPDATE case_file SET case_id = 'b'", "the text of the case 'b' is missing or belongs to another one"),
        ("UPDATE case_file SET document_sha256 = source_sha256", "the text of the case 'a' is missing"),
        ("UPDATE case_file SET source_sha256 = document_sha256", "is not described"),
        ("UPDATE variant_review SET edits = 'text'", "the review of a variant of 'a' is none"),
        ("UPDATE variant_review SET edits = x'7b7d'", "the review of a variant of 'a' cannot be read"),
    ],
)
def test_cases_that_are_none_are_refused(store: Store, other: Store, archive: Path, change: str, words: str) -> None:
    """A line, text or review that a hostile archive brings is named, and nothing of the archive is taken."""
    project_id = make_project(store, "Admissions", "first")
    add_case(store, project_id, "a", "one")
    review(store, project_id, "female", "accepted", "2026-01-02T03:04:05Z")
    export(store, project_id, archive)

    def tamper(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(change)

    rewrite(archive, tamper)
    with pytest.raises(InputError, match=words):
        take(other, archive)
    assert other.projects.all() == ()


def test_a_used_duplicate_stays_used(store: Store) -> None:
    """A duplicate is left out by itself, used when a person says so, and used again when its first one changes."""
    project_id = make_project(store, "Admissions", "first")
    first = add_case(store, project_id, "a", "same")
    for case_id in ("b", "c"):
        add_case(store, project_id, case_id, "same")
    files = store.case_files
    assert files.mark_duplicates(project_id) == 2
    lines = files.by_case_ids(project_id, ["a", "b", "c"])
    assert {key: (line.duplicate_of, line.state) for key, line in lines.items()} == {
        "a": ("", "used"),
        "b": ("a", "left out"),
        "c": ("a", "left out"),
    }
    assert lines["b"].reason == "Same text as a"
    files.set_state(project_id, [lines["c"].row_id], True)
    assert files.mark_duplicates(project_id) == 0
    files.replace_document(project_id, replace(first, text_sha256="other"))
    assert files.mark_duplicates(project_id) == 2
    lines = files.by_case_ids(project_id, ["a", "b", "c"])
    assert {key: (line.duplicate_of, line.state) for key, line in lines.items()} == {
        "a": ("", "used"),
        "b": ("", "used"),
        "c": ("b", "used"),
    }
