"""Places of a German noun phrase: every word that changes with its noun, or the phrase as it was left."""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps import german_pronouns as pronouns
from fairdesk.evaluations.swaps.german_cases import ARTICLE, CASE, NO_FORM, NUMBER, PLURAL, SURNAME, rendered
from fairdesk.evaluations.swaps.german_groups import Group
from fairdesk.evaluations.swaps.german_marks import swapped_adjective
from fairdesk.evaluations.swaps.german_relatives import RELATIVE, relative_word
from fairdesk.evaluations.swaps.german_sie import resolve_sie
from fairdesk.evaluations.swaps.german_text import COPULAS, Reader
from fairdesk.evaluations.swaps.german_titles import BOTH_SEXES, LEFT_BESIDE
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import Capitals, capitals, capitals_at, with_capitals

BOTH = "both sexes"

REASONS: Mapping[str, tuple[LeftReason, str]] = {
    PLURAL: (
        LeftReason.AMBIGUOUS,
        "A masculine plural is said of men and women. Change it by hand if only men are meant.",
    ),
    NUMBER: (LeftReason.AMBIGUOUS, "This may be one person or several. Edit the variant by hand if it is one."),
    CASE: (LeftReason.NO_AGREEMENT, "The case of these words is not certain. Edit the variant by hand."),
    ARTICLE: (LeftReason.NO_AGREEMENT, "The words in front do not agree with this noun. Edit the variant by hand."),
    SURNAME: (LeftReason.ORDINARY_WORD, "This stands where a family name stands. Change it by hand if it is no name."),
    NO_FORM: (LeftReason.NO_COUNTERPART, "This form has no counterpart of the other sex. Edit the variant by hand."),
    RELATIVE: (
        LeftReason.NO_AGREEMENT,
        "A relative clause may belong to these words or not. Edit the variant by hand.",
    ),
    BOTH: (LeftReason.NO_COUNTERPART, BOTH_SEXES),
}
"""Problem of a phrase to the reason and the advice with which it is left."""

UNKNOWN_PRONOUN = (
    "This may mean the applicant, a thing or several persons. Edit the variant by hand if it is the applicant."
)

_LEVELS = {forms.MALE: MALE, forms.FEMALE: FEMALE}


def put_group(reader: Reader, group: Group) -> None:
    """Places for all words of a phrase, or the phrase in the list of what was left."""
    if group.problem:
        _leave_group(reader, group)
        return
    own = _LEVELS[group.gender]
    is_whole = ("whole", reader.clause_of[group.noun], group.gender) in reader.blocked
    if is_whole or (reader.is_blocked(group.noun, group.gender) and is_predicate(reader, group)):
        reader.leave(group.first, group.noun + 1, LeftReason.NO_AGREEMENT, LEFT_BESIDE)
        return
    stem = group.stem if group.stem in forms.POSSESSIVE_STEMS and group.article >= 0 else ""
    if stem:
        meant = possessor(reader, group.article, stem)
        if meant is None:
            reader.leave(group.first, group.noun + 1, LeftReason.AMBIGUOUS, UNKNOWN_PRONOUN)
            reader.block("clause", group.noun, group.gender)
            return
        if meant and (MALE if stem == "sein" else FEMALE) != own:
            _put_merged(reader, group)
            return
        if meant:
            group.stem = "ihr" if stem == "sein" else "sein"
    words = dict(rendered(reader, group, group.fits[0]) or ())
    first = group.first
    if group.article >= 0 and _contract(reader, group, own):
        del words[group.article]
    elif stem and "pl" in group.numbers and group.article >= 0:
        small = reader.small[group.article]
        words[group.article] = group.stem + small[len(stem) :]
    for j in group.adjectives:
        words[j] = swapped_adjective(reader.small[j], words.get(j, reader.small[j]))
    for j, word in words.items():
        slot = "article" if j == group.article else ("noun" if j == group.noun else "adjective")
        put_word(reader, j, slot, word, own)
    for j in group.relatives:
        put_word(reader, j, "relative pronoun", relative_word(reader, group.gender, j) or "", own)
    for j in range(first, group.noun + 1):
        reader.claimed.setdefault(j, own)


def is_predicate(reader: Reader, group: Group) -> bool:
    """Whether a phrase says what the subject of its clause is, and so agrees with it: "ein Schüler", "als Koch"."""
    before = group.first - 1
    if reader.at(before) in {"als", "wie"}:
        return True
    if group.first == group.noun and reader.is_capital(before) and reader.is_joined(group.noun):
        # "meine Mutter Verkäuferin": a predicate without its verb.
        return bool(forms.readings(reader.forms[before]))
    start, end = reader.clause(group.noun)
    return group.first > start and any(reader.small[j] in COPULAS for j in range(start, end))


