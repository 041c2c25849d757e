"""Number and case of German noun phrases where the words themselves do not tell them, or that nobody can tell."""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps.german_forms import ACC, DAT, FEMALE, GEN, MALE, NOM, Form
from fairdesk.evaluations.swaps.german_groups import Group, is_entry
from fairdesk.evaluations.swaps.german_sie import resolve_sie
from fairdesk.evaluations.swaps.german_subjects import is_nominative
from fairdesk.evaluations.swaps.german_text import (
    COORDINATORS,
    PRONOUN_SUBJECTS,
    SUBORDINATORS,
    Reader,
    is_giving,
    verb_number,
)
from fairdesk.evaluations.swaps.german_words import FINITE_PLURAL, SURNAMES, listed

PLURAL, NUMBER, CASE, ARTICLE, SURNAME, NO_FORM = "plural", "number", "case", "article", "surname", "no form"
"""Why a phrase is left."""

_SINGULAR_COPULAS = listed("ist war bin bist sei wäre bleibt blieb wird wurde werde bleibe möchte will")


def decide(reader: Reader, group: Group, known: Mapping[int, Group]) -> None:
    """Narrow the forms of a phrase down to those that come out the same, or note why it must be left.

    Args:
        known: Phrases in front of this one, by the index of their nouns.
    """
    if group.problem:
        return
    if is_surname(reader, group):
        group.problem = SURNAME
        return
    if _is_named(reader, group):
        group.problem = CASE
        return
    if _is_sister(reader, group):
        group.problem = NO_FORM
        return
    _inherit(reader, group, known)
    if len(group.numbers) > 1:
        number = _number(reader, group) or _predicated(reader, group, known)
        group.fits = [one for one in group.fits if one.number == number]
    if not group.fits:
        group.problem = NUMBER
        return
    if group.numbers == {"pl"} and group.gender == MALE and not group.reading.noun.is_family:
        group.problem = PLURAL
        return
    _narrow_case(reader, group, known)


def is_surname(reader: Reader, group: Group) -> bool:
    """Whether the noun stands where a family name stands and is a common one: Anna Richter, Dr. Koch, Frau Bauer."""
    if group.article >= 0 or group.adjectives:
        return False
    if reader.gap(group.head).strip() == ":" and reader.at(group.head - 1).endswith("name"):
        # "Geburtsname: Koch"
        return True
    if reader.small[group.noun] not in SURNAMES:
        return False
    if reader.is_first(group.head) or "," in reader.gap(group.head):
        return _is_before_name(reader, group.noun)
    before = group.head - 1
    if reader.small[before] in {"dr", "prof", "herr", "herrn", "frau", "familie", "professor", "professorin", "doktor"}:
        return True
    return reader.is_joined(group.head) and (reader.opaque[before] or _is_name(reader, before))


def _is_named(reader: Reader, group: Group) -> bool:
    """Whether an article stands in front of a form of address: "ein Herr Thoma" is no "eine Dame Thoma"."""
    behind = group.noun + 1
    if reader.small[group.noun] not in {"herr", "herrn", "frau"} or group.stem not in {"ein", "d"}:
        return False
    return reader.is_joined(behind) and _is_name(reader, behind) and not reader.may_be_verb(behind)


def _is_sister(reader: Reader, group: Group) -> bool:
    """Whether it is what a nun or a nurse is called: "Schwester Maria", but not "meine Schwester Maria"."""
    behind = group.noun + 1
    if reader.small[group.noun] not in {"schwester", "bruder"} or group.article >= 0 or group.adjectives:
        return False
    return reader.is_joined(behind) and _is_name(reader, behind) and not reader.may_be_verb(behind)


def _is_name(reader: Reader, i: int) -> bool:
    return reader.is_noun(i) and not forms.readings(reader.forms[i]) and reader.small[i] != "beruf"


