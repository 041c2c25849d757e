"""What a Spanish sentence says of a person: adjectives and participles behind a copula, and where nobody can tell."""

from __future__ import annotations

from collections.abc import Iterator

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps import spanish_words as known
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.romance import Forms, Sentence
from fairdesk.evaluations.swaps.romance_agreement import Agreement
from fairdesk.evaluations.swaps.romance_subjects import Subjects, read_said
from fairdesk.evaluations.swaps.tokens import word_set

BEHIND_OPENING = frozenset(("en", "por", "con", "y", "de", "desde", "a", "el", "hace", "pero", ""))
PARTICIPLES = ("ado", "ada", "ido", "ida", "ído", "ída")
BEHIND_PARTICIPLE = frozenset(("a", "al", "en", "por", "con", "de", "del", "desde", "entre", "como"))
NO_OPENINGS = word_set(
    "debido dado dada visto referido relacionado relacionada adecuado partida salida entrada llamada medida comida "
    "jornada temporada cada"
)
ADDRESSES = frozenset(("querido", "querida", "estimado", "estimada", "apreciado", "apreciada"))
HAVING = frozenset(
    ("ha", "he", "han", "hemos", "había", "habían", "haber", "habiendo", "haya", "hubiera", "habría", "habrá")
)
SUBJECTS = Subjects(
    of_people=known.PERSON_ONLY,
    complements=frozenset(("de", "del", "con", "en")),
    clauses=frozenset(("que", "y", "e")),
    elliptic=known.ELLIPTIC,
    articles=frozenset(known.DETERMINERS),
    epicene=frozenset(("víctima", "persona", "figura", "criatura")),
    relating=frozenset(("que", "cuyo", "cuya", "cuyos", "cuyas", "quien")),
    prepositions=frozenset(
        ("de", "del", "a", "al", "para", "con", "por", "sobre", "hacia", "según", "sin", "contra", "en", "ante")
    ),
    opening=frozenset((*known.DETERMINERS, "los", "las", "su", "mi", "tu", "que")),
)


def read_predicates(sentence: Sentence) -> None:
    """Adjectives and participles that a copula ties to a person of the sentence, or to whoever writes."""
    small = sentence.words.small
    said = small[sentence.first : sentence.end]
    if known.COPULAS.isdisjoint(said) and "considero" not in said:
        return
    for c in range(sentence.first, sentence.end):
        word = small[c]
        is_reflexive = word == "considero" and sentence.small(c - 1) == "me"
        if (word not in known.COPULAS and not is_reflexive) or c in sentence.opaque:
            continue
        _read_described(sentence, c + 1)
        is_person = False
        for at, forms in _said_of(sentence, c):
            if at in sentence.places or sentence.small(at) in known.HOLDING:
                continue
            if forms is None:
                _doubt_unknown(sentence, c, at, is_person=is_person)
                continue
            subject = _subject(sentence, c, forms[2], sentence.small(at))
            is_person = is_person or subject == "person"
            read_said(sentence, at, forms, subject)


def _read_described(sentence: Sentence, at: int) -> None:
    """An adjective in the place of a noun: "es una apasionada de la música"."""
    word, behind = sentence.small(at), sentence.small(at + 2)
    forms = known.ADJECTIVES.get(sentence.small(at + 1))
    if word not in ("un", "una") or sentence.small(at + 1) not in known.PERSON_ONLY or forms is None:
        return
    if forms[2] != (MALE if word == "un" else FEMALE) or at in sentence.places or at + 1 in sentence.places:
        return
    if sentence.is_close(at + 1) and behind not in BEHIND_OPENING and adjective_forms(behind) is None:
        return
    sentence.put(at, known.DETERMINERS[word], forms[2], "determiner")
    sentence.put(at + 1, forms, forms[2], "adjective")
    more = adjective_forms(behind)
    if more is not None and more[2] == forms[2] and sentence.is_close(at + 1):
        sentence.put(at + 2, more, more[2], "adjective")


