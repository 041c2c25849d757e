"""Speed of counting listed words as a ratio to a token expression and a set in the same run.

FAIRDESK_BENCHMARK_TEXTS=100000 with ``-s`` prints the numbers of a large audit; the default only keeps it working.
Asserts nothing about time; the floor counts the same words, and that is asserted.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

from fairdesk.extractors.word_counts import count_words, word_lists

T = TypeVar("T")

N_TEXTS = int(os.environ.get("FAIRDESK_BENCHMARK_TEXTS", "1000"))
WORDS_OF_A_TEXT = 200

FEMALE = ("she", "her", "hers", "herself", "mother", "woman")
MALE = ("he", "his", "him", "himself", "father", "man")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result and the shorter of two times, in seconds."""
    best = float("inf")
    for _ in range(2):
        begun = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - begun)
    return result, best


def written(accents: bool) -> list[str]:
    """Texts of invented words in which every twentieth is a listed one; with accents or in plain letters."""
    rng = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz" + ("éüñ" if accents else "")
    words = ["".join(rng.choices(letters, k=rng.randint(2, 9))) for _ in range(4000)]
    words += [word.capitalize() for word in (*FEMALE, *MALE)] * 17
    return [", ".join(rng.choices(words, k=WORDS_OF_A_TEXT)) + "." for _ in range(N_TEXTS)]


def counted_plainly(texts: Sequence[str]) -> tuple[int, int]:
    """The floor: a token expression and two sets."""
    token, female, male = re.compile(r"[^\W\d_]+"), frozenset(FEMALE), frozenset(MALE)
    counts = [0, 0]
    for text in texts:
        for word in token.findall(text.casefold()):
            if word in female:
                counts[0] += 1
            elif word in male:
                counts[1] += 1
    return counts[0], counts[1]


@pytest.mark.parametrize("accents", [False, True])
def test_counting_against_a_token_expression(accents: bool) -> None:
    """The words of two lists in many texts, in plain letters and with accents."""
    texts, lists = written(accents), word_lists({"female": FEMALE, "male": MALE})

    wanted, floor_seconds = timed(lambda: counted_plainly(texts))
    found, seconds = timed(lambda: count_words(texts, lists))

    assert tuple(found.sum(axis=0).tolist()) == wanted
    kind = "with accents" if accents else "plain letters"
    print(f"{N_TEXTS:,} texts, {kind}: {seconds:.2f} s, {seconds / floor_seconds:.2f} x token expression and set")
