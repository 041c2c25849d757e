"""Spanish: pronouns, titles and nouns for one person, with the articles, adjectives and participles that agree.

Sentence by sentence. A phrase is a noun or title with its determiners and adjectives; what is said of it behind a
copula agrees too. Where a word of a sentence may agree with the person and the rules cannot tell, the whole sentence is
left as it is and listed: half of it changed would be broken grammar.
"""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.edits import LeftReason, Place, Scan
from fairdesk.evaluations.swaps import spanish_words as known
from fairdesk.evaluations.swaps.language import FEMALE, MALE, LanguageRules
from fairdesk.evaluations.swaps.romance import GENERIC, Forms, Phrase, Sentence, scan_sentences
from fairdesk.evaluations.swaps.romance_agreement import read_leftovers
from fairdesk.evaluations.swaps.spanish_objects import (
    CONTRACTED,
    ENCLITIC,
    THING,
    WITH_OBJECT,
    is_object,
    read_enclitic,
    read_object_at_end,
    read_relatives,
)
from fairdesk.evaluations.swaps.spanish_predicates import (
    ADDRESSES,
    AGREEMENT,
    adjective_forms,
    is_invariable,
    read_loose_adjectives,
    read_opening,
    read_predicates,
)

SEVERAL = "A plural may mean people of any gender: change it by hand."
NO_NOUNS = known.FUNCTION_WORDS | known.COPULAS | known.VERBS | known.LINKS | known.VERBS_OF_MINE
OF_SEVERAL = frozenset(("los", "las", "mis", "sus", "tus", "nuestros", "nuestras", "estos", "estas"))
POSTS = frozenset(("puesto", "plaza", "cargo", "vacante", "trabajo", "empleo", "contrato", "beca"))
POSSESSIVES = frozenset(("su", "mi", "tu", "como"))
WITHOUT_COUNTERPART = frozenset(("señorita", "srta", "caballero", "dama", "madame", "hembra", "varones"))
ADDRESSES_OR_PERSON = known.PERSON_ONLY | ADDRESSES
AS_WHAT = known.COPULAS | {"como", "nombrada", "elegida", "contratada"}
"""Behind these a noun without a determiner says what somebody is."""


TRIGGERS = (
    WITHOUT_COUNTERPART | known.HOLDING | known.PLURALS | set(ENCLITIC) | set(known.NOUNS) | set(known.TITLES)
    | {"ambos", "ambas", "mismo", "misma", "ama", "amo", "uno", "una", "pequeño", "pequeña",
    "él", "ella", "el", "la", "lo", "d", "dª"}
)  # fmt: skip
"""Words with which something begins; looked up first, because most words of a text are none."""


def scan_gender(text: str, extra: Sequence[str] = ()) -> Scan:
    """Every gendered word for one person in a Spanish text; see ``LanguageRules.scan_gender``."""
    return scan_sentences(text, extra, _read, known.ACCENTS)


def _read(sentence: Sentence) -> None:
    small, extra = sentence.words.small, sentence.extra
    for i in range(sentence.first, sentence.end):
        word = small[i]
        if word not in TRIGGERS and word not in extra:
            if word.endswith(("lo", "la")) and len(word) > 4 and WITH_OBJECT.fullmatch(word):
                read_object_at_end(sentence, i)
            continue
        if i in sentence.opaque or i in sentence.places:
            continue
        if word in ("d", "dª"):
            _don(sentence, i)
        elif word in WITHOUT_COUNTERPART:
            sentence.leave(i, LeftReason.NO_COUNTERPART, is_doubt=word in ("señorita", "srta"))
        elif word in known.HOLDING:
            sentence.leave(i, LeftReason.NO_COUNTERPART, is_doubt=True)
        elif word in known.PLURALS:
            sentence.leave(i, LeftReason.AMBIGUOUS, SEVERAL)
        elif word in ("uno", "una"):
            if sentence.small(i + 1) == "de" and sentence.small(i + 2) in OF_SEVERAL:
                sentence.leave(i, LeftReason.AMBIGUOUS, is_doubt=True)
        elif word in ("ambos", "ambas"):
            if sentence.small(i + 1) in ("son", "están", "eran", "estaban", "fueron", "serán"):
                sentence.leave(i, LeftReason.AMBIGUOUS, SEVERAL)
        elif word in ("mismo", "misma"):
            _self(sentence, i)
        elif word in ("ama", "amo"):
            if sentence.small(i + 1) == "de" and sentence.small(i + 2) in ("casa", "llaves"):
                sentence.leave(i, LeftReason.NO_COUNTERPART, is_doubt=True)
        elif word in ("pequeño", "pequeña"):
            _as_a_child(sentence, i)
        elif word in ("él", "ella"):
            _pronoun(sentence, i)
        elif _is_rank(sentence, i) or is_object(sentence, i) or _is_alone(sentence, i):
            continue
        elif word in ENCLITIC:
            read_enclitic(sentence, i)
        else:
            _noun(sentence, i)
    read_relatives(sentence)
    read_predicates(sentence)
    if sentence.phrases or not ADDRESSES_OR_PERSON.isdisjoint(small[sentence.first : sentence.end]):
        read_loose_adjectives(sentence)
    read_opening(sentence)
    read_leftovers(sentence, AGREEMENT)


