"""What a French sentence says of a person: adjectives and participles behind être, and where nobody can tell."""

from __future__ import annotations

from collections.abc import Iterator

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps import french_words as known
from fairdesk.evaluations.swaps.french_phrases import ARTICLES, adjective_forms, is_joined, may_agree
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.romance import Forms, Sentence
from fairdesk.evaluations.swaps.romance_agreement import Agreement
from fairdesk.evaluations.swaps.romance_subjects import UNCERTAIN, Subjects, read_said
from fairdesk.evaluations.swaps.tokens import HYPHENS, word_set

HAVING = frozenset(("a", "avait", "ai", "avais", "ont", "as", "avez", "avoir", "aura", "ayant", "avaient", "eu"))
INVERTED = frozenset(("il", "elle", "vous", "je", "tu", "on", "nous"))
ADDRESSING = frozenset(("êtes", "serez", "étiez", "seriez", "soyez"))
AS_SAID = {"femme": ("homme", "femme", FEMALE), "fille": ("fils", "fille", FEMALE)}
OPENING = frozenset(("ni", "une", "fois", "quoique", "bien", "à", "la"))
AT_ONCE = frozenset(("en", "à", "au", "aux", "par", "dans", "de", "d", "depuis", "chez", "pour"))
ONE_FORM = ("able", "ible", "ique", "iste", "aire")
"""Endings of adjectives that are the same for both genders."""

HAVING_OBJECT = frozenset(("ai", "as", "a", "avons", "avez", "ont", "avais", "avait", "avions", "aurais", "aurions"))
JOINING = frozenset(("et", "ni", "mais", "ou"))
FOLLOWING = frozenset(("ni", "mais", "de", "du", "des", "d", "que", "qu", "et", "en", "à", "dans", "parmi", "pour", ""))
OBJECT_STARTS = frozenset(("le", "la", "les", "un", "une", "des", "l", "du"))
SUBJECTS = Subjects(
    of_people=known.PERSON_ONLY,
    complements=frozenset(("de", "du", "d", "des", "en", "au", "à")),
    clauses=frozenset(("qui", "que", "et")),
    elliptic=known.ELLIPTIC,
    articles=frozenset((*ARTICLES, "l")),
    opening=frozenset((*ARTICLES, "l", "les", "des")),
    relatives=frozenset(("qui",)),
    prepositions=word_set("de d du à au pour avec par sur chez contre envers selon sans dans en"),
    epicene=frozenset(("victime", "personne", "recrue", "vedette", "connaissance")),
    relating=frozenset(("qui", "que", "qu", "dont", "lequel", "laquelle", "auquel", "duquel")),
)


def read_predicates(sentence: Sentence) -> None:
    """Adjectives and participles that a copula ties to a person of the sentence, or to whoever writes."""
    small = sentence.words.small
    said = small[sentence.first : sentence.end]
    if known.COPULAS.isdisjoint(said) and "air" not in said:
        return
    for c in range(sentence.first, sentence.end):
        has_air = small[c] == "air" and sentence.small(c - 1) == "l" and sentence.small(c - 2) in HAVING
        if (small[c] not in known.COPULAS and not has_air) or c in sentence.opaque:
            continue
        _read_described(sentence, c + 1)
        is_person = False
        for at, forms in _said_of(sentence, c):
            if at in sentence.places or _has_object(sentence, c, at):
                sentence.settled.add(at)
                continue
            if forms is None:
                _doubt_unknown(sentence, c, at, is_person=is_person)
                continue
            subject = _subject(sentence, c - 2 if has_air else c, forms[2], sentence.small(at))
            is_person = is_person or subject == "person"
            read_said(sentence, at, forms, subject)


def _read_described(sentence: Sentence, at: int) -> None:
    """An adjective in the place of a noun: "c'est une passionnée de musique"."""
    word, behind = sentence.small(at), sentence.small(at + 2)
    forms = known.ADJECTIVES.get(sentence.small(at + 1))
    if word not in ("un", "une") or sentence.small(at + 1) not in known.PERSON_ONLY or forms is None:
        return
    own = MALE if word == "un" else FEMALE
    if forms[2] != own or at in sentence.places or at + 1 in sentence.places:
        return
    is_followed = sentence.is_close(at + 1) and behind not in FOLLOWING and not behind.endswith(ONE_FORM)
    if is_followed and adjective_forms(behind) is None:
        return
    sentence.put(at, ("un", "une", own), own, "determiner")
    sentence.put(at + 1, forms, own, "adjective")
    more = adjective_forms(behind)
    if more is not None and more[2] == own and sentence.is_close(at + 1):
        sentence.put(at + 2, more, own, "adjective")


