"""What the German "sie" is in its clause: she, they, or an object."""

from __future__ import annotations

from functools import lru_cache

from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps import german_words as lists
from fairdesk.evaluations.swaps.german_text import (
    AGENTS,
    COORDINATORS,
    COPULAS,
    PRONOUN_SUBJECTS,
    SUBORDINATORS,
    ZU_INSIDE,
    Reader,
    is_adverb,
    is_adverbial,
    is_nominalised,
    is_person_word,
    thing_genders,
    verb_number,
)
from fairdesk.evaluations.swaps.german_words import PERSON_GROUPS, listed

ENDINGS = ("", "e", "en", "em", "er", "es")
POSSESSIVES = {stem + ending: (stem, ending) for stem in forms.POSSESSIVE_STEMS for ending in ENDINGS}
_ACCUSATIVE = forms.ACCUSATIVE_PREPOSITIONS | forms.TWO_WAY_PREPOSITIONS
_OBLIQUE = listed(
    "den dem einen einem ihn ihm diesen diesem ihren ihrem seinen seinem meinen meinem keinen ihnen mir uns"
)
"""Words that open a phrase that is no subject."""
_NO_SUBJECT = SUBORDINATORS | _OBLIQUE
_PERSON_OBJECT_ADJECTIVES = listed("stolz glücklich traurig müde krank fleißig pünktlich zuverlässig ehrlich begabt")
_PERSON_OBJECT_VERBS = tuple(lists.PERSON_OBJECTS.split())
_PERSON_ONLY_VERBS = tuple(lists.PERSON_OBJECTS_ONLY.split())
_SPEECH = tuple(
    listed(
        "sag mein erklär schrieb schreib fand findet glaub betont erzähl berichtet antwort frag hofft denk dacht rief "
        "fügt versicher gestand räumt lacht"
    )
)
"""Beginnings of verbs behind words that somebody says: "Sie sei zufrieden, sagte sie"."""


@lru_cache(maxsize=8192)
def takes_person(small: str) -> bool:
    """Whether a verb or adjective speaks of a person as its object: "motiviert ihn", "macht sie stolz"."""
    if small in _PERSON_OBJECT_ADJECTIVES:
        return True
    return _begins_like(small, _PERSON_OBJECT_VERBS)


@lru_cache(maxsize=8192)
def takes_person_only(small: str) -> bool:
    """Whether the object of a verb or adjective is never a thing: "ermutigt ihn", "macht sie stolz"."""
    return small in _PERSON_OBJECT_ADJECTIVES or _begins_like(small, _PERSON_ONLY_VERBS)


def _begins_like(small: str, verbs: tuple[str, ...]) -> bool:
    stem = small[2:] if small.startswith("ge") and len(small) > 6 else small
    return (small.startswith(verbs) or stem.startswith(verbs)) and not small.endswith(("ung", "end"))


def resolve_sie(reader: Reader, i: int) -> str:
    """What "sie" is in its clause.

    Returns:
        ``subject`` (she), ``several`` (they, or polite you), ``object`` (her or them) or ``unknown``.
    """
    start, end = reader.clause(i)
    lead = start
    while lead < i and reader.small[lead] in COORDINATORS:
        lead += 1
    before = reader.at(i - 1) if i > start else ""
    if before in forms.PREPOSITIONS and reader.is_joined(i) and before not in SUBORDINATORS:
        return "object" if before in _ACCUSATIVE else "unknown"
    if _is_coordinated(reader, i, start):
        return "subject"
    if before in {"als", "wie"} and i - 1 > lead:
        return "unknown"
    if _other_subject(reader, i, (start, end)):
        return "object"
    if before and reader.at(i - 2) == "sie" and i - 2 >= start and before not in COORDINATORS and verb_number(before):
        # "Sie hat sie alle gelesen."
        return "object"
    is_with_own = reader.at(i + 1) == "und" and reader.at(i + 2) in POSSESSIVES and not reader.is_capital(i + 2)
    if is_with_own and (i == lead or before in SUBORDINATORS or verb_number(before) == "p"):
        # "sie und ihr Ehemann", "dass sie und ihr Ehemann"
        return "subject"
    if i == lead:
        return _opening_sie(reader, i, end)
    if before in SUBORDINATORS or before in {"den", "dem", "deren", "dessen", "das", "die", "der"}:
        return _subordinate_sie(reader, i, end, before)
    if (
        lead < i
        and reader.small[lead] in SUBORDINATORS
        and not (reader.small[lead] in {"als", "wie", "während", "seit"} or (i == lead + 2 and verb_number(before)))
    ):
        return "unknown"
    number = verb_number(before)
    if number and reader.is_joined(i) and not (reader.is_capital(i - 1) and i - 1 != start):
        return _inverted_sie(reader, i, lead, number)
    if reader.at(i + 1) == "zu" or reader.at(end - 2) == "zu":
        return "object"
    return "unknown"


