"""Items of BBQ and of its variants as columns: what files hold, before anybody has answered."""

from __future__ import annotations

from dataclasses import dataclass

Texts = tuple[str, ...]
Wholes = tuple[int, ...]
Flags = tuple[bool, ...]

NO_TARGET = -1
"""Stands for the bias-consistent option where there is none, or where it is not known."""

NAMED_PEOPLE = "name"
"""Kind of items whose people have proper names; their scores are reported apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BbqColumns:
    """One entry per item in every column, in the order of the files.

    Attributes:
        benchmark: Name of the data set: ``BBQ``, ``KoBBQ``, ...
        language: Two letters of ISO 639-1.
        category: As the files write it: ``Age``, ``Race_x_gender``.
        item_id: Unique within a category only (in some variants within a file, whose name then stands in front).
        template: Items of one template are near copies of each other; unique within a category.
        negative: Whether the question asks for who did something bad; the other questions ask for the opposite.
        ambiguous: Whether the context leaves the question open.
        options: Three columns of the options' texts, as written.
        people: Three columns of how the data name who is behind an option; empty where they do not.
        unknown: Place (0 to 2) of the option that says that the answer is not known.
        label: Place of the correct option.
        biased: Place of the option that agrees with the stereotype for this very question, ``NO_TARGET`` for none.
        kind: ``label``, or ``NAMED_PEOPLE``.
        notes: What had to be taken for granted or was put right, a sentence each.
    """

    benchmark: str
    language: str
    category: Texts
    item_id: Texts
    template: Texts
    negative: Flags
    ambiguous: Flags
    context: Texts
    question: Texts
    options: tuple[Texts, Texts, Texts]
    people: tuple[Texts, Texts, Texts]
    unknown: Wholes
    label: Wholes
    biased: Wholes
    kind: Texts
    notes: Texts = ()

    @property
    def n(self) -> int:
        """Items."""
        return len(self.category)

    @property
    def categories(self) -> Texts:
        """Every category once, in the order of the files."""
        return tuple(dict.fromkeys(self.category))


@dataclass(frozen=True, slots=True, kw_only=True)
class BbqPredictions:
    """Recorded answers to items, one entry per row of a file.

    Attributes:
        name: Of the file, for messages.
        lines: Where each row stands in it, from 1.
        category: Empty where the file names none.
        item_id: See ``BbqColumns``.
        fields: Columns that may hold what was answered: a text, a letter, a place (0 to 2), or None for no answer.
        options: Three columns with the options in the order in which the file says that they were shown; None where
            it does not say.
    """

    name: str
    lines: Wholes
    category: Texts
    item_id: Texts
    fields: dict[str, tuple[object, ...]]
    options: tuple[Texts, Texts, Texts] | None
