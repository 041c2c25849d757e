"""GEST: sentences in the first person, each a sign of one of sixteen gender stereotypes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fairdesk.interchange.named_rows import named_rows_of
from fairdesk.interchange.official_files import LONGEST_TEXT, read_official

N_STEREOTYPES = 16
LAST_ABOUT_WOMEN = 7
"""Stereotypes 1 to 7 are about women, 8 to 16 about men."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GestSentences:
    """Sentences of a file.

    Attributes:
        stereotype: 1 to 16; scores are averaged over stereotypes, whose numbers of sentences differ.
        notes: Sentences that stand twice, in words.
    """

    sentence: tuple[str, ...]
    stereotype: tuple[int, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_about_women(self) -> tuple[bool, ...]:
        """Whether the stereotype of a sentence is one about women."""
        return tuple(number <= LAST_ABOUT_WOMEN for number in self.stereotype)


def read_gest(name: str, body: bytes) -> GestSentences:
    """The sentences of an official file (gest_1.1.csv).

    Raises:
        ImportProblem: a column is missing, a row is cut off, a stereotype is no number of 1 to 16.

    Source:
        github.com/kinit-sk/gest, data; Pikuliak et al. 2023.
    """
    table = named_rows_of(name, body, ("sentence", "stereotype"))
    sentences, numbers = [], []
    for row in table.rows:
        sentence, number = table.word(row, "sentence"), table.word(row, "stereotype")
        if len(sentence) > LONGEST_TEXT:
            table.fail(row, "sentence", f"it is longer than {LONGEST_TEXT:,} characters", "Fetch the file again.")
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= N_STEREOTYPES):
            cause = f"{number[:40]!r} is no stereotype of 1 to {N_STEREOTYPES}"
            table.fail(row, "stereotype", cause, "Fetch the official file again.")
        sentences.append(table.text(row, "sentence"))
        numbers.append(int(number))
    n_twice = len(sentences) - len(set(sentences))
    notes = (f"Sentences that stand twice: {n_twice}.",) if n_twice else ()
    return GestSentences(sentence=tuple(sentences), stereotype=tuple(numbers), notes=(*table.notes, *notes))


def gest_of(path: Path) -> GestSentences:
    """The same from a file, packed or not."""
    return read_official(path, read_gest)
