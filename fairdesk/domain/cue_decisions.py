"""What was decided about the legitimacy of cues, in words, and what it keeps results from being called.

A cue whose legitimacy is disputed or undecided tells of a response, and of nothing more (report-contents.md S5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from fairdesk.domain.design import Cue, CueVerdict, Design

CUE_VERDICTS = {
    CueVerdict.NOT_LEGITIMATE: "not a legitimate factor",
    CueVerdict.LEGITIMATE: "legitimate for the stated purpose",
    CueVerdict.DISPUTED: "disputed",
    CueVerdict.UNDECIDED: "undecided",
}

OPEN_VERDICTS = (CueVerdict.DISPUTED, CueVerdict.UNDECIDED)
"""Neither allows a result to be called anything but a response to the cue."""

JUDGING_WORD = re.compile(r"\b(?:non-?)?discriminat\w*", re.IGNORECASE)


def decision_words(cue: Cue) -> str:
    """What was decided about a cue, by whom and when.

    Example:
        >>> decision_words(Cue(cue_id="n", attribute_id="origin", kind="names", title="Names", language="en"))
        'undecided'
    """
    decision = cue.decision
    who = ", ".join(part for part in (decision.decided_by, decision.decided_on) if part)
    return f"{CUE_VERDICTS[decision.verdict]}{f' ({who})' if who else ''}"


def cue_caution(design: Design | None, attributes: Mapping[str, str]) -> str:
    """What must stand beside every result of a variant whose cues are disputed or undecided; empty otherwise.

    Args:
        attributes: Attribute to level of the variant, without those at the reference.

    Example:
        >>> names = Cue(cue_id="n", attribute_id="origin", kind="names", title="Names", language="en")
        >>> cue_caution(Design(cues=(names,)), {"origin": "overseas"})
        'whether Names is a legitimate factor is undecided: read this as a response to the cue'
    """
    if design is None:
        return ""
    found = [
        f"whether {cue.title.strip() or cue.cue_id} is a legitimate factor is {decision_words(cue)}"
        for cue in open_cues(design)
        if cue.attribute_id in attributes
    ]
    return f"{'; '.join(dict.fromkeys(found))}: read this as a response to the cue" if found else ""


def open_cues(design: Design) -> tuple[Cue, ...]:
    """Cues whose legitimacy is disputed or undecided."""
    return tuple(cue for cue in design.cues if cue.decision.verdict in OPEN_VERDICTS)


def blocked_words(design: Design, texts: Iterable[str]) -> tuple[str, ...]:
    """Words in texts about results that a disputed or undecided cue does not allow, each once and as it stands.

    Example:
        >>> names = Cue(cue_id="n", attribute_id="origin", kind="names", title="Names", language="en")
        >>> blocked_words(Design(cues=(names,)), ["The system discriminates."])
        ('discriminates',)
    """
    if not open_cues(design):
        return ()
    return tuple(dict.fromkeys(found.group() for text in texts for found in JUDGING_WORD.finditer(text)))
