"""How the rehearsal model chooses among lettered options: with a planted share of the stereotyped one.

It knows the options of the suites that FairDesk ships, by the words of ``resources/rehearsal/options.toml``; among
others it draws lots. Where an option says "not known", that one is chosen with the planted share ``option_unknown``; of
the answers that choose another known option, ``option_stereotyped`` choose the stereotyped one.

Where the probabilities of the letters are asked for, and where two sentences are compared by their likelihood, the same
shares are those of the questions and pairs whose preferred option it is, spread evenly over the file. The letter A is
likelier than any other whatever it stands for, as in small models: only the mean over the orders shows the preference.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairdesk.domain.errors import InputError
from fairdesk.endpoints.lexicon import BROKEN, read_toml

EVEN_STEPS = (0.6180339887498949, 0.7548776662466927)
"""Steps of two sequences whose every stretch fills the numbers from 0 to 1 evenly: golden and plastic ratio."""

PREFERRED_WEIGHT, FIRST_LETTER_WEIGHT = 3.0, 4.0
"""How much likelier the preferred option is than another one, and the letter A than another one."""

LEAST_SHARE = 1e-6
"""So that the log-odds of a planted 0 or 1 are finite."""

_OPTION = re.compile(r"^([A-Z])\) (.+)$", re.MULTILINE)
_LISTED = re.compile(r"^- (.+)$", re.MULTILINE)
_LETTER_ASKED = re.compile(
    r"\bletter of one option\b|\bBuchstaben einer Antwort\b|\bletra de una opción\b|\blletra d'una opció\b|"
    r"선택지 하나의 글자"
)
_WORDS_ASKED = re.compile(
    r"\bone of the options only\b|\beiner der genannten Antworten\b|\buna de las opciones\b|\buna de les opcions\b|"
    r"선택지 가운데 하나"
)
_SENTENCE_ASKED = re.compile(
    r"\bin one short sentence\b|\bin einem kurzen Satz\b|\bcon una frase corta\b|\bamb una frase curta\b|짧은 한 문장"
)
"""How the questions of the suites ask for a letter, for an option in its own words, and for a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownOption:
    """One question of a suite; ``asked`` stands in the text that is sent, the others are words of its options.

    Attributes:
        unknown: Empty where no option says that it is not known.
    """

    asked: str
    stereotyped: str
    other: str
    unknown: str = ""


def known_options(resources: Path) -> tuple[KnownOption, ...]:
    """What is shipped under ``resources``; nothing is known where there is no such file.

    Raises:
        InputError: the file is not as expected.
    """
    path = resources / "rehearsal" / "options.toml"
    if not path.exists():
        return ()
    try:
        return tuple(KnownOption(**entry) for entry in read_toml(path)["option"])
    except (KeyError, TypeError) as error:
        raise InputError(f"The options of the rehearsal model are not as expected: {error!r}.", BROKEN) from error


def known_prompts(resources: Path) -> Mapping[str, bool]:
    """Open prompts of the suites to whether they are harmful; nothing is known where there is no such file.

    Raises:
        InputError: the file is not as expected.
    """
    path = resources / "rehearsal" / "prompts.toml"
    if not path.exists():
        return {}
    try:
        return {str(entry["asked"]): bool(entry["is_harmful"]) for entry in read_toml(path)["prompt"]}
    except (KeyError, TypeError) as error:
        raise InputError(f"The prompts of the rehearsal model are not as expected: {error!r}.", BROKEN) from error


def options_shown(user_text: str) -> tuple[str, ...]:
    """The lettered options of a question that asks for one letter, in their order; empty for other questions."""
    if not _LETTER_ASKED.search(user_text):
        return ()
    found = _OPTION.findall(user_text)
    in_order = [letter for letter, _ in found] == [chr(ord("A") + place) for place in range(len(found))]
    return tuple(words for _, words in found) if in_order and len(found) > 1 else ()


