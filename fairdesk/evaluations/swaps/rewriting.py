"""Where a rewritten text differs from its original: the fewest stretches of words that a comparison finds."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from fairdesk.domain.edits import Edit

PIECES = re.compile(r"\s+|\w+|[^\w\s]")

MOST_PIECES = 4_000
"""Pieces of either text up to which they are compared piece by piece; longer ones take too long."""


def edits_between(original: str, text: str, cue_id: str) -> tuple[Edit, ...]:
    """Edits that make one text of another, word by word.

    Texts of more than ``MOST_PIECES`` pieces are one edit between what their beginnings and ends share.

    Example:
        >>> edits_between("He is here.", "He be here.", "dialect")[0].words
        'be'
    """
    if original == text:
        return ()
    first, second = PIECES.findall(original), PIECES.findall(text)
    if max(len(first), len(second)) > MOST_PIECES:
        return (_one_edit(original, text, cue_id),)
    starts = [0]
    for piece in first:
        starts.append(starts[-1] + len(piece))
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return tuple(
        Edit(start=starts[a], end=starts[b], words="".join(second[c:d]), cue_id=cue_id)
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    )


def _one_edit(original: str, text: str, cue_id: str) -> Edit:
    shorter = min(len(original), len(text))
    start = 0
    while start < shorter and original[start] == text[start]:
        start += 1
    same = 0
    while same < shorter - start and original[-1 - same] == text[-1 - same]:
        same += 1
    return Edit(start=start, end=len(original) - same, words=text[start : len(text) - same], cue_id=cue_id)
