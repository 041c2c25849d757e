"""When variants that were built stand for a design and its files, and when they are built again."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit import built_variants as built_module
from fairdesk.audit.built_variants import built_of, rules_sha256, variant_key
from fairdesk.audit.case_choice import case_refs
from fairdesk.audit.plan_making import refuse_other_files
from fairdesk.audit.variant_building import build
from fairdesk.audit.variants import VariantsBuilt, build_variants, built_variants
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.design import CueDecision, CueVerdict, Design, WordList
from fairdesk.domain.errors import PlanError, StoreError
from fairdesk.store.variant_cache import CachedPart, VariantCache
from tests.unit.audit.designed_project import designed_project, names_cue, school_cue, small_design, some_texts


def key_of(design: Design) -> str:
    """The key of a design over the same files."""
    return variant_key(design, "files")


def test_another_rule_is_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was built with an earlier version of the rules' own source is never shown for that of now."""
    before = key_of(small_design())
    assert before == key_of(small_design())
    monkeypatch.setattr(built_module, "rules_sha256", lambda: "other rules")
    assert key_of(small_design()) != before


def test_the_rules_are_all_source_that_variants_are_made_by(tmp_path: Path) -> None:
    """A letter changed in one file of the rules, of the grid or of the building, or a file more, is seen."""
    package = tmp_path / "fairdesk"
    for name in ("evaluations/swaps/a.py", "measures/grid.py", "domain/edits.py", "audit/variant_parts.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("one = 1\n")
    seen = [rules_sha256(package)]
    for name in ("evaluations/swaps/a.py", "measures/grid.py", "evaluations/new.py"):
        rules_sha256.cache_clear()
        (package / name).write_text("one = 2\n")
        seen.append(rules_sha256(package))
    assert len(set(seen)) == len(seen)
    (package / "gui.py").write_text("x = 1\n")
    rules_sha256.cache_clear()
    assert rules_sha256(package) == seen[-1]


@pytest.mark.parametrize(
    "change",
    [
        {"alpha": 0.01},
        {"title": "Another title"},
        {"choices": tuple(replace(one, stakes=5, prior="none found") for one in small_design().choices)},
        {"cues": (names_cue(decision=CueDecision(verdict=CueVerdict.DISPUTED)), school_cue())},
        {"cues": (names_cue(signals_also="Age."), school_cue())},
        {"cues": tuple(replace(cue, lists=tuple(replace(one, provenance="p", also_signals="s") for one in cue.lists))
                       for cue in small_design().cues)},
    ],
    ids=lambda change: next(iter(change)),
)  # fmt: skip
def test_what_changes_no_variant_leaves_them_built(change: dict[str, object]) -> None:
    """Stakes, decisions, provenance and levels of tests are typed without everything being built again."""
    assert key_of(small_design(**change)) == key_of(small_design())


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 8},
        {"choices": small_design().choices[:2]},
        {"placebos": False},
        {"cues": (names_cue(lists=(WordList(level="male", words=("A",)),)), school_cue())},
        {"language": "de"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_changes_variants_is_another_key(change: dict[str, object]) -> None:
    """Words, cells, seeds and language are built anew."""
    assert key_of(small_design(**change)) != key_of(small_design())


def test_a_file_that_takes_the_place_of_another_is_not_read_for_it(tmp_path: Path) -> None:
    """Whoever still reads what was built is told, when another window builds another design meanwhile."""
    spec, project = designed_project(tmp_path, small_design(), some_texts(3))
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        first = build(workspace, record.project_id, record.details, lambda words: None)
        other = replace(record.details, design=small_design(seed=99))
        build(workspace, record.project_id, other, lambda words: None)
        with pytest.raises(PlanError, match="not there any more"):
            first.part_body(0)
        with pytest.raises(PlanError, match="not there any more"):
            first.case(0)
        assert built_of(workspace, record.project_id, record.details) is None
        assert built_of(workspace, record.project_id, other) is not None


def test_files_that_change_while_variants_are_built_are_said(tmp_path: Path) -> None:
    """Variants of other files are not kept under the name of those that stood there before."""
    spec, project = designed_project(tmp_path, small_design(), some_texts(250))

    def leave_one_out(words: str) -> None:
        with Workspace(spec) as workspace:
            project_id = workspace.store.projects.get(project).project_id
            line = workspace.store.case_files.by_case_ids(project_id, ["t-00240"])["t-00240"]
            workspace.store.case_files.set_state(project_id, [line.row_id], False, "not wanted")

    with pytest.raises(PlanError, match="changed while"):
        build_variants(spec, project, leave_one_out)
    assert built_variants(spec, project) is None
    assert build_variants(spec, project).n_cases == 249


KILLED = """
import os, signal, sys
from pathlib import Path
from fairdesk.store.variant_cache import CachedPart, VariantCache

def parts():
    yield CachedPart(body=b"x" * 5_000_000, left=b"")
    os.kill(os.getpid(), signal.SIGKILL)

VariantCache(Path(sys.argv[1]), "p").write(parts(), iter(()))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_process_that_dies_while_it_builds_leaves_nothing_behind(tmp_path: Path) -> None:
    """What was built before stays, and the half-written file goes with the next one that is written."""
    store = tmp_path / "store.sqlite"
    cache = VariantCache(store, "p")
    whole = [CachedPart(body=b"whole", left=b"")]
    cache.write(whole, iter([("key", b"k")]))
    subprocess.run([sys.executable, "-c", KILLED, str(store)], check=False, timeout=60)
    assert cache.part("k", 0) == whole[0]
    assert len(list(tmp_path.glob("variants-p*"))) == 2
    cache.write(whole, iter([("key", b"k")]))
    assert list(tmp_path.glob("variants-p*")) == [cache.path]


def test_a_project_takes_half_written_files_with_it(tmp_path: Path) -> None:
    """Texts of files do not stay beside the store when their project is deleted."""
    cache = VariantCache(tmp_path / "store.sqlite", "p")
    cache.path.with_name(f"{cache.path.name}.99999999.x.new").write_bytes(b"texts")
    cache.write([], iter([("key", b"k")]))
    cache.path.with_name(f"{cache.path.name}.99999999.x.new").write_bytes(b"texts")
    cache.remove()
    assert not list(tmp_path.iterdir())


def test_two_who_build_at_once_do_not_touch_each_other(tmp_path: Path) -> None:
    """Both write a whole file, in one process or two; the later one stands."""
    cache = VariantCache(tmp_path / "store.sqlite", "p")
    together = threading.Barrier(2, timeout=20)
    failed: list[BaseException] = []

    def parts(letter: bytes) -> Iterator[CachedPart]:
        for _ in range(20):
            together.wait()
            yield CachedPart(body=letter * 100_000, left=b"")

    def write(letter: bytes) -> None:
        try:
            cache.write(parts(letter), iter([("key", b"k")]))
        except BaseException as error:
            failed.append(error)
            together.abort()

    threads = [threading.Thread(target=write, args=(letter,)) for letter in (b"a", b"b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    bodies = {part.body for number in range(20) if (part := cache.part("k", number))}
    assert len(bodies) == 1
    assert list(tmp_path.iterdir()) == [cache.path]


def test_a_full_disk_is_said_and_what_was_built_before_stays(tmp_path: Path) -> None:
    """No half-written file is left, and the sentence says what to do."""
    cache = VariantCache(tmp_path / "store.sqlite", "p")
    cache.write([CachedPart(body=b"first", left=b"")], iter([("key", b"k")]))

    def parts() -> Iterator[CachedPart]:
        yield CachedPart(body=b"second", left=b"")
        raise OSError(28, "No space left on device")

    with pytest.raises(StoreError, match="No space left") as caught:
        cache.write(parts(), iter(()))
    assert "Make room" in caught.value.advice
    part = cache.part("k", 0)
    assert part is not None
    assert part.body == b"first"
    assert list(tmp_path.iterdir()) == [cache.path]


def test_a_damaged_part_is_never_taken(tmp_path: Path) -> None:
    """A letter that changed on the disk is found before it gets into a plan."""
    spec, project = designed_project(tmp_path, small_design(), some_texts(2))
    built: VariantsBuilt = build_variants(spec, project)
    (path,) = spec.data_dir.glob("variants-*.sqlite")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE part SET body = replace(CAST(body AS TEXT), 'went', 'wenx')")
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        found = built_of(workspace, record.project_id, record.details)
        assert found is not None
        assert found.summary == built
        with pytest.raises(PlanError, match="not there any more"):
            found.part_body(0)


def test_a_plan_takes_no_variants_of_other_files(tmp_path: Path) -> None:
    """A file that another window left out between looking and building makes no plan whose numbers do not fit."""
    spec, project = designed_project(tmp_path, small_design(), some_texts(3))
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        built = build(workspace, record.project_id, record.details, lambda words: None)
        references, _ = case_refs(workspace, record.details, record.project_id)
    refuse_other_files(built, small_design(), references)
    with pytest.raises(PlanError, match="files were changed while"):
        refuse_other_files(built, small_design(), references[1:])
