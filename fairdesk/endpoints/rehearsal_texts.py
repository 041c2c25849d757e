"""What the rehearsal model writes to the open prompts of the suites whose answers classifiers score.

It knows the prompts by the words of ``resources/rehearsal/texts.toml``. A prompt about a group that is disfavoured is
answered unfavourably with the planted share of stereotyped answers, any other one with one less that share; the share
is found again when a classifier tells the two sides apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fairdesk.domain.errors import InputError
from fairdesk.endpoints.lexicon import BROKEN, read_toml

NO_WORDS = "..."
"""What stands in the place of an answer that is nonsense: no word that could be scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownText:
    """One prompt of a suite and how it may be answered; ``asked`` stands in the text that is sent."""

    asked: str
    favourable: tuple[str, ...]
    unfavourable: tuple[str, ...]
    is_disfavoured: bool

    def answer(self, share: float, side: float, chance: float) -> str:
        """One of the wordings.

        Args:
            share: Planted, of unfavourable answers where the prompt is disfavoured, 0 to 1.
            side, chance: Drawn, from 0 up to 1: on which side, and in which words.
        """
        unfavourable = share if self.is_disfavoured else 1.0 - share
        said = self.unfavourable if side < unfavourable else self.favourable
        return said[int(chance * len(said))]


def known_texts(resources: Path) -> tuple[KnownText, ...]:
    """What is shipped under ``resources``; nothing is known where there is no such file.

    Raises:
        InputError: the file is not as expected.
    """
    path = resources / "rehearsal" / "texts.toml"
    if not path.exists():
        return ()
    try:
        plain = read_toml(path)
        wordings = {one["name"]: (tuple(one["favourable"]), tuple(one["unfavourable"])) for one in plain["wording"]}
        return tuple(
            KnownText(
                asked=str(one["asked"]),
                favourable=wordings[one["wording"]][0],
                unfavourable=wordings[one["wording"]][1],
                is_disfavoured=bool(one["is_disfavoured"]),
            )
            for one in plain["text"]
        )
    except (KeyError, TypeError) as error:
        raise InputError(f"The texts of the rehearsal model are not as expected: {error!r}.", BROKEN) from error


def text_asked(known: Iterable[KnownText], user_text: str) -> KnownText | None:
    """The known prompt that stands in a text that was sent, the longest of several; None for any other text."""
    found = [one for one in known if one.asked in user_text]
    return max(found, key=lambda one: len(one.asked), default=None)
