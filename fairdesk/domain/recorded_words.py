"""What is said of recorded answers to a benchmark wherever they are: FairDesk neither asked nor saw how they came."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairdesk.domain.file_sources import file_words, is_from_file
from fairdesk.domain.recorded import RECORDED, RecordedOutcomes
from fairdesk.domain.results import RunSummary

NEITHER_ASKED_NOR_SEEN = "FairDesk neither asked for these answers nor saw the calls"

NOT_KNOWN = (
    "Whether the named model gave them, in which order, with which settings, and whether any was chosen or changed is "
    "not known"
)

RECORDED_ORDER = "; of the answers from recorded files the order is not known"
"""What is added to the words on the order of asking where answers came from recorded files."""

AS_STATED = (
    "Where the file states a number, a refusal or a failure in place of words, that was taken as stated; nothing was "
    "read."
)

NOT_ASKED_BESIDE = (
    "FairDesk does not ask for answers of its own beside recorded ones: a score would mix what it saw with what it did "
    "not see."
)


def is_recorded(source: str) -> bool:
    """Whether an exchange came from a recorded file.

    Example:
        >>> is_recorded("recorded a.csv 0f"), is_recorded(""), is_recorded("batch recorded 0f")
        (True, False, False)
    """
    return is_from_file(RECORDED, source)


def recorded_source_sentence(source: str) -> str:
    """Where one answer came from; empty for one that is of no recorded file.

    Example:
        >>> recorded_source_sentence("recorded my a.csv 0f")[:69]
        'From the recorded file my a.csv, SHA-256 0f. What was sent for it is '
    """
    if not is_recorded(source):
        return ""
    return (
        f"From the recorded file {file_words(RECORDED, source)}. What was sent for it is not known, nor when: the time "
        f"is that of the import. {NEITHER_ASKED_NOR_SEEN}."
    )


def supplied_words(suppliers: Iterable[str]) -> str:
    """Whose files answers came from.

    Example:
        >>> supplied_words(("Vendor Ltd",))
        'a recorded file supplied by Vendor Ltd'
        >>> supplied_words(("Vendor Ltd", "Vendor Ltd", "Lab"))
        'recorded files supplied by Vendor Ltd and Lab'
    """
    given = tuple(suppliers)
    names = tuple(dict.fromkeys(given))
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{'a recorded file' if len(given) == 1 else 'recorded files'} supplied by {listed}"


def recorded_sentence(recorded: Sequence[RecordedOutcomes], n_asked: int) -> str:
    """What is said beside the numbers of a run; empty for a run without such answers.

    Args:
        n_asked: Calls of the run that have an outcome.

    Example:
        >>> recorded_sentence((), 5)
        ''
    """
    if not recorded:
        return ""
    number = sum(one.n_calls for one in recorded)
    how_many = f"All {n_asked}" if number == n_asked else f"{number} of {n_asked}"
    return (
        f"{how_many} outcomes came from {supplied_words(one.file.supplied_by for one in recorded)}. "
        f"{NEITHER_ASKED_NOR_SEEN}. {NOT_KNOWN}."
    )


def recorded_card(files: Sequence[tuple[str, str]]) -> str:
    """What stands on the card of a run that took recorded files; empty for none.

    Args:
        files: Name of each file and who supplied it.

    Example:
        >>> recorded_card((("a.csv", "Vendor Ltd"),))[:68]
        'Answers came from a recorded file supplied by Vendor Ltd: a.csv. Fai'
    """
    if not files:
        return ""
    named = ", ".join(dict.fromkeys(name for name, _ in files))
    suppliers = supplied_words(who for _, who in files)
    return f"Answers came from {suppliers}: {named}. {NEITHER_ASKED_NOR_SEEN}. {NOT_KNOWN}."


def run_recorded_words(run: RunSummary) -> str:
    """The same of one run that was analysed, with the name of its system; empty for a run without such answers."""
    words = recorded_sentence(run.recorded, run.n_asked)
    return f"{run.system}: {words}" if words else ""


def recorded_remarks(runs: Iterable[RunSummary]) -> tuple[str, ...]:
    """The same of all runs, those without such answers left out."""
    return tuple(words for run in runs if (words := run_recorded_words(run)))


def recorded_limit(runs: Sequence[RunSummary]) -> str:
    """The limit that a report names; empty where no answer came from a recorded file."""
    recorded = [(run.system, one) for run in runs for one in run.recorded]
    if not recorded:
        return ""
    numbers = {run.system: run.n_recorded for run in runs if run.n_recorded}
    named = ", ".join(f"{system} ({number})" for system, number in numbers.items())
    return (
        f"Answers of {named} came from {supplied_words(one.file.supplied_by for _, one in recorded)}. "
        f"{NEITHER_ASKED_NOR_SEEN}. {NOT_KNOWN}. Rows were matched to items by the names that the file gives; what "
        f"was really sent for them was not observed. {AS_STATED}"
    )
