"""Lines of imported cases: stored whole or not at all, found in the wanted order, and gone with their project."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.case_rows import ORDERS, CaseLine, CasesWanted
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.store.case_files import CHUNK
from fairdesk.store.store import Store


def add(store: Store, project_id: str, texts: dict[str, str], language: str = "en") -> tuple[CaseLine, ...]:
    """Store cases of these ids and texts, and answer with their lines."""
    cases = [
        Case(case_id=case_id, title=f"Title {case_id}", text=text, facts={}, origin="a.txt")
        for case_id, text in texts.items()
    ]
    keys = store.documents.put_many("case", (canonical_bytes(to_plain(case)) for case in cases))
    lines = [
        CaseLine(
            case_id=case.case_id,
            title=case.title,
            document_sha256=key,
            text_sha256=sha256_hex(case.text.encode()),
            source_sha256="0" * 64,
            source_name="a.txt",
            language=language,
            n_characters=len(case.text),
            n_words=len(case.text.split()),
            n_hints=case.text.count("@"),
        )
        for case, key in zip(cases, keys, strict=True)
    ]
    assert store.case_files.add_many(project_id, lines) == len(lines)
    return tuple(store.case_files.by_case_ids(project_id, texts).values())


@pytest.fixture
def project_id(store: Store) -> str:
    """A project without cases."""
    return store.projects.create("Admissions", ProjectDetails()).project_id


def found(store: Store, project_id: str, wanted: CasesWanted) -> list[str]:
    """The case ids of the wanted lines, in their order."""
    rows = store.case_files.rows(project_id, store.case_files.ids(project_id, wanted))
    return [line.case_id for line in rows]


def test_many_documents_are_kept_in_one_go(store: Store) -> None:
    """``put_many`` answers with the same keys as ``put``, in order, and takes a body twice without complaint."""
    bodies = [b"a", b"b", b"a"]
    assert store.documents.put_many("case", bodies) == [store.documents.put("case", body) for body in bodies]
    assert [store.documents.get(key) for key in store.documents.put_many("case", bodies)] == bodies


def test_many_documents_are_kept_together_or_not_at_all(store: Store) -> None:
    """When the bodies end with a failure, none of those before it stays."""

    def bodies() -> object:
        yield from (str(n).encode() for n in range(CHUNK + 5))
        raise ValueError("stopped")

    before = store.documents.hashes()
    with pytest.raises(ValueError, match="stopped"):
        store.documents.put_many("case", bodies())  # type: ignore[arg-type]  # a generator of bytes
    assert store.documents.hashes() == before


def test_lines_are_found_by_what_is_wanted(store: Store, project_id: str) -> None:
    """Words, language, hints, states, orders and limits select and sort the lines."""
    add(store, project_id, {"b": "two words", "A": "x@y.org writes ÉCOLE"})
    add(store, project_id, {"c": "ein drittes Wort"}, language="de")
    (line,) = store.case_files.rows(project_id, store.case_files.ids(project_id, CasesWanted(language="de")))
    store.case_files.set_state(project_id, [line.row_id], False, "not about admissions")

    assert found(store, project_id, CasesWanted()) == ["b", "A", "c"]
    assert found(store, project_id, CasesWanted(is_descending=True)) == ["c", "A", "b"]
    assert found(store, project_id, CasesWanted(order="case_id")) == ["A", "b", "c"]
    assert found(store, project_id, CasesWanted(order="n_characters", is_descending=True, limit=1)) == ["A"]
    assert found(store, project_id, CasesWanted(words="école")) == ["A"]
    assert found(store, project_id, CasesWanted(words="title B")) == ["b"]
    assert found(store, project_id, CasesWanted(only_hints=True)) == ["A"]
    assert found(store, project_id, CasesWanted(only_left_out=True)) == ["c"]
    assert found(store, project_id, CasesWanted(only_used=True, order="case_id", limit=1)) == ["A"]
    assert [case.case_id for case, _body in store.case_files.used(project_id)] == ["A", "b"]
    assert store.case_files.rows(project_id, [line.row_id])[0].reason == "not about admissions"
    for order in ORDERS:
        assert len(found(store, project_id, CasesWanted(order=order))) == 3


def test_counts_are_those_of_the_lines(store: Store, project_id: str) -> None:
    """The numbers above the list add up to what was stored; a project without cases has none."""
    assert store.case_files.counts(project_id).n_all == 0
    add(store, project_id, {"a": "x@y.org z@y.org", "b": "b"})
    counts = store.case_files.counts(project_id)
    assert (counts.n_all, counts.n_used, counts.n_with_hints, counts.n_hints) == (2, 2, 1, 2)
    assert counts.languages == (("en", 2),)


def test_an_id_that_is_taken_stores_nothing(store: Store, project_id: str) -> None:
    """All lines are stored or none: one taken id leaves the list as it was."""
    lines = add(store, project_id, {"a": "text"})
    new = replace(lines[0], row_id=0, case_id="b")
    with pytest.raises(InputError, match="id is taken"):
        store.case_files.add_many(project_id, [new, replace(lines[0], row_id=0)])
    assert found(store, project_id, CasesWanted()) == ["a"]
    with pytest.raises(InputError, match="project is gone"):
        store.case_files.add_many("nothing", [new])


def test_used_cases_come_in_pieces_without_a_gap(store: Store, project_id: str) -> None:
    """More cases than one piece holds come once each, in the order of their ids, with the bytes of their documents."""
    add(store, project_id, {f"{n:05}": f"text {n}" for n in range(2 * CHUNK + 1)})
    used = list(store.case_files.used(project_id))
    assert [line.case_id for line, _body in used] == [f"{n:05}" for n in range(2 * CHUNK + 1)]
    assert all(sha256_hex(body) == line.document_sha256 for line, body in used)


def test_a_case_whose_text_is_absent_is_refused(store: Store, project_id: str) -> None:
    """A line whose document is not there raises instead of being passed over."""
    (line,) = add(store, project_id, {"a": "text"})
    store.case_files.replace_document(project_id, replace(line, document_sha256="1" * 64))
    with pytest.raises(StoreError, match="'a' is absent"):
        list(store.case_files.used(project_id))


def test_lines_are_changed_and_removed_in_their_own_project_only(store: Store, project_id: str) -> None:
    """A row id of another project changes nothing, and cases go with their project."""
    other = store.projects.create("Other", ProjectDetails()).project_id
    (line,) = add(store, project_id, {"a": "text"})
    assert store.case_files.rows(other, [line.row_id]) == ()
    assert store.case_files.set_state(other, [line.row_id], False) == 0
    assert store.case_files.remove(other, [line.row_id]) == 0
    with pytest.raises(InputError, match="not there any more"):
        store.case_files.replace_document(other, line)
    store.projects.delete(project_id)
    assert store.case_files.rows(project_id, [line.row_id]) == ()


def test_used_cases_are_looked_up_in_an_index(store: Store, project_id: str) -> None:
    """Reading the used cases in order neither walks nor sorts the whole table."""
    from fairdesk.store.case_files import USED_ONES

    with store.database.reading() as connection:
        steps = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {USED_ONES}", (project_id, ""))]
    assert steps[0].startswith("SEARCH case_file USING INDEX")
    assert not any("TEMP B-TREE" in step for step in steps)
