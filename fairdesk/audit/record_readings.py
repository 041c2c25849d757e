"""From the rows of a supplied file to readings: text through the plan's extractor, numbers against the scale."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadRefusal, ReadValue, Status
from fairdesk.domain.records import RECORDED, RecordCheck, RecordLayout, RowProblem
from fairdesk.extractors import extractor
from fairdesk.extractors.extractor import Extractor
from fairdesk.interchange.raw_tables import Progress, Source
from fairdesk.interchange.record_batches import RecordBatch
from fairdesk.interchange.record_files import read_records

TEXT_EXTRACTORS = ("rating/1", "choice/1", "decision/1")
"""Extractors that read an answer's text alone; the others need probabilities that a table of records does not hold."""

MOST_PROBLEMS = 1_000
OUTSIDE = "outside the scale"
_ASTERISKS = re.compile(r"\s*(\*{1,10})\s*")
"""A cell of nothing but asterisks is that many stars; inside a running text they are marks for bold letters."""


def read(source: Source, layout: RecordLayout, progress: Progress | None = None) -> Iterator[RecordBatch]:
    """The answers of a file with the status of every one: no status is empty.

    Args:
        source: Path, or seekable binary stream.
        layout: Its extractor reads the texts; its scale holds for numbers too.

    Raises:
        InputError: the extractor is unknown, or reads no text.
        ImportProblem: the file cannot be read to its end.
    """
    chosen = None if layout.extractor == RECORDED else _text_extractor(layout.extractor)
    for batch in read_records(source, layout, progress):
        yield with_readings(batch, chosen, layout.scale)


def with_readings(batch: RecordBatch, chosen: Extractor | None, scale: tuple[float, ...]) -> RecordBatch:
    """The batch with its texts read and its numbers held against the scale.

    Args:
        batch: Of any reader of records; not changed.
        chosen: Reads the rows whose status is empty; None when there are none.
        scale: Lowest and highest value; empty when there are no ends.
    """
    value, status, reason = batch.value.copy(), batch.status.copy(), batch.reason.copy()
    if scale:
        outside = (value < min(scale)) | (value > max(scale))
        for row in np.flatnonzero(outside):
            reason[row] = f"{OUTSIDE}: {value[row]:.12g}"
        value[outside] = np.nan
        status[outside] = Status.UNREADABLE.value
    waiting = np.flatnonzero(status == "")
    seen: dict[str, Reading] = {}
    for row in waiting:
        text = batch.text[row]
        reading = seen.get(text)
        if reading is None:
            reading = seen[text] = _read_text(text, chosen, scale)
        match reading:
            case ReadValue():
                value[row], status[row] = reading.value, Status.ANSWERED.value
            case ReadRefusal():
                status[row], reason[row] = Status.REFUSED.value, reading.reason
            case ReadNothing():
                status[row], reason[row] = Status.UNREADABLE.value, reading.reason
    return replace(batch, value=value, status=status, reason=reason)


def check(source: Source, layout: RecordLayout, progress: Progress | None = None) -> RecordCheck:
    """Reads a whole file and keeps its counts: what an import would take, leave out, and meet twice.

    Memory: one batch, and 24 bytes for every answer.

    Raises:
        InputError, ImportProblem: as for ``read``.
    """
    tally = _Tally()
    for batch in read(source, layout, progress):
        tally.add(batch)
    return tally.result()


def _text_extractor(name: str) -> Extractor:
    if name not in TEXT_EXTRACTORS:
        raise InputError(f"{name!r} reads no text of records.", f"Use one of: {', '.join(TEXT_EXTRACTORS)}.")
    return extractor(name)


def _read_text(text: str, chosen: Extractor | None, scale: tuple[float, ...]) -> Reading:
    if chosen is None:
        return ReadNothing(reason="the answer is a text, and no extractor was chosen")
    stars = _ASTERISKS.fullmatch(text)
    return chosen.read(ModelReply(text="\u2605" * len(stars[1]) if stars else text), scale, None)