def _is_coordinated(reader: Reader, i: int, start: int) -> bool:
    """Whether "sie" is one of two subjects: "er und sie", "sie und er", "ihre Freundin und sie"."""
    if reader.at(i + 1) == "und" and reader.at(i + 2) == "er":
        return True
    if reader.at(i - 1) != "und" or i < start + 1 or reader.is_first(i - 1):
        return False
    if reader.at(i - 2) == "er":
        return verb_number(reader.at(i + 1)) == "p"
    has_verb = any(map(reader.number_at, range(reader.clause(i - 2)[0], i - 1)))
    return reader.is_noun(i - 2) and not has_verb and verb_number(reader.at(i + 1)) == "p"


def _other_subject(reader: Reader, i: int, clause: tuple[int, int]) -> bool:
    """Whether the clause has another word that can be its subject only."""
    start, end = clause
    for j in range(start, end):
        small = reader.small[j]
        if j != i and small in PRONOUN_SUBJECTS:
            if small in {"jemand", "niemand"} and reader.at(j - 1) in COPULAS:
                continue
            return True
        if small == "herr" and reader.is_capital(j) and "als" not in {reader.at(j - 1), reader.at(j - 2)}:
            return True
        if small in {"der", "mein", "unser", "dieser", "ein", "jeder"} and _opens_male(reader, j, end):
            return True
    return False


def _opens_male(reader: Reader, j: int, end: int) -> bool:
    """Whether "der" opens a masculine nominative phrase with a person in it, with no copula to make it a predicate."""
    if reader.at(j - 1) in forms.PREPOSITIONS or "," in reader.gap(j):
        return False
    for k in range(j + 1, min(end, j + 5)):
        if reader.is_capital(k):
            found = forms.readings(reader.forms[k])
            if is_nominalised(reader.small[k]):
                return True
            form = forms.Form("sg", forms.NOM)
            return any(
                one.gender == forms.MALE and one.spelled(forms.MALE, form)[0].lower() == reader.small[k]
                for one in found
            )
    return False


def _opening_sie(reader: Reader, i: int, end: int) -> str:
    for j in range(i + 1, min(end, i + 4)):
        if reader.is_capital(j) and not reader.is_shouted(j):
            break
        if reader.small[j] == "zu" or ZU_INSIDE.match(reader.small[j]):
            return "object"
        number = verb_number(reader.small[j])
        if (reader.small[j] == "zeichnet" and reader.at(end - 1) == "aus") or (
            number == "p" and reader.at(j + 1) == "zu"
        ):
            return "unknown"
        if number == "s" or (j == i + 1 and reader.small[j] in {"engagiert", "motiviert", "interessiert"}):
            return "subject"
        if number == "p":
            return "several"
        if not (is_adverb(reader.small[j]) or reader.small[j] in {"selbst", "beide", "alle", "aber", "beiden"}):
            break
    if reader.at(end - 2) == "zu":
        return "object"
    return "unknown"


def _subordinate_sie(reader: Reader, i: int, end: int, before: str) -> str:
    number = ""
    last = end - 1
    while last > i and not number:
        if not reader.is_capital(last):
            number = verb_number(reader.small[last])
            break
        last -= 1
    if not number:
        number = _next_number(reader, i, end)
    if before in {"der", "die", "das"}:
        if reader.at(i - 2) in forms.PREPOSITIONS:
            return _named(number)
        if before == "der":
            return "object"
        if before in {"das", "die"} and any(takes_person(reader.small[j]) for j in range(i + 1, end)):
            return "object" if before == "das" else "unknown"
        return "unknown" if before == "die" and not _is_thing_before(reader, i - 1) else _named(number)
    follows = i + 1
    if follows < end and reader.small[follows] in {"der", "die", "das"} and number == "s":
        noun = next((k for k in range(follows, min(end, follows + 4)) if reader.is_capital(k)), -1)
        if noun > 0 and forms.readings(reader.forms[noun]):
            return "unknown"
    return _named(number)