def read_objects(sentence: Sentence) -> None:
    """Participles of a clause whose object is the person before it: "une étudiante que j'ai appréciée"."""
    for one in sentence.phrases:
        at = one.last + 1
        if not one.own or sentence.small(at) not in ("que", "qu") or not sentence.is_close(one.last):
            continue
        verb = next((j for j in range(at + 1, at + 5) if sentence.small(j) in HAVING_OBJECT), 0)
        while verb and sentence.small(verb + 1) in known.ADVERBS:
            verb += 1
        forms = adjective_forms(sentence.small(verb + 1)) if verb else None
        if forms is None or forms[2] != one.own or verb + 1 in sentence.places:
            continue
        if sentence.small(verb + 2).endswith(("er", "ir", "re")):
            sentence.leave(verb + 1, LeftReason.NO_AGREEMENT, is_doubt=True)
        else:
            sentence.put(verb + 1, forms, one.own, "participle")


def read_openings(sentence: Sentence) -> None:
    """At the start of a sentence such a word is of the person: "Née à Lyon, ...", "Plus âgée que lui, elle ..."."""
    first = sentence.first
    while sentence.small(first) in OPENING or sentence.small(first) in known.ADVERBS:
        first += 1
    word = sentence.small(first)
    if sentence.small(sentence.first) == "une" and sentence.small(sentence.first + 1) != "fois":
        return
    forms = adjective_forms(word)
    if forms is None or forms[2] == "both" or first in sentence.places or word in known.NOUNS:
        return
    if word in ("cher", "chère"):
        is_name = sentence.is_name(first + 1) or first + 1 in sentence.opaque
        if is_name and sentence.is_close(first) and sentence.small(first + 1) not in known.PLURALS:
            sentence.put(first, forms, forms[2], "adjective")
        return
    if word in known.BEFORE and sentence.small(first + 1) not in FOLLOWING and sentence.is_close(first):
        return
    is_once = sentence.small(first - 1) == "fois"
    if is_once or word in known.PERSON_ONLY or _is_of_next(sentence, first, forms[2]):
        sentence.put(first, forms, forms[2], "adjective")
        _read_more(sentence, first, forms[2])
    elif word in known.ADJECTIVES and sentence.small(first + 1) in AT_ONCE:
        sentence.leave(first, LeftReason.AMBIGUOUS, UNCERTAIN, is_doubt=True)


def _read_more(sentence: Sentence, first: int, own: str) -> None:
    """Adjectives that follow one at the start: "sérieuse, motivée et curieuse"."""
    at = first + 1
    is_close = True
    while sentence.small(at) and sentence.small(at) not in JOINING and "," not in sentence.words.gap_before(at):
        # A complement stands between: "née à Lyon et élevée par sa tante", "sûr de lui et motivé".
        if sentence.small(at) not in known.ADVERBS:
            if adjective_forms(sentence.small(at)) is not None and at == first + 1:
                break
            is_close = is_close and sentence.small(at) in ("de", "d", "lui", "elle", "moi")
        at += 1
    while sentence.small(at) in JOINING or sentence.small(at) in known.ADVERBS:
        at += 1
    forms = adjective_forms(sentence.small(at))
    if forms is None or forms[2] != own or sentence.is_name(at):
        return
    ends = sentence.small(at + 1) in AT_ONCE or not sentence.is_close(at)
    if (is_close or ends) and at not in sentence.places:
        sentence.put(at, forms, own, "adjective")
        _read_more(sentence, at, own)


def _is_of_next(sentence: Sentence, first: int, own: str) -> bool:
    """Whether the words behind the first comma are a pronoun or a noun for a person of this gender."""
    for at in range(first + 1, sentence.end):
        if "," in sentence.words.gap_before(at):
            if sentence.small(at) in known.FIRST_PERSON:
                return True
            return any(one.first == at and one.own == own for one in sentence.phrases)
    return False


def _said_of(sentence: Sentence, copula: int) -> Iterator[tuple[int, Forms | None]]:
    """Index and forms of what is said; None for the forms of a word that may agree and is not known."""
    at = copula + 1
    if sentence.words.gap_after(copula) in tuple(HYPHENS) and sentence.small(at) in INVERTED:
        at += 1
    while at < sentence.end:
        gap = sentence.words.gap_before(at).strip()
        word = sentence.small(at)
        is_today = word == "hui" or (sentence.small(at - 1) == "hui")
        if (gap not in ("", ",") and not is_today) or not word:
            return
        if gap == "," and word in ("il", "elle", "je", "j", "on", "ce", "c", "qui", "le", "la"):
            return
        if word in ("et", "ou", "ni", "ne", "aussi", "puis", "mais", "ensuite", "voire") or word in known.ADVERBS:
            at += 1
            continue
        ranked = sentence.small(at + 1)
        if word in ("le", "la") and ranked in ("plus", "moins", "mieux"):
            forms = adjective_forms(sentence.small(at + 2))
            if forms is None:
                return
            own = MALE if word == "le" else FEMALE
            if sentence.small(at + 3) not in FOLLOWING and sentence.is_close(at + 2):
                return
            yield at, ("le", "la", own)
            if forms[2] == own:
                yield at + 2, forms
            at += 3
            if sentence.small(at) not in JOINING:
                return
            continue
        if word in ("le", "la") and ranked in known.BEFORE and sentence.small(at + 2) not in known.NOUNS:
            own = MALE if word == "le" else FEMALE
            yield at, ("le", "la", own)
            if known.BEFORE[ranked][2] != "both":
                yield at + 1, known.BEFORE[ranked]
            at += 2
            following = adjective_forms(sentence.small(at))
            if sentence.small(at) not in JOINING and (following is None or following[2] != own):
                return
            continue
        forms = adjective_forms(word)
        if forms is None and word in known.NOT_ALONE and word not in known.SUBJECTS:
            forms = AS_SAID.get(word) or known.NOUNS[word]
        if forms is None:
            if (may_agree(word) or _may_be_said(word)) and not sentence.is_name(at):
                yield at, None
            return
        if forms[2] != "both":
            yield at, forms
        at += 1


