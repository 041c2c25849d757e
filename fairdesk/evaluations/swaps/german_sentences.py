"""A German text cut into words, sentences and clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fairdesk.evaluations.swaps.german_text import JOINING, Reader
from fairdesk.evaluations.swaps.german_words import listed
from fairdesk.evaluations.swaps.tokens import Words, begins_sentence, opaque_spans, words_of

LONGEST_SENTENCE = 150
"""Words after which a sentence is cut, so that the work per word stays bounded."""


_DATE = re.compile(r"\A\.(?!\s*\n\s*\n)")


def read(text: str) -> Reader:
    """A text cut into words and sentences; takes time in proportion to its length."""
    words = words_of(text)
    opaque = list(_opaque_words(text, words))
    found = [text[start:end] for start, end in words.spans]
    reader = Reader(
        words=words,
        small=["dass" if one == "daß" else one for one in words.small],
        forms=found,
        opaque=opaque,
        gaps=_gaps(words, opaque),
        capital=[is_opaque or form[0].isupper() for form, is_opaque in zip(found, opaque, strict=True)],
    )
    start = 0
    for i, gap in enumerate(reader.gaps):
        if i and ((gap != " " and _begins(reader, i)) or i - start >= LONGEST_SENTENCE):
            reader.sentences.append((start, i))
            start = i
        reader.sentence_of.append(len(reader.sentences))
    reader.sentences.append((start, len(words)))
    start = 0
    for i, gap in enumerate(reader.gaps):
        may_part = gap != " " or reader.small[i] in JOINING
        if i and ((may_part and reader.parts(i)) or reader.is_first(i)):
            reader.clauses.append((start, i))
            start = i
        reader.clause_of.append(len(reader.clauses))
    reader.clauses.append((start, len(words)))
    polite = {
        form
        for i, form in enumerate(found)
        if form in _POLITE and not reader.is_first(i) and not reader.gaps[i].rstrip().endswith(tuple(':"„»«(-•'))
    }
    reader.is_polite = bool(polite)
    reader.has_polite_owner = bool(polite - {"Sie", "Ihnen"})
    return reader


_POLITE = listed("Sie Ihnen Ihr Ihre Ihren Ihrem Ihrer Ihres")


def _gaps(words: Words, opaque: Sequence[bool]) -> list[str]:
    gaps: list[str] = []
    end = 0
    for i, (start, behind) in enumerate(words.spans):
        gap = words.text[end:start]
        if opaque[i]:
            gap = gap.rstrip("{<")
        gaps.append(gap.lstrip("}>") if i and opaque[i - 1] else gap)
        end = behind
    return gaps


def _begins(reader: Reader, i: int) -> bool:
    gap = reader.gap(i)
    if gap == " " or not begins_sentence(reader.words, i):
        # A semicolon and a colon part sentences as far as pronouns and cases go.
        return ";" in gap or (":" in gap and len(gap) > 1)
    before = reader.small[i - 1]
    if _DATE.match(gap) and before.isdigit() and len(before) < 3:
        return False
    return not (
        _DATE.match(gap)
        and before in {"inkl", "bspw", "sog", "str", "geb", "jr", "dipl", "ing", "med", "phil", "rer", "nat", "jur"}
    )


def _opaque_words(text: str, words: Words) -> Iterator[bool]:
    spans = iter(opaque_spans(text))
    now = next(spans, None)
    for start, _ in words.spans:
        while now is not None and now[1] <= start:
            now = next(spans, None)
        yield now is not None and now[0] <= start
