"""What the rules of Spanish and French share: sentence by sentence, with the places and the doubts of each.

Where one word of a sentence may have to agree with a person and the rules cannot tell, the whole sentence stays as it
is and is listed: half of it changed would be broken grammar.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fairdesk.domain.edits import Left, LeftReason, Place, Scan
from fairdesk.evaluations.swaps.found import left_at
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import (
    Words,
    begins_sentence,
    capitals_at,
    opaque_spans,
    with_capitals,
    words_of,
)

LONGEST_SENTENCE = 150
"""Words; what is longer and has no comma either is left as it is: its parts cannot be told apart."""

ENDS_NOTHING = frozenset((" ", "'", "\u2019", "-", ", "))
"""What mostly stands between two words; no sentence begins behind it."""

SHORT_LINE = 45
"""Characters."""

CUTS = frozenset(",;:()")

Forms = tuple[str, str, str]
"""Male form, female form, and whose form stands there: ``male``, ``female`` or ``both``."""

OF_MYSELF = frozenset(("me", "yo", "conmigo", "je", "j", "m", "moi"))
"""Whoever writes may be meant where one of these stands."""

GENERIC = "A male form is used of a woman, as for any gender: it stays as it is; look at it."

ADVICE = "Decide which person is meant and edit the variant by hand."


@dataclass(slots=True)
class Phrase:
    """A person as far as the sentence names one: from its first word to its last."""

    first: int
    last: int
    own: str


@dataclass(slots=True)
class Sentence:
    """What was found in one sentence.

    Attributes:
        opaque: Numbers of the words that are no prose.
        doubts: They hold the sentence back as a whole.
        settled: Numbers of the adjectives that agree with something else than a person.
    """

    words: Words
    first: int
    end: int
    extra: Mapping[str, Forms]
    opaque: frozenset[int]
    places: dict[int, Place] = field(default_factory=dict)
    phrases: list[Phrase] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    doubts: list[Left] = field(default_factory=list)
    settled: set[int] = field(default_factory=set)

    def small(self, i: int) -> str:
        """A word of this sentence in small letters; empty outside it and where no prose stands."""
        return self.words.small[i] if self.first <= i < self.end and i not in self.opaque else ""

    def is_close(self, i: int) -> bool:
        """Whether nothing but blanks stands between word ``i`` and the one behind it."""
        gap = self.words.gap_after(i)
        return bool(gap) and not gap.strip() and "\n\n" not in gap

    def is_name(self, i: int) -> bool:
        """Whether a word is written like a name: a capital letter where the words beside it are not shouted too."""
        form = self.words.form(i)
        if not form[:1].isupper():
            return False
        if not form.isupper() or len(form) == 1:
            return True
        before = self.words.form(i - 1) if i > self.first else ""
        return not before.isupper()

    def last_name(self, noun: int) -> int:
        """The last of the names that stand behind a noun, place-holders among them; the noun where none does."""
        last = noun
        while last + 1 < self.end and not self.words.gap_after(last).strip(" {}"):
            form = self.words.form(last + 1)
            if self.small(last + 1) and (not form[0].isupper() or form.isupper()):
                break
            last += 1
        return last

    def adjective_behind(self, noun: int, last: int, joining: Container[str], adverbs: Container[str]) -> int:
        """The word that may say more of a noun behind ``last``, with "and" and adverbs in front; -1 for none.

        Args:
            noun: Of the phrase.
            last: The last word that is known to belong to the phrase.
            joining: Words that join two adjectives.
            adverbs: Words that may stand in front of an adjective.
        """
        at = last + 1
        if at >= self.end or (not self.is_close(last) and self.words.gap_after(last).strip(" }") != ","):
            return -1
        if self.small(at) in joining and last > noun and self.is_close(at):
            at += 1
        while self.small(at) in adverbs and self.is_close(at):
            at += 1
        return at if self.small(at) and not self.is_name(at) else -1

    def is_apposed(self, i: int) -> bool:
        """Whether a noun explains the person in front of its comma: "su madre, limpiadora"; "son père, ouvrier"."""
        return self.words.gap_before(i).strip() == "," and any(one.last == i - 1 for one in self.phrases)

    def is_generic(self, i: int, forms: Forms, behind: Container[str]) -> bool:
        """Whether a male noun is said of a woman: "elle veut devenir pompier"; it would be the same of a man.

        Args:
            behind: Words behind which a noun without a determiner says what somebody is.
        """
        if forms[2] != MALE or forms[0] == forms[1] or self.small(i - 1) not in behind:
            return False
        owns = {one.own for one in self.phrases if one.own}
        return owns == {FEMALE} and OF_MYSELF.isdisjoint(self.words.small[self.first : self.end])

    def put(self, i: int, forms: Forms, own: str, slot: str, n_words: int = 1) -> None:
        """A place over one word, or over two as in "de la"."""
        start, end = self.words.spans[i][0], self.words.spans[i + n_words - 1][1]
        as_written = self.words.text[start:end]
        pattern = capitals_at(self.words, i)
        other = with_capitals(forms[1] if own == MALE else forms[0], pattern)
        if n_words == 1 and as_written.isascii() and not (forms[0] if own == MALE else forms[1]).isascii():
            other = without_accents(other)
        male, female = (as_written, other) if own == MALE else (other, as_written)
        self.places[i] = Place(start=start, end=end, cue_id="", slot=slot, words={MALE: male, FEMALE: female}, own=own)

    def leave(self, i: int, reason: LeftReason, advice: str = ADVICE, *, is_doubt: bool = False) -> None:
        """List a word that stays as it is; a doubt holds the whole sentence back."""
        one = left_at(self.words.text, self.words.spans[i], "", reason, advice)
        (self.doubts if is_doubt else self.left).append(one)


def scan_sentences(
    text: str, extra: Sequence[str], read: Callable[[Sentence], None], accents: Mapping[str, str]
) -> Scan:
    """Read every sentence of a text; those without a doubt give their places, the others are listed.

    Args:
        accents: Words written without their accents, to the words of the lists.
    """
    words = _accented(words_of(text), accents)
    opaque = _opaque_words(words)
    pairs = _extra(extra)
    places: list[Place] = []
    left: list[Left] = []
    for first, end in _sentences(words):
        sentence = Sentence(words=words, first=first, end=end, extra=pairs, opaque=opaque)
        if end - first > LONGEST_SENTENCE:
            advice = "No sentence ends for a long time here: the rules cannot tell what belongs together."
            sentence.leave(first, LeftReason.AMBIGUOUS, advice)
        else:
            read(sentence)
        if sentence.doubts and sentence.places:
            for place in sentence.places.values():
                advice = "Another word of the sentence may have to agree: change the sentence by hand."
                left.append(left_at(text, (place.start, place.end), "", LeftReason.NO_AGREEMENT, advice))
        else:
            places += sentence.places.values()
        left += sentence.left + sentence.doubts
    places.sort(key=lambda place: place.start)
    left.sort(key=lambda one: one.start)
    return Scan(places=tuple(places), left=tuple(left))


def without_accents(word: str) -> str:
    """A word as it is written where accents are not at hand."""
    parts = unicodedata.normalize("NFD", word.replace("œ", "oe").replace("Œ", "OE"))
    return "".join(one for one in parts if not unicodedata.combining(one))


def accents_of(forms: Iterable[str], known: Container[str]) -> Mapping[str, str]:
    """Listed words without their accents to the words; those that would be another known word are left out."""
    found: dict[str, str] = {}
    for form in forms:
        bare = without_accents(form)
        if bare != form and bare not in known and " " not in form:
            found.setdefault(bare, form)
    return found


def _accented(words: Words, accents: Mapping[str, str]) -> Words:
    """The same words; those written without their accents are looked up as if they had them."""
    if accents.keys().isdisjoint(words.small):
        return words
    parts = [part for i, gap in enumerate(words.gaps) for part in (gap, words.form(i) if i < len(words) else "")]
    return Words(words.text, parts[:-1], [accents.get(word, word) for word in words.small])


def _extra(pairs: Sequence[str]) -> dict[str, Forms]:
    found: dict[str, Forms] = {}
    for pair in pairs:
        male, bar, female = (part.strip().lower() for part in pair.partition("|"))
        if bar and male and female and male != female:
            found.setdefault(male, (male, female, MALE))
            found.setdefault(female, (male, female, FEMALE))
    return found


def _opaque_words(words: Words) -> frozenset[int]:
    """Numbers of the words inside place-holders, mark-up, addresses and file names."""
    found: set[int] = set()
    for start, end in opaque_spans(words.text):
        i = words.index_at(start - 1) + 1
        while i < len(words) and words.spans[i][0] < end:
            found.add(i)
            i += 1
    return frozenset(found)


def _sentences(words: Words) -> Iterator[tuple[int, int]]:
    """First and last word (behind it) of every sentence; long ones are cut at line breaks and commas."""
    first = 0
    gaps = words.gaps
    for i in range(1, len(words) + 1):
        if gaps[i] in ENDS_NOTHING and i < len(words):
            continue
        if i == len(words) or begins_sentence(words, i) or ("\n" in words.gaps[i] and _begins_line(words, first, i)):
            yield from _short(words, first, i)
            first = i


def _begins_line(words: Words, first: int, i: int) -> bool:
    """Whether a line begins with word ``i`` that goes on with nothing: a field of a form, an item of a list.

    Lines that a program wrapped are long; a short one before a capital letter ended by itself.
    """
    gap = words.gaps[i]
    if "\n\n" in gap:
        return True
    start = max(words.text.rfind("\n", 0, words.end(i - 1)), words.start(first) - 1)
    return words.form(i)[:1].isupper() and words.end(i - 1) - start < SHORT_LINE


def _short(words: Words, first: int, end: int) -> Iterator[tuple[int, int]]:
    if end - first <= LONGEST_SENTENCE:
        yield first, end
        return
    start = first
    for i in range(first + 1, end):
        gap = words.gap_before(i)
        if "\n" in gap or (i - start >= LONGEST_SENTENCE // 2 and not CUTS.isdisjoint(gap)):
            yield start, i
            start = i
    yield start, end


def pairs(text: str) -> list[tuple[str, str]]:
    """Pairs of a list, ``male/female`` with blanks between; a low line in a form stands for a blank."""
    parts = (pair.partition("/") for pair in text.split())
    return [(male.replace("_", " "), female.replace("_", " ")) for male, _, female in parts]


def both_ways(found: Sequence[tuple[str, str]]) -> Mapping[str, Forms]:
    """Form in small letters to male form, female form and whose form it is; the first pair of a form counts."""
    forms: dict[str, Forms] = {}
    for male, female in found:
        if male == female:
            forms.setdefault(male, (male, female, "both"))
            continue
        forms.setdefault(male, (male, female, MALE))
        forms.setdefault(female, (male, female, FEMALE))
    return forms
