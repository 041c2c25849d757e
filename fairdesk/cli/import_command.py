"""fairdesk import PROJECT FILE...: recorded answers, files of cases, rewritten texts or a benchmark, into a project."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.benchmark_options import (
    BENCHMARK_LAYOUT,
    add_benchmark_options,
    import_benchmark,
    recognise_benchmark,
)
from fairdesk.cli.case_options import CASES_LAYOUT, add_case_options, are_cases, import_case_files
from fairdesk.cli.output import Output, run_words
from fairdesk.cli.record_options import RECORDS_LAYOUT, add_record_options, layout_choices
from fairdesk.cli.recorded_options import RECORDED_LAYOUT, add_recorded_options, import_recorded_answers
from fairdesk.cli.rewritten_import import REWRITTEN_LAYOUT, add_rewritten_option, import_rewritten
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, InputError
from fairdesk.domain.supplied_words import row_words, supplier_sentence

NOT_NAMED = "somebody who was not named"
"""Stands beside every number when the command does not say who supplied the records."""

FILES = (
    "CSV, TSV, XLSX, JSON lines, Parquet, or a result file of Inspect, lm-evaluation-harness, promptfoo, HELM, "
    "LangFair, DeepEval or pandas; as cases also text, Markdown, DOCX and PDF"
)


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    words = "take recorded answers that somebody supplied, or files of cases"
    layout = f"{RECORDS_LAYOUT} {CASES_LAYOUT} {REWRITTEN_LAYOUT} {BENCHMARK_LAYOUT} {RECORDED_LAYOUT}"
    parser = commands.add_parser("import", parents=[shared], help=words, description=layout)
    parser.add_argument("project", metavar="PROJECT")
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help=FILES)
    parser.add_argument(
        "--supplied-by", default=NOT_NAMED, metavar="WHO", help=f"printed beside every number; else “{NOT_NAMED}”"
    )
    parser.add_argument(
        "--supplied-on", default="", metavar="DATE", help="date of the supply, as the supplier states it"
    )
    parser.add_argument("--note", default="", help="anything else that belongs to the files")
    parser.add_argument(
        "--one-system-per-file",
        action="store_true",
        help="every file is of a system of its own, which is called like the file where its rows name none",
    )
    add_record_options(parser)
    add_case_options(parser)
    add_rewritten_option(parser)
    add_benchmark_options(parser)
    add_recorded_options(parser)
    parser.set_defaults(run=partial(_import, parser))


def _import(
    parser: argparse.ArgumentParser, spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output
) -> ExitCode:
    if arguments.recorded:
        return import_recorded_answers(spec, arguments, parser, output)
    if arguments.system:
        raise InputError("--system goes with --recorded answers to a benchmark.", "Leave it out.")
    if arguments.benchmark:
        return import_benchmark(spec, arguments, output)
    if not arguments.files:
        raise InputError("No file is named.", "Name one or more, or a benchmark with --benchmark.")
    if arguments.rewritten:
        return import_rewritten(spec, arguments, output)
    if are_cases(arguments):
        return import_case_files(spec, arguments, output)
    if recognise_benchmark(spec, arguments, output):
        return import_benchmark(spec, arguments, output)
    from fairdesk.audit.supplied import RecordsRequest, SuppliedBy, import_records, record_file

    choices = layout_choices(arguments)
    request = RecordsRequest(
        files=tuple(
            replace(record_file(path, choices), system=path.stem if arguments.one_system_per_file else "")
            for path in arguments.files
        ),
        supply=SuppliedBy(who=arguments.supplied_by, on=arguments.supplied_on, note=arguments.note),
        take_good_rows=arguments.take_good_rows,
    )
    made = import_records(spec, arguments.project, request, output.progress)
    supplied = made.plan.supplied
    assert supplied is not None
    output.json(
        {
            "project": made.plan.project,
            "plan_sha256": made.plan_sha256,
            "manifest_sha256": made.manifest_sha256,
            "runs": [to_plain(run) for run in made.runs],
            "records": to_plain(supplied),
            "variants": [to_plain(kind) for kind in made.plan.variants],
            "quantity": to_plain(made.plan.questions[0]),
        }
    )
    output.say(f"{supplier_sentence(supplied.supplied_by)} {row_words(supplied)}")
    for note in supplied.notes:
        output.say(note)
    for run in made.runs:
        output.say(run_words(run))
    return ExitCode.DONE
