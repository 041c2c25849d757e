"""Steps by which a design is edited on the page Cues: each takes a design and gives the one after it.

A name that stands in several places (a level in its attribute, in word lists and in the choices of the grid) changes
in all of them at once, so that no step leaves a design that points to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from fairdesk.domain.design import Attribute, Cue, CueKind, Design, WordList

LISTLESS = (CueKind.GENDERED_WORDS, CueKind.REWRITTEN)
"""Kinds whose words come from rules or from whole texts."""

Item = TypeVar("Item")

CONTROL = "control"
"""Level of a cue's list of words for its matched control (methods.md D1)."""

LONGEST_NAME = 60
_unfit = re.compile(r"[\s+*{}=,;:/\\|\"'<>]+")


def short_name(typed: str) -> str:
    """What may name an attribute, a level or a cue: short, one word; empty when nothing is left.

    Example:
        >>> short_name(" first generation ")
        'first-generation'
    """
    return _unfit.sub("-", typed.strip()).strip("-")[:LONGEST_NAME]


def free_name(wanted: str, taken: Sequence[str]) -> str:
    """The wanted name, or with the next number behind it when it is taken."""
    if wanted not in taken:
        return wanted
    return next(name for number in range(2, len(taken) + 3) if (name := f"{wanted}-{number}") not in taken)


def with_attribute(design: Design, attribute_id: str, **values: Any) -> Design:
    """Title, ground or other values of one attribute."""
    return replace(
        design,
        attributes=tuple(
            replace(one, **values) if one.attribute_id == attribute_id else one for one in design.attributes
        ),
    )


def with_new_attribute(design: Design, title: str) -> tuple[Design, str]:
    """One attribute more, with two levels to be named; answers with its id too."""
    taken = [one.attribute_id for one in design.attributes]
    attribute_id = free_name(short_name(title).lower() or "attribute", taken)
    added = Attribute(attribute_id=attribute_id, title=title, levels=("reference", "other"))
    return replace(design, attributes=(*design.attributes, added)), attribute_id


def without_attribute(design: Design, attribute_id: str) -> Design:
    """An attribute goes with its cues, and with every choice of the grid and every target that names it."""
    return replace(
        design,
        attributes=tuple(one for one in design.attributes if one.attribute_id != attribute_id),
        cues=tuple(cue for cue in design.cues if cue.attribute_id != attribute_id),
        choices=tuple(choice for choice in design.choices if attribute_id not in choice.levels),
        targets=tuple(
            one for one in design.targets if not any(part.startswith(f"{attribute_id}=") for part in one.target.cell)
        ),
    )


def moved_attribute(design: Design, attribute_id: str, by: int) -> Design:
    """An attribute changes places with a neighbour; at the edge nothing happens."""
    ids = [one.attribute_id for one in design.attributes]
    return replace(design, attributes=_moved(design.attributes, ids.index(attribute_id), by))


def with_new_level(design: Design, attribute_id: str, typed: str) -> Design:
    """One level more, with an empty list in every cue of the attribute; a name that is taken changes nothing."""
    level = short_name(typed)
    attribute = attribute_of(design, attribute_id)
    if attribute is None or not level or level in attribute.levels:
        return design
    return _with_lists(with_attribute(design, attribute_id, levels=(*attribute.levels, level)), attribute_id)


def with_renamed_level(design: Design, attribute_id: str, level: str, typed: str) -> Design:
    """A level under another name wherever it stands; a name that is empty or taken changes nothing."""
    new = short_name(typed)
    attribute = attribute_of(design, attribute_id)
    if attribute is None or not new or new in attribute.levels:
        return design
    design = with_attribute(
        design, attribute_id, levels=tuple(new if one == level else one for one in attribute.levels)
    )
    cues = tuple(
        replace(cue, lists=tuple(replace(one, level=new) if one.level == level else one for one in cue.lists))
        if cue.attribute_id == attribute_id
        else cue
        for cue in design.cues
    )
    choices = tuple(
        replace(choice, levels={**choice.levels, attribute_id: new})
        if choice.levels.get(attribute_id) == level
        else choice
        for choice in design.choices
    )
    old_part, new_part = f"{attribute_id}={level}", f"{attribute_id}={new}"
    targets = tuple(
        replace(one, target=replace(one.target, cell=tuple(new_part if p == old_part else p for p in one.target.cell)))
        for one in design.targets
    )
    return replace(design, cues=cues, choices=choices, targets=targets)


def without_level(design: Design, attribute_id: str, level: str) -> Design:
    """A level goes with its word lists, choices and targets; an attribute keeps two levels at least."""
    attribute = attribute_of(design, attribute_id)
    if attribute is None or len(attribute.levels) < 3:
        return design
    design = with_attribute(design, attribute_id, levels=tuple(one for one in attribute.levels if one != level))
    choices = tuple(choice for choice in design.choices if choice.levels.get(attribute_id) != level)
    targets = tuple(one for one in design.targets if f"{attribute_id}={level}" not in one.target.cell)
    return _with_lists(replace(design, choices=choices, targets=targets), attribute_id)


