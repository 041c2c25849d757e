"""Words of a text with their offsets, in any script, and how capitals are carried from one word to another.

A word is a run of letters and digits with its combining marks. Underscores, soft hyphens and zero-width characters
between two letters belong to the word ("his_name" and "his" with a soft hyphen and "tory" are one word each);
apostrophes and hyphens part words, because languages read them differently: look at ``Words.gap_after``. In scripts
that write no spaces a word is the whole run of their letters, and another script beside it begins another word.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from enum import Enum
from functools import cache, lru_cache
from itertools import accumulate

APOSTROPHES = "'\u2019\u02bc"
"""Typewriter, typographic, and the letter apostrophe, which here parts words like the others."""
HYPHENS = "-\u2010\u2011"
"""The hyphen of the keyboard, the true hyphen, and the one that does not break; dashes are none."""

_UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0edf\u0f00-\u0fbc\u1000-\u109f\u1780-\u17d3\u3005-\u3007"
    "\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
)
"""Thai, Lao, Tibetan, Burmese, Khmer, kana, bopomofo and Han: scripts in which spaces do not part words."""
_UNSPACED_FAR = "\U00020000-\U0003ffff"
"""Han beyond the first plane; a class that names such characters is slow and used only where a text has some."""
_INSIDE = "_\u00ad\u200b-\u200d\u2060\ufeff"
"""Between two letters these belong to the word."""


def _marks(points: Iterable[int]) -> str:
    """The combining marks (categories Mn, Mc, Me) among some characters, as ranges of a character class."""
    ranges: list[list[int]] = []
    for point in points:
        if unicodedata.category(chr(point))[0] != "M":
            continue
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return "".join(f"{chr(low)}-{chr(high)}" for low, high in ranges)


def _word(unspaced: str, marks: str) -> re.Pattern[str]:
    letters = rf"[^\W_{unspaced}\u02bc]+"
    return re.compile(
        rf"([{unspaced}]+(?:[{marks}]+[{unspaced}]*)*|{letters}(?:[{_INSIDE}{marks}]++{letters})*[{marks}]*)"
    )


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What asks for care in a text, its words, and the words of a text with characters beyond the first plane.

    Made when a text first needs them: to ask for the category of every character takes some hundredths of a second.
    """
    marks = _marks(range(0x300, 0x10000))
    far_marks = _marks((*range(0x10000, 0x1F000), *range(0xE0100, 0xE01F0)))
    needs_care = re.compile(f"[{_UNSPACED}{marks}{_INSIDE[1:]}\u02bc]")
    return needs_care, _word(_UNSPACED, marks), _word(_UNSPACED + _UNSPACED_FAR, marks + far_marks)


_PLAIN_WORD = re.compile(r"([^\W_]++(?:_++[^\W_]++)*+)")
_ASCII_WORD = re.compile(r"([0-9a-z]++(?:_++[0-9a-z]++)*+)")
"""Of ASCII in small letters: the same words, in two thirds of the time."""
_FAR = re.compile("[\U00010000-\U0010ffff]")
_UNSPACED_LETTER = re.compile(f"[{_UNSPACED}{_UNSPACED_FAR}]")
_INSIDE_ONLY = re.compile(f"[{_INSIDE}]")

_ENDS_SENTENCE = re.compile(r"[.!?\u2026\u3002\uff01\uff1f\u061f\u06d4\u0964\u0965\u037e\u055e]")
_BREAKS_LINE = re.compile(
    r"(?:\r\n?|\n|\u2028|\u2029)[ \t\u00a0]*(?:(?:\r\n?|\n|\u2029)|[-*\u2022\u2013\u2014\u25aa#>])"
)
_OPENS_SPEECH = re.compile(r"[,:][ \u00a0]?[\"'\u2018\u201a\u201c\u201e\u00ab\u300c][ \u00a0\u202f]?$")
# Every alternative begins with a letter of its own, so that the search skips all others: three times as quick.
_OPAQUE = re.compile(r"\{[^{}]{0,80}\}|<[A-Za-z/!][^<>]{0,300}>|https?://\S{1,2000}|ftp://\S{1,2000}|www\.\S{1,2000}")
_MACHINE_MARK = re.compile(
    r"@|\.(?:pdf|docx?|xlsx?|txt|csv|html?|jpe?g|png|com|org|net|edu|gov|info|de|fr|es|uk|eu|int)\b", re.IGNORECASE
)
_SHORTENED = (
    "mr mrs ms mx dr prof st rev hon capt col gen lt sgt jr sr messrs vs etc no vol ed eds inc ltd co dept univ "
    "hr fr nr bzw ca evtl ggf usw abs mme mlle m mgr sra srta dra d ud uds av"
)
_ABBREVIATIONS = frozenset(_SHORTENED.split())


