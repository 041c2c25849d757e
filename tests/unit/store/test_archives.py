"""A project travels as one file: it arrives whole, comes home extended, and is never mixed with another."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.domain.errors import ChangedElsewhere, InputError, NameTaken, StoreBusy, StoreError
from fairdesk.store import archive_import
from fairdesk.store.backup import problems
from fairdesk.store.entries import NewEntry
from fairdesk.store.store import Store
from tests.unit.store.archive_making import answers, content, export, make_project, take, without_triggers
from tests.unit.store.conftest import HandClock


@pytest.fixture
def other(tmp_path: Path, clock: HandClock) -> Iterator[Store]:
    """The store of another computer."""
    (tmp_path / "other").mkdir()
    with Store.open(tmp_path / "other" / "fairdesk.db", clock, busy_seconds=5) as store:
        yield store


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "Zulassung ß 大学.fairdesk"


def test_a_project_arrives_whole_and_alone(store: Store, other: Store, archive: Path) -> None:
    """Chains, documents, reports, drafts, endpoint and terms arrive byte for byte; nothing of another project does."""
    make_project(store, "Another", "second")
    project_id = make_project(store, "Admissions", "first")
    store.ledger.append("run:r-first", answers(0, 12))
    store.leases.acquire("run:r-second", "me", 60)

    manifest = export(store, project_id, archive)
    taken = take(other, archive)

    here, there = content(store.path), content(other.path)
    assert (taken.is_new, taken.n_added, taken.n_documents, taken.n_reports) == (True, 15, 5, 1)
    assert there["ledger"] == [row for row in here["ledger"] if row[0] in (f"project:{project_id}", "run:r-first")]
    assert there["project"] == [row for row in here["project"] if row[0] == project_id]
    assert there["draft"] == [row for row in here["draft"] if row[0] == project_id]
    assert there["endpoint"] == here["endpoint"]
    assert {row[0] for row in there["document"]} < {row[0] for row in content(store.path)["document"]}
    assert not [row for row in there["document"] if b"second" in row[2]]
    assert other.endpoints.terms("Server") == replace(store.endpoints.terms("Server"), ca_file="")
    assert store.endpoints.terms("Server").ca_file
    assert other.leases.all() == ()
    assert problems(other) == ()
    assert [chain.n_entries for chain in manifest.chains] == [2, 13]
    assert archive.stat().st_mode & 0o777 == 0o600


def test_nothing_is_left_beside(store: Store, other: Store, archive: Path, tmp_path: Path) -> None:
    """After exporting and importing, the folders hold the stores and the archive, not what a killed process left."""
    project_id = make_project(store, "Admissions", "first")
    for left in (store.path.parent / ".archive-4194304-old", other.path.parent / ".archive-4194304-old"):
        left.mkdir()
    (tmp_path / f".{archive.name}.4194304.part").touch()
    export(store, project_id, archive)
    take(other, archive)

    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["other", "profile", archive.name])
    for opened in (store, other):
        assert {path.name for path in opened.path.parent.iterdir() if not path.name.startswith("fairdesk.db")} == set()


def test_a_run_comes_home(store: Store, other: Store, archive: Path) -> None:
    """What was asked elsewhere extends the chains at home; the same archive again, or an older one, changes nothing."""
    project_id = make_project(store, "Admissions", "first")
    store.ledger.append("run:r-first", answers(0, 5))
    export(store, project_id, archive)
    take(other, archive)
    other.ledger.append("run:r-first", answers(5, 7_000))
    other.ledger.append(f"project:{project_id}", [NewEntry(kind="run_started", body=b'{"run_id":"r-more"}')])
    other.ledger.append("run:r-more", answers(0, 3))

    older = archive.with_name("older")
    archive.rename(older)
    export(other, project_id, archive)
    taken = take(store, archive)

    assert {chain.name: chain.n_added for chain in taken.chains} == {
        f"project:{project_id}": 1,
        "run:r-first": 7_000,
        "run:r-more": 3,
    }
    assert not taken.is_new
    assert content(store.path)["ledger"] == content(other.path)["ledger"]
    assert problems(store) == ()
    before = content(store.path)
    assert take(store, archive).n_added == 0
    stale = take(store, older)
    assert (stale.n_added, stale.n_only_here) == (0, 7_001)
    assert content(store.path) == before


def test_a_fork_is_refused(store: Store, other: Store, archive: Path) -> None:
    """A chain that went on on both sides: refused with the place, the counts and who wrote what; nothing is mixed."""
    project_id = make_project(store, "Admissions", "first")
    store.ledger.append("run:r-first", answers(0, 5))
    export(store, project_id, archive)
    take(other, archive)
    store.ledger.append("run:r-first", [NewEntry(kind="correction", body=b'{"who":"Zoe Here"}')])
    other.ledger.append("run:r-first", answers(5, 2))
    store.documents.put("plan", b"only here")
    export(other, project_id, archive)
    before = content(store.path)

    with pytest.raises(ChangedElsewhere) as failure:
        take(store, archive)
    words = failure.value.message
    assert "run:r-first went on differently" in words
    assert "The first 6 entries are the same" in words
    assert "Here follow 1, the first of kind correction by Zoe Here" in words
    assert "written by A. Tester" in words
    assert "follow 2, the first of kind exchange" in words
    assert "--data-dir" in failure.value.advice
    assert content(store.path) == before


def test_chains_of_another_project_are_never_extended(store: Store, other: Store, archive: Path) -> None:
    """An archive whose project links a run that belongs to another project here is refused."""
    make_project(store, "Admissions", "first")
    store.ledger.append("run:r-first", answers(0, 2))
    project_id = make_project(other, "Guest", "guest")
    linked = NewEntry(kind="run_started", body=b'{"run_id":"r-first"}')
    other.ledger.append(f"project:{project_id}", [linked])
    for entry in store.ledger.entries("run:r-first"):
        copied = replace(answers(0, 1)[0], kind=entry.kind, body=entry.body, case_id=entry.case_id)
        other.ledger.append("run:r-first", [replace(copied, **{n: getattr(entry, n) for n in ("variant", "sample")})])
    other.ledger.append("run:r-first", answers(2, 1, "planted"))
    before = content(store.path)
    try:
        export(other, project_id, archive)
        take(store, archive)
    except InputError as failure:
        assert "belongs to another project" in failure.message  # noqa: PT017 (either step may refuse)
    else:
        pytest.fail("it was taken")
    assert content(store.path) == before


def test_names_that_clash(store: Store, other: Store, archive: Path) -> None:
    """Another project of the same name: refused with the cure, which works; its own name is kept otherwise."""
    project_id = make_project(store, "Admissions", "first")
    make_project(other, "ADMISSIONS ", "second")
    export(store, project_id, archive)
    before = content(other.path)
    with pytest.raises(NameTaken, match="another project") as failure:
        take(other, archive)
    assert "--name" in failure.value.advice
    assert content(other.path) == before
    for unusable in (" ", "line\nbreak"):
        with pytest.raises(InputError):
            take(other, archive, name=unusable)
    assert take(other, archive, name="From Łódź").name == "From Łódź"
    assert other.projects.get("from łódź").project_id == project_id
    with pytest.raises(InputError, match="here already"):
        take(other, archive, name="Once more")


def test_a_run_at_work_refuses_both_ways(store: Store, other: Store, archive: Path) -> None:
    """While a run of the project holds a lease, it is neither exported nor imported over; the holder is named."""
    project_id = make_project(store, "Admissions", "first")
    export(store, project_id, archive)
    take(other, archive)
    for name in ("run:r-first", f"project:{project_id}"):
        for opened in (store, other):
            opened.leases.acquire(name, "Zoe on a server", 60)
        with pytest.raises(StoreBusy, match="Zoe on a server"):
            export(store, project_id, archive)
        with pytest.raises(StoreBusy, match="Zoe on a server"):
            take(other, archive)
        for opened in (store, other):
            opened.leases.release(name, "Zoe on a server")
    assert take(other, archive).n_added == 0


def test_texts_that_differ_are_told(store: Store, other: Store, archive: Path) -> None:
    """Details and drafts that differ stay and are named; asked to, the archive's replace them; endpoints stay."""
    project_id = make_project(store, "Admissions", "first")
    export(store, project_id, archive)
    take(other, archive)
    details = other.projects.get(project_id).details
    other.projects.save(project_id, replace(details, purpose="written elsewhere"))
    other.drafts.put(project_id, "summary", "written elsewhere")
    other.drafts.put(project_id, "new", "written elsewhere")
    other.endpoints.save_terms("Server", EndpointTerms(price_call=7.0))
    export(other, project_id, archive)
    store.projects.save(project_id, replace(details, purpose="written here"))
    store.drafts.put(project_id, "summary", "written here")

    kept = take(store, archive)
    assert kept.replaced == ()
    assert ["purpose" in kept.kept[0], "'summary'" in kept.kept[1]] == [True, True]
    assert "'Server'" in kept.kept_endpoints[0]
    assert store.projects.get(project_id).details.purpose == "written here"
    assert store.drafts.get(project_id, "summary") == "written here"
    assert store.drafts.get(project_id, "new") == "written elsewhere"

    taken = take(store, archive, take_texts=True)
    assert [len(taken.replaced), len(taken.kept), len(taken.kept_endpoints)] == [2, 0, 1]
    assert store.projects.get(project_id).details.purpose == "written elsewhere"
    assert store.drafts.get(project_id, "summary") == "written elsewhere"
    assert store.endpoints.terms("Server").price_call == 0.5
    assert take(store, archive).kept == ()


