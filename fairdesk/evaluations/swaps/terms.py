"""Listed terms in free text, in any language: entry n of one level's list is the counterpart of entry n of every other.

A term is found as a whole word, the longest one first, whatever its capitals; a line break or a hyphen may stand where
the list has a blank. In scripts that write no spaces (Chinese, Japanese, Thai, ...) words have no marked ends:
there the longest listed term is taken wherever its letters stand, so that a list of such a language should hold terms
long enough to mean one thing only. In inflected languages a term behind an article or another word that agrees with
it is left and listed, unless the entries of all levels begin with such a word themselves ("die Polin", "die Deutsche").
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from fairdesk.domain.design import Cue
from fairdesk.domain.edits import Left, LeftReason, Place, Scan
from fairdesk.evaluations.swaps.found import left_at
from fairdesk.evaluations.swaps.language import LanguageRules
from fairdesk.evaluations.swaps.tokens import (
    APOSTROPHES,
    HYPHENS,
    Capitals,
    Words,
    begins_sentence,
    capitals,
    capitals_at,
    has_unspaced,
    is_whole,
    opaque_spans,
    small_letters,
    with_capitals,
    words_of,
)

_ELIDING = frozenset({"fr", "it", "ca", "oc", "pt"})
"""Languages in which an article may stand before an apostrophe: l'étudiant."""
_TAKES_S = re.compile(
    r"(?:[aei]an|[ln]can|ist|ee|[bgst]lim|[aq]ni|[ae]li|(?:immi|emi)?grant|applicant|protestant|participant"
    r"|student|resident|parent|client|patient|adolescent|learner|speaker|teacher|worker|believer|foreigner|newcomer"
    r"|teenager|pensioner|islander|villager|settler|farmer|carer|tutor|professor|survivor|arab|asylum seeker|jew"
    r"|catholic|hindu|sikh|girl|boy|citizen|native)$",
    re.IGNORECASE,
)
"""Ends of English nouns for persons whose plural is an s more."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One listed form.

    Attributes:
        form: As listed.
        key: Its words in small letters.
        gaps: What stands before the first, between them and behind the last; one more than there are words.
        level: Empty where the form stands for two levels, or for one level with two counterparts.
        words: Level to the listed words; empty where a counterpart is missing.
        is_plural: It was made by an s; ``words`` is empty where nobody can tell whether an s is right.
    """

    form: str
    key: tuple[str, ...]
    gaps: tuple[str, ...]
    level: str
    words: Mapping[str, str]
    is_plural: bool = False


def _entry(form: str, level: str, words: Mapping[str, str], *, is_plural: bool = False) -> _Entry:
    found = words_of(form)
    gaps = tuple(found.gap_before(k) for k in range(len(found)))
    tail = (found.gap_after(len(found) - 1),) if len(found) else ()
    return _Entry(form, tuple(found.small), (*gaps, *tail), level, words, is_plural)


@dataclass(frozen=True, slots=True)
class _Index:
    """Entries by their first word, and those in scripts without spaces by their first character; longest first."""

    by_first: Mapping[str, tuple[_Entry, ...]]
    unspaced: Mapping[str, tuple[_Entry, ...]]
    unspaced_start: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class _Match:
    start: int
    end: int
    entry: _Entry
    first: int


def scan_terms(text: str, cue: Cue, rules: LanguageRules | None) -> Scan:
    """Every listed term of a text, and what was left alone.

    Args:
        cue: Of the kind TERMS; the levels of its lists are those of the places.
        rules: Of the text's language, for words that agree with a noun; None where there are none.

    Returns:
        Places whose words are as listed, with capitals as they stand in the text and at the beginning of a sentence.
        Left are terms that stand for two levels, that have no counterpart at some level, whose article may not fit,
        that are part of a compound with a hyphen, or whose capitals tell that they may be another word.
    """
    index = _index(cue)
    words = words_of(text)
    opaque = opaque_spans(text)
    places: list[Place] = []
    left: list[Left] = []
    done = 0
    for match in sorted(_matches(words, index, cue.language), key=lambda one: (one.start, -one.end)):
        k = bisect_right(opaque, (match.start, len(text) + 1)) - 1
        if match.start < done or (k >= 0 and match.start < opaque[k][1]):
            continue
        done = match.end
        reason = _reason_to_leave(words, match, rules)
        if reason is None:
            places.append(_place(words, match, cue))
        elif reason is not _NOT_IT:
            left.append(left_at(text, (match.start, match.end), cue.cue_id, *reason))
    return Scan(places=tuple(places), left=tuple(left))


