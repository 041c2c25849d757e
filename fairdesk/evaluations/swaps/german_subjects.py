"""Whether a German noun phrase is a nominative, as its clause and its place in it tell."""

from __future__ import annotations

from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps.german_forms import MALE, NOM, Form
from fairdesk.evaluations.swaps.german_sie import resolve_sie
from fairdesk.evaluations.swaps.german_text import (
    COORDINATORS,
    COPULAS,
    FIRST_PERSON,
    PRONOUN_SUBJECTS,
    SUBORDINATORS,
    ZU_INSIDE,
    Reader,
    is_adverb,
    is_adverbial,
    verb_number,
)
from fairdesk.evaluations.swaps.german_words import FINITE_PLURAL, listed

_FIRST_PERSON = listed(
    "habe kenne empfehle schätze bitte möchte unterrichte betreue begleite frage halte sehe treffe lobe"
)
_NOMINATIVE_ARTICLES = listed("der dieser jeder ein kein mein unser")
"""Masculine ones in the singular."""


def is_nominative(reader: Reader, first: int, noun: int) -> bool | None:
    """Whether the phrase from ``first`` to ``noun`` is a nominative; None where its clause does not tell.

    Only nominative and accusative are told apart, for a phrase without a preposition.
    """
    start, end = reader.clause(noun)
    start, first = min(start, first), max(start, first)
    if first > start and reader.at(first - 1) in COORDINATORS and verb_number(reader.at(noun + 1)) == "s":
        start = first
    around = [j for j in range(start, end) if not first <= j <= noun]
    small = [reader.small[j] for j in around]
    if _has_copula(reader, around):
        return True
    if any(one in PRONOUN_SUBJECTS or one in _FIRST_PERSON for one in small):
        return False
    if any(reader.at(j) in FINITE_PLURAL and reader.may_be_verb(j) for j in around):
        if reader.at(noun + 1) == "und" and first == start and reader.sentences[reader.sentence_of[first]][0] == first:
            return True
        return None if reader.at(noun + 1) in {"und", "oder"} or reader.at(first - 1) in {"und", "oder"} else False
    if any(_is_strong_nominative(reader, j) for j in around):
        return False
    if any(reader.small[j] == "sie" and resolve_sie(reader, j) == "subject" for j in around):
        return False
    return _by_position(reader, first, noun, (start, end))


def _by_position(reader: Reader, first: int, noun: int, clause: tuple[int, int]) -> bool | None:
    start, end = clause
    lead = start
    while lead < first and (reader.small[lead] in COORDINATORS or reader.small[lead] in SUBORDINATORS):
        lead += 1
    last = reader.small[end - 1]
    is_zu_clause = reader.at(end - 2) == "zu" or bool(ZU_INSIDE.match(last))
    if is_zu_clause and reader.finite(start, end) < 0:
        return False
    has_verb = reader.finite(start, end) >= 0 or any(reader.number_at(j) == "s" for j in range(noun + 1, end))
    if not has_verb and start and not reader.is_first(start) and not is_zu_clause:
        # "Ich bin verheiratet, Mutter von zwei Kindern und gelernte Köchin": the predicate of the clause in front.
        before_start, before_end = reader.clause(start - 1)
        if _has_copula(reader, list(range(before_start, before_end))):
            return True
    if first == lead:
        if not has_verb and not _is_subject_of_later(reader, end):
            return _is_subject_of_later(reader, end)
        return True if has_verb or reader.is_first(first) else None
    before = reader.small[first - 1]
    is_behind_verb = verb_number(before) == "s" and reader.may_be_verb(first - 1)
    if first - 1 == lead and (is_behind_verb or verb_number(reader.small[lead]) == "s"):
        return None if start != lead else True
    if reader.number_at(end - 1) == "s" and not _has_rival(reader, first, noun, clause):
        return True
    if not is_behind_verb and reader.finite(start, first) < 0:
        return None
    opening = reader.small[lead]
    if is_behind_verb and is_adverbial(reader, lead, first - 1):
        return True
    if has_verb and not _has_rival(reader, first, noun, clause):
        return True
    if opening in forms.PREPOSITIONS or is_adverb(opening):
        return None
    return False if reader.is_noun(lead) or opening in {"das", "es", "dies"} else None


def _is_subject_of_later(reader: Reader, end: int) -> bool | None:
    """False where the verb behind an insertion has its own subject: "Eine Studentin, die so arbeitet, habe ich ..."."""
    for _ in range(3):
        if end >= reader.n or reader.is_first(end):
            return True
        if (reader.small[end] in FIRST_PERSON or verb_number(reader.small[end])) and reader.may_be_verb(end):
            if reader.small[end] in COPULAS:
                return True
            behind = range(end + 1, reader.clause(end)[1])
            if reader.at(end + 1) in PRONOUN_SUBJECTS or any(_is_strong_nominative(reader, j) for j in behind):
                return False
            # "hat der Dekan gefunden", "hat der Welt viel zu sagen"
            return None if reader.at(end + 1) in _NOMINATIVE_ARTICLES else True
        end = reader.clause(end)[1]
    return True


def _has_rival(reader: Reader, first: int, noun: int, clause: tuple[int, int]) -> bool:
    """Whether the clause has another word that may be its subject: a noun without a preposition, a name, "sie"."""
    for j in range(*clause):
        if first <= j <= noun:
            continue
        small = reader.small[j]
        if small in {"sie", "es", "das", "dies", "alle", "viele", "die", "was"} and not reader.is_noun(j + 1):
            return True
        if not reader.is_noun(j):
            continue
        k = j - 1
        while k >= clause[0] and j - k < 5 and not reader.is_capital(k) and small not in forms.PREPOSITIONS:
            if reader.small[k] in forms.GOVERNING:
                break
            k -= 1
        if reader.at(k) not in forms.GOVERNING:
            return True
    return False


def _has_copula(reader: Reader, around: list[int]) -> bool:
    for j in around:
        small = reader.small[j]
        if small in COPULAS and reader.may_be_verb(j):
            return True
        if small in {"wird", "werde", "wirst"} and not any(
            reader.small[k].endswith(("en", "ern", "eln")) and reader.may_be_verb(k) for k in around if k > j
        ):
            return True
        if small in {"werden", "sein", "bleiben"} and reader.at(j - 1) != "seinen" and j == around[-1]:
            return True
    return False


def _is_strong_nominative(reader: Reader, j: int) -> bool:
    """Whether word ``j`` is the noun of a phrase that can be nothing but a subject or predicate: "der Lehrer"."""
    if reader.small[j] == "herr":
        return True
    if not reader.is_noun(j):
        return False
    article = j - 1
    while article > j - 4 and reader.is_joined(article + 1) and not reader.is_capital(article):
        if reader.small[article] in _NOMINATIVE_ARTICLES:
            break
        article -= 1
    if reader.at(article) not in _NOMINATIVE_ARTICLES:
        return False
    if article and reader.at(article - 1) in forms.PREPOSITIONS:
        return False
    return any(
        one.gender == MALE
        and reader.small[j] == one.spelled(MALE, Form("sg", NOM))[0].lower()
        and not (article and reader.is_joined(article) and reader.is_noun(article - 1))
        for one in forms.readings(reader.forms[j])
    )
