"""What scanning finds before words are drawn: places whose words are known or wait for a draw, and words left alone."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.edits import Left, LeftReason, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPlace:
    """A stretch that takes a word which is drawn for its file.

    Attributes:
        start: Offset in the text; ``end`` is behind the last character.
        own: Level of the name that stands there; empty for a place-holder.
        name: The name as it is listed; empty for a place-holder. The same name is the same person.
        ending: The possessive ending inside the stretch, as it stands: ``'`` behind James, ``s`` behind Anna in
            German; empty for none.
        is_upper: It is written in capitals.
    """

    start: int
    end: int
    cue_id: str
    slot: str
    own: str = ""
    name: str = ""
    ending: str = ""
    is_upper: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """Every place of a text, in its order and never overlapping; what was left alone, in its order too."""

    places: tuple[Place | DrawnPlace, ...] = ()
    left: tuple[Left, ...] = ()


def left_at(text: str, span: tuple[int, int], cue_id: str, reason: LeftReason, advice: str) -> Left:
    """Words of a text that are left alone.

    Args:
        span: First offset and the one behind the last character.
        cue_id: The cue that looked for them; empty for what belongs to none.
        advice: What a person can do, a sentence.
    """
    start, end = span
    return Left(start=start, end=end, words=text[start:end], cue_id=cue_id, reason=reason, advice=advice)
