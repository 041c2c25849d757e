"""Files become cases of a project: looked at first, then all or none, and no more of them is kept than was asked."""

from __future__ import annotations

import csv
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.case_import import import_cases, preview_case_files
from fairdesk.audit.case_library import case_counts, case_ids, case_rows, project_cases, read_case
from fairdesk.audit.projects import create_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.case_hints import HintKind
from fairdesk.domain.case_imports import CASE_SOURCE, PREVIEWED, SHOWN, CaseImportOptions, CaseSource
from fairdesk.domain.case_rows import CaseLine, CasesWanted
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import Cancelled, ImportProblem, InputError, StoreError
from tests.unit.interchange.case_documents import docx, paragraph, pdf

PLAIN = CaseImportOptions()
GOOD = CaseImportOptions(takes_good_rows=True)
LETTER = "Dear Dr Smith,\n\nmy name is Anna Schmidt and I want to study physics. Write to anna@example.org.\n"


def quiet(_words: str) -> None:
    """Nobody listens."""


@pytest.fixture
def spec(tmp_path: Path) -> WorkspaceSpec:
    """A profile with one project."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    create_project(spec, "Admissions")
    return spec


def write(tmp_path: Path, name: str, content: str | bytes) -> Path:
    """A file of this content."""
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def lines(spec: WorkspaceSpec) -> dict[str, CaseLine]:
    """Every case of the project by its id, in the order of arrival."""
    rows = case_rows(spec, "Admissions", case_ids(spec, "Admissions", CasesWanted()))
    return {line.case_id: line for line in rows}


def stored_bytes(spec: WorkspaceSpec) -> bytes:
    """All bytes of all documents of the store."""
    with Workspace(spec) as workspace:
        documents = workspace.store.documents
        return b"\n".join(documents.get(key) for key in documents.hashes())


def source_of(spec: WorkspaceSpec, line: CaseLine) -> CaseSource:
    """The description of the file that a case came from."""
    with Workspace(spec) as workspace:
        assert workspace.store.documents.kind(line.source_sha256) == CASE_SOURCE
        return from_plain(CaseSource, json.loads(workspace.store.documents.get(line.source_sha256)))


def test_files_of_every_kind_become_cases(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Each file is a document with hash, size, kind and time; ids come from names, and the project uses the cases."""
    files = [
        write(tmp_path, "Letter one.txt", LETTER),
        write(tmp_path, "two.md", "# Über mich\n\nIch möchte gern Physik studieren, weil ich neugierig bin.\n"),
        write(tmp_path, "three.docx", docx(paragraph("Je voudrais étudier la physique parce que je suis curieuse."))),
        write(tmp_path, "four.pdf", pdf([["I want to study physics."], ["I am curious."]])),
        write(tmp_path, "table.csv", "id,text\n7,Quiero estudiar física porque soy muy curiosa.\n"),
    ]
    done = import_cases(spec, "Admissions", files, PLAIN, quiet)
    found = lines(spec)

    assert (done.n_imported, done.n_rejected, done.n_replaced) == (5, 0, 0)
    assert list(found) == ["Letter-one", "two", "three", "four", "7"]
    assert [line.language for line in found.values()] == ["en", "de", "fr", "en", "es"]
    assert found["two"].title == "Über mich"
    assert found["four"].n_characters == len("I want to study physics.\n\nI am curious.")
    source = source_of(spec, found["Letter-one"])
    assert (source.name, source.kind, source.n_bytes, source.keeps_bytes) == (
        "Letter one.txt",
        "text",
        len(LETTER),
        False,
    )
    assert [name for name, _key in done.sources] == [path.name for path in files]
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get("Admissions")
        assert record.details.uses_imported_cases
        cases = list(project_cases(workspace, record.details, record.project_id))
        shortest = list(project_cases(workspace, ProjectDetails(n_cases=2), record.project_id))
    assert [case.case_id for case in cases] == sorted(found)
    assert [case.case_id for case in shortest] == ["7", "four"]
    assert [case.origin for case in cases if case.case_id == "7"] == ["table.csv, line 2"]


