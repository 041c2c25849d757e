"""What stands around an English word: the units ahead of it and what ends them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from fairdesk.evaluations.swaps.english_classes import CLOSED
from fairdesk.evaluations.swaps.tokens import APOSTROPHES, HYPHENS, Words, begins_sentence


class Gap(Enum):
    """What parts a word from the next one."""

    BLANK = "blank"
    END = "end"
    COMMA = "comma"
    DASH = "dash"
    SLASH = "slash"
    DOTS = "dots"
    OPENS = "opens"
    QUOTE = "quote"
    CLOSES = "closes"
    MONEY = "money"
    HYPHEN = "hyphen"
    OTHER = "other"


QUOTES = '"\u201c\u201d\u201e\u2018\u00ab\u00bb' + APOSTROPHES
_NOTHING = " \t\r\n\u00a0\u202f\u2009\u200b\u200c\u200d\u2060\ufeff\u00ad*_~`"
_FIRST = dict.fromkeys(".;!?:)]}", Gap.END) | dict.fromkeys("\u2013\u2014-", Gap.DASH)
_FIRST |= {",": Gap.COMMA, "/": Gap.SLASH, "(": Gap.OPENS, "[": Gap.OPENS, "{": Gap.OPENS, "\u2026": Gap.DOTS}
_FIRST |= dict.fromkeys("$\u00a3\u20ac\u20b9\u00a5", Gap.MONEY)
JOINTS = frozenset(HYPHENS + APOSTROPHES)
"""What joins the parts of one word."""


def gap_kind(words: Words, i: int) -> Gap:
    """What stands behind word ``i``; marks of emphasis and invisible characters count as nothing."""
    gap = words.gaps[i + 1]
    if i + 1 >= len(words.small):
        return Gap.END
    if gap == " ":
        return Gap.BLANK
    inner = gap.strip(_NOTHING)
    if inner.startswith(("...", "\u2026")):
        return Gap.DOTS
    if begins_sentence(words, i + 1) and not inner.startswith(","):
        return Gap.END
    if not inner and ("\n" in gap or "\r" in gap) and words.form(i + 1)[0].isupper():
        return Gap.OTHER  # the next line of a form, or a name behind the end of a line
    if not inner or (inner == "]" and words.gaps[i].endswith("[")):
        return Gap.BLANK  # also behind an editor's "[his]"
    if gap in tuple(HYPHENS):
        return Gap.HYPHEN
    if inner[0] in QUOTES:
        return _quote_kind(words, i, gap, inner)
    return _FIRST.get(inner[0], Gap.OTHER)


def _quote_kind(words: Words, i: int, gap: str, inner: str) -> Gap:
    if not gap[0].isspace():
        is_plural_owner = inner in tuple(APOSTROPHES) and words.small[i].endswith("s")
        return Gap.BLANK if is_plural_owner and words.small[i] not in {"his", "hers"} else Gap.CLOSES
    return Gap.QUOTE


@dataclass(slots=True)
class Unit:
    """A word ahead, with the rest of its compound: ``well-written``, ``mother's``."""

    small: str
    last: str
    is_compound: bool
    is_owner: bool
    index: int

    @property
    def is_closed(self) -> bool:
        """No noun's phrase goes on with it."""
        return self.small in CLOSED and not self.is_compound


@dataclass(slots=True)
class Around:
    """The neighbours of a pronoun.

    Attributes:
        before: The word before it in small letters; empty where anything but a blank parts them.
        ahead: Up to four units behind it that only blanks part.
        stop: What ends them, where fewer than four do.
        after_stop: The word behind that, in small letters.
    """

    before: str
    ahead: tuple[Unit, ...]
    stop: Gap
    after_stop: str
    is_first: bool


def around(words: Words, i: int) -> Around:
    """The neighbours of word ``i``."""
    units: list[Unit] = []
    j = i
    kind = gap_kind(words, j)
    while kind is Gap.BLANK and len(units) < 4:
        j += 1
        start = j
        while words.gaps[j + 1] in JOINTS and j + 1 < len(words.small):
            j += 1
        if j == start:
            units.append(Unit(words.small[j], words.small[j], False, False, j))
        else:
            joints = words.gaps[start + 1 : j + 1]
            is_compound, is_owner = any(one in HYPHENS for one in joints), any(one in APOSTROPHES for one in joints)
            units.append(Unit(words.small[start], words.small[j], is_compound, is_owner, start))
        kind = gap_kind(words, j)
    is_first = begins_sentence(words, i)
    before = "" if is_first or gap_kind(words, i - 1) is not Gap.BLANK else words.small[i - 1]
    return Around(before=before, ahead=tuple(units), stop=kind, after_stop=words.small_at(j + 1), is_first=is_first)
