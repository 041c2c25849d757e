"""The shape of a language's rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairdesk.domain.edits import Place, Scan

MALE, FEMALE = "male", "female"
"""Levels of an attribute whose cue is gendered words."""


def as_they_are(_text: str, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Places of a language in which nothing depends on the first letters of a word that a cue may change."""
    return places


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageRules:
    """What is known of one language.

    Attributes:
        language: Two letters.
        covers: What its rules change, a sentence each; printed on the page Cues and in the report.
        leaves: What they never change and list instead, a sentence each.
        scan_gender: Text, and further pairs ``male form|female form``, to every gendered word: each place has words
            for ``male`` and ``female`` and says which of the two stands there. Places for words that agree with it
            (articles, adjectives) have the same ``own`` as the word that they agree with. Cue id is empty.
        determiners: Words in small letters whose form depends on the noun behind them; a listed term behind one is
            left alone where its gender may differ.
        agreeing: Text and its final places, to the same places with those of articles added that depend on the
            first letters behind them (a and an, l' and le); same order, never overlapping.
    """

    language: str
    title: str
    covers: tuple[str, ...]
    leaves: tuple[str, ...]
    scan_gender: Callable[[str, Sequence[str]], Scan]
    determiners: frozenset[str]
    agreeing: Callable[[str, tuple[Place, ...]], tuple[Place, ...]] = as_they_are
