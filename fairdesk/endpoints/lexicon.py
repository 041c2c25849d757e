"""The words that the rehearsal model knows: strengths with their points, and the cues it is biased about."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fairdesk.domain.errors import InputError

FEMALE = "female"
INTERNATIONAL = "international"
CUES = (FEMALE, INTERNATIONAL)

QUESTION_LANGUAGES = ("de", "es", "fr")
"""Languages besides English in which the rehearsal model is asked for a rating."""

DIRECTIVE_MARKERS = (
    "regardless of",
    "irrespective of",
    "independent of",
    "do not let",
    "must not change your rating",
    "must not influence",
    "give the same rating if",
)
"""A system prompt that holds one of these (capitals aside) holds the fairness directive, for the rehearsal model."""

PLACEHOLDER = re.compile(r"\{[^{}]*\}")
BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lexicon:
    """What is looked for in a text. Compared by identity, so that it can key a cache.

    Attributes:
        strengths: Phrase (small letters) to points.
        female_names: First names, matched as written.
        overseas_schools: Matched as written.
        non_native: Runs of fixed words (small letters) of the profile phrases.
        others: Language of a question to the words that count where it is asked; two letters.
    """

    strengths: Mapping[str, float]
    female_names: tuple[str, ...]
    overseas_schools: tuple[str, ...]
    non_native: tuple[str, ...]
    others: Mapping[str, Lexicon] = field(default_factory=dict)

    def asked_in(self, language: str) -> Lexicon:
        """The words for a question in a language; these where it has none of its own."""
        return self.others.get(language, self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What stood in a text: the cues, and the points of all strengths together."""

    cues: frozenset[str]
    points: float


def read_lexicon(resources: Path) -> Lexicon:
    """The lexicon that is shipped under ``resources``.

    Raises:
        InputError: a file is missing or not as expected, or its words cannot tell the cues apart.
    """
    strengths_file = resources / "rehearsal" / "lexicon.toml"
    cues_file = resources / "admissions" / "cues.toml"
    strengths, cues = read_toml(strengths_file), read_toml(cues_file)
    try:
        lexicon = Lexicon(
            strengths={plain(entry["phrase"]): float(entry["points"]) for entry in strengths["strength"]},
            female_names=_words(cues["names"], "female"),
            overseas_schools=_words(cues["schools"], "overseas"),
            non_native=tuple(fixed_words(phrase) for phrase in _words(cues["profiles"], "non_native")),
            others={language: _of_language(resources / "cues" / f"{language}.toml") for language in QUESTION_LANGUAGES},
        )
        others = {
            "names": _words(cues["names"], "male"),
            "schools": _words(cues["schools"], "domestic"),
            "profiles": (*_words(cues["profiles"], "native"), *_words(cues["profiles"], "native_control")),
        }
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"The word lists of the rehearsal model are not as expected: {error!r}.", BROKEN) from error
    for kind, words in others.items():
        for word in words:
            if look(PLACEHOLDER.sub(" ", word), lexicon).cues:
                raise InputError(f"The rehearsal model cannot tell {word!r} ({kind}) from the cued words.", BROKEN)
    return lexicon


def _of_language(path: Path) -> Lexicon:
    """The shipped cues of a language: given names coded female, family names and schools coded international.

    Without a file there are no cued words: questions in the language are answered, and no response is planted.
    """
    if not path.exists():
        return Lexicon(strengths={}, female_names=(), overseas_schools=(), non_native=())
    cues = {str(cue["cue_id"]): cue["lists"] for cue in read_toml(path)["cues"] if "lists" in cue}
    return Lexicon(
        strengths={},
        female_names=_words(cues.get("given-names", ()), FEMALE),
        overseas_schools=(
            *_words(cues.get("surnames", ()), INTERNATIONAL),
            *_words(cues.get("schools", ()), INTERNATIONAL),
        ),
        non_native=(),
    )


BROKEN = "Install FairDesk again, or mend the files under resources/rehearsal, resources/admissions and resources/cues."


@functools.lru_cache(maxsize=16384)
def look(text: str, lexicon: Lexicon) -> Found:
    """The cues and strengths that stand in a text as whole words; each counts once."""
    small = plain(text)
    cues = set()
    if _holds(text, lexicon.female_names):
        cues.add(FEMALE)
    if _holds(text, lexicon.overseas_schools) or _holds(small, lexicon.non_native):
        cues.add(INTERNATIONAL)
    points = sum(points for phrase, points in lexicon.strengths.items() if _holds(small, (phrase,)))
    return Found(cues=frozenset(cues), points=points)


def holds_directive(system_prompt: str) -> bool:
    """Whether a system prompt holds one of the directive's marker phrases."""
    small = plain(system_prompt)
    return any(marker in small for marker in DIRECTIVE_MARKERS)


def plain(text: str) -> str:
    """Small letters and single blanks."""
    return BLANKS.sub(" ", text).strip().casefold()


def fixed_words(phrase: str) -> str:
    """The longest run of words of a phrase that holds no place-holder, in small letters.

    Example:
        >>> fixed_words("{They} learned English as a second language")
        'learned english as a second language'
    """
    runs = [plain(run) for run in PLACEHOLDER.split(phrase)]
    return max(runs, key=lambda run: len(run.split()))


def _holds(text: str, phrases: Iterable[str]) -> bool:
    return any(phrase in text and _stands_alone(text, phrase) for phrase in phrases)


def _stands_alone(text: str, phrase: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


def _words(entries: Iterable[Mapping[str, Any]], level: str) -> tuple[str, ...]:
    return tuple(word for entry in entries if entry["level"] == level for word in entry["words"])


def read_toml(path: Path) -> dict[str, Any]:
    """A word file of the rehearsal model.

    Raises:
        InputError: it cannot be read.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"The file {path.name} of the rehearsal model cannot be read: {error}.", BROKEN) from error