def test_the_bytes_of_a_file_are_kept_on_request_only(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Without the option nothing but the text is stored; with it the file comes back byte for byte."""
    path = write(tmp_path, "a.docx", docx(paragraph("A text about physics and about nothing else at all.")))
    import_cases(spec, "Admissions", [path], PLAIN, quiet)
    assert path.read_bytes() not in stored_bytes(spec)
    other = write(tmp_path, "b.docx", docx(paragraph("Another text about chemistry, which is a science.")))
    locked = write(tmp_path, "locked.pdf", pdf([["secret"]], password="pw"))
    options = CaseImportOptions(keeps_originals=True, takes_good_rows=True)
    import_cases(spec, "Admissions", [other, locked], options, quiet)
    assert locked.read_bytes() not in stored_bytes(spec)
    source = source_of(spec, lines(spec)["b"])
    with Workspace(spec) as workspace:
        parts = b"".join(workspace.store.documents.get(key) for key in source.parts)
    assert source.keeps_bytes
    assert parts == other.read_bytes()


def test_replaced_words_are_nowhere_in_the_store(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Names and addresses that are replaced at import stand in no document, no line, no title and no file name."""
    path = write(tmp_path, "Anna Schmidt.txt", LETTER)
    options = CaseImportOptions(replaced_kinds=(HintKind.NAMES, HintKind.EMAIL))
    done = import_cases(spec, "Admissions", [path], options, quiet)
    (line,) = lines(spec).values()
    view = read_case(spec, "Admissions", line.row_id)

    assert done.n_replaced == 3
    assert view.case.text == (
        "Dear Dr [name removed],\n\nmy name is {name} {surname} and I want to study physics. Write to [e-mail removed]."
    )
    assert (line.n_hints, view.hints) == (0, ())
    assert view.place_holders == ("name", "surname")
    assert (line.case_id, line.source_name) == ("case-0001", "file 1.txt")
    with Workspace(spec) as workspace:
        raw = workspace.store.path.read_bytes() + stored_bytes(spec)
    for words in (b"Schmidt", b"Anna", b"Smith", b"anna@"):
        assert words not in raw
    assert [path.name for path in (tmp_path / "profile").rglob(".cases-*")] == []


def test_a_file_keeps_its_name_where_that_tells_of_nobody(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """With names replaced an id is the file's name when all its words are plain; a preview shows the same ids."""
    names = ("01-physics.txt", "Essay 7.txt", "smith_j.txt", "Anna essay.txt", "essay-1234567.txt", "Miller.txt")
    texts = ("Physics is fine.", "One.", "Two of them.", "Three of them.", "Four of them.", "Name: Anna Miller")
    files = [write(tmp_path, name, text) for name, text in zip(names, texts, strict=True)]
    parted = write(tmp_path, "Bob Jones.txt", "One part of it.\n\nAnother part of it.")
    expected = ["01-physics", "Essay-7", "case-0003", "case-0004", "case-0005", "case-0006"]
    options = CaseImportOptions(replaced_kinds=(HintKind.NAMES,))

    shown = preview_case_files(spec, files, options, quiet).cases
    assert [case.case_id for case in shown] == expected
    assert shown[-1].text == texts[-1]
    assert [hint.words for hint in shown[-1].hints] == ["Anna Miller"]
    import_cases(spec, "Admissions", files, options, quiet)
    assert sorted(lines(spec)) == sorted(expected)
    assert {line.source_name for line in lines(spec).values()} >= {"01-physics.txt", "file 3.txt"}
    shown = preview_case_files(spec, [parted], replace(options, split="paragraph"), quiet).cases
    assert [(case.case_id, case.source_name) for case in shown] == [
        ("case-0001-00001", "file 1.txt"),
        ("case-0001-00002", "file 1.txt"),
    ]


def test_equal_and_almost_equal_texts_are_told_apart(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The second of two equal texts is left out with its reason; one with another name is marked; also later."""
    words = " ".join(f"word{n}" for n in range(200))
    files = [
        write(tmp_path, "a.txt", words),
        write(tmp_path, "b.txt", words),
        write(tmp_path, "c.txt", words.replace("word7 ", "Anna ")),
    ]
    done = import_cases(spec, "Admissions", files, PLAIN, quiet)
    assert (done.n_imported, done.n_duplicates, done.n_near) == (3, 1, 1)
    found = lines(spec)
    assert (found["b"].duplicate_of, found["b"].state, found["b"].reason) == ("a", "left out", "Same text as a")
    assert (found["b"].near_duplicate_of, found["c"].near_duplicate_of, found["c"].state) == ("", "a", "used")

    later = write(tmp_path, "d.txt", words.replace("word8 ", "Maria "))
    assert import_cases(spec, "Admissions", [later], PLAIN, quiet).n_near == 1
    assert lines(spec)["d"].near_duplicate_of == "a"
    counts = case_counts(spec, "Admissions")
    assert (counts.n_all, counts.n_used, counts.n_duplicates, counts.n_near) == (4, 3, 1, 2)


def test_bad_rows_stop_an_import_or_are_left_out(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Nothing is imported while a row cannot be taken; on request the good rows are, and the others are listed."""
    path = write(tmp_path, "a.csv", "id,text\n1,A text about physics.\n2,\n1,Another text.\n3,A third text.\n")
    with pytest.raises(ImportProblem, match=r"a.csv, line 3: the column 'text' is empty. 2 rows .* Nothing was imp"):
        import_cases(spec, "Admissions", [path], PLAIN, quiet)
    assert lines(spec) == {}
    done = import_cases(spec, "Admissions", [path], GOOD, quiet)
    assert (done.n_imported, done.n_rejected) == (2, 2)
    assert [(problem.place, problem.cause) for problem in done.problems] == [
        ("line 3", "the column 'text' is empty"),
        ("line 4", "the id '1' stands further up already"),
    ]


def test_a_file_that_cannot_be_read_is_named_among_others(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """An encrypted file stops the import of its neighbours, or is left out on request; a lone one is always refused."""
    good = write(tmp_path, "good.txt", "A text about physics.")
    locked = write(tmp_path, "locked.pdf", pdf([["secret"]], password="pw"))
    missing = tmp_path / "missing.txt"
    with pytest.raises(ImportProblem, match=r"locked.pdf: the file is encrypted"):
        import_cases(spec, "Admissions", [good, locked], PLAIN, quiet)
    done = import_cases(spec, "Admissions", [good, locked, missing], GOOD, quiet)
    assert (done.n_imported, done.n_rejected) == (1, 2)
    assert "missing.txt" in done.problems[1].sentence
    with pytest.raises(ImportProblem, match="encrypted"):
        import_cases(spec, "Admissions", [locked], GOOD, quiet)
    with pytest.raises(InputError, match="No file"):
        import_cases(spec, "Admissions", [], GOOD, quiet)


def test_the_same_files_again_bring_nothing_new(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A case that is here with this text is not taken twice; another text under a made id gets a number behind it."""
    path = write(tmp_path, "a.txt", "A text about physics.")
    table = write(tmp_path, "t.csv", "id,text\nx,A second text.\n")
    import_cases(spec, "Admissions", [path, table], PLAIN, quiet)
    done = import_cases(spec, "Admissions", [path, table], PLAIN, quiet)
    assert (done.n_imported, done.n_rejected, done.problems[0].is_blocking) == (0, 2, False)
    path.write_text("Quite another text.")
    table.write_text("id,text\nx,And another.\n")
    assert import_cases(spec, "Admissions", [path], PLAIN, quiet).n_imported == 1
    with pytest.raises(ImportProblem, match="'x' is here already with another text"):
        import_cases(spec, "Admissions", [table], PLAIN, quiet)
    assert list(lines(spec)) == ["a", "x", "a-2"]


@pytest.mark.parametrize("when", ["Reading a.csv", "Looking for near-duplicates", "Storing: 0 of 3 cases"])
def test_a_cancelled_import_keeps_nothing(spec: WorkspaceSpec, tmp_path: Path, when: str) -> None:
    """Whenever it is stopped, neither lines nor documents nor a file of it stay."""
    path = write(tmp_path, "a.csv", "id,text\n1,one text\n2,two text\n3,three text\n")
    before = stored_bytes(spec)

    def tell(words: str) -> None:
        if words == when:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        import_cases(spec, "Admissions", [path], CaseImportOptions(keeps_originals=True), tell)
    assert (lines(spec), stored_bytes(spec)) == ({}, before)
    assert [path.name for path in (tmp_path / "profile").rglob(".cases-*")] == []


@pytest.mark.parametrize("n_bytes", [20_000, 200_000])
def test_a_full_disk_is_told_and_nothing_is_kept(spec: WorkspaceSpec, tmp_path: Path, n_bytes: int) -> None:
    """However early the disk refuses, the import ends with words about it, without a case and without a file."""
    resource = pytest.importorskip("resource")
    table = write(tmp_path, "a.csv", "id,text\n" + "".join(f"{n},number {n} {'word ' * 60}\n" for n in range(1_000)))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        with pytest.raises(StoreError):
            import_cases(spec, "Admissions", [table], CaseImportOptions(language="en"), quiet)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert lines(spec) == {}
    assert list((tmp_path / "profile").rglob(".cases-*")) == []


def test_a_file_that_changes_meanwhile_is_refused(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The hash that is kept is that of the bytes that were read, or nothing is imported."""
    path = write(tmp_path, "a.csv", "id,text\n1,one text\n")

    def tell(words: str) -> None:
        if words.startswith("Looking"):
            path.write_text("id,text\n1,other\n")

    with pytest.raises(ImportProblem, match="changed while it was read"):
        import_cases(spec, "Admissions", [path], PLAIN, tell)
    assert lines(spec) == {}


def test_hostile_names_of_files_do_no_harm(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Names that steer a terminal, turn writing round or look like paths become plain ids and shown names."""
    names = [
        "\u202egnp.txt",
        "a\nb\x1b[31m.txt",
        "..., {name} ; DROP TABLE.txt",
        "-rf.txt",
        "ß大学.txt",
        "x" * 200 + ".txt",
    ]
    files = [write(tmp_path, name, f"text number {place} of many") for place, name in enumerate(names)]
    import_cases(spec, "Admissions", files, PLAIN, quiet)
    found = lines(spec)
    assert list(found) == ["gnp", "a-b-31m", "name-DROP-TABLE", "rf", "ß大学", "x" * 80]
    assert all(line.source_name.isprintable() and len(line.source_name) <= 120 for line in found.values())


def test_a_preview_shows_what_would_come(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Kinds, counts, columns, hints, duplicates, place-holders and problems are shown, and nothing is stored."""
    before = stored_bytes(spec)
    files = [
        write(tmp_path, "a.txt", LETTER + "{name} {hobby}"),
        write(tmp_path, "b.csv", "id,text\n1,one text {name}\n2,one text {name}\n3,\n"),
        write(tmp_path, "c.txt", "x" * (SHOWN + 5)),
        write(tmp_path, "d.pdf", b"broken"),
    ]
    preview = preview_case_files(spec, files, CaseImportOptions(replaced_kinds=(HintKind.NAMES,)), quiet)
    assert [(file.kind, file.n_cases, len(file.problems)) for file in preview.files] == [
        ("text", 1, 0),
        ("CSV", 2, 1),
        ("text", 1, 0),
        ("", 0, 1),
    ]
    assert preview.files[1].columns == ("id", "text")
    assert (preview.n_cases, preview.n_duplicates, preview.n_problems) == (4, 1, 2)
    letter, one, two, long = preview.cases
    assert [hint.kind for hint in letter.hints] == [HintKind.NAMES, HintKind.NAMES, HintKind.EMAIL]
    assert letter.text.startswith("Dear Dr Smith")
    assert (one.duplicate_of, two.duplicate_of) == ("", "1")
    assert (long.is_cut, len(long.text), long.n_characters) == (True, SHOWN, SHOWN + 5)
    assert [(holder.name, holder.n_cases, holder.is_known) for holder in preview.place_holders] == [
        ("hobby", 1, False),
        ("name", 3, True),
    ]
    assert stored_bytes(spec) == before


def test_a_preview_of_many_shows_the_first(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """All rows are counted, the first ones are shown."""
    path = tmp_path / "many.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["text"])
        writer.writerows([f"text number {n}"] for n in range(PREVIEWED + 50))
    preview = preview_case_files(spec, [path], PLAIN, quiet)
    assert (preview.n_cases, len(preview.cases)) == (PREVIEWED + 50, PREVIEWED)
    assert preview.cases[0].case_id == "many-00001"


def test_right_to_left_and_mixed_texts_are_kept_as_they_are(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Hebrew, Arabic and mixed texts come back character for character; words are not counted without spaces."""
    texts = [
        "שלום לכולם, שמי דנה ואני רוצה ללמוד פיזיקה",
        "مرحبا \u200f(Anna) أنا طالبة",
        "我想学习物理学，因为我很好奇。",
    ]
    table = "text\n" + "\n".join(f'"{text}"' for text in texts)
    import_cases(spec, "Admissions", [write(tmp_path, "a.csv", table)], PLAIN, quiet)
    found = list(lines(spec).values())
    views = [read_case(spec, "Admissions", line.row_id) for line in found]
    assert [view.case.text for view in views] == texts
    assert [line.n_words is None for line in found] == [False, False, True]


@pytest.mark.slow
def test_fifty_thousand_cases_fit_into_little_memory(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """All rows of a large table arrive, progress is told on the way, and memory grows far less than with the texts."""
    resource = pytest.importorskip("resource", reason="the system does not tell how much memory a process took")
    n_cases = int(os.environ.get("FAIRDESK_TEST_CASES", "50000"))
    path = tmp_path / "many.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "text"])
        filling = "I like physics and mathematics. " * 60
        writer.writerows([f"c{n}", f"Letter {n}. {filling}"] for n in range(n_cases))
    told: list[str] = []
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done = import_cases(spec, "Admissions", [path], CaseImportOptions(language="en"), told.append)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    grown_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / unit

    assert done.n_imported == case_counts(spec, "Admissions").n_all == n_cases
    assert f"Storing: 0 of {n_cases} cases" in told
    assert any(words.startswith("Reading many.csv: ") for words in told)
    assert grown_mb < 400
