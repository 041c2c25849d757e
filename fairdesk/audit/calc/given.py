"""Reads the input of a calculation, key by key, and says in words what is wrong with it.

Every reader raises InputError that names the key, what stood there and what belongs there. Missing values (null,
NaN, infinities) are told from zeros: where a list may hold them they become NaN, where one number is needed they
are refused. A list may be written short: ``{"rle": [[value, times], ...]}``, ``{"range": [first, beyond]}``, and a
list of objects as ``{"cols": [...], "rows": [[...], ...]}``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fairdesk.domain.errors import InputError
from fairdesk.measures.resampling import Resampling

Given = Mapping[str, Any]
Answer = dict[str, Any]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MOST_VALUES = 10_000_000
"""A list that is written short may not grow beyond this."""

MOST_COUNTED = 100_000_000
"""No study counts beyond this; what stands above it is a slip or an attack."""

LARGEST = 1e60
"""Numbers beyond this are refused: their squares and cubes would leave the range of the arithmetic."""

NO_VALUE = (
    "refused",
    "unparseable",
    "unreadable",
    "out_of_scale",
    "error",
    "failed",
    "not_attempted",
    "missing",
)
"""What may stand in place of an output that has no value."""

LEAST_SHARE = 1e-12
"""No study can tell a smaller share, level or power from 0; the arithmetic of plans ends there too."""

MOST_RESAMPLES = 1_000_000

USUAL_SEED = 1
"""Where an input names no ``seed``: equal inputs give equal answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculation:
    """One method of the list.

    Attributes:
        method: Its id, for example ``M06``.
        answer: From the input to the answer: plain numbers, words, lists and objects; None where nothing can be
            computed, with the reason under ``reasons``. Raises InputError for input that is not the method's.
    """

    method: str
    title: str
    answer: Callable[[Given], Answer]


def shown(value: Any) -> str:
    """A value as it stood in the input, cut short."""
    try:
        text = json.dumps(value, ensure_ascii=True)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."


def unfit(key: str, value: Any, belongs: str) -> InputError:
    """The error for a value that does not belong under this key; to be raised.

    Example:
        >>> str(unfit("n", -1, "a count of 0 or more"))
        '"n" is -1; it needs to be a count of 0 or more.'
    """
    return InputError(f'"{key}" is {shown(value)}; it needs to be {belongs}.')


def need(given: Given, key: str) -> Any:
    """The value under a key, with short notations written out."""
    if key not in given:
        there = ", ".join(f'"{name}"' for name in list(given)[:12]) or "nothing"
        raise InputError(f'"{key}" is missing.', f"The input holds {there}.")
    return expand(given[key], key)


def expand(value: Any, key: str = "value") -> Any:
    """Run lengths, ranges and tables as plain lists; everything else as it is.

    Example:
        >>> expand({"rle": [[0, 2], [1, 1]]}), expand({"cols": ["a", "b"], "rows": [[1, 2]]})
        ([0, 0, 1], [{'a': 1, 'b': 2}])
    """
    if not isinstance(value, Mapping):
        return value
    if set(value) == {"rle"}:
        return _runs(value["rle"], key)
    if set(value) == {"range"}:
        return _range(value["range"], key)
    if set(value) == {"cols", "rows"}:
        return _rows(value["cols"], value["rows"], key)
    return value


def _runs(runs: Any, key: str) -> list[Any]:
    wanted = "[[value, times], ...] with whole numbers of times"
    if not isinstance(runs, list) or not all(isinstance(run, list) and len(run) == 2 for run in runs):
        raise unfit(f"{key}.rle", runs, wanted)
    times = [_whole(run[1]) for run in runs]
    if any(n is None or n < 0 for n in times) or sum(n or 0 for n in times) > MOST_VALUES:
        raise unfit(f"{key}.rle", runs, f"{wanted}, up to {MOST_VALUES:,} values")
    return [run[0] for run, n in zip(runs, times, strict=True) for _ in range(n or 0)]


def _range(ends_given: Any, key: str) -> list[int]:
    whole = [_whole(end) for end in ends_given] if isinstance(ends_given, list) and len(ends_given) == 2 else [None]
    if whole[0] is None or whole[-1] is None or whole[-1] - whole[0] > MOST_VALUES:
        raise unfit(f"{key}.range", ends_given, f"[first, beyond], two whole numbers up to {MOST_VALUES:,} apart")
    return list(range(whole[0], whole[-1]))