@lru_cache(maxsize=64)
def _index(cue: Cue) -> _Index:
    entries = _entries(cue)
    if cue.language.startswith("en"):
        entries |= {one.form.lower(): one for one in _plurals(entries)}
    by_first: dict[str, list[_Entry]] = {}
    unspaced: dict[str, list[_Entry]] = {}
    for entry in sorted(entries.values(), key=lambda one: -len(one.form)):
        if has_unspaced(entry.form) or not entry.key:
            unspaced.setdefault(entry.form[0], []).append(entry)
        else:
            by_first.setdefault(entry.key[0], []).append(entry)
    return _Index(
        by_first={first: tuple(found) for first, found in by_first.items()},
        unspaced={first: tuple(found) for first, found in unspaced.items()},
        unspaced_start=re.compile("|".join(map(re.escape, unspaced))) if unspaced else None,
    )


def _entries(cue: Cue) -> dict[str, _Entry]:
    """Every listed form in small letters with what it stands for."""
    found: dict[str, _Entry] = {}
    longest = max((len(one.words) for one in cue.lists), default=0)
    for n in range(longest):
        row = {one.level: one.words[n].strip() if n < len(one.words) else "" for one in cue.lists}
        complete = row if all(row.values()) else {}
        for level, form in row.items():
            if not form:
                continue
            entry = _entry(form, level, complete)
            known = found.get(form.lower())
            if known is not None and (known.level, known.words) != (level, complete):
                entry = _entry(known.form, "", {})
            found[form.lower()] = entry
    return found


def _plurals(entries: Mapping[str, _Entry]) -> Iterator[_Entry]:
    """English plurals of entries whose plural is not listed; without words where an s is not known to be right."""
    for entry in entries.values():
        form = entry.form + "s"
        if not entry.key or not form[-2].isalpha() or form[-2] in "sS" or form.lower() in entries:
            continue
        safe = bool(entry.words) and all(_TAKES_S.search(one) for one in entry.words.values())
        words = {level: one + "s" for level, one in entry.words.items()} if safe else {}
        yield _entry(form, entry.level, words, is_plural=True)


def _matches(words: Words, index: _Index, language: str) -> Iterator[_Match]:
    for i, small in enumerate(words.small):
        for entry in index.by_first.get(small, ()):
            match = _match_at(words, i, entry)
            if match is not None and not _is_behind_apostrophe(words, i, language):
                yield match
                break
    if index.unspaced_start is not None:
        for found in index.unspaced_start.finditer(words.text):
            start = found.start()
            for entry in index.unspaced[found.group()]:
                end = start + len(entry.form)
                if words.text.startswith(entry.form, start) and is_whole(words.text, start, end):
                    yield _Match(start, end, entry, max(0, words.index_at(start)))
                    break


def _match_at(words: Words, i: int, entry: _Entry) -> _Match | None:
    """The entry where it begins with word ``i``; its punctuation must stand there too."""
    last = i + len(entry.key) - 1
    if last > i and tuple(words.small[i : last + 1]) != entry.key:
        return None
    if not all(_same_gap(words.gap_after(i + k), entry.gaps[k + 1]) for k in range(len(entry.key) - 1)):
        return None
    lead, tail = entry.gaps[0], entry.gaps[-1]
    start, end = words.start(i) - len(lead), words.end(last) + len(tail)
    fits = start >= 0 and words.text.startswith(lead, start) and words.text.startswith(tail, words.end(last))
    return _Match(start, end, entry, i) if fits else None


def _same_gap(written: str, listed: str) -> bool:
    if not listed.isspace():
        return written == listed or (written in tuple(APOSTROPHES) and listed in tuple(APOSTROPHES))
    return written in tuple(HYPHENS) or (written.isspace() and len(written.splitlines()) <= 2)


def _is_behind_apostrophe(words: Words, i: int, language: str) -> bool:
    gap = words.gap_before(i)
    return i > 0 and gap in tuple(APOSTROPHES) and language[:2] not in _ELIDING


_Reason = tuple[LeftReason, str]
_NOT_IT: _Reason = (LeftReason.ORDINARY_WORD, "")
"""Another word that only looks alike: neither changed nor listed."""


