"""Designs for tests of the grid: attributes of given levels, each with a cue of terms unless it is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairdesk.domain.design import Attribute, CellChoice, Cue, CueKind, Design, WordList


def attribute(name: str, levels: Sequence[str]) -> Attribute:
    """An attribute that is called like its id."""
    return Attribute(attribute_id=name, title=name, levels=tuple(levels))


def cue_of(one: Attribute, levels: Sequence[str] | None = None) -> Cue:
    """Terms with one word per level; for some levels only where they are given."""
    lists = tuple(
        WordList(level=level, words=(f"{level} word",)) for level in (one.levels if levels is None else levels)
    )
    return Cue(
        cue_id=one.attribute_id,
        attribute_id=one.attribute_id,
        kind=CueKind.TERMS,
        title=one.attribute_id,
        language="en",
        lists=lists,
    )


def design_of(
    levels: Mapping[str, Sequence[str]], choices: Sequence[CellChoice] = (), without_cue: Sequence[str] = ()
) -> Design:
    """A design whose cues are terms."""
    attributes = tuple(attribute(name, its) for name, its in levels.items())
    cues = tuple(cue_of(one) for one in attributes if one.attribute_id not in without_cue)
    return Design(attributes=attributes, cues=cues, choices=tuple(choices))


def to_test(*cells: Mapping[str, str]) -> tuple[CellChoice, ...]:
    """Decisions to test cells or blocks."""
    return tuple(CellChoice(levels=cell, is_tested=True) for cell in cells)


def left_out(*cells: Mapping[str, str], code: str = "low_priority_by_rule") -> tuple[CellChoice, ...]:
    """Decisions not to test cells or blocks."""
    return tuple(CellChoice(levels=cell, is_tested=False, reason_code=code, stakes=3) for cell in cells)
