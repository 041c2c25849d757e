"""Cases out of files, one after the other: each with an id, a language and what rules found; problems beside them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.case_hints import CaseHint, replace_kinds
from fairdesk.domain.case_imports import CaseImportOptions, CaseProblem, FilePreview, PlaceHolderFound
from fairdesk.domain.cases import PLACEHOLDERS
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.progress import TellStep

if TYPE_CHECKING:
    from fairdesk.interchange.case_parts import CaseFileFacts, ReadCase

PROBLEMS_KEPT = 100
"""Problems of a file that are listed; all are counted."""

LONGEST_ID = 80
LONGEST_NAME = 120

TELL_SECONDS = 1.0
"""How often progress is told; also how soon a cancel is noticed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCase:
    """A case as it would be imported.

    Attributes:
        text: As it would be stored, replaced places included.
        hints: Of the text as it stands in the file.
        n_replaced: How many of them were replaced.
        file_place: Which of the files it came from, from 0.
        place: ``line 3``; empty for a whole file.
    """

    case_id: str
    text: str
    language: str
    hints: tuple[CaseHint, ...]
    n_replaced: int
    file_place: int
    place: str


@dataclass(slots=True)
class Problems:
    """All problems of one import: counted, and the first of each file kept."""

    kept: dict[int, list[CaseProblem]] = field(default_factory=dict)
    n_blocking: int = 0
    n_rejected: int = 0
    n_all: int = 0

    def add(self, file_place: int, problem: CaseProblem, is_rejected: bool) -> None:
        """One more."""
        self.n_all += 1
        self.n_blocking += problem.is_blocking
        self.n_rejected += is_rejected
        of_file = self.kept.setdefault(file_place, [])
        if len(of_file) < PROBLEMS_KEPT:
            of_file.append(problem)

    def all(self) -> tuple[CaseProblem, ...]:
        """Those that are kept, file after file; blocking ones first within a file."""
        in_order = (sorted(self.kept[place], key=lambda one: not one.is_blocking) for place in sorted(self.kept))
        return tuple(problem for of_file in in_order for problem in of_file)

    def of(self, file_place: int) -> tuple[CaseProblem, ...]:
        """Those of one file."""
        return tuple(self.kept.get(file_place, ()))


class PlaceHolders:
    """Counts the names in braces, and knows which of them some cue fills."""

    def __init__(self, known: Sequence[str]) -> None:
        self._known = {*PLACEHOLDERS, *known}
        self._counts: dict[str, int] = {}

    def count(self, text: str) -> None:
        """Those of one text, each once."""
        from fairdesk.interchange.text_facts import place_holders_of

        for name in place_holders_of(text):
            self._counts[name] = self._counts.get(name, 0) + 1

    def found(self) -> tuple[PlaceHolderFound, ...]:
        """All of them, unknown ones first, then the most frequent."""
        known = self._known
        found = [PlaceHolderFound(name=name, n_cases=n, is_known=name in known) for name, n in self._counts.items()]
        return tuple(sorted(found, key=lambda one: (one.is_known, -one.n_cases, one.name))[:PROBLEMS_KEPT])


