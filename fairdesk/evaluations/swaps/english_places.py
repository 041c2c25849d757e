"""What one gendered word of an English text becomes, or why it is left."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairdesk.domain.edits import LeftReason, Place
from fairdesk.evaluations.swaps import english_classes as classes
from fairdesk.evaluations.swaps import english_words as known
from fairdesk.evaluations.swaps.english_context import JOINTS, Gap, gap_kind
from fairdesk.evaluations.swaps.english_forms import gendered_place
from fairdesk.evaluations.swaps.english_pronouns import Stands, her_stands, his_stands
from fairdesk.evaluations.swaps.english_turns import LISTED_TURNS, PREFIXES, SILENT_COMPOUNDS, SUFFIXES, Turns
from fairdesk.evaluations.swaps.english_words import Gendered
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import (
    APOSTROPHES,
    HYPHENS,
    Capitals,
    Words,
    begins_sentence,
    capitals,
    capitals_at,
    word_set,
)


@dataclass(frozen=True, slots=True)
class Undecided:
    """Why a word is left, and what a person can do."""

    reason: LeftReason
    advice: str


Decided = tuple[Place | Undecided | None, int]

_UNSURE = Undecided(
    LeftReason.AMBIGUOUS,
    "The words around it allow two readings: write the right form by hand in the variant.",
)
_APOSTROPHE = Undecided(
    LeftReason.AMBIGUOUS, "The apostrophe is a possessive or ends a quotation: write the right form by hand."
)
_ACRONYM = Undecided(
    LeftReason.ORDINARY_WORD, "In capitals it may be an abbreviation: change it by hand if a person is meant."
)
_CAPITAL = Undecided(
    LeftReason.AMBIGUOUS,
    "A capital inside a sentence may mean a deity, a title or a substance: change it by hand if not.",
)
_NAME = Undecided(
    LeftReason.AMBIGUOUS, "It may be part of the name of a person, a body or a course: change it by hand if it is not."
)
_PERSON = Undecided(LeftReason.OTHER_PERSON, "It seems to be the title of a person with a known name: decide by hand.")
_COMPOUND = Undecided(
    LeftReason.AMBIGUOUS, "The rules do not know this compound: change it by hand if its counterpart exists."
)
_GENERIC = Undecided(
    LeftReason.AMBIGUOUS, "It may be a verb or mean everybody: change it by hand if one person is meant."
)
HIDDEN = Undecided(
    LeftReason.AMBIGUOUS,
    "An invisible character stands inside these words: take it out of the file, or decide by hand.",
)
_TURN = Undecided(LeftReason.NO_COUNTERPART, "A set phrase whose counterpart is another phrase: reword it by hand.")

THING = Undecided(
    LeftReason.AMBIGUOUS, "It may mean a ship or an animal named before: change it by hand if it is a person."
)
FEMININE_THINGS = word_set("ship boat vessel yacht ferry frigate ewe mare cow hen sow doe lioness vixen tigress heifer")
"""Things and animals that English calls she."""

_ROYAL = word_set("""
    majesty highness royal ladyship lordship excellency honour honor grace holiness eminence serene
    imperial
""")
_REIGNING = word_set("""
    king kings queen queens prince princes princess princesses duke dukes duchess duchesses baron barons
    baroness emperor empress monk monks nun nuns abbot abbess
""")
_BEFORE_NAMES = word_set("""
    uncle aunt auntie aunty grandma grandpa grandad granddad mum mom dad mummy daddy mommy papa mama granny gran
""")
_LINKS = frozenset({"of", "in", "for", "who", "and", "at", "against"})
LIGHT = JOINTS | {""}
"""What may stand between the words of one phrase, besides blanks."""
_VERBS_TOO = word_set("man groom father mother husband queen king bride")
_MODALS = word_set("to will would can could must should shall may might cannot")
_GENERIC_AFTER = word_set("""
    of that by between early modern prehistoric primitive neolithic common fellow when how where what for
    against than medieval
