"""From the cells of a table to recorded answers, under a layout; rows without a place become problems."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from fairdesk.domain.exchanges import Status
from fairdesk.domain.records import RECORDED, ColumnUse, RecordLayout, RowProblem
from fairdesk.interchange.raw_tables import RawBatch, shown
from fairdesk.interchange.record_batches import RecordBatch, Words, words_of
from fairdesk.interchange.record_numbers import iso_date, status_word
from fairdesk.interchange.value_columns import CURES, Values, read_values

NO_GROUP = frozenset({"control", "placebo", "kontrolle"})
"""Labels of variants that signal no level of any attribute."""

NOT_STORED = (
    "a formula without a stored value",
    "Open the workbook in a spreadsheet program and save it there: it then stores the values.",
)
"""Cause and cure of a formula where a name belongs; nothing is computed here."""

Mask = npt.NDArray[np.bool_]


def to_records(raw: RawBatch, layout: RecordLayout) -> RecordBatch:
    """The answers of a batch of rows, in the order of the file; in a wide file, those of one row stand together.

    Args:
        raw: Its columns are those of the layout, in the same order.
        layout: Holds an item, and either values or texts with their variant, or a base with its arms.
    """
    table = _Table(raw=_without_dropped(raw, layout), layout=layout)
    kept, problems = table.placed()
    if layout.is_wide:
        batch, doubts = _wide(table, kept)
    else:
        batch, doubts = _long(table, kept)
    every = sorted((*table.raw.problems, *problems, *doubts), key=lambda problem: problem.line)
    return replace(batch, problems=tuple(every))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """A batch of rows and what its columns mean."""

    raw: RawBatch
    layout: RecordLayout

    def place(self, use: ColumnUse) -> int | None:
        """Position of the column of a use, or None."""
        return next((place for place, column in enumerate(self.layout.columns) if column.use is use), None)

    def column(self, use: ColumnUse) -> pa.StringArray | None:
        """Cells of the column of a use without surrounding spaces, or None."""
        place = self.place(use)
        return None if place is None else trimmed(self.raw.columns[place])

    def words(self, use: ColumnUse, kept: Mask, default: str = "") -> Words:
        """The column of a use as words, or a default in every row."""
        column = self.column(use)
        if column is None:
            return words_of(default, times=int(kept.sum()))
        return (_objects(column) if use is ColumnUse.ITEM else _each_word(column, str))[kept]

    def placed(self) -> tuple[Mask, list[RowProblem]]:
        """Which rows have their place, and why the others have none; blank rows are neither."""
        raw, layout = self.raw, self.layout
        kept = ~_blank(raw)
        problems: list[RowProblem] = []
        uses = (ColumnUse.ITEM,) if layout.is_wide else (ColumnUse.ITEM, ColumnUse.VARIANT)
        for use in uses:
            column = self.column(use)
            if column is None:
                continue
            missing = kept & _equal(column, "")
            cure = f"Write the {use.value} of the row, or leave the row out."
            problems += [self._problem(row, use, f"no {use.value}", cure) for row in np.flatnonzero(missing)]
            kept &= ~missing
            if layout.reading.format == "xlsx":
                formula = kept & _bools(pc.starts_with(column, "="))
                problems += [self._problem(row, use, *NOT_STORED) for row in np.flatnonzero(formula)]
                kept &= ~formula
        for use, reads, cause, cure in (
            (ColumnUse.SAMPLE, _is_whole, "no whole number", "Number the repeats of one item: 1, 2, 3 ..."),
            (
                ColumnUse.STATUS,
                _is_status,
                "an unknown status",
                "Write answered, refused, unreadable, failed or not_attempted, or map the column to ignored.",
            ),
        ):
            column = self.column(use)
            if column is None:
                continue
            wrong = kept & ~_each(column, reads)
            problems += [self._problem(row, use, cause, cure) for row in np.flatnonzero(wrong)]
            kept &= ~wrong
        return kept, problems

    def _problem(self, row: np.int64, use: ColumnUse, cause: str, cure: str) -> RowProblem:
        place = self.place(use) or 0
        return RowProblem(
            line=int(self.raw.lines[row]),
            column=self.layout.columns[place].column,
            value=shown(self.raw.columns[place][int(row)].as_py()),
            cause=cause,
            cure=cure,
        )

    def values(self, place: int) -> tuple[Values, list[RowProblem]]:
        """Numbers of the column at a place, and a problem for every cell that cannot be taken."""
        found = read_values(self.raw.columns[place], self.raw.numbers.get(place), self.layout.reading)
        column = self.layout.columns[place].column
        problems = [
            RowProblem(
                line=int(self.raw.lines[row]),
                column=column,
                value=shown(self.raw.columns[place][row].as_py()),
                cause=CURES[doubt][0],
                cure=CURES[doubt][1],
            )
            for row, doubt in found.doubts
        ]
        return found, problems

    def attributes(self, kept: Mask) -> dict[str, Words]:
        """Levels from mapped columns."""
        found: dict[str, Words] = {}
        order = self.layout.reading.dates
        for place, column in enumerate(self.layout.columns):
            if column.use is not ColumnUse.ATTRIBUTE:
                continue
            cells = trimmed(self.raw.columns[place])
            found[column.name or column.column] = _each_word(cells, lambda cell: iso_date(cell, order))[kept]
        return found


def _long(table: _Table, kept: Mask) -> tuple[RecordBatch, list[RowProblem]]:
    value_at, text_at = table.place(ColumnUse.VALUE), table.place(ColumnUse.TEXT)
    n_rows = len(table.raw.lines)
    doubts: list[RowProblem] = []
    if value_at is not None:
        values, found = table.values(value_at)
        wrong = np.zeros(n_rows, dtype=np.bool_)
        wrong[[row for row, _ in values.doubts]] = True
        doubts = [problem for problem, (row, _) in zip(found, values.doubts, strict=True) if kept[row]]
        kept = kept & ~wrong
        value, status, reason = values.value[kept], values.status[kept], values.reason[kept]
    else:
        n_kept = int(kept.sum())
        value, status, reason = np.full(n_kept, np.nan), words_of("", times=n_kept), words_of("", times=n_kept)
    text = _objects(table.raw.columns[text_at])[kept] if text_at is not None else words_of("", times=int(kept.sum()))
    variant = table.words(ColumnUse.VARIANT, kept)
    attributes = table.attributes(kept) or levels_of_labels(variant, table.layout.reference)
    batch = RecordBatch(
        item=table.words(ColumnUse.ITEM, kept),
        variant=variant,
        sample=_samples(table, kept),
        system=table.words(ColumnUse.SYSTEM, kept),
        value=value,
        status=status,
        reason=reason,
        text=text,
        attributes=attributes,
        line=table.raw.lines[kept],
    )
    return _with_recorded_status(batch, table.words(ColumnUse.STATUS, kept)), doubts


def _wide(table: _Table, kept: Mask) -> tuple[RecordBatch, list[RowProblem]]:
    """Rows times variants; the variants of one row stand together, the base first."""
    arms = [place for place, column in enumerate(table.layout.columns) if column.use is ColumnUse.BASE]
    arms += [place for place, column in enumerate(table.layout.columns) if column.use is ColumnUse.ARM]
    is_text = table.layout.extractor != RECORDED
    n_kept = int(kept.sum())
    value = np.full((n_kept, len(arms)), np.nan)
    status, reason, text = (np.full((n_kept, len(arms)), "", dtype=object) for _ in range(3))
    taken = np.ones((n_kept, len(arms)), dtype=np.bool_)
    doubts: list[RowProblem] = []
    at_kept = np.cumsum(kept) - 1
    for number, place in enumerate(arms):
        if is_text:
            text[:, number] = _objects(table.raw.columns[place])[kept]
            continue
        values, found = table.values(place)
        value[:, number], status[:, number] = values.value[kept], values.status[kept]
        reason[:, number] = values.reason[kept]
        for problem, (row, _) in zip(found, values.doubts, strict=True):
            if kept[row]:
                doubts.append(problem)
                taken[at_kept[row], number] = False
    flat = taken.ravel()
    labels = words_of(*(table.layout.columns[place].name for place in arms))
    variant = np.tile(labels, n_kept)[flat]

    def repeated(column: Words) -> Words:
        return np.repeat(column, len(arms))[flat]

    attributes = {name: repeated(levels) for name, levels in table.attributes(kept).items()}
    batch = RecordBatch(
        item=repeated(table.words(ColumnUse.ITEM, kept)),
        variant=variant,
        sample=np.repeat(_samples(table, kept), len(arms))[flat],
        system=repeated(table.words(ColumnUse.SYSTEM, kept)),
        value=value.ravel()[flat],
        status=status.ravel()[flat],
        reason=reason.ravel()[flat],
        text=text.ravel()[flat],
        attributes={**levels_of_labels(variant, table.layout.reference), **attributes},
        line=np.repeat(table.raw.lines[kept], len(arms))[flat],
    )
    return _with_recorded_status(batch, repeated(table.words(ColumnUse.STATUS, kept))), doubts


def levels_of_labels(variant: Words, reference: str) -> dict[str, Words]:
    """Attributes from labels joined with ``+``: each part is an attribute whose only level is the part itself.

    Args:
        variant: Labels, shape (n,).
        reference: The label that stands for no attribute.

    Example:
        >>> found = levels_of_labels(words_of("original", "female", "female+older"), "original")
        >>> {name: levels.tolist() for name, levels in found.items()}
        {'female': ['', 'female', 'female'], 'older': ['', '', 'older']}
    """
    parts_of = {
        label: () if label == reference or label.casefold() in NO_GROUP else tuple(part_names(label))
        for label in dict.fromkeys(variant.tolist())
    }
    names = dict.fromkeys(part for parts in parts_of.values() for part in parts)
    return {name: words_of(*(name if name in parts_of[label] else "" for label in variant.tolist())) for name in names}


def part_names(label: str) -> list[str]:
    """The parts of a label joined with ``+``."""
    return [part.strip() for part in label.split("+") if part.strip()]


def trimmed(column: pa.StringArray) -> pa.StringArray:
    """Cells without surrounding spaces."""
    return pc.utf8_trim_whitespace(column)


def _with_recorded_status(batch: RecordBatch, recorded: Words) -> RecordBatch:
    """A recorded status counts before the cell beside it; a number beside a refusal is named, not used."""
    status, reason, value = batch.status, batch.reason, batch.value
    for word in dict.fromkeys(recorded.tolist()):
        found = status_word(word)
        if found is None:
            continue
        rows = recorded == word
        if found is Status.ANSWERED:
            lacks = rows & (status == Status.UNREADABLE.value)
            reason[lacks] = "recorded as answered, but " + reason[lacks]
            continue
        has_value = rows & ~np.isnan(value)
        reason[rows] = f"recorded as {word!r}"
        for row in np.flatnonzero(has_value):
            reason[row] = f"recorded as {word!r}; the number {value[row]:g} beside it is not used"
        status[rows] = found.value
        value[rows] = np.nan
    return batch


def _samples(table: _Table, kept: Mask) -> npt.NDArray[np.int64]:
    column = table.column(ColumnUse.SAMPLE)
    if column is None:
        return np.ones(int(kept.sum()), dtype=np.int64)
    coded = column.dictionary_encode()
    numbers = [int(float(cell)) if _is_whole(cell) else 0 for cell in coded.dictionary.to_pylist()]
    every: npt.NDArray[np.int64] = np.array(numbers, dtype=np.int64)[_codes(coded)]
    return every[kept]


def _without_dropped(raw: RawBatch, layout: RecordLayout) -> RawBatch:
    dropped = layout.reading.dropped_lines
    if not dropped or (len(raw.lines) and raw.lines[-1] < min(dropped) and not raw.problems):
        return raw
    keep = ~np.isin(raw.lines, dropped)
    chosen = pa.array(keep)
    return RawBatch(
        columns=tuple(column.filter(chosen) for column in raw.columns),
        lines=raw.lines[keep],
        numbers={place: typed[keep] for place, typed in raw.numbers.items()},
        problems=tuple(problem for problem in raw.problems if problem.line not in dropped),
    )


def _blank(raw: RawBatch) -> Mask:
    blank = np.ones(len(raw.lines), dtype=np.bool_)
    for column in raw.columns:
        if not blank.any():
            break
        blank &= _equal(column, "") if column.nbytes else blank
    return blank


def _equal(column: pa.StringArray, word: str) -> Mask:
    return _bools(pc.equal(column, word))


def _bools(column: pa.BooleanArray) -> Mask:
    return np.asarray(column.to_numpy(zero_copy_only=False), dtype=np.bool_)


def _each(column: pa.StringArray, test: Callable[[str], bool]) -> Mask:
    coded = column.dictionary_encode()
    answers = np.array([test(cell) for cell in coded.dictionary.to_pylist()], dtype=np.bool_)
    found: Mask = answers[_codes(coded)]
    return found


def _each_word(column: pa.StringArray, change: Callable[[str], str]) -> Words:
    """The cells after a change, equal ones as one object."""
    coded = column.dictionary_encode()
    changed = words_of(*map(change, coded.dictionary.to_pylist()))
    found: Words = changed[_codes(coded)]
    return found


def _codes(coded: pa.DictionaryArray) -> npt.NDArray[np.int32]:
    return np.asarray(coded.indices.to_numpy(zero_copy_only=False), dtype=np.int32)


def _objects(column: pa.StringArray) -> Words:
    return np.asarray(column.to_numpy(zero_copy_only=False), dtype=object)


def _is_whole(cell: str) -> bool:
    digits = cell.removesuffix(".0")
    return digits.isascii() and digits.isdigit() and len(digits) <= 9


def _is_status(cell: str) -> bool:
    return not cell or status_word(cell) is not None
