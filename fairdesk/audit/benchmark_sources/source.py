"""What a source of items is, and what it hands out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.progress import TellStep

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile

Files = Sequence[tuple[str, bytes]]
"""Names and bytes, in the order of the names."""

TOLD_EVERY = 2_000
"""Items between two words of progress: a tenth of a second or less."""


def in_silence(_words: str) -> None:
    """Progress that nobody asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsRead:
    """All items of some files.

    Attributes:
        left_out: Why rows of the files are no items that can be scored, to their number.
        notes: What had to be taken for granted or was put right, a sentence each.
        rows: Name of a file to the rows read in it.
        facts: What scoring has to know that is the same for all items.
        parts: Measure to what it is broken down by in place of the categories of items, where it is.
    """

    items: tuple[BenchmarkItem, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkSource:
    """Where the items of a benchmark come from.

    Attributes:
        files: A path to the files that belong together; may look beside and above it.
        read: Names and bytes to all items; the same for files just chosen and for stored documents.
        suite: Folder of the suite that FairDesk ships, under ``resources/benchmarks``.
        read_telling: The same as ``read`` with words of progress, for benchmarks of many items; the words may raise to
            stop the reading. None where reading is over at once.
    """

    benchmark_id: str
    files: Callable[[Path], Sequence[OfficialFile]]
    read: Callable[[Files], ItemsRead]
    suite: str
    read_telling: Callable[[Files, TellStep], ItemsRead] | None = None

    def items(self, files: Files, tell: TellStep = in_silence) -> ItemsRead:
        """All items of some files, with words of progress where there are any."""
        return self.read(files) if self.read_telling is None else self.read_telling(files, tell)


def official(path: Path) -> Sequence[OfficialFile]:
    """All files at a path, packed or not, as they are."""
    from fairdesk.interchange.official_files import official_files

    return official_files(path)


def shipped(suite: str, name: str) -> OfficialFile:
    """A file of one of FairDesk's own suites, which stands in where the files at a path lack its kind."""
    from fairdesk.interchange.official_files import official_file
    from fairdesk.settings.paths import resources_dir

    return official_file(resources_dir() / "benchmarks" / suite / name)
