"""Items of BBQ's relatives in other languages: KoBBQ, GG-BBQ, EsBBQ and CaBBQ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.bbq import bbq_items
from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, in_silence
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.progress import TellStep

if TYPE_CHECKING:
    from fairdesk.domain.bbq_columns import BbqColumns
    from fairdesk.interchange.official_files import OfficialFile

PLACEHOLDER = "unknown"
"""What EsBBQ and CaBBQ write in the place of words for "not known"."""

REPLACED = "The option that the files write as “unknown” is shown as “{words}”."


def _files(path: Path) -> Sequence[OfficialFile]:
    from fairdesk.interchange.bbq_variants import bbq_or_variant_files

    return bbq_or_variant_files(path)


def _relative(benchmark_id: str, title: str) -> BenchmarkSource:
    def read(files: Files, tell: TellStep = in_silence) -> ItemsRead:
        from fairdesk.evaluations.benchmarks.bbq_relatives import TONGUES
        from fairdesk.interchange.bbq_files import joined
        from fairdesk.interchange.bbq_variants import read_variant

        parts = [read_variant(name, body) for name, body in files]
        for (name, _), part in zip(files, parts, strict=True):
            if part.benchmark != title:
                raise ImportProblem(
                    f"{name}: this is a file of {part.benchmark}, not of {title}.",
                    f"Choose the files of {title}, or the benchmark {part.benchmark} where FairDesk has it.",
                )
        columns = joined(parts, [name for name, _ in files])
        columns = replace(columns, notes=tuple(dict.fromkeys(columns.notes)))
        rows = {name: part.n for (name, _), part in zip(files, parts, strict=True)}
        return replace(bbq_items(in_the_language(columns, TONGUES[benchmark_id].not_known), tell), rows=rows)

    return BenchmarkSource(benchmark_id=benchmark_id, files=_files, read=read, suite=benchmark_id, read_telling=read)


def in_the_language(columns: BbqColumns, not_known: str) -> BbqColumns:
    """The items with words of their language for "not known" where the files hold none."""
    options = tuple(
        tuple(
            not_known if place == unknown and words == PLACEHOLDER else words
            for words, unknown in zip(column, columns.unknown, strict=True)
        )
        for place, column in enumerate(columns.options)
    )
    if options == columns.options:
        return columns
    first, second, third = options
    return replace(columns, options=(first, second, third), notes=(*columns.notes, REPLACED.format(words=not_known)))


KOBBQ = _relative("kobbq", "KoBBQ")
GG_BBQ = _relative("gg_bbq", "GG-BBQ")
ESBBQ = _relative("esbbq", "EsBBQ")
CABBQ = _relative("cabbq", "CaBBQ")
