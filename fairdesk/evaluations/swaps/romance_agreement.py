"""Spanish and French: words of a sentence that nobody has accounted for and that may agree with one of its persons.

A rule that changes a pronoun but misses an adjective far behind it writes broken grammar ("il vit seule"). So, once a
sentence is read, every adjective of a person's gender that was not changed must have something else that it agrees
with: a noun beside it, or a subject that is a thing. Where it has none it is changed, if it is said of people only, or
it holds the sentence back.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps.language import MALE
from fairdesk.evaluations.swaps.romance import Forms, Sentence
from fairdesk.evaluations.swaps.tokens import HYPHENS

HYPHENED = tuple(HYPHENS)
NO_NOUN = "It may have to agree with the person: change the sentence by hand."


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What a language's sentences are asked for.

    Attributes:
        forms: Adjective in small letters to its forms; None for a word that is none by list.
        roles: Nouns of people, to their forms.
        of_people: Adjectives said of people and hardly of things.
        announcing: Words behind which a noun stands: determiners, possessives, prepositions.
        adverbs: Words that may stand between a noun and its adjective.
        joining: Words between two adjectives of one noun.
        having: Verbs behind which a participle does not agree with the subject.
        in_front: Adjectives that stand in front of their noun: "bonne chance".
    """

    forms: Callable[[str], Forms | None]
    roles: Callable[[str], Forms | None]
    of_people: frozenset[str]
    announcing: frozenset[str]
    adverbs: frozenset[str]
    joining: frozenset[str]
    having: frozenset[str]
    in_front: Container[str]


def read_leftovers(sentence: Sentence, known: Agreement) -> None:
    """Change or doubt what may agree with a person of the sentence and has not been read."""
    owns = {place.own for place in sentence.places.values()}
    small = sentence.words.small
    if sentence.doubts or (not owns and known.of_people.isdisjoint(small[sentence.first : sentence.end])):
        return
    before = ""
    for i in range(sentence.first, sentence.end):
        word = small[i]
        forms = known.forms(word)
        is_joined, before = before in known.joining, word
        if forms is None and not is_joined:
            continue
        if i in sentence.settled or i in sentence.opaque or _is_placed(sentence, i):
            continue
        if forms is not None and (forms[2] in owns or (not owns and word in known.of_people and forms[2] != "both")):
            if sentence.is_name(i) or sentence.words.gap_after(i) in HYPHENED or _has_noun(sentence, i, known):
                continue
            may_be_several = len(owns) > 1 and forms[2] == MALE and word.endswith(("s", "x"))
            if owns and word in known.of_people and not may_be_several:
                sentence.put(i, forms, forms[2], "adjective")
            else:
                sentence.leave(i, LeftReason.NO_AGREEMENT, NO_NOUN, is_doubt=True)
        elif is_joined and (role := known.roles(word)) and role[2] in owns:
            sentence.leave(i, LeftReason.NO_AGREEMENT, NO_NOUN, is_doubt=True)


def _is_placed(sentence: Sentence, i: int) -> bool:
    if i in sentence.places:
        return True
    start = sentence.words.start(i)
    before = sentence.places.get(i - 1)
    return before is not None and before.end > start


def _may_be_noun(sentence: Sentence, k: int) -> bool:
    """Whether a word may be a noun of which the one behind it says more."""
    return len(sentence.small(k)) > 3 and sentence.small(k) not in ("vous", "nous") and not _is_placed(sentence, k)


def _has_noun(sentence: Sentence, i: int, known: Agreement) -> bool:
    """Whether a noun that is no person stands beside an adjective, or the word is a noun itself or a participle."""
    behind = sentence.small(i + 1)
    if sentence.small(i) in known.in_front and behind and sentence.is_close(i) and not _is_placed(sentence, i + 1):
        is_noun = behind not in known.announcing and behind not in known.adverbs and behind not in known.joining
        if is_noun and known.forms(behind) is None:
            return True
    j = i - 1
    if "," in sentence.words.gap_before(i) and known.forms(sentence.small(j)) is None:
        return False
    while sentence.small(j) and (
        sentence.small(j) in known.adverbs or sentence.small(j) in known.joining or known.forms(sentence.small(j))
    ):
        j -= 1
    before = sentence.small(j)
    if not before:
        return False
    if before in known.having:
        return True
    if before in known.announcing:
        if before == "esta" and not behind:
            return False
        # "une bonne note", "son arrivée": the noun follows, or the word is one.
        return not _is_placed(sentence, i + 1) and (bool(behind) or before not in known.adverbs)
    if _is_placed(sentence, j):
        return False
    k = j - 1
    while sentence.small(k) and (known.forms(sentence.small(k)) or (k == j - 1 and _may_be_noun(sentence, k))):
        if sentence.small(k) in known.announcing:
            break
        k -= 1
    return sentence.small(k) in known.announcing
