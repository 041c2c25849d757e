"""Whether the name of a file says more of a person than the text that is stored from it."""

from __future__ import annotations

import re
from collections.abc import Collection

from fairdesk.interchange.given_names import GIVEN_NAMES

LONGEST_NUMBER = 4
"""Digits of a number that may stand in a name of a file; longer ones may be those of a person."""

_ENGLISH = """application applications case cases cv document documents essay essays example examples file letter
letters motivation reference references resume sample statement statements text texts"""
_GERMAN = "bewerbung bewerbungen brief briefe datei empfehlung fall gutachten lebenslauf motivationsschreiben schreiben"
_OTHER = "candidature cas dossier lettre texte candidatura carta caso ensayo expediente solicitud texto"
PLAIN_WORDS = frozenset(f"{_ENGLISH} {_GERMAN} {_OTHER}".split())
"""Words for documents, in small letters."""

_PARTS = re.compile(r"[^\W\d_]+|\d+")
_GIVEN = frozenset(name.casefold() for name in GIVEN_NAMES)


def tells_of_a_person(stem: str, stored_text: str, names: Collection[str]) -> bool:
    """Whether a word of a file's name may be personal: it is no short number and no word that the text tells anyway.

    Args:
        stem: The name without its ending.
        stored_text: What is kept of the file, with names replaced.
        names: Words of names that were found in it before; they are personal, whatever else they mean.

    Example:
        >>> tells_of_a_person("01-physics", "I study Physics.", ()), tells_of_a_person("Anna-7", "I study.", ())
        (False, True)
    """
    told = set(_PARTS.findall(stored_text.casefold())) | PLAIN_WORDS
    found = {part for name in names for part in _PARTS.findall(name.casefold())} | _GIVEN
    for part in _PARTS.findall(stem.casefold()):
        if part.isdigit():
            if len(part) > LONGEST_NUMBER:
                return True
        elif part in found or part not in told:
            return True
    return False
