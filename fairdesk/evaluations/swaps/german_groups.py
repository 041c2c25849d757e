"""Noun phrases for persons in German: the article, the adjectives and the noun that are changed together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import compress

from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps.german_forms import DAT, GEN, Form, Reading
from fairdesk.evaluations.swaps.german_text import (
    COPULAS,
    COUNTED,
    Mention,
    Reader,
    is_adverb,
    thing_genders,
    verb_number,
)
from fairdesk.evaluations.swaps.german_words import (
    ENGLISH_HEADS,
    FINITE,
    FINITE_PLURAL,
    NAMED_STEMS,
    NO_ADJECTIVES,
    PERSON_GROUPS,
    TIMES,
    listed,
)

LONGEST_PHRASE = 9
"""Words between an article and its noun, at most."""
PHRASE_ENDINGS = ("e", "er", "en", "em", "es")
_LINE_MARKS = re.compile(r"[\n\r]|\A\Z|[:|\u2022\u2013\u2014-]\s*\Z")
_OUTER = listed("ein eine einen einem einer eines kein keine keinen keinem keiner keines")
_TRADES = listed(
    "gebürtiger gelernter angehender ausgebildeter geborener anerkannter geprüfter leidenschaftlicher gebürtige "
    "gebürtigen gelernte gelernten angehende angehenden"
)
"""Adjectives behind which a noun in -er is a person though no list has it."""


@dataclass(slots=True)
class Group:
    """A noun for a person with the words that agree with it.

    Attributes:
        noun: Index of the noun; ``head`` that of its first part where hyphens stand in it.
        reading: How the noun is read; ``gender`` is its own, ``m`` or ``f``.
        article: Index of its determiner; -1 for none. ``stem`` and ``kind`` are its own (``forms.Determiner``), the
            kind ``strong`` where there is none.
        adjectives: Indices of inflected adjectives, in order.
        fits: Forms that all its words can have.
        preposition: The one that governs it, in small letters; empty for none.
        title: Index of Herr, Herrn or Frau in front of it; -1 for none. ``title_case`` is its case, empty: unknown.
        relatives: Indices of relative pronouns that mean it.
        problem: Why it must be left; empty for none.
        rendered: Form and stem of the article to the words of the phrase in the other gender, as far as asked for.
    """

    noun: int
    head: int
    reading: Reading
    gender: str
    article: int = -1
    stem: str = ""
    kind: str = "strong"
    adjectives: list[int] = field(default_factory=list)
    fits: list[Form] = field(default_factory=list)
    preposition: str = ""
    title: int = -1
    title_case: str = ""
    relatives: list[int] = field(default_factory=list)
    problem: str = ""
    rendered: dict[tuple[Form, str], tuple[tuple[int, str], ...] | None] = field(default_factory=dict)

    @property
    def first(self) -> int:
        """Index of the first word of the phrase."""
        if self.article >= 0:
            return self.article
        return self.adjectives[0] if self.adjectives else self.head

    @property
    def numbers(self) -> set[str]:
        """The numbers that it can have: some of ``sg`` and ``pl``."""
        return {one.number for one in self.fits}


def group_at(reader: Reader, i: int) -> Group | None:
    """The noun phrase whose noun is word ``i``; None where that is no noun for a person."""
    if not reader.is_capital(i) or reader.opaque[i]:
        return None
    found = forms.readings(reader.forms[i])
    if not found and reader.at(i - 1) in _TRADES and reader.small[i].endswith("er") and reader.is_joined(i):
        found = forms.built_of(reader.forms[i])
    is_nominalised = not found
    if is_nominalised:
        follows = i + 1 < len(reader.small) and reader.is_joined(i + 1) and reader.is_noun(i + 1)
        if follows and (reader.small[i + 1] in {"herr", "herrn", "frau"} or _is_before_name(reader, i)):
            follows = False
        found = () if follows else forms.nominalised(reader.forms[i])
    if not found or _goes_on(reader, i) or (reader.at(i + 1) in ENGLISH_HEADS and reader.is_joined(i + 1)):
        return None
    head = i
    while head and reader.gap(head) in {"-", "\u2010", "\u2011"} and i - head < 4:
        head -= 1
    best: Group | None = None
    for reading in found:
        group = _read(reader, i, head, reading)
        if best is None or _rank(group) > _rank(best):
            best = group
    return None if is_nominalised and best is not None and not _is_one(reader, best) else best


def _is_before_name(reader: Reader, i: int) -> bool:
    """Whether a participle stands in front of its person's name: "die Auszubildende Sarah Beck"."""
    stem = reader.small[i].removesuffix("n").removesuffix("r").removesuffix("e")
    name = i + 1
    is_thing = thing_genders(reader.small[name]) or reader.small[name] in PERSON_GROUPS
    return stem.endswith(NAMED_STEMS) and not is_thing and not forms.readings(reader.forms[name])


