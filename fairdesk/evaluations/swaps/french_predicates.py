"""What a French sentence says of a person: adjectives and participles behind être, and where nobody can tell."""

from __future__ import annotations

from collections.abc import Iterator

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps import french_words as known
from fairdesk.evaluations.swaps.french_phrases import ARTICLES, adjective_forms, is_joined, may_agree
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.romance import Forms, Sentence

UNCERTAIN = "Its subject is not certain: edit by hand."
OBJECT_STARTS = frozenset(("le", "la", "les", "un", "une", "des", "l", "du"))


def read_predicates(sentence: Sentence) -> None:
    """Adjectives and participles that a copula ties to a person of the sentence, or to whoever writes."""
    small = sentence.words.small
    for c in range(sentence.first, sentence.end):
        if small[c] not in known.COPULAS or c in sentence.opaque:
            continue
        for at, forms in _said_of(sentence, c):
            if at in sentence.places or _has_object(sentence, c, at):
                continue
            if forms is None:
                _doubt_unknown(sentence, c, at)
                continue
            subject = _subject(sentence, c, forms[2], sentence.small(at))
            if subject == "person":
                sentence.put(at, forms, forms[2], "adjective")
            elif subject == "unclear":
                sentence.leave(at, LeftReason.AMBIGUOUS, UNCERTAIN, is_doubt=True)


def read_openings(sentence: Sentence) -> None:
    """At the start of a sentence such a word is of the person: "Née à Lyon, ...", "Une fois admise, ..."."""
    first = sentence.first
    is_once = sentence.small(first) == "une" and sentence.small(first + 1) == "fois"
    first += 2 if is_once else 0
    word = sentence.small(first)
    forms = adjective_forms(word)
    if forms is None or forms[2] == "both" or first in sentence.places or word in known.NOUNS:
        return
    if is_once or word in known.PERSON_ONLY:
        sentence.put(first, forms, forms[2], "adjective")


def _said_of(sentence: Sentence, copula: int) -> Iterator[tuple[int, Forms | None]]:
    """Index and forms of what is said; None for the forms of a word that may agree and is not known."""
    at = copula + 1
    while at < sentence.end:
        gap = sentence.words.gap_before(at).strip()
        word = sentence.small(at)
        if gap not in ("", ",") or not word:
            return
        if word in ("et", "ou", "ni", "ne", "aussi") or word in known.ADVERBS:
            at += 1
            continue
        ranked = sentence.small(at + 1)
        if word in ("le", "la") and ranked in known.BEFORE and sentence.small(at + 2) not in known.NOUNS:
            own = MALE if word == "le" else FEMALE
            yield at, ("le", "la", own)
            if known.BEFORE[ranked][2] != "both":
                yield at + 1, known.BEFORE[ranked]
            return
        forms = adjective_forms(word)
        if forms is None and word in known.NOT_ALONE and word not in known.SUBJECTS:
            forms = known.NOUNS[word]
        if forms is None:
            if may_agree(word) and not sentence.words.form(at)[0].isupper():
                yield at, None
            return
        if forms[2] != "both":
            yield at, forms
        at += 1


def _doubt_unknown(sentence: Sentence, copula: int, at: int) -> None:
    own = may_agree(sentence.small(at))
    if _subject(sentence, copula, own, "") == "person":
        sentence.leave(at, LeftReason.NO_AGREEMENT, is_doubt=True)


def _has_object(sentence: Sentence, copula: int, at: int) -> bool:
    """Whether the verb has an object, as in "elle s'est donné la peine": then the participle does not agree."""
    is_reflexive = sentence.small(copula - 1) in ("s", "se", "me", "m")
    return is_reflexive and sentence.small(at + 1) in OBJECT_STARTS and sentence.small(at).endswith("é")


def _subject(sentence: Sentence, copula: int, own: str, adjective: str) -> str:
    """Whose predicate it is: ``person``, ``other`` or ``unclear``."""
    b = copula - 1
    while b >= sentence.first and sentence.small(b) in known.LINKS and is_joined(sentence, b):
        b -= 1
    word = sentence.small(b)
    if word in known.FIRST_PERSON:
        return "person"
    if word in ("il", "elle"):
        if b in sentence.places:
            return "person"
        is_listed = any(one.start == sentence.words.spans[b][0] for one in (*sentence.left, *sentence.doubts))
        return "unclear" if is_listed else "other"
    if word in ("ce", "c", "on", "cela", "ça", "tout", "nous", "vous", "ils", "elles"):
        return "other"
    end = b - 1 if word == "qui" else b
    before = [one for one in sentence.phrases if one.last <= end]
    reaching = [one for one in before if reaches(sentence, one.last, end)]
    if reaching:
        return "person" if any(one.own in (own, "") for one in reaching) else "other"
    if _is_elliptic(sentence, b):
        if adjective in known.PERSON_ONLY:
            return "person"
        latest = max(before, key=lambda one: one.last, default=None)
        is_clear = latest is not None and latest.own in (own, "") and _is_clean(sentence, latest.last + 1, b)
        return "person" if is_clear else "unclear"
    if _is_place_holder(sentence, b):
        return "person"
    return "person" if adjective in known.PERSON_ONLY and _is_bare_name(sentence, b) else "other"


def reaches(sentence: Sentence, last: int, b: int) -> bool:
    """Whether the subject ends at ``b``: nothing, names, or a complement with a preposition stand between."""
    if last == b:
        return True
    between = range(last + 1, b + 1)
    if any(sign in sentence.words.gap_before(j) for j in between for sign in (",", ";", ":", "(")):
        return False
    names = all(sentence.words.form(j)[0].isupper() or not sentence.small(j) for j in between)
    starts = sentence.small(last + 1) in ("de", "du", "d", "des", "en", "au", "à")
    return names or (starts and not any(sentence.small(j) in ("qui", "que", "et") for j in between))


def _is_elliptic(sentence: Sentence, b: int) -> bool:
    if b < sentence.first:
        return True
    return sentence.small(b) in known.ELLIPTIC or sentence.words.gap_after(b).strip() == ","


def _is_clean(sentence: Sentence, first: int, last: int) -> bool:
    return not any(
        sentence.small(j) in ARTICLES or sentence.small(j) in ("l", "les", "des") for j in range(first, last + 1)
    )


def _is_place_holder(sentence: Sentence, b: int) -> bool:
    return sentence.first <= b < sentence.end and b in sentence.opaque and sentence.words.form(b) in ("name", "surname")


def _is_bare_name(sentence: Sentence, b: int) -> bool:
    if b < sentence.first or not sentence.words.form(b)[0].isupper():
        return False
    while b > sentence.first and sentence.words.form(b - 1)[0].isupper():
        b -= 1
    return sentence.small(b - 1) not in (*ARTICLES, "l") and sentence.small(b) not in (*ARTICLES, "l")
