"""German phrases for the person without a noun of their own: der Beste, als Erster, einer der besten Studenten."""

from __future__ import annotations

from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps.german_cases import CASE
from fairdesk.evaluations.swaps.german_forms import ACC, DAT, GEN, NOM, Form
from fairdesk.evaluations.swaps.german_phrases import REASONS, put_word
from fairdesk.evaluations.swaps.german_relatives import RELATIVE, relative_word
from fairdesk.evaluations.swaps.german_subjects import is_nominative
from fairdesk.evaluations.swaps.german_text import COPULAS, Reader, thing_genders
from fairdesk.evaluations.swaps.german_words import listed
from fairdesk.evaluations.swaps.language import FEMALE, MALE

_OTHERS = listed("einzig letzt nächst erst zweit dritt")
_ONE = {
    MALE: {"einer": (NOM, "eine"), "einen": (ACC, "eine"), "einem": (DAT, "einer")},
    FEMALE: {"eine": ("", ""), "einer": (DAT, "einem")},
}
_ONES = listed("einer einen einem eine")
_ONE_OR_NONE = listed("einer eine keiner keine")
_BEFORE_SUPERLATIVES = listed("der die als")
_OTHER = listed("anderer andere")
_APPOSED = listed("der die den dem")
_FIRST_PERSON = {"ich": NOM, "mich": ACC, "mir": DAT}
_CASES_OF_PRONOUNS = {**_FIRST_PERSON, "er": NOM, "ihn": ACC, "ihm": DAT, "ihr": DAT}
_GENITIVES = listed("der meiner unserer dieser seiner ihrer")


def put_one_of(reader: Reader) -> None:
    """Places for "einer der besten Studenten", whose plural names one sex because its "einer" does."""
    for i in reader.positions(_ONES):
        if reader.at(i + 1) not in _GENITIVES:
            continue
        if not reader.is_joined(i + 1) or i in reader.claimed or reader.opaque[i]:
            continue
        noun = _plural_behind(reader, i + 2)
        if noun < 0 or noun in reader.claimed:
            continue
        _put_one_of(reader, i, noun)


def _plural_behind(reader: Reader, first: int) -> int:
    """Index of the noun behind the adjectives; -1 where it is no plural of persons."""
    for j in range(first, min(len(reader.small), first + 6)):
        if not reader.is_joined(j):
            return -1
        if reader.is_capital(j) and reader.is_noun(j):
            form = Form("pl", GEN)
            fits = any(
                reader.small[j] in {one.lower() for one in found.spelled(found.gender, form)}
                for found in forms.readings(reader.forms[j])
            )
            return j if fits else -1
        if not (reader.small[j].endswith("en") or reader.small[j] in {"und", "sehr"}):
            return -1
    return -1


def _put_one_of(reader: Reader, i: int, noun: int) -> None:
    small = reader.small[i]
    form = Form("pl", GEN)
    reading = next(
        one
        for one in forms.readings(reader.forms[noun])
        if reader.small[noun] in {word.lower() for word in one.spelled(one.gender, form)}
    )
    own = MALE if reading.gender == forms.MALE else FEMALE
    other_gender = forms.FEMALE if own == MALE else forms.MALE
    spelled = reading.spelled(other_gender, form)
    word = _article(reader, i, noun, own)
    if own == MALE and small == "einer" and reader.at(i - 1) in forms.DATIVE_PREPOSITIONS:
        return
    if not word or not spelled:
        if small in _ONE[own]:
            reader.leave(i, noun + 1, *REASONS[CASE])
        return
    put_word(reader, i, "article", word, own)
    put_word(reader, noun, "noun", spelled[0], own)


def _article(reader: Reader, i: int, noun: int, own: str) -> str:
    """The other form of "einer", in small letters; empty where it is not told or fits another gender."""
    small = reader.small[i]
    if own == MALE:
        return _ONE[MALE].get(small, ("", ""))[1]
    if small == "einer":
        return "einem"
    if small != "eine":
        return ""
    if reader.at(i - 1) in forms.ACCUSATIVE_PREPOSITIONS:
        return "einen"
    answer = is_nominative(reader, i, noun)
    return "" if answer is None else ("einer" if answer else "einen")