def moved_level(design: Design, attribute_id: str, level: str, by: int) -> Design:
    """A level changes places with a neighbour; the first one is the reference."""
    attribute = attribute_of(design, attribute_id)
    if attribute is None:
        return design
    levels = _moved(attribute.levels, attribute.levels.index(level), by)
    return with_attribute(design, attribute_id, levels=levels)


def with_cue(design: Design, cue_id: str, **values: Any) -> Design:
    """Other values of one cue; its lists follow its attribute and kind."""
    cues = tuple(replace(cue, **values) if cue.cue_id == cue_id else cue for cue in design.cues)
    changed = next((cue for cue in cues if cue.cue_id == cue_id), None)
    design = replace(design, cues=cues)
    return _with_lists(design, changed.attribute_id) if changed is not None else design


def with_new_cue(design: Design, attribute_id: str, kind: CueKind) -> tuple[Design, str]:
    """One cue more for an attribute; answers with its id too."""
    attribute = attribute_of(design, attribute_id)
    title = attribute.title if attribute is not None else attribute_id
    cue_id = free_name(f"{attribute_id}-{short_name(kind.value)}", [cue.cue_id for cue in design.cues])
    added = Cue(cue_id=cue_id, attribute_id=attribute_id, kind=kind, title=title, language=design.language)
    return _with_lists(replace(design, cues=(*design.cues, added)), attribute_id), cue_id


def without_cue(design: Design, cue_id: str) -> Design:
    """The design without one cue; its attribute stays and is then not tested."""
    return replace(design, cues=tuple(cue for cue in design.cues if cue.cue_id != cue_id))


def with_control_list(design: Design, cue_id: str, has_one: bool) -> Design:
    """A cue with or without a list of words for its matched control."""
    cue = cue_of(design, cue_id)
    if cue is None or has_one == any(one.level == CONTROL for one in cue.lists):
        return design
    kept = tuple(one for one in cue.lists if one.level != CONTROL)
    added = (WordList(level=CONTROL, words=()),) if has_one else ()
    return with_cue(design, cue_id, lists=(*kept, *added))


def with_word_list(design: Design, cue_id: str, level: str, **values: Any) -> Design:
    """Words, provenance or other meanings of one list."""
    cue = cue_of(design, cue_id)
    if cue is None:
        return design
    lists = tuple(replace(one, **values) if one.level == level else one for one in cue.lists)
    return with_cue(design, cue_id, lists=lists)


def with_read_list(design: Design, cue_id: str, level: str, read: WordList, adds: bool) -> Design:
    """The words of a file in place of those of a level, or behind them; where they come from is noted with them."""
    cue = cue_of(design, cue_id)
    before = next((one for one in cue.lists if one.level == level), None) if cue is not None else None
    if before is None:
        return design
    words = tuple(dict.fromkeys((*before.words, *read.words))) if adds else read.words
    sources = [before.provenance, read.provenance] if adds and before.provenance else [read.provenance]
    return with_word_list(design, cue_id, level, words=words, provenance="; ".join(dict.fromkeys(sources)))


def words_of(typed: str) -> tuple[str, ...]:
    """One entry per line, without blanks around it; empty lines part nothing."""
    return tuple(line for typed_line in typed.split("\n") if (line := typed_line.strip()))


def attribute_of(design: Design, attribute_id: str) -> Attribute | None:
    """An attribute by its id."""
    return next((one for one in design.attributes if one.attribute_id == attribute_id), None)


def cue_of(design: Design, cue_id: str) -> Cue | None:
    """A cue by its id."""
    return next((cue for cue in design.cues if cue.cue_id == cue_id), None)


def _with_lists(design: Design, attribute_id: str) -> Design:
    """Every cue of an attribute has one list per level, in the order of the levels, where its kind has lists."""
    attribute = attribute_of(design, attribute_id)
    if attribute is None:
        return design

    def fitted(cue: Cue) -> Cue:
        if cue.attribute_id != attribute_id or cue.kind in LISTLESS:
            return cue
        held = {one.level: one for one in cue.lists}
        lists = [held.get(level, WordList(level=level, words=())) for level in attribute.levels]
        if CONTROL in held:
            lists.append(held[CONTROL])
        return replace(cue, lists=tuple(lists))

    return replace(design, cues=tuple(fitted(cue) for cue in design.cues))


def _moved(items: tuple[Item, ...], place: int, by: int) -> tuple[Item, ...]:
    other = place + by
    if not 0 <= other < len(items):
        return items
    moved = list(items)
    moved[place], moved[other] = moved[other], moved[place]
    return tuple(moved)
