"""Items of XSTest: a prompt each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.xstest import make_item
    from fairdesk.interchange.xstest_files import read_xstest

    items, rows = [], {}
    notes: list[str] = []
    for name, body in files:
        found = read_xstest(name, body)
        notes += found.notes
        rows[name] = len(found.prompt)
        for prompt_id, prompt, kind, is_harmful in zip(
            found.prompt_id, found.prompt, found.type, found.is_harmful, strict=True
        ):
            items.append(make_item(prompt_id, prompt, kind, is_harmful=is_harmful))
    return ItemsRead(items=tuple(items), notes=tuple(notes), rows=rows)


def _files(path: Path) -> Sequence[OfficialFile]:
    """Of a folder, what is called like the prompts: recorded answers and published values lie beside them."""
    found = official(path)
    return [one for one in found if PurePosixPath(one.name).name.startswith("xstest_prompts")] or found


SOURCE = BenchmarkSource(benchmark_id="xstest", files=_files, read=_read, suite="xstest")
