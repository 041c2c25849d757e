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
        plain = {}
        for field, declared_type in _fields(type(value)):
            item = getattr(value, field.name)
            if field.metadata and "absent by default" in field.metadata and item == field.default:
                continue
            plain[field.name] = item if type(item) is str else to_plain(item, declared_type)
        if declared is not None and len(_nouns(declared)) > 1:
            plain["is"] = type(value).__name__
        return plain
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        inner = _arguments(declared, 2)[1]
        return {str(key): item if type(item) is str else to_plain(item, inner) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        inner = _arguments(declared, 1)[0]
        return [item if type(item) is str else to_plain(item, inner) for item in value]
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
    kind, inner = _kind(declared)
    if kind is _Kind.UNION:
        return _read_union(declared, value, where)
    if kind is _Kind.LIST:
        if not isinstance(value, list):
            raise ValueError(f"{where}: expected a list")
        if inner is str and all(type(item) is str for item in value):  # most lists are, and some are long
            return tuple(value)
        return tuple([_read(inner, item, where) for item in value])
    if kind is _Kind.OBJECT:
        if not isinstance(value, Mapping):
            raise ValueError(f"{where}: expected an object")
        if inner is str and all(type(item) is str for item in value.values()):
            return dict(value)
        return {key: _read(inner, item, where) for key, item in value.items()}
    if kind is _Kind.NOUN:
        return from_plain(declared, value)
    if kind is _Kind.ENUM:
        return declared(value)
    if declared is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is _Kind.PLAIN and type(value) is not declared:
        raise ValueError(f"{where}: expected {declared.__name__}, found {type(value).__name__}")
    return value


class _Kind(Enum):
    """What stands where a type is declared."""

    UNION, LIST, OBJECT, NOUN, ENUM, PLAIN, ANYTHING = range(7)


@functools.cache
def _kind(declared: Any) -> tuple[_Kind, Any]:
    """The kind of a declared type, and what its lists or objects hold; finding it takes longer than reading a value."""
    origin = typing.get_origin(declared)
    if origin in (typing.Union, types.UnionType):
        return _Kind.UNION, None
    if origin is tuple:
        return _Kind.LIST, _arguments(declared, 1)[0]
    if origin is not None and issubclass(origin, Mapping):
        return _Kind.OBJECT, _arguments(declared, 2)[1]
    if dataclasses.is_dataclass(declared):
        return _Kind.NOUN, None
    if isinstance(declared, type) and issubclass(declared, Enum):
        return _Kind.ENUM, None
    return (_Kind.PLAIN if declared in PLAIN else _Kind.ANYTHING), None


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


@functools.cache
def _nouns(declared: Any) -> tuple[type, ...]:
    members = typing.get_args(declared) if typing.get_origin(declared) in (typing.Union, types.UnionType) else ()
    return tuple(member for member in members if dataclasses.is_dataclass(member) and isinstance(member, type))


@functools.cache
def _arguments(declared: Any, count: int) -> tuple[Any, ...]:
    arguments = tuple(argument for argument in typing.get_args(declared) if argument is not Ellipsis)
    return arguments if len(arguments) >= count else (None,) * count


@functools.cache
def _fields(cls: Hashable) -> tuple[tuple[dataclasses.Field[Any], Any], ...]:
    """The fields of a noun, each with its type as declared; finding them takes longer than reading them."""
    noun: Any = cls
    hints = typing.get_type_hints(noun)
    return tuple((field, hints[field.name]) for field in dataclasses.fields(noun))