def _as_a_child(sentence: Sentence, i: int) -> None:
    """Whoever is spoken of as a child: "desde pequeña"."""
    behind = sentence.small(i + 1)
    is_noun = sentence.is_close(i) and behind and behind not in NO_NOUNS
    is_noun = is_noun and not behind.endswith(("ó", "é", "aba", "ía"))
    if sentence.small(i - 1) in ("desde", "de", "muy") and not is_noun:
        forms = known.BEFORE[sentence.small(i)]
        sentence.put(i, forms, forms[2], "adjective")


def _self(sentence: Sentence, i: int) -> None:
    """Whoever writes: "yo misma", "conmigo misma"; "seguro de sí mismo" is hardly said of a thing."""
    before = sentence.small(i - 1)
    own = MALE if sentence.small(i) == "mismo" else FEMALE
    if before in ("yo", "mí", "conmigo", "tú", "ti", "contigo", "usted"):
        sentence.put(i, ("mismo", "misma", own), own, "adjective")
    elif before == "sí":
        forms = known.ADJECTIVES.get(sentence.small(i - 3))
        if sentence.small(i - 2) in ("de", "en") and forms is not None and forms[2] == own:
            sentence.put(i - 3, forms, own, "adjective")
            sentence.put(i, ("mismo", "misma", own), own, "adjective")
            _put_joined(sentence, i + 1, own)
        elif any(one.own == own for one in sentence.phrases):
            sentence.leave(i, LeftReason.AMBIGUOUS, is_doubt=True)
        else:
            sentence.leave(i, LeftReason.AMBIGUOUS, THING)


def _put_joined(sentence: Sentence, at: int, own: str) -> None:
    """An adjective that "y" joins: "segura de sí misma y bien preparada"."""
    if sentence.small(at) not in ("y", "e", "pero"):
        return
    at += 1
    while sentence.small(at) in known.ADVERBS:
        at += 1
    forms = adjective_forms(sentence.small(at))
    if forms is not None and forms[2] == own and sentence.small(at) not in known.NOUNS:
        sentence.put(at, forms, own, "adjective")


def _don(sentence: Sentence, i: int) -> None:
    """The short forms of don and doña: D., D.ª and Dª, in front of a name."""
    words = sentence.words
    name, start, end = i + 1, words.start(i), words.end(i)
    own = MALE if words.small[i] == "d" else FEMALE
    if own == MALE and sentence.small(name) == "ª" and words.gap_before(name) == ".":
        own, name, end = FEMALE, name + 1, words.end(name)
    if words.text[end : end + 1] == ".":
        end += 1
    is_short = own == FEMALE or words.text[end - 1] == "."
    if not words.form(i)[0].isupper() or not is_short or name >= len(words) or words.text[end : end + 1] != " ":
        return
    if not words.form(name)[0].isupper() and name not in sentence.opaque:
        return
    forms = {MALE: "D.", FEMALE: "D.ª"}
    forms[own] = words.text[start:end]
    sentence.places[i] = Place(start=start, end=end, cue_id="", slot="title", words=forms, own=own)
    first = name - 1
    sentence.phrases.append(Phrase(i, _behind(sentence, first, own), own))