def _doubt_unknown(sentence: Sentence, copula: int, at: int, *, is_person: bool) -> None:
    word = sentence.small(at)
    own = may_agree(word) or (FEMALE if word.endswith("e") else MALE)
    if is_person or _subject(sentence, copula, own, "") in ("person", "unclear"):
        sentence.leave(at, LeftReason.NO_AGREEMENT, is_doubt=True)


def _may_be_said(word: str) -> bool:
    """Whether a word that no list knows may be an adjective or participle with two forms."""
    if len(word) < 4 or word in known.FUNCTION_WORDS or word in known.NOUNS or word in known.COPULAS:
        return False
    return word.endswith(("i", "ie", "u", "ue", "is", "ise", "it", "ite", "nt", "nte", "al", "ale", "el", "elle", "er",
                          "ère", "et", "ète", "ette", "en", "enne", "if", "ive", "x", "se", "in", "ine", "ard", "arde",
                          "eur", "euse", "rice", "ct", "cte", "ert", "erte"))  # fmt: skip


def _has_object(sentence: Sentence, copula: int, at: int) -> bool:
    """Whether the verb has an object, as in "elle s'est donné la peine": then the participle does not agree."""
    is_reflexive = sentence.small(copula - 1) in ("s", "se", "me", "m")
    return is_reflexive and sentence.small(at + 1) in OBJECT_STARTS and sentence.small(at).endswith("é")


def _subject(sentence: Sentence, copula: int, own: str, adjective: str) -> str:
    """Whose predicate it is: ``person``, ``other`` or ``unclear``."""
    b = copula - 1
    if sentence.words.gap_after(copula) in tuple(HYPHENS) and sentence.small(copula + 1) in INVERTED:
        b = copula + 1
    while b >= sentence.first and sentence.small(b) in known.LINKS and is_joined(sentence, b):
        b -= 1
    word = sentence.small(b)
    if word in known.FIRST_PERSON or word == "tu":
        return "person"
    if word in ("il", "elle"):
        if b in sentence.places:
            return "person"
        is_listed = any(one.start == sentence.words.spans[b][0] for one in (*sentence.left, *sentence.doubts))
        return "unclear" if is_listed else "other"
    if sentence.small(copula) in ADDRESSING or (word == "vous" and b != copula - 1):
        return _addressed(sentence, own, adjective)
    if word in ("ce", "c", "on", "cela", "ça", "tout", "nous", "vous", "ils", "elles"):
        return "other"
    if sentence.small(copula) == "être" and _writes(sentence, copula):
        return "person"
    if word == "qui" and any(one.last == b - 1 and one.own in (own, "") for one in sentence.phrases):
        return "person"
    return SUBJECTS.of(sentence, b, own, adjective)


def _addressed(sentence: Sentence, own: str, adjective: str) -> str:
    """Whose predicate that of "vous" is: a singular one is of one person; "admis" may be of several."""
    if own == FEMALE and not adjective.endswith("s"):
        return "person"
    if own == MALE and adjective.endswith(("s", "x")):
        is_one = any(one.own == MALE for one in sentence.phrases) and not any(
            sentence.small(j) in known.PLURALS for j in range(sentence.first, sentence.end)
        )
        return "person" if is_one else "unclear"
    return "person" if own == MALE else "other"


def _writes(sentence: Sentence, copula: int) -> bool:
    """Whether nobody but who writes stands before an infinitive: "je serais heureuse d'être reçue"."""
    before = range(sentence.first, copula)
    has_first = any(sentence.small(j) in known.FIRST_PERSON for j in before)
    others = any(sentence.small(j) in ("il", "elle", "que", "qu", "qui") for j in before)
    return has_first and not others and not any(one.first < copula for one in sentence.phrases)


AGREEMENT = Agreement(
    forms=known.LISTED.get,
    roles=known.NOUNS.get,
    of_people=known.PERSON_ONLY,
    announcing=frozenset(ARTICLES) | {
        "l", "les", "des", "d", "de", "à", "en", "par", "sur", "avec", "sans", "pour", "aux", "dans", "ces", "mes",
        "ses",
        "nos", "vos", "leurs", "leur", "notre", "votre", "chaque", "entre", "plusieurs", "sous", "contre", "selon",
    },
    adverbs=known.ADVERBS,
    joining=frozenset(("et", "ou", "mais", "ni")),
    in_front=known.BEFORE,
    having=HAVING | {"sommes", "serions", "sont",
        "étaient", "étions", "serons", "seront", "soient", "furent", "nous", "ils", "elles"},
)  # fmt: skip
