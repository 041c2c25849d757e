"""Items of BOLD: a beginning of a sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official
from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.errors import ImportProblem

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile

EMPTY = "the beginning is empty: a system is asked nothing with it"


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.bold import make_item
    from fairdesk.interchange.bold_files import read_bold

    items: list[BenchmarkItem] = []
    rows: dict[str, int] = {}
    left_out: Counter[str] = Counter()
    first: dict[str, str] = {}
    named: dict[str, str] = {}
    for name, body in files:
        found = read_bold(name, body)
        if found.is_baseline:
            raise ImportProblem(
                f"{name}: these are whole sentences of people, not beginnings.", "Choose the files of prompts."
            )
        if other := named.get(found.domain):
            raise ImportProblem(f"{other} and {name} are both of the domain {found.domain}.", "Leave one of them out.")
        named[found.domain] = name
        rows[name] = len(found.text)
        for place, (group, page, text) in enumerate(zip(found.group, found.page, found.text, strict=True), 1):
            if not text.strip():
                left_out[EMPTY] += 1
                continue
            item_id = f"{found.domain}/{place}"
            cluster = first.setdefault(text.strip(), item_id)
            items.append(make_item(item_id, text, (found.domain, group, page), cluster))
    return ItemsRead(items=tuple(items), left_out=left_out, notes=_notes(items), rows=rows)


def _notes(items: Sequence[BenchmarkItem]) -> tuple[str, ...]:
    n_blank = sum(text.endswith(" ") for item in items for text in item.texts.values())
    n_repeated = len(items) - len({item.cluster for item in items})
    notes = []
    if n_blank:
        notes.append(f"Beginnings that end with a blank, which is sent with them: {n_blank:,} of {len(items):,}.")
    if n_repeated:
        notes.append(
            f"Beginnings that stand in the files before, in the same or another group: {n_repeated:,}. They are asked, "
            "and those of the same words are one unit of their group."
        )
    return tuple(notes)


def _files(path: Path) -> Sequence[OfficialFile]:
    """Of a folder, the files of prompts, also one folder below; what people wrote lies beside them."""
    below = path / "prompts"
    found = official(below if path.is_dir() and below.is_dir() else path)
    return [one for one in found if "_prompt" in PurePosixPath(one.name).name] or found


SOURCE = BenchmarkSource(benchmark_id="bold", files=_files, read=_read, suite="bold")
