"""Spanish and French: of whom a sentence says what stands behind its verb, and what follows from that."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps.romance import Forms, Sentence

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
        relatives: Relative pronouns that are the subject themselves and stand for the word in front of them.
    """

    of_people: frozenset[str]
    complements: frozenset[str]
    clauses: frozenset[str]
    elliptic: frozenset[str]
    articles: frozenset[str]
    opening: frozenset[str]
    relatives: frozenset[str] = frozenset()

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
            return "person" if any(one.own in (own, "") for one in reaching) else "other"
        if self.is_elliptic(sentence, b):
            # Whoever of several persons is meant: all words of people are exchanged.
            if adjective in self.of_people:
                return "person"
            latest = max(before, key=lambda one: one.last, default=None)
            is_clear = latest is not None and latest.own in (own, "") and self._is_clear(sentence, latest.last + 1, b)
            return "person" if is_clear else "unclear"
        if b in sentence.opaque and sentence.words.form(b) in PLACE_HOLDERS:
            return "person"
        if not self._is_bare_name(sentence, b):
            return "other"
        return "person" if adjective in self.of_people else "unclear"

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
