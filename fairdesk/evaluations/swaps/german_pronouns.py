"""German pronouns and possessives: whom "er", "sie", "ihr", "sein" mean, as far as the text tells it."""

from __future__ import annotations

from collections.abc import Iterable

from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps.german_groups import group_at
from fairdesk.evaluations.swaps.german_sie import POSSESSIVES, resolve_sie, takes_person, takes_person_only
from fairdesk.evaluations.swaps.german_text import (
    COORDINATORS,
    COPULAS,
    COUNTED,
    FIRST_PERSON,
    Mention,
    Reader,
    is_adverb,
    is_giving,
    is_participle,
    is_person_word,
    thing_genders,
    verb_number,
)
from fairdesk.evaluations.swaps.german_words import FINITE, GIFTS, TIMES, listed

PERSON, UNKNOWN, OTHERS = "person", "unknown", "others"
"""What a pronoun means: the person whose gender it tells; nobody can tell; certainly somebody or something else."""

_SECOND_PERSON = listed("euch euer eure euren eurem eurer seid habt könnt wollt müsst dürft sollt werdet wart")
_PASSIVE = listed("wird wurde werden wurden worden")
_PLURAL_ENDINGS = ("e", "en", "er", "eln", "ern")
_GENERIC = listed("wer man jeder jemand niemand keiner")
"""Subjects whose possessive is "sein" whoever is meant."""
_HUMANS = listed("kind mensch menschen person persönlichkeit kraft hilfskraft fachkraft mitglied talent teammitglied")
_LINKS = listed("und sowie samt nebst mit oder")


def meaning_of_subject(reader: Reader, i: int, gender: str) -> str:
    """Whether the subject pronoun ``i`` (gender ``m`` or ``f``) means a person, or a thing just spoken of."""
    clause = reader.clause(i)
    # A thing of the same clause is its object: "Den Kurs hat er abgeschlossen".
    found = (one for one in _rivals(reader, i, gender) if one.is_person or one.at < clause[0])
    rivals = sorted(found, key=lambda one: one.at)
    if rivals and not rivals[-1].is_person and _is_relative(reader, i):
        rivals.pop()
    if not rivals:
        return PERSON
    latest = rivals[-1]
    if latest.is_person and not (latest.is_oblique and any(not one.is_person for one in rivals)):
        return PERSON
    is_said = any(one.gender == gender for j in range(*clause) for one in _predicate(reader, j))
    return PERSON if is_said or _acts_like_person(reader, i, clause) else UNKNOWN


def _acts_like_person(reader: Reader, i: int, clause: tuple[int, int]) -> bool:
    """Whether the verb or the predicate of a clause is one of persons, which no thing does or is."""
    is_passive = not _PASSIVE.isdisjoint(reader.small[clause[0] : clause[1]])
    return any(
        is_person_word(reader.small[j], of_things=False) and not (is_passive and is_participle(reader.small[j]))
        for j in range(*clause)
        if j != i and reader.may_be_verb(j)
    )


def _predicate(reader: Reader, j: int) -> tuple[forms.Reading, ...]:
    """Readings of word ``j`` as a noun that says what somebody is: "ein guter Schüler", "als Lehrerin"."""
    if not reader.is_noun(j) or reader.opaque[j] or not forms.readings(reader.forms[j]):
        return ()
    group = group_at(reader, j)
    if group is None or group.preposition or not any(one.case == forms.NOM for one in group.fits):
        return ()
    start, end = reader.clause(j)
    is_said = reader.at(group.first - 1) == "als" or any(reader.small[k] in COPULAS for k in range(start, end))
    return (group.reading,) if is_said else ()


def _is_relative(reader: Reader, i: int) -> bool:
    """Whether a relative pronoun in another case stands in front: "der Brief, in dem er", which "er" cannot mean."""
    if reader.at(i - 1) not in {"dem", "den", "deren", "dessen", "der", "die", "das", "was"}:
        return False
    return "," in reader.gap(i - 1) or reader.at(i - 2) in forms.PREPOSITIONS


