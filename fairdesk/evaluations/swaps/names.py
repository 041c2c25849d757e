"""Names of the lists in free text: whole words with a capital; who could be an ordinary word is left and listed."""

from __future__ import annotations

import functools
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from fairdesk.domain.design import Cue
from fairdesk.domain.edits import Left, LeftReason
from fairdesk.evaluations.swaps.found import DrawnPlace, Scanned, left_at
from fairdesk.evaluations.swaps.ordinary_words import is_ordinary
from fairdesk.evaluations.swaps.tokens import (
    APOSTROPHES,
    HYPHENS,
    Capitals,
    Words,
    begins_sentence,
    capitals,
    opaque_spans,
    word_set,
    words_of,
)

SLOT = "name"

GENITIVE_S = ("de",)
"""Languages that write a possessive s without an apostrophe: Annas Mappe."""

HISSING = ("s", "x", "z", "ß")

TITLES = word_set(
    "mr mrs ms miss dr prof professor herr herrn frau fräulein m mme mlle monsieur madame sr sra señor señora"
)
"""Behind these a single name is a family name."""
SAINTS = word_set("st saint saints sainte san santa sankt são")
NAMED_BODIES = word_set("""
    street road avenue square college school university hospital institute foundation trust prize award scholarship
    library station academy theatre theater memorial museum clinic fellowship programme program straße platz gymnasium
    universität stiftung preis
""")
"""Behind one to three words with capitals these make a place or a body that bears a name: Helen Keller School."""

LOOK_BACK = 200
"""Characters in front of an apostrophe in which an opening quotation mark is looked for."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A name of the lists, with how many words it has and the levels whose lists hold it."""

    name: str
    n_words: int
    levels: tuple[str, ...]


@functools.lru_cache(maxsize=64)
def _index(cue: Cue) -> dict[str, list[_Listed]]:
    """First word of a name in small letters to the names that begin with it, those of more words first."""
    levels: dict[str, list[str]] = {}
    for one in cue.lists:
        for word in one.words:
            name = unicodedata.normalize("NFC", word.strip())
            if name and one.level not in levels.setdefault(name, []):
                levels[name].append(one.level)
    found: dict[str, list[_Listed]] = {}
    for name, of in levels.items():
        words = words_of(name)
        if len(words):
            found.setdefault(words.small[0], []).append(_Listed(name, len(words), tuple(of)))
    for names in found.values():
        names.sort(key=lambda one: (-one.n_words, one.name))
    return found


def scan_names(text: str, cue: Cue) -> Scanned:
    """Every name of a cue's lists in a text.

    Returns:
        A place for every name that is surely one; left are names that are ordinary words too, that stand on the lists
        of two levels, in a hyphenated word, in an address, or with a possessive that nobody can tell from a quotation.
    """
    words = words_of(text)
    names = _index(cue)
    scanner = _Scanner(words, cue, names)
    genitive = cue.language[:2] in GENITIVE_S
    found = [
        one
        for i, small in enumerate(words.small)
        if small in names or (genitive and small.endswith("s") and small[:-1] in names)
        for one in scanner.at(i)
    ]
    places = tuple(one for one in found if isinstance(one, DrawnPlace))
    return Scanned(places=places, left=tuple(one for one in found if isinstance(one, Left)))


