"""One Spanish sentence while it is read: its words, and what was found in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairdesk.domain.edits import Left, LeftReason, Place
from fairdesk.evaluations.swaps import spanish_words as known
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import Words, capitals_at, with_capitals

Forms = tuple[str, str, str]
"""Male form, female form, and whose form stands there: ``male``, ``female`` or ``both``."""

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

    def small(self, i: int) -> str:
        """A word of this sentence in small letters; empty outside it and where no prose stands."""
        return self.words.small[i] if self.first <= i < self.end and i not in self.opaque else ""

    def is_close(self, i: int) -> bool:
        """Whether nothing but blanks stands between word ``i`` and the one behind it."""
        gap = self.words.gap_after(i)
        return bool(gap) and not gap.strip() and "\n\n" not in gap

    def put(self, i: int, forms: Forms, own: str, slot: str, n_words: int = 1) -> None:
        """A place over one word, or over two as in "de la"."""
        start, end = self.words.spans[i][0], self.words.spans[i + n_words - 1][1]
        as_written = self.words.text[start:end]
        pattern = capitals_at(self.words, i)
        other = with_capitals(forms[1] if own == MALE else forms[0], pattern)
        male, female = (as_written, other) if own == MALE else (other, as_written)
        self.places[i] = Place(start=start, end=end, cue_id="", slot=slot, words={MALE: male, FEMALE: female}, own=own)

    def leave(self, i: int, reason: LeftReason, advice: str = ADVICE, *, is_doubt: bool = False) -> None:
        """List a word that stays as it is; a doubt holds the whole sentence back."""
        start, end = self.words.spans[i]
        one = Left(start=start, end=end, words=self.words.form(i), cue_id="", reason=reason, advice=advice)
        (self.doubts if is_doubt else self.left).append(one)


def adjective_forms(word: str) -> Forms | None:
    """The forms of an adjective or participle; None for a word that is none by list or ending."""
    listed = known.ADJECTIVES.get(word) or known.BEFORE.get(word)
    if listed is not None:
        return listed
    for male, female in (("ado", "ada"), ("ido", "ida")):
        if len(word) > 5 and word.endswith(male):
            return word, word[:-1] + "a", MALE
        if len(word) > 5 and word.endswith(female):
            return word[:-1] + "o", word, FEMALE
    return None
