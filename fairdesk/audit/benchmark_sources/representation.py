"""Items of demographic representation: a prompt each; the lists of words are facts of the whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official, shipped
from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.errors import ImportProblem, InputError

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile

BENCHMARK_ID = "representation"
PROMPTS, LISTS = "prompts.csv", "lists.json"


def _files(path: Path) -> Sequence[OfficialFile]:
    """Prompts and lists; where one of the two is missing, FairDesk's own stand in."""
    from fairdesk.interchange.representation_files import holds_lists

    found = list(official(path))
    lists = [one for one in found if holds_lists(one.name, one.body)]
    if not lists:
        found.append(shipped(BENCHMARK_ID, LISTS))
    elif len(lists) == len(found):
        found.append(shipped(BENCHMARK_ID, PROMPTS))
    return found


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.representation import make_item
    from fairdesk.evaluations.benchmarks.representation_scores import facts_of, parts_of
    from fairdesk.interchange.representation_files import holds_lists, read_prompts, read_word_families

    items: list[BenchmarkItem] = []
    rows: dict[str, int] = {}
    notes: list[str] = []
    families: dict[str, Mapping[str, Sequence[str]]] = {}
    targets: dict[str, Sequence[str]] = {}
    references: dict[str, Mapping[str, float]] = {}
    several = sum(not holds_lists(name, body) for name, body in files) > 1
    for name, body in files:
        if not holds_lists(name, body):
            prompts = read_prompts(name, body)
            notes += prompts.notes
            rows[name] = len(prompts.prompt)
            for item_id, prompt, category in zip(prompts.item_id, prompts.prompt, prompts.category, strict=True):
                items.append(make_item(f"{name}/{item_id}" if several else item_id, prompt, category))
            continue
        found = read_word_families(name, body)
        rows[name] = found.n
        if twice := sorted({*found.families, *found.targets} & {*families, *targets}):
            raise ImportProblem(f"{name}: the lists {twice[0]!r} stand in another file as well.", "Keep one of them.")
        try:
            facts_of(found.families, found.targets, {})
        except InputError as error:
            raise ImportProblem(f"{name}: {error.message}", error.advice) from error
        families |= found.families
        targets |= found.targets
        references |= {family: shares for family, (shares, _) in found.references.items()}
        notes += [f"Reference for {family}: {reason}" for family, (_, reason) in found.references.items()]
    if not families or not items:
        what = "prompts" if families else "lists of words"
        raise ImportProblem(f"No {what} stand in these files.", "Choose a file of prompts, and one of lists (JSON).")
    return ItemsRead(
        items=tuple(items),
        notes=tuple(notes),
        rows=rows,
        facts=facts_of(families, targets, references),
        parts=parts_of(families, targets),
    )


SOURCE = BenchmarkSource(benchmark_id=BENCHMARK_ID, files=_files, read=_read, suite=BENCHMARK_ID)
