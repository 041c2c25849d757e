"""fairdesk project new|list|show|export|import|delete."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import count
from fairdesk.cli.output import Output, run_words
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, InputError


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the commands to the parser."""
    parser = commands.add_parser("project", parents=[shared], help="make, list, show, carry and delete audit projects")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    new = _action(actions, shared, "new", "make a project with a baseline and a mitigated system", _new)
    new.add_argument("name")
    new.add_argument("--client", default="", metavar="WHO", help="who asked for the audit; no report without it")
    new.add_argument("--purpose", default="", metavar="WORDS", help="why the audit is made; no report without it")
    new.add_argument("--auditor", default="", metavar="WHO", help="who audits; no report without it")
    new.add_argument("--object", metavar="NAME", help="what is audited; without it the admissions assistant")
    new.add_argument("--object-use", metavar="WORDS", help="what the object is used for; goes with --object")
    new.add_argument("--endpoint", metavar="NAME", help="a configured endpoint; without it the rehearsal model")
    new.add_argument(
        "--case-folder", default="", metavar="DIR", help="folder of case files; without it the shipped set"
    )
    new.add_argument("--cases", type=count, default=0, metavar="N", help="number of files, shortest first; 0 for all")
    _action(actions, shared, "list", "all projects", _list)
    _action(actions, shared, "show", "one project with its runs", _show).add_argument("project", metavar="PROJECT")
    export = _action(actions, shared, "export", "write a project into one file, to go on elsewhere", _export)
    export.add_argument("project", metavar="PROJECT")
    export.add_argument("file", type=Path, metavar="FILE")
    export.add_argument("--replace", action="store_true", help="write over a file that is there")
    export.add_argument(
        "--without-restricted",
        action="store_true",
        help="leave out benchmark files that may not be handed on; what rests on them cannot be checked there then",
    )
    taking = _action(
        actions, shared, "import", "take a project from a file, or what was added to it elsewhere", _import
    )
    taking.add_argument("file", type=Path, metavar="FILE")
    taking.add_argument("--name", default="", metavar="NAME", help="name of a new project; without it its own")
    taking.add_argument(
        "--take-texts", action="store_true", help="where details or texts differ, take those of the file, after a copy"
    )
    delete = _action(actions, shared, "delete", "delete a project after a backup copy", _delete)
    delete.add_argument("project", metavar="PROJECT")
    delete.add_argument("--yes", action="store_true", help="do not ask")


def _steps(output: Output) -> Callable[[str], None]:
    """Tell each step once: words before a colon name it, what follows counts."""
    told: list[str] = []

    def tell(words: str) -> None:
        step = words.partition(":")[0]
        if told[-1:] != [step]:
            told.append(step)
            output.progress(step)

    return tell


Run = Callable[[WorkspaceSpec, argparse.Namespace, Output], ExitCode]


def _action(actions: Any, shared: argparse.ArgumentParser, name: str, words: str, run: Run) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, parents=[shared], help=words)
    parser.set_defaults(run=run)
    return parser


