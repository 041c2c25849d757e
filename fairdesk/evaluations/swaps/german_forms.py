"""German inflection as far as swaps need it: nouns for persons, articles and their kin, endings of adjectives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from fairdesk.evaluations.swaps import german_words as lists
from fairdesk.evaluations.swaps.german_words import listed

NOM, ACC, DAT, GEN = "nom", "acc", "dat", "gen"
CASES = (NOM, ACC, DAT, GEN)
MALE, FEMALE = "m", "f"
"""Grammatical genders of the nouns; both are levels of the person too."""


class Form(NamedTuple):
    """Number (``sg`` or ``pl``) and case of a noun phrase."""

    number: str
    case: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """A masculine noun for persons and its feminine counterpart.

    Attributes:
        male, female: Form of a phrase to the spellings of the noun there, the usual one first; a form without a
            spelling (Kauffrau has no plural of its own) is missing.
        is_family: Its plural names one sex only.
        stem: Of an adjective or participle that is a noun: Angestellt; empty for every other noun, and there ``male``
            and ``female`` are empty.
    """

    male: dict[Form, tuple[str, ...]]
    female: dict[Form, tuple[str, ...]]
    is_family: bool = False
    stem: str = ""

    def forms(self, gender: str) -> dict[Form, tuple[str, ...]]:
        """Spellings of the gender ``m`` or ``f``."""
        return self.male if gender == MALE else self.female


class Reading(NamedTuple):
    """One way to read a word as a noun: its gender there, and what stands in front of the head of a compound.

    ``fits`` are the forms in which it is spelled like the word; empty for participles, where the determiner tells.
    """

    noun: Noun
    gender: str
    prefix: str
    fits: tuple[Form, ...] = ()

    def spelled(self, gender: str, form: Form, kind: str = "strong") -> tuple[str, ...]:
        """Spellings behind a determiner of a kind; empty where there is no such form."""
        if self.noun.stem:
            return (self.noun.stem + adjective_ending(kind, gender, form),)
        found = self.noun.forms(gender).get(form, ())
        return tuple(self.prefix + one.lower() for one in found) if self.prefix else found

    def possible(self) -> tuple[Form, ...]:
        """Every form that the word can have in its gender."""
        return _ALL_FORMS if self.noun.stem else tuple(self.noun.forms(self.gender))


def _noun(columns: tuple[str, str, str, str, str], weak: str = "", *, is_family: bool = False) -> Noun:
    """A noun of its masculine nominative, genitives, plural, feminine nominative and plural; ``-`` is no plural."""
    name, genitives, plural, woman, women = columns
    oblique = weak or name
    male: dict[Form, tuple[str, ...]] = {
        Form("sg", NOM): (name,),
        Form("sg", ACC): (oblique,),
        Form("sg", DAT): (oblique,),
        Form("sg", GEN): tuple(genitives.split(",")),
    }
    female: dict[Form, tuple[str, ...]] = {Form("sg", case): (woman,) for case in CASES}
    if plural != "-":
        dative = plural if plural.endswith(("n", "s")) else plural + "n"
        dative_female = women if women.endswith(("n", "s")) else women + "n"
        for case in CASES:
            male[Form("pl", case)] = (dative if case == DAT else plural,)
            female[Form("pl", case)] = (dative_female if case == DAT else women,)
    return Noun(male=male, female=female, is_family=is_family)


def _nouns() -> list[Noun]:
    found: list[Noun] = []
    for name in lists.ER_NOUNS.split():
        # Zauberer, Zauberin; Lehrer, Lehrerin.
        front = name[:-2] if name.endswith("erer") else name
        found.append(_noun((name, name + "s", name, front + "in", front + "innen")))
    for name in lists.WEAK_NOUNS.split():
        found.append(_noun((name, name + "en", name + "en", name + "in", name + "innen"), name + "en"))
    for name in lists.WEAK_E_NOUNS.split():
        found.append(_noun((name, name + "n", name + "n", name[:-1] + "in", name[:-1] + "innen"), name + "n"))
    for name in lists.EUR_NOUNS.split():
        found.append(_noun((name, name + "s", name + "e", name + "in", name + "innen")))
    for name in lists.OR_NOUNS.split():
        found.append(_noun((name, name + "s", name + "en", name + "in", name + "innen")))
    for table, is_family in ((lists.OTHER_NOUNS, False), (lists.FAMILY_NOUNS, True)):
        for line in table.strip().splitlines():
            name, genitives, plural, woman, women = line.split()
            weak = genitives.split(",")[0]
            is_weak = weak.endswith("n") and name not in {"Cousin"} and plural.endswith("n")
            columns = (name, genitives, plural, woman, women)
            found.append(_noun(columns, weak if is_weak else "", is_family=is_family))
    return found


@cache
def _index() -> dict[str, list[Reading]]:
    """Every spelling in small letters to its readings."""
    index: dict[str, list[Reading]] = {}
    for noun in _nouns():
        for gender in (MALE, FEMALE):
            spellings = {one for forms in noun.forms(gender).values() for one in forms}
            for spelling in spellings:
                index.setdefault(spelling.lower(), []).append(Reading(noun, gender, ""))
    for small, counterpart in lists.ONE_WAY.items():
        noun = next(one.noun for one in index[counterpart.lower()] if one.gender == MALE)
        feminine = small.capitalize()
        women = feminine + ("nen" if feminine.endswith("in") else "n")
        female: dict[Form, tuple[str, ...]] = {
            form: (feminine if form.number == "sg" else women,) for form in noun.male
        }
        alone = Noun(male=noun.male, female=female)
        for spelling in (feminine, women):
            index.setdefault(spelling.lower(), []).append(Reading(alone, FEMALE, ""))
    return index


@cache
def _heads() -> dict[str, list[Reading]]:
    """Spellings that count at the end of longer words."""
    barred = {
        spelling.lower()
        for word in lists.NO_COMPOUNDS
        for reading in _index().get(word, ())
        for forms in (*reading.noun.male.values(), *reading.noun.female.values())
        for spelling in forms
    }
    return {spelling: readings for spelling, readings in _index().items() if spelling not in barred}


@lru_cache(maxsize=32768)
def readings(word: str) -> tuple[Reading, ...]:
    """Every way to read a word, as written, as a noun for a person; empty for a word that is none."""
    return _fitted(_read(word), word.lower())


def _fitted(found: tuple[Reading, ...], small: str) -> tuple[Reading, ...]:
    return tuple(
        one._replace(
            fits=tuple(
                form for form in one.possible() if any(own.lower() == small for own in one.spelled(one.gender, form))
            )
        )
        for one in found
    )


@lru_cache(maxsize=32768)
def may_name_person(word: str) -> bool:
    """Whether a word, as written, is a noun for a person or a participle that may be one."""
    return bool(readings(word) or nominalised(word))


def _read(word: str) -> tuple[Reading, ...]:
    small = word.lower()
    direct = _index().get(small)
    if direct is not None:
        return tuple(direct)
    if len(word) > 60 or any(small.startswith(one) and len(small) - len(one) < 4 for one in lists.NO_PERSONS):
        return ()
    shortest = 2 if small.startswith(("ex", "co", "ko", "ur")) else 3
    for length in range(len(small) - shortest, 3, -1):
        found = _heads().get(small[-length:])
        if found:
            prefix = word[:-length] if word != word.upper() else small[:-length].capitalize()
            return tuple(Reading(one.noun, one.gender, prefix) for one in found)
    return _built(word, small)


_FEMALE_ENDINGS = (
    ("ologin", "e"), ("agogin", "e"), ("istin", "en"), ("entin", "en"), ("antin", "en"), ("nautin", "en"),
    ("orin", "or"), ("eurin", "e-plural"), ("erin", "er"),
)  # fmt: skip
_MALE_ENDINGS = (("ologe", "e"), ("ist", "en"), ("iker", "er"), ("eur", "e-plural"))
_NO_PERSON_ENDINGS = ("eist", "rist", "klassiker", "malheur", "interieur", "exterieur", "twist", "dickicht")


def _built(word: str, small: str) -> tuple[Reading, ...]:
    """A reading of a noun that no list has but whose ending nearly always makes one: Konditorin, Finalist."""
    if len(small) < 7 or small.endswith(_NO_PERSON_ENDINGS):
        return ()
    word = word if word != word.upper() else small.capitalize()
    for ending, kind in _FEMALE_ENDINGS:
        if small.endswith(ending):
            name = word[:-2] + ("e" if kind == "e" else "")
            return (Reading(_of_kind(name, word, kind), FEMALE, ""),)
    for ending, kind in _MALE_ENDINGS:
        if small.endswith(ending):
            woman = (word[:-1] if kind == "e" else word) + "in"
            return (Reading(_of_kind(word, woman, kind), MALE, ""),)
    return ()


def built_of(word: str) -> tuple[Reading, ...]:
    """A word in -er read as a masculine noun for a person: Wiener."""
    word = word if word != word.upper() else word.capitalize()
    return _fitted((Reading(_of_kind(word, word + "in", "er"), MALE, ""),), word.lower())


def _of_kind(name: str, woman: str, kind: str) -> Noun:
    women = woman + "nen"
    if kind == "en":
        return _noun((name, name + "en", name + "en", woman, women), name + "en")
    if kind == "e":
        return _noun((name, name + "n", name + "n", woman, women), name + "n")
    plural = {"or": name + "en", "er": name, "e-plural": name + "e"}[kind]
    return _noun((name, name + "s", plural, woman, women))


_ALL_FORMS = tuple(Form(number, case) for number in ("sg", "pl") for case in CASES)


@lru_cache(maxsize=1024)
def nominalised(word: str) -> tuple[Reading, ...]:
    """Both readings of a listed adjective or participle as a noun: Angestellte, Vorsitzender; empty for others."""
    small = word.lower()
    ending = next((one for one in ("er", "en", "em", "e") if small.endswith(one)), "")
    if not ending or small[: -len(ending)] not in lists.NOMINALISED:
        return ()
    stem = word[: -len(ending)] if word != word.upper() else small[: -len(ending)].capitalize()
    noun = Noun(male={}, female={}, stem=stem)
    return Reading(noun, MALE, ""), Reading(noun, FEMALE, "")


_DEFINITE = {
    MALE: ("der", "den", "dem", "des"),
    FEMALE: ("die", "die", "der", "der"),
    "pl": ("die", "die", "den", "der"),
}
_FULL = {MALE: ("er", "en", "em", "es"), FEMALE: ("e", "e", "er", "er"), "pl": ("e", "e", "en", "er")}
_MIXED = {MALE: ("", "en", "em", "es"), FEMALE: ("e", "e", "er", "er"), "pl": ("e", "e", "en", "er")}
_FULL_STEMS = ("dies", "jed", "jen", "welch", "manch", "solch", "jedwed", "sämtlich", "all")
_MIXED_STEMS = ("ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer", "irgendein")
_JOINED_STEMS = ("jenige", "selbe")
POSSESSIVE_STEMS = ("sein", "ihr")


class Determiner(NamedTuple):
    """An article or its kin, read with one gender or the plural and one case.

    ``kind`` is ``full`` (adjectives behind it take weak endings), ``mixed``; ``stem`` is what stays in every form.
    """

    stem: str
    kind: str
    gender: str
    case: str


def _spell(stem: str, gender: str, case: str) -> str:
    at = CASES.index(case)
    if stem == "d":
        return _DEFINITE[gender][at]
    if stem in _JOINED_STEMS:
        ends_plain = case == NOM or (case == ACC and gender == FEMALE)
        return _DEFINITE[gender][at] + stem + ("" if ends_plain and gender != "pl" else "n")
    if stem in _FULL_STEMS:
        return stem + _FULL[gender][at]
    ending = _MIXED[gender][at]
    return ("eur" if stem == "euer" and ending else stem) + ending


@cache
def _determiners() -> dict[str, list[Determiner]]:
    table: dict[str, list[Determiner]] = {}
    for stem in ("d", *_JOINED_STEMS, *_FULL_STEMS, *_MIXED_STEMS):
        kind = "mixed" if stem in _MIXED_STEMS else "full"
        for gender in (MALE, FEMALE, "pl"):
            if gender == "pl" and stem in {"ein", "irgendein", "jed", "jedwed"}:
                continue
            for case in CASES:
                table.setdefault(_spell(stem, gender, case), []).append(Determiner(stem, kind, gender, case))
    return table


CONTRACTED = {"zum": ("zu", MALE), "beim": ("bei", MALE), "vom": ("von", MALE), "zur": ("zu", FEMALE)}
"""Preposition and dative article in one word."""

OTHER_CONTRACTED = {"im": "in", "am": "an", "ans": "an", "ins": "in", "fürs": "für", "aufs": "auf", "ums": "um"}
"""Contractions that never stand before a feminine noun, and their prepositions."""


def determiners_of(small: str) -> list[Determiner]:
    """Every reading of a word as a determiner; empty for a word that is none."""
    return _determiners().get(small, [])


def determiner(stem: str, gender: str, case: str) -> str:
    """The form of a determiner for a gender (``m``, ``f`` or ``pl``) and a case."""
    return _spell(stem, gender, case)


ALL_DETERMINERS = frozenset((*_determiners(), *CONTRACTED, "das", "dasselbe", "dasjenige", "dieses", "jenes", "jedes"))


@cache
def adjective_ending(kind: str, gender: str, form: Form) -> str:
    """Ending of an adjective behind a ``full``, ``mixed`` or no (``strong``) determiner, gender ``m`` or ``f``."""
    if form.number == "pl":
        if kind == "strong":
            return _FULL["pl"][CASES.index(form.case)]
        return "en"
    if kind == "strong":
        if form.case == GEN and gender == MALE:
            return "en"
        return _FULL[gender][CASES.index(form.case)]
    if gender == FEMALE:
        return "e" if form.case in {NOM, ACC} else "en"
    if form.case != NOM:
        return "en"
    return "e" if kind == "full" else "er"


DATIVE_PREPOSITIONS = listed("mit von bei zu nach aus seit gegenüber außer ab laut dank nebst samt zuliebe")
ACCUSATIVE_PREPOSITIONS = listed("für durch ohne gegen um bis")
GENITIVE_PREPOSITIONS = listed(
    "wegen während trotz statt anstatt aufgrund mithilfe anhand bezüglich hinsichtlich innerhalb außerhalb seitens "
    "zugunsten infolge angesichts anlässlich mittels namens ungeachtet"
)
TWO_WAY_PREPOSITIONS = listed("an auf in neben vor hinter unter über zwischen")
PREPOSITIONS = DATIVE_PREPOSITIONS | ACCUSATIVE_PREPOSITIONS | GENITIVE_PREPOSITIONS | TWO_WAY_PREPOSITIONS
GOVERNING = PREPOSITIONS | set(CONTRACTED) | set(OTHER_CONTRACTED)
"""Prepositions, alone or in one word with an article."""


@cache
def cases_behind(preposition: str) -> frozenset[str]:
    """The cases that a preposition can govern; all four where the word is none."""
    if preposition in DATIVE_PREPOSITIONS or preposition in CONTRACTED:
        return frozenset({DAT})
    if preposition in ACCUSATIVE_PREPOSITIONS:
        return frozenset({ACC})
    if preposition in GENITIVE_PREPOSITIONS:
        return frozenset({GEN, DAT}) if preposition in {"wegen", "trotz", "statt"} else frozenset({GEN})
    if preposition in TWO_WAY_PREPOSITIONS:
        return frozenset({ACC, DAT})
    return frozenset(CASES)


@cache
def article_genders(small: str, is_governed: bool) -> str:
    """Genders, of ``m f n p``, that a determiner in small letters leaves for its noun; ``is_governed``: no subject."""
    plain = {"die": "fp", "das": "n", "den": "mp", "dem": "mn", "des": "mn", "der": "fp" if is_governed else "mf"}
    if small in plain:
        return plain[small]
    if small in CONTRACTED:
        return "f" if CONTRACTED[small][1] == FEMALE else "mn"
    is_indefinite = small.startswith(("ein", "irgendein"))
    is_mixed = any(one.kind == "mixed" for one in determiners_of(small))
    for ending, genders in (("em", "mn"), ("en", "m" if is_indefinite else "mp"), ("es", "mn")):
        if small.endswith(ending):
            return genders
    if small.endswith("er") and small not in {"unser", "euer"}:
        return ("f" if is_indefinite else "fp") if is_mixed or is_governed else "mf"
    if small.endswith("e"):
        return "f" if is_indefinite or small in {"jede"} else "fp"
    return "mn"
