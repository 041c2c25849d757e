"""Further pairs of words that an auditor brings for German, ``male form|female form``."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps import german_forms as forms
from fairdesk.evaluations.swaps.german_text import Reader
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import Capitals, capitals_at, small_letters, with_capitals, words_of

LONGEST_PAIR = 8
"""Words of one form, at most."""


def put_pairs(reader: Reader, extra: Sequence[str]) -> None:
    """Places for the words of further pairs; behind an article they are left, since the rules cannot inflect them.

    A pair without two different sides is passed over; the check of the lists says so.
    """
    table = _table(extra)
    if not table:
        return
    i = 0
    while i < len(reader.small):
        found = next((one for one in table.get(reader.small[i], ()) if _stands(reader, i, one[0])), None)
        if found is None or reader.opaque[i]:
            i += 1
            continue
        words, here_level, other = found
        end = i + len(words)
        if i and reader.is_joined(i) and (reader.at(i - 1) in forms.ALL_DETERMINERS) and reader.is_capital(i):
            advice = "The article in front of this word may have to change too. Edit the variant by hand."
            reader.leave(i, end, LeftReason.NO_AGREEMENT, advice)
        else:
            here = reader.words.text[reader.words.spans[i][0] : reader.words.spans[end - 1][1]]
            pattern = capitals_at(reader.words, i)
            if pattern is Capitals.ALL_CAPS and end - i > 1 and not here.isupper():
                pattern = Capitals.CAPITALISED
            other = with_capitals(other, pattern)
            reader.put(i, end, "extra pair", (here, other) if here_level == MALE else (other, here), here_level)
        i = end


def _table(extra: Sequence[str]) -> dict[str, list[tuple[list[str], str, str]]]:
    """First word in small letters to the forms that begin with it: their words, their level, the counterpart."""
    table: dict[str, list[tuple[list[str], str, str]]] = {}
    for pair in extra:
        sides = [side.strip() for side in pair.split("|")]
        if len(sides) != 2 or not all(sides) or small_letters(sides[0]) == small_letters(sides[1]):
            continue
        for here, other, level in ((sides[0], sides[1], MALE), (sides[1], sides[0], FEMALE)):
            words = [small_letters(one) for one in words_of(here).small]
            if words and len(words) <= LONGEST_PAIR:
                table.setdefault(words[0], []).append((words, level, other))
    for found in table.values():
        found.sort(key=lambda one: -len(one[0]))
    return table


def _stands(reader: Reader, i: int, words: list[str]) -> bool:
    if reader.small[i : i + len(words)] != words:
        return False
    return all(reader.is_joined(j) for j in range(i + 1, i + len(words)))
