"""What every calculation keeps: whatever the input, an answer that says what is missing, or what to mend in it."""

from __future__ import annotations

import copy
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairdesk.audit.calc import CALCULATIONS, calculation
from fairdesk.domain.errors import InputError
from tests.textbook.worked_examples import EXAMPLES, method_of

METHODS = [one.method for one in CALCULATIONS]
every = pytest.mark.parametrize("method", METHODS)

FURTHER: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "M08",
        {
            "groups": {"a": {"selected": 5, "n": 9}, "b": {"selected": 1, "n": 1}},
            "reference": "a",
            "smallest_share": 0.2,
        },
    ),
    ("M12", {"attributes": {"a": ["1", "2"], "b": ["x"]}, "tested": [{"a": "1", "b": "x"}], "n_valid": [9]}),
    (
        "M13",
        {
            "rows": [
                {"scenario": s, "race": r, "age": 20 + 7 * r * s, "y": (s * r) % 3} for s in range(4) for r in (1, 2)
            ],
            "formula": "y ~ age",
        },
    ),
    ("M21", {"group_a": [0.1, 0.9, None], "group_b": [0.2, 0.3, 0.4], "paired": True}),
    ("M26", {"both_blocked": 9, "reference_only": 2, "dialect_only": 7, "neither_blocked": 40}),
    ("M33", {"n_pairs": 80, "yes_to_no": 4, "no_to_yes": 1, "margin": 0.1}),
    ("M34", {"n": 300, "cluster_size": 3, "icc": 0.2}),
    (
        "M37",
        {
            "layers": ["x", "y"],
            "differences": {"none": [1, 0, 2], "x": [0, 0, 1], "y": [1, -1, None], "x+y": [0, 0, 0]},
            "on_size": True,
        },
    ),
    (
        "M42",
        {
            "concepts": {
                "c": {"a": {"with_concept": 3, "stories": 12}, "b": {"with_concept": 9, "stories": 12}},
                "d": {"a": {"with_concept": 0, "stories": 12}, "b": {"with_concept": 0, "stories": 0}},
            }
        },
    ),
)
"""Inputs of shapes that no worked example has."""

INPUTS: dict[str, list[dict[str, Any]]] = {
    method: [example["in"] for name, example in EXAMPLES.items() if method_of(name) == method]
    + [further for of, further in FURTHER if of == method]
    for method in METHODS
}

STRANGE: tuple[Any, ...] = (
    None, True, 0, 1, -1, 2, 0.5, 1.5, -0.0, 1e-308, 5e-324, 1e308, -1e308, 1e59, 10**30, 10**400,
    math.nan, math.inf, -math.inf, "", "x", "refused", [], [[]], {}, [None], [0], ["x"], {"rle": [[0, 10**9]]},
    {"range": [0, 10**12]}, {"cols": [], "rows": []}, {"rle": [[1, 3]]},
)  # fmt: skip
"""What may stand where something else belongs; JSON as Python reads it also holds NaN and infinities."""

FROM_LISTS: tuple[Callable[[list[Any]], Any], ...] = (
    lambda values: [],
    lambda values: values[:1],
    lambda values: values[:2],
    lambda values: [values[0]] * len(values) if values else [],
    lambda values: values[::-1],
    lambda values: values + values,
    lambda values: [None] * len(values),
    lambda values: [math.nan, *values[1:]],
    lambda values: [0 for _ in values],
)
FROM_NUMBERS: tuple[Callable[[float], Any], ...] = (
    lambda value: -value,
    lambda value: value + 1,
    lambda value: value - 1,
    lambda value: value * 1e-300,
    lambda value: value * 1e50,
    lambda value: value * 1000,
    lambda value: value + 1e-12,
)


def leaves(value: Any, change: Callable[[Any], Any]) -> Any:
    """An input with every single value of it changed."""
    if isinstance(value, dict):
        return {key: leaves(inner, change) for key, inner in value.items()}
    if isinstance(value, list):
        return [leaves(inner, change) for inner in value]
    return change(value)


def lists(value: Any, change: Callable[[list[Any]], Any]) -> Any:
    """An input with every list that holds no list or object changed, and every list of those cut or kept."""
    if isinstance(value, dict):
        return {key: lists(inner, change) for key, inner in value.items()}
    if isinstance(value, list):
        return change([lists(inner, change) if isinstance(inner, list | dict) else inner for inner in value])
    return value


def rows(value: Any, change: Callable[[list[Any]], Any]) -> Any:
    """An input with every table of {"cols", "rows"} and every outermost list changed."""
    if isinstance(value, dict):
        return {key: inner if key == "cols" else rows(inner, change) for key, inner in value.items()}
    return change(value) if isinstance(value, list) else value


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


