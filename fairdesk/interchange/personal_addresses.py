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

_CAP = rf"[{UPPER}][\w’'.-]{{1,30}}"
_ENGLISH = (
    *("Street", "St", "Road", "Rd", "Avenue", "Ave", "Lane", "Ln", "Drive", "Close", "Court", "Ct", "Way", "Place"),
    *("Square", "Terrace", "Boulevard", "Blvd", "Crescent", "Gardens", "Grove", "Hill", "Park", "Row", "Mews", "Walk"),
)
_GERMAN_ENDS = "straße|strasse|str\\.|weg|platz|allee|gasse|ring|ufer|damm|chaussee|stieg|markt|steig"
_FRENCH = "rue|avenue|av\\.|boulevard|bd|place|chemin|allée|impasse|quai|route|cours|square|passage|villa|sentier"
_SPANISH = (
    "Calle|C/|Avenida|Avda\\.?|Av\\.|Plaza|Pza\\.?|Paseo|P\\.º|Camino|Carrer|Ronda|Travesía|Carretera|Ctra\\.|Glorieta"
)
_LINKS = "de la|de los|de las|del|de|du|des|de l['’]|d['’]|la|le|les|las|los|el|y"

_STREET_WORDS = "Straße|Strasse|Str\\.|Weg|Platz|Allee|Gasse|Ring|Ufer|Damm|Chaussee"
_AT = "Am|An der|An den|Auf dem|Auf der|Im|In der|Zum|Zur|Unter den"

_STREETS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<![\w.])\d{{1,5}}[A-Za-z]?,? (?:{_CAP} ){{1,4}}(?:{'|'.join(_ENGLISH)})\b\.?",
        rf"(?<!\w)[{UPPER}][\w.-]{{0,30}}(?:{_GERMAN_ENDS}) \d{{1,4}} ?[a-zA-Z]?(?!\w)",
        rf"(?<!\w){_CAP}[ -](?:{_STREET_WORDS}) \d{{1,4}} ?[a-z]?(?!\w)",
        rf"(?<!\w)(?:{_AT}) {_CAP} \d{{1,4}} ?[a-z]?(?= ?[,\n]|$)",
        rf"(?<![\w.])\d{{1,4}}(?: ?(?:bis|ter))?,? (?:{_FRENCH}) "
        rf"(?:(?:{_LINKS}) ?){{0,2}}{_CAP}(?:[ -](?:(?:{_LINKS}) ?){{0,2}}{_CAP}){{0,3}}",
        rf"(?<!\w)(?:{_SPANISH}) ?(?:(?:{_LINKS}) ){{0,2}}{_CAP}(?: (?:(?:{_LINKS}) ){{0,2}}{_CAP}){{0,3}}"
        r",? ?(?:n[.º°]{1,2} ?|núm\. ?)?\d{1,4}(?!\w)",
        r"(?<!\w)(?i:P\.? ?O\.? Box|Postfach|Boîte postale|Apartado(?: de Correos)?|B\.P\.) \d{1,6}(?: \d{2,4})?(?!\w)",
    )
)
_BRITISH = re.compile(r"(?<!\w)[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?!\w)")
_AMERICAN = re.compile(rf"(?<!\w)(?:{_CAP} ?){{1,3}}, [A-Z]{{2}} \d{{5}}(?:-\d{{4}})?(?!\w)")
_TOWN = re.compile(
    rf"(?P<country>(?<!\w)(?:D|A|CH|F|E|B)-)?(?<![\w.,-])(?P<code>\d{{4,5}}) {_CAP}"
    rf"(?:[ -](?:am|an der|im|in|bei|sur|{_LINKS})?[ -]?{_CAP}){{0,2}}"
)
_JOINED = re.compile(r"[ \t\r\n,;·|•/-]{1,6}\Z")
_LINE_START = re.compile(r"(?:\A|\n)[ \t]*\Z")


def find_links(text: str) -> Iterator[CaseHint]:
    """E-mail addresses and links to profiles."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield _hint(HintKind.EMAIL, text, match.start(), match.start() + len(match[0].rstrip(".-_")))
    low = text.lower()
    if any(sign in low for sign in ("(at", "[at", "(@", "[@", "(ät", "[ät")):
        for match in _HIDDEN_EMAIL.finditer(text):
            yield _hint(HintKind.EMAIL, text, *match.span())
    if "/" in text and any(host in low for host in PROFILE_HOSTS):
        for match in _LINK.finditer(text):
            yield _hint(HintKind.LINK, text, match.start(), match.start() + len(match[0].rstrip(".?/,")))


def find_addresses(text: str, windows: Sequence[tuple[int, int]]) -> Iterator[CaseHint]:
    """Streets with their numbers, post codes, and towns with their codes; parts that stand together are one hint.

    Args:
        windows: The stretches of the text with digits, in order; nothing else is looked at.
    """
    spans = [
        match.span()
        for window in windows
        for pattern in (*_STREETS, _BRITISH, _AMERICAN)
        for match in pattern.finditer(text, *window)
    ]
    ends = {end for _, end in spans}
    for window in windows:
        for match in _TOWN.finditer(text, *window):
            if match["country"] or _begins_line(text, match) or _follows(text, match.start(), ends):
                spans.append(match.span())
    yield from (_hint(HintKind.ADDRESS, text, start, end) for start, end in _together(text, sorted(spans)))


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
