"""French: pronouns, titles and nouns for one person, with the articles, adjectives and participles that agree.

"Il" and "elle" stand for things as often as for people, so that a pronoun is changed only where its verb or its
adjective is said of people, or where nothing else of its gender was named before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.edits import LeftReason, Place, Scan
from fairdesk.evaluations.swaps import french_words as known
from fairdesk.evaluations.swaps.french_elision import agreeing
from fairdesk.evaluations.swaps.french_phrases import (
    ARTICLES,
    adjective_forms,
    apostrophe_of,
    begins_with_vowel,
    is_joined,
    read_behind,
    read_noun,
)
from fairdesk.evaluations.swaps.french_predicates import AGREEMENT, read_objects, read_openings, read_predicates
from fairdesk.evaluations.swaps.language import FEMALE, MALE, LanguageRules
from fairdesk.evaluations.swaps.romance import Phrase, Sentence, scan_sentences
from fairdesk.evaluations.swaps.romance_agreement import read_leftovers
from fairdesk.evaluations.swaps.tokens import APOSTROPHES, HYPHENS, capitals_at, with_capitals

WITHOUT_COUNTERPART = frozenset(("mademoiselle", "mlle", "damoiseau"))
TITLES = {"monsieur": ("monsieur", "madame", MALE), "madame": ("monsieur", "madame", FEMALE)}
INFINITIVES = ("er", "ir", "re", "oir")
AUXILIARIES = frozenset(("ai", "as", "a", "avons", "avez", "ont", "avais", "avait", "aurais", "aurait", "avions"))
CLITICS = frozenset(("ne", "n", "me", "m", "se", "s", "lui", "y", "en", "nous", "vous", "leur", "le", "la", "l", "t"))
SAYING = frozenset(("dit", "croit", "sait", "disent", "croient"))
"""With an adjective behind them their object is a person or a thing: on le dit fiable."""

NO_THINGS = frozenset(("fois", "part", "plus", "moins", "mieux", "seul", "seule"))
"""Behind an article these name no thing: une fois, pour ma part, le plus brillant."""

LOOKED_BACK = 30
"""Words before a sentence among which a pronoun's noun is looked for."""

RELATIVES = {
    "lequel": ("lequel", "laquelle", MALE), "laquelle": ("lequel", "laquelle", FEMALE),
    "duquel": ("duquel", "de laquelle", MALE), "auquel": ("auquel", "à laquelle", MALE),
}  # fmt: skip
CONTRACTED = {"de": ("duquel", "de laquelle", FEMALE), "à": ("auquel", "à laquelle", FEMALE)}

TRIGGERS = (
    WITHOUT_COUNTERPART | known.PLURALS | set(known.NOUNS) | set(TITLES)
    | {"il", "elle", "lui", "le", "la", "l", "m", "mme", "celui", "celle", *RELATIVES}
)  # fmt: skip


def scan_gender(text: str, extra: Sequence[str] = ()) -> Scan:
    """Every gendered word for one person in a French text; see ``LanguageRules.scan_gender``."""
    return scan_sentences(text, extra, _read, known.ACCENTS)


def _read(sentence: Sentence) -> None:
    small, extra = sentence.words.small, sentence.extra
    for i in range(sentence.first, sentence.end):
        word = small[i]
        if word not in TRIGGERS and word not in extra:
            continue
        if i in sentence.opaque or i in sentence.places:
            continue
        if word in WITHOUT_COUNTERPART:
            sentence.leave(i, LeftReason.NO_COUNTERPART, is_doubt=True)
        elif word in known.PLURALS:
            sentence.leave(i, LeftReason.AMBIGUOUS, "A plural may mean people of any gender: change it by hand.")
        elif word in ("celui", "celle"):
            sentence.leave(i, LeftReason.AMBIGUOUS, is_doubt=True)
        elif word in ("il", "elle", "lui"):
            _pronoun(sentence, i)
        elif word in ("m", "mme") or word in TITLES:
            _title(sentence, i)
        elif word in ("le", "la", "l"):
            _clitic(sentence, i)
        elif word in RELATIVES:
            _relative(sentence, i)
        else:
            read_noun(sentence, i)
    read_openings(sentence)
    read_objects(sentence)
    read_predicates(sentence)
    read_leftovers(sentence, AGREEMENT)