def put_word(reader: Reader, j: int, slot: str, word: str, own: str) -> None:
    """Add a place that holds word ``j`` at its level ``own`` and another word, given in small letters, at the other."""
    here, small = reader.forms[j], reader.small[j]
    if here == small:
        other = word
    elif len(here) > 1 and here[1:] == small[1:]:
        other = word[:1].title() + word[1:]
    else:
        pattern = capitals_at(reader.words, j)
        if slot == "noun" and pattern is Capitals.ALL_CAPS and len(here) == 1:
            pattern = capitals(here)
        other = with_capitals(word, pattern)
    if slot == "noun" and j and reader.gap(j) in {"-", "\u2010", "\u2011"} and here.islower():
        other = word.lower()
    if other != here:
        reader.put(j, j + 1, slot, (here, other) if own == MALE else (other, here), own)


def _contract(reader: Reader, group: Group, own: str) -> bool:
    """Make "von der Lehrerin" "vom Lehrer", one place for both words; not in front of a relative clause."""
    article = group.article
    if own != FEMALE or reader.small[article] != "der" or group.preposition not in {"von", "bei"} or group.relatives:
        return False
    if reader.gap(article) != " ":
        return False
    here = reader.words.text[reader.words.start(article - 1) : reader.words.end(article)]
    short = "vom" if group.preposition == "von" else "beim"
    pattern = capitals(reader.forms[article - 1])
    reader.put(article - 1, article + 1, "article", (with_capitals(short, pattern), here), own)
    return True


def _put_merged(reader: Reader, group: Group) -> None:
    """Put "seine Mutter": owner and noun are of two sexes, and one place holds all words, which change together."""
    stem = group.stem
    group.stem = "ihr" if stem == "sein" else "sein"
    words = dict(rendered(reader, group, group.fits[0]) or ())
    if "pl" in group.numbers:
        words[group.article] = group.stem + reader.small[group.article][len(stem) :]
    parts: list[str] = []
    for j in range(group.first, group.noun + 1):
        word = reader.forms[j]
        if j in words:
            word = with_capitals(words[j], capitals_at(reader.words, j))
        parts += [reader.words.gap_before(j) if j > group.first else "", word]
    start, end = reader.words.start(group.first), reader.words.end(group.noun)
    here, other = reader.words.text[start:end], "".join(parts)
    own = MALE if stem == "sein" else FEMALE
    reader.put(group.first, group.noun + 1, "possessive and noun", (here, other) if own == MALE else (other, here), own)
    for j in group.relatives:
        # The level of the relative pronoun follows the owner here, as the noun in front of it does.
        put_word(reader, j, "relative pronoun", relative_word(reader, group.gender, j) or "", own)


def _leave_group(reader: Reader, group: Group) -> None:
    first = group.first
    if group.stem in forms.POSSESSIVE_STEMS and group.article >= 0 and first < group.noun:
        # Its owner is another person than the noun stands for: the ending stays, the stem may change.
        first = group.article + 1
    reader.leave(first, group.noun + 1, *REASONS[group.problem])
    for j in group.relatives:
        reader.claimed[j] = ""


def possessor(reader: Reader, i: int, stem: str) -> bool | None:
    """Whether a possessive means the person; None for nobody can tell; False for the polite form of address."""
    if reader.is_capital(i) and not reader.is_shouted(i):
        if not reader.is_first(i):
            return False if stem == "ihr" else None
        if stem == "ihr" and not _is_spoken_of(reader, i):
            return None
    if reader.is_blocked(i, forms.MALE if stem == "sein" else forms.FEMALE):
        return None
    return True if pronouns.meaning_of_possessive(reader, i, stem) == pronouns.PERSON else None


def _is_spoken_of(reader: Reader, i: int) -> bool:
    """Whether "Ihr" at the beginning of a sentence can mean her and not yours or theirs."""
    if (reader.is_polite and reader.addresses_one) or _ends_in_address(reader, i):
        return False
    if pronouns.person_follows(reader, i, forms.FEMALE):
        return True
    sentence = reader.sentence_of[i]
    if not reader.is_polite:
        is_named = any(one.is_person and forms.FEMALE in one.genders for one in reader.mentioned(sentence))
        return is_named or 0 <= reader.first_her < i or _is_object_behind(reader, i)
    before = reader.mentioned(sentence - 1) if sentence and reader.gap(i).count("\n") < 2 else ()
    return not reader.has_polite_owner and any(one.is_person and forms.FEMALE in one.genders for one in before)


def _ends_in_address(reader: Reader, i: int) -> bool:
    """Whether the sentence ends with a form of address behind a comma: "Ihre Tochter hat bestanden, Frau Wolf."."""
    _, end = reader.sentences[reader.sentence_of[i]]
    return any(
        reader.small[j] in {"herr", "frau"} and "," in reader.gap(j) and reader.is_capital(j + 1)
        for j in range(max(end - 4, i + 1), end)
    )


def _is_object_behind(reader: Reader, i: int) -> bool:
    """Whether "sie" follows in the sentence and is not they: "Ihre Noten sprechen für sie"."""
    _, end = reader.sentences[reader.sentence_of[i]]
    return any(
        reader.small[j] in {"sie", "ihr"} and not reader.capital[j] and resolve_sie(reader, j) != "several"
        for j in range(i + 1, min(end, i + 30))
    )