def _said_of(sentence: Sentence, copula: int) -> Iterator[tuple[int, Forms | None]]:
    """Index and forms of what is said; None for the forms of a word that may agree and is not known."""
    at = copula + 1
    if sentence.small(at) in ("usted", "él", "ella"):
        at += 1
    while sentence.small(at) and sentence.is_name(at) and sentence.is_close(at - 1):
        at += 1
    while at < sentence.end:
        gap = sentence.words.gap_before(at).strip()
        word = sentence.small(at)
        if gap not in ("", ",") or not word:
            return
        if word in ("y", "e", "o", "u") or word in known.ADVERBS or word in ("sido", "tan", "como", "luego", "después"):
            at += 1
            continue
        if word in ("el", "la") and sentence.small(at + 1) in ("más", "menos"):
            yield at, known.DETERMINERS[word]
            at += 2
            continue
        forms = adjective_forms(word)
        if forms is None and (word in known.NOT_ALONE or word in known.SUBJECTS):
            forms = known.NOUNS[word]
        if forms is None:
            is_name = sentence.is_name(at)
            if (
                word.endswith(("o", "a"))
                and not is_name
                and word not in known.NOUNS
                and word not in known.FUNCTION_WORDS
                and word not in known.VERBS_OF_MINE
            ):
                yield at, None
            return
        if forms[2] != "both":
            yield at, forms
        at += 1


def _doubt_unknown(sentence: Sentence, copula: int, at: int, *, is_person: bool) -> None:
    """Hold the sentence back where an unknown word is said of one of its persons and has that person's ending."""
    word = sentence.small(at)
    own = MALE if word.endswith("o") else FEMALE
    is_verb = word in known.VERBS or word.endswith(("ando", "iendo"))
    if (is_person and not is_verb) or (
        not is_verb
        and any(
            one.own == own and not SUBJECTS.is_governed(sentence, one) and _reaches_back(sentence, one.last, copula)
            for one in sentence.phrases
        )
    ):
        sentence.leave(at, LeftReason.NO_AGREEMENT, is_doubt=True)


def _reaches_back(sentence: Sentence, last: int, copula: int) -> bool:
    b = copula - 1
    while b >= sentence.first and (sentence.small(b) in known.LINKS or sentence.small(b) in known.ADVERBS):
        b -= 1
    return last <= b and (SUBJECTS.reaches(sentence, last, b) or SUBJECTS.is_elliptic(sentence, b))


def _subject(sentence: Sentence, copula: int, own: str, adjective: str) -> str:
    """Whose predicate it is: ``person``, ``other`` or ``unclear``."""
    if sentence.small(copula) in known.FIRST_PERSON and sentence.small(copula - 1) not in ("se", "le"):
        return "person"
    if sentence.small(copula - 1) == "he" and sentence.small(copula) == "sido":
        return "person"
    if sentence.small(copula + 1) and sentence.is_name(copula + 1) and sentence.is_close(copula):
        return "person" if adjective in known.PERSON_ONLY else "unclear"
    b = copula - 1
    is_being = sentence.small(copula) in ("ser", "estar", "sido", "siendo", "estado")
    while b >= sentence.first and sentence.is_close(b):
        word = sentence.small(b)
        is_modal = is_being and (
            word in known.BEFORE_BEING or (word in ("a", "de") and sentence.small(b - 1) in known.BEFORE_BEING)
        )
        if word not in known.LINKS and word not in known.ADVERBS and not is_modal:
            break
        b -= 1
    if sentence.small(b - 1) in SUBJECTS.prepositions and (b - 2 < sentence.first or sentence.small(b - 2) == "que"):
        b -= 2  # "que a veces se sentía perdida"
    if sentence.small(b) in ("que", "quien") and any(one.last == b - 1 and one.own == own for one in sentence.phrases):
        return "person"
    if sentence.small(b) == "usted" or sentence.small(copula + 1) in ("usted", "él", "ella"):
        return "person"
    if adjective in known.PERSON_ONLY and sentence.small(b).endswith(("ó", "aba", "ía")):
        # "cuando llegó era tímido": no subject stands there.
        return "other" if sentence.small(b - 1) in known.DETERMINERS else "person"
    return SUBJECTS.of(sentence, b, own, adjective)


