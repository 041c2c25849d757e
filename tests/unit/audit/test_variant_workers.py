"""Variants that other processes build: the same bytes, in bounded memory, and nothing half kept when one is gone."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairdesk.audit.built_variants import Built
from fairdesk.audit.variant_building import FEW_FILES, build, processes_for
from fairdesk.audit.variant_workers import PARTS_AHEAD, PartWorkers, usable_processors
from fairdesk.audit.variants import built_variants
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.cases import Case
from fairdesk.domain.design import Attribute, Cue, CueKind, Design
from fairdesk.domain.errors import Cancelled, FairDeskError, PlanError
from fairdesk.store.variant_cache import VariantCache
from tests.unit.audit.designed_project import (
    designed_project,
    names_cue,
    school_cue,
    small_design,
    some_texts,
)

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

N_FILES = 330


def rich_design(language: str = "en") -> Design:
    """Names, schools and gendered words of a language, and a cue that occurs in some files only."""
    age = Attribute(attribute_id="age", title="Age", levels=("young", "old"))
    gendered = Cue(
        cue_id="gendered", attribute_id="gender", kind=CueKind.GENDERED_WORDS, title="Words", language=language
    )
    terms = school_cue(cue_id="more", kind=CueKind.TERMS, place_holder="", title="In the text", language=language)
    return small_design(
        attributes=(*small_design().attributes, age),
        cues=(names_cue(language=language), school_cue(language=language), gendered, terms),
        language=language,
    )


def rich_texts(n_files: int) -> Iterator[str]:
    """Files with every kind of place, with words that are left alone, without a value, and with none of all."""
    for number in range(n_files):
        yield (
            f"File {number}. {{name}} of {{school}}: “he knows {{hobby{number % 3}}}”; {{their}} éclair, naïve his. "
            f"{'She gave his to her. Sie ging mit seinem Lehrer zu ihrer Ärztin. ' * (number % 4)}Anna’s "
            f"{'Elm School' if number % 7 == 0 else 'school'}."
            if number % 11
            else f"Nothing in number {number}."
        )


def made_in(folder: Path, language: str, n_processes: int) -> tuple[list[tuple[bytes, bytes]], dict[str, Any]]:
    """Every part and every value that is kept of a build, without how long it took."""
    spec, project = designed_project(folder, rich_design(language), rich_texts(N_FILES), language)
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        built = build(workspace, record.project_id, record.details, lambda words: None, n_processes)
        cache = VariantCache(workspace.store.path, record.project_id)
        kept = [cache.part(built.key, number) for number in range(len(built.firsts))]
        index = json.loads(cache.meta(built.key, "index") or b"")
        index["built"].pop("seconds")
        arrays = {name: cache.meta(built.key, name) for name in ("rows", "n_left", "left_before", "cue_masks")}
    return [(part.body, part.left) for part in kept if part is not None], {"index": index, **arrays}


@pytest.mark.parametrize(("language", "n_processes"), [("en", 2), pytest.param("de", 3, marks=pytest.mark.slow)])
def test_processes_build_the_same_bytes_as_one_alone(tmp_path: Path, language: str, n_processes: int) -> None:
    """Parts, order, counts and problems do not depend on how many processes made them."""
    alone = made_in(tmp_path / "alone", language, 0)
    assert len(alone[0]) == 4
    assert alone[1]["index"]["left_counts"]
    assert alone[1]["index"]["omitted"]
    assert made_in(tmp_path / "others", language, n_processes) == alone
    assert multiprocessing.active_children() == []


def test_few_files_start_no_processes() -> None:
    """Where starting takes longer than it saves, and where there is one processor, nothing is started."""
    assert processes_for(FEW_FILES - 1) == 0
    assert processes_for(FEW_FILES) == (usable_processors() if usable_processors() > 1 else 0)


def building(tmp_path: Path, tell: Any) -> tuple[WorkspaceSpec, str, type[BaseException], str]:
    """What a build in two processes ended with, while ``tell`` interferes."""
    spec, project = designed_project(tmp_path, small_design(), some_texts(900))
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        with pytest.raises(FairDeskError) as caught:
            build(workspace, record.project_id, record.details, tell, 2)
    return spec, project, caught.type, str(caught.value)


def nothing_is_kept(spec: WorkspaceSpec, project: str) -> bool:
    """No variants, no half-written file, and no process that is still there."""
    is_built = built_variants(spec, project) is not None
    return not is_built and not list(spec.data_dir.glob("variants-*")) and multiprocessing.active_children() == []


def test_a_killed_process_is_said_and_nothing_half_is_kept(tmp_path: Path) -> None:
    """The system may kill a process for its memory: the build ends with cause and cure, and is not taken for whole."""

    def kill_one(words: str) -> None:
        multiprocessing.active_children()[0].kill()

    spec, project, kind, words = building(tmp_path, kill_one)
    assert kind is PlanError
    assert "ended unexpectedly" in words
    assert "build the variants again" in words
    assert nothing_is_kept(spec, project)


def test_a_cancelled_build_ends_its_processes(tmp_path: Path) -> None:
    """Whoever stops a build gets the memory back at once, and nothing half is kept."""

    def stop(words: str) -> None:
        raise Cancelled("Stopped.", "What was done is kept.")

    spec, project, kind, _ = building(tmp_path, stop)
    assert kind is Cancelled
    assert nothing_is_kept(spec, project)


def case(number: int, text: str = "He asked.") -> Case:
    """A file for a process."""
    return Case(case_id=f"c-{number:04d}", title="", text=text, language="en", facts={}, origin="")


def test_parts_are_read_ahead_by_so_many_only() -> None:
    """However many files there are, no more are in memory than the processes need; their order is kept."""
    n_read = 0

    def chunks() -> Iterator[list[Case]]:
        nonlocal n_read
        for number in range(40):
            n_read += 1
            yield [case(number)]

    with PartWorkers(rich_design(), {}, 2) as workers:
        for n_taken, part in enumerate(workers.parts(chunks())):
            assert part.first == f"c-{n_taken:04d}"
            assert n_read <= n_taken + PARTS_AHEAD * 2 + 1
    assert n_read == 40


def test_a_fault_in_a_process_names_its_place() -> None:
    """A mistake of ours in another process is shown with the line that it happened in."""
    with (
        PartWorkers(rich_design(), {}, 1) as workers,
        pytest.raises(RuntimeError, match=r"(?s)variant_making\.py.*surrogates not allowed"),
    ):
        list(workers.parts(iter([[case(1, "\ud800")]])))


def test_a_computer_that_starts_no_more_processes_builds_in_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the system refuses a process, the build takes longer, and that is all."""

    def refuse(process: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(multiprocessing.get_context("spawn").Process, "start", refuse)
    spec, project = designed_project(tmp_path, small_design(), some_texts(3))
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        built: Built = build(workspace, record.project_id, record.details, lambda words: None, 2)
        assert built.n_cases == 3


def build_for_window(data_dir: Path, project: str, connection: Connection) -> None:
    """What the window's worker does, which is a process that may have none of its own unless it says so."""
    with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
        record = workspace.store.projects.get(project)
        connection.send(build(workspace, record.project_id, record.details, lambda words: None, 2).n_cases)


def test_the_worker_of_the_window_builds_in_processes_of_its_own(tmp_path: Path) -> None:
    """The process that works for the window is one that ends with it; the builders are started by it all the same."""
    spec, project = designed_project(tmp_path, small_design(), some_texts(120))
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=build_for_window, args=(spec.data_dir, project, theirs), daemon=True)
    worker.start()
    theirs.close()
    assert ours.recv() == 120
    worker.join(30)
    assert worker.exitcode == 0
    assert list(spec.data_dir.glob("variants-*.sqlite"))