def _new(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.endpoints import list_endpoints
    from fairdesk.audit.projects import create_project, starting_details, with_endpoint

    if (arguments.object is None) != (arguments.object_use is None):
        raise InputError("An object has a name and a use.", "Give both --object and --object-use, or neither.")
    details = starting_details()
    details = replace(
        details,
        object_name=details.object_name if arguments.object is None else arguments.object,
        object_purpose=details.object_purpose if arguments.object_use is None else arguments.object_use,
        client=arguments.client,
        purpose=arguments.purpose,
        auditor=arguments.auditor,
        case_folder=arguments.case_folder,
        n_cases=arguments.cases,
    )
    if arguments.endpoint is not None:
        known = {endpoint.name: endpoint for endpoint in list_endpoints(spec)}
        if arguments.endpoint not in known:
            raise InputError(
                f"There is no endpoint {arguments.endpoint!r}.",
                f"Known: {', '.join(known)}. Add others with fairdesk endpoint save, or on the Endpoints page.",
            )
        details = with_endpoint(details, known[arguments.endpoint])
    project = create_project(spec, arguments.name, details)
    output.json(to_plain(project))
    output.say(f"Made the project {project.name} ({project.project_id})")
    return ExitCode.DONE


def _list(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.projects import list_projects

    projects = list_projects(spec)
    output.json({"projects": [to_plain(project) for project in projects]})
    for project in projects:
        output.say(f"{project.project_id}  {project.name}  [{project.state}]  {project.client}")
    if not projects:
        output.say("No projects yet. Make one: fairdesk project new NAME")
    return ExitCode.DONE


def _show(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.projects import show_project

    view = show_project(spec, arguments.project)
    output.json(to_plain(view))
    output.say(f"{view.summary.name} ({view.summary.project_id}): {view.summary.state}")
    output.say(f"Client: {view.details.client or 'not given'}")
    output.say(f"Object: {view.details.object_name or 'not given'}")
    for system in view.details.systems:
        layers = ", ".join(layer.title for layer in system.layers) or "no layer"
        output.say(f"System {system.label}: {system.endpoint.name}; {layers}")
    output.say(f"Plan: {view.plan_sha256 or 'not fixed yet'}")
    for words in view.left_out:
        output.say(f"Not asked, {words}")
    for run in view.runs:
        output.say(run_words(run))
        for words in filter(None, view.origin_notes.get(run.run_id, "").split("\n")):
            output.say(f"  {words}")
    for words in view.collections:
        output.say(f"Collection {words}")
    return ExitCode.DONE


def _export(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.archives import export_archive
    from fairdesk.domain.archives import ArchiveWish

    wish = ArchiveWish(overwrite=arguments.replace, without_restricted=arguments.without_restricted)
    written = export_archive(spec, arguments.project, arguments.file, _steps(output), wish)
    manifest = written.manifest
    output.json(
        {
            "archive": str(written.path),
            "bytes": written.n_bytes,
            "manifest": to_plain(manifest),
            "notes": list(written.notes),
        }
    )
    output.say(f"Wrote {manifest.project_name} to {written.path} ({written.n_bytes} bytes)")
    output.say(
        f"{manifest.n_entries} entries in {len(manifest.chains)} chains, {manifest.n_documents} documents, "
        f"{manifest.n_reports} reports"
    )
    for note in written.notes:
        output.say(note)
    return ExitCode.DONE


def _import(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.archives import asked_addresses, import_archive
    from fairdesk.domain.archives import ArchiveOrder

    order = ArchiveOrder(archive=arguments.file, name=arguments.name, take_texts=arguments.take_texts)
    taken = import_archive(spec, order, _steps(output))
    addresses = asked_addresses(spec, taken.project_id)
    output.json({**to_plain(taken), "asked": list(addresses)})
    output.say(f"{'Made' if taken.is_new else 'Brought up to date'}: {taken.name} ({taken.project_id})")
    output.say(f"From {taken.origin}")
    output.say(f"Added: {taken.n_added} entries, {taken.n_documents} documents, {taken.n_reports} reports")
    for chain in taken.chains:
        if chain.n_only_here:
            output.say(f"{chain.name}: {chain.n_only_here} entries are only here; the archive is older.")
    for words in (*taken.kept, *taken.kept_endpoints):
        output.say(f"{words} What is here was kept.")
    for words in taken.replaced:
        output.say(f"{words} The archive's was taken.")
    if taken.backup:
        output.say(f"The store as it was: {taken.backup}")
    if taken.kept:
        output.say("Details and texts of the archive are taken by the same command with --take-texts.")
    for address in addresses:
        output.say(f"Asked at a run, look before you start one: {address}")
    return ExitCode.DONE


def _delete(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.projects import delete_project, show_project

    name = show_project(spec, arguments.project).summary.name
    if not arguments.yes and not output.asks(f"Delete the project {name}? A backup copy is made first. [y/N] "):
        raise InputError("Nothing was deleted.", "Answer y, or give --yes.")
    copy = delete_project(spec, arguments.project)
    output.json({"deleted": name, "backup": str(copy)})
    output.say(f"Deleted {name}. The store as it was: {copy}")
    return ExitCode.DONE
