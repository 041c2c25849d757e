"""Spanish: what stands for a person as the object of a verb, and the articles of clauses about a person."""

from __future__ import annotations

import re

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps import spanish_words as known
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.romance import Sentence

NEUTER_ENDINGS = ("ble", "ivo", "oso", "ario", "ente", "ante", "ado", "ido", "al")
THING = "It may stand for a person or a thing: decide and edit by hand."
BEFORE_OBJECTS = frozenset(("que", "no", "se", "quien", "siempre", "nunca", "ya", "también", "me", "nos", "te"))
CONTRACTED = {"de": "del", "a": "al"}

ENCLITIC = {f"{verb}{ending}": verb for verb in known.PERSON_INFINITIVES for ending in ("lo", "la")} | {
    f"{stem}{ending}": stem for stem in known.PERSON_GERUNDS for ending in ("lo", "la")
}
"""A verb with its object to the verb: recomendarla, recomendándola."""

WITH_OBJECT = re.compile(r"\w{2,}(?:[aei]r|ándo|éndo)l[oa]|\w*[áéíóú]\w{1,3}(?:[ae]n?|me|nos)l[oa]")
"""Other verbs that may have an object at their end: verla, ayúdenlo."""


def is_object(sentence: Sentence, i: int) -> bool:
    """Whether the word is "lo" or "la" as an object of a verb; then it is dealt with."""
    word = sentence.small(i)
    verb = sentence.small(i + 1)
    if word not in ("lo", "la") or not sentence.is_close(i) or not verb:
        return False
    own = MALE if word == "lo" else FEMALE
    is_about_a_person = _is_called(sentence, i)
    if verb in known.PERSON_VERBS and (is_about_a_person or sentence.small(i - 1) not in ("se", "te", "me", "nos")):
        sentence.put(i, ("lo", "la", own), own, "object pronoun")
        return True
    if verb in known.PERSON_VERBS:
        sentence.leave(i, LeftReason.AMBIGUOUS, THING, is_doubt=True)
        return True
    if is_about_a_person and verb in known.NAMING_VERBS:
        sentence.put(i, ("lo", "la", own), own, "object pronoun")
        return True
    if word == "lo" and not _is_neuter(sentence, i):
        sentence.leave(i, LeftReason.AMBIGUOUS, THING, is_doubt=True)
        return True
    if word == "la" and (_looks_like_verb(sentence, i + 1) or verb in known.OTHER_OBJECT_VERBS):
        sentence.leave(i, LeftReason.AMBIGUOUS, THING, is_doubt=True)
        return True
    return False


def _is_neuter(sentence: Sentence, i: int) -> bool:
    """Whether "lo" is an article: lo importante, lo que, lo más difícil."""
    behind = sentence.small(i + 1)
    if behind in known.ADJECTIVES or behind in known.BEFORE or behind in known.ADVERBS or behind in known.NEUTER:
        return not (behind in ("ha", "he") or sentence.small(i - 1) in ("no", "se"))
    return behind in known.DETERMINERS or behind.endswith(NEUTER_ENDINGS)


def _is_called(sentence: Sentence, i: int) -> bool:
    """Whether the verb says what kind of a person its object is: "la describe como una alumna atenta"."""
    at = i + 2
    if sentence.small(at) == "como":
        at += 1
    if sentence.small(at) in ("un", "una"):
        at += 1
    elif at == i + 2:
        return False
    while sentence.small(at) in known.BEFORE or sentence.small(at) in known.INVARIANT_BEFORE:
        at += 1
    return sentence.small(at) in known.NOUNS


def _looks_like_verb(sentence: Sentence, i: int) -> bool:
    word = sentence.small(i)
    if word in known.NOUNS:
        return False
    if word.endswith(("ó", "rá", "rán", "aron", "ieron", "amos", "emos", "imos", "aban", "ían", "é")):
        return True
    is_behind_person = any(one.last == i - 2 for one in sentence.phrases) and sentence.is_close(i - 2)
    before = sentence.small(i - 2)
    return word in known.VERBS and (before in BEFORE_OBJECTS or is_behind_person)


def read_enclitic(sentence: Sentence, i: int) -> None:
    """A verb that takes people with its object at its end: "recomendarla"."""
    word = sentence.small(i)
    verb, own = ENCLITIC[word], MALE if word.endswith("lo") else FEMALE
    sentence.put(i, (f"{verb}lo", f"{verb}la", own), own, "object pronoun")


def read_object_at_end(sentence: Sentence, i: int) -> None:
    """A verb that takes people and things: listed, and a doubt where no thing was named before it."""
    word = sentence.small(i)
    if not word or word[:-2] in known.NEUTER_VERBS or word in known.NO_OBJECTS:
        return
    if i > sentence.first and sentence.is_name(i):
        return
    articles = ("el", "un", "este", "ese") if word.endswith("o") else ("la", "una", "esta", "esa")
    has_thing = any(
        sentence.small(j) in articles and not any(one.first <= j <= one.last for one in sentence.phrases)
        for j in range(sentence.first, i)
    )
    sentence.leave(i, LeftReason.AMBIGUOUS, THING, is_doubt=not has_thing)


def read_relatives(sentence: Sentence) -> None:
    """Articles of relative clauses about a person: "el profesor del que le hablé", "la alumna con la que trabajo"."""
    for one in sentence.phrases:
        at = one.last + 1
        word, behind = sentence.small(at), sentence.small(at + 1)
        if at in sentence.places or not one.own:
            continue
        if word in ("del", "al") and behind in ("que", "cual"):
            if one.own == MALE:
                sentence.put(at, (word, "de la" if word == "del" else "a la", MALE), MALE, "article")
        elif word in known.BEFORE_RELATIVES and behind in ("el", "la") and sentence.small(at + 2) in ("que", "cual"):
            if (behind == "el") != (one.own == MALE):
                continue
            if word in CONTRACTED:
                sentence.put(at, (CONTRACTED[word], f"{word} la", FEMALE), one.own, "article", 2)
            else:
                sentence.put(at + 1, ("el", "la", one.own), one.own, "article")