""")
_ATTRIBUTES = word_set("woman women lady ladies")
_AGENTS = word_set("""
    student students doctor doctors driver drivers leader leaders pilot pilots teacher teachers writer writers worker
    workers lawyer lawyers officer officers president director directors professor professors player players author
    authors judge judges priest priests bishop bishops composer composers farmer farmers founder founders mayor poet
    poets engineer engineers apprentice apprentices artist artists
""")


def _is_agent(word: str) -> bool:
    return word in _AGENTS or (len(word) > 6 and word.endswith(("ist", "ists", "ician", "icians", "neer", "neers")))


_PAGEANTS = word_set("universe world america england usa ireland france germany india congeniality")


def is_turn(words: Words, i: int, turns: Turns) -> bool:
    """Whether word ``i`` stands in one of these turns of speech."""
    for before, after in turns.get(words.small[i], ()):
        first, last = i - len(before), i + len(after)
        if first < 0 or last >= len(words):
            continue
        fits = tuple(words.small[first:i]) == before and tuple(words.small[i + 1 : last + 1]) == after
        if fits and all(words.gap_after(j).strip() in LIGHT for j in range(first, last)):
            return True
    return False


def may_mean_thing(words: Words, i: int) -> bool:
    """Whether she or her may mean a ship or an animal named in the same sentence, and no woman between the two."""
    if words.small[i] not in {"she", "her", "hers", "herself"}:
        return False
    for j in range(i - 1, max(-1, i - 15), -1):
        if words.small[j] in FEMININE_THINGS:
            return True
        if begins_sentence(words, j) or words.small[j] in known.NOUNS or words.small[j] in known.TITLES:
            return False
    return False


def decide(words: Words, i: int, small: str) -> Decided:
    """What word ``i`` becomes: a place, a reason to leave it, or None where it is no gendered word at all."""
    if small in {"m", "f"}:
        return _letter_of_sex(words, i, small), i
    if small == "ma" or small in known.TITLES:
        return _title(words, i, small)
    if small in {"his", "her"} or small in known.PRONOUNS:
        return _pronoun(words, i, small), i
    if small in known.DOUBTFUL:
        if small == "birth" and words.small_at(i - 1) not in known.GIVING_BIRTH:
            return None, i
        reason, advice = known.DOUBTFUL[small]
        is_lower = capitals_at(words, i) is Capitals.LOWER or begins_sentence(words, i)
        said_of_all = reason is LeftReason.AMBIGUOUS or small in {"née", "messrs", "sirs", "madams"}
        return (Undecided(reason, advice) if is_lower or said_of_all else None), i
    return _noun(words, i, known.NOUNS[small]), i


def placed(words: Words, i: int, last: int, entry: Gendered) -> Place | Undecided:
    """The place of words ``i`` to ``last``, or why its form is not known."""
    if capitals_at(words, i) is Capitals.MIXED:
        return _UNSURE
    return gendered_place(words, i, last, entry) or _APOSTROPHE


def is_shouted(words: Words, i: int) -> bool:
    """Whether word ``i`` stands among words in capitals that are no abbreviations."""
    near = [words.form(j) for j in range(max(0, i - 3), min(len(words), i + 4)) if j != i]
    loud = [one for one in near if len(one) > 1 and capitals(one) is Capitals.ALL_CAPS]
    quiet = [
        one
        for one in near
        if len(one) > 1 and capitals(one) in {Capitals.LOWER, Capitals.CAPITALISED} and one.isalpha()
    ]
    spoken = any(one.lower() in classes.CLOSED or len(one) > 5 for one in loud)
    return spoken and len(loud) > len(quiet)


_HYPHENS = frozenset(HYPHENS)


def _hyphened(words: Words, i: int) -> tuple[bool, bool]:
    return i > 0 and words.gaps[i] in _HYPHENS, words.gaps[i + 1] in _HYPHENS and i + 1 < len(words)


_SEX_FIELDS = frozenset({"sex", "gender"})
_MALE_LETTER = Gendered(own=MALE, other="f", slot="letter", group="m")
_FEMALE_LETTER = Gendered(own=FEMALE, other="m", slot="letter", group="m")


def _letter_of_sex(words: Words, i: int, small: str) -> Place | Undecided | None:
    """The M or F of a form, ``Gender: F``; one in brackets by itself is listed."""
    if words.form(i).islower():
        return None
    gap, behind = words.gap_before(i), words.gap_after(i)
    if words.small_at(i - 1) in _SEX_FIELDS and gap.strip() in {":", "=", "|", ":="} and behind.strip()[:1] != "/":
        return gendered_place(words, i, i, _MALE_LETTER if small == "m" else _FEMALE_LETTER)
    return _ACRONYM if gap.endswith("(") and behind.startswith(")") else None


def _pronoun(words: Words, i: int, small: str) -> Place | Undecided | None:
    if any(_hyphened(words, i)):
        return _COMPOUND
    pattern = capitals_at(words, i)
    if pattern is Capitals.ALL_CAPS and not is_shouted(words, i):
        return _ACRONYM
    if pattern is Capitals.CAPITALISED:
        if words.small_at(i + 1) in _ROYAL and words.form(i + 1)[0].isupper():
            return _PERSON
        if i and words.gap_before(i) == " " and not begins_sentence(words, i):
            return _CAPITAL
    if words.gap_after(i) in tuple(APOSTROPHES) and words.small_at(i + 1) == "s" and small not in {"he", "she"}:
        return _UNSURE
    if small not in {"his", "her"}:
        return placed(words, i, i, known.PRONOUNS[small])
    stands = his_stands(words, i) if small == "his" else her_stands(words, i)
    if stands is Stands.UNSURE:
        return _UNSURE
    if small == "his":
        entry = known.HIS_BEFORE_NOUN if stands is Stands.BEFORE_NOUN else known.HIS_ALONE
    else:
        entry = known.HER_BEFORE_NOUN if stands is Stands.BEFORE_NOUN else known.HER_OBJECT
    return placed(words, i, i, entry)


def _title(words: Words, i: int, small: str) -> Decided:
    if small == "ma":
        if words.gap_after(i) not in tuple(APOSTROPHES) or words.small_at(i + 1) != "am":
            return None, i
        return placed(words, i, i + 1, known.TITLES["ma'am"]), i + 1
    pattern = capitals_at(words, i)
    gap = words.gap_after(i)
    is_near = gap == " " if small in {"sir", "madam"} else gap.strip() in {"", "."} and gap.count("\n") < 2
    next_form = words.form(i + 1) if i + 1 < len(words) and is_near else ""
    names_somebody = bool(next_form) and next_form[0].isupper()
    if pattern is Capitals.ALL_CAPS and not is_shouted(words, i) and not (gap.startswith(".") and names_somebody):
        if small in {"ms", "mr"}:
            is_loud = names_somebody and capitals(next_form) is Capitals.ALL_CAPS and len(next_form) > 1
            return (_ACRONYM if is_loud else None), i
        return _ACRONYM, i
    if any(_hyphened(words, i)):
        return _COMPOUND, i
    if small == "miss":
        return _miss(words, i, next_form if names_somebody else ""), i
    if small == "ms" and pattern is not Capitals.CAPITALISED and not (pattern is Capitals.ALL_CAPS and names_somebody):
        return None, i
    is_office = names_somebody and next_form.lower() in known.OFFICES
    if small in {"sir", "madam"} and names_somebody and next_form != "I" and not is_office:
        return _PERSON, i
    entry = known.TITLES[small]
    if is_office and small in {"mr", "madam"}:
        entry = replace(entry, other="madam" if small == "mr" else "mr")
    return placed(words, i, i, entry), i


def _miss(words: Words, i: int, name: str) -> Place | Undecided | None:
    if capitals_at(words, i) is Capitals.LOWER or name.lower() in _PAGEANTS:
        return None
    is_field = words.small_at(i - 1) == "title" and words.gap_before(i).strip() == ":"
    if (name and name != "I") or is_field:
        return placed(words, i, i, known.TITLES["miss"])
    return None if begins_sentence(words, i) else _UNSURE


def _noun(words: Words, i: int, entry: Gendered) -> Place | Undecided | None:
    small, pattern = words.small[i], capitals_at(words, i)
    hyphened = _behind_hyphens(words, i, entry)
    if hyphened is not None:
        return hyphened if isinstance(hyphened, Undecided) else None
    if is_turn(words, i, LISTED_TURNS):
        return _TURN
    if pattern is Capitals.ALL_CAPS and len(small) <= 3 and not is_shouted(words, i):
        return _ACRONYM
    if pattern is Capitals.CAPITALISED:
        is_field = words.small_at(i - 1) in _SEX_FIELDS and words.gap_before(i).strip() in {":", "=", "|", ":="}
        if entry.group != "emeritus" and not is_field and _is_part_of_name(words, i):
            return _NAME
        if small in _REIGNING and (not begins_sentence(words, i) or words.gap_after(i) in tuple(APOSTROPHES)):
            return _NAME
    if small in _ATTRIBUTES and words.gap_after(i) == " " and _is_agent(words.small_at(i + 1)):
        # "a woman scientist" stands opposite "a male scientist", or nothing.
        return _COMPOUND
    if pattern is not Capitals.ALL_CAPS and _may_be_verb_or_all(words, i):
        return _GENERIC
    return placed(words, i, i, entry)


def _behind_hyphens(words: Words, i: int, entry: Gendered) -> Undecided | bool | None:
    """Undecided for a compound that is not known, True for one that is nobody's gender, None for no obstacle."""
    before, behind = _hyphened(words, i)
    is_adjective = entry.other in {"male", "female"}
    if before:
        part = words.small[i - 1]
        if not (part in PREFIXES or part in known.NOUNS or part.isdigit() or is_adjective):
            return _COMPOUND
    if behind:
        part = words.small[i + 1]
        if part in SILENT_COMPOUNDS.get(words.small[i], ()):
            return True
        if not (part in SUFFIXES or part in known.NOUNS or is_adjective):
            return _COMPOUND
    return None


