"""Postal addresses in English, German, French and Spanish, e-mail addresses, and links to profiles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fairdesk.domain.case_hints import CaseHint, HintKind
from fairdesk.interchange.personal_words import PROFILE_HOSTS, UPPER

PLACE_HOLDERS = {
    HintKind.EMAIL: "[e-mail removed]",
    HintKind.LINK: "[link removed]",
    HintKind.ADDRESS: "[address removed]",
}

LONGEST_LOCAL_PART = 64
LONGEST_HOST = 512
"""Characters of an e-mail address before and behind its ``@``."""

_EMAIL = re.compile(r"(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_HIDDEN_EMAIL = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64} ?[(\[](?:at|@|ät)[)\]] ?[\w-]{1,63}"
    r"(?: ?(?:\.|[(\[](?:dot|punkt|point|punto)[)\]]) ?[\w-]{1,63}){1,4}",
    re.IGNORECASE,
)
_LINK = re.compile(
    rf"(?<![\w.@-])(?:https?://)?(?:[a-z]{{2,3}}\.)?(?:{'|'.join(map(re.escape, PROFILE_HOSTS))})"
    r"/[\w@%/~.?=&+-]{2,200}",
    re.IGNORECASE,
)

_ENGLISH = (
    *("Street", "St", "Road", "Rd", "Avenue", "Ave", "Lane", "Ln", "Drive", "Close", "Court", "Ct", "Way", "Place"),
    *("Square", "Terrace", "Boulevard", "Blvd", "Crescent", "Gardens", "Grove", "Hill", "Park", "Row", "Mews", "Walk"),
)
_GERMAN_ENDS = (
    *("straße", "strasse", "str.", "weg", "platz", "allee", "gasse", "ring", "ufer", "damm", "chaussee", "stieg"),
    *("markt", "steig"),
)
_GERMAN = ("Straße", "Strasse", "Str.", "Weg", "Platz", "Allee", "Gasse", "Ring", "Ufer", "Damm", "Chaussee")
_AT = ("Am", "An der", "An den", "Auf dem", "Auf der", "Im", "In der", "Zum", "Zur", "Unter den")
_FRENCH = (
    *("rue", "avenue", "av.", "boulevard", "bd", "place", "chemin", "allée", "impasse", "quai", "route", "cours"),
    *("square", "passage", "villa", "sentier"),
)
_SPANISH = (
    *("Calle", "C/", "Avenida", "Avda.", "Avda", "Av.", "Plaza", "Pza.", "Pza", "Paseo", "P.º", "Camino", "Carrer"),
    *("Ronda", "Travesía", "Carretera", "Ctra.", "Glorieta"),
)


def _any(words: Sequence[str]) -> str:
    return "|".join(map(re.escape, words))


_CAP = rf"[{UPPER}][\w’'.-]{{1,30}}"
_LINKS = "de la|de los|de las|del|de|du|des|de l['’]|d['’]|la|le|les|las|los|el|y"
_LINKED = rf"(?:(?:{_LINKS}) ){{0,2}}{_CAP}"


def _rules(*rules: tuple[Sequence[str], str]) -> tuple[tuple[Sequence[str], re.Pattern[str]], ...]:
    """Patterns of streets with numbers; in every match one of the words stands, looked for first: it is quicker."""
    return tuple((words, re.compile(pattern)) for words, pattern in rules)


_STREETS = _rules(
    (_ENGLISH, rf"(?<![\w.])\d{{1,5}}[A-Za-z]?,? (?:{_CAP} ){{1,4}}(?:{_any(_ENGLISH)})\b\.?"),
    (
        _FRENCH,
        rf"(?<![\w.])\d{{1,4}}(?: ?(?:bis|ter))?,? (?:{_any(_FRENCH)}) "
        rf"(?:(?:{_LINKS}) ?){{0,2}}{_CAP}(?:[ -](?:(?:{_LINKS}) ?){{0,2}}{_CAP}){{0,3}}",
    ),
    (
        _SPANISH,
        rf"(?<!\w)(?:{_any(_SPANISH)}) ?{_LINKED}(?: {_LINKED}){{0,3}}"
        r",? ?(?:n[.º°]{1,2} ?|núm\. ?)?\d{1,4}(?!\w)",
    ),
)
_NUMBERED_STREETS = _rules(
    (_GERMAN_ENDS, rf"(?<!\w)[{UPPER}][\w.-]{{0,30}}(?:{_any(_GERMAN_ENDS)}) \d{{1,4}} ?[a-zA-Z]?(?!\w)"),
    (_GERMAN, rf"(?<!\w){_CAP}[ -](?:{_any(_GERMAN)}) \d{{1,4}} ?[a-z]?(?!\w)"),
    (_AT, rf"(?<!\w)(?:{_any(_AT)}) {_CAP} \d{{1,4}} ?[a-z]?(?= ?[,\n]|$)"),
)
_BOX = re.compile(
    r"(?<!\w)(?i:P\.? ?O\.? Box|Postfach|Boîte postale|Apartado(?: de Correos)?|B\.P\.) \d{1,6}(?: \d{2,4})?(?!\w)"
)
_BRITISH = re.compile(r"(?<!\w)[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?!\w)")
_AMERICAN = re.compile(rf"(?<!\w)(?:{_CAP} ?){{1,3}}, [A-Z]{{2}} \d{{5}}(?:-\d{{4}})?(?!\w)")
_TOWN = re.compile(
    rf"(?P<country>(?<!\w)(?:D|A|CH|F|E|B)-)?(?<![\w.,-])(?P<code>\d{{4,5}}) {_CAP}"
    rf"(?:[ -](?:am|an der|im|in|bei|sur|{_LINKS})?[ -]?{_CAP}){{0,2}}"
)
_CODE = re.compile(rf"\d{{4}} [{UPPER}]")
_NUMBER_BEHIND = re.compile(r" \d")
"""What stands in every town with its code, and in every address whose number stands behind."""

_JOINED = re.compile(r"[ \t\r\n,;·|•/-]{1,6}\Z")
_LINE_START = re.compile(r"(?:\A|\n)[ \t]*\Z")


def find_links(text: str) -> Iterator[CaseHint]:
    """E-mail addresses and links to profiles."""
    for match in _emails(text):
        yield _hint(HintKind.EMAIL, text, match.start(), match.start() + len(match[0].rstrip(".-_")))
    low = text.lower()
    if any(sign in low for sign in ("(at", "[at", "(@", "[@", "(ät", "[ät")):
        for match in _HIDDEN_EMAIL.finditer(text):
            yield _hint(HintKind.EMAIL, text, *match.span())
    if "/" in text and any(host in low for host in PROFILE_HOSTS):
        for match in _LINK.finditer(text):
            yield _hint(HintKind.LINK, text, match.start(), match.start() + len(match[0].rstrip(".?/,")))


def _emails(text: str) -> Iterator[re.Match[str]]:
    """Looked for around every ``@``, not everywhere."""
    read_to = 0
    at = text.find("@")
    while at >= 0:
        match = _EMAIL.search(text, max(read_to, at - LONGEST_LOCAL_PART), at + LONGEST_HOST)
        if match is not None:
            yield match
            read_to = match.end()
        at = text.find("@", max(at + 1, read_to))


def find_addresses(text: str, windows: Sequence[tuple[int, int]]) -> Iterator[CaseHint]:
    """Streets with their numbers, post codes, and towns with their codes; parts that stand together are one hint.

    Args:
        windows: The stretches of the text with digits, in order; nothing else is looked at.
    """
    spans = [
        match.span()
        for window in windows
        for pattern in _likely(text[slice(*window)])
        for match in pattern.finditer(text, *window)
    ]
    ends = {end for _, end in spans}
    for window in windows:
        for match in _TOWN.finditer(text, *window) if _CODE.search(text, *window) else ():
            if match["country"] or _begins_line(text, match) or _follows(text, match.start(), ends):
                spans.append(match.span())
    yield from (_hint(HintKind.ADDRESS, text, start, end) for start, end in _together(text, sorted(spans)))


def _likely(piece: str) -> Iterator[re.Pattern[str]]:
    """The rules that may find something in a piece of a text."""
    has_number_behind = _NUMBER_BEHIND.search(piece) is not None
    for words, pattern in (*_STREETS, *(_NUMBERED_STREETS if has_number_behind else ())):
        if any(word in piece for word in words):
            yield pattern
    if has_number_behind:
        yield from (_BOX, _BRITISH, _AMERICAN)


def _begins_line(text: str, match: re.Match[str]) -> bool:
    """A town with its code alone on a line, as on an envelope."""
    line_end = text.find("\n", match.end())
    rest = text[match.end() : line_end if line_end >= 0 else None][:3].strip(" \t\r,")
    return not rest and _LINE_START.search(text, max(0, match.start() - 20), match.start()) is not None


def _follows(text: str, start: int, ends: set[int]) -> bool:
    return any(end in ends and not text[end:start].strip(" \t\r\n,;·|•/-") for end in range(max(0, start - 6), start))


def _together(text: str, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and (start < joined[-1][1] or _JOINED.fullmatch(text[joined[-1][1] : start][:8])):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    yield from joined


def _hint(kind: HintKind, text: str, start: int, end: int) -> CaseHint:
    return CaseHint(kind=kind, start=start, end=end, words=text[start:end], place_holder=PLACE_HOLDERS[kind])
