"""German relative pronouns: which noun one means, and what becomes of it when that noun changes."""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps.german_forms import ACC, DAT, GEN, MALE, NOM, Form
from fairdesk.evaluations.swaps.german_groups import Group, group_at
from fairdesk.evaluations.swaps.german_text import (
    AGENTS,
    COPULAS,
    PRONOUN_SUBJECTS,
    ZU_INSIDE,
    Reader,
    is_giving,
    thing_genders,
    verb_number,
)
from fairdesk.evaluations.swaps.german_words import FINITE_PLURAL, listed

RELATIVE = "relative"
"""A phrase is left because a relative pronoun may or may not mean it."""
_GENDERS = {
    "der": "m", "die": "fp", "den": "m", "dem": "mn", "dessen": "mn", "deren": "fp",
    "welcher": "m", "welche": "fp", "welchen": "m", "welchem": "mn",
}  # fmt: skip
_RELATIVES = frozenset(_GENDERS)
_MALE_CASES = {"der": NOM, "den": ACC, "dem": DAT, "dessen": GEN, "welcher": NOM, "welchen": ACC, "welchem": DAT}
_FORMS = {
    "d": {MALE: ("der", "den", "dem", "dessen"), forms.FEMALE: ("die", "die", "der", "deren")},
    "welch": {MALE: ("welcher", "welchen", "welchem", ""), forms.FEMALE: ("welche", "welche", "welcher", "")},
}


def attach(reader: Reader, known: Mapping[int, Group], titles: Mapping[int, str]) -> list[int]:
    """Give every relative pronoun that means one of the phrases to it; phrases that it may mean get a problem.

    Args:
        known: All phrases of the text by the index of their nouns.
        titles: Index of the last word of a name with Herr or Frau, to its gender.

    Returns:
        Indices of personal pronouns that a relative one means ("er, der"): the rules change neither.
    """
    pronouns: list[int] = []
    for i in reader.positions(_RELATIVES):
        if reader.is_first(i):
            continue
        comma = i
        if reader.is_joined(i) and reader.at(i - 1) in forms.PREPOSITIONS:
            comma = i - 1
        if "," not in reader.gap(comma) or reader.is_capital(i):
            continue
        kind = _kind(reader, i, known)
        if kind == "unknown" and _is_predicate_clause(reader, i, known):
            kind = "relative"
        if kind == "article":
            continue
        if reader.at(comma - 1) in {"er", "sie", "ihn", "ihm", "ihr"}:
            pronouns.append(comma - 1)
            continue
        if reader.at(comma - 1) in {"s", "es"}:
            start, _ = reader.clause(comma - 1)
            pronouns += [j for j in range(start, comma) if reader.small[j] in {"er", "sie"}]
            continue
        if comma - 1 in titles or _is_bare_name(reader, comma - 1, known):
            if kind == "relative":
                reader.name_relatives[i] = titles.get(comma - 1, "")
            continue
        meant, is_sure = _antecedent(reader, i, comma, known)
        for group in meant:
            if not is_sure or kind == "unknown":
                group.problem = group.problem or RELATIVE
                for other in (known[j] for j in range(i + 1, i + 5) if j in known and known[j].article == i):
                    other.problem = other.problem or RELATIVE
            else:
                group.relatives.append(i)
                _look_for_more(reader, group, i)
    return sorted(set(pronouns))


def _is_predicate_clause(reader: Reader, i: int, known: Mapping[int, Group]) -> bool:
    """Whether "der Lehrer war" says what somebody was: then "der" is no article, and the noun stands without one."""
    _, end = reader.clause(i)
    group = next((known[j] for j in range(i + 1, min(end, i + 4)) if j in known), None)
    if group is None or group.article != i or group.noun != i + 1 or not _ends_in_copula(reader, end):
        return False
    if any(reader.small[j] in PRONOUN_SUBJECTS for j in range(i + 1, end)):
        return False
    group.article, group.stem, group.kind, group.fits = -1, "", "strong", [Form("sg", NOM)]
    return True