def _reason_to_leave(words: Words, match: _Match, rules: LanguageRules | None) -> _Reason | None:
    entry, text = match.entry, words.text
    written = text[match.start : match.end]
    by_capitals = _by_capitals(words, match, written)
    if by_capitals is not None:
        return by_capitals
    if not entry.level:
        return LeftReason.AMBIGUOUS, "The lists name it for two levels or twice: correct the lists, or decide by hand."
    before, behind = text[match.start - 1 : match.start], text[match.end : match.end + 1]
    if (before in tuple(HYPHENS) and text[match.start - 2 : match.start - 1].isalnum()) or (
        behind in tuple(HYPHENS) and text[match.end + 1 : match.end + 2].isalnum()
    ):
        return LeftReason.AMBIGUOUS, "It is part of a compound: list the compound at every level, or change it by hand."
    if not entry.words and entry.is_plural:
        return LeftReason.NO_COUNTERPART, "The lists hold the singular only: add the plural at every level."
    if not entry.words:
        return LeftReason.NO_COUNTERPART, "Some level has no counterpart of it in its list: add one."
    if rules is not None and _needs_agreement(words, match, rules.determiners):
        return (
            LeftReason.NO_AGREEMENT,
            "The word before it may need another form: list the terms with it at every level, or change it by hand.",
        )
    return None


def _by_capitals(words: Words, match: _Match, written: str) -> _Reason | None:
    """Whether the capitals tell that another word may be meant: polish and Polish, us and US, White House."""
    listed = capitals(match.entry.form)
    if not match.entry.key or written == match.entry.form:
        return _inside_name(words, match, written) if listed is Capitals.LOWER else None
    if listed is Capitals.ALL_CAPS and len(match.entry.form) <= 4:
        return _NOT_IT
    if match.entry.form[0].isupper() and written[0].islower():
        return LeftReason.ORDINARY_WORD, "Written with a small letter it may be another word: change it by hand if not."
    if listed is Capitals.LOWER:
        return _inside_name(words, match, written)
    return None


def _inside_name(words: Words, match: _Match, written: str) -> _Reason | None:
    """A term in small letters that is written with a capital beside another capital may be part of a name."""
    first, last = match.first, match.first + len(match.entry.key) - 1
    if written[0].islower() or not written[0].isupper() or capitals(written) is Capitals.ALL_CAPS:
        return None
    neighbours = [last + 1] if begins_sentence(words, first) else [last + 1, first - 1]
    for j in neighbours:
        if not 0 <= j < len(words):
            continue
        gap = words.gap_before(max(j, first)) if j < first else words.gap_before(j)
        form = words.form(j)
        starts_sentence = j < first and begins_sentence(words, j)
        if gap.isspace() and form[0].isupper() and form != "I" and not starts_sentence:
            return LeftReason.ORDINARY_WORD, "It may be part of a name: change it by hand if it is not."
    return None


def _needs_agreement(words: Words, match: _Match, determiners: frozenset[str]) -> bool:
    if not determiners or match.first == 0:
        return False
    gap = words.gap_before(match.first)
    if not (gap.isspace() or gap in tuple(APOSTROPHES)):
        return False
    if words.small[match.first - 1] not in determiners:
        return False
    return not all(_begins_with_one(form, determiners) for form in match.entry.words.values())


def _begins_with_one(form: str, determiners: frozenset[str]) -> bool:
    first = re.match(r"[^\W_]+", form)
    return first is not None and small_letters(first.group()) in determiners


def _place(words: Words, match: _Match, cue: Cue) -> Place:
    written = words.text[match.start : match.end]
    shown = dict(_shown(words, match, match.entry.words.items(), written))
    shown[match.entry.level] = written
    return Place(start=match.start, end=match.end, cue_id=cue.cue_id, slot="term", words=shown, own=match.entry.level)


def _shown(words: Words, match: _Match, forms: Iterable[tuple[str, str]], written: str) -> Iterator[tuple[str, str]]:
    listed = capitals(match.entry.form)
    pattern = capitals(written)
    if len(written) == 1 and match.entry.key:
        pattern = capitals_at(words, match.first)
    is_shouted = pattern is Capitals.ALL_CAPS and listed is not Capitals.ALL_CAPS
    is_raised = written[:1].isupper() and (match.entry.form[:1].islower() or begins_sentence(words, match.first))
    for level, form in forms:
        yield level, with_capitals(form, _wanted(is_shouted=is_shouted, is_raised=is_raised))


def _wanted(*, is_shouted: bool, is_raised: bool) -> Capitals:
    if is_shouted:
        return Capitals.ALL_CAPS
    return Capitals.CAPITALISED if is_raised else Capitals.LOWER
