"""Herr and Frau in front of names, and forms that name both sexes or none and are left alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import compress

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps import german_words as lists
from fairdesk.evaluations.swaps.german_forms import ACC, NOM
from fairdesk.evaluations.swaps.german_groups import Group, group_at
from fairdesk.evaluations.swaps.german_subjects import is_nominative
from fairdesk.evaluations.swaps.german_text import (
    COPULAS,
    FIRST_PERSON,
    POLITE,
    PRONOUN_SUBJECTS,
    Reader,
    is_nominalised,
    thing_genders,
    verb_number,
)
from fairdesk.evaluations.swaps.german_words import listed
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import capitals_at, with_capitals

_SALUTATIONS = ("geehrte", "verehrte", "liebe", "werte")
_INCLUSIVE = re.compile(
    r"\b[^\W\d_]{2,40}(?:[*:_\u00b7\u2022]|/-?|\(-?)(?:innen|in|frau|mann|r|n|e)\b\)?|\b[^\W\d_]{2,40}[a-zäöüß]In(?:nen)?\b"
)
_MAY_BE_INCLUSIVE = re.compile(r"(?:[*:_\u00b7\u2022]|/-?|\(-?)(?:innen|in|frau|mann|r|n|e)\b|[a-zäöüß]In(?:nen)?\b")
"""Quicker than the whole pattern, for the texts without any."""
_OF_ONE_SEX = (
    "sie|er|ihr|ihm|ihn|sein|seine|seinen|seinem|seiner|seines|ihre|ihren|ihrem|ihrer|ihres|der|die|den|dem|des|"
    "ein|eine|einen|einem|einer|eines|herr|herrn|frau|jeder|jede"
)
_BOTH = re.compile(rf"\b(?:{_OF_ONE_SEX})[ ]?(?:/|\boder\b|\bbzw\.)[ ]?(?:{_OF_ONE_SEX})\b", re.IGNORECASE)
BOTH_SEXES = "This form names both sexes or none. If it stands for the applicant, edit the variant by hand."
_BEFORE_NOUNS = frozenset(("ein", "eine", "als", "ist", "war", "bin", "wurde", "mein", "meine"))
_DEGREES = listed("cand stud med phil rer nat pol iur jur theol h c")
_TITLES = frozenset(("herr", "herrn", "frau"))
LEFT_BESIDE = "This may belong to words beside it that were left. Edit the variant by hand."
_FIRST_OR_SUBJECT = FIRST_PERSON | PRONOUN_SUBJECTS
_UNCAPITALISED = "A noun without its capital letter is not changed. Write it with one, or edit the variant by hand."
_OFFICIALS = frozenset(("beamtin", "beamter", "beamte", "beamten"))
_UNPAIRED = lists.NEUTRAL_FORMS | _OFFICIALS
_UNLISTED_MEN = ("er", "ant", "ent", "eur", "or", "oge", "nom", "ast")
_UNPAIRED_ENDINGS = ("in", "mann", *_UNLISTED_MEN)
_MEN = listed("er herr herrn ich")
_WOMEN = frozenset(("mädchen", "fräulein", "beamtin"))


@dataclass(frozen=True, slots=True)
class Title:
    """Herr or Frau in front of a name: index of the word, of the last word of the name, gender, and the case.

    ``case`` is NOM, ACC (for every other case) or empty where nobody can tell.
    """

    at: int
    last: int
    gender: str
    case: str


def find_titles(reader: Reader) -> dict[int, Title]:
    """Every Herr, Herrn and Frau that is a form of address, by its index."""
    found: dict[int, Title] = {}
    for i in reader.positions(_TITLES):
        small = reader.small[i]
        if not reader.is_capital(i) or reader.opaque[i]:
            continue
        if reader.at(i + 1) in {"und", "oder"} and reader.at(i + 2) in _TITLES:
            if reader.is_capital(i + 2) and i not in reader.claimed:
                reader.leave(i, i + 3, LeftReason.NO_COUNTERPART, BOTH_SEXES)
            continue
        if (
            i in reader.claimed
            or not _is_before_name(reader, i)
            or (i and reader.is_joined(i) and reader.at(i - 1) in forms.ALL_DETERMINERS)
        ):
            continue
        last = _last_of_name(reader, i)
        gender = forms.FEMALE if small == "frau" else forms.MALE
        found[i] = Title(i, last, gender, _case(reader, i, last))
    return found


def _is_before_name(reader: Reader, i: int) -> bool:
    j = i + 1
    while reader.at(j) in _DEGREES and j < i + 4:
        # "Herr cand. med. Paul Engel"
        j += 1
    if j >= len(reader.small) or not reader.is_capital(j) or not (reader.is_joined(j) or j > i + 1):
        return False
    if reader.at(i - 1) == "als" and thing_genders(reader.small[j]):
        return False
    return reader.opaque[j] or reader.forms[j][:1].isalpha()


def _last_of_name(reader: Reader, i: int) -> int:
    last = i
    for j in range(i + 1, min(len(reader.small), i + 8)):
        gap = reader.gap(j)
        is_near = gap.strip(" \n\r\t\u00a0") in {"", "-", "."} and gap.count("\n") < 2
        is_abbreviated = "." not in gap or reader.small[j - 1] in {"dr", "prof", "dipl", "ing", *_DEGREES}
        if reader.small[j] in lists.FINITE:
            break
        if not is_near or not is_abbreviated or reader.sentence_of[j] != reader.sentence_of[i]:
            break
        if reader.is_capital(j):
            last = j
        elif reader.small[j] not in {"von", "van", "de", "der", "zu", *_DEGREES}:
            break
    return last


def _case(reader: Reader, i: int, last: int) -> str:
    small = reader.small[i]
    if small != "frau":
        return NOM if small == "herr" else ACC
    before = reader.at(i - 1) if i and reader.is_joined(i) else ""
    if before.startswith(_SALUTATIONS) or before in {"hallo", "guten"}:
        return NOM
    if before in forms.PREPOSITIONS:
        return ACC
    if "\n" in reader.words.gap_after(i):
        return ACC
    if i and reader.gap(i).strip() == ":" and reader.gap(i).count("\n") < 1:
        # "Ansprechpartnerin: Frau Seidel", "An: Frau Seidel"
        return ACC if reader.small[i - 1] in forms.PREPOSITIONS else NOM
    if _is_genitive(reader, i, last):
        return ACC
    start, end = reader.clause(last)
    appositive = _appositive_case(reader, i)
    if appositive:
        return appositive
    if "," in reader.gap(i) and last + 1 == reader.sentences[reader.sentence_of[i]][1] and _is_spoken_to(reader, i):
        return NOM
    if reader.is_first(i) and reader.gap(last + 1).startswith(",") and _is_spoken_to_behind(reader, last):
        return NOM
    has_verb = any(
        (verb_number(reader.small[j]) and reader.may_be_verb(j)) or reader.small[j] in _FIRST_OR_SUBJECT
        for j in range(start, end)
        if not i <= j <= last
    )
    if not has_verb:
        return NOM if reader.is_first(i) and _verb_comes_later(reader, end) else ""
    answer = is_nominative(reader, i, last)
    return "" if answer is None else (NOM if answer else ACC)


def _is_spoken_to(reader: Reader, i: int) -> bool:
    """Whether the sentence in front of a title speaks to somebody with Sie or Ihr: "Haben Sie Dank, Frau Wolf"."""
    low, _ = reader.sentences[reader.sentence_of[i]]
    return any(reader.small[j] in POLITE and reader.is_capital(j) for j in range(low, i))


def _is_spoken_to_behind(reader: Reader, last: int) -> bool:
    """Whether the sentence goes on to speak to somebody: "Frau Kaiser, Ihre Bewerbung hat uns gefallen"."""
    _, end = reader.sentences[reader.sentence_of[last]]
    return any(reader.small[j] in POLITE and reader.is_capital(j) for j in range(last + 1, end))


def _is_genitive(reader: Reader, i: int, last: int) -> bool:
    """Whether a name ends in the s of a genitive: "Frau Meiers Leistungen", "Frau Meiers gute Arbeit"."""
    for j in range(i + 1, last + 1):
        if not reader.small[j].endswith("s") or j + 1 >= len(reader.small) or not reader.is_joined(j + 1):
            continue
        following = reader.small[j + 1]
        if reader.is_capital(j + 1) and (thing_genders(following) or forms.readings(reader.forms[j + 1])):
            return True
        is_adjective = following.endswith(("e", "en", "er", "es")) and not verb_number(following)
        if (
            is_adjective
            and j + 2 < len(reader.small)
            and reader.is_noun(j + 2)
            and following not in forms.ALL_DETERMINERS
        ):
            return True
    return False


def _verb_comes_later(reader: Reader, end: int) -> bool:
    """Whether a verb follows behind an insertion: "Frau Schmidt, unsere Klassenlehrerin, sagte"."""
    sentence = reader.sentence_of[end - 1]
    for _ in range(3):
        if end >= len(reader.small) or reader.sentence_of[end] != sentence:
            return False
        if verb_number(reader.small[end]) == "s" and reader.may_be_verb(end):
            return True
        end = reader.clause(end)[1]
    return False


def _appositive_case(reader: Reader, i: int) -> str:
    """The case of "meiner Lehrerin (,) Frau Schmidt": that of the phrase in front; empty for none."""
    if i == 0 or reader.gap(i).strip() not in {"", ","} or (not reader.is_joined(i) and "," not in reader.gap(i)):
        return ""
    group = group_at(reader, i - 1)
    if "," not in reader.gap(i) and (group is None or not group.fits):
        return ""
    if group is None or not group.fits:
        # "Die Leiterin der Schule, Frau Ott": the phrase that begins the clause in front.
        start, _ = reader.clause(i - 1)
        found = (group_at(reader, k) for k in range(start, min(i, start + 6)))
        group = next((one for one in found if one is not None and one.fits and one.first == start), None)
        if group is not None and any(map(reader.number_at, range(start, i))):
            group = None
    if group is None or group.gender != forms.FEMALE:
        return ""
    if group.preposition or NOM not in {one.case for one in group.fits}:
        return ACC
    answer = is_nominative(reader, group.first, group.noun)
    return "" if answer is None else (NOM if answer else ACC)


def put_titles(reader: Reader, titles: Mapping[int, Title]) -> None:
    """Places for the forms of address and the adjectives in front of them."""
    for i, title in titles.items():
        if i in reader.claimed:
            continue
        if reader.is_blocked(i, title.gender):
            reader.leave(i, i + 1, LeftReason.NO_AGREEMENT, LEFT_BESIDE)
            continue
        if not title.case:
            advice = "Frau becomes Herr or Herrn here. Edit the variant by hand."
            reader.leave(i, i + 1, LeftReason.NO_AGREEMENT, advice)
            continue
        own = MALE if title.gender == forms.MALE else FEMALE
        here = reader.forms[i]
        other = "Frau" if own == MALE else ("Herr" if title.case == NOM else "Herrn")
        other = with_capitals(other, capitals_at(reader.words, i))
        reader.put(i, i + 1, "title", (here, other) if own == MALE else (other, here), own)
        _put_salutation(reader, i, own)


def _put_salutation(reader: Reader, i: int, own: str) -> None:
    j = i - 1
    if j < 0 or not reader.is_joined(i) or not reader.small[j].startswith(_SALUTATIONS):
        return
    here, small = reader.forms[j], reader.small[j]
    if own == MALE and small.endswith("er"):
        reader.put(j, j + 1, "adjective", (here, here[:-1]), own)
    elif own == FEMALE and small.endswith("e"):
        reader.put(j, j + 1, "adjective", (here + ("R" if here.isupper() else "r"), here), own)


def leave_both(reader: Reader) -> None:
    """List forms for both sexes (Student*in, er/sie) and claim their words."""
    text = reader.words.text
    spans: list[tuple[int, int]] = []
    if _MAY_BE_INCLUSIVE.search(text):
        spans += [one.span() for one in _INCLUSIVE.finditer(text) if _is_inclusive(one.group())]
    if "/" in text or "oder" in text.lower() or "bzw" in text.lower():
        spans += [one.span() for one in _BOTH.finditer(text) if _names_both(one.group().lower())]
    for start, end in sorted(spans):
        first, last = reader.words.index_at(start), reader.words.index_at(end - 1)
        if first < 0 or any(k in reader.claimed or reader.opaque[k] for k in range(first, last + 1)):
            continue
        reader.leave(first, last + 1, LeftReason.NO_COUNTERPART, BOTH_SEXES)


def _is_inclusive(found: str) -> bool:
    """Whether the front of a form like Student*in is a noun for a person; "Ort:in" and "und/in" are none."""
    parts = re.split(r"[*:_\u00b7\u2022/(]", found, maxsplit=1)
    front = parts[0]
    if len(parts) == 1:
        front = re.sub(r"In(nen)?\Z", "", found)
    if not front[:1].isupper():
        return False
    if len(parts) > 1 and parts[1].strip("-)") in {"r", "n", "e"}:
        return front.lower().rstrip("ern") in lists.NOMINALISED or front.lower() in {"studierende", "beschäftigte"}
    return bool(forms.readings(front) or forms.readings(front + "e") or forms.readings(front + "in"))


_MALE_WORDS = listed(
    "er ihm ihn sein seine seinen seinem seiner seines der den dem des ein einen einem eines herr herrn jeder"
)


def _names_both(found: str) -> bool:
    first, second = re.split(r"\s?(?:/|\boder\b|\bbzw\.)\s?", found, maxsplit=1)
    return (first in _MALE_WORDS) != (second in _MALE_WORDS)


def leave_unpaired(reader: Reader, known: Mapping[int, Group]) -> None:
    """List words without a counterpart of the same grammar: das Mädchen, die Beamtin."""
    for i in [at + 1 for at in reader.positions(_BEFORE_NOUNS)]:
        if i < reader.n and not reader.capital[i] and _is_uncapitalised(reader, i):
            reader.leave(i, i + 1, LeftReason.ORDINARY_WORD, _UNCAPITALISED)
    for i in compress(range(reader.n), reader.capital):
        small = reader.small[i]
        if small not in _UNPAIRED and not small.endswith(_UNPAIRED_ENDINGS):
            continue
        if i not in known and i not in reader.claimed and not reader.opaque[i] and len(small) <= 40:
            _leave_unpaired(reader, i, known)


def _leave_unpaired(reader: Reader, i: int, known: Mapping[int, Group]) -> None:
    small = reader.small[i]
    is_man = small.endswith("mann") and len(small) > 6
    advice = f"No counterpart of {reader.forms[i]} is listed. Edit the variant by hand."
    gender = forms.FEMALE if small in _WOMEN else forms.MALE
    if small in lists.NEUTRAL_FORMS and not (reader.is_first(i) and small.startswith("junge")):
        advice = f"{reader.forms[i]} has no counterpart that the rules can put in its place. Edit the variant by hand."
    elif small in _OFFICIALS and not _is_several(reader, i):
        advice = "Beamter and Beamtin are told apart by more than an ending. Edit the variant by hand."
    elif _is_unlisted_woman(reader, i):
        gender = forms.FEMALE
    elif is_man and i - 1 in known and reader.is_joined(i):
        # "mein Großvater Bergmann": a predicate without its verb, or a family name.
        reader.leave(i, i + 1, LeftReason.ORDINARY_WORD, LEFT_BESIDE)
        reader.block("whole", i, forms.MALE)
        return
    elif not (is_man and _is_predicate(reader, i)) and not _is_unlisted_man(reader, i):
        return
    reader.leave(i, i + 1, LeftReason.NO_COUNTERPART, advice)
    _block_predicate(reader, i, gender)


def _is_uncapitalised(reader: Reader, i: int) -> bool:
    """Whether a word in small letters stands where a noun for a person would: "ich bin lehrerin"."""
    if len(reader.small[i]) < 5 or i in reader.claimed:
        return False
    return bool(forms.readings(reader.small[i].capitalize())) and not reader.is_noun(i + 1)


def _is_unlisted_woman(reader: Reader, i: int) -> bool:
    """Whether a word in -in that no list has stands where a woman is spoken of: "eine Landrätin", "als Amme"."""
    small = reader.small[i]
    if not small.endswith("in") or small.endswith("ein") or len(small) < 6 or small in lists.NO_WOMEN:
        return False
    before = reader.at(i - 1) if reader.is_joined(i) else ""
    is_feminine = any(one.gender == forms.FEMALE for one in forms.determiners_of(before))
    return is_feminine or before in COPULAS or before in {"als", "dessen", "deren"}


def _is_unlisted_man(reader: Reader, i: int) -> bool:
    """Whether a word that no list has says what a man is: "Er ist mein größter Zuspieler", "er gilt als Grübler"."""
    small = reader.small[i]
    if not small.endswith(_UNLISTED_MEN) or len(small) < 6 or thing_genders(small):
        return False
    if small.endswith((*lists.NO_MEN, "ster")) or is_nominalised(small):
        return False
    j = i - 1
    while j > i - 4 and reader.at(j).endswith("er") and not reader.capital[j] and reader.is_joined(j):
        j -= 1
    if reader.at(j) in {"und", "sowie"} and forms.readings(reader.forms[j - 1]):
        # "Er ist Schüler und Grübler"
        j -= 2
    start, end = reader.clause(i)
    clause = reader.small[start:end]
    is_of_man = not _MEN.isdisjoint(clause) or any(
        one.gender == forms.MALE
        for k in range(start, i)
        if reader.capital[k]
        for one in forms.readings(reader.forms[k])
    )
    if reader.at(j) in {"ein", "kein", "mein", "unser"}:
        return is_of_man and not COPULAS.isdisjoint(clause)
    if reader.gap(i).strip() == ":" and any(reader.at(k).startswith("beruf") for k in range(i - 3, i)):
        return True
    if not reader.is_joined(i):
        return False
    # "Er ist Schriftsetzer", "als Schriftsetzer", "gilt als erfahrener Schriftsetzer"; a name is one of several words.
    is_name = reader.is_capital(i + 1) and reader.is_joined(i + 1)
    return is_of_man and not is_name and (reader.at(j) == "als" or reader.at(j) in COPULAS)


def _is_several(reader: Reader, i: int) -> bool:
    before = reader.at(i - 1)
    return reader.small[i] == "beamten" and before not in {"des", "dem", "einem", "einen", "eines"}


def _is_predicate(reader: Reader, i: int) -> bool:
    start, end = reader.clause(i)
    if reader.at(i - 1) in {"als", "ein", "der", "gelernter"}:
        return True
    return reader.is_joined(i) and reader.at(i - 1) in COPULAS and start < i < end


def _block_predicate(reader: Reader, i: int, gender: str) -> None:
    """Keep what the word says somebody is from standing beside a subject of the other sex."""
    start, end = reader.clause(i)
    if reader.at(i - 1) in {"als", "wie"} or any(reader.small[j] in COPULAS for j in range(start, end)):
        reader.block("whole", i, gender)
