"""What an import of cases is told, shows before it begins, and answers with."""

from __future__ import annotations

from dataclasses import dataclass, field

from fairdesk.domain.case_hints import CaseHint, HintKind
from fairdesk.domain.case_rows import CaseLine
from fairdesk.domain.cases import Case

CASE_SOURCE = "case_source"
"""Kind of the document that describes an imported file (``CaseSource``)."""

CASE = "case"
"""Kind of the document that holds a case, in a plan and in the list of imported ones."""

SPLITS = ("file", "paragraph")
"""One case per text file, or one per stretch of lines between blank lines."""


CASE_ENDINGS = (".txt", ".text", ".md", ".markdown", ".docx", ".docm", ".pdf")
"""Ends of names, in small letters, of files that can be nothing but cases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseImportOptions:
    """How files are read as cases.

    Attributes:
        text_column: Column of a table that holds the texts; empty when it can be told by its name.
        id_column: Column that holds the ids; empty when it can be told by its name, else rows are numbered.
        language: Two letters, of all cases; empty for a guess per text.
        sheet: Of a workbook; empty for the first with a table.
        encoding: Of text files; empty for a guess.
        keeps_originals: Keep the bytes of the files in the store. They hold whatever was replaced, too.
        replaced_kinds: Hints of these kinds are replaced before anything is stored.
        split: One of ``SPLITS``, for text and Markdown.
        takes_good_rows: Import what can be taken though some rows or files cannot.
        place_holders: Names in braces that are known besides those of FairDesk, for example of the design's cues.
    """

    text_column: str = ""
    id_column: str = ""
    language: str = ""
    sheet: str = ""
    encoding: str = ""
    keeps_originals: bool = False
    replaced_kinds: tuple[HintKind, ...] = ()
    split: str = "file"
    takes_good_rows: bool = False
    place_holders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseProblem:
    """A row or a file that cannot be taken, or something that a person should know of it.

    Attributes:
        file: Its name.
        place: ``line 3``, ``page 2``; empty for the file as a whole.
        is_blocking: Nothing is imported unless the good rows alone are wanted. Others are only told.
    """

    file: str
    place: str
    cause: str
    cure: str
    is_blocking: bool = True

    @property
    def where(self) -> str:
        """File and place."""
        return f"{self.file}, {self.place}" if self.place else self.file

    @property
    def sentence(self) -> str:
        """File, place, cause and cure in one line."""
        return f"{self.where}: {self.cause}. {self.cure}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePreview:
    """One file before it is imported.

    Attributes:
        kind: ``text``, ``Markdown``, ``CSV``, ``TSV``, ``XLSX``, ``JSON lines``, ``DOCX``, ``PDF``; empty when the file
            cannot be read.
        columns: Of a table; ``text_column`` and ``id_column`` are those that are taken (empty: rows are numbered).
        encoding: Of a text; empty otherwise.
        n_pages: Of a PDF; 0 otherwise.
    """

    name: str
    kind: str
    n_cases: int
    n_bytes: int
    encoding: str = ""
    columns: tuple[str, ...] = ()
    text_column: str = ""
    id_column: str = ""
    n_pages: int = 0
    problems: tuple[CaseProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewedCase:
    """One case before it is imported.

    Attributes:
        text: As it stands in the file, at most ``SHOWN`` characters; ``is_cut`` says that there is more.
        hints: In the shown part.
    """

    case_id: str
    title: str
    text: str
    is_cut: bool
    language: str
    n_characters: int
    n_words: int | None
    hints: tuple[CaseHint, ...]
    source_name: str
    duplicate_of: str = ""
    near_duplicate_of: str = ""


SHOWN = 20_000
"""Characters of a text that a preview shows."""

PREVIEWED = 200
"""Cases that a preview shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceHolderFound:
    """A name in braces that stands in imported texts; ``is_known``: some cue fills it."""

    name: str
    n_cases: int
    is_known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePreview:
    """What an import would do.

    Attributes:
        cases: The first ``PREVIEWED``.
        n_cases: All that can be taken.
        n_problems: Of all problems; ``problems`` holds the first of each file.
    """

    files: tuple[FilePreview, ...]
    cases: tuple[PreviewedCase, ...]
    n_cases: int
    n_duplicates: int
    n_problems: int
    problems: tuple[CaseProblem, ...]
    place_holders: tuple[PlaceHolderFound, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CasesImported:
    """What an import did.

    Attributes:
        n_imported: New cases, duplicates included (they come in as left out).
        n_duplicates: Of them, those whose text another case has already; ``n_near`` almost.
        n_hints: Places in the stored texts that look like personal data.
        n_replaced: Places that were replaced before anything was stored.
        n_rejected: Rows and files that were not taken; ``problems`` holds the first of each file.
        languages: Language and number of new cases, the most frequent first.
        sources: File name and key of the document that describes it.
    """

    n_imported: int
    n_duplicates: int
    n_near: int
    n_hints: int
    n_replaced: int
    n_rejected: int
    languages: tuple[tuple[str, int], ...]
    problems: tuple[CaseProblem, ...]
    place_holders: tuple[PlaceHolderFound, ...]
    sources: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseSource:
    """A file that cases were read from; kept as a document.

    Attributes:
        name: Without its folder.
        file_sha256: Of its bytes.
        parts: Documents that hold its bytes, in order; empty when they are not kept.
        replaced: Kinds of hints that were replaced before the texts were stored.
        imported_at: UTC, ISO 8601 with Z.
    """

    name: str
    kind: str
    n_bytes: int
    file_sha256: str
    imported_at: str
    keeps_bytes: bool
    parts: tuple[str, ...] = ()
    encoding: str = ""
    replaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView:
    """One imported case as a person looks at it.

    Attributes:
        source: The file that it came from; None when its description is not in the store.
        n_earlier: How many texts stood here before this one; they are kept.
        change: Why the text was changed last; empty when it was not.
        place_holders: Names in braces in the text, in its order, each once.
    """

    line: CaseLine
    case: Case
    hints: tuple[CaseHint, ...]
    source: CaseSource | None
    n_earlier: int = 0
    change: str = ""
    place_holders: tuple[str, ...] = field(default=())
