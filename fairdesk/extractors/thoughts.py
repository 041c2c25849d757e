"""Thoughts that a model sets apart from its answer: no extractor reads them as one."""

from __future__ import annotations

import re

_THINKING = re.compile(r"<(/?)(?:think|thinking|reasoning)>", re.IGNORECASE)

NEVER_ENDED = "the answer ended before the model stopped thinking aloud"


def answer_begins(text: str) -> int | None:
    """Where the answer begins after a block of thinking; None when the block never ends.

    Example:
        >>> answer_begins("Yes."), answer_begins("<think>hm</think>Yes."), answer_begins("<think>hm")
        (0, 17, None)
    """
    marks = list(_THINKING.finditer(text))
    if not marks:
        return 0
    return marks[-1].end() if marks[-1][1] else None