def _rank(group: Group) -> tuple[bool, bool, bool]:
    """What makes one reading better than another: it fits, its determiner too, and as one person."""
    return bool(group.fits), bool(group.fits) and group.article >= 0, "sg" in group.numbers


def _is_one(reader: Reader, group: Group) -> bool:
    """Whether a participle as a noun stands for one person: its plural is the same for both sexes and stays."""
    if "sg" not in group.numbers:
        return False
    if group.article >= 0:
        return True
    if is_entry(reader, group) and not reader.small[group.noun].startswith("studierend"):
        return True
    if group.problem or reader.is_first(group.noun):
        return False
    start, end = reader.clause(group.noun)
    return reader.at(group.first - 1) in {"als", "wie"} or any(reader.small[j] in COPULAS for j in range(start, end))


def is_entry(reader: Reader, group: Group) -> bool:
    """Whether the noun begins a line of a curriculum vitae: a short line without a verb."""
    first, noun = group.first, group.noun
    gap = reader.words.gap_before(first)
    begins = first == 0 or bool(_LINE_MARKS.search(gap)) or reader.forms[first - 1].isdigit()
    start, end = reader.sentences[reader.sentence_of[noun]]
    behind = reader.words.gap_after(noun)
    follows = reader.at(noun + 1)
    is_plain = (
        follows in forms.PREPOSITIONS
        or follows in forms.OTHER_CONTRACTED
        or follows in {"beim", "vom", "der", "des"}
        or "\n" in behind
        or behind.strip() in {",", "(", ")"}
    )
    is_alone = is_plain or noun == len(reader.small) - 1
    # Lines of a list are one sentence for the rules.
    start = max((j for j in range(start, first + 1) if "\n" in reader.gap(j)), default=start)
    end = min((j for j in range(noun + 1, end) if "\n" in reader.gap(j)), default=end)
    has_verb = any(verb_number(reader.small[j]) and reader.may_be_verb(j) for j in range(start, min(end, start + 25)))
    return begins and is_alone and not has_verb and end - start <= 25


def _goes_on(reader: Reader, i: int) -> bool:
    """Whether the noun is the front of a longer word: Lehrer-Schüler-Verhältnis, Vater- und Mutterrolle."""
    gap = reader.words.gap_after(i)
    return gap[:1] in {"-", "\u2010", "\u2011"} and reader.at(i + 1) not in {"in", "innen"}


def _read(reader: Reader, i: int, head: int, reading: Reading) -> Group:
    group = Group(noun=i, head=head, reading=reading, gender=reading.gender)
    article, between = _walk(reader, head)
    if article >= 0:
        _fit_article(reader, group, article, between)
    if not group.fits:
        group.article, group.stem, group.kind = -1, "", "strong"
        group.adjectives = _bare_adjectives(reader, head)
        _fit_bare(reader, group)
        if article == head - 1 and group.fits and reader.is_joined(head) and not _may_be_pronoun(reader, article):
            group.problem = "article"
    _govern(reader, group)
    return group


def _may_be_pronoun(reader: Reader, article: int) -> bool:
    """Whether a determiner may be a pronoun that belongs to no noun: a relative one, or "ihr"."""
    return "," in reader.gap(article) or reader.at(article) in {"ihr", "die", "der", "das"}


def _walk(reader: Reader, head: int) -> tuple[int, list[int]]:
    """Index of the determiner in front of a noun, or -1, and the words between the two."""
    low = reader.sentences[reader.sentence_of[head]][0]
    between: list[int] = []
    j = head - 1
    while j >= low and len(between) < LONGEST_PHRASE:
        if reader.gaps[j + 1] != " " and not reader.is_joined(j + 1) and not _is_row(reader, j):
            return -1, []
        small = reader.small[j]
        is_inner = small.startswith(("solch", "jed", "manch")) and reader.at(j - 1) in _OUTER and reader.is_joined(j)
        if small in forms.ALL_DETERMINERS and not is_inner:
            return j, between
        if reader.opaque[j] or (reader.capital[j] and not reader.is_first(j) and not _is_origin(reader, j)):
            return -1, []
        if small in {"als", "wie"} or small in forms.PREPOSITIONS or small in FINITE:
            return -1, []
        between.insert(0, j)
        j -= 1
    return -1, []