def test_texts_that_went_on_elsewhere_come_home(store: Store, other: Store, archive: Path) -> None:
    """What nobody changed here since it was handed over gives way to what was written elsewhere; never backwards."""
    project_id = make_project(store, "Admissions", "first")
    export(store, project_id, archive)
    older = archive.with_name("older")
    older.write_bytes(archive.read_bytes())
    take(other, archive)
    details = replace(other.projects.get(project_id).details, purpose="written elsewhere")
    other.projects.save(project_id, details)
    other.drafts.put(project_id, "summary", "written elsewhere")
    export(other, project_id, archive)

    taken = take(store, archive)
    assert [len(taken.replaced), len(taken.kept)] == [2, 0]
    stale = take(store, older)
    assert [len(stale.replaced), len(stale.kept)] == [0, 0]
    assert store.projects.get(project_id).details == details
    assert store.drafts.get(project_id, "summary") == "written elsewhere"
    store.drafts.put(project_id, "summary", "and then here")
    export(store, project_id, archive)
    assert len(take(other, archive).replaced) == 1
    assert other.drafts.get(project_id, "summary") == "and then here"


def test_a_deleted_project_comes_back(store: Store, archive: Path) -> None:
    """Deleted from the list, its chains stay; the archive brings the project back over them."""
    project_id = make_project(store, "Admissions", "first")
    export(store, project_id, archive)
    store.projects.delete(project_id)
    taken = take(store, archive)
    assert (taken.is_new, taken.n_added) == (True, 0)
    assert store.projects.get("admissions").project_id == project_id


