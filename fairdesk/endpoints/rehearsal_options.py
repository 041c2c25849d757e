"""How the rehearsal model chooses among lettered options: with a planted share of the stereotyped one.

It knows the options of the suites that FairDesk ships, by the words of ``resources/rehearsal/options.toml``; among
others it draws lots. Where an option says "not known", that one is chosen with the planted share ``option_unknown``; of
the answers that choose another known option, ``option_stereotyped`` choose the stereotyped one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairdesk.domain.errors import InputError
from fairdesk.endpoints.lexicon import BROKEN, read_toml

_OPTION = re.compile(r"^([A-Z])\) (.+)$", re.MULTILINE)
_LETTER_ASKED = re.compile(r"\bletter of one option\b")


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