def _rivals(reader: Reader, i: int, gender: str) -> list[Mention]:
    """What a pronoun may mean: in front of it in its sentence, else in the sentence before."""
    sentence = reader.sentence_of[i]
    here = [one for one in reader.mentioned(sentence) if one.at < i and gender in one.genders and not one.is_governed]
    if here:
        return here
    if sentence == 0 or _is_new_paragraph(reader, sentence):
        return []
    return [one for one in reader.mentioned(sentence - 1) if gender in one.genders and not one.is_governed]


def _is_new_paragraph(reader: Reader, sentence: int) -> bool:
    return reader.gap(reader.sentences[sentence][0]).count("\n") > 1


def meaning_of_object(reader: Reader, i: int, genders: str) -> str:
    """Whether an object pronoun means the person; ``genders`` are those that the form can stand for."""
    start, end = reader.clause(i)
    # What stands in the same clause is its subject and would be named by "sich".
    start = max((j + 1 for j in range(start, i) if reader.small[j] in COORDINATORS), default=start)
    end = min((j for j in range(i + 1, end) if reader.small[j] in COORDINATORS), default=end)
    verbs = [reader.small[j] for j in range(start, end) if reader.may_be_verb(j)]
    if any(map(takes_person_only, verbs)) or _is_named_person(reader, i, end):
        return PERSON
    sentence = reader.sentence_of[i]
    if _may_be_thing(reader, sentence, (start, i), genders):
        return UNKNOWN
    if any(map(takes_person, verbs)) or sentence == 0 or _is_new_paragraph(reader, sentence):
        return PERSON
    return UNKNOWN if _may_be_thing(reader, sentence - 1, (start, i), genders) else PERSON


def _is_named_person(reader: Reader, i: int, end: int) -> bool:
    """Whether the clause goes on to say what the object is: "sie als Kollegin", "ihn zum Kapitän"."""
    for j in range(i + 1, end):
        if reader.small[j] in {"als", "zum", "zur"}:
            noun = next((k for k in range(j + 1, min(end, j + 6)) if reader.is_capital(k)), -1)
            if noun > 0 and (forms.readings(reader.forms[noun]) or reader.small[noun] in _HUMANS):
                return True
    return False


def _may_be_thing(reader: Reader, sentence: int, stretch: tuple[int, int], genders: str) -> bool:
    """Whether a sentence names things or several persons, in front of a clause, that an object pronoun may mean."""
    found = set(genders)
    low, end = reader.sentences[sentence]
    end = min(end, stretch[0])
    at = {
        one.at for one in reader.mentioned(sentence) if one.at < end and not one.is_person and found & set(one.genders)
    }
    at.update(j for j in range(low, end) if reader.capital[j] and found & set(_bare_genders(reader, j)))
    if at and end == stretch[0] and verb_number(reader.small[end]):
        # "Meier, ihr Doktorvater, lobt sie": what stands without a verb of its own is the subject or belongs to it.
        return any(_has_verb(reader, j) for j in at)
    return bool(at)


def _has_verb(reader: Reader, j: int) -> bool:
    start, end = reader.clause(j)
    return reader.finite(start, end) >= 0 or any(map(reader.number_at, range(start, end)))


def _bare_genders(reader: Reader, j: int) -> str:
    """Genders of a noun for things without an article: "Milch", "Briefe"; empty for names and persons."""
    if reader.opaque[j] or j in reader.claimed or not reader.is_noun(j) or forms.readings(reader.forms[j]):
        return ""
    small = reader.small[j]
    if small in TIMES:
        return ""
    known = thing_genders(small)
    if known:
        return known if not small.endswith("en") else known + "p"
    if not small.endswith(_PLURAL_ENDINGS) or reader.is_first(j):
        return ""
    is_in_name = (reader.is_capital(j - 1) and reader.is_joined(j)) or (
        reader.is_capital(j + 1) and reader.is_joined(j + 1)
    )
    is_place = reader.at(j - 1) in {"in", "nach", "aus", "bei"}
    return "" if is_in_name or is_place else "p"


