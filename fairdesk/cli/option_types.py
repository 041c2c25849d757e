"""What the words behind an option are read as, where several commands take the same."""

from __future__ import annotations

import argparse


def alpha(text: str) -> float:
    """A level strictly between 0 and 1, as the parser of options wants it.

    Raises:
        argparse.ArgumentTypeError: it is none.

    Example:
        >>> alpha("0.05")
        0.05
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number between 0 and 1")
    return value
