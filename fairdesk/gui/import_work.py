"""Work of the import dialog; runs in the worker and knows no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from fairdesk.audit.import_preview import FileLook, Unreadable, check_file, look_at_file
from fairdesk.audit.projects import starting_details
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.records import LayoutChoices, RecordCheck, RecordLayout
from fairdesk.gui.project_work import NewProject


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLook:
    """A file before anything was chosen."""

    path: Path
    n_bytes: int
    look: FileLook | Unreadable


@dataclass(frozen=True, slots=True, kw_only=True)
class Supplier:
    """Who hands over the answers, the date as they state it (ISO 8601, or empty), and a note."""

    who: str
    on: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrder:
    """What is to be imported and where to; ``new`` is None when the project ``project_id`` takes it."""

    path: Path
    layout: RecordLayout
    supplier: Supplier
    take_good_rows: bool
    project_id: str = ""
    new: NewProject | None = None


def first_look(path: Path) -> FirstLook:
    """How a file looks by itself."""
    look = look_at_file(path, LayoutChoices())
    return FirstLook(path=path, n_bytes=path.stat().st_size if path.is_file() else 0, look=look)


def check_whole(path: Path, layout: RecordLayout, report: Callable[[tuple[int, int]], None]) -> RecordCheck:
    """What an import would take; reports bytes done and bytes in all."""
    return check_file(path, layout, lambda done, total: report((done, total)))


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
        files=(RecordFile(path=order.path, layout=order.layout),),
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
