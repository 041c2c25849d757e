"""What a source of items is, and what it hands out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.domain.benchmarks import BenchmarkItem

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile

Files = Sequence[tuple[str, bytes]]
"""Names and bytes, in the order of the names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsRead:
    """All items of some files.

    Attributes:
        left_out: Why rows of the files are no items that can be scored, to their number.
        notes: What had to be taken for granted or was put right, a sentence each.
        rows: Name of a file to the rows read in it.
    """

    items: tuple[BenchmarkItem, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkSource:
    """Where the items of a benchmark come from.

    Attributes:
        files: A path to the files that belong together; may look beside and above it.
        read: Names and bytes to all items; the same for files just chosen and for stored documents.
        suite: Folder of the suite that FairDesk ships, under ``resources/benchmarks``.
    """

    benchmark_id: str
    files: Callable[[Path], Sequence[OfficialFile]]
    read: Callable[[Files], ItemsRead]
    suite: str


def official(path: Path) -> Sequence[OfficialFile]:
    """All files at a path, packed or not, as they are."""
    from fairdesk.interchange.official_files import official_files

    return official_files(path)
