"""Places of a text that look like personal data, found by rules, and what may stand there instead."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

HINTS_LABEL = "Hints, found by rules: they are not complete, and not every one is right. Look at the texts yourself."
"""Stands above every list of hints."""


class HintKind(Enum):
    """What a place looks like; the values are the words of ``--replace``."""

    NAMES = "names"
    EMAIL = "e-mail"
    TELEPHONE = "telephone"
    ADDRESS = "address"
    ID = "id"
    BIRTH_DATE = "birth-date"
    LINK = "link"


HINT_TITLES = {
    HintKind.NAMES: "name",
    HintKind.EMAIL: "e-mail address",
    HintKind.TELEPHONE: "telephone number",
    HintKind.ADDRESS: "postal address",
    HintKind.ID: "identifying number",
    HintKind.BIRTH_DATE: "date of birth",
    HintKind.LINK: "link to a profile",
}
"""The kinds for a reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseHint:
    """One place of a text that looks like personal data.

    Attributes:
        start: Offset in the text, in characters; ``end`` is behind the last one.
        words: What stands there.
        place_holder: What may stand there instead: of the person whom the text is about ``{name}`` for a given name and
            ``{surname}`` for a family name, which cues of names fill, both for a whole name; else words in brackets
            such as ``[e-mail removed]``, ``[name removed]``, and ``[name 2 removed]`` for one more person.
    """

    kind: HintKind
    start: int
    end: int
    words: str
    place_holder: str


def replace_kinds(text: str, hints: Sequence[CaseHint], kinds: Collection[HintKind]) -> str:
    """The text with the place-holders of these kinds in place of their words; all else is kept.

    Args:
        hints: Of this text, in its order, not overlapping.
    """
    parts: list[str] = []
    read_to = 0
    for hint in hints:
        if hint.kind in kinds:
            parts += [text[read_to : hint.start], hint.place_holder]
            read_to = hint.end
    return "".join([*parts, text[read_to:]])
