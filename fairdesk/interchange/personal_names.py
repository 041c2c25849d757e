"""Names of people, found behind the words that announce them; who bears them is told in ``personal_persons``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from fairdesk.interchange.given_names import GIVEN_NAMES, NO_SURNAMES
from fairdesk.interchange.personal_persons import FoundName, Way
from fairdesk.interchange.personal_words import (
    CLOSINGS,
    GIVEN_FIELDS,
    INTRODUCTIONS,
    NAME_FIELDS,
    NAME_RUN,
    NO_NAMES,
    OTHER_FIELDS,
    PARTICLES,
    SALUTATIONS,
    SIGNED_FIELDS,
    SURNAME_FIELDS,
    TITLES,
    UPPER,
    WEAK_INTRODUCTIONS,
)


def _any(words: Iterable[str]) -> str:
    """The words as alternatives, longer ones first; a blank stands for any blanks of a line."""
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"[ \u00a0]+") for word in longest_first)


_TITLE = rf"(?:{_any(TITLES)}|M\.)\.?"
_TITLED = re.compile(
    rf"(?<!\w)(?:{_TITLE}[ \u00a0]+){{1,3}}(?P<name>(?:(?:{_any(PARTICLES)})[ \u00a0]){{0,3}}{NAME_RUN})"
)
_SALUTED = re.compile(rf"(?<!\w)(?:{_any(SALUTATIONS)})[ \u00a0]+(?P<name>{NAME_RUN})")
_FIELD = re.compile(
    rf"^[ \t>*|•#-]{{0,8}}(?P<label>{_any((*NAME_FIELDS, *SURNAME_FIELDS))})"
    r"(?:\*\*)?[ \u00a0\t]{0,20}[:：](?:\*\*)?[ \u00a0\t|]{0,20}"
    r"(?P<name>[^\W\d_][^\n\r;|/()\[\]{}<>@:\d]{1,60})",
    re.IGNORECASE | re.MULTILINE,
)
_INTRODUCED = re.compile(rf"(?<!\w)(?i:{_any(INTRODUCTIONS)})[ \u00a0]+(?P<name>{NAME_RUN})")
_WEAKLY = re.compile(rf"(?<!\w)(?i:{_any(WEAK_INTRODUCTIONS)})[ \u00a0]+(?P<name>{NAME_RUN})")
_SIGNED = re.compile(
    rf"^[ \t]*(?i:{_any(CLOSINGS)})[ \t]*[,.!]?[ \t]*(?:\r?\n[ \t]*){{1,4}}(?P<name>{NAME_RUN})[ \t]*[,.]?[ \t]*$",
    re.MULTILINE,
)
_FIRST_LINE = re.compile(rf"\A\s{{0,40}}#{{0,6}}[ ]?(?P<name>{NAME_RUN})[ \t]*\r?$", re.MULTILINE)
_WORDS = re.compile(r"[^\s,]+")

_GIVEN = re.compile(
    rf"(?<![\w'’-])(?P<first>[{UPPER}][^\W\d_]+)(?:-[{UPPER}][^\W\d_]+)?"
    rf"(?=[ \u00a0](?:(?:{_any(PARTICLES)})[ \u00a0]){{0,3}}[{UPPER}])"
)
_RUN = re.compile(NAME_RUN)

_CAPITALISED = re.compile(rf"[{UPPER}]\w*")
_TITLES = frozenset(TITLES)
_TITLE_WORDS = frozenset(re.split(r"\W", title)[0] for title in TITLES) | {"M"}
_SALUTING_WORDS = frozenset(salutation.split()[0] for salutation in SALUTATIONS)
_CLOSING_LINES = frozenset(CLOSINGS)
"""With what the stretches begin that a rule finds: looking for words costs little, trying a rule everywhere much."""

_ADDRESSED = re.compile(
    rf"(?:^|[,.;])[ \t]*(?i:{_any(SALUTATIONS)})(?:[ \u00a0]+(?:and|und|et|y|[{UPPER}][\w.'’-]*)){{0,6}}[ \u00a0]+$",
    re.MULTILINE,
)
LONGEST_SALUTATION = 80
"""Characters before a name in which the salutation begins."""


def find_names(text: str, is_contact_near: bool) -> list[FoundName]:
    """Names behind cues, in the order of the text; some overlap.

    Args:
        is_contact_near: An e-mail address, a telephone number or a postal address stands near the beginning, so that
            a first line of two to four capitalised words is taken for a name, as in a curriculum vitae.
    """
    fields = tuple(_by_fields(text))
    asked = {name.start: name.end for name in fields if name.is_part}
    cues = (name for name in _by_cues(text) if asked.get(name.start, -1) < name.end)
    found = [*fields, *cues]
    if is_contact_near and (first := _FIRST_LINE.match(text)):
        found += _names(text, first.span("name"), Way.HEADING, least=2)
    return sorted(found, key=lambda name: (name.start, -name.end))


def _by_cues(text: str) -> Iterator[FoundName]:
    capitalised = set(_CAPITALISED.findall(text))
    low = text.lower()
    for match in _beginning(_TITLED, text, capitalised & _TITLE_WORDS):
        yield from _names(text, match.span("name"), Way.TITLED)
    for match in _beginning(_SALUTED, text, capitalised & _SALUTING_WORDS):
        yield from _names(text, match.span("name"), Way.ADDRESSED)
    for match in _behind(_INTRODUCED, text, low, INTRODUCTIONS):
        yield from _names(text, match.span("name"), Way.INTRODUCED)
    if _has_closing(low):
        for match in _SIGNED.finditer(text):
            yield from _names(text, match.span("name"), Way.SIGNED)
    for match in _beginning(_GIVEN, text, capitalised & GIVEN_NAMES):
        if match["first"] in GIVEN_NAMES and (run := _RUN.match(text, match.start())) is not None:
            yield from _names(text, run.span(), Way.PLAIN, least=2)
    for match in _behind(_WEAKLY, text, low, WEAK_INTRODUCTIONS):
        yield from _names(text, match.span("name"), Way.INTRODUCED, least=2)


def _behind(pattern: re.Pattern[str], text: str, low: str, phrases: Sequence[str]) -> Iterator[re.Match[str]]:
    """The matches of a pattern that begins with one of the phrases, in capitals or small letters."""
    if "\u00a0" in low or "  " in low or len(low) != len(text):  # the phrase may be written with other blanks
        yield from pattern.finditer(text)
    else:
        yield from _beginning(pattern, text, phrases, low)


def _beginning(
    pattern: re.Pattern[str], text: str, words: Iterable[str], searched: str = ""
) -> Iterator[re.Match[str]]:
    """The matches of a pattern that begin with one of the words, none overlapping."""
    read_to = 0
    searched = searched or text
    for start in sorted({start for word in words if word in searched for start in _starts(searched, word)}):
        if start >= read_to and (match := pattern.match(text, start)) is not None:
            yield match
            read_to = match.end()


def _starts(text: str, words: str) -> Iterator[int]:
    start = text.find(words)
    while start >= 0:
        yield start
        start = text.find(words, start + 1)


def _has_closing(low: str) -> bool:
    """Whether some line holds nothing but the words above a signature."""
    lines = (line for line in low.split("\n") if len(line) < LONGEST_SALUTATION)
    return any(" ".join(line.split()).rstrip(" ,.!") in _CLOSING_LINES or "gez" in line for line in lines)


def _by_fields(text: str) -> Iterator[FoundName]:
    if ":" not in text and "：" not in text:
        return
    for match in _FIELD.finditer(text):
        value = match["name"].rstrip(" \t\u00a0.,*_")
        words = value.split()
        if 1 <= len(words) <= 6 and all(_is_word(word) for word in words) and words[0] not in NO_NAMES:
            start = match.start("name")
            label = " ".join(match["label"].casefold().split())
            # "Nom" alone stands above a surname on a form, and above a whole name elsewhere.
            is_surname = label in SURNAME_FIELDS or (label == "nom" and len(words) == 1)
            parts = tuple(word.strip(".,") for word in words if word.strip(".,") not in PARTICLES)
            way = Way.OTHER_FIELD if label in OTHER_FIELDS else Way.SIGNED if label in SIGNED_FIELDS else Way.FIELD
            if is_surname or label in GIVEN_FIELDS:
                given, surnames = ((), parts) if is_surname else (parts, ())
                yield FoundName(start, start + len(value), given, surnames, way, is_part=True)
            else:
                yield _parted(text, start, start + len(value), way)


def _is_word(word: str) -> bool:
    return all(letter.isalpha() or letter in "'’.,-" for letter in word)


def _names(text: str, span: tuple[int, int], way: Way, least: int = 1) -> Iterator[FoundName]:
    """The stretch of a run up to the first word that is no name; nothing when it is too short."""
    start, end = span
    words: list[re.Match[str]] = []
    for found in _WORDS.finditer(text, start, end):
        word = found[0].strip(".")
        if word in NO_NAMES or word in (NO_SURNAMES if words else _TITLES):
            break
        words.append(found)
    while words and words[-1][0] in PARTICLES:
        words.pop()
    n_names = sum(word[0] not in PARTICLES for word in words)
    if words and n_names >= least and (len(words) > 1 or not words[0][0].endswith(".")):
        yield _parted(text, words[0].start(), words[-1].end(), way)


def _parted(text: str, start: int, end: int, way: Way) -> FoundName:
    """A found name with its given names and surnames: behind the first, those that are no common given names."""
    before, comma, after = text[start:end].partition(",")
    parts = [[word for word in side.split() if word not in PARTICLES] for side in (before, after)]
    if comma and all(parts):
        given, surnames = parts[1], parts[0]
    else:
        words = [*parts[0], *parts[1]]
        n_given = 1
        while n_given < len(words) - 1 and (words[n_given] in GIVEN_NAMES or words[n_given].endswith(".")):
            n_given += 1
        given, surnames = words[:n_given], words[n_given:]
    if way is Way.TITLED and not surnames:
        given, surnames = [], given
    is_addressed = way is Way.TITLED and _is_addressed(text, start, end)
    return FoundName(start, end, tuple(given), tuple(surnames), Way.FORMALLY_ADDRESSED if is_addressed else way)


def _is_addressed(text: str, start: int, end: int) -> bool:
    """Whether a salutation stands before the titles of a name, or nothing but they and the name on its line."""
    line_start = text.rfind("\n", max(0, start - LONGEST_SALUTATION), start) + 1
    if _ADDRESSED.search(text, max(line_start, start - LONGEST_SALUTATION), start):
        return True
    before = text[line_start:start].replace(".", " ").split() if start - line_start < LONGEST_SALUTATION else ["?"]
    return text[end : end + 2].rstrip("\r\n") in (",", ":") and all(word in _TITLES for word in before)