def _is_part_of_name(words: Words, i: int) -> bool:
    """Whether a noun with a capital stands beside other capitals that are not the sentence's first."""
    may_have_name = words.small[i] in _BEFORE_NAMES
    j = i
    if words.gap_after(j) in tuple(APOSTROPHES) and words.small_at(j + 1) == "s":
        j += 1
    if j + 2 < len(words) and words.small[j + 1] in _LINKS and gap_kind(words, j) is Gap.BLANK:
        j += 1
    if j + 1 < len(words) and gap_kind(words, j) is Gap.BLANK and not (may_have_name and j == i):
        form = words.form(j + 1)
        if form[0].isupper() and form != "I":
            return True
    if begins_sentence(words, i) or gap_kind(words, i - 1) is not Gap.BLANK:
        return False
    form = words.form(i - 1)
    is_head = words.small[i - 1] == "head" and words.small[i] in {"boy", "girl", "boys", "girls"}
    return form[0].isupper() and form != "I" and not is_head and not begins_sentence(words, i - 1)


def _may_be_verb_or_all(words: Words, i: int) -> bool:
    small = words.small[i]
    if small not in _VERBS_TOO:
        return False
    before = "" if begins_sentence(words, i) or gap_kind(words, i - 1) is not Gap.BLANK else words.small[i - 1]
    if before in _MODALS:
        return True
    return small == "man" and (not before or before in _GENERIC_AFTER or before in _NO_ARTICLE)


_DETERMINING = word_set("""
    a an the this that my your our their its his her any some no another each either neither such enough like as
""") - {"that"}
_NO_ARTICLE = classes.CLOSED - _DETERMINING
"""Behind these a man is every man."""