def _title(sentence: Sentence, i: int) -> None:
    word = sentence.small(i)
    if _addresses_both(sentence, i):
        sentence.leave(i, LeftReason.NO_COUNTERPART)
        return
    if word in TITLES:
        forms = TITLES[word]
        sentence.put(i, forms, forms[2], "title")
        before = sentence.small(i - 1)
        if before in known.BEFORE and is_joined(sentence, i - 1):
            sentence.put(i - 1, known.BEFORE[before], forms[2], "adjective")
    elif word == "mme":
        sentence.put(i, ("M.", "Mme", FEMALE), FEMALE, "title")
    elif sentence.words.form(i) == "M" and sentence.words.gap_after(i).startswith(". "):
        start, end = sentence.words.spans[i]
        words = {MALE: "M.", FEMALE: "Mme"}
        sentence.places[i] = Place(start=start, end=end + 1, cue_id="", slot="title", words=words, own=MALE)
    else:
        return
    own = sentence.places[i].own
    sentence.phrases.append(Phrase(i, read_behind(sentence, i, own), own))


def _addresses_both(sentence: Sentence, i: int) -> bool:
    """Whether a letter is to whoever reads it: "Madame, Monsieur,"."""
    both = {"madame", "monsieur", "mme", "m"}
    for j in (i - 1, i + 1):
        gap = sentence.words.gap_after(min(i, j)).strip()
        if sentence.small(j) in both - {sentence.small(i)} and gap in (",", "/"):
            return True
    is_first = sentence.small(i + 1) in ("ou", "et") and sentence.small(i + 2) in both
    return is_first or (sentence.small(i - 1) in ("ou", "et") and sentence.small(i - 2) in both)


def _pronoun(sentence: Sentence, i: int) -> None:
    word = sentence.small(i)
    own = FEMALE if word == "elle" else MALE
    if _is_stressed(sentence, i):
        _stressed(sentence, i, own)
        if sentence.small(i + 1) == "qui":
            sentence.phrases.append(Phrase(i, i, own))
        if _is_alone(sentence, i):
            sentence.put(i + 1, ("seul", "seule", own), own, "adjective")
        return
    if word == "lui":
        return
    if word == "elle" and sentence.small(i + 1) in ("seul", "seule", "aussi") and sentence.is_close(i):
        sentence.leave(i, LeftReason.AMBIGUOUS, is_doubt=True)
        return
    if word == "il" and _is_impersonal(sentence, i):
        return
    if _is_of_person(sentence, i, own):
        if not _put_behind_if(sentence, i, own):
            sentence.put(i, ("il", "elle", own), own, "pronoun")
        sentence.phrases.append(Phrase(i, i, own))
    else:
        advice = "It may stand for a person or a thing: decide and edit by hand."
        sentence.leave(i, LeftReason.AMBIGUOUS, advice, is_doubt=True)


def _put_behind_if(sentence: Sentence, i: int, own: str) -> bool:
    """Put "s'il" and "si elle" as one place, because only one of them is elided."""
    before = sentence.small(i - 1)
    if not is_joined(sentence, i - 1) or before != ("s" if own == MALE else "si"):
        return False
    start, end = sentence.words.start(i - 1), sentence.words.end(i)
    pattern = capitals_at(sentence.words, i) if sentence.words.form(i).isupper() else capitals_at(sentence.words, i - 1)
    words = {
        MALE: with_capitals(f"s{apostrophe_of(sentence.words.text)}il", pattern),
        FEMALE: with_capitals("si elle", pattern),
    }
    words[own] = sentence.words.text[start:end]
    sentence.places[i] = Place(start=start, end=end, cue_id="", slot="pronoun", words=words, own=own)
    return True