def _pronoun(sentence: Sentence, i: int) -> None:
    own = MALE if sentence.small(i) == "él" else FEMALE
    sentence.put(i, ("él", "ella", own), own, "pronoun")
    last = i
    following = {"mismo": ("mismo", "misma"), "solo": ("solo", "sola")}
    for male, female in following.values():
        if sentence.is_close(i) and sentence.small(i + 1) == (male if own == MALE else female):
            sentence.put(i + 1, (male, female, own), own, "adjective")
            last = i + 1
    sentence.phrases.append(Phrase(i, last, own))


def _is_alone(sentence: Sentence, i: int) -> bool:
    """Whether "el" or "la" stands without a noun ("la que respondió"), or "el" may be "él" without its accent."""
    word, behind = sentence.small(i), sentence.small(i + 1)
    if word not in ("el", "la") or not sentence.is_close(i):
        return False
    is_relative = (
        behind == "que"
        and sentence.small(i - 1) not in known.BEFORE_RELATIVES
        and (i == sentence.first or sentence.words.gap_before(i).isspace())
    )
    is_unaccented = word == "el" and behind in known.COPULAS and behind not in ("ser", "estar", "estado", "sentido")
    if not is_relative and not is_unaccented:
        return False
    sentence.leave(i, LeftReason.AMBIGUOUS, is_doubt=True)
    return True


def _is_rank(sentence: Sentence, i: int) -> bool:
    """Whether a superlative without a noun begins here ("la mayor de"); then it is listed."""
    if sentence.small(i) not in ("el", "la"):
        return False
    at = i + 1
    if sentence.small(at) in ("más", "menos") and sentence.small(i - 1) not in known.COPULAS | known.ADVERBS:
        at += 1
    elif sentence.small(at) not in known.RANKS:
        return False
    described = adjective_forms(sentence.small(at + 1))
    is_described = described is not None and described[2] != "both" and sentence.small(at + 1) not in known.NOUNS
    if sentence.small(at + 1) not in ("de", "del", "que", "en", "entre") and not is_described:
        return False
    sentence.leave(i, LeftReason.AMBIGUOUS, is_doubt=True)
    return True


def _noun(sentence: Sentence, i: int) -> None:
    word = sentence.small(i)
    forms = sentence.extra.get(word) or known.NOUNS.get(word) or known.TITLES.get(word)
    if forms is None or (word in ("padre", "madre") and sentence.small(i - 2) in ("huérfano", "huérfana")):
        return
    if word == "joven" and sentence.small(i + 1) in known.NOUNS and sentence.is_close(i):
        return
    is_title = word in known.TITLES and word not in known.NOUNS
    before = _determiners(sentence, i)
    owns = {own for _, _, own, _, _ in before if own != "both"}
    is_profession = i == sentence.first and sentence.small(i + 1) == "de" and sentence.small(i + 2) in known.TRAINING
    has_possessive = is_profession or sentence.is_apposed(i)
    has_possessive = has_possessive or (sentence.small(i - 1) == "de" and sentence.small(i - 2) in POSTS)
    has_possessive = has_possessive or (sentence.small(i - 1) in POSSESSIVES and sentence.is_close(i - 1))
    is_own = sentence.small(i - 1) in ("su", "mi", "tu") or sentence.small(i + 1) in ("mía", "suya", "tuya", "hermana")
    is_subject = word in known.SUBJECTS and not is_own
    if not owns and sentence.is_generic(i, forms, AS_WHAT):
        sentence.leave(i, LeftReason.AMBIGUOUS, GENERIC)
        return
    if is_subject or (word in known.NOT_ALONE and not owns and not has_possessive):
        is_field = ":" in sentence.words.gap_before(i) and forms[0] != forms[1]
        if (i == sentence.first or is_field) and not is_subject:
            sentence.leave(i, LeftReason.AMBIGUOUS)
        return
    own = forms[2] if forms[2] != "both" else next(iter(owns), "")
    if not own and (i == sentence.first or sentence.is_apposed(i)) and sentence.is_close(i):
        described = adjective_forms(sentence.small(i + 1))
        own = described[2] if described is not None and described[2] != "both" else ""
    if not own:
        return
    if owns - {own}:
        sentence.leave(i, LeftReason.AMBIGUOUS, is_doubt=True)
        return
    if word == "mujer" and (sentence.small(i - 1) in ("su", "mi", "tu") or _is_wife_of(sentence, i)):
        forms = ("marido", "mujer", FEMALE)
    for j, pair, _own, slot, n_words in before:
        sentence.put(j, pair, own, slot, n_words)
    if forms[0] != forms[1]:
        sentence.put(i, forms, own, "title" if is_title else "noun")
    last = _behind(sentence, i, own)
    sentence.phrases.append(Phrase(min([j for j, *_ in before], default=i), last, own))


