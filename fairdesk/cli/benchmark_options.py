"""Benchmarks on the command line: which one, in which form, which items.

JSON: {"project", "benchmark", "title", "form", "items", "categories": {category: items}, "left_out": {reason: rows},
"files": [{"name", "sha256", "version", "n_rows", "licence", "may_be_packaged", "defects": []}],
"sampling": {"kind", "n", "seed"}, "classifiers": [{"quantity", "classifier_id", "title", "version", "address",
"error_rates"}], "power": [], "notes": []}. Of a file that FairDesk does not know, version and licence are empty
and may_be_packaged is null; else it is "yes", "with attribution" or "no".
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.classifier_options import add_classifier_options, classifiers_wanted, say_classifiers
from fairdesk.cli.output import Output
from fairdesk.domain.benchmark_files import PACKAGING_WORDS
from fairdesk.domain.benchmarks import BenchmarkFile
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, InputError

if TYPE_CHECKING:
    from fairdesk.audit.benchmark_import import BenchmarkAdded

BENCHMARK_LAYOUT = (
    "With --benchmark the file, archive or folder holds the official files of a benchmark; without a file the suite "
    "that FairDesk ships is asked. JSON of such an import: project, benchmark, title, form, items, categories, "
    "left_out, files (name, sha256, version, n_rows, licence, may_be_packaged, defects), sampling, classifiers, power, "
    "notes."
)

DEFAULT_SEED = 20261130


def add_benchmark_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of benchmarks."""
    group = parser.add_argument_group("benchmarks")
    group.add_argument("--benchmark", default="", metavar="ID", help="bbq, crows_pairs, stereoset, ...")
    group.add_argument("--form", default="", metavar="ID", help="how it is asked; else the benchmark's first form")
    group.add_argument("--category", action="append", default=[], metavar="NAME", help="of the items; again for more")
    group.add_argument(
        "--sample", default="full", metavar="HOW", help="full, stratified:N or templates:N (default: full)"
    )
    group.add_argument("--seed", type=int, default=DEFAULT_SEED, help="of the sample")
    group.add_argument("--answers", type=int, default=1, metavar="N", help="answers to every item and form")
    group.add_argument("--benchmarks-only", action="store_true", help="ask benchmarks alone and no files")
    add_classifier_options(parser)


def recognise_benchmark(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> bool:
    """Whether the one file or folder is an official one of a benchmark, which is then the one that is named.

    Raises:
        InputError: it is an official file that no system can be asked, or one that has to be named.
        ImportProblem: it is a damaged file of a relative of BBQ.
    """
    from fairdesk.audit.benchmark_recognition import official_benchmark, refuse_relative

    if len(arguments.files) != 1:
        return False
    found = official_benchmark(spec, Path(arguments.files[0]))
    if found is None:
        if not arguments.map:
            refuse_relative(Path(arguments.files[0]))
        return False
    arguments.benchmark, file = found
    output.say(
        f"Recognised: {file.called}, {file.version.name}. It is taken as with --benchmark {arguments.benchmark}."
    )
    return True


def import_benchmark(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Take the files of a benchmark and say what will be asked."""
    from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark, sampling_of

    if len(arguments.files) > 1:
        raise InputError("A benchmark is one file, archive or folder.", "Name the folder that holds all its files.")
    if arguments.answers < 1:
        raise InputError("--answers is below 1.", "Give 1 or more.")
    request = BenchmarkRequest(
        benchmark_id=arguments.benchmark,
        path=Path(arguments.files[0]) if arguments.files else None,
        form=arguments.form,
        categories=tuple(arguments.category),
        sampling=sampling_of(arguments.sample, arguments.seed),
        n_samples=arguments.answers,
        without_files=arguments.benchmarks_only,
        classifiers=classifiers_wanted(arguments),
    )
    done = add_benchmark(spec, arguments.project, request)
    output.json(
        {
            "project": arguments.project,
            "benchmark": done.choice.benchmark_id,
            "title": done.card.title,
            "form": done.choice.form,
            "items": done.n_items,
            "categories": dict(done.categories),
            "left_out": dict(done.left_out),
            "files": [_file(file, done) for file in done.choice.files],
            "sampling": to_plain(done.choice.sampling),
            "classifiers": [to_plain(one) for one in done.choice.classifiers],
            "power": list(done.power),
            "notes": list(done.notes),
        }
    )
    output.say(f"{done.card.title}: {done.n_items:,} items will be asked.")
    for category, number in done.categories.items():
        output.say(f"  {category}: {number:,}")
    for reason, number in done.left_out.items():
        output.say(f"Left out, {number:,}: {reason}.")
    output.say("What this sample can show:")
    for sentence in done.power:
        output.say(f"  {sentence}")
    for file in done.choice.files:
        output.say(_file_words(file))
    for version, defects in done.defects.items():
        for defect in defects:
            output.say(f"Known of {version}: {defect}")
    for note in (done.card.contamination, *done.card.criticism, *done.notes):
        output.say(note)
    say_classifiers(done.choice.classifiers, output)
    return ExitCode.DONE


def _file(file: BenchmarkFile, done: BenchmarkAdded) -> dict[str, object]:
    return {
        "name": file.name,
        "sha256": file.sha256,
        "version": file.version,
        "n_rows": file.n_rows,
        "licence": file.licence,
        "may_be_packaged": None if file.packaging is None else file.packaging.value,
        "defects": list(done.defects.get(file.version, ())),
    }


def _file_words(file: BenchmarkFile) -> str:
    if file.packaging is None:
        return f"{file.name}, {file.n_rows:,} rows: not known to FairDesk."
    licence = f"{file.licence}; it {PACKAGING_WORDS[file.packaging]}"
    return f"{file.name}, {file.n_rows:,} rows: {file.version}, {licence}."
