"""What the words behind an option are read as, where several commands take the same."""

from __future__ import annotations

import argparse
import math


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


def seed(text: str) -> int:
    """Where drawing begins: a whole number from 0 on.

    Raises:
        argparse.ArgumentTypeError: it is none.

    Example:
        >>> seed("7")
        7
    """
    return _whole(text, 0)


def line_number(text: str) -> int:
    """A line of a file, counted from 1.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    return _whole(text, 1)


def separator(text: str) -> str:
    """One sign that parts columns; the word tab, or a written escape of it, is a tabulator; empty is left to a guess.

    Raises:
        argparse.ArgumentTypeError: it is no sign, several, a quotation mark or a line break.

    Example:
        >>> separator(";")
        ';'
    """
    sign = {"\\t": "\t", "tab": "\t"}.get(text, text)
    if text and (len(sign.encode(errors="replace")) != 1 or sign in '"\r\n'):
        raise argparse.ArgumentTypeError(f"{text!r} is not one sign that parts columns, such as ; or , or tab")
    return sign


def finite(text: str) -> float:
    """A number, neither endless nor none.

    Raises:
        argparse.ArgumentTypeError: it is another thing.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is no number")
    return value


def count(text: str) -> int:
    """A whole number from 0 on.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    return _whole(text, 0)


def positive(text: str) -> int:
    """A whole number from 1 on.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    return _whole(text, 1)


def price(text: str) -> float:
    """A sum of money, from 0 on.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    value = finite(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is less than 0")
    return value


def _whole(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
    return value
