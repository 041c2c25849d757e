"""Recorded answers of a file, some tens of thousands at a time, in columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fairdesk.domain.records import RowProblem

Words = npt.NDArray[np.object_]
"""Texts, shape (n,); a missing one is the empty text."""

ROWS_PER_BATCH = 65_536
"""Most rows of one batch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordBatch:
    """Answers in the order of the file; all columns have one shape (n,).

    Attributes:
        sample: Repeat of the same item and variant; 1 throughout when the file has no such column.
        value: NaN wherever there is no usable number.
        status: Values of ``Status``; empty while a text has not been read yet.
        reason: Why there is no value; empty when there is one, or when the text has not been read yet.
        text: The answer as text; empty when the file holds numbers only.
        attributes: Attribute to levels; an empty level: the attribute does not apply to the row.
            Attributes that come from labels are those of the labels that the batch holds.
        line: Physical line of the file, counted from 1.
        problems: Rows that could not be placed; they are not in the columns.
    """

    item: Words
    variant: Words
    sample: npt.NDArray[np.int64]
    system: Words
    value: npt.NDArray[np.float64]
    status: Words
    reason: Words
    text: Words
    attributes: Mapping[str, Words]
    line: npt.NDArray[np.int64]
    problems: tuple[RowProblem, ...] = ()

    def __len__(self) -> int:
        return len(self.item)


def words_of(*values: str, times: int = 1) -> Words:
    """A column of texts: the values, or one value ``times`` times.

    Example:
        >>> words_of("base", times=3).tolist()
        ['base', 'base', 'base']
    """
    column: Any = np.empty(len(values) * times, dtype=object)
    column[:] = list(values) * times
    return column  # type: ignore[no-any-return]  # numpy types an empty object array as Any