def meaning_of_possessive(reader: Reader, i: int, stem: str) -> str:
    """Whether a possessive means the person: "sein" of things, "ihr" of things and of several are told apart."""
    own, all_genders = ("m", "mn") if stem == "sein" else ("f", "fp")
    sentence = reader.sentence_of[i]
    if stem == "sein" and _is_generic(reader, i):
        return UNKNOWN
    before = [
        one
        for one in reader.mentioned(sentence)
        if one.at < i and set(one.genders) & set(all_genders) and not _is_its_own(reader, one, i, stem)
    ]
    persons = [one for one in before if one.is_person and own in one.genders]
    if _is_linked(reader, i, before):
        return UNKNOWN
    if persons:
        return _behind_person(persons[-1] if len(persons) == 1 else max(persons, key=lambda one: one.at), before, stem)
    things = [one for one in before if not one.is_person and not one.is_governed]
    if things:
        return UNKNOWN
    if person_follows(reader, i, own):
        return PERSON
    if any("p" in one.genders for one in before) and stem == "ihr":
        return UNKNOWN
    if sentence == 0 or _is_new_paragraph(reader, sentence):
        return PERSON
    return _by_sentence_before(reader, sentence - 1, own, all_genders)


def _is_generic(reader: Reader, i: int) -> bool:
    """Whether a possessive belongs to nobody in particular: "Wer seine Herkunft vergisst, verliert seinen Halt"."""
    low, _ = reader.sentences[reader.sentence_of[i]]
    if reader.small[low] == "wer":
        return True
    start, _ = reader.clause(i)
    return not _GENERIC.isdisjoint(reader.small[start:i])


def _is_its_own(reader: Reader, one: Mention, i: int, stem: str) -> bool:
    """Whether a thing belongs to the same owner already, or is what the possessive in front of its noun belongs to."""
    if one.is_person:
        return False
    if one.first < i and reader.small[one.first] in POSSESSIVES and reader.small[one.first].startswith(stem):
        return reader.claimed.get(one.first, "") != ""
    # "das Schreiben ihrer Lehrerin" is hers; in "ihm verdankt die Schule ihren Chor" the school may be meant.
    return one.at == i - 1 and reader.is_joined(i) and reader.small[i].endswith(("er", "es"))


def _behind_person(person: Mention, before: Iterable[Mention], stem: str) -> str:
    """A person of the gender stands in the sentence: only several others behind it can be meant as well."""
    later = [one for one in before if one.at > person.at and not one.is_person]
    if stem == "ihr" and any("p" in one.genders for one in later):
        return UNKNOWN
    earlier = [one for one in before if one.at < person.at and not one.is_person and not one.is_governed]
    if stem == "ihr" and any(one.genders == "p" for one in earlier):
        return UNKNOWN
    return PERSON


def _by_sentence_before(reader: Reader, sentence: int, own: str, all_genders: str) -> str:
    stem = "sein" if own == "m" else "ihr"
    before = [
        one
        for one in reader.mentioned(sentence)
        if set(one.genders) & set(all_genders)
        and not one.is_governed
        and not _is_its_own(reader, one, one.at + 2, stem)
    ]
    persons = [one for one in before if one.is_person and own in one.genders]
    if persons:
        several = [one for one in before if one.genders == "p"]
        return UNKNOWN if several else PERSON
    return UNKNOWN if before else PERSON


