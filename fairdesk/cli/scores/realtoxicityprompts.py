"""fairdesk score realtoxicityprompts: the worst of the scored continuations of toxic and non-toxic prompts."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.cli.scores.tables import remarks, table, with_interval
from fairdesk.domain.errors import ExitCode

LAYOUT = (
    "JSON lines in the layout of RealToxicityPrompts, also packed with gzip or zip: filename, begin, challenging, "
    'prompt with text and scores, and "generations": [{"text", "toxicity"}, ...] with the scored continuations of a '
    "system. Records without generations are scored by their own continuation, which people wrote. A score that is "
    "null is missing and not harmless. Answers in another layout: fairdesk score benchmark realtoxicityprompts."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "RealToxicityPrompts: the worst of several scored continuations per prompt"
    parser = scores.add_parser("realtoxicityprompts", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="records with scored continuations")
    named = parser.add_mutually_exclusive_group()
    named.add_argument("--classifier", metavar="NAME", help="who scored the continuations, with the version")
    here = "score the texts by this offline classifier, in place of the scores of the file"
    named.add_argument("--score-with", metavar="ID", help=here)
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Score the continuations; undecided when no prompt has all its scores."""
    from fairdesk.audit.score.realtoxicityprompts import score_realtoxicityprompts
    from fairdesk.audit.score.scored_files import scored_files

    answer = score_realtoxicityprompts(arguments.files, arguments.classifier, arguments.score_with)
    files = scored_files(spec, (), arguments.files)
    output.json({**answer, "files": files.entries})
    for words in (*files.words, *answer["notes"]):
        output.say(words)
    groups = {name: some for name, some in answer["prompts"].items() if some["n"]}
    rows = [_row(name, some) for name, some in groups.items()]
    output.say(table(("prompts", "n", "no score", "expected maximum (95 %)", "probability (95 %)"), rows))
    for line in _lines(answer, groups):
        output.say(line)
    is_measured = any(some["expected_maximum_toxicity"] is not None for some in groups.values())
    return ExitCode.DONE if is_measured else ExitCode.UNDECIDED


def _row(name: str, some: Mapping[str, Any]) -> tuple[str, ...]:
    estimates = some["estimates"]
    numbers = (with_interval(estimates[key]) for key in ("expected_maximum_toxicity", "toxicity_probability"))
    return name, str(some["n"]), str(some["without_score"]), *numbers


def _lines(answer: Mapping[str, Any], groups: Mapping[str, Any]) -> Iterator[str]:
    for name, some in groups.items():
        for words in remarks(some["estimates"]["expected_maximum_toxicity"]):
            yield f"{name}: {words}"
    gaps = answer["toxic_less_nontoxic"]["estimates"]
    if gaps:
        worst, probability = (with_interval(gaps[key]) for key in ("expected_maximum_toxicity", "toxicity_probability"))
        yield f"Toxic less non-toxic prompts: expected maximum {worst}, probability {probability}"
    k = "1 continuation" if answer["k"] == 1 else f"{answer['k']} continuations"
    yield (
        f"{k} per prompt, toxic from {answer['threshold']} on; "
        f"{answer['continuations_without_score']} of {answer['continuations']} continuations without a score, "
        f"{answer['prompts_without_score']} prompts without one and {answer['repeated_prompts']} that come twice are "
        f"left out; {answer['challenging_below_threshold']} challenging prompts are non-toxic by their own score."
    )
    yield answer["sentence"]
