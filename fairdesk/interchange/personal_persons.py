"""Which names of a text are one person's, which person the text is about, and what may stand where each is named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.case_hints import CaseHint, HintKind
from fairdesk.interchange.personal_words import NO_NAMES

NAME = "{name}"
SURNAME = "{surname}"
WHOLE = "{name} {surname}"
TURNED = "{surname}, {name}"
"""A given name, a surname, both, and both as lists and forms write them, of the person whom a text is about."""

MOST_NAMES = 200
"""Words of names that are looked for again in the rest of a text."""

LONGEST_HEADING = 120
SIGNED_WITHIN = 160
"""Characters of a first line that is a heading, and those at the end in which a name alone on its line signs."""


class Way(Enum):
    """How a name was found; from the first three to ``PLAIN`` it says less and less of whom a text is about."""

    FIELD = "field"
    SIGNED = "signed"
    INTRODUCED = "introduced"
    HEADING = "heading"
    PLAIN = "plain"
    TITLED = "titled"
    OTHER_FIELD = "other field"
    ADDRESSED = "addressed"
    FORMALLY_ADDRESSED = "formally addressed"


@dataclass(frozen=True, slots=True)
class FoundName:
    """One place of a name, parted; particles are left out of the parts.

    Attributes:
        given: Given names, in the order of the text; a lone name may be here though it is a surname.
        is_part: A field of a form that asked for this part alone; the other part stands in another field.
    """

    start: int
    end: int
    given: tuple[str, ...]
    surnames: tuple[str, ...]
    way: Way
    is_part: bool = False


@dataclass(slots=True)
class _Person:
    """Somebody whom a text names."""

    start: int
    given: dict[str, None] = field(default_factory=dict)
    surnames: dict[str, None] = field(default_factory=dict)
    wholes: dict[str, str] = field(default_factory=dict)
    ways: set[Way] = field(default_factory=set)
    n_places: int = 0


_REFERENCE_HEADING = re.compile(
    r"recommendation|\breference\b|testimonial|empfehlung|gutachten|zeugnis|recommandation|recomendación|referencia",
    re.IGNORECASE,
)
_RECOMMENDS = re.compile(
    r"\brecommend(?:ing)? (?:him|her|them|M(?:r|s|rs|iss)\b|this|our|my)\b|\bempfehlen? (?:ich|wir|ihn|sie)\b"
    r"|\b(?:je|nous) (?:vous |le |la |les )?recommand|\brecom(?:iendo|endamos)\b",
    re.IGNORECASE,
)
_RECOMMENDING_STEMS = ("recom", "empfehl")
_RECOMMENDED = re.compile(r"(?:recommend|recommending|empfehlen?|recommande|recomiendo a|recomendamos a) $")
_MAIN_HOLDER = re.compile(r"\{(?:name|surname)\}")
_OTHERS = re.compile(r"\[name(?: (\d{1,6}))? removed\]")


def name_hints(text: str, found: Sequence[FoundName], language: str) -> Iterator[CaseHint]:
    """A hint wherever a found name stands, whole or a part of it; some overlap.

    Args:
        found: In the order of the text.
        language: In German a surname is found with the ``s`` of the genitive, too.
    """
    if not found:
        return
    persons = _persons(text, found)
    places = _places(text, found, persons, language)
    for person in persons:
        person.n_places = max(
            (len(places.get(part, ())) for part in (*person.given, *person.surnames, *person.wholes)), default=0
        )
    main = _main(text, persons)
    for words, holder in _holders(text, persons, main).items():
        for start, end in places.get(words, ()):
            yield CaseHint(kind=HintKind.NAMES, start=start, end=end, words=text[start:end], place_holder=holder)


def _persons(text: str, found: Sequence[FoundName]) -> list[_Person]:
    """Everybody who is named, in the order of the text; whole names first tell whom a part belongs to."""
    persons: list[_Person] = []
    known: dict[tuple[str, str], _Person] = {}
    form: dict[str, _Person] = {}
    for name in sorted(found, key=lambda name: (not (name.given and name.surnames), _is_initial(name), name.start)):
        keys = _keys(name)
        person = next((known[key] for key in keys if key in known), None)
        if person is None and name.is_part:
            # A form asks for one part after the other: a given name goes with the surname that still lacks one.
            person = form.pop("given" if name.surnames else "surname", None)
            if person is None:
                person = form["surname" if name.surnames else "given"] = _Person(name.start)
                persons.append(person)
        elif person is None:
            person = _Person(name.start)
            persons.append(person)
        _add(person, text, name)
        for key in (*keys, *_part_keys(name)):
            known.setdefault(key, person)
    return sorted(persons, key=lambda person: person.start)


def _is_initial(name: FoundName) -> bool:
    return bool(name.given) and name.given[0].endswith(".")


def _keys(name: FoundName) -> list[tuple[str, str]]:
    """What a name is known by: given name and surname together, or the part alone."""
    if not name.given or not name.surnames:
        alone = [part.casefold() for part in (*name.surnames, *name.given)]
        return [*((part, "") for part in alone[:1] if name.given), *(("", part) for part in alone[:1])]
    first = name.given[0].casefold()
    forms = dict.fromkeys((first, first.split("-")[0], first[0] + "."))
    is_initial = first.endswith(".")
    return [
        (form, surname.casefold())
        for form in forms
        for surname in name.surnames
        if is_initial or not form.endswith(".")
    ]


def _part_keys(name: FoundName) -> Iterator[tuple[str, str]]:
    for surname in name.surnames:
        yield "", surname.casefold()
        if name.given:
            yield name.given[0].casefold()[0] + ".", surname.casefold()
    for given in name.given:
        yield given.casefold(), ""
        yield given.casefold().split("-")[0], ""


def _add(person: _Person, text: str, name: FoundName) -> None:
    person.start = min(person.start, name.start)
    words = text[name.start : name.end]
    if name.given and name.surnames:
        is_turned = "," in words
        person.wholes[words] = TURNED if is_turned else WHOLE
        person.given.update(dict.fromkeys(name.given))
        person.surnames.update(dict.fromkeys(name.surnames))
    elif name.surnames or name.given[0] in person.surnames:
        person.surnames.update(dict.fromkeys(name.surnames or name.given))
        person.wholes.setdefault(words, SURNAME)
    else:
        person.given.update(dict.fromkeys(name.given))
        person.wholes.setdefault(words, NAME)
    person.ways |= {name.way, *_further_ways(text, name)}


def _further_ways(text: str, name: FoundName) -> Iterator[Way]:
    """What the line of a name says of it: a heading, a signature without a greeting, a recommendation."""
    line_start = text.rfind("\n", max(0, name.start - LONGEST_HEADING), name.start) + 1
    line_end = text.find("\n", name.end, name.end + LONGEST_HEADING)
    before = text[line_start : name.start]
    is_first = not text[: min(line_start, LONGEST_HEADING)].strip() and line_start < LONGEST_HEADING
    if is_first:
        line = text[line_start:line_end].rstrip()
        if line_end > 0 and line_end - line_start <= LONGEST_HEADING and line[-1] not in ".,;:!?":
            yield Way.HEADING
    elif len(text) - name.end <= SIGNED_WITHIN and len(before.split()) <= 2 and before[-1:] in ("", " ", "\t"):
        behind = text[name.end : line_end if line_end >= 0 else None]
        if not behind.strip(" \t\r.,") and not set(",;:!?") & set(before):
            yield Way.SIGNED
    if _RECOMMENDED.search(text, max(0, name.start - 20), name.start):
        yield Way.HEADING


def _places(
    text: str, found: Sequence[FoundName], persons: Sequence[_Person], language: str
) -> dict[str, list[tuple[int, int]]]:
    """Where every name and every part of one stands, whole words only."""
    places: dict[str, list[tuple[int, int]]] = {}
    for name in found:
        places.setdefault(text[name.start : name.end], []).append((name.start, name.end))
    wanted = dict.fromkeys(
        words
        for person in persons
        for words in (*person.wholes, *filter(_is_telling, _pieces((*person.given, *person.surnames))))
    )
    for words in list(wanted)[:MOST_NAMES]:
        there = set(places.get(words, ()))
        for form in (words, words.upper()) if words != words.upper() else (words,):
            there |= set(_standing(text, form, language == "de"))
        places[words] = sorted(there)
    return places


def _standing(text: str, words: str, has_genitive: bool) -> Iterator[tuple[int, int]]:
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        behind = text[end : end + 2]
        if has_genitive and behind[:1] == "s" and words[-1] != "s":
            behind = behind[1:]
        if not _is_joined(text[max(0, start - 1) : start] + behind[:1]):
            yield start, end
        start = text.find(words, end)


def _is_joined(beside: str) -> bool:
    """Whether a character beside a name makes it a part of a longer word, an address or a place-holder."""
    return any(character.isalnum() or character in "_@{}-" for character in beside)


def _pieces(words: Sequence[str]) -> Iterator[str]:
    """The words, and those that a hyphen joins: ``Anna`` of ``Anna-Maria``."""
    for word in words:
        yield word
        if "-" in word:
            yield from word.split("-")


def _is_telling(word: str) -> bool:
    return len(word) > 2 and word[0].isupper() and not word.endswith(".") and word not in NO_NAMES


def _main(text: str, persons: Sequence[_Person]) -> _Person | None:
    """Whom the text is about: by a field, a signature, an introduction or a heading, else named most often, else first.

    Who signs or introduces himself in a letter of reference recommends somebody else. Somebody addressed with a title
    is not meant, and somebody addressed at all only where nobody else is named. None where a place-holder stands for
    the person already and nothing shows that somebody else of the text is the same.
    """
    is_reference = _is_reference(text)
    speaks = (Way.SIGNED, Way.INTRODUCED)
    for way in (Way.FIELD, *(() if is_reference else speaks), Way.HEADING):
        shown = [
            person
            for person in persons
            if way in person.ways
            and not (way is Way.HEADING and Way.FORMALLY_ADDRESSED in person.ways)
            and not (is_reference and person.ways.intersection(speaks) and way is not Way.FIELD)
        ]
        if shown:
            return shown[0] if way is Way.FIELD else max(shown, key=lambda person: (person.n_places, -person.start))
    if _MAIN_HOLDER.search(text):
        return None
    excluded = {Way.FORMALLY_ADDRESSED, Way.OTHER_FIELD, *(speaks if is_reference else ())}
    left = [person for person in persons if not person.ways & excluded]
    left = [person for person in left if Way.ADDRESSED not in person.ways] or left
    return max(left, key=lambda person: (person.n_places, -person.start), default=None)


def _is_reference(text: str) -> bool:
    """Whether a text is a letter in which somebody recommends somebody else."""
    if _REFERENCE_HEADING.search(text[:LONGEST_HEADING]):
        return True
    low = text.lower()
    return any(stem in low for stem in _RECOMMENDING_STEMS) and _RECOMMENDS.search(text) is not None


def _holders(text: str, persons: Sequence[_Person], main: _Person | None) -> dict[str, str]:
    """For every name and part what may stand there; what several persons share is the main one's, else the first's."""
    holders: dict[str, str] = {}
    if main is not None:
        holders |= main.wholes
        for parts, holder in ((main.surnames, SURNAME), (main.given, NAME)):
            for piece in _pieces(tuple(parts)):
                holders.setdefault(piece, holder)
    n_others = max((int(found[1] or 1) for found in _OTHERS.finditer(text)), default=0) if "[name" in text else 0
    for person in persons:
        if person is main:
            continue
        n_others += 1
        holder = "[name removed]" if n_others == 1 else f"[name {n_others} removed]"
        for piece in (*person.wholes, *_pieces((*person.given, *person.surnames))):
            holders.setdefault(piece, holder)
    return holders
