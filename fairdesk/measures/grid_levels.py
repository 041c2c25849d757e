"""Which levels of an attribute the cues of a design can signal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairdesk.domain.design import Attribute, Cue, CueKind
from fairdesk.measures.grid_choices import Levels

GENDERED_LEVELS = ("male", "female")
"""The two levels that the rules of a language have words for."""


def usable_levels(attribute: Attribute, cues: Sequence[Cue]) -> Levels:
    """The levels of an attribute that a cue of the design can signal, the reference first; none without two of them."""
    own = [cue for cue in cues if cue.attribute_id == attribute.attribute_id]
    found: tuple[str, ...] = ()
    for cue in own:
        said = tuple(level for level in dict.fromkeys(attribute.levels) if _says(cue, level))
        if attribute.levels and attribute.levels[0] in said:
            found += said
    levels = tuple(level for level in dict.fromkeys(attribute.levels) if level in found)
    return levels if len(levels) > 1 else ()


def _says(cue: Cue, level: str) -> bool:
    if cue.kind is CueKind.GENDERED_WORDS:
        return level in GENDERED_LEVELS
    return cue.kind is CueKind.REWRITTEN or any(cue.words(level))


def attribute_problems(attributes: Sequence[Attribute]) -> Iterator[str]:
    """What is wrong with attributes and their levels by themselves, a sentence each, with what to do."""
    seen: set[str] = set()
    for one in attributes:
        if one.attribute_id in seen:
            yield f"Two attributes are called {one.attribute_id!r:.60}; the first one counts. Rename the other."
        seen.add(one.attribute_id)
        if len(set(one.levels)) < len(one.levels):
            yield f"The attribute {one.attribute_id!r:.60} has one level twice; it counts once. Rename one of them."
        if len(set(one.levels)) < 2:
            yield f"The attribute {one.attribute_id!r:.60} needs a reference and at least one other level. Add it."
