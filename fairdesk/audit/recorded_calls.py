"""Which calls of a run belong to recorded files: FairDesk asks none of them, and no batch file answers them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from fairdesk.audit.run_items import PlanItems
from fairdesk.audit.run_status import answered_marks
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import StoreError
from fairdesk.domain.exchanges import ItemKey
from fairdesk.domain.recorded import RECORDED_FILE, RecordedFile, RecordedOutcomes
from fairdesk.domain.recorded_words import recorded_card


def recorded_files(workspace: Workspace, run_id: str) -> tuple[RecordedFile, ...]:
    """The recorded files that a run took, the first first; empty for a run that is not in the store."""
    entries = workspace.store.ledger.entries(f"run:{run_id}", kind=RECORDED_FILE)
    return tuple(from_plain(RecordedFile, json.loads(entry.body)) for entry in entries)


def recorded_marks(workspace: Workspace, run_id: str, items: PlanItems) -> bytearray:
    """A byte per planned call: 1 where it belongs to a benchmark whose answers came from recorded files."""
    marks = bytearray(len(items))
    questions = {file.question_id for file in recorded_files(workspace, run_id)}
    if questions:
        for number in range(len(items)):
            marks[number] = items.key(number).question in questions
    return marks


def closed_marks(workspace: Workspace, run_id: str, items: PlanItems) -> bytearray:
    """A byte per planned call: 1 where nobody is to be asked, because there is an answer or recorded files have it."""
    answered, recorded = answered_marks(workspace, run_id, items), recorded_marks(workspace, run_id, items)
    return bytearray(map(max, answered, recorded))


def open_and_gaps(answered: Collection[int], failed: Collection[int], recorded: Collection[int]) -> tuple[int, int]:
    """Calls that somebody can still be asked, and calls that stay without an answer: they failed, or files lack them.

    Args:
        answered, failed, recorded: A byte per planned call, not 0 where it has an answer, failed at least once, belongs
            to recorded files.

    Example:
        >>> open_and_gaps(bytes([1, 0, 0, 0]), bytes([1, 1, 0, 0]), bytes([0, 0, 0, 1]))
        (1, 2)
    """
    without = [
        has_failed or is_recorded
        for answer, has_failed, is_recorded in zip(answered, failed, recorded, strict=True)
        if not answer
    ]
    n_gaps = sum(map(bool, without))
    return len(without) - n_gaps, n_gaps


def recorded_outcomes(files: Collection[RecordedFile], sources: Mapping[ItemKey, str]) -> tuple[RecordedOutcomes, ...]:
    """The recorded files that outcomes came from, each with its calls to its benchmark: one file may answer several.

    Args:
        files: That the run took.
        sources: Call to where the outcome came from that counts (``Exchange.source``).
    """
    n_calls = Counter((key.question, source) for key, source in sources.items())
    return tuple(
        RecordedOutcomes(file=file.file, benchmark_id=file.benchmark_id, n_calls=number, notes=file.notes)
        for file in files
        if (number := n_calls[file.question_id, file.source])
    )


def lost_bytes(workspace: Workspace, run_ids: Iterable[str]) -> tuple[str, ...]:
    """What is wrong with the kept bytes of the recorded files that runs took, a sentence each."""
    documents, found = workspace.store.documents, []
    for file in (file for run_id in run_ids for file in recorded_files(workspace, run_id)):
        words = "" if all(map(documents.has, file.parts)) else "are not in the store any more"
        if not words and not _are_as_taken(workspace, file):
            words = "are not those that were taken"
        if words:
            found.append(f"The bytes of the recorded file {file.file.file_name}, SHA-256 {file.file.sha256}, {words}.")
    return tuple(dict.fromkeys(found))


def _are_as_taken(workspace: Workspace, file: RecordedFile) -> bool:
    digest = hashlib.sha256()
    try:
        for part in file.parts:
            digest.update(workspace.store.documents.get(part))
    except StoreError:  # a part is not what its own hash says
        return False
    return digest.hexdigest() == file.file.sha256


def recorded_words_of_run(workspace: Workspace, run_id: str) -> str:
    """What is said of a run's recorded answers where nothing is analysed; empty for a run without such."""
    return recorded_card([(one.file.file_name, one.file.supplied_by) for one in recorded_files(workspace, run_id)])
