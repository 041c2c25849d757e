"""Names of people, found behind the words that announce them and then wherever they stand again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fairdesk.domain.case_hints import CaseHint, HintKind
from fairdesk.interchange.given_names import GIVEN_NAMES, NO_SURNAMES
from fairdesk.interchange.personal_words import (
    CLOSINGS,
    GIVEN_FIELDS,
    INTRODUCTIONS,
    NAME_FIELDS,
    NAME_RUN,
    NO_NAMES,
    PARTICLES,
    SALUTATIONS,
    SURNAME_FIELDS,
    TITLES,
    UPPER,
    WEAK_INTRODUCTIONS,
)

NAME = "{name}"
SURNAME = "{surname}"
WHOLE = "{name} {surname}"
TURNED = "{surname}, {name}"
"""A given name, a surname, both, and both as lists and forms write them."""

MOST_NAMES = 20
"""Different words of names that are looked for again in the rest of a text."""


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

CUES = (
    (_TITLED, ()),
    (_SALUTED, tuple(word.lower().split()[0] for word in SALUTATIONS)),
    (_INTRODUCED, ("name", "called", "heiß", "heiss", "appell", "nom", "llam")),
    (_SIGNED, ("regards", "sincerely", "wishes", *(word.split()[0] for word in CLOSINGS))),
)
"""A name of one word or more stands behind each; only where one of the stems stands in a text is it looked for."""


def find_names(text: str, is_contact_near: bool) -> Iterator[CaseHint]:
    """Names behind cues, and their words again elsewhere; some overlap.

    Args:
        is_contact_near: An e-mail address, a telephone number or a postal address stands near the beginning, so that
            a first line of two to four capitalised words is taken for a name, as in a curriculum vitae.
    """
    found = [*_by_fields(text), *_by_cues(text)]
    if is_contact_near and (first := _FIRST_LINE.match(text)):
        found += _hints(text, first.span("name"), least=2)
    yield from found
    yield from _again(text, found)


def _by_cues(text: str) -> Iterator[CaseHint]:
    low = text.lower()
    for pattern, stems in CUES:
        if not stems or any(stem in low for stem in stems):
            for match in pattern.finditer(text):
                yield from _hints(text, match.span("name"), is_titled=pattern is _TITLED)
    for match in _GIVEN.finditer(text):
        if match["first"] in GIVEN_NAMES and (run := _RUN.match(text, match.start())) is not None:
            yield from _hints(text, run.span(), least=2)
    if any(words in low for words in WEAK_INTRODUCTIONS):
        for match in _WEAKLY.finditer(text):
            yield from _hints(text, match.span("name"), least=2)


def _by_fields(text: str) -> Iterator[CaseHint]:
    for match in _FIELD.finditer(text):
        value = match["name"].rstrip(" \t\u00a0.,*_")
        words = value.split()
        if 1 <= len(words) <= 6 and all(_is_word(word) for word in words) and words[0] not in NO_NAMES:
            start = match.start("name")
            label = " ".join(match["label"].casefold().split())
            # "Nom" alone stands above a surname on a form, and above a whole name elsewhere.
            is_surname = label in SURNAME_FIELDS or (label == "nom" and len(words) == 1)
            is_given = label in GIVEN_FIELDS
            both = TURNED if "," in value else WHOLE
            holder = SURNAME if is_surname else NAME if len(words) == 1 or is_given else both
            yield _hint(text, start, start + len(value), holder)


def _is_word(word: str) -> bool:
    return all(letter.isalpha() or letter in "'’.,-" for letter in word)


def _hints(text: str, span: tuple[int, int], least: int = 1, is_titled: bool = False) -> Iterator[CaseHint]:
    """The stretch of a run up to the first word that is no name; nothing when it is too short."""
    start, end = span
    words: list[re.Match[str]] = []
    for found in _WORDS.finditer(text, start, end):
        if found[0].strip(".") in NO_NAMES or (words and found[0] in NO_SURNAMES):
            break
        words.append(found)
    while words and words[-1][0] in PARTICLES:
        words.pop()
    n_names = sum(word[0] not in PARTICLES for word in words)
    if words and n_names >= least:
        last = words[-1].end()
        is_surname = is_titled and n_names == 1
        if len(words) > 1 or not words[0][0].endswith("."):
            holder = SURNAME if is_surname else WHOLE if n_names > 1 else NAME
            yield _hint(text, words[0].start(), last, holder)


def _again(text: str, found: list[CaseHint]) -> Iterator[CaseHint]:
    """Where the words of the found names stand once more: whole, the given name, the surname."""
    holders: dict[str, str] = {}
    for hint in found:
        comma = "," in hint.words
        words = [word.strip(".,") for word in hint.words.split() if word.strip(".,") not in PARTICLES]
        parts = [word for word in words if len(word) > 2 and word[0].isupper() and word not in NO_NAMES]
        for word in parts:
            is_last = word == (words[0] if comma else words[-1])
            is_surname = hint.place_holder == SURNAME or (hint.place_holder in (WHOLE, TURNED) and is_last)
            holders.setdefault(word, SURNAME if is_surname else NAME)
        if len(words) > 1:
            holders[hint.words] = hint.place_holder
    for name, holder in list(holders.items())[: 3 * MOST_NAMES]:
        start = text.find(name)
        while start >= 0:
            end = start + len(name)
            if not _is_joined(text[max(0, start - 1) : start] + text[end : end + 1]):
                yield _hint(text, start, end, holder)
            start = text.find(name, end)


def _is_joined(beside: str) -> bool:
    """Whether a character beside a name makes it a part of a longer word, an address or a place-holder."""
    return any(character.isalnum() or character in "_@{}-" for character in beside)


def _hint(text: str, start: int, end: int, holder: str) -> CaseHint:
    return CaseHint(kind=HintKind.NAMES, start=start, end=end, words=text[start:end], place_holder=holder)
