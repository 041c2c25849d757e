"""Projects, endpoints, drafts: what the auditor edits."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from fairdesk.domain.audited_system import (
    AuditedSystem,
    Decoding,
    EndpointFacts,
    EndpointSettings,
    LayerSetting,
    ProjectDetails,
)
from fairdesk.domain.errors import InputError, StoreBusy, StoreError
from fairdesk.store.entries import NewEntry
from fairdesk.store.store import Store
from tests.unit.store.conftest import HandClock

ENDPOINT = EndpointSettings(
    name="Dean's office", kind="openai_chat", base_url="https://host.example/v1", model="m", key_name="k", options={}
)
DETAILS = ProjectDetails(
    client="Universität Łódź",
    purpose="جامعة",
    systems=(
        AuditedSystem(
            label="baseline",
            title="Baseline",
            endpoint=ENDPOINT,
            facts=EndpointFacts(model_echo="m-1", facts={"engine": "x"}),
            system_prompt="You are …",
            decoding=Decoding(stop=("\n",)),
            layers=(LayerSetting(layer_id="l", title="t", text="x"),),
        ),
    ),
)


def test_a_project_comes_back_whole(store: Store) -> None:
    """Everything the auditor entered is there again, by id and by name."""
    created = store.projects.create("  Zulassung 2026  ", DETAILS)

    assert created.name == "Zulassung 2026"
    assert created.details == DETAILS
    assert store.projects.get(created.project_id) == created
    assert store.projects.get("ZULASSUNG 2026") == created
    assert store.projects.all() == (created,)


@pytest.mark.parametrize(
    ("first", "second"),
    [("Straße", "STRASSE"), ("Audit", " audit "), ("ＡＩ", "ai"), ("e\u0301cole", "École"), ("Ǆ", "dž")],
)
def test_names_differ_by_more_than_case(store: Store, first: str, second: str) -> None:
    """Two names that differ only in case, width, composition or blanks are one name."""
    store.projects.create(first, DETAILS)
    with pytest.raises(InputError, match="already"):
        store.projects.create(second, DETAILS)


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\u3000", "a\nb", "a\x00b", "\ud800x", "a\u2028b"])
def test_a_name_can_be_read(store: Store, name: str) -> None:
    """Empty or invisible names and names with line breaks or control characters are refused."""
    with pytest.raises(InputError):
        store.projects.create(name, DETAILS)
    assert store.projects.all() == ()


@pytest.mark.parametrize("name", ["ब्राउज़र\u200d", "می\u200cخواهم", "大学", "Ẹ̀kọ́", "🙂 1"])
def test_names_of_any_script(store: Store, name: str) -> None:
    """A name of any script, with the joiners that the script needs, is kept as it was typed."""
    store.projects.create(name, DETAILS)
    assert store.projects.get(name).name == name


def test_saving_replaces_details_and_name(store: Store, clock: HandClock) -> None:
    """A save counts a revision up and moves the project to the front of the list."""
    first = store.projects.create("First", DETAILS)
    clock.advance(1)
    store.projects.create("Second", DETAILS)
    clock.advance(1)
    saved = store.projects.save(first.project_id, ProjectDetails(client="new"), name="Renamed")

    assert (saved.name, saved.revision, saved.details.client) == ("Renamed", 2, "new")
    assert saved.created_at < saved.changed_at
    assert [project.name for project in store.projects.all()] == ["Renamed", "Second"]
    with pytest.raises(InputError, match="SECOND"):
        store.projects.save(first.project_id, DETAILS, name="SECOND")
    assert store.projects.get(first.project_id) == saved


def test_a_save_over_another_windows_save_is_refused(store: Store) -> None:
    """Who saves what they opened before another saved is told so, and the other's change stays."""
    opened = store.projects.create("P", DETAILS)
    store.projects.save(opened.project_id, ProjectDetails(client="the other"), seen_revision=opened.revision)
    with pytest.raises(StoreBusy, match="changed elsewhere"):
        store.projects.save(opened.project_id, ProjectDetails(client="mine"), seen_revision=opened.revision)

    assert store.projects.get("P").details.client == "the other"


def test_deleting_keeps_the_evidence(store: Store) -> None:
    """A deleted project and its drafts are gone; its chains and documents stay, and its name is free again."""
    project = store.projects.create("P", DETAILS)
    store.drafts.put(project.project_id, "summary", "words")
    store.ledger.append(f"project:{project.project_id}", [NewEntry(kind="note", body=b"n")])
    key = store.documents.put("plan", b"plan")
    store.projects.delete(project.project_id)

    assert store.projects.all() == ()
    assert store.drafts.get(project.project_id, "summary") == ""
    assert store.ledger.count(f"project:{project.project_id}") == 1
    assert store.documents.has(key)
    assert store.projects.create("P", DETAILS).project_id != project.project_id


def test_an_unknown_project_is_named(store: Store) -> None:
    """Reading, saving, deleting or drafting for a project that is not there says which one was meant."""
    for ask in (
        lambda: store.projects.get("nowhere"),
        lambda: store.projects.save("nowhere", DETAILS),
        lambda: store.projects.delete("nowhere"),
        lambda: store.drafts.put("nowhere", "summary", "words"),
    ):
        with pytest.raises(InputError, match="nowhere"):
            ask()


def test_details_that_cannot_be_read_are_named(store: Store) -> None:
    """A project whose details were damaged in the file gives a clear failure, not a fault of ours."""
    store.projects.create("P", DETAILS)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE project SET details = x'7b5d'")
    with pytest.raises(StoreError, match="'P'"):
        store.projects.get("P")


def test_endpoints_are_saved_by_name(store: Store) -> None:
    """Saving twice keeps the later settings; deleting twice is no error; an unknown name is named."""
    store.endpoints.save(ENDPOINT)
    other = EndpointSettings(name="Dean's office", kind="rehearsal", model="", options={"bias": "-0.2"})
    store.endpoints.save(other)
    first = EndpointSettings(name="a", kind="embedded", model="", options={})
    store.endpoints.save(first)

    assert store.endpoints.get("Dean's office") == other
    assert store.endpoints.all() == (other, first)
    store.endpoints.delete("a")
    store.endpoints.delete("a")
    assert store.endpoints.all() == (other,)
    with pytest.raises(InputError, match="'a'"):
        store.endpoints.get("a")
    with pytest.raises(InputError):
        store.endpoints.save(EndpointSettings(name=" ", kind="embedded", model="", options={}))


def test_drafts_keep_the_last_text(store: Store) -> None:
    """A draft is empty until it is written, and keeps any text as it is."""
    project = store.projects.create("P", DETAILS)
    assert store.drafts.get(project.project_id, "summary") == ""
    for words in ("one", "two \x00 \u202e 中文\r\n", ""):
        store.drafts.put(project.project_id, "summary", words)
        assert store.drafts.get(project.project_id, "summary") == words