def _is_wife_of(sentence: Sentence, i: int) -> bool:
    """Whether "mujer" is followed by whose wife she is."""
    if sentence.small(i + 1) not in ("de", "del"):
        return False
    owner = sentence.small(i + 2)
    return sentence.small(i + 1) == "del" or owner in known.DETERMINERS or owner in ("mi", "su", "tu", "")


def _determiners(sentence: Sentence, noun: int) -> list[tuple[int, Forms, str, str, int]]:
    """Index, forms, own gender, slot and number of words of everything in front of a noun that agrees with it."""
    found: list[tuple[int, Forms, str, str, int]] = []
    j = noun - 1
    while sentence.small(j) and sentence.is_close(j) and len(found) < 4:
        word = sentence.small(j)
        if word in known.INVARIANT_BEFORE:
            j -= 1
            continue
        forms = known.DETERMINERS.get(word) or known.BEFORE.get(word)
        if forms is None:
            break
        preposition = sentence.small(j - 1)
        if word == "la" and preposition in CONTRACTED and sentence.is_close(j - 1):
            pair = (CONTRACTED[preposition], f"{preposition} la", FEMALE)
            found.append((j - 1, pair, FEMALE, "article", 2))
            break
        slot = "adjective" if word in known.BEFORE and word not in known.DETERMINERS else "determiner"
        found.append((j, forms, forms[2], slot, 1))
        j -= 1
    return found


def _behind(sentence: Sentence, noun: int, own: str) -> int:
    """Take in the adjectives behind a noun; the index of the phrase's last word."""
    last = sentence.last_name(noun)
    while (at := sentence.adjective_behind(noun, last, ("y", "e", "pero"), known.ADVERBS)) >= 0:
        gap, word = sentence.words.gap_after(last), sentence.small(at)
        forms = adjective_forms(word)
        role = known.NOUNS.get(word)
        is_second = role is not None and role[2] == own and last == noun and "," not in gap
        if forms is None and role is not None and is_second and word not in known.SUBJECTS:
            # "la bombera voluntaria": a second noun says more.
            sentence.put(at, role, own, "noun")
            last = at
            continue
        if forms is None and at == last + 1 and "," not in gap and is_invariable(word):
            last = at
            continue
        if forms is None:
            if "," not in gap and at == last + 1 and _looks_agreeing(word, own):
                sentence.leave(at, LeftReason.NO_AGREEMENT, is_doubt=True)
            break
        if forms[2] not in ("both", own):
            break
        if "," in gap and word not in known.PERSON_ONLY and last == noun:
            break
        if forms[2] == own:
            sentence.put(at, forms, own, "adjective")
        last = at
    return last


def _looks_agreeing(word: str, own: str) -> bool:
    """A word behind a noun that may be an adjective which the lists do not know."""
    if word in known.FUNCTION_WORDS or word in known.VERBS or word in known.ADVERBS or word in known.COPULAS:
        return False
    if word in known.NOUNS:
        return False
    if word.endswith(("mente", "aba", "ía", "iera", "ara", "iendo", "ando")):
        return False
    return word.endswith("o" if own == MALE else "a")


RULES = LanguageRules(
    language="es",
    title="Spanish",
    covers=(
        "The pronouns él and ella, and lo and la where they are the object of a verb that takes people.",
        "Titles such as señor and don, and nouns for one person such as alumno, profesora or hermano.",
        "Articles (also del and al), demonstratives and adjectives that stand with such a noun.",
        "Adjectives and participles behind ser, estar and the like, where the person is their subject or writes.",
    ),
    leaves=(
        "Plurals such as los alumnos: they may mean people of any gender.",
        "Lo and la where a person or a thing may be meant.",
        "Whole sentences in which a word may have to agree and the rules cannot tell.",
        "Words without a usual counterpart, such as señorita.",
    ),
    scan_gender=scan_gender,
    determiners=frozenset(known.DETERMINERS) | {"los", "las", "unos", "unas", "lo"},
)
