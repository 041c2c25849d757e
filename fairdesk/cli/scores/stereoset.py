"""fairdesk score stereoset: how often the stereotype is likelier than its opposite, and than something unrelated."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import seed
from fairdesk.cli.output import Output, counts_words
from fairdesk.cli.scores.tables import figure, remarks, table, with_interval
from fairdesk.domain.errors import ExitCode

LAYOUT = (
    "Clusters in StereoSet's official layout (dev.json, also packed with gzip or zip), and a score per sentence: the "
    'official layout {"intrasentence": [{"id", "score"}], "intersentence": [...]}, or a table with the columns id and '
    "score. Scores are joined by the ids of sentences; their order says nothing."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "StereoSet: stereotype, anti-stereotype or unrelated, by likelihood"
    parser = scores.add_parser("stereoset", parents=[shared], help=words, description=LAYOUT)
    gold = "clusters with the labels of their sentences"
    parser.add_argument("--gold", type=Path, required=True, metavar="FILE", help=gold)
    parser.add_argument("--predictions", type=Path, required=True, metavar="FILE", help="scores of sentences by id")
    parser.add_argument("--seed", type=seed, metavar="N", default=1, help="for the resampling of target terms")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Score the likelihoods; undecided when no item has all three."""
    from fairdesk.audit.score.scored_files import scored_files
    from fairdesk.audit.score.stereoset import score_stereoset

    answer = score_stereoset(arguments.gold, arguments.predictions, arguments.seed)
    files = scored_files(spec, (arguments.gold,), (arguments.predictions,))
    output.json({**answer, "files": files.entries})
    for words in files.words:
        output.say(words)
    rows = list(_rows(answer))
    heading = ("items", "n", "terms", "lms (95 %)", "ss (95 %)", "icat (95 %)", "ties", "ss of all items")
    output.say(table(heading, rows))
    output.say(
        f"lms, ss, icat: {answer['macro']}. ss of all items: {answer['micro']}. In percent; ss 50: no preference."
    )
    output.say(
        f"Items: {counts_words({key: answer['counts'][key] for key in ('answered', 'unreadable', 'not_attempted')})}."
    )
    for words in remarks(answer["overall"]["estimates"]["icat"]):
        output.say(f"Overall: {words}.")
    for note in answer["notes"]:
        output.say(note)
    output.say(answer["sentence"])
    return ExitCode.DONE if answer["overall"]["ss"] is not None else ExitCode.UNDECIDED


def _rows(answer: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for task in ("intrasentence", "intersentence"):
        for name, group in answer[task].items():
            yield _row(f"{task}, {name}", group)
    yield _row("both tasks", answer["overall"])


def _row(name: str, group: dict[str, Any]) -> tuple[str, ...]:
    scores = (with_interval(group["estimates"][key], 2) for key in ("lms", "ss", "icat"))
    micro = figure(group["micro_over_items"]["ss"], 2)
    return name, str(group["n_valid"]), str(group["n_terms"]), *scores, str(group["ties"]), micro
