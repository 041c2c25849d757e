"""A German text cut into words, sentences and clauses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from operator import itemgetter, or_

from fairdesk.evaluations.swaps.german_text import JOINING, POLITE, Reader
from fairdesk.evaluations.swaps.tokens import Words, begins_sentence, opaque_spans, words_of

LONGEST_SENTENCE = 150
"""Words after which a sentence is cut, so that the work per word stays bounded."""

_DATE = re.compile(r"\A\.(?!\s*\n\s*\n)")


def read(text: str) -> Reader:
    """A text cut into words and sentences; takes time in proportion to its length."""
    words = words_of(text)
    spans = opaque_spans(text)
    opaque = _opaque_words(spans, words) if spans else [False] * len(words)
    found = words.written()
    reader = Reader(
        words=words,
        n=len(words),
        small=["dass" if one == "daß" else one for one in words.small] if "daß" in words.small else words.small,
        forms=found,
        opaque=opaque,
        gaps=_gaps(words, opaque) if spans else words.gaps,
        capital=list(map(or_, opaque, map(str.isupper, map(itemgetter(0), found)))),
    )
    _cut(reader)
    return reader


def _cut(reader: Reader) -> None:
    """Cut the words of a text into sentences, and these into clauses."""
    gaps = reader.gaps
    parted = [i for i in compress(range(reader.n), map(" ".__ne__, gaps)) if i]
    marked = sorted({*parted, *reader.positions(JOINING)} - {0})
    start = 0
    for i in (*(i for i in parted if _begins(reader, i)), reader.n):
        while start < i:
            end = min(i, start + LONGEST_SENTENCE)
            reader.sentence_of += [len(reader.sentences)] * (end - start)
            reader.sentences.append((start, end))
            start = end
    ends = {first for first, _ in reader.sentences}
    ends.update(i for i in marked if i not in ends and reader.parts(i))
    ends.discard(0)
    reader.clauses, reader.clause_of = [], []
    start = 0
    for i in (*sorted(ends), reader.n):
        reader.clause_of += [len(reader.clauses)] * (i - start)
        reader.clauses.append((start, i))
        start = i
    polite = {
        reader.forms[i]
        for i in reader.positions(POLITE)
        if reader.forms[i] == reader.small[i].capitalize()
        and not reader.is_first(i)
        and not gaps[i].rstrip().endswith(tuple(':"„»«(-•'))
    }
    reader.is_polite = bool(polite)
    reader.has_polite_owner = bool(polite - {"Sie", "Ihnen"})


def _gaps(words: Words, opaque: Sequence[bool]) -> list[str]:
    gaps = words.gaps[: len(words)]
    for i in compress(range(len(gaps)), opaque):
        gaps[i] = gaps[i].rstrip("{<")
        if i + 1 < len(gaps):
            gaps[i + 1] = gaps[i + 1].lstrip("}>")
    return gaps


def _begins(reader: Reader, i: int) -> bool:
    gap = reader.gap(i)
    if gap == ", ":
        return False
    if not begins_sentence(reader.words, i):
        # A semicolon and a colon part sentences as far as pronouns and cases go.
        return ";" in gap or (":" in gap and len(gap) > 1)
    before = reader.small[i - 1]
    if _DATE.match(gap) and before.isdigit() and len(before) < 3:
        return False
    return not (
        _DATE.match(gap)
        and before in {"inkl", "bspw", "sog", "str", "geb", "jr", "dipl", "ing", "med", "phil", "rer", "nat", "jur"}
    )


def _opaque_words(spans: Sequence[tuple[int, int]], words: Words) -> list[bool]:
    """Whether each word begins in one of the spans."""
    found = [False] * len(words)
    for start, end in spans:
        i = words.index_at(start - 1) + 1
        while i < len(found) and words.start(i) < end:
            found[i] = True
            i += 1
    return found
