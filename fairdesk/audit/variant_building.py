"""Every variant of every file: made, checked against its original, and kept until a plan takes them."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from fairdesk.audit.built_variants import Built, VariantsBuilt, cache_of, files_sha256, read_built, variant_key
from fairdesk.audit.case_choice import case_keys, used_cases
from fairdesk.audit.evaluation_choice import rewritten_texts
from fairdesk.audit.variant_parts import PART_FILES
from fairdesk.audit.variant_problems import BuildCounts, problems_of
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import PlanError
from fairdesk.domain.plan import written_positions
from fairdesk.domain.progress import TellStep

if TYPE_CHECKING:
    from fairdesk.audit.variant_making import MadePart, PartMaker
    from fairdesk.store.variant_cache import CachedPart

MOST_CUES = 64
"""Cues whose places are marked per file with a bit each."""

FEW_FILES = 1_000
"""Fewer are built in the process that asks: to start others takes as long as a thousand letters of one page."""


def build(
    workspace: Workspace, project_id: str, details: ProjectDetails, tell: TellStep, n_processes: int | None = None
) -> Built:
    """The variants of a project's design, built now unless they were built for this design and these files before.

    Args:
        n_processes: That build, besides this one; 0 for this one alone, None for as many as make it quicker. What is
            built is the same.

    Raises:
        PlanError: the project has no design, no files, or a design that cannot be built; a process that built is gone.
        StoreError: the disk took nothing.
    """
    from fairdesk.audit.variant_making import PartMaker

    design = details.design
    if design is None:
        raise PlanError("The project has no design of its own.", "Begin one on the page Cues.")
    refs = case_keys(workspace, details, project_id)
    key, cache = variant_key(design, files_sha256(refs)), cache_of(workspace, project_id)
    known = read_built(cache, key)
    if known is not None:
        return known
    if not refs:
        raise PlanError("There are no case files.", "Import files on the Cases page.")
    if len(design.cues) > MOST_CUES:
        raise PlanError(f"The design has {len(design.cues)} cues; up to {MOST_CUES} are built.", "Take some away.")
    maker = PartMaker(design, rewritten_texts(workspace, design))
    building = _Building(maker, len(refs), tell)
    chunks = _chunks(used_cases(workspace, details, project_id))
    wanted = processes_for(len(refs)) if n_processes is None else n_processes
    with _uncollected(), _made(maker, chunks, wanted) as made:
        cache.write(
            _of_same_files(building.parts(made), lambda: refs == case_keys(workspace, details, project_id)),
            building.meta(key),
        )
    found = read_built(cache, key)
    if found is None:
        raise PlanError("The variants were built for other files meanwhile.", "Build them again.")
    return found


def processes_for(n_files: int) -> int:
    """How many processes build so many files; 0 where to start some would take longer than they save."""
    from fairdesk.audit.variant_workers import usable_processors

    n_processors = usable_processors()
    return 0 if n_files < FEW_FILES or n_processors < 2 else n_processors


def _chunks(cases: Iterator[Case]) -> Iterator[list[Case]]:
    """The files of one part after the other, read when they are asked for."""
    while chunk := list(islice(cases, PART_FILES)):
        yield chunk


@contextmanager
def _made(maker: PartMaker, chunks: Iterator[list[Case]], n_processes: int) -> Iterator[Iterator[MadePart]]:
    """The parts of all files, made in other processes or in this one; the others end with the block."""
    from fairdesk.audit.variant_workers import PartWorkers

    workers = None
    if n_processes:
        with suppress(OSError):  # a computer that starts no more processes builds in this one
            workers = PartWorkers(maker.design, maker.texts, n_processes)
    if workers is None:
        yield map(maker.part, chunks)
        return
    with workers:
        yield workers.parts(chunks)


def _of_same_files(parts: Iterator[CachedPart], is_same: Callable[[], bool]) -> Iterator[CachedPart]:
    """The parts, unless their files are other ones at the end: then nothing is kept under the name of the first."""
    yield from parts
    if not is_same():
        raise PlanError("The files were changed while their variants were built.", "Build the variants again.")


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for circles of objects meanwhile: none are made, and looking took a quarter of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Building:
    """Takes the parts one after the other and counts on the way."""

    def __init__(self, maker: PartMaker, n_cases: int, tell: TellStep) -> None:
        self._maker, self._n_cases, self._tell = maker, n_cases, tell
        self._counts = BuildCounts()
        self._began = time.monotonic()

    def parts(self, made: Iterable[MadePart]) -> Iterator[CachedPart]:
        """The parts as they are kept, each taken when it is asked for."""
        from fairdesk.store.variant_cache import CachedPart

        for part in made:
            self._counts.add(part.first, part.counts)
            yield CachedPart(body=part.body, left=part.left)
            self._tell(f"Building variants: {len(self._counts.n_left)} of {self._n_cases} files")

    def meta(self, key: str) -> Iterator[tuple[str, bytes]]:
        """What was counted; read when all parts are made."""
        counts, maker = self._counts, self._maker
        cue_counts = {cue_id: sum(1 for mask in counts.cue_masks if mask & bit) for cue_id, bit in maker.bits.items()}
        omitted = [
            [label, reason, written_positions(positions), len(positions)]
            for (label, reason), positions in sorted(counts.omitted.items())
        ]
        built = VariantsBuilt(
            n_cases=len(counts.n_left),
            n_variants=len(counts.rows),
            n_left=counts.left_before[-1],
            cue_counts=cue_counts,
            n_unaware=counts.n_unaware,
            problems=problems_of(maker.design, cue_counts, counts),
            seconds=round(time.monotonic() - self._began, 3),
            labels=tuple(maker.labels[1:]),
        )
        index: dict[str, Any] = {
            "built": to_plain(built),
            "cue_ids": list(maker.bits),
            "firsts": counts.firsts,
            "labels": maker.labels,
            "languages": sorted(counts.languages.items(), key=lambda one: (-one[1], one[0])),
            "left_counts": [[*key, number] for key, number in sorted(counts.left_counts.items())],
            "omitted": omitted,
            "roles": maker.roles,
            "sizes": {
                label: {
                    "n_texts": size.n_texts,
                    "n_characters": size.n_characters,
                    "n_ascii": size.n_ascii,
                    "n_bytes": size.n_bytes,
                }
                for label, size in counts.sizes.items()
            },
        }
        yield "key", key.encode()
        yield "index", canonical_bytes(index)
        yield "rows", counts.rows.tobytes()
        yield "n_left", counts.n_left.tobytes()
        yield "left_before", counts.left_before.tobytes()
        yield "cue_masks", counts.cue_masks.tobytes()