def put_appositions(reader: Reader) -> None:
    """Places for "ich, die Älteste", "ihm, dem Jüngsten": article and ending take the case of the pronoun in front."""
    for i in reader.positions(_APPOSED):
        if reader.gap(i).strip() != "," or {i, i + 1} & reader.claimed.keys() or reader.opaque[i]:
            continue
        case, stem = _case_of_pronoun(reader, i - 1), reader.at(i + 1).removesuffix("n")
        is_followed = reader.is_joined(i + 2) and (reader.is_noun(i + 2) or reader.at(i + 2).endswith(("e", "en")))
        if not case or not stem.endswith("e") or not _is_superlative(stem) or is_followed:
            continue
        found = (reader.small[i], reader.small[i + 1][-1])
        gender = next((one for one in (forms.MALE, forms.FEMALE) if _apposed(one, case) == found), "")
        own = MALE if gender == forms.MALE else FEMALE
        if not gender or (reader.at(i - 1) not in _FIRST_PERSON and reader.claimed.get(i - 1) != own):
            reader.leave(i, i + 2, *REASONS[CASE])
            continue
        article, ending = _apposed(forms.FEMALE if own == MALE else forms.MALE, case)
        put_word(reader, i, "article", article, own)
        put_word(reader, i + 1, "adjective", stem + ("n" if ending == "n" else ""), own)


def _case_of_pronoun(reader: Reader, j: int) -> str:
    """The case of a pronoun in front of an apposition; of "sie", the one in which it changes; empty for other words."""
    if reader.at(j) == "sie":
        start = reader.words.start(j)
        is_object = any(one.start == start and one.words[MALE].lower() == "ihn" for one in reader.places)
        return ACC if is_object else NOM
    return _CASES_OF_PRONOUNS.get(reader.at(j), "")


def _apposed(gender: str, case: str) -> tuple[str, str]:
    """The article and the last letter of a superlative behind it, in small letters."""
    ending = forms.adjective_ending("full", gender, Form("sg", case))
    return forms.determiner("d", gender, case), ending[-1]


def put_one_of_them(reader: Reader) -> None:
    """Places for "einer von ihnen" and "einer der Besten" behind a person as the subject of a copula."""
    _put_no_other(reader)
    for i in reader.positions(_ONE_OR_NONE):
        is_of_best = reader.at(i + 1) in _GENITIVES and reader.at(i + 2).endswith(
            ("sten", "wenigen", "ersten", "letzten")
        )
        is_of_best = is_of_best and not (reader.is_joined(i + 3) and reader.is_noun(i + 3))
        if reader.at(i + 1) not in {"von", "unter"} and not is_of_best:
            continue
        small = reader.small[i]
        if i in reader.claimed or reader.opaque[i]:
            continue
        level = MALE if small.endswith("r") else FEMALE
        start, end = reader.clause(i)
        if _own_of_clause(reader, i) == level and any(reader.small[j] in COPULAS for j in range(start, end)):
            put_word(reader, i, "article", small[:-1] if level == MALE else small + "r", level)


def _put_no_other(reader: Reader) -> None:
    """Places for "wie kein anderer" behind a person of the same sex."""
    for i in reader.positions(_OTHER):
        level = MALE if reader.small[i].endswith("r") else FEMALE
        none = "kein" if level == MALE else "keine"
        if reader.at(i - 1) != none or reader.at(i - 2) != "wie" or {i, i - 1} & reader.claimed.keys():
            continue
        if _own_of_clause(reader, i) == level and not (reader.is_joined(i + 1) and reader.is_noun(i + 1)):
            put_word(reader, i - 1, "article", "keine" if level == MALE else "kein", level)
            put_word(reader, i, "adjective", "andere" if level == MALE else "anderer", level)


