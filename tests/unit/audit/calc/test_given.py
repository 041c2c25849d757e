"""Reading the input of a calculation: short notations, missing values, and words about what is wrong."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fairdesk.audit.calc import calculation, given
from fairdesk.audit.calc.outcomes import explained
from fairdesk.domain.errors import InputError


def test_lists_may_be_written_short() -> None:
    """Run lengths, ranges and tables stand for the lists that they shorten."""
    short = {"a": {"rle": [[0, 2], [1, 1]]}, "b": {"range": [1, 4]}, "c": {"cols": ["x", "y"], "rows": [[1, 2]]}}

    assert given.numbers(short, "a").tolist() == [0, 0, 1]
    assert given.numbers(short, "b").tolist() == [1, 2, 3]
    assert given.records(short, "c") == [{"x": 1, "y": 2}]


def test_missing_values_are_not_zeros() -> None:
    """Null, NaN and infinities become NaN in a list; words do where outputs are read, other texts are refused."""
    assert np.isnan(given.numbers({"a": [None, math.nan, math.inf, -math.inf]}, "a")).all()
    assert np.isnan(given.outputs({"a": ["refused", "Unparseable", None]}, "a")).all()
    with pytest.raises(InputError, match='"a" is "4"'):
        given.outputs({"a": ["4"]}, "a")


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (given.count, -1),
        (given.count, 1.5),
        (given.count, True),
        (given.count, 10**12),
        (given.count, math.nan),
        (given.number, None),
        (given.number, math.inf),
        (given.number, 1e308),
        (given.number, 10**400),
        (given.number, "1"),
        (given.positive, 0),
        (given.share, 1.1),
        (given.numbers, 5),
        (given.numbers, [True]),
        (given.numbers, [[1]]),
        (given.numbers, {"rle": [[1, 10**9]]}),
        (given.numbers, {"rle": [[1, -1]]}),
        (given.numbers, {"rle": 3}),
        (given.numbers, {"range": [0, 10**12]}),
        (given.numbers, {"range": [0]}),
        (given.words, ["a", 1]),
        (given.records, [1]),
        (given.records, {"cols": ["a", "a"], "rows": []}),
        (given.records, {"cols": ["a"], "rows": [[1, 2]]}),
        (given.group, []),
        (given.table, [[1, 2], [3]]),
        (given.table, [[1, -2]]),
    ],
)
def test_what_does_not_belong_is_refused_by_name(read: Callable[[dict[str, Any], str], Any], value: Any) -> None:
    """The error names the key, and is one that a user may see."""
    with pytest.raises(InputError, match='"key'):
        read({"key": value}, "key")


def test_a_missing_key_is_told_with_those_that_are_there() -> None:
    """So that a slip in a name is seen."""
    with pytest.raises(InputError, match='The input holds "N"'):
        given.count({"N": 1}, "n")


def test_reasons_follow_what_they_explain() -> None:
    """A reason of a key's own comes before that of what holds it, and that before the reason for all."""
    answer = {"n": 1, "a": {"x": None, "y": [None, None]}, "b": None, "c": {"x": None}}
    found = explained(answer, {"": "all", "a": "inside a", "a.x": "own"})

    assert found["reasons"] == {"a.x": "own", "a.y": "inside a", "b": "all", "c.x": "all"}
    assert "reasons" not in explained({"n": 1}, "all")


def test_an_unknown_method_names_those_near_it() -> None:
    """M5 is a slip for M05."""
    with pytest.raises(InputError, match="M05"):
        calculation("M5")