@dataclass(slots=True, kw_only=True)
class _Tally:
    """Counts of a file while its batches come in."""

    n_rows: int = 0
    variants: dict[str, None] = field(default_factory=dict)
    systems: dict[str, None] = field(default_factory=dict)
    by_status: Counter[str] = field(default_factory=Counter)
    by_reason: Counter[str] = field(default_factory=Counter)
    least: float = float("inf")
    greatest: float = float("-inf")
    problems: list[RowProblem] = field(default_factory=list)
    n_problems: int = 0
    items: list[npt.NDArray[np.uint64]] = field(default_factory=list)
    keys: list[npt.NDArray[np.uint64]] = field(default_factory=list)
    outputs: list[npt.NDArray[np.uint64]] = field(default_factory=list)
    lines: list[npt.NDArray[np.int64]] = field(default_factory=list)

    def add(self, batch: RecordBatch) -> None:
        self.n_problems += len(batch.problems)
        self.problems += batch.problems[: MOST_PROBLEMS - len(self.problems)]
        if not len(batch):
            return
        self.n_rows += len(batch)
        self.variants.update(dict.fromkeys(batch.variant.tolist()))
        self.systems.update(dict.fromkeys(system for system in batch.system.tolist() if system))
        self.by_status.update(batch.status.tolist())
        self.by_reason.update(reason.split(": ")[0] for reason in batch.reason.tolist() if reason)
        if not np.isnan(batch.value).all():
            self.least = min(self.least, float(np.nanmin(batch.value)))
            self.greatest = max(self.greatest, float(np.nanmax(batch.value)))
        item = _hashed(batch.item)
        self.items.append(np.unique(item))
        self.keys.append(_combined(item, _hashed(batch.variant), _hashed(batch.system), batch.sample.view(np.uint64)))
        # No number stands for "no value": the status beside it tells NaN apart from a value.
        values = np.where(np.isnan(batch.value), 0.0, batch.value + 0.0).view(np.uint64)
        self.outputs.append(_combined(values, _hashed(batch.status)))
        self.lines.append(batch.line)

    def result(self) -> RecordCheck:
        duplicates = _duplicates(self.keys, self.outputs, self.lines)
        has_values = self.least <= self.greatest
        return RecordCheck(
            n_rows=self.n_rows,
            n_items=len(np.unique(np.concatenate(self.items))) if self.items else 0,
            variants=tuple(self.variants),
            systems=tuple(self.systems),
            by_status={status.value: self.by_status[status.value] for status in Status},
            by_reason=dict(self.by_reason.most_common()),
            least=self.least if has_values else None,
            greatest=self.greatest if has_values else None,
            problems=tuple(self.problems),
            n_problems=self.n_problems,
            n_duplicates=duplicates[0],
            n_conflicting=duplicates[1],
            conflicting_lines=duplicates[2],
        )


def _duplicates(
    keys: list[npt.NDArray[np.uint64]], outputs: list[npt.NDArray[np.uint64]], lines: list[npt.NDArray[np.int64]]
) -> tuple[int, int, tuple[int, ...]]:
    """Later records of a key, those whose output differs from the first one's, and the lines of these (M41).

    Keys are compared by hashes of 64 bits: among ten million, two different ones are taken for one with a chance of
    three in a million.
    """
    if not keys:
        return 0, 0, ()
    key = np.concatenate(keys)
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    is_first = np.concatenate(([True], ordered[1:] != ordered[:-1]))
    if is_first.all():
        return 0, 0, ()
    firsts = order[np.flatnonzero(is_first)[np.cumsum(is_first) - 1]]
    output = np.concatenate(outputs)
    differs = output[order] != output[firsts]
    where = np.sort(np.concatenate(lines)[order[differs]])
    return int((~is_first).sum()), int(differs.sum()), tuple(int(line) for line in where[:20])


def _hashed(words: npt.NDArray[np.object_]) -> npt.NDArray[np.uint64]:
    from pandas.util import hash_array  # late: pandas costs every start of a program some tenths of a second

    return np.asarray(hash_array(words, categorize=True), dtype=np.uint64)


def _combined(*parts: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """One hash of several, by the mixing step of SplitMix64 (Steele et al. 2014, 10.1145/2660193.2660195)."""
    mixed = np.zeros(len(parts[0]), dtype=np.uint64)
    for part in parts:
        mixed = mixed + np.uint64(0x9E3779B97F4A7C15) + part
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed = mixed ^ (mixed >> np.uint64(31))
    return mixed
