"""Texts that are almost the same: MinHash over pairs of words, found through bands; work grows with their number.

A. Broder, On the resemblance and containment of documents, 1997; bands after Leskovec, Rajaraman and Ullman, Mining of
Massive Datasets, chapter 3; the hashes are multiply-shift (Dietzfelbinger and others, 1997).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

N_HASHES = 96
N_BANDS = 16
ALIKE = 0.75
"""Share of equal hashes, which estimates the share of common pairs of words, from which on they are near-duplicates.

Of 96 hashes the estimate is off by 0.044 (one standard deviation at 0.75). Two texts with 0.75 of their pairs in common
meet in one of 16 bands of 6 hashes with a chance of 0.96, with 0.85 of 0.9999.
"""

LONGEST_LOOKED_AT = 200_000
"""Characters at the beginning of a text that are compared."""

MOST_WORDS = 200_000
"""Words whose hashes are remembered, besides those of one text."""

Signature = npt.NDArray[np.uint32]

_WORDS = re.compile(r"\w+")
_HALF = np.uint64(32)
_NEXT = np.uint64(0x9E3779B97F4A7C15)


def _coefficients() -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Odd factors and summands of the hashes, the same on every computer."""
    random = np.random.default_rng(20261130)
    factors = random.integers(1, 1 << 63, (1, N_HASHES), dtype=np.uint64) | np.uint64(1)
    return factors, random.integers(0, 1 << 63, (1, N_HASHES), dtype=np.uint64)


_FACTORS, _SUMMANDS = _coefficients()


class Signatures:
    """Makes signatures of texts; remembers the hashes of words."""

    def __init__(self) -> None:
        self._hashes = _Hashes()

    def of(self, text: str, has_words: bool = True) -> Signature:
        """The smallest of each of ``N_HASHES`` hashes over all pairs of neighbours of a text, shape (N_HASHES,).

        Capitals and punctuation do not count.

        Args:
            has_words: False for a script that puts no spaces between words; then single characters are the words.
        """
        words: Sequence[str] = _WORDS.findall(text[:LONGEST_LOOKED_AT].casefold())
        if not has_words:
            words = "".join(words)
        if len(self._hashes) >= MOST_WORDS:
            self._hashes.clear()
        single = np.fromiter(map(self._hashes.__getitem__, words), np.uint64, len(words))
        # Every pair once; a text of one word is that word.
        pairs = single[:-1] * _NEXT + single[1:] if len(single) > 1 else single
        lowest = np.full(N_HASHES, np.iinfo(np.uint64).max, dtype=np.uint64)
        for start in range(0, len(pairs), 4096):
            mixed = pairs[start : start + 4096, None] * _FACTORS
            mixed += _SUMMANDS
            np.minimum(lowest, mixed.min(axis=0), out=lowest)
        return (lowest >> _HALF).astype(np.uint32)


class _Hashes(dict[str, int]):
    def __missing__(self, word: str) -> int:
        found = self[word] = zlib.crc32(word.encode("utf-8", "replace"))
        return found


def near_duplicates(signatures: npt.NDArray[np.uint32]) -> npt.NDArray[np.int64]:
    """For every text the place of the first earlier one that is almost the same, or -1.

    Two texts are compared when all hashes of a band agree; of each band the first text alone is compared with, so that
    many near-duplicates of one text cost no more than one.

    Args:
        signatures: Shape (n, N_HASHES).
    """
    n = len(signatures)
    found = np.full(n, n, dtype=np.int64)
    width = N_HASHES // N_BANDS
    places = np.arange(n)
    for band in range(N_BANDS):
        keys = np.ascontiguousarray(signatures[:, band * width : (band + 1) * width])
        _, first, inverse = np.unique(keys.view(f"V{4 * width}").ravel(), return_index=True, return_inverse=True)
        meets = first[inverse]
        later = np.flatnonzero(meets < places)
        alike = np.count_nonzero(signatures[later] == signatures[meets[later]], axis=1) >= ALIKE * N_HASHES
        found[later[alike]] = np.minimum(found[later[alike]], meets[later[alike]])
    says_nothing = (signatures == np.iinfo(np.uint32).max).all(axis=1)  # no word at all
    return np.where((found < n) & ~says_nothing, found, -1)