def _inherit(reader: Reader, group: Group, known: Mapping[int, Group]) -> None:
    """A bare noun behind "und" shares the number, the case and the troubles of the noun in front of it."""
    if group.article >= 0 or group.title >= 0:
        return
    first = group.first
    before = known.get(first - 2)
    if before is None or reader.at(first - 1) not in {"und", "oder", "sowie"} or before.gender != group.gender:
        return
    if before.problem:
        group.problem = before.problem
    shared = [one for one in group.fits if one in before.fits]
    if shared:
        group.fits = shared
        if before.article >= 0 and group.adjectives:
            group.problem = CASE


def _predicated(reader: Reader, group: Group, known: Mapping[int, Group]) -> str:
    """``sg`` for a bare noun right behind one person of its gender: "mein Vater Lehrer"."""
    before = known.get(group.first - 1)
    if (
        before is None
        or group.article >= 0
        or group.adjectives
        or before.gender != group.gender
        or not reader.is_joined(group.first)
    ):
        return ""
    return "sg" if before.numbers == {"sg"} else ""


def _number(reader: Reader, group: Group) -> str:
    """``sg`` or ``pl`` where the words around tell it, else empty."""
    first = group.first
    before = reader.at(first - 1) if reader.is_joined(first) and not reader.is_first(first) else ""
    if group.title >= 0:
        return "sg"
    if group.article >= 0:
        return _number_with_article(reader, group)
    if group.adjectives:
        ending = reader.small[group.adjectives[0]][-2:]
        is_behind_noun = reader.is_joined(first) and not reader.is_first(first) and reader.is_noun(first - 1)
        return "sg" if ending == "er" and not is_behind_noun else ""
    if reader.small[group.noun] != group.reading.spelled(group.gender, Form("sg", NOM), group.kind)[0].lower():
        return "sg" if before == "als" and not _has_plural(reader, group) else "pl"
    if before in {"als", "wie"} or reader.at(first - 1) == "beruf":
        return "" if _has_plural(reader, group) else "sg"
    if _is_before_name(reader, group.noun) and before not in {"und", "oder"}:
        return "sg"
    start, end = reader.clause(group.noun)
    for _ in range(3):
        # "Er wurde Lehrer, dann Rektor, schließlich Minister": the verb stands in front of a comma.
        if reader.is_first(start) or any(map(reader.number_at, range(start, end))):
            break
        start, _ = reader.clause(start - 1)
    if any(reader.small[j] in _SINGULAR_COPULAS for j in range(start, end)) and before not in forms.PREPOSITIONS:
        return "" if _has_plural(reader, group) else "sg"
    return "sg" if is_entry(reader, group) else ""


def _number_with_article(reader: Reader, group: Group) -> str:
    first, small = group.first, reader.small[group.article]
    if small.endswith("er"):
        # "der Lehrer" behind a noun may be many teachers' or one who does something.
        is_behind_noun = reader.is_joined(first) and not reader.is_first(first) and reader.is_noun(first - 1)
        return "" if is_behind_noun or group.preposition else "sg"
    if small.endswith("en"):
        if group.preposition in forms.ACCUSATIVE_PREPOSITIONS:
            return "sg"
        if group.preposition:
            return ""
        start, end = reader.clause(group.noun)
        return "" if any(is_giving(reader.small[j]) for j in range(start, end)) else "sg"
    return ""


def _has_plural(reader: Reader, group: Group) -> bool:
    """Whether the clause speaks of several persons, or to somebody politely."""
    start, end = reader.clause(group.noun)
    return any(
        reader.small[j] in FINITE_PLURAL
        or reader.small[j] in {"wir", "uns", "alle", "beide", "viele"}
        or (verb_number(reader.small[j]) == "p" and reader.at(j - 1) in {"sie", "die"} and reader.may_be_verb(j))
        for j in range(start, end)
    )


def _is_before_name(reader: Reader, i: int) -> bool:
    j = i + 1
    if j >= len(reader.small) or not reader.is_joined(j) or reader.may_be_verb(j) or "\n" in reader.gap(j):
        return False
    return reader.opaque[j] or (not reader.forms[j].isdigit() and not forms.readings(reader.forms[j]))


