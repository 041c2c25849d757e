"""The cues that FairDesk ships, a TOML file a language: file -> attributes and cues, or one problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from fairdesk.domain.design import Attribute, Cue, CueKind, Direction, WordList
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.toml_files import toml_of_file

ATTRIBUTE_FIELDS = ("attribute_id", "title", "levels", "ground")
CUE_FIELDS = (
    "cue_id", "attribute_id", "kind", "title", "place_holder", "direction", "signals_also", "fixed_words", "lists",
)  # fmt: skip
LIST_FIELDS = ("level", "words", "provenance", "also_signals")

E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True, kw_only=True)
class CueFile:
    """What one file holds; every cue belongs to one of the attributes."""

    language: str
    attributes: tuple[Attribute, ...]
    cues: tuple[Cue, ...]


def read_cue_file(file: Path) -> CueFile:
    """A file with ``language``, ``[[attributes]]`` and ``[[cues]]``, each cue with its ``[[cues.lists]]``.

    Raises:
        ImportProblem: it is no such file; the message names file, place, cause and cure.
    """
    table, _ = toml_of_file(file)
    language = _text(table, "language", file, "")
    _known(table, ("language", "attributes", "cues"), file, "")
    attributes = tuple(_attribute(one, file, place) for place, one in _tables(table, "attributes", file))
    ids = {one.attribute_id for one in attributes}
    cues = tuple(_cue(one, language, file, place) for place, one in _tables(table, "cues", file))
    for cue in cues:
        if cue.attribute_id not in ids:
            _fail(file, f"the cue {cue.cue_id!r}", f"the attribute {cue.attribute_id!r} is not in the file", "Add it.")
    return CueFile(language=language, attributes=attributes, cues=cues)


def _attribute(table: Mapping[str, Any], file: Path, place: str) -> Attribute:
    _known(table, ATTRIBUTE_FIELDS, file, place)
    return Attribute(
        attribute_id=_text(table, "attribute_id", file, place),
        title=_text(table, "title", file, place),
        levels=_texts(table, "levels", file, place),
        ground=_text(table, "ground", file, place, required=False),
    )


def _cue(table: Mapping[str, Any], language: str, file: Path, place: str) -> Cue:
    _known(table, CUE_FIELDS, file, place)
    return Cue(
        cue_id=_text(table, "cue_id", file, place),
        attribute_id=_text(table, "attribute_id", file, place),
        kind=_choice(CueKind, _text(table, "kind", file, place), file, place),
        title=_text(table, "title", file, place),
        language=language,
        place_holder=_text(table, "place_holder", file, place, required=False),
        direction=_choice(Direction, _text(table, "direction", file, place, required=False) or "swap", file, place),
        signals_also=_text(table, "signals_also", file, place, required=False),
        fixed_words=_texts(table, "fixed_words", file, place) if "fixed_words" in table else (),
        lists=tuple(_list(one, file, f"{place}, {inner}") for inner, one in _tables(table, "lists", file)),
    )


def _list(table: Mapping[str, Any], file: Path, place: str) -> WordList:
    _known(table, LIST_FIELDS, file, place)
    return WordList(
        level=_text(table, "level", file, place),
        words=_texts(table, "words", file, place),
        provenance=_text(table, "provenance", file, place, required=False),
        also_signals=_text(table, "also_signals", file, place, required=False),
    )


def _tables(table: Mapping[str, Any], name: str, file: Path) -> list[tuple[str, Mapping[str, Any]]]:
    found = table.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        _fail(file, name, "it is not a list of tables", f"Write [[{name}]] above each entry.")
    return [(f"{name} {number}", one) for number, one in enumerate(found, 1)]


def _text(table: Mapping[str, Any], name: str, file: Path, place: str, *, required: bool = True) -> str:
    value = table.get(name, "")
    if not isinstance(value, str) or (required and not value.strip()):
        _fail(file, place, f"the field {name!r} is missing or no text", f'Write {name} = "...".')
    return value.strip()


def _texts(table: Mapping[str, Any], name: str, file: Path, place: str) -> tuple[str, ...]:
    value = table.get(name)
    if not isinstance(value, list) or not value or not all(isinstance(one, str) and one.strip() for one in value):
        _fail(file, place, f"the field {name!r} is no list of texts", f'Write {name} = ["...", "..."].')
    return tuple(one.strip() for one in value)


def _choice(kind: type[E], value: str, file: Path, place: str) -> E:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(str(one.value) for one in kind)
        _fail(file, place, f"{value!r} is unknown", f"Use one of: {known}.")


def _known(table: Mapping[str, Any], known: tuple[str, ...], file: Path, place: str) -> None:
    for name in table:
        if name not in known:
            _fail(file, place, f"the field {name!r} is unknown", f"Use only: {', '.join(known)}.")


def _fail(file: Path, place: str, cause: str, cure: str) -> NoReturn:
    where = f"{file}, {place}" if place else f"{file}"
    raise ImportProblem(f"{where}: {cause}.", cure)
