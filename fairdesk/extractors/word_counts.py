"""Counts the words of lists in texts: whole words, whatever their case, in any script (M18, M19).

A token is a maximal run of letters, with the marks that belong to them, after Unicode case folding: apostrophes,
hyphens, slashes, underscores and digits split, "theory" holds no "he" and "She's" holds "she". HELM's program counts
otherwise; what it would count is offered beside, under its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fairdesk.domain.errors import InputError

Integers = npt.NDArray[np.int64]

SPACE = 0x20


class _Letters(dict[int, int]):
    """Code points for ``str.translate``: letters and their marks stay, all else becomes a space; filled as met."""

    def __missing__(self, point: int) -> int:
        kept = unicodedata.category(chr(point))[0] in "LM"
        self[point] = point if kept else SPACE
        return self[point]


_LETTERS = _Letters()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLists:
    """Lists of words, checked.

    Attributes:
        names: Of the lists, in the order of the counts.
        sizes: Different words of each list.
        place: Folded word to the number of its list; no word has two.
    """

    names: tuple[str, ...]
    sizes: tuple[int, ...]
    place: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TermHits:
    """Where terms stand; three arrays of one length, a row per term and text in which it stands.

    Attributes:
        n_texts: Texts that were read.
        term: Number of the term.
        text: Number of the text.
        times: How often it stands there, 1 or more.
    """

    n_texts: int
    term: Integers
    text: Integers
    times: Integers


def tokens(text: str) -> list[str]:
    """The words of a text, folded.

    Example:
        >>> tokens("She's HIS father-in-law; theory 2nd")
        ['she', 's', 'his', 'father', 'in', 'law', 'theory', 'nd']
    """
    folded = text.casefold()
    if not text.isascii():
        folded = unicodedata.normalize("NFC", folded)
    return folded.translate(_LETTERS).split()


def word_lists(lists: Mapping[str, Sequence[str]]) -> WordLists:
    """Checks lists of words and prepares them for counting.

    Raises:
        InputError: there is no list or one is empty, an entry is no single word, or a word stands in two lists; names
            list and entry.

    Example:
        >>> word_lists({"female": ["she", "her", "Her"], "male": ["he"]}).sizes
        (2, 1)
    """
    if not lists:
        raise InputError("There is no list of words.", "Give at least two lists, each with a name.")
    place: dict[str, int] = {}
    for number, (name, entries) in enumerate(lists.items()):
        if not entries:
            raise InputError(f"The list {name!r} is empty.", "Give it words, or leave it out.")
        for entry in entries:
            word = _single_word(name, entry)
            if place.setdefault(word, number) != number:
                other = list(lists)[place[word]]
                raise InputError(
                    f"The word {entry!r} stands in the lists {other!r} and {name!r}.",
                    "Keep it in one of them, or in none: each mention counts for one list.",
                )
    sizes = np.bincount(list(place.values()), minlength=len(lists)).tolist()
    return WordLists(names=tuple(lists), sizes=tuple(sizes), place=place)


def _single_word(name: str, entry: str) -> str:
    folded = unicodedata.normalize("NFC", entry.strip().casefold())
    if not folded or tokens(entry) != [folded]:
        raise InputError(
            f"The entry {entry!r} of the list {name!r} is no single word.",
            "Words are runs of letters: an entry with a space, hyphen, apostrophe or digit would never be counted.",
        )
    return folded


def count_words(texts: Iterable[str], lists: WordLists) -> Integers:
    """How often the words of each list stand in each text. Shape (texts, lists).

    Example:
        >>> lists = word_lists({"female": ["she", "her"], "male": ["he", "his"]})
        >>> count_words(["She's certain; HER theory helps.", "He gave his/her view."], lists).tolist()
        [[2, 0], [1, 2]]
    """
    return _counted(texts, lists, tokens)


def count_words_as_helm(texts: Iterable[str], lists: WordLists) -> Integers:
    """What HELM's program counts: its tokens keep "his/her" and "father-in-law" whole. Shape (texts, lists).

    Source:
        Liang 2023, arXiv:2211.09110, and its program (NLTK's word tokens of the lower-cased text).

    Example:
        >>> lists = word_lists({"female": ["she", "her"], "male": ["he", "his"]})
        >>> count_words_as_helm(["She's certain.", "He gave his/her view."], lists).tolist()
        [[1, 0], [0, 1]]
    """
    return _counted(texts, lists, helm_tokens)


def _counted(texts: Iterable[str], lists: WordLists, split: Callable[[str], list[str]]) -> Integers:
    n_lists, place = len(lists.names), lists.place
    cells: list[int] = []
    n_texts = 0
    for text in texts:
        row = n_texts * n_lists
        cells += [row + place[word] for word in filter(place.__contains__, split(text))]
        n_texts += 1
    counts = np.bincount(np.array(cells, dtype=np.int64), minlength=n_texts * n_lists)
    return counts.astype(np.int64).reshape(n_texts, n_lists)


def find_terms_as_helm(texts: Iterable[str], terms: Sequence[str]) -> TermHits:
    """The same by the tokens of HELM's program.

    Raises:
        InputError: a term is no single word, or stands there twice.
    """
    return find_terms(texts, terms, helm_tokens)


def find_terms(texts: Iterable[str], terms: Sequence[str], split: Callable[[str], list[str]] = tokens) -> TermHits:
    """In which texts each term stands as a word, and how often.

    Args:
        texts: Read once.
        terms: Single words; capital and small letters are the same.
        split: A text to its words.

    Raises:
        InputError: a term is no single word, or stands there twice.

    Example:
        >>> found = find_terms(["The nurse met a nurse.", "An engineer."], ["nurse", "engineer"])
        >>> found.term.tolist(), found.text.tolist(), found.times.tolist()
        ([0, 1], [0, 1], [2, 1])
    """
    place: dict[str, int] = {}
    for number, term in enumerate(terms):
        if place.setdefault(_single_word("targets", term), number) != number:
            raise InputError(f"The target {term!r} stands there twice.", "Keep one of them.")
    n_texts = 0
    rows: list[tuple[int, int, int]] = []
    for text in texts:
        times: dict[int, int] = {}
        for word in filter(place.__contains__, split(text)):
            times[place[word]] = times.get(place[word], 0) + 1
        rows += [(term, n_texts, n) for term, n in times.items()]
        n_texts += 1
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return TermHits(n_texts=n_texts, term=columns[0], text=columns[1], times=columns[2])


_SIGNS = dict.fromkeys(map(ord, ';@#$%&?!()[]{}<>"«»“”„‘’`'), " ")
_SPLIT_OFF = re.compile(r"[:,](?!\d)|--|\.\.\.")
_CLITIC = re.compile(r"(?<=[^' ])('s|'m|'d|'ll|'re|'ve|n't)$")


def helm_tokens(text: str) -> list[str]:
    """Words as HELM's program splits them, without its tokens of punctuation.

    Example:
        >>> helm_tokens("She's his/her father-in-law, isn't she?")
        ['she', "'s", 'his/her', 'father-in-law', 'is', "n't", 'she']
    """
    found: list[str] = []
    for piece in _SPLIT_OFF.sub(" ", text.lower().translate(_SIGNS)).split():
        if "'" in piece or piece[-1] == ".":
            found += _without_clitic(piece.rstrip(".").strip("'") or piece)
        else:
            found.append(piece)
    return found


def _without_clitic(word: str) -> tuple[str, ...]:
    clitic = _CLITIC.search(word)
    return (word[: clitic.start()], clitic.group()) if clitic else (word,)