def _narrow_case(reader: Reader, group: Group, known: Mapping[int, Group]) -> None:
    results = {rendered(reader, group, one) for one in group.fits}
    if None in results:
        group.fits = [one for one in group.fits if rendered(reader, group, one) is not None]
        if not group.fits:
            group.problem = NO_FORM
            return
    if len(results) < 2:
        return
    case = _case(reader, group, known)
    narrowed = [one for one in group.fits if one.case in case]
    if not case or len({rendered(reader, group, one) for one in narrowed}) != 1:
        group.problem = CASE
        return
    group.fits = narrowed


def _case(reader: Reader, group: Group, known: Mapping[int, Group]) -> tuple[str, ...]:
    """The cases that a phrase can have in its sentence; empty where that cannot be told."""
    open_cases = {one.case for one in group.fits}
    if group.title >= 0:
        return (NOM,) if group.title_case == NOM else (ACC, DAT)
    if group.numbers == {"pl"}:
        return _plural_case(reader, group)
    if open_cases <= {DAT, GEN}:
        return _dative_or_genitive(reader, group, known)
    if group.article < 0 and not group.adjectives:
        return _bare_case(reader, group)
    if reader.at(group.first - 1) == "als" and reader.is_joined(group.first):
        return _bare_case(reader, group)
    if group.article < 0 and reader.small[group.first].startswith(("lieb", "geehrt", "verehrt", "wert")):
        return (NOM,)
    inherited = _apposition(reader, group, known) or _coordinated(reader, group, known)
    if inherited:
        return inherited
    if group.preposition:
        return (ACC,) if group.preposition in forms.TWO_WAY_PREPOSITIONS and DAT not in open_cases else ()
    answer = is_nominative(reader, group.first, group.noun)
    return () if answer is None else ((NOM,) if answer else (ACC,))


def _plural_case(reader: Reader, group: Group) -> tuple[str, ...]:
    if group.preposition:
        return ()
    start, end = reader.clause(group.noun)
    return () if any(is_giving(reader.small[j]) for j in range(start, end)) else (NOM, ACC, GEN)


def _dative_or_genitive(reader: Reader, group: Group, known: Mapping[int, Group]) -> tuple[str, ...]:
    first = group.first
    if group.preposition:
        return (GEN,) if group.preposition in forms.GENITIVE_PREPOSITIONS else (DAT,)
    start, end = reader.clause(group.noun)
    is_asked = any(is_giving(reader.small[j]) and reader.may_be_verb(j) for j in range(start, end))
    if reader.is_first(first) or not reader.is_joined(first):
        # "..., seiner Professorin zu widersprechen"
        is_object = reader.is_first(first) or (is_asked and first == start and reader.at(end - 2) == "zu")
        return _apposition(reader, group, known) or ((DAT,) if is_object else ())
    if reader.at(first - 1) in {"und", "oder", "sowie"}:
        return _coordinated(reader, group, known)
    if reader.is_noun(first - 1):
        # In front of the verb of a main clause there is one phrase: the second noun belongs to the first.
        is_in_front = (
            first > start + 1 and bool(verb_number(reader.at(group.noun + 1))) and reader.finite(start, first) < 0
        )
        is_name_of = reader.small[first - 1] == "namen" and reader.at(first - 2) == "im"
        return () if is_asked and not is_in_front and not is_name_of else (GEN,)
    return (DAT,)


def _bare_case(reader: Reader, group: Group) -> tuple[str, ...]:
    """A noun without article and adjective stands in its plain form, but takes the case of an object behind "als"."""
    first = group.first
    if reader.at(first - 1) != "als" or not reader.is_joined(first):
        return (NOM,)
    start, end = reader.clause(group.noun)
    objects = {"sie", "ihn", "frau", "herrn"}
    if "ich" not in reader.small[start:end]:
        objects.add("mich")
    around = (j for j in range(start, end) if not first <= j <= group.noun)
    has_object = any(reader.small[j] in objects and not _is_subject_like(reader, j, start) for j in around)
    if not has_object:
        return (NOM,)
    return (ACC,) if any(reader.small[j] in PRONOUN_SUBJECTS for j in range(start, end)) else ()


