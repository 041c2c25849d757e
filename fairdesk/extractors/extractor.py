"""What an extractor is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fairdesk.domain.exchanges import ModelReply, Reading

Read = Callable[[ModelReply, tuple[float, ...], float | None], Reading]
"""Reads an answer. Arguments: the reply; lowest and highest value of the scale, empty when the quantity has no
ends; the least answer mass for readings from log-probabilities, None for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extractor:
    """One way to read an answer, in one version.

    Attributes:
        extractor_id: Name without version.
        version: Grows whenever some text is read differently than before.
        title: For menus and reports.
        read: Never raises, whatever the text.
        read_with_options: The same where the words of the options are known, in the order shown; None for extractors
            to which they tell nothing.
        read_asked: The same where what was asked is known, too: the question of an item, without its context.
    """

    extractor_id: str
    version: str
    title: str
    read: Read
    read_with_options: Callable[[ModelReply, tuple[str, ...]], Reading] | None = None
    read_asked: Callable[[ModelReply, tuple[str, ...], str], Reading] | None = None

    @property
    def name(self) -> str:
        """Id and version, as plans write it: ``rating/1``."""
        return f"{self.extractor_id}/{self.version}"