def _ends_in_copula(reader: Reader, end: int) -> bool:
    """Whether the clause in front of word ``end`` ends like "war" or "werden will"."""
    return reader.small[end - 1] in COPULAS or reader.at(end - 2) in {"werden", "sein", "bleiben"}


def _is_bare_name(reader: Reader, i: int, known: Mapping[int, Group]) -> bool:
    """Whether word ``i`` is a name that its clause begins with: "Anna Berger, die ..."."""
    start, _ = reader.clause(i)
    if any(j in known or not reader.capital[j] for j in range(start, i + 1)):
        return False
    return reader.is_noun(i) and not thing_genders(reader.small[i]) and not forms.readings(reader.forms[i])


def _kind(reader: Reader, i: int, known: Mapping[int, Group]) -> str:
    """``relative``, ``article`` or ``unknown``, for a word like "der" behind a comma."""
    _, end = reader.clause(i)
    if reader.small[i] in {"dessen", "deren"}:
        return "relative"
    if reader.at(end - 2) == "zu" or ZU_INSIDE.match(reader.small[end - 1]):
        return "article"
    noun = i + 1
    if reader.at(noun) in forms.ALL_DETERMINERS or reader.at(noun) in forms.PREPOSITIONS:
        return "relative"
    while noun < min(end, i + 5) and not reader.is_capital(noun) and reader.small[noun].endswith(("e", "er", "en")):
        noun += 1
    if noun >= end or not reader.is_noun(noun):
        return "relative" if i + 1 < end else "unknown"
    group = known.get(noun)
    is_fitting = group is not None and group.article == i
    things = thing_genders(reader.small[noun])
    is_fitting = is_fitting or not things or bool(set(things) & set(_article_genders(reader.small[i])))
    last = end - 1
    is_verb_last = bool(verb_number(reader.small[last])) and reader.may_be_verb(last) and last > noun
    if not is_verb_last:
        return "article"
    if not is_fitting:
        return "relative"
    if group is None and verb_number(reader.small[last]) == "s" and noun == i + 1:
        return "relative"
    # "der Mathematik studiert": a noun without an article of its own behind a relative pronoun.
    return "relative" if group is None and not _article_fits(reader, i, noun) else "unknown"


def _article_genders(small: str) -> str:
    return {"der": "mfp", "die": "fp", "den": "mp", "dem": "mn"}.get(small, "mfnp")


def _article_fits(reader: Reader, i: int, noun: int) -> bool:
    """Whether "der Mathematik" can be a subject: a feminine noun behind "der" is none."""
    things = thing_genders(reader.small[noun])
    if reader.small[i] == "der":
        return things in {"", "m"}
    return True


def _antecedent(reader: Reader, i: int, comma: int, known: Mapping[int, Group]) -> tuple[list[Group], bool]:
    """The phrases that a relative pronoun may mean, and whether it means exactly the one of them."""
    genders = _GENDERS[reader.small[i]]
    if reader.small[i] == "der" and _is_dative_der(reader, i, comma):
        genders = "f"
    start, _ = reader.clause(comma - 1)
    low = reader.sentences[reader.sentence_of[i]][0]
    direct = known.get(comma - 1)
    if direct is not None:
        return ([direct], True) if direct.gender in genders and "sg" in direct.numbers else ([], True)
    groups = [known[j] for j in range(max(low, start), comma) if j in known]
    fitting = [one for one in groups if one.gender in genders and "sg" in one.numbers]
    things = [
        one
        for one in reader.mentioned(reader.sentence_of[i])
        if start <= one.at < comma and set(one.genders) & set(genders)
    ]
    if any(one.at == comma - 1 for one in things):
        # "der Lehrer aus dem Verein, der ...": with no verb between the two, either can be meant.
        return [one for one in fitting if not any(map(reader.number_at, range(one.noun + 1, comma)))], False
    if not fitting and start > low and reader.small[i] != "die":
        return _further_back(reader, i, (low, start), known)
    plural = [one for one in groups if "pl" in one.numbers and "p" in genders and one not in fitting]
    return fitting, len(fitting) == 1 and not things and not plural