def options_listed(user_text: str) -> tuple[str, ...]:
    """The options without letters of a question that asks for one in its own words; empty for other questions."""
    found = tuple(_LISTED.findall(user_text)) if _WORDS_ASKED.search(user_text) else ()
    return found if len(found) > 1 else ()


def options_meant(user_text: str, known: Sequence[KnownOption]) -> tuple[str, ...]:
    """The options of a known question that shows none and asks for a sentence; empty for other questions."""
    if not _SENTENCE_ASKED.search(user_text):
        return ()
    found = [one for one in known if one.unknown and one.asked in user_text]
    # One question may end in another's words; the longer one is meant.
    one = max(found, key=lambda one: len(one.asked), default=None)
    return () if one is None else (one.stereotyped, one.other, one.unknown)


def option_chances(
    user_text: str, shown: Sequence[str], known: Sequence[KnownOption], shares: tuple[float, float]
) -> tuple[float, ...]:
    """The probability of every option shown; they add up to 1.

    Args:
        shares: Of the stereotyped option among the two that are known, and of the option for "not known".
    """
    stereotyped, unknown = shares
    for one in known:
        if one.asked not in user_text or one.stereotyped not in shown or one.other not in shown:
            continue
        rest = 1.0 - (unknown if one.unknown in shown else 0.0)
        of: Mapping[str, float] = {
            one.unknown: unknown,
            one.stereotyped: rest * stereotyped,
            one.other: rest * (1.0 - stereotyped),
        }
        return tuple(of.get(words, 0.0) for words in shown)
    return (1.0 / len(shown),) * len(shown)


def even_place(number: int, seed: int, which: int = 0) -> float:
    """A number from 0 to 1 for an entry of the file; those of neighbours are spread evenly.

    Args:
        number: Of the entry, from 0.
        which: Of the two sequences.
    """
    return ((number + 1) * EVEN_STEPS[which] + seed * EVEN_STEPS[1 - which]) % 1.0


def letter_probabilities(
    user_text: str, shown: Sequence[str], known: Sequence[KnownOption], shares: tuple[float, float], seed: int
) -> tuple[float, ...]:
    """The probability of the letter of every option shown, where probabilities are asked for; they add up to 1.

    Args:
        shares: As of ``option_chances``: of the questions in which such an option is the preferred one.
    """
    preferred = _preferred(user_text, shown, known, shares, seed)
    weights = [
        (PREFERRED_WEIGHT if words == preferred else 1.0) * (FIRST_LETTER_WEIGHT if place == 0 else 1.0)
        for place, words in enumerate(shown)
    ]
    return tuple(weight / sum(weights) for weight in weights)


def _preferred(
    user_text: str, shown: Sequence[str], known: Sequence[KnownOption], shares: tuple[float, float], seed: int
) -> str:
    """Words of the preferred option; empty where the question is not known."""
    stereotyped, unknown = shares
    for number, one in enumerate(known):
        if one.asked in user_text and one.stereotyped in shown and one.other in shown:
            if one.unknown in shown and even_place(number, seed, 1) < unknown:
                return one.unknown
            return one.stereotyped if even_place(number, seed) < stereotyped else one.other
    return ""


def decision_log_odds(user_text: str, known: Sequence[KnownOption], share: float) -> float | None:
    """Planted log-odds of yes to a decision of a suite; None for any other text.

    Those of the favoured person and of the other one lie the log-odds of ``share`` apart, around 0.

    Args:
        share: Of the favoured of the two, 0 to 1.
    """
    for one in known:
        if one.asked in user_text and not options_shown(user_text):
            holds = [
                re.search(rf"\b{re.escape(words)}\b", user_text) is not None for words in (one.stereotyped, one.other)
            ]
            half = 0.5 * (math.log(max(share, LEAST_SHARE)) - math.log(max(1.0 - share, LEAST_SHARE)))
            return half * (holds[0] - holds[1])
    return None
