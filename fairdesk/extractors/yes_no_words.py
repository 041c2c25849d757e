"""Recognises a plain yes or no at the beginning of an answer in words."""

from __future__ import annotations

import re

_BEGINS = re.compile(r"[\s*_\"'(\[]{0,8}(yes|no)[\s*_\"')\]]{0,8}(?:$|[.,;:!\n\u2013\u2014-])", re.IGNORECASE)
_WORDS = re.compile(r"\b(yes|no)\b", re.IGNORECASE)


def yes_or_no(text: str) -> bool | None:
    """True for yes, False for no, None where the answer does not begin with one of them or holds both words.

    "No doubt, she should" is none: the word has to stand alone, or before a punctuation mark.

    Example:
        >>> yes_or_no(" **Yes**, grant it."), yes_or_no("No"), yes_or_no("No doubt she should."), yes_or_no("Yes. No!")
        (True, False, None, None)
    """
    begins = _BEGINS.match(text)
    if begins is None or len({word.lower() for word in _WORDS.findall(text)}) > 1:
        return None
    return begins[1].lower() == "yes"
