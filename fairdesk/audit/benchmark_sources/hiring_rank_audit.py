"""Items of a ranking audit: a job with one set of names each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official, shipped
from fairdesk.domain.benchmarks import BenchmarkItem

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile

BENCHMARK_ID = "hiring_rank_audit"
JOBS, NAMES = "jobs.json", "names.json"

FEW_NAMES = (
    "There are fewer names of a group than sets of names: the same names stand in several jobs, which are drawn "
    "together for intervals and tests."
)
FEW_CARDS = "A job has fewer texts than there are groups: some candidates of a set have the same text."


def _files(path: Path) -> Sequence[OfficialFile]:
    """Jobs and names; where one of the two is missing, that of FairDesk's own suite stands in."""
    from fairdesk.interchange.hiring_files import holds_jobs

    found = [one for one in official(path) if one.name.casefold().endswith(".json")] or list(official(path))
    jobs = [one for one in found if holds_jobs(one.name, one.body)]
    if not jobs:
        found.append(shipped(BENCHMARK_ID, JOBS))
    elif len(jobs) == len(found):
        found.append(shipped(BENCHMARK_ID, NAMES))
    return found


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.hiring_items import draw_items, n_draws, parts_of_groups
    from fairdesk.interchange.hiring_files import read_hiring_files

    found = read_hiring_files(files)
    items: list[BenchmarkItem] = []
    drawn = 0
    for job in found.jobs:
        items += draw_items((job.job, job.description), job.cards, found.names, drawn)
        drawn += n_draws(len(job.cards))
    notes = list(found.notes)
    if drawn > min(len(names) for names in found.names.values()):
        notes.append(FEW_NAMES)
    if any(len(job.cards) < len(found.names) for job in found.jobs):
        notes.append(FEW_CARDS)
    return ItemsRead(items=tuple(items), notes=tuple(notes), rows=found.rows, parts=parts_of_groups(tuple(found.names)))


SOURCE = BenchmarkSource(benchmark_id=BENCHMARK_ID, files=_files, read=_read, suite=BENCHMARK_ID)