WAITS = """
import multiprocessing, sys, time
from tests.unit.audit.test_variant_workers import case, rich_design
from fairdesk.audit.variant_workers import PartWorkers

if __name__ == "__main__":
    with PartWorkers(rich_design(), {}, 2) as workers:
        for part in workers.parts(iter([[case(number)] for number in range(8)])):
            print(*(one.pid for one in multiprocessing.active_children()), flush=True)
            time.sleep(60)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_processes_end_when_their_builder_is_killed(tmp_path: Path) -> None:
    """Nothing of a build goes on, and keeps texts in memory, when whoever wanted it was killed."""
    script = tmp_path / "waits.py"
    script.write_text(WAITS)
    root = Path(__file__).parents[3]
    builder = subprocess.Popen(
        [sys.executable, str(script)], env={**os.environ, "PYTHONPATH": str(root)}, stdout=subprocess.PIPE, text=True
    )
    assert builder.stdout is not None
    pids = [int(pid) for pid in builder.stdout.readline().split()]
    assert len(pids) == 2
    builder.kill()
    builder.communicate()
    until = time.monotonic() + 20
    while (alive := [pid for pid in pids if is_alive(pid)]) and time.monotonic() < until:
        time.sleep(0.05)
    for pid in alive:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert alive == []


def is_alive(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        if Path("/proc/self").exists():
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
