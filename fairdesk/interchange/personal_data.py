"""Places of a text that look like personal data. Hints, found by rules: neither complete nor always right."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace

from fairdesk.domain.case_hints import CaseHint, HintKind
from fairdesk.interchange.personal_addresses import find_addresses, find_links
from fairdesk.interchange.personal_names import find_names
from fairdesk.interchange.personal_numbers import find_numbers
from fairdesk.interchange.personal_persons import name_hints

PRECEDENCE = (
    HintKind.EMAIL,
    HintKind.LINK,
    HintKind.ID,
    HintKind.BIRTH_DATE,
    HintKind.TELEPHONE,
    HintKind.ADDRESS,
    HintKind.NAMES,
)
"""Where two hints overlap, the kind that stands first here is kept; of one kind, the longer, then the earlier."""

_ORDER = {kind: place for place, kind in enumerate(PRECEDENCE)}

NEAR_BEGINNING = 400
"""Characters at the beginning of a text in which an address makes its first line look like a name."""

CONTACTS = (HintKind.EMAIL, HintKind.TELEPHONE, HintKind.ADDRESS)

_CLUSTER = re.compile(r"[^\u0300-\u036f][\u0300-\u036f]*|[\u0300-\u036f]+", re.DOTALL)
"""A letter with the accents that are written behind it."""

_DIGITS = re.compile(r"\d+")
AROUND = 64
"""Characters before and behind a digit in which numbers and addresses are looked for: plain text costs little."""

_REPLACED = re.compile(r"\{[^{}\n]{1,60}\}|\[[^\[\]\n]{1,60} removed\]")
"""Place-holders: what stands inside them is no personal data any more."""


def find_hints(text: str, language: str = "") -> tuple[CaseHint, ...]:
    """All hints of a text, in its order, none overlapping another or a place-holder.

    Args:
        language: Two letters; where telephone numbers without a country code may belong. Other rules do not ask it.
    """
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        return _found_composed(text, language)
    return _found(text, language)


def _found(text: str, language: str) -> tuple[CaseHint, ...]:
    windows = tuple(_windows(text))
    plain = [*find_links(text), *find_numbers(text, windows, language), *find_addresses(text, windows)]
    is_contact_near = any(hint.start < NEAR_BEGINNING and hint.kind in CONTACTS for hint in plain)
    return _chosen(text, [*plain, *name_hints(text, find_names(text, is_contact_near), language)])


def _found_composed(text: str, language: str) -> tuple[CaseHint, ...]:
    """The hints of a text that writes letters and accents apart, as some programs do; the rules know whole ones."""
    parts: list[str] = []
    places: list[int] = []
    for cluster in _CLUSTER.finditer(text):
        part = unicodedata.normalize("NFC", cluster[0])
        parts.append(part)
        places += (cluster.start() + min(number, len(cluster[0]) - 1) for number in range(len(part)))
    composed = "".join(parts)
    places.append(len(text))
    return tuple(
        replace(hint, start=(start := places[hint.start]), end=(end := places[hint.end]), words=text[start:end])
        for hint in _found(composed, language)
    )


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a text in which digits stand, joined where they overlap."""
    begin = end = 0
    for found in _DIGITS.finditer(text):
        if found.start() - AROUND > end:
            if end:
                yield begin, end
            begin = max(0, found.start() - AROUND)
        end = min(len(text), found.end() + AROUND)
    if end:
        yield begin, end


def _chosen(text: str, found: list[CaseHint]) -> tuple[CaseHint, ...]:
    if not found:
        return ()
    has_replaced = "{" in text or " removed]" in text
    taken = _Spans(match.span() for match in _REPLACED.finditer(text)) if has_replaced else _Spans(())
    chosen = []
    for hint in sorted(found, key=lambda hint: (_ORDER[hint.kind], hint.start - hint.end, hint.start)):
        if taken.takes(hint.start, hint.end):
            chosen.append(hint)
    return tuple(sorted(chosen, key=lambda hint: hint.start))


class _Spans:
    """Stretches of a text that do not overlap, sorted."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = sorted(spans)

    def takes(self, start: int, end: int) -> bool:
        """Add a stretch, unless it overlaps one that is there."""
        place = bisect_left(self._spans, (start, end))
        is_free = place == len(self._spans) or self._spans[place][0] >= end
        if is_free and (place == 0 or self._spans[place - 1][1] <= start):
            self._spans.insert(place, (start, end))
            return True
        return False

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._spans)
