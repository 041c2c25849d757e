"""German words that tell a sex and are no nouns for persons: weiblich, Anrede: Herr, Damenmannschaft, schwanger."""

from __future__ import annotations

from itertools import compress

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps.german_text import AGENTS, Reader, thing_genders
from fairdesk.evaluations.swaps.german_words import PERSON_GROUPS, listed
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import HYPHENS, capitals_at, with_capitals

_STEMS = {"weiblich": "männlich", "männlich": "weiblich"}
_SEX = {
    stem + ending: (stem, ending) for stem in _STEMS for ending in ("", "e", "er", "en", "em", "es", "keit", "keiten")
}
_SEX_WORDS = frozenset(_SEX)
_FIELDS = frozenset(("anrede", "geschlecht"))
_FIELD_WORDS = {"herr": ("frau", MALE), "frau": ("herr", FEMALE), "m": ("w", MALE), "w": ("m", FEMALE)}
_SALUTATIONS = listed("liebe lieber geehrte geehrter verehrte verehrter")
_GREETED = listed("grüße gruß grüsse alle familie leser kommission schulleitung redaktion damen herren frau herr")
_BORN = frozenset(("geborene", "geborener"))
_FACTS = listed(
    "schwanger schwangere schwangerer schwangeren schwangerschaft schwangerschaften mutterschutz mutterschutzes "
    "mutterschutzfrist mutterschaftsurlaub mutterschaftsgeld stillzeit wehrdienst wehrdienstes grundwehrdienst "
    "grundwehrdienstes zivildienst zivildienstes wehrpflicht vollbart schnurrbart kopftuch kopftuches"
)
_FACT = "What this says is true of one sex nearly always. Reword it by hand where the person has become the other one."
_FRONTS = {
    "frauen": "männer", "männer": "frauen", "damen": "herren", "herren": "damen", "mädchen": "jungen",
    "jungen": "mädchen", "knaben": "mädchen",
}  # fmt: skip
_FRONT_STARTS = tuple(_FRONTS)
_ALWAYS_OF_SEX = tuple(listed("frauen männer mädchen damen"))
"""Beginnings that always name a sex; Herrenhaus and Jungenbach may be places."""
_SAME_FOR_BOTH = tuple(
    listed(
        "mannschaft team fußball handball basketball volleyball hockey turnen rudern tennis chor riege staffel schule "
        "gymnasium gruppe klasse liga bundesliga wettbewerb turnier einzel doppel internat wohnheim mode abteilung"
    )
)
"""Ends of compounds that are said of both sexes in the same way: Damenmannschaft, Herrenmannschaft."""
_COMPOUND = "This names women or men and may be a fixed name. Edit the variant by hand if it has a counterpart."


def put_fields(reader: Reader) -> None:
    """Places for what a form says of a person's sex: "Anrede: Herr", "Geschlecht: w"."""
    for i in [at + 1 for at in reader.positions(_FIELDS)]:
        found = _FIELD_WORDS.get(reader.at(i))
        if found is None or reader.gap(i).strip() not in {":", "=", "|"} or _is_followed_by_name(reader, i):
            continue
        if reader.words.gap_after(i).strip()[:1] == "/":
            continue
        other, own = with_capitals(found[0], capitals_at(reader.words, i)), found[1]
        here = reader.forms[i]
        if len(here) == 1 and here.isupper():
            other = other.upper()
        reader.put(i, i + 1, "title", (here, other) if own == MALE else (other, here), own)


def _is_followed_by_name(reader: Reader, i: int) -> bool:
    return reader.is_capital(i + 1) and reader.gap(i + 1) == " "


