"""The same call recorded twice (methods.md M41): keep the first, count the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What identifies a call, and its output. Two files with the same hash are one file."""

    file_hash: str
    variant: str
    sample: int
    output: str | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Deduplicated:
    """What is left.

    Attributes:
        kept: Positions of the records that stay, ascending.
        n_records: Records that came in.
        n_dropped: Later records of a call that was already there.
        n_conflicting: Those of them whose output differs from the one that was kept.
        n_files: Different files.
    """

    kept: tuple[int, ...]
    n_records: int
    n_dropped: int
    n_conflicting: int
    n_files: int


def drop_duplicates(records: Sequence[Record]) -> Deduplicated:
    """Keeps the first record of every (file, variant, sample) and counts the others (M41).

    Example:
        >>> first = Record(file_hash="a", variant="female", sample=1, output=4.0)
        >>> second = Record(file_hash="a", variant="female", sample=1, output=3.0)
        >>> drop_duplicates([first, second]).n_conflicting
        1
    """
    first: dict[tuple[str, str, int], int] = {}
    n_conflicting = 0
    for position, record in enumerate(records):
        kept = first.setdefault((record.file_hash, record.variant, record.sample), position)
        if records[kept].output != record.output:
            n_conflicting += 1
    return Deduplicated(
        kept=tuple(first.values()),
        n_records=len(records),
        n_dropped=len(records) - len(first),
        n_conflicting=n_conflicting,
        n_files=len({record.file_hash for record in records}),
    )
