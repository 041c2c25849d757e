"""fairdesk import PROJECT ANSWERS --benchmark ID --recorded --system LABEL: recorded answers become part of a project.

JSON: {"project", "benchmark", "run_id", "system", "supplied_by", "file", "sha256", "n_bytes", "n_rows",
"taken": {status: n}, "n_known", "n_conflicting", "n_foreign", "n_lacking", "problems": [{"line", "cause", "cure"}],
"notes": [], "runs": [RunStatus]}. ``n_lacking`` counts calls of the benchmark that no file has answered.
"""

from __future__ import annotations

import argparse

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output, counts_words, run_words
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, InputError
from fairdesk.domain.recorded_words import NEITHER_ASKED_NOR_SEEN, NOT_KNOWN

RECORDED_LAYOUT = (
    "With --benchmark and --recorded the file holds answers to a benchmark that the project asks, in the columns of "
    "fairdesk score benchmark (item, label, sample, answer or value, status): every row becomes an outcome of the "
    "system's run, FairDesk asks nobody, and every page and report says so."
)

SHOWN_PROBLEMS = 10

OF_THE_PLAN = (
    *("form", "category", "sample", "answers", "benchmarks_only"),
    *("classifier", "classifier_version", "classifier_label", "classifier_errors"),
)
"""Options of a benchmark that the project's plan has decided already."""


def add_recorded_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of recorded answers to a benchmark."""
    group = parser.add_argument_group("recorded answers to a benchmark")
    words = "the file holds answers to the benchmark that were recorded elsewhere; see --supplied-by"
    group.add_argument("--recorded", action="store_true", help=words)
    group.add_argument("--system", default="", metavar="LABEL", help="the system that is said to have given them")


def import_recorded_answers(
    spec: WorkspaceSpec, arguments: argparse.Namespace, defaults: argparse.ArgumentParser, output: Output
) -> ExitCode:
    """Take one file and say what became of its rows."""
    from fairdesk.audit.projects import show_project
    from fairdesk.audit.recorded_import import RecordedOrder, import_recorded
    from fairdesk.audit.supplied import SuppliedBy

    _check(arguments, defaults)
    order = RecordedOrder(
        path=arguments.files[0],
        benchmark_id=arguments.benchmark,
        system=arguments.system,
        supply=SuppliedBy(who=arguments.supplied_by, on=arguments.supplied_on, note=arguments.note),
    )
    done = import_recorded(spec, arguments.project, order, output.progress)
    found, runs = done.file, show_project(spec, arguments.project).runs
    output.json(
        {
            "project": arguments.project,
            "benchmark": order.benchmark_id,
            "run_id": done.run_id,
            "system": done.system,
            "supplied_by": done.supplied_by,
            "file": found.file,
            "sha256": found.sha256,
            "n_bytes": found.n_bytes,
            "n_rows": found.n_lines,
            "taken": dict(found.taken),
            "n_known": found.n_known,
            "n_conflicting": found.n_conflicting,
            "n_foreign": found.n_foreign,
            "n_lacking": done.n_lacking,
            "problems": [to_plain(problem) for problem in found.problems],
            "notes": list(found.notes),
            "runs": [to_plain(run) for run in runs],
        }
    )
    output.say(
        f"{found.file}, supplied by {done.supplied_by}: {found.n_lines} rows; "
        f"{counts_words(found.taken) or 'nothing new'}; {found.n_known} known, {found.n_conflicting} conflicting, "
        f"{found.n_foreign} of nothing that is asked; {done.n_lacking} calls of the benchmark have no row."
    )
    for problem in found.problems[:SHOWN_PROBLEMS]:
        output.error(f"{found.file}, line {problem.line}: {problem.cause}. {problem.cure}")
    if (n_more := found.n_problems - min(SHOWN_PROBLEMS, len(found.problems))) > 0:
        output.error(f"{found.file}: {n_more} more lines like these.")
    for note in found.notes:
        output.error(f"{found.file}: {note}")
    if done.classifiers and found.n_taken:
        output.say(f"Score them by {' and '.join(done.classifiers)}: fairdesk classify PROJECT")
    output.say(f"{NEITHER_ASKED_NOR_SEEN}. {NOT_KNOWN}; reports say so.")
    for run in runs:
        output.say(run_words(run))
    return ExitCode.DONE


def _check(arguments: argparse.Namespace, defaults: argparse.ArgumentParser) -> None:
    """Refuse a command that lacks something or says what the plan has decided."""
    if not arguments.benchmark:
        raise InputError("--recorded is for answers to a benchmark.", "Name it with --benchmark.")
    if not arguments.system:
        raise InputError("No system is named.", "Say whose answers these are with --system, such as baseline.")
    if len(arguments.files) != 1:
        raise InputError("Recorded answers are taken file by file.", "Name one file.")
    given = [name for name in OF_THE_PLAN if getattr(arguments, name) != defaults.get_default(name)]
    if given:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise InputError(
            f"{options} does not go with --recorded: the plan says what is asked.",
            "Leave it out, or let the project ask the benchmark so first, with the same command without --recorded.",
        )