class CaseReader:
    """Reads files as cases; problems and facts of the files are gathered while the cases are taken.

    Args:
        taken: Ids that the project has already, with the hash of the text of each.
        replaces: Whether hints are replaced as the options say; a preview shows them.
    """

    def __init__(
        self,
        files: Sequence[Path],
        options: CaseImportOptions,
        taken: dict[str, str],
        tell: TellStep,
        *,
        replaces: bool = True,
    ) -> None:
        self.files = files
        self.problems = Problems()
        self.previews: list[FilePreview] = []
        self._options = options
        self._stored = taken
        self._here: dict[str, str] = {}
        self._tell = tell
        self._told_at = monotonic()
        self._replaces = replaces
        self._names: dict[int, str] = {}

    def cases(self, looks: Callable[[], bool] = lambda: True) -> Iterator[FoundCase]:
        """Every case of every file that can be taken.

        Args:
            looks: Whether language and hints of the next case are wanted; they take most of the time.
        """
        for file_place, path in enumerate(self.files):
            n_cases = 0
            for found in self._of_file(file_place, path, looks):
                n_cases += 1
                self._say(f"Reading {safe_name(path.name)}: {n_cases:,} {'case' if n_cases == 1 else 'cases'}")
                yield found
            if len(self.previews) <= file_place:  # it could not be opened
                self.previews.append(FilePreview(name=safe_name(path.name), kind="", n_cases=0, n_bytes=0))
            told = self.problems.of(file_place)
            self.previews[file_place] = replace(self.previews[file_place], n_cases=n_cases, problems=told)

    def _of_file(self, file_place: int, path: Path, looks: Callable[[], bool]) -> Iterator[FoundCase]:
        from fairdesk.interchange.case_texts import opened, read_case_file, survey_case_file

        name = safe_name(path.name)
        self._tell(f"Reading {name}")
        try:
            with opened(path) as file:
                facts = survey_case_file(file, self._options)
                self.previews.append(_preview(name, facts))
                for problem in facts.problems:
                    self.problems.add(file_place, replace(problem, file=name), is_rejected=problem.is_blocking)
                progress = self._pages if facts.kind == "PDF" else None
                for number, one in enumerate(read_case_file(file, facts, self._options, progress), 1):
                    if isinstance(one, CaseProblem):
                        self.problems.add(file_place, replace(one, file=name), is_rejected=one.is_blocking)
                        continue
                    found = self._found(one, (file_place, number), looks())
                    taken = self._taken(found, bool(one.given_id))
                    if taken is not None:
                        yield taken
        except ImportProblem as problem:
            self._fail(file_place, name, path, problem)
        except OSError as error:  # a medium that was taken out, and the like
            words = f"it cannot be read: {error.strerror or error}"
            self._fail(file_place, name, path, ImportProblem(words, "Check that it is there, and try again."))

    def _found(self, one: ReadCase, at: tuple[int, int], looks: bool) -> FoundCase:
        file_place, number = at
        language, stored = self._options.language, one.text
        hints: tuple[CaseHint, ...] = ()
        kinds = self._options.replaced_kinds
        if looks:
            from fairdesk.interchange.languages import guess_language
            from fairdesk.interchange.personal_data import find_hints

            language = language or guess_language(one.text)
            hints = find_hints(one.text, language)
            stored = replace_kinds(one.text, hints, kinds) if kinds else one.text
        if file_place not in self._names:
            self._names[file_place] = self._name_for(file_place, stored, hints)
        return FoundCase(
            case_id=self._id_for(one, file_place, number),
            text=stored if self._replaces else one.text,
            language=language,
            hints=hints,
            n_replaced=sum(hint.kind in kinds for hint in hints) if self._replaces else 0,
            file_place=file_place,
            place=one.place,
        )

    def _name_for(self, file_place: int, stored: str, hints: Sequence[CaseHint]) -> str:
        """The name of a file, without its ending, or a number where names are replaced and it may tell of a person."""
        from fairdesk.interchange.telling_names import tells_of_a_person

        stem = self.files[file_place].stem
        if not any(kind.value == "names" for kind in self._options.replaced_kinds):
            return stem
        names = [hint.words for hint in hints if hint.kind.value == "names"]
        return "" if tells_of_a_person(stem, stored, names) else stem

    def _id_for(self, one: ReadCase, file_place: int, number: int) -> str:
        """The id of the file's own column, else the name of the file, numbered where it holds several cases."""
        if one.given_id and (cleaned := clean_id(one.given_id)):
            return cleaned
        stem = slug(self._names[file_place]) if self._names[file_place] else f"case-{file_place + 1:04}"
        return f"{stem}-{number:05}" if one.place else stem

    def source_name(self, file_place: int) -> str:
        """What a file is called in the store."""
        path = self.files[file_place]
        return safe_name(path.name) if self._names.get(file_place) else f"file {file_place + 1}{path.suffix.lower()}"

    def _taken(self, found: FoundCase, is_given: bool) -> FoundCase | None:
        """The case under an id that is free, or None; an id that was made here gives way to one that is there."""
        text_sha256 = text_hash(found.text)
        case_id, n = found.case_id, 1
        while (there := self._here.get(case_id) or self._stored.get(case_id)) is not None:
            if case_id in self._stored and there == text_sha256:
                self._refuse(found, f"the case {case_id!r} is here already with this text", False)
                return None
            if is_given:
                where = "stands further up already" if case_id in self._here else "is here already with another text"
                self._refuse(found, f"the id {case_id!r} {where}", True)
                return None
            n += 1
            case_id = f"{found.case_id}-{n}"
        self._here[case_id] = text_sha256
        return found if case_id == found.case_id else replace(found, case_id=case_id)

    def _refuse(self, found: FoundCase, cause: str, is_blocking: bool) -> None:
        cure = "Give every case an id of its own, or choose another column (--id-column)." if is_blocking else ""
        problem = CaseProblem(
            file=safe_name(self.files[found.file_place].name),
            place=found.place,
            cause=cause,
            cure=cure,
            is_blocking=is_blocking,
        )
        self.problems.add(found.file_place, problem, is_rejected=True)

    def _fail(self, file_place: int, name: str, path: Path, problem: ImportProblem) -> None:
        cause = problem.message.removeprefix(path.name).lstrip(":, ").rstrip(".")
        self.problems.add(
            file_place, CaseProblem(file=name, place="", cause=cause or "cannot be read", cure=problem.advice), True
        )

    def _pages(self, n_done: int, n_all: int) -> None:
        self._say(f"Reading page {n_done} of {n_all}")

    def _say(self, words: str) -> None:
        if monotonic() - self._told_at >= TELL_SECONDS:
            self._told_at = monotonic()
            self._tell(words)