def _is_stressed(sentence: Sentence, i: int) -> bool:
    """Whether "lui" or "elle" stands behind a preposition or with "-même", and not as a subject or indirect object."""
    if sentence.words.gap_after(i) in tuple(HYPHENS) and sentence.small(i + 1) == "même":
        return True
    if sentence.small(i) != "il" and sentence.small(i + 1) in ("et", "qui") and sentence.is_close(i):
        return True
    if _is_alone(sentence, i) or (sentence.small(i + 1) == "aussi" and sentence.is_close(i)):
        return sentence.small(i) != "il" and sentence.small(i - 1) not in known.COPULAS
    if sentence.small(i) != "il" and i == sentence.first and sentence.words.gap_after(i).strip() == ",":
        return True
    before = sentence.small(i - 1)
    if before == "est" and sentence.small(i - 2) in ("c", "ce"):
        return True
    if before == "en" and sentence.small(i + 1).endswith("ant") and sentence.is_close(i):
        return False
    if before not in known.PREPOSITIONS or not is_joined(sentence, i - 1):
        return False
    ends = not sentence.is_close(i) or not sentence.small(i + 1)
    if before == "comme" and sentence.small(i - 2) in known.NOUNS and sentence.is_close(i - 2):
        return True
    if before in ("que", "qu", "comme"):
        return ends
    if sentence.small(i) == "lui":
        return ends or not sentence.small(i + 1).endswith(INFINITIVES)
    return True


def _relative(sentence: Sentence, i: int) -> None:
    """Relative pronouns that show a gender: "une collègue sur laquelle on peut compter"."""
    forms, first = RELATIVES[sentence.small(i)], i
    if sentence.small(i) in ("lequel", "laquelle"):
        if sentence.small(i - 1) not in known.PREPOSITIONS or not sentence.is_close(i - 1):
            return
        before = i - 2
        if sentence.small(i - 1) in CONTRACTED and sentence.small(i) == "laquelle":
            forms, first = CONTRACTED[sentence.small(i - 1)], i - 1
    else:
        before = i - 1
    own = forms[2]
    if any(one.last == before and one.own == own for one in sentence.phrases):
        sentence.put(first, forms, own, "relative pronoun", i - first + 1)
    elif sentence.is_name(before) and any(one.own == own and one.last < before for one in sentence.phrases):
        sentence.leave(i, LeftReason.AMBIGUOUS, is_doubt=True)


def _is_alone(sentence: Sentence, i: int) -> bool:
    return sentence.small(i + 1) in ("seul", "seule") and sentence.is_close(i) and sentence.small(i) != "il"


def _stressed(sentence: Sentence, i: int, own: str) -> None:
    before = sentence.small(i - 1)
    elided = {"de": "d", "d": "d", "que": "qu", "qu": "qu"}.get(before)
    if elided is None or not is_joined(sentence, i - 1):
        sentence.put(i, ("lui", "elle", own), own, "stressed pronoun")
        return
    mark = apostrophe_of(sentence.words.text)
    start, end = sentence.words.spans[i - 1][0], sentence.words.spans[i][1]
    pattern = capitals_at(sentence.words, i - 1)
    words = {
        MALE: with_capitals(("de" if elided == "d" else "que") + " lui", pattern),
        FEMALE: with_capitals(f"{elided}{mark}elle", pattern),
    }
    words[own] = sentence.words.text[start:end]
    sentence.places[i] = Place(start=start, end=end, cue_id="", slot="stressed pronoun", words=words, own=own)


def _verb_behind(sentence: Sentence, i: int) -> int:
    at = i + 1
    while sentence.small(at) in CLITICS and at < sentence.end:
        at += 1
    return at


