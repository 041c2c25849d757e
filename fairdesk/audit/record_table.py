"""Recorded answers of files as one table in columns of codes, so that a million rows stay small; cost linear in rows.

Columns of ``RecordTable.rows``:
    item, variant, system   categories; their order is that of first appearance
    sample                  1, 2, ... within item, variant and system, in the order of the file's own numbers
    status                  category of ``Status`` values; never empty
    value                   NaN unless status is answered
    reason                  why there is no value; empty for answered
    line                    physical line of the file, from 1
    file                    place of the file among those that were read together
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.records import RowProblem

if TYPE_CHECKING:
    from fairdesk.interchange.record_batches import RecordBatch

Codes = npt.NDArray[np.int64]

MOST_VARIANTS = 100
"""A file with more is not what it was taken for: its column of variants is probably another one."""

MOST_PROBLEMS = 1000
"""Problems kept one by one; all are counted."""

LARGEST = 1e60
"""Beyond this a number cannot be raised to the powers that intervals need; such a record is unreadable, with the number
in the reason."""

STATUSES = tuple(status.value for status in Status)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RecordTable:
    """All records of one or several files.

    Attributes:
        levels: Attribute to variant to its one level; an attribute that takes several levels within one variant
            describes the items and is not here.
        item_attributes: Names of the attributes that describe items.
        n_rows: Rows in ``rows``: without problems and duplicates.
        n_problems: Rows that could not be placed; ``problems`` holds the first of them with the place of their file.
        n_duplicates, n_conflicting: Later rows of an item, variant, system and sample; those that say another thing.
        n_between_files: Those whose first row stands in another file.
    """

    rows: pd.DataFrame
    levels: Mapping[str, Mapping[str, str]]
    item_attributes: tuple[str, ...]
    problems: tuple[tuple[int, RowProblem], ...]
    n_problems: int
    n_duplicates: int
    n_conflicting: int
    n_between_files: int

    @property
    def n_rows(self) -> int:
        """Rows that count."""
        return len(self.rows)


@dataclass(slots=True)
class _Coder:
    """Texts to numbers, in the order of first appearance."""

    numbers: dict[str, int] = field(default_factory=dict)

    def codes(self, column: npt.NDArray[np.object_]) -> Codes:
        found, distinct = pd.factorize(column)
        known = self.numbers
        places = np.array([known.setdefault(str(text), len(known)) for text in distinct], dtype=np.int64)
        return places[found] if len(places) else np.zeros(0, dtype=np.int64)

    def categorical(self, codes: Codes) -> pd.Categorical:
        return pd.Categorical.from_codes(codes, categories=pd.Index(list(self.numbers), dtype=object))


@dataclass(slots=True)
class _Attributes:
    """Which levels each attribute takes under each variant; at most two are kept, since two show that it varies."""

    found: dict[str, dict[str, set[str]]] = field(default_factory=dict)

    def add(self, batch: RecordBatch) -> None:
        for name, levels in batch.attributes.items():
            variants = self.found.setdefault(name, {})
            pairs = pd.DataFrame({"variant": batch.variant, "level": levels}).drop_duplicates()
            for variant, level in pairs.itertuples(index=False, name=None):
                kept = variants.setdefault(str(variant), set())
                if len(kept) < 2 and level:
                    kept.add(str(level))

    def of_variants(self) -> dict[str, dict[str, str]]:
        return {
            name: {variant: next(iter(levels)) for variant, levels in variants.items() if levels}
            for name, variants in self.found.items()
            if all(len(levels) < 2 for levels in variants.values())
        }


def read_table(sources: Iterable[Iterable[RecordBatch]]) -> RecordTable:
    """Gather the batches of files that were supplied together.

    Raises:
        ImportProblem: there is no usable row, or so many variants that the column cannot be one of variants.
    """
    item, variant, system, reason = _Coder(), _Coder(), _Coder(), _Coder()
    attributes = _Attributes()
    problems: list[tuple[int, RowProblem]] = []
    n_problems = 0
    parts: list[dict[str, npt.NDArray[np.generic]]] = []
    for place, batch in _numbered(sources):
        n_problems += len(batch.problems)
        problems += [(place, problem) for problem in batch.problems[: MOST_PROBLEMS - len(problems)]]
        if not len(batch):
            continue
        attributes.add(batch)
        parts.append(
            {
                "item": item.codes(batch.item).astype(np.int32),
                "variant": variant.codes(batch.variant).astype(np.int32),
                "system": system.codes(batch.system).astype(np.int32),
                "sample": batch.sample,
                "status": pd.Categorical(batch.status, categories=STATUSES).codes,
                "value": batch.value,
                "reason": reason.codes(batch.reason).astype(np.int32),
                "line": batch.line,
                "file": np.full(len(batch), place, dtype=np.int16),
            }
        )
        if len(variant.numbers) > MOST_VARIANTS:
            raise ImportProblem(
                f"The records have more than {MOST_VARIANTS} different variants, for example "
                f"{', '.join(list(variant.numbers)[:3])}.",
                "Choose the column that names the variant (--map COLUMN=variant); nothing was imported.",
            )
    if not parts:
        raise ImportProblem("No row of the records can be used.", "Look at the columns that were recognised.")
    columns = {name: np.concatenate([part.pop(name) for part in parts]) for name in list(parts[0])}
    rows = pd.DataFrame(columns)
    rows, (n_duplicates, n_conflicting, n_between_files) = _without_duplicates(rows)
    rows["sample"] = _numbered_samples(rows)
    for name, coder in (("item", item), ("variant", variant), ("system", system), ("reason", reason)):
        rows[name] = coder.categorical(rows[name].to_numpy().astype(np.int64))
    rows["status"] = pd.Categorical.from_codes(
        rows["status"].to_numpy().astype(np.int64), categories=pd.Index(STATUSES, dtype=object)
    )
    levels = attributes.of_variants()
    return RecordTable(
        rows=rows,
        levels=levels,
        item_attributes=tuple(name for name in attributes.found if name not in levels),
        problems=tuple(problems),
        n_problems=n_problems,
        n_duplicates=n_duplicates,
        n_conflicting=n_conflicting,
        n_between_files=n_between_files,
    )


def _computable(batch: RecordBatch) -> RecordBatch:
    """The batch without numbers that no measure can compute with; as it is when there are none."""
    huge = np.flatnonzero(np.abs(batch.value) > LARGEST)
    if not huge.size:
        return batch
    value, status, reason = batch.value.copy(), batch.status.copy(), batch.reason.copy()
    for row in huge:
        reason[row] = f"too large to compute with: {value[row]:g}"
    value[huge], status[huge] = np.nan, Status.UNREADABLE.value
    return replace(batch, value=value, status=status, reason=reason)


def _numbered(sources: Iterable[Iterable[RecordBatch]]) -> Iterator[tuple[int, RecordBatch]]:
    for place, batches in enumerate(sources):
        for batch in batches:
            yield place, batch


def _without_duplicates(rows: pd.DataFrame) -> tuple[pd.DataFrame, tuple[int, int, int]]:
    """Keep the first row of every item, variant, system and sample (methods.md M41); rows hold codes.

    Returns:
        The rows that stay; how many later rows there were, how many of them differ, and how many stand in another file.
    """
    key = ["item", "variant", "system", "sample"]
    is_later = rows.duplicated(key).to_numpy()
    n_later = int(is_later.sum())
    if not n_later:
        return rows, (0, 0, 0)
    repeated = rows[rows.duplicated(key, keep=False)]
    order, starts, lengths = _groups(repeated, key)
    ordered = repeated.iloc[order]
    status, value = ordered["status"].to_numpy(), ordered["value"].to_numpy()
    first = np.repeat(starts, lengths)
    same_value = (value == value[first]) | (np.isnan(value) & np.isnan(value[first]))
    n_conflicting = int((~(same_value & (status == status[first]))).sum())
    file = ordered["file"].to_numpy()
    n_between_files = int((file != file[first]).sum())
    return rows[~is_later].reset_index(drop=True), (n_later, n_conflicting, n_between_files)


def prepared(batch: RecordBatch, system: str) -> RecordBatch:
    """The batch as it is counted: without numbers that nothing can compute with, and every row with its system.

    Args:
        system: Name of the system of rows that name none; empty for none.
    """
    batch = _computable(batch)
    if not system:
        return batch
    names = batch.system.copy()
    names[names == ""] = system
    return replace(batch, system=names)


def _numbered_samples(rows: pd.DataFrame) -> Codes:
    """1, 2, ... within every item, variant and system, whatever numbers the file counts with."""
    samples = rows["sample"].to_numpy().astype(np.int64)
    if (samples == 1).all():
        return samples
    order, starts, lengths = _groups(rows, ["item", "variant", "system"], samples)
    numbered = np.empty(len(rows), dtype=np.int64)
    numbered[order] = np.arange(len(rows)) - np.repeat(starts, lengths) + 1
    return numbered


def _groups(rows: pd.DataFrame, key: list[str], within: Codes | None = None) -> tuple[Codes, Codes, Codes]:
    """Order that brings equal keys together (in the file's order, or by ``within``); each group's start and size."""
    columns = [rows[name].to_numpy() for name in reversed(key)]
    order = np.lexsort(columns if within is None else [within, *columns])
    is_new = np.zeros(len(rows), dtype=bool)
    is_new[:1] = True
    for column in columns:
        is_new[1:] |= column[order][1:] != column[order][:-1]
    starts = np.flatnonzero(is_new)
    return order, starts, np.diff(np.append(starts, len(rows)))
