"""Nouns to plain JSON data and back, by their annotations.

A field may be a plain value, an enum, a tuple, a mapping with text keys, another noun, None, or a union of nouns;
the members of a union of nouns are told apart by a key ``"is"`` that holds the class name.

A field that came later than documents that are already hashed is declared with ``metadata=ABSENT_BY_DEFAULT``: while it
holds its default it is not written, so that old documents and new ones of the same content have the same bytes.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Hashable, Mapping
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")

PLAIN = (str, int, float, bool)
"""Types of values that are the same in both forms."""

ABSENT_BY_DEFAULT = {"absent by default": True}
"""Metadata of a field that is left out of plain data while it holds its default; needs a plain default."""


def to_plain(value: Any, declared: Any = None) -> Any:
    """Plain JSON data of a noun; tuples become lists, enums their values."""
    if value is None or type(value) in PLAIN:
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        plain = {
            field.name: to_plain(getattr(value, field.name), declared_type)
            for field, declared_type in _fields(type(value))
            if not ("absent by default" in field.metadata and getattr(value, field.name) == field.default)
        }
        if declared is not None and len(_nouns(declared)) > 1:
            plain["is"] = type(value).__name__
        return plain
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        inner = _arguments(declared, 2)[1]
        return {str(key): to_plain(item, inner) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        inner = _arguments(declared, 1)[0]
        return [to_plain(item, inner) for item in value]
    return value


def from_plain(cls: type[T], plain: Any) -> T:
    """The noun that ``to_plain`` wrote.

    Raises:
        ValueError: a key is missing or a value has the wrong shape; the message names the field.
    """
    if not isinstance(plain, Mapping):
        raise ValueError(f"{cls.__name__}: expected an object, found {type(plain).__name__}")
    noun: Any = cls
    values: dict[str, Any] = {}
    for field, declared in _fields(noun):
        if field.name in plain:
            value = plain[field.name]
            if declared is not type(value) or declared not in PLAIN:
                value = _read(declared, value, f"{cls.__name__}.{field.name}")
            values[field.name] = value
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise ValueError(f"{cls.__name__}: {field.name!r} is missing")
    return cls(**values)


def _read(declared: Any, value: Any, where: str) -> Any:
    origin = typing.get_origin(declared)
    if origin in (typing.Union, types.UnionType):
        return _read_union(declared, value, where)
    if origin is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{where}: expected a list")
        inner = _arguments(declared, 1)[0]
        return tuple(_read(inner, item, where) for item in value)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise ValueError(f"{where}: expected an object")
        inner = _arguments(declared, 2)[1]
        return {key: _read(inner, item, where) for key, item in value.items()}
    if dataclasses.is_dataclass(declared):
        return from_plain(declared, value)  # type: ignore[arg-type]  # a class: no noun stands in an annotation
    if isinstance(declared, type) and issubclass(declared, Enum):
        return declared(value)
    if declared is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(declared, type) and declared in (str, int, float, bool) and type(value) is not declared:
        raise ValueError(f"{where}: expected {declared.__name__}, found {type(value).__name__}")
    return value


def _read_union(declared: Any, value: Any, where: str) -> Any:
    if value is None:
        return None
    nouns = _nouns(declared)
    if len(nouns) > 1 and isinstance(value, Mapping) and "is" in value:
        for noun in nouns:
            if noun.__name__ == value["is"]:
                return from_plain(noun, {key: item for key, item in value.items() if key != "is"})
        raise ValueError(f"{where}: unknown kind {value['is']!r}")
    members = [member for member in typing.get_args(declared) if member is not type(None)]
    if len(members) == 1:
        return _read(members[0], value, where)
    return value


def _nouns(declared: Any) -> list[type]:
    members = typing.get_args(declared) if typing.get_origin(declared) in (typing.Union, types.UnionType) else ()
    return [member for member in members if dataclasses.is_dataclass(member) and isinstance(member, type)]


def _arguments(declared: Any, count: int) -> tuple[Any, ...]:
    arguments = tuple(argument for argument in typing.get_args(declared) if argument is not Ellipsis)
    return arguments if len(arguments) >= count else (None,) * count


@functools.cache
def _fields(cls: Hashable) -> tuple[tuple[dataclasses.Field[Any], Any], ...]:
    """The fields of a noun, each with its type as declared; finding them takes longer than reading them."""
    noun: Any = cls
    hints = typing.get_type_hints(noun)
    return tuple((field, hints[field.name]) for field in dataclasses.fields(noun))