def _next_number(reader: Reader, i: int, end: int) -> str:
    return verb_number(reader.small[i + 1]) if i + 1 < end else ""


def _named(number: str) -> str:
    return {"s": "subject", "p": "several"}.get(number, "unknown")


def _is_thing_before(reader: Reader, relative: int) -> bool:
    """Whether the noun in front of a relative pronoun stands for no person."""
    before = relative - 1
    is_noun = reader.is_noun(before)
    if is_noun and (forms.readings(reader.forms[before]) or reader.small[before] in PERSON_GROUPS):
        return False
    if is_noun and thing_genders(reader.small[before]):
        return True
    genders = {"f", "p"}
    start, _ = reader.clause(before)
    here = [one for one in reader.mentioned(reader.sentence_of[before]) if start <= one.at < relative]
    fitting = [one for one in here if genders & set(one.genders)]
    if fitting and not max(fitting, key=lambda one: one.at).is_person:
        return True
    if not is_noun:
        return False
    is_described = reader.is_joined(before) and reader.at(before - 1).endswith(("e", "er", "en", "em", "es"))
    return is_described and not reader.is_capital(before - 1)


def _inverted_sie(reader: Reader, i: int, lead: int, number: str) -> str:
    """What "sie" is right behind a verb; what stands in front of the verb tells whether it is the subject."""
    verb = i - 1
    if verb == lead:
        return _behind_comma(reader, verb, number) if lead == reader.clause(i)[0] else "unknown"
    opening = reader.small[lead]
    if is_adverbial(reader, lead, verb) or opening in _OBLIQUE or opening in {"als", "wie", "alles"}:
        return _named(number)
    if _opens_dative(reader, lead, verb):
        return _named(number)
    if forms.readings(reader.forms[verb - 1]) and not (verb - 2 >= lead and _may_be_genitive(reader, verb - 1, lead)):
        return "object"
    if opening in {"das", "dies", "es"} and any(takes_person(reader.small[j]) for j in range(i, reader.clause(i)[1])):
        return "object"
    if verb - lead == 1 and not reader.is_capital(lead):
        return _named(number)
    return _behind_object(reader, i, lead, number)


def _behind_object(reader: Reader, i: int, lead: int, number: str) -> str:
    """What "sie" is in "Die Prüfung hat sie bestanden": the subject, where no thing in front of the verb does that."""
    last = reader.clause(i)[1] - 1
    noun = i - 2
    is_done = is_person_word(reader.small[last]) and not takes_person(reader.small[last]) and last > i
    if not is_done or reader.small[lead] != "die" or not reader.is_noun(noun):
        return "unknown"
    is_thing = bool(thing_genders(reader.small[noun])) and not reader.small[noun].endswith(AGENTS)
    return _named(number) if is_thing else "unknown"


def _opens_dative(reader: Reader, lead: int, verb: int) -> bool:
    """Whether a phrase like "der Freundin" stands in front of the verb, which is no subject."""
    noun = next((k for k in range(lead + 1, verb) if reader.capital[k]), -1)
    if noun < 0 or not reader.small[lead].endswith("er"):
        return False
    found = forms.readings(reader.forms[noun])
    return bool(found) and all(one.gender == forms.FEMALE for one in found)


def _behind_comma(reader: Reader, verb: int, number: str) -> str:
    """What "sie" is behind a verb that begins its clause: "Als er kam, ging sie"; "Der Arzt, ein Freund, kennt sie"."""
    low = reader.sentences[reader.sentence_of[verb]][0]
    if (
        verb == low
        or reader.small[low] in _NO_SUBJECT
        or any(mark in reader.gap(verb) for mark in '"\u201c\u00ab\u00bb')
    ):
        return _named(number)
    first, end = reader.clause(low)
    has_verb = reader.finite(first, end) >= 0 or any(map(reader.number_at, range(first, end)))
    if not has_verb and not is_adverbial(reader, low, end):
        return "object"
    return _named(number) if reader.small[verb].startswith(_SPEECH) else "unknown"


def _may_be_genitive(reader: Reader, noun: int, lead: int) -> bool:
    """Whether the person in front of the verb may only own the first noun: "Die Frage der Lehrerin hat sie"."""
    return any(reader.is_noun(j) and not forms.readings(reader.forms[j]) for j in range(lead, noun))