def _preview(name: str, facts: CaseFileFacts) -> FilePreview:
    return FilePreview(
        name=name,
        kind=facts.kind,
        n_cases=0,
        n_bytes=facts.n_bytes,
        encoding=facts.encoding,
        columns=facts.columns,
        text_column=facts.text_column,
        id_column=facts.id_column,
    )


def safe_name(name: str) -> str:
    r"""A file's name as it can be shown and stored: without what steers, and not too long.

    Example:
        >>> safe_name("a\u202egpj.txt\n"), len(safe_name("x" * 500))
        ('a?gpj.txt?', 120)
    """
    shown = "".join("?" if unicodedata.category(character)[0] == "C" else character for character in name)
    return shown if len(shown) <= LONGEST_NAME else shown[: LONGEST_NAME - 20] + "..." + shown[-17:]


def clean_id(given: str) -> str:
    r"""An id out of a table: one line of plain characters.

    Example:
        >>> clean_id(" A 7\n"), clean_id("\u202e")
        ('A 7', '')
    """
    plain = "".join(" " if unicodedata.category(character)[0] in "CZ" else character for character in given)
    return " ".join(plain.split())[:LONGEST_ID]


def slug(stem: str) -> str:
    """An id out of a file's name: letters, digits, ``.``, ``_`` and ``-``; ``case`` where nothing is left.

    Example:
        >>> slug("../Anna's CV (2)"), slug("???")
        ('Anna-s-CV-2', 'case')
    """
    normal = unicodedata.normalize("NFC", stem)
    plain = "".join(character if character.isalnum() or character in "._-" else "-" for character in normal)
    parts = [part for part in plain.split("-") if part.strip("._")]
    return "-".join(parts).strip("._")[:LONGEST_ID] or "case"


def text_hash(text: str) -> str:
    """The hash by which equal texts are found."""
    return sha256_hex(text.encode())
