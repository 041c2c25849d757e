"""An imported case file as a line of a list, and which lines are wanted."""

from __future__ import annotations

from dataclasses import dataclass

USED = "used"
LEFT_OUT = "left out"

NOT_TOLD = "und"
"""Language of a text that is too short, or of no language that is told apart (the ISO 639 code for undetermined)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseLine:
    """An imported case file without its text.

    Attributes:
        row_id: Chosen by the store; 0 before it is stored.
        case_id: Unique in its project.
        document_sha256: Document that holds the case (``cases.Case``).
        text_sha256: Of the text alone; equal texts have equal ones.
        source_sha256: Document that describes the file that it came from; it names the hash of that file's bytes.
        source_name: Name of that file without its folder.
        language: Two letters, or ``und`` when it was not told.
        n_characters: Unicode characters of the text.
        n_words: Stretches between blanks; None for a script that is written without them.
        duplicate_of: Id of the first case with exactly this text; empty for none.
        near_duplicate_of: Id of an earlier case whose text is almost this one; empty for none.
        n_hints: How many places look like personal data to the rules (see ``CaseHint``).
        state: ``used`` or ``left out``; ``reason`` says why it is left out.
        changed_at: UTC, ISO 8601 with Z.
    """

    row_id: int = 0
    case_id: str
    title: str
    document_sha256: str
    text_sha256: str
    source_sha256: str
    source_name: str
    language: str
    n_characters: int
    n_words: int | None
    duplicate_of: str = ""
    near_duplicate_of: str = ""
    n_hints: int = 0
    state: str = USED
    reason: str = ""
    changed_at: str = ""

    @property
    def is_used(self) -> bool:
        """Whether a plan that is made now takes it."""
        return self.state == USED


ORDERS = (
    "",
    "case_id",
    "title",
    "source_name",
    "language",
    "n_characters",
    "n_words",
    "n_hints",
    "state",
    "changed_at",
)
"""What a list can be sorted by; empty is the order of arrival."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CasesWanted:
    """Which lines of the list, in which order.

    Attributes:
        words: Stand in the id, the title, the name of the file or the text, without regard to case; empty for any.
        language: Two letters or ``und``; empty for any.
        only_hints: Only those with at least one hint of personal data.
        only_duplicates: Only those that are duplicates or near-duplicates of another.
        only_left_out: Only those that are left out; ``only_used`` only those that are used.
        order: One of ``ORDERS``; equal ones stand in the order of arrival.
        limit: At most so many; 0 for all.
    """

    words: str = ""
    language: str = ""
    only_hints: bool = False
    only_duplicates: bool = False
    only_left_out: bool = False
    only_used: bool = False
    order: str = ""
    is_descending: bool = False
    limit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseCounts:
    """Numbers of a project's imported cases.

    Attributes:
        n_all: All of them; ``n_used`` those that are used.
        n_duplicates: Exact ones; ``n_near`` near ones.
        n_with_hints: Cases with at least one hint; ``n_hints`` all hints.
        languages: Language and number of cases, the most frequent first.
    """

    n_all: int = 0
    n_used: int = 0
    n_duplicates: int = 0
    n_near: int = 0
    n_with_hints: int = 0
    n_hints: int = 0
    languages: tuple[tuple[str, int], ...] = ()