def _is_subject_like(reader: Reader, j: int, start: int) -> bool:
    if reader.small[j] == "sie":
        return resolve_sie(reader, j) != "object"
    if reader.small[j] != "frau":
        return False
    return j == start or reader.at(j - 1) in SUBORDINATORS or reader.at(j - 1) in COORDINATORS


_PRONOUN_CASES = {
    **dict.fromkeys(("ich", "du", "er", "wir"), NOM), **dict.fromkeys(("mich", "dich", "ihn"), ACC),
    **dict.fromkeys(("mir", "dir", "ihm", "ihnen"), DAT),
}  # fmt: skip


def _coordinated(reader: Reader, group: Group, known: Mapping[int, Group]) -> tuple[str, ...]:
    """The case of the phrase or pronoun in front of "und"; empty where another clause may begin behind it."""
    first = group.first
    if reader.at(first - 1) not in {"und", "oder", "sowie", "noch"}:
        return ()
    if verb_number(reader.at(group.noun + 1)) == "s" and NOM in {one.case for one in group.fits}:
        return ()
    pronoun = _PRONOUN_CASES.get(reader.at(first - 2))
    if pronoun is not None:
        return (pronoun,)
    title = reader.title_cases.get(first - 2)
    if title:
        return (NOM,) if title == NOM else ()
    before = known.get(first - 2)
    if before is None or before.problem:
        return ()
    cases = {one.case for one in before.fits}
    return tuple(cases) if len(cases) == 1 else ()


def _apposition(reader: Reader, group: Group, known: Mapping[int, Group]) -> tuple[str, ...]:
    """The case of the phrase in front of the comma, where this one stands between two commas and without a verb."""
    first = group.first
    if "," not in reader.gap(first) or first == 0:
        return ()
    _, end = reader.clause(group.noun)
    if any(reader.number_at(j) for j in range(group.noun + 1, end)):
        return ()
    before = known.get(first - 1)
    if reader.at(first - 1) in {"ich", "du", "er", "wir"}:
        return (NOM,)
    if first - 1 in reader.title_cases:
        case = reader.title_cases[first - 1]
        return (case,) if case and not (case == ACC and reader.small[first] == "eine") else ()
    if before is None or before.problem or before.gender != group.gender:
        return ()
    cases = {one.case for one in before.fits}
    return tuple(cases) if len(cases) == 1 else ()


def rendered(reader: Reader, group: Group, form: Form) -> tuple[tuple[int, str], ...] | None:
    """Index and new word, in small letters but for the noun, of every word of the phrase; None where there is none."""
    key = (form, group.stem)
    if key not in group.rendered:
        group.rendered[key] = _rendered(reader, group, form)
    return group.rendered[key]


def _rendered(reader: Reader, group: Group, form: Form) -> tuple[tuple[int, str], ...] | None:
    gender = FEMALE if group.gender == MALE else MALE
    spelled = group.reading.spelled(gender, form, group.kind)
    if not spelled:
        return None
    words: list[tuple[int, str]] = []
    if group.article >= 0:
        small = reader.small[group.article]
        if form.number == "pl":
            words.append((group.article, small))
        elif small in forms.CONTRACTED:
            words.append((group.article, {"zum": "zur", "zur": "zum", "beim": "bei der", "vom": "von der"}[small]))
        else:
            words.append((group.article, forms.determiner(group.stem, gender, form.case)))
    old = forms.adjective_ending(group.kind, group.gender, form)
    new = forms.adjective_ending(group.kind, gender, form)
    for j in group.adjectives:
        small = reader.small[j]
        words.append((j, small[: len(small) - len(old)] + new))
    words.append((group.noun, spelled[0]))
    return tuple(words)
