"""What the readers of case files share: one case as read, and how a file is built."""

from __future__ import annotations

from dataclasses import dataclass, field

from fairdesk.domain.case_imports import CaseProblem
from fairdesk.domain.records import FileReading


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCase:
    """A case as it stands in a file.

    Attributes:
        place: ``line 3`` of a table, ``paragraph 2``; empty where the file is one case.
        given_id: What the column of ids says; empty for none.
    """

    text: str
    place: str = ""
    given_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFileFacts:
    """How a file is built, found before its cases are read.

    Attributes:
        kind: See ``FilePreview``.
        encoding: Of text; empty otherwise.
        columns: Headings of a table; ``text_column`` and ``id_column`` are those that are taken.
        problems: Of the file as a whole.
        reading: How a table is read; None for a document.
    """

    name: str
    kind: str
    n_bytes: int
    encoding: str = ""
    columns: tuple[str, ...] = ()
    text_column: str = ""
    id_column: str = ""
    problems: tuple[CaseProblem, ...] = ()
    reading: FileReading | None = field(default=None)

    @property
    def is_table(self) -> bool:
        """Whether its rows are the cases."""
        return self.reading is not None
