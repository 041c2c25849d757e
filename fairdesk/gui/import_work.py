"""Work of the import dialog; runs in the worker and knows no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from fairdesk.audit.import_preview import FileLook, Unreadable, check_file, look_at_file
from fairdesk.audit.projects import starting_details
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import LayoutChoices, RecordCheck, RecordLayout, RowProblem
from fairdesk.gui.project_work import NewProject

MOST_PROBLEMS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLook:
    """Files before anything was chosen; the first one is shown, and ``others`` are read like it."""

    path: Path
    others: tuple[Path, ...]
    n_bytes: int
    look: FileLook | Unreadable


@dataclass(frozen=True, slots=True, kw_only=True)
class Supplier:
    """Who hands over the answers, the date as they state it (ISO 8601, or empty), and a note."""

    who: str
    on: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedFiles:
    """Files that were read to their ends.

    Attributes:
        layouts: One per file, in their order.
        checks: What each file holds.
        problems: The first rows of all files that cannot be taken; with several files, each names its own.
    """

    layouts: tuple[RecordLayout, ...]
    checks: tuple[RecordCheck, ...]
    problems: tuple[RowProblem, ...]

    @property
    def n_rows(self) -> int:
        """Answers that can be taken."""
        return sum(check.n_rows for check in self.checks)

    @property
    def n_problems(self) -> int:
        """Rows that cannot be taken."""
        return sum(check.n_problems for check in self.checks)

    @property
    def variants(self) -> tuple[str, ...]:
        """Labels of all files."""
        return tuple(dict.fromkeys(label for check in self.checks for label in check.variants))


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrder:
    """What is to be imported and where to; ``new`` is None when the project ``project_id`` takes it.

    Attributes:
        files: Path, layout, and the name of the system of rows that name none.
    """

    files: tuple[tuple[Path, RecordLayout, str], ...]
    supplier: Supplier
    take_good_rows: bool
    project_id: str = ""
    new: NewProject | None = None


def first_look(path: Path, others: tuple[Path, ...] = ()) -> FirstLook:
    """How the first file looks by itself."""
    n_bytes = sum(one.stat().st_size for one in (path, *others) if one.is_file())
    return FirstLook(path=path, others=others, n_bytes=n_bytes, look=look_at_file(path, LayoutChoices()))


def check_whole(
    paths: tuple[Path, ...], choices: LayoutChoices, report: Callable[[tuple[int, int]], None]
) -> CheckedFiles:
    """What an import would take; reports bytes done and bytes in all.

    Raises:
        ImportProblem: a file cannot be read like the first one.
    """
    layouts = tuple(_layout_of(path, choices) for path in paths)
    sizes = [path.stat().st_size for path in paths]
    checks = []
    for place, (path, layout) in enumerate(zip(paths, layouts, strict=True)):
        before = sum(sizes[:place])
        checks.append(check_file(path, layout, lambda done, _total, before=before: report((before + done, sum(sizes)))))  # type: ignore[misc]
    problems = tuple(
        replace(problem, cause=f"{path.name}: {problem.cause}") if len(paths) > 1 else problem
        for path, check in zip(paths, checks, strict=True)
        for problem in check.problems
    )
    return CheckedFiles(layouts=layouts, checks=tuple(checks), problems=problems[:MOST_PROBLEMS])


def _layout_of(path: Path, choices: LayoutChoices) -> RecordLayout:
    look = look_at_file(path, choices)
    if isinstance(look, Unreadable):
        raise ImportProblem(look.message, look.advice)
    if look.preview.questions:
        raise ImportProblem(
            f"{path.name} asks something that the first file does not: {look.preview.questions[0].question}",
            "Import this file by itself, or save it in the form of the first one.",
        )
    return look.layout


def import_file(spec: WorkspaceSpec, order: ImportOrder, report: Callable[[str], None]) -> str:
    """Import; reports the step in words, and answers with the project's id."""
    from fairdesk.audit.supplied import (
        NewProjectOfRecords,
        RecordFile,
        RecordsRequest,
        SuppliedBy,
        import_into_new_project,
        import_records,
    )

    supplier = order.supplier
    request = RecordsRequest(
        files=tuple(RecordFile(path=path, layout=layout, system=system) for path, layout, system in order.files),
        supply=SuppliedBy(who=supplier.who, on=supplier.on, note=supplier.note),
        take_good_rows=order.take_good_rows,
    )
    if order.new is None:
        return import_records(spec, order.project_id, request, report).project_id
    new = order.new
    # What was evaluated is not known before somebody says it; nothing is proposed for an object that nobody saw.
    named = replace(starting_details(), object_name="", object_purpose="")
    details = replace(named, client=new.client, auditor=new.auditor, auditor_role=new.auditor_role)
    project = NewProjectOfRecords(name=new.name, details=details)
    return import_into_new_project(spec, project, request, report).project_id
