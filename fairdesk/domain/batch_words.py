"""What is said of answers that came from a batch file: FairDesk wrote the questions and did not see them asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairdesk.domain.file_sources import file_source, file_words, is_from_file

BATCH = "batch"
"""The first word of ``Exchange.source`` of an answer from a batch file."""

NOT_ASKED_HERE = "FairDesk wrote the requests and read the results; it did not ask for these answers itself"

BATCH_ORDER = "; that holds for the calls that FairDesk made: the order within batch files is not known"
"""What is added to the words on the order of asking where answers came from batch files."""


def batch_source(file_name: str, sha256: str) -> str:
    """What ``Exchange.source`` says of an answer from a batch file.

    Example:
        >>> batch_source("out.jsonl", "0f")
        'batch out.jsonl 0f'
    """
    return file_source(BATCH, file_name, sha256)


def is_from_batch(source: str) -> bool:
    """Whether an exchange came from a batch file.

    Example:
        >>> is_from_batch("batch out.jsonl 0f"), is_from_batch(""), is_from_batch("reused r-1 7")
        (True, False, False)
    """
    return is_from_file(BATCH, source)


def source_sentence(source: str) -> str:
    """Where one answer came from, as a sentence; empty for one that FairDesk asked for in this run.

    Example:
        >>> source_sentence("batch my out.jsonl 0f")
        'From the batch file my out.jsonl, SHA-256 0f. When it was asked is not known: the time is that of the import.'
    """
    if not is_from_batch(source):
        return ""
    when = "When it was asked is not known: the time is that of the import."
    return f"From the batch file {batch_file_words(source)}. {when}"


def batch_sentence(n_from_batch: int, n_asked: int) -> str:
    """What is said beside the numbers of a run; empty for a run without such answers.

    Args:
        n_from_batch: Calls of the run whose outcome came from batch files.
        n_asked: Calls of the run that have an outcome.

    Example:
        >>> batch_sentence(0, 5)
        ''
        >>> batch_sentence(5, 5)[:41]
        'All 5 outcomes came from batch files that'
        >>> batch_sentence(2, 5)[:41]
        '2 of 5 outcomes came from batch files tha'
    """
    if not n_from_batch:
        return ""
    how_many = f"All {n_asked}" if n_from_batch == n_asked else f"{n_from_batch} of {n_asked}"
    return (
        f"{how_many} outcomes came from batch files that were run outside FairDesk. {NOT_ASKED_HERE}, and whether the "
        "named model gave them is known only from the files."
    )


def batch_file_words(source: str) -> str:
    """A batch file's name and hash, for lists; empty for another source.

    Example:
        >>> batch_file_words("batch my out.jsonl 0f")
        'my out.jsonl, SHA-256 0f'
    """
    return file_words(BATCH, source)


def imported_sentence(file_names: Sequence[str]) -> str:
    """What stands on the card of a run that batch files were imported into; empty for none.

    Example:
        >>> imported_sentence(("a.jsonl", "b.jsonl", "a.jsonl"))[:61]
        'Answers came from batch files that were run outside FairDesk:'
    """
    if not file_names:
        return ""
    named = ", ".join(dict.fromkeys(file_names))
    return f"Answers came from batch files that were run outside FairDesk: {named}. {NOT_ASKED_HERE}."


def batch_limit(from_batch: Mapping[str, int]) -> str:
    """The limit that a report names; empty where no answer came from a batch file.

    Args:
        from_batch: System to the number of its calls whose outcome came from batch files.

    Example:
        >>> batch_limit({"baseline": 12, "mitigated": 0})[:60]
        'Answers of baseline (12) came from batch files that were run'
    """
    named = ", ".join(f"{system} ({count})" for system, count in from_batch.items() if count)
    if not named:
        return ""
    return (
        f"Answers of {named} came from batch files that were run outside FairDesk. {NOT_ASKED_HERE}: when and in which "
        "order the calls were made, on which machine, and whether any answer was chosen or changed before the file "
        "came back was not observed. Every answer was matched to its request by the name that FairDesk had given it, "
        "which holds the start of the request's hash."
    )