def _put_salutations(reader: Reader) -> None:
    """Places for "Liebe Jana," and "Sehr geehrter Tim Ernst,", whose ending tells the sex of a name without a title."""
    for i in reader.positions(_SALUTATIONS):
        before = reader.at(i - 1)
        opens = reader.is_first(i) or before in {"sehr", "hallo"} or ("," in reader.gap(i) and reader.is_capital(i - 1))
        if i in reader.claimed or not opens or not _is_family_name(reader, i + 1):
            continue
        last = i + 1
        while reader.is_capital(last + 1) and reader.gap(last + 1) == " ":
            last += 1
        if reader.words.gap_after(last)[:1] not in {",", "!", "\n"} or not _are_names(reader, i + 1, last + 1):
            continue
        small = reader.small[i]
        own = MALE if small.endswith("r") else FEMALE
        _put(reader, i, small[:-1] if own == MALE else small + "r", own)


def _are_names(reader: Reader, first: int, end: int) -> bool:
    """Whether none of the words is a noun: Liebe Grüße, Liebe Familie Wolf, Liebe Eltern."""
    return not any(
        thing_genders(reader.small[j])
        or reader.small[j] in PERSON_GROUPS
        or reader.small[j] in _GREETED
        or reader.small[j].endswith(AGENTS)
        or forms.may_name_person(reader.forms[j])
        for j in range(first, end)
    )


def swapped_adjective(small: str, word: str) -> str:
    """The inflected ``word`` of weiblich or männlich with the other stem; ``word`` itself for any other adjective."""
    found = _SEX.get(small)
    if found is None or not word.startswith(found[0]):
        return word
    return _STEMS[found[0]] + word[len(found[0]) :]


def put_marks(reader: Reader) -> None:
    """Places for the words that tell a sex and stand in no phrase for a person; facts of one sex are listed."""
    _put_salutations(reader)
    for i in reader.positions(_SEX_WORDS):
        stem, ending = _SEX[reader.small[i]]
        if i not in reader.claimed and not reader.opaque[i]:
            _put(reader, i, _STEMS[stem] + ending, FEMALE if stem == "weiblich" else MALE)
    for i in reader.positions(_FACTS):
        if i not in reader.claimed and not reader.opaque[i]:
            reader.leave(i, i + 1, LeftReason.NO_COUNTERPART, _FACT)
    for i in reader.positions(_BORN):
        if "," in reader.gap(i) and i not in reader.claimed and _is_family_name(reader, i + 1):
            own = FEMALE if reader.small[i] == "geborene" else MALE
            _put(reader, i, "geborener" if own == FEMALE else "geborene", own)
    for i in compress(range(reader.n), [one.startswith(_FRONT_STARTS) for one in reader.small]):
        if reader.capital[i] and i not in reader.claimed and not reader.opaque[i]:
            _compound(reader, i)


def _is_family_name(reader: Reader, i: int) -> bool:
    return reader.is_capital(i) and reader.is_joined(i) and not forms.readings(reader.forms[i])


def _put(reader: Reader, i: int, word: str, own: str) -> None:
    here, other = reader.forms[i], with_capitals(word, capitals_at(reader.words, i))
    reader.put(i, i + 1, "adjective", (here, other) if own == MALE else (other, here), own)


def _compound(reader: Reader, i: int) -> None:
    """Damenmannschaft and Damen-Volleyball change; Frauenquote and Männerberuf are listed."""
    small = reader.small[i]
    front = next(one for one in _FRONT_STARTS if small.startswith(one))
    tail = small[len(front) :]
    is_hyphened = not tail and reader.words.gap_after(i) in HYPHENS
    if is_hyphened:
        tail = reader.at(i + 1)
    if len(tail) < 3:
        return
    own = MALE if _FRONTS[front] in {"frauen", "damen", "mädchen"} else FEMALE
    if tail.endswith(_SAME_FOR_BOTH):
        other = "knaben" if front == "mädchen" and tail == "chor" else _FRONTS[front]
        _put(reader, i, other if is_hyphened else other + tail, own)
    elif front in _ALWAYS_OF_SEX:
        reader.leave(i, i + 1, LeftReason.NO_COUNTERPART, _COMPOUND)
