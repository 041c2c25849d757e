"""Recorded answers to a benchmark that became part of a run: their file, who supplied it, and which calls it fills."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.file_sources import file_source
from fairdesk.domain.records import SuppliedFile

RECORDED = "recorded"
"""The first word of ``Exchange.source`` of an answer from a recorded file."""

RECORDED_FILE = "recorded_file"
"""Kind of the entry in a run's chain that stands before the answers of a file."""


def recorded_source(file: SuppliedFile) -> str:
    """What ``Exchange.source`` says of an answer from this file."""
    return file_source(RECORDED, file.file_name, file.sha256)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedFile:
    """A file of recorded answers as the chain of the run that took it names it.

    Attributes:
        parts: SHA-256 of the documents that hold its bytes, in order.
        question_id: Of the benchmark in the plan: all its calls in this run are answered by files or by none.
        n_rows: Rows of the file, those that answer nothing that is asked included.
        n_foreign: The latter.
        notes: How it was read, and which of its columns were not taken, a sentence each.
    """

    file: SuppliedFile
    parts: tuple[str, ...]
    benchmark_id: str
    question_id: str
    n_rows: int
    n_foreign: int
    notes: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """Of the exchanges that came from it."""
        return recorded_source(self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedOutcomes:
    """Calls of a run whose outcome came from one recorded file."""

    file: SuppliedFile
    benchmark_id: str
    n_calls: int
    notes: tuple[str, ...] = ()
