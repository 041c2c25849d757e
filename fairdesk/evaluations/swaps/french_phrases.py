"""French nouns and titles for one person, with the determiners and adjectives that stand beside them.

An article depends on the gender and on the first letter of the word behind it (le, la, l'; ce, cet; mon, ma), so that a
place may reach over the blank: "l'oncle" becomes "la tante".
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from fairdesk.domain.edits import LeftReason, Place
from fairdesk.evaluations.swaps import french_words as known
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.romance import GENERIC, Forms, Phrase, Sentence
from fairdesk.evaluations.swaps.tokens import APOSTROPHES, HYPHENS, capitals_at, with_capitals

ARTICLES = {
    "le": ("le", MALE), "la": ("le", FEMALE), "du": ("du", MALE), "au": ("au", MALE),
    "ce": ("ce", MALE), "cet": ("ce", MALE), "cette": ("ce", FEMALE),
    "mon": ("mon", ""), "ma": ("mon", FEMALE), "ton": ("ton", ""), "ta": ("ton", FEMALE),
    "son": ("son", ""), "sa": ("son", FEMALE),
    "un": ("un", MALE), "une": ("un", FEMALE), "aucun": ("aucun", MALE), "aucune": ("aucun", FEMALE),
    "certain": ("certain", MALE), "certaine": ("certain", FEMALE), "quel": ("quel", MALE), "quelle": ("quel", FEMALE),
    "tout": ("tout", MALE), "toute": ("tout", FEMALE), "chacun": ("chacun", MALE), "chacune": ("chacun", FEMALE),
}  # fmt: skip
"""Determiner to its kind and the gender that it shows; empty where it shows none by itself."""

FORMS = {
    "le": ("le", "la", "l’"), "du": ("du", "de la", "de l’"), "au": ("au", "à la", "à l’"),
    "ce": ("ce", "cette", ""), "mon": ("mon", "ma", ""), "ton": ("ton", "ta", ""), "son": ("son", "sa", ""),
    "un": ("un", "une", ""), "aucun": ("aucun", "aucune", ""), "certain": ("certain", "certaine", ""),
    "quel": ("quel", "quelle", ""), "tout": ("tout", "toute", ""), "chacun": ("chacun", "chacune", ""),
}  # fmt: skip
"""Kind to its male form, its female form, and its form in front of a vowel where that is elided."""

COMPOUND = {
    "grand": ("grand", "grand", "both"), "demi": ("demi", "demi", "both"), "vice": ("vice", "vice", "both"),
    "ex": ("ex", "ex", "both"), "beau": ("beau", "belle", MALE), "belle": ("beau", "belle", FEMALE),
    "aide": ("aide", "aide", "both"),
    "sapeur": ("sapeur", "sapeuse", MALE), "sapeuse": ("sapeur", "sapeuse", FEMALE),
    "auteur": ("auteur", "autrice", MALE), "autrice": ("auteur", "autrice", FEMALE),
    "petit": ("petit", "petite", MALE), "petite": ("petit", "petite", FEMALE),
}  # fmt: skip
"""First parts of compound nouns: grand-père, belle-sœur, petit-fils."""

AS_WHAT = known.COPULAS | {"devenir", "devenue", "comme", "que", "être", "nommée", "élue", "embauchée", "recrutée"}
"""Behind these a noun without a determiner says what somebody is."""

MEN_AT_WORK = frozenset(("père", "grand-père", "oncle", "mari", "beau-père", "parrain", "voisin"))

UNKNOWN_ENDINGS = {
    MALE: ("ien", "ais", "ois", "ain", "eux", "if", "eur", "al", "ant", "é", "un", "u"),
    FEMALE: ("ienne", "aise", "oise", "aine", "euse", "ive", "elle", "trice", "ante", "ée", "ale", "mune"),
}


@dataclass(frozen=True, slots=True)
class _Determiner:
    """One determiner: its first word, how many words it has, its kind, and the gender that it shows."""

    at: int
    n_words: int
    kind: str
    own: str


def is_joined(sentence: Sentence, i: int) -> bool:
    """Whether nothing but blanks or an apostrophe stands between word ``i`` and the one behind it."""
    return sentence.is_close(i) or sentence.words.gap_after(i) in tuple(APOSTROPHES)


def apostrophe_of(text: str) -> str:
    """The apostrophe that a text uses; the typewriter's where it has none."""
    return next((sign for sign in APOSTROPHES if sign in text), "'")


def begins_with_vowel(word: str) -> bool:
    """Whether a word takes an elided article in front of it."""
    first = unicodedata.normalize("NFD", word[:1].lower())[:1]
    if first == "h":
        return word.lower() not in known.ASPIRED
    return first in tuple("aeiouyœæ")