WHOLES: tuple[Callable[[Any], Any], ...] = (
    lambda value: value,
    lambda value: leaves(value, lambda leaf: 0 if is_number(leaf) else leaf),
    lambda value: leaves(value, lambda leaf: 1 if is_number(leaf) else leaf),
    lambda value: leaves(value, lambda leaf: 3 if isinstance(leaf, int) and is_number(leaf) else leaf),
    lambda value: leaves(value, lambda leaf: None if is_number(leaf) else leaf),
    lambda value: leaves(value, lambda leaf: "refused" if is_number(leaf) else leaf),
    lambda value: leaves(value, lambda leaf: leaf * 1e55 if isinstance(leaf, float) else leaf),
    lambda value: leaves(value, lambda leaf: leaf * 1e-300 if isinstance(leaf, float) else leaf),
    lambda value: leaves(value, lambda leaf: -leaf if is_number(leaf) else leaf),
    lambda value: leaves(value, lambda leaf: leaf * 1000 if isinstance(leaf, int) and is_number(leaf) else leaf),
    lambda value: leaves(value, lambda leaf: "" if isinstance(leaf, str) else leaf),
    lambda value: rows(value, lambda values: []),
    lambda value: rows(value, lambda values: values[:1]),
    lambda value: rows(value, lambda values: values[:2]),
    lambda value: rows(value, lambda values: values[:1] * 5),
    lambda value: rows(value, lambda values: values * 3),
    lambda value: lists(value, lambda values: values[:1] * len(values)),
)
"""What may be wrong with an input as a whole: nothing observed, one row, all rows equal, everything refused."""

COUNTS = (
    "n",
    "n_valid",
    "n_pairs_valid",
    "n_complete",
    "n_pairs",
    "n_files",
    "changed",
    "total",
    "outputs",
    "attempts",
)
SHARES = re.compile(r"^(p|p_\w+|\w+_p|\w*rate|\w*share\w*|consistency|\w*accuracy|mean\w*|tvd|ratio|score)$")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of an input, outermost first; long lists are entered at their start and end only."""
    yield path
    if isinstance(value, Mapping):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            if index < 4 or index == len(value) - 1:
                yield from places(value[index], (*path, index))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


@st.composite
def inputs(draw: st.DrawFn, method: str) -> dict[str, Any]:
    """An input of the method after something went wrong with all of it, and up to three things in it."""
    whole = draw(st.sampled_from(WHOLES))
    found: dict[str, Any] = {"in": whole(copy.deepcopy(draw(st.sampled_from(INPUTS[method]))))}
    for _ in range(draw(st.integers(0, 3))):
        below = [path for path in places(found) if len(path) > 1]
        if not below:
            break
        path = draw(st.sampled_from(below))
        holder, key, old = at(found, path[:-1]), path[-1], at(found, path)
        changes: list[Any] = [*STRANGE]
        if isinstance(old, list):
            changes = [change(old) for change in FROM_LISTS] + changes[:4]
        elif isinstance(old, int | float) and abs(old) < 1e100:
            changes += [change(float(old)) for change in FROM_NUMBERS] + [int(old) + 1, -int(old), int(old) * 100]
        if isinstance(holder, dict) and draw(st.integers(0, 9)) == 0:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(draw(st.sampled_from(changes)))
    return dict(found["in"])


def empty_places(value: Any, path: str = "") -> Iterator[str]:
    """Where an answer holds null, as ``reasons`` names it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from empty_places(inner, f"{path}.{key}" if path else str(key))
    elif value is None or (isinstance(value, list) and any(True for item in value for _ in empty_places(item, "x"))):
        yield path


def unexplained(answer: Mapping[str, Any]) -> list[str]:
    """Nulls without a reason of their own or of what holds them."""
    reasons = {key for key, words in answer.get("reasons", {}).items() if words}
    return [
        path
        for path in empty_places({key: value for key, value in answer.items() if key != "reasons"})
        if not any(path == key or path.startswith(f"{key}.") or path.endswith(f".{key}") for key in reasons)
    ]


def out_of_nothing(value: Any, path: str = "") -> Iterator[str]:
    """Shares and p-values of a part of an answer that says it saw nothing."""
    if isinstance(value, Mapping):
        counted = [value[key] for key in COUNTS if isinstance(value.get(key), int)]
        for key, inner in value.items():
            yield from out_of_nothing(inner, f"{path}.{key}")
            if counted and not any(counted) and SHARES.match(key) and isinstance(inner, int | float):
                yield f"{path}.{key} = {inner} of nothing"


def check(method: str, asked: dict[str, Any]) -> None:
    """Ask, and look at what came: InputError is fine, every other exception and warning is not."""
    try:
        answer = calculation(method).answer(asked)
    except InputError:
        return
    json.dumps(answer, allow_nan=False)
    assert unexplained(answer) == []
    assert list(out_of_nothing(answer)) == []


@every
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_input_breaks_it(method: str, data: st.DataObject) -> None:
    """A mended or an explained answer, or words about the input: never another exception, never a number of nothing."""
    check(method, data.draw(inputs(method)))


@pytest.mark.slow
@every
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_input_breaks_it_in_the_long_run(method: str, data: st.DataObject) -> None:
    """The same with many more inputs."""
    check(method, data.draw(inputs(method)))


@every
@pytest.mark.parametrize("asked", [{}, {"x": 1}, {"in": {}}])
def test_what_is_no_input_is_told_which_keys_belong_there(method: str, asked: dict[str, Any]) -> None:
    """An object without any key of the method is refused with words."""
    with pytest.raises(InputError):
        calculation(method).answer(asked)