def _rows(columns: Any, rows: Any, key: str) -> list[dict[str, Any]]:
    if not isinstance(columns, list) or not all(isinstance(name, str) for name in columns):
        raise unfit(f"{key}.cols", columns, "a list of names")
    if len(set(columns)) < len(columns):
        raise unfit(f"{key}.cols", columns, "a list of names without repeats")
    if not isinstance(rows, list):
        raise unfit(f"{key}.rows", rows, "a list of rows")
    for row in rows:
        if not isinstance(row, list) or len(row) != len(columns):
            raise unfit(f"{key}.rows", row, f"a list of rows with {len(columns)} values each")
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _whole(value: Any) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not value.is_integer():
        return None
    return int(value)


def real(value: Any) -> float | None:
    """A finite number of up to 1e60 as float; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST <= value <= LARGEST:
        return None
    return float(value)


def listed(given: Given, key: str) -> list[Any]:
    """A list, whatever it holds."""
    value = need(given, key)
    if not isinstance(value, list):
        raise unfit(key, value, "a list")
    return value


def floats(values: Sequence[Any], key: str) -> Floats:
    """Numbers of a list; null, NaN and infinities are missing values and become NaN."""
    found = np.empty(len(values), dtype=np.float64)
    for index, value in enumerate(values):
        number = real(value)
        if number is None and not (value is None or (isinstance(value, float) and not math.isfinite(value))):
            raise unfit(key, value, "a list of numbers up to 1e60 in size, with null for a missing one")
        found[index] = math.nan if number is None else number
    return found


def numbers(given: Given, key: str) -> Floats:
    """A list of numbers; null, NaN and infinities are missing values and become NaN. Shape (n,)."""
    return floats(listed(given, key), key)


def outputs(given: Given, key: str) -> Floats:
    """A list of outputs: numbers, or null or a word for one without a value (``refused``), which becomes NaN."""
    return readings(listed(given, key), key)


def readings(values: Sequence[Any], key: str) -> Floats:
    """Outputs of a list as ``outputs`` takes them; other texts are refused, for nobody has read them yet."""
    for value in values:
        if isinstance(value, str) and value.strip().casefold() not in NO_VALUE:
            raise unfit(key, value, f"a list of numbers, with null or a word for a missing one ({', '.join(NO_VALUE)})")
    return floats([None if isinstance(value, str) else value for value in values], key)


def count(given: Given, key: str) -> int:
    """A whole number of 0 or more."""
    value = need(given, key)
    whole = _whole(value)
    if whole is None or not 0 <= whole <= MOST_COUNTED:
        raise unfit(key, value, f"a count: a whole number from 0 to {MOST_COUNTED:,}")
    return whole


def part_of(given: Given, key: str, total: int, whole_key: str) -> int:
    """A count that is not above the count that it is a part of."""
    found = count(given, key)
    if found > total:
        raise unfit(key, found, f'a count that is not above "{whole_key}", which is {total}')
    return found


def number(given: Given, key: str) -> float:
    """One finite number."""
    value = need(given, key)
    found = real(value)
    if found is None:
        raise unfit(key, value, "a finite number up to 1e60 in size")
    return found


def positive(given: Given, key: str) -> float:
    """One finite number above 0."""
    found = number(given, key)
    if found <= 0:
        raise unfit(key, given[key], "a number above 0")
    return found


def share(given: Given, key: str) -> float:
    """One number from 0 to 1; above 0 it is at least 1e-12."""
    found = number(given, key)
    if found != 0 and not LEAST_SHARE <= found <= 1:
        raise unfit(key, given[key], f"a share: a number from 0 to 1, and {LEAST_SHARE:g} or more if it is not 0")
    return found


def level_of(given: Given, key: str, default: float) -> float:
    """One number strictly between 0 and 1 (a level, a power, an alpha), or the default where the key is absent."""
    if key not in given:
        return default
    found = number(given, key)
    if not LEAST_SHARE <= found <= 1 - LEAST_SHARE:
        raise unfit(key, given[key], f"a number between 0 and 1, {LEAST_SHARE:g} or more away from both")
    return found


def words(given: Given, key: str) -> list[str]:
    """A list of texts."""
    values = listed(given, key)
    for value in values:
        if not isinstance(value, str):
            raise unfit(key, value, "a list of texts")
    return values


def records(given: Given, key: str) -> list[dict[str, Any]]:
    """A list of objects, or ``{"cols", "rows"}``."""
    values = listed(given, key)
    for value in values:
        if not isinstance(value, dict):
            raise unfit(key, value, 'a list of objects, or {"cols": [...], "rows": [[...]]}')
    return values


def group(given: Given, key: str) -> Given:
    """An object with keys of its own."""
    value = need(given, key)
    if not isinstance(value, Mapping):
        raise unfit(key, value, "an object")
    return value


def table(given: Given, key: str) -> Integers:
    """Rows of counts, all of one length. Shape (rows, columns); (0, 0) when there is none."""
    rows = listed(given, key)
    wanted = "rows of counts (whole numbers of 0 or more), all of one length"
    for row in rows:
        if not isinstance(row, list) or len(row) != len(rows[0]):
            raise unfit(key, rows, wanted)
        for value in row:
            whole = _whole(value)
            if whole is None or not 0 <= whole <= MOST_COUNTED:
                raise unfit(key, value, wanted)
    if not rows or not rows[0]:
        return np.zeros((0, 0), dtype=np.int64)
    return np.array(rows, dtype=np.int64)


def choice(given: Given, key: str, *allowed: str) -> str:
    """One of the allowed words; the first of them where the key is absent."""
    value = given.get(key, allowed[0])
    if not isinstance(value, str) or value not in allowed:
        raise unfit(key, value, " or ".join(f'"{word}"' for word in allowed))
    return value


def flag(given: Given, key: str, default: bool) -> bool:
    """True or false, or the default where the key is absent."""
    value = given.get(key, default)
    if not isinstance(value, bool):
        raise unfit(key, value, "true or false")
    return value


def resampling_of(given: Given) -> Resampling:
    """How to draw: ``seed`` and ``resamples`` of the input, or the usual ones."""
    seed = count(given, "seed") if "seed" in given else USUAL_SEED
    usual = Resampling(seed=seed)
    n_resamples = count(given, "resamples") if "resamples" in given else usual.n_resamples
    if not 99 <= n_resamples <= MOST_RESAMPLES:
        raise unfit("resamples", n_resamples, f"a number from 99 to {MOST_RESAMPLES:,}")
    return Resampling(seed=seed, n_resamples=n_resamples)


def same_length(**lists: Floats | Sequence[Any]) -> None:
    """Refuse lists that belong together and differ in length."""
    sizes = {name: len(values) for name, values in lists.items()}
    if len(set(sizes.values())) > 1:
        said = ", ".join(f'"{name}" has {size}' for name, size in sizes.items())
        raise InputError(f"Lists that belong together differ in length: {said}.", "Give one value per row in each.")


def other_shape(method: str, *shapes: str) -> InputError:
    """The error of a method that takes several shapes of input and met none of them; to be raised."""
    return InputError(f"This is no input of {method}.", f"It takes {'; or '.join(shapes)}.")


def matrix(rows: Sequence[Any], key: str, belongs: str, width: int | None = None) -> Floats:
    """Outputs in rows of one length, as ``readings`` takes them. Shape (rows, width).

    Args:
        belongs: What to say of a row of another length.
        width: How long every row is; None: as the first one.
    """
    if width is None:
        width = len(rows[0]) if rows and isinstance(rows[0], list) else 0
    for row in rows:
        if not isinstance(row, list) or len(row) != width:
            raise unfit(key, row, belongs)
    return readings([value for row in rows for value in row], key).reshape(len(rows), width)


def by_name(given: Given, key: str, names: Sequence[str]) -> tuple[dict[str, Floats], int]:
    """Outputs of the files that have one under every name of ``order``, by name, and how many files were given."""
    order = words(given, "order")
    if sorted(order) != sorted(names):
        raise unfit("order", order, f"{', '.join(names)}, each once")
    values = matrix(listed(given, key), key, f"rows of {len(names)} numbers, null for a missing one", len(names))
    complete = values[np.isfinite(values).all(axis=1)]
    return {name: complete[:, position].copy() for position, name in enumerate(order)}, len(values)


def changed_decisions(given: Given) -> tuple[int, int, int]:
    """``n_pairs`` files, and how many of them went from yes to no and from no to yes."""
    n = count(given, "n_pairs")
    down, up = part_of(given, "yes_to_no", n, "n_pairs"), part_of(given, "no_to_yes", n, "n_pairs")
    if down + up > n:
        raise unfit("no_to_yes", up, f'a count that together with "yes_to_no" is not above "n_pairs", which is {n}')
    return n, down, up
