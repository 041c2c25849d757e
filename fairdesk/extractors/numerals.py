"""Numbers as models write them: digits of any script, decimal commas, number words, halves, stars."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

_UP_TO_TEN: Mapping[str, tuple[str, ...]] = {
    "en": ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "de": ("", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"),
    "fr": ("zéro", "", "deux", "trois", "quatre", "cinq", "six", "", "huit", "neuf", "dix"),
    "es": ("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
}
"""Left out: the German zero, which JSON writes for nothing, the French one, which is also the article, and the French
seven, which is also a month."""

WORDS = {word: value for words in _UP_TO_TEN.values() for value, word in enumerate(words) if word}
"""Number words in English, German, French and Spanish, up to ten."""

_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}

_LETTER = r"[^\W\d_½¼¾]"
_DIGITS = r"\d{1,12}(?:[.,]\d{1,6})?"
_HALF = r"[\s-]{1,3}and[\s-]{1,3}a[\s-]{1,3}half\b"
_TENTHS = "zero|one|two|three|four|five|six|seven|eight|nine"

_TOKEN = re.compile(
    # The first look ahead, and the \b before the words, change nothing: they only say sooner that nothing is here.
    rf"(?P<digits>(?=[-+\d])(?:(?<![\w.,+-])(?<!\d:)[-+]?{_DIGITS}|(?<![\d.,])(?<!\d:)(?<!{_LETTER}){_DIGITS}))"
    rf"(?!\d|[.,:]\d|{_LETTER}|_)"
    rf"(?P<part>\s?[½¼¾]|{_HALF})?"
    r"|(?P<alone>[½¼¾])"
    rf"|\b(?<![\w-])(?P<word>{'|'.join(sorted(WORDS, key=len, reverse=True))})(?!\w)"
    rf"(?:(?P<half>{_HALF})|\s+point\s+(?P<tenths>{_TENTHS})\b)?"
    r"|(?P<stars>[★⭐🌟](?: ?[★⭐🌟]){0,19})(?: ?[☆✩]){0,20}",
    re.IGNORECASE,
)

_SAME_LENGTH = str.maketrans(
    {
        "：": ":",
        "／": "/",
        "∕": "/",
        "⁄": "/",
        "．": ".",
        "，": ",",
        "＝": "=",
        "−": "-",
        "‐": "-",
        "‑": "-",
        "–": "-",
        "—": "-",
        "’": "'",
        "“": '"',
        "”": '"',
        "٫": ".",
        "（": "(",
        "）": ")",
        "*": " ",
        "`": " ",
        "#": " ",
        "~": " ",
        "\u20e3": " ",
        "\ufe0f": " ",
        "\u200b": " ",
        "\ufeff": " ",
        "\u200e": " ",
        "\u200f": " ",
        "\u061c": " ",
        "\\": " ",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numeral:
    """A number in a text.

    Attributes:
        value: What it says.
        start: Where it begins.
        end: Where it ends (exclusive).
        is_word: Written as a word, which can also be an ordinary word ("one of the best").
        is_stars: A row of star signs.
    """

    value: float
    start: int
    end: int
    is_word: bool = False
    is_stars: bool = False


def levelled(text: str) -> str:
    """The text with digits of every script as 0 to 9, plain punctuation and no markup; same length, same places.

    Example:
        >>> levelled("**٤／５**")
        '  4/5  '
    """
    plain = text.translate(_SAME_LENGTH)
    if plain.isascii():
        return plain
    return "".join(_as_digit(character) for character in plain)


def _as_digit(character: str) -> str:
    if character.isascii():
        return character
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def numerals(text: str) -> list[Numeral]:
    """All numbers of a levelled text, in order.

    Digits inside words, ordinals and version numbers are not numbers: "4th", "B2", "1.2.3".

    Example:
        >>> [number.value for number in numerals("four and a half, 3,5 or 1,200; 4th")]
        [4.5, 3.5, 1200.0]
    """
    return [_numeral(match) for match in _TOKEN.finditer(text)]


def _numeral(match: re.Match[str]) -> Numeral:
    start, end = match.span()
    if match["stars"]:
        filled = sum(character in "★⭐🌟" for character in match["stars"])
        return Numeral(value=float(filled), start=start, end=end, is_stars=True)
    if match["alone"]:
        return Numeral(value=_FRACTIONS[match["alone"]], start=start, end=end)
    if match["word"]:
        value = float(WORDS[match["word"].lower()])
        if match["half"]:
            value += 0.5
        elif match["tenths"]:
            value += WORDS[match["tenths"].lower()] / 10
        return Numeral(value=value, start=start, end=end, is_word=True)
    part = (match["part"] or "").strip()
    extra = _FRACTIONS.get(part, 0.5 if part else 0.0)
    return Numeral(value=_number(match["digits"]) + extra, start=start, end=end)


def _number(digits: str) -> float:
    whole, comma, rest = digits.partition(",")
    if comma and len(rest) == 3:
        return float(whole + rest)
    return float(digits.replace(",", "."))