class _Scanner:
    """Looks at the words of one text, from left to right."""

    def __init__(self, words: Words, cue: Cue, names: dict[str, list[_Listed]]) -> None:
        self._text, self._words, self._cue, self._names = words.text, words, cue, names
        self._read_to = 0
        self._last_placed = -1
        self._family: set[str] = set()
        self._given: set[str] = set()
        self._opaque = opaque_spans(words.text)
        self._opaque_starts = [start for start, _ in self._opaque]

    def at(self, i: int) -> Iterator[DrawnPlace | Left]:
        """What begins at word i: nothing, a place, or words that are left."""
        if i < self._read_to:
            return
        small = self._words.small[i]
        candidates = self._names.get(small)
        ending = ""
        if candidates is None:
            candidates, ending = self._names.get(small[:-1]), "s"
            candidates = [one for one in candidates or () if one.n_words == 1]
        if not candidates:
            return
        for listed in candidates:
            last = i + listed.n_words - 1
            if last >= len(self._words):
                continue
            start, end = self._words.spans[i][0], self._words.spans[last][1]
            stands = unicodedata.normalize("NFC", self._text[start:end])
            wanted = listed.name + ending
            if stands in (wanted, wanted.upper()) or (self._in_opaque(start) and stands.lower() == wanted.lower()):
                self._read_to = last + 1
                yield from self._judged(i, last, listed, ending)
                return

    def _judged(self, i: int, last: int, listed: _Listed, ending: str) -> Iterator[DrawnPlace | Left]:
        words, text = self._words, self._text
        start, end = words.spans[i][0], words.spans[last][1]
        stands = text[start:end]
        if self._in_opaque(start):
            if not text.startswith("{", self._span_start(start)):
                yield self._left(start, end, LeftReason.AMBIGUOUS, "It stands in an address or in mark-up: ", listed)
            return
        if not any(letter.isupper() for letter in stands) and stands.lower() != stands.upper():
            return
        if self._is_in_compound(i, last):
            yield self._left(start, end, LeftReason.AMBIGUOUS, "It is a part of a word with a hyphen: ", listed)
        elif self._is_ordinary(i, listed):
            yield self._left(start, end, LeftReason.ORDINARY_WORD, "It may be an ordinary word: ", listed)
        elif self._is_of_place(i, last):
            yield self._left(start, end, LeftReason.AMBIGUOUS, "It may belong to the name of a place or body: ", listed)
        elif self._is_family(i, last, listed):
            self._family.add(listed.name)
            yield self._left(start, end, LeftReason.AMBIGUOUS, "It may be a family name here: ", listed)
        elif len(listed.levels) > 1:
            of = " and ".join(listed.levels)
            yield self._left(start, end, LeftReason.AMBIGUOUS, f"It stands on the lists of {of}: ", listed)
        elif ending and not self._stands_alone(listed.name):
            yield self._left(start, end, LeftReason.AMBIGUOUS, f"It may be {listed.name} with a possessive s: ", listed)
        else:
            self._last_placed = last
            self._given.add(listed.name)
            yield from self._placed(start, end, listed, ending)

    def _placed(self, start: int, end: int, listed: _Listed, ending: str) -> Iterator[DrawnPlace | Left]:
        text = self._text
        is_upper = len(listed.name) > 1 and capitals(text[start:end]) is Capitals.ALL_CAPS
        if not ending and end < len(text) and text[end] in APOSTROPHES and listed.name[-1].lower() in HISSING:
            behind = text[end + 1 : end + 3]
            if behind[:1] == " " and behind[1:].isalpha():
                if _is_quoted(text, start):
                    why = "The mark behind it may be a possessive or end a quotation: "
                    yield self._left(start, end, LeftReason.AMBIGUOUS, why, listed)
                    return
                ending = text[end]
                end += 1
        yield DrawnPlace(
            start=start,
            end=end,
            cue_id=self._cue.cue_id,
            slot=SLOT,
            own=listed.levels[0],
            name=listed.name,
            ending=ending,
            is_upper=is_upper,
        )

    def _left(self, start: int, end: int, reason: LeftReason, why: str, listed: _Listed) -> Left:
        holder = self._cue.place_holder or "name"
        advice = f"{why}where it names the person, write {{{holder}}} in its place, or change the variant by hand."
        return left_at(self._text, (start, end), self._cue.cue_id, reason, advice)

    def _is_ordinary(self, i: int, listed: _Listed) -> bool:
        """Listed as an ordinary word, or at the start of a sentence while the text uses it in small letters too."""
        if listed.n_words > 1:
            return False
        if is_ordinary(listed.name, self._cue.language):
            return True
        small = listed.name.lower()
        return small != listed.name and small in self._forms and begins_sentence(self._words, i)

    @functools.cached_property
    def _forms(self) -> frozenset[str]:
        return frozenset(self._words.form(i) for i in range(len(self._words)))

    def _is_capital(self, j: int) -> bool:
        """Whether word j has a capital and only a blank in front of it."""
        return 0 < j < len(self._words) and self._words.gaps[j] == " " and self._words.form(j)[0].isupper()

    def _is_of_place(self, i: int, last: int) -> bool:
        """St. James; Helen Street, Helen Keller School."""
        if i and self._words.small[i - 1] in SAINTS and self._words.gaps[i] in {" ", ". "}:
            return True
        j = last + 1
        while j < last + 4 and self._is_capital(j):
            if self._words.small[j] in NAMED_BODIES:
                return True
            j += 1
        return False

    def _is_family(self, i: int, last: int, listed: _Listed) -> bool:
        """Tom James and Mr James, and James alone behind them: a name that is a family name in this text."""
        if listed.name in self._family:
            return not self._is_capital(last + 1)
        if i == 0 or self._is_capital(last + 1) or listed.n_words > 1:
            return False
        if self._words.small[i - 1] in TITLES and listed.name not in self._given:
            return self._words.gaps[i] in {" ", ". "}
        return self._last_placed == i - 1 and self._is_capital(i)

    def _stands_alone(self, name: str) -> bool:
        return name in self._forms

    def _is_in_compound(self, i: int, last: int) -> bool:
        start, end, text = self._words.spans[i][0], self._words.spans[last][1], self._text
        before = start > 1 and text[start - 1] in HYPHENS and text[start - 2].isalnum()
        return before or (end + 1 < len(text) and text[end] in HYPHENS and text[end + 1].isalnum())

    def _span_start(self, at: int) -> int:
        return self._opaque_starts[bisect_right(self._opaque_starts, at) - 1]

    def _in_opaque(self, at: int) -> bool:
        place = bisect_right(self._opaque_starts, at) - 1
        return place >= 0 and at < self._opaque[place][1]


def _is_quoted(text: str, at: int) -> bool:
    """Whether a single quotation mark was opened shortly before and not closed."""
    before = text[max(0, at - LOOK_BACK) : at]
    if before.count("\u2018") > before.count("\u2019"):
        return True
    opened = before.count(" '") + (before[:1] == "'") + before.count("\n'") + before.count("\"'")
    closed = before.count("' ") + before.count("'.") + before.count("',")
    return opened > closed


def with_ending(word: str, ending: str, language: str) -> str:
    """A drawn name with a possessive in the place of one that stands there.

    Args:
        ending: As it stands: an apostrophe, or the s of a language that writes none.

    Example:
        >>> with_ending("Mary", "'", "en"), with_ending("James", "'", "en"), with_ending("Hans", "s", "de")
        ("Mary's", "James'", 'Hans’')
    """
    if not ending:
        return word
    mark = ending if ending in APOSTROPHES else "\u2019"
    if language[:2] in GENITIVE_S:
        return word + (mark if word[-1:].lower() in HISSING else "s")
    return word + (mark if word[-1:].lower() == "s" else f"{mark}s")