def _further_back(
    reader: Reader, i: int, stretch: tuple[int, int], known: Mapping[int, Group]
) -> tuple[list[Group], bool]:
    """A second relative clause, or one behind an insertion: nobody can be sure what it means."""
    genders = _GENDERS[reader.small[i]]
    groups = [known[j] for j in range(*stretch) if j in known]
    return [one for one in groups if one.gender in genders and "sg" in one.numbers][-1:], False


def _is_dative_der(reader: Reader, i: int, comma: int) -> bool:
    if comma != i:
        return True
    _, end = reader.clause(i)
    return any(reader.small[j] in PRONOUN_SUBJECTS for j in range(i + 1, end))


def _look_for_more(reader: Reader, group: Group, i: int) -> None:
    """A phrase whose relative clause goes on with "und der ..." is left: the second pronoun may be an article."""
    _, end = reader.sentences[reader.sentence_of[i]]
    for j in range(i + 1, min(end, i + 60)):
        if reader.at(j - 1) not in {"und", "oder", "aber", "sowie"} and reader.at(j - 2) not in {"und", "oder", "aber"}:
            continue
        if reader.small[j] not in _GENDERS or not set(_GENDERS[reader.small[j]]) & set(group.gender):
            continue
        if reader.at(j - 1) in {"und", "oder", "aber", "sowie"} or reader.at(j - 1) in forms.PREPOSITIONS:
            is_article = any(reader.is_noun(k) for k in range(j + 1, min(end, j + 3)))
            if not is_article:
                group.problem = group.problem or RELATIVE


def _is_several(reader: Reader, noun: int) -> bool:
    """Whether a noun phrase is a plural, so that a verb in the singular is not its own."""
    group = group_at(reader, noun)
    if group is not None and group.fits:
        return group.numbers == {"pl"}
    return thing_genders(reader.small[noun]) == "p"


def relative_word(reader: Reader, gender: str, i: int) -> str | None:
    """The relative pronoun ``i`` of a ``gender`` in the other one, in small letters; None where nobody can tell it."""
    small = reader.small[i]
    table = _FORMS["welch" if small.startswith("welch") else "d"]
    if gender == MALE:
        at = forms.CASES.index(_MALE_CASES[small])
        return table[forms.FEMALE][at]
    if small == "deren":
        return "dessen"
    if small in {"der", "welcher"}:
        return table[MALE][2]
    answer = _is_subject(reader, i)
    return None if answer is None else table[MALE][0 if answer else 1]


def _is_subject(reader: Reader, i: int) -> bool | None:
    """Whether "die" is the subject of its relative clause; None where another phrase may be it."""
    if reader.is_joined(i) and reader.at(i - 1) in forms.PREPOSITIONS:
        return False
    _, end = reader.clause(i)
    inside = range(i + 1, end)
    if any(reader.small[j] in PRONOUN_SUBJECTS for j in inside):
        return False
    last = end - 1
    if reader.small[last] in FINITE_PLURAL:
        return False
    following = i + 1
    if following < end - 1 and reader.is_noun(following) and _ends_in_copula(reader, end):
        return True
    if reader.at(following) in {"sie", "es"}:
        return None
    if following < end and (reader.is_noun(following) or reader.small[following] in _NOMINATIVE_ARTICLES):
        return _is_subject_before(reader, following, end)
    if verb_number(reader.small[last]) == "p" and reader.may_be_verb(last):
        return None
    return True


_NOMINATIVE_ARTICLES = listed("der die das ein eine unser unsere mein meine sein seine ihr ihre dieser diese")


def _is_subject_before(reader: Reader, j: int, end: int) -> bool | None:
    """Whether the relative pronoun is the subject although a noun phrase that may be one comes next."""
    noun = j
    while noun < min(end, j + 4) and not reader.is_capital(noun):
        noun += 1
    if (
        noun < end
        and reader.small[j] != "der"
        and _is_several(reader, noun)
        and verb_number(reader.small[end - 1]) == "s"
    ):
        return True
    if noun >= end or reader.small[j] == "der" or forms.readings(reader.forms[noun]):
        return None
    if noun == j and not thing_genders(reader.small[noun]):
        return None
    if reader.small[noun].endswith(AGENTS):
        return None
    return not any(is_giving(reader.small[k]) for k in range(noun + 1, end)) or None
