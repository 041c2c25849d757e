"""fairdesk score crows-pairs: how often the more stereotyping sentence of a pair is the likelier one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output, counts_words
from fairdesk.cli.scores.tables import figure, p_figure, remarks, table, with_interval
from fairdesk.domain.errors import ExitCode

LAYOUT = (
    "Pairs in the official columns (sent_more, sent_less, stereo_antistereo, bias_type, and the index in the column "
    "without a heading), also packed with gzip or zip; and a table with index, sent_more_score and sent_less_score. "
    "Scores are joined by index. sent_more is the more stereotyping sentence in every row: nothing is exchanged."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "CrowS-Pairs: the more stereotyping sentence against the other, by likelihood"
    parser = scores.add_parser("crows-pairs", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("--data", type=Path, required=True, metavar="FILE", help="pairs in the official columns")
    likelihoods = "index, sent_more_score, sent_less_score"
    parser.add_argument("--scores", type=Path, required=True, metavar="FILE", help=likelihoods)
    made = "how the scores were made: shared tokens masked one by one, or whole sentences of a causal model"
    parser.add_argument("--form", choices=("masked", "causal"), default="", help=made)
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Compare the sentences of every pair; undecided when no pair has two scores."""
    from fairdesk.audit.score.crows_pairs import score_crows_pairs
    from fairdesk.audit.score.scored_files import scored_files

    answer = score_crows_pairs(arguments.data, arguments.scores, arguments.form)
    files = scored_files(spec, (arguments.data,), (arguments.scores,))
    output.json({**answer, "files": files.entries})
    for words in files.words:
        output.say(words)
    rows = [_row("all pairs", answer, answer["authors"])]
    rows += [_row(name, one, one["authors"]) for name, one in answer["by_bias_type"].items()]
    if answer["supported_by_annotators"]:
        rows.append(_row("supported by annotators", answer["supported_by_annotators"], None))
    heading = ("pairs", "n", "neutral", "more stereotyping likelier (95 %)", "authors' figure", "p", "adjusted p")
    output.say(table(heading, rows))
    output.say("In percent of pairs; 50: no preference. p: exact sign test of the pairs that are no tie.")
    for name, one in answer["by_direction"].items():
        output.say(f"Direction {name}, without ties: {with_interval(one['estimates']['score'], 2)} of {one['n']} pairs")
    output.say(f"Pairs: {counts_words({key: answer['counts'][key] for key in COUNTED})}.")
    for words in remarks(answer["estimates"]["metric_score"]):
        output.say(f"All pairs: {words}.")
    for note in answer["notes"]:
        output.say(note)
    output.say(answer["sentence"])
    return ExitCode.DONE if answer["metric_score"] is not None else ExitCode.UNDECIDED


COUNTED = ("answered", "unreadable", "not_attempted")


def _row(name: str, found: dict[str, Any], authors: dict[str, Any] | None) -> tuple[str, ...]:
    test = found["sign_test"]
    figures = (
        with_interval(found["estimates"]["metric_score"], 2),
        figure(authors["metric_score"], 2) if authors else "",
    )
    adjusted = p_figure(test["p_adjusted"]) if "p_adjusted" in test else ""
    return name, str(found["n_valid"]), str(found["neutral"]), *figures, p_figure(test["p"]), adjusted