def _is_row(reader: Reader, j: int) -> bool:
    """Whether a comma behind word ``j`` stands between two adjectives."""
    return reader.gap(j + 1).strip() == "," and reader.at(j).endswith(PHRASE_ENDINGS) and not reader.capital[j]


def _is_origin(reader: Reader, j: int) -> bool:
    """Berliner, Münchner: capitals, and never inflected; and words in capitals among others of the kind."""
    return reader.is_shouted(j) or (reader.small[j].endswith("er") and not forms.readings(reader.forms[j]))


def _fit_article(reader: Reader, group: Group, article: int, between: list[int]) -> None:
    small = reader.small[article]
    found: list[tuple[str, str, str, str]] = list(forms.determiners_of(small))
    if small in forms.CONTRACTED:
        found = [("d", "full", forms.CONTRACTED[small][1], DAT)]
    for stem, kind, gender, case in found:
        form = Form("pl" if gender == "pl" else "sg", case)
        if gender not in {"pl", group.gender} or not _is_spelled(reader, group, form, kind):
            continue
        adjectives = _adjectives(reader, between, forms.adjective_ending(kind, group.gender, form))
        if adjectives is None:
            continue
        if form not in group.fits:
            group.fits.append(form)
        group.article, group.stem, group.kind, group.adjectives = article, stem, kind, adjectives


def _is_spelled(reader: Reader, group: Group, form: Form, kind: str) -> bool:
    reading = group.reading
    if not reading.noun.stem:
        return form in reading.fits
    return reader.small[group.noun] == reading.spelled(reading.gender, form, kind)[0].lower()


def _adjectives(reader: Reader, between: list[int], ending: str) -> list[int] | None:
    """Those of the words between article and noun that are inflected; None when one of them does not fit."""
    found: list[int] = []
    for at, j in enumerate(between):
        small = reader.small[j]
        is_last = at == len(between) - 1
        if small in {"und", "aber", "oder", "sowie", "sehr"}:
            if is_last:
                return None
        elif _is_origin(reader, j) and reader.capital[j] and not reader.is_shouted(j):
            continue
        elif small.endswith(ending) and small.endswith(PHRASE_ENDINGS) and not is_adverb(small) and len(small) > 3:
            # "-er" is no weak ending, but "teure" and "andere" end in -e all the same.
            if ending == "e" and small.endswith(("er", "en", "em", "es")):
                return None
            found.append(j)
        elif is_last or (
            small.endswith(PHRASE_ENDINGS) and not is_adverb(small) and not small.endswith(("end", "ers"))
        ):
            return None
    return found


def _bare_adjectives(reader: Reader, head: int) -> list[int]:
    """Adjectives in front of a noun without an article: the word before it, and a row of the same ending."""
    found: list[int] = []
    j = head - 1
    low = reader.sentences[reader.sentence_of[head]][0]
    while j >= low and len(found) < 4 and (reader.is_joined(j + 1) or (found and _is_row(reader, j))):
        small = reader.small[j]
        is_word = small.endswith(PHRASE_ENDINGS) and len(small) > 3 and (not reader.capital[j] or reader.is_first(j))
        if small == "lieber" and not reader.capital[j] and reader.is_joined(j) and not reader.is_first(j):
            # "Ich würde lieber Lehrerin werden."
            break
        if not is_word or small in NO_ADJECTIVES or is_adverb(small) or forms.determiners_of(small):
            break
        if small in FINITE or small in COUNTED or small in forms.PREPOSITIONS:
            break
        found.insert(0, j)
        if reader.at(j - 1) in {"und", "aber"}:
            j -= 2
        elif (_is_row(reader, j - 1) or reader.is_joined(j)) and _opens_row(reader, j - 1, low):
            # "als ruhigen, freundlichen jungen Mann"
            j -= 1
        else:
            break
    endings = {reader.small[k][-2:] if reader.small[k][-1] != "e" else "e" for k in found}
    return found if len(endings) == 1 else found[-1:]


def _opens_row(reader: Reader, j: int, low: int) -> bool:
    """Whether words with one adjective's ending lead from "als" to word ``j``, so that all of them are adjectives."""
    ending = reader.at(j)[-2:] if reader.at(j)[-1:] != "e" else "e"
    while j >= low and reader.at(j).endswith(PHRASE_ENDINGS) and reader.at(j).endswith(ending):
        j -= 1
    return j >= low and reader.at(j) in {"als", "wie"}