def read_noun(sentence: Sentence, i: int) -> None:
    """Places for the noun or title at ``i`` and for what agrees with it; nothing where no person is meant."""
    word = sentence.small(i)
    forms = sentence.extra.get(word) or known.NOUNS.get(word)
    if forms is None or _is_lost(sentence, i):
        return
    adjectives, determiner = _in_front(sentence, i)
    owns = {own for own in (determiner.own if determiner else "", *(one[1][2] for one in adjectives)) if own}
    owns -= {"both"}
    has_sign = determiner is not None or sentence.small(i - 1) in ("comme", "votre", "notre", "leur", "chaque")
    has_sign = has_sign or sentence.small(i + 2) == "conférences" or sentence.small(i - 1) in ("je", "aide")
    has_sign = has_sign or i == sentence.first or _is_parent(sentence, i) or sentence.is_apposed(i)
    if word in ("benjamin", "benjamine") and determiner is None and sentence.small(i + 1) not in ("d", "de"):
        return
    if (word in known.SUBJECTS and sentence.small(i - 1) != "comme") or (word in known.NOT_ALONE and not has_sign):
        if (i == sentence.first or ":" in sentence.words.gap_before(i)) and forms[0] != forms[1]:
            sentence.leave(i, LeftReason.AMBIGUOUS)
        return
    if determiner is None and not adjectives and sentence.is_generic(i, forms, AS_WHAT):
        sentence.leave(i, LeftReason.AMBIGUOUS, GENERIC)
        return
    own = forms[2] if forms[2] != "both" else next(iter(owns), "")
    if owns - {own}:
        sentence.leave(i, LeftReason.AMBIGUOUS, is_doubt=True)
        return
    forms = _counterpart(sentence, i, determiner, forms)
    first = determiner.at if determiner else (adjectives[-1][0] if adjectives else i)
    if own:
        for at, pair in adjectives:
            if pair[0] != pair[1]:
                sentence.put(at, pair, own, "adjective")
        if forms[0] != forms[1]:
            sentence.put(i, forms, own, "noun")
        if determiner is not None:
            behind = adjectives[-1][1] if adjectives else forms
            _put_determiner(sentence, determiner, own, behind)
    sentence.phrases.append(Phrase(first, read_behind(sentence, i, own), own))


def _is_lost(sentence: Sentence, i: int) -> bool:
    """Whether the noun says which parent an orphan has lost: the orphan's gender does not change that."""
    is_of = sentence.small(i - 1) == "de" and sentence.small(i) in ("père", "mère")
    return is_of and sentence.small(i - 2) in ("orphelin", "orpheline")


def _is_parent(sentence: Sentence, i: int) -> bool:
    """Whether the noun says whose child somebody is: fille d'ouvrier."""
    return sentence.small(i - 1) in ("d", "de") and sentence.small(i - 2) in ("fille", "fils")


def _counterpart(sentence: Sentence, i: int, determiner: _Determiner | None, forms: Forms) -> Forms:
    """A "fille" is a daughter or a girl, a "femme" a wife or a woman: whose she is decides."""
    word = sentence.small(i)
    if word == "mineur" and not _is_miner(sentence, i):
        return "mineur", "mineure", MALE
    if word not in ("fille", "femme"):
        return forms
    is_of_somebody = (determiner is not None and determiner.kind in ("mon", "ton", "son")) or (
        sentence.small(i - 1) in ("notre", "votre", "leur")
    )
    is_of_somebody = is_of_somebody or _belongs_to_a_person(sentence, i)
    is_of_somebody = is_of_somebody or sentence.small(i + 1) in ("unique", "aînée", "cadette", "adoptive")
    if word == "fille":
        is_of_somebody = is_of_somebody or (i == sentence.first and sentence.small(i + 1) in ("de", "d", "du"))
        return ("fils" if is_of_somebody else "garçon", "fille", FEMALE)
    return ("mari" if is_of_somebody else "homme", "femme", FEMALE)


def _is_miner(sentence: Sentence, i: int) -> bool:
    """Whether "mineur" is a trade, and not somebody under age: "son père était mineur", "mineur de fond"."""
    said = sentence.words.small[sentence.first : i]
    return sentence.small(i + 1) in ("de", "d", "du", "au") or not MEN_AT_WORK.isdisjoint(said)


def _belongs_to_a_person(sentence: Sentence, i: int) -> bool:
    """Whether "de" and a person follow: a name, a place-holder, or a noun for one."""
    if sentence.small(i + 1) not in ("de", "du", "d") or not is_joined(sentence, i):
        return False
    at = i + 2
    if at >= sentence.end:
        return False
    if at in sentence.opaque or sentence.words.form(at)[0].isupper():
        return True
    if sentence.small(at) in ARTICLES or sentence.small(at) in ("l", "notre", "votre", "leur"):
        at += 1
    return sentence.small(at) in known.NOUNS or sentence.small(at) in known.PLURALS