def _is_impersonal(sentence: Sentence, i: int) -> bool:
    verb = _verb_behind(sentence, i)
    if any(sentence.small(j) in known.IMPERSONAL for j in (i + 1, verb)):
        return True
    if sentence.small(i + 1) == "y" and sentence.small(verb) in ("a", "avait", "aura", "aurait", "eut", "ait"):
        return True
    following = {sentence.small(j) for j in (verb + 1, verb + 2, i + 2)}
    if not following.isdisjoint(known.SOMETIMES_IMPERSONAL.get(sentence.small(verb), ())):
        return True
    if sentence.small(i + 1) == "se" and sentence.small(i + 2) in ("peut", "pourrait"):
        return True
    if sentence.small(i - 1) == "s" and sentence.small(i + 1) in ("vous", "te"):
        return True
    if sentence.small(verb) in ("fait", "faisait", "fera") and sentence.small(verb + 1) in known.WEATHER:
        return True
    if sentence.small(verb) not in known.COPULAS and sentence.small(verb) not in ("a", "avait"):
        return False
    near = [sentence.small(j) for j in range(verb + 1, min(verb + 5, sentence.end))]
    for number, word in enumerate(near):
        if word in known.IMPERSONAL or word == "fallu":
            return True
        if word in known.IMPERSONAL_ADJECTIVES:
            return any(one in ("de", "d", "que", "qu") for one in near[number + 1 :])
    return False


def _is_of_person(sentence: Sentence, i: int, own: str) -> bool:
    verb = _verb_behind(sentence, i)
    word = sentence.small(verb)
    near = [sentence.small(j) for j in range(verb + 1, min(verb + 5, sentence.end))]
    if word in known.PERSON_VERBS or any(one in known.PERSON_ONLY for one in near if word in known.COPULAS):
        return True
    said = next((one for one in near if one not in known.ADVERBS and one not in ("un", "une", "hui")), "")
    if word in known.COPULAS and said in known.NOUNS and said not in known.NOT_ALONE:
        return True
    if word in ("a", "avait", "aura") and any(one in known.DONE_BY_PEOPLE for one in near[:3]):
        return True
    is_reflexive = sentence.small(verb - 1) in ("s", "se")
    is_subject_thing = _begins_with_a_thing(sentence, i, own)
    if is_subject_thing or is_reflexive:
        return not is_subject_thing and not _names_a_thing(sentence, i, own)
    if word in known.LIVELY_VERBS:
        return True
    if word in ("a", "avait", "aura") and any(one in known.PARTICIPLES_OF_PEOPLE for one in near[:3]):
        return True
    if any(place.slot == "pronoun" and place.own == own for place in sentence.places.values()):
        return True
    return not _names_a_thing(sentence, i, own)


def _begins_with_a_thing(sentence: Sentence, i: int, own: str) -> bool:
    """Whether a thing of this gender begins the sentence, or the part before a semicolon: it may be the subject."""
    starts = [sentence.first]
    starts += [j for j in range(sentence.first + 1, i) if not {";", ":", ","}.isdisjoint(sentence.words.gap_before(j))]
    for j in starts:
        at = j + 1 if sentence.small(j) in ("et", "mais", "car", "or", "que", "qu") else j
        word = sentence.small(at)
        if word not in ARTICLES and word != "l":
            continue
        noun = at + 1
        while sentence.small(noun) in known.BEFORE and noun + 1 < i:
            noun += 1
        behind = sentence.small(noun)
        if not behind or behind in known.NOUNS or behind in TITLES or noun >= i:
            continue
        shown = ARTICLES[word][1] if word in ARTICLES else ""
        is_vowel = begins_with_vowel(sentence.small(at + 1))
        if (shown or (own if is_vowel else MALE)) == own and behind not in ("fois", "part"):
            return True
    return False


