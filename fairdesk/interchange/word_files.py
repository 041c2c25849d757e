"""Files of word lists, references and target words: JSON, or one word per line -> plain values, or one problem."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.distinct_keys import json_of_text
from fairdesk.interchange.named_rows import text_of_file

LIST_CURE = 'Write {"name": ["word", ...], ...}, with a list of words under every name.'
SHARE_CURE = 'Write {"name": share, ...}, or {"shares": {...}, "reason": "..."}; the shares sum to 1.'


def read_word_lists(path: Path, family: str | None) -> Mapping[str, list[str]]:
    """Lists of words by name.

    Args:
        path: A JSON object of lists, or of families that are such objects.
        family: Which of the families; None where the file holds one set of lists.

    Raises:
        ImportProblem: the file is no such object, or the family is not there; names file, place and cure.
    """
    found = _object(path, LIST_CURE)
    if family is not None:
        if not isinstance(found.get(family), dict):
            there = ", ".join(repr(name) for name, value in found.items() if isinstance(value, dict)) or "none"
            _fail(path, f"the family {family!r} of lists is not there", f"The file holds {there}.")
        found = found[family]
    elif any(isinstance(value, dict) for value in found.values()):
        names = ", ".join(name for name, value in found.items() if isinstance(value, dict))
        _fail(path, "the file holds several families of lists", f"Choose one by --family: {names}.")
    for name, entries in found.items():
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            _fail(path, f"{name!r} is no list of words", LIST_CURE)
    if len(found) < 2:
        _fail(path, f"the file holds {len(found)} list of words and not two or more", LIST_CURE)
    return dict(found)


def read_reference(path: Path, names: tuple[str, ...]) -> tuple[tuple[float, ...], str]:
    """Shares of a reference in the order of the lists, and the reason for it; empty where none is stated.

    Raises:
        ImportProblem: a list has no share, a share is none, or they do not sum to 1.
    """
    found = _object(path, SHARE_CURE)
    shares, reason = (found["shares"], found.get("reason", "")) if "shares" in found else (found, "")
    if not isinstance(shares, dict) or set(shares) != set(names):
        _fail(path, f"the names of the shares are not those of the lists ({', '.join(names)})", SHARE_CURE)
    for name, share in shares.items():
        is_number = isinstance(share, int | float) and not isinstance(share, bool)
        if not is_number or not 0 <= share <= 1:
            _fail(path, f"the share of {name!r} is no number from 0 to 1", SHARE_CURE)
    if not math.isclose(sum(shares.values()), 1, abs_tol=1e-6):
        _fail(path, f"the shares sum to {sum(shares.values()):g} and not to 1", SHARE_CURE)
    return tuple(float(shares[name]) for name in names), str(reason)


def read_words(path: Path, family: str | None) -> list[str]:
    """Target words: a JSON list, a list under ``family`` in a JSON object, or one word per line.

    Raises:
        ImportProblem: the file is no such list, or holds no word.
    """
    source, _ = text_of_file(path)
    found: Any = [line.strip() for line in source.splitlines() if line.strip()]
    if source.lstrip()[:1] in ("[", "{"):
        found = json_of_text(path, source)
    if isinstance(found, dict):
        lists = [name for name, value in found.items() if isinstance(value, list)]
        if family not in lists:
            _fail(path, "the file holds lists by name", f"Choose one by --target-list: {', '.join(lists) or 'none'}.")
        found = found[family]
    if not isinstance(found, list) or not found or not all(isinstance(word, str) for word in found):
        _fail(path, "the file holds no list of words", 'Write ["word", ...], or one word per line.')
    return found


def _object(path: Path, cure: str) -> dict[str, Any]:
    found = json_of_text(path, text_of_file(path)[0])
    if not isinstance(found, dict):
        _fail(path, "the file is no JSON object", cure)
    return found


def _fail(path: Path, cause: str, cure: str) -> NoReturn:
    raise ImportProblem(f"{path}: {cause}.", cure)
