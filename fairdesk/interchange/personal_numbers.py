"""Telephone numbers, numbers of documents and accounts, and dates of birth, by their form and their check digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import phonenumbers

from fairdesk.domain.case_hints import CaseHint, HintKind
from fairdesk.interchange.personal_words import BIRTH_CUES, ID_CUES, MONTHS, REGIONS, TELEPHONE_CUES

PLACE_HOLDERS = {
    HintKind.TELEPHONE: "[telephone number removed]",
    HintKind.ID: "[number removed]",
    HintKind.BIRTH_DATE: "[date of birth removed]",
}

MOST_CANDIDATES = 1_000
"""Numbers of one text that are tried as telephone numbers; a text with more is a table of something else."""

LONGEST_CUE = 48
"""Characters before a number in which the word stands that says what it is."""

BIRTH_STEMS = ("born", "birth", "dob", "d.o.b", "geb", "né", "nac")
"""In small letters; without one of them no date of birth is looked for."""

_LONG_NUMBER = re.compile(r"(?:\d[ -]?){6}")
_CALLED = re.compile(r"(?<![\w+.,/-])(?:\+|00)?\(?\d[\d \u00a0().\-/]{5,22}\d(?![\w])")
_DATE_LIKE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}")
_DECIMAL = re.compile(r"\d{1,3}\.\d+")
_YEARS = re.compile(r"(?:19|20)\d\d\s*[-/.]\s*(?:19|20)?\d\d")
_TELEPHONE_CUE = re.compile(
    rf"(?<!\w)(?:{'|'.join(sorted(TELEPHONE_CUES, key=len, reverse=True))})"
    r"\b[^\w\n]{0,6}(?:(?:no|nr|number)\b\W{0,3})?$",
    re.IGNORECASE,
)


def _any(words: tuple[str, ...]) -> str:
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"[ \u00a0]+") for word in longest_first)


_NUMBERED = re.compile(r"(?<!\w)[A-Z\d][A-Z\d./-]{3,22}[A-Z\d](?!\w)")
_ID_CUE = re.compile(
    rf"(?<!\w)(?:{_any(ID_CUES)})"
    r"(?:[ \u00a0:.#]{0,4}(?:number|no|nr|num|nummer|numéro|número|n°|nº|is|ist|est|es|lautet))?[ \u00a0:.#]{0,4}$",
    re.IGNORECASE,
)
_IBAN = re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?!\w)")
_DNI = re.compile(r"(?<!\w)([XYZ]?)(\d{7,8})-?([A-HJ-NP-TV-Z])(?!\w)")
_SSN = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_INSURANCE = re.compile(r"(?<!\w)[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)")
_INSEE = re.compile(r"(?<!\w)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\w)")
_CARD = re.compile(r"(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])")
_BORN = re.compile(
    rf"(?<!\w)(?i:{_any(BIRTH_CUES)})[^\w\n{{}}\[\]]{{0,6}}(?i:(?:on|am|le|el|the|is|:)\W{{0,3}})?"
    rf"(?P<date>\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}[./ -]{{1,2}}\d{{1,2}}[./ -]{{1,2}}\d{{2,4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er)?\.? ?(?:de )?(?i:{_any(MONTHS)})\.?,? ?(?:de )?\d{{4}}"
    rf"|(?i:{_any(MONTHS)})\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}})(?!\w)"
)
_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def find_numbers(text: str, windows: Sequence[tuple[int, int]], language: str) -> Iterator[CaseHint]:
    """Hints of the three kinds; some overlap.

    Args:
        windows: The stretches of the text with digits, in order; nothing else is looked at.
        language: Where telephone numbers without a country code may belong.
    """
    low = text.lower() if windows else ""
    has_birth = any(stem in low for stem in BIRTH_STEMS)
    candidates: list[re.Match[str]] = []
    for window in windows:
        yield from _identifiers(text, window)
        if has_birth:
            for match in _BORN.finditer(text, *window):
                yield _hint(HintKind.BIRTH_DATE, text, *match.span("date"))
        if len(candidates) < MOST_CANDIDATES:
            candidates += _CALLED.finditer(text, *window)
    yield from _telephones(text, candidates[:MOST_CANDIDATES], language)


def _identifiers(text: str, window: tuple[int, int]) -> Iterator[CaseHint]:
    for match in _NUMBERED.finditer(text, *window):
        n_digits = sum(character.isdigit() for character in match[0])
        # The cue ends where the number begins; looked for backwards, because most numbers have none.
        if n_digits >= 4 and _ID_CUE.search(text[max(0, match.start() - LONGEST_CUE) : match.start()]):
            yield _hint(HintKind.ID, text, *match.span())
    if not _LONG_NUMBER.search(text, *window):
        return
    for pattern, is_right in (
        (_IBAN, lambda found: is_iban(found[0])),
        (_DNI, _is_dni),
        (_SSN, lambda _found: True),
        (_INSURANCE, lambda _found: True),
        (_INSEE, lambda found: _is_insee(found[0])),
        (_CARD, lambda found: is_luhn(found[0])),
    ):
        for match in pattern.finditer(text, *window):
            if is_right(match):
                yield _hint(HintKind.ID, text, *match.span())


def is_iban(words: str) -> bool:
    """Whether the check digits of an international account number are right (ISO 13616, ISO 7064 MOD 97-10).

    Example:
        >>> is_iban("DE89 3704 0044 0532 0130 00"), is_iban("DE88 3704 0044 0532 0130 00")
        (True, False)
    """
    plain = words.replace(" ", "")
    if not 15 <= len(plain) <= 34:
        return False
    turned = plain[4:] + plain[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


def is_luhn(words: str) -> bool:
    """Whether the last digit of a card number is right (ISO/IEC 7812-1, the Luhn formula).

    Example:
        >>> is_luhn("4111 1111 1111 1111"), is_luhn("4111 1111 1111 1112")
        (True, False)
    """
    digits = [int(character) for character in words if character.isdigit()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return len(set(digits)) > 1 and (sum(doubled) + sum(digits[::-2])) % 10 == 0


def _is_dni(match: re.Match[str]) -> bool:
    first, digits, letter = match.groups()
    if len(digits) != (7 if first else 8):
        return False
    number = int(f"{'XYZ'.index(first)}{digits}" if first else digits)
    return _DNI_LETTERS[number % 23] == letter


def _is_insee(words: str) -> bool:
    digits = words.replace(" ", "")
    return int(digits[13:]) == 97 - int(digits[:13]) % 97


def _telephones(text: str, candidates: Sequence[re.Match[str]], language: str) -> Iterator[CaseHint]:
    regions = REGIONS.get(language, ("GB", "US", "DE", "FR", "ES"))
    for match in candidates:
        words, start = match[0], match.start()
        n_digits = sum(character.isdigit() for character in words)
        is_other = _DATE_LIKE.match(words) or _YEARS.fullmatch(words) or _DECIMAL.fullmatch(words)
        if is_other or not 7 <= n_digits <= 15:
            continue
        is_announced = _TELEPHONE_CUE.search(text[max(0, start - LONGEST_CUE) : start]) is not None
        if is_telephone(words, regions, is_announced):
            yield _hint(HintKind.TELEPHONE, text, start, match.end())


def is_telephone(words: str, regions: tuple[str, ...], is_announced: bool = False) -> bool:
    """Whether digits are a telephone number: in use somewhere with a country code, or in one of the regions.

    Args:
        is_announced: A word such as ``Tel.`` stands before them; then their number is enough.

    Example:
        >>> is_telephone("+44 20 7946 0958", ()), is_telephone("1234 5678", ("DE",))
        (True, False)
    """
    is_foreign = words.startswith(("+", "00"))
    written = f"+{words.removeprefix('00')}" if words.startswith("00") else words
    for region in (None,) if is_foreign else regions:
        try:
            number = phonenumbers.parse(written, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number):
            # Without a cue or a zero in front, eight digits may be anything that is counted.
            if is_foreign or is_announced or words.startswith(("0", "(")) or not words.isdigit():
                return True
        elif (is_foreign or is_announced) and phonenumbers.is_possible_number(number):
            return True
    return False


def _hint(kind: HintKind, text: str, start: int, end: int) -> CaseHint:
    return CaseHint(kind=kind, start=start, end=end, words=text[start:end], place_holder=PLACE_HOLDERS[kind])
