"""Spanish and French: of whom a sentence says what stands behind its verb, and what follows from that."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps.language import FEMALE
from fairdesk.evaluations.swaps.romance import Forms, Phrase, Sentence

UNCERTAIN = "Its subject is not certain: edit by hand."
PLACE_HOLDERS = ("name", "surname")
PARTING = (",", ";", ":", "(")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """What a language's subjects are told by.

    Attributes:
        of_people: Adjectives said of people and hardly of things.
        complements: Words that begin a complement of a person: "la sœur de Paul".
        clauses: Words behind which such a complement has ended.
        elliptic: Words behind which a verb may have no subject of its own.
        articles: Words that names of institutions have in front of them and names of people have not.
        opening: Words that open a noun phrase, which could be the subject.
        prepositions: Words behind which no subject stands; with their articles.
        epicene: Female nouns for a person of any gender: "la victime, un homme, a été soignée".
        relating: Words that begin a clause about the person in front of them.
        relatives: Relative pronouns that are the subject themselves and stand for the word in front of them.
    """

    of_people: frozenset[str]
    complements: frozenset[str]
    clauses: frozenset[str]
    elliptic: frozenset[str]
    articles: frozenset[str]
    opening: frozenset[str]
    relatives: frozenset[str] = frozenset()
    relating: frozenset[str] = frozenset()
    epicene: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()

    def of(self, sentence: Sentence, b: int, own: str, adjective: str) -> str:
        """Whose the predicate of a verb is whose subject ends at word ``b``.

        Args:
            own: Gender that the predicate shows.
            adjective: The predicate in small letters.

        Returns:
            ``person``, ``other`` or ``unclear``.
        """
        end = b - 1 if sentence.small(b) in self.relatives else b
        before = [one for one in sentence.phrases if one.last <= end]
        reaching = [one for one in before if self.reaches(sentence, one.last, end)]
        if reaching:
            subjects = [one for one in reaching if not self.is_governed(sentence, one)]
            if own == FEMALE and any(sentence.small(one.first - 1) in self.epicene for one in subjects):
                return "unclear"
            if not subjects:
                return "unclear" if self._is_told_of(sentence, reaching, adjective) else "other"
            return "person" if any(one.own in (own, "") for one in subjects) else "other"
        if b >= sentence.first and sentence.words.gap_after(b).strip() in (";", ":"):
            if adjective in self.of_people:
                return "person"
            return "unclear" if any(one.own in (own, "") for one in before) else "other"
        if self.is_elliptic(sentence, b):
            if own == FEMALE and any(sentence.small(j) in self.epicene for j in range(sentence.first, b)):
                return "unclear"
            # Whoever of several persons is meant: all words of people are exchanged.
            if adjective in self.of_people:
                return "person"
            latest = max(before, key=lambda one: one.last, default=None)
            is_clear = latest is not None and latest.own in (own, "") and self._is_clear(sentence, latest.last + 1, b)
            return "person" if is_clear else "unclear"
        if self._is_governed_name(sentence, end):
            return "other"
        if b in sentence.opaque and sentence.words.form(b) in PLACE_HOLDERS:
            return "person"
        if not self._is_bare_name(sentence, end) and not self._is_behind_clause(sentence, b, own):
            return "other"
        return "person" if adjective in self.of_people else "unclear"

    def is_governed(self, sentence: Sentence, phrase: Phrase) -> bool:
        """Whether a preposition stands before a person, who then is no subject: "le dossier du candidat est"."""
        first = phrase.first
        if sentence.small(first) in self.prepositions:
            return True
        return sentence.small(first - 1) in self.prepositions and sentence.words.gap_after(first - 1).strip(" '’") == ""

    def _is_governed_name(self, sentence: Sentence, b: int) -> bool:
        """Whether a preposition stands before a name or its place-holder: "le dossier de Paul est complet"."""
        first = b
        while first > sentence.first and self._is_of_name(sentence, first):
            first -= 1
        return first < b and sentence.small(first) in self.prepositions

    @staticmethod
    def _is_of_name(sentence: Sentence, i: int) -> bool:
        if i in sentence.opaque:
            return sentence.words.form(i) in PLACE_HOLDERS
        return sentence.words.form(i)[0].isupper()

    def _is_told_of(self, sentence: Sentence, reaching: list[Phrase], adjective: str) -> bool:
        """Whether a verb may have left its subject out behind a person: "según la profesora es muy aplicada"."""
        is_of_a_thing = any(
            sentence.small(at) in self.complements for one in reaching for at in (one.first, one.first - 1)
        )
        return adjective in self.of_people and not is_of_a_thing

    def reaches(self, sentence: Sentence, last: int, b: int) -> bool:
        """Whether a subject whose phrase ends at ``last`` ends at ``b``: nothing, names or a complement between."""
        if last == b:
            return True
        between = range(last + 1, b + 1)
        if any(sign in sentence.words.gap_before(j) for j in between for sign in PARTING):
            return False
        if all(sentence.words.form(j)[0].isupper() or not sentence.small(j) for j in between):
            return True
        starts = sentence.small(last + 1) in self.complements
        return starts and not any(sentence.small(j) in self.clauses for j in between)

    def is_elliptic(self, sentence: Sentence, b: int) -> bool:
        """Whether the verb behind ``b`` has no subject of its own."""
        return b < sentence.first or sentence.small(b) in self.elliptic or sentence.words.gap_after(b).strip() == ","

    def _is_behind_clause(self, sentence: Sentence, b: int, own: str) -> bool:
        """Whether a clause that says more of a person ends at ``b``: "el alumno cuya solicitud fue aceptada será"."""
        if sentence.small(b - 1) in self.opening or sentence.is_name(b):
            return False
        said_of = (one for one in sentence.phrases if one.own == own and one.last + 1 < b)
        return any(
            sentence.small(one.last + 1) in self.relating
            or (
                sentence.small(one.last + 1) in self.prepositions
                and any(sentence.small(one.last + k) in self.relating for k in (2, 3))
            )
            for one in said_of
        )

    def _is_clear(self, sentence: Sentence, first: int, last: int) -> bool:
        """Whether no other noun that could be the subject stands there."""
        return not any(sentence.small(j) in self.opening for j in range(first, last + 1))

    def _is_bare_name(self, sentence: Sentence, b: int) -> bool:
        """Whether a name without an article ends at ``b``: names of institutions have one."""
        if not sentence.words.form(b)[0].isupper():
            return False
        while b > sentence.first and sentence.words.form(b - 1)[0].isupper():
            b -= 1
        return sentence.small(b - 1) not in self.articles and sentence.small(b) not in self.articles


def read_said(sentence: Sentence, at: int, forms: Forms, subject: str) -> None:
    """Change what is said of a person, doubt it where nobody can tell, and settle it where it is said of a thing."""
    if subject == "person":
        sentence.put(at, forms, forms[2], "adjective")
    elif subject == "unclear":
        sentence.leave(at, LeftReason.AMBIGUOUS, UNCERTAIN, is_doubt=True)
    else:
        sentence.settled.add(at)
