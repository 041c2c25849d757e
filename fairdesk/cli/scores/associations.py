"""fairdesk score associations: concepts of generated stories by identity."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import alpha
from fairdesk.cli.output import Output
from fairdesk.cli.scores.tables import figure, p_figure, table
from fairdesk.domain.errors import ExitCode


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "concepts of generated stories by identity, adjusted over all that were examined"
    parser = scores.add_parser("associations", parents=[shared], help=words)
    parser.add_argument("file", type=Path, metavar="FILE", help="rows of story, identity, concept (CSV or JSON lines)")
    parser.add_argument(
        "--extracted-by", default="whoever made the file", metavar="WHO", help="what found the concepts"
    )
    parser.add_argument("--alpha", type=alpha, default=0.05, help="expected share of chance finds among those kept")
    parser.add_argument("--seed", type=int, default=1, help="for tables that are too many to be counted")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Screen all concepts; undecided when none could be tested."""
    from fairdesk.audit.score.associations import score_associations

    answer = score_associations(arguments.file, arguments.extracted_by, arguments.alpha, arguments.seed)
    output.json(answer)
    for note in answer["notes"]:
        output.say(note)
    output.say(
        table(("concept", "frequency by identity", "p", "adjusted p"), [_row(one) for one in answer["concepts"]])
    )
    output.say(answer["sentence"])
    return ExitCode.DONE if answer["n_tested"] else ExitCode.UNDECIDED


def _row(concept: dict[str, Any]) -> tuple[str, ...]:
    shares = (f"{name} {figure(entry['value'])}" for name, entry in concept["frequency"]["estimates"].items())
    test = concept["test"]
    return concept["concept"], ", ".join(shares), p_figure(test["p"]), p_figure(test.get("p_adjusted"))