class Capitals(Enum):
    """How a word is written."""

    LOWER = "lower"
    CAPITALISED = "Capitalised"
    ALL_CAPS = "ALL CAPS"
    MIXED = "mIxed"
    """Like McDonald or iPad: nobody can tell what another word would look like."""


class Words:
    """The words of a text, in its order; they are read, never changed.

    Attributes:
        text: The text.
        small: The words in small letters and composed (NFC), for looking up.
        gaps: What stands before the first word, between them and behind the last: one more than there are words.
    """

    __slots__ = ("_offsets", "_spans", "gaps", "small", "text")

    def __init__(self, text: str, parts: list[str], small: list[str]) -> None:
        self.text = text
        self.small = small
        self.gaps = parts[0::2]
        # Where every gap and every word ends; made without a loop of ours, because every word of every file comes by.
        self._offsets = list(accumulate(map(len, parts)))
        self._spans: list[tuple[int, int]] | None = None

    def __len__(self) -> int:
        return len(self.small)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Start and end of every word; ``start`` and ``end`` are quicker for a few."""
        if self._spans is None:
            self._spans = list(zip(self._offsets[0::2], self._offsets[1::2], strict=False))
        return self._spans

    def start(self, i: int) -> int:
        """Offset of the first character of word ``i``."""
        return self._offsets[2 * i]

    def end(self, i: int) -> int:
        """Offset behind the last character of word ``i``."""
        return self._offsets[2 * i + 1]

    def form(self, i: int) -> str:
        """Word ``i`` as it stands in the text."""
        offsets = self._offsets
        return self.text[offsets[2 * i] : offsets[2 * i + 1]]

    def written(self) -> list[str]:
        """All words as they stand in the text."""
        return list(map(self.text.__getitem__, map(slice, self._offsets[0::2], self._offsets[1::2])))

    def gap_before(self, i: int) -> str:
        """What stands between word ``i`` and the word before it, or the beginning of the text."""
        return self.gaps[i]

    def gap_after(self, i: int) -> str:
        """What stands between word ``i`` and the word behind it, or the end of the text."""
        return self.gaps[i + 1]

    def small_at(self, i: int) -> str:
        """Word ``i`` in small letters; empty in front of the first and behind the last."""
        return self.small[i] if 0 <= i < len(self.small) else ""

    def index_at(self, offset: int) -> int:
        """The last word that starts at the offset or before it; -1 where there is none."""
        return (bisect_right(self._offsets, offset, hi=2 * len(self.small)) - 1) // 2


def word_set(lines: str) -> frozenset[str]:
    """The words of some lines that blanks part: how a language's small classes of words are written down."""
    return frozenset(lines.split())


@lru_cache(maxsize=8)
def words_of(text: str) -> Words:
    """All words of a text; takes time in proportion to its length and never raises.

    The last few texts are remembered: every cue of a design asks for the same ones.
    """
    if text.isascii():
        parts: list[str] = _ASCII_WORD.split(text.lower())
        return Words(text, parts, parts[1::2])
    parts = _pattern_for(text).split(text)
    fold = str.lower if unicodedata.is_normalized("NFC", text) else small_letters
    return Words(text, parts, list(map(fold, parts[1::2])))


def _pattern_for(text: str) -> re.Pattern[str]:
    """The quickest pattern that finds the same words in this text as the one for any text."""
    needs_care, near_word, any_word = _patterns()
    if _FAR.search(text):
        return any_word
    return near_word if needs_care.search(text) else _PLAIN_WORD


def small_letters(word: str) -> str:
    """A word as it is looked up: composed (NFC) and in small letters."""
    return word.lower() if word.isascii() else unicodedata.normalize("NFC", word).lower()


def without_invisible(word: str) -> str:
    """A word without the soft hyphens, zero-width characters and underscores inside it."""
    return _INSIDE_ONLY.sub("", word)