def _names_a_thing(sentence: Sentence, i: int, own: str) -> bool:
    """Whether a noun of this gender that is no person stands before the pronoun."""
    words = sentence.words
    for j in range(max(0, sentence.first - LOOKED_BACK), i - 1):
        word, behind = words.small[j], words.small[j + 1]
        if word == "l" and words.gap_after(j) in tuple(APOSTROPHES):
            gender = own
        elif word in ARTICLES and words.gap_after(j).isspace():
            kind, shown = ARTICLES[word]
            gender = shown or (own if begins_with_vowel(behind) else MALE)
            if kind == "ce" and behind in ("qui", "que"):
                continue
        else:
            continue
        noun = j + 1
        while words.small[noun] in known.BEFORE and noun + 1 < len(words):
            noun += 1
        behind = words.small[noun]
        if gender == own and behind not in NO_THINGS and behind not in known.NOUNS and behind not in TITLES:
            return True
    return False


def _clitic(sentence: Sentence, i: int) -> None:
    """Objects of a verb, "le", "la" and "l'": changed in front of verbs that take people, else listed."""
    before = sentence.small(i - 1)
    behind = sentence.small(i + 1)
    advice = "It may stand for a person or a thing: decide and edit by hand."
    if behind in ("un", "une") and sentence.small(i) == "l" and sentence.small(i + 2) in ("de", "des", "d", "l"):
        sentence.leave(i + 1, LeftReason.AMBIGUOUS, is_doubt=True)
        return
    if behind in known.PERSON_OBJECT_VERBS and sentence.is_close(i) and not begins_with_vowel(behind):
        own = MALE if sentence.small(i) == "le" else FEMALE
        sentence.put(i, ("le", "la", own), own, "object pronoun")
        return
    if behind in SAYING and sentence.small(i) != "l" and adjective_forms(sentence.small(i + 2)) is not None:
        sentence.leave(i, LeftReason.AMBIGUOUS, advice, is_doubt=True)
        return
    is_before_verb = behind in known.CLITIC_VERBS and sentence.is_close(i) and before not in ("de", "à")
    is_before_verb = is_before_verb or (sentence.small(i) == "l" and behind in AUXILIARIES)
    if not is_before_verb and (before not in known.SUBJECTS_BEFORE_CLITIC or not is_joined(sentence, i - 1)):
        return
    if behind in known.NOUNS or behind in known.BEFORE:
        return
    is_infinitive = behind.endswith(INFINITIVES) and behind not in known.NOUNS
    if before in ("pour", "de", "à", "sans") and not (is_infinitive and is_joined(sentence, i)):
        return
    if sentence.small(i) != "l" or (behind in AUXILIARIES and not _participle(sentence, i)):
        sentence.leave(i, LeftReason.AMBIGUOUS, advice, is_doubt=True)


def _participle(sentence: Sentence, i: int) -> bool:
    """Whether "l'ai" is followed by the participle of a verb that takes people, which then agrees with the person."""
    at = i + 2
    while sentence.small(at) in known.ADVERBS:
        at += 1
    word = sentence.small(at)
    forms = known.MET.get(word)
    if forms is None or adjective_forms(sentence.small(at + 1)) is not None:
        return False
    sentence.put(at, forms, forms[2], "participle")
    return True


RULES = LanguageRules(
    language="fr",
    title="French",
    covers=(
        "The pronouns il and elle where a person is meant, lui and elle behind a preposition, le and la with verbs "
        "that take people.",
        "Titles such as Monsieur and Mme, and nouns for one person such as étudiante, directeur or sœur.",
        "Articles, demonstratives and possessives with their elision (l'oncle, la tante), and adjectives beside.",
        "Adjectives and participles behind être and the like, where the person is their subject or writes.",
    ),
    leaves=(
        "Plurals such as les étudiants: they may mean people of any gender.",
        "Il and elle, le, la and l' where a person or a thing may be meant; celui and celle.",
        "Whole sentences in which a word may have to agree and the rules cannot tell.",
        "Words without a usual counterpart, such as Mademoiselle.",
    ),
    scan_gender=scan_gender,
    # Elision belongs to the places of nouns here; in front of a place-holder nobody can tell its first letter.
    determiners=frozenset(ARTICLES) | {"l", "les", "des", "d"},
    agreeing=agreeing,
)