def put_superlatives(reader: Reader) -> None:
    """Places for "der Beste", "die Jüngste", "als Erster" behind a person as the subject of a copula."""
    for i in [at + 1 for at in reader.positions(_BEFORE_SUPERLATIVES) if _is_superlative(reader.at(at + 1))]:
        small = reader.small[i]
        if i in reader.claimed or reader.opaque[i]:
            continue
        if i + 1 < len(reader.small) and reader.is_joined(i + 1) and (reader.is_noun(i + 1) or _is_row(reader, i)):
            continue
        before = reader.at(i - 1) if reader.is_joined(i) else ""
        own = _own_of_clause(reader, i)
        if before == "als" and small.endswith(("er", "e")) and (reader.is_capital(i) or reader.at(i + 1) == "von"):
            level = MALE if small.endswith("er") else FEMALE
            if own == level:
                put_word(reader, i, "adjective", small[:-1] if level == MALE else small + "r", level)
            continue
        if before not in {"der", "die"} or not small.endswith("e") or i - 1 in reader.claimed:
            continue
        level = MALE if before == "der" else FEMALE
        start, end = reader.clause(i)
        if not any(reader.small[j] in COPULAS for j in range(start, end)):
            _leave_elliptic(reader, i, level)
        elif own == level or (not own and reader.is_capital(i) and _is_said_of_name(reader, i - 1)):
            _put_definite(reader, i, level)


def _is_said_of_name(reader: Reader, article: int) -> bool:
    """Whether a name without a title and a copula stand in front: "Lisa ist die Klügste"."""
    start, _ = reader.clause(article)
    name = article - 2
    is_name = name == start and reader.is_noun(name) and reader.at(article - 1) in COPULAS
    return is_name and not thing_genders(reader.small[name]) and not forms.readings(reader.forms[name])


def _leave_elliptic(reader: Reader, i: int, level: str) -> None:
    """List "wenn nicht der beste" behind a clause that speaks of a person of the sex that its article tells."""
    start, _ = reader.clause(i)
    if (
        start == i - 1
        or reader.is_first(start)
        or reader.finite(start, i) >= 0
        or _own_of_clause(reader, start - 1) != level
    ):
        return
    reader.leave(i - 1, i + 1, *REASONS[CASE])


def _put_definite(reader: Reader, i: int, level: str) -> None:
    """Put "der Beste" with the relative pronoun behind it: "die Erste in ihrer Familie, die studierte"."""
    _, behind = reader.clause(i)
    if behind < len(reader.small) and reader.sentence_of[behind] == reader.sentence_of[i]:
        relative = behind + 1 if reader.at(behind) in forms.PREPOSITIONS else behind
        if reader.at(relative) in {"der", "die", "den", "dem", "dessen", "deren"} and relative not in reader.claimed:
            gender = forms.MALE if level == MALE else forms.FEMALE
            is_fitting = (reader.at(relative) in {"die", "deren"}) == (level == FEMALE) or reader.at(relative) == "der"
            is_of_several = any(reader.small[j] in {"allen", "ihnen", "uns", "denen"} for j in range(i, behind))
            if not is_fitting or is_of_several:
                put_word(reader, i - 1, "article", "die" if level == MALE else "der", level)
                return
            word = relative_word(reader, gender, relative)
            if word is None:
                reader.leave(i - 1, i + 1, *REASONS[RELATIVE])
                return
            put_word(reader, relative, "article", word, level)
    put_word(reader, i - 1, "article", "die" if level == MALE else "der", level)


def _is_superlative(small: str) -> bool:
    if not small.endswith(("e", "er")) or len(small) < 4:
        return False
    stem = small[:-1] if small.endswith("e") else small[:-2]
    return stem in _OTHERS or (stem.endswith("st") and stem not in {"gest", "fest", "selbst"})


def _is_row(reader: Reader, i: int) -> bool:
    """Whether more adjectives and a noun follow: "der beste neue Kurs"."""
    following = reader.small[i + 1]
    return following.endswith(("e", "en", "er")) and i + 2 < len(reader.small) and reader.is_noun(i + 2)


def _own_of_clause(reader: Reader, i: int) -> str:
    """The level of the one person whom the clause around word ``i`` speaks of; empty where there is none or two."""
    start, end = reader.clause(i)
    levels = {reader.claimed[j] for j in range(start, end) if reader.claimed.get(j) and _is_subject_word(reader, j)}
    return levels.pop() if len(levels) == 1 else ""


def _is_subject_word(reader: Reader, j: int) -> bool:
    return reader.small[j] in {"er", "sie", "frau", "herr"} or bool(forms.readings(reader.forms[j]))