def test_a_store_that_was_changed_is_not_exported(store: Store, archive: Path) -> None:
    """An entry or a document that does not have its hash stops the export; no file is written."""
    project_id = make_project(store, "Admissions", "first")
    store.ledger.append("run:r-first", answers(0, 3))
    change = "UPDATE ledger SET body = x'7b7d' WHERE chain = 'run:r-first' AND seq = 3"
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        without_triggers(connection, change)
    with pytest.raises(StoreError, match="run:r-first does not fit together at entry 3"):
        export(store, project_id, archive)
    assert not archive.exists()


def test_a_file_that_is_there_is_not_written_over(store: Store, archive: Path) -> None:
    """Without a word for it an existing file stays."""
    from fairdesk.store.archives import ExportRequest, export_project

    project_id = make_project(store, "Admissions", "first")
    archive.write_text("a letter")
    with pytest.raises(InputError, match=r"exists already.*--replace"):
        export_project(store, ExportRequest(project_id=project_id, target=archive), print)
    assert archive.read_text() == "a letter"


def test_a_large_import_waits_for_a_run_of_another_project(
    store: Store, other: Store, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would hold the store longer than a run waits is refused while one is at work; a small one is not."""
    project_id = make_project(store, "Admissions", "first")
    export(store, project_id, archive)
    other.leases.acquire("run:r-another", "Zoe", 60)
    monkeypatch.setattr(archive_import, "MOST_BESIDE_A_RUN", 2)
    with pytest.raises(StoreBusy, match="run:r-another"):
        take(other, archive)
    monkeypatch.setattr(archive_import, "MOST_BESIDE_A_RUN", 3)
    assert take(other, archive).is_new
