"""Where one answer came from, in a sentence: a batch file, a recorded file, or an earlier run."""

from __future__ import annotations

from fairdesk.domain.batch_words import source_sentence
from fairdesk.domain.recorded_words import recorded_source_sentence
from fairdesk.domain.reuse_words import reused_sentence


def origin_sentence(source: str) -> str:
    """A sentence on ``Exchange.source``; empty for an answer that FairDesk asked for in this run.

    Example:
        >>> origin_sentence(""), origin_sentence("reused r-1 7")[:24]
        ('', 'Not asked in this run: t')
    """
    return source_sentence(source) or recorded_source_sentence(source) or reused_sentence(source)
