"""fairdesk batch export|import: questions out and answers in as batch files, for clusters and air-gapped machines."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import positive
from fairdesk.cli.output import Output, counts_words, run_words
from fairdesk.domain.batch_words import NOT_ASKED_HERE
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode

MAX_REQUESTS = 50_000
MAX_BYTES = 190_000_000
SHOWN_PROBLEMS = 10


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the commands to the parser."""
    words = "questions out and answers in as batch files, for clusters and air-gapped machines"
    parser = commands.add_parser("batch", parents=[shared], help=words)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    export = actions.add_parser("export", parents=[shared], help="write every unanswered question in the batch format")
    export.add_argument("project", metavar="PROJECT")
    export.add_argument("--out", type=Path, metavar="DIR", required=True, help="folder of the files and manifest.json")
    export.add_argument("--system", metavar="LABEL", help="only this system")
    export.add_argument("--max-requests", type=positive, default=MAX_REQUESTS, metavar="N", help="requests in one file")
    export.add_argument("--max-bytes", type=positive, default=MAX_BYTES, metavar="N", help="bytes of one file")
    export.add_argument(
        "--offline",
        action="store_true",
        help="fix the plan without asking an endpoint that cannot be reached from here",
    )
    export.set_defaults(run=_export)
    take = actions.add_parser("import", parents=[shared], help="take the answers of result files")
    take.add_argument("project", metavar="PROJECT")
    take.add_argument("files", type=Path, nargs="+", metavar="FILE", help="results as OpenAI, Azure or vLLM write them")
    take.set_defaults(run=_import)


def _export(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.batch_export import ExportWanted, batch_limits, export_batch

    wanted = ExportWanted(
        systems=(arguments.system,) if arguments.system else (),
        limits=batch_limits(arguments.max_requests, arguments.max_bytes),
        is_offline=arguments.offline,
    )
    manifest = export_batch(spec, arguments.project, arguments.out, wanted, output.progress)
    output.json({"folder": str(arguments.out), **to_plain(manifest)})
    for run in manifest.runs:
        if not run.files:
            output.say(f"{run.system}: nothing is left to ask.")
        for file in run.files:
            output.say(f"{run.system}: {file.n_requests} requests, {file.n_bytes} bytes: {arguments.out / file.name}")
    output.say(f"Hashes and what belongs together: {arguments.out / 'manifest.json'}")
    return ExitCode.DONE


def _import(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.batch_import import import_batch
    from fairdesk.audit.projects import show_project

    imported = import_batch(spec, arguments.project, arguments.files, output.progress)
    runs = show_project(spec, arguments.project).runs
    output.json({"files": [to_plain(one) for one in imported], "runs": [to_plain(run) for run in runs]})
    for one in imported:
        if one.refused:
            output.error(f"fairdesk: {one.refused} {one.advice}".rstrip())
            continue
        output.say(
            f"{one.file}: {one.n_lines} lines; {counts_words(one.taken) or 'nothing new'}; {one.n_known} known, "
            f"{one.n_conflicting} conflicting, {one.n_foreign} of other requests, {one.n_damaged} damaged."
        )
        if one.known_lines and one.n_taken:
            shown = ", ".join(str(line) for line in one.known_lines[:SHOWN_PROBLEMS])
            more = " and others" if one.n_known > SHOWN_PROBLEMS else ""
            output.error(f"{one.file}, line {shown}{more}: of calls that have this outcome already.")
        for problem in one.problems[:SHOWN_PROBLEMS]:
            output.error(f"{one.file}, line {problem.line}: {problem.cause}. {problem.cure}")
        if (n_more := one.n_problems - min(SHOWN_PROBLEMS, len(one.problems))) > 0:
            output.error(f"{one.file}: {n_more} more lines with problems.")
        for note in one.notes:
            output.error(f"{one.file}: {note}")
    if all(one.refused for one in imported):
        return ExitCode.WRONG_USE
    output.say(f"{NOT_ASKED_HERE}; reports say so.")
    for run in runs:
        output.say(run_words(run))
    return ExitCode.WRONG_USE if any(one.refused for one in imported) else ExitCode.DONE
