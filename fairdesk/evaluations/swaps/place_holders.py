"""Place-holders in braces: those that cues fill, those for pronouns, and those that nothing fills."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fairdesk.domain.cases import PRONOUN_PLACEHOLDERS
from fairdesk.domain.design import Cue, CueKind
from fairdesk.domain.edits import Left, LeftReason, Place
from fairdesk.evaluations.substitution import pronouns_of
from fairdesk.evaluations.swaps.found import DrawnPlace, Scanned, left_at
from fairdesk.evaluations.swaps.language import FEMALE, MALE

PLACE_HOLDER = re.compile(r"\{(\w{1,40})\}")

PRONOUN_LANGUAGE = "en"
"""The pronoun place-holders are words of this language."""

PRONOUN_SLOT = "pronoun place-holder"

PRONOUNS = {gender: pronouns_of(gender) for gender in (MALE, FEMALE)}


def fillers(cues: Sequence[Cue]) -> dict[str, Cue]:
    """Place-holder without braces to the cue that fills it; the first one where two claim it."""
    found: dict[str, Cue] = {}
    for cue in cues:
        if cue.place_holder and cue.kind in (CueKind.NAMES, CueKind.PLACE_HOLDER):
            found.setdefault(cue.place_holder, cue)
    return found


def gender_cue(cues: Sequence[Cue], levels: Mapping[str, tuple[str, ...]]) -> Cue | None:
    """The cue whose attribute the pronoun place-holders follow: gendered words first, else one of two genders.

    Args:
        levels: Attribute to its levels.
    """
    by_rule = (cue for cue in cues if cue.kind is CueKind.GENDERED_WORDS)
    by_levels = (cue for cue in cues if {MALE, FEMALE} <= set(levels.get(cue.attribute_id, ())))
    return next(by_rule, None) or next(by_levels, None)


def scan_place_holders(text: str, cues: Sequence[Cue], levels: Mapping[str, tuple[str, ...]]) -> Scanned:
    """Every place-holder of a text; those without a value are left as they stand and listed.

    Args:
        cues: Of the text's language.
        levels: Attribute to its levels.
    """
    if "{" not in text:
        return Scanned()
    filled, gender = fillers(cues), gender_cue(cues, levels)
    places: list[Place | DrawnPlace] = []
    left: list[Left] = []
    for match in PLACE_HOLDER.finditer(text):
        name, (start, end) = match[1], match.span()
        cue = filled.get(name)
        if cue is not None:
            places.append(DrawnPlace(start=start, end=end, cue_id=cue.cue_id, slot=match[0]))
        elif gender is not None and name in PRONOUN_PLACEHOLDERS and gender.language[:2] == PRONOUN_LANGUAGE:
            words = {level: words[name] for level, words in PRONOUNS.items()}
            places.append(Place(start=start, end=end, cue_id=gender.cue_id, slot=PRONOUN_SLOT, words=words))
        else:
            advice = f"No cue fills {match[0]}: give a cue this place-holder, or write words in its place."
            left.append(left_at(text, (start, end), "", LeftReason.NO_VALUE, advice))
    return Scanned(places=tuple(places), left=tuple(left))
