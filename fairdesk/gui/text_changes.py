"""Where two texts differ, word by word, and texts shortened to their differences; for what is seen while one types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

Stretch = tuple[int, int]
"""First and one past the last character, counted as Python counts."""

AROUND = 48
"""Characters on each side of a difference that are kept where only the differences are shown."""

MOST_COMPARED = 4_000
"""Words between the first and the last difference; where there are more they count as one difference."""

_word = re.compile(r"\w+|\s+|[^\w\s]")


def changed_stretches(original: str, edited: str) -> tuple[Stretch, ...]:
    """Stretches of the edited text that the original does not have there, in order.

    Example:
        >>> changed_stretches("He came home.", "She came home.")
        ((0, 3),)
    """
    before, after = _word.findall(original), _word.findall(edited)
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    most = min(len(before), len(after)) - first
    while last < most and before[-1 - last] == after[-1 - last]:
        last += 1
    between, changed = before[first : len(before) - last], after[first : len(after) - last]
    offsets = [0]
    for word in after:
        offsets.append(offsets[-1] + len(word))
    if not between and not changed:
        return ()
    if max(len(between), len(changed)) > MOST_COMPARED:
        return ((offsets[first], offsets[first + len(changed)]),) if changed else ()
    found = []
    for tag, _, _, start, end in SequenceMatcher(None, between, changed, autojunk=False).get_opcodes():
        if tag != "equal":
            # Of words that are gone the next one is marked, or the last, so that nothing is changed without a sign.
            begin = min(first + start, len(after) - 1)
            found.append((offsets[max(begin, 0)], offsets[min(max(first + end, begin + 1), len(after))]))
    return tuple(dict.fromkeys(stretch for stretch in found if stretch[0] < stretch[1]))


def condensed(text: str, stretches: Sequence[Stretch]) -> tuple[str, tuple[Stretch, ...]]:
    """Only what stands around some stretches, a line each, and where the stretches are in it.

    Example:
        >>> condensed("He came home.", [(0, 2)])
        ('He came home.', ((0, 2),))
    """
    lines: list[str] = []
    found: list[Stretch] = []
    written = 0
    for group in _together(sorted(stretches)):
        start, end = max(0, group[0][0] - AROUND), min(len(text), group[-1][1] + AROUND)
        head, tail = "… " if start else "", " …" if end < len(text) else ""
        shift = written + len(head) - start
        found += [(one + shift, other + shift) for one, other in group]
        # Line ends would part one difference into two.
        line = head + re.sub(r"\s", " ", text[start:end]) + tail
        lines.append(line)
        written += len(line) + 1
    return "\n".join(lines), tuple(found)


def _together(stretches: Sequence[Stretch]) -> list[list[Stretch]]:
    """Stretches that stand so near each other that one line shows them."""
    groups: list[list[Stretch]] = []
    for stretch in stretches:
        if groups and stretch[0] - groups[-1][-1][1] <= AROUND:
            groups[-1].append(stretch)
        else:
            groups.append([stretch])
    return groups
