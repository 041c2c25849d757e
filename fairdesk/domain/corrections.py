"""A reading that a person changed by hand: what was read, what it is now, who says so, when and why."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.exchanges import ItemKey, Reading, ReadNothing, ReadRefusal, ReadValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One change of one reading, as the chain of its run keeps it. The last correction of a key counts.

    Attributes:
        old: What counted before: the extractor's reading, or that of the correction before.
        new: What counts from now on.
        who: Name of the person who read the answer.
        at: UTC, ISO 8601 with Z.
        why: The reason in the person's own words; never empty.
    """

    key: ItemKey
    old: ReadValue | ReadRefusal | ReadNothing
    new: ReadValue | ReadRefusal | ReadNothing
    who: str
    at: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionRequest:
    """What a person asks to have corrected.

    Attributes:
        new: For a value only its number counts: a place in the text and an answer mass are the extractor's.
    """

    run_id: str
    key: ItemKey
    new: ReadValue | ReadRefusal | ReadNothing
    who: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedCorrection:
    """A correction with the system that it belongs to, as results and reports list it."""

    system: str
    correction: Correction


def reading_words(reading: Reading) -> str:
    """A reading in a few words.

    Example:
        >>> reading_words(ReadValue(value=3.0)), reading_words(ReadRefusal(reason="I cannot"))
        ('3', 'refused: I cannot')
    """
    match reading:
        case ReadValue(value=value):
            return f"{value:g}"
        case ReadRefusal(reason=reason):
            return f"refused: {reason}" if reason else "refused"
        case ReadNothing(reason=reason):
            return f"unreadable: {reason}" if reason else "unreadable"


def corrected_words(n_corrected: int) -> str:
    """What is said beside a number that rests on corrected readings; empty where it rests on none.

    Example:
        >>> corrected_words(1)
        '1 reading behind this number was corrected by hand.'
    """
    if not n_corrected:
        return ""
    readings = "1 reading" if n_corrected == 1 else f"{n_corrected} readings"
    return f"{readings} behind this number {'was' if n_corrected == 1 else 'were'} corrected by hand."
