"""Gendered words of German free text: what changes, word by word, and what is left for a person.

Rules, no parser: sentences are read from articles, endings, neighbours and the verb. What these do not settle is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from fairdesk.domain.edits import LeftReason, Scan
from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps import german_pronouns as pronouns
from fairdesk.evaluations.swaps.german_cases import ARTICLE, CASE, NO_FORM, NUMBER, PLURAL, decide
from fairdesk.evaluations.swaps.german_forms import NOM
from fairdesk.evaluations.swaps.german_groups import Group, groups_of
from fairdesk.evaluations.swaps.german_marks import put_fields, put_marks
from fairdesk.evaluations.swaps.german_pairs import put_pairs
from fairdesk.evaluations.swaps.german_phrases import (
    BOTH,
    REASONS,
    UNKNOWN_PRONOUN,
    is_predicate,
    possessor,
    put_group,
    put_word,
)
from fairdesk.evaluations.swaps.german_relatives import RELATIVE, attach, relative_word
from fairdesk.evaluations.swaps.german_sentences import read
from fairdesk.evaluations.swaps.german_sie import POSSESSIVES, resolve_sie
from fairdesk.evaluations.swaps.german_superlatives import (
    put_appositions,
    put_one_of,
    put_one_of_them,
    put_superlatives,
)
from fairdesk.evaluations.swaps.german_text import Mention, Reader, verb_number
from fairdesk.evaluations.swaps.german_titles import (
    LEFT_BESIDE,
    Title,
    find_titles,
    leave_both,
    leave_unpaired,
    put_titles,
)
from fairdesk.evaluations.swaps.language import FEMALE, MALE, LanguageRules

_OBJECTS = {"ihn": "sie", "ihm": "ihr"}
_FIXED = {
    "seinerseits": "ihrerseits", "seinetwegen": "ihretwegen", "seinesgleichen": "ihresgleichen",
    "seinetwillen": "ihretwillen",
}  # fmt: skip
_PRONOUNS = frozenset(("er", "ihn", "ihm", "sie", *POSSESSIVES, *_FIXED, *_FIXED.values()))
_EINE = frozenset(("eine",))
_OWNERS = frozenset(("deren", "dessen"))
_NURSES = frozenset(("schwestern", "pfleger", "pflegern"))
_FIXED_BACK = {woman: man for man, woman in _FIXED.items()}


def scan_gender(text: str, extra: Sequence[str] = ()) -> Scan:
    """Every gendered word of a German text; see ``language.LanguageRules``. Never raises."""
    reader = read(text)
    if not reader.small:
        return Scan()
    put_pairs(reader, extra)
    leave_both(reader)
    put_fields(reader)
    put_one_of(reader)
    titles = find_titles(reader)
    reader.addresses_one = any(reader.at(i - 1).startswith(("geehrt", "lieb", "verehrt", "hallo")) for i in titles)
    known = _groups(reader, titles)
    leave_unpaired(reader, known)
    _pronouns_and_groups(reader, known)
    put_titles(reader, titles)
    _put_name_relatives(reader)
    put_superlatives(reader)
    put_one_of_them(reader)
    put_appositions(reader)
    put_marks(reader)
    _leave_owners(reader)
    by_start = attrgetter("start")
    return Scan(places=tuple(sorted(reader.places, key=by_start)), left=tuple(sorted(reader.left, key=by_start)))


def _groups(reader: Reader, titles: dict[int, Title]) -> dict[int, Group]:
    """All noun phrases with their forms decided, by the index of their nouns; they are mentioned to the reader."""
    known: dict[int, Group] = {}
    reader.title_cases.update({title.last: title.case for title in titles.values()})
    for group in groups_of(reader):
        if group.noun in titles or group.noun in reader.claimed:
            continue
        title = titles.get(group.head - 1)
        if title is not None and reader.is_joined(group.head):
            if title.gender != group.gender:
                continue
            group.title, group.title_case = title.at, title.case
            group.problem = "" if title.case else CASE
        known[group.noun] = group
    _find_pairs(reader, known)
    _find_contrasts(reader, known)
    for i in attach(reader, known, {title.last: title.gender for title in titles.values()}):
        reader.leave(i, i + 1, *REASONS[RELATIVE])
        reader.block("sentence", i, "m" if reader.small[i] in {"er", "ihn", "ihm"} else "f")
    for group in known.values():
        decide(reader, group, known)
        _match_title(reader, group, titles)
        _decide_relatives(reader, group)
        is_one = "sg" in group.numbers or (not group.numbers and group.problem != PLURAL)
        genders = group.gender if is_one else "p"
        if group.problem in {BOTH, NUMBER}:
            genders = "p" if group.problem == BOTH else "p" + genders
        is_person = genders == group.gender
        is_governed = bool(group.preposition) and not is_person
        is_oblique = is_person and bool(group.fits) and all(one.case != NOM for one in group.fits)
        reader.mention(Mention(group.noun, group.first, genders, is_person, is_governed, is_oblique=is_oblique))
    for title in titles.values():
        reader.mention(Mention(title.last, title.at, title.gender, True, False))
    return known


def _match_title(reader: Reader, group: Group, titles: dict[int, Title]) -> None:
    """In "meine Kollegin Frau Peters" noun and title change together or not at all."""
    title = titles.get(group.noun + 1)
    if title is None or not reader.is_joined(group.noun + 1) or title.gender != group.gender:
        return
    if group.problem or not title.case:
        group.problem = group.problem or CASE
        titles[title.at] = Title(title.at, title.last, title.gender, "")


def _find_pairs(reader: Reader, known: Mapping[int, Group]) -> None:
    """Studentinnen und Studenten, der Lehrer oder die Lehrerin: both sexes are named and both phrases are left."""
    before: Group | None = None
    for group in known.values():
        if before is not None and _are_counterparts(reader, before, group):
            between = [reader.small[k] for k in range(before.noun + 1, group.first)]
            is_linked = between in (["und"], ["oder"], ["bzw"], ["sowie"], []) and group.first - before.noun <= 2
            is_generic = not group.reading.noun.is_family or "sg" not in group.numbers
            if is_linked and (is_generic or between == ["oder"]) and reader.gap(group.first).count("\n") < 2:
                before.problem = group.problem = BOTH
        before = group


def _are_counterparts(reader: Reader, one: Group, other: Group) -> bool:
    """Lehrerin and Lehrer; nurses: Schwestern and Pfleger."""
    if one.gender == other.gender:
        return False
    is_nurses = {reader.small[one.noun], reader.small[other.noun]} <= _NURSES
    return is_nurses or one.reading.noun is other.reading.noun


def _find_contrasts(reader: Reader, known: Mapping[int, Group]) -> None:
    """Look for "die eine ..., die andere ...": articles without a noun agree with persons whose nouns are left, too."""
    contrasts = {
        reader.sentence_of[i]
        for i in reader.positions(_EINE)
        if reader.at(i - 1) in {"die", "der"} and verb_number(reader.at(i + 1))
    }
    for group in known.values() if contrasts else ():
        if reader.sentence_of[group.noun] in contrasts:
            group.problem = group.problem or CASE


def _decide_relatives(reader: Reader, group: Group) -> None:
    if group.problem or not group.relatives:
        return
    if any(relative_word(reader, group.gender, i) is None for i in group.relatives):
        group.problem = CASE


def _pronouns_and_groups(reader: Reader, known: Mapping[int, Group]) -> None:
    for group in known.values():
        if group.problem in {CASE, RELATIVE, ARTICLE, NO_FORM}:
            reader.block("sentence", group.noun, group.gender)
            if is_predicate(reader, group) or reader.at(group.first - 1) == "sich":
                reader.block("whole", group.noun, group.gender)
    firsts = {group.first: group for group in known.values()}
    for i in sorted({*firsts, *reader.positions(_PRONOUNS)}):
        found = firsts.get(i)
        if found is not None and not any(k in reader.claimed for k in range(i, found.noun + 1)):
            put_group(reader, found)
        if reader.small[i] in _PRONOUNS and i not in reader.claimed and not reader.opaque[i]:
            _pronoun(reader, i)


def _pronoun(reader: Reader, i: int) -> None:
    """A place for word ``i`` where it is a pronoun or possessive that means the person, or a line in the list."""
    small = reader.small[i]
    if small in {"er", "ihn", "ihm"}:
        _masculine(reader, i)
    elif small == "sie":
        _sie(reader, i)
    elif small in POSSESSIVES:
        _possessive(reader, i)
    elif small in _FIXED:
        _put_pronoun(reader, i, "possessive", _FIXED[small], MALE)
    elif small in _FIXED_BACK:
        if pronouns.meaning_of_possessive(reader, i, "ihr") == pronouns.PERSON:
            _put_pronoun(reader, i, "possessive", _FIXED_BACK[small], FEMALE)
        else:
            reader.leave(i, i + 1, LeftReason.AMBIGUOUS, UNKNOWN_PRONOUN)


def _put_pronoun(reader: Reader, i: int, slot: str, word: str, own: str) -> None:
    if reader.is_blocked(i, forms.MALE if own == MALE else forms.FEMALE):
        reader.leave(i, i + 1, LeftReason.NO_AGREEMENT, LEFT_BESIDE)
    else:
        put_word(reader, i, slot, word, own)
    reader.mention(Mention(i, i, forms.MALE if own == MALE else forms.FEMALE, True, False))


def _masculine(reader: Reader, i: int) -> None:
    small = reader.small[i]
    if reader.is_capital(i) and not reader.is_first(i) and not reader.is_shouted(i):
        advice = "A capital letter inside a sentence: this may be a name or a short form. Edit it by hand if it is not."
        reader.leave(i, i + 1, LeftReason.ORDINARY_WORD, advice)
        return
    if small == "er":
        meant, slot, word = pronouns.meaning_of_subject(reader, i, "m"), "subject pronoun", "sie"
    else:
        is_free_dative = small == "ihm" and not (reader.is_joined(i) and reader.at(i - 1) in forms.PREPOSITIONS)
        genders = "m" if small == "ihn" or is_free_dative else "mn"
        meant = pronouns.PERSON if is_free_dative else pronouns.meaning_of_object(reader, i, genders)
        slot, word = "object pronoun", _OBJECTS[small]
    if meant == pronouns.PERSON:
        _put_pronoun(reader, i, slot, word, MALE)
    else:
        _leave_pronoun(reader, i, forms.MALE)


def _sie(reader: Reader, i: int) -> None:
    if reader.is_capital(i) and not reader.is_first(i) and not reader.is_shouted(i):
        return
    role = resolve_sie(reader, i)
    if role == "several":
        reader.mention(Mention(i, i, "p", False, False))
        return
    meant = pronouns.UNKNOWN
    if role == "subject":
        meant = pronouns.meaning_of_subject(reader, i, "f")
    elif role == "object":
        meant = pronouns.meaning_of_object(reader, i, "fp")
    if meant == pronouns.PERSON:
        slot, word = ("subject pronoun", "er") if role == "subject" else ("object pronoun", "ihn")
        _put_pronoun(reader, i, slot, word, FEMALE)
    else:
        _leave_pronoun(reader, i, forms.FEMALE)


def _put_name_relatives(reader: Reader) -> None:
    """Places for relative pronouns behind names; without a title the form of the pronoun tells the gender."""
    for i, gender in reader.name_relatives.items():
        small = reader.small[i]
        found = gender or (forms.FEMALE if small in {"die", "deren"} else forms.MALE)
        word = relative_word(reader, found, i) if gender or small in {"die", "der"} else None
        if i in reader.claimed:
            continue
        if word is None:
            reader.leave(i, i + 1, *REASONS[RELATIVE])
        else:
            put_word(reader, i, "relative pronoun", word, MALE if found == forms.MALE else FEMALE)


def _leave_owners(reader: Reader) -> None:
    """List "deren" and "dessen" that are no relative pronouns: they agree with an owner whose word may have changed."""
    for i in reader.positions(_OWNERS):
        is_relative = "," in reader.gap(i) or ("," in reader.gap(i - 1) and reader.at(i - 1) in forms.PREPOSITIONS)
        if not is_relative and i not in reader.claimed and not reader.opaque[i]:
            reader.leave(i, i + 1, LeftReason.AMBIGUOUS, UNKNOWN_PRONOUN)


def _leave_pronoun(reader: Reader, i: int, gender: str) -> None:
    reader.leave(i, i + 1, LeftReason.AMBIGUOUS, UNKNOWN_PRONOUN)
    reader.block("clause", i, gender)


def _possessive(reader: Reader, i: int) -> None:
    small = reader.small[i]
    stem, ending = POSSESSIVES[small]
    own = MALE if stem == "sein" else FEMALE
    if not ending:
        is_possessive = pronouns.is_possessive_ihr(reader, i)
        if is_possessive is False:
            if small == "ihr":
                _dative_ihr(reader, i)
            return
        if is_possessive is None:
            reader.leave(i, i + 1, LeftReason.AMBIGUOUS, UNKNOWN_PRONOUN)
            return
    meant = possessor(reader, i, stem)
    if meant is None:
        reader.leave(i, i + 1, LeftReason.AMBIGUOUS, UNKNOWN_PRONOUN)
    elif meant:
        word = ("ihr" if stem == "sein" else "sein") + ending
        _put_pronoun(reader, i, "possessive", word, own)


def _dative_ihr(reader: Reader, i: int) -> None:
    if reader.is_capital(i) and not reader.is_first(i) and not reader.is_shouted(i):
        return
    is_prepositional = reader.is_joined(i) and reader.at(i - 1) in forms.PREPOSITIONS
    meant = pronouns.meaning_of_object(reader, i, "f") if is_prepositional else pronouns.PERSON
    if meant == pronouns.PERSON and not pronouns.is_second_person(reader, i):
        _put_pronoun(reader, i, "object pronoun", "ihm", FEMALE)
    else:
        reader.leave(i, i + 1, LeftReason.AMBIGUOUS, UNKNOWN_PRONOUN)


RULES = LanguageRules(
    language="de",
    title="German",
    covers=(
        "Herr, Herrn and Frau in front of names, with the salutation (Sehr geehrte Frau, Sehr geehrter Herr).",
        "er, ihn, ihm, sie, ihr and the possessives sein and ihr with all endings, where they mean one person.",
        "Nouns for one person with article, adjectives, case and relative pronoun: der junge Lehrer, die Lehrerin.",
        "Compounds of listed nouns (Klassenlehrerin), family (seine Mutter, ihr Vater), and feminine plurals.",
        "Participles as nouns for one person (der Angestellte, eine Angestellte); their plurals are the same for both.",
        "der Beste, die Beste; einer der besten Studenten, eine der besten Studentinnen; ich, die Jüngste.",
        "weiblich and männlich, the fields Geschlecht and Anrede, Damenmannschaft and the like, Liebe Jana.",
    ),
    leaves=(
        "Sie and Ihr as forms of address are never touched; at the beginning of a sentence the verb decides.",
        "Masculine plurals (die Studenten) are said of men and women; they are left and listed.",
        "sie, ihr and sein that may mean a thing or several persons are left and listed.",
        "Forms for both sexes (Student*in, er oder sie, Studentinnen und Studenten) are left and listed.",
        "A noun is left as a whole where number, case or a relative clause is not certain from the words around it.",
        "Nouns that are also family names are left behind a title or a first name (Herr Richter).",
        "Words for facts of one sex (schwanger, Zivildienst) and compounds like Frauenquote are left and listed.",
        "Nouns in small letters are left and listed; nouns for persons that no list has are not found.",
    ),
    scan_gender=scan_gender,
    determiners=forms.ALL_DETERMINERS,
)
