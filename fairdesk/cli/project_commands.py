"""fairdesk project new|list|show|delete."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output, run_words
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, InputError


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the commands to the parser."""
    parser = commands.add_parser("project", parents=[shared], help="make, list, show and delete audit projects")
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
    new.add_argument("--cases", type=_count, default=0, metavar="N", help="number of files, shortest first; 0 for all")
    _action(actions, shared, "list", "all projects", _list)
    _action(actions, shared, "show", "one project with its runs", _show).add_argument("project", metavar="PROJECT")
    delete = _action(actions, shared, "delete", "delete a project after a backup copy", _delete)
    delete.add_argument("project", metavar="PROJECT")
    delete.add_argument("--yes", action="store_true", help="do not ask")


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a number of files is 0 or more")
    return number


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
            raise InputError(f"There is no endpoint {arguments.endpoint!r}.", f"Known: {', '.join(known)}")
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
    for run in view.runs:
        output.say(run_words(run))
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
