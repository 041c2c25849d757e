"""Two counterparts in one breath: "he or she" names both genders already, "ladies and gentlemen" may change places."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.edits import Place
from fairdesk.evaluations.swaps import english_words as known
from fairdesk.evaluations.swaps.english_articles import article_of
from fairdesk.evaluations.swaps.english_forms import possessive_change
from fairdesk.evaluations.swaps.english_words import Gendered
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import (
    HYPHENS,
    Capitals,
    Words,
    begins_sentence,
    capitals,
    capitals_at,
    with_capitals,
    word_set,
)


@dataclass(frozen=True, slots=True)
class Both:
    """What two counterparts become.

    Attributes:
        place: Their exchange; None where they stay as they are.
        last: The last word that they take.
    """

    place: Place | None
    last: int


_SPECIAL = {
    "his": (MALE, frozenset({"his"})),
    "her": (FEMALE, frozenset({"his", "him"})),
    "him": (MALE, frozenset({"him", "reflexive"})),
    "himself": (MALE, frozenset({"himself"})),
    "herself": (FEMALE, frozenset({"himself", "reflexive"})),
}
_PRONOUNS = frozenset(_SPECIAL) | known.PRONOUNS.keys()
JOINERS = frozenset({"and", "or", "nor"})
"""Between two counterparts."""
_DETERMINERS = word_set("a an the my your our their its some no two three")
_HALVES = {("s", "he"), ("wo", "man"), ("wo", "men"), ("fe", "male"), ("fe", "males"), ("her", "s")}


def _meaning(small: str) -> tuple[str, frozenset[str]]:
    """Gender and groups of a word; an empty gender for a word without one."""
    if small in _SPECIAL:
        return _SPECIAL[small]
    entry = known.PRONOUNS.get(small) or known.TITLES.get(small) or known.NOUNS.get(small)
    return (entry.own, frozenset({entry.group})) if entry else ("", frozenset())


def both_at(words: Words, i: int) -> Both | None:
    """Whether word ``i`` is the first of two counterparts, or half of one such as "(s)he"; None where it is neither."""
    if words.gaps[i] in {"/", ")"} and i and (words.small[i - 1], words.small[i]) in _HALVES:
        return Both(None, i)
    if words.gaps[i + 1] == " " and words.small_at(i + 1) not in JOINERS:
        return None
    gender, groups = _meaning(words.small[i])
    if not gender:
        return None
    joined = _second(words, i)
    if joined is None:
        return None
    j, is_and = joined
    other_gender, other_groups = _meaning(words.small_at(j))
    if not other_gender or other_gender == gender or not groups & other_groups:
        return None
    if not is_and:
        return Both(None, _end_of_choice(words, j, groups | other_groups))
    if words.small[i] in _PRONOUNS and not _may_exchange(words, i, j):
        return None
    place = _exchange(words, i, j, gender)
    return Both(place, j) if place else None


def _end_of_choice(words: Words, j: int, groups: frozenset[str]) -> int:
    """The last word of a choice with strokes: Mr/Mrs/Ms/Miss, he/she/they."""
    while j + 1 < len(words) and words.gap_after(j).strip() == "/" and groups & _meaning(words.small[j + 1])[1]:
        j += 1
    return j


def _second(words: Words, i: int) -> tuple[int, bool] | None:
    """The word that is joined to word ``i``, and whether by ``and``; None where nothing is joined."""
    if i + 1 >= len(words):
        return None
    gap = words.gap_after(i)
    inner = gap.strip()
    if len(gap) > 4:
        return None
    if inner in {"/", "|"} or (inner == "(" and words.gap_after(i + 1).startswith(")")):
        return i + 1, False
    if inner in tuple(HYPHENS) and gap == inner and words.small_at(i + 1) not in {"and", "or"}:
        return i + 1, False
    if inner in {"&", ". &"}:
        return i + 1, True
    if inner == "," and words.small[i] not in _PRONOUNS:
        return _behind_determiner(words, i + 1), True
    j, joiners = i + 1, set()
    while words.small_at(j) in JOINERS and j <= i + 2 and _is_light(words.gap_before(j)):
        joiners.add(words.small[j])
        j += 1
    if not joiners or not _is_light(words.gap_before(j) if j < len(words) else "!"):
        return None
    hyphened = words.gap_before(j) in tuple(HYPHENS)
    return _behind_determiner(words, j), joiners == {"and"} and not hyphened


def _behind_determiner(words: Words, j: int) -> int:
    return j + 1 if words.small_at(j) in _DETERMINERS and words.gap_after(j).isspace() else j


def _is_light(gap: str) -> bool:
    return len(gap) <= 4 and gap.strip() in {"", ".", "/", ",", *HYPHENS}


def _may_exchange(words: Words, i: int, j: int) -> bool:
    """Whether two pronouns joined by ``and`` read the same the other way round."""
    first, second = words.small[i], words.small[j]
    if {first, second} <= {"his", "her"}:
        return begins_sentence(words, i) or (first == "his" and words.small_at(i - 1) != "of")
    return True


def _exchange(words: Words, i: int, j: int, gender: str) -> Place | None:
    """One place over both words in which they stand the other way round."""
    pattern_first, pattern_second = capitals_at(words, i), capitals_at(words, j)
    if Capitals.MIXED in {pattern_first, pattern_second}:
        return None
    start, end = words.start(i), words.end(j)
    shown_first = _as_written(words.form(j), pattern_first)
    shown_second = _as_written(words.form(i), pattern_second)
    last = known.NOUNS.get(words.small[j])
    as_last = Gendered(own="", other=words.small[i], slot="", group="", is_plural=last is not None and last.is_plural)
    mark = possessive_change(words, j, as_last) if words.small[j] not in _PRONOUNS else (0, "")
    if mark is None:
        return None
    between = _with_article(words, i, j, shown_second)
    own_words = words.text[start : end + mark[0]]
    other = FEMALE if gender == MALE else MALE
    return Place(
        start=start,
        end=end + mark[0],
        cue_id="",
        slot="both genders",
        words={gender: own_words, other: shown_first + between + shown_second + mark[1]},
        own=gender,
    )


def _as_written(form: str, pattern: Capitals) -> str:
    if pattern is Capitals.LOWER and capitals(form) is Capitals.CAPITALISED:
        return form.lower()
    return with_capitals(form.lower() if pattern is not Capitals.LOWER else form, pattern)


def _with_article(words: Words, i: int, j: int, behind: str) -> str:
    """What stands between the two words, with the article that the second one asks for after the exchange."""
    between = words.text[words.end(i) : words.start(j)]
    if j > i + 1 and words.small[j - 1] in {"a", "an"}:
        article = article_of(behind)
        start, end = words.start(j - 1), words.end(j - 1)
        shift = words.end(i)
        return between[: start - shift] + with_capitals(article, capitals_at(words, j - 1)) + between[end - shift :]
    return between