def _is_linked(reader: Reader, i: int, before: Iterable[Mention]) -> bool:
    """Whether a thing stands right in front: "das Institut und seine ..."."""
    ends = {i - 1} if reader.is_joined(i) else set()
    if reader.at(i - 1) in _LINKS:
        ends = {i - 2}
    return any(one.at in ends and not one.is_person and not one.is_governed for one in before)


def person_follows(reader: Reader, i: int, gender: str) -> bool:
    """Whether a person of the gender is the subject later in the sentence: "In seiner Freizeit spielt er"."""
    _, end = reader.sentences[reader.sentence_of[i]]
    if gender == "m":
        return any(reader.small[j] in {"er", "herr"} for j in range(i + 1, end))
    return any(
        (reader.small[j] == "sie" and not reader.is_capital(j) and resolve_sie(reader, j) == "subject")
        or (reader.small[j] == "frau" and reader.is_capital(j + 1) and "," not in reader.gap(j))
        for j in range(i + 1, min(end, i + 40))
    )


def is_possessive_ihr(reader: Reader, i: int) -> bool | None:
    """Whether "ihr" or "sein" stands in front of its noun: None where it may as well be a dative or a verb."""
    small = reader.small[i]
    start, end = reader.clause(i)
    before = reader.at(i - 1) if reader.is_joined(i) else ""
    if small == "ihr" and before in forms.DATIVE_PREPOSITIONS:
        return False
    noun = i + 1
    if _is_small_noun(reader, noun, end):
        return True
    while noun < min(end, i + 5) and reader.is_joined(noun) and not reader.is_capital(noun):
        word = reader.small[noun]
        if not (word.endswith(("er", "es", "nd")) or is_adverb(word) or word in {"sehr", "und"}):
            return False
        if word in forms.ALL_DETERMINERS or word in forms.PREPOSITIONS or word in COUNTED:
            return False
        noun += 1
    if noun >= end or not reader.is_joined(noun) or not reader.is_noun(noun):
        return False
    if small == "sein":
        return before not in {"zu"} or None
    return _ihr_before_noun(reader, i, noun, (start, end))


def _is_small_noun(reader: Reader, j: int, end: int) -> bool:
    """Whether a noun of things that "sein" fits stands in small letters: "sein vorstellungsgespräch"."""
    if j >= end or not reader.is_joined(j) or reader.is_capital(j) or len(reader.small[j]) < 5:
        return False
    return thing_genders(reader.small[j]) in {"m", "n"} and not is_adverb(reader.small[j])


def _ihr_before_noun(reader: Reader, i: int, noun: int, clause: tuple[int, int]) -> bool | None:
    found = forms.readings(reader.forms[noun])
    nominative = forms.Form("sg", forms.NOM)
    if found:
        return any(
            one.gender == forms.MALE and one.spelled(forms.MALE, nominative)[0].lower() == reader.small[noun]
            for one in found
        )
    things = thing_genders(reader.small[noun])
    if things in {"f", "p"}:
        return False
    if _is_giving_near(reader, i, clause):
        return True if things and reader.small[noun] not in GIFTS else None
    return True


def _is_giving_near(reader: Reader, i: int, clause: tuple[int, int]) -> bool:
    """Whether the verb that word ``i`` depends on can take a dative: the nearest in front, or the one at the end."""
    start, end = clause
    for j in range(i - 1, start - 1, -1):
        if reader.number_at(j) or (reader.small[j] in FIRST_PERSON and not reader.is_capital(j)):
            is_auxiliary = reader.small[j] in FINITE
            if not is_auxiliary or is_giving(reader.small[j]):
                return is_giving(reader.small[j])
            break
    return any(is_giving(reader.small[j]) and reader.may_be_verb(j) for j in (*range(i + 1, end), *range(start, i)))


def is_second_person(reader: Reader, i: int) -> bool:
    """Whether "ihr" may speak to several friends: "ihr habt"."""
    start, end = reader.sentences[reader.sentence_of[i]]
    return any(reader.small[j] in _SECOND_PERSON for j in range(start, end))
