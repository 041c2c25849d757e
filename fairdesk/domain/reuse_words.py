"""What is said of answers that a run took over from an earlier run, because the whole request was the same."""

from __future__ import annotations

REUSED = "reused "
"""Begins ``Exchange.source`` of an answer that was taken over; its run and place in that run's chain follow."""


def is_reused(source: str) -> bool:
    """Whether an exchange was taken over from an earlier run.

    Example:
        >>> is_reused("reused r-1 7"), is_reused(""), is_reused("batch reused 0f")
        (True, False, False)
    """
    return source.startswith(REUSED)


def reused_sentence(source: str) -> str:
    """Where one answer came from, as a sentence; empty for one that was not taken over.

    Example:
        >>> reused_sentence("reused r-1 7")
        'Not asked in this run: taken over from run r-1, entry 7, which asked exactly the same.'
    """
    if not is_reused(source):
        return ""
    run_id, _, place = source.removeprefix(REUSED).partition(" ")
    return f"Not asked in this run: taken over from run {run_id}, entry {place}, which asked exactly the same."


def reused_words(n_reused: int, n_asked: int) -> str:
    """What is said beside the numbers of a run; empty for a run that asked everything itself.

    Args:
        n_asked: Calls of the run that have an outcome.

    Example:
        >>> reused_words(0, 5)
        ''
        >>> reused_words(2, 5)[:59]
        '2 of 5 outcomes were not asked in this run: they were taken'
    """
    if not n_reused:
        return ""
    return (
        f"{n_reused} of {n_asked} outcomes were not asked in this run: they were taken over from earlier runs of the "
        "project that sent exactly the same request with the same sample number, at the time and in the order of those "
        "runs."
    )