def _in_front(sentence: Sentence, noun: int) -> tuple[list[tuple[int, Forms]], _Determiner | None]:
    adjectives: list[tuple[int, Forms]] = []
    j = noun - 1
    if sentence.small(j) in COMPOUND and sentence.words.gap_after(j) in tuple(HYPHENS):
        pair = COMPOUND[sentence.small(j)]
        adjectives.append((j, pair))
        j -= 1
    while is_joined(sentence, j) and sentence.small(j) in known.BEFORE and len(adjectives) < 3:
        adjectives.append((j, known.BEFORE[sentence.small(j)]))
        j -= 1
    if j < sentence.first or not is_joined(sentence, j):
        return adjectives, None
    word = sentence.small(j)
    if word == "l" and sentence.words.gap_after(j) in tuple(APOSTROPHES):
        found = _Determiner(j, 1, "le", "")
    elif word in ARTICLES:
        kind, own = ARTICLES[word]
        if kind in ("mon", "ton", "son") and not own and not begins_with_vowel(sentence.small(j + 1)):
            own = MALE
        if word == "ce" and kind == "ce":
            own = MALE
        found = _Determiner(j, 1, kind, own)
    else:
        return adjectives, None
    preposition = sentence.small(j - 1)
    if preposition == "a" and sentence.words.form(j - 1) == "A" and sentence.small(j - 2) not in known.SUBJECTS_OF_A:
        preposition = "à"
    if found.kind == "le" and word != "le" and preposition in ("de", "à") and is_joined(sentence, j - 1):
        found = _Determiner(j - 1, 2, "du" if preposition == "de" else "au", found.own)
    return adjectives, found


def _put_determiner(sentence: Sentence, found: _Determiner, own: str, behind: Forms) -> None:
    """The place of a determiner; over the blank behind it where one of the genders is elided."""
    last = found.at + found.n_words - 1
    mark = apostrophe_of(sentence.words.text)
    words = {
        gender: _article(found.kind, gender, behind[0] if gender == MALE else behind[1]).replace("’", mark)
        for gender in (MALE, FEMALE)
    }
    if words[MALE] == words[FEMALE]:
        return
    start, end = sentence.words.spans[found.at][0], sentence.words.spans[last][1]
    if any(one.endswith(mark) for one in words.values()):
        end = sentence.words.spans[last + 1][0]
        words = {gender: one if one.endswith(mark) else f"{one} " for gender, one in words.items()}
    pattern = capitals_at(sentence.words, found.at)
    words = {gender: with_capitals(one, pattern) for gender, one in words.items()}
    words[own] = sentence.words.text[start:end]
    sentence.places[found.at] = Place(start=start, end=end, cue_id="", slot="determiner", words=words, own=own)


def _article(kind: str, gender: str, behind: str) -> str:
    male, female, elided = FORMS[kind]
    if begins_with_vowel(behind):
        if elided:
            return elided
        if kind == "ce" and gender == MALE:
            return "cet"
        if kind in ("mon", "ton", "son"):
            return male
    return male if gender == MALE else female


def adjective_forms(word: str) -> Forms | None:
    """The forms of an adjective or participle; None for a word that is none by list or ending."""
    listed = known.ADJECTIVES.get(word) or known.BEFORE.get(word)
    if listed is not None:
        return listed
    if word in known.NO_PARTICIPLES:
        return None
    if len(word) > 4 and word.endswith("ée"):
        return word[:-1], word, FEMALE
    if len(word) > 5 and word.endswith("ee"):
        return word[:-1], word, FEMALE
    if len(word) > 3 and word.endswith("é"):
        return word, word + "e", MALE
    return None


def read_behind(sentence: Sentence, noun: int, own: str) -> int:
    """Take in names and adjectives behind a noun; the index of the phrase's last word."""
    last = sentence.last_name(noun)
    while (at := sentence.adjective_behind(noun, last, ("et", "mais"), known.ADVERBS)) >= 0:
        gap, word = sentence.words.gap_after(last), sentence.small(at)
        forms = adjective_forms(word)
        role = known.NOUNS.get(word)
        if role is not None and role[2] == own and last == noun and "," not in gap and word not in known.ADJECTIVES:
            # "une étudiante salariée", "une élève infirmière": a second noun says more.
            sentence.put(at, role, own, "noun")
            last = at
            continue
        if forms is None or (role is not None and word not in known.ADJECTIVES):
            if own and "," not in gap and at == last + 1 and may_agree(word) == own:
                sentence.leave(at, LeftReason.NO_AGREEMENT, is_doubt=True)
            break
        if own and forms[2] not in ("both", own):
            break
        if "," in gap and word not in known.PERSON_ONLY and last == noun:
            if own and forms[2] == own and word in known.BEFORE and sentence.small(at + 1) not in known.NOUNS:
                sentence.leave(at, LeftReason.NO_AGREEMENT, is_doubt=True)
            break
        if forms[2] != "both":
            sentence.put(at, forms, forms[2], "adjective")
        last = at
    return last


def may_agree(word: str) -> str:
    """The gender whose ending an unknown word has, if it may be an adjective; else empty."""
    if word in known.NO_ADJECTIVES or word in known.NOUNS:
        return ""
    if len(word) < 4:
        return ""
    return next((own for own in (FEMALE, MALE) if word.endswith(UNKNOWN_ENDINGS[own])), "")
