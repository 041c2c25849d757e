"""A German text as the rules read it: words, sentences, clauses, verbs, and which nouns stand for persons or things."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from fairdesk.domain.edits import Left, LeftReason, Place
from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps import german_words as lists
from fairdesk.evaluations.swaps.found import left_at
from fairdesk.evaluations.swaps.german_words import listed
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import Capitals, Words, capitals

LONGEST_WORD = 60
"""Letters of a word that is looked at part by part."""

SUBORDINATORS = listed(
    "weil dass daß ob wenn als nachdem bevor obwohl während da damit sobald solange bis seit seitdem falls indem "
    "wie wo warum weshalb womit wofür wodurch woran worauf worin wobei obgleich sodass wohingegen ehe sofern soweit "
    "sowie was worüber weswegen obschon insofern"
)
COORDINATORS = listed("und oder aber denn doch sondern sowie bzw")
PRONOUN_SUBJECTS = listed("ich du er wir man jemand niemand wer")
"""Words that are nominatives and nothing else."""
COPULAS = listed(
    "ist war bin bist warst wart seid wärst sei wäre bleibt blieb heißt hieß sind waren seien wären bleiben blieben "
    "wurde wurden worden gewesen geworden geblieben"
)
ZU_INSIDE = re.compile(
    r"(?:ein|an|auf|aus|ab|vor|zu|bei|mit|kennen|um|her|hin|los|nach|weiter|zurück|fest|teil|frei|durch|wieder|zusammen|"
    r"heran|heraus|hinzu|dar|unter)zu\w+(?:en|ern|eln)\Z"
)
"""An infinitive with its "zu" inside: aufzunehmen."""
COUNTED = listed(
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf viele mehrere einige wenige andere alle beide "
    "zahlreiche vielen einigen mehreren beiden allen anderen weitere verschiedene"
)
"""Words in front of plurals."""
AGENTS = (
    "kommission", "jury", "schule", "universität", "firma", "komitee", "institut", "unternehmen", "polizei", "partei",
    "familie", "klasse", "gruppe", "mannschaft", "gesellschaft", "bank", "behörde", "regierung", "redaktion", "presse",
    "stadt", "gemeinde", "kirche", "band", "leitung", "stiftung", "abteilung", "akademie", "klinik", "agentur",
)  # fmt: skip
"""Ends of nouns for what acts like a person."""
_ADVERBS = listed(
    "gemeinsam zusammen heute gestern damals dort dann danach zudem außerdem trotzdem dennoch deshalb daher dabei "
    "dadurch damit darum so auch besonders stets immer oft häufig manchmal bald später zuvor vorher zuletzt "
    "zunächst zuerst schließlich endlich inzwischen mittlerweile ferner weiterhin nun jetzt hier seither seitdem "
    "anschließend darüber darin daran dafür dazu davon jedoch allerdings insgesamt früh schon bereits nebenbei "
    "nebenher privat beruflich gern gerne derzeit aktuell momentan künftig abends morgens natürlich leider "
    "vielleicht hierbei hierfür ebenso ebenfalls gerade nie niemals selten nicht nur sogar kaum fachlich menschlich "
    "sprachlich persönlich parallel zeitgleich wiederum ursprünglich tatsächlich letztlich letztendlich "
    "ehrenamtlich sehr überall bisher"
)
POLITE = listed("sie ihnen ihr ihre ihren ihrem ihrer ihres")
"""Forms of address, which have a capital inside a sentence."""
_NO_NOUNS = (
    forms.ALL_DETERMINERS
    | forms.PREPOSITIONS
    | SUBORDINATORS
    | _ADVERBS
    | COORDINATORS
    | PRONOUN_SUBJECTS
    | COUNTED
    | {"sie", "ihn", "ihm", "es"}
)
"""What begins a sentence with a capital and is no noun."""
_SINGULAR_THINGS = {
    **dict.fromkeys(lists.THINGS_MASCULINE, "m"),
    **dict.fromkeys(lists.THINGS_NEUTER, "n"),
    **dict.fromkeys(lists.THINGS_FEMININE, "f"),
    **dict.fromkeys(lists.PERSON_GROUPS, "p"),
}
_PERSON_STEMS = tuple(lists.PERSON_VERBS.split())
_PERSON_ONLY_STEMS = tuple(one for one in _PERSON_STEMS if one not in lists.VERBS_OF_THINGS)
_GIVING = tuple(lists.GIVING_VERBS.split())
_CLAUSE_MARK = re.compile(r"[,;:()\u2013\u2014\"\u201e\u201c\u201d\u00bb\u00ab]")
_QUOTES = ' "\u201e\u201c\u201d\u00bb\u00ab'
JOINING = listed("und oder aber denn doch sondern")


@lru_cache(maxsize=8192)
def is_person_word(small: str, *, of_things: bool = True) -> bool:
    """Whether a word of a predicate speaks of a person in nearly every text.

    Args:
        of_things: Whether verbs count of which things are subjects now and then: "er fand", "sie verdient es".
    """
    if small in lists.PERSON_ADJECTIVES:
        return True
    stems = _PERSON_STEMS if of_things else _PERSON_ONLY_STEMS
    return small.startswith(stems) or (small.startswith("ge") and len(small) > 5 and small[2:].startswith(stems))


def is_participle(small: str) -> bool:
    """Whether a word looks like a participle that makes a passive; "geboren" is of persons all the same."""
    return small not in lists.PERSON_ADJECTIVES and small != "geboren" and small.endswith(("t", "en"))


@lru_cache(maxsize=8192)
def is_giving(small: str) -> bool:
    """Whether a verb form takes a dative, as far as the list knows."""
    return small.startswith(_GIVING) or (small.startswith("ge") and small[2:].startswith(_GIVING))


@lru_cache(maxsize=8192)
def verb_number(small: str) -> str:
    """``s`` or ``p`` for what may be a finite verb of the third person, else empty."""
    if small in lists.FINITE_SINGULAR:
        return "s"
    if small in lists.FINITE_PLURAL:
        return "p"
    if len(small) < 3 or small in lists.NO_VERBS or small in _ADVERBS or small in forms.PREPOSITIONS:
        return ""
    if small.endswith("gerecht") or small in forms.ALL_DETERMINERS or not small.isalpha():
        return ""
    if small.endswith(("en", "ern", "eln")):
        return "p"
    return "s" if small.endswith(("te", "t")) else ""


@lru_cache(maxsize=8192)
def thing_genders(small: str) -> str:
    """Gender of a noun that stands for no person, by list or ending: of ``m f n p``; empty: unknown."""
    known = _SINGULAR_THINGS.get(small)
    if known or len(small) > LONGEST_WORD:
        return known or ""
    for ending, gender in lists.THING_ENDINGS:
        if small.endswith(ending) and len(small) > len(ending) + 1:
            return gender
    for length in range(len(small) - 3, 3, -1):
        known = _SINGULAR_THINGS.get(small[-length:])
        if known:
            return known
    if small.endswith("en") and (small[:-1] in lists.THINGS_FEMININE or small[:-2] in lists.THINGS_FEMININE):
        return "p"
    return ""


class Mention(NamedTuple):
    """A noun phrase or pronoun that a later pronoun may mean.

    Attributes:
        at: Index of its noun or pronoun; ``first`` is the index where the phrase begins.
        genders: Some of ``m``, ``f``, ``n``, ``p``.
        is_person: It stands for one person whose gender is told by the word.
        is_governed: A preposition stands in front of it, or it is a genitive behind another noun.
        is_oblique: A person who is no subject: "der Kompass meines Großvaters", "der Verein wählte meinen Vater".
    """

    at: int
    first: int
    genders: str
    is_person: bool
    is_governed: bool
    is_oblique: bool = False


@dataclass(slots=True)
class Reader:
    """One text with everything that the rules look up in it.

    Attributes:
        n: How many words there are.
        small: Words in small letters; ``forms`` as written; ``gaps`` what stands in front of each without braces of
            place-holders; ``capital`` whether it is written like a noun; ``opaque`` whether it is no prose.
        sentence_of: The number of the sentence of each word; ``clause_of`` and ``clauses`` in the same way.
        sentences: First index and the one behind the last, per sentence.
        mentions: In the order of the text; pronouns are added as they are understood.
        unread: Nouns that no pronoun has asked for yet, per sentence; ``find_thing`` reads one.
        places, left: What was found so far.
        claimed: Index of every word that a place or a left span has taken, to its level; empty for left words.
        is_polite: It speaks to somebody with Sie; ``has_polite_owner`` with Ihr; ``addresses_one`` by name.
        first_her: Index of the first word that stands for a woman; -1 for none.
        name_relatives: Index of a relative pronoun that means a name, to the gender of its title; empty: no title.
        title_cases: Index of the last word of a name with a title, to the case of the title; empty: not known.
        blocked: Kind, number of the sentence or clause, and gender, to the first word of that gender that was left
            there: words of that gender behind it in the ``sentence`` or ``clause``, or in the ``whole`` clause, must be
            left too.
    """

    words: Words
    n: int
    small: list[str]
    forms: list[str]
    opaque: list[bool]
    gaps: list[str]
    capital: list[bool]
    sentence_of: list[int] = field(default_factory=list)
    sentences: list[tuple[int, int]] = field(default_factory=list)
    clause_of: list[int] = field(default_factory=list)
    clauses: list[tuple[int, int]] = field(default_factory=list)
    mentions: dict[int, list[Mention]] = field(default_factory=dict)
    unread: dict[int, list[int]] = field(default_factory=dict)
    find_thing: Callable[[Reader, int], Mention | None] | None = None
    places: list[Place] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    claimed: dict[int, str] = field(default_factory=dict)
    blocked: dict[tuple[str, int, str], int] = field(default_factory=dict)
    title_cases: dict[int, str] = field(default_factory=dict)
    name_relatives: dict[int, str] = field(default_factory=dict)
    is_polite: bool = False
    has_polite_owner: bool = False
    addresses_one: bool = False
    first_her: int = -1

    def at(self, i: int) -> str:
        """Word ``i`` in small letters; empty outside the text."""
        return self.small[i] if 0 <= i < self.n else ""

    def positions(self, wanted: frozenset[str]) -> list[int]:
        """Indices of all words that are one of these, in order; quicker than a look at every word."""
        return list(compress(range(self.n), map(wanted.__contains__, self.small)))

    def gap(self, i: int) -> str:
        """What stands in front of word ``i`` without the braces of place-holders; a full stop outside the text."""
        return self.gaps[i] if 0 < i < self.n else "."

    def is_joined(self, i: int) -> bool:
        """Whether only spaces or one line break stand between word ``i`` and the one before it."""
        gap = self.gaps[i] if 0 < i < self.n else "."
        return gap == " " or (gap.isspace() and gap.count("\n") < 2)

    def is_first(self, i: int) -> bool:
        """Whether word ``i`` begins its sentence."""
        return self.sentences[self.sentence_of[i]][0] == i

    def is_capital(self, i: int) -> bool:
        """Whether word ``i`` is written like a noun, a name or a place-holder."""
        return 0 <= i < self.n and self.capital[i]

    def may_be_verb(self, i: int) -> bool:
        """Whether word ``i`` is written like a verb: in small letters, among capitals, or known and first."""
        if not self.is_capital(i) or self.is_shouted(i):
            return True
        return self.is_first(i) and self.small[i] in lists.FINITE

    def number_at(self, j: int) -> str:
        """``verb_number`` of word ``j``, empty where it stands like an adjective: "im dritten Semester"."""
        if not 0 <= j < self.n or not self.may_be_verb(j):
            return ""
        number = verb_number(self.small[j])
        if number and self.small[j] not in lists.FINITE_SINGULAR and self.is_joined(j) and self.is_noun(j + 1):
            before = self.at(j - 1)
            if before in forms.ALL_DETERMINERS or before in forms.OTHER_CONTRACTED:
                return ""
        return number

    def is_noun(self, i: int) -> bool:
        """Whether word ``i`` is a noun or a name for all that its capital says."""
        if not self.is_capital(i) or self.forms[i].isdigit():
            return False
        if self.is_first(i) or self.is_shouted(i):
            return self.small[i] not in _NO_NOUNS
        return self.small[i] not in POLITE

    def is_shouted(self, i: int) -> bool:
        """Whether word ``i`` and a neighbour are written in capitals."""
        form = self.forms[i]
        if not form.isupper() or (len(form) > 1 and capitals(form) is not Capitals.ALL_CAPS):
            return False
        near = [j for j in (i - 1, i + 1) if 0 <= j < len(self.forms) and len(self.forms[j]) > 1]
        return any(self.forms[j].isupper() for j in near)

    def clause(self, i: int) -> tuple[int, int]:
        """First index and the one behind the last of the stretch between commas around word ``i``."""
        return self.clauses[self.clause_of[i]]

    def parts(self, i: int) -> bool:
        """Whether word ``i`` begins a clause behind a comma or the like."""
        gap = self.gap(i)
        if gap == " " or (not _CLAUSE_MARK.search(gap) and " - " not in gap):
            return self._joins_clauses(i)
        if not gap.strip(_QUOTES) and self._is_short_quotation(i):
            return False
        if "," in gap and self.at(i - 1).endswith(("e", "er", "en", "em", "es")) and not self.is_capital(i - 1):
            # A comma between two adjectives parts no clauses: "ein kluger, fleißiger Schüler".
            return self.at(i)[-1:] not in tuple("enrms") or not self._is_adjective_row(i)
        return True

    def _is_short_quotation(self, i: int) -> bool:
        """Whether a quotation mark in front of word ``i`` opens or ends at most three words: mit „sehr gut“."""
        near = [self.gap(j).strip(" ") for j in (*range(max(i - 3, 0), i), *range(i + 1, i + 4))]
        return any(gap and not gap.strip(_QUOTES) for gap in near)

    def _joins_clauses(self, i: int) -> bool:
        """Whether word ``i`` is an "und" with a subject behind it: a new clause."""
        if self.small[i] not in JOINING or not self.is_joined(i):
            return False
        return self.at(i + 1) in PRONOUN_SUBJECTS or self.at(i + 1) in {"sie", "ist", "war", "hat"}

    def _is_adjective_row(self, i: int) -> bool:
        j = i
        while j < min(i + 4, len(self.small)) and not self.is_capital(j):
            if self.at(j) in forms.ALL_DETERMINERS or self.at(j) in forms.PREPOSITIONS or self.at(j) in SUBORDINATORS:
                return False
            j += 1
        return j < len(self.small) and j > i and self.is_noun(j) and self.is_joined(j)

    def finite(self, first: int, end: int) -> int:
        """Index of the first word of a stretch that is certainly or probably its finite verb; -1 for none."""
        fallback = -1
        for j in range(first, end):
            small = self.small[j]
            if not self.may_be_verb(j):
                continue
            if small in lists.FINITE or small in FIRST_PERSON:
                return j
            if fallback < 0 and verb_number(small) == "s" and is_person_word(small) and not small.startswith("ge"):
                fallback = j
        return fallback

    def put(self, i: int, j: int, slot: str, words: tuple[str, str], own: str) -> None:
        """Add the place of words ``i`` to ``j`` (one behind the last) with its male and its female words."""
        start, end = self.words.start(i), self.words.end(j - 1)
        by_level = {MALE: words[0], FEMALE: words[1]}
        for k in range(i, j):
            self.claimed[k] = own
        self.places.append(Place(start=start, end=end, cue_id="", slot=slot, words=by_level, own=own))

    def leave(self, i: int, j: int, reason: LeftReason, advice: str) -> None:
        """List words ``i`` to ``j`` (one behind the last) as left alone."""
        for k in range(i, j):
            self.claimed[k] = ""
        span = self.words.start(i), self.words.end(j - 1)
        self.left.append(left_at(self.words.text, span, "", reason, advice))

    def block(self, kind: str, i: int, gender: str) -> None:
        """Note that word ``i`` was left, so that words of its gender behind it are left too."""
        number = self.sentence_of[i] if kind == "sentence" else self.clause_of[i]
        self.blocked.setdefault((kind, number, gender), i)

    def is_blocked(self, i: int, gender: str) -> bool:
        """Whether words of the gender in front of word ``i`` were left, in its clause or for the whole sentence."""
        if not self.blocked:
            return False
        if ("whole", self.clause_of[i], gender) in self.blocked:
            return True
        at = self.blocked.get(("clause", self.clause_of[i], gender), i)
        return at < i or self.blocked.get(("sentence", self.sentence_of[i], gender), i) < i

    def mention(self, one: Mention) -> None:
        """Remember what a later pronoun may mean."""
        self.mentions.setdefault(self.sentence_of[one.at], []).append(one)
        if one.is_person and one.genders == "f":
            self.first_her = one.at if self.first_her < 0 else min(one.at, self.first_her)

    def mentioned(self, sentence: int) -> Sequence[Mention]:
        """Mentions of one sentence, things first; empty for a sentence that there is not."""
        unread = self.unread.pop(sentence, None)
        if unread is not None and self.find_thing is not None:
            things = [one for one in (self.find_thing(self, i) for i in unread) if one is not None]
            self.mentions[sentence] = things + self.mentions.get(sentence, [])
        return self.mentions.get(sentence, ())


FIRST_PERSON = listed("habe bin kann will muss soll darf mag werde würde möchte könnte hätte wäre kenne")


@lru_cache(maxsize=8192)
def is_adverb(small: str) -> bool:
    """Whether a word is one of the listed adverbs, which can open a sentence in front of its verb."""
    return small in _ADVERBS or small.endswith(("weise", "lich", "erseits", "mals"))


def is_nominalised(small: str) -> bool:
    """Whether a word is a listed participle or adjective with an ending: Vorsitzende, Angestellter."""
    return any(small.endswith(one) and small[: -len(one)] in lists.NOMINALISED for one in ("e", "er", "en", "em"))


def is_adverbial(reader: Reader, first: int, end: int) -> bool:
    """Whether the words in front of a verb can be no subject: an adverb, a year, or a phrase with a preposition."""
    while first < end and (is_adverb(reader.small[first]) or reader.forms[first].isdigit()):
        first += 1
    if first >= end:
        return True
    if reader.small[end - 1] in {"nach", "zufolge", "gegenüber", "lang", "hindurch", "halber", "erachtens", "wissens"}:
        return True
    return reader.small[first] in forms.GOVERNING
