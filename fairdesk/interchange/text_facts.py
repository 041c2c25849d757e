"""What is said of a text in a list: its length, its title, and the place-holders in it."""

from __future__ import annotations

import re

TITLE_LENGTH = 80
"""Characters of a title, which is the first line of a text that shows something."""

WITHOUT_SPACES = re.compile(
    "[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f]"
)
"""Letters of scripts that put no spaces between words: Thai, Lao, Tibetan, Burmese, Khmer, kana, Chinese characters."""

PLACE_HOLDER = re.compile(r"\{([^\W\d][\w-]{0,39})\}")
"""A name in braces: a letter, then letters, digits, ``_`` or ``-``. Braces of program code and JSON are none."""

_MARKUP = re.compile(r"[#>*\-\s]*")


def count_words(text: str) -> int | None:
    """Stretches between blanks; None where at least half of the characters are of scripts that put none between words.

    Example:
        >>> count_words("{They} said so."), count_words("我是学生"), count_words("")
        (3, None, 0)
    """
    if not text.isascii():
        n_without = sum(1 for _ in WITHOUT_SPACES.finditer(text))
        if n_without and 2 * n_without >= sum(map(len, text.split())):
            return None
    return len(text.split())


def title_of(text: str) -> str:
    r"""The first line that shows a letter or digit, without marks of headings, cut where it is too long.

    Example:
        >>> title_of("---\n\n# Application for Physics\nDear Sir or Madam")
        'Application for Physics'
    """
    # Not splitlines(): a text of millions of characters would be copied for its first line.
    for found in re.finditer(r"[^\r\n]+", text[:100_000]):
        begin = _MARKUP.match(found[0])
        line = found[0][begin.end() if begin else 0 :].rstrip("*_`#").strip()
        if any(character.isalnum() for character in line):
            line = " ".join(line[: 4 * TITLE_LENGTH].split())
            return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 3].rstrip() + "..."
    return ""


def place_holders_of(text: str) -> tuple[str, ...]:
    """The names in braces of a text, in its order, each once.

    Example:
        >>> place_holders_of("{Their} name is {name}, {Their} id {1}.")
        ('Their', 'name')
    """
    return tuple(dict.fromkeys(PLACE_HOLDER.findall(text))) if "{" in text else ()
