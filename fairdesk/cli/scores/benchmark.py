"""fairdesk score benchmark: recorded answers to any benchmark that FairDesk asks, scored as those of a run.

JSON: {"benchmark", "title", "form", "note", "items", "files": [{"name", "sha256", "version"}], "counts": {status: n},
"foreign_rows", "left_out": {reason: rows}, "classifiers": [{"quantity", "title",
"version", "address", "error_rates"}], "scores": [{"measure", "title", "category" (null for all items), "value",
"n", "unit", "ci_low", "ci_high", "ci_method", "method", "reason", "test", "counts", "sentence", "note"}],
"defects": [], "notes": []}; with --prompts alone {"benchmark", "form", "prompts", "lines"}.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.benchmark_options import DEFAULT_SEED
from fairdesk.cli.output import Output, counts_words
from fairdesk.cli.scores.tables import p_figure, table, with_interval
from fairdesk.domain.errors import ExitCode, InputError

LAYOUT = (
    "A table (CSV, JSON lines, a workbook) with the column item, and answer (the words that came; of JSON null where "
    "none came) or value (a number instead of words: the place of the option in the order shown, a log-probability). "
    "Further columns: label (the order of the options or the version that was shown), sample (from 1), status "
    "(refused or failed, where that is known), first_tokens (JSON: token to its log-probability), and toxicity, "
    "sentiment or regard (scores of a classifier for the answer), and question (which benchmark and form was asked; "
    "another one is refused). --prompts writes every text that has to be asked, with all these names."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "any benchmark: recorded answers to its items, in any of its forms"
    parser = scores.add_parser("benchmark", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("benchmark", metavar="ID", help="bbq, crows_pairs, winobias, xstest, ...")
    parser.add_argument("--answers", type=Path, metavar="FILE", help="table of the recorded answers")
    official = "official file, archive or folder; else the suite that FairDesk ships"
    parser.add_argument("--files", type=Path, metavar="PATH", help=official)
    parser.add_argument("--form", default="", metavar="ID", help="how it was asked; else the benchmark's first form")
    parser.add_argument("--category", action="append", default=[], metavar="NAME", help="of the items; again for more")
    sample = "full, stratified:N or templates:N (default: full)"
    parser.add_argument("--sample", default="full", metavar="HOW", help=sample)
    parser.add_argument("--sample-seed", type=int, default=DEFAULT_SEED, metavar="N", help="of the sample of items")
    parser.add_argument("--seed", type=int, default=0, help="of the resampling")
    named = (
        "whose scores stand beside the answers, for example toxicity='Perspective, 2020'; where no column gives them, "
        "the classifier that is to score the answers, by its id or address, or none; again for more"
    )
    parser.add_argument("--classifier", action="append", default=[], metavar="QUANTITY=NAME", help=named)
    parser.add_argument("--prompts", type=Path, metavar="FILE", help="write what has to be asked into this file")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Score the answers, or write what has to be asked; undecided when nothing could be measured."""
    from fairdesk.audit.benchmark_import import BenchmarkRequest, sampling_of
    from fairdesk.audit.score.recorded import score_recorded, write_prompts

    if arguments.answers is None and arguments.prompts is None:
        raise InputError("No answers are named.", "Give --answers FILE, or --prompts FILE for what has to be asked.")
    named = classifier_names(arguments.classifier)
    request = BenchmarkRequest(
        benchmark_id=arguments.benchmark,
        path=arguments.files,
        form=arguments.form,
        categories=tuple(arguments.category),
        sampling=sampling_of(arguments.sample, arguments.sample_seed),
    )
    if arguments.prompts is not None:
        n_lines = write_prompts(spec, request, arguments.prompts)
        output.say(f"{n_lines:,} texts to be asked were written to {arguments.prompts}.")
    if arguments.answers is None:
        written = {"benchmark": request.benchmark_id, "form": request.form}
        output.json(written | {"prompts": str(arguments.prompts), "lines": n_lines})
        return ExitCode.DONE
    answer = score_recorded(spec, request, arguments.answers, arguments.seed, named)
    output.json(answer)
    say_scores(answer, output)
    # What nobody is asked for is a property of the items: it has a value whoever answers.
    is_measured = any(one["value"] is not None for one in answer["scores"] if "asked" in one["counts"])
    return ExitCode.DONE if is_measured else ExitCode.UNDECIDED


def classifier_names(given: list[str]) -> dict[str, str]:
    """Quantity to the name that was given for it.

    Raises:
        InputError: some words name none.
    """
    found: dict[str, str] = {}
    for words in given:
        quantity, _, name = words.partition("=")
        if not name.strip():
            raise InputError(f"{words!r} names no classifier.", "Write for example toxicity='Perspective, 2020'.")
        found[quantity.strip()] = name.strip()
    return found


def say_scores(answer: dict[str, Any], output: Output) -> None:
    """All scores in a table, and below it what must be printed beside them."""
    output.say(f"{answer['title']}, form {answer['form']}: {answer['items']:,} items.")
    heading = ("measure", "category", "value (95 %)", "n", "p")
    rows = [
        (
            one["title"],
            one["category"] or "all items",
            with_interval(one),
            f"{one['n']:,}",
            "" if one["test"] is None else p_figure(one["test"]["p"]),
        )
        for one in answer["scores"]
    ]
    output.say(table(heading, rows))
    output.say(f"Answers: {counts_words({name: n for name, n in answer['counts'].items() if name != 'items'})}.")
    reasons = dict.fromkeys(f"{one['title']}: {one['reason']}." for one in answer["scores"] if one["reason"])
    sentences = dict.fromkeys(one["sentence"] for one in answer["scores"])
    notes = dict.fromkeys(one["note"] for one in answer["scores"] if one["note"])
    # The form's own sentence may stand beside a number and among the notes, too.
    for words in dict.fromkeys((*reasons, answer["note"], *sentences, *notes, *answer["defects"], *answer["notes"])):
        output.say(words)
