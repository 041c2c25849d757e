"""What can be searched of an entry, and in which form words are compared."""

from __future__ import annotations

import json
import unicodedata

END = "\x03"
"""Stands behind each text; twice, so that the last letter too is the first of three."""


def folded(text: str) -> str:
    r"""The form in which words are compared: letters without case, accents as Unicode composes them (NFC).

    Two signs that mean something to SQLite or to this module, and halves of characters, are replaced.

    Example:
        >>> folded("E\u0301COLE") == folded("\u00e9cole")
        True
    """
    if text.isascii():
        text = text.lower()
    else:
        # Caseless matching (Unicode, chapter 3.13), composed before and after so that a letter is one character.
        text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
        text = text.encode("utf-8", "replace").decode()
    return text.replace("\x00", "\ufffd").replace(END, "\ufffd") if "\x00" in text or END in text else text


def searched(case_id: str, body: bytes) -> str:
    """The folded text of an entry: the file's id, and the answer or what the failed call says."""
    return f"{folded(case_id)}{END}{END}{folded(_said(body))}{END}{END}"


class Needle:
    """Words to look for, ready for many entries.

    Args:
        words: As typed; not empty.
    """

    def __init__(self, words: str) -> None:
        self.words = folded(words)
        # A byte that JSON writes as it is can be looked for before anything is parsed.
        is_plain = self.words.isascii() and self.words.isprintable() and not set('"\\') & set(self.words)
        self._plain = self.words.encode() if is_plain else None

    @property
    def is_short(self) -> bool:
        """Whether the words are fewer letters than those that are indexed together."""
        return len(self.words) < 3

    def is_in(self, case_id: str, body: bytes) -> bool:
        """Whether the words occur in what is searched of an entry."""
        if self._plain is not None and body.isascii() and b"\\u" not in body and self._plain not in body.lower():
            return self.words in folded(case_id)
        return self.words in searched(case_id, body)


def _said(body: bytes) -> str:
    try:
        outcome = json.loads(body)["outcome"]
        said = outcome["text"] if "text" in outcome else f"{outcome['message']}\n{outcome['detail']}"
    except (ValueError, KeyError, TypeError):
        return ""  # an entry of another shape has nothing that a person would have read
    return str(said)