def has_unspaced(word: str) -> bool:
    """Whether a word holds a letter of a script that writes no spaces between words."""
    return _UNSPACED_LETTER.search(word) is not None


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` begins and ends where words do.

    Beside a letter of a script without spaces every place does; combining marks are never cut off their letter.
    Apostrophes and hyphens count as ends of words: who reads them otherwise looks at the neighbours.
    """
    return _parts(text, start) and _parts(text, end)


def _parts(text: str, at: int) -> bool:
    if at in {0, len(text)}:
        return True
    before, behind = text[at - 1], text[at]
    if unicodedata.category(behind)[0] == "M":
        return False
    if _INSIDE_ONLY.match(behind):
        behind = _first_visible(text[at : at + 8])
    if _INSIDE_ONLY.match(before) or unicodedata.category(before)[0] == "M":
        before = _first_visible(text[max(0, at - 16) : at][::-1])
    if not (_is_letter(before) and _is_letter(behind)):
        return True
    return bool(_UNSPACED_LETTER.match(before) or _UNSPACED_LETTER.match(behind))


def _first_visible(stretch: str) -> str:
    return next((one for one in stretch if not _INSIDE_ONLY.match(one) and unicodedata.category(one)[0] != "M"), " ")


def _is_letter(one: str) -> bool:
    return (one.isalnum() and one != "\u02bc") or unicodedata.category(one)[0] == "M"


def capitals(word: str) -> Capitals:
    """How a word is written; a single capital letter counts as Capitalised, a word without capitals as lower."""
    if word == word.lower():
        return Capitals.LOWER
    if word[1:] == word[1:].lower():
        return Capitals.CAPITALISED
    return Capitals.ALL_CAPS if word == word.upper() else Capitals.MIXED


def capitals_at(words: Words, i: int) -> Capitals:
    """How word ``i`` is written; a single capital letter is taken for ALL CAPS where its neighbours are."""
    form = words.form(i)
    if form == words.small[i]:
        return Capitals.LOWER
    pattern = capitals(form)
    if pattern is not Capitals.CAPITALISED or len(form) > 1:
        return pattern
    near = [words.form(j) for j in (i - 1, i + 1, i + 2) if 0 <= j < len(words)]
    long = [one for one in near if len(one) > 1 and one != one.swapcase()]
    shouted = bool(long) and all(capitals(one) is Capitals.ALL_CAPS for one in long)
    return Capitals.ALL_CAPS if shouted else pattern


def with_capitals(word: str, pattern: Capitals) -> str:
    """A listed word written like the pattern; its own capitals stay where the pattern asks for none.

    Example:
        >>> with_capitals("she", Capitals.CAPITALISED), with_capitals("African", Capitals.LOWER)
        ('She', 'African')
    """
    if pattern is Capitals.ALL_CAPS:
        return word.upper()
    if pattern is Capitals.CAPITALISED and word:
        return word[0].title() + word[1:]
    return word


def begins_sentence(words: Words, i: int) -> bool:
    """Whether word ``i`` is the first of its sentence, its direct speech, its paragraph or its item of a list.

    A full stop behind an abbreviation or an initial ends none.
    """
    if i == 0:
        return True
    gap = words.gap_before(i)
    if gap == " ":
        return False
    end = _ENDS_SENTENCE.search(gap)
    if end:
        before = words.small[i - 1]
        is_short = end.group() == "." and gap.startswith(".") and (len(before) == 1 or before in _ABBREVIATIONS)
        return not (is_short and "\n" not in gap)
    return bool(_BREAKS_LINE.search(gap) or _OPENS_SPEECH.search(gap))


def is_possessive(words: Words, i: int) -> bool:
    """Whether an apostrophe and an s of its own follow word ``i``: "the actress's", "women\u2019s"."""
    return words.gap_after(i) in tuple(APOSTROPHES) and words.small_at(i + 1) == "s"


@lru_cache(maxsize=8)
def opaque_spans(text: str) -> list[tuple[int, int]]:
    """Stretches that are no prose: place-holders in braces, mark-up, addresses of the web and of mail, file names.

    The last few texts are remembered: every cue of a design asks for the same ones.

    Returns:
        Start and end of each, in order and never overlapping; nobody changes the list.
    """
    spans: list[tuple[int, int]] = []
    if "{" in text or "<" in text or "://" in text or "www." in text:
        spans = [match.span() for match in _OPAQUE.finditer(text)]
    if "@" in text or "." in text:
        spans += [_unbroken(text, match.start()) for match in _MACHINE_MARK.finditer(text)]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _unbroken(text: str, at: int) -> tuple[int, int]:
    """The stretch without spaces, quotation marks and brackets around an offset, at most 200 characters each way."""
    ends = ' \t\r\n\u00a0\u2028\u2029"\u201c\u201d\u201e\u00ab\u00bb()[]<>,;'
    start = at
    while start > max(0, at - 200) and text[start - 1] not in ends:
        start -= 1
    end = at + 1
    while end < min(len(text), at + 200) and text[end] not in ends:
        end += 1
    return start, end