def _fit_bare(reader: Reader, group: Group) -> None:
    reading = group.reading
    for form in reading.possible() if reading.noun.stem else reading.fits:
        if reading.noun.stem and not _is_spelled(reader, group, form, "strong"):
            continue
        if not group.adjectives:
            group.fits.append(form)
            continue
        ending = forms.adjective_ending("strong", group.gender, form)
        if _adjectives(reader, group.adjectives, ending) != group.adjectives:
            continue
        group.fits.append(form)
    if not group.fits and group.adjectives:
        # The word in front is no adjective of this noun after all, like "lobte" in front of "Lehrerin".
        group.adjectives = []
        _fit_bare(reader, group)
    if not group.adjectives and group.article < 0:
        group.fits = [one for one in group.fits if one != Form("sg", GEN) or len(group.fits) == 1]


def _govern(reader: Reader, group: Group) -> None:
    """Keep the forms that the preposition in front of the phrase allows."""
    first = group.first
    preposition = ""
    if group.article >= 0 and reader.small[group.article] in forms.CONTRACTED:
        preposition = reader.small[group.article]
    elif reader.is_joined(first) and not reader.is_first(first):
        before = reader.small[first - 1]
        # "bis meine Mutter kam": in front of a person "bis" opens a clause.
        preposition = before if before in forms.PREPOSITIONS and before != "bis" else ""
        preposition = preposition or forms.OTHER_CONTRACTED.get(before, "")
    if preposition:
        cases = forms.cases_behind(preposition)
        allowed = [one for one in group.fits if one.case in cases]
        if allowed:
            group.fits, group.preposition = allowed, preposition


def thing_at(reader: Reader, i: int) -> Mention | None:
    """The noun phrase of word ``i`` as something a pronoun may mean; None for names and words that are no nouns."""
    if not reader.is_noun(i) or reader.opaque[i]:
        return None
    small = reader.small[i]
    known = thing_genders(small)
    if small in TIMES:
        return None
    if small.endswith("ste") and not known and reader.at(i - 1) in {"der", "die", "das"}:
        # "der Beste": a person or thing that was named before.
        return None
    article, between = _walk(reader, i)
    if article < 0:
        if known == "p" or (reader.is_joined(i) and reader.at(i - 1) in COUNTED):
            j = i - 1
            while j > i - 4 and reader.is_joined(j + 1) and reader.at(j).endswith(PHRASE_ENDINGS):
                j -= 1
            return Mention(i, i, "p", False, reader.at(j) in forms.PREPOSITIONS)
        return None
    if reader.at(article) in COUNTED or any(reader.small[j] in COUNTED for j in between):
        return Mention(i, article, "p", False, reader.at(article - 1) in forms.PREPOSITIONS)
    before = reader.at(article - 1) if reader.is_joined(article) else ""
    is_prepositional = before in forms.PREPOSITIONS or reader.small[article] in forms.CONTRACTED
    is_genitive = _may_be_genitive(reader, article)
    genders = forms.article_genders(reader.small[article], is_prepositional or is_genitive)
    if small in PERSON_GROUPS:
        genders = "p"
    elif known and set(known) & set(genders):
        genders = known if known != "f" or not small.endswith("en") else genders
    elif known and not is_genitive:
        genders += known
    if set(genders) >= {"f", "p"} and reader.at(i + 1) in FINITE:
        genders = genders.replace("f" if reader.at(i + 1) in FINITE_PLURAL else "p", "")
    return Mention(i, article, genders, False, is_prepositional or is_genitive)


def _may_be_genitive(reader: Reader, article: int) -> bool:
    small = reader.small[article]
    if article == 0 or not reader.is_joined(article) or not small.endswith(("er", "es")):
        return False
    return reader.is_noun(article - 1) and not reader.is_first(article)


def groups_of(reader: Reader) -> Iterator[Group]:
    """All noun phrases for persons; nouns that may stand for things are noted for when a pronoun asks for them."""
    reader.find_thing = thing_at
    written, small = reader.forms, reader.small
    for i in compress(range(reader.n), reader.capital):
        group = None
        if forms.may_name_person(written[i]) or (i and small[i - 1] in _TRADES):
            group = group_at(reader, i)
        if group is None:
            reader.unread.setdefault(reader.sentence_of[i], []).append(i)
        elif group.fits:
            yield group
