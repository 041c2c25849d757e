"""Lists of words that an auditor brings in a file, before they become part of a cue."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundList:
    """One list of a file.

    Attributes:
        name: What the file calls it: ``female, Black, first``.
        words: Each once, in the order of the file.
        provenance: What the file says of where they come from, and the file's name.
        n_left_out: Rows or entries that were no word or stood there before.
    """

    name: str
    words: tuple[str, ...]
    provenance: str
    n_left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundLists:
    """What a file of lists holds.

    Attributes:
        layout: How it was read, in words.
        aligned: Entry n of every list stands for entry n of the others, as the file's rows say.
        notes: What had to be taken for granted, a sentence each.
    """

    layout: str
    lists: tuple[FoundList, ...]
    aligned: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListProblem:
    """What is wrong with the lists of a cue, or to be known of them.

    Attributes:
        cue_id: Empty where an attribute without a cue is meant; then ``attribute_id`` tells which.
        level: The list; empty for the cue as a whole.
        words: The words that are meant; empty for the list as a whole.
        sentence: Cause and cure.
        is_blocking: No plan is locked before it is mended.
    """

    cue_id: str
    attribute_id: str
    level: str
    words: tuple[str, ...]
    sentence: str
    is_blocking: bool