def is_invariable(word: str) -> bool:
    """Whether a word behind a noun that no list knows may be an adjective with one form: "la alumna ejemplar"."""
    if word in known.FUNCTION_WORDS or word in known.ADVERBS or word in known.LINKS or word in known.NOUNS:
        return False
    if len(word) < 5 or word == "igual" or word.endswith("mente"):
        return False
    return word.endswith(("al", "ble", "ente", "ante", "plar", "il"))


def read_opening(sentence: Sentence) -> None:
    """A participle at the start of a sentence that may be of a person: "Llegada a España, no hablaba español"."""
    first = sentence.first
    word, behind = sentence.small(first), sentence.small(first + 1)
    if not word.endswith(PARTICIPLES) or word in NO_OPENINGS or word in known.NOUNS or first in sentence.places:
        return
    named, forms = sentence.places.get(first + 1), adjective_forms(word)
    if named is not None and forms is not None and named.slot == "noun" and named.own == forms[2]:
        sentence.put(first, forms, named.own, "adjective")
        return
    if adjective_forms(word) is not None and behind in BEHIND_PARTICIPLE and sentence.is_close(first):
        sentence.leave(first, LeftReason.NO_AGREEMENT, is_doubt=True)


def read_loose_adjectives(sentence: Sentence) -> None:
    """At the start of a sentence such a word is of the person; behind a verb it may be: then nobody can tell."""
    for i in range(sentence.first, sentence.end):
        word = sentence.words.small[i]
        forms = known.ADJECTIVES.get(word) or (known.BEFORE.get(word) if i == sentence.first else None)
        if forms is None or i in sentence.opaque or forms[2] == "both" or i in sentence.places or word in known.NOUNS:
            continue
        if i == sentence.first and word in ADDRESSES and _is_to_a_name(sentence, i):
            sentence.put(i, forms, forms[2], "adjective")
            continue
        if (
            word in known.PERSON_ONLY
            and all(sentence.small(j) in known.ADVERBS for j in range(sentence.first, i))
            and (sentence.small(i + 1) in BEHIND_OPENING or not sentence.is_close(i))
        ):
            sentence.put(i, forms, forms[2], "adjective")
            continue
        before = sentence.small(i - 1)
        is_conceded = before == "muy" and sentence.small(i - 2) == "por" and sentence.small(i + 1) == "que"
        if word in known.PERSON_ONLY and (before == "como" or is_conceded):
            sentence.put(i, forms, forms[2], "adjective")
            continue
        if before in known.ADVERBS:
            before = sentence.small(i - 2)
        is_verb = before.endswith(("ó", "aba", "ía")) or before in known.VERBS
        if is_verb and (word in known.PERSON_ONLY or any(one.own == forms[2] for one in sentence.phrases)):
            sentence.leave(i, LeftReason.NO_AGREEMENT, is_doubt=True)


def _is_to_a_name(sentence: Sentence, i: int) -> bool:
    """Whether a letter begins with a first name or its place-holder: "Querida Ana:"."""
    return sentence.is_close(i) and (sentence.is_name(i + 1) or i + 1 in sentence.opaque)


def adjective_forms(word: str) -> Forms | None:
    """The forms of an adjective or participle; None for a word that is none by list or ending."""
    listed = known.ADJECTIVES.get(word) or known.BEFORE.get(word)
    if listed is not None:
        return listed
    for male, female in (("ado", "ada"), ("ido", "ida"), ("ído", "ída")):
        if len(word) > 5 and word.endswith(male):
            return word, word[:-1] + "a", MALE
        if len(word) > 5 and word.endswith(female):
            return word[:-1] + "o", word, FEMALE
    return None


AGREEMENT = Agreement(
    forms=known.LISTED.get,
    roles=known.NOUNS.get,
    of_people=known.PERSON_ONLY,
    announcing=frozenset(known.DETERMINERS) | {
        "los", "las", "unos", "unas", "lo", "su", "sus", "mi", "mis", "tu", "tus", "de", "en", "con", "por", "para",
        "sin", "a",
        "sobre", "entre", "cada", "cualquier", "muchas", "muchos", "varias", "varios", "dos", "tres", "hasta", "desde",
    },
    adverbs=known.ADVERBS,
    joining=frozenset(("y", "e", "o", "u", "pero", "ni")),
    having=HAVING,
    in_front=known.BEFORE,
)  # fmt: skip
